#include "gui/model/loaded.h"

#include <filesystem>

#include "gui/model/build_timeline.h"

namespace shardscope::gui {

core::Result<LoadedPtr> load(const std::string& path, const traces::ReadOptions& options,
                             bool grew) {
    auto trace = traces::readTrace(path, options);
    if (!trace) return tl::unexpected(trace.error());
    auto loaded = std::make_shared<LoadedRecording>();
    loaded->path = path;
    loaded->trace = std::move(*trace);
    loaded->trace.growing |= grew && loaded->trace.incomplete;
    loaded->growing = loaded->trace.growing;
    loaded->timeline = buildTimeline(loaded->trace);
    auto report = traces::analyse(loaded->trace, path);
    if (report) {
        loaded->name = report->name;
        loaded->report = std::move(*report);
    } else {
        loaded->name = std::filesystem::path(path).filename().string();
        loaded->foreign = report.error().message;
    }
    return loaded;
}

}  // namespace shardscope::gui
