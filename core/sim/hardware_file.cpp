#include "core/sim/hardware_file.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "core/base/nearest.h"
#include "core/config/json/parse.h"
#include "core/config/json/reader.h"
#include "core/sim/hardware_keys.h"
#include "core/sim/measured/measured_section.h"

namespace shardscope::core {

namespace {

constexpr std::string_view kSchema = "shardscope.hardware/1";
constexpr JsonFile kFile{.what = "hardware file",
                         .example =
                             "{\"schema\": \"shardscope.hardware/1\", \"name\": \"mine\", "
                             "\"extends\": \"h100-sxm\"}"};
constexpr std::array<std::string_view, 9> kSections{
    "gpu", "kernels", "host", "nccl", "node", "network", "contention", "memory", "cpu"};

bool isNumber(const JsonValue& value) {
    return value.kind == JsonValue::Kind::Integer || value.kind == JsonValue::Kind::Number;
}

std::string allowedOf(const HardwareKey& key, size_t count) {
    const std::string range = fmt::format("from {:g} to {:g} {}", key.least, key.most, key.unit);
    return count == 1 ? "a number " + range
                      : fmt::format("a list of {} numbers, each {}", count, range);
}

/// A number, or a list of numbers where the key has several. nullopt when it is neither.
std::optional<std::vector<double>> valuesOf(const JsonValue& value, const HardwareKey& key,
                                            size_t count) {
    std::vector<double> values;
    const auto take = [&](const JsonValue& item) {
        if (!isNumber(item) || item.number < key.least || item.number > key.most) return false;
        values.push_back(item.number);
        return true;
    };
    if (count == 1) return take(value) ? std::optional(values) : std::nullopt;
    if (value.kind != JsonValue::Kind::List || value.items.size() != count) return std::nullopt;
    for (const JsonValue& item : value.items) {
        if (!take(item)) return std::nullopt;
    }
    return values;
}

class DocumentReader {
  public:
    explicit DocumentReader(const JsonDocument& json)
        : json_(json), root_(json, json.root, "", error_) {}

    Result<HardwareDocument> read();

  private:
    std::vector<std::string> names(std::string_view key);
    void identity();
    void section(std::string_view name);
    void coefficient(JsonReader& reader, const HardwareKey& key, std::string_view member);
    void refuseUnknown(const JsonReader& reader, std::string_view section);

    const JsonDocument& json_;
    std::optional<Error> error_;
    JsonReader root_;
    HardwareDocument document_;
};

/// "h100-sxm", or a list of names.
std::vector<std::string> DocumentReader::names(std::string_view key) {
    const JsonValue* value = root_.get(key);
    if (!value) return {};
    if (value->kind == JsonValue::Kind::Text) return {value->text};
    std::vector<std::string> list;
    for (const JsonValue& item : value->items) {
        if (item.kind == JsonValue::Kind::Text) list.push_back(item.text);
    }
    if (value->kind != JsonValue::Kind::List || list.size() != value->items.size()) {
        root_.fail(key,
                   fmt::format("found {}; allowed: a name, or a list of names", found(*value)));
    }
    return list;
}

void DocumentReader::identity() {
    const std::string schema = root_.textOr("schema", "");
    if (schema != kSchema) {
        root_.fail("schema",
                   fmt::format("found {}; allowed: \"{}\"",
                               schema.empty() ? "nothing" : "\"" + schema + "\"", kSchema));
    }
    document_.name = root_.textOr("name", "");
    if (document_.name.empty()) root_.fail("name", "is missing; allowed: a name for the machine");
    document_.title = root_.textOr("title", document_.name);
    const std::string_view kind = root_.choiceOr("kind", "gpu", {"gpu", "fabric", "part", "host"});
    document_.kind = kind == "fabric" ? HardwareKind::Fabric
                     : kind == "part" ? HardwareKind::Part
                     : kind == "host" ? HardwareKind::Host
                                      : HardwareKind::Gpu;
    document_.extends = names("extends");
    document_.fabric = names("fabric");
    document_.where = root_.where(document_.fabric.empty() ? "extends" : "fabric");
}

void DocumentReader::refuseUnknown(const JsonReader& reader, std::string_view section) {
    for (const JsonMember* member : reader.unread()) {
        std::vector<std::string_view> allowed;
        for (const HardwareKey& key : hardwareKeys()) {
            if (key.path.starts_with(section) && key.path[section.size()] == '.') {
                allowed.push_back(key.path.substr(section.size() + 1));
            }
        }
        if (section.empty()) {
            allowed = {"schema", "kind", "name", "title", "extends", "fabric"};
            allowed.insert(allowed.end(), kSections.begin(), kSections.end());
            allowed.push_back("measured");
        }
        std::string list;
        for (std::string_view name : allowed) {
            if (!list.empty()) list += ", ";
            list += name;
        }
        if (error_) return;
        error_ = Error{.code = ErrorCode::InvalidInput,
                       .message = fmt::format("there is no such key{}; allowed: {}",
                                              suggestion(member->name, allowed), list),
                       .where = json_.place(member->at, reader.full(member->name))};
    }
}

void DocumentReader::coefficient(JsonReader& reader, const HardwareKey& key,
                                 std::string_view member) {
    const JsonValue* given = reader.get(member);
    if (!given) return;
    Hardware shape;
    const size_t count = key.place(shape).size();
    HardwareCoefficient coefficient{.path = std::string(key.path)};
    const JsonValue* value = given;
    if (given->kind == JsonValue::Kind::Object) {
        JsonReader parts = reader.object(member);
        value = parts.get("value");
        coefficient.unit = parts.textOr("unit", key.unit);
        coefficient.source = parts.textOr("source", "");
        if (!value)
            return reader.fail(member, "has no \"value\"; allowed: " + allowedOf(key, count));
        if (coefficient.unit != key.unit) {
            return parts.fail(
                "unit", fmt::format("found \"{}\"; allowed: \"{}\"", coefficient.unit, key.unit));
        }
        for (const JsonMember* extra : parts.unread()) {
            return parts.fail(extra->name, "there is no such key; allowed: value, unit, source");
        }
    }
    const auto values = valuesOf(*value, key, count);
    if (!values) {
        return reader.fail(
            member, fmt::format("found {}; allowed: {}", found(*value), allowedOf(key, count)));
    }
    coefficient.values = *values;
    document_.coefficients.push_back(std::move(coefficient));
}

void DocumentReader::section(std::string_view name) {
    JsonReader reader = root_.object(name);
    for (const HardwareKey& key : hardwareKeys()) {
        if (!key.path.starts_with(name) || key.path[name.size()] != '.') continue;
        coefficient(reader, key, key.path.substr(name.size() + 1));
    }
    refuseUnknown(reader, name);
}

Result<HardwareDocument> DocumentReader::read() {
    identity();
    for (std::string_view name : kSections) section(name);
    if (root_.has("measured")) document_.measured = readMeasured(root_.object("measured"), error_);
    refuseUnknown(root_, "");
    if (error_) return tl::unexpected(*error_);
    return document_;
}

}  // namespace

Result<HardwareDocument> parseHardware(std::string_view json, std::string_view file) {
    auto document = parseJson(json, file, kFile);
    if (!document) return tl::unexpected(document.error());
    return DocumentReader(*document).read();
}

Result<HardwareDocument> readHardwareFile(const std::string& path) {
    auto document = readJsonFile(path, kFile);
    if (!document) return tl::unexpected(document.error());
    return DocumentReader(*document).read();
}

}  // namespace shardscope::core
