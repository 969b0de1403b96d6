#include "core/sim/hardware_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>

#include "core/sim/measured/measured_section.h"

namespace shardscope::core {

namespace {

std::string asJson(std::string_view text) { return nlohmann::json(text).dump(); }

std::string_view nameOf(HardwareKind kind) {
    switch (kind) {
        case HardwareKind::Gpu:
            return "gpu";
        case HardwareKind::Fabric:
            return "fabric";
        case HardwareKind::Part:
            return "part";
        case HardwareKind::Host:
            return "host";
    }
    broken("unknown kind of hardware");
}

std::string valueText(const HardwareCoefficient& coefficient) {
    if (coefficient.values.size() == 1) return fmt::format("{:.6g}", coefficient.values.front());
    return fmt::format("[{:.6g}]", fmt::join(coefficient.values, ", "));
}

std::string lineOf(const HardwareCoefficient& coefficient) {
    std::string unit;
    if (!coefficient.unit.empty()) unit = fmt::format(", \"unit\": {}", asJson(coefficient.unit));
    return fmt::format("        {}: {{ \"value\": {}{},\n            \"source\": {} }}",
                       asJson(coefficient.path.substr(coefficient.path.find('.') + 1)),
                       valueText(coefficient), unit, asJson(coefficient.source));
}

/// A comma before every entry but the first.
void addEntry(std::string& list, const std::string& entry) {
    if (!list.empty()) list += ",\n";
    list += entry;
}

std::string namesText(std::string_view key, const std::vector<std::string>& names) {
    return fmt::format("    \"{}\": {}", key, nlohmann::json(names).dump());
}

}  // namespace

std::string hardwareText(const HardwareDocument& document) {
    std::string text;
    addEntry(text, "    \"schema\": \"shardscope.hardware/1\"");
    addEntry(text, fmt::format("    \"kind\": \"{}\"", nameOf(document.kind)));
    addEntry(text, "    \"name\": " + asJson(document.name));
    addEntry(text, "    \"title\": " + asJson(document.title));
    if (!document.extends.empty()) addEntry(text, namesText("extends", document.extends));
    if (!document.fabric.empty()) addEntry(text, namesText("fabric", document.fabric));
    std::map<std::string, std::string> sections;
    for (const HardwareCoefficient& coefficient : document.coefficients) {
        addEntry(sections[coefficient.path.substr(0, coefficient.path.find('.'))],
                 lineOf(coefficient));
    }
    for (const auto& [name, lines] : sections) {
        addEntry(text, fmt::format("    \"{}\": {{\n{}\n    }}", name, lines));
    }
    // A GPU's file has measured coefficients and says only whose they are.
    if (!document.measured.empty() || !document.measured.source.empty()) {
        addEntry(text, "    \"measured\": " + measuredText(document.measured));
    }
    return "{\n" + text + "\n}\n";
}

}  // namespace shardscope::core
