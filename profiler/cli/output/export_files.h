#pragma once
// Recordings written in the formats of other tools.

#include <string>
#include <vector>

#include "core/base/result.h"

namespace shardscope::cli {

struct ExportChoice {
    bool chrome = false;
    bool csv = false;
    bool sqlite = false;
    std::string htaFolder;  ///< empty: no --hta
    std::string outFolder;  ///< empty: beside each recording
};

/// "runs/zero-2.trace.json.gz" → "zero-2": what the names of exports start with.
std::string stemOf(const std::string& recording);
/// Writes what @p choice asks for (Chrome traces when it asks for nothing); @return the paths.
/// Errors: InvalidInput for a file that is no trace, or when two recordings would be written under
/// one name; Io.
core::Result<std::vector<std::string>> exportFiles(const std::vector<std::string>& recordings,
                                                   ExportChoice choice);

}  // namespace shardscope::cli
