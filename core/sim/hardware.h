#pragma once
// A machine as coefficients: what one GPU can do, how its kernels and NCCL come near that, what connects
// GPUs and nodes. Values; the numbers come from hardware files (hardware_file.h), never from code.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/dtype.h"

namespace shardscope::core {

/// Peaks of one GPU. A peak of 0 means that the GPU has no units for that type.
struct GpuRates {
    double memoryMiB = 0;  ///< what the driver offers
    double memoryBandwidthGBps = 0;
    double bf16Tflops = 0, fp16Tflops = 0, fp32Tflops = 0;  ///< dense
    double multiprocessors = 0;
};

inline constexpr size_t kTiles = 4;

/// How near kernels come to the peaks. Fractions of the GPU's rates unless the name says otherwise.
struct KernelRates {
    double launchUs = 0;                    ///< least time of a kernel on the stream
    double matmul = 0;                      ///< best shape, of the dtype's peak
    double sustained = 0;                   ///< what the power limit leaves of it in long runs
    std::array<double, kTiles> tileRows{};  ///< output tiles that the library chooses from
    std::array<double, kTiles> tileColumns{};
    std::array<double, kTiles> tileRate{};  ///< of `matmul`
    double tileSetupK = 0;                  ///< a tile's start and end, in elements of k
    double vector = 0;                      ///< elementwise arithmetic, of the fp32 peak
    double streaming = 0;                   ///< elementwise kernels, of the memory bandwidth
    double normalization = 0, softmax = 0;  ///< of the memory bandwidth
    double lookup = 0, reduction = 0;       ///< of the memory bandwidth
    double optimizer = 0;                   ///< of the memory bandwidth
    double attentionMatmul = 0;             ///< materialized attention's products, of the peak
    double flashForward = 0;                ///< of the peak
    double flashBackward = 0;               ///< of the peak
};

/// What the host needs to issue one action, microseconds.
struct HostRates {
    double launchUs = 0, eventUs = 0;
};

inline constexpr size_t kProtocols = 3;         ///< LL, LL128, Simple
inline constexpr size_t kTreeCorrections = 22;  ///< 64 B, 128 B, … 128 MiB

/// NCCL's own estimates of its algorithms. Latencies in microseconds by protocol.
/// Source: src/graph/tuning.cc of NCCL.
struct NcclRates {
    using ByProtocol = std::array<double, kProtocols>;
    ByProtocol ringBaseUs{}, ringNvlinkUs{}, ringPcieUs{}, ringNetworkUs{};
    ByProtocol treeBaseUs{}, treeNvlinkUs{}, treePcieUs{}, treeNetworkUs{};
    double nvlsUs = 0, nvlsNetworkUs = 0;
    double ringPlateau = 0;  ///< Simple ring all-reduce over nodes: factor on its latency
    double treeRate = 0;     ///< of the ring's bus bandwidth
    std::array<double, kTreeCorrections> treeLl{}, treeLl128{}, treeSimple{};
    double channels = 0;         ///< in one node
    double adapterChannels = 0;  ///< across nodes, of each of a node's adapters
    double fastAdapterGBps = 0;  ///< above it twice as many, below fastChannels; 0 = never
    double fastChannels = 0;
    double llMaximumGBps = 0;                      ///< bus bandwidth of LL in one node
    std::array<double, 2> llNetworkMaximumGBps{};  ///< over two nodes, over more
    double llNetworkHop = 1;      ///< LL over nodes: factor on the hops within a node
    double ll128ChannelGBps = 0;  ///< of one channel
    double nvlsRate = 0;          ///< NCCL's factor on the link bandwidth
    // What is reached of the above, from measurements.
    double ringReached = 0, nvlsReached = 0;  ///< fractions
    double halfPartMiB =
        0;  ///< a rank's part of the array with which half the bandwidth is reached
};

/// What connects the GPUs of a node.
struct NodeLinks {
    double gpus = 0;
    double linkGBps = 0;  ///< of one GPU, one direction, as NCCL's topology search counts it
    double nvlink = 0;    ///< 1: NVLink, 0: PCIe
    double nvls = 0;      ///< 1: the switch reduces
};

/// What connects nodes.
struct Network {
    double nics = 0;  ///< of a node
    double nicGBps = 0;
};

/// What a running collective takes away from computation.
struct Contention {
    double multiprocessors = 0;
    double gatherTraffic = 0;  ///< bytes of GPU memory traffic a byte of bus bandwidth
    double reduceTraffic = 0;
};

/// Memory outside the pool, a process.
struct FixedMemory {
    double contextMiB = 0;
    double ncclBaseMiB = 0;
    double ncclConnectionMiB = 0;  ///< a channel and connection
    double ncclConnections = 0;    ///< of a channel
    double libraryMiB = 0;         ///< workspaces of matrix libraries
    double slack = 0;              ///< of the pool's reserved bytes: what an allocator keeps beyond
};

/// A CPU on which ranks are threads; cores 0 = the machine is no CPU.
struct CpuRates {
    double cores = 0;
    double handOverUs = 0;  ///< from the end of one operation of a stream to the start of the next
    double wakeUpUs = 0;    ///< from what a sleeping thread waits for to its going on
    double lateness = 0;    ///< of the time since ranks met: what one waits for the last to come
    double sharing = 1;     ///< what taking turns costs when more threads work than there are cores
};

enum class CollectiveKind : uint8_t;

/// One kernel's time, measured while @p ranks ranks computed. @p kernel, @p variant, @p shape and
/// @p work are a KernelShape's (measured/kernel_shape.h).
struct MeasuredKernel {
    std::string kernel, variant;
    std::vector<double> shape;
    int ranks = 1;
    double work = 0;
    double us = 0;
    double besideUs = 0;  ///< while the rank's other stream computed; 0 = not measured

    bool operator==(const MeasuredKernel&) const = default;
};

/// One collective's transfer, from the arrival of the last rank on.
struct MeasuredCollective {
    CollectiveKind kind{};
    DType dtype = DType::Bf16;
    int ranks = 2;
    double bytes = 0;  ///< of the whole array
    double us = 0;
    double besideUs = 0;  ///< while the ranks' other streams computed; 0 = not measured

    bool operator==(const MeasuredCollective&) const = default;
};

/// Times measured on the machine; where they are given they stand before every estimate.
struct MeasuredRates {
    std::string source;
    std::vector<MeasuredKernel> kernels;
    std::vector<MeasuredCollective> collectives;

    bool empty() const { return kernels.empty() && collectives.empty(); }
    bool operator==(const MeasuredRates&) const = default;
};

struct Hardware {
    std::string name;    ///< "h100-sxm"
    std::string title;   ///< "NVIDIA H100 SXM5 80 GB"
    std::string fabric;  ///< "nvlink-4 + 8x400g"
    GpuRates gpu;
    KernelRates kernels;
    HostRates host;
    NcclRates nccl;
    NodeLinks node;
    Network network;
    Contention contention;
    FixedMemory memory;
    CpuRates cpu;
    MeasuredRates measured;

    bool isCpu() const { return cpu.cores > 0; }
    /// Dense matrix peak of @p dtype in FLOP/s; 0 when there is none.
    double peakFlops(DType dtype) const;
    int64_t memoryBytes() const { return static_cast<int64_t>(gpu.memoryMiB * 1048576.0); }
    int gpusPerNode() const { return static_cast<int>(node.gpus); }
};

}  // namespace shardscope::core
