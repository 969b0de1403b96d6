#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "profiler/cli/command.h"
#include "profiler/cli/doctor/check.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/gpu_support.h"
#include "profiler/cli/options/arguments.h"
#include "profiler/cli/table/table.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

using doctor::Check;
using doctor::Status;

std::vector<Check> allChecks(const GpuSupport* gpu) {
    std::vector<Check> checks{doctor::checkCpu(), doctor::checkBf16(), doctor::checkMemory(),
                              doctor::checkOutputFolder(), doctor::checkCompression()};
    for (Check& check : doctor::checkMpi()) checks.push_back(std::move(check));
    for (Check& check : doctor::checkGpu(gpu == nullptr)) checks.push_back(std::move(check));
    if (!gpu) {
        checks.push_back({.name = "GPU device",
                          .status = Status::Absent,
                          .found = "this build has none",
                          .advice = "--device host and `simulate` are what it runs on"});
        return checks;
    }
    for (Check& check : gpu->checks()) checks.push_back(std::move(check));
    return checks;
}

void printAdvice(const std::string& advice) {
    constexpr int kIndent = 23, kArrow = 3;
    if (advice.empty()) return;
    std::istringstream lines(table::wrapped(advice, kTableColumns - kIndent - kArrow, 0));
    std::string arrow = "-> ";
    for (std::string line; std::getline(lines, line); arrow.assign(kArrow, ' ')) {
        fmt::print("{:{}}{}{}\n", "", kIndent, arrow, line);
    }
}

void printText(const std::vector<Check>& checks) {
    for (const Check& check : checks) {
        fmt::print("{:<7} {:<14} {}\n", nameOf(check.status), check.name, check.found);
        printAdvice(check.advice);
    }
}

void printJson(const std::vector<Check>& checks) {
    nlohmann::ordered_json document{{"schema", "shardscope.doctor/1"}};
    document["checks"] = nlohmann::ordered_json::array();
    for (const Check& check : checks) {
        document["checks"].push_back({{"name", check.name},
                                      {"status", nameOf(check.status)},
                                      {"found", check.found},
                                      {"advice", check.advice}});
    }
    fmt::print("{}\n",
               document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace

int doctorCommand(const Invocation& invocation) {
    bool json = false;
    const auto app = makeApp("doctor",
                             "Looks at this machine: what works here, and what to do about what\n"
                             "does not. Changes nothing.");
    app->add_flag("--json", json, "shardscope.doctor/1 on stdout")->group("Results");
    app->footer(
        "\"absent\" is optional; \"broken\" keeps `shardscope run` from working (exit 1).\n"
        "\nExample:\n  shardscope doctor");
    if (const auto status = parseOrExit(*app, invocation.args)) return *status;
    const std::vector<Check> checks = allChecks(invocation.gpu);
    json ? printJson(checks) : printText(checks);
    const bool broken = std::ranges::find(checks, Status::Broken, &Check::status) != checks.end();
    return broken ? kRunFailed : kDone;
}

}  // namespace shardscope::cli
