#include "profiler/calibrate/calibrate.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "core/sim/hardware_catalogue.h"
#include "core/sim/hardware_writer.h"
#include "profiler/calibrate/gpu/gpu_calibrate.h"
#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/gpu_support.h"
#include "profiler/cli/job/run_job.h"
#include "profiler/cli/job/stop_signal.h"
#include "profiler/cli/options/arguments.h"
#include "profiler/cli/options/options.h"
#include "profiler/cli/output/calibrate_summary.h"
#include "traces/table/text.h"
#include "traces/write/atomic_file.h"

namespace shardscope::cli {

namespace {

constexpr const char* kDescription =
    "Measures this machine and writes a hardware file that `simulate --hardware` reads: kernels "
    "in\n"
    "training steps of the model, with 1 rank and with as many as there are cores; collectives\n"
    "from 64 KiB to 1 GiB; what handing work to a stream costs, and sharing a core; what the\n"
    "kernel takes beyond a pool's segments. Times of shapes that were not measured are taken\n"
    "between those that were, so give the options of the workload that is to be predicted.\n"
    "\n"
    "With --device cuda it measures an NVIDIA GPU: products by number format, over squares and\n"
    "over the model's matrices; memory bandwidth; how near each kind of kernel comes to both in\n"
    "steps of two of the model's layers; what a launch costs; collectives of --ranks ranks, by\n"
    "NCCL where there are as many GPUs, else by the same-GPU communicator; what contexts and\n"
    "communicators take, and the driver beyond a pool's segments. What one machine cannot say,\n"
    "such as the network between nodes, is the catalogue's for a GPU of that name; where it has\n"
    "none, --gpu names the nearest.";

constexpr const char* kFooter =
    "Examples:\n"
    "  shardscope calibrate --out host.json                  gpt and llama as `run` has them\n"
    "  shardscope simulate --hardware host.json --ranks 2    predict ...\n"
    "  shardscope run --ranks 2                              ... and measure\n"
    "  shardscope compare PREDICTED MEASURED                 two recordings: how far off\n"
    "  shardscope calibrate --device cuda --model gpt2-xl --micro-batch 8\n"
    "  shardscope simulate --hardware shardscope-cuda.json --model gpt2-xl --micro-batch 8 --ranks "
    "64\n";

constexpr const char *kHostFile = "shardscope-host.json", *kCudaFile = "shardscope-cuda.json";
constexpr double kHostSeconds = 40, kCudaSeconds = 60, kMostSeconds = 3600;
constexpr int kColumns = 100;

struct Options {
    std::string out;
    std::string seconds;
    bool json = false;
    core::Settings settings;
    const GpuSupport* gpu = nullptr;
};

core::Result<double> secondsOf(const std::string& text, double usual) {
    if (text.empty()) return usual;
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

/// A model whose kernels are more than launches, where nobody said which.
void growForAGpu(core::Workload& workload, const core::Settings& settings) {
    const bool said = std::ranges::any_of(settings, [](const auto& setting) {
        return setting.first.starts_with("model.") || setting.first == "microBatch";
    });
    if (said) return;
    workload.model.hidden = 2048;
    workload.model.heads = 16;
    workload.model.vocab = 50304;
    workload.model.sequence = 1024;
    workload.microBatch = 4;
}

/// A request of `run` with these settings; what is read of it is the workload and the machine.
core::Result<profiler::RunRequest> readSettings(const Options& options, std::string& relative) {
    core::Settings settings = options.settings;
    if (const auto gpu = settings.find("gpu"); gpu != settings.end()) {
        relative = gpu->second.text;
        settings.erase(gpu);
    }
    auto run = makeRequest(settings, kRun, std::nullopt);
    if (!run || relative.empty() || run->device == profiler::DeviceKind::Cuda) return run;
    return core::invalidInput("--gpu", "is about GPUs: give --device cuda too");
}

core::Result<profiler::Calibration> calibrateHost(const profiler::RunRequest& run,
                                                  const Options& options,
                                                  const profiler::CalibrationProgress& progress) {
    const auto seconds = secondsOf(options.seconds, kHostSeconds);
    if (!seconds) return tl::unexpected(seconds.error());
    return profiler::calibrate({.workloads = workloadsOf(run.workload, options.settings),
                                .seconds = *seconds,
                                .ranks = options.settings.contains("ranks") ? run.ranks : 0},
                               progress);
}

core::Result<profiler::Calibration> calibrateCuda(const profiler::RunRequest& run,
                                                  const Options& options,
                                                  const std::string& relative,
                                                  const profiler::CalibrationProgress& progress) {
    const auto seconds = secondsOf(options.seconds, kCudaSeconds);
    if (!seconds) return tl::unexpected(seconds.error());
    if (!options.gpu) return tl::unexpected(noGpuDevice());
    core::Workload workload = run.workload;
    growForAGpu(workload, options.settings);
    const StopSignal signals;
    return profiler::calibrateGpu({.workloads = workloadsOf(workload, options.settings),
                                   .seconds = *seconds,
                                   .ranks = options.settings.contains("ranks") ? run.ranks : 0,
                                   .comm = run.gpuComm,
                                   .timing = run.timing,
                                   .tf32 = run.tf32,
                                   .relative = relative,
                                   .gpu = options.gpu->backend,
                                   .stop = &stopRequested()},
                                  progress);
}

core::Result<void> write(const std::string& path, const std::string& text) {
    auto file = traces::AtomicFile::create(path);
    if (!file) return tl::unexpected(file.error());
    if (auto written = file->write(text); !written) return written;
    return file->commit();
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

/// What was found on stdout; with --json the file itself, and the notes on stderr.
void print(const profiler::Calibration& result, const std::string& text, bool json) {
    fmt::print("{}", json ? text : calibrationSummary(result.document));
    for (const std::string& left : result.notes) {
        if (json)
            note(left);
        else
            fmt::print("{}", table::wrapped("note: " + left, kColumns));
    }
}

int execute(const Options& options) {
    std::string relative;
    const auto run = readSettings(options, relative);
    if (!run) return fail(run.error());
    const bool cuda = run->device == profiler::DeviceKind::Cuda;
    const bool terminal = ::isatty(STDERR_FILENO) != 0;
    const auto result = cuda ? calibrateCuda(*run, options, relative, progressOn(terminal))
                             : calibrateHost(*run, options, progressOn(terminal));
    if (terminal) fmt::print(stderr, "\r{:<70}\r", "");
    if (!result) return fail(result.error());
    const std::string out = !options.out.empty() ? options.out : cuda ? kCudaFile : kHostFile;
    const std::string text = core::hardwareText(result->document);
    // Read back before it is written: what simulate would refuse is no file.
    const auto document = core::parseHardware(text, out);
    if (!document) return fail(document.error());
    const auto machine = core::assembleHardware(*document, {}, core::builtinHardware);
    if (!machine) return fail(machine.error());
    if (auto written = write(out, text); !written) return fail(written.error());
    print(*result, text, options.json);
    note(out);
    return kDone;
}

}  // namespace

int calibrateCommand(const Invocation& invocation) {
    Options options{.out = {}, .seconds = {}, .settings = {}, .gpu = invocation.gpu};
    const auto app = makeApp("calibrate", kDescription);
    app->footer(kFooter);
    addValue(*app, "--out", "FILE", fmt::format("{}; cuda: {}", kHostFile, kCudaFile),
             "the hardware file that is written", "Calibration",
             [&](const std::string& text) { options.out = text; });
    addValue(*app, "--seconds", "S", "40; cuda: 60", "how long to measure, roughly", "Calibration",
             [&](const std::string& text) { options.seconds = text; });
    app->add_flag("--json", options.json, "the file on stdout, too, instead of a summary")
        ->group("Calibration");
    addSettingOptions(*app, kCalibrate, options.settings);
    if (const auto status = parseOrExit(*app, invocation.args)) return *status;
    return execute(options);
}

}  // namespace shardscope::cli
