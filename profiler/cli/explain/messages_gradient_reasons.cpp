#include "profiler/cli/explain/messages.h"

// Why gradients are stored, sent and freed differently.

namespace shardscope::explain {

std::span<const Text> gradientReasonTexts() {
    using enum Message;
    static constexpr Text kTexts[] = {
        {WhyBornEachMicroBatch,
         "{0} allocates the full-size bucket in every micro-batch, because it freed the last one; "
         "{1} allocates it once and adds all micro-batches into it.",
         "{0}에서는 직전 버킷을 해제했으므로 마이크로배치마다 전체 크기 버킷을 새로 할당합니다. "
         "{1}에서는 한 번만 할당해 모든 마이크로배치를 누적합니다."},
        {WhyPersistent,
         "{0} allocates its gradient buckets once, in set-up, and never frees them; {1} allocates "
         "and frees them in every step.",
         "{0}에서는 그래디언트 버킷을 준비 단계에서 한 번 할당하고 해제하지 않습니다. {1}에서는 "
         "스텝마다 할당하고 해제합니다."},
        {WhyParameterGradients,
         "{0} writes a parameter's gradient into storage of its own and copies it into the bucket; "
         "{1} writes into the bucket.",
         "{0}에서는 파라미터의 그래디언트를 따로 저장한 뒤 버킷으로 복사하고, {1}에서는 버킷에 "
         "바로 씁니다."},
        {WhyCopyTiming, "Both write a parameter's gradient outside the bucket. {0}: {3}. {1}: {4}.",
         "양쪽 모두 파라미터의 그래디언트를 버킷 밖에 씁니다. {0}: {3}. {1}: {4}."},
        {HowCopiedAtOnce, "copied in and freed as soon as it is complete",
         "완성되는 즉시 버킷으로 복사하고 해제"},
        {HowCopiedWithBucket,
         "copied in and freed with the others of its bucket, when that is reduced",
         "버킷을 리듀스할 때 그 버킷의 그래디언트를 한꺼번에 복사하고 해제"},
        {HowKept,
         "copied in when it is complete, copied back when it is reduced, kept until the update",
         "완성되면 버킷으로 복사하고, 리듀스되면 되돌려 복사해 업데이트까지 보관"},
        {WhySumsOutside,
         "{0} adds micro-batches up in the parameters' own gradients, and fills buckets in the "
         "last micro-batch only; {1} fills them in every micro-batch.",
         "{0}에서는 파라미터별 그래디언트에 마이크로배치를 누적하고 마지막에만 버킷을 채웁니다. "
         "{1}에서는 마이크로배치마다 버킷을 채웁니다."},
        {WhyRing,
         "{0} lets buckets take turns in contiguous buffers of the bucket size, filled or not (one "
         "without overlap, two with); {1} gives each bucket storage of its own size.",
         "{0}에서는 버킷들이 버킷 크기의 연속 버퍼를 번갈아 쓰며(오버랩이 없으면 하나, 있으면 둘), "
         "다 차지 않아도 그 크기입니다. {1}에서는 버킷마다 자기 크기의 저장 공간이 있습니다."},
        {WhyPadding,
         "{0} pads each parameter to equal parts, {1} aligns parameters and pads each bucket; "
         "padding is filled with zeros.",
         "{0}에서는 파라미터마다 균등하게 나뉘도록 패딩을 두고, {1}에서는 파라미터를 정렬하고 "
         "버킷마다 패딩을 둡니다. 패딩은 0으로 채웁니다."},
        {WhyGradientDtype, "A full-size bucket is {3} in {0} and {4} in {1}.",
         "전체 크기 버킷의 자료형이 다릅니다. {0}: {3}, {1}: {4}."},
        {WhyOwnGradientDtype, "A parameter's own gradient is {3} in {0} and {4} in {1}.",
         "파라미터별 그래디언트의 자료형이 다릅니다. {0}: {3}, {1}: {4}."},
        {WhyFreed,
         "{0} frees the bucket as soon as its reduction is waited for: only the shard is read "
         "again; {1} {4}.",
         "{0}에서는 버킷의 리듀스가 끝나는 즉시 버킷을 해제합니다. 다시 읽을 것은 샤드뿐입니다. "
         "{1}에서는 {4}."},
        {HowKeepsUntilStep, "keeps it until the step", "스텝까지 보관합니다"},
        {HowKeepsForGood, "keeps it for good", "해제하지 않습니다"},
        {WhyBucketNeeded,
         "{0} needs a bucket when backward begins to write it, {1} only when its complete "
         "gradients are copied in; at that point each allocates it, and waits for and frees an "
         "older one where too many are in flight.",
         "{0}에서는 역전파가 버킷에 쓰기 시작할 때, {1}에서는 완성된 그래디언트를 복사해 넣을 때 "
         "버킷이 필요합니다. 양쪽 모두 그때 버킷을 할당하며, 동시 진행 한도에 이르면 오래된 버킷을 "
         "기다려 해제합니다."},
        {WhyInFlight,
         "{0} waits for the oldest reduction before it allocates another bucket: at most {2} "
         "full-size buckets are in flight.",
         "{0}에서는 새 버킷을 할당하기 전에 가장 오래된 리듀스를 기다립니다. 동시에 진행되는 전체 "
         "크기 버킷은 최대 {2}개입니다."},
        {WhyRingTurn,
         "{0} fills a contiguous buffer again only when the bucket that was in it is reduced.",
         "{0}에서는 연속 버퍼에 있던 버킷의 리듀스가 끝난 뒤에야 그 버퍼를 다시 채웁니다."},
        {WhyDrain,
         "{0} ends each backward with every reduction done: no full-size gradient is left after "
         "it.",
         "{0}에서는 역전파가 끝날 때마다 모든 리듀스를 마칩니다. 그 뒤에는 전체 크기 그래디언트가 "
         "남지 않습니다."},
        {WhyDrainLast,
         "{0} ends the last backward with every reduction done: no full-size gradient is left for "
         "the step.",
         "{0}에서는 마지막 역전파가 끝날 때 모든 리듀스를 마칩니다. 스텝에는 전체 크기 "
         "그래디언트가 남지 않습니다."},
        {WhyDrainRing,
         "{0} waits for every reduction at the end of backward, in order to free the contiguous "
         "buffers that buckets take turns in.",
         "{0}에서는 버킷이 번갈아 쓰는 연속 버퍼를 해제하기 위해 역전파 끝에서 모든 리듀스를 "
         "기다립니다."},
        {WhyStaging, "{0} sends a copy of each bucket, as {4}: the bucket itself is {3}.",
         "{0}에서는 버킷의 사본을 {4} 형식으로 변환해 보냅니다. 버킷 자체는 {3}입니다."},
        {WhySentDtype, "{0} sends gradients as {3}, {1} as {4}.",
         "그래디언트를 전송하는 자료형이 다릅니다. {0}: {3}, {1}: {4}."},
        {WhyFlattened, "{0} sends a flattened copy of the bucket; {1} {4}.",
         "{0}에서는 버킷을 펼친 사본을 보내고, {1}에서는 {4}."},
        {HowSendsItself, "sends the bucket itself", "버킷 자체를 보냅니다"},
        {HowSendsConverted, "sends a copy only to convert it", "변환할 때만 사본을 보냅니다"},
        {WhyKeptUntilStep,
         "{0} keeps the full gradient until the step, and frees it now; {1} has kept a shard of "
         "it.",
         "{0}에서는 그래디언트 전체를 스텝까지 보관했다가 이제 해제합니다. {1}에서는 샤드만 "
         "보관했습니다."},
        {WhyShard,
         "{0} allocates a shard: the reduced part must outlive the bucket; {1} leaves it in the "
         "bucket.",
         "{0}에서는 샤드를 따로 할당합니다. 리듀스된 부분이 버킷보다 오래 남아야 하기 때문입니다. "
         "{1}에서는 버킷에 그대로 둡니다."},
        {WhyShardDtype, "A gradient shard is {3} in {0} and {4} in {1}.",
         "그래디언트 샤드의 자료형이 다릅니다. {0}: {3}, {1}: {4}."},
        {WhyBoundary,
         "{0} keeps a parameter that crosses the border of a GPU's range whole, so shards grow "
         "beyond their part; {1} keeps equal parts.",
         "{0}에서는 GPU가 맡은 구간의 경계에 걸친 파라미터를 통째로 보관하므로 샤드가 제 몫보다 "
         "커집니다. {1}에서는 균등한 몫만 보관합니다."},
        {WhyIncoming,
         "{0} reduces later micro-batches into storage of their own: a reduction overwrites, and "
         "the shard already holds the earlier ones.",
         "{0}에서는 두 번째 마이크로배치부터 리듀스 결과를 별도의 공간에 받습니다. 집합 통신은 "
         "덮어쓰는데, 샤드에는 이미 앞선 마이크로배치의 합이 있기 때문입니다."},
        {WhyIncomingConverts,
         "{0} receives a reduced part as {3}, in storage of its own, and puts it into a shard that "
         "is kept as {4}.",
         "{0}에서는 리듀스된 부분을 별도의 공간에 {3} 형식으로 받아, {4} 형식으로 보관하는 샤드에 "
         "넣습니다."},
        {WhyIncomingFreed, "{0} frees the incoming part once it is in the shard.",
         "{0}에서는 받은 부분을 샤드에 넣은 뒤 해제합니다."},
        {WhyAddToShard,
         "{0} adds each later micro-batch's reduced part to the shard: that is where it "
         "accumulates.",
         "{0}에서는 두 번째 마이크로배치부터 리듀스된 부분을 샤드에 더합니다. 누적은 샤드에서 "
         "이루어집니다."},
        {WhySecondShard,
         "{0} collects a later micro-batch's reduced parts in a second shard, and adds it to the "
         "first when backward is over.",
         "{0}에서는 두 번째 마이크로배치부터 리듀스된 부분을 두 번째 샤드에 모아, 역전파가 끝나면 "
         "첫 번째 샤드에 더합니다."},
        {WhyShardHome,
         "{0} takes shards from the communication stream's memory, so that stream must hear that "
         "the update has read one before it is freed.",
         "{0}에서는 샤드를 통신 스트림의 메모리에서 할당하므로, 업데이트가 샤드를 읽었다는 것을 "
         "통신 스트림이 안 뒤에 해제합니다."},
    };
    return kTexts;
}

}  // namespace shardscope::explain
