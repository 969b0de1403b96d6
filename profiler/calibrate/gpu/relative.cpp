#include "profiler/calibrate/gpu/relative.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>
#include <vector>

#include "core/base/units.h"
#include "core/sim/hardware_catalogue.h"

namespace shardscope::profiler {

namespace {

constexpr double kNear = 0.05;

/// "NVIDIA A100-SXM4-40GB" → nvidia, a100, sxm4, 40gb.
std::vector<std::string> wordsOf(std::string_view name) {
    std::string text(name);
    for (char& c : text) {
        const bool word = std::isalnum(static_cast<unsigned char>(c)) != 0;
        c = word ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : ' ';
    }
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

/// The first word with a digit: "h100", "4090".
std::string modelOf(std::string_view catalogueName) {
    for (const std::string& word : wordsOf(catalogueName)) {
        if (std::ranges::any_of(word, [](unsigned char c) { return std::isdigit(c) != 0; }))
            return word;
    }
    return {};
}

double distance(double a, double b) { return std::abs(a - b) / b; }

/// How far memory and multiprocessors are apart, the larger part; 1 when the name is another's.
double farFrom(const core::AcceleratorFacts& facts, const std::string& name) {
    const std::vector<std::string> words = wordsOf(facts.name);
    if (std::ranges::find(words, modelOf(name)) == words.end()) return 1.0;
    const auto hardware = core::gpuNamed(name, {});
    if (!hardware) return 1.0;
    const double memoryMiB = static_cast<double>(facts.memoryBytes) / core::kMiB;
    return std::max(distance(memoryMiB, hardware->gpu.memoryMiB),
                    distance(facts.multiprocessors, hardware->gpu.multiprocessors));
}

}  // namespace

core::Result<std::string> relativeOf(const core::AcceleratorFacts& facts, std::string_view given) {
    if (!given.empty()) {
        const auto hardware = core::gpuNamed(given, {}, "--gpu");
        if (!hardware) return tl::unexpected(hardware.error());
        return hardware->name;
    }
    const std::vector<std::string> names = core::hardwareNames(core::HardwareKind::Gpu);
    const auto nearest = std::ranges::min_element(
        names, {}, [&](const std::string& name) { return farFrom(facts, name); });
    if (nearest != names.end() && farFrom(facts, *nearest) <= kNear) return *nearest;
    return core::invalidInput(
        "--gpu",
        fmt::format(
            "is not given, and the catalogue has no {} with {} and {} multiprocessors; give "
            "the one that is nearest, for what one machine cannot measure (the network "
            "between nodes, NCCL's tuning): {}",
            facts.name, core::formatBytes(facts.memoryBytes), facts.multiprocessors,
            fmt::join(names, ", ")));
}

}  // namespace shardscope::profiler
