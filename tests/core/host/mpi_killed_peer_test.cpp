#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

namespace fs = std::filesystem;

std::string contentsOf(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(MpiKilledPeer, SurvivorsComeOutOfMpiAndSayWhy) {
    const fs::path directory = fs::path(testing::TempDir()) / fmt::format("killed{}", getpid());
    fs::create_directories(directory);
    // The time that mpirun leaves between SIGTERM and SIGKILL is 1 s by default: little for a busy
    // machine.
    const std::string command = fmt::format(
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 {} --oversubscribe -n 3 --mca "
        "odls_base_sigkill_timeout 3 {} {} > /dev/null 2>&1",
        SHARDSCOPE_MPIEXEC, SHARDSCOPE_MPI_SURVIVOR, directory.string());
    EXPECT_NE(std::system(command.c_str()), 0);  // mpirun says that a process was killed
    for (int rank : {0, 1}) {
        const std::string said = contentsOf(directory / fmt::format("survivor{}", rank));
        EXPECT_NE(said.find("aborted: interrupted"), std::string::npos) << rank << ": " << said;
    }
    fs::remove_all(directory);
}

}  // namespace
