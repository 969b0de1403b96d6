#pragma once
// A tiny language for whole runs: a Setting in, what happened out.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/config/dataset.h"
#include "core/engine/rank_group.h"
#include "core/plan/planner.h"

namespace shardscope::conformance {

struct Setting {
    std::string model = "gpt";
    std::string preset = "zero-2";
    int ranks = 4;
    int gradAccum = 1;
    int64_t microBatch = 1;
    int64_t steps = 3;
    core::DType dtype = core::DType::Fp32;
    std::string bucket = "layer";
    int inFlight = 2;
    bool overlap = true;
    bool simulated = false;
    int64_t hidden = 24;
    core::PoolPolicy policy = core::PoolPolicy::Expandable;
    int64_t memoryLimit = 0;
    core::OptimizerKind optimizer = core::OptimizerKind::AdamW;
    double clip = 1.0;
    core::LossScaling scaling;
    double learningRate = 1e-3;
    core::Omit omit = core::Omit::Nothing;
    int64_t layers = 3, heads = 3, vocab = 40, sequence = 8;
    /// Axes that differ from the preset's.
    std::function<void(core::Strategy&)> axes;
    std::optional<core::DType> reduceDtype, accumulateDtype;  ///< else dtype
    core::Attention attention = core::Attention::Materialized;
    core::Checkpointing checkpointing = core::Checkpointing::None;
    core::Logits logits = core::Logits::Fused;
    /// Sizes that only some models have: called on the shape last.
    std::function<void(core::ModelShape&)> shape;
    /// Fault drills: called on each rank's streams before each piece of work.
    std::function<void(core::Rank, core::StreamId, core::ActionRef)> fault;
};

core::Workload workloadOf(const Setting& setting);
core::Problem problemOf(const Setting& setting);
std::string nameOf(const Setting& setting);

/// What a setting runs on.
struct Machine {
    std::function<core::Result<std::vector<std::unique_ptr<core::Communicator>>>(int ranks)>
        communicators;
    core::DeviceFactory device;
};
/// Host or simulated, with the setting's fault.
Machine machineOf(const Setting& setting);

/// Live gradient bytes at one pool call, in plan order.
struct PoolEvent {
    core::ActionRef ref;
    core::PoolCall call;
    core::PoolTotals totals;
    core::CategoryBytes live{};
};

struct Outcome {
    core::Result<void> result;                         ///< the first error
    std::vector<std::vector<core::StepResult>> steps;  ///< [step][rank]
    std::vector<std::vector<PoolEvent>> pool;          ///< [rank]
    std::vector<core::OutOfMemoryReport> outOfMemory;
    std::vector<std::string> callSequenceHash;  ///< [rank]

    std::vector<double> losses() const;          ///< mean over ranks, in rank order
    std::vector<uint64_t> weightHashes() const;  ///< rank 0's (stage 3: summed over ranks), by step
    bool ranksAgree = true;                      ///< whole copies have one hash at every step
};

Outcome run(const Setting& setting);
/// Runs @p problem, which problemOf(setting) made and the test changed.
Outcome run(const Setting& setting, const core::Problem& problem);
Outcome run(const Setting& setting, const core::Problem& problem, const Machine& machine);

}  // namespace shardscope::conformance
