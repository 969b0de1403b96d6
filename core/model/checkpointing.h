#pragma once
// Activation checkpointing as a change of the graph: forward stays as it is; backward first runs
// again those operations whose results it needs and forward no longer keeps. Internal to model/.

#include "core/model/graph.h"

namespace shardscope::core {

/// Full: each layer's backward begins with the layer's forward, from the layer's input, but for its last
/// product and the sum after it: backward does not read them, and the next layer's input is kept. So do
/// PyTorch's checkpoints since 2.1 (set_checkpoint_early_stop); those of Megatron-LM and DeepSpeed run them,
/// too.
/// Selective: each attention's backward begins with its forward, from q, k and v.
/// Alternate: as full, but attention and the first, third, … matrix product do not run again, and what
/// they gave is kept, whether or not backward reads it.
///
/// Results that backward reads become tensors of their own ("recomputed …"), so that the originals end
/// with their last use in forward. Operations that run again are the same values but for those
/// tensors, and read the same inputs, so that results are equal to the bit.
/// Source: Chen et al., arXiv 1604.06174; Korthikanti et al., arXiv 2205.05198.
Graph checkpointed(Graph graph, Checkpointing checkpointing);

}  // namespace shardscope::core
