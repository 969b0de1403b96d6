#pragma once
// Bytes of an address range as runs that are there: what is mapped of a segment. A value; one thread.

#include <cstdint>
#include <map>
#include <vector>

namespace shardscope::traces {

/// Bytes [begin, end).
struct ByteRun {
    int64_t begin = 0, end = 0;

    int64_t bytes() const { return end - begin; }
    bool operator==(const ByteRun&) const = default;
};

/// Disjoint runs that never touch: what touches is one run.
class ByteRuns {
  public:
    /// Bytes that are there already stay.
    void add(ByteRun run);
    /// Bytes that are not there are passed over.
    void remove(ByteRun run);
    /// What of @p run is not there, in order.
    std::vector<ByteRun> missingIn(ByteRun run) const;
    std::vector<ByteRun> all() const;
    bool empty() const { return runs_.empty(); }
    /// The end of the last run; 0 when empty.
    int64_t end() const { return runs_.empty() ? 0 : runs_.rbegin()->second; }
    int64_t bytes() const { return bytes_; }

  private:
    std::map<int64_t, int64_t> runs_;  ///< begin → end
    int64_t bytes_ = 0;
};

}  // namespace shardscope::traces
