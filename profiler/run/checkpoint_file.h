#pragma once
// One rank's file of a checkpoint, in the safetensors format: 8 bytes of header length, a JSON header with
// dtype, shape and place of each tensor, the tensors. One thread at a time.
//
// `rank-0.safetensors` of rank 0, and so on; a rank that has nothing to save has no file. "__metadata__"
// says step, ranks, strategy and model. Ranges in names are elements of a bucket, padding included.
// Source of the format: huggingface.co/docs/safetensors, "Format".

#include <cstdint>
#include <optional>
#include <string>

#include "core/engine/checkpoint_sink.h"
#include "core/plan/planner.h"
#include "traces/write/atomic_file.h"

namespace shardscope::profiler {

class CheckpointFile : public core::CheckpointSink {
  public:
    /// Makes @p folder and opens a temporary file in it. @param plan of @p rank. @param steps done.
    /// Errors: Io.
    static core::Result<CheckpointFile> create(const std::string& folder, core::Rank rank,
                                               const core::Problem& problem,
                                               const core::StepPlan& plan, int64_t steps);

    core::Result<void> take(const core::Saved& saved, std::span<const std::byte> bytes) override;
    /// Gives the file its name. Without it nothing is left. Errors: Io.
    core::Result<void> commit();

  private:
    explicit CheckpointFile(std::optional<traces::AtomicFile> file) : file_(std::move(file)) {}

    std::optional<traces::AtomicFile> file_;  ///< none where nothing is saved
};

/// The header of that file, padded to 8 bytes.
std::string checkpointHeader(const core::Problem& problem, const core::StepPlan& plan,
                             int64_t steps);

}  // namespace shardscope::profiler
