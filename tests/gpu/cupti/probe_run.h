#pragma once
// A small program with two streams whose every launch is known, run under tags: what a recorder says
// about it can be checked to the record.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/result.h"
#include "core/engine/activity_tags.h"

namespace shardscope::probe {

/// What the recorder told of one action.
struct Told {
    core::ActionRef ref;
    core::StreamId stream;
    core::ActivityKind kind = core::ActivityKind::Compute;
    int64_t startNs = 0, endNs = 0;
};

/// A step: begins and ends as the host saw them, and what was told of it.
struct ProbeStep {
    int64_t beginNs = 0, endNs = 0;
    std::vector<Told> told;
};

/// What one step is made of.
struct ProbeShape {
    int operations = 40;       ///< on each stream; every eighth launches three kernels, or none
    int64_t kernelNs = 20000;  ///< of each kernel
    int64_t copyBytes = int64_t{1} << 20;
    int64_t records() const;  ///< kernels, copies and sets of one step
    int64_t actions() const;  ///< operations and collectives of one step
};

class ProbeRun {
  public:
    /// On the current device. Errors: what the runtime says.
    static core::Result<ProbeRun> make(const ProbeShape& shape);
    ProbeRun(ProbeRun&&) noexcept;
    ~ProbeRun();

    /// Work that runs inside one more operation of each step (a matrix product, a collective).
    void add(std::function<core::Result<void>(cudaStream_t)> work);
    /// @param tags null: the same work, unrecorded.
    core::Result<ProbeStep> step(int32_t number, core::ActivityTags* tags);

  private:
    struct Parts;
    ProbeRun(const ProbeShape& shape, std::unique_ptr<Parts> parts);
    core::Result<void> operation(core::Activity activity, core::ActivityTags* tags);
    core::Result<void> launch(int index, cudaStream_t stream);
    core::Result<void> crossing(int index, int32_t number, core::ActivityTags* tags);

    ProbeShape shape_;
    std::unique_ptr<Parts> parts_;
    std::vector<std::function<core::Result<void>(cudaStream_t)>> extra_;
};

/// What is wrong with a step's times; empty when nothing is. Each stream in order; nothing before the host
/// issued it or after it had waited, within @p slackNs.
std::vector<std::string> faultsOf(const ProbeStep& step, const ProbeShape& shape, int64_t slackNs);

}  // namespace shardscope::probe
