#include "profiler/cli/explain/explain.h"

#include <fmt/format.h>

#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/options/explain_options.h"

namespace shardscope::cli {

namespace {

core::Result<std::string> picture(const ExplainRequest& asked) {
    return explain::explainPicture({.workload = asked.request.workload,
                                    .strategies = asked.request.strategies,
                                    .ranks = asked.request.ranks,
                                    .buckets = asked.buckets,
                                    .language = asked.language});
}

core::Result<std::string> pair(const ExplainRequest& asked, size_t left) {
    const std::vector<core::Strategy>& strategies = asked.request.strategies;
    return explain::explainPlans({.workload = asked.request.workload,
                                  .left = strategies[left],
                                  .right = strategies[left + 1],
                                  .ranks = asked.request.ranks,
                                  .full = asked.full,
                                  .language = asked.language});
}

/// Each strategy beside the next.
core::Result<std::string> plans(const ExplainRequest& asked) {
    std::string all;
    for (size_t i = 0; i + 1 < asked.request.strategies.size(); ++i) {
        const auto text = pair(asked, i);
        if (!text) return text;
        if (i > 0) all += "\n" + std::string(explain::kPageWidth, '=') + "\n\n";
        all += *text;
    }
    return all;
}

}  // namespace

int explainCommand(const Invocation& invocation) {
    auto asked = parseExplain(invocation.args);
    if (!asked) return fail(asked.error());
    if (!*asked) return kDone;
    ExplainRequest& request = **asked;
    request.request.workload.gradAccum = request.request.gradAccums.front();
    const auto text = request.picture ? picture(request) : plans(request);
    if (!text) return fail(text.error());
    for (const std::string& remark : request.request.notes) note(remark);
    fmt::print("{}", *text);
    return kDone;
}

}  // namespace shardscope::cli
