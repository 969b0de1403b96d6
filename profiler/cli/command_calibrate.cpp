#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "core/sim/hardware_catalogue.h"
#include "core/sim/hardware_writer.h"
#include "profiler/calibrate/calibrate.h"
#include "profiler/cli/arguments.h"
#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/options.h"
#include "traces/atomic_file.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

constexpr const char* kDescription =
    "Measures this machine and writes a hardware file that `simulate --hardware` reads: kernels "
    "in\n"
    "training steps of the model, with 1 rank and with as many as there are cores; collectives\n"
    "from 64 KiB to 1 GiB; what handing work to a stream costs, and sharing a core. Times of\n"
    "shapes that were not measured are taken between those that were, so give the options of the\n"
    "workload that is to be predicted.";

constexpr const char* kFooter =
    "Examples:\n"
    "  shardscope calibrate --out host.json                  gpt and llama as `run` has them\n"
    "  shardscope simulate --hardware host.json --ranks 2    predict ...\n"
    "  shardscope run --ranks 2                              ... and measure\n"
    "  shardscope compare PREDICTED MEASURED                 two recordings: how far off";

constexpr const char* kDefaultFile = "shardscope-host.json";
constexpr double kDefaultSeconds = 40, kMostSeconds = 3600;
constexpr int kColumns = 100;

struct Options {
    std::string out = kDefaultFile;
    std::string seconds;
    core::Settings settings;
};

core::Result<double> secondsOf(const std::string& text) {
    if (text.empty()) return kDefaultSeconds;
    double value = 0.0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && at == end && value > 0 && value <= kMostSeconds) return value;
    return core::invalidInput(
        "--seconds", fmt::format("found \"{}\"; allowed: a number up to {}", text, kMostSeconds));
}

/// The workloads whose kernels are measured: the one that was asked for, or both that can run; with
/// attention as asked for, or both kinds.
std::vector<core::Workload> workloadsOf(const core::Workload& asked,
                                        const core::Settings& settings) {
    std::vector<core::Workload> workloads{asked};
    if (!settings.contains("model.name")) {
        workloads.push_back(asked);
        workloads.back().model.name = asked.model.name == "gpt" ? "llama" : "gpt";
    }
    if (settings.contains("attention") || asked.model.name == "mlp" ||
        asked.model.name == "conformance") {
        return workloads;
    }
    for (size_t i = 0, count = workloads.size(); i < count; ++i) {
        workloads.push_back(workloads[i]);
        workloads.back().attention = core::Attention::Flash;
    }
    return workloads;
}

core::Result<profiler::CalibrationRequest> requestOf(Options& options) {
    const bool ranksGiven = options.settings.contains("ranks");
    const auto run = makeRequest(options.settings, kRun, std::nullopt);
    if (!run) return tl::unexpected(run.error());
    const auto seconds = secondsOf(options.seconds);
    if (!seconds) return tl::unexpected(seconds.error());
    return profiler::CalibrationRequest{.workloads = workloadsOf(run->workload, options.settings),
                                        .seconds = *seconds,
                                        .ranks = ranksGiven ? run->ranks : 0};
}

core::Result<void> write(const std::string& path, const std::string& text) {
    auto file = traces::AtomicFile::create(path);
    if (!file) return tl::unexpected(file.error());
    if (auto written = file->write(text); !written) return written;
    return file->commit();
}

double valueOf(const core::HardwareDocument& document, std::string_view path) {
    const auto found =
        std::ranges::find(document.coefficients, path, &core::HardwareCoefficient::path);
    return found == document.coefficients.end() ? 0.0 : found->values.front();
}

std::string summaryOf(const core::HardwareDocument& d) {
    std::string text = fmt::format(
        "{}\n  cores                       {:>10.0f}\n  memory                      {:>10.1f} GiB\n"
        "  kernels bound by memory     {:>10.2f} GB/s   median, one core\n",
        table::asciiOf(d.title), valueOf(d, "cpu.cores"), valueOf(d, "gpu.memory") / 1024.0,
        valueOf(d, "gpu.memoryBandwidth"));
    for (const char* dtype : {"fp32", "bf16", "fp16"}) {
        const double rate = valueOf(d, fmt::format("gpu.{}", dtype));
        if (rate <= 0) continue;
        text += fmt::format("  best {} product           {:>10.1f} GFLOP/s   one core\n", dtype,
                            rate * 1e3);
    }
    text += fmt::format(
        "  host hands over a launch    {:>10.2f} us\n  host records an event       {:>10.2f} us\n"
        "  between two operations      {:>10.2f} us\n  a sleeping thread goes on   {:>10.2f} us\n"
        "  waiting for the last rank   {:>10.2f} %    of the time since they met\n  taking turns "
        "on a core      {:>10.2f} x\n"
        "  kernel times                {:>10}\n  collective times            {:>10}\n",
        valueOf(d, "host.launch"), valueOf(d, "host.event"), valueOf(d, "cpu.handOver"),
        valueOf(d, "cpu.wakeUp"), 100.0 * valueOf(d, "cpu.lateness"), valueOf(d, "cpu.sharing"),
        d.measured.kernels.size(), d.measured.collectives.size());
    return text;
}

profiler::CalibrationProgress progressOn(bool terminal) {
    return [terminal](const std::string& what, double done) {
        if (terminal) {
            fmt::print(stderr, "\r{:>3.0f} %  {:<60}", done * 100.0, what);
            std::fflush(stderr);
        } else {
            note(fmt::format("{:.0f} %: {}", done * 100.0, what));
        }
    };
}

int execute(Options& options) {
    const auto request = requestOf(options);
    if (!request) return fail(request.error());
    const bool terminal = ::isatty(STDERR_FILENO) != 0;
    const auto result = profiler::calibrate(*request, progressOn(terminal));
    if (terminal) fmt::print(stderr, "\r{:<70}\r", "");
    if (!result) return fail(result.error());
    if (auto written = write(options.out, core::hardwareText(result->document)); !written) {
        return fail(written.error());
    }
    if (const auto read = core::hardwareFromFile(options.out, {}); !read) return fail(read.error());
    fmt::print("{}", summaryOf(result->document));
    for (const std::string& left : result->notes)
        fmt::print("{}", table::wrapped("note: " + left, kColumns));
    note(options.out);
    return kDone;
}

}  // namespace

int calibrateCommand(const Invocation& invocation) {
    Options options;
    const auto app = makeApp("calibrate", kDescription);
    app->footer(kFooter);
    addValue(*app, "--out", "FILE", kDefaultFile, "the hardware file that is written",
             "Calibration", [&](const std::string& text) { options.out = text; });
    addValue(*app, "--seconds", "S", "40", "how long to measure, roughly", "Calibration",
             [&](const std::string& text) { options.seconds = text; });
    addSettingOptions(*app, kCalibrate, options.settings);
    if (const auto status = parseOrExit(*app, invocation.args)) return *status;
    return execute(options);
}

}  // namespace shardscope::cli
