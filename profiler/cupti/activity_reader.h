#pragma once
// Reads the records of one buffer. Pure but for CUPTI's own iterator.

#include "profiler/cupti/activity_buffers.h"
#include "profiler/cupti/cupti_library.h"
#include "profiler/cupti/gpu_activity.h"

namespace shardscope::profiler::cupti {

/// Appends what @p buffer holds to @p batch.
void readBuffer(const CuptiLibrary& library, const FilledBuffer& buffer, ActivityBatch& batch);

}  // namespace shardscope::profiler::cupti
