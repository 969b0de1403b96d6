#pragma once
// How long a collective takes, by the model with which NCCL chooses its algorithm and protocol, held
// against measured bandwidths. Pure.

#include <cstdint>
#include <string_view>

#include "core/plan/step_plan.h"
#include "core/sim/cost_model.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

enum class NcclAlgorithm : uint8_t { Ring, Tree, Nvls, NvlsTree };
enum class NcclProtocol : uint8_t { Ll, Ll128, Simple };
std::string_view nameOf(NcclAlgorithm algorithm);  ///< "ring", "tree", "nvls", "nvls tree"
std::string_view nameOf(NcclProtocol protocol);    ///< "LL", "LL128", "Simple"

struct CollectiveTime {
    double us = 0;
    NcclAlgorithm algorithm = NcclAlgorithm::Ring;
    NcclProtocol protocol = NcclProtocol::Simple;
};

/// The fastest of what NCCL has for @p kind. Ranks fill nodes one after the other.
/// @param bytes of the whole array. @param who at least 2 ranks.
/// Source: src/graph/tuning.cc of NCCL 2.30; measured bandwidths as the hardware files say.
CollectiveTime collectiveTime(const Hardware& hardware, CollectiveKind kind, double bytes,
                              Participants who);

/// Blocks, one a channel, that a collective keeps on each GPU. Across nodes rings need no more than the
/// adapters take. Source: src/graph/connect.cc of NCCL (ncclTopoPostset).
double channelsOf(const Hardware& hardware, Participants who);

/// What nccl-tests calls bus bandwidth. Source: its doc/PERFORMANCE.md.
double busGBps(CollectiveKind kind, double bytes, double us, int ranks);

}  // namespace shardscope::core
