#pragma once
// Indices as distinct types, so that a bucket's index cannot be passed where a rank's is meant.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace shardscope::core {

template <class Tag>
struct Id {
    int32_t value = -1;  ///< -1 = none

    constexpr bool valid() const { return value >= 0; }
    constexpr size_t index() const { return static_cast<size_t>(value); }
    auto operator<=>(const Id&) const = default;
};

using Rank = Id<struct RankTag>;        ///< a data-parallel rank, 0 … world size - 1
using StreamId = Id<struct StreamTag>;  ///< a FIFO queue of one rank's device
using EventId = Id<struct EventTag>;    ///< a slot that a stream records and others wait for
using BucketId = Id<struct BucketTag>;  ///< index in launch order: 0 is ready first in backward
using BufferId = Id<struct BufferTag>;  ///< one pool allocation slot of a plan
using TensorId = Id<struct TensorTag>;  ///< a view of a buffer
using ParameterId = Id<struct ParameterTag>;  ///< a trainable parameter, in forward order

inline constexpr StreamId kCompute{0};        ///< forward, backward, optimizer
inline constexpr StreamId kCommunication{1};  ///< collectives
inline constexpr int kStreams = 2;

}  // namespace shardscope::core

template <class Tag>
struct std::hash<shardscope::core::Id<Tag>> {
    size_t operator()(const shardscope::core::Id<Tag>& id) const {
        return std::hash<int32_t>()(id.value);
    }
};
