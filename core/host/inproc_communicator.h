#pragma once
// Ranks as threads of one process: collectives read the peers' buffers in place.

#include <memory>
#include <vector>

#include "core/engine/communicator.h"

namespace shardscope::core {

/// One communicator a rank, sharing one meeting place that lives as long as any of them.
std::vector<std::unique_ptr<Communicator>> makeInprocCommunicators(int ranks);

}  // namespace shardscope::core
