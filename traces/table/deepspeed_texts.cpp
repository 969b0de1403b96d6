#include "traces/table/deepspeed_texts.h"

namespace shardscope::table {

const std::vector<Phrase>& deepSpeedTemplates() {
    static const std::vector<Phrase> known{
        Sentences::phrase("%1: is ignored by DeepSpeed: %2"),
        Sentences::phrase("%1: is not modelled: %2"),
        Sentences::phrase("%1: changes neither memory nor traffic here"),
        Sentences::phrase("%1: used"),
        Sentences::phrase("%1: a fixed scale: an overflow ends the run"),
        Sentences::phrase(
            "%1: is \"auto\", which Hugging Face's Trainer fills in; DeepSpeed's default is used"),
        Sentences::phrase(
            "%1: says how checkpoints are kept, and not whether there are any: the program's calls "
            "do; give --checkpointing"),
        // what DeepSpeed does not look at
        Sentences::phrase("DeepSpeed reads it at stage 3 only"),
        Sentences::phrase("DeepSpeed reads it and never asks for it"),
        Sentences::phrase("DeepSpeed asks for gradient_clipping instead"),
        Sentences::phrase("no release of this decade reads it"),
        Sentences::phrase("with a PyTorch that gathers into one tensor (any since 1.13), each "
                          "parameter group is gathered in one call"),
        Sentences::phrase(
            "since 2020 no ZeRO optimizer is given it; weights are always all-gathered"),
        Sentences::phrase("the name that allgather_bucket_size had"),
        Sentences::phrase("the old stage 1 is gone from DeepSpeed"),
        // what is done otherwise here
        Sentences::phrase("steps are skipped for fp16 overflow only"),
        Sentences::phrase("hysteresis is not refilled by a good step"),
        Sentences::phrase("AdamW here always corrects"),
        Sentences::phrase("the learning rate stays what it is at the start"),
        Sentences::phrase(
            "which rank owns a parameter changes, and not how much a rank holds or sends"),
        Sentences::phrase("the optimizer updates all it owns at once"),
        Sentences::phrase(
            "zero-3 gathers each bucket before its first use and frees it after its last"),
        Sentences::phrase("every parameter is sharded, small ones too"),
        Sentences::phrase("parameters are all-gathered"),
        Sentences::phrase("parameters of a bucket are gathered together"),
        Sentences::phrase("activations are those of the model"),
        Sentences::phrase("checkpoints are tensors of their own"),
        Sentences::phrase("one checkpoint a layer"),
        Sentences::phrase("kernels are not fused by a compiler"),
    };
    return known;
}

}  // namespace shardscope::table
