#include "profiler/calibrate/gpu/gpu_probe.h"

#include <algorithm>

#include "core/plan/strategy.h"
#include "profiler/run/machine_memory.h"

namespace shardscope::profiler {

namespace {

constexpr int64_t kLayers = 2;

}  // namespace

Probe gpuProbe(core::Workload workload, std::string_view preset) {
    auto strategy = core::presetNamed(preset, "calibrate");
    if (!strategy) core::broken("a preset is gone");
    strategy->overlap = false;
    workload.gradAccum = 2;
    workload.model.layers = std::min(workload.model.layers, kLayers);
    return {.workload = std::move(workload), .strategy = *strategy, .ranks = 1};
}

ProbeMachine gpuMachine(core::Accelerator& accelerator, const MakeTags& makeTags,
                        const std::function<bool()>& stopped) {
    return {
        .communicators = [&accelerator](int) { return accelerator.communicators(0); },
        .device =
            [&accelerator, makeTags](const core::RunContext& context,
                                     core::Communicator& communicator, core::Observer* observer) {
                return accelerator.makeDevice(context, communicator, observer,
                                              makeTags ? makeTags() : nullptr);
            },
        .fits =
            [&accelerator](int64_t neededBytes) {
                return fitsTheGpu(neededBytes, accelerator.availableBytes());
            },
        .stopped = stopped};
}

}  // namespace shardscope::profiler
