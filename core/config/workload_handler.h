#pragma once
// The events of a workload file's JSON, as nlohmann's SAX parser gives them, checked as they come.
// Used by workload_file.cpp alone; one parse a handler.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/config/settings.h"

namespace shardscope::core {

class WorkloadHandler final : public nlohmann::json_sax<nlohmann::json> {
  public:
    /// @p text and @p name outlive the handler; @p read is the number of bytes parsed so far.
    WorkloadHandler(std::string_view text, std::string_view name, const size_t& read)
        : text_(text), name_(name), read_(read) {}

    const Error& error() const { return error_; }
    Settings settings() const { return settings_; }

    bool null() override;
    bool boolean(bool value) override;
    bool number_integer(number_integer_t value) override;
    bool number_unsigned(number_unsigned_t value) override;
    bool number_float(number_float_t value, const string_t& text) override;
    bool string(string_t& value) override;
    bool binary(binary_t& value) override;
    bool start_object(std::size_t size) override;
    bool key(string_t& name) override;
    bool end_object() override;
    bool start_array(std::size_t size) override;
    bool end_array() override;
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& exception) override;

  private:
    bool scalar(uint8_t acceptedAs, std::string text, const std::string& found);
    bool unknown(const std::string& path);
    bool wrongType(const std::string& found);
    /// Stops the parse. @p key may be empty.
    bool fail(size_t position, std::string_view key, std::string message);
    std::string place(size_t position, std::string_view key) const;

    std::string_view text_;
    std::string_view name_;
    const size_t& read_;
    Settings settings_;
    Error error_;
    int depth_ = 0;
    bool inModel_ = false;
    bool inList_ = false;
    std::string path_;                     // the key whose value comes next
    const SettingKey* setting_ = nullptr;  // of path_; null for "model" itself
    size_t keyEnd_ = 0;                    // bytes read when the key had been
};

}  // namespace shardscope::core
