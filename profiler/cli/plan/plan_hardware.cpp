#include "profiler/cli/plan/plan_hardware.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/cli/job/simulated_machine.h"
#include "profiler/run/simulation_facts.h"

namespace shardscope::cli {

namespace {

/// Options that only mean something with hardware.
void checkHardwareOptions(SettingReader& read) {
    if (read.has("gpu") || read.has("hardware")) return;
    for (const char* key : {"fabric", "gpusPerNode"}) {
        if (read.has(key)) read.fail(key, "has a meaning with --gpu or --hardware only");
    }
}

/// As many as the row with the most has.
int communicatorsOf(const core::PlanQuestion& question) {
    int most = 0;
    for (const int ranks : question.ranks) {
        for (const core::Strategy& strategy : question.strategies) {
            most = std::max(most, profiler::communicatorsOf(ranks, strategy.shardGroup));
        }
        for (const int group : question.shardGroups) {
            most = std::max(most, profiler::communicatorsOf(ranks, group));
        }
    }
    return most;
}

/// What of the memory is not a pool's.
void readFixedMemory(PlanRequest& request) {
    request.fixedMemory =
        core::deviceMemory(*request.hardware, 0, communicatorsOf(request.question));
}

void readBudget(SettingReader& read, PlanRequest& request) {
    const core::Hardware& hardware = *request.hardware;
    if (request.gpuBytes == 0) request.gpuBytes = hardware.memoryBytes();
    readFixedMemory(request);
    const auto left = static_cast<double>(request.gpuBytes - request.fixedMemory.total());
    request.question.budgetBytes = static_cast<int64_t>(left / (1.0 + hardware.memory.slack));
    if (request.question.budgetBytes > 0) return;
    read.fail("memoryLimit", fmt::format("found {}, but context, libraries and NCCL take {}",
                                         core::formatBytes(request.gpuBytes),
                                         core::formatBytes(request.fixedMemory.total())));
}

}  // namespace

void readPlanHardware(SettingReader& read, PlanRequest& request) {
    core::PlanQuestion& q = request.question;
    checkHardwareOptions(read);
    request.gpuBytes = read.bytes("memoryLimit");
    q.budgetBytes = request.gpuBytes;
    if (!read.has("gpu") && !read.has("hardware")) return;
    auto hardware = readHardware(read);
    if (!hardware) return read.fail(hardware.error());
    checkDtype(read, *hardware, q.base.dtype);
    q.oneMachine = hardware->isCpu();
    q.gpusPerNode = hardware->isCpu() ? 0 : hardware->gpusPerNode();
    request.hardware = std::move(*hardware);
    readBudget(read, request);
}

}  // namespace shardscope::cli
