#pragma once
// What --slide finds along its setting: a row's buckets and waits, where stage 2's traffic outweighs the
// memory that it saves, and from which bucket on nothing can overlap. Pure.

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiler/cli/plan/plan_options.h"

namespace shardscope::cli {

/// A step of one row, simulated; in nanoseconds, and only where hardware was named.
struct SlideTimes {
    int64_t computeNs = 0, communicationNs = 0;
    int64_t exposedNs = 0;  ///< communication that no computation hides
    int64_t tailNs = 0;     ///< from the end of backward until the last bucket is reduced
};

struct SlideRow {
    int64_t buckets = 0;
    bool overlaps = false;      ///< more than one is reduced while backward can still go on
    int64_t gradientBytes = 0;  ///< the most that full gradients and staging copies hold at once
    std::optional<SlideTimes> times;
};

/// One of stage 1 and one of stage 2 at the same value, as indices of rows.
struct SlidePair {
    size_t one = 0, two = 0;
    int64_t extraBytes = 0;  ///< that stage 2 sends a rank and step beyond stage 1
    int64_t savedBytes = 0;  ///< that it needs less a rank; negative: more
};

struct SlideFacts {
    std::vector<SlideRow> rows;           ///< by row; without buckets where a row has no result
    std::vector<SlidePair> pairs;         ///< at rising G; empty where a stage is missing
    std::optional<size_t> sendsMoreFrom;  ///< of pairs: the first with more traffic
    std::optional<size_t>
        outweighedFrom;  ///< the first whose extra traffic is no less than it saves
    std::optional<std::string>
        noOverlapFrom;  ///< bucket: the least value from which no row overlaps
};

/// The value of the setting that slides, and its place among others.
struct SlideValue {
    int64_t order = 0;
    std::string text;  ///< "16", "5,000,000", "layer"

    auto operator<=>(const SlideValue&) const = default;
};
SlideValue slideValueOf(const PlanRequest& request, const core::PlanRow& row);

/// Simulates a step of each row with a result. @param stop leaves the rest without.
SlideFacts slideFactsOf(const PlanRequest& request, const std::vector<core::PlanRow>& rows,
                        const std::atomic<bool>& stop);

}  // namespace shardscope::cli
