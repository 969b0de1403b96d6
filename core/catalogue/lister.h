#pragma once
// Gathers the parameters of one architecture; used by the families' listings alone.

#include <string>
#include <utility>
#include <vector>

#include "core/catalogue/parameters.h"

namespace shardscope::core {

class Lister {
  public:
    explicit Lister(const Architecture& architecture) : a(architecture) {}

    const Architecture& a;

    ModelParameter& add(std::string name, std::vector<int64_t> shape, ParameterGroup group);
    /// torch.nn.Linear: NAME.weight [out, in], NAME.bias [out].
    void linear(const std::string& name, int64_t out, int64_t in, bool bias, ParameterGroup group);
    /// Hugging Face's Conv1D (GPT-2): NAME.weight [in, out], NAME.bias [out].
    void conv1d(const std::string& name, int64_t in, int64_t out, ParameterGroup group);
    /// LayerNorm with a bias, RMSNorm without: NAME.weight [size].
    void norm(const std::string& name, int64_t size, bool bias);
    /// A table [rows, columns] that is also the output head under @p headName when @p tied.
    void embedding(const std::string& name, int64_t rows, int64_t columns, bool tied = false,
                   const char* headName = "lm_head.weight");
    /// lm_head.weight [vocab, columns], unless the embedding is tied.
    void head(int64_t columns);

    std::vector<ModelParameter> take() { return std::move(parameters_); }

  private:
    std::vector<ModelParameter> parameters_;
};

/// Families by the shape of their block.
std::vector<ModelParameter> listGptLike(const Architecture& a);  ///< gpt2, bloom, falcon, opt, mpt
std::vector<ModelParameter> listLlamaLike(const Architecture& a);  ///< llama … deepseek_v3
std::vector<ModelParameter> listT5(const Architecture& a);
std::vector<ModelParameter> listBert(const Architecture& a);
std::vector<ModelParameter> listVit(const Architecture& a);

}  // namespace shardscope::core
