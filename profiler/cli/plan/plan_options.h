#pragma once
// The command line of `plan`: lists of what may be chosen, and the memory there is.

#include <optional>
#include <string>
#include <vector>

#include "core/capacity/formulas/model_states.h"
#include "core/capacity/question.h"
#include "core/sim/cost/fixed_memory.h"
#include "profiler/cli/command.h"
#include "profiler/cli/job/progress.h"
#include "profiler/cli/output/report_format.h"

namespace shardscope::cli {

/// --slide: one setting against the strategies, as a table of its own.
enum class Slide : uint8_t { None, GradAccum, Bucket };

/// A model whose parameters are known and whose operations are not: rows have model states only.
struct UnplannedModel {
    int64_t parameters = 0;
    std::string reason;
};

struct PlanRequest {
    core::PlanQuestion question;
    std::string model;                               ///< as typed: "llama-3.1-8b", "gpt"
    std::optional<UnplannedModel> unplanned;         ///< instead of question.base.model
    std::vector<std::string> notes;                  ///< of the user's files
    std::vector<core::StateConvention> conventions;  ///< --convention; at least one
    std::optional<core::Hardware> hardware;          ///< --gpu or --hardware: steps are timed
    core::DeviceMemory fixedMemory;                  ///< of it, beside the pool
    int64_t gpuBytes = 0;                            ///< --memory or the GPU's; 0 = no limit
    Slide slide = Slide::None;
    ReportFormat format = ReportFormat::Text;
    ProgressKind progress = ProgressKind::Off;
    std::string commandLine;
};

/// nullopt when help was asked for and printed. Errors: InvalidInput naming the option, or the file,
/// line and key, what was found and what is allowed.
core::Result<std::optional<PlanRequest>> parsePlan(const Invocation& invocation);

}  // namespace shardscope::cli
