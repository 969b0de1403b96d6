#pragma once
// The conformance suite's questions to GPUs: asked of a card by gpu_checks, of the double in CI.

#include <string>
#include <vector>

#include "core/engine/accelerator.h"
#include "gpu/libraries/libraries.h"
#include "tests/conformance/harness.h"

namespace shardscope::conformance {

/// @p setting on GPUs opened with @p libraries.
Outcome runOnGpus(const Setting& setting, core::GpuComm comm, const gpu::Libraries& libraries);

/// @p problem, which problemOf(setting) made and the test changed.
Outcome runOnGpus(const Setting& setting, const core::Problem& problem, core::GpuComm comm,
                  const gpu::Libraries& libraries);

struct Answer {
    std::string question;
    std::string fault;  ///< empty when all is as it should be
};
/// One small step of four ranks on one GPU.
std::vector<Answer> askQuickly(const gpu::Libraries& libraries);
/// Stages among each other and against the host, on one GPU. Prints each answer as it comes.
std::vector<Answer> askAll(const gpu::Libraries& libraries);

}  // namespace shardscope::conformance
