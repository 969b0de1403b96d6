#include "traces/read/read_trace.h"

#include <filesystem>
#include <optional>

#include "traces/read/event_stream.h"
#include "traces/read/file_kind.h"
#include "traces/text/strict_json.h"
#include "traces/top_level.h"
#include "traces/write/being_written.h"

namespace shardscope::traces {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr size_t kHeadBytes = 64;

class TraceReader {
  public:
    TraceReader(ByteSource& source, const std::string& name, std::function<bool()> onRead,
                Trace& trace, EventBlocks* blocks)
        : source_(source),
          name_(name),
          window_(source, std::move(onRead)),
          trace_(trace),
          blocks_(blocks),
          sink_(trace, blocks) {}

    core::Result<void> read() {
        if (auto done = document(); !done) return done;
        if (!closed_ || source_.cut()) trace_.incomplete = true;
        sink_.finish();
        return check();
    }

  private:
    core::Result<void> document() {
        if (auto more = window_.more(); !more) return tl::unexpected(more.error());
        head_.assign(window_.begin(), std::min(window_.size(), kHeadBytes));
        if (head_.starts_with(kByteOrderMark)) {
            window_.consumeTo(window_.begin() + kByteOrderMark.size());
        }
        const auto first = peek();
        if (!first) return tl::unexpected(first.error());
        if (*first == '[') return events();
        if (*first == '{') return object();
        return {};
    }

    /// The next character that is no blank; 0 at the end.
    core::Result<char> peek() {
        for (;;) {
            Cursor cursor(window_.begin(), window_.end());
            const char next = cursor.peek();
            window_.consumeTo(cursor.at());
            if (next != 0) return next;
            const auto more = window_.more();
            if (!more) return tl::unexpected(more.error());
            if (!*more) return '\0';
        }
    }

    void step() { window_.consumeTo(window_.begin() + 1); }

    core::Result<void> events() {
        step();
        auto closed = EventStream(window_, sink_, trace_).read();
        if (!closed) return tl::unexpected(closed.error());
        closed_ = *closed;
        return {};
    }

    core::Result<void> object() {
        step();
        for (;;) {
            const auto next = peek();
            if (!next) return tl::unexpected(next.error());
            if (*next == '}') return {};
            if (*next == ',') {
                step();
                continue;
            }
            auto member = this->member();
            if (!member) return tl::unexpected(member.error());
            closed_ = *member;
            if (!closed_) return {};
        }
    }

    /// One key and its value. @return false when the file is cut or broken here.
    core::Result<bool> member() {
        const auto key = token(&Cursor::key);
        if (!key) return tl::unexpected(key.error());
        if (!*key) return false;
        const auto next = peek();
        if (!next) return tl::unexpected(next.error());
        if (**key == "traceEvents" && *next == '[') {
            if (auto done = events(); !done) return tl::unexpected(done.error());
            return closed_;
        }
        const auto value = token(&Cursor::value);
        if (!value) return tl::unexpected(value.error());
        if (!*value) return false;
        keep(**key, **value);
        return true;
    }

    /// The text of what @p parse steps over, without the quotes of a key; nothing when the file is
    /// cut or broken there.
    core::Result<std::optional<std::string>> token(bool (Cursor::*parse)(Token&)) {
        for (;;) {
            Cursor cursor(window_.begin(), window_.end());
            Token token;
            if ((cursor.*parse)(token)) {
                std::string text = textOf(token, parse == &Cursor::key);
                window_.consumeTo(cursor.at());
                return text;
            }
            if (cursor.stop() == Cursor::Stop::Bad || window_.size() > kLargestValue) {
                return std::nullopt;
            }
            const auto more = window_.more();
            if (!more) return tl::unexpected(more.error());
            if (!*more) return std::nullopt;
        }
    }

    static std::string textOf(const Token& token, bool isKey) {
        if (isKey) return nameText(token);
        std::string text(token.text);
        return token.kind == Token::Kind::Text ? '"' + text + '"' : text;
    }

    void keep(const std::string& key, const std::string& text) {
        const auto strict = strictJson(text);
        if (!strict) return;
        Json value = Json::parse(*strict, nullptr, false);
        if (!value.is_discarded()) setTopLevel(key, std::move(value), trace_);
    }

    /// A recording of ours may be whole and have no events.
    core::Result<void> check() const {
        if (!trace_.events.empty() || (blocks_ && blocks_->begun())) return {};
        if (trace_.run.is_object() && !trace_.incomplete) return {};
        std::string found = describeContent(head_);
        if (trace_.unreadable > 0) {
            found = std::to_string(trace_.unreadable) + " events, none of which can be read";
        } else if (trace_.run.is_object()) {
            found = "a recording that was cut before its first whole event";
        }
        return core::invalidInput(name_, "is not a trace: found " + found +
                                             "; allowed is a Chrome trace as JSON, also gzipped, "
                                             "with at least one whole event");
    }

    ByteSource& source_;
    const std::string& name_;
    Window window_;
    Trace& trace_;
    EventBlocks* blocks_;
    EventSink sink_;
    std::string head_;
    bool closed_ = false;  ///< what was opened last was also closed
};

core::Result<void> readFrom(std::unique_ptr<ByteSource> source, const std::string& name,
                            const std::function<bool(int64_t)>& goOn, Trace& trace,
                            EventBlocks* blocks) {
    auto whole = inflateIfGzip(std::move(source));
    if (!whole) return tl::unexpected(whole.error());
    const std::unique_ptr<ByteSource> ahead = readAhead(*std::move(whole));
    const auto onRead = [&] { return goOn(ahead->position()); };
    return TraceReader(*ahead, name, onRead, trace, blocks).read();
}

int64_t sizeOf(const std::string& path) {
    std::error_code unknown;
    const auto size = std::filesystem::file_size(path, unknown);
    return unknown ? 0 : static_cast<int64_t>(size);
}

}  // namespace

core::Result<Trace> readTraceFrom(std::unique_ptr<ByteSource> source, const std::string& name,
                                  int64_t total, const ReadOptions& options) {
    const auto goOn = [&](int64_t done) {
        return !options.progress || options.progress(done, total);
    };
    Trace trace;
    if (auto done = readFrom(std::move(source), name, goOn, trace, nullptr); !done) {
        return tl::unexpected(done.error());
    }
    return trace;
}

core::Result<Trace> readTrace(const std::string& path, const ReadOptions& options) {
    auto source = openFile(path);
    if (!source) return tl::unexpected(source.error());
    const bool held = isBeingWritten(path);  // before reading: a writer may end meanwhile
    auto trace = readTraceFrom(*std::move(source), path, sizeOf(path), options);
    if (trace) trace->growing = trace->incomplete && held;
    return trace;
}

core::Result<bool> readInBlocks(const std::string& path, Trace& trace,
                                const std::function<void()>& take, const ReadOptions& options) {
    auto source = openFile(path);
    if (!source) return tl::unexpected(source.error());
    EventBlocks blocks(trace, take);
    const int64_t total = sizeOf(path);
    const bool held = isBeingWritten(path);  // before reading: a writer may end meanwhile
    const auto goOn = [&](int64_t done) {
        return !blocks.broken() && (!options.progress || options.progress(done, total));
    };
    const auto done = readFrom(*std::move(source), path, goOn, trace, &blocks);
    if (blocks.broken()) return false;
    if (!done) return tl::unexpected(done.error());
    trace.growing = trace.incomplete && held;
    return true;
}

}  // namespace shardscope::traces
