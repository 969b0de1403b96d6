#include "profiler/cli/output/recordings.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "profiler/cli/exit_status.h"
#include "profiler/cli/job/output_folder.h"
#include "traces/folder.h"
#include "traces/write/being_written.h"

namespace shardscope::cli {

namespace fs = std::filesystem;

namespace {

using Paths = std::vector<std::string>;

std::string whyUnfinished(const Paths& spools) {
    return std::ranges::any_of(spools, traces::isBeingWritten) ? "is still running" : "did not end";
}

/// What a folder stands for.
core::Result<Paths> inFolder(const std::string& folder) {
    auto inside = traces::recordingsIn(folder);
    if (inside) return inside;
    Paths spools = traces::unfinishedIn(folder);
    if (spools.empty()) return inside;
    note(
        fmt::format("{}: holds no finished recording; opening what a run that {} left there "
                    "(*.spool.json)",
                    folder, whyUnfinished(spools)));
    return spools;
}

fs::file_time_type newestOf(const Paths& paths) {
    fs::file_time_type newest = fs::file_time_type::min();
    std::error_code code;
    for (const std::string& path : paths) {
        newest = std::max(newest, fs::last_write_time(path, code));
    }
    return newest;
}

struct Unfinished {
    std::string folder;
    Paths spools;
};

/// Folders under shardscope-out whose runs wrote after @p since and left no recording, by name.
std::vector<Unfinished> unfinishedSince(fs::file_time_type since) {
    std::vector<Unfinished> found;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(kOutputRoot, code)) {
        if (entry.is_symlink(code) || !entry.is_directory(code)) continue;
        const std::string folder = entry.path().string();
        if (traces::recordingsIn(folder)) continue;
        Paths spools = traces::unfinishedIn(folder);
        if (spools.empty() || newestOf(spools) <= since) continue;
        found.push_back({folder, std::move(spools)});
    }
    std::ranges::sort(found, {}, &Unfinished::folder);
    return found;
}

core::Result<Paths> latestRecordings() {
    const fs::path latest = fs::path(kOutputRoot) / kLatest;
    std::error_code code;
    if (!fs::is_directory(latest, code)) {
        std::string text =
            "there is no recording here yet; make one with `shardscope run`, or name files or "
            "folders";
        for (const auto& [folder, spools] : unfinishedSince(fs::file_time_type::min())) {
            text += fmt::format("; a run {}: {}", whyUnfinished(spools), folder);
        }
        return core::invalidInput(latest.string(), text);
    }
    auto found = inFolder(latest.string());
    if (!found) return found;
    for (const auto& [folder, spools] : unfinishedSince(newestOf(*found))) {
        note(fmt::format("a newer run, {}, {}: shardscope report {}", folder, whyUnfinished(spools),
                         folder));
    }
    return found;
}

}  // namespace

core::Result<std::vector<std::string>> findRecordings(const std::vector<std::string>& named) {
    if (named.empty()) return latestRecordings();
    std::vector<std::string> all;
    for (const std::string& name : named) {
        std::error_code code;
        const fs::file_status status = fs::status(name, code);
        if (!fs::exists(status)) {
            return core::invalidInput(name, "there is no such file or folder");
        }
        if (!fs::is_directory(status)) {
            all.push_back(name);
            continue;
        }
        const auto inside = inFolder(name);
        if (!inside) return tl::unexpected(inside.error());
        all.insert(all.end(), inside->begin(), inside->end());
    }
    return all;
}

}  // namespace shardscope::cli
