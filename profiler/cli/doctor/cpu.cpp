#include <fmt/format.h>
#include <sched.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "profiler/cli/doctor/check.h"
#include "profiler/cli/doctor/cpu_info.h"

namespace shardscope::cli::doctor {

namespace {

CpuInfo thisCpu() {
    std::ifstream file("/proc/cpuinfo");
    return parseCpuInfo(std::string(std::istreambuf_iterator<char>(file), {}));
}

/// Cores that this process may run on: containers and taskset count.
int usableCores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

void setField(CpuInfo& cpu, std::string_view key, const std::string& value) {
    if (key.starts_with("model name") && cpu.model.empty()) cpu.model = value;
    if (!cpu.flags.empty() || (!key.starts_with("flags") && !key.starts_with("Features"))) return;
    std::istringstream words(value);
    for (std::string word; words >> word;) cpu.flags.insert(word);
}

}  // namespace

CpuInfo parseCpuInfo(std::string_view text) {
    CpuInfo cpu;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        const size_t colon = line.find(':');
        if (colon == std::string::npos) continue;
        const size_t start = line.find_first_not_of(" \t", colon + 1);
        if (start != std::string::npos) setField(cpu, line.substr(0, colon), line.substr(start));
    }
    return cpu;
}

bool hasBf16(const CpuInfo& cpu) {
    return (cpu.has("avx512_bf16") && cpu.has("avx512f")) || cpu.has("bf16");
}

std::string vectorUnits(const CpuInfo& cpu) {
    if (cpu.has("avx512f")) {
        return fmt::format("AVX-512{}{}", cpu.has("avx512_bf16") ? ", bf16" : "",
                           cpu.has("amx_bf16") ? ", AMX" : "");
    }
    if (cpu.has("avx2")) return "AVX2";
    if (cpu.has("sve")) return "SVE";
    if (cpu.has("asimd")) return "NEON";
    return "no wide vectors";
}

Check checkCpu() {
    const CpuInfo cpu = thisCpu();
    const int cores = usableCores();
    return {.name = "CPU",
            .found = fmt::format("{}, {} usable core{}, {}",
                                 cpu.model.empty() ? "unnamed processor" : cpu.model, cores,
                                 cores == 1 ? "" : "s", vectorUnits(cpu)),
            .advice = cores == 1 ? "ranks and their streams share one core: bytes and lifetimes "
                                   "are facts, times are not a cluster's"
                                 : ""};
}

Check checkBf16() {
    if (hasBf16(thisCpu())) return {.name = "bf16", .found = "in hardware", .advice = ""};
    return {.name = "bf16",
            .status = Status::Absent,
            .found = "no bf16 instructions",
            .advice =
                "--dtype bf16 works, with the same bits, by way of fp32; --dtype fp32 is "
                "faster here"};
}

}  // namespace shardscope::cli::doctor
