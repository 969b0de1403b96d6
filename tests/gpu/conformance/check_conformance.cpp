// Conformance on a card: stages bit-equal among the ranks of one GPU, and near the host. Prints a line a
// question and exits 0 when all hold, 1 otherwise. `--quick`: one small step, for memory checkers.

#include <algorithm>
#include <cstring>

#include "tests/gpu/conformance/questions.h"

int main(int argc, char** argv) {
    using namespace shardscope;
    const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    const auto libraries = gpu::Libraries::ofThisMachine();
    const auto answers =
        quick ? conformance::askQuickly(libraries) : conformance::askAll(libraries);
    const bool sound = std::all_of(answers.begin(), answers.end(),
                                   [](const auto& answer) { return answer.fault.empty(); });
    return sound ? 0 : 1;
}
