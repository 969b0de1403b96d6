#pragma once
// Bus bandwidths that people have measured, and what is modelled for them.

#include <string>
#include <vector>

#include "core/sim/cost/collective.h"
#include "core/sim/hardware_catalogue.h"

namespace shardscope::core {

inline constexpr double kGB = 1e9;

struct MeasuredBus {
    const char* source;
    const char* gpu;
    std::vector<std::string> fabric;
    CollectiveKind kind;
    double bytes;
    int ranks;
    double busGBps;
};

inline const std::vector<MeasuredBus>& measurements() {
    using enum CollectiveKind;
    static const std::vector<MeasuredBus> all{
        {"nccl-tests#149", "a100-sxm-80", {}, AllReduce, 1 * kGB, 8, 200},
        {"nccl-tests#212", "h100-sxm", {}, AllReduce, 8 * kGB, 8, 480},
        {"nccl-tests#212", "h100-sxm", {}, AllGather, 8 * kGB, 8, 370},
        {"nccl-tests#272", "h200-sxm", {}, AllReduce, 4 * kGB, 8, 475},
        {"nccl#1374", "h800-sxm", {}, AllReduce, 8 * kGB, 8, 215},
        {"nccl#1807", "b200-sxm", {}, AllReduce, 8 * kGB, 8, 830},
        {"SimuMax v1.2", "b200-sxm", {}, AllGather, 8 * kGB, 8, 606},
        {"coreweave/nccl-tests#43", "gb200", {}, AllReduce, 0.5 * kGB, 72, 586},
        {"coreweave/nccl-tests#43", "gb200", {}, AllReduce, 8 * kGB, 72, 847},
        {"nccl#1161", "h100-pcie", {"nvlink-bridge"}, AllReduce, 4 * kGB, 2, 116},
        {"nccl#1639", "rtx-5090", {}, AllReduce, 1 * kGB, 8, 28},
        {"nccl#1639", "rtx-5090", {}, AllReduce, 1 * kGB, 4, 35},
        {"nccl#2409 (expected)", "h100-sxm", {}, AllReduce, 8 * kGB, 16, 470},
        {"nccl#1218", "h100-sxm", {}, AllReduce, 2 * kGB, 256, 340},
        {"nccl#1218", "h100-sxm", {}, AllGather, 2 * kGB, 256, 200},
    };
    return all;
}

inline double busOf(const Hardware& hardware, CollectiveKind kind, double bytes, int ranks) {
    const double us = collectiveTime(hardware, kind, bytes, {.ranks = ranks}).us;
    return busGBps(kind, bytes, us, ranks);
}

}  // namespace shardscope::core
