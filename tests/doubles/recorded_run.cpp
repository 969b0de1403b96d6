#include "tests/doubles/recorded_run.h"

#include <fmt/format.h>

#include "core/base/units.h"
#include "traces/vocabulary.h"

namespace shardscope::doubles {

using traces::Json;

namespace {

/// Wire bytes by nccl-tests' factors, written out here so that a test does not ask the code it tests.
int64_t wireBytes(std::string_view name, int64_t payload, int64_t ranks) {
    if (name == "allreduce") return 2 * payload * (ranks - 1) / ranks;
    if (name == "reduce" || name == "broadcast") return payload;
    return payload * (ranks - 1) / ranks;
}

}  // namespace

RecordedRun::RecordedRun() {
    run = Json{{"schema", traces::kRecordingSchema},
               {"name", "zero-2"},
               {"status", "ok"},
               {"error", nullptr},
               {"source", "measured"},
               {"device", "host"},
               {"hardware", "2 cores"},
               {"ranks", 2},
               {"steps", 3},
               {"memoryLimit", 0},
               {"poolPolicy", "expandable"},
               {"gradientBytesPerElement", 2},
               {"deviceUsedPeakBytes", nullptr},
               {"notes", Json::array()},
               {"outOfMemory", nullptr}};
    run["workload"] = Json{{"model", "gpt"},        {"parameters", 0},
                           {"paddingElements", 0},  {"microBatch", 1},
                           {"gradAccum", 1},        {"globalBatch", 2},
                           {"sequence", 64},        {"dtype", "bf16"},
                           {"reduceDtype", "bf16"}, {"accumulateDtype", "bf16"},
                           {"optimizer", "adamw"},  {"seed", 0},
                           {"data", "synthetic"},   {"layers", 2},
                           {"hidden", 16}};
    run["strategy"] = Json{{"preset", "zero-2"},
                           {"stage", 2},
                           {"optimizer", "sharded"},
                           {"layout", "per-bucket"},
                           {"collective", "reduce-scatter"},
                           {"cadence", "every-micro-batch"},
                           {"storage", "freed-per-bucket"},
                           {"parameters", "replicated"},
                           {"weightReturn", "all-gather"},
                           {"bucket", "layer"},
                           {"inFlight", 2},
                           {"overlap", true}};
    run["buckets"] = Json::array();
    run["numerics"] = Json{{"loss", Json::array()}, {"gradientNorm", Json::array()},
                           {"skippedSteps", 0},     {"lossScale", nullptr},
                           {"weightHash", ""},      {"ranksAgree", true}};
    run["recorder"] = Json{{"events", 0}, {"dropped", 0}, {"unmatched", 0}, {"clockResidualNs", 0}};
}

RecordedRun& RecordedRun::bucket(std::string_view label, int64_t elements, int64_t realElements,
                                 bool tied) {
    run["buckets"].push_back(Json{
        {"label", label}, {"elements", elements}, {"realElements", realElements}, {"tied", tied}});
    Json& workload = run["workload"];
    workload["parameters"] = workload["parameters"].get<int64_t>() + realElements;
    workload["paddingElements"] =
        workload["paddingElements"].get<int64_t>() + elements - realElements;
    return *this;
}

RecordedRun& RecordedRun::onRank(int rank) {
    rank_ = rank;
    return *this;
}

RecordedRun& RecordedRun::inStep(int64_t step) {
    step_ = step;
    microBatch_ = -1;
    return *this;
}

RecordedRun& RecordedRun::inPhase(std::string_view phase, int64_t microBatch) {
    phase_ = phase;
    microBatch_ = microBatch;
    return *this;
}

uint32_t RecordedRun::pid() const { return traces::pidOfRank(rank_); }

RecordedRun& RecordedRun::place() {
    builder_.arg("step", step_).arg("microBatch", microBatch_).arg("phase", phase_);
    if (action_ >= 0) builder_.arg("action", action_);
    return *this;
}

RecordedRun& RecordedRun::action(int64_t index) {
    action_ = index;
    return *this;
}

RecordedRun& RecordedRun::hostAt(int64_t ns) {
    hostShift_ = ns - seq_[rank_];
    return *this;
}

RecordedRun& RecordedRun::hostWait(int64_t beginNs, int64_t endNs) {
    place();
    builder_.complete(pid(), traces::kHostTid, traces::kHostWaitCategory,
                      "waits for the compute stream", beginNs, endNs - beginNs);
    return *this;
}

RecordedRun& RecordedRun::window(int64_t beginNs, int64_t endNs) {
    builder_.arg("step", step_);
    builder_.complete(pid(), traces::kHostTid, traces::kStepCategory,
                      fmt::format("ProfilerStep#{}", step_ + 1), beginNs, endNs - beginNs);
    return *this;
}

RecordedRun& RecordedRun::phaseSpan(int64_t beginNs, int64_t endNs) {
    builder_.arg("step", step_).arg("microBatch", microBatch_);
    builder_.complete(pid(), traces::kPhaseTid, traces::kPhaseCategory, phase_, beginNs,
                      endNs - beginNs);
    return *this;
}

std::string RecordedRun::key(core::Category category, int bucket, std::string_view what) const {
    return fmt::format("{}/{}/{}/{}", rank_, core::nameOf(category), bucket, what);
}

void RecordedRun::poolCall(std::string_view name, core::Category category, const Live& buffer,
                           int bucket) {
    place();
    const int64_t block = core::roundUp(buffer.bytes, 512);
    builder_.arg("seq", seq_[rank_])
        .arg("buffer", buffer.id)
        .arg("category", core::nameOf(category))
        .arg("requested", buffer.bytes)
        .arg("block", block)
        .arg("segment", 0)
        .arg("offset", 512 * buffer.id)
        .arg("stream", 0)
        .arg("live", live_[rank_])
        .arg("allocated", core::roundUp(live_[rank_], 512))
        .arg("reserved", core::roundUp(live_[rank_], 2 * core::kMiB));
    if (bucket >= 0) builder_.arg("bucket", bucket);
    const int64_t number = seq_[rank_]++;
    builder_.instant(pid(), traces::kHostTid, traces::kMemoryCategory, name, hostShift_ + number);
}

RecordedRun& RecordedRun::allocate(core::Category category, int64_t bytes, int bucket,
                                   std::string_view what) {
    const Live buffer{nextBuffer_++, bytes};
    buffers_[key(category, bucket, what)] = buffer;
    live_[rank_] += bytes;
    poolCall("allocate", category, buffer, bucket);
    return *this;
}

RecordedRun& RecordedRun::free(core::Category category, int bucket, std::string_view what) {
    const Live buffer = buffers_.at(key(category, bucket, what));
    buffers_.erase(key(category, bucket, what));
    live_[rank_] -= buffer.bytes;
    poolCall("free", category, buffer, bucket);
    return *this;
}

RecordedRun& RecordedRun::compute(int64_t beginNs, int64_t endNs) {
    place();
    builder_.arg("stream", 0);
    builder_.complete(pid(), traces::kComputeTid, traces::kKernelCategory, "matmul", beginNs,
                      endNs - beginNs);
    return *this;
}

RecordedRun& RecordedRun::collective(std::string_view name, std::string_view purpose, int bucket,
                                     int64_t arrivedNs, int64_t waitNs, int64_t endNs) {
    place();
    const bool real = bucket >= 0;
    const Json fact = real ? run["buckets"][static_cast<size_t>(bucket)] : Json::object();
    const int64_t padded = real ? fact["elements"].get<int64_t>() : 1;
    const int64_t payload = 2 * padded;
    builder_.arg("Collective name", name)
        .arg("purpose", purpose)
        .arg("elements", real ? fact["realElements"].get<int64_t>() : 1)
        .arg("paddedElements", padded)
        .arg("payloadBytes", payload)
        .arg("wireBytes", wireBytes(name, payload, run["ranks"].get<int64_t>()))
        .arg("waitNs", waitNs);
    if (real) builder_.arg("bucket", bucket);
    builder_.complete(pid(), traces::kCommunicationTid, traces::kKernelCategory, name, arrivedNs,
                      endNs - arrivedNs);
    return *this;
}

RecordedRun& RecordedRun::stall(std::string_view cause, int64_t beginNs, int64_t endNs) {
    place();
    builder_.arg("cause", cause);
    builder_.complete(pid(), traces::kComputeTid, traces::kStallCategory, "wait reduced", beginNs,
                      endNs - beginNs);
    return *this;
}

RecordedRun& RecordedRun::gradient(std::string_view kind, int bucket, int64_t bytes,
                                   int64_t beginNs, int64_t endNs) {
    const auto write = [&](traces::Phase phase, int64_t timeNs) {
        builder_.arg("step", step_).arg("microBatch", microBatch_).arg("bucket", bucket);
        builder_.arg("bytes", bytes);
        builder_.async(phase, pid(), traces::kGradientCategory, kind, nextId_, timeNs);
    };
    write(traces::Phase::AsyncBegin, beginNs);
    write(traces::Phase::AsyncEnd, endNs);
    ++nextId_;
    return *this;
}

traces::Trace RecordedRun::done() {
    builder_.trace().run = run;
    return builder_.finish();
}

}  // namespace shardscope::doubles
