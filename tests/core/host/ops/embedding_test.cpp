#include <cmath>

#include "core/config/dataset.h"
#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

constexpr int64_t kBatch = 2, kTokens = 3, kHidden = 5, kVocab = 11, kRows = kBatch * kTokens;
const std::vector<int32_t> kIds{4, 10, 4, 0, 4, 10};

struct Table {
    Workbench bench;
    TensorId tokens, words, positions, out, dOut, dWords, dPositions;

    explicit Table(DType dtype = DType::Fp32, DType gradient = DType::Fp32) {
        tokens = bench.integers(kIds);
        words = bench.random(kVocab * kHidden, 1, dtype);
        positions = bench.random(kTokens * kHidden, 2, dtype);
        out = bench.output(kRows * kHidden, dtype);
        dOut = bench.random(kRows * kHidden, 3, dtype);
        dWords = bench.output(kVocab * kHidden, gradient);
        dPositions = bench.output(kTokens * kHidden, gradient);
    }
    void forward() {
        bench.run(EmbeddingForward{.tokens = tokens,
                                   .tokenTable = words,
                                   .positionTable = positions,
                                   .out = out,
                                   .batch = kBatch,
                                   .sequence = kTokens,
                                   .hidden = kHidden,
                                   .vocab = kVocab});
    }
    void backward(Write write) {
        bench.run(TokenEmbeddingBackward{.tokens = tokens,
                                         .dOut = dOut,
                                         .dTable = dWords,
                                         .rows = kRows,
                                         .hidden = kHidden,
                                         .vocab = kVocab,
                                         .write = write});
        bench.run(PositionEmbeddingBackward{.dOut = dOut,
                                            .dTable = dPositions,
                                            .batch = kBatch,
                                            .sequence = kTokens,
                                            .hidden = kHidden,
                                            .write = write});
    }
};

TEST(HostEmbedding, AddsTheRowsOfTokenAndPosition) {
    Table table;
    table.forward();
    const Values words = table.bench.get(table.words), places = table.bench.get(table.positions);
    const Values out = table.bench.get(table.out);
    for (size_t row = 0; row < kRows; ++row) {
        for (size_t i = 0; i < kHidden; ++i) {
            const auto word =
                static_cast<float>(words[static_cast<size_t>(kIds[row]) * kHidden + i]);
            const auto place = static_cast<float>(places[row % kTokens * kHidden + i]);
            EXPECT_EQ(out[row * kHidden + i], word + place);
        }
    }
}

TEST(HostEmbedding, BackwardMatchesFiniteDifferencesAndLeavesNoRowUnwritten) {
    Table table;
    table.forward();
    table.backward(Write::Overwrite);
    const Values weights = table.bench.get(table.dOut);
    for (auto [input, gradient] :
         {std::pair{table.words, table.dWords}, std::pair{table.positions, table.dPositions}}) {
        expectGradient(table.bench, input, table.out, weights, table.bench.get(gradient),
                       [&] { table.forward(); });
    }
}

TEST(HostEmbedding, AccumulatesOntoWhatTheHeadWrote) {
    Table plain, added;
    plain.backward(Write::Overwrite);
    const Values head = randomValues(kVocab * kHidden, 7);
    const Values earlier = randomValues(kTokens * kHidden, 8);
    added.bench.set(added.dWords, head);
    added.bench.set(added.dPositions, earlier);
    added.backward(Write::Accumulate);
    Values words = plain.bench.get(plain.dWords), places = plain.bench.get(plain.dPositions);
    for (size_t i = 0; i < words.size(); ++i) words[i] += head[i];
    for (size_t i = 0; i < places.size(); ++i) places[i] += earlier[i];
    EXPECT_LT(largestError(added.bench.get(added.dWords), words), 1e-6);
    EXPECT_LT(largestError(added.bench.get(added.dPositions), places), 1e-6);
}

TEST(HostEmbedding, SumsRepeatedTokensInFp32BeforeRounding) {
    Table table(DType::Bf16, DType::Bf16);
    Values rows(kRows * kHidden, 0.0);
    const double parts[] = {256.0, 0.0, 1.0, 0.0, 1.0, 0.0};  // rows of token 4 sum to 258
    for (size_t row = 0; row < kRows; ++row) rows[row * kHidden] = parts[row];
    table.bench.set(table.dOut, rows);
    table.backward(Write::Overwrite);
    EXPECT_EQ(table.bench.get(table.dWords)[4 * kHidden], 258.0);
}

TEST(HostLoadBatch, ReadsTheSamplesOfItsRankStepAndMicroBatch) {
    Workload workload;
    workload.model.vocab = 256;
    workload.model.sequence = 8;
    workload.gradAccum = 3;
    const auto dataset = Dataset::open(workload);
    ASSERT_TRUE(dataset);
    Workbench bench;
    bench.problem->workload = workload;
    bench.context.dataset = &*dataset;
    bench.context.rank = Rank{1};
    bench.context.ranks = 4;
    bench.scalars.step = 5;
    bench.scalars.microBatch = 2;
    const TensorId tokens = bench.output(16, DType::Int32),
                   targets = bench.output(16, DType::Int32);
    bench.run(LoadBatch{.tokens = tokens, .targets = targets, .batch = 2, .sequence = 8});
    for (int item = 0; item < 2; ++item) {
        int32_t expected[8], next[8];
        dataset->sample(((5 * 3 + 2) * 4 + 1) * 2 + item, expected, next);
        for (size_t i = 0; i < 8; ++i) {
            EXPECT_EQ(bench.get(tokens)[static_cast<size_t>(item) * 8 + i], expected[i]);
            EXPECT_EQ(bench.get(targets)[static_cast<size_t>(item) * 8 + i], next[i]);
        }
    }
}

}  // namespace
}  // namespace shardscope::core::test
