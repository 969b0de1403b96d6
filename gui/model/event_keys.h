#pragma once
// Ids of the names in a recording that a timeline is made of, looked up once for many events.

#include "traces/analysis/event_args.h"

namespace shardscope::gui {

struct EventKeys {
    explicit EventKeys(const traces::EventArgs& args);

    traces::StringId step, microBatch, phase, action, bucket, bytes, flops;
    traces::StringId collective, payload, wire, wait, seq, category, requested;
    traces::StringId name, buffer, block, segment, offset, stream, allocated, reserved, allocate;
    traces::StringId kernels, memory, steps, phases, stalls, gradients, parameters, marks;
};

}  // namespace shardscope::gui
