#include "profiler/cli/explain/messages.h"

// Clauses of the sentence under an instant's title.

namespace shardscope::explain {

std::span<const Text> captionTexts() {
    using enum Message;
    static constexpr Text kTexts[] = {
        {ClauseJoin, "; ", ". "},
        {HasAllParameters, "Every GPU has all parameters", "모든 GPU에 파라미터 전체가 있습니다"},
        {HasOwnParameters, "Each GPU has only its own shards of the parameters",
         "각 GPU에는 자기 몫의 파라미터 샤드만 있습니다"},
        {HasAllOptimizer, "every GPU has the whole optimizer state",
         "옵티마이저 상태도 GPU마다 전체가 있습니다"},
        {HasOwnOptimizer, "each GPU has the optimizer state of its own shards only",
         "옵티마이저 상태는 GPU마다 자기 샤드의 것만 있습니다"},
        {ForwardReads, "Forward reads {0}", "순전파가 {0} 버킷을 읽습니다"},
        {ForwardGathered, "All shards of {0} were gathered on every GPU, for this use only",
         "이번 순전파에서만 쓰기 위해 {0} 버킷의 모든 샤드를 GPU마다 모았습니다"},
        {BackwardReads, "Backward reads {0}", "역전파가 {0} 버킷을 읽습니다"},
        {BackwardGathered,
         "All shards of {0} were gathered on every GPU once more, for backward: what forward had "
         "gathered is freed",
         "순전파에서 모은 것은 이미 해제했으므로, 역전파를 위해 {0} 버킷의 모든 샤드를 GPU마다 "
         "다시 모았습니다"},
        {ParametersFreed, "what was gathered of {0} is freed",
         "모아 두었던 {0} 버킷의 파라미터는 해제했습니다"},
        {GatherUnderWay, "the all-gather of {0} is under way",
         "{0} 버킷의 all-gather가 진행 중입니다"},
        {GradientComplete, "The gradient of {0} is complete on each GPU, but local",
         "{0} 버킷의 그래디언트가 GPU마다 완성되었지만 아직 로컬 값입니다"},
        {GradientAccumulated, "Micro-batch {1} was added to the local gradient of {0}",
         "{0} 버킷의 로컬 그래디언트에 마이크로배치 {1}의 값을 누적했습니다"},
        {ReductionUnderWay, "the {1} of {0} is under way", "{0} 버킷의 {1}가 진행 중입니다"},
        {GradientFreed, "{0}: each GPU keeps its shard of the sum, the full bucket is freed",
         "{0} 버킷은 리듀스가 끝나, 각 GPU가 자기 샤드만 남기고 버킷 전체를 해제했습니다"},
        {GradientDied, "{0}: summed, and on each GPU all but its own shard is dead",
         "{0} 버킷은 리듀스가 끝나, 각 GPU에서 자기 샤드를 뺀 나머지는 불필요해졌습니다"},
        {GradientSummed, "{0}: the whole sum is on every GPU",
         "{0} 버킷은 리듀스가 끝나, 전체 합이 모든 GPU에 있습니다"},
        {OwnShardSummed,
         "Each GPU has the sum over all GPUs of its own shards, all that its update reads",
         "각 GPU에는 자기 샤드에 대한 전체 GPU의 합이 있고, 업데이트는 이것만 읽습니다"},
        {AllSummed, "Every GPU has the whole summed gradient",
         "모든 GPU에 리듀스된 그래디언트 전체가 있습니다"},
        {NothingSummed,
         "Nothing was summed over GPUs: each would update with its own gradient alone",
         "GPU 사이에서 아무것도 리듀스하지 않아, GPU마다 자기 그래디언트만으로 업데이트하게 "
         "됩니다"},
        {SomeDead, "{0} of the {1} shards of gradient in its memory are dead",
         "메모리에 있는 그래디언트 샤드 {1}개 가운데 {0}개는 불필요합니다"},
        {NoFullLeft, "no full-size gradient is left",
         "전체 크기 그래디언트는 하나도 남아 있지 않습니다"},
        {OwnersUpdated, "Each GPU has updated its own shards only ({0})",
         "각 GPU가 자기 샤드만 업데이트했습니다({0})"},
        {OwnerHasNew, "GPU {0}: new {1}", "GPU {0}: 새 {1}"},
        {AllUpdated, "Every GPU has updated all parameters itself",
         "모든 GPU가 파라미터 전체를 직접 업데이트했습니다"},
        {WrongUpdate, "the gradients were never summed, so this is not the step of one model",
         "그래디언트를 리듀스한 적이 없으므로 하나의 모델을 학습한 스텝이 아닙니다"},
        {OthersStale, "on the other GPUs these shards are stale",
         "다른 GPU에서 이 샤드들은 아직 옛 값입니다"},
        {OthersNotKept, "the other shards are not kept here",
         "다른 GPU의 샤드는 보관하지 않습니다"},
        {GradientsFreed, "all gradients are freed", "그래디언트는 모두 해제했습니다"},
        {AllReady,
         "The all-gather has brought every new shard to every GPU: the next forward can read all "
         "parameters",
         "all-gather로 모든 새 샤드가 모든 GPU에 도착해, 다음 순전파가 파라미터 전체를 읽을 수 "
         "있습니다"},
        {NothingToGather, "There is nothing to gather: every GPU has all new parameters",
         "모든 GPU에 새 파라미터 전체가 있으므로 모을 것이 없습니다"},
        {NothingReturned,
         "There was no all-gather: each GPU still has the old shards of the others",
         "all-gather가 없었으므로, 각 GPU에서 다른 GPU의 샤드는 여전히 옛 값입니다"},
        {GatheredOnUse,
         "Nothing is gathered now: the next forward gathers each bucket when it reads it",
         "지금은 아무것도 모으지 않습니다. 다음 순전파가 버킷을 읽을 때 그 버킷을 모읍니다"},
        {NextReadsNew, "The next forward has all new parameters of {0}",
         "다음 순전파가 읽을 {0} 버킷의 새 파라미터가 모두 있습니다"},
        {NextReadsStale,
         "The next forward reads stale shards of {0}: from here on the GPUs train different models",
         "다음 순전파가 {0} 버킷의 옛 샤드를 읽습니다. 여기서부터 GPU마다 다른 모델을 학습합니다"},
    };
    return kTexts;
}

}  // namespace shardscope::explain
