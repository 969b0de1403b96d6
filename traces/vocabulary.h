#pragma once
// What our recordings say and under which names. The recorder writes by this page, analysis and the
// dashboard read by it; nothing else connects them.
//
// PROCESSES AND LANES. Rank r is process pid = 1 + r ("rank 0"). Its threads:
//   tid 1 compute stream · tid 2 communication stream · tid 3 host · tid 4 phases.
// If a span would overlap its predecessor on a lane it goes to tid + 100 ("… (2)").
//
// EVENTS. `step` is 0-based in args (-1 = set-up); `microBatch` is -1 outside the repeat; `bucket` is
// the launch index, `label` what people read ("B6"). Bytes and elements are integers.
//   X  kStepCategory  "ProfilerStep#N" (N = 1-based) on the host lane: args step. The step's window.
//   X  kPhaseCategory "setup" | "forward" | "backward" | "optimizer" | "gather" | "checkpoint" on the
//                     phases lane: args step, microBatch. A checkpoint is saved after the last step; its
//                     step is their number, and has no window.
//   X  kKernelCategory operation on a stream's lane; name "matmul h.3.mlp.c_fc"; args step,
//                     microBatch, phase, action, stream, and bucket, label, layer, flops, bytes when known.
//   X  kKernelCategory collective on a stream's lane; has "Collective name"
//                     (reduce_scatter, allgather, allreduce, reduce, broadcast), "In msg nelems",
//                     "Out msg nelems", "Group size", "dtype" (Float, BFloat16, Half), "Process Group
//                     Name", "Process Group Ranks", "Rank", "Seq", and step, microBatch, phase, action,
//                     bucket, label, purpose ("gradient" | "parameter" | "small"), elements (whole array,
//                     unpadded), paddedElements, payloadBytes (padded), wireBytes, waitNs (arrived until all had
//                     arrived).
//                     ts = arrived, ts + waitNs = transfer starts.
//   X  kStallCategory "wait <event>" on the compute lane: a stream that stood still; args step,
//                     microBatch, action, cause ("in-flight", "drain", "reduced", "gather",
//                     "overlap-off"), bucket, label.
//   X  kHostWaitCategory "waits for the compute stream" | "... the communication stream" | "... an event" | ...
//        on the host lane: the host stood still for the GPU; args step, microBatch, phase, action, bucket
//        of the action in which it did, or of the last one issued. Only of recordings by CUPTI.
//   i  kMemoryCategory "allocate" | "free" on the host lane, one a pool call, in plan order: args seq,
//                     step, microBatch, phase, action, buffer, name, category, requested, block,
//                     segment, offset, stream (home), bucket + label when it has one, and afterwards
//                     live (requested), allocated, reserved.
//   C  "live", "allocated", "reserved" and "live <category>", key "bytes", on change, host time.
//   b/e kGradientCategory  "full" | "dead" | "shard": args step, microBatch, bucket, label, bytes.
//                     full: born → released. dead: reduced, not mine, still allocated: reduced →
//                     released, bytes = E(N-1)/N. shard: reduced → freed.
//   b/e kParameterCategory "stale" (others' shards: own update done → gather start), "gathering",
//                     "ready": args step, bucket, label, bytes.
//   i  kMarkCategory  "born" | "ready" | "reduce start" | "reduced" | "released" | "updated" |
//                     "gather start" | "gathered": args step, microBatch, bucket, label.
//   s/f kFlowCategory "bucket": ready → collective → release, id unique a bucket, micro-batch, rank.
//
// RUN (Trace::run). { "schema": kRecordingSchema, "tool": {version, commit, commandLine}, "name",
//   "status", "error", "source", "device", "hardware", "ranks", "steps", "memoryLimit" (0 = none),
//   "cores": of the machine whose cores ranks share; absent where each rank has a device,
//   "poolPolicy", "workload": {… as report/1 …, plus "clip", "layers", "hidden", "heads", "vocab",
//   "optimizerStateBytesPerParameter" …, of a llama also "intermediate", "kvHeads", "headDim" …, and
//   "checkpointing" unless it is none}, "strategy": {… as report/1 …},
//   "saveCheckpoint": "sharded" | "consolidated" where one was saved; of a strategy whose optimizer state
//   appears with the first update, "optimizerState": "first-step",
//   "poison": true of a debug build, which overwrites what is dead with NaN; absent otherwise,
//   "buckets": [{ "label", "elements", "realElements", "tied" }], "gradientBytesPerElement",
//   "numerics": {… as report/1 …}, "recorder": {events, dropped, unmatched, openAtEnd, clockResidualNs,
//   "recordNs": what keeping one record took here, in measured runs on CPUs},
//   "deviceMemory": simulated runs: bytes {reserved, slack, context, nccl, library, capacity}; runs on
//   GPUs: of the first one, with all strategies of the run, {reserved, nccl, products, scratch, other}
//   when most was in use, "recorder" (CUPTI's own, in none of them) and "capacity",
//   "peakFlops", "flopsPerToken": of one rank, where known (MFU),
//   "deviceUsedPeakBytes": null or bytes, "poolIdentity": true, "notes": [], "outOfMemory": null or
//   {rank, step, microBatch, phase, bucket, label, buffer, requested, live, reserved, limit} }.

#include <cstdint>
#include <string_view>

namespace shardscope::traces {

inline constexpr std::string_view kRecordingSchema = "shardscope.recording/1";
inline constexpr std::string_view kReportSchema = "shardscope.report/1";

inline constexpr uint32_t kComputeTid = 1;
inline constexpr uint32_t kCommunicationTid = 2;
inline constexpr uint32_t kHostTid = 3;
inline constexpr uint32_t kPhaseTid = 4;
inline constexpr uint32_t kOverflowTid = 100;  ///< added to a lane's tid

constexpr uint32_t pidOfRank(int rank) { return static_cast<uint32_t>(rank) + 1; }

inline constexpr std::string_view kStepCategory = "user_annotation";
inline constexpr std::string_view kPhaseCategory = "gpu_user_annotation";
inline constexpr std::string_view kKernelCategory = "kernel";
inline constexpr std::string_view kStallCategory = "stall";
inline constexpr std::string_view kHostWaitCategory = "cuda_runtime";
inline constexpr std::string_view kMemoryCategory = "cpu_instant_event";
inline constexpr std::string_view kGradientCategory = "gradient";
inline constexpr std::string_view kParameterCategory = "parameter";
inline constexpr std::string_view kMarkCategory = "mark";
inline constexpr std::string_view kFlowCategory = "bucket";

}  // namespace shardscope::traces
