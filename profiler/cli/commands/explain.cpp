#include "profiler/cli/explain/explain.h"

#include <fmt/format.h>

#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
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

core::Result<std::string> plans(const ExplainRequest& asked) {
    return explain::explainPlans({.workload = asked.request.workload,
                                  .left = asked.request.strategies.front(),
                                  .right = asked.request.strategies.back(),
                                  .ranks = asked.request.ranks,
                                  .full = asked.full,
                                  .language = asked.language});
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
