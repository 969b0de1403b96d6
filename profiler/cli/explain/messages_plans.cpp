#include "profiler/cli/explain/messages.h"

// The two plans side by side: their frame, and what accumulation costs.

namespace shardscope::explain {

std::span<const Text> planTexts() {
    using enum Message;
    static constexpr Text kTexts[] = {
        {PlansTitle, "{0} and {1}: what GPU 0 of {2} does in one step",
         "{0}, {1}: 한 스텝 동안 GPU {2}개 가운데 GPU 0이 하는 일"},
        {PlansModel,
         "{0} {1} x {2}, Psi = {3}, {4} | {5} buckets, ready from the highest number down | G = "
         "{6}",
         "{0} {1} x {2}, Psi = {3}, {4} | 버킷 {5}개, 번호가 큰 것부터 완성됨 | G = {6}"},
        {PlansOneRank,
         "With one GPU nothing is sharded and nothing is sent; a copy or nothing at all stands "
         "where several would communicate.",
         "GPU가 하나이면 샤딩도 통신도 없습니다. 여럿이라면 통신할 자리에 복사만 있거나 아무것도 "
         "없습니다."},
        {Axis, "axis", "축"},
        {AxesAlike, "Alike: {0}.", "같은 것: {0}."},
        {FactDtypes, "gradients added in, sent in", "그래디언트 누적, 전송 자료형"},
        {FactWeights, "weights between steps", "스텝 사이에 두는 파라미터"},
        {FactOptimizer, "optimizer state, master weights included",
         "옵티마이저 상태 (마스터 가중치 포함)"},
        {FactMostFull, "full-size gradients, the most at once", "전체 크기 그래디언트, 최대"},
        {FactMostCopies, "bucket buffers, staging, the most at once",
         "버킷 버퍼와 전송용 사본, 최대"},
        {FactMostTogether, "both and gradient shards, the most at once",
         "둘과 그래디언트 샤드의 합, 최대"},
        {FactBetween, "gradients held between micro-batches",
         "마이크로배치 사이에 두는 그래디언트"},
        {FactSent, "sent by a GPU in a step", "한 스텝에 GPU 하나가 보내는 양"},
        {PlansHow,
         "| both  * both, differently  < left only  > right only  a, b, ... why, below  --full all "
         "actions",
         "| 양쪽  * 양쪽, 방식이 다름  < 왼쪽만  > 오른쪽만  a, b, ... 아래의 이유  --full 모든 "
         "동작"},
        {PlansNotes,
         "[1st] in the first micro-batch only   [2nd..] from the second on   [last] in the last "
         "only",
         "[1st] 첫 마이크로배치에서만   [2nd..] 두 번째부터   [last] 마지막에서만"},
        {PhaseForward, "forward", "순전파"},
        {PhaseBackward, "backward", "역전파"},
        {PhaseOptimizer, "optimizer", "옵티마이저"},
        {PhaseGather, "end of the step", "스텝 끝"},
        {EachMicroBatch, ", in each of {0} micro-batches", ", 마이크로배치 {0}개마다 반복"},
        {FoldedAlike, "... {0} actions of {1}, the same in both",
         "... {1} 동작 {0}개, 양쪽이 같음"},
        {FoldedOne, "... {0} operations and events", "... 연산과 이벤트 {0}개"},
        {Hidden, "Not shown: {0} operations and events that belong to what is marked.",
         "표시된 동작에 딸린 연산과 이벤트 {0}개는 생략했습니다."},
        {WhyHeading, "Why", "이유"},
        {SamePlans, "The two plans are the same.", "두 계획은 같습니다."},
        {PriceHeading, "What accumulation costs", "그래디언트 누적의 대가"},
        {PriceSends,
         "gradients reduced x {0}, parameters gathered x {1}: {2} = {3:.2f} Psi elements sent a "
         "step.",
         "그래디언트 리듀스 x {0}, 파라미터 모으기 x {1}: 한 스텝에 {2} = {3:.2f} Psi개의 원소를 "
         "보냅니다."},
        {PriceHolds, "Held between micro-batches: {0} of gradients.",
         "마이크로배치 사이에 두는 그래디언트: {0}."},
    };
    return kTexts;
}

}  // namespace shardscope::explain
