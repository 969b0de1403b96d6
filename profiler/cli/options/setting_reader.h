#pragma once
// Settings converted to values, with ranges and choices checked. The first fault is kept and names
// the option, or the file and key, that it came from; later reads give their fallback.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/config/settings.h"

namespace shardscope::cli {

class SettingReader {
  public:
    /// Borrows @p settings.
    explicit SettingReader(const core::Settings& settings) : settings_(settings) {}

    bool has(std::string_view key) const { return settings_.contains(key); }
    std::string text(std::string_view key, std::string_view fallback) const;
    /// Whole number from @p least to @p most.
    int64_t integer(std::string_view key, int64_t fallback, int64_t least, int64_t most);
    /// Finite number from 0 on.
    double number(std::string_view key, double fallback);
    /// One of @p allowed, whatever its case. @return as written in @p allowed.
    std::string_view choice(std::string_view key, std::string_view fallback,
                            std::span<const std::string_view> allowed);
    bool onOff(std::string_view key, bool fallback);
    /// A size in bytes; 0 when not set.
    int64_t bytes(std::string_view key);
    /// The items of "1,2"; empty when not set. A fault when an item is empty or given twice.
    std::vector<std::string> list(std::string_view key);
    std::vector<int> integers(std::string_view key, int fallback, int least, int most);

    /// Where @p key was given, or its option's name.
    std::string where(std::string_view key) const;
    void fail(std::string_view key, std::string message);
    void fail(core::Error error);
    const std::optional<core::Error>& error() const { return error_; }

  private:
    std::optional<int64_t> parseInteger(std::string_view key, std::string_view text, int64_t least,
                                        int64_t most);

    const core::Settings& settings_;
    std::optional<core::Error> error_;
};

}  // namespace shardscope::cli
