#pragma once
// Kernels on a card: every one against its CPU twin, then its time against a plain copy's.

namespace shardscope::bench {

/// Prints tables. Needs one NVIDIA GPU and its driver, nothing else; ends the process when it has none.
/// @return exit status: 0 all right, 1 an output is wrong.
int benchKernels();

}  // namespace shardscope::bench
