#include "core/config/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <system_error>

namespace shardscope::core {

namespace {

using Tokens = std::vector<uint16_t>;

// llm.c's token files: 256 int32, of which the first three are used, then uint16 tokens.
// Source: llm.c, dev/data/data_common.py.
constexpr int32_t kMagic = 20240520;
constexpr int32_t kVersion = 1;
constexpr int64_t kHeaderBytes = 256 * 4;

constexpr int64_t kByteValues = 256;
constexpr int64_t kTokenValues = 65536;

/// A seeded generator of our own, so that the data is the same with every standard library.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}
    /// SplitMix64. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
    uint64_t next() {
        state_ += 0x9e3779b97f4a7c15u;
        uint64_t bits = state_;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
        return bits ^ (bits >> 31);
    }
    /// Uniform in [0, limit), limit ≤ 2^16 (the bias is below 2^-48).
    int64_t below(int64_t limit) {
        return static_cast<int64_t>(next() % static_cast<uint64_t>(limit));
    }

  private:
    uint64_t state_;
};

/// A noisy affine chain over the vocabulary: mostly next = (a·token + c) mod V, which a model can
/// learn from pairs; one time in four a jump to a token that is more often small, which it can learn
/// from counts.
class AffineChain {
  public:
    AffineChain(int64_t vocab, uint64_t seed) : vocab_(vocab), random_(seed) {
        do {
            multiplier_ = 1 + random_.below(vocab_);
        } while (std::gcd(multiplier_, vocab_) != 1);
        offset_ = random_.below(vocab_);
        token_ = random_.below(vocab_);
    }
    uint16_t next() {
        token_ = random_.below(4) == 0 ? jump() : (multiplier_ * token_ + offset_) % vocab_;
        return static_cast<uint16_t>(token_);
    }

  private:
    int64_t jump() {
        return std::min({random_.below(vocab_), random_.below(vocab_), random_.below(vocab_)});
    }

    int64_t vocab_;
    Random random_;
    int64_t multiplier_ = 1;
    int64_t offset_ = 0;
    int64_t token_ = 0;
};

constexpr int64_t kSyntheticTokens = int64_t{1} << 20;

Tokens synthesise(const Workload& workload) {
    AffineChain chain(std::min(workload.model.vocab, kTokenValues), workload.seed);
    const int64_t count = std::max(kSyntheticTokens, 4 * workload.model.sequence) + 1;
    Tokens tokens(static_cast<size_t>(count));
    for (uint16_t& token : tokens) token = chain.next();
    return tokens;
}

Result<std::string> readFile(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        return invalidInput(path,
                            "found no such file; allowed: \"synthetic\", or the path of a "
                            "file of bytes or of llm.c tokens");
    }
    if (std::filesystem::is_directory(status)) {
        return invalidInput(path, "found a directory; allowed: a file");
    }
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::string bytes(file ? static_cast<size_t>(file.tellg()) : 0, '\0');
    file.seekg(0);
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file) {
        return invalidInput(path, "cannot be read; allowed: a file that this user may read");
    }
    return bytes;
}

int32_t wordAt(const std::string& bytes, size_t index) {
    int32_t word = 0;
    std::memcpy(&word, bytes.data() + index * sizeof(word), sizeof(word));
    return word;
}

bool hasMagic(const std::string& bytes) {
    return bytes.size() >= sizeof(int32_t) && wordAt(bytes, 0) == kMagic;
}

Result<int64_t> checkHeader(const std::string& path, const std::string& bytes) {
    const auto size = static_cast<int64_t>(bytes.size());
    if (size < kHeaderBytes) {
        return invalidInput(path, fmt::format("found {} bytes after llm.c's magic number; allowed: "
                                              "a header of {} bytes, then tokens",
                                              size, kHeaderBytes));
    }
    if (wordAt(bytes, 1) != kVersion) {
        return invalidInput(path, fmt::format("found version {} of llm.c's token file; allowed: {}",
                                              wordAt(bytes, 1), kVersion));
    }
    const int64_t count = wordAt(bytes, 2);
    if (count < 0 || size != kHeaderBytes + 2 * count) {
        return invalidInput(path,
                            fmt::format("found {} tokens in the header and {} bytes after it; "
                                        "allowed: two bytes a token",
                                        count, size - kHeaderBytes));
    }
    return count;
}

Result<Tokens> tokensOf(const std::string& path, const std::string& bytes) {
    const auto count = checkHeader(path, bytes);
    if (!count) return tl::unexpected(count.error());
    Tokens tokens(static_cast<size_t>(*count));
    std::copy_n(bytes.data() + kHeaderBytes, 2 * tokens.size(),
                reinterpret_cast<char*>(tokens.data()));
    return tokens;
}

Result<Tokens> bytesOf(const std::string& path, const std::string& bytes, int64_t vocab) {
    if (vocab < kByteValues) {
        return invalidInput(path, fmt::format("found a file of bytes with a vocabulary of {}; "
                                              "allowed: a vocabulary of at least {}",
                                              vocab, kByteValues));
    }
    Tokens tokens(bytes.size());
    std::transform(bytes.begin(), bytes.end(), tokens.begin(),
                   [](char byte) { return static_cast<unsigned char>(byte); });
    return tokens;
}

Result<Tokens> load(const std::string& path, int64_t vocab) {
    const auto bytes = readFile(path);
    if (!bytes) return tl::unexpected(bytes.error());
    if (bytes->empty()) {
        return invalidInput(path,
                            "found an empty file; allowed: at least one sequence and a token");
    }
    return hasMagic(*bytes) ? tokensOf(path, *bytes) : bytesOf(path, *bytes, vocab);
}

std::optional<Error> problemWith(const std::string& path, const Tokens& tokens,
                                 const ModelShape& model) {
    if (static_cast<int64_t>(tokens.size()) < model.sequence + 1) {
        return invalidInput(path, fmt::format("found {} tokens; allowed: at least {}, which is one "
                                              "sequence and a token",
                                              tokens.size(), model.sequence + 1))
            .value();
    }
    const auto bad = std::find_if(tokens.begin(), tokens.end(),
                                  [&](uint16_t token) { return token >= model.vocab; });
    if (bad == tokens.end()) return std::nullopt;
    return invalidInput(path, fmt::format("found token {} at position {}; allowed: less than the "
                                          "vocabulary, {}",
                                          *bad, bad - tokens.begin(), model.vocab))
        .value();
}

}  // namespace

Result<Dataset> Dataset::open(const Workload& workload) {
    const bool synthetic = workload.data == "synthetic";
    auto tokens = synthetic ? Result<Tokens>(synthesise(workload))
                            : load(workload.data, workload.model.vocab);
    if (!tokens) return tl::unexpected(tokens.error());
    if (auto error = problemWith(workload.data, *tokens, workload.model)) {
        return tl::unexpected(*error);
    }
    Dataset dataset;
    dataset.tokens_ = std::move(*tokens);
    dataset.sequence_ = workload.model.sequence;
    dataset.samples_ = (dataset.tokenCount() - 1) / dataset.sequence_;
    return dataset;
}

void Dataset::sample(int64_t index, int32_t* tokens, int32_t* targets) const {
    const auto first = tokens_.begin() + (index % samples_) * sequence_;
    std::copy_n(first, sequence_, tokens);
    std::copy_n(first + 1, sequence_, targets);
}

}  // namespace shardscope::core
