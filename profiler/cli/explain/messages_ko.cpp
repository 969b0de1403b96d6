#include "core/base/result.h"
#include "profiler/cli/explain/messages.h"

// Particles that depend on the last sound of an inserted word are avoided: a strategy's name is
// followed by 에서는, a bucket's label by 버킷.

namespace shardscope::explain {

std::string_view koreanOf(Message message) {
    switch (message) {
        case Message::PictureTitle:
            return "한 스텝 동안 각 GPU가 갖고 있는 것: {0}";
        case Message::PictureShape:
            return "GPU {0}개, 버킷 {1}개, G = {2}, 동시에 진행되는 버킷 {3}개. 버킷마다 샤드 A는 "
                   "GPU 0, B는 GPU 1의 것이며, 나머지도 같은 순서입니다.";
        case Message::PictureOneRank:
            return "GPU가 하나이므로 모든 샤드가 자기 것이고, 아무것도 전송하지 않습니다.";
        case Message::PictureTime:
            return "계획을 적힌 순서대로, 실제 계산 없이 실행한 결과입니다. 집합 통신 하나는 버킷 "
                   "하나의 역전파만큼 "
                   "걸린다고 보며, 계획이 기다리면 그 전에 끝납니다.";
        case Message::LegendParameters:
            return "파라미터";
        case Message::LegendGradients:
            return "그래디언트";
        case Message::LegendOptimizer:
            return "옵티마이저 상태";
        case Message::KindParameters:
            return "파라미터";
        case Message::KindGradients:
            return "그래디언트";
        case Message::KindOptimizer:
            return "옵티마이저";
        case Message::KindHeld:
            return "보유";
        case Message::Held:
            return "그래디언트 샤드 {0}개";
        case Message::HeldToCome:
            return " (도착 전 {0}개)";
        case Message::HeldDead:
            return ", dead {0}개";
        case Message::MicroBatchAlike:
            return "마이크로배치 {0}의 모습은 마이크로배치 {1}의 모습과 같습니다.";
        case Message::MicroBatchOf:
            return " (마이크로배치 {0}/{1})";
        case Message::MicroBatchesAlike:
            return "마이크로배치 {0}부터 {1}까지의 모습은 마이크로배치 {2}의 모습과 같습니다.";
        case Message::PictureNext:
            return "다음: shardscope explain --lang ko --strategy {0}   (두 계획을 나란히, 이유와 "
                   "함께)";

        case Message::CellReady:
            return "[A ] 준비됨";
        case Message::CellUpdated:
            return "[A'] 이번 스텝에서 업데이트된 새 값";
        case Message::CellStale:
            return "[A-] 낡은 값(stale): 새 값은 다른 GPU에 있음";
        case Message::CellStaleMoving:
            return "[A~] 낡은 값, 새 값이 오는 중";
        case Message::CellWrong:
            return "[A!] 전체 GPU의 합이 아닌 그래디언트로 업데이트됨";
        case Message::CellAbsent:
            return "[. ] 없음";
        case Message::CellAbsentMoving:
            return "[.~] 오는 중";
        case Message::CellLocal:
            return "[a ] 로컬: 이 GPU만의 값, 합산 전";
        case Message::CellLocalMoving:
            return "[a~] 로컬, 합산 중";
        case Message::CellSummed:
            return "[A ] 전체 GPU에 대해 합산됨";
        case Message::CellDead:
            return "[# ] dead: 메모리만 차지하고 다시 읽히지 않음";
        case Message::CellKeptAndLocal:
            return "[Aa] 지금까지의 합과 로컬";
        case Message::CellKeptAndMoving:
            return "[A~] 지금까지의 합에 로컬을 더하는 중";
        case Message::CellKeptAndDead:
            return "[A#] 남겨 둔 합, 그리고 dead";
        case Message::CellEmpty:
            return "[_ ] 할당만 됨";
        case Message::CellStateKept:
            return "[A ] 이 GPU에 있음";
        case Message::CellStateUpdated:
            return "[A'] 업데이트됨";

        case Message::AtStepStart:
            return "스텝 시작";
        case Message::AtForwardUse:
            return "순전파가 {0} 버킷을 읽음";
        case Message::AtGradientReady:
            return "{0} 버킷의 역전파";
        case Message::AtBeforeUpdate:
            return "업데이트 직전";
        case Message::AtAfterUpdate:
            return "업데이트 직후";
        case Message::AtAfterGather:
            return "all-gather 직후";
        case Message::AtStepEnd:
            return "스텝 끝";
        case Message::AtNextForward:
            return "다음 순전파가 {0} 버킷을 읽음";

        case Message::ClauseJoin:
            return ". ";
        case Message::HasAllParameters:
            return "모든 GPU에 파라미터 전체가 있습니다";
        case Message::HasOwnParameters:
            return "각 GPU에는 자기 파라미터 샤드만 있습니다";
        case Message::HasAllOptimizer:
            return "옵티마이저 상태도 GPU마다 전체가 있습니다";
        case Message::HasOwnOptimizer:
            return "옵티마이저 상태는 GPU마다 자기 샤드 것만 있습니다";
        case Message::ForwardReads:
            return "순전파가 {0} 버킷을 읽습니다";
        case Message::ForwardGathered:
            return "이번에 쓰기 위해서만 {0} 버킷의 모든 샤드를 각 GPU로 모았습니다";
        case Message::ParametersFreed:
            return "모아 두었던 {0} 버킷의 파라미터는 해제했습니다";
        case Message::GatherUnderWay:
            return "{0} 버킷의 all-gather가 진행 중입니다";
        case Message::GradientComplete:
            return "{0} 버킷의 그래디언트가 GPU마다 완성되었지만 아직 로컬 값입니다";
        case Message::GradientAccumulated:
            return "{0} 버킷의 로컬 그래디언트에 마이크로배치 {1}의 값을 더했습니다";
        case Message::ReductionUnderWay:
            return "{0} 버킷의 {1}가 진행 중입니다";
        case Message::GradientFreed:
            return "{0} 버킷은 합산이 끝나, 각 GPU가 자기 샤드만 남기고 버킷 전체를 해제했습니다";
        case Message::GradientDied:
            return "{0} 버킷은 합산이 끝나, 각 GPU에서 자기 샤드를 뺀 나머지는 쓸모없이 "
                   "남았습니다(dead)";
        case Message::GradientSummed:
            return "{0} 버킷은 전체 합이 모든 GPU에 있습니다";
        case Message::OwnShardSummed:
            return "각 GPU에는 자기 샤드에 대한 전체 GPU의 합이 있고, 업데이트는 이것만 읽습니다";
        case Message::AllSummed:
            return "모든 GPU에 합산된 그래디언트 전체가 있습니다";
        case Message::NothingSummed:
            return "GPU 사이에서 아무것도 합산되지 않아, 각자 자기 그래디언트만으로 업데이트하게 "
                   "됩니다";
        case Message::SomeDead:
            return "메모리에 있는 그래디언트 샤드 {1}개 가운데 {0}개가 dead입니다";
        case Message::NoFullLeft:
            return "전체 크기 그래디언트는 하나도 남아 있지 않습니다";
        case Message::OwnersUpdated:
            return "각 GPU가 자기 샤드만 업데이트했습니다({0})";
        case Message::OwnerHasNew:
            return "GPU {0}: 새 {1}";
        case Message::AllUpdated:
            return "모든 GPU가 파라미터 전체를 스스로 업데이트했습니다";
        case Message::WrongUpdate:
            return "그래디언트를 합산한 적이 없으므로 하나의 모델을 학습한 스텝이 아닙니다";
        case Message::OthersStale:
            return "다른 GPU에서 이 샤드들은 아직 낡은 값입니다";
        case Message::OthersNotKept:
            return "다른 GPU의 샤드는 여기에 두지 않습니다";
        case Message::GradientsFreed:
            return "그래디언트는 모두 해제했습니다";
        case Message::AllReady:
            return "all-gather로 모든 새 샤드가 모든 GPU에 도착해, 다음 순전파가 파라미터 전체를 "
                   "읽을 수 있습니다";
        case Message::NothingToGather:
            return "모든 GPU에 새 파라미터 전체가 있으므로 모을 것이 없습니다";
        case Message::NothingReturned:
            return "all-gather가 없었으므로, 각 GPU에서 남의 샤드는 여전히 낡은 값입니다";
        case Message::GatheredOnUse:
            return "지금은 아무것도 모으지 않고, 다음 순전파가 버킷을 읽을 때마다 그 버킷을 "
                   "모읍니다";
        case Message::NextReadsNew:
            return "다음 순전파가 읽을 {0} 버킷의 새 파라미터가 모두 있습니다";
        case Message::NextReadsStale:
            return "다음 순전파가 {0} 버킷의 낡은 샤드를 읽습니다. 여기서부터 GPU마다 다른 모델을 "
                   "학습합니다";

        case Message::PlansTitle:
            return "{0}, {1}: 한 스텝 동안 GPU {2}개 가운데 GPU 0이 하는 일";
        case Message::PlansModel:
            return "{0} {1} x {2}, Psi = {3}, {4} | 버킷 {5}개, 번호가 큰 것부터 완성됨 | G = {6}";
        case Message::Axis:
            return "축";
        case Message::AxesAlike:
            return "같은 것: {0}.";
        case Message::FactWeights:
            return "스텝 사이에 두는 파라미터";
        case Message::FactOptimizer:
            return "옵티마이저 상태 (마스터 가중치 포함)";
        case Message::FactMostFull:
            return "전체 크기 그래디언트, 가장 많을 때";
        case Message::FactBetween:
            return "마이크로배치 사이에 두는 그래디언트";
        case Message::FactSent:
            return "한 스텝에 GPU 하나가 보내는 양";
        case Message::PlansHow:
            return "| 양쪽  * 양쪽, 방식이 다름  < 왼쪽만  > 오른쪽만  a, b, ... 아래의 이유  "
                   "--full 모든 동작";
        case Message::PlansNotes:
            return "[1st] 첫 마이크로배치에서만   [2nd..] 두 번째부터   [last] 마지막에서만";
        case Message::PhaseForward:
            return "순전파";
        case Message::PhaseBackward:
            return "역전파";
        case Message::PhaseOptimizer:
            return "옵티마이저";
        case Message::PhaseGather:
            return "스텝 끝";
        case Message::EachMicroBatch:
            return ", 마이크로배치 {0}개마다 반복";
        case Message::FoldedAlike:
            return "... {1} 동작 {0}개, 양쪽이 같음";
        case Message::FoldedOne:
            return "... 연산과 이벤트 {0}개";
        case Message::Hidden:
            return "표시된 동작에 딸린 연산과 이벤트 {0}개는 생략했습니다.";
        case Message::WhyHeading:
            return "이유";
        case Message::SamePlans:
            return "두 계획은 같습니다.";

        case Message::WhyBornEachMicroBatch:
            return "{0}에서는 앞의 버킷을 해제했으므로 마이크로배치마다 전체 크기 버킷을 새로 "
                   "할당하고, {1}에서는 한 번만 "
                   "할당해 모든 마이크로배치를 거기에 더합니다.";
        case Message::WhyShard:
            return "{0}에서는 샤드를 따로 할당합니다. 합산된 부분은 버킷이 해제된 뒤에도 남아야 "
                   "하기 때문입니다.";
        case Message::WhyIncoming:
            return "{0}에서는 두 번째 마이크로배치부터 별도의 공간으로 합산을 받습니다. 집합 "
                   "통신은 덮어쓰는데 샤드에는 이미 "
                   "앞의 합이 있기 때문입니다.";
        case Message::WhyAddToShard:
            return "{0}에서는 이후 마이크로배치의 합산 결과를 샤드에 더합니다. 누적은 샤드에서 "
                   "이루어집니다.";
        case Message::WhyFreed:
            return "{0}에서는 버킷의 합산을 기다린 즉시 버킷을 해제합니다. 다시 읽을 것은 "
                   "샤드뿐입니다.";
        case Message::WhyInFlight:
            return "{0}에서는 새 버킷을 할당하기 전에 가장 오래된 합산을 기다립니다. 전체 크기 "
                   "버킷은 동시에 최대 "
                   "{2}개입니다.";
        case Message::WhyDrain:
            return "{0}에서는 역전파가 끝날 때마다 모든 합산을 마칩니다. 그 뒤에는 전체 크기 "
                   "그래디언트가 남지 않습니다.";
        case Message::WhyIncomingFreed:
            return "{0}에서는 받은 부분을 샤드에 더한 뒤 해제합니다.";
        case Message::WhyCadence:
            return "{0}에서는 해제한 버킷에 누적할 수 없으므로 마이크로배치 {2}개마다 매번 "
                   "합산하고, {1}에서는 로컬에 누적했다가 "
                   "마지막에 한 번만 합산합니다.";
        case Message::WhyIntoShard:
            return "{0}에서는 버킷을 해제할 수 있도록 샤드로 합산하고, {1}에서는 제자리에서 합산해 "
                   "남의 몫이 쓸모없이 "
                   "남습니다.";
        case Message::WhyAllReduce:
            return "{0}에서는 옵티마이저가 복제되어 모든 GPU에 전체 합이 필요하므로 all-reduce를 "
                   "하고, {1}에서는 각 GPU가 "
                   "샤드 하나만 업데이트해 그 부분의 합만 필요하므로 reduce-scatter를 합니다.";
        case Message::WhyAllReduceSharded:
            return "{0}에서는 그 시스템의 코드대로 버킷 전체를 all-reduce합니다. GPU는 샤드 하나만 "
                   "업데이트하므로 필요 없는 합까지 받고, 보내는 양은 두 배입니다. {1}에서는 "
                   "reduce-scatter를 해서 각 GPU가 자기 샤드의 합만 받습니다.";
        case Message::WhyReductionOnlyOne:
            return "{0}에서는 그래디언트를 GPU 전체에 대해 합산하고, {1}에서는 일부러 생략해 "
                   "GPU마다 자기 데이터로만 "
                   "학습합니다.";
        case Message::WhyWaitReduced:
            return "{0}에서는 옵티마이저가 쓸 때에야 합산을 기다리고, {1}에서는 해제하기 위해 "
                   "역전파 중에 이미 기다렸습니다.";
        case Message::WhyNormSlices:
            return "{0}에서는 합산된 그래디언트 전체가 있으므로 조각 {2}개의 노름을 모두 스스로 "
                   "계산합니다.";
        case Message::WhyNormSummed:
            return "{0}에서는 GPU마다 그래디언트 샤드 하나만 있으므로, 작은 all-reduce로 노름을 "
                   "합칩니다.";
        case Message::WhyUpdate:
            return "{0}에서는 옵티마이저 상태를 가진 자기 샤드만 업데이트하고, {1}에서는 모든 "
                   "GPU가 전체를 업데이트합니다.";
        case Message::WhyKeptUntilStep:
            return "{0}에서는 그래디언트 전체를 스텝까지 두었다가 이제야 해제하고, {1}에서는 샤드 "
                   "하나만 두었습니다.";
        case Message::WhyReturn:
            return "{0}에서는 업데이트된 파라미터를 all-gather하고, {1}에서는 하지 않습니다.";
        case Message::WhyReturnNotReplicated:
            return "{0}에서는 각 GPU가 샤드 하나만 업데이트했고 다음 순전파는 전체를 읽으므로 "
                   "all-gather를 합니다. {1}에서는 "
                   "모든 GPU가 이미 전체를 업데이트했습니다.";
        case Message::WhyReturnNotGathered:
            return "{0}에서는 모든 GPU에 파라미터 전체를 두므로 지금 all-gather를 하고, {1}에서는 "
                   "다음에 쓸 때 모읍니다.";
        case Message::WhyReturnLeftOut:
            return "{0}에서는 다음 순전파가 파라미터 전체를 읽으므로 all-gather를 하고, {1}에서는 "
                   "일부러 생략해 낡은 값으로 "
                   "계속합니다.";
        case Message::WhyGathersForUse:
            return "{0}에서는 쓰기 직전에 버킷의 파라미터를 모읍니다. 쓰지 않는 동안 GPU에는 자기 "
                   "샤드만 있습니다.";
        case Message::WhyGatheredFreed:
            return "{0}에서는 모은 파라미터를 여기서 마지막으로 쓴 뒤 해제합니다.";
        case Message::WhyWaitGathered:
            return "{0}에서는 파라미터가 도착해야 계산할 수 있습니다.";
        case Message::WhyOverlap:
            return "{0}에서는 오버랩이 꺼져 있어 통신을 시작하자마자 기다립니다.";
        case Message::WhyStaging:
            return "{0}에서는 합산을 위해 다른 자료형으로 변환합니다.";
        case Message::WhyFlattened:
            return "{0}에서는 버킷을 펼친 복사본을 보내고, {1}에서는 버킷 자체를 보냅니다.";
        case Message::WhyPersistent:
            return "{1}에서는 그래디언트 버킷을 준비 단계에서 한 번 할당하고 해제하지 않습니다. "
                   "{0}에서는 필요한 동안에만 있습니다.";
        case Message::WhyParameterGradients:
            return "{0}에서는 파라미터의 그래디언트를 따로 저장한 뒤 버킷으로 복사하고, {1}에서는 "
                   "버킷에 바로 씁니다.";
        case Message::WhyCopyTiming:
            return "{0}, {1}: 둘 다 그래디언트를 버킷 밖에 쓰지만, 복사하고 해제하는 시점이 "
                   "다릅니다(하나씩, 버킷과 함께, 또는 업데이트 뒤).";
        case Message::WhyPieces:
            return "{0}, {1}: 맡은 조각이 서로 다릅니다. 조각마다 노름을 더하고 업데이트합니다.";
        case Message::WhyRing:
            return "{0}에서는 버킷들이 버킷 크기의 연속 버퍼를 번갈아 쓰며, 다 차지 않아도 그 "
                   "크기입니다. {1}에서는 버킷마다 자기 크기의 저장 공간이 있습니다.";
        case Message::WhyUpdateCopy:
            return "{0}에서는 업데이트를 위해 자기 몫의 그래디언트를 복사하고(펼침, fp32), "
                   "{1}에서는 있는 자리에서 읽습니다.";
        case Message::WhyPacking:
            return "{0}에서는 파라미터마다 일부를 갖고, 버킷의 조각들을 한 배열로 보낸 뒤 도착하면 "
                   "풉니다. {1}에서는 하지 않습니다.";
        case Message::WhyPartCollectives:
            return "{0}에서는 파라미터마다 GPU에 나누므로 파라미터마다 통신이 하나씩 있습니다. "
                   "{1}에서는 그렇지 않습니다.";
        case Message::WhyReplicas:
            return "{0}에서는 GPU 그룹 안에서 샤딩하므로, 그룹이 합산한 것을 그룹 사이에서 "
                   "all-reduce합니다.";
        case Message::WhyFlatReturn:
            return "{0}에서는 각 GPU가 전체 벡터의 한 구간을 맡으므로 all-gather 한 번으로 모든 "
                   "파라미터가 돌아옵니다. {1}에서는 그렇지 않습니다.";
        case Message::WhyBroadcast:
            return "{0}에서는 파라미터마다 소유자가 하나이고, 소유자가 전체를 broadcast합니다. "
                   "{1}에서는 그렇지 않습니다.";
        case Message::WhyAfterBackward:
            return "{0}에서는 backward가 끝난 뒤 합산을 모두 시작하고, {1}에서는 버킷마다 "
                   "시작합니다.";
        case Message::WhyOnlyOne:
            return "{0}에서는 이 동작이 있고, {1}에서는 없습니다.";
        case Message::WhyChanged:
            return "{0}, {1}: 같은 동작이지만 대상 텐서가 다릅니다.";

        case Message::BothReduceScatter:
            return "양쪽 모두 reduce-scatter를 합니다. 각 GPU는 샤드 하나의 옵티마이저 상태만 "
                   "가지므로 그 샤드의 합만 "
                   "필요합니다.";
        case Message::BothAllReduce:
            return "양쪽 모두 all-reduce를 합니다. 모든 GPU가 전체를 업데이트하므로 전체 합이 "
                   "필요합니다.";
        case Message::BothAllGather:
            return "양쪽 모두 all-gather를 합니다. 다음 순전파는 모든 GPU에서 파라미터 전체를 "
                   "읽습니다.";
        case Message::BothFreePerBucket:
            return "양쪽 모두 버킷의 합산을 기다린 즉시 버킷을 해제합니다.";
        case Message::BothGatherForUse:
            return "양쪽 모두 쓰기 직전에 버킷의 파라미터를 모읍니다.";

        case Message::PriceHeading:
            return "누적의 대가";
        case Message::PriceSends:
            return "그래디언트 합산 x {0}, 파라미터 모으기 x {1}: 한 스텝에 {2} = {3:.2f} Psi개의 "
                   "원소를 보냅니다.";
        case Message::PriceHolds:
            return "마이크로배치 사이에 두는 그래디언트: {0}.";

        case Message::QuestionsHeading:
            return "세 가지 질문";
        case Message::QuestionShards:
            return "{1}에서는 샤딩하지 않지만 {0}에서는 샤딩하는 것은?";
        case Message::ShardsMore:
            return "{0}에서는 다음도 샤딩합니다: {1}.";
        case Message::ShardsNothing:
            return "없습니다. 양쪽이 같은 것을 샤딩합니다.";
        case Message::ShardsOptimizer:
            return "옵티마이저 상태";
        case Message::ShardsGradients:
            return "그래디언트";
        case Message::ShardsParameters:
            return "파라미터";
        case Message::ShardsJoin:
            return ", ";
        case Message::GradientsSentAlike:
            return "마이크로배치가 하나라면 양쪽이 보내는 그래디언트는 같습니다.";
        case Message::GradientLifetime:
            return "다른 점은 그래디언트의 수명입니다. {0}에서는 합산이 끝난 버킷을 해제하고, "
                   "{1}에서는 스텝까지 전부 갖고 있습니다.";
        case Message::QuestionReduceScatter:
            return "왜 reduce-scatter가 필요한가? ({0})";
        case Message::AnswerReduceScatter:
            return "{0}: GPU 하나는 파라미터의 1/{1}만 업데이트하므로 그래디언트도 그 부분의 전체 "
                   "GPU 합만 필요하며, "
                   "reduce-scatter가 바로 그것을 줍니다.";
        case Message::AnswerAllReduce:
            return "{0}: 쓰지 않습니다. 모든 GPU가 파라미터 전체를 업데이트하므로 전체 합이 "
                   "필요하고, 그것이 "
                   "all-reduce입니다.";
        case Message::AnswerAllReduceSharded:
            return "{0}: 쓰지 않습니다. GPU는 파라미터의 1/{1}만 업데이트하므로 그 부분의 합만 "
                   "필요하지만, 이 시스템의 코드는 버킷 전체를 all-reduce하여 두 배를 보냅니다.";
        case Message::AnswerReduceToOwner:
            return "{0}: 쓰지 않습니다. 그래디언트의 각 부분에는 소유자가 하나씩 있고, 그 합은 "
                   "소유자만 받습니다.";
        case Message::QuestionAllGather:
            return "왜 업데이트 뒤에 all-gather가 필요한가? ({0})";
        case Message::AnswerAllGather:
            return "{0}: 업데이트 뒤 GPU에는 자기 몫 1/{1}의 새 값만 있는데, 다음 순전파는 모든 "
                   "GPU에서 파라미터 전체를 "
                   "읽습니다.";
        case Message::AnswerBroadcast:
            return "{0}: 대신 broadcast를 합니다. 업데이트 뒤 파라미터의 새 값은 소유자 하나에만 "
                   "있고, 다음 순전파는 모든 GPU에서 파라미터 전체를 읽습니다.";
        case Message::AnswerGatherOnUse:
            return "{0}: 업데이트 뒤에는 하지 않습니다. 순전파와 역전파가 쓸 때마다 버킷 단위로 "
                   "모읍니다.";
        case Message::AnswerReplicated:
            return "{0}: 하지 않습니다. 모든 GPU가 새 파라미터 전체를 스스로 계산했습니다.";
        case Message::AnswerLeftOut:
            return "{0}: 일부러 생략했습니다. GPU마다 낡은 샤드로 계속하므로 모델이 서로 "
                   "달라집니다.";
        case Message::End:
            break;
    }
    core::broken("unknown Message");
}

}  // namespace shardscope::explain
