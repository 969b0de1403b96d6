#pragma once
// A tool that takes NVTX ranges, linked into the test: NVTX finds it as it finds Nsight's library.

#include <string>
#include <vector>

namespace shardscope::doubles {

/// What was pushed and popped since the last call: "push backward 0 (category 3)", "push reduce B3
/// (category 3, payload 4096)", "pop".
std::vector<std::string> takeRanges();
/// Names of the domains that were made.
std::vector<std::string> nvtxDomains();

}  // namespace shardscope::doubles
