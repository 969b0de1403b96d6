#pragma once
// One launch() an operation, found by its type. Internal to gpu/operations; launchOperation() chooses.

#include "gpu/operations/launch_context.h"

namespace shardscope::gpu {

core::Result<void> launch(const core::LoadBatch& operation, const LaunchContext& context);
core::Result<void> launch(const core::EmbeddingForward& operation, const LaunchContext& context);
core::Result<void> launch(const core::TokenEmbeddingBackward& operation,
                          const LaunchContext& context);
core::Result<void> launch(const core::PositionEmbeddingBackward& operation,
                          const LaunchContext& context);
core::Result<void> launch(const core::LayerNormForward& operation, const LaunchContext& context);
core::Result<void> launch(const core::LayerNormBackward& operation, const LaunchContext& context);
core::Result<void> launch(const core::RmsNormForward& operation, const LaunchContext& context);
core::Result<void> launch(const core::RmsNormBackward& operation, const LaunchContext& context);
core::Result<void> launch(const core::Matmul& operation, const LaunchContext& context);
core::Result<void> launch(const core::BiasGradient& operation, const LaunchContext& context);
core::Result<void> launch(const core::GeluForward& operation, const LaunchContext& context);
core::Result<void> launch(const core::GeluBackward& operation, const LaunchContext& context);
core::Result<void> launch(const core::SwiGluForward& operation, const LaunchContext& context);
core::Result<void> launch(const core::SwiGluBackward& operation, const LaunchContext& context);
core::Result<void> launch(const core::ResidualAdd& operation, const LaunchContext& context);
core::Result<void> launch(const core::Rope& operation, const LaunchContext& context);
core::Result<void> launch(const core::AttentionForward& operation, const LaunchContext& context);
core::Result<void> launch(const core::AttentionBackward& operation, const LaunchContext& context);
core::Result<void> launch(const core::GroupedAttentionForward& operation,
                          const LaunchContext& context);
core::Result<void> launch(const core::GroupedAttentionBackward& operation,
                          const LaunchContext& context);
core::Result<void> launch(const core::FlashAttentionForward& operation,
                          const LaunchContext& context);
core::Result<void> launch(const core::FlashAttentionBackward& operation,
                          const LaunchContext& context);
core::Result<void> launch(const core::CrossEntropyForward& operation, const LaunchContext& context);
core::Result<void> launch(const core::CrossEntropyBackward& operation,
                          const LaunchContext& context);
core::Result<void> launch(const core::IntegerForward& operation, const LaunchContext& context);
core::Result<void> launch(const core::IntegerBackward& operation, const LaunchContext& context);
core::Result<void> launch(const core::FillZero& operation, const LaunchContext& context);
core::Result<void> launch(const core::Poison& operation, const LaunchContext& context);
core::Result<void> launch(const core::Cast& operation, const LaunchContext& context);
core::Result<void> launch(const core::CopyRows& operation, const LaunchContext& context);
core::Result<void> launch(const core::AddInto& operation, const LaunchContext& context);
core::Result<void> launch(const core::InitializeWeights& operation, const LaunchContext& context);
core::Result<void> launch(const core::SquaredNorm& operation, const LaunchContext& context);
core::Result<void> launch(const core::SumPartials& operation, const LaunchContext& context);
core::Result<void> launch(const core::ClipFactor& operation, const LaunchContext& context);
core::Result<void> launch(const core::AdamW& operation, const LaunchContext& context);
core::Result<void> launch(const core::SgdMomentum& operation, const LaunchContext& context);

}  // namespace shardscope::gpu
