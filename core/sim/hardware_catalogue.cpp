#include "core/sim/hardware_catalogue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/base/nearest.h"
#include "core/sim/hardware_text.h"

namespace shardscope::core {

namespace {

using Catalogue = std::map<std::string, HardwareDocument, std::less<>>;

/// Parsed once; a built-in file that cannot be read is a fault of ours.
const Catalogue& catalogue() {
    static const Catalogue all = [] {
        Catalogue documents;
        for (const HardwareText& text : builtinHardwareTexts()) {
            auto document = parseHardware(text.json, text.file);
            if (!document) broken(toString(document.error()));
            std::string name = document->name;
            documents.emplace(std::move(name), std::move(*document));
        }
        return documents;
    }();
    return all;
}

}  // namespace

std::vector<std::string> hardwareNames(HardwareKind kind) {
    std::vector<std::string> names;
    for (const auto& [name, document] : catalogue()) {
        if (document.kind == kind) names.push_back(name);
    }
    return names;
}

Result<HardwareDocument> builtinHardware(std::string_view name, std::string_view where) {
    const Catalogue& all = catalogue();
    if (const auto found = all.find(name); found != all.end()) return found->second;
    const HardwareKind kind = where == "--fabric" ? HardwareKind::Fabric : HardwareKind::Gpu;
    const std::vector<std::string> names = hardwareNames(kind);
    const std::vector<std::string_view> views(names.begin(), names.end());
    return invalidInput(std::string(where),
                        fmt::format("found \"{}\"{}; allowed: {}", name, suggestion(name, views),
                                    fmt::join(names, ", ")));
}

Result<Hardware> gpuNamed(std::string_view name, const HardwareChoice& choice,
                          std::string_view where) {
    auto document = builtinHardware(name, where);
    if (!document) return tl::unexpected(document.error());
    if (document->kind != HardwareKind::Gpu) {
        return invalidInput(std::string(where),
                            fmt::format("found \"{}\", which is not a GPU; allowed: {}", name,
                                        fmt::join(hardwareNames(HardwareKind::Gpu), ", ")));
    }
    return assembleHardware(*document, choice, builtinHardware);
}

Result<Hardware> hardwareFromFile(const std::string& path, const HardwareChoice& choice) {
    auto document = readHardwareFile(path);
    if (!document) return tl::unexpected(document.error());
    return assembleHardware(*document, choice, builtinHardware);
}

}  // namespace shardscope::core
