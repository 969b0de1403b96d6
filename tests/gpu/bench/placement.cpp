#include "tests/gpu/bench/placement.h"

#include <cstdio>
#include <cstdlib>

namespace shardscope::bench {

char* Placement::take(int64_t bytes) {
    const int64_t at = used_;
    used_ += (bytes + 511) / 512 * 512;
    if (used_ > arena_.bytes) {
        std::fprintf(stderr, "a timing needs more than the arena's %lld bytes\n",
                     static_cast<long long>(arena_.bytes));
        std::exit(1);
    }
    return arena_.memory.at(at);
}
char* Placement::take(core::DType dtype, int64_t elements) {
    return take(elements * gpu::elementBytes(dtype));
}
char* Placement::random(core::DType dtype, int64_t elements) {
    const auto seed = static_cast<uint32_t>(used_ / 512);
    char* address = take(dtype, elements);
    fillRandom(address, dtype, elements, 1.0f, seed);
    return address;
}

}  // namespace shardscope::bench
