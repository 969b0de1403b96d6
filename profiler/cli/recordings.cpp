#include "profiler/cli/recordings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "profiler/cli/output_folder.h"

namespace shardscope::cli {

namespace fs = std::filesystem;

namespace {

/// One rank's part of an interrupted MPI run: zero-2.rank1.trace.json.gz. Opened by name only.
bool isPartOfARun(const std::string& name) {
    const size_t at = name.find(".rank");
    return at != std::string::npos && at + 5 < name.size() && std::isdigit(name[at + 5]);
}

bool isRecording(const fs::path& path) {
    const std::string name = path.filename().string();
    return (name.ends_with(".trace.json.gz") || name.ends_with(".trace.json")) &&
           !isPartOfARun(name);
}

/// zero-2 before zero-10, zero-2 before zero-2-g4: shorter names first among those alike.
bool byName(const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
}

core::Result<std::vector<std::string>> recordingsIn(const fs::path& folder) {
    std::vector<std::string> found;
    std::string spool;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder, code)) {
        if (isRecording(entry.path())) found.push_back(entry.path().string());
        if (entry.path().string().ends_with(".spool.json")) spool = entry.path().string();
    }
    if (code) return core::invalidInput(folder.string(), "cannot be read: " + code.message());
    if (found.empty()) {
        return core::invalidInput(
            folder.string(),
            spool.empty() ? "holds no recording (*.trace.json.gz)"
                          : "holds no recording, but what a killed run left; name it: " + spool);
    }
    std::ranges::sort(found, byName);
    return found;
}

core::Result<std::vector<std::string>> latestRecordings() {
    const fs::path latest = fs::path(kOutputRoot) / kLatest;
    std::error_code code;
    if (!fs::is_directory(latest, code)) {
        return core::invalidInput(latest.string(),
                                  "there is no recording here yet; make one with "
                                  "`shardscope run`, or name files or folders");
    }
    return recordingsIn(latest);
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
        const auto inside = recordingsIn(name);
        if (!inside) return tl::unexpected(inside.error());
        all.insert(all.end(), inside->begin(), inside->end());
    }
    return all;
}

}  // namespace shardscope::cli
