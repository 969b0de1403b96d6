#include <cmath>
#include <vector>

#include "gpu/kernels/flash_attention.h"
#include "gpu/kernels/math/exponential.h"
#include "tests/doubles/kernels/table.h"

namespace shardscope::doubles {

namespace {

using namespace gpu;

/// One head of one sequence.
struct Head {
    const AttentionShape& s;
    int64_t batch, head;

    template <class T>
    T* row(const TokenRows& rows, int64_t token, bool kv) const {
        const int64_t column = (kv ? head / (s.heads / s.kvHeads) : head) * s.headSize;
        return static_cast<T*>(rows.address) + (batch * s.sequence + token) * rows.stride + column;
    }
    int64_t square(int64_t query) const {
        return ((batch * s.heads + head) * s.sequence + query) * s.sequence;
    }
    /// Of a [B,H,T] tensor.
    int64_t token(int64_t query) const { return (batch * s.heads + head) * s.sequence + query; }
    float scale() const { return 1.0f / std::sqrt(static_cast<float>(s.headSize)); }
};

template <class Visit>
void forEachHead(const AttentionShape& s, Visit&& visit) {
    for (int64_t batch = 0; batch < s.batch; ++batch)
        for (int64_t head = 0; head < s.heads; ++head) visit(Head{s, batch, head});
}

template <class T>
float dot(const T* a, const T* b, int count) {
    float sum = 0.0f;
    for (int d = 0; d < count; ++d) sum += toFloat(a[d]) * toFloat(b[d]);
    return sum;
}

template <class T>
void addScaled(float factor, const T* row, std::vector<float>& sums) {
    for (size_t d = 0; d < sums.size(); ++d) sums[d] += factor * toFloat(row[d]);
}

template <class T>
void store(const std::vector<float>& sums, T* row) {
    for (size_t d = 0; d < sums.size(); ++d) row[d] = fromFloat<T>(sums[d]);
}

template <class T>
void forward(const AttentionForwardArgs& a) {
    const AttentionShape& s = a.shape;
    std::vector<float> scores(static_cast<size_t>(s.sequence));
    forEachHead(s, [&](const Head& head) {
        for (int64_t query = 0; query < s.sequence; ++query) {
            T* probabilities = out<T>(a.probabilities) + head.square(query);
            float largest = -INFINITY, sum = 0.0f;
            for (int64_t key = 0; key <= query; ++key) {
                float& score = scores[static_cast<size_t>(key)];
                score = dot<T>(head.row<T>(a.q, query, false), head.row<T>(a.k, key, true),
                               s.headSize) *
                        head.scale();
                largest = std::max(largest, score);
            }
            for (int64_t key = 0; key <= query; ++key) {
                float& score = scores[static_cast<size_t>(key)];
                score = exponential(score - largest);
                sum += score;
            }
            std::vector<float> sums(static_cast<size_t>(s.headSize));
            for (int64_t key = 0; key < s.sequence; ++key) {
                const float p =
                    key <= query ? scores[static_cast<size_t>(key)] * (1.0f / sum) : 0.0f;
                probabilities[key] = fromFloat<T>(p);
                if (key <= query)
                    addScaled(toFloat(probabilities[key]), head.row<T>(a.v, key, true), sums);
            }
            store(sums, head.row<T>(a.out, query, false));
        }
    });
}

template <class T>
void queryGradients(const AttentionBackwardArgs& a) {
    const AttentionShape& s = a.shape;
    std::vector<float> gradients(static_cast<size_t>(s.sequence));
    forEachHead(s, [&](const Head& head) {
        for (int64_t query = 0; query < s.sequence; ++query) {
            const T* probabilities = in<T>(a.probabilities) + head.square(query);
            float sum = 0.0f, total = 0.0f;
            for (int64_t key = 0; key <= query; ++key) {
                float& gradient = gradients[static_cast<size_t>(key)];
                gradient = dot<T>(head.row<T>(a.dOut, query, false), head.row<T>(a.v, key, true),
                                  s.headSize);
                sum += toFloat(probabilities[key]) * gradient;
                total += toFloat(probabilities[key]);
            }
            const float mean = sum / total;
            std::vector<float> sums(static_cast<size_t>(s.headSize));
            T* dScores = out<T>(a.dScores) + head.square(query);
            for (int64_t key = 0; key < s.sequence; ++key) {
                dScores[key] = fromFloat<T>(
                    key > query ? 0.0f
                                : toFloat(probabilities[key]) *
                                      (gradients[static_cast<size_t>(key)] - mean) * head.scale());
                if (key <= query)
                    addScaled(toFloat(dScores[key]), head.row<T>(a.k, key, true), sums);
            }
            store(sums, head.row<T>(a.dQ, query, false));
        }
    });
}

template <class T>
void keyGradients(const AttentionBackwardArgs& a) {
    const AttentionShape& s = a.shape;
    const int group = s.heads / s.kvHeads;
    for (int64_t batch = 0; batch < s.batch; ++batch) {
        for (int64_t i = 0; i < s.kvHeads * s.sequence; ++i) {
            const int64_t key = i % s.sequence, first = i / s.sequence * group;
            std::vector<float> dK(static_cast<size_t>(s.headSize)), dV(dK);
            for (int64_t h = first; h < first + group; ++h) {
                const Head head{s, batch, h};
                for (int64_t query = key; query < s.sequence; ++query) {
                    const int64_t at = head.square(query) + key;
                    addScaled(toFloat(in<T>(a.probabilities)[at]),
                              head.row<T>(a.dOut, query, false), dV);
                    addScaled(toFloat(in<T>(a.dScores)[at]), head.row<T>(a.q, query, false), dK);
                }
            }
            const Head head{s, batch, first};
            store(dK, head.row<T>(a.dK, key, true));
            store(dV, head.row<T>(a.dV, key, true));
        }
    }
}

/// e^(score - logSumExp) of one head's query and key.
template <class T>
float probability(const FlashBackwardArgs& a, const Head& head, int64_t query, int64_t key) {
    const float score =
        dot<T>(head.row<T>(a.q, query, false), head.row<T>(a.k, key, true), a.shape.headSize) *
        head.scale();
    return exponential(score - a.logSumExp[head.token(query)]);
}
/// The gradient of the score.
template <class T>
float scoreGradient(const FlashBackwardArgs& a, const Head& head, int64_t query, int64_t key,
                    float p) {
    const float gradient =
        dot<T>(head.row<T>(a.dOut, query, false), head.row<T>(a.v, key, true), a.shape.headSize);
    return p * (gradient - a.scratch[head.token(query)]) * head.scale();
}

template <class T>
void flashForward(const FlashForwardArgs& a) {
    const AttentionShape& s = a.shape;
    std::vector<float> scores(static_cast<size_t>(s.sequence));
    forEachHead(s, [&](const Head& head) {
        for (int64_t query = 0; query < s.sequence; ++query) {
            float largest = -INFINITY, sum = 0.0f;
            for (int64_t key = 0; key <= query; ++key) {
                float& score = scores[static_cast<size_t>(key)];
                score = dot<T>(head.row<T>(a.q, query, false), head.row<T>(a.k, key, true),
                               s.headSize) *
                        head.scale();
                largest = std::max(largest, score);
            }
            std::vector<float> sums(static_cast<size_t>(s.headSize));
            for (int64_t key = 0; key <= query; ++key) {
                const float p = exponential(scores[static_cast<size_t>(key)] - largest);
                sum += p;
                addScaled(p, head.row<T>(a.v, key, true), sums);
            }
            for (float& value : sums) value *= 1.0f / sum;
            store(sums, head.row<T>(a.out, query, false));
            a.logSumExp[head.token(query)] = largest + std::log(sum);
        }
    });
}

template <class T>
void flashQueries(const FlashBackwardArgs& a) {
    const AttentionShape& s = a.shape;
    forEachHead(s, [&](const Head& head) {
        for (int64_t query = 0; query < s.sequence; ++query) {
            a.scratch[head.token(query)] = dot<T>(head.row<T>(a.dOut, query, false),
                                                  head.row<T>(a.out, query, false), s.headSize);
            std::vector<float> sums(static_cast<size_t>(s.headSize));
            for (int64_t key = 0; key <= query; ++key) {
                const float p = probability<T>(a, head, query, key);
                addScaled(scoreGradient<T>(a, head, query, key, p), head.row<T>(a.k, key, true),
                          sums);
            }
            store(sums, head.row<T>(a.dQ, query, false));
        }
    });
}

template <class T>
void flashKeys(const FlashBackwardArgs& a) {
    const AttentionShape& s = a.shape;
    const int group = s.heads / s.kvHeads;
    for (int64_t batch = 0; batch < s.batch; ++batch) {
        for (int64_t i = 0; i < s.kvHeads * s.sequence; ++i) {
            const int64_t key = i % s.sequence, first = i / s.sequence * group;
            std::vector<float> dK(static_cast<size_t>(s.headSize)), dV(dK);
            for (int64_t h = first; h < first + group; ++h) {
                const Head head{s, batch, h};
                for (int64_t query = key; query < s.sequence; ++query) {
                    const float p = probability<T>(a, head, query, key);
                    addScaled(p, head.row<T>(a.dOut, query, false), dV);
                    addScaled(scoreGradient<T>(a, head, query, key, p),
                              head.row<T>(a.q, query, false), dK);
                }
            }
            const Head head{s, batch, first};
            store(dK, head.row<T>(a.dK, key, true));
            store(dV, head.row<T>(a.dV, key, true));
        }
    }
}

/// The plain kernels and, for 16-bit types, those on tensor cores.
template <class Args, void (*bf16)(const Args&), void (*fp16)(const Args&)>
void addTensorCores(Twins& twins, const char* d64bf16, const char* d64fp16, const char* d128bf16,
                    const char* d128fp16) {
    twins.push_back(twin<Args, bf16>(d64bf16));
    twins.push_back(twin<Args, fp16>(d64fp16));
    twins.push_back(twin<Args, bf16>(d128bf16));
    twins.push_back(twin<Args, fp16>(d128fp16));
}

}  // namespace

#define SHARDSCOPE_ATTENTION_TWINS(NAME, ARGS, BODY)                           \
    SHARDSCOPE_TWINS(twins, NAME, ARGS, BODY);                                 \
    addTensorCores<ARGS, BODY<Bf16>, BODY<Fp16>>(                              \
        twins, "shardscope_" NAME "_d64_bf16", "shardscope_" NAME "_d64_fp16", \
        "shardscope_" NAME "_d128_bf16", "shardscope_" NAME "_d128_fp16")

void addAttention(Twins& twins) {
    SHARDSCOPE_ATTENTION_TWINS("attention_forward", AttentionForwardArgs, forward);
    SHARDSCOPE_ATTENTION_TWINS("attention_query_gradients", AttentionBackwardArgs, queryGradients);
    SHARDSCOPE_ATTENTION_TWINS("attention_key_gradients", AttentionBackwardArgs, keyGradients);
    SHARDSCOPE_ATTENTION_TWINS("flash_forward", FlashForwardArgs, flashForward);
    SHARDSCOPE_ATTENTION_TWINS("flash_query_gradients", FlashBackwardArgs, flashQueries);
    SHARDSCOPE_ATTENTION_TWINS("flash_key_gradients", FlashBackwardArgs, flashKeys);
}

}  // namespace shardscope::doubles
