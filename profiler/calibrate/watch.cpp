#include "profiler/calibrate/watch.h"

#include <algorithm>

namespace shardscope::profiler {

void Watch::reserve(size_t actions) {
    for (auto& list : lists_) {
        const size_t needed = list.size() + actions;
        if (list.capacity() < needed) list.reserve(std::max(needed, 2 * list.capacity()));
    }
}

}  // namespace shardscope::profiler
