// shardscope with the double of the GPU stack in place of CUDA. The machine, and what goes wrong on it, are
// settings by name (fake_gpu.h), separated by blanks: in SHARDSCOPE_DOUBLE for every process, and in
// SHARDSCOPE_DOUBLE_1 for the process that is rank 1 under mpirun.

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "gpu/accelerator.h"
#include "profiler/cli/command.h"
#include "profiler/cli/gpu_support.h"
#include "profiler/cli/job/mpi_world.h"
#include "profiler/cupti/cupti_timing.h"
#include "profiler/nvtx/nvtx_tags.h"
#include "tests/doubles/cuda/fake_cupti.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"

namespace shardscope::doubles::cuda {

namespace {

struct Scene {
    Machine machine;
    Drills drills;

    void set(const std::string& name, int64_t value) {
        const std::map<std::string, int64_t*> numbers{
            {"capacityBytes", &machine.capacityBytes},
            {"failAllocation", &drills.failAllocation},
            {"fullFrom", &drills.fullFrom},
            {"failLaunch", &drills.failLaunch},
            {"failCollective", &drills.failCollective},
            {"hangCollective", &drills.hangCollective},
            {"dieAtCollective", &drills.dieAtCollective},
            {"loseRecord", &drills.loseRecord},
        };
        const auto found = numbers.find(name);
        if (found != numbers.end()) {
            *found->second = value;
        } else if (name == "devices") {
            machine.devices = static_cast<int>(value);
        } else if (name == "driver") {
            machine.driver = value != 0;
        } else if (name == "peersDieUnnoticed") {
            drills.peersDieUnnoticed = value != 0;
        } else {
            fmt::print(stderr, "SHARDSCOPE_DOUBLE: found \"{}\", which is no setting\n", name);
            std::exit(2);
        }
    }

    void read(const std::string& variable) {
        const char* text = std::getenv(variable.c_str());
        std::istringstream words(text != nullptr ? text : "");
        for (std::string word; words >> word;) {
            const size_t equals = word.find('=');
            if (equals == std::string::npos)
                set(word, 1);
            else
                set(word.substr(0, equals), std::atoll(word.c_str() + equals + 1));
        }
    }
};

void setTheScene() {
    Scene scene;
    scene.read("SHARDSCOPE_DOUBLE");
    if (const auto world = cli::mpiWorldFromEnvironment()) {
        scene.machine.ncclOverProcesses = true;
        scene.read(fmt::format("SHARDSCOPE_DOUBLE_{}", world->rank));
    }
    reset(scene.machine, scene.drills);
    resetCupti();
}

core::Result<std::shared_ptr<core::Accelerator>> open(core::AcceleratorRequest request) {
    request.decorate = profiler::nvtx::withRanges;
    return gpu::openAccelerator(request, librariesDouble());
}

std::vector<cli::doctor::Check> checks() {
    const auto gpus = gpu::visibleGpus();
    if (!gpus) {
        return {{.name = "GPU device",
                 .status = cli::doctor::Status::Absent,
                 .found = gpus.error().message,
                 .advice = ""}};
    }
    std::vector<cli::doctor::Check> lines;
    for (const gpu::GpuFacts& facts : *gpus) {
        lines.push_back(
            {.name = fmt::format("GPU {}", lines.size()), .found = facts.name, .advice = ""});
    }
    return lines;
}

}  // namespace

}  // namespace shardscope::doubles::cuda

int main(int argc, char** argv) {
    using namespace shardscope;
    doubles::cuda::setTheScene();
    const cli::GpuSupport support{
        .backend = {.open = doubles::cuda::open,
                    .startTiming =
                        [] {
                            return profiler::cupti::startCuptiTiming(doubles::cuda::cuptiDouble());
                        }},
        .checks = doubles::cuda::checks};
    return cli::dispatch({argv, argv + argc}, &support);
}
