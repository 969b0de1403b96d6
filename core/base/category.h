#pragma once
// What a byte of a rank's memory is for. The words of every report, table and chart.

#include <array>
#include <cstdint>
#include <string_view>

namespace shardscope::core {

enum class Category : uint8_t {
    Weights,
    MasterWeights,
    OptimizerState,
    Gradients,       ///< full-size unreduced storage, at any stage
    GradientShards,  ///< this rank's reduced part, and reduced parts on their way into it
    Buckets,         ///< extra staging copies only
    Activations,
    ActivationGradients,
    Workspace,
    Communication,
};

inline constexpr int kCategories = 10;

inline constexpr std::array<std::string_view, kCategories> kCategoryNames{
    "weights", "masterWeights", "optimizerState",      "gradients", "gradientShards",
    "buckets", "activations",   "activationGradients", "workspace", "communication"};

constexpr std::string_view nameOf(Category category) {
    return kCategoryNames[static_cast<size_t>(category)];
}

/// Live bytes of each category.
using CategoryBytes = std::array<int64_t, kCategories>;

}  // namespace shardscope::core
