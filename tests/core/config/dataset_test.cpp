#include "core/config/dataset.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

namespace shardscope::core {
namespace {

/// A file that lives as long as its test.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& bytes)
        : path_(std::filesystem::temp_directory_path() /
                ("dataset_test_" + std::to_string(std::hash<std::string>{}(bytes)) + "_" +
                 ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
        std::ofstream(path_, std::ios::binary) << bytes;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

Workload reading(const std::string& data, int64_t vocab = 256, int64_t sequence = 4) {
    Workload workload;
    workload.data = data;
    workload.model.vocab = vocab;
    workload.model.sequence = sequence;
    return workload;
}

/// llm.c's token file.
std::string tokenFile(const std::vector<uint16_t>& tokens, int32_t version = 1,
                      int32_t count = -1) {
    std::array<int32_t, 256> header{20240520, version,
                                    count < 0 ? static_cast<int32_t>(tokens.size()) : count};
    std::string bytes(reinterpret_cast<const char*>(header.data()), sizeof(header));
    bytes.append(reinterpret_cast<const char*>(tokens.data()), tokens.size() * sizeof(uint16_t));
    return bytes;
}

using Sample = std::pair<std::vector<int32_t>, std::vector<int32_t>>;

Sample sampleOf(const Dataset& dataset, int64_t index, size_t sequence = 4) {
    Sample sample{std::vector<int32_t>(sequence), std::vector<int32_t>(sequence)};
    dataset.sample(index, sample.first.data(), sample.second.data());
    return sample;
}

void expectRefused(const Workload& workload, const std::vector<std::string>& parts) {
    const auto dataset = Dataset::open(workload);
    ASSERT_FALSE(dataset);
    EXPECT_EQ(dataset.error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(dataset.error().where, workload.data);
    for (const std::string& part : parts) {
        EXPECT_NE(dataset.error().message.find(part), std::string::npos)
            << part << " in: " << dataset.error().message;
    }
}

TEST(DatasetOfBytes, TargetsAreTheNextBytesAndSamplesWrap) {
    const TemporaryFile file("abcdefghi\xff");
    const auto dataset = Dataset::open(reading(file.path()));
    ASSERT_TRUE(dataset) << toString(dataset.error());
    EXPECT_EQ(dataset->tokenCount(), 10);
    EXPECT_EQ(dataset->samples(), 2);
    EXPECT_EQ(sampleOf(*dataset, 0), (Sample{{'a', 'b', 'c', 'd'}, {'b', 'c', 'd', 'e'}}));
    EXPECT_EQ(sampleOf(*dataset, 1), (Sample{{'e', 'f', 'g', 'h'}, {'f', 'g', 'h', 'i'}}));
    EXPECT_EQ(sampleOf(*dataset, 2), sampleOf(*dataset, 0));
    EXPECT_EQ(sampleOf(*dataset, int64_t{1} << 40), sampleOf(*dataset, 0));
}

TEST(DatasetOfBytes, ReadsBytesAboveAsciiAsPositiveTokens) {
    const TemporaryFile file(std::string("\xff\x80\x00\x7f\x01", 5));
    const auto dataset = Dataset::open(reading(file.path()));
    ASSERT_TRUE(dataset);
    EXPECT_EQ(sampleOf(*dataset, 0).first, (std::vector<int32_t>{255, 128, 0, 127}));
}

TEST(DatasetOfTokens, ReadsLlmCFiles) {
    const TemporaryFile file(tokenFile({5, 50256, 7, 8, 9, 10, 11, 12, 13}));
    const auto dataset = Dataset::open(reading(file.path(), 50257));
    ASSERT_TRUE(dataset) << toString(dataset.error());
    EXPECT_EQ(dataset->samples(), 2);
    EXPECT_EQ(sampleOf(*dataset, 0), (Sample{{5, 50256, 7, 8}, {50256, 7, 8, 9}}));
}

TEST(DatasetOfTokens, RefusesHeadersThatDoNotFit) {
    const TemporaryFile version(tokenFile({1, 2, 3, 4, 5}, 2));
    expectRefused(reading(version.path()), {"version 2", "allowed: 1"});
    const TemporaryFile count(tokenFile({1, 2, 3, 4, 5}, 1, 6));
    expectRefused(reading(count.path()), {"6 tokens", "10 bytes", "allowed"});
    const TemporaryFile cut(tokenFile({1, 2}).substr(0, 100));
    expectRefused(reading(cut.path()), {"100 bytes", "1024"});
    const TemporaryFile odd(tokenFile({1, 2, 3, 4, 5}) + "x");
    expectRefused(reading(odd.path()), {"5 tokens", "11 bytes"});
}

TEST(DatasetOfTokens, RefusesATokenOutsideTheVocabulary) {
    const TemporaryFile file(tokenFile({1, 2, 300, 4, 5}));
    expectRefused(reading(file.path(), 300), {"token 300", "position 2", "300"});
    EXPECT_TRUE(Dataset::open(reading(file.path(), 301)));
}

TEST(Dataset, RefusesWhatItCannotUse) {
    expectRefused(reading("/no/such/file"), {"no such file", "allowed"});
    expectRefused(reading(std::filesystem::temp_directory_path().string()), {"directory"});
    const TemporaryFile empty("");
    expectRefused(reading(empty.path()), {"empty"});
    const TemporaryFile four("abcd");
    expectRefused(reading(four.path()), {"4 tokens", "at least 5"});
    expectRefused(reading(four.path(), 255, 2), {"vocabulary of 255", "256"});
}

TEST(SyntheticDataset, DependsOnItsSeedOnly) {
    Workload workload = reading("synthetic");
    const auto first = Dataset::open(workload), again = Dataset::open(workload);
    workload.seed = 1;
    const auto other = Dataset::open(workload);
    ASSERT_TRUE(first && again && other);
    EXPECT_EQ(sampleOf(*first, 77), sampleOf(*again, 77));
    EXPECT_NE(sampleOf(*first, 77, 4), sampleOf(*other, 77, 4));
}

/// Entropy in nats of the next token: without context, and given the token before it.
std::pair<double, double> entropies(const Dataset& dataset) {
    std::map<int32_t, double> single;
    std::map<std::pair<int32_t, int32_t>, double> pairs;
    double count = 0.0;
    for (int64_t i = 0; i < dataset.samples(); ++i) {
        const Sample sample = sampleOf(dataset, i);
        for (size_t t = 0; t < 4; ++t) {
            ++single[sample.first[t]];
            ++pairs[{sample.first[t], sample.second[t]}];
            ++count;
        }
    }
    double alone = 0.0, both = 0.0;
    for (const auto& [token, n] : single) alone -= n / count * std::log(n / count);
    for (const auto& [pair, n] : pairs) both -= n / count * std::log(n / count);
    return {alone, both - alone};
}

TEST(SyntheticDataset, CanBeLearntFromCountsAndMoreFromPairs) {
    const auto dataset = Dataset::open(reading("synthetic", 64));
    ASSERT_TRUE(dataset);
    const auto [alone, given] = entropies(*dataset);
    EXPECT_LT(alone, std::log(64.0) - 0.05);
    EXPECT_LT(given, 0.5 * alone);
    EXPECT_GT(given, 0.2);  // noisy: no model reaches zero
}

TEST(SyntheticDataset, ServesAnyVocabularyAndSequence) {
    for (int64_t vocab : {2, 3, 257, 50257, 200000}) {
        const auto dataset = Dataset::open(reading("synthetic", vocab, 2000));
        ASSERT_TRUE(dataset) << vocab;
        const Sample sample = sampleOf(*dataset, 3, 2000);
        for (int32_t token : sample.first) EXPECT_TRUE(token >= 0 && token < vocab);
    }
}

TEST(SampleIndex, NumbersEverySampleOfARunOnce) {
    std::vector<bool> seen(2 * 3 * 4 * 5);
    for (int64_t step = 0; step < 2; ++step) {
        for (int m = 0; m < 3; ++m) {
            for (int rank = 0; rank < 4; ++rank) {
                for (int64_t i = 0; i < 5; ++i) {
                    const auto index = static_cast<size_t>(sampleIndex(step, m, 3, rank, 4, 5, i));
                    EXPECT_FALSE(seen.at(index));
                    seen[index] = true;
                }
            }
        }
    }
    EXPECT_EQ(sampleIndex(0, 0, 3, 1, 4, 5, 0), 5);
    EXPECT_EQ(sampleIndex(0, 1, 3, 0, 4, 5, 0), 20);
    EXPECT_EQ(sampleIndex(1, 0, 3, 0, 4, 5, 0), 60);
}

}  // namespace
}  // namespace shardscope::core
