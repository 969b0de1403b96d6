#include "profiler/cli/job/run_job.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <optional>

#include "core/config/workload_file.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/gpu_support.h"
#include "profiler/cli/job/costs_from.h"
#include "profiler/cli/job/mpi_world.h"
#include "profiler/cli/job/output_folder.h"
#include "profiler/cli/job/progress.h"
#include "profiler/cli/job/stop_signal.h"
#include "profiler/cli/options/arguments.h"
#include "profiler/cli/options/options.h"
#include "profiler/cli/options/setting_reader.h"
#include "profiler/cli/options/strategy_options.h"
#include "profiler/cli/output/print_reports.h"
#include "profiler/cli/output/replay_text.h"
#include "profiler/cli/output/report_format.h"
#include "profiler/run/run.h"

namespace shardscope::cli {

namespace {

/// All that the command line said.
struct Job {
    core::Settings settings;
    profiler::RunRequest request;
    ReportFormat format = ReportFormat::Text;
    ProgressKind progress = ProgressKind::Off;
};

bool speaks(std::optional<MpiWorld> world) { return !world || world->rank == 0; }

core::Result<ProgressKind> readProgress(const core::Settings& settings,
                                        std::optional<MpiWorld> world) {
    constexpr std::array<std::string_view, 4> kKinds{"auto", "bar", "json", "off"};
    SettingReader read(settings);
    const std::string_view kind = read.choice("progress", "auto", kKinds);
    if (read.error()) return tl::unexpected(*read.error());
    return speaks(world) ? progressKind(kind, ::isatty(STDERR_FILENO) != 0) : ProgressKind::Off;
}

core::Result<Job> makeJob(core::Settings options, const std::string& file, const FormatFlags& flags,
                          Commands command) {
    Job job;
    if (!file.empty()) {
        auto read = core::readWorkloadFile(file);
        if (!read) return tl::unexpected(read.error());
        job.settings = std::move(*read);
    }
    job.settings = merged(std::move(job.settings), options);
    const auto world = mpiWorldFromEnvironment();
    const core::Settings asked = job.settings;
    std::optional<CostsFrom> recorded;
    if (asked.contains(kCostsFrom)) {
        auto read = readCostsFrom(asked);
        if (!read) return tl::unexpected(read.error());
        recorded = std::move(*read);
        job.settings = overRecorded(*recorded, asked);
    }
    auto request = makeRequest(job.settings, command, world);
    if (!request) return tl::unexpected(request.error());
    job.request = std::move(*request);
    if (recorded) applyCostsFrom(*recorded, asked, job.request);
    const auto format = formatOf(flags);
    if (!format) return tl::unexpected(format.error());
    job.format = *format;
    const auto progress = readProgress(job.settings, world);
    if (!progress) return tl::unexpected(progress.error());
    job.progress = *progress;
    return job;
}

/// Names what was written, on stderr: the results themselves may be JSON.
void nameRecordings(const std::vector<traces::RunReport>& reports) {
    for (const traces::RunReport& report : reports) {
        if (report.recording.empty()) continue;
        note(fmt::format("{}{}", report.recording,
                         report.status == "ok" ? "" : " (" + report.status + ")"));
    }
}

core::Result<profiler::RunOutcome> runShowingProgress(const Job& job) {
    const StopSignal signals;
    ProgressDisplay display(job.progress, stderr);
    return profiler::run(job.request, display.sink(), stopRequested());
}

int finish(const Job& job, const profiler::RunOutcome& outcome, const OutputFolder* folder) {
    if (folder && !folder->empty()) {
        if (auto linked = folder->linkLatest(); !linked) printError(linked.error());
    }
    if (!outcome.reports.empty()) {
        printTable(outcome.reports, job.format);
        if (job.request.replay && job.format == ReportFormat::Text) {
            fmt::print("{}", replayText(outcome.reports));
        }
        nameRecordings(outcome.reports);
    }
    for (const core::Error& error : outcome.unwritten) printError(error);
    return outcome.ok ? kDone : kRunFailed;
}

int execute(Job& job) {
    if (speaks(mpiWorldFromEnvironment())) {
        for (const std::string& text : job.request.notes) note(text);
    }
    std::optional<OutputFolder> folder;
    if (job.request.record && speaks(mpiWorldFromEnvironment())) {
        auto made =
            OutputFolder::make(job.settings.contains("out") ? job.settings["out"].text : "");
        if (!made) return fail(made.error());
        folder.emplace(std::move(*made));
        job.request.out = folder->path().string();
    }
    const auto outcome = runShowingProgress(job);
    if (!outcome) return fail(outcome.error());
    return finish(job, *outcome, folder ? &*folder : nullptr);
}

}  // namespace

core::Error noGpuDevice() {
    return {.code = core::ErrorCode::InvalidInput,
            .message =
                "found \"cuda\"; this build has no GPU device (it was built without gpu/, for "
                "want of nvcc); allowed: host",
            .where = "--device"};
}

int runJob(const Invocation& invocation, Commands command, const JobTexts& texts) {
    core::Settings options;
    FormatFlags flags;
    std::string file;
    const auto app = makeApp(texts.name, texts.description);
    app->footer(presetsText() + "\n\n" + std::string(texts.footer));
    app->add_option("WORKLOAD.json", file, "settings from a file; options override it");
    addSettingOptions(*app, command, options);
    addFormatFlags(*app, flags);
    if (const auto status = parseOrExit(*app, invocation.args)) return *status;
    auto job = makeJob(std::move(options), file, flags, command);
    if (!job) return fail(job.error());
    job->request.commandLine = invocation.commandLine;
    if (job->request.device == profiler::DeviceKind::Cuda) {
        if (!invocation.gpu) return fail(noGpuDevice());
        job->request.gpu = invocation.gpu->backend;
    }
    return execute(*job);
}

}  // namespace shardscope::cli
