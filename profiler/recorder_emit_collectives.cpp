// Collectives: what was sent, under the keys of Kineto and ours.

#include <fmt/format.h>

#include <string>

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

using core::CollectiveKind;

struct KindName {
    std::string_view kineto;  ///< value of "Collective name"
    std::string_view people;
};
KindName nameOfKind(CollectiveKind kind) {
    switch (kind) {
        case CollectiveKind::ReduceScatter:
            return {"reduce_scatter", "reduce-scatter"};
        case CollectiveKind::AllGather:
            return {"allgather", "all-gather"};
        case CollectiveKind::AllReduce:
            return {"allreduce", "all-reduce"};
        case CollectiveKind::Reduce:
            return {"reduce", "reduce"};
        case CollectiveKind::Broadcast:
            return {"broadcast", "broadcast"};
    }
    return {"unknown", "unknown"};
}

std::string_view kinetoDType(core::DType dtype) {
    switch (dtype) {
        case core::DType::Fp32:
            return "Float";
        case core::DType::Bf16:
            return "BFloat16";
        case core::DType::Fp16:
            return "Half";
        case core::DType::Int32:
            return "Int";
    }
    return "unknown";
}

std::string_view nameOfPurpose(core::Purpose purpose) {
    switch (purpose) {
        case core::Purpose::Gradient:
            return "gradient";
        case core::Purpose::Parameter:
            return "parameter";
        case core::Purpose::Small:
            return "small";
    }
    return "unknown";
}

/// "[0, 1, 2, 3]"; the middle of a very long list is left out.
std::string rankList(int ranks) {
    constexpr int kWhole = 32;
    std::string text = "[0";
    for (int rank = 1; rank < (ranks > kWhole ? 3 : ranks); ++rank) {
        text += fmt::format(", {}", rank);
    }
    if (ranks > kWhole) text += fmt::format(", ..., {}", ranks - 1);
    return text + "]";
}

/// Bytes a rank sends (and receives) of a collective over @p payload bytes, for algorithms that use
/// every link alike. Source of the factors: nccl-tests, doc/PERFORMANCE.md, "Bus bandwidth".
int64_t wireBytes(CollectiveKind kind, int64_t payload, int64_t ranks) {
    switch (kind) {
        case CollectiveKind::AllReduce:
            return 2 * (ranks - 1) * payload / ranks;
        case CollectiveKind::ReduceScatter:
        case CollectiveKind::AllGather:
            return (ranks - 1) * payload / ranks;
        case CollectiveKind::Reduce:
        case CollectiveKind::Broadcast:
            return payload;
    }
    return payload;
}

/// Parts of a collective that this rank gives and gets, in elements.
struct Messages {
    int64_t in = 0, out = 0;
};
Messages messagesOf(const core::Collective& collective, int64_t ranks) {
    const int64_t whole = collective.elements;
    if (collective.kind == CollectiveKind::ReduceScatter) return {whole, whole / ranks};
    if (collective.kind == CollectiveKind::AllGather) return {whole / ranks, whole};
    return {whole, whole};
}

/// Elements without padding: a bucket's parameters, or all of a small array.
int64_t realElements(const Emission& emission, const SeenOnStream& seen) {
    const core::BucketId bucket = seen.action->bucket;
    const core::Collective& collective = collectiveOf(seen);
    if (!bucket.valid() || collective.purpose == core::Purpose::Small) return collective.elements;
    return emission.seen.problem->buckets[bucket].realElements;
}

std::string nameOfEvent(const Emission& emission, const SeenOnStream& seen) {
    const core::BucketId bucket = seen.action->bucket;
    const std::string what =
        bucket.valid() ? emission.seen.labels[bucket.index()] : seen.action->name;
    return fmt::format("{} {}", nameOfKind(collectiveOf(seen).kind).people, what);
}

void kinetoArgs(Emission& emission, const core::Collective& collective) {
    const int ranks = emission.seen.ranks();
    const Messages messages = messagesOf(collective, ranks);
    emission.out.arg("Collective name", nameOfKind(collective.kind).kineto)
        .arg("In msg nelems", messages.in)
        .arg("Out msg nelems", messages.out)
        .arg("Group size", int64_t{ranks})
        .arg("dtype", kinetoDType(collective.dtype))
        .arg("In split size", "[]")
        .arg("Out split size", "[]")
        .arg("Process Group Name", "0")
        .arg("Process Group Description", "data parallel")
        .arg("Process Group Ranks", rankList(ranks))
        .arg("Rank", int64_t{emission.seen.rank.value})
        .arg("Seq", emission.state.collectiveSeq++);
}

void emitCollective(Emission& emission, const SeenOnStream& seen) {
    const core::Collective& collective = collectiveOf(seen);
    const int64_t payload = collective.elements * core::bytesOf(collective.dtype);
    kinetoArgs(emission, collective);
    emission.place(seen.order).action(*seen.action).bucket(seen.action->bucket);
    emission.out.arg("stream", int64_t{tidOf(seen.stream)})
        .arg("purpose", nameOfPurpose(collective.purpose))
        .arg("elements", realElements(emission, seen))
        .arg("paddedElements", collective.elements)
        .arg("payloadBytes", payload)
        .arg("wireBytes", wireBytes(collective.kind, payload, emission.seen.ranks()))
        .arg("waitNs", seen.startNs - seen.arrivedNs);
    emission.out.complete(emission.pid(), seen.tid, traces::kKernelCategory,
                          nameOfEvent(emission, seen), seen.arrivedNs, seen.endNs - seen.arrivedNs);
}

}  // namespace

void emitCollectives(Emission& emission) {
    for (const auto& stream : emission.seen.streams) {
        for (const SeenOnStream& seen : stream) {
            if (seen.kind == StreamEvent::Collective) emitCollective(emission, seen);
        }
    }
}

}  // namespace shardscope::profiler
