#pragma once
// What an Observer may implement besides: to be told when the host itself stood still for its device. Only a
// GPU's recording knows (CUPTI's synchronisation records); on the other devices nobody is told.

#include <cstdint>

#include "core/engine/observer.h"

namespace shardscope::core {

/// What the host waited for.
enum class HostWaitFor : int32_t { ComputeStream, CommunicationStream, OtherStream, Event, Device };

class HostWaitObserver {
  public:
    virtual ~HostWaitObserver() = default;

    /// @param ref the action in which the host waited; outside of actions, the last one that it had issued:
    /// what it waits for then is that action's stream to end.
    /// Interpreter thread, between steps' work: after the wait.
    virtual void onHostWait(ActionRef ref, HostWaitFor what, int64_t startNs, int64_t endNs) = 0;
};

}  // namespace shardscope::core
