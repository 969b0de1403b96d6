#include "core/host/ops/scratch.h"

#include <array>
#include <cstdlib>
#include <memory>

#include "core/base/result.h"
#include "core/base/units.h"

namespace shardscope::core::ops {

namespace {

struct Array {
    struct Release {
        void operator()(float* memory) const { std::free(memory); }
    };
    std::unique_ptr<float, Release> memory;
    int64_t elements = 0;
};

void grow(Array& array, int64_t elements) {
    const int64_t bytes = roundUp(elements * static_cast<int64_t>(sizeof(float)), 64);
    array.memory.reset();  // first, so that the old and the new array never exist together
    array.memory.reset(static_cast<float*>(std::aligned_alloc(64, static_cast<size_t>(bytes))));
    if (!array.memory) broken("no memory for the host's conversion scratch");
    array.elements = elements;
}

}  // namespace

float* scratch(Scratch purpose, int64_t elements) {
    thread_local std::array<Array, kScratchArrays> arrays;
    Array& array = arrays[static_cast<size_t>(purpose)];
    if (array.elements < elements) grow(array, elements);
    return array.memory.get();
}

}  // namespace shardscope::core::ops
