#pragma once
// The ranks of one strategy that live in this process, taken through set-up and steps together.

#include <functional>
#include <memory>
#include <vector>

#include "core/engine/rank_runner.h"

namespace shardscope::core {

/// Makes one rank's device; arguments are borrowed and outlive it.
using DeviceFactory =
    std::function<std::unique_ptr<Device>(const RunContext&, Communicator&, Observer*)>;

class RankGroup {
  public:
    struct Options {
        RankRunner::Options rank;
        bool concurrent = true;  ///< a thread a rank; simulated ranks do not wait for each other
    };
    /// @param communicators one a local rank, in rank order. @param observers likewise, or empty.
    /// @p problem, @p dataset and the observers are borrowed.
    RankGroup(const Problem& problem, const Dataset* dataset,
              std::vector<std::unique_ptr<Communicator>> communicators, const DeviceFactory& device,
              std::vector<Observer*> observers, Options options);
    ~RankGroup();

    /// Errors: the first rank's that ran out of memory, else the first one's.
    Result<void> setUp();
    /// @return one result a local rank, in rank order.
    Result<std::vector<StepResult>> step(int64_t step);

    /// @param sinks one a local rank, in rank order, or empty: nothing is read.
    Result<void> saveCheckpoint(int64_t steps, const std::vector<CheckpointSink*>& sinks);

    size_t size() const { return members_.size(); }
    RankRunner& runner(size_t local) { return *members_[local].runner; }
    Communicator& communicator(size_t local) { return *members_[local].communicator; }
    /// Ends what is in flight on all ranks.
    void abort(const std::string& reason);

  private:
    struct Member {
        RunContext context;
        std::unique_ptr<Communicator> communicator;
        std::unique_ptr<Device> device;
        std::unique_ptr<RankRunner> runner;
    };
    void forEachMember(const std::function<void(size_t)>& work);

    Options options_;
    std::vector<Member> members_;
};

}  // namespace shardscope::core
