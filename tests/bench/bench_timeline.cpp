// What the dashboard's compare view costs: frames at every zoom, the memory of a recording and its
// first picture, and the start of the window. Without arguments all of it; its parts, for profilers and
// for processes of their own: `frames EVENTS [band|rank [ZOOM]]`, `map EVENTS`, `load FILE`, `window NANOSECONDS`.

#include <QGuiApplication>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/bench/timeline/frames.h"
#include "tests/bench/timeline/loading.h"
#include "tests/bench/timeline/start.h"

using namespace shardscope::bench;

namespace {

int reportAll(const char* self) {
    reportFrames(1'000'000, true);
    reportFrames(10'000'000, false);
    reportFrames(10'000'000, true);
    reportMap(10'000'000);
    const bool done =
        reportLoading(self, 1'000'000) && reportLoading(self, 10'000'000) && reportStart(self);
    return done ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const std::string_view part = argc > 1 ? argv[1] : "";
    if (part == "window" && argc > 2) return openWindow(argc, argv, std::atoll(argv[2]));
    const QGuiApplication application(argc, argv);
    if (part == "load" && argc > 2) return loadAndDraw(argv[2]);
    if (part == "frames" && argc > 2) {
        const bool band = argc > 3 && std::string_view(argv[3]) == "band";
        reportFrames(std::atoll(argv[2]), band, argc > 4 ? argv[4] : "");
        return 0;
    }
    if (part == "map" && argc > 2) {
        reportMap(std::atoll(argv[2]));
        return 0;
    }
    if (part.empty()) return reportAll(argv[0]);
    std::fprintf(stderr,
                 "bench_timeline [frames EVENTS [band|rank [ZOOM]] | map EVENTS | load FILE]\n");
    return 2;
}
