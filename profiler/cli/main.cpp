// The command `shardscope`.

#include <string>
#include <vector>

#include "profiler/cli/command.h"
#ifdef SHARDSCOPE_GPU
#include "profiler/cli/gpu_support.h"
#endif

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv, argv + argc);
#ifdef SHARDSCOPE_GPU
    return shardscope::cli::dispatch(args, &shardscope::cli::gpuSupport());
#else
    return shardscope::cli::dispatch(args);
#endif
}
