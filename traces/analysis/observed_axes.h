#pragma once
// The strategy's axes as a recording shows them: from lifetimes and collectives, never from a label.

#include <map>
#include <string>
#include <vector>

#include "traces/analysis/recording.h"

namespace shardscope::traces {

struct ObservedAxes {
    std::map<std::string, std::string> axes;  ///< only those that the recording decides
    std::vector<std::string> evidence;        ///< a sentence each
};

/// From one rank's measured steps. @p rank must be one of the recording's.
ObservedAxes observeAxes(const Recording& recording, int rank);

}  // namespace shardscope::traces
