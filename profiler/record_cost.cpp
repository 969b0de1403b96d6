#include "profiler/record_cost.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/host/host_device.h"
#include "profiler/recorder_store.h"

namespace shardscope::profiler {

double recordCostNs() {
    constexpr int kBatches = 9, kRecords = 2048;
    RecordBuffer<StreamRecord> buffer;
    buffer.reserve(kBatches * kRecords);
    std::array<double, kBatches> each{};
    for (double& ns : each) {
        const int64_t beginNs = core::hostNowNs();
        for (int32_t i = 0; i < kRecords; ++i) {
            const int64_t startNs = core::hostNowNs();
            buffer.append({{.action = i, .step = 0, .microBatch = 0},
                           StreamEvent::Operation,
                           startNs,
                           startNs,
                           core::hostNowNs()});
        }
        ns = static_cast<double>(core::hostNowNs() - beginNs) / kRecords;
    }
    std::ranges::sort(each);
    return std::round(each[kBatches / 2] * 10.0) / 10.0;
}

}  // namespace shardscope::profiler
