#pragma once
// Which bytes of which segments a pool had reserved, call by call, read off its recorded calls. They
// say where each block was and how much was reserved afterwards; the pool's rules (core/engine/
// memory_pool.h) say what must have been mapped and given back between. Nothing is played again, so
// that it holds for devices that refused and for limits that are not in the recording. One thread.

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "core/engine/memory_pool.h"
#include "traces/analysis/byte_runs.h"

namespace shardscope::traces {

struct SegmentChange {
    int32_t segment = 0;
    bool mapped = true;  ///< else given back
    ByteRun run;
};

class SegmentFollower {
  public:
    /// @param policy as the recording names it: "classic", else expandable.
    explicit SegmentFollower(std::string_view policy);

    /// The next call in plan order. @param reserved bytes that it left reserved. @return what changed
    /// before its block was given, in order; valid until the next call.
    const std::vector<SegmentChange>& take(const core::PoolCall& call, int64_t reserved);
    /// Bytes that are mapped now. Other than what the call said: calls are missing in between.
    int64_t reserved() const { return reserved_; }

  private:
    struct Segment {
        ByteRuns mapped;
        std::map<int64_t, int64_t> blocks;  ///< offset → end, live
        int32_t home = 0;
        bool small = false;
    };

    std::vector<ByteRun> missingFor(const core::PoolCall& call);
    std::vector<ByteRun> freeRuns(const Segment& segment) const;
    void releaseFree();
    void map(const core::PoolCall& call, const std::vector<ByteRun>& runs);
    void change(int32_t ordinal, Segment& segment, bool mapped, ByteRun run);

    bool classic_;
    std::map<int32_t, Segment> segments_;  ///< by ordinal
    std::vector<SegmentChange> changes_;
    int64_t reserved_ = 0;
};

}  // namespace shardscope::traces
