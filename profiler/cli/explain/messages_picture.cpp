#include "profiler/cli/explain/messages.h"

// The picture: its frame, what a cell says, and the titles of instants.

namespace shardscope::explain {

std::span<const Text> pictureTexts() {
    using enum Message;
    static constexpr Text kTexts[] = {
        {PictureTitle, "What every GPU holds during one step: {0}",
         "한 스텝 동안 각 GPU가 보유하는 것: {0}"},
        {PictureShape,
         "{0} GPUs, {1} buckets, G = {2}, {3} in flight. Of every bucket shard A belongs to GPU 0, "
         "B to GPU 1, and so on.",
         "GPU {0}개, 버킷 {1}개, G = {2}, 동시 진행 {3}개. 버킷마다 샤드 A는 GPU 0, B는 GPU 1이 "
         "맡으며 나머지도 같은 순서입니다."},
        {PictureOneRank, "One GPU: it owns every shard, and nothing is sent.",
         "GPU가 하나이므로 모든 샤드를 맡으며, 통신은 없습니다."},
        {PictureTime,
         "The plans are executed as written, without arithmetic. A collective takes as long as the "
         "backward of one bucket, or less where the plan waits for it.",
         "실제 계산 없이 계획을 적힌 순서대로 실행한 결과입니다. 집합 통신 하나는 버킷 하나의 "
         "역전파만큼 걸린다고 보며, 계획이 기다리는 곳에서는 그 전에 끝납니다."},
        {LegendParameters, "parameters", "파라미터"},
        {LegendGradients, "gradients", "그래디언트"},
        {LegendOptimizer, "optimizer state", "옵티마이저 상태"},
        {KindParameters, "param", "파라미터"},
        {KindGradients, "grad", "그래디언트"},
        {KindOptimizer, "optim", "옵티마이저"},
        {KindHeld, "held", "보유"},
        {Held, "{0} grad shards", "그래디언트 샤드 {0}개"},
        {HeldToCome, " ({0} to come)", " (도착 전 {0}개)"},
        {HeldDead, ", {0} dead", ", 불필요 {0}개"},
        {MicroBatchOf, " (micro-batch {0} of {1})", " (마이크로배치 {0}/{1})"},
        {MicroBatchAlike, "Micro-batch {0} looks like micro-batch {1}.",
         "마이크로배치 {0}의 모습은 마이크로배치 {1}의 모습과 같습니다."},
        {MicroBatchesAlike, "Micro-batches {0} to {1} look like micro-batch {2}.",
         "마이크로배치 {0}부터 {1}까지의 모습은 마이크로배치 {2}의 모습과 같습니다."},
        {PictureNext, "next: shardscope explain --strategy {0}   (the plans side by side, and why)",
         "다음: shardscope explain --lang ko --strategy {0}   (계획을 나란히, 이유와 함께)"},
        {CellReady, "[A ] ready", "[A ] 준비됨"},
        {CellUpdated, "[A'] new, updated in this step", "[A'] 이번 스텝에서 업데이트된 새 값"},
        {CellStale, "[A-] stale: another GPU has the new one",
         "[A-] 옛 값(stale): 새 값은 다른 GPU에 있음"},
        {CellStaleMoving, "[A~] stale, the new one is on its way", "[A~] 옛 값, 새 값을 모으는 중"},
        {CellWrong, "[A!] updated with a gradient that is not the sum over all GPUs",
         "[A!] 전체 GPU의 합이 아닌 그래디언트로 업데이트됨"},
        {CellAbsent, "[. ] not here", "[. ] 없음"},
        {CellAbsentMoving, "[.~] on its way", "[.~] 모으는 중"},
        {CellLocal, "[a ] local: this GPU's own, not summed",
         "[a ] 로컬: 이 GPU만의 값, 리듀스 전"},
        {CellLocalMoving, "[a~] local, being summed", "[a~] 로컬, 리듀스 중"},
        {CellSummed, "[A ] summed over all GPUs", "[A ] 리듀스됨: 전체 GPU의 합"},
        {CellDead, "[# ] dead: in memory, never read again",
         "[# ] 불필요(dead): 메모리만 차지하고 다시 읽히지 않음"},
        {CellKeptAndLocal, "[Aa] sum so far, and local", "[Aa] 지금까지의 합과 로컬"},
        {CellKeptAndMoving, "[A~] sum so far, local being added",
         "[A~] 지금까지의 합에 로컬을 더하는 중"},
        {CellKeptAndDead, "[A#] kept sum, and dead", "[A#] 보관하는 합과 불필요한 값"},
        {CellEmpty, "[_ ] allocated, empty", "[_ ] 할당만 됨"},
        {CellStateKept, "[A ] kept here", "[A ] 이 GPU에 있음"},
        {CellStateUpdated, "[A'] updated", "[A'] 업데이트됨"},
        {AtStepStart, "start of the step", "스텝 시작"},
        {AtForwardUse, "forward reads {0}", "순전파가 {0} 버킷을 읽음"},
        {AtBackwardUse, "backward reads {0}", "역전파가 {0} 버킷을 읽음"},
        {AtGradientReady, "backward of {0}", "{0} 버킷의 역전파"},
        {AtBeforeUpdate, "before the update", "업데이트 직전"},
        {AtAfterUpdate, "after the update", "업데이트 직후"},
        {AtAfterGather, "after the all-gather", "all-gather 직후"},
        {AtStepEnd, "end of the step", "스텝 끝"},
        {AtNextForward, "the next forward reads {0}", "다음 순전파가 {0} 버킷을 읽음"},
    };
    return kTexts;
}

}  // namespace shardscope::explain
