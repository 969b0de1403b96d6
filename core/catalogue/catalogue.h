#pragma once
// Models by name: Hugging Face repository names, lower case, without the organisation. Built once;
// any thread.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/catalogue/architecture.h"

namespace shardscope::core {

struct CatalogueEntry {
    std::string name;  ///< "llama-3.1-8b"
    Architecture architecture;
};

/// Every model, family by family; a model with several names stands there several times.
std::span<const CatalogueEntry> catalogue();
/// @p name in any case, with or without its organisation ("meta-llama/Llama-3.1-8B").
/// @p others are names that are no models of the catalogue and may be meant too. Errors: InvalidInput at
/// @p where, with the nearest name, and the names that begin alike.
Result<CatalogueEntry> catalogueNamed(std::string_view name, std::string_view where,
                                      std::span<const std::string_view> others = {});

/// The rows, for catalogue() alone.
std::vector<CatalogueEntry> catalogueRows();

}  // namespace shardscope::core
