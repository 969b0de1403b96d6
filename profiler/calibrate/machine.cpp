#include "profiler/calibrate/machine.h"

#include <fmt/chrono.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string_view>

#include "core/base/units.h"

namespace shardscope::profiler {

namespace {

std::optional<int64_t> kibOf(const char* file, std::string_view key) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(key)) return std::atoll(line.c_str() + key.size());
    }
    return std::nullopt;
}

}  // namespace

std::string cpuName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "CPU";
}

int64_t totalMemoryBytes() {
    const long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? int64_t{pages} * size : 0;
}

std::optional<int64_t> residentBytes() {
    const auto pages = kibOf("/proc/self/smaps_rollup", "Rss:");
    const auto tables = kibOf("/proc/self/status", "VmPTE:");
    if (!pages || !tables) return std::nullopt;
    return (*pages + *tables) * core::kKiB;
}

int usableCores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    return std::max(1, CPU_COUNT(&set));
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

}  // namespace shardscope::profiler
