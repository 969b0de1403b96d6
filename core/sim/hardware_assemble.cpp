// Several hardware files become one machine.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/sim/hardware_file.h"
#include "core/sim/hardware_keys.h"

namespace shardscope::core {

namespace {

/// A GPU needs everything but a CPU's part; a CPU's ranks are threads, its kernels and collectives are
/// measured, and the dtypes that were not have no peak.
bool needs(HardwareKind kind, std::string_view path) {
    if (kind != HardwareKind::Host) return !path.starts_with("cpu.");
    return path.starts_with("cpu.") || path.starts_with("host.") || path.starts_with("gpu.memory");
}

class Assembler {
  public:
    explicit Assembler(const HardwareLookup& lookup) : lookup_(lookup) {}

    /// What @p document extends, then its own.
    Result<void> apply(const HardwareDocument& document);
    /// The fabric of @p document or of what it extends; the nearest that names one.
    Result<std::vector<std::string>> fabricOf(const HardwareDocument& document);
    Result<void> applyFabric(const std::vector<std::string>& names, std::string_view where);
    std::vector<std::string_view> missing(HardwareKind kind) const;
    /// "nvlink-4 + 8x400g": which fabric gave the links, and which the network.
    std::string fabricName() const;

    Hardware hardware;

  private:
    Result<void> open(const HardwareDocument& document);

    const HardwareLookup& lookup_;
    std::vector<std::string> open_;  ///< being extended now, outermost first
    std::set<std::string_view> given_;
    std::string fabric_;  ///< being applied now
    std::string links_, network_;
};

/// Errors: InvalidInput when @p document is being extended already.
Result<void> Assembler::open(const HardwareDocument& document) {
    if (std::ranges::find(open_, document.name) != open_.end()) {
        return invalidInput(document.where, fmt::format("{} extends itself, by way of {}",
                                                        document.name, fmt::join(open_, ", ")));
    }
    open_.push_back(document.name);
    return {};
}

Result<void> Assembler::apply(const HardwareDocument& document) {
    if (auto opened = open(document); !opened) return opened;
    for (const std::string& name : document.extends) {
        const auto base = lookup_(name, document.where);
        if (!base) return tl::unexpected(base.error());
        if (auto applied = apply(*base); !applied) return applied;
    }
    open_.pop_back();
    const MeasuredRates& measured = document.measured;
    if (!measured.empty() || !measured.source.empty()) hardware.measured = measured;
    for (const HardwareCoefficient& coefficient : document.coefficients) {
        const HardwareKey* key = findHardwareKey(coefficient.path);
        std::ranges::copy(coefficient.values, key->place(hardware).begin());
        given_.insert(key->path);
        if (fabric_.empty()) continue;
        if (key->path.starts_with("node.")) links_ = fabric_;
        if (key->path.starts_with("network.")) network_ = fabric_;
    }
    return {};
}

Result<std::vector<std::string>> Assembler::fabricOf(const HardwareDocument& document) {
    if (auto opened = open(document); !opened) return tl::unexpected(opened.error());
    Result<std::vector<std::string>> fabric = document.fabric;
    for (size_t i = 0; i < document.extends.size() && fabric && fabric->empty(); ++i) {
        const auto base = lookup_(document.extends[i], document.where);
        if (!base) return tl::unexpected(base.error());
        fabric = fabricOf(*base);
    }
    open_.pop_back();
    return fabric;
}

Result<void> Assembler::applyFabric(const std::vector<std::string>& names, std::string_view where) {
    std::string links, network;  // of these names, which gave them
    const auto given = [&](std::string& before, const std::string& now, const std::string& name,
                           const char* what) -> Result<void> {
        if (now != name) return {};
        if (before.empty()) {
            before = name;
            return {};
        }
        return invalidInput(
            std::string(where),
            fmt::format("found {} and {}, which both say what connects {}; allowed: "
                        "one of them (compare two runs for both)",
                        before, name, what));
    };
    for (const std::string& name : names) {
        const auto fabric = lookup_(name, where);
        if (!fabric) return tl::unexpected(fabric.error());
        if (fabric->kind != HardwareKind::Fabric) {
            return invalidInput(std::string(where),
                                fmt::format("found {}, which is not a fabric", name));
        }
        fabric_ = name;
        if (auto applied = apply(*fabric); !applied) return applied;
        if (auto one = given(links, links_, name, "GPUs"); !one) return one;
        if (auto one = given(network, network_, name, "nodes"); !one) return one;
    }
    fabric_.clear();
    return {};
}

std::string Assembler::fabricName() const {
    if (links_ == network_ || network_.empty()) return links_;
    return links_.empty() ? network_ : links_ + " + " + network_;
}

std::vector<std::string_view> Assembler::missing(HardwareKind kind) const {
    std::vector<std::string_view> paths;
    for (const HardwareKey& key : hardwareKeys()) {
        if (needs(kind, key.path) && !given_.contains(key.path)) paths.push_back(key.path);
    }
    return paths;
}

}  // namespace

Result<Hardware> assembleHardware(const HardwareDocument& document, const HardwareChoice& choice,
                                  const HardwareLookup& lookup) {
    Assembler assembler(lookup);
    const auto usual = assembler.fabricOf(document);
    if (!usual) return tl::unexpected(usual.error());
    if (auto applied = assembler.applyFabric(*usual, document.where); !applied) {
        return tl::unexpected(applied.error());
    }
    // What is asked for lies over the usual: a network alone leaves the links as they are.
    if (auto applied = assembler.applyFabric(choice.fabric, "--fabric"); !applied) {
        return tl::unexpected(applied.error());
    }
    if (auto applied = assembler.apply(document); !applied) return tl::unexpected(applied.error());
    Hardware& hardware = assembler.hardware;
    if (const auto missing = assembler.missing(document.kind); !missing.empty()) {
        // A machine's own file comes from calibrate, whose older versions wrote less.
        const bool host = document.kind == HardwareKind::Host;
        return invalidInput(
            document.name,
            fmt::format("nothing gives {}; {}", fmt::join(missing, ", "),
                        host ? "calibrate again: `shardscope calibrate` writes what is missing"
                             : "extend a file that does"));
    }
    if (document.kind == HardwareKind::Host && hardware.measured.kernels.empty()) {
        return invalidInput(document.name,
                            "nothing gives measured.kernels; `shardscope calibrate` writes them");
    }
    if (choice.gpusPerNode > 0) hardware.node.gpus = choice.gpusPerNode;
    hardware.name = document.name;
    hardware.title = document.title;
    hardware.fabric = assembler.fabricName();
    return hardware;
}

}  // namespace shardscope::core
