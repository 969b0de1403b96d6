#include "core/config/deepspeed/keys.h"

#include <algorithm>
#include <array>

namespace shardscope::core {

namespace {

using U = DeepSpeedUse;

constexpr std::string_view kOffload =
    "state in CPU or NVMe memory is not modelled; leave it out to see what stays on the GPU";
constexpr std::string_view kCompressed = "compressed communication and weights are not modelled";
constexpr std::string_view kParallel = "only data parallelism is modelled";
constexpr std::string_view kOtherStep = "it changes what a step computes, and is not modelled";
constexpr std::string_view kGather =
    "zero-3 gathers each bucket before its first use and frees it after its last";

// clang-format off
constexpr std::array kKeys{
    // Batch and numbers
    DeepSpeedKey{"train_batch_size", U::Read},
    DeepSpeedKey{"train_micro_batch_size_per_gpu", U::Read},
    DeepSpeedKey{"gradient_accumulation_steps", U::Read},
    DeepSpeedKey{"gradient_clipping", U::Read},
    DeepSpeedKey{"communication_data_type", U::Read},
    DeepSpeedKey{"data_types", U::Section},
    DeepSpeedKey{"data_types.grad_accum_dtype", U::Read},
    DeepSpeedKey{"prescale_gradients", U::NoEffect},
    DeepSpeedKey{"gradient_predivide_factor", U::NoEffect},
    DeepSpeedKey{"sparse_gradients", U::Refused, "gradients of embeddings are dense here"},
    DeepSpeedKey{"disable_allgather", U::Ignored, "DeepSpeed reads it and never asks for it"},
    DeepSpeedKey{"seq_parallel_communication_data_type", U::NoEffect},
    DeepSpeedKey{"seq_parallel_comm_data_type", U::NoEffect},
    DeepSpeedKey{"managed_gradient_accumulation", U::NoEffect},

    DeepSpeedKey{"bf16", U::Section},
    DeepSpeedKey{"bf16.enabled", U::Read},
    DeepSpeedKey{"bf16.check_grad_overflow", U::Partial, "steps are skipped for fp16 overflow only"},
    DeepSpeedKey{"bf16.immediate_grad_update", U::NoEffect},
    DeepSpeedKey{"bf16.auto_cast", U::NoEffect},
    DeepSpeedKey{"bf16.bf16_master_weights_and_grads", U::Refused, "master weights are fp32 here"},
    DeepSpeedKey{"bf16.bf16_optimizer_states", U::Refused, "optimizer state is fp32 here"},
    DeepSpeedKey{"bfloat16", U::Section},
    DeepSpeedKey{"bfloat16.enabled", U::Read},
    DeepSpeedKey{"fp16", U::Section},
    DeepSpeedKey{"fp16.enabled", U::Read},
    DeepSpeedKey{"fp16.auto_cast", U::NoEffect},
    DeepSpeedKey{"fp16.loss_scale", U::Read},
    DeepSpeedKey{"fp16.initial_scale_power", U::Read},
    DeepSpeedKey{"fp16.loss_scale_window", U::Read},
    DeepSpeedKey{"fp16.hysteresis", U::Read},
    DeepSpeedKey{"fp16.min_loss_scale", U::Read},
    DeepSpeedKey{"fp16.consecutive_hysteresis", U::Partial, "hysteresis is not refilled by a good step"},
    DeepSpeedKey{"fp16.fused_mode", U::Ignored, "no release of this decade reads it"},
    DeepSpeedKey{"fp16.fp16_master_weights_and_grads", U::Refused, "master weights are fp32 here"},
    DeepSpeedKey{"amp", U::Refused, "give bf16 or fp16; Apex is not modelled"},
    DeepSpeedKey{"torch_autocast", U::Refused, "give bf16 or fp16; autocast of fp32 weights is not modelled"},

    DeepSpeedKey{"optimizer", U::Section},
    DeepSpeedKey{"optimizer.type", U::Read},
    DeepSpeedKey{"optimizer.legacy_fusion", U::NoEffect},
    DeepSpeedKey{"optimizer.params", U::Section},
    DeepSpeedKey{"optimizer.params.lr", U::Read},
    DeepSpeedKey{"optimizer.params.betas", U::Read},
    DeepSpeedKey{"optimizer.params.eps", U::Read},
    DeepSpeedKey{"optimizer.params.weight_decay", U::Read},
    DeepSpeedKey{"optimizer.params.momentum", U::Read},
    DeepSpeedKey{"optimizer.params.adam_w_mode", U::Read},
    DeepSpeedKey{"optimizer.params.torch_adam", U::NoEffect},
    DeepSpeedKey{"optimizer.params.fused", U::NoEffect},
    DeepSpeedKey{"optimizer.params.bias_correction", U::Partial, "AdamW here always corrects"},
    DeepSpeedKey{"optimizer.params.amsgrad", U::Refused, "AMSGrad keeps a third state, which is not modelled"},
    DeepSpeedKey{"optimizer.params.max_grad_norm", U::Ignored, "DeepSpeed asks for gradient_clipping instead"},
    DeepSpeedKey{"scheduler", U::Partial, "the learning rate stays what it is at the start"},

    // ZeRO
    DeepSpeedKey{"zero_optimization", U::Section},
    DeepSpeedKey{"zero_optimization.stage", U::Read},
    DeepSpeedKey{"zero_optimization.reduce_bucket_size", U::Read},
    DeepSpeedKey{"zero_optimization.overlap_comm", U::Read},
    DeepSpeedKey{"zero_optimization.reduce_scatter", U::Read},
    DeepSpeedKey{"zero_optimization.use_multi_rank_bucket_allreduce", U::Read},
    DeepSpeedKey{"zero_optimization.contiguous_gradients", U::Read},
    DeepSpeedKey{"zero_optimization.allgather_bucket_size", U::Ignored,
                 "with a PyTorch that gathers into one tensor (any since 1.13), each parameter group is gathered in one call"},
    DeepSpeedKey{"zero_optimization.allgather_partitions", U::Ignored,
                 "since 2020 no ZeRO optimizer is given it; weights are always all-gathered"},
    DeepSpeedKey{"zero_optimization.allgather_size", U::Ignored, "the name that allgather_bucket_size had"},
    DeepSpeedKey{"zero_optimization.legacy_stage1", U::Ignored, "the old stage 1 is gone from DeepSpeed"},
    DeepSpeedKey{"zero_optimization.elastic_checkpoint", U::NoEffect},
    DeepSpeedKey{"zero_optimization.load_from_fp32_weights", U::NoEffect},
    DeepSpeedKey{"zero_optimization.ignore_unused_parameters", U::NoEffect},
    DeepSpeedKey{"zero_optimization.round_robin_gradients", U::Partial,
                 "which rank owns a parameter changes, and not how much a rank holds or sends"},
    DeepSpeedKey{"zero_optimization.offload_param", U::Refused, kOffload},
    DeepSpeedKey{"zero_optimization.offload_optimizer", U::Refused, kOffload},
    DeepSpeedKey{"zero_optimization.cpu_offload", U::Refused, kOffload},
    DeepSpeedKey{"zero_optimization.cpu_offload_param", U::Refused, kOffload},
    DeepSpeedKey{"zero_optimization.cpu_offload_params", U::Refused, kOffload},
    DeepSpeedKey{"zero_optimization.cpu_offload_use_pin_memory", U::NoEffect},
    DeepSpeedKey{"zero_optimization.zenflow", U::Refused, kOffload},
    DeepSpeedKey{"zero_optimization.sub_group_size", U::Stage3, "the optimizer updates all it owns at once"},
    DeepSpeedKey{"zero_optimization.stage3_prefetch_bucket_size", U::Stage3, kGather},
    DeepSpeedKey{"zero_optimization.prefetch_bucket_size", U::Stage3, kGather},
    DeepSpeedKey{"zero_optimization.stage3_param_persistence_threshold", U::Stage3, "every parameter is sharded, small ones too"},
    DeepSpeedKey{"zero_optimization.param_persistence_threshold", U::Stage3, "every parameter is sharded, small ones too"},
    DeepSpeedKey{"zero_optimization.stage3_model_persistence_threshold", U::Stage3, "every parameter is sharded, small ones too"},
    DeepSpeedKey{"zero_optimization.model_persistence_threshold", U::Stage3, "every parameter is sharded, small ones too"},
    DeepSpeedKey{"zero_optimization.stage3_max_live_parameters", U::Stage3, kGather},
    DeepSpeedKey{"zero_optimization.max_live_parameters", U::Stage3, kGather},
    DeepSpeedKey{"zero_optimization.stage3_max_reuse_distance", U::Stage3, kGather},
    DeepSpeedKey{"zero_optimization.max_reuse_distance", U::Stage3, kGather},
    DeepSpeedKey{"zero_optimization.stage3_module_granularity_threshold", U::Stage3, kGather},
    DeepSpeedKey{"zero_optimization.module_granularity_threshold", U::Stage3, kGather},
    DeepSpeedKey{"zero_optimization.stage3_use_all_reduce_for_fetch_params", U::Stage3, "parameters are all-gathered"},
    DeepSpeedKey{"zero_optimization.use_all_reduce_for_fetch_params", U::Stage3, "parameters are all-gathered"},
    DeepSpeedKey{"zero_optimization.stage3_allgather_sequential", U::Stage3, "parameters of a bucket are gathered together"},
    DeepSpeedKey{"zero_optimization.allgather_sequential", U::Stage3, "parameters of a bucket are gathered together"},
    DeepSpeedKey{"zero_optimization.stage3_partition_stream_chunk_size", U::NoEffect},
    DeepSpeedKey{"zero_optimization.stage3_gather_16bit_weights_on_model_save", U::NoEffect},
    DeepSpeedKey{"zero_optimization.gather_16bit_weights_on_model_save", U::NoEffect},
    DeepSpeedKey{"zero_optimization.stage3_gather_fp16_weights_on_model_save", U::NoEffect},
    DeepSpeedKey{"zero_optimization.memory_efficient_linear", U::Stage3, "activations are those of the model"},
    DeepSpeedKey{"zero_optimization.zero_hpz_partition_size", U::Refused, "a second partition inside a node is not modelled"},
    DeepSpeedKey{"zero_optimization.zero_quantized_weights", U::Refused, kCompressed},
    DeepSpeedKey{"zero_optimization.zero_quantized_nontrainable_weights", U::Refused, kCompressed},
    DeepSpeedKey{"zero_optimization.zero_quantized_gradients", U::Refused, kCompressed},
    DeepSpeedKey{"zero_optimization.zeropp_loco_param", U::Refused, kCompressed},
    DeepSpeedKey{"zero_optimization.mics_shard_size", U::Read},
    DeepSpeedKey{"zero_optimization.mics_hierarchical_params_gather", U::Refused, "gathers in two steps are not modelled"},
    DeepSpeedKey{"zero_optimization.pipeline_loading_checkpoint", U::NoEffect},
    DeepSpeedKey{"zero_optimization.override_module_apply", U::NoEffect},
    DeepSpeedKey{"zero_optimization.log_trace_cache_warnings", U::NoEffect},
    DeepSpeedKey{"zero_optimization.enable_sanity_checks", U::NoEffect},
    DeepSpeedKey{"zero_optimization.save_muon_momentum_buffer_in_memory", U::NoEffect},
    DeepSpeedKey{"zero_optimization.leaf_module", U::NoEffect},
    DeepSpeedKey{"zero_allow_untested_optimizer", U::NoEffect},
    DeepSpeedKey{"zero_force_ds_cpu_optimizer", U::NoEffect},

    // Activations: the section says how the model's own calls checkpoint, not whether it makes any.
    DeepSpeedKey{"activation_checkpointing", U::Section},
    DeepSpeedKey{"activation_checkpointing.partition_activations", U::Refused, kParallel},
    DeepSpeedKey{"activation_checkpointing.cpu_checkpointing", U::Refused, kOffload},
    DeepSpeedKey{"activation_checkpointing.contiguous_memory_optimization", U::Partial, "checkpoints are tensors of their own"},
    DeepSpeedKey{"activation_checkpointing.number_checkpoints", U::Partial, "one checkpoint a layer"},
    DeepSpeedKey{"activation_checkpointing.synchronize_checkpoint_boundary", U::NoEffect},
    DeepSpeedKey{"activation_checkpointing.profile", U::NoEffect},

    // Other parallelism, other steps
    DeepSpeedKey{"pipeline", U::Refused, kParallel},
    DeepSpeedKey{"tensor_parallel", U::Refused, kParallel},
    DeepSpeedKey{"expert_parallel", U::Refused, kParallel},
    DeepSpeedKey{"sequence_parallel_size", U::Refused, kParallel},
    DeepSpeedKey{"use_data_before_expert_parallelism", U::Refused, kParallel},
    DeepSpeedKey{"elasticity", U::Refused, "it chooses the batch itself; give train_micro_batch_size_per_gpu and gradient_accumulation_steps"},
    DeepSpeedKey{"sparse_attention", U::Refused, kOtherStep},
    DeepSpeedKey{"progressive_layer_drop", U::Refused, kOtherStep},
    DeepSpeedKey{"curriculum_learning", U::Refused, kOtherStep},
    DeepSpeedKey{"data_efficiency", U::Refused, kOtherStep},
    DeepSpeedKey{"compression_training", U::Refused, kOtherStep},
    DeepSpeedKey{"quantize_training", U::Refused, kOtherStep},
    DeepSpeedKey{"weight_quantization", U::Refused, kOtherStep},
    DeepSpeedKey{"eigenvalue", U::Refused, kOtherStep},
    DeepSpeedKey{"hybrid_engine", U::Refused, kOtherStep},
    DeepSpeedKey{"compile", U::Partial, "kernels are not fused by a compiler"},
    DeepSpeedKey{"graph_harvesting", U::NoEffect},

    // Logging, files, loading
    DeepSpeedKey{"aio", U::NoEffect}, DeepSpeedKey{"autotuning", U::NoEffect},
    DeepSpeedKey{"checkpoint", U::NoEffect}, DeepSpeedKey{"comet", U::NoEffect},
    DeepSpeedKey{"comms_logger", U::NoEffect}, DeepSpeedKey{"csv_monitor", U::NoEffect},
    DeepSpeedKey{"dataloader_drop_last", U::NoEffect}, DeepSpeedKey{"datastates_ckpt", U::NoEffect},
    DeepSpeedKey{"dump_state", U::NoEffect}, DeepSpeedKey{"flops_profiler", U::NoEffect},
    DeepSpeedKey{"gradient_allreduce_op", U::NoEffect}, DeepSpeedKey{"log_level", U::NoEffect},
    DeepSpeedKey{"memory_breakdown", U::NoEffect}, DeepSpeedKey{"monitor_config", U::NoEffect},
    DeepSpeedKey{"nebula", U::NoEffect}, DeepSpeedKey{"steps_per_print", U::NoEffect},
    DeepSpeedKey{"tensorboard", U::NoEffect}, DeepSpeedKey{"timers", U::NoEffect},
    DeepSpeedKey{"vocabulary_size", U::NoEffect}, DeepSpeedKey{"wall_clock_breakdown", U::NoEffect},
    DeepSpeedKey{"wandb", U::NoEffect},
};
// clang-format on

}  // namespace

std::span<const DeepSpeedKey> deepSpeedKeys() { return kKeys; }

const DeepSpeedKey* findDeepSpeedKey(std::string_view path) {
    const auto* found = std::ranges::find(kKeys, path, &DeepSpeedKey::path);
    return found == kKeys.end() ? nullptr : found;
}

}  // namespace shardscope::core
