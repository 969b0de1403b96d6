#pragma once
// Work on a stream of the double: skipped when the device's context is broken, timed on its clock.
// Internal to tests/doubles/cuda.

#include <cstdint>
#include <functional>
#include <memory>

#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_stream.h"

namespace shardscope::doubles::cuda {

/// Times of one piece of work on a stream; an end lies after its start, as a drill or a pace stretches it.
class WorkClock {
  public:
    explicit WorkClock(FakeStream& stream) : stream_(stream) {}

    int64_t start() const;
    int64_t end(int64_t startNs, const PacedWork& work) const;

  private:
    FakeStream& stream_;
};

/// Whether a piece of work ends whatever the others do. A collective waits for its peers.
enum class Ends : uint8_t { ByItself, WithItsPeers };

/// Puts @p work in @p stream's order. It does not run once the device's context is broken.
void enqueueWork(const std::shared_ptr<FakeStream>& stream,
                 std::function<void(const WorkClock&)> work, Ends ends = Ends::ByItself);

/// Counts a kernel that begins to run on @p stream. @return whether it is its turn to break the context.
bool startsLaunch(const FakeStream& stream);

/// Breaks the context of @p device: all later calls answer with this.
void breakContext(int device, int error);

}  // namespace shardscope::doubles::cuda
