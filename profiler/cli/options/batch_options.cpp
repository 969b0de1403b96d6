#include "profiler/cli/options/batch_options.h"

#include <fmt/format.h>

namespace shardscope::cli {

namespace {

constexpr int kMostMicroBatches = 1 << 20;

/// G that makes @p globalBatch of @p perMicroBatch sequences.
int derived(SettingReader& read, int64_t globalBatch, int64_t perMicroBatch,
            const profiler::RunRequest& request) {
    const int64_t g = globalBatch / perMicroBatch;
    if (globalBatch % perMicroBatch == 0 && g <= kMostMicroBatches) return static_cast<int>(g);
    read.fail("globalBatch",
              fmt::format("found {}; allowed: a multiple of micro-batch x ranks = {} x {} = {}, up "
                          "to {} times it; --global-batch N is taken before a file's",
                          globalBatch, request.workload.microBatch, request.ranks, perMicroBatch,
                          kMostMicroBatches));
    return 1;
}

void checkProducts(SettingReader& read, int64_t globalBatch, int64_t perMicroBatch,
                   const profiler::RunRequest& request) {
    for (int g : request.gradAccums) {
        if (g * perMicroBatch == globalBatch) continue;
        read.fail("globalBatch",
                  fmt::format("found {}, but micro-batch x grad-accum x ranks = {} x {} x {} = {}; "
                              "leave one of them out, or change it",
                              globalBatch, request.workload.microBatch, g, request.ranks,
                              g * perMicroBatch));
        return;
    }
}

}  // namespace

void readBatch(SettingReader& read, bool held, profiler::RunRequest& request) {
    request.gradAccums = read.integers("gradAccum", 1, 1, kMostMicroBatches);
    if (held && read.has("globalBatch")) {
        const int64_t perMicroBatch = request.workload.microBatch * request.ranks;
        const int64_t globalBatch = read.integer("globalBatch", perMicroBatch, 1, int64_t{1} << 40);
        if (read.has("gradAccum")) {
            checkProducts(read, globalBatch, perMicroBatch, request);
        } else {
            request.gradAccums = {derived(read, globalBatch, perMicroBatch, request)};
        }
    }
    request.workload.gradAccum = request.gradAccums.front();
}

}  // namespace shardscope::cli
