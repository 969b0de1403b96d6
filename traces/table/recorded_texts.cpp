#include "traces/table/recorded_texts.h"

#include <algorithm>
#include <optional>

namespace shardscope::table {

namespace {

/// Templates of sentences that are written elsewhere: "%1", "%2", … in this order.
const std::vector<Phrase>& knownTemplates() {
    static const std::vector<Phrase> known{
        // analyse.cpp
        Sentences::phrase("%1 events could not be read"),
        Sentences::phrase("the file was cut: what is said holds for what could be read"),
        Sentences::phrase("the file is still being written: what is said holds for what is there"),
        Sentences::phrase(
            "the least limit of a run that ran out of memory counts only what it had asked for "
            "until then"),
        Sentences::phrase("only the first step was recorded: times include warming up"),
        // observed.cpp
        Sentences::phrase("the label \"%1\" says %2 %3; seen: %4"),
        Sentences::phrase("the label says stage %1; seen: stage %2"),
        // simulation_facts.cpp
        Sentences::phrase("does not fit: %1 are needed on the device and %2 has %3, %4 too little"),
        // gpu/accelerator.cpp
        Sentences::phrase(
            "%1 ranks share one GPU: bytes and lifetimes are facts, times are a shared card's"),
        Sentences::phrase("each rank's segments are held to a quota of %1"),
        Sentences::phrase("matrix products use %1 of workspace a rank, outside the pool"),
        Sentences::phrase("fp32 matrix products round their inputs to tf32, 10 bits of mantissa"),
        Sentences::phrase("device-used memory is what %1 says"),
        // fabric.cpp
        Sentences::phrase("%1 ranks in one process on %2 cores (%3)"),
        Sentences::phrase("1 rank in one process on %1 cores (%2)"),
        Sentences::phrase("%1 ranks as MPI processes on %2 cores (%3)"),
        Sentences::phrase("%1 ranks at unit costs"),
        Sentences::phrase("%1 ranks at the times of %2"),
        // phases
        Sentences::phrase("setup"),
        Sentences::phrase("forward"),
        Sentences::phrase("backward"),
        Sentences::phrase("optimizer"),
        Sentences::phrase("gather"),
        Sentences::phrase("first step"),
        Sentences::phrase("checkpoint"),
    };
    return known;
}

/// What stands in place of the marks of @p pattern in @p text; nothing where it does not fit. Each
/// mark takes as little as it can.
std::optional<std::vector<std::string>> argumentsOf(std::string_view pattern,
                                                    std::string_view text) {
    std::vector<std::string> arguments;
    size_t mark = pattern.find('%');
    if (text.substr(0, mark) != pattern.substr(0, mark)) return std::nullopt;
    if (mark == std::string_view::npos) return arguments;
    text.remove_prefix(mark);
    while (mark != std::string_view::npos) {
        pattern.remove_prefix(mark + 2);
        mark = pattern.find('%');
        const std::string_view after = pattern.substr(0, mark);
        const bool last = mark == std::string_view::npos;
        const size_t end =
            last ? text.size() - std::min(text.size(), after.size()) : text.find(after);
        if (end == std::string_view::npos || text.substr(end, after.size()) != after ||
            (last && end + after.size() != text.size()) || end == 0) {
            return std::nullopt;
        }
        arguments.emplace_back(text.substr(0, end));
        text.remove_prefix(end + after.size());
    }
    return arguments;
}

}  // namespace

Phrase recordedText(const std::string& text) {
    for (const Phrase& known : knownTemplates()) {
        const std::string pattern = known.english();
        const auto found = argumentsOf(pattern, text);
        if (!found) continue;
        return Phrase::of(pattern, {found->begin(), found->end()});
    }
    return text;
}

}  // namespace shardscope::table
