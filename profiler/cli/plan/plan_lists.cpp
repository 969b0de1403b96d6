#include "profiler/cli/plan/plan_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/units.h"

namespace shardscope::cli {

namespace {

/// The items of @p key that name one of @p kinds; the others are faults.
template <class Kind>
std::vector<Kind> named(SettingReader& read, std::string_view key, std::span<const Kind> kinds) {
    std::vector<Kind> found;
    std::vector<std::string_view> names;
    for (const Kind kind : kinds) names.push_back(core::nameOf(kind));
    for (const std::string& item : read.list(key)) {
        const auto name = std::ranges::find(names, std::string_view(item));
        if (name != names.end()) {
            found.push_back(kinds[static_cast<size_t>(name - names.begin())]);
        } else {
            read.fail(key, fmt::format("found \"{}\"; allowed: {}", item, fmt::join(names, ", ")));
        }
    }
    return found;
}

}  // namespace

std::vector<core::BucketSize> readBuckets(SettingReader& read) {
    std::vector<core::BucketSize> buckets;
    for (const std::string& item : read.list("bucket")) {
        const auto size = core::parseBucketSize(item, 1, read.where("bucket"));
        if (!size) {
            read.fail(size.error());
        } else if (core::hasByteUnit(item)) {
            buckets.push_back({.bytes = size->elements});
        } else {
            buckets.push_back(*size);
        }
    }
    return buckets;
}

std::vector<core::Checkpointing> readCheckpointings(SettingReader& read,
                                                    core::Checkpointing fallback) {
    using enum core::Checkpointing;
    constexpr std::array kKinds{None, Selective, Alternate, Full};
    const auto found = named<core::Checkpointing>(read, "checkpointing", kKinds);
    return found.empty() ? std::vector{fallback} : found;
}

std::vector<core::Attention> readAttentions(SettingReader& read) {
    constexpr std::array kKinds{core::Attention::Materialized, core::Attention::Flash};
    const auto found = named<core::Attention>(read, "attention", kKinds);
    return found.size() > 1 ? found : std::vector<core::Attention>{};
}

std::vector<int> readShardGroups(SettingReader& read) {
    std::vector<int> groups;
    for (const std::string& item : read.list("shardGroup")) {
        if (item == "all") {
            groups.push_back(0);
            continue;
        }
        const core::Settings one{{"shardGroup", {.text = item, .where = read.where("shardGroup")}}};
        SettingReader reader(one);
        groups.push_back(static_cast<int>(reader.integer("shardGroup", 0, 1, 1 << 20)));
        if (reader.error()) read.fail(*reader.error());
    }
    return groups;
}

std::vector<core::StateConvention> readConventions(SettingReader& read) {
    std::vector<core::StateConvention> found;
    if (read.text("convention", "") == "all") {
        const auto all = core::stateConventions();
        return {all.begin(), all.end()};
    }
    std::vector<std::string> names = read.list("convention");
    if (names.empty()) names.emplace_back("paper");
    for (const std::string& name : names) {
        const auto convention = core::stateConventionNamed(name, read.where("convention"));
        if (!convention) {
            read.fail(convention.error());
        } else {
            found.push_back(*convention);
        }
    }
    return found;
}

}  // namespace shardscope::cli
