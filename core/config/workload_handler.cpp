#include "core/config/workload_handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/base/nearest.h"

namespace shardscope::core {

namespace {

/// "3:14" of byte @p position; both count from 1, columns in bytes.
std::string lineAndColumn(std::string_view text, size_t position) {
    const std::string_view before = text.substr(0, std::min(position, text.size()));
    const auto line = std::ranges::count(before, '\n') + 1;
    const size_t start = before.rfind('\n');
    const size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
    return fmt::format("{}:{}", line, column);
}

/// nlohmann's text without its name and position, which are ours to say.
std::string withoutPrefix(std::string_view what) {
    const size_t colon = what.find(": ");
    return std::string(colon == std::string_view::npos ? what : what.substr(colon + 2));
}

std::vector<std::string_view> knownPaths() {
    std::vector<std::string_view> paths{"model"};
    for (const SettingKey& key : settingKeys()) paths.push_back(key.path);
    return paths;
}

/// The path whose last word is @p word: "heads" is found as "model.heads".
std::string_view pathEndingIn(std::string_view word) {
    for (const SettingKey& key : settingKeys()) {
        const size_t dot = key.path.find('.');
        if (dot != std::string_view::npos && key.path.substr(dot + 1) == word) return key.path;
    }
    return {};
}

}  // namespace

bool WorkloadHandler::null() { return scalar(0, "", "null"); }

bool WorkloadHandler::boolean(bool value) {
    return scalar(kBoolean, value ? "on" : "off", value ? "true" : "false");
}

bool WorkloadHandler::number_integer(number_integer_t value) {
    return scalar(kInteger | kNumber, std::to_string(value), std::to_string(value));
}

bool WorkloadHandler::number_unsigned(number_unsigned_t value) {
    return scalar(kInteger | kNumber, std::to_string(value), std::to_string(value));
}

bool WorkloadHandler::number_float(number_float_t, const string_t& text) {
    return scalar(kNumber, text, text);
}

bool WorkloadHandler::string(string_t& value) {
    return scalar(kText, value, fmt::format("the text \"{}\"", value));
}

bool WorkloadHandler::binary(binary_t&) { return wrongType("binary data"); }

bool WorkloadHandler::scalar(uint8_t acceptedAs, std::string text, const std::string& found) {
    if (depth_ == 0) return wrongType(found);
    if (!setting_ && acceptedAs == kText && !inList_) {  // "model": "gpt"
        path_ = "model.name";
        setting_ = findSettingKey(path_);
        if (settings_.contains(path_)) return fail(keyEnd_, path_, "is given twice");
    }
    if (!setting_ || (setting_->types & acceptedAs) == 0) return wrongType(found);
    const auto before = settings_.find(path_);
    if (before != settings_.end()) {  // another item of a list
        before->second.text += "," + text;
    } else {
        settings_[path_] = {.text = std::move(text), .where = place(keyEnd_, path_)};
    }
    return true;
}

bool WorkloadHandler::start_object(std::size_t) {
    const bool isModel = depth_ == 1 && path_ == "model" && !inList_;
    if (depth_ > 0 && !isModel) return wrongType("an object");
    inModel_ = isModel;
    ++depth_;
    return true;
}

bool WorkloadHandler::end_object() {
    --depth_;
    inModel_ = false;
    return true;
}

bool WorkloadHandler::key(string_t& name) {
    path_ = inModel_ ? "model." + name : name;
    keyEnd_ = read_;
    setting_ = findSettingKey(path_);
    if (!setting_ && path_ != "model") return unknown(path_);
    if (settings_.contains(path_)) return fail(keyEnd_, path_, "is given twice");
    return true;
}

bool WorkloadHandler::start_array(std::size_t) {
    if (depth_ == 0 || inList_ || !setting_ || (setting_->types & kList) == 0) {
        return wrongType("a list");
    }
    inList_ = true;
    return true;
}

bool WorkloadHandler::end_array() {
    inList_ = false;
    return settings_.contains(path_) || wrongType("an empty list");
}

bool WorkloadHandler::parse_error(std::size_t position, const std::string&,
                                  const nlohmann::detail::exception& exception) {
    if (text_.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return fail(0, "", "is empty; expected a JSON object such as {\"ranks\": 4}");
    }
    return fail(position, "", "is not JSON: " + withoutPrefix(exception.what()));
}

bool WorkloadHandler::unknown(const std::string& path) {
    const std::string_view moved = pathEndingIn(path.substr(path.find('.') + 1));
    const std::string hint =
        moved.empty() ? suggestion(path, knownPaths()) : fmt::format("; did you mean {}?", moved);
    std::string allowed;
    for (const SettingKey& key : settingKeys()) {
        if (key.path.starts_with("model.") != inModel_) continue;
        allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", key.path);
    }
    return fail(keyEnd_, path,
                fmt::format("is not a key of a workload{}{} allowed: {}{}", hint,
                            hint.empty() ? ";" : "", inModel_ ? "" : "model, ", allowed));
}

bool WorkloadHandler::wrongType(const std::string& found) {
    if (depth_ == 0) {
        return fail(0, "",
                    fmt::format("found {}; allowed: an object such as {{\"ranks\": 4}}", found));
    }
    const std::string_view allowed =
        setting_ ? setting_->allowed : "a model's name, or an object with name, layers, hidden, …";
    return fail(keyEnd_, path_, fmt::format("found {}; allowed: {}", found, allowed));
}

bool WorkloadHandler::fail(size_t position, std::string_view key, std::string message) {
    if (!error_.message.empty()) return false;
    error_ = {.code = ErrorCode::InvalidInput,
              .message = std::move(message),
              .where = place(position, key)};
    return false;
}

std::string WorkloadHandler::place(size_t position, std::string_view key) const {
    size_t at = position > 0 ? position - 1 : 0;
    if (!key.empty()) at = text_.rfind('"', at > 0 ? at - 1 : 0);  // to the key's opening quote
    const std::string place = fmt::format("{}:{}", name_, lineAndColumn(text_, at));
    return key.empty() ? place : fmt::format("{}: {}", place, key);
}

}  // namespace shardscope::core
