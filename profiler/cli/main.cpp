// The command `shardscope`.

#include <string>
#include <vector>

#include "profiler/cli/command.h"

int main(int argc, char** argv) {
    return shardscope::cli::dispatch(std::vector<std::string>(argv, argv + argc));
}
