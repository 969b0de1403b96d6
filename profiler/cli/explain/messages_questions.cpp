#include "profiler/cli/explain/messages.h"

// The three questions of the lesson.

namespace shardscope::explain {

std::span<const Text> questionTexts() {
    using enum Message;
    static constexpr Text kTexts[] = {
        {QuestionsHeading, "The three questions", "세 가지 질문"},
        {QuestionShards, "What does {0} shard that {1} does not?",
         "{1}에서는 샤딩하지 않지만 {0}에서는 샤딩하는 것은?"},
        {ShardsMore, "{0} also shards {1}.", "{0}에서는 {1}도 샤딩합니다."},
        {ShardsNothing, "Nothing: both shard the same things.",
         "없습니다. 양쪽이 같은 것을 샤딩합니다."},
        {ShardsOneRank, "Nothing here: one GPU has every shard.",
         "여기서는 없습니다. GPU 하나가 모든 샤드를 갖습니다."},
        {ShardsOptimizer, "the optimizer state", "옵티마이저 상태"},
        {ShardsGradients, "the gradients", "그래디언트"},
        {ShardsParameters, "the parameters", "파라미터"},
        {ShardsJoin, ", ", ", "},
        {GradientsSentAlike, "With one micro-batch both send the same gradients.",
         "마이크로배치가 하나라면 양쪽이 보내는 그래디언트는 같습니다."},
        {GradientLifetime,
         "What differs is how long gradients live: {0} frees a bucket once it is reduced, {1} {2}.",
         "다른 점은 그래디언트의 수명입니다. {0}에서는 리듀스가 끝난 버킷을 해제하고, {1}에서는 "
         "{2}."},
        {LifeUntilStep, "holds all of them until the step", "스텝까지 전부 보관합니다"},
        {LifeUntilReduced, "holds all of them until the last micro-batch's are reduced",
         "마지막 마이크로배치의 리듀스까지 전부 보관합니다"},
        {LifeForGood, "keeps storage for all of them for good",
         "모든 그래디언트의 저장 공간을 계속 유지합니다"},
        {QuestionReduceScatter, "Why a reduce-scatter? ({0})",
         "왜 reduce-scatter가 필요한가? ({0})"},
        {AnswerReduceScatter,
         "{0}: a GPU updates 1/{1} of the parameters, for which it needs the sum over all GPUs of "
         "that part of the gradient, and reduce-scatter gives it exactly that.",
         "{0}: GPU 하나는 파라미터의 1/{1}만 업데이트하므로 그래디언트도 그 부분에 대한 전체 GPU의 "
         "합만 필요하며, reduce-scatter가 바로 그것을 줍니다."},
        {AnswerReplicas,
         "{0}: a GPU updates 1/{1} of the parameters and needs the sum of that part only: "
         "reduce-scatter gives it the sum over its group, and an all-reduce of that part adds the "
         "other groups'.",
         "{0}: GPU 하나는 파라미터의 1/{1}만 업데이트하므로 그 부분의 합만 필요합니다. "
         "reduce-scatter가 자기 그룹의 합을 주고, 그 부분의 all-reduce가 다른 그룹의 합을 "
         "더합니다."},
        {AnswerAllReduce,
         "{0}: none; every GPU updates all parameters, so each needs the whole sum, which is an "
         "all-reduce.",
         "{0}: 쓰지 않습니다. 모든 GPU가 파라미터 전체를 업데이트하므로 전체 합이 필요하고, 그것이 "
         "all-reduce입니다."},
        {AnswerAllReduceSharded,
         "{0}: none; a GPU updates 1/{1} of the parameters and needs the sum of that part only, "
         "but this system's code all-reduces whole buckets, which sends twice as much.",
         "{0}: 쓰지 않습니다. GPU 하나는 파라미터의 1/{1}만 업데이트하므로 그 부분의 합만 "
         "필요하지만, 이 시스템의 코드는 버킷 전체를 all-reduce하여 두 배를 보냅니다."},
        {AnswerReduceToOwner,
         "{0}: none; each part of the gradient has one owner, and only the owner gets its sum.",
         "{0}: 쓰지 않습니다. 그래디언트의 각 부분에는 소유자가 하나씩 있고, 그 합은 소유자만 "
         "받습니다."},
        {AnswerReduceOneRank, "{0}: none with one GPU: its own gradient is the whole sum.",
         "{0}: GPU가 하나이면 쓰지 않습니다. 자기 그래디언트가 곧 전체 합입니다."},
        {QuestionAllGather, "Why an all-gather after the update? ({0})",
         "왜 업데이트 뒤에 all-gather가 필요한가? ({0})"},
        {AnswerAllGather,
         "{0}: after the update a GPU has new values of its own 1/{1} only, and the next forward "
         "reads all parameters on every GPU.",
         "{0}: 업데이트 뒤 GPU에는 자기 몫 1/{1}의 새 값만 있는데, 다음 순전파는 모든 GPU에서 "
         "파라미터 전체를 읽습니다."},
        {AnswerBroadcast,
         "{0}: a broadcast instead: after the update a parameter's new values are on its one owner "
         "only, and the next forward reads all parameters on every GPU.",
         "{0}: 대신 broadcast를 합니다. 업데이트 뒤 파라미터의 새 값은 소유자 하나에만 있는데, "
         "다음 순전파는 모든 GPU에서 파라미터 전체를 읽습니다."},
        {AnswerGatherOnUse,
         "{0}: none after the update; parameters are gathered bucket by bucket whenever forward "
         "and backward use them.",
         "{0}: 업데이트 뒤에는 하지 않습니다. 순전파와 역전파가 쓸 때마다 버킷 단위로 모읍니다."},
        {AnswerReplicated, "{0}: none; every GPU has computed all new parameters itself.",
         "{0}: 하지 않습니다. 모든 GPU가 새 파라미터 전체를 직접 계산했습니다."},
        {AnswerReturnOneRank, "{0}: none with one GPU: it has updated everything itself.",
         "{0}: GPU가 하나이면 하지 않습니다. 직접 전체를 업데이트했습니다."},
        {AnswerLeftOut,
         "{0}: it is left out on purpose; the GPUs go on with stale shards, and their models part.",
         "{0}: 일부러 생략했습니다. GPU마다 옛 샤드로 계속하므로 모델이 서로 달라집니다."},
    };
    return kTexts;
}

}  // namespace shardscope::explain
