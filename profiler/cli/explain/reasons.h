#pragma once
// Why a row of two aligned plans is as it is: from the actions that differ and the axes behind them,
// never from a stage's number.

#include <string>
#include <string_view>
#include <vector>

#include "profiler/cli/explain/alignment.h"
#include "profiler/cli/explain/messages.h"

namespace shardscope::explain {

/// How a strategy does it: a phrase, or a name that is the same in both languages (a dtype).
struct How {
    Message phrase = Message::End;
    std::string_view name;

    bool operator==(const How&) const = default;
};

/// A sentence about two strategies: @c has does it, @c other does not.
struct Reason {
    Message message = Message::End;
    std::string has, other;
    int number = 0;  ///< in-flight, G or ranks, where the sentence needs one
    How hasHow, otherHow;

    bool operator==(const Reason&) const = default;
};

/// @return one or more reasons where the row differs; at most one, or none, where it does not.
/// Rows that differ for the same cause have equal reasons, whichever side they are on.
std::vector<Reason> reasonsOf(const AlignedRow& row, const core::Problem& left,
                              const core::Problem& right);
std::string toText(const Reason& reason, Language language);

}  // namespace shardscope::explain
