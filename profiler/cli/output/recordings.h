#pragma once
// Which recordings `report`, `compare` and `export` open.

#include <string>
#include <vector>

#include "core/base/result.h"

namespace shardscope::cli {

/// Files as given; for a folder all `*.trace.json` and `*.trace.json.gz` in it, by name, or its
/// `*.spool.json` when there are none, which is said on stderr; the folder shardscope-out/latest when
/// @p named is empty, and newer runs that did not end are named on stderr.
/// Errors: InvalidInput for what does not exist, or a folder without recordings.
core::Result<std::vector<std::string>> findRecordings(const std::vector<std::string>& named);

}  // namespace shardscope::cli
