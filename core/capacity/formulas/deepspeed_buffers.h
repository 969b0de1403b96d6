#pragma once
// DeepSpeed's gradient bucket buffers at stage 2: what `reduce_bucket_size` and `overlap_comm` cost.
// Source: deepspeed/runtime/zero/stage_1_and_2.py (contiguous "IPG" buffers); checked against the
// measurements of DeepSpeed issue 1302. Pure; any thread.

#include <cstdint>

namespace shardscope::core {

struct BucketBuffers {
    bool contiguousGradients = true;
    bool overlapCommunication = true;  ///< a second buffer, filled while the first is sent
    int64_t bucketElements = 500'000'000;
    int64_t elementBytes = 2;
};

/// Bytes of all buffers of one rank.
int64_t bucketBufferBytes(const BucketBuffers& buffers);

}  // namespace shardscope::core
