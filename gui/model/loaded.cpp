#include "gui/model/loaded.h"

#include <filesystem>

#include "gui/model/build_timeline.h"
#include "traces/analysis/json_access.h"

namespace shardscope::gui {

namespace {

/// A trace on its way to a timeline and a report.
class Loading {
  public:
    Loading() = default;
    Loading(const Loading&) = delete;
    Loading& operator=(const Loading&) = delete;

    traces::Trace& trace() { return trace_; }
    void take() {
        events_ += static_cast<int64_t>(trace_.events.size());
        timeline_.take();
        analysis_.take();
    }
    LoadedPtr finish(const std::string& path, bool grew) {
        trace_.growing |= grew && trace_.incomplete;
        auto loaded = std::make_shared<LoadedRecording>();
        loaded->path = path;
        auto report = analysis_.finish(path);
        if (report) {
            loaded->name = report->name;
            loaded->report = std::move(*report);
        } else {
            loaded->name = std::filesystem::path(path).filename().string();
            loaded->foreign = report.error().message;
        }
        loaded->schema = traces::textOf(trace_.run, "schema");
        loaded->events = events_;
        loaded->incomplete = trace_.incomplete;
        loaded->growing = trace_.growing;
        loaded->unreadable = trace_.unreadable;
        loaded->timeline = timeline_.finish();
        return loaded;
    }

  private:
    traces::Trace trace_;
    TimelineBuilder timeline_{trace_};
    traces::Analysis analysis_{trace_};
    int64_t events_ = 0;
};

/// For files that lose their order on the way.
core::Result<LoadedPtr> loadWhole(const std::string& path, const traces::ReadOptions& options,
                                  bool grew) {
    auto trace = traces::readTrace(path, options);
    if (!trace) return tl::unexpected(trace.error());
    Loading loading;
    loading.trace() = std::move(*trace);
    loading.take();
    return loading.finish(path, grew);
}

}  // namespace

core::Result<LoadedPtr> load(const std::string& path, const traces::ReadOptions& options,
                             bool grew) {
    Loading loading;
    const auto inOrder = traces::readInBlocks(
        path, loading.trace(), [&] { loading.take(); }, options);
    if (!inOrder) return tl::unexpected(inOrder.error());
    return *inOrder ? loading.finish(path, grew) : loadWhole(path, options, grew);
}

}  // namespace shardscope::gui
