#include <cstdio>

#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/job/simulated_machine.h"
#include "profiler/cli/job/stop_signal.h"
#include "profiler/cli/plan/plan_progress.h"
#include "profiler/cli/plan/plan_render.h"

namespace shardscope::cli {

namespace {

core::Result<PlanOutcome> plannedShowingProgress(const PlanRequest& request) {
    const StopSignal signals;
    PlanProgress progress(request.progress, stderr);
    return planned(request, progress.sink(), stopRequested());
}

std::string rendered(const PlanRequest& request, const PlanOutcome& outcome) {
    switch (request.format) {
        case ReportFormat::Json:
            return planJson(request, outcome);
        case ReportFormat::Csv:
            return planCsv(request, outcome);
        case ReportFormat::Markdown:
            return planMarkdown(request, outcome);
        case ReportFormat::Text:
            break;
    }
    return planText(request, outcome);
}

}  // namespace

int planCommand(const Invocation& invocation) {
    if (asksForHardware(invocation.args)) {
        const std::string names = hardwareListing(false);
        std::fwrite(names.data(), 1, names.size(), stdout);
        return kDone;
    }
    const auto request = parsePlan(invocation);
    if (!request) return fail(request.error());
    if (!*request) return kDone;
    const auto outcome = plannedShowingProgress(**request);
    if (!outcome) return fail(outcome.error());
    const std::string text = rendered(**request, *outcome);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
    return outcome->noneFits ? kNothingFits : kDone;
}

}  // namespace shardscope::cli
