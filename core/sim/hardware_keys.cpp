#include "core/sim/hardware_keys.h"

#include <algorithm>
#include <array>

namespace shardscope::core {

namespace {

template <auto Section, auto Member>
std::span<double> placeOf(Hardware& hardware) {
    auto& value = hardware.*Section.*Member;
    if constexpr (requires { value.data(); })
        return {value.data(), value.size()};
    else
        return {&value, 1};
}

constexpr auto kGpu = &Hardware::gpu;
constexpr auto kKernels = &Hardware::kernels;
constexpr auto kHost = &Hardware::host;
constexpr auto kNccl = &Hardware::nccl;
constexpr auto kNode = &Hardware::node;
constexpr auto kNetwork = &Hardware::network;
constexpr auto kContention = &Hardware::contention;
constexpr auto kMemory = &Hardware::memory;
constexpr auto kCpu = &Hardware::cpu;

using K = KernelRates;
using N = NcclRates;
constexpr std::string_view kFraction = "fraction", kUs = "us", kGBps = "GB/s", kMiB = "MiB",
                           kTflops = "TFLOP/s", kCount = "count", kElements = "elements",
                           kFactor = "factor", kSwitch = "0 or 1";
constexpr double kTiny = 1e-3, kHuge = 1e9;

constexpr std::array kKeys{
    HardwareKey{"gpu.memory", kMiB, 1, kHuge, placeOf<kGpu, &GpuRates::memoryMiB>},
    HardwareKey{"gpu.memoryBandwidth", kGBps, 1, 1e6,
                placeOf<kGpu, &GpuRates::memoryBandwidthGBps>},
    HardwareKey{"gpu.bf16", kTflops, 0, 1e6, placeOf<kGpu, &GpuRates::bf16Tflops>},
    HardwareKey{"gpu.fp16", kTflops, 0, 1e6, placeOf<kGpu, &GpuRates::fp16Tflops>},
    HardwareKey{"gpu.fp32", kTflops, kTiny, 1e6, placeOf<kGpu, &GpuRates::fp32Tflops>},
    HardwareKey{"gpu.multiprocessors", kCount, 1, 1e4, placeOf<kGpu, &GpuRates::multiprocessors>},
    HardwareKey{"kernels.launch", kUs, 0, 1e6, placeOf<kKernels, &K::launchUs>},
    HardwareKey{"kernels.matmul", kFraction, kTiny, 1, placeOf<kKernels, &K::matmul>},
    HardwareKey{"kernels.sustained", kFraction, kTiny, 1, placeOf<kKernels, &K::sustained>},
    HardwareKey{"kernels.tileRows", kElements, 1, 4096, placeOf<kKernels, &K::tileRows>},
    HardwareKey{"kernels.tileColumns", kElements, 1, 4096, placeOf<kKernels, &K::tileColumns>},
    HardwareKey{"kernels.tileRate", kFraction, kTiny, 1, placeOf<kKernels, &K::tileRate>},
    HardwareKey{"kernels.tileSetup", kElements, 0, 1e5, placeOf<kKernels, &K::tileSetupK>},
    HardwareKey{"kernels.vector", kFraction, kTiny, 1, placeOf<kKernels, &K::vector>},
    HardwareKey{"kernels.streaming", kFraction, kTiny, 1, placeOf<kKernels, &K::streaming>},
    HardwareKey{"kernels.normalization", kFraction, kTiny, 1, placeOf<kKernels, &K::normalization>},
    HardwareKey{"kernels.softmax", kFraction, kTiny, 1, placeOf<kKernels, &K::softmax>},
    HardwareKey{"kernels.lookup", kFraction, kTiny, 1, placeOf<kKernels, &K::lookup>},
    HardwareKey{"kernels.reduction", kFraction, kTiny, 1, placeOf<kKernels, &K::reduction>},
    HardwareKey{"kernels.optimizer", kFraction, kTiny, 1, placeOf<kKernels, &K::optimizer>},
    HardwareKey{"kernels.attentionMatmul", kFraction, kTiny, 1,
                placeOf<kKernels, &K::attentionMatmul>},
    HardwareKey{"kernels.flashForward", kFraction, kTiny, 1, placeOf<kKernels, &K::flashForward>},
    HardwareKey{"kernels.flashBackward", kFraction, kTiny, 1, placeOf<kKernels, &K::flashBackward>},
    HardwareKey{"host.launch", kUs, 0, 1e6, placeOf<kHost, &HostRates::launchUs>},
    HardwareKey{"host.event", kUs, 0, 1e6, placeOf<kHost, &HostRates::eventUs>},
    HardwareKey{"nccl.ringBase", kUs, 0, 1e6, placeOf<kNccl, &N::ringBaseUs>},
    HardwareKey{"nccl.ringNvlink", kUs, 0, 1e6, placeOf<kNccl, &N::ringNvlinkUs>},
    HardwareKey{"nccl.ringPcie", kUs, 0, 1e6, placeOf<kNccl, &N::ringPcieUs>},
    HardwareKey{"nccl.ringNetwork", kUs, 0, 1e6, placeOf<kNccl, &N::ringNetworkUs>},
    HardwareKey{"nccl.treeBase", kUs, 0, 1e6, placeOf<kNccl, &N::treeBaseUs>},
    HardwareKey{"nccl.treeNvlink", kUs, 0, 1e6, placeOf<kNccl, &N::treeNvlinkUs>},
    HardwareKey{"nccl.treePcie", kUs, 0, 1e6, placeOf<kNccl, &N::treePcieUs>},
    HardwareKey{"nccl.treeNetwork", kUs, 0, 1e6, placeOf<kNccl, &N::treeNetworkUs>},
    HardwareKey{"nccl.nvls", kUs, 0, 1e6, placeOf<kNccl, &N::nvlsUs>},
    HardwareKey{"nccl.nvlsNetwork", kUs, 0, 1e6, placeOf<kNccl, &N::nvlsNetworkUs>},
    HardwareKey{"nccl.ringPlateau", kFactor, 1, 100, placeOf<kNccl, &N::ringPlateau>},
    HardwareKey{"nccl.treeRate", kFraction, kTiny, 1, placeOf<kNccl, &N::treeRate>},
    HardwareKey{"nccl.treeCorrectionLL", kFraction, kTiny, 1, placeOf<kNccl, &N::treeLl>},
    HardwareKey{"nccl.treeCorrectionLL128", kFraction, kTiny, 1, placeOf<kNccl, &N::treeLl128>},
    HardwareKey{"nccl.treeCorrectionSimple", kFraction, kTiny, 1, placeOf<kNccl, &N::treeSimple>},
    HardwareKey{"nccl.channels", kCount, 1, 64, placeOf<kNccl, &N::channels>},
    HardwareKey{"nccl.adapterChannels", kCount, 1, 64, placeOf<kNccl, &N::adapterChannels>},
    HardwareKey{"nccl.fastAdapter", kGBps, 0, 1e6, placeOf<kNccl, &N::fastAdapterGBps>},
    HardwareKey{"nccl.fastChannels", kCount, 0, 64, placeOf<kNccl, &N::fastChannels>},
    HardwareKey{"nccl.llMaximum", kGBps, kTiny, 1e6, placeOf<kNccl, &N::llMaximumGBps>},
    HardwareKey{"nccl.llNetworkMaximum", kGBps, kTiny, 1e6,
                placeOf<kNccl, &N::llNetworkMaximumGBps>},
    HardwareKey{"nccl.llNetworkHop", kFactor, 1, 100, placeOf<kNccl, &N::llNetworkHop>},
    HardwareKey{"nccl.ll128Channel", kGBps, kTiny, 1e6, placeOf<kNccl, &N::ll128ChannelGBps>},
    HardwareKey{"nccl.nvlsRate", kFraction, kTiny, 1, placeOf<kNccl, &N::nvlsRate>},
    HardwareKey{"nccl.ringReached", kFraction, kTiny, 1, placeOf<kNccl, &N::ringReached>},
    HardwareKey{"nccl.nvlsReached", kFraction, kTiny, 1, placeOf<kNccl, &N::nvlsReached>},
    HardwareKey{"nccl.halfPart", kMiB, 0, kHuge, placeOf<kNccl, &N::halfPartMiB>},
    HardwareKey{"node.gpus", kCount, 1, 1024, placeOf<kNode, &NodeLinks::gpus>},
    HardwareKey{"node.link", kGBps, kTiny, 1e6, placeOf<kNode, &NodeLinks::linkGBps>},
    HardwareKey{"node.nvlink", kSwitch, 0, 1, placeOf<kNode, &NodeLinks::nvlink>},
    HardwareKey{"node.nvls", kSwitch, 0, 1, placeOf<kNode, &NodeLinks::nvls>},
    HardwareKey{"network.nics", kCount, 1, 1024, placeOf<kNetwork, &Network::nics>},
    HardwareKey{"network.nic", kGBps, kTiny, 1e6, placeOf<kNetwork, &Network::nicGBps>},
    HardwareKey{"contention.multiprocessors", kCount, 0, 1e4,
                placeOf<kContention, &Contention::multiprocessors>},
    HardwareKey{"contention.gatherTraffic", kFactor, 0, 100,
                placeOf<kContention, &Contention::gatherTraffic>},
    HardwareKey{"contention.reduceTraffic", kFactor, 0, 100,
                placeOf<kContention, &Contention::reduceTraffic>},
    HardwareKey{"memory.context", kMiB, 0, kHuge, placeOf<kMemory, &FixedMemory::contextMiB>},
    HardwareKey{"memory.ncclBase", kMiB, 0, kHuge, placeOf<kMemory, &FixedMemory::ncclBaseMiB>},
    HardwareKey{"memory.ncclConnection", kMiB, 0, kHuge,
                placeOf<kMemory, &FixedMemory::ncclConnectionMiB>},
    HardwareKey{"memory.ncclConnections", kCount, 0, 1e4,
                placeOf<kMemory, &FixedMemory::ncclConnections>},
    HardwareKey{"memory.library", kMiB, 0, kHuge, placeOf<kMemory, &FixedMemory::libraryMiB>},
    HardwareKey{"memory.slack", kFraction, 0, 10, placeOf<kMemory, &FixedMemory::slack>},
    HardwareKey{"cpu.cores", kCount, 1, 1e4, placeOf<kCpu, &CpuRates::cores>},
    HardwareKey{"cpu.handOver", kUs, 0, 1e6, placeOf<kCpu, &CpuRates::handOverUs>},
    HardwareKey{"cpu.wakeUp", kUs, 0, 1e6, placeOf<kCpu, &CpuRates::wakeUpUs>},
    HardwareKey{"cpu.lateness", kFraction, 0, 10, placeOf<kCpu, &CpuRates::lateness>},
    HardwareKey{"cpu.sharing", kFactor, 1, 100, placeOf<kCpu, &CpuRates::sharing>},
};

}  // namespace

std::span<const HardwareKey> hardwareKeys() { return kKeys; }

const HardwareKey* findHardwareKey(std::string_view path) {
    const auto* found = std::ranges::find(kKeys, path, &HardwareKey::path);
    return found == kKeys.end() ? nullptr : found;
}

}  // namespace shardscope::core
