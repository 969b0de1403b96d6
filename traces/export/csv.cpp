#include "traces/export/csv.h"

#include <map>

#include "traces/text/json_text.h"
#include "traces/write/atomic_file.h"
#include "traces/write/event_writer.h"

namespace shardscope::traces {

namespace {

constexpr size_t kFlushBytes = 1 << 20;

void appendCell(std::string_view text, std::string& out) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

bool hasId(Phase phase) {
    return phase != Phase::Complete && phase != Phase::Instant && phase != Phase::Counter;
}

class Rows {
  public:
    explicit Rows(const Trace& trace) : trace_(trace), writer_(trace) {
        for (const Lane& lane : trace.lanes) {
            (lane.isProcess ? processes_[lane.pid] : threads_[{lane.pid, lane.tid}]) = lane.name;
        }
    }

    void append(const Event& event, std::string& out) {
        appendInteger(event.tsNs, out);
        out += ',';
        if (event.phase == Phase::Complete) appendInteger(event.durNs, out);
        out += ',';
        out += static_cast<char>(event.phase);
        out += ',';
        appendInteger(event.pid, out);
        out += ',';
        appendInteger(event.tid, out);
        for (std::string_view text :
             {nameOf(processes_, event.pid), nameOf(threads_, std::pair(event.pid, event.tid)),
              trace_.text(event.category), trace_.text(event.name)}) {
            out += ',';
            appendCell(text, out);
        }
        out += ',';
        if (hasId(event.phase)) appendUnsigned(event.id, out);
        out += ',';
        appendCell(argsOf(event), out);
        out += "\r\n";
    }

  private:
    template <class Map, class Key>
    static std::string_view nameOf(const Map& names, const Key& key) {
        const auto found = names.find(key);
        return found == names.end() ? std::string_view() : std::string_view(found->second);
    }

    const std::string& argsOf(const Event& event) {
        args_.clear();
        if (event.argCount != 0) writer_.appendArgs(event, args_);
        return args_;
    }

    const Trace& trace_;
    EventWriter writer_;
    std::map<uint32_t, std::string> processes_;
    std::map<std::pair<uint32_t, uint32_t>, std::string> threads_;
    std::string args_;
};

}  // namespace

core::Result<void> exportCsv(const Trace& trace, const std::string& path) {
    auto file = AtomicFile::create(path);
    if (!file) return tl::unexpected(file.error());
    Rows rows(trace);
    std::string out = "ts_ns,dur_ns,phase,pid,tid,process,thread,category,name,id,args\r\n";
    for (const Event& event : trace.events) {
        rows.append(event, out);
        if (out.size() < kFlushBytes) continue;
        if (auto written = file->write(out); !written) return written;
        out.clear();
    }
    if (auto written = file->write(out); !written) return written;
    return file->commit();
}

}  // namespace shardscope::traces
