#include "traces/read/file_kind.h"

#include <algorithm>
#include <array>

namespace shardscope::traces {

namespace {

struct Kind {
    std::string_view start;
    const char* name;
};

constexpr std::array<Kind, 11> kKinds{{
    {"\x89PNG", "a PNG image"},
    {"\xFF\xD8\xFF", "a JPEG image"},
    {"%PDF", "a PDF document"},
    {"PK\x03\x04", "a ZIP archive (unpack it first)"},
    {"SQLite format 3", "an SQLite database"},
    {"\x7F"
     "ELF",
     "a program"},
    {"\x28\xB5\x2F\xFD", "a zstd file (unpack it first)"},
    {"BZh", "a bzip2 file (unpack it first)"},
    {"\x80\x02", "a Python pickle (a memory snapshot?)"},
    {"\x80\x04", "a Python pickle (a memory snapshot?)"},
    {"\x0A", "a Perfetto protobuf trace (.pftrace), which is not supported"},
}};

std::string_view withoutBlanks(std::string_view text) {
    const auto first =
        std::ranges::find_if(text, [](char c) { return static_cast<unsigned char>(c) > ' '; });
    return text.substr(static_cast<size_t>(first - text.begin()));
}

/// Case does not matter, and what is compared with is lower case.
bool startsLike(std::string_view text, std::string_view start) {
    return text.size() >= start.size() &&
           std::equal(start.begin(), start.end(), text.begin(),
                      [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + 32 : b); });
}

std::string printable(std::string_view text) {
    std::string out(text.substr(0, 24));
    std::ranges::replace_if(
        out, [](char c) { return c < ' ' || c > '~'; }, '.');
    return out;
}

}  // namespace

std::string describeContent(std::string_view head) {
    const std::string_view text = withoutBlanks(head);
    if (startsLike(text, "<!doctype html") || startsLike(text, "<html")) return "an HTML page";
    if (text.starts_with("<")) return "an XML file";
    if (text.starts_with("{") || text.starts_with("[")) return "JSON without trace events";
    for (const Kind& kind : kKinds) {
        if (head.starts_with(kind.start)) return kind.name;
    }
    if (text.empty()) return head.empty() ? "an empty file" : "a file of blanks";
    return "something that begins with \"" + printable(head) + "\"";
}

}  // namespace shardscope::traces
