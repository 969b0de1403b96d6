#include "tests/core/host/collective_cases.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

namespace shardscope::core::cases {

namespace {

// Conversions that share nothing with the code under test: bf16 by arithmetic, fp16 by the compiler.
float bf16ToFloat(uint16_t bits) {
    const int exponent = bits >> 7 & 0xff;
    const int mantissa = bits & 0x7f;
    const float magnitude = exponent == 0
                                ? std::ldexp(static_cast<float>(mantissa), -133)
                                : std::ldexp(static_cast<float>(128 + mantissa), exponent - 134);
    return bits & 0x8000 ? -magnitude : magnitude;
}

uint16_t floatToBf16(float value) {
    const float magnitude = std::fabs(value);
    int exponent = -126;
    if (magnitude >= 0x1p-126f) exponent = std::ilogb(magnitude);
    // Units of the last place, rounded to nearest even; a carry moves into the exponent by itself.
    const auto units = static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, 7 - exponent)));
    const uint32_t base = static_cast<uint32_t>(exponent + 126) << 7;
    return static_cast<uint16_t>(base + units + (std::signbit(value) ? 0x8000u : 0u));
}

float fp16ToFloat(uint16_t bits) {
    _Float16 half;
    std::memcpy(&half, &bits, sizeof(half));
    return static_cast<float>(half);
}

uint16_t floatToFp16(float value) {
    const auto half = static_cast<_Float16>(value);
    uint16_t bits;
    std::memcpy(&bits, &half, sizeof(bits));
    return bits;
}

template <class T>
T load(const Bytes& bytes, int64_t i) {
    T value;
    std::memcpy(&value, bytes.data() + i * int64_t{sizeof(T)}, sizeof(T));
    return value;
}

template <class T>
void store(Bytes& bytes, int64_t i, T value) {
    std::memcpy(bytes.data() + i * int64_t{sizeof(T)}, &value, sizeof(T));
}

float loadFloat(DType dtype, const Bytes& bytes, int64_t i) {
    if (dtype == DType::Fp32) return load<float>(bytes, i);
    const auto bits = load<uint16_t>(bytes, i);
    return dtype == DType::Bf16 ? bf16ToFloat(bits) : fp16ToFloat(bits);
}

void storeFloat(DType dtype, Bytes& bytes, int64_t i, float value) {
    if (dtype == DType::Fp32) return store(bytes, i, value);
    store(bytes, i, dtype == DType::Bf16 ? floatToBf16(value) : floatToFp16(value));
}

Bytes bytesFor(DType dtype, int64_t elements) {
    return Bytes(static_cast<size_t>(elements * bytesOf(dtype)));
}

Bytes sumOf(const Case& test, const std::vector<Bytes>& inputs) {
    Bytes result = inputs[0];
    if (inputs.size() == 1) return result;
    for (int64_t i = 0; i < test.elements; ++i) {
        if (test.dtype == DType::Int32) {
            uint32_t sum = 0;
            for (const Bytes& input : inputs) sum += load<uint32_t>(input, i);
            store(result, i, sum);
            continue;
        }
        float sum = loadFloat(test.dtype, inputs[0], i);
        for (size_t r = 1; r < inputs.size(); ++r) sum += loadFloat(test.dtype, inputs[r], i);
        storeFloat(test.dtype, result, i, sum);
    }
    return result;
}

Bytes partOf(const Bytes& whole, int ranks, int rank) {
    const auto each = static_cast<int64_t>(whole.size()) / ranks;
    return {whole.begin() + each * rank, whole.begin() + each * (rank + 1)};
}

Bytes inputOf(const Case& test, int ranks, int rank) {
    const int64_t count =
        test.kind == CollectiveKind::AllGather ? test.elements / ranks : test.elements;
    Bytes bytes = bytesFor(test.dtype, count);
    std::mt19937_64 random(test.seed * 1000 + static_cast<uint64_t>(rank));
    for (int64_t i = 0; i < count; ++i) {
        const uint64_t bits = random();
        if (test.dtype == DType::Int32) {
            store(bytes, i, static_cast<uint32_t>(bits));
            continue;
        }
        // Signs, exponents 2^-26 … 2^5 (fp16: subnormals too) and mantissas all vary, so that the
        // order of the sum and the place of the rounding show.
        const float mantissa = 1.0f + static_cast<float>(bits & 0xffffff) * 0x1p-24f;
        const float value = std::ldexp(mantissa, static_cast<int>(bits >> 32 & 31) - 26);
        storeFloat(test.dtype, bytes, i, bits >> 63 ? -value : value);
    }
    return bytes;
}

Bytes concatenated(const std::vector<Bytes>& parts) {
    Bytes result;
    for (const Bytes& part : parts) result.insert(result.end(), part.begin(), part.end());
    return result;
}

std::vector<Bytes> expectedOf(const Case& test, const std::vector<Bytes>& inputs) {
    const size_t ranks = inputs.size();
    if (test.kind == CollectiveKind::Broadcast) return {ranks, inputs[size_t(test.root)]};
    if (test.kind == CollectiveKind::AllGather) return {ranks, concatenated(inputs)};
    const Bytes sum = sumOf(test, inputs);
    std::vector<Bytes> result(ranks, sum);
    for (size_t r = 0; r < ranks; ++r) {
        if (test.kind == CollectiveKind::Reduce && r != size_t(test.root)) result[r].clear();
        if (test.kind != CollectiveKind::ReduceScatter) continue;
        result[r] = partOf(sum, static_cast<int>(ranks), static_cast<int>(r));
    }
    return result;
}

