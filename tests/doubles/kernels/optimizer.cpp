#include "gpu/kernels/optimizer.h"

#include "tests/doubles/kernels/table.h"

namespace shardscope::doubles {

namespace {

using namespace gpu;

/// Calls element(i, gradient, fp32 weight, decay) over the ranges and publishes the rounded weight.
template <class G, class W, class Args, class Element>
void forEachWeight(const Args& a, Element&& element) {
    const UpdateTensors& t = a.tensors;
    float* weights = t.master ? t.master : out<float>(t.weights);
    for (int r = 0; r < a.count; ++r) {
        for (int64_t i = a.ranges[r].begin; i < a.ranges[r].end; ++i) {
            element(i, toFloat(in<G>(t.gradient)[i]) * *t.factor, weights[i], a.ranges[r].decay);
            if (t.master) out<W>(t.weights)[i] = fromFloat<W>(weights[i]);
        }
    }
}

template <class G, class W>
void adamWUpdate(const AdamWArgs& a) {
    forEachWeight<G, W>(a, [&](int64_t i, float gradient, float& weight, bool decay) {
        const float keep = decay ? a.constants.keepDecayed : 1.0f;
        const AdamWState next =
            adamW(a.constants, keep, gradient, {weight, a.tensors.momentum[i], a.variance[i]});
        weight = next.weight;
        a.tensors.momentum[i] = next.momentum;
        a.variance[i] = next.variance;
    });
}

template <class G, class W>
void sgdUpdate(const SgdArgs& a) {
    forEachWeight<G, W>(a, [&](int64_t i, float gradient, float& weight, bool) {
        const SgdState next = sgdMomentum(a.constants, gradient, {weight, a.tensors.momentum[i]});
        weight = next.weight;
        a.tensors.momentum[i] = next.momentum;
    });
}

}  // namespace

void addOptimizer(Twins& twins) {
    SHARDSCOPE_TWIN_PAIRS(twins, "adamw", AdamWArgs, adamWUpdate);
    SHARDSCOPE_TWIN_PAIRS(twins, "sgd_momentum", SgdArgs, sgdUpdate);
}

}  // namespace shardscope::doubles
