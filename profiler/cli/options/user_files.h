#pragma once
// Files of the user's that stand behind an option: --model's name or config.json, --deepspeed's
// ds_config.json. What they say becomes settings where settings have a word for it; what was given by
// options or a workload file wins.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/config/deepspeed/settings.h"
#include "core/config/huggingface/model_source.h"
#include "core/config/settings.h"
#include "core/model/workload.h"
#include "profiler/cli/job/mpi_world.h"
#include "profiler/cli/options/setting_reader.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

/// Whether --model's @p text is a model of the catalogue or a file, and none of core::modelNames().
bool isUserModel(std::string_view text);

class UserFiles {
  public:
    /// Reads what @p settings name and adds what they say. Errors: InvalidInput of the files, an unknown
    /// model (with the nearest), one that has no time model (with the reason).
    static core::Result<UserFiles> read(core::Settings& settings, std::optional<MpiWorld> world);

    /// Sets what settings have no word for, and notes. @p given are the settings before read(). Faults:
    /// a sequence that the model cannot have.
    void apply(SettingReader& read, const core::Settings& given,
               profiler::RunRequest& request) const;

    /// Faults: a model that can be simulated and not run.
    void checkRuns(SettingReader& read) const;

  private:
    core::Result<void> readModel(core::Settings& settings);
    core::Result<void> readDeepSpeed(core::Settings& settings, std::optional<MpiWorld> world);
    void applyModel(SettingReader& read, const core::Settings& given,
                    profiler::RunRequest& request) const;
    std::vector<std::string> notes(const profiler::RunRequest& request) const;

    std::optional<core::NamedModel> model_;
    core::ModelShape shape_;  ///< of model_
    std::optional<core::DeepSpeedSettings> deepSpeed_;
};

}  // namespace shardscope::cli
