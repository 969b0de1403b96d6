#pragma once
// From the start of the program to its first window.

namespace shardscope::bench {

/// Starts a process of its own a few times and prints the median. @return false: it failed.
bool reportStart(const char* self);
/// That process's part: opens the dashboard's window and prints when its first picture was drawn.
/// @param startedNs the monotonic clock when the process was started.
int openWindow(int argc, char** argv, long long startedNs);

}  // namespace shardscope::bench
