#include "core/config/huggingface/families.h"

namespace shardscope::core {

void readFamily(ConfigReader& read, Architecture& a) {
    switch (a.family) {
        case Family::Llama:
        case Family::Mistral:
        case Family::Mixtral:
        case Family::Qwen2:
        case Family::Qwen3:
        case Family::Gemma:
        case Family::Gemma2:
        case Family::Phi3:
            return readLlamaFamily(read, a);
        case Family::DeepseekV2:
        case Family::DeepseekV3:
            return readDeepseek(read, a);
        case Family::Gpt2:
        case Family::Bloom:
        case Family::Falcon:
        case Family::Opt:
        case Family::Mpt:
            return readGptFamily(read, a);
        case Family::T5:
        case Family::Bert:
        case Family::Vit:
            return readEncoderFamily(read, a);
    }
}

std::vector<std::string_view> classesOf(Family family) {
    switch (family) {
        case Family::Gpt2:
            return {"GPT2LMHeadModel", "GPT2Model", "GPT2DoubleHeadsModel"};
        case Family::Llama:
            return {"LlamaForCausalLM", "LLaMAForCausalLM"};
        case Family::Mistral:
            return {"MistralForCausalLM"};
        case Family::Mixtral:
            return {"MixtralForCausalLM"};
        case Family::Qwen2:
            return {"Qwen2ForCausalLM"};
        case Family::Qwen3:
            return {"Qwen3ForCausalLM"};
        case Family::Gemma:
            return {"GemmaForCausalLM"};
        case Family::Gemma2:
            return {"Gemma2ForCausalLM"};
        case Family::Phi3:
            return {"Phi3ForCausalLM"};
        case Family::DeepseekV2:
            return {"DeepseekV2ForCausalLM"};
        case Family::DeepseekV3:
            return {"DeepseekV3ForCausalLM"};
        case Family::Falcon:
            return {"FalconForCausalLM", "RWForCausalLM", "FalconModel"};
        case Family::Bloom:
            return {"BloomForCausalLM", "BloomModel"};
        case Family::Opt:
            return {"OPTForCausalLM", "OPTModel"};
        case Family::T5:
            return {"T5ForConditionalGeneration", "T5WithLMHeadModel"};
        case Family::Bert:
            return {"BertModel",
                    "BertForMaskedLM",
                    "BertForPreTraining",
                    "BertLMHeadModel",
                    "BertForSequenceClassification",
                    "BertForQuestionAnswering",
                    "BertForTokenClassification"};
        case Family::Vit:
            return {"ViTForImageClassification", "ViTModel"};
        case Family::Mpt:
            return {"MPTForCausalLM", "MptForCausalLM"};
    }
    return {};
}

}  // namespace shardscope::core
