#pragma once
// Exit statuses of every command, and the one way to say why it ends badly.

#include <string_view>

#include "core/base/result.h"

namespace shardscope::cli {

inline constexpr int kDone = 0;
inline constexpr int kRunFailed = 1;    ///< results are still printed
inline constexpr int kInputWrong = 2;   ///< nothing ran
inline constexpr int kNothingFits = 3;  ///< `plan`

/// Status that @p error stands for.
int exitStatusOf(const core::Error& error);
/// "shardscope: where: message" on stderr; with the rank in front under MPI.
void printError(const core::Error& error);
/// Prints @p error and returns its status.
int fail(const core::Error& error);
/// A line on stderr for information.
void note(std::string_view text);

}  // namespace shardscope::cli
