#pragma once
// The loss and its gradient.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// *loss = mean over rows of logSumExp[row] - logits[row][targets[row]].
struct CrossEntropyForwardArgs {
    const void* logits;
    const int32_t* targets;
    float* logSumExp;
    float* loss;
    float* scratch;  ///< scratchBytes(args): the rows' losses
    int64_t rows, vocab;
    core::DType dtype;
};
int64_t scratchBytes(const CrossEntropyForwardArgs& args);

/// dLogits = (softmax(logits) - onehot(target))·factor. dLogits may be logits.
struct CrossEntropyBackwardArgs {
    const void* logits;
    const int32_t* targets;
    const float* logSumExp;
    void* dLogits;
    int64_t rows, vocab;
    float factor;
    core::DType dtype;
};

cudaError_t launchCrossEntropyForward(cudaStream_t stream, const CrossEntropyForwardArgs& args);
cudaError_t launchCrossEntropyBackward(cudaStream_t stream, const CrossEntropyBackwardArgs& args);

}  // namespace shardscope::gpu
