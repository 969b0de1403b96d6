#pragma once
// One thread a rank, each with its communicator.

#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/host/inproc_communicator.h"

namespace shardscope::core {

/// Calls body(communicator) on a thread for every rank; returns when all have ended.
inline void onEveryRank(const std::vector<std::unique_ptr<Communicator>>& communicators,
                        const std::function<void(Communicator&)>& body) {
    std::vector<std::jthread> threads;
    for (const auto& each : communicators) {
        threads.emplace_back([&body, communicator = each.get()] { body(*communicator); });
    }
}

inline void onEveryRank(int ranks, const std::function<void(Communicator&)>& body) {
    onEveryRank(makeInprocCommunicators(ranks), body);
}

}  // namespace shardscope::core
