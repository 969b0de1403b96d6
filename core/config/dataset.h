#pragma once
// Tokens to train on: any file as bytes, llm.c's token .bin, or a seeded synthetic task.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/workload.h"

namespace shardscope::core {

/// Immutable after opening; any thread may read.
class Dataset {
  public:
    /// @p workload.data: "synthetic" or a path. A file that starts with llm.c's magic 20240520 is
    /// read as tokens, any other as bytes (needs vocab ≥ 256).
    /// Errors: InvalidInput when missing, unreadable, empty, shorter than one sequence + 1, or
    /// holding a token ≥ vocab.
    static Result<Dataset> open(const Workload& workload);

    /// Fills tokens and targets [sequence] of sample @p index; wraps at the end of the data.
    /// Stride between samples: sequence tokens.
    void sample(int64_t index, int32_t* tokens, int32_t* targets) const;
    int64_t samples() const { return samples_; }
    int64_t tokenCount() const { return static_cast<int64_t>(tokens_.size()); }

  private:
    std::vector<uint16_t> tokens_;
    int64_t sequence_ = 0;
    int64_t samples_ = 0;
};

/// Design rule 13: which sample rank @p rank reads as item @p item of a micro-batch.
constexpr int64_t sampleIndex(int64_t step, int microBatch, int gradAccum, int rank, int ranks,
                              int64_t batch, int64_t item) {
    return ((step * gradAccum + microBatch) * ranks + rank) * batch + item;
}

}  // namespace shardscope::core
