#include "tests/doubles/cuda/fake_work.h"

#include <chrono>
#include <thread>

#include "tests/doubles/cuda/fake_machine.h"

namespace shardscope::doubles::cuda {

int64_t WorkClock::start() const { return gpuNowNs(); }

int64_t WorkClock::end(int64_t startNs) const {
    const int64_t least = startNs + std::max<int64_t>(drills().stretchCopyNs, 1);
    for (;;) {
        const int64_t now = gpuNowNs();
        if (now >= least) return now;
        std::this_thread::sleep_for(std::chrono::nanoseconds(least - now));
    }
}

void breakContext(int device, int error) {
    int none = cudaSuccess;
    FakeMachine::get().devices[static_cast<size_t>(device)]->brokenBy.compare_exchange_strong(
        none, error);
}

bool startsLaunch(const FakeStream& stream) {
    if (++FakeMachine::get().launches != drills().failLaunch) return false;
    breakContext(stream.device, cudaErrorLaunchFailure);
    return true;
}

void enqueueWork(const std::shared_ptr<FakeStream>& stream,
                 std::function<void(const WorkClock&)> work) {
    FakeMachine::get().push(stream, [device = stream->device, work = std::move(work)] {
        const auto& fake = *FakeMachine::get().devices[static_cast<size_t>(device)];
        if (fake.brokenBy.load() == cudaSuccess) work(WorkClock{});
    });
}

}  // namespace shardscope::doubles::cuda
