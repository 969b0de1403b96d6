#pragma once
// Recordings of runs that follow a strategy's axes by simple rules, with round times: what analysis
// and tables are tested on. The label is given apart from what is done, so that a run can lie.

#include <string>

#include "core/plan/strategy.h"
#include "traces/trace.h"

namespace shardscope::doubles {

/// Every micro-batch: forward 100 units, then 100 units of backward a bucket; a collective takes 40
/// units after 10 of waiting, starting when its bucket's backward ends (one after another); the
/// optimizer takes 100 units. A unit is `unitNs` nanoseconds.
struct Scenario {
    std::string does = "zero-2";   ///< the preset whose axes are followed
    std::string label = "zero-2";  ///< the preset that the recording claims
    int ranks = 2;
    int gradAccum = 1;
    int64_t steps = 3;
    int buckets = 6;
    int64_t elements = 1024;        ///< of a bucket, padded; 24 of them are padding
    int64_t activationBytes = 500;  ///< live from forward to the end of backward
    int64_t unitNs = 1000;
    int64_t jitterUnits = 0;  ///< step s is longer by s times this
};

traces::Trace recordingOf(const Scenario& scenario);

}  // namespace shardscope::doubles
