#pragma once
// The models there are by name: what `--model help` prints.

#include <string>

namespace shardscope::cli {

/// A line a model of the catalogue: its name, family, exact number of parameters, and whether its steps
/// can be timed and run, or only its parameters counted.
std::string modelListing();

}  // namespace shardscope::cli
