#include <fmt/format.h>

#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/job/run_job.h"
#include "profiler/cli/job/simulated_machine.h"

namespace shardscope::cli {

namespace {

constexpr JobTexts kTexts{
    .name = "simulate",
    .description =
        "The same plans on simulated GPUs: no arithmetic, no losses. Memory, lifetimes and "
        "traffic\n"
        "are those of `run`, to the byte. Times come from a cost model: operations by roofline,\n"
        "collectives by NCCL's own tuner model, with the coefficients of a hardware file. With\n"
        "--costs-from they are those of a recording, measured or simulated; what was assumed, and\n"
        "the recording replayed against itself, follow the table.",
    .footer =
        "Examples:\n"
        "  shardscope simulate --gpu help                            the GPUs and fabrics there "
        "are\n"
        "  shardscope simulate --stage 1,2 --ranks 64 --gpu a100-sxm-80 --layers 24 --hidden 2048 "
        "\\\n"
        "    --heads 16 --seq 2048 --vocab 50304                     a size this machine cannot "
        "train\n"
        "  shardscope simulate --ranks 64 --fabric 8x100g --stragglers 0.05\n"
        "  shardscope simulate --costs-from shardscope-out/latest/zero-1.trace.json.gz --stage 2 "
        "\\\n"
        "    --bucket 4MiB --in-flight 1 --grad-accum 4              what if: a recorded run's "
        "work, "
        "at\n"
        "                                                            its own times, otherwise\n"
        "\n"
        "Exit status: 0 done; 1 a strategy failed (out of memory under --memory-limit); 2 the "
        "input "
        "is wrong."};

}  // namespace

int simulateCommand(const Invocation& invocation) {
    if (asksForHardware(invocation.args)) {
        fmt::print("{}", hardwareListing());
        return kDone;
    }
    return runJob(invocation, kSimulate, kTexts);
}

}  // namespace shardscope::cli
