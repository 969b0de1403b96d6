#include "traces/arg_column.h"

#include <limits>

namespace shardscope::traces {

void ArgColumn::push_back(const Arg& arg) {
    using Narrow = std::numeric_limits<int32_t>;
    const bool isWide = arg.value < Narrow::min() || arg.value > Narrow::max();
    Packed packed{};
    packed.key = arg.key & 0x1FFFFFFFu;
    packed.kind = static_cast<uint32_t>(arg.kind) & 3u;
    packed.isWide = isWide ? 1u : 0u;
    packed.value = static_cast<int32_t>(isWide ? static_cast<int64_t>(wide_.size()) : arg.value);
    if (isWide) wide_.push_back(arg.value);
    packed_.push_back(packed);
}

Arg ArgColumn::operator[](size_t place) const {
    const Packed& packed = packed_[place];
    const auto at = static_cast<size_t>(packed.value);
    return {.key = packed.key,
            .kind = static_cast<Arg::Kind>(packed.kind),
            .value = packed.isWide != 0u ? wide_[at] : packed.value};
}

int64_t ArgColumn::sizeBytes() const {
    return static_cast<int64_t>(packed_.size() * sizeof(Packed) + wide_.size() * sizeof(int64_t));
}

}  // namespace shardscope::traces
