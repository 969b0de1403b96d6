#include "profiler/cli/explain/messages.h"

// Why gradients are reduced, parameters updated and returned differently, or alike.

namespace shardscope::explain {

std::span<const Text> updateReasonTexts() {
    using enum Message;
    static constexpr Text kTexts[] = {
        {WhyCadence,
         "{0} reduces in each of the {2} micro-batches, because what is freed cannot accumulate; "
         "{1} adds them up locally and reduces after the last.",
         "{0}에서는 해제한 버킷에 누적할 수 없으므로 마이크로배치 {2}개마다 매번 리듀스합니다. "
         "{1}에서는 로컬에 누적했다가 마지막에 한 번만 리듀스합니다."},
        {WhyIntoShard,
         "{0} reduces into a shard of its own, so that the bucket can go; {1} reduces in place, "
         "and the other GPUs' parts stay as dead weight.",
         "{0}에서는 버킷을 해제할 수 있도록 샤드로 리듀스합니다. {1}에서는 제자리에서 리듀스하므로 "
         "다른 GPU의 몫이 불필요하게 남습니다."},
        {WhyCopyIntoShard,
         "{0} copies the gradient into its shard, so that the bucket can go: there is nothing to "
         "sum here.",
         "{0}에서는 버킷을 해제할 수 있도록 그래디언트를 샤드로 복사합니다. 여기서는 리듀스할 것이 "
         "없습니다."},
        {WhyAllReduce,
         "{0} all-reduces: its optimizer is replicated, so every GPU needs the whole sum; {1} "
         "reduce-scatters: each GPU updates one shard and needs the sum of that only.",
         "{0}에서는 옵티마이저가 복제되어 모든 GPU에 전체 합이 필요하므로 all-reduce를 합니다. "
         "{1}에서는 각 GPU가 샤드 하나만 업데이트해 그 부분의 합만 필요하므로 reduce-scatter를 "
         "합니다."},
        {WhyAllReduceSharded,
         "{0} all-reduces whole buckets, as that system's code does: a GPU updates its own part "
         "only, and gets sums that it does not need, for twice the bytes; {1} reduce-scatters: "
         "each GPU gets the sum of its shard only.",
         "{0}에서는 그 시스템의 코드대로 버킷 전체를 all-reduce합니다. GPU는 자기 몫만 "
         "업데이트하므로 필요 없는 합까지 받고, 보내는 양은 두 배입니다. {1}에서는 "
         "reduce-scatter를 해서 각 GPU가 자기 샤드의 합만 받습니다."},
        {WhyReductionOnlyOne,
         "{0} sums gradients over GPUs; {1} was told not to, so its GPUs train on their own data "
         "alone.",
         "{0}에서는 그래디언트를 GPU 전체에 대해 리듀스하고, {1}에서는 일부러 생략해 GPU마다 자기 "
         "데이터로만 학습합니다."},
        {WhyWaitReduced,
         "{0} waits for reductions only when the optimizer needs them; {1} has waited in backward, "
         "in order to free.",
         "{0}에서는 옵티마이저가 쓸 때에야 리듀스를 기다리고, {1}에서는 해제하기 위해 역전파 중에 "
         "이미 기다렸습니다."},
        {WhyPartCollectives,
         "{0} splits each parameter among the GPUs: one collective a parameter here; {1} has one a "
         "bucket, or one for all.",
         "{0}에서는 파라미터마다 GPU에 나누므로 여기서 파라미터마다 집합 통신이 하나씩 있습니다. "
         "{1}에서는 버킷마다 하나, 또는 전체에 하나입니다."},
        {WhyAfterBackward,
         "{0} starts all reductions when backward is over; {1} starts them bucket by bucket.",
         "{0}에서는 역전파가 끝난 뒤 리듀스를 모두 시작하고, {1}에서는 버킷마다 시작합니다."},
        {WhyOverlap, "{0} waits right after each launch, because overlap is off.",
         "{0}에서는 오버랩이 꺼져 있어 통신을 시작하자마자 기다립니다."},
        {WhyNormSlices,
         "{0} has the whole summed gradient, and computes the norm of all {2} slices itself.",
         "{0}에서는 리듀스된 그래디언트 전체가 있으므로 조각 {2}개의 노름을 모두 직접 계산합니다."},
        {WhyNormSummed,
         "{0} computes the norm of its own part on each GPU, so the norm is summed over GPUs by a "
         "small all-reduce.",
         "{0}에서는 GPU마다 자기 몫의 노름만 계산하므로, 작은 all-reduce로 노름을 합칩니다."},
        {WhyUpdate,
         "{0} updates its own part only, the one whose optimizer state it has; {1} updates "
         "everything on every GPU.",
         "{0}에서는 옵티마이저 상태가 있는 자기 몫만 업데이트하고, {1}에서는 모든 GPU가 전체를 "
         "업데이트합니다."},
        {WhyPieces,
         "A GPU's own part differs: {3} in {0}, {4} in {1}. Shards, norm and update follow it.",
         "GPU가 맡는 몫이 다릅니다. {0}: {3}, {1}: {4}. 샤드, 노름, 업데이트는 맡은 몫을 "
         "따릅니다."},
        {HowOwnsEverything, "everything", "전체"},
        {HowOwnsOfBucket, "an equal part of each bucket", "버킷마다 균등한 한 조각"},
        {HowOwnsOfParameter, "an equal part of each parameter", "파라미터마다 균등한 한 조각"},
        {HowOwnsRange, "one range of the flat vector of all parameters",
         "전체 파라미터를 펼친 벡터의 한 구간"},
        {HowOwnsParameters, "some parameters, whole", "몇몇 파라미터를 통째로"},
        {WhyUpdatesEach,
         "{0} updates each parameter from the gradient kept for it, {1} a bucket's part at once.",
         "{0}에서는 파라미터별로 보관한 그래디언트로 하나씩 업데이트하고, {1}에서는 버킷의 몫을 "
         "한꺼번에 업데이트합니다."},
        {WhyUpdateCopy, "{0} copies its part of the gradient for the update: {3}; {1} {4}.",
         "{0}에서는 업데이트를 위해 자기 몫의 그래디언트를 복사합니다({3}). {1}에서는 {4}."},
        {HowFlattens, "into one flat vector, which replaces the shards",
         "펼친 벡터 하나로, 샤드를 대신함"},
        {HowFlattensToFp32, "into one flat vector, which replaces the shards, then into fp32",
         "샤드를 대신하는 펼친 벡터 하나로, 이어서 fp32로"},
        {HowToFp32, "into fp32", "fp32로"},
        {HowReadsInPlace, "reads it where it is", "있는 자리에서 읽습니다"},
        {HowOnlyToFp32, "copies it into fp32 at once", "바로 fp32로 복사합니다"},
        {WhyReturnNotReplicated,
         "{0} returns new parameters by {3}: each GPU has updated its own part, and the next "
         "forward reads all of them; {1} has updated everything on every GPU.",
         "{0}에서는 각 GPU가 자기 몫만 업데이트했고 다음 순전파는 전체를 읽으므로 {3}로 새 "
         "파라미터를 돌려줍니다. {1}에서는 모든 GPU가 이미 전체를 업데이트했습니다."},
        {WhyReturnNotGathered,
         "{0} returns new parameters by {3} now, because it keeps all parameters on every GPU; {1} "
         "gathers them when they are next used.",
         "{0}에서는 모든 GPU에 파라미터 전체를 두므로 지금 {3}로 새 파라미터를 돌려주고, {1}에서는 "
         "다음에 쓸 때 모읍니다."},
        {WhyReturnLeftOut,
         "{0} returns new parameters by {3}: the next forward reads all parameters; {1} was told "
         "not to, and goes on with stale ones.",
         "{0}에서는 다음 순전파가 파라미터 전체를 읽으므로 {3}로 새 파라미터를 돌려주고, {1}에서는 "
         "일부러 생략해 옛 값으로 계속합니다."},
        {WhyReturnOneRank,
         "Where several GPUs would return new parameters, {0} does not wait as {1} does; one GPU "
         "has nothing to send.",
         "{0}, {1}: GPU가 여럿이라면 새 파라미터를 돌려줄 자리에서 기다리는 방식이 다릅니다. GPU가 "
         "하나이면 보낼 것이 없습니다."},
        {WhyFlatReturn,
         "{0} gives each GPU one range of the whole flat vector, so a single all-gather after the "
         "last update returns all parameters; {1} returns each bucket once it is updated.",
         "{0}에서는 각 GPU가 전체 벡터의 한 구간을 맡으므로 마지막 업데이트 뒤 all-gather 한 "
         "번으로 모든 파라미터가 돌아옵니다. {1}에서는 버킷을 업데이트할 때마다 돌려줍니다."},
        {WhyBroadcast,
         "{0} gives each parameter one owner, which broadcasts it whole; {1} all-gathers what "
         "every GPU has updated.",
         "{0}에서는 파라미터마다 소유자가 하나이고, 소유자가 전체를 broadcast합니다. {1}에서는 "
         "GPU마다 업데이트한 것을 all-gather로 모읍니다."},
        {WhyGathersForUse,
         "{0} gathers a bucket's parameters before each use: between uses a GPU has its own shard "
         "only.",
         "{0}에서는 쓰기 직전에 버킷의 파라미터를 모읍니다. 쓰지 않는 동안 GPU에는 자기 샤드만 "
         "있습니다."},
        {WhyGatheredFreed, "{0} frees the gathered parameters after their last use here.",
         "{0}에서는 모은 파라미터를 여기서 마지막으로 쓴 뒤 해제합니다."},
        {WhyWaitGathered, "{0} cannot compute before the parameters are here.",
         "{0}에서는 파라미터가 도착해야 계산할 수 있습니다."},
        {WhyPacking,
         "{0} keeps a part of each parameter and gathers a bucket's parts as one array, which is "
         "taken apart on arrival; {1} {4}.",
         "{0}에서는 파라미터마다 한 조각을 보관하고, 버킷의 조각들을 한 배열로 모아 도착하면 "
         "풉니다. {1}에서는 {4}."},
        {HowGathersInPlace, "gathers each bucket in place", "버킷을 제자리에서 모읍니다"},
        {HowGathersNothing, "gathers nothing for use", "쓰기 위해 모으지 않습니다"},
        {BothReduceScatter,
         "Both reduce-scatter: each GPU owns only a shard's optimizer state, so it needs the sum "
         "of that shard only.",
         "양쪽 모두 reduce-scatter를 합니다. 각 GPU에는 샤드 하나의 옵티마이저 상태만 있으므로 그 "
         "샤드의 합만 필요합니다."},
        {BothAllReduce, "Both all-reduce: every GPU updates everything and needs the whole sum.",
         "양쪽 모두 all-reduce를 합니다. 모든 GPU가 전체를 업데이트하므로 전체 합이 필요합니다."},
        {BothAllReduceMixed,
         "Both all-reduce: {0} because every GPU updates everything and needs the whole sum; {1} "
         "because that system's code does, although a GPU needs the sum of its own part only.",
         "양쪽 모두 all-reduce를 합니다. {0}에서는 모든 GPU가 전체를 업데이트하므로 전체 합이 "
         "필요합니다. {1}에서는 자기 몫의 합만 필요하지만 그 시스템의 코드가 그렇습니다."},
        {BothAllReduceSharded,
         "Both all-reduce whole buckets, as those systems' code does, although a GPU needs the sum "
         "of its own part only.",
         "양쪽 모두 그 시스템의 코드대로 버킷 전체를 all-reduce합니다. GPU에는 자기 몫의 합만 "
         "필요합니다."},
        {BothReplicas,
         "Both shard inside groups of {2} GPUs: what a group has summed is all-reduced across the "
         "groups.",
         "양쪽 모두 GPU {2}개의 그룹 안에서 샤딩하므로, 그룹이 리듀스한 것을 그룹 사이에서 "
         "all-reduce합니다."},
        {BothAllGather,
         "Both all-gather: the next forward reads all of the parameters on every GPU.",
         "양쪽 모두 all-gather를 합니다. 다음 순전파는 모든 GPU에서 파라미터 전체를 읽습니다."},
        {BothFreePerBucket, "Both free the bucket as soon as its reduction is waited for.",
         "양쪽 모두 버킷의 리듀스가 끝나는 즉시 버킷을 해제합니다."},
        {BothGatherForUse, "Both gather a bucket's parameters before each use.",
         "양쪽 모두 쓰기 직전에 버킷의 파라미터를 모읍니다."},
    };
    return kTexts;
}

}  // namespace shardscope::explain
