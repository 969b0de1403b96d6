#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "core/base/units.h"
#include "profiler/cli/doctor/check.h"
#include "profiler/cli/job/output_folder.h"
#include "traces/file.h"

namespace shardscope::cli::doctor {

namespace fs = std::filesystem;

namespace {

/// A recording in miniature, written compressed and read back.
core::Result<bool> roundTrips(const fs::path& path) {
    traces::TraceBuilder builder;
    builder.process(1, "doctor", 0);
    builder.arg("value", 42).instant(1, 1, "check", "doctor", 1000);
    const traces::Trace trace = builder.finish();
    if (auto written = traces::writeTrace(trace, path.string()); !written) {
        return tl::unexpected(written.error());
    }
    const auto read = traces::readTrace(path.string());
    std::error_code code;
    fs::remove(path, code);
    if (!read) return tl::unexpected(read.error());
    return read->events.size() == trace.events.size();
}

}  // namespace

Check checkCompression() {
    const auto same = roundTrips(fs::temp_directory_path() /
                                 fmt::format("shardscope-doctor-{}.trace.json.gz", ::getpid()));
    if (same && *same) {
        return {.name = "compression", .found = "recordings are written and read", .advice = ""};
    }
    return {.name = "compression",
            .status = Status::Broken,
            .found = same ? "a recording read back differs" : core::toString(same.error()),
            .advice = "see that the folder for temporary files (TMPDIR) can be written"};
}

Check checkOutputFolder() {
    std::error_code code;
    const bool exists = fs::is_directory(kOutputRoot, code);
    const fs::path folder = exists ? fs::path(kOutputRoot) : fs::current_path(code);
    if (auto writable = checkWritable(folder); !writable) {
        return {.name = "output folder",
                .status = Status::Broken,
                .found = core::toString(writable.error()),
                .advice = "go to a folder that can be written, or give --out DIR"};
    }
    const fs::space_info space = fs::space(folder, code);
    const auto free = static_cast<int64_t>(space.available);
    return {.name = "output folder",
            .found = fmt::format("./{} can be written, {} free", kOutputRoot,
                                 code ? "unknown space" : core::formatBytes(free)),
            .advice =
                !code && free < 100 * core::kMiB ? "recordings may need more; see --out DIR" : ""};
}

}  // namespace shardscope::cli::doctor
