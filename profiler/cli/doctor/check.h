#pragma once
// One line of `shardscope doctor`, and the checks that make them. Each looks at this machine and
// changes nothing on it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::cli::doctor {

enum class Status : uint8_t {
    Ok,      ///< works
    Absent,  ///< not here, and something optional does without it
    Broken,  ///< `shardscope run` cannot work
};

constexpr std::string_view nameOf(Status status) {
    switch (status) {
        case Status::Ok:
            return "ok";
        case Status::Absent:
            return "absent";
        case Status::Broken:
            return "broken";
    }
    return "";
}

struct Check {
    std::string name;  ///< "MPI"
    Status status = Status::Ok;
    std::string found;   ///< what is here
    std::string advice;  ///< what to do; empty when nothing is to be done
};

Check checkCpu();
Check checkBf16();
Check checkMemory();
std::vector<Check> checkMpi();
/// Driver and toolkit; a build without gpu/ also looks for NCCL and CUPTI by name.
std::vector<Check> checkGpu(bool withLibraries);
Check checkCompression();
Check checkOutputFolder();

}  // namespace shardscope::cli::doctor
