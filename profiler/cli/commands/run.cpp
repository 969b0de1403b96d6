#include "profiler/cli/command.h"
#include "profiler/cli/job/run_job.h"

namespace shardscope::cli {

namespace {

constexpr JobTexts kTexts{
    .name = "run",
    .description =
        "Trains the workload for real under each strategy, records every byte and collective, and\n"
        "prints a table that compares the strategies. Their steps are interleaved (A B A B), so\n"
        "that their times can be compared.",
    .footer =
        "Examples:\n"
        "  shardscope run --data README.md --grad-accum 1,4   the stages, without and with "
        "accumulation\n"
        "  shardscope run --stage 1,2 --memory-limit 68MiB    a limit under which 1 dies and 2 "
        "trains\n"
        "  shardscope run workload.json --ranks 2 --json      settings from a file, one "
        "overridden\n"
        "  mpirun -n 4 shardscope run --comm mpi              one process a rank\n"
        "\n"
        "A workload file holds the same words: {\"model\": {\"layers\": 6, \"hidden\": 384, "
        "\"heads\": 6},\n"
        "\"ranks\": 4, \"microBatch\": 1, \"gradAccum\": [1, 4], \"stage\": [1, 2], \"dtype\": "
        "\"bf16\"}\n"
        "\n"
        "Exit status: 0 done; 1 a strategy failed (out of memory, interrupted, ranks that part): "
        "its row\n"
        "stays and the others go on; 2 the input is wrong."};

}  // namespace

int runCommand(const Invocation& invocation) { return runJob(invocation, kRun, kTexts); }

}  // namespace shardscope::cli
