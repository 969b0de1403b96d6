#include "core/host/mpi_collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>

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
    members_.clear();
    for (int i = 0; i < call.group.size(ranks()); ++i) {
        members_.push_back(call.group.member(i).value);
    }
    done = meet(shapeOf(call));
    const int64_t start = hostNowNs();
    if (done) done = exchange(call);
    if (done) return CollectiveTimes{.startNs = start, .endNs = hostNowNs()};
    abort(done.error().message);  // nothing when an abort was the reason
    return tl::unexpected(done.error());
}

// Every member tells every member what it is about to do.
Result<void> MpiCommunicator::meet(const CallShape& shape) {
    const Header mine{static_cast<int64_t>(shape.kind),
                      static_cast<int64_t>(shape.dtype),
                      shape.elements,
                      shape.root.value,
                      shape.group.first,
                      shape.group.count,
                      shape.group.stride};
    const auto all = exchangeAll(mine, MpiTag::Header, members_);
    if (!all) return tl::unexpected(all.error());
    const auto mismatch = findMismatch(shape.group, ranks(), [&](int index) {
        const Header& header = (*all)[static_cast<size_t>(index)];
        const auto number = [&](size_t at) { return static_cast<int32_t>(header[at]); };
        return CallShape{.kind = static_cast<CollectiveKind>(header[0]),
                         .dtype = static_cast<DType>(header[1]),
                         .elements = header[2],
                         .root = Rank{number(3)},
                         .group = {.first = number(4), .count = number(5), .stride = number(6)}};
    });
    if (!mismatch) return {};
    abort(*mismatch);
    return tl::unexpected(channel_.abortError());
}

Result<void> MpiCommunicator::exchange(const CollectiveCall& call) {
    const Slice mine = sliceOfMember(call, rank().value);
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
    const int64_t largest = sliceOfMember(call, members_.front()).elements;
    for (int64_t first = 0; first < largest; first += kChunkElements) {
        auto done = reduceChunk(call, first, at(sliceOutput, call.dtype, first));
        if (!done) return done;
    }
    return {};
}

// Sends each peer its chunk of this rank's input; sums what the peers send of this rank's own.
Result<void> MpiCommunicator::reduceChunk(const CollectiveCall& call, int64_t first, void* output) {
    const Slice mine = chunkOf(sliceOfMember(call, rank().value), first);
    const int64_t size = bytesOf(call.dtype);
    std::vector<const void*> inputs;
    MpiTransfer transfer(channel_, MpiTag::Data);
    for (int peer : members_) {
        if (isSelf(peer)) {
            inputs.push_back(at(call.input, call.dtype, mine.first));
            continue;
        }
        inputs.push_back(staged(peer, mine.elements * size));
        transfer.receive(peer, staging_[static_cast<size_t>(peer)].data(), mine.elements * size);
        const Slice theirs = chunkOf(sliceOfMember(call, peer), first);
        transfer.send(peer, at(call.input, call.dtype, theirs.first), theirs.elements * size);
    }
    auto done = transfer.finish(MpiTransfer::OnAbort::Complete);
    if (done && mine.elements > 0) sumInRankOrder(call.dtype, inputs, mine.elements, output);
    return done;
}

// The whole array to every member, or to the root only, a chunk at a time.
Result<void> MpiCommunicator::reduceWhole(const CollectiveCall& call, bool everywhere) {
    const bool receives = everywhere || isSelf(call.root.value);
    const Slice whole{.first = 0, .elements = call.elements};
    for (int64_t first = 0; first < call.elements; first += kChunkElements) {
        const Slice chunk = chunkOf(whole, first);
        const int64_t bytes = chunk.elements * bytesOf(call.dtype);
        const void* own = at(call.input, call.dtype, first);
        std::vector<const void*> inputs;
        MpiTransfer transfer(channel_, MpiTag::Data);
        for (int peer : members_) {
            inputs.push_back(isSelf(peer) || !receives ? own : staged(peer, bytes));
            if (isSelf(peer)) continue;
            if (everywhere || peer == call.root.value) transfer.send(peer, own, bytes);
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
    const Slice own = sliceOfMember(call, rank().value);
    void* ownPlace = at(call.output, call.dtype, own.first);
    if (ownPlace != mine) std::memcpy(ownPlace, mine, static_cast<size_t>(own.elements * size));
    MpiTransfer transfer(channel_, MpiTag::Data);
    for (int peer : members_) {
        if (isSelf(peer)) continue;
        const Slice theirs = sliceOfMember(call, peer);
        transfer.receive(peer, at(call.output, call.dtype, theirs.first), theirs.elements * size);
        transfer.send(peer, mine, own.elements * size);
    }
    return transfer.finish(MpiTransfer::OnAbort::Complete);
}

Result<void> MpiCommunicator::broadcast(const CollectiveCall& call) {
    const int64_t bytes = call.elements * bytesOf(call.dtype);
    MpiTransfer transfer(channel_, MpiTag::Data);
    const int root = call.root.value;
    if (!isSelf(root)) transfer.receive(root, call.output, bytes);
    for (int peer : members_) {
        if (isSelf(root) && !isSelf(peer)) transfer.send(peer, call.input, bytes);
    }
    auto done = transfer.finish(MpiTransfer::OnAbort::Complete);
    if (done && isSelf(root) && call.output != call.input) {
        std::memcpy(call.output, call.input, static_cast<size_t>(bytes));
    }
    return done;
}

Slice MpiCommunicator::sliceOfMember(const CollectiveCall& call, int member) const {
    return sliceOf(call.elements, call.group.size(ranks()), Rank{call.group.indexOf(Rank{member})});
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
Result<std::vector<Value>> MpiCommunicator::exchangeAll(const Value& mine, MpiTag tag,
                                                        const std::vector<int>& members) {
    if (channel_.aborted()) return tl::unexpected(channel_.abortError());
    std::vector<Value> all(members.size(), mine);
    MpiTransfer transfer(channel_, tag);
    for (size_t i = 0; i < members.size(); ++i) {
        if (isSelf(members[i])) continue;
        transfer.receive(members[i], &all[i], sizeof(Value));
        transfer.send(members[i], &mine, sizeof(Value));
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
    std::vector<int> everybody(static_cast<size_t>(ranks()));
    std::iota(everybody.begin(), everybody.end(), 0);
    const auto all =
        exchangeAll(Message{kind, std::bit_cast<int64_t>(value)}, MpiTag::HostValue, everybody);
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
