#pragma once
// One thread block on the CPU: its threads are fibers that take turns, and change at barriers.

#include <functional>
#include <string>

namespace shardscope::emulator {

/// Runs body() once for each of @p threads threads. Ends the process, naming @p kernel, when they wait
/// for each other for ever: a barrier or a warp's collective that some of them do not reach.
void runBlock(const std::string& kernel, unsigned threads, const std::function<void()>& body);

}  // namespace shardscope::emulator
