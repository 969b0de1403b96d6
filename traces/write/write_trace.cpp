#include "traces/write/write_trace.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "traces/canonical.h"
#include "traces/file.h"
#include "traces/overlap.h"
#include "traces/text/json_text.h"
#include "traces/top_level.h"
#include "traces/write/atomic_file.h"
#include "traces/write/event_writer.h"
#include "traces/write/gzip_blocks.h"
#include "traces/write/ordered_blocks.h"

namespace shardscope::traces {

namespace {

constexpr int kThreads = 2;
/// What one line of an event takes, to reserve a block's text.
constexpr size_t kTypicalEventBytes = 320;

/// The text of one trace file in blocks: the head with the lanes, then events.
class TraceText {
  public:
    explicit TraceText(const Trace& trace) : trace_(trace), events_(trace), lanes_(trace.lanes) {
        sortLanes(lanes_);
    }

    size_t blocks() const {
        return 1 + (trace_.events.size() + kEventsPerBlock - 1) / kEventsPerBlock;
    }

    std::string block(size_t index) const {
        std::string out = index == 0 ? head() : events(index - 1);
        if (index + 1 == blocks()) out += "\n]}";
        return out;
    }

  private:
    std::string head() const {
        std::string out;
        appendJson(topLevelOf(trace_), out);
        out.pop_back();
        out += ",\n\"traceEvents\": [";
        const std::string labels = labelsOf(trace_.run);
        for (const Lane& lane : lanes_) {
            out += &lane == lanes_.data() ? "\n" : ",\n";
            appendLane(lane, labels, out);
        }
        return out;
    }

    std::string events(size_t block) const {
        const size_t begin = block * kEventsPerBlock;
        const size_t end = std::min(begin + kEventsPerBlock, trace_.events.size());
        std::string out;
        out.reserve((end - begin) * kTypicalEventBytes);
        for (size_t i = begin; i < end; ++i) {
            out += i == 0 && lanes_.empty() ? "\n" : ",\n";
            events_.append(trace_.events[i], out);
        }
        return out;
    }

    static std::string labelsOf(const Json& run) {
        const bool known = run.is_object() && run.contains("device") && run["device"].is_string();
        return known ? run["device"].get<std::string>() : std::string();
    }

    const Trace& trace_;
    EventWriter events_;
    std::vector<Lane> lanes_;
};

core::Result<void> writePlain(const TraceText& text, int threads, AtomicFile& file) {
    return makeInOrder(
        text.blocks(), threads, [&](int, size_t i) { return FileBlock{.bytes = text.block(i)}; },
        [&](const FileBlock& block) { return file.write(block.bytes); });
}

core::Result<void> writeGzip(const TraceText& text, int threads, AtomicFile& file) {
    if (auto begun = file.write(gzipHeader()); !begun) return begun;
    std::deque<BlockDeflater> deflaters(static_cast<size_t>(threads));
    GzipTrailer trailer;
    auto written = makeInOrder(
        text.blocks(), threads,
        [&](int worker, size_t i) {
            return deflaters[static_cast<size_t>(worker)].compress(text.block(i));
        },
        [&](const FileBlock& block) {
            trailer.add(block);
            return file.write(block.bytes);
        });
    if (!written) return written;
    return file.write(trailer.bytes());
}

bool isInOrder(const Trace& trace) {
    return std::is_sorted(trace.events.begin(), trace.events.end(), goesBefore) &&
           !hasOverlaps(trace);
}

Trace putInOrder(Trace trace) {
    sortEvents(trace.events);
    spreadOverlaps(trace);
    return trace;
}

}  // namespace

core::Result<void> writeTraceWith(const Trace& trace, const std::string& path, int threads) {
    if (!isInOrder(trace)) return writeTraceWith(putInOrder(trace), path, threads);
    auto file = AtomicFile::create(path);
    if (!file) return tl::unexpected(file.error());
    const TraceText text(trace);
    auto written =
        path.ends_with(".gz") ? writeGzip(text, threads, *file) : writePlain(text, threads, *file);
    if (!written) return written;
    return file->commit();
}

core::Result<void> writeTrace(const Trace& trace, const std::string& path) {
    return writeTraceWith(trace, path, kThreads);
}

}  // namespace shardscope::traces
