#include <time.h>

#include "core/host/host_device.h"

namespace shardscope::core {

int64_t hostNowNs() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace shardscope::core
