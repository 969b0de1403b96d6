#include "traces/read/event_stream.h"

#include <cstddef>

namespace shardscope::traces {

namespace {

/// A damaged object is looked at this far. Where all is damage, less, so that hostile files take
/// linear time.
constexpr std::ptrdiff_t kLargestDamagedObject = 16 << 10;
constexpr std::ptrdiff_t kLargestInDamage = 512;
constexpr int kAllIsDamage = 64;
/// More than this behind the last whole event is no cut event but damage.
constexpr size_t kLargestCutEvent = 64 << 10;

bool isBlank(char c) { return static_cast<unsigned char>(c) <= ' '; }

const char* skipBlanks(const char* p, const char* end) {
    while (p != end && isBlank(*p)) ++p;
    return p;
}

}  // namespace

core::Result<bool> EventStream::read() {
    for (;;) {
        const Step next = step();
        if (next == Step::Closed) return true;
        if (next == Step::Go) continue;
        if (atEnd_) return false;
        const auto more = window_.more();
        if (!more) return tl::unexpected(more.error());
        atEnd_ = !*more;
    }
}

EventStream::Step EventStream::step() {
    if (searching_) return resynchronise();
    Cursor cursor(window_.begin(), window_.end());
    const char next = cursor.peek();
    window_.consumeTo(cursor.at());
    if (next == 0) return Step::NeedMore;
    if (next == '{') return object();
    if (next != ',' && next != ']') {
        ++trace_.unreadable;
        searching_ = true;
        return Step::Go;
    }
    window_.consumeTo(cursor.at() + 1);
    return next == ']' ? Step::Closed : Step::Go;
}

void EventStream::parsed(const char* end) {
    sink_.add(raw_);
    window_.consumeTo(end);
    if (failures_ > 0) --failures_;
}

EventStream::Step EventStream::object() {
    Cursor cursor(window_.begin(), window_.end());
    if (parseEvent(cursor, raw_)) {
        parsed(cursor.at());
        return Step::Go;
    }
    const bool wait = cursor.stop() == Cursor::Stop::Cut && !atEnd_;
    if (wait && window_.size() < kLargestValue) return Step::NeedMore;
    return damaged(cursor.stop(), cursor.at());
}

const char* EventStream::nearEnd() const {
    const auto limit = failures_ < kAllIsDamage ? kLargestDamagedObject : kLargestInDamage;
    return window_.end() - window_.begin() > limit ? window_.begin() + limit : window_.end();
}

EventStream::Step EventStream::damaged(Cursor::Stop stop, const char* failedAt) {
    Cursor lenient(window_.begin(), nearEnd(), true);
    if (parseEvent(lenient, raw_)) {
        parsed(lenient.at());
        return Step::Go;
    }
    const bool cutHere = lenient.stop() == Cursor::Stop::Cut && nearEnd() == window_.end();
    if (cutHere && !atEnd_) return Step::NeedMore;
    if (stop == Cursor::Stop::Cut && window_.size() < kLargestCutEvent) {
        window_.consumeTo(window_.end());
        return Step::NeedMore;
    }
    ++trace_.unreadable;
    if (passOver()) return Step::Go;
    ++failures_;
    window_.consumeTo(stop == Cursor::Stop::Cut ? window_.begin() + 1 : failedAt);
    searching_ = true;
    return Step::Go;
}

bool EventStream::passOver() {
    Cursor cursor(window_.begin(), nearEnd());
    Token object;
    if (!cursor.value(object)) return false;
    const char* end = cursor.at();
    const char next = cursor.peek();
    if (next != ',' && next != ']') return false;
    window_.consumeTo(end);
    return true;
}

/// An object begins at a brace behind a comma or bracket, with a quote next.
EventStream::Step EventStream::resynchronise() {
    const char* separator = nullptr;  // the last one, when only blanks follow it
    for (const char* p = window_.begin(); p != window_.end(); ++p) {
        if (*p == '{' && separator) {
            const char* key = skipBlanks(p + 1, window_.end());
            if (key != window_.end() && *key == '"') {
                window_.consumeTo(p);
                searching_ = false;
                return Step::Go;
            }
            if (key == window_.end()) break;
        }
        if (*p == ',' || *p == '[') {
            separator = p;
        } else if (!isBlank(*p)) {
            separator = nullptr;
        }
    }
    window_.consumeTo(separator && !atEnd_ ? separator : window_.end());
    return Step::NeedMore;
}

}  // namespace shardscope::traces
