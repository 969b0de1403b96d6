#include "profiler/cli/recordings.h"

#include <filesystem>

#include "profiler/cli/output_folder.h"
#include "traces/folder.h"

namespace shardscope::cli {

namespace fs = std::filesystem;

namespace {

core::Result<std::vector<std::string>> latestRecordings() {
    const fs::path latest = fs::path(kOutputRoot) / kLatest;
    std::error_code code;
    if (!fs::is_directory(latest, code)) {
        return core::invalidInput(latest.string(),
                                  "there is no recording here yet; make one with "
                                  "`shardscope run`, or name files or folders");
    }
    return traces::recordingsIn(latest.string());
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
        const auto inside = traces::recordingsIn(name);
        if (!inside) return tl::unexpected(inside.error());
        all.insert(all.end(), inside->begin(), inside->end());
    }
    return all;
}

}  // namespace shardscope::cli
