// Operations whose data the host makes, as on the host device: batches of tokens and seeded weights. Into
// pinned memory, from where the GPU copies them.
#include <algorithm>
#include <vector>

#include "core/host/execute.h"
#include "gpu/operations/operations.h"

namespace shardscope::gpu {

namespace {

// Elements of weights made and copied at a time: the host makes the next while the GPU copies.
constexpr int64_t kPieceElements = int64_t{4} << 20;

/// Runs @p operation on the host with its one output @p tensor at @p address.
void executeAt(const core::Operation& operation, core::TensorId tensor, void* address,
               const LaunchContext& c) {
    core::BoundOperation bound;
    bound.operation = &operation;
    bound.layout = c.bound.layout;
    bound.ids[0] = tensor;
    bound.addresses[0] = address;
    bound.count = 1;
    bound.scalars = c.bound.scalars;
    core::executeOnHost(bound, c.run);
}

}  // namespace

core::Result<void> launch(const core::LoadBatch& o, const LaunchContext& c) {
    const auto bytes = static_cast<size_t>(o.batch * o.sequence) * sizeof(int32_t);
    std::vector<std::byte> targets(bytes);  // made with the tokens, copied after them
    const auto fillTokens = [&](std::span<std::byte> tokens) {
        core::BoundOperation bound = c.bound;
        bound.ids[0] = o.tokens;
        bound.addresses[0] = tokens.data();
        bound.ids[1] = o.targets;
        bound.addresses[1] = targets.data();
        bound.count = 2;
        core::executeOnHost(bound, c.run);
    };
    const auto fillTargets = [&](std::span<std::byte> staged) {
        std::copy(targets.begin(), targets.end(), staged.begin());
    };
    if (auto copied = c.uploads.copy(c.at(o.tokens), bytes, fillTokens); !copied) return copied;
    return c.uploads.copy(c.at(o.targets), bytes, fillTargets);
}

core::Result<void> launch(const core::InitializeWeights& o, const LaunchContext& c) {
    const int64_t elementBytes = core::bytesOf(c.dtypeOf(o.tensor));
    auto* const target = c.at<std::byte>(o.tensor);
    for (int64_t done = 0; done < o.elements; done += kPieceElements) {
        const int64_t count = std::min(kPieceElements, o.elements - done);
        const core::Operation piece = core::InitializeWeights{
            .tensor = o.tensor, .bucket = o.bucket, .first = o.first + done, .elements = count};
        const auto copied = c.uploads.copy(
            target + done * elementBytes, static_cast<size_t>(count * elementBytes),
            [&](std::span<std::byte> staged) { executeAt(piece, o.tensor, staged.data(), c); });
        if (!copied) return copied;
    }
    return {};
}

}  // namespace shardscope::gpu
