#include "profiler/run/progress_meter.h"

#include <algorithm>
#include <limits>

#include "core/host/host_device.h"
#include "profiler/run/session.h"

namespace shardscope::profiler {

ProgressMeter::ProgressMeter(const ProgressSink& sink, int64_t steps)
    : sink_(sink), steps_(steps), startNs_(core::hostNowNs()) {}

void ProgressMeter::stepped(Session& session) {
    ++done_;
    if (!sink_) return;
    const core::Workload& w = session.problem().workload;
    const int64_t tokens =
        w.microBatch * w.gradAccum * session.problem().buckets.ranks * w.model.sequence;
    const int64_t elapsedNs = core::hostNowNs() - startNs_;
    const int64_t stepNs = std::max<int64_t>(session.lastStepNs(), 1);
    const std::vector<double>& losses = session.numerics().loss;
    sink_({.strategy = session.name(),
           .gradAccum = w.gradAccum,
           .step = done_,
           .steps = steps_,
           .loss = losses.empty() ? std::numeric_limits<double>::quiet_NaN() : losses.back(),
           .tokensPerSecond = static_cast<double>(tokens) * 1e9 / static_cast<double>(stepNs),
           .liveBytes = session.liveBytes(),
           .peakBytes = session.takePeakBytes(),
           .etaNs = elapsedNs / done_ * (steps_ - done_)});
}

}  // namespace shardscope::profiler
