#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "core/base/units.h"
#include "profiler/cli/doctor/check.h"

namespace shardscope::cli::doctor {

namespace {

/// "MemAvailable:  123 kB" in /proc/meminfo, as bytes.
std::optional<int64_t> memInfo(std::string_view key) {
    std::ifstream file("/proc/meminfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(std::string(key) + ":")) continue;
        std::istringstream words(line.substr(key.size() + 1));
        int64_t kib = 0;
        if (words >> kib) return kib * core::kKiB;
    }
    return std::nullopt;
}

/// The container's limit (cgroup 2); nullopt when there is none.
std::optional<int64_t> cgroupLimit() {
    std::ifstream file("/sys/fs/cgroup/memory.max");
    int64_t bytes = 0;
    return file >> bytes ? std::optional(bytes) : std::nullopt;
}

}  // namespace

Check checkMemory() {
    constexpr int64_t kDefaultRun = core::kGiB;  // four ranks of the default model, with room
    const auto total = memInfo("MemTotal"), available = memInfo("MemAvailable");
    if (!total || !available) {
        return {.name = "memory", .status = Status::Absent, .found = "unknown", .advice = ""};
    }
    const auto limit = cgroupLimit();
    const std::string note =
        limit && *limit < *total ? ", this container's limit " + core::formatBytes(*limit) : "";
    const int64_t usable = std::min(*available, limit.value_or(*available));
    return {.name = "memory",
            .found = fmt::format("{} available of {}{}", core::formatBytes(*available),
                                 core::formatBytes(*total), note),
            .advice = usable < kDefaultRun ? "the default run wants about 1 GiB; try --ranks 2 or "
                                             "--layers 2"
                                           : ""};
}

}  // namespace shardscope::cli::doctor
