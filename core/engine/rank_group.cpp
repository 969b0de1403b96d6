#include "core/engine/rank_group.h"

#include <algorithm>
#include <thread>

namespace shardscope::core {

namespace {

/// What went wrong first: running out of memory explains the aborts that follow from it.
template <class T>
const Error* causeOf(const std::vector<Result<T>>& results) {
    const Error* cause = nullptr;
    for (const Result<T>& result : results) {
        if (result) continue;
        if (!cause || (result.error().code == ErrorCode::OutOfMemory &&
                       cause->code != ErrorCode::OutOfMemory)) {
            cause = &result.error();
        }
    }
    return cause;
}

}  // namespace

RankGroup::RankGroup(const Problem& problem, const Dataset* dataset,
                     std::vector<std::unique_ptr<Communicator>> communicators,
                     const DeviceFactory& device, std::vector<Observer*> observers, Options options)
    : options_(options), members_(communicators.size()) {
    for (size_t i = 0; i < members_.size(); ++i) {
        Member& m = members_[i];
        Observer* observer = observers.empty() ? nullptr : observers[i];
        m.communicator = std::move(communicators[i]);
        m.context = {.problem = &problem,
                     .dataset = dataset,
                     .rank = m.communicator->rank(),
                     .ranks = m.communicator->ranks()};
        m.device = device(m.context, *m.communicator, observer);
        m.runner = std::make_unique<RankRunner>(problem, m.context.rank, *m.device, *m.communicator,
                                                observer, options.rank);
    }
}

RankGroup::~RankGroup() = default;

void RankGroup::forEachMember(const std::function<void(size_t)>& work) {
    if (!options_.concurrent || members_.size() == 1) {
        for (size_t i = 0; i < members_.size(); ++i) work(i);
        return;
    }
    std::vector<std::jthread> threads;
    for (size_t i = 0; i < members_.size(); ++i) threads.emplace_back([&work, i] { work(i); });
}

Result<void> RankGroup::setUp() {
    std::vector<Result<void>> results(members_.size());
    forEachMember([&](size_t i) { results[i] = members_[i].runner->setUp(); });
    if (const Error* cause = causeOf(results)) return tl::unexpected(*cause);
    return {};
}

Result<std::vector<StepResult>> RankGroup::step(int64_t step) {
    std::vector<Result<StepResult>> results(members_.size());
    forEachMember([&](size_t i) { results[i] = members_[i].runner->step(step); });
    if (const Error* cause = causeOf(results)) return tl::unexpected(*cause);
    std::vector<StepResult> values;
    for (const auto& result : results) values.push_back(*result);
    return values;
}

Result<void> RankGroup::saveCheckpoint(int64_t steps, const std::vector<CheckpointSink*>& sinks) {
    std::vector<Result<void>> results(members_.size());
    forEachMember([&](size_t i) {
        results[i] = members_[i].runner->saveCheckpoint(steps, sinks.empty() ? nullptr : sinks[i]);
    });
    if (const Error* cause = causeOf(results)) return tl::unexpected(*cause);
    return {};
}

void RankGroup::abort(const std::string& reason) {
    for (Member& m : members_) m.communicator->abort(reason);
}

}  // namespace shardscope::core
