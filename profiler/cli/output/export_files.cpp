#include "profiler/cli/output/export_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <string_view>

#include "traces/export/csv.h"
#include "traces/export/hta.h"
#include "traces/export/sqlite.h"
#include "traces/file.h"

namespace shardscope::cli {

namespace fs = std::filesystem;

namespace {

using Paths = std::vector<std::string>;

/// Refuses recordings of one name that would be written into one folder.
core::Result<void> checkNames(const Paths& recordings, const ExportChoice& choice) {
    if (choice.outFolder.empty() && choice.htaFolder.empty()) return {};
    std::map<std::string, std::string> seen;
    for (const std::string& recording : recordings) {
        const auto [first, isNew] = seen.emplace(stemOf(recording), recording);
        if (isNew) continue;
        return core::invalidInput(recording,
                                  fmt::format("would be written under the same name as {}; export "
                                              "one at a time",
                                              first->second));
    }
    return {};
}

core::Result<void> makeFolder(const std::string& folder) {
    if (folder.empty()) return {};
    std::error_code code;
    fs::create_directories(folder, code);
    if (!code) return {};
    return core::invalidInput(folder, "cannot make the folder: " + code.message());
}

/// One recording's exports, each added to the paths that were written.
class Exporter {
  public:
    Exporter(const traces::Trace& trace, std::string base, Paths& written)
        : trace_(trace), base_(std::move(base)), written_(written) {}

    core::Result<void> chrome() { return write(traces::writeTrace, ".chrome.json"); }
    core::Result<void> csv() { return write(traces::exportCsv, ".csv"); }
    core::Result<void> sqlite() { return write(traces::exportSqlite, ".sqlite"); }
    core::Result<void> hta(const std::string& folder) {
        const auto files = traces::exportHta(trace_, folder);
        if (!files) return tl::unexpected(files.error());
        written_.insert(written_.end(), files->begin(), files->end());
        return {};
    }

  private:
    core::Result<void> write(core::Result<void> (*writer)(const traces::Trace&, const std::string&),
                             const char* ending) {
        const std::string path = base_ + ending;
        auto done = writer(trace_, path);
        if (done) written_.push_back(path);
        return done;
    }

    const traces::Trace& trace_;
    std::string base_;
    Paths& written_;
};

core::Result<void> exportOne(const std::string& recording, const ExportChoice& choice, bool several,
                             Paths& written) {
    const auto trace = traces::readTrace(recording);
    if (!trace) return tl::unexpected(trace.error());
    const fs::path folder =
        choice.outFolder.empty() ? fs::path(recording).parent_path() : fs::path(choice.outFolder);
    Exporter exporter(*trace, (folder / stemOf(recording)).string(), written);
    core::Result<void> done;
    if (choice.chrome) done = exporter.chrome();
    if (done && choice.csv) done = exporter.csv();
    if (done && choice.sqlite) done = exporter.sqlite();
    if (done && !choice.htaFolder.empty()) {
        const fs::path hta(choice.htaFolder);
        done = exporter.hta(several ? (hta / stemOf(recording)).string() : hta.string());
    }
    return done;
}

}  // namespace

std::string stemOf(const std::string& recording) {
    std::string name = fs::path(recording).filename().string();
    for (const char* ending : {".gz", ".json", ".trace"}) {
        if (name.ends_with(ending)) name.resize(name.size() - std::string_view(ending).size());
    }
    return name;
}

core::Result<Paths> exportFiles(const Paths& recordings, ExportChoice choice) {
    const bool none = !choice.csv && !choice.sqlite && choice.htaFolder.empty();
    if (none) choice.chrome = true;
    if (auto unique = checkNames(recordings, choice); !unique) {
        return tl::unexpected(unique.error());
    }
    if (auto made = makeFolder(choice.outFolder); !made) return tl::unexpected(made.error());
    Paths written;
    for (const std::string& recording : recordings) {
        auto done = exportOne(recording, choice, recordings.size() > 1, written);
        if (!done) return tl::unexpected(done.error());
    }
    return written;
}

}  // namespace shardscope::cli
