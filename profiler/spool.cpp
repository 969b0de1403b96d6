#include "profiler/spool.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "traces/text/json_text.h"
#include "traces/write/being_written.h"
#include "traces/write/event_writer.h"

namespace shardscope::profiler {

namespace {

tl::unexpected<core::Error> refused(const std::string& path, const char* what) {
    return core::ioError(path, fmt::format("{}: {}", what, std::strerror(errno)));
}

std::string linesOf(const traces::Trace& events) {
    std::string lines;
    for (const traces::Lane& lane : events.lanes) {
        traces::appendLane(lane, "", lines);
        lines += ",\n";
    }
    const traces::EventWriter writer(events);
    for (const traces::Event& event : events.events) {
        writer.append(event, lines);
        lines += ",\n";
    }
    return lines;
}

}  // namespace

Spool::Spool(std::string path, std::FILE* file, int64_t baseTimeNs, int64_t limitBytes)
    : path_(std::move(path)), file_(file), baseTimeNs_(baseTimeNs), limitBytes_(limitBytes) {}

std::string Spool::runLine(const traces::Json& run) const {
    std::string line = R"({"ph": "M", "name": "shardscope", "pid": 0, "tid": 0, "args": )";
    traces::appendJson({{"baseTimeNanoseconds", baseTimeNs_}, {"shardscope", run}}, line);
    return line + "},\n";
}

core::Result<Spool> Spool::create(std::string path, int64_t baseTimeNs, const traces::Json& run,
                                  int64_t limitBytes) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) return refused(path, "cannot be created");
    traces::holdAsWriter(::fileno(file));
    Spool spool(std::move(path), file, baseTimeNs, limitBytes);
    const std::string line = spool.runLine(run);
    if (auto written = spool.write("[\n" + line); !written) {
        return tl::unexpected(written.error());
    }
    spool.runBytes_ = static_cast<int64_t>(line.size());
    spool.sinceRun_ = 0;
    return spool;
}

std::string Spool::pathBeside(const std::string& folder, const std::string& name) {
    return folder + "/" + name + ".spool.json";
}

core::Result<void> Spool::append(const traces::Trace& events, const traces::Json& run) {
    if (full_ || file_ == nullptr) return {};
    std::string lines = linesOf(events);
    const bool saysRun = sinceRun_ + static_cast<int64_t>(lines.size()) >= runBytes_;
    if (saysRun) {
        const std::string line = runLine(run);
        runBytes_ = static_cast<int64_t>(line.size());
        lines += line;
    }
    full_ = bytes_ + static_cast<int64_t>(lines.size()) > limitBytes_;
    if (full_) return {};
    auto written = write(lines);
    if (written && saysRun) sinceRun_ = 0;
    return written;
}

core::Result<void> Spool::discard() {
    file_.reset();
    if (std::remove(path_.c_str()) != 0) return refused(path_, "cannot be removed");
    return {};
}

core::Result<void> Spool::write(const std::string& text) {
    const bool whole = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
    if (!whole || std::fflush(file_.get()) != 0) {
        auto error = refused(path_, "cannot be written");
        file_.reset();
        return error;
    }
    bytes_ += static_cast<int64_t>(text.size());
    sinceRun_ += static_cast<int64_t>(text.size());
    return {};
}

}  // namespace shardscope::profiler
