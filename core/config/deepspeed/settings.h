#pragma once
// What a DeepSpeed configuration (ds_config.json) asks for, with DeepSpeed's defaults filled in. Values.
// Source of keys and defaults: deepspeedai/DeepSpeed, runtime/config.py, runtime/constants.py,
// runtime/zero/config.py, runtime/precision_config.py at edaa722.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/dtype.h"
#include "core/model/workload.h"

namespace shardscope::core {

/// A key of the file and what is said about it.
struct DeepSpeedRemark {
    std::string key;    ///< "zero_optimization.allgather_bucket_size"
    std::string where;  ///< "ds_config.json:4:5: zero_optimization.allgather_bucket_size"
    std::string text;

    bool operator==(const DeepSpeedRemark&) const = default;
};

/// A value "auto", which Hugging Face's Trainer fills in and a file alone does not say.
struct DeepSpeedAuto {
    std::string key;
    std::string where;
    std::string setting;  ///< of a workload file: "microBatch"; given, the value is known
    std::string option;   ///< "--micro-batch"

    bool operator==(const DeepSpeedAuto&) const = default;
};

/// Sequences. Any two with the number of ranks give the third: train = micro x accumulation x ranks.
struct DeepSpeedBatch {
    std::optional<int64_t> train;         ///< train_batch_size
    std::optional<int64_t> micro;         ///< train_micro_batch_size_per_gpu
    std::optional<int64_t> accumulation;  ///< gradient_accumulation_steps

    bool operator==(const DeepSpeedBatch&) const = default;
};

struct DeepSpeedSettings {
    std::string file;  ///< as the person named it
    int stage = 0;
    int64_t reduceBucket = 500'000'000;  ///< elements
    bool overlap = false;                ///< by default at stage 3 only
    bool reduceScatter = true;           ///< false: plain all-reduce
    bool multiRankAllReduce = true;      ///< false: one reduce for each owner
    int64_t shardGroup = 0;              ///< mics_shard_size: ranks that share a model; 0 = all
    DeepSpeedBatch batch;
    DType dtype = DType::Fp32;
    std::optional<DType> communicationDtype;     ///< none: the model's
    std::optional<DType> accumulateDtype;        ///< none: the model's
    LossScaling lossScaling;                     ///< of fp16
    double clip = 0.0;                           ///< 0 = none
    std::optional<OptimizerSettings> optimizer;  ///< none: the file leaves it to the program

    std::vector<std::string> used;          ///< keys whose values are in here
    std::vector<DeepSpeedRemark> ignored;   ///< keys that DeepSpeed itself ignores, and why
    std::vector<DeepSpeedRemark> remarks;   ///< keys that change more than is modelled, and what
    std::vector<DeepSpeedAuto> unresolved;  ///< values "auto"
    /// Where each key of the file stands: "train_batch_size" → "ds_config.json:2:3: train_batch_size".
    std::map<std::string, std::string, std::less<>> places;

    /// "zero-0", "deepspeed-1", "deepspeed-2", "zero-3".
    std::string_view preset() const;
    /// Where @p key stands, or the file and the key where it is not given.
    std::string where(std::string_view key) const;
};

}  // namespace shardscope::core
