#pragma once
// The parameters of an architecture: names, shapes and order as Hugging Face's classes have them. Pure
// functions of a valid Architecture; any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/architecture.h"

namespace shardscope::core {

enum class ParameterGroup : uint8_t {
    Embedding,
    Attention,
    FeedForward,
    Experts,
    Router,
    Norms,
    Head
};
std::string_view nameOf(ParameterGroup group);  ///< "embedding", "feed-forward", …

struct ModelParameter {
    std::string name;            ///< "model.layers.0.self_attn.q_proj.weight"
    std::vector<int64_t> shape;  ///< PyTorch's: Linear is [out, in], GPT-2's Conv1D [in, out]
    ParameterGroup group = ParameterGroup::Attention;
    bool tied = false;                 ///< used twice: listed and counted once
    std::vector<std::string> aliases;  ///< other names that a checkpoint may store it under

    int64_t elements() const;
    bool operator==(const ModelParameter&) const = default;
};

/// In the order of the module tree. @p architecture is valid.
std::vector<ModelParameter> parametersOf(const Architecture& architecture);
/// Ψ: elements of all parameters, tied ones once.
int64_t parameterCount(const Architecture& architecture);

struct GroupTotal {
    ParameterGroup group = ParameterGroup::Embedding;
    int64_t tensors = 0;
    int64_t elements = 0;

    bool operator==(const GroupTotal&) const = default;
};
/// Groups that have parameters, in the order of ParameterGroup; their elements sum to Ψ.
std::vector<GroupTotal> parameterGroups(const Architecture& architecture);
/// The groups as a table of text: group, tensors, elements; the last line is the sum.
std::string describeParameters(const Architecture& architecture);

}  // namespace shardscope::core
