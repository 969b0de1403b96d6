#include "profiler/cli/job/costs_from.h"

#include "profiler/cli/options/recorded_settings.h"
#include "profiler/cli/options/setting_reader.h"
#include "profiler/cli/output/recordings.h"
#include "traces/analysis/json_access.h"
#include "traces/analysis/recording.h"
#include "traces/file.h"
#include "traces/vocabulary.h"

namespace shardscope::cli {

namespace {

core::Result<profiler::ReplaySource> readSource(const std::string& path) {
    auto trace = traces::readTrace(path);
    if (!trace) return tl::unexpected(trace.error());
    if (traces::textOf(trace->run, "schema") != traces::kRecordingSchema) {
        const auto foreign = traces::recordingOf(*trace, path);
        if (!foreign) return tl::unexpected(foreign.error());
    }
    auto problem = recordedProblem(trace->run, path);
    if (!problem) return tl::unexpected(problem.error());
    return profiler::ReplaySource{
        .path = path, .trace = std::move(*trace), .problem = std::move(*problem)};
}

/// A recording's times are those of the machine that it ran on, and of its own workload.
void refuseBeside(SettingReader& read) {
    for (const char* key : {"gpu", "hardware", "fabric", "gpusPerNode"}) {
        if (read.has(key)) {
            read.fail(key,
                      "is given beside --costs-from, whose times are those of the machine that "
                      "was recorded; allowed: one of them");
        }
    }
    if (read.has("deepspeed")) {
        read.fail("deepspeed",
                  "is given beside --costs-from; allowed: --strategy deepspeed-1 or deepspeed-2 "
                  "with options");
    }
}

core::Result<std::vector<std::string>> pathsOf(const core::Settings& asked) {
    SettingReader read(asked);
    refuseBeside(read);
    const std::vector<std::string> names = read.list(kCostsFrom);
    if (read.error()) return tl::unexpected(*read.error());
    return findRecordings(names);
}

}  // namespace

core::Result<CostsFrom> readCostsFrom(const core::Settings& asked) {
    const auto paths = pathsOf(asked);
    if (!paths) return tl::unexpected(paths.error());
    std::vector<profiler::ReplaySource> sources;
    for (const std::string& path : *paths) {
        auto source = readSource(path);
        if (!source) return tl::unexpected(source.error());
        sources.push_back(std::move(*source));
    }
    CostsFrom from{.recorded = {}, .run = sources.front().trace.run, .replay = {}};
    auto settings = recordedSettings(from.run, paths->front());
    if (!settings) return tl::unexpected(settings.error());
    from.recorded = std::move(*settings);
    auto replay = profiler::makeReplay(sources);
    if (!replay) return tl::unexpected(replay.error());
    from.replay = std::make_shared<const profiler::Replay>(std::move(*replay));
    return from;
}

core::Settings overRecorded(const CostsFrom& from, core::Settings asked) {
    core::Settings base = from.recorded;
    if (asked.contains("stage") || asked.contains("strategy")) {
        for (const char* key : {"strategy", "shardGroup", "without"}) base.erase(key);
    }
    if (asked.contains("globalBatch")) base.erase("gradAccum");
    if (asked.contains("model.name")) {
        std::erase_if(base, [](const auto& entry) { return entry.first.starts_with("model."); });
    }
    asked.merge(base);
    return asked;
}

void applyCostsFrom(const CostsFrom& from, const core::Settings& asked,
                    profiler::RunRequest& request) {
    request.replay = from.replay;
    if (!asked.contains("model.name")) applyRecorded(from.run, request.workload);
}

}  // namespace shardscope::cli
