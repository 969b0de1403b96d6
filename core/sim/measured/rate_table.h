#pragma once
// Times between measured ones: by shape, by number of ranks, by size. Pure.

#include <optional>

#include "core/plan/step_plan.h"
#include "core/sim/hardware.h"
#include "core/sim/measured/kernel_shape.h"

namespace shardscope::core {

/// Microseconds of a kernel while @p ranks ranks compute. A measured shape has its measured time; any
/// other takes the time per work of its nearest shapes (distance of the logarithms, weight 1/d^4). In
/// ranks: on a line between measured counts, and the nearest one's beyond.
/// nullopt when this kernel was not measured in this variant.
/// @param time which one; entries without it are left out.
std::optional<double> kernelUs(const MeasuredRates& rates, const KernelShape& shape, int ranks,
                               double MeasuredKernel::*time = &MeasuredKernel::us);

/// Microseconds of a collective of @p bytes: on a line between the logarithms of measured sizes; below
/// the smallest its time, beyond the largest, on a line through both. Other numbers of ranks than measured ones:
/// the nearest one's, by the work of each rank and by the turns that ranks take on @p cores.
/// nullopt when nothing of this kind was measured; another dtype stands in by bytes.
std::optional<double> collectiveUs(const MeasuredRates& rates, CollectiveKind kind, DType dtype,
                                   double bytes, int ranks, double cores,
                                   double MeasuredCollective::*time = &MeasuredCollective::us);

/// Of the smallest measured array: meeting alone.
double meetingUs(const MeasuredRates& rates, CollectiveKind kind);

}  // namespace shardscope::core
