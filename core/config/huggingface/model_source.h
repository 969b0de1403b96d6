#pragma once
// A model by what a person typed: a name of the catalogue, or a file.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/catalogue/architecture.h"

namespace shardscope::core {

struct NamedModel {
    std::string name;  ///< "llama-3.1-8b", or the path as typed
    Architecture architecture;
    std::vector<std::string> notes;  ///< of the file: defaults that were used, what was checked
};

/// @p text is a path when it ends in .json, or names a file or folder that is there and no model of the
/// catalogue; safetensors beside a config are held against it.
/// Errors: InvalidInput of the file, or at @p where for a name that is unknown, with the
/// nearest of the catalogue and of modelNames().
Result<NamedModel> findModel(std::string_view text, std::string_view where);

}  // namespace shardscope::core
