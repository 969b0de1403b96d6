#pragma once
// A recording from its file to the first picture, and the memory that this takes.

#include <cstdint>
#include <string>

namespace shardscope::bench {

/// Has `shardscope simulate` beside this program record about @p events events, and loads them in a
/// process of its own. Prints the bytes an event that it holds afterwards and at most while it loads,
/// and how long after the file's last byte the first picture is there. @return false: it failed.
bool reportLoading(const char* self, int64_t events);
/// That process's part: one line.
int loadAndDraw(const std::string& file);

}  // namespace shardscope::bench
