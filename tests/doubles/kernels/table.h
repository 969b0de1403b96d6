#pragma once
// How each file lists its twins. Internal to tests/doubles/kernels.

#include "gpu/kernels/math/element.h"
#include "tests/doubles/kernels/kernel_twin.h"

namespace shardscope::doubles {

using gpu::Bf16;
using gpu::Fp16;

using Twins = std::vector<KernelTwin>;

/// A twin of one kernel. BODY: void(const Args&).
template <class Args, void (*body)(const Args&)>
KernelTwin twin(std::string_view name) {
    return {.name = name, .argumentBytes = sizeof(Args), .run = [](const void* argument) {
                body(*static_cast<const Args*>(argument));
            }};
}

template <class T>
const T* in(const void* address) {
    return static_cast<const T*>(address);
}
template <class T>
T* out(void* address) {
    return static_cast<T*>(address);
}

void addElementwise(Twins& twins);
void addOptimizer(Twins& twins);
void addNorm(Twins& twins);
void addCollectives(Twins& twins);
void addRows(Twins& twins);
void addEmbedding(Twins& twins);
void addLoss(Twins& twins);
void addAttention(Twins& twins);

}  // namespace shardscope::doubles

/// The three kernels of one operation; BODY is a template over the element type.
#define SHARDSCOPE_TWINS(TWINS, NAME, ARGS, BODY)                         \
    TWINS.push_back(twin<ARGS, BODY<float>>("shardscope_" NAME "_fp32")); \
    TWINS.push_back(twin<ARGS, BODY<Bf16>>("shardscope_" NAME "_bf16"));  \
    TWINS.push_back(twin<ARGS, BODY<Fp16>>("shardscope_" NAME "_fp16"))

#define SHARDSCOPE_TWIN_ROW(TWINS, NAME, A, ARGS, BODY)                                            \
    TWINS.push_back(twin<ARGS, BODY<gpu::Element_##A, float>>("shardscope_" NAME "_" #A "_fp32")); \
    TWINS.push_back(twin<ARGS, BODY<gpu::Element_##A, Bf16>>("shardscope_" NAME "_" #A "_bf16"));  \
    TWINS.push_back(twin<ARGS, BODY<gpu::Element_##A, Fp16>>("shardscope_" NAME "_" #A "_fp16"))
/// The nine kernels of a pair of element types.
#define SHARDSCOPE_TWIN_PAIRS(TWINS, NAME, ARGS, BODY)  \
    SHARDSCOPE_TWIN_ROW(TWINS, NAME, fp32, ARGS, BODY); \
    SHARDSCOPE_TWIN_ROW(TWINS, NAME, bf16, ARGS, BODY); \
    SHARDSCOPE_TWIN_ROW(TWINS, NAME, fp16, ARGS, BODY)
