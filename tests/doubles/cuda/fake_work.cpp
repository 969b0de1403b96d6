#include "tests/doubles/cuda/fake_work.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "tests/doubles/cuda/fake_machine.h"

namespace shardscope::doubles::cuda {

int64_t WorkClock::start() const { return std::max(gpuNowNs(), stream_.standsAtNs); }

int64_t WorkClock::end(int64_t startNs, const PacedWork& work) const {
    if (const auto pace = FakeMachine::get().pace()) {
        const int64_t ns = (*pace)(work);
        if (ns > 0) return stream_.standsAtNs = startNs + ns;
    }
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
                 std::function<void(const WorkClock&)> work, Ends ends) {
    FakeMachine::get().push(stream, [to = stream.get(), ends, work = std::move(work)] {
        auto& fake = *FakeMachine::get().devices[static_cast<size_t>(to->device)];
        const int counted = ends == Ends::ByItself ? 1 : 0;
        fake.running += counted;  // before the look: whoever sees the break sees us
        if (fake.brokenBy.load() == cudaSuccess) work(WorkClock(*to));
        fake.running -= counted;
    });
}

}  // namespace shardscope::doubles::cuda
