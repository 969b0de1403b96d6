#pragma once
// The GPU check's parts that are programs. On a card all of them are one executable, gpu_checks, so that a
// bundle holds their kernels once; those that a double can answer are in one for it, too.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "gpu/libraries/libraries.h"
#include "profiler/run/gpu_backend.h"

namespace shardscope::checks {

/// What GPUs are opened and timed with.
struct Machine {
    gpu::Libraries libraries;
    profiler::GpuBackend backend;
};

/// Prints what it finds; exit status 0 when it is as it should be.
using Part = std::function<int(const std::vector<std::string>& words)>;
using Parts = std::map<std::string, Part>;

/// conformance [quick]    stages among each other and against the host; quick: one small step
/// products [small]       matrix products against cuBLASLt's best
/// recorder on|off [small] median step of four ranks with and without CUPTI and the recorder
/// @p machine is borrowed.
Parts partsOf(const Machine& machine);

/// Runs the part that the command line names. @return its status; 2 when it names none.
int run(const Parts& parts, int argc, char** argv);

}  // namespace shardscope::checks
