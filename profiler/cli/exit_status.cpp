#include "profiler/cli/exit_status.h"

#include <fmt/format.h>

#include <cstdio>

#include "profiler/cli/job/mpi_world.h"

namespace shardscope::cli {

namespace {

/// Which process speaks, when there are several.
std::string speaker() {
    const auto world = mpiWorldFromEnvironment();
    return world && world->ranks > 1 ? fmt::format("shardscope (rank {})", world->rank)
                                     : "shardscope";
}

}  // namespace

int exitStatusOf(const core::Error& error) {
    return error.code == core::ErrorCode::InvalidInput ? kInputWrong : kRunFailed;
}

void printError(const core::Error& error) {
    fmt::print(stderr, "{}: {}\n", speaker(), core::toString(error));
}

int fail(const core::Error& error) {
    printError(error);
    return exitStatusOf(error);
}

void note(std::string_view text) { fmt::print(stderr, "{}\n", text); }

}  // namespace shardscope::cli
