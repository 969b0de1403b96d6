#pragma once
// Bytes of model states (weights, gradients, optimizer) a rank, by each convention in use. Systems and
// papers disagree: a number without its convention's name says nothing. Pure functions; any thread.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/result.h"

namespace shardscope::core {

/// Model states of one rank, in bytes. Fractions of a byte occur: P/N need not be whole.
struct StateBytes {
    double weights = 0.0, gradients = 0.0, optimizer = 0.0;

    double total() const { return weights + gradients + optimizer; }
};

/// Bytes per parameter of a convention, and what each stage divides by the ranks.
struct StateConvention {
    std::string_view name;     ///< "paper", "megatron", …
    std::string_view summary;  ///< "2 weights + 2 gradients + 12 optimizer"
    std::string_view source;
    double weights = 0.0;
    double gradients = 0.0;       ///< divided by N from stage 2 on
    double shardGradients = 0.0;  ///< a further copy of the own part only: fp32, for the update
    double optimizer = 0.0;       ///< master weights included; divided by N from stage 1 on
    uint8_t stages = 0b1111;      ///< bit s: the convention has stage s
};

std::span<const StateConvention> stateConventions();
/// Errors: InvalidInput listing the names, with the nearest one.
Result<StateConvention> stateConventionNamed(std::string_view name, std::string_view where);
/// Model states of one of @p ranks ranks. @param parameters Psi. @return nullopt where the convention
/// has no such stage.
std::optional<StateBytes> stateBytes(const StateConvention& convention, int stage,
                                     double parameters, int ranks);

}  // namespace shardscope::core
