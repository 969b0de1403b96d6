#pragma once
// The compare view's frames: layout and paint at 1920x1080, four panels, at zooms from the whole run to
// a hundredth of a step.

#include <cstdint>
#include <string_view>

namespace shardscope::bench {

/// Prints the median and the 95th percentile of a frame in ms, by the clock and as processor time of
/// this process (which other programs on the machine change less), and the bytes that the rows take
/// an event. @param allRanks with the band over all ranks, as the window starts.
/// @param only one zoom, by its name: "whole run"; empty: all of them.
void reportFrames(int64_t events, bool allRanks, std::string_view only = {});

/// Prints what the memory map costs as the cursor goes over the run: states, layout and paint of four
/// maps at 1280x240, and the bytes that an event's places take.
void reportMap(int64_t events);

}  // namespace shardscope::bench
