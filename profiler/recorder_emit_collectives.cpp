// Collectives: what was sent, under the keys of Kineto and ours.

#include <fmt/format.h>

#include <string>

#include "core/plan/wire_bytes.h"
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
std::string rankList(const core::RankSet& group, int members) {
    constexpr int kWhole = 32;
    std::string text = fmt::format("[{}", group.member(0).value);
    for (int i = 1; i < (members > kWhole ? 3 : members); ++i) {
        text += fmt::format(", {}", group.member(i).value);
    }
    if (members > kWhole) text += fmt::format(", ..., {}", group.member(members - 1).value);
    return text + "]";
}

/// Neighbours share one set of shards; the others hold the same shard.
std::string_view describeGroup(const core::RankSet& group) {
    if (group.count == 0) return "data parallel";
    return group.stride == 1 ? "shard group" : "replicas of a shard";
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

std::string nameOfEvent(const SeenOnStream& seen) {
    return fmt::format("{} {}", nameOfKind(collectiveOf(seen).kind).people, seen.action->name);
}

void kinetoArgs(Emission& emission, const core::Collective& collective) {
    const core::RankSet& group = collective.group;
    const int ranks = group.size(emission.seen.ranks());
    const Messages messages = messagesOf(collective, ranks);
    emission.out.arg("Collective name", nameOfKind(collective.kind).kineto)
        .arg("In msg nelems", messages.in)
        .arg("Out msg nelems", messages.out)
        .arg("Group size", int64_t{ranks})
        .arg("dtype", kinetoDType(collective.dtype))
        .arg("In split size", "[]")
        .arg("Out split size", "[]")
        .arg("Process Group Name",
             group.count == 0 ? std::string("0")
                              : fmt::format("{}:{}:{}", group.first, group.count, group.stride))
        .arg("Process Group Description", describeGroup(group))
        .arg("Process Group Ranks", rankList(group, ranks))
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
        .arg("elements", collective.realElements)
        .arg("paddedElements", collective.elements)
        .arg("payloadBytes", payload)
        .arg("wireBytes", core::wireBytesOf(collective.kind, payload,
                                            collective.group.size(emission.seen.ranks())))
        .arg("waitNs", seen.startNs - seen.arrivedNs);
    emission.out.complete(emission.pid(), seen.tid, traces::kKernelCategory, nameOfEvent(seen),
                          seen.arrivedNs, seen.endNs - seen.arrivedNs);
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
