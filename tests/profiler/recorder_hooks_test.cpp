// Hooks run inside measured time: they allocate nothing.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/profiler/recorder_run.h"

namespace {
std::atomic<int64_t> allocations{0};

void* counted(std::size_t bytes) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    void* memory = std::malloc(bytes == 0 ? 1 : bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new[](std::size_t bytes) { return counted(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return counted(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return counted(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace shardscope::profiler {
namespace {

TEST(RecorderHooks, AllocateNothing) {
    const int64_t atStart = allocations.load();
    auto probe = std::make_unique<int>(1);
    ASSERT_GT(allocations.load(), atStart);  // the counter counts

    PlayedRun run(2, {.steps = 0});
    for (int step = 0; step < 100; ++step) run.recorder.reserve(run.step);
    const core::ActionRef where{.action = 0, .step = 0};
    const int64_t before = allocations.load();
    for (int at = 0; at < 5000; ++at) {  // more than a chunk, and past the end of the room
        run.recorder.onAllocate(where, {}, {}, at);
        run.recorder.onFree(where, {}, {}, at);
        run.recorder.onOperation(where, core::kCompute, at, at);
        run.recorder.onCollective(where, core::kCommunication, at, at, at);
        run.recorder.onWait(where, core::kCompute, at, at);
        run.recorder.onMark(where, core::kCommunication, at);
        run.recorder.onStep(0, at, at);
    }
    EXPECT_EQ(allocations.load(), before);
    EXPECT_GT(run.recorder.counts().dropped, 0);
    EXPECT_GT(run.recorder.counts().events, 5000);
}

}  // namespace
}  // namespace shardscope::profiler
