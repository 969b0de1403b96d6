#pragma once
// Model states of a row's rank: by the conventions asked for, and in the number formats asked for.

#include <optional>
#include <string>

#include "profiler/cli/plan/plan_outcome.h"

namespace shardscope::cli {

/// Bytes as @p convention counts them for the stage that the row's strategy shards like, divided by the
/// ranks that share a set of shards; the paper's with the types that the row has. nullopt
/// where the convention has no such stage.
std::optional<int64_t> countedBy(const PlanRequest& request,
                                 const core::StateConvention& convention, int64_t parameters,
                                 const core::Configuration& at);
/// The convention's name; the paper's with the bytes that it counts here, "paper (2+4+12)".
std::string nameIn(const PlanRequest& request, const core::StateConvention& convention,
                   const core::Configuration& at);
/// Weights, gradients, master weights and moments, without padding: the least that the row needs.
int64_t modelStateBytes(const PlanRequest& request, int64_t parameters,
                        const core::Configuration& at);

}  // namespace shardscope::cli
