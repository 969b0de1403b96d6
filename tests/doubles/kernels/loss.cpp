#include <algorithm>
#include <cmath>

#include "gpu/kernels/cross_entropy.h"
#include "gpu/kernels/math/exponential.h"
#include "tests/doubles/kernels/table.h"

namespace shardscope::doubles {

namespace {

using namespace gpu;

template <class T>
void forward(const CrossEntropyForwardArgs& a) {
    for (int64_t row = 0; row < a.rows; ++row) {
        const T* logits = in<T>(a.logits) + row * a.vocab;
        float largest = -INFINITY;
        for (int64_t i = 0; i < a.vocab; ++i) {
            const float value = toFloat(logits[i]);
            largest = value > largest ? value : largest;
        }
        double sum = 0.0;
        for (int64_t i = 0; i < a.vocab; ++i) sum += exponential(toFloat(logits[i]) - largest);
        a.logSumExp[row] = largest + std::log(static_cast<float>(sum));
        a.scratch[row] = a.logSumExp[row] - toFloat(logits[a.targets[row]]);
    }
}

void mean(const CrossEntropyForwardArgs& a) {
    double sum = 0.0;
    for (int64_t row = 0; row < a.rows; ++row) sum += static_cast<double>(a.scratch[row]);
    *a.loss = static_cast<float>(sum / static_cast<double>(a.rows));
}

template <class T>
void backward(const CrossEntropyBackwardArgs& a) {
    for (int64_t row = 0; row < a.rows; ++row) {
        for (int64_t i = 0; i < a.vocab; ++i) {
            const float logit = toFloat(in<T>(a.logits)[row * a.vocab + i]);
            const float share = exponential(logit - a.logSumExp[row]) * a.factor;
            out<T>(a.dLogits)[row * a.vocab + i] =
                fromFloat<T>(i == a.targets[row] ? share - a.factor : share);
        }
    }
}

}  // namespace

void addLoss(Twins& twins) {
    SHARDSCOPE_TWINS(twins, "cross_entropy_forward", CrossEntropyForwardArgs, forward);
    twins.push_back(twin<CrossEntropyForwardArgs, mean>("shardscope_cross_entropy_mean"));
    SHARDSCOPE_TWINS(twins, "cross_entropy_backward", CrossEntropyBackwardArgs, backward);
}

}  // namespace shardscope::doubles
