#include "traces/export/hta.h"

#include <filesystem>
#include <set>

#include "traces/export/hta_rank.h"
#include "traces/file.h"
#include "traces/vocabulary.h"

namespace shardscope::traces {

namespace {

namespace fs = std::filesystem;

struct Ranks {
    int worldSize = 0;
    std::set<int> recorded;  ///< a simulated world may be larger than what was recorded
};

bool isOurs(const Json& run) {
    return run.is_object() && run.contains("schema") && run["schema"] == kRecordingSchema &&
           run.contains("ranks") && run["ranks"].is_number_integer();
}

core::Result<Ranks> ranksOf(const Trace& trace, const std::string& folder) {
    Ranks ranks;
    if (isOurs(trace.run)) ranks.worldSize = trace.run["ranks"].get<int>();
    for (const Event& event : trace.events) {
        const int64_t rank = int64_t{event.pid} - pidOfRank(0);
        if (rank >= 0 && rank < ranks.worldSize) ranks.recorded.insert(static_cast<int>(rank));
    }
    if (!ranks.recorded.empty()) return ranks;
    return core::invalidInput(
        folder, std::string("the export for Holistic Trace Analysis needs a recording "
                            "of shardscope with events of its ranks; found ") +
                    (isOurs(trace.run) ? "none of them" : "a trace of something else"));
}

bool isTraceName(const std::string& name) {
    return name.ends_with(".json") || name.ends_with(".json.gz");
}

core::Result<void> prepareFolder(const fs::path& folder, const std::set<std::string>& names) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return core::ioError(folder.string(), "cannot make the folder: " + error.message());
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (isTraceName(name) && !names.contains(name)) {
            return core::invalidInput(folder.string(),
                                      "the folder has another trace, " + name +
                                          ", which would be analysed along; give an empty folder");
        }
    }
    if (error) return core::ioError(folder.string(), "cannot list it: " + error.message());
    return {};
}

std::string fileName(int rank) { return "rank-" + std::to_string(rank) + ".json.gz"; }

}  // namespace

core::Result<std::vector<std::string>> exportHta(const Trace& trace, const std::string& folder) {
    const auto ranks = ranksOf(trace, folder);
    if (!ranks) return tl::unexpected(ranks.error());
    std::set<std::string> names;
    for (int rank : ranks->recorded) names.insert(fileName(rank));
    if (auto ready = prepareFolder(folder, names); !ready) return tl::unexpected(ready.error());
    std::vector<std::string> paths;
    for (int rank : ranks->recorded) {
        paths.push_back((fs::path(folder) / fileName(rank)).string());
        auto written = writeTrace(htaTraceOf(trace, rank, ranks->worldSize), paths.back());
        if (!written) return tl::unexpected(written.error());
    }
    return paths;
}

}  // namespace shardscope::traces
