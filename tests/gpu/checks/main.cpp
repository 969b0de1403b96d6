// gpu_checks: the GPU check's programs on this machine's card, without a test framework, from a bundle.
// Usage: gpu_checks PART [WORD...], with the parts of parts.h and
//   cupti      what the recorder says of a program whose every launch is known
//   kernels    every kernel against its CPU twin, then its time against a plain copy's

#include "gpu/accelerator.h"
#include "profiler/cupti/cupti_library.h"
#include "profiler/cupti/cupti_timing.h"
#include "tests/gpu/bench/bench.h"
#include "tests/gpu/checks/parts.h"
#include "tests/gpu/cupti/check_cupti.h"

namespace {

using namespace shardscope;

core::Result<std::shared_ptr<profiler::GpuTiming>> startTiming() {
    const auto library = profiler::cupti::openCupti();
    if (!library) return tl::unexpected(library.error());
    return profiler::cupti::startCuptiTiming(**library);
}

}  // namespace

int main(int argc, char** argv) {
    const checks::Machine machine{.libraries = gpu::Libraries::ofThisMachine(),
                                  .backend = {.open =
                                                  [](const core::AcceleratorRequest& asked) {
                                                      return gpu::openAccelerator(asked);
                                                  },
                                              .startTiming = startTiming}};
    checks::Parts parts = checks::partsOf(machine);
    parts["cupti"] = [](const auto&) { return probe::checkCupti(); };
    parts["kernels"] = [](const auto&) { return bench::benchKernels(); };
    return checks::run(parts, argc, argv);
}
