#include <cmath>
#include <cstring>

#include "gpu/kernels/add.h"
#include "gpu/kernels/cast.h"
#include "gpu/kernels/copy_rows.h"
#include "gpu/kernels/fill.h"
#include "gpu/kernels/gelu.h"
#include "gpu/kernels/integer.h"
#include "gpu/kernels/math/gelu.h"
#include "gpu/kernels/math/integer.h"
#include "gpu/kernels/math/rope.h"
#include "gpu/kernels/math/swiglu.h"
#include "gpu/kernels/rope.h"
#include "gpu/kernels/swiglu.h"
#include "tests/doubles/kernels/table.h"

namespace shardscope::doubles {

namespace {

using namespace gpu;

void fill(const FillArgs& a) { std::memset(a.address, a.value, static_cast<size_t>(a.bytes)); }

template <class T>
void geluForward(const GeluForwardArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i)
        out<T>(a.out)[i] = fromFloat<T>(gelu<T>(toFloat(in<T>(a.in)[i])));
}
template <class T>
void geluBackward(const GeluBackwardArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i)
        out<T>(a.dIn)[i] =
            fromFloat<T>(geluGradient<T>(toFloat(in<T>(a.dOut)[i]), toFloat(in<T>(a.in)[i])));
}
template <class T>
void swiGluForward(const SwiGluForwardArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i)
        out<T>(a.out)[i] =
            fromFloat<T>(swiGlu<T>(toFloat(in<T>(a.gate)[i]), toFloat(in<T>(a.up)[i])));
}
template <class T>
void swiGluBackward(const SwiGluBackwardArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i) {
        const SwiGluGradients g = swiGluGradients<T>(
            toFloat(in<T>(a.dOut)[i]), toFloat(in<T>(a.gate)[i]), toFloat(in<T>(a.up)[i]));
        out<T>(a.dGate)[i] = fromFloat<T>(g.gate);
        out<T>(a.dUp)[i] = fromFloat<T>(g.up);
    }
}
void ropeTable(const RopeTableArgs& a) {
    for (int64_t i = 0; i < a.sequence * a.half; ++i) {
        const double angle = static_cast<double>(i / a.half) * a.frequencies[i % a.half];
        a.table[i] = static_cast<float>(std::cos(angle) * a.scale);
        a.table[a.sequence * a.half + i] = static_cast<float>(std::sin(angle) * a.scale);
    }
}
template <class T>
void turn(const RopeArgs& a) {
    const int64_t half = a.columns / 2;
    for (int64_t i = 0; i < a.rows * a.heads * half; ++i) {
        const int64_t head = i / half, pair = i % half;
        const int64_t at = head * a.columns + pair;
        const float* cosine = a.scratch + head / a.heads % a.sequence * half + pair;
        const float sine = cosine[a.sequence * half];
        const Turned turned = rope(toFloat(in<T>(a.in)[at]), toFloat(in<T>(a.in)[at + half]),
                                   *cosine, sine, a.inverse);
        out<T>(a.out)[at] = fromFloat<T>(turned.x);
        out<T>(a.out)[at + half] = fromFloat<T>(turned.y);
    }
}
template <class T>
void residualAdd(const ResidualAddArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i)
        out<T>(a.out)[i] = fromFloat<T>(toFloat(in<T>(a.a)[i]) + toFloat(in<T>(a.b)[i]));
}
template <class In, class Sum>
void addInto(const AddIntoArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i) {
        Sum& sum = out<Sum>(a.sum)[i];
        sum = fromFloat<Sum>(toFloat(sum) + toFloat(in<In>(a.incoming)[i]));
    }
}
template <class In, class Out>
void cast(const CastArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i)
        out<Out>(a.out)[i] = fromFloat<Out>(toFloat(in<In>(a.in)[i]));
}
template <class In, class Out>
void copyRows(const CopyRowsArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i) {
        const int64_t row = i / a.columns, column = i % a.columns;
        out<Out>(a.out)[row * a.outStride + column] =
            fromFloat<Out>(toFloat(in<In>(a.in)[row * a.inStride + column]));
    }
}
template <class T>
void integerForward(const IntegerForwardArgs& a) {
    float sum = 0.0f;
    for (int64_t i = 0; i < a.elements; ++i) sum += toFloat(in<T>(a.weight)[i]);
    const float mean = sum / static_cast<float>(a.elements);
    *a.loss = a.first ? mean : *a.loss + mean;
}
void integerBackward(const IntegerBackwardArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i)
        writeGradient(a.dWeight, i,
                      static_cast<float>(conformanceGradient(a.parameter, i, a.sample)));
}

}  // namespace

void addElementwise(Twins& twins) {
    twins.push_back(twin<FillArgs, fill>("shardscope_fill"));
    SHARDSCOPE_TWINS(twins, "gelu_forward", GeluForwardArgs, geluForward);
    SHARDSCOPE_TWINS(twins, "gelu_backward", GeluBackwardArgs, geluBackward);
    SHARDSCOPE_TWINS(twins, "swiglu_forward", SwiGluForwardArgs, swiGluForward);
    SHARDSCOPE_TWINS(twins, "swiglu_backward", SwiGluBackwardArgs, swiGluBackward);
    twins.push_back(twin<RopeTableArgs, ropeTable>("shardscope_rope_table"));
    SHARDSCOPE_TWINS(twins, "rope", RopeArgs, turn);
    SHARDSCOPE_TWINS(twins, "residual_add", ResidualAddArgs, residualAdd);
    SHARDSCOPE_TWIN_PAIRS(twins, "add_into", AddIntoArgs, addInto);
    SHARDSCOPE_TWIN_PAIRS(twins, "cast", CastArgs, cast);
    SHARDSCOPE_TWIN_PAIRS(twins, "copy_rows", CopyRowsArgs, copyRows);
    SHARDSCOPE_TWINS(twins, "integer_forward", IntegerForwardArgs, integerForward);
    twins.push_back(twin<IntegerBackwardArgs, integerBackward>("shardscope_integer_backward"));
}

}  // namespace shardscope::doubles
