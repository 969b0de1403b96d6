// The kernels themselves, run on the CPU thread by thread, against their twins. No GPU.
// Usage: emulate_kernels [PART]: elementwise, optimizer, norm, collectives, rows, embedding, loss, llama
// or attention. Exit status: 0 all right, 1 an output is wrong, 2 no such part.

#include <cstdio>
#include <string>

#include "tests/gpu/bench/cases.h"

using namespace shardscope::bench;

namespace {

struct Part {
    const char* name;
    void (*check)(Report&);
};
constexpr Part kParts[] = {{"elementwise", checkElementwise},
                           {"optimizer", checkOptimizer},
                           {"norm", checkNorm},
                           {"collectives", checkCollectives},
                           {"rows", checkRows},
                           {"embedding", checkEmbedding},
                           {"loss", checkLoss},
                           {"llama", checkLlama},
                           {"attention", checkAttention}};

}  // namespace

int main(int count, char** arguments) {
    const std::string wanted = count > 1 ? arguments[1] : "";
    Report report;
    bool found = false;
    for (const Part& part : kParts) {
        if (!wanted.empty() && wanted != part.name) continue;
        found = true;
        part.check(report);
    }
    report.printChecks();
    if (!found) return 2;
    return report.allRight() ? 0 : 1;
}
