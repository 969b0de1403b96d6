#include "tests/doubles/played_strategy.h"

#include <fmt/format.h>

#include <algorithm>

#include "tests/doubles/recorded_run.h"

namespace shardscope::doubles {

namespace {

using core::Category;

core::Strategy presetOf(const std::string& name) {
    const auto preset = core::presetNamed(name, "scenario");
    if (!preset) core::broken(preset.error().message);
    return *preset;
}

void describe(const Scenario& scenario, RecordedRun& run) {
    const core::Strategy claimed = presetOf(scenario.label);
    const auto text = [](auto value) { return std::string(core::nameOf(value)); };
    traces::Json& strategy = run.run["strategy"];
    strategy["preset"] = claimed.preset;
    strategy["stage"] = core::stageOf(claimed);
    strategy["optimizer"] = text(claimed.optimizer);
    strategy["layout"] = text(claimed.layout);
    strategy["collective"] = text(claimed.collective);
    strategy["cadence"] = text(claimed.cadence);
    strategy["storage"] = text(claimed.storage);
    strategy["parameters"] = text(claimed.parameters);
    strategy["weightReturn"] = text(claimed.weightReturn);
    run.run["name"] = scenario.gradAccum == 1
                          ? scenario.label
                          : fmt::format("{}-g{}", scenario.label, scenario.gradAccum);
    run.run["ranks"] = scenario.ranks;
    run.run["steps"] = scenario.steps;
    run.run["workload"]["gradAccum"] = scenario.gradAccum;
    run.run["workload"]["globalBatch"] = scenario.ranks * scenario.gradAccum;
    for (int b = 0; b < scenario.buckets; ++b) {
        run.bucket(fmt::format("B{}", scenario.buckets - 1 - b), scenario.elements,
                   scenario.elements - 24);
    }
}

class Player {
  public:
    Player(const Scenario& scenario, RecordedRun& run)
        : s_(scenario), run_(run), does_(presetOf(scenario.does)) {}

    void play(int rank) {
        run_.onRank(rank).inStep(-1).inPhase("setup");
        setUp();
        for (int64_t step = 0; step < s_.steps; ++step) playStep(step);
    }

  private:
    bool frees() const { return does_.storage == core::FullGradientStorage::FreedPerBucket; }
    bool gathers() const { return does_.parameters != core::ParameterStorage::Replicated; }
    bool sharded() const { return does_.optimizer == core::OptimizerSharding::Sharded; }
    int64_t fullBytes() const { return 2 * s_.elements; }
    int64_t shardBytes() const { return fullBytes() / s_.ranks; }
    int64_t at(int64_t units) const { return units * s_.unitNs; }

    void setUp() {
        const int64_t all = s_.elements * s_.buckets;
        const int64_t own = sharded() ? all / s_.ranks : all;
        run_.allocate(Category::Weights, 2 * (gathers() ? own : all));
        run_.allocate(Category::MasterWeights, 4 * own);
        run_.allocate(Category::OptimizerState, 8 * own);
    }

    void playStep(int64_t step) {
        run_.inStep(step);
        begin_ = now_;
        bornAt_.assign(static_cast<size_t>(s_.buckets), 0);
        reducedAt_ = bornAt_;
        for (int m = 0; m < s_.gradAccum; ++m) microBatch(m);
        optimizer();
        now_ += step * s_.jitterUnits;
        run_.window(at(begin_), at(now_));
    }

    void send(const char* name, const char* purpose, int bucket) {
        lane_ = std::max(lane_, now_);
        run_.collective(name, purpose, bucket, at(lane_), at(10), at(lane_ + 50));
        lane_ += 50;
    }

    void gatherAll(const char* phase, int m) {
        if (!gathers()) return;
        run_.inPhase(phase, m);
        for (int b = 0; b < s_.buckets; ++b) send("allgather", "parameter", b);
    }

    void microBatch(int m) {
        gatherAll("forward", m);
        run_.inPhase("forward", m).phaseSpan(at(now_), at(now_ + 100));
        run_.allocate(Category::Activations, s_.activationBytes);
        run_.compute(at(now_), at(now_ + 100));
        now_ += 100;
        gatherAll("backward", m);
        run_.inPhase("backward", m).phaseSpan(at(now_), at(now_ + 100 * s_.buckets));
        for (int b = 0; b < s_.buckets; ++b) backward(m, b);
        for (int b = std::max(0, s_.buckets - does_.inFlight); b < s_.buckets; ++b) release(m, b);
        run_.free(Category::Activations);
    }

    void backward(int m, int b) {
        const auto i = static_cast<size_t>(b);
        if (b >= does_.inFlight) release(m, b - does_.inFlight);
        if (frees() || m == 0) {
            run_.allocate(Category::Gradients, fullBytes(), b);
            bornAt_[i] = now_;
        }
        run_.compute(at(now_), at(now_ + 100));
        now_ += 100;
        const bool every = does_.cadence == core::Cadence::EveryMicroBatch;
        if (!every && m + 1 < s_.gradAccum) return;
        if (frees())
            run_.allocate(Category::GradientShards, shardBytes(), b, m == 0 ? "own" : "in");
        send(sharded() ? "reduce_scatter" : "allreduce", "gradient", b);
        reducedAt_[i] = lane_;
    }

    /// Stage 2: the reduced bucket's full storage and what came in beside the shard.
    void release(int m, int b) {
        if (!frees()) return;
        const auto i = static_cast<size_t>(b);
        now_ = std::max(now_, reducedAt_[i]);  // compute waits for what it frees
        run_.free(Category::Gradients, b);
        if (m > 0) run_.free(Category::GradientShards, b, "in");
        run_.gradient("full", b, fullBytes(), at(bornAt_[i]), at(reducedAt_[i]));
    }

    void optimizer() {
        now_ = std::max(now_, lane_);
        run_.inPhase("optimizer").phaseSpan(at(now_), at(now_ + 100));
        if (sharded()) send("allreduce", "small", -1);
        run_.compute(at(now_), at(now_ + 100));
        now_ += 100;
        for (int b = 0; b < s_.buckets; ++b) {
            if (does_.weightReturn == core::WeightReturn::AllGather) {
                send("allgather", "parameter", b);
            }
            freeGradient(b);
        }
        now_ = std::max(now_, lane_);
    }

    void freeGradient(int b) {
        const auto i = static_cast<size_t>(b);
        if (frees()) {
            run_.free(Category::GradientShards, b, "own");
            return;
        }
        run_.free(Category::Gradients, b);
        run_.gradient("full", b, fullBytes(), at(bornAt_[i]), at(now_));
        if (!sharded()) return;
        run_.gradient("dead", b, fullBytes() - shardBytes(), at(reducedAt_[i]), at(now_));
    }

    const Scenario& s_;
    RecordedRun& run_;
    core::Strategy does_;
    int64_t now_ = 0, lane_ = 0, begin_ = 0;
    std::vector<int64_t> bornAt_, reducedAt_;
};

}  // namespace

traces::Trace recordingOf(const Scenario& scenario) {
    RecordedRun run;
    describe(scenario, run);
    for (int rank = 0; rank < scenario.ranks; ++rank) Player(scenario, run).play(rank);
    return run.done();
}

}  // namespace shardscope::doubles
