#include "profiler/run/machine_memory.h"

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "core/base/units.h"

namespace shardscope::profiler {

int64_t availableBytes() {
    std::ifstream info("/proc/meminfo");
    std::string key, unit;
    for (int64_t kib = 0; info >> key >> kib; std::getline(info, unit)) {
        if (key == "MemAvailable:") return kib * core::kKiB;
    }
    return 0;
}

core::Result<void> fitsThisMachine(int64_t neededBytes) {
    const int64_t available = availableBytes();
    if (available == 0 || neededBytes <= available) return {};
    return core::invalidInput(
        "memory",
        fmt::format("all strategies and ranks of this run together need {}, and {} are available "
                    "here; name fewer with --stage, or take fewer --ranks or a smaller model; "
                    "`shardscope simulate` needs none of it",
                    core::formatBytes(neededBytes), core::formatBytes(available)));
}

core::Result<void> fitsTheGpu(int64_t neededBytes, int64_t availableBytes) {
    if (neededBytes <= availableBytes) return {};
    return core::invalidInput(
        "memory",
        fmt::format(
            "all strategies of this run together need {} on one GPU, and {} are free there; "
            "name fewer with --stage, or take fewer --ranks or a smaller model",
            core::formatBytes(neededBytes), core::formatBytes(availableBytes)));
}

}  // namespace shardscope::profiler
