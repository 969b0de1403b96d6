#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "profiler/cli/doctor/check.h"
#include "profiler/cli/doctor/dynamic_library.h"

namespace shardscope::cli::doctor {

namespace {

constexpr const char* kInstall = "for --comm mpi: apt-get install libopenmpi-dev openmpi-bin";

/// The library's own words, up to the first comma: "Open MPI v4.1.4".
std::string libraryVersion() {
    const DynamicLibrary mpi({"libmpi.so.40", "libmpi.so"});
    using Version = int(char*, int*);
    auto* const version =
        mpi.function<Version>("MPI_Get_library_version");  // legal before MPI_Init
    if (!version) return {};
    std::array<char, 8192> text{};  // above MPI_MAX_LIBRARY_VERSION_STRING of OpenMPI and MPICH
    int length = 0;
    if (version(text.data(), &length) != 0) return {};
    const std::string words(text.data());
    return words.substr(0, words.find_first_of(",\n"));
}

bool rootIsRefused() {
    return ::geteuid() == 0 && !(std::getenv("OMPI_ALLOW_RUN_AS_ROOT") &&
                                 std::getenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"));
}

Check checkLibrary() {
    const std::string version = libraryVersion();
    if (!version.empty()) return {.name = "MPI library", .found = version, .advice = ""};
    return {.name = "MPI library",
            .status = Status::Absent,
            .found = "libmpi is not installed",
            .advice = kInstall};
}

Check checkLauncher() {
    const std::string mpirun = findProgram("mpirun");
    if (mpirun.empty()) {
        return {
            .name = "mpirun", .status = Status::Absent, .found = "not on PATH", .advice = kInstall};
    }
    return {.name = "mpirun",
            .found = mpirun,
            .advice = rootIsRefused() ? "as root, OpenMPI wants OMPI_ALLOW_RUN_AS_ROOT=1 and "
                                        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; with more ranks than "
                                        "cores, mpirun --oversubscribe"
                                      : "with more ranks than cores: mpirun --oversubscribe"};
}

}  // namespace

std::vector<Check> checkMpi() { return {checkLauncher(), checkLibrary()}; }

}  // namespace shardscope::cli::doctor
