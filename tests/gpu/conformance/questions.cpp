#include "tests/gpu/conformance/questions.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "gpu/accelerator.h"

namespace shardscope::conformance {

using core::DType;

Outcome runOnGpus(const Setting& setting, core::GpuComm comm, const gpu::Libraries& libraries) {
    return runOnGpus(setting, problemOf(setting), comm, libraries);
}

Outcome runOnGpus(const Setting& setting, const core::Problem& problem, core::GpuComm comm,
                  const gpu::Libraries& libraries) {
    auto gpus = gpu::openAccelerator(
        {.ranks = setting.ranks, .comm = comm, .memoryLimit = setting.memoryLimit}, libraries);
    if (!gpus) {
        Outcome refused;
        refused.result = tl::unexpected(gpus.error());
        return refused;
    }
    const int shardGroup = problem.strategy.shardGroup;
    const Machine machine{.communicators = [&](int) { return (*gpus)->communicators(shardGroup); },
                          .device =
                              [&](const core::RunContext& context, core::Communicator& communicator,
                                  core::Observer* observer) {
                                  return (*gpus)->makeDevice(context, communicator, observer,
                                                             nullptr);
                              }};
    return run(setting, problem, machine);
}

namespace {

gpu::Libraries libraries;  ///< what the questions are asked with

Outcome runOnGpu(const Setting& setting) {
    return runOnGpus(setting, core::GpuComm::SameGpu, libraries);
}

class Check {
  public:
    explicit Check(std::string question)
        : question_(std::move(question)), begin_(std::chrono::steady_clock::now()) {}
    ~Check() {
        const double s =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
        fmt::print("{:<4} {} ({} runs, {:.1f} s)\n", fault_.empty() ? "ok" : "BAD", question_,
                   runs_, s);
        if (!fault_.empty()) fmt::print("     {}\n", fault_);
        std::fflush(stdout);
        answers.push_back({question_, fault_});
    }
    /// @return whether @p outcome is a complete run.
    bool ran(const Setting& setting, const Outcome& outcome) {
        ++runs_;
        if (outcome.result && outcome.ranksAgree) return true;
        fault(setting,
              outcome.result ? "ranks hold different weights" : toString(outcome.result.error()));
        return false;
    }
    void fault(const Setting& setting, const std::string& what) {
        if (fault_.empty()) fault_ = nameOf(setting) + ": " + what;
    }
    bool sound() const { return fault_.empty(); }
    static std::vector<Answer> answers;

  private:
    std::string question_;
    std::string fault_;
    int runs_ = 0;
    std::chrono::steady_clock::time_point begin_;
};
std::vector<Answer> Check::answers;

void compareBits(Check& check, const Setting& a, const Outcome& first, const Setting& b,
                 const Outcome& second) {
    if (!check.ran(a, first) || !check.ran(b, second)) return;
    if (first.losses() != second.losses()) {
        return check.fault(b, fmt::format("losses {} against {} of {}", second.losses()[0],
                                          first.losses()[0], nameOf(a)));
    }
    if (first.weightHashes() != second.weightHashes()) {
        check.fault(b, "weights differ from those of " + nameOf(a));
    }
}

void compareNear(Check& check, const Setting& setting, const Outcome& gpu, const Outcome& host,
                 double tolerance) {
    if (!check.ran(setting, gpu) || !check.ran(setting, host)) return;
    for (size_t s = 0; s < gpu.steps.size(); ++s) {
        const double a = gpu.losses()[s], b = host.losses()[s];
        if (std::abs(a - b) <= tolerance * std::abs(b)) continue;
        return check.fault(setting,
                           fmt::format("step {}: loss {} on the GPU, {} on the host", s, a, b));
    }
}

void stagesAtOneMicroBatch() {
    Check check("at G = 1 stages 0 to 3 are bit-equal");
    for (DType dtype : {DType::Fp32, DType::Bf16}) {
        for (int ranks : {1, 2, 3, 4}) {
            const Setting base{.preset = "zero-0", .ranks = ranks, .dtype = dtype};
            const Outcome reference = runOnGpu(base);
            for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
                Setting other = base;
                other.preset = preset;
                if (check.sound()) compareBits(check, base, reference, other, runOnGpu(other));
            }
        }
    }
}

void stagesWithAccumulation() {
    Check check("at G = 4 stages 0 and 1 are bit-equal, and 2 and 3");
    for (const char* first : {"zero-0", "zero-2"}) {
        Setting a{.preset = first, .gradAccum = 4, .dtype = DType::Bf16};
        Setting b = a;
        b.preset = a.preset == "zero-0" ? "zero-1" : "zero-3";
        compareBits(check, a, runOnGpu(a), b, runOnGpu(b));
    }
}

void integersAsOnTheHost() {
    Check check("integer gradients give the host's weights, bit by bit");
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        for (DType dtype : {DType::Fp32, DType::Bf16}) {
            const Setting setting{.model = "conformance",
                                  .preset = preset,
                                  .gradAccum = 4,
                                  .dtype = dtype,
                                  .hidden = 1000};
            if (check.sound())
                compareBits(check, setting, run(setting), setting, runOnGpu(setting));
        }
    }
}

