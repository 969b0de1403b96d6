// The parts of gpu_checks that a double can answer, on it: one GPU. Tests of check.sh start it.

#include "gpu/accelerator.h"
#include "profiler/cupti/cupti_timing.h"
#include "tests/doubles/cuda/fake_cupti.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/gpu/checks/parts.h"

int main(int argc, char** argv) {
    using namespace shardscope;
    doubles::cuda::reset();
    doubles::cuda::resetCupti();
    // Races of products run what sums in any order, which the double reports.
    std::vector<std::string> violations;
    doubles::cuda::collectViolations(&violations);
    const checks::Machine machine{
        .libraries = doubles::cuda::librariesDouble(),
        .backend = {
            .open =
                [](const core::AcceleratorRequest& asked) {
                    return gpu::openAccelerator(asked, doubles::cuda::librariesDouble());
                },
            .startTiming =
                [] { return profiler::cupti::startCuptiTiming(doubles::cuda::cuptiDouble()); }}};
    const int status = checks::run(checks::partsOf(machine), argc, argv);
    for (const std::string& violation : violations) {
        if (violation.find("an order that changes") == std::string::npos) return 3;
    }
    return status;
}
