#pragma once
// What a driver takes beyond what a pool asks of it: it hands out memory in steps, and keeps tables of
// what it handed out.

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "core/engine/memory_pool.h"

namespace shardscope::profiler {

struct AllocatorRounding {
    int64_t askedBytes = 0;
    int64_t takenBytes = 0;  ///< by how much it raised what is in use

    /// Of what was asked, what was taken beyond; at least 0.
    double slack() const;
};

/// Why there is none.
inline constexpr std::string_view kNoRounding =
    "not measured: this machine has no 140 MiB for it, or does not say what is in use";

/// Bytes in use now; none when nobody says.
using UsedBytes = std::function<std::optional<int64_t>()>;

/// Takes and gives back segments of the sizes that pools take, classic and expandable, some 140 MiB, a
/// few times over; the middle of what they took.
/// @param source with no segment from ordinal 1000 on.
/// @param pageBytes each page of what is taken is written, for a kernel that gives pages when they are
/// touched; 0 = memory is there when it is taken, and the host cannot write it.
/// @return none when the source refuses a segment, or nobody says what is in use.
std::optional<AllocatorRounding> measureRounding(core::SegmentSource& source, const UsedBytes& used,
                                                 int64_t pageBytes);

}  // namespace shardscope::profiler