void nearTheHost() {
    Check check("losses are the host's within tolerance (fp32 1e-4, bf16 1e-2, fp16 1e-2)");
    for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
        Setting setting{.steps = 6, .dtype = dtype};
        setting.scaling.initial = 1024.0;
        compareNear(check, setting, runOnGpu(setting), run(setting),
                    dtype == DType::Fp32 ? 1e-4 : 1e-2);
    }
}

/// A llama with grouped heads, biases, head norms, a tied head and stretched positions; and flash attention.
std::vector<Setting> otherModels() {
    Setting llama{.model = "llama", .dtype = DType::Bf16, .hidden = 16, .heads = 4};
    llama.shape = [](core::ModelShape& shape) {
        shape.kvHeads = 2;
        shape.intermediate = 40;
        shape.qkvBias = shape.qkNorm = shape.tied = true;
        shape.ropeScaling = {.factor = 4.0,
                             .originalLength = 4,
                             .stretch = core::RopeStretch::Yarn,
                             .attentionFactor = 1.14};
    };
    Setting flash{.dtype = DType::Bf16};
    Setting flashLlama = llama;
    flash.attention = flashLlama.attention = core::Attention::Flash;
    return {llama, flash, flashLlama};
}

void otherModelsToo() {
    Check check("llama and flash attention: stages bit-equal, losses near the host's");
    for (Setting setting : otherModels()) {
        const Outcome gpu = runOnGpu(setting);
        if (check.sound()) compareNear(check, setting, gpu, run(setting), 1e-2);
        for (const char* preset : {"zero-0", "zero-3"}) {
            Setting other = setting;
            other.preset = preset;
            if (check.sound()) compareBits(check, setting, gpu, other, runOnGpu(other));
        }
    }
}

void poolsAsOnTheHost() {
    Check check("the pool is asked as on the host, call by call");
    for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
        for (core::PoolPolicy policy : {core::PoolPolicy::Expandable, core::PoolPolicy::Classic}) {
            const Setting setting{.preset = preset, .policy = policy};
            const Outcome gpu = runOnGpu(setting), host = run(setting);
            if (!check.ran(setting, gpu) || !check.ran(setting, host)) return;
            if (gpu.callSequenceHash != host.callSequenceHash) {
                check.fault(setting, "other blocks than on the host");
            }
        }
    }
}

void outOfMemory() {
    Check check("out of memory on the GPU is the host's, at the same place");
    const Setting setting{.preset = "zero-0", .hidden = 96, .memoryLimit = 8 << 20, .layers = 12};
    const Outcome gpu = runOnGpu(setting), host = run(setting);
    if (gpu.result || host.result) return check.fault(setting, "the limit was no limit");
    if (gpu.outOfMemory.empty() || host.outOfMemory.empty() ||
        gpu.outOfMemory[0].buffer != host.outOfMemory[0].buffer) {
        check.fault(setting, toString(gpu.result.error()));
    }
}

void quick() {
    Check check("one small step of stage 2, four ranks");
    const Setting setting{.ranks = 4, .steps = 1, .dtype = DType::Bf16, .layers = 1};
    check.ran(setting, runOnGpu(setting));
}

}  // namespace

std::vector<Answer> askQuickly(const gpu::Libraries& with) {
    libraries = with;
    Check::answers.clear();
    quick();
    return Check::answers;
}

std::vector<Answer> askAll(const gpu::Libraries& with) {
    if (auto answers = askQuickly(with); !answers.front().fault.empty()) return answers;
    integersAsOnTheHost();
    poolsAsOnTheHost();
    stagesAtOneMicroBatch();
    stagesWithAccumulation();
    nearTheHost();
    otherModelsToo();
    outOfMemory();
    return Check::answers;
}

}  // namespace shardscope::conformance
