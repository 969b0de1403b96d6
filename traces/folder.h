#pragma once
// Which files of a folder are recordings. Any thread.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace shardscope::traces {

/// Whether a file called @p name is a recording of a whole run: *.trace.json or *.trace.json.gz,
/// and no rank's part of an interrupted one (zero-2.rank1.trace.json.gz), which is opened by name.
bool isRecordingName(std::string_view name);
/// Every recording in @p folder: shorter names first, then by name, so that zero-2 stands before
/// zero-10. Errors: InvalidInput when it cannot be read or holds none.
core::Result<std::vector<std::string>> recordingsIn(const std::string& folder);
/// The same, and the spools (*.spool.json) of runs under way or killed that have no recording yet.
core::Result<std::vector<std::string>> showableIn(const std::string& folder);
/// Only those spools, in the same order. Empty when there are none, or @p folder cannot be read.
std::vector<std::string> unfinishedIn(const std::string& folder);
/// "zero-2.trace.json.gz" for "zero-2.spool.json": what a run writes in its end; nothing for a path
/// that is no spool's.
std::optional<std::string> recordingOfSpool(std::string_view path);

}  // namespace shardscope::traces
