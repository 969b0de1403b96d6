#include "core/host/mpi_collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/host/host_device.h"
#include "core/host/rank_sum.h"

namespace shardscope::core {

namespace {

// Elements of a slice that are exchanged and summed at a time; bounds the staging memory.
constexpr int64_t kChunkElements = int64_t{1} << 18;

Slice chunkOf(Slice slice, int64_t first) {
    const int64_t rest = std::clamp<int64_t>(slice.elements - first, 0, kChunkElements);
    return {.first = slice.first + first, .elements = rest};
}

}  // namespace

Result<CollectiveTimes> MpiCommunicator::run(const CollectiveCall& call) {
    auto done = checkCall(call, ranks(), rank());
    if (!done) {
        abort(done.error().message);
        return tl::unexpected(done.error());
    }
    done = meet(shapeOf(call));
    const int64_t start = hostNowNs();
    if (done) done = exchange(call);
    if (done) return CollectiveTimes{.startNs = start, .endNs = hostNowNs()};
    abort(done.error().message);  // nothing when an abort was the reason
    return tl::unexpected(done.error());
}

// Every rank tells every rank what it is about to do.
Result<void> MpiCommunicator::meet(const CallShape& shape) {
    using Header = std::array<int64_t, 3>;
    const Header mine{static_cast<int64_t>(shape.kind), static_cast<int64_t>(shape.dtype),
                      shape.elements};
    const auto all = exchangeAll(mine, MpiTag::Header);
    if (!all) return tl::unexpected(all.error());
    const auto mismatch = findMismatch(ranks(), [&](int r) {
        const Header& header = (*all)[static_cast<size_t>(r)];
        return CallShape{.kind = static_cast<CollectiveKind>(header[0]),
                         .dtype = static_cast<DType>(header[1]),
                         .elements = header[2]};
    });
    if (!mismatch) return {};
    abort(*mismatch);
    return tl::unexpected(channel_.abortError());
}

Result<void> MpiCommunicator::exchange(const CollectiveCall& call) {
    const Slice mine = sliceOf(call.elements, ranks(), rank());
    switch (call.kind) {
        case CollectiveKind::ReduceScatter:
            return reduceSlices(call, call.output);
        case CollectiveKind::AllGather:
            return spread(call, call.input);
        case CollectiveKind::AllReduce: {
            if (call.elements <= kTinyElements) return reduceWhole(call, true);
            void* reduced = at(call.output, call.dtype, mine.first);
            if (auto done = reduceSlices(call, reduced); !done) return done;
            return spread(call, reduced);
        }
        case CollectiveKind::Reduce:
            return reduceWhole(call, false);
        case CollectiveKind::Broadcast:
            return broadcast(call);
    }
    broken("unknown collective");
}

Result<void> MpiCommunicator::reduceSlices(const CollectiveCall& call, void* sliceOutput) {
    const int64_t largest = sliceOf(call.elements, ranks(), Rank{0}).elements;
    for (int64_t first = 0; first < largest; first += kChunkElements) {
        auto done = reduceChunk(call, first, at(sliceOutput, call.dtype, first));
        if (!done) return done;
    }
    return {};
}

// Sends each peer its chunk of this rank's input; sums what the peers send of this rank's own.
Result<void> MpiCommunicator::reduceChunk(const CollectiveCall& call, int64_t first, void* output) {
    const Slice mine = chunkOf(sliceOf(call.elements, ranks(), rank()), first);
    const int64_t size = bytesOf(call.dtype);
    std::vector<const void*> inputs;
    MpiTransfer transfer(channel_, MpiTag::Data);
    for (int peer = 0; peer < ranks(); ++peer) {
        if (isSelf(peer)) {
            inputs.push_back(at(call.input, call.dtype, mine.first));
            continue;
        }
        inputs.push_back(staged(peer, mine.elements * size));
        transfer.receive(peer, staging_[static_cast<size_t>(peer)].data(), mine.elements * size);
        const Slice theirs = chunkOf(sliceOf(call.elements, ranks(), Rank{peer}), first);
        transfer.send(peer, at(call.input, call.dtype, theirs.first), theirs.elements * size);
    }
    auto done = transfer.finish(MpiTransfer::OnAbort::Complete);
    if (done && mine.elements > 0) sumInRankOrder(call.dtype, inputs, mine.elements, output);
    return done;
}

// The whole array to every rank, or to rank 0 only, a chunk at a time.
Result<void> MpiCommunicator::reduceWhole(const CollectiveCall& call, bool everywhere) {
    const bool receives = everywhere || rank().value == 0;
    const Slice whole{.first = 0, .elements = call.elements};
    for (int64_t first = 0; first < call.elements; first += kChunkElements) {
        const Slice chunk = chunkOf(whole, first);
        const int64_t bytes = chunk.elements * bytesOf(call.dtype);
        const void* own = at(call.input, call.dtype, first);
        std::vector<const void*> inputs;
        MpiTransfer transfer(channel_, MpiTag::Data);
        for (int peer = 0; peer < ranks(); ++peer) {
            inputs.push_back(isSelf(peer) || !receives ? own : staged(peer, bytes));
            if (isSelf(peer)) continue;
            if (everywhere || peer == 0) transfer.send(peer, own, bytes);
            if (receives) transfer.receive(peer, staging_[static_cast<size_t>(peer)].data(), bytes);
        }
        auto done = transfer.finish(MpiTransfer::OnAbort::Complete);
        if (!done) return done;
        if (!receives) continue;
        sumInRankOrder(call.dtype, inputs, chunk.elements, at(call.output, call.dtype, first));
    }
    return {};
}

// This rank's slice to every peer, theirs into their places of the output.
Result<void> MpiCommunicator::spread(const CollectiveCall& call, const void* mine) {
    const int64_t size = bytesOf(call.dtype);
    const Slice own = sliceOf(call.elements, ranks(), rank());
    void* ownPlace = at(call.output, call.dtype, own.first);
    if (ownPlace != mine) std::memcpy(ownPlace, mine, static_cast<size_t>(own.elements * size));
    MpiTransfer transfer(channel_, MpiTag::Data);
    for (int peer = 0; peer < ranks(); ++peer) {
        if (isSelf(peer)) continue;
        const Slice theirs = sliceOf(call.elements, ranks(), Rank{peer});
        transfer.receive(peer, at(call.output, call.dtype, theirs.first), theirs.elements * size);
        transfer.send(peer, mine, own.elements * size);
    }
    return transfer.finish(MpiTransfer::OnAbort::Complete);
}

Result<void> MpiCommunicator::broadcast(const CollectiveCall& call) {
    const int64_t bytes = call.elements * bytesOf(call.dtype);
    MpiTransfer transfer(channel_, MpiTag::Data);
    if (rank().value != 0) transfer.receive(0, call.output, bytes);
    for (int peer = 1; peer < ranks() && rank().value == 0; ++peer) {
        transfer.send(peer, call.input, bytes);
    }
    auto done = transfer.finish(MpiTransfer::OnAbort::Complete);
    if (done && rank().value == 0 && call.output != call.input) {
        std::memcpy(call.output, call.input, static_cast<size_t>(bytes));
    }
    return done;
}

void* MpiCommunicator::staged(int peer, int64_t bytes) {
    staging_.resize(static_cast<size_t>(ranks()));
    auto& buffer = staging_[static_cast<size_t>(peer)];
    if (static_cast<int64_t>(buffer.size()) < bytes) {
        stagingBytes_ += bytes - static_cast<int64_t>(buffer.size());
        buffer.resize(static_cast<size_t>(bytes));
    }
    return buffer.data();
}

template <class Value>
Result<std::vector<Value>> MpiCommunicator::exchangeAll(const Value& mine, MpiTag tag) {
    if (channel_.aborted()) return tl::unexpected(channel_.abortError());
    std::vector<Value> all(static_cast<size_t>(ranks()), mine);
    MpiTransfer transfer(channel_, tag);
    for (int peer = 0; peer < ranks(); ++peer) {
        if (isSelf(peer)) continue;
        transfer.receive(peer, &all[static_cast<size_t>(peer)], sizeof(Value));
        transfer.send(peer, &mine, sizeof(Value));
    }
    if (auto done = transfer.finish(MpiTransfer::OnAbort::Leave); !done) {
        return tl::unexpected(done.error());
    }
    return all;
}

// Host calls carry their kind, so that ranks which call different ones find out.
template <class Value>
Result<std::vector<Value>> MpiCommunicator::gatherOf(int64_t kind, Value value) {
    using Message = std::array<int64_t, 2>;
    const auto all = exchangeAll(Message{kind, std::bit_cast<int64_t>(value)}, MpiTag::HostValue);
    if (!all) return tl::unexpected(all.error());
    std::vector<Value> values;
    for (int r = 0; r < ranks(); ++r) {
        const Message& message = (*all)[static_cast<size_t>(r)];
        if (message[0] != kind) {
            abort(
                fmt::format("ranks disagree: rank {} called host exchange {}, rank {} called {} "
                            "(0 barrier, 1 gather of a double, 2 gather of a uint64)",
                            rank().value, kind, r, message[0]));
            return tl::unexpected(channel_.abortError());
        }
        values.push_back(std::bit_cast<Value>(message[1]));
    }
    return values;
}

Result<void> MpiCommunicator::barrier() {
    if (auto met = gatherOf(0, int64_t{0}); !met) return tl::unexpected(met.error());
    return {};
}
Result<std::vector<double>> MpiCommunicator::gather(double value) { return gatherOf(1, value); }
Result<std::vector<uint64_t>> MpiCommunicator::gather(uint64_t value) { return gatherOf(2, value); }

}  // namespace shardscope::core
