#include <fmt/format.h>

#include <fstream>

#include "profiler/cli/doctor/check.h"
#include "profiler/cli/doctor/dynamic_library.h"

namespace shardscope::cli::doctor {

namespace {

Check absent(std::string name, std::string found, std::string advice) {
    return {.name = std::move(name),
            .status = Status::Absent,
            .found = std::move(found),
            .advice = std::move(advice)};
}

std::string cudaVersion(int number) {
    return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

/// "NVRM version: …  580.65.06  …": the kernel module's first line, when it is loaded.
std::string kernelModule() {
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    std::getline(file, line);
    return line;
}

/// GPUs that the driver shows to this process; -1 when it cannot be asked.
int gpuCount(const DynamicLibrary& driver) {
    auto* const init = driver.function<int(unsigned)>("cuInit");
    auto* const count = driver.function<int(int*)>("cuDeviceGetCount");
    int gpus = 0;
    return init && count && init(0) == 0 && count(&gpus) == 0 ? gpus : -1;
}

Check checkDriver() {
    const DynamicLibrary driver({"libcuda.so.1"});
    const std::string module = kernelModule();
    if (!driver.open()) {
        return absent(
            "NVIDIA driver",
            module.empty() ? "not installed" : "kernel module without libcuda.so.1: " + module,
            module.empty() ? "needed for GPUs only; `run` and `simulate` work without"
                           : "start the container with --gpus all, or install the "
                             "driver's user-space part");
    }
    auto* const version = driver.function<int(int*)>("cuDriverGetVersion");
    int number = 0;
    if (version) version(&number);
    const int gpus = gpuCount(driver);
    if (gpus < 1) {
        return absent("NVIDIA driver",
                      fmt::format("CUDA {}, but no GPU can be used", cudaVersion(number)),
                      "see nvidia-smi, and CUDA_VISIBLE_DEVICES");
    }
    return {
        .name = "NVIDIA driver",
        .found = fmt::format("CUDA {}, {} GPU{}", cudaVersion(number), gpus, gpus == 1 ? "" : "s"),
        .advice = ""};
}

Check checkToolkit() {
    const std::string nvcc = findProgram("nvcc", {"/usr/local/cuda/bin"});
    if (!nvcc.empty()) return {.name = "CUDA toolkit", .found = nvcc, .advice = ""};
    return absent("CUDA toolkit", "no nvcc on PATH or in /usr/local/cuda/bin",
                  "needed to build for GPUs only");
}

Check checkNccl() {
    const DynamicLibrary nccl({"libnccl.so.2"});
    auto* const version = nccl.function<int(int*)>("ncclGetVersion");
    int number = 0;
    if (!version || version(&number) != 0) {
        return absent("NCCL", "libnccl.so.2 is not installed", "needed for several GPUs only");
    }
    // 22003 is 2.20.3; before 2.9 the hundreds were the minor version (NCCL's nccl.h).
    const std::string text =
        number >= 10000
            ? fmt::format("{}.{}.{}", number / 10000, number % 10000 / 100, number % 100)
            : fmt::format("{}.{}.{}", number / 1000, number % 1000 / 100, number % 100);
    return {.name = "NCCL", .found = text, .advice = ""};
}

Check checkCupti() {
    const std::string folder = "/usr/local/cuda/extras/CUPTI/lib64/";
    const DynamicLibrary cupti({"libcupti.so.13", "libcupti.so.12", "libcupti.so",
                                folder + "libcupti.so", folder + "libcupti.so.12"});
    if (cupti.open()) return {.name = "CUPTI", .found = cupti.name(), .advice = ""};
    return absent("CUPTI", "libcupti is not installed",
                  "comes with the CUDA toolkit; needed to time GPUs only");
}

}  // namespace

std::vector<Check> checkGpu(bool withLibraries) {
    std::vector<Check> checks{checkDriver(), checkToolkit()};
    if (withLibraries) {
        checks.push_back(checkNccl());
        checks.push_back(checkCupti());
    }
    return checks;
}

}  // namespace shardscope::cli::doctor
