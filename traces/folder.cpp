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

constexpr std::string_view kSpool = ".spool.json";

struct Inside {
    std::vector<std::string> recordings, spools;  ///< paths
};

core::Result<Inside> look(const std::string& folder) {
    Inside inside;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder, code)) {
        const std::string name = entry.path().filename().string();
        const bool spool = name.ends_with(kSpool) && !isPartOfARun(name);
        if (isRecordingName(name)) inside.recordings.push_back(entry.path().string());
        if (spool) inside.spools.push_back(entry.path().string());
    }
    if (code) return core::invalidInput(folder, "cannot be read: " + code.message());
    std::ranges::sort(inside.recordings, byName);
    std::ranges::sort(inside.spools, byName);
    return inside;
}

}  // namespace

bool isRecordingName(std::string_view name) {
    return (name.ends_with(".trace.json.gz") || name.ends_with(".trace.json")) &&
           !isPartOfARun(name);
}

std::optional<std::string> recordingOfSpool(std::string_view path) {
    if (!path.ends_with(kSpool)) return std::nullopt;
    path.remove_suffix(kSpool.size());
    return std::string(path) + ".trace.json.gz";
}

core::Result<std::vector<std::string>> recordingsIn(const std::string& folder) {
    auto inside = look(folder);
    if (!inside) return tl::unexpected(inside.error());
    if (!inside->recordings.empty()) return std::move(inside->recordings);
    return core::invalidInput(folder, "holds no recording (*.trace.json.gz)");
}

std::vector<std::string> unfinishedIn(const std::string& folder) {
    auto inside = look(folder);
    if (!inside) return {};
    std::erase_if(inside->spools, [&](const std::string& spool) {
        return std::ranges::find(inside->recordings, *recordingOfSpool(spool)) !=
               inside->recordings.end();
    });
    return std::move(inside->spools);
}

core::Result<std::vector<std::string>> showableIn(const std::string& folder) {
    auto inside = look(folder);
    if (!inside) return tl::unexpected(inside.error());
    std::vector<std::string> found = std::move(inside->recordings);
    for (std::string& spool : unfinishedIn(folder)) found.push_back(std::move(spool));
    if (found.empty()) return core::invalidInput(folder, "holds no recording (*.trace.json.gz)");
    std::ranges::sort(found, byName);
    return found;
}

}  // namespace shardscope::traces
