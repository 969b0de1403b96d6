#include "profiler/cli/options/setting_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "core/base/nearest.h"
#include "core/base/units.h"
#include "profiler/cli/options/setting_options.h"

namespace shardscope::cli {

namespace {

std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> items;
    while (true) {
        const size_t comma = text.find(',');
        items.emplace_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return items;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

std::string SettingReader::text(std::string_view key, std::string_view fallback) const {
    const auto found = settings_.find(key);
    return found == settings_.end() ? std::string(fallback) : found->second.text;
}

std::optional<int64_t> SettingReader::parseInteger(std::string_view key, std::string_view text,
                                                   int64_t least, int64_t most) {
    int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = code == std::errc() && end == text.data() + text.size();
    if (whole && value >= least && value <= most) return value;
    fail(key, fmt::format("found {}; allowed: a whole number from {} to {}",
                          whole ? std::string(text) : fmt::format("\"{}\"", text), least,
                          core::withCommas(most)));
    return std::nullopt;
}

int64_t SettingReader::integer(std::string_view key, int64_t fallback, int64_t least,
                               int64_t most) {
    if (!has(key)) return fallback;
    return parseInteger(key, text(key, ""), least, most).value_or(fallback);
}

double SettingReader::number(std::string_view key, double fallback) {
    if (!has(key)) return fallback;
    const std::string given = text(key, "");
    double value = 0;
    const char* last = given.data() + given.size();
    const auto [end, code] = std::from_chars(given.data(), last, value);
    if (code == std::errc() && end == last && std::isfinite(value) && value >= 0.0) return value;
    fail(key, fmt::format("found \"{}\"; allowed: a finite number from 0 on", given));
    return fallback;
}

std::string_view SettingReader::choice(std::string_view key, std::string_view fallback,
                                       std::span<const std::string_view> allowed) {
    const std::string given = lowered(text(key, fallback));
    const auto found = std::ranges::find(allowed, std::string_view(given));
    if (found != allowed.end()) return *found;
    fail(key, fmt::format("found \"{}\"; allowed: {}{}", text(key, fallback),
                          fmt::join(allowed, ", "), core::suggestion(given, allowed)));
    return allowed.front();
}

bool SettingReader::onOff(std::string_view key, bool fallback) {
    constexpr std::array<std::string_view, 2> kSwitch{"on", "off"};
    return choice(key, fallback ? "on" : "off", kSwitch) == "on";
}

int64_t SettingReader::bytes(std::string_view key) {
    if (!has(key)) return 0;
    const std::string given = text(key, "");
    const auto value = core::parseBytes(given, where(key));
    if (!value) {
        fail(value.error());
        return 0;
    }
    if (*value < core::kMiB && !core::hasByteUnit(given)) {
        fail(key, fmt::format("found {0}, which is {0} bytes; did you mean {0}GiB?", given));
    }
    return *value;
}

std::vector<std::string> SettingReader::list(std::string_view key) {
    if (!has(key)) return {};
    std::vector<std::string> items = split(text(key, ""));
    for (size_t i = 0; i < items.size(); ++i) {
        if (items[i].empty()) {
            fail(key, fmt::format("found \"{}\"; allowed: values with commas between, as in 1,2",
                                  text(key, "")));
        } else if (std::find(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(i),
                             items[i]) != items.begin() + static_cast<std::ptrdiff_t>(i)) {
            fail(key, fmt::format("found \"{}\"; {} is given twice", text(key, ""), items[i]));
        }
    }
    return items;
}

std::vector<int> SettingReader::integers(std::string_view key, int fallback, int least, int most) {
    if (!has(key)) return {fallback};
    std::vector<int> values;
    for (const std::string& item : list(key)) {
        const int64_t value = parseInteger(key, item, least, most).value_or(fallback);
        values.push_back(static_cast<int>(value));
    }
    return values;
}

std::string SettingReader::where(std::string_view key) const {
    const auto found = settings_.find(key);
    return found == settings_.end() ? std::string(optionOf(key)) : found->second.where;
}

void SettingReader::fail(std::string_view key, std::string message) {
    fail(core::Error{
        .code = core::ErrorCode::InvalidInput, .message = std::move(message), .where = where(key)});
}

void SettingReader::fail(core::Error error) {
    if (!error_) error_ = std::move(error);
}

}  // namespace shardscope::cli
