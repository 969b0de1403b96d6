#pragma once
// Work on a stream of the double: skipped when the device's context is broken, timed on its clock.
// Internal to tests/doubles/cuda.

#include <functional>
#include <memory>

#include "tests/doubles/cuda/fake_stream.h"

namespace shardscope::doubles::cuda {

/// Times of one piece of work; an end lies after its start, as a drill stretches it.
struct WorkClock {
    int64_t start() const;
    int64_t end(int64_t startNs) const;
};

/// Puts @p work in @p stream's order. It does not run once the device's context is broken.
void enqueueWork(const std::shared_ptr<FakeStream>& stream,
                 std::function<void(const WorkClock&)> work);

/// Counts a kernel that begins to run on @p stream. @return whether it is its turn to break the context.
bool startsLaunch(const FakeStream& stream);

/// Breaks the context of @p device: all later calls answer with this.
void breakContext(int device, int error);

}  // namespace shardscope::doubles::cuda
