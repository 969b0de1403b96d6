#pragma once
// What single operations and collectives took in a recorded run, apart from the run: what ReplayedCosts
// gives out again. Values.

#include <string>
#include <vector>

#include "core/sim/cost_model.h"
#include "core/sim/measured/kernel_shape.h"

namespace shardscope::core {

/// One operation of one micro-batch class: a median over steps and ranks, a mean over micro-batches.
struct RecordedOperation {
    std::string tensors;  ///< names of what it reads and writes: which layer's, which phase's
    KernelShape shape;
    bool later = false;    ///< of micro-batches after the first
    bool streams = false;  ///< its time is that of the bytes it reads and writes, in one pass
    double ns = 0;
};

/// Transfers of one size: from the arrival of the last rank to the end, a median over steps and ranks.
struct RecordedTransfer {
    CollectiveKind kind{};
    DType dtype = DType::Bf16;
    double bytes = 0;  ///< of the whole array
    Participants who;
    double ns = 0;
};

struct RecordedTimes {
    std::vector<RecordedOperation> operations;
    std::vector<RecordedTransfer> transfers;
    double launchNs = 0, eventNs = 0;  ///< what the host needs to issue an action
    double handOverNs = 0;             ///< from one operation's end to the next one's start
    double wakeUpNs = 0;               ///< from what a sleeping stream waits for to its going on
    double lateness = 0;  ///< what ranks wait for the last one, of the time since they met
};

/// Of @p operation in a recording of a plan with @p layout; ns is left at 0.
RecordedOperation recordedOperation(const Operation& operation, const Layout& layout,
                                    int microBatch);

}  // namespace shardscope::core
