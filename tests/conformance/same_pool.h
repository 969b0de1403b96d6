#pragma once
// The claim that memory is a fact: a real run's pool and its simulation's, call by call.

#include <gtest/gtest.h>

#include "tests/conformance/harness.h"

namespace shardscope::conformance {

/// Runs @p host and the same simulated: equal calls, blocks and totals on every rank.
inline void expectSamePoolSimulated(const Setting& host) {
    Setting simulated = host;
    simulated.simulated = true;
    const Outcome a = run(host), b = run(simulated);
    ASSERT_TRUE(a.result && b.result) << nameOf(host);
    EXPECT_EQ(a.callSequenceHash, b.callSequenceHash) << nameOf(host);
    for (size_t r = 0; r < a.pool.size(); ++r) {
        ASSERT_EQ(a.pool[r].size(), b.pool[r].size()) << nameOf(host);
        for (size_t i = 0; i < a.pool[r].size(); ++i) {
            ASSERT_EQ(a.pool[r][i].call.block, b.pool[r][i].call.block) << nameOf(host);
            ASSERT_EQ(a.pool[r][i].totals.reserved, b.pool[r][i].totals.reserved) << nameOf(host);
        }
    }
}

}  // namespace shardscope::conformance
