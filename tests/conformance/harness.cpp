#include "tests/conformance/harness.h"

#include <fmt/format.h>

#include "core/engine/pool_replay.h"
#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"
#include "core/sim/simulated_device.h"

namespace shardscope::conformance {

using namespace core;

namespace {

/// Keeps every pool call of one rank with what is live after it.
class PoolWatcher : public Observer {
  public:
    void onAllocate(ActionRef ref, const PoolCall& call, const PoolTotals& totals,
                    int64_t) override {
        live_[static_cast<size_t>(call.tag)] += call.requested;
        note(ref, call, totals);
    }
    void onFree(ActionRef ref, const PoolCall& call, const PoolTotals& totals, int64_t) override {
        live_[static_cast<size_t>(call.tag)] -= call.requested;
        note(ref, call, totals);
    }
    void onOperation(ActionRef, StreamId, int64_t, int64_t) override {}
    void onCollective(ActionRef, StreamId, int64_t, int64_t, int64_t) override {}
    void onWait(ActionRef, StreamId, int64_t, int64_t) override {}
    void onMark(ActionRef, StreamId, int64_t) override {}
    void onStep(int32_t, int64_t, int64_t) override {}

    std::vector<PoolEvent> events;
    std::string hash() const { return hash_.digest(); }

  private:
    void note(ActionRef ref, const PoolCall& call, const PoolTotals& totals) {
        events.push_back({ref, call, totals, live_});
        hash_.add(call);
    }
    CategoryBytes live_{};
    CallSequenceHash hash_;
};

DeviceFactory factoryOf(const Setting& setting) {
    if (setting.simulated) {
        return [](const RunContext& context, Communicator&, Observer* observer) {
            return makeSimulatedDevice(context, observer);
        };
    }
    return [fault = setting.fault](const RunContext& context, Communicator& communicator,
                                   Observer* observer) {
        StreamDelay delay;
        if (fault) {
            delay = [fault, rank = context.rank](StreamId stream, ActionRef ref) {
                fault(rank, stream, ref);
            };
        }
        return makeHostDevice(context, communicator, observer, delay);
    };
}

}  // namespace

Workload workloadOf(const Setting& s) {
    Workload w;
    w.model = {.name = s.model,
               .layers = s.layers,
               .hidden = s.hidden,
               .heads = s.heads,
               .vocab = s.vocab,
               .sequence = s.sequence};
    if (s.shape) s.shape(w.model);
    w.attention = s.attention;
    w.checkpointing = s.checkpointing;
    w.logits = s.logits;
    w.gradAccum = s.gradAccum;
    w.microBatch = s.microBatch;
    w.dtype = s.dtype;
    w.reduceDtype = s.reduceDtype.value_or(s.dtype);
    w.accumulateDtype = s.accumulateDtype.value_or(s.dtype);
    w.optimizer.kind = s.optimizer;
    w.optimizer.learningRate = s.learningRate;
    w.clip = s.clip;
    w.lossScaling = s.scaling;
    w.steps = s.steps;
    return w;
}

Problem problemOf(const Setting& s) {
    Strategy strategy = *presetNamed(s.preset, "test");
    strategy.bucket = *parseBucketSize(s.bucket, bytesOf(s.dtype), "test");
    strategy.inFlight = s.inFlight;
    strategy.overlap = s.overlap;
    strategy.omit = s.omit;
    if (s.axes) s.axes(strategy);
    Problem problem = *makeProblem(workloadOf(s), strategy, s.ranks);
    problem.poison = true;
    return problem;
}

std::string nameOf(const Setting& s) {
    return fmt::format("{} {} ranks {} G {} {} bucket {} k {} overlap {} {} checkpointing {}",
                       s.model, s.preset, s.ranks, s.gradAccum, core::nameOf(s.dtype), s.bucket,
                       s.inFlight, s.overlap, core::nameOf(s.attention),
                       core::nameOf(s.checkpointing));
}

std::vector<double> Outcome::losses() const {
    std::vector<double> means;
    for (const auto& ranks : steps) {
        double sum = 0;
        for (const StepResult& r : ranks) sum += r.loss;
        means.push_back(sum / static_cast<double>(ranks.size()));
    }
    return means;
}

std::vector<uint64_t> Outcome::weightHashes() const {
    std::vector<uint64_t> hashes;
    for (const auto& ranks : steps) hashes.push_back(ranks.front().weightHash);
    return hashes;
}

Outcome run(const Setting& setting) { return run(setting, problemOf(setting)); }

Machine machineOf(const Setting& setting) {
    return {
        .communicators =
            [simulated = setting.simulated](int ranks) {
                return Result<std::vector<std::unique_ptr<Communicator>>>(
                    simulated ? makeSimulatedCommunicators(ranks) : makeInprocCommunicators(ranks));
            },
        .device = factoryOf(setting)};
}

Outcome run(const Setting& setting, const Problem& problem) {
    return run(setting, problem, machineOf(setting));
}

Outcome run(const Setting& setting, const Problem& problem, const Machine& machine) {
    const Dataset dataset = *Dataset::open(problem.workload);
    std::vector<PoolWatcher> watchers(static_cast<size_t>(setting.ranks));
    std::vector<Observer*> observers;
    for (PoolWatcher& watcher : watchers) observers.push_back(&watcher);
    Outcome outcome;
    auto communicators = machine.communicators(setting.ranks);
    if (!communicators) {
        outcome.result = tl::unexpected(communicators.error());
        return outcome;
    }
    RankGroup group(problem, &dataset, std::move(*communicators), machine.device, observers,
                    {.rank = {.policy = setting.policy, .memoryLimit = setting.memoryLimit},
                     .concurrent = !setting.simulated});
    outcome.result = group.setUp();
    for (int64_t s = 0; outcome.result && s < setting.steps; ++s) {
        auto step = group.step(s);
        if (!step) {
            outcome.result = tl::unexpected(step.error());
            break;
        }
        uint64_t sum = 0;
        for (StepResult& r : *step) {
            outcome.ranksAgree = outcome.ranksAgree && r.weightHash == step->front().weightHash;
            sum += r.weightHash;
        }
        if (problem.strategy.parameters != ParameterStorage::Replicated) {
            for (StepResult& r : *step) r.weightHash = sum;
            outcome.ranksAgree = true;
        }
        outcome.steps.push_back(std::move(*step));
    }
    for (size_t r = 0; r < watchers.size(); ++r) {
        outcome.pool.push_back(std::move(watchers[r].events));
        outcome.callSequenceHash.push_back(watchers[r].hash());
        if (group.runner(r).outOfMemory()) {
            outcome.outOfMemory.push_back(*group.runner(r).outOfMemory());
        }
    }
    return outcome;
}

}  // namespace shardscope::conformance
