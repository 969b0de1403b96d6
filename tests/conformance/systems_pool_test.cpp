// Strategies of other systems make the same pool calls on the host and simulated.

#include <gtest/gtest.h>

#include <vector>

#include "tests/conformance/same_pool.h"
#include "tests/conformance/systems.h"

namespace shardscope::conformance {
namespace {

using namespace core;

std::vector<Setting> grid() {
    std::vector<Setting> all;
    for (const Pair& pair : kPairs)
        for (int ranks : {1, 3, 4})
            for (int g : {1, 4})
                for (bool overlap : {true, false})
                    all.push_back({.preset = pair.system,
                                   .ranks = ranks,
                                   .gradAccum = g,
                                   .steps = 2,
                                   .dtype = overlap ? DType::Bf16 : DType::Fp32,
                                   .bucket = ranks == 3 ? "3000" : "layer",
                                   .overlap = overlap,
                                   .layers = 2});
    return all;
}

TEST(PoolIdentity, SimulatedAndHostRunsOfSystemsMakeTheSameCalls) {
    for (const Setting& host : grid()) expectSamePoolSimulated(host);
}

}  // namespace
}  // namespace shardscope::conformance
