// Operations: what the streams computed.

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

/// Elements of a tensor that an operation works on at most. One that names a range of a bucket, or
/// looks up rows of a table, does not touch the whole tensor that it is given.
int64_t elementLimit(const core::Operation& operation) {
    return std::visit(
        [](const auto& one) -> int64_t {
            using Kind = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<Kind, core::EmbeddingForward>) {
                return one.batch * one.sequence * one.hidden;
            } else if constexpr (requires { one.elements; }) {
                return one.elements;
            } else {
                return std::numeric_limits<int64_t>::max();
            }
        },
        operation);
}

/// Bytes that an operation reads and writes, each tensor counted once a read and once a write.
int64_t bytesMoved(const core::Operation& operation, const core::Layout& layout, int microBatch) {
    const int64_t limit = elementLimit(operation);
    const auto bytesOf = [&](const std::vector<core::TensorId>& tensors) {
        int64_t bytes = 0;
        for (core::TensorId id : tensors) {
            const core::TensorSpec& tensor = layout[id];
            bytes += std::min(tensor.elements, limit) * core::bytesOf(tensor.dtype);
        }
        return bytes;
    };
    const core::Operands operands = core::operandsOf(operation, microBatch);
    return bytesOf(operands.reads) + bytesOf(operands.writes);
}

struct OperationFacts {
    std::string name;
    int64_t flops = 0;
    int64_t firstBytes = 0;  ///< moved in micro-batch 0, or outside micro-batches
    int64_t laterBytes = 0;  ///< moved in later ones, which may read what they add to
};

/// Facts of each launch, worked out once.
class FactTable {
  public:
    explicit FactTable(const core::Layout& layout) : layout_(layout) {}

    const OperationFacts& of(const core::Action& action) {
        const auto [place, isNew] = known_.try_emplace(&action);
        if (isNew) place->second = find(action);
        return place->second;
    }

  private:
    OperationFacts find(const core::Action& action) const {
        const core::Operation& operation = std::get<core::Launch>(action.what).operation;
        std::string name(core::nameOf(operation));
        if (!action.name.empty()) name += " " + action.name;
        return {std::move(name), core::flopsOf(operation), bytesMoved(operation, layout_, 0),
                bytesMoved(operation, layout_, 1)};
    }

    const core::Layout& layout_;
    std::unordered_map<const core::Action*, OperationFacts> known_;
};

void emitOperation(Emission& emission, const SeenOnStream& seen, const OperationFacts& facts) {
    emission.place(seen.order).action(*seen.action);
    // Not the stream's id but its lane's: trace analysers take a stream 0 for the host (W16).
    emission.out.arg("stream", int64_t{tidOf(seen.stream)});
    emission.bucket(seen.action->bucket);
    if (seen.action->layer >= 0) emission.out.arg("layer", int64_t{seen.action->layer});
    emission.out.arg("flops", facts.flops)
        .arg("bytes", seen.order.microBatch > 0 ? facts.laterBytes : facts.firstBytes);
    emission.out.complete(emission.pid(), seen.tid, traces::kKernelCategory, facts.name,
                          seen.startNs, seen.endNs - seen.startNs);
}

}  // namespace

void emitOperations(Emission& emission) {
    FactTable facts(*emission.seen.layout);
    for (const auto& stream : emission.seen.streams) {
        for (const SeenOnStream& seen : stream) {
            if (seen.kind != StreamEvent::Operation) continue;
            emitOperation(emission, seen, facts.of(*seen.action));
        }
    }
}

}  // namespace shardscope::profiler
