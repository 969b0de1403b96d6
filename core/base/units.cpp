#include "core/base/units.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace shardscope::core {

namespace {

struct Unit {
    std::string_view name;
    double bytes;
};

constexpr std::array<Unit, 9> kUnits{{{"KiB", 0x1p10},
                                      {"MiB", 0x1p20},
                                      {"GiB", 0x1p30},
                                      {"TiB", 0x1p40},
                                      {"KB", 1e3},
                                      {"MB", 1e6},
                                      {"GB", 1e9},
                                      {"TB", 1e12},
                                      {"B", 1.0}}};

const Unit* unitOf(std::string_view text) {
    for (const Unit& unit : kUnits) {
        if (text.size() > unit.name.size() && text.ends_with(unit.name)) return &unit;
    }
    return nullptr;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    return text;
}

}  // namespace

bool hasByteUnit(std::string_view text) { return unitOf(trimmed(text)) != nullptr; }

Result<int64_t> parseBytes(std::string_view text, std::string_view where) {
    const auto bad = [&] {
        return invalidInput(
            std::string(where),
            fmt::format("found \"{}\"; allowed: a positive size such as 4096, 512KiB, 68MiB, 16GiB "
                        "(2^10) or 80GB (10^3)",
                        text));
    };
    std::string_view number = trimmed(text);
    const Unit* unit = unitOf(number);
    if (unit) number = trimmed(number.substr(0, number.size() - unit->name.size()));
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size()) return bad();
    const double bytes = value * (unit ? unit->bytes : 1.0);
    if (!(bytes >= 1.0) || bytes >= 0x1p62) return bad();
    return static_cast<int64_t>(std::llround(bytes));
}

std::string formatBytes(int64_t bytes) {
    constexpr std::array<std::string_view, 5> names{"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    size_t unit = 0;
    while (std::abs(value) >= 1024.0 && unit + 1 < names.size()) {
        value /= 1024.0;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, names[unit]);
}

std::string withCommas(int64_t value) {
    std::string digits = std::to_string(value < 0 ? -value : value);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<size_t>(at), ",");
    }
    return value < 0 ? "-" + digits : digits;
}

}  // namespace shardscope::core
