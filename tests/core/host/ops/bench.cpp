#include "tests/core/host/ops/bench.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace shardscope::core::test {

namespace {

// Conversions written apart from the code under test: by arithmetic on values, not on bits.

/// @p value rounded to @p digits binary digits, to nearest even, with exponents from @p smallest.
double rounded(double value, int digits, int smallest) {
    if (value == 0.0 || !std::isfinite(value)) return value;
    const int exponent = std::max(std::ilogb(value), smallest);
    const double unit = std::ldexp(1.0, exponent - digits + 1);
    return std::nearbyint(value / unit) * unit;
}

double decode(uint16_t bits, int exponentBits, int mantissaBits) {
    const int mantissa = bits & ((1 << mantissaBits) - 1);
    const int exponent = (bits >> mantissaBits) & ((1 << exponentBits) - 1);
    const int bias = (1 << (exponentBits - 1)) - 1;
    const double sign = bits & 0x8000 ? -1.0 : 1.0;
    if (exponent == (1 << exponentBits) - 1) return mantissa ? NAN : sign * INFINITY;
    if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissaBits);
    return sign * std::ldexp(mantissa + (1 << mantissaBits), exponent - bias - mantissaBits);
}

uint16_t encodeHalf(double value) {
    const double nearest = rounded(value, 11, -14);
    const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(nearest)) return 0x7e00;
    if (std::abs(nearest) > 65504.0) return sign | 0x7c00;
    if (std::abs(nearest) < std::ldexp(1.0, -14)) {
        return sign | static_cast<uint16_t>(std::ldexp(std::abs(nearest), 24));
    }
    const int exponent = std::ilogb(nearest);
    const double fraction = std::ldexp(std::abs(nearest), -exponent) - 1.0;
    return sign | static_cast<uint16_t>(((exponent + 15) << 10) +
                                        static_cast<int>(std::ldexp(fraction, 10)));
}

uint16_t encodeBfloat(double value) {
    const auto nearest = static_cast<float>(rounded(value, 8, -126));
    return static_cast<uint16_t>(std::bit_cast<uint32_t>(nearest) >> 16);
}

}  // namespace

BoundOperation bindOperands(const Operation& operation, const Layout& layout,
                            const std::function<void*(TensorId)>& addressOf,
                            const StepScalars& scalars) {
    BoundOperation bound;
    bound.operation = &operation;
    bound.layout = &layout;
    bound.scalars = scalars;
    const Operands operands = operandsOf(operation, scalars.microBatch);
    for (const auto* ids : {&operands.reads, &operands.writes}) {
        for (TensorId id : *ids) {
            if (std::find(bound.ids.begin(), bound.ids.begin() + bound.count, id) !=
                bound.ids.begin() + bound.count) {
                continue;
            }
            bound.ids.at(static_cast<size_t>(bound.count)) = id;
            bound.addresses.at(static_cast<size_t>(bound.count++)) = addressOf(id);
        }
    }
    return bound;
}

Values randomValues(int64_t count, uint64_t seed, double deviation) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal(0.0, deviation);
    Values values(static_cast<size_t>(count));
    for (double& value : values) value = normal(engine);
    return values;
}

TensorId Workbench::output(int64_t count, DType dtype) {
    const auto bytes = static_cast<size_t>(count * bytesOf(dtype));
    layout_.tensors.push_back({.name = "t",
                               .buffer = BufferId{static_cast<int32_t>(memory_.size())},
                               .elements = count,
                               .dtype = dtype});
    memory_.emplace_back(new char[bytes]);
    std::memset(memory_.back().get(), 0xff, bytes);
    return TensorId{static_cast<int32_t>(memory_.size()) - 1};
}

TensorId Workbench::tensor(const Values& values, DType dtype) {
    const TensorId id = output(static_cast<int64_t>(values.size()), dtype);
    set(id, values);
    return id;
}

TensorId Workbench::integers(const std::vector<int32_t>& values) {
    const TensorId id = output(static_cast<int64_t>(values.size()), DType::Int32);
    std::memcpy(address(id), values.data(), values.size() * sizeof(int32_t));
    return id;
}

void Workbench::set(TensorId tensor, const Values& values) {
    const DType dtype = layout_[tensor].dtype;
    for (size_t i = 0; i < values.size(); ++i) {
        if (dtype == DType::Fp32) {
            static_cast<float*>(address(tensor))[i] = static_cast<float>(values[i]);
        } else {
            static_cast<uint16_t*>(address(tensor))[i] =
                dtype == DType::Bf16 ? encodeBfloat(values[i]) : encodeHalf(values[i]);
        }
    }
}

Values Workbench::get(TensorId tensor) const {
    const DType dtype = layout_[tensor].dtype;
    Values values(static_cast<size_t>(layout_[tensor].elements));
    const auto* words = static_cast<const uint16_t*>(address(tensor));
    for (size_t i = 0; i < values.size(); ++i) {
        if (dtype == DType::Fp32) values[i] = static_cast<const float*>(address(tensor))[i];
        if (dtype == DType::Bf16) values[i] = decode(words[i], 8, 7);
        if (dtype == DType::Fp16) values[i] = decode(words[i], 5, 10);
        if (dtype == DType::Int32) values[i] = static_cast<const int32_t*>(address(tensor))[i];
    }
    return values;
}

std::vector<uint16_t> Workbench::bits16(TensorId tensor) const {
    const auto* words = static_cast<const uint16_t*>(address(tensor));
    return {words, words + layout_[tensor].elements};
}

void Workbench::run(const Operation& operation) const {
    RunContext here = context;
    here.problem = problem.get();
    if (!here.rank.valid()) here.rank = Rank{0};
    executeOnHost(bindOperands(
                      operation, layout_, [&](TensorId id) { return address(id); }, scalars),
                  here);
}

void expectGradient(Workbench& bench, TensorId input, TensorId out, const Values& weights,
                    const Values& gradient, const std::function<void()>& forward, double tolerance,
                    double step) {
    const Values original = bench.get(input);
    const auto lossAt = [&](size_t i, double value) {
        Values moved = original;
        moved[i] = value;
        bench.set(input, moved);
        forward();
        const Values outputs = bench.get(out);
        double loss = 0.0;
        for (size_t j = 0; j < outputs.size(); ++j) loss += weights[j] * outputs[j];
        return loss;
    };
    for (size_t i = 0; i < original.size(); ++i) {
        const double numeric =
            (lossAt(i, original[i] + step) - lossAt(i, original[i] - step)) / (2 * step);
        EXPECT_NEAR(gradient[i], numeric, tolerance * (1.0 + std::abs(numeric))) << "element " << i;
    }
    bench.set(input, original);
    forward();
}

double largestError(const Values& a, const Values& b) {
    EXPECT_EQ(a.size(), b.size());
    double largest = 0.0;
    for (size_t i = 0; i < a.size(); ++i) {
        const double error = std::abs(a[i] - b[i]) / (1.0 + std::abs(b[i]));
        if (!(error <= largest)) largest = error;  // also NaN
    }
    return largest;
}

}  // namespace shardscope::core::test
