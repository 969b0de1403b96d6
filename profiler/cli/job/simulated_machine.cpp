#include "profiler/cli/job/simulated_machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/units.h"
#include "core/sim/hardware_catalogue.h"
#include "profiler/cli/job/costs_from.h"

namespace shardscope::cli {

namespace {

constexpr std::string_view kUnitCosts = "unit";
constexpr int kMostGpusPerNode = 1024;

core::Result<core::Hardware> fromFile(SettingReader& read, const core::HardwareChoice& choice) {
    auto hardware = core::hardwareFromFile(read.text("hardware", ""), choice);
    if (!hardware || !hardware->isCpu()) return hardware;
    for (const char* key : {"fabric", "gpusPerNode"}) {
        if (!read.has(key)) continue;
        return core::invalidInput(read.where(key),
                                  fmt::format("is given, but {} is a CPU, whose ranks are threads; "
                                              "leave it out, or name a GPU's file",
                                              hardware->name));
    }
    return hardware;
}

void checkNodes(SettingReader& read, const core::Hardware& hardware, int ranks) {
    if (hardware.isCpu()) return;  // ranks are threads of one machine
    const int perNode = hardware.gpusPerNode();
    if (ranks <= perNode || ranks % perNode == 0) return;
    read.fail("ranks",
              fmt::format("found {}; {} GPUs a node would leave one partly filled; allowed: "
                          "up to {}, multiples of {}, or another --gpus-per-node",
                          ranks, perNode, perNode, perNode));
}

std::string gpuLine(const std::string& name) {
    const auto hardware = core::gpuNamed(name, {});
    if (!hardware) core::broken(toString(hardware.error()));
    return fmt::format("  {:<18} {:<44} {:>6.1f} GiB {:>6.0f} TFLOP/s {:>5.0f} GB/s\n", name,
                       hardware->title, hardware->gpu.memoryMiB / 1024.0,
                       std::max(hardware->gpu.bf16Tflops, hardware->gpu.fp16Tflops),
                       hardware->gpu.memoryBandwidthGBps);
}

std::string fabricLine(const std::string& name) {
    const auto document = core::builtinHardware(name, "--fabric");
    return fmt::format("  {:<18} {}\n", name, document ? document->title : "");
}

}  // namespace

core::Result<core::Hardware> readHardware(SettingReader& read) {
    if (read.has("gpu") && read.has("hardware")) {
        return core::invalidInput(read.where("hardware"),
                                  "is given beside --gpu; allowed: one of them (a file may say "
                                  "\"extends\": \"h100-sxm\")");
    }
    const core::HardwareChoice choice{
        .fabric = read.list("fabric"),
        .gpusPerNode = static_cast<int>(read.integer("gpusPerNode", 0, 1, kMostGpusPerNode))};
    if (read.has("hardware")) return fromFile(read, choice);
    return core::gpuNamed(read.text("gpu", kDefaultGpu), choice, read.where("gpu"));
}

void checkDtype(SettingReader& read, const core::Hardware& hardware, core::DType dtype) {
    if (hardware.peakFlops(dtype) > 0) return;
    std::vector<std::string_view> allowed;
    for (core::DType each : {core::DType::Fp32, core::DType::Bf16, core::DType::Fp16}) {
        if (hardware.peakFlops(each) > 0) allowed.push_back(core::nameOf(each));
    }
    const auto found =
        hardware.isCpu() ? "was not calibrated with it (calibrate --dtype)" : "has no units for it";
    read.fail("dtype", fmt::format("found {}; {} {}; allowed: {}", core::nameOf(dtype),
                                   hardware.name, found, fmt::join(allowed, ", ")));
}

void readSimulatedMachine(SettingReader& read, profiler::RunRequest& request) {
    if (read.has("stragglers")) {
        const auto drawn =
            core::parseStragglers(read.text("stragglers", ""), read.where("stragglers"));
        if (!drawn) return read.fail(drawn.error());
        request.stragglers = *drawn;
    }
    if (read.has(kCostsFrom)) return;  // the recorded one
    if (read.text("gpu", "") == kUnitCosts && !read.has("hardware")) return;
    auto hardware = readHardware(read);
    if (!hardware) return read.fail(hardware.error());
    checkDtype(read, *hardware, request.workload.dtype);
    checkNodes(read, *hardware, request.ranks);
    request.hardware = std::move(*hardware);
}

bool asksForHardware(const std::vector<std::string>& args) {
    for (size_t i = 0; i < args.size(); ++i) {
        if (args[i] == "--gpu=help") return true;
        if (args[i] == "--gpu" && i + 1 < args.size() && args[i + 1] == "help") return true;
    }
    return false;
}

std::string hardwareListing(bool withUnitCosts) {
    std::string text = "GPUs (--gpu NAME): memory, dense 16-bit peak, memory bandwidth\n";
    for (const std::string& name : core::hardwareNames(core::HardwareKind::Gpu)) {
        text += gpuLine(name);
    }
    if (withUnitCosts) {
        text +=
            fmt::format("  {:<18} {}\n", kUnitCosts, "no machine: round numbers, for order alone");
    }
    text += "\nFabrics (--fabric LINKS,NETWORK): what connects GPUs, and what connects nodes\n";
    for (const std::string& name : core::hardwareNames(core::HardwareKind::Fabric)) {
        text += fabricLine(name);
    }
    return text +
           "\nOne's own: --hardware FILE with {\"schema\": \"shardscope.hardware/1\", "
           "\"name\": \"mine\",\n\"extends\": \"h100-sxm\", \"gpu\": {\"memoryBandwidth\": "
           "3000}}\n";
}

}  // namespace shardscope::cli
