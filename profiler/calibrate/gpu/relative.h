#pragma once
// Which GPU of the hardware catalogue a real one is: what one machine cannot measure comes from there. Pure.

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/engine/accelerator.h"

namespace shardscope::profiler {

/// The catalogue's name of the GPU that @p facts describe: its model's number stands in the driver's name,
/// and memory and multiprocessors are within 5 %; of several the nearest.
/// @param given what a person said it is nearest to; empty: nothing.
/// Errors: InvalidInput (--gpu) when nothing is that near, or @p given is no GPU of the catalogue.
core::Result<std::string> relativeOf(const core::AcceleratorFacts& facts, std::string_view given);

}  // namespace shardscope::profiler
