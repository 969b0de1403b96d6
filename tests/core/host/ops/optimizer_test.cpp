#include <cmath>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

/// A bucket of two parameters with padding: elements 0…199 decay, 256…295 do not.
constexpr int64_t kElements = 384;

std::shared_ptr<Problem> twoParameters() {
    auto problem = std::make_shared<Problem>();
    problem->graph.parameters = {{.name = "matrix", .shape = {10, 20}, .decay = true},
                                 {.name = "vector", .shape = {40}, .decay = false}};
    Bucket bucket;
    bucket.segments = {{.parameter = ParameterId{0}, .offset = 0, .elements = 200},
                       {.parameter = ParameterId{1}, .offset = 256, .elements = 40}};
    bucket.elements = kElements;
    bucket.realElements = 240;
    problem->buckets.buckets = {bucket};
    return problem;
}

bool isReal(size_t i) { return i < 200 || (i >= 256 && i < 296); }

Values withPadding(Values values) {
    for (size_t i = 0; i < values.size(); ++i) {
        if (!isReal(i)) values[i] = 0.0;
    }
    return values;
}

/// The textbook update in double.
struct Reference {
    Values weights, m = Values(kElements, 0.0), v = Values(kElements, 0.0);

    void adamW(const Values& gradient, double factor, double rate, int t) {
        for (size_t i = 0; i < weights.size(); ++i) {
            if (!isReal(i)) continue;
            const double g = gradient[i] * factor;
            if (i < 200) weights[i] -= rate * 0.01 * weights[i];
            m[i] = 0.9 * m[i] + 0.1 * g;
            v[i] = 0.999 * v[i] + 0.001 * g * g;
            const double mHat = m[i] / (1.0 - std::pow(0.9, t));
            const double vHat = v[i] / (1.0 - std::pow(0.999, t));
            weights[i] -= rate * mHat / (std::sqrt(vHat) + 1e-8);
        }
    }
    void sgd(const Values& gradient, double factor, double rate) {
        for (size_t i = 0; i < weights.size(); ++i) {
            if (!isReal(i)) continue;
            m[i] = 0.9 * m[i] + gradient[i] * factor;
            weights[i] -= rate * m[i];
        }
    }
};

struct Update {
    Workbench bench;
    TensorId gradient, scalars, weights, master, momentum, variance;

    explicit Update(DType dtype) {
        bench.problem = twoParameters();
        const Values start = withPadding(randomValues(kElements, 1));
        gradient = bench.output(kElements, dtype);
        scalars = bench.tensor({3.0, 0.25, 0.0});
        weights = bench.tensor(start, dtype);
        if (dtype != DType::Fp32) master = bench.tensor(start);
        momentum = bench.tensor(Values(kElements, 0.0));
        variance = bench.tensor(Values(kElements, 0.0));
    }
    TensorId fp32() const { return master.valid() ? master : weights; }
    void setGradient(uint64_t seed) {
        bench.set(gradient, withPadding(randomValues(kElements, seed)));
    }
    void adamW() {
        bench.run(AdamW{.gradient = gradient,
                        .scalars = scalars,
                        .weights = weights,
                        .master = master,
                        .momentum = momentum,
                        .variance = variance,
                        .bucket = BucketId{0},
                        .first = 0,
                        .elements = kElements});
    }
    void sgd() {
        bench.run(SgdMomentum{.gradient = gradient,
                              .scalars = scalars,
                              .weights = weights,
                              .master = master,
                              .momentum = momentum,
                              .bucket = BucketId{0},
                              .first = 0,
                              .elements = kElements});
    }
};

TEST(HostAdamW, FollowsTheTextbookOverSeveralSteps) {
    for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
        Update update(dtype);
        Reference reference{.weights = update.bench.get(update.fp32())};
        for (int step = 0; step < 8; ++step) {
            update.setGradient(100 + static_cast<uint64_t>(step));
            update.bench.scalars.updates = step;
            update.bench.scalars.learningRate = 0.01 / (1 + step);
            update.adamW();
            reference.adamW(update.bench.get(update.gradient), 0.25, 0.01 / (1 + step), step + 1);
        }
        EXPECT_LT(largestError(update.bench.get(update.fp32()), reference.weights), 2e-6);
        EXPECT_LT(largestError(update.bench.get(update.momentum), reference.m), 1e-6);
        EXPECT_LT(largestError(update.bench.get(update.variance), reference.v), 1e-6);
        EXPECT_EQ(update.bench.get(update.weights),
                  update.bench.get(update.bench.tensor(update.bench.get(update.fp32()), dtype)));
    }
}

TEST(HostAdamW, AnyCutIntoRangesGivesTheSameBits) {
    Update whole(DType::Bf16), cut(DType::Bf16);
    for (Update* update : {&whole, &cut}) {
        update->setGradient(5);
        update->bench.scalars.learningRate = 0.01;
    }
    whole.adamW();
    for (int64_t first : {0, 128, 256}) {
        const auto part = [&](TensorId tensor, DType dtype) {
            const Values all = cut.bench.get(tensor);
            return cut.bench.tensor(Values(all.begin() + first, all.begin() + first + 128), dtype);
        };
        const TensorId weights = part(cut.weights, DType::Bf16);
        cut.bench.run(AdamW{.gradient = part(cut.gradient, DType::Bf16),
                            .scalars = cut.scalars,
                            .weights = weights,
                            .master = part(cut.master, DType::Fp32),
                            .momentum = part(cut.momentum, DType::Fp32),
                            .variance = part(cut.variance, DType::Fp32),
                            .bucket = BucketId{0},
                            .first = first,
                            .elements = 128});
        const Values all = whole.bench.get(whole.weights);
        EXPECT_EQ(cut.bench.get(weights), Values(all.begin() + first, all.begin() + first + 128));
    }
}

TEST(HostAdamW, LeavesPaddingZero) {
    Update update(DType::Bf16);
    update.setGradient(5);
    update.bench.scalars.learningRate = 0.01;
    update.adamW();
    for (TensorId id : {update.weights, update.master, update.momentum, update.variance}) {
        const Values values = update.bench.get(id);
        for (size_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i] != 0.0, isReal(i)) << i;
    }
}

TEST(HostSgdMomentum, FollowsTheTextbookOverSeveralSteps) {
    for (DType dtype : {DType::Fp32, DType::Bf16}) {
        Update update(dtype);
        Reference reference{.weights = update.bench.get(update.fp32())};
        update.bench.scalars.learningRate = 0.05;
        for (int step = 0; step < 5; ++step) {
            update.setGradient(50 + static_cast<uint64_t>(step));
            update.sgd();
            reference.sgd(update.bench.get(update.gradient), 0.25, 0.05);
        }
        EXPECT_LT(largestError(update.bench.get(update.fp32()), reference.weights), 2e-6);
        EXPECT_LT(largestError(update.bench.get(update.momentum), reference.m), 1e-6);
    }
}

}  // namespace
}  // namespace shardscope::core::test
