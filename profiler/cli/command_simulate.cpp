#include "profiler/cli/command.h"
#include "profiler/cli/run_job.h"

namespace shardscope::cli {

namespace {

constexpr JobTexts kTexts{
    .name = "simulate",
    .description =
        "The same plans on a simulated device: no arithmetic, no losses. Memory, lifetimes and\n"
        "traffic are those of `run`, to the byte. Every operation and collective takes one unit "
        "of\n"
        "time: this version has no cost model, so its times say what comes before what, and not\n"
        "how long anything takes.",
    .footer =
        "Examples:\n"
        "  shardscope simulate --stage 1,2 --ranks 64 --steps 2    a size this machine could not "
        "train\n"
        "  shardscope simulate --layers 12 --hidden 768 --heads 12 --seq 256 --steps 2\n"
        "\n"
        "Exit status: 0 done; 1 a strategy failed (out of memory under --memory-limit); 2 the "
        "input "
        "is wrong."};

}  // namespace

int simulateCommand(const Invocation& invocation) { return runJob(invocation, kSimulate, kTexts); }

}  // namespace shardscope::cli
