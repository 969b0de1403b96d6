#include "traces/folder.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace shardscope::traces {

namespace fs = std::filesystem;

namespace {

bool isPartOfARun(std::string_view name) {
    const size_t at = name.find(".rank");
    return at != std::string_view::npos && at + 5 < name.size() &&
           std::isdigit(static_cast<unsigned char>(name[at + 5])) != 0;
}

bool byName(const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

bool isRecordingName(std::string_view name) {
    return (name.ends_with(".trace.json.gz") || name.ends_with(".trace.json")) &&
           !isPartOfARun(name);
}

core::Result<std::vector<std::string>> recordingsIn(const std::string& folder) {
    std::vector<std::string> found;
    std::string spool;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder, code)) {
        const std::string path = entry.path().string();
        if (isRecordingName(entry.path().filename().string())) found.push_back(path);
        if (path.ends_with(".spool.json")) spool = path;
    }
    if (code) return core::invalidInput(folder, "cannot be read: " + code.message());
    if (found.empty()) {
        return core::invalidInput(
            folder, spool.empty()
                        ? "holds no recording (*.trace.json.gz)"
                        : "holds no recording, but what a killed run left; name it: " + spool);
    }
    std::ranges::sort(found, byName);
    return found;
}

}  // namespace shardscope::traces
