#include "gui/model/event_keys.h"

#include "traces/vocabulary.h"

namespace shardscope::gui {

EventKeys::EventKeys(const traces::EventArgs& args)
    : step(args.idOf("step")),
      microBatch(args.idOf("microBatch")),
      phase(args.idOf("phase")),
      action(args.idOf("action")),
      bucket(args.idOf("bucket")),
      bytes(args.idOf("bytes")),
      flops(args.idOf("flops")),
      collective(args.idOf("Collective name")),
      payload(args.idOf("payloadBytes")),
      wire(args.idOf("wireBytes")),
      wait(args.idOf("waitNs")),
      seq(args.idOf("seq")),
      category(args.idOf("category")),
      requested(args.idOf("requested")),
      name(args.idOf("name")),
      buffer(args.idOf("buffer")),
      block(args.idOf("block")),
      segment(args.idOf("segment")),
      offset(args.idOf("offset")),
      stream(args.idOf("stream")),
      allocated(args.idOf("allocated")),
      reserved(args.idOf("reserved")),
      allocate(args.idOf("allocate")),
      kernels(args.idOf(traces::kKernelCategory)),
      memory(args.idOf(traces::kMemoryCategory)),
      steps(args.idOf(traces::kStepCategory)),
      phases(args.idOf(traces::kPhaseCategory)),
      stalls(args.idOf(traces::kStallCategory)),
      gradients(args.idOf(traces::kGradientCategory)),
      parameters(args.idOf(traces::kParameterCategory)),
      marks(args.idOf(traces::kMarkCategory)) {}

}  // namespace shardscope::gui
