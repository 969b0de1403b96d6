// Writes what check_viewers.py opens: a recording, plain and gzipped, and its export for Holistic
// Trace Analysis. Usage: make_viewer_files FOLDER [RECORDING]; without RECORDING, a made one.

#include <cstdio>
#include <string>

#include "tests/traces/sample_trace.h"
#include "traces/export/hta.h"
#include "traces/file.h"

namespace {

using namespace shardscope;

core::Result<traces::Trace> recordingOf(int argc, char** argv) {
    if (argc > 2) return traces::readTrace(argv[2]);
    return traces::test::recording(4, 3, 5);
}

core::Result<void> make(int argc, char** argv) {
    const std::string folder = argv[1];
    const auto trace = recordingOf(argc, argv);
    if (!trace) return tl::unexpected(trace.error());
    for (const char* name : {"/run.trace.json", "/run.trace.json.gz"}) {
        if (auto done = traces::writeTrace(*trace, folder + name); !done) return done;
    }
    const auto paths = traces::exportHta(*trace, folder + "/hta");
    if (!paths) return tl::unexpected(paths.error());
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("usage: make_viewer_files FOLDER [RECORDING]\n", stderr);
        return 2;
    }
    const auto done = make(argc, argv);
    if (done) return 0;
    std::fprintf(stderr, "%s\n", core::toString(done.error()).c_str());
    return 1;
}
