#pragma once
// `simulate --costs-from RECORDING`: the recording's workload under what was asked, and its times.

#include <memory>

#include "core/base/result.h"
#include "core/config/settings.h"
#include "profiler/replay/replay.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

inline constexpr std::string_view kCostsFrom = "costsFrom";

struct CostsFrom {
    core::Settings recorded;  ///< of the first recording
    traces::Json run;         ///< its metadata
    std::shared_ptr<const profiler::Replay> replay;
};

/// Reads the recordings that `costsFrom` of @p asked lists, with commas between; of a folder all in it.
/// Errors: InvalidInput for files that are not there, not ours, not whole, or not of one workload, and
/// for a machine or a ds_config.json that is given beside them.
core::Result<CostsFrom> readCostsFrom(const core::Settings& asked);

/// @p asked over what was recorded. Whoever asks for another strategy gets that strategy's own habits,
/// and a model of another name brings its own sizes.
core::Settings overRecorded(const CostsFrom& from, core::Settings asked);

/// Sets the replay, and what of the recorded model settings have no word for.
void applyCostsFrom(const CostsFrom& from, const core::Settings& asked,
                    profiler::RunRequest& request);

}  // namespace shardscope::cli
