#pragma once
// From a DeepSpeed configuration to what is run: its words become a workload file's, so that options
// override them and messages name the file's line; what a workload file has no word for is set last.

#include "core/base/result.h"
#include "core/config/deepspeed/settings.h"
#include "core/config/settings.h"
#include "core/model/workload.h"
#include "core/plan/strategy.h"

namespace shardscope::core {

/// The settings that @p ds gives and @p given does not (what was given by options wins). The
/// micro-batch is worked out from the batch when it is missing; the rest of the product rule is checked
/// where --global-batch is. @p ranks ≥ 1.
/// Errors: InvalidInput at the key that is "auto" and not in @p given, naming the option that gives it;
/// a train_batch_size that ranks and accumulation do not divide, with the product.
Result<Settings> settingsOf(const DeepSpeedSettings& ds, const Settings& given, int64_t ranks);

/// Loss scaling, the optimizer's numbers but for its learning rate, which is a setting, and the
/// collective of deepspeed-1 and deepspeed-2 when use_multi_rank_bucket_allreduce is off.
void applyDeepSpeed(const DeepSpeedSettings& ds, Workload& workload, Strategy& strategy);

}  // namespace shardscope::core
