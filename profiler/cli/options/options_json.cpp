#include "profiler/cli/options/options_json.h"

#include <nlohmann/json.hpp>

#include "core/base/dtype.h"
#include "core/catalogue/catalogue.h"
#include "core/config/settings.h"
#include "core/model/workload.h"
#include "core/plan/strategy.h"
#include "core/sim/hardware_catalogue.h"
#include "profiler/cli/options/setting_options.h"

namespace shardscope::cli {

namespace {

using Json = nlohmann::ordered_json;

Json value(std::string_view name, std::string_view title) {
    return {{"name", name}, {"title", title}};
}

Json modelValues() {
    Json values = Json::array();
    for (const std::string_view name : core::modelNames()) values.push_back(value(name, ""));
    for (const core::CatalogueEntry& entry : core::catalogue()) {
        values.push_back(value(entry.name, ""));
    }
    return values;
}

Json hardwareValues(core::HardwareKind kind) {
    Json values = Json::array();
    for (const std::string& name : core::hardwareNames(kind)) {
        const auto document = core::builtinHardware(name, "");
        values.push_back(value(name, document ? document->title : ""));
    }
    return values;
}

Json strategyValues() {
    Json values = Json::array();
    for (const std::string_view name : core::presetNames()) {
        values.push_back(value(name, core::describePreset(name)));
    }
    return values;
}

Json dtypeValues() {
    Json values = Json::array();
    for (const core::DType each : {core::DType::Fp32, core::DType::Bf16, core::DType::Fp16}) {
        values.push_back(value(core::nameOf(each), ""));
    }
    return values;
}

/// What may follow the option; empty where that is a number, a size or a file.
Json valuesOf(const std::string& name, const std::string& placeholder) {
    if (name == "--model") return modelValues();
    if (name == "--gpu") return hardwareValues(core::HardwareKind::Gpu);
    if (name == "--fabric") return hardwareValues(core::HardwareKind::Fabric);
    if (name == "--strategy") return strategyValues();
    if (placeholder == "TYPE") return dtypeValues();
    if (placeholder == "on|off") return Json::array({value("on", ""), value("off", "")});
    return Json::array();
}

/// What a workload file may say for @p key; empty when it has no such key.
Json typesOf(std::string_view key) {
    struct Named {
        core::SettingType type;
        const char* name;
    };
    Json types = Json::array();
    const core::SettingKey* known = core::findSettingKey(key);
    if (known == nullptr) return types;
    for (const auto& [type, name] :
         {Named{core::kInteger, "integer"}, Named{core::kNumber, "number"},
          Named{core::kText, "text"}, Named{core::kBoolean, "boolean"},
          Named{core::kList, "list"}}) {
        if ((known->types & type) != 0) types.push_back(name);
    }
    return types;
}

Json optionJson(const CLI::Option& option) {
    Json names = Json::array();
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    const std::string first = names.empty() ? option.get_name(true) : std::string(names.front());
    return {{"name", first},
            {"names", names},
            {"key", keyOf(first)},
            {"types", typesOf(keyOf(first))},
            {"value", option.get_items_expected_max() > 0 ? option.get_type_name() : ""},
            {"default", option.get_default_str()},
            {"group", option.get_group()},
            {"help", option.get_description()},
            {"values", valuesOf(first, option.get_type_name())}};
}

}  // namespace

std::string optionsJson(const CLI::App& app) {
    Json options = Json::array();
    for (const CLI::Option* option : app.get_options()) options.push_back(optionJson(*option));
    const Json document = {
        {"schema", "shardscope.options/1"}, {"command", app.get_name()}, {"options", options}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace shardscope::cli
