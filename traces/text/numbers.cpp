#include "traces/text/numbers.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "traces/text/json_text.h"

namespace shardscope::traces {

namespace {

constexpr int64_t kLargestTime = (int64_t{1} << 62) - 1;
/// One more digit still fits.
constexpr int64_t kMostDigits = std::numeric_limits<int64_t>::max() / 10 - 1;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

template <class T>
std::optional<T> whole(std::string_view text, int base) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Decimal digits with a point: value = digits · 10^exponent, digits beyond the 18th or 19th cut off.
struct Decimal {
    int64_t digits = 0;
    int64_t exponent = 0;
};

struct DecimalScan {
    Decimal value;
    bool any = false;

    void digit(char c, bool fraction) {
        any = true;
        if (value.digits > kMostDigits) {
            value.exponent += fraction ? 0 : 1;
            return;
        }
        value.digits = value.digits * 10 + (c - '0');
        value.exponent -= fraction ? 1 : 0;
    }
};

std::optional<Decimal> parseDecimal(std::string_view text) {
    DecimalScan scan;
    bool fraction = false;
    size_t i = 0;
    for (; i < text.size(); ++i) {
        if (isDigit(text[i])) {
            scan.digit(text[i], fraction);
        } else if (text[i] == '.' && !fraction) {
            fraction = true;
        } else {
            break;
        }
    }
    if (!scan.any) return std::nullopt;
    if (i == text.size()) return scan.value;
    if (text[i] != 'e' && text[i] != 'E') return std::nullopt;
    const size_t sign = i + 1 < text.size() && text[i + 1] == '+' ? 1 : 0;
    const auto exponent = whole<int32_t>(text.substr(i + 1 + sign), 10);
    if (!exponent) return std::nullopt;
    scan.value.exponent += *exponent;
    return scan.value;
}

/// digits · 10^exponent, cut to a whole number.
std::optional<int64_t> scaled(Decimal decimal) {
    if (decimal.digits == 0) return 0;
    if (decimal.exponent < -18) return 0;
    if (decimal.exponent > 18) return std::nullopt;
    for (; decimal.exponent < 0; ++decimal.exponent) decimal.digits /= 10;
    for (; decimal.exponent > 0; --decimal.exponent) {
        if (decimal.digits > kLargestTime / 10) return std::nullopt;
        decimal.digits *= 10;
    }
    return decimal.digits;
}

}  // namespace

std::optional<int64_t> parseMicroseconds(std::string_view text) {
    const bool negative = !text.empty() && text[0] == '-';
    if (negative) text.remove_prefix(1);
    auto decimal = parseDecimal(text);
    if (!decimal) return std::nullopt;
    decimal->exponent += 3;
    const auto value = scaled(*decimal);
    if (!value || *value > kLargestTime) return std::nullopt;
    return negative ? -*value : *value;
}

std::optional<int64_t> parseInteger(std::string_view text) { return whole<int64_t>(text, 10); }
std::optional<uint64_t> parseUnsigned(std::string_view text) { return whole<uint64_t>(text, 10); }

std::optional<uint64_t> parseHex(std::string_view text, bool bare) {
    if (text.starts_with("0x") || text.starts_with("0X")) {
        text.remove_prefix(2);
    } else if (!bare) {
        return std::nullopt;
    }
    return whole<uint64_t>(text, 16);
}

std::optional<int64_t> parseWrittenHex(std::string_view text) {
    const bool negative = text.starts_with("-");
    const auto magnitude = parseHex(text.substr(negative ? 1 : 0), false);
    if (!magnitude || *magnitude <= static_cast<uint64_t>(kExactInteger)) return std::nullopt;
    if (*magnitude > (uint64_t{1} << 63) - (negative ? 0 : 1)) return std::nullopt;
    const auto value = static_cast<int64_t>(negative ? 0 - *magnitude : *magnitude);
    if (hexText(value) != text) return std::nullopt;
    return value;
}

bool isJsonNumber(std::string_view text) {
    const auto digits = [&] {
        const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
        const auto count = static_cast<size_t>(end - text.begin());
        text.remove_prefix(count);
        return count;
    };
    const auto take = [&](std::string_view any) {
        const bool found = !text.empty() && any.find(text[0]) != std::string_view::npos;
        if (found) text.remove_prefix(1);
        return found;
    };
    take("-");
    if (!take("0") && digits() == 0) return false;
    if (take(".") && digits() == 0) return false;
    if (take("eE")) {
        take("+-");
        if (digits() == 0) return false;
    }
    return text.empty();
}

}  // namespace shardscope::traces
