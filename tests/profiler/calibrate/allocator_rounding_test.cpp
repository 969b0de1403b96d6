#include "profiler/calibrate/allocator_rounding.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <utility>

#include "core/base/units.h"
#include "core/host/host_memory.h"
#include "profiler/calibrate/machine.h"

namespace shardscope::profiler {
namespace {

/// A driver that hands out memory in steps; whoever does not give back what was taken is seen.
class Steps : public core::SegmentSource {
  public:
    explicit Steps(int64_t step, int64_t capacity = INT64_MAX) : step_(step), capacity_(capacity) {}

    bool map(int32_t ordinal, int64_t offset, int64_t bytes, int64_t) override {
        const int64_t whole = core::roundUp(bytes, step_);
        if (used + whole > capacity_) return false;
        used += whole;
        pieces[{ordinal, offset}] = whole;
        return true;
    }
    void unmap(int32_t ordinal, int64_t offset, int64_t) override {
        used -= pieces.at({ordinal, offset});
        pieces.erase({ordinal, offset});
    }
    void* addressOf(int32_t) const override { return nullptr; }

    int64_t used = 0;
    std::map<std::pair<int32_t, int64_t>, int64_t> pieces;

  private:
    int64_t step_, capacity_;
};

TEST(AllocatorRounding, IsWhatTheDriverTakesBeyond) {
    Steps exact(2 * core::kMiB), coarse(16 * core::kMiB);
    const auto none = measureRounding(
        exact, [&] { return exact.used; }, 0);
    const auto some = measureRounding(
        coarse, [&] { return coarse.used; }, 0);
    ASSERT_TRUE(none && some);
    EXPECT_EQ(none->slack(), 0);
    // Segments of 2, 2, 2, 2, 20, 20, 12 and 26 MiB, and growth by 2, 6, 2, 14 and 30.
    EXPECT_EQ(some->askedBytes, 140 * core::kMiB);
    EXPECT_EQ(some->takenBytes, (4 * 16 + 32 + 32 + 16 + 32 + 4 * 16 + 32) * core::kMiB);
    EXPECT_DOUBLE_EQ(some->slack(), 272.0 / 140 - 1);
    EXPECT_TRUE(exact.pieces.empty() && coarse.pieces.empty()) << "all is given back";
}

TEST(AllocatorRounding, IsNotKnownWhereMemoryIsRefusedOrNobodySays) {
    Steps little(core::kMiB, 100 * core::kMiB), large(core::kMiB);
    EXPECT_FALSE(measureRounding(
        little, [&] { return little.used; }, 0));
    EXPECT_FALSE(measureRounding(
        large, [] { return std::nullopt; }, 0));
    EXPECT_TRUE(little.pieces.empty() && large.pieces.empty());
}

// Pages are whole here; what the kernel has beyond them is tables, 8 bytes a page of 4 KiB and some.
TEST(AllocatorRounding, OfThisMachineIsItsPageTables) {
    core::HostMemory memory;
    const auto rounding = measureRounding(memory, residentBytes, ::sysconf(_SC_PAGESIZE));
    ASSERT_TRUE(rounding);
    EXPECT_GE(rounding->takenBytes, rounding->askedBytes * 99 / 100) << "every page was touched";
    EXPECT_LT(rounding->slack(), 0.05);
}

}  // namespace
}  // namespace shardscope::profiler
