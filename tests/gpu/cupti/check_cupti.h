#pragma once
// What our CUPTI recorder says, on the GPU of this machine, of a program whose every launch is known.

namespace shardscope::probe {

/// Prints a table; takes a few seconds. @return exit status: 1 when something is wrong or missing.
int checkCupti();

}  // namespace shardscope::probe