constexpr std::byte kGuard{0xa5};
constexpr size_t kGuardBytes = 64;

// Memory for input and output, with guards at both ends.
class Buffers {
  public:
    Buffers(const Case& test, const Bytes& input, int ranks, int rank) {
        const auto whole = static_cast<size_t>(test.elements * bytesOf(test.dtype));
        const size_t part = whole / static_cast<size_t>(ranks);
        const size_t partStart = part * static_cast<size_t>(rank);
        outputBytes_ = test.kind == CollectiveKind::ReduceScatter ? part : whole;
        output_.assign(std::max(whole, outputBytes_) + 2 * kGuardBytes, kGuard);
        if (!test.inPlace) {
            input_ = input;
            inputAt_ = input_.data();
            outputAt_ = output_.data() + kGuardBytes;
            return;
        }
        std::byte* array = output_.data() + kGuardBytes;
        const bool gather = test.kind == CollectiveKind::AllGather;
        inputAt_ = gather ? array + partStart : array;
        outputAt_ = test.kind == CollectiveKind::ReduceScatter ? array + partStart : array;
        std::memcpy(inputAt_, input.data(), input.size());
    }

    CollectiveCall callOf(const Case& test) {
        return {.kind = test.kind,
                .dtype = test.dtype,
                .elements = test.elements,
                .input = inputAt_,
                .output = outputAt_,
                .root = Rank{test.root}};
    }
    Bytes output() const { return {outputAt_, outputAt_ + outputBytes_}; }
    bool guardsStand() const {
        for (size_t i = 0; i < kGuardBytes; ++i) {
            if (output_[i] != kGuard || output_[output_.size() - 1 - i] != kGuard) return false;
        }
        return true;
    }

  private:
    Bytes input_, output_;
    std::byte* inputAt_ = nullptr;
    std::byte* outputAt_ = nullptr;
    size_t outputBytes_ = 0;
};

}  // namespace

std::string describe(const Case& test) {
    return fmt::format("{} of {} {}{}", nameOf(test.kind), test.elements, nameOf(test.dtype),
                       test.inPlace ? ", in place" : "");
}

std::vector<Case> allCases(int ranks) {
    std::vector<Case> result;
    for (auto kind :
         {CollectiveKind::ReduceScatter, CollectiveKind::AllGather, CollectiveKind::AllReduce,
          CollectiveKind::Reduce, CollectiveKind::Broadcast}) {
        const bool divides =
            kind == CollectiveKind::ReduceScatter || kind == CollectiveKind::AllGather;
        const bool rooted = kind == CollectiveKind::Reduce || kind == CollectiveKind::Broadcast;
        for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16, DType::Int32}) {
            for (int64_t elements : {1, 3, 2049, 4096, 4097, 10'007}) {
                for (bool inPlace : {false, true}) {
                    result.push_back({.kind = kind,
                                      .dtype = dtype,
                                      .elements = elements * (divides ? ranks : 1),
                                      .inPlace = inPlace,
                                      .seed = result.size(),
                                      .root = rooted && elements % 2 == 1 ? ranks - 1 : 0});
                }
            }
        }
    }
    return result;
}

Reference makeReference(const Case& test, int ranks) {
    Reference result{.test = test, .inputs = {}, .expected = {}};
    for (int r = 0; r < ranks; ++r) result.inputs.push_back(inputOf(test, ranks, r));
    result.expected = expectedOf(test, result.inputs);
    return result;
}

std::vector<Reference> allReferences(int ranks) {
    std::vector<Reference> result;
    for (const Case& test : allCases(ranks)) result.push_back(makeReference(test, ranks));
    return result;
}

Result<Bytes> runCase(const Reference& reference, Communicator& communicator) {
    const Case& test = reference.test;
    const Rank rank = communicator.rank();
    Buffers buffers(test, reference.inputs[rank.index()], communicator.ranks(), rank.value);
    const auto times = communicator.run(buffers.callOf(test));
    if (!times) return tl::unexpected(times.error());
    EXPECT_LE(times->startNs, times->endNs) << describe(test);
    EXPECT_TRUE(buffers.guardsStand()) << describe(test);
    return buffers.output();
}

void expectAll(const std::vector<Reference>& references, Communicator& communicator,
               int maxDelayMicroseconds) {
    const Rank rank = communicator.rank();
    std::mt19937 random(static_cast<unsigned>(rank.value));
    for (const Reference& reference : references) {
        std::this_thread::sleep_for(
            std::chrono::microseconds(random() % static_cast<unsigned>(maxDelayMicroseconds + 1)));
        const auto output = runCase(reference, communicator);
        const std::string what = describe(reference.test);
        ASSERT_TRUE(output) << what << ": " << toString(output.error());
        const Bytes& expected = reference.expected[rank.index()];
        EXPECT_TRUE(expected.empty() || *output == expected) << what << ", rank " << rank.value;
    }
}

}  // namespace shardscope::core::cases
