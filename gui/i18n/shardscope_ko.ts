<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR">
<context>
    <name>Chart</name>
    <message>
        <source>states: paper %1, with buffers %2</source>
        <translation>상태: 논문 %1, 버퍼 포함 %2</translation>
    </message>
    <message>
        <source>model states by the paper: %1 (%2)</source>
        <translation>논문 공식의 모델 상태: %1 (%2)</translation>
    </message>
    <message>
        <source>model states as held, buffers too: %1</source>
        <translation>실제로 보유한 모델 상태(버퍼 포함): %1</translation>
    </message>
    <message>
        <source>%1 in %2 calls</source>
        <translation>%1, 호출 %2회</translation>
    </message>
    <message>
        <source>%1 elements / P, paper %2</source>
        <translation>요소 / P %1, 논문 %2</translation>
    </message>
    <message>
        <source>a step: %1, median of %2</source>
        <translation>한 스텝: %1, %2개의 중앙값</translation>
    </message>
    <message>
        <source>computing %1, sending: hidden %2, exposed %3</source>
        <translation>계산 %1, 통신: 가려짐 %2, 노출 %3</translation>
    </message>
    <message>
        <source>reduce-scatter</source>
        <translation>reduce-scatter</translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation>all-gather</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>all-reduce</translation>
    </message>
    <message>
        <source>reduce</source>
        <translation>reduce</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>broadcast</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>계산</translation>
    </message>
    <message>
        <source>standing still</source>
        <translation>정지(대기)</translation>
    </message>
    <message>
        <source>communication, hidden</source>
        <translation>통신, 가려짐</translation>
    </message>
    <message>
        <source>communication, exposed</source>
        <translation>통신, 노출됨</translation>
    </message>
    <message>
        <source>waiting for peers</source>
        <translation>다른 랭크 대기</translation>
    </message>
    <message>
        <source>Peak memory, %1</source>
        <translation>최대 메모리, %1</translation>
    </message>
    <message>
        <source>worst rank, at the instant of its peak</source>
        <translation>메모리가 가장 큰 랭크, 최대인 순간</translation>
    </message>
    <message>
        <source>Traffic, %1</source>
        <translation>전송량, %1</translation>
    </message>
    <message>
        <source>on the wire, a rank and step</source>
        <translation>랭크당 스텝당 실제 전송</translation>
    </message>
    <message>
        <source>Step time, %1</source>
        <translation>스텝 시간, %1</translation>
    </message>
    <message>
        <source>above: compute stream, below: collectives; medians</source>
        <translation>위: 계산 스트림, 아래: 집합 통신 (중앙값)</translation>
    </message>
    <message>
        <source>other traces</source>
        <translation>다른 트레이스</translation>
    </message>
    <message>
        <source>G = %1, global batch %2</source>
        <translation>G = %1, 전체 배치 %2</translation>
    </message>
    <message>
        <source>, %1 ranks</source>
        <translation>, 랭크 %1개</translation>
    </message>
    <message>
        <source>states, paper</source>
        <translation>상태, 논문</translation>
    </message>
    <message>
        <source>states with buffers</source>
        <translation>상태, 버퍼 포함</translation>
    </message>
    <message>
        <source>the step</source>
        <translation>스텝</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>&amp;Open recordings…</source>
        <translation>기록 열기(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a &amp;folder…</source>
        <translation>폴더 열기(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Add to the comparison…</source>
        <translation>비교에 추가(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Stop reading</source>
        <translation>읽기 중단(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Picture of the view…</source>
        <translation>보기를 그림으로(&amp;P)…</translation>
    </message>
    <message>
        <source>Table as &amp;CSV…</source>
        <translation>표를 CSV로(&amp;C)…</translation>
    </message>
    <message>
        <source>Table as &amp;Markdown…</source>
        <translation>표를 Markdown으로(&amp;M)…</translation>
    </message>
    <message>
        <source>Copy the &amp;table</source>
        <translation>표 복사(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>끝내기(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>비교(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Summary</source>
        <translation>요약(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>계획(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>실행(&amp;R)</translation>
    </message>
    <message>
        <source>As the &amp;desktop</source>
        <translation>데스크톱 설정대로(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>밝게(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>어둡게(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Find a command…</source>
        <translation>명령 찾기(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>키(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Tour of the samples</source>
        <translation>예제 둘러보기(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;About shardscope</source>
        <translation>shardscope 정보(&amp;A)</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>There is no such file or folder.</source>
        <translation>그런 파일이나 폴더가 없습니다.</translation>
    </message>
</context>
<context>
    <name>Heading</name>
    <message>
        <source>%1 parameters</source>
        <translation>파라미터 %1개</translation>
    </message>
    <message>
        <source>micro-batch %1 × %2 tokens</source>
        <translation>마이크로배치 %1 × 토큰 %2개</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>랭크 1개</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>랭크 %1개</translation>
    </message>
    <message>
        <source>several machines</source>
        <translation>여러 기계</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>Written by another version of shardscope: %1. Its events are shown as far as they go; there are no numbers.</source>
        <translation>다른 버전의 shardscope가 기록했습니다: %1. 읽을 수 있는 이벤트만 보여 주며, 수치는 없습니다.</translation>
    </message>
    <message>
        <source>A trace of another program: its events are shown as far as they go; there are no numbers to compare.</source>
        <translation>다른 프로그램의 트레이스입니다. 읽을 수 있는 이벤트만 보여 주며, 비교할 수치는 없습니다.</translation>
    </message>
    <message>
        <source>another version's recording</source>
        <translation>다른 버전의 기록</translation>
    </message>
    <message>
        <source>another program's trace</source>
        <translation>다른 프로그램의 트레이스</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>불완전함</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>시뮬레이션</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>메모리 부족</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>중단됨</translation>
    </message>
    <message>
        <source>The file is incomplete: it was cut, or is still being written. What is shown is of the part that is there.</source>
        <translation>파일이 불완전합니다. 잘렸거나 아직 기록 중입니다. 있는 부분만 보여 줍니다.</translation>
    </message>
    <message>
        <source>%1 events could not be read and are left out.</source>
        <translation>읽을 수 없는 이벤트 %1개를 제외했습니다.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Compare</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>요약</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>계획</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>recorder: %1 dropped, %2 unmatched</source>
        <translation>기록기: 유실 %1, 짝 없음 %2</translation>
    </message>
    <message>
        <source>clocks within %1</source>
        <translation>시계 오차 %1 이내</translation>
    </message>
</context>
<context>
    <name>SummaryTable</name>
    <message>
        <source>strategy</source>
        <translation>전략</translation>
    </message>
    <message>
        <source>What the run's settings are called.</source>
        <translation>실행 설정의 이름입니다.</translation>
    </message>
    <message>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <source>Micro-batches a step (gradient accumulation).</source>
        <translation>스텝당 마이크로배치 수(그래디언트 누적)입니다.</translation>
    </message>
    <message>
        <source>source</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>Measured, simulated, or what else must be known of it.</source>
        <translation>측정인지 시뮬레이션인지, 그 밖에 알아야 할 점입니다.</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>최대</translation>
    </message>
    <message>
        <source>Live memory at its peak, on the rank where it is largest. The five columns to the right add up to it.</source>
        <translation>메모리가 가장 큰 랭크의 최대 사용량입니다. 오른쪽 다섯 열을 더하면 이 값이 됩니다.</translation>
    </message>
    <message>
        <source>= weights</source>
        <translation>= 가중치</translation>
    </message>
    <message>
        <source>Working weights at the peak.</source>
        <translation>최대인 순간의 작업용 가중치입니다.</translation>
    </message>
    <message>
        <source>+ full
gradients</source>
        <translation>+ 전체
그래디언트</translation>
    </message>
    <message>
        <source>Full-size gradients, not yet reduced, at the peak.</source>
        <translation>최대인 순간에 아직 합쳐지지 않은 전체 크기 그래디언트입니다.</translation>
    </message>
    <message>
        <source>+ gradient
shards</source>
        <translation>+ 그래디언트
샤드</translation>
    </message>
    <message>
        <source>This rank's reduced part of the gradients at the peak.</source>
        <translation>최대인 순간에 이 랭크가 가진 합쳐진 그래디언트 조각입니다.</translation>
    </message>
    <message>
        <source>+ optimizer</source>
        <translation>+ 옵티마이저</translation>
    </message>
    <message>
        <source>Master weights and the optimizer's state at the peak.</source>
        <translation>최대인 순간의 마스터 가중치와 옵티마이저 상태입니다.</translation>
    </message>
    <message>
        <source>+ rest</source>
        <translation>+ 나머지</translation>
    </message>
    <message>
        <source>Activations, workspace, copies and communication at the peak.</source>
        <translation>최대인 순간의 활성값, 작업 공간, 복사본, 통신 버퍼입니다.</translation>
    </message>
    <message>
        <source>states,
paper</source>
        <translation>상태,
논문</translation>
    </message>
    <message>
        <source>Model states by the ZeRO paper's formula.</source>
        <translation>ZeRO 논문 공식의 모델 상태입니다.</translation>
    </message>
    <message>
        <source>states,
with buffers</source>
        <translation>상태,
버퍼 포함</translation>
    </message>
    <message>
        <source>Model states as this engine holds them: padding, and the buckets in flight, are in it.</source>
        <translation>이 엔진이 실제로 보유한 모델 상태입니다. 패딩과 진행 중인 버킷이 들어 있습니다.</translation>
    </message>
    <message>
        <source>gradients
held</source>
        <translation>그래디언트
보유</translation>
    </message>
    <message>
        <source>Share of the step during which a bucket's full-size gradient exists.</source>
        <translation>스텝 중 버킷의 전체 크기 그래디언트가 존재하는 시간의 비율입니다.</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>전송</translation>
    </message>
    <message>
        <source>Bytes on the wire, a rank and step.</source>
        <translation>랭크당 스텝당 실제로 전송한 바이트입니다.</translation>
    </message>
    <message>
        <source>elements
/ P</source>
        <translation>요소
/ P</translation>
    </message>
    <message>
        <source>Elements sent a rank and step, over the number of parameters; an all-reduce counts twice.</source>
        <translation>랭크당 스텝당 보낸 요소 수를 파라미터 수로 나눈 값입니다. all-reduce는 두 번 셉니다.</translation>
    </message>
    <message>
        <source>paper
/ P</source>
        <translation>논문
/ P</translation>
    </message>
    <message>
        <source>The same by the paper's count for this strategy.</source>
        <translation>이 전략에 대한 논문의 값입니다.</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>호출</translation>
    </message>
    <message>
        <source>Collectives a step: AR all-reduce, RS reduce-scatter, RD reduce, AG all-gather, BC broadcast.</source>
        <translation>스텝당 집합 통신: AR all-reduce, RS reduce-scatter, RD reduce, AG all-gather, BC broadcast.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>Median of the steady steps, and half of its 95 % interval.</source>
        <translation>안정된 스텝의 중앙값과 95 % 구간의 절반입니다.</translation>
    </message>
    <message>
        <source>observed</source>
        <translation>관측</translation>
    </message>
    <message>
        <source>The stage that lifetimes and collectives show, whatever the label says.</source>
        <translation>이름표와 상관없이 수명과 집합 통신에서 드러난 단계입니다.</translation>
    </message>
    <message>
        <source>cannot be told</source>
        <translation>구별할 수 없음</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>%1단계</translation>
    </message>
    <message>
        <source>like %1</source>
        <translation>%1 방식과 비슷</translation>
    </message>
    <message>
        <source>label</source>
        <translation>이름표</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>시뮬레이션</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>불완전함</translation>
    </message>
    <message>
        <source>no numbers: %1</source>
        <translation>수치 없음: %1</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>The same bytes, another lifetime</source>
        <translation>같은 바이트, 다른 수명</translation>
    </message>
    <message>
        <source>One micro-batch a step. Both stages send the same bytes. Look at the gradient rows: ZeRO-1 keeps every bucket at full size until the step, most of it dead once it is reduced; ZeRO-2 lets each bucket go as soon as its shard is reduced. That is what ZeRO-2 shards and ZeRO-1 does not.</source>
        <translation>스텝당 마이크로배치는 하나입니다. 두 단계가 보내는 바이트는 같습니다. 그래디언트 행을 보세요. ZeRO-1은 모든 버킷을 스텝까지 전체 크기로 갖고 있고, 합쳐진 뒤에는 대부분이 쓸모없습니다. ZeRO-2는 샤드가 합쳐지는 즉시 버킷을 놓아줍니다. 이것이 ZeRO-2는 나누고 ZeRO-1은 나누지 않는 것입니다.</translation>
    </message>
    <message>
        <source>The price</source>
        <translation>그 대가</translation>
    </message>
    <message>
        <source>Four micro-batches a step. ZeRO-1 reduces once, after the last. ZeRO-2 has to reduce after each, because it keeps no full gradient to add to. Look at the traffic: the bar of ZeRO-2 is longer by one reduce-scatter a micro-batch.</source>
        <translation>스텝당 마이크로배치는 넷입니다. ZeRO-1은 마지막 뒤에 한 번만 합칩니다. ZeRO-2는 더해 둘 전체 그래디언트가 없으므로 마이크로배치마다 합쳐야 합니다. 전송량을 보세요. ZeRO-2의 막대는 마이크로배치마다 reduce-scatter 하나만큼 더 깁니다.</translation>
    </message>
    <message>
        <source>The use</source>
        <translation>그 쓸모</translation>
    </message>
    <message>
        <source>The same memory limit for both. ZeRO-1 runs out while its gradients pile up in backward; ZeRO-2 trains. Both still gather the updated parameters after the step, because the next forward needs all of them on every rank.</source>
        <translation>두 단계의 메모리 한도는 같습니다. ZeRO-1은 역전파에서 그래디언트가 쌓이다가 메모리가 모자라고, ZeRO-2는 학습합니다. 다음 순전파에는 모든 랭크에 전체 파라미터가 필요하므로, 둘 다 스텝 뒤에 업데이트된 파라미터를 모읍니다.</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Type some letters of a command</source>
        <translation>명령의 글자 몇 개를 입력하세요</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>명령 찾기</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>찾은 명령</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::ComparePicture</name>
    <message>
        <source>Recordings side by side; the summary has their numbers</source>
        <translation>나란히 놓은 기록입니다. 수치는 요약에 있습니다</translation>
    </message>
    <message>
        <source>No recording is open.</source>
        <translation>열린 기록이 없습니다.</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::KeySheet</name>
    <message>
        <source>Keys</source>
        <translation>키</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::MainWindow</name>
    <message>
        <source>reading %p %</source>
        <translation>읽는 중 %p %</translation>
    </message>
    <message>
        <source>Recordings and Chrome traces (*.trace.json.gz *.trace.json *.json.gz *.json)</source>
        <translation>기록과 Chrome 트레이스 (*.trace.json.gz *.trace.json *.json.gz *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Add to the comparison</source>
        <translation>비교에 추가</translation>
    </message>
    <message>
        <source>Open recordings</source>
        <translation>기록 열기</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>폴더 열기</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>아직 없음</translation>
    </message>
    <message>
        <source>Forget these</source>
        <translation>목록 지우기</translation>
    </message>
    <message>
        <source>There are no samples beside this program. `shardscope run --stage 1,2` makes recordings to look at.</source>
        <translation>이 프로그램 곁에 예제가 없습니다. `shardscope run --stage 1,2`로 볼 기록을 만들 수 있습니다.</translation>
    </message>
    <message>
        <source>Picture of the view</source>
        <translation>보기를 그림으로</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>그림 (*.png *.svg)</translation>
    </message>
    <message>
        <source>Table as Markdown</source>
        <translation>표를 Markdown으로</translation>
    </message>
    <message>
        <source>Table as CSV</source>
        <translation>표를 CSV로</translation>
    </message>
    <message>
        <source>Chrome trace</source>
        <translation>Chrome 트레이스</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>최근 기록(&amp;R)</translation>
    </message>
    <message>
        <source>C&amp;hrome trace</source>
        <translation>Chrome 트레이스(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>보기(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Rank</source>
        <translation>랭크(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>테마(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>도움말(&amp;H)</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>도구</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>랭크</translation>
    </message>
    <message>
        <source>Rank that is shown</source>
        <translation>보여 줄 랭크</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>모든 랭크</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>모든 랭크</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>랭크 %1</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>랭크 %1</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>창</translation>
    </message>
    <message>
        <source>About shardscope</source>
        <translation>shardscope 정보</translation>
    </message>
    <message>
        <source>&lt;h3&gt;shardscope %1&lt;/h3&gt;&lt;p&gt;ZeRO stages side by side on one time axis: how long each gradient lives, what is kept, what is sent.&lt;/p&gt;&lt;p&gt;MIT licence.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;shardscope %1&lt;/h3&gt;&lt;p&gt;ZeRO 단계들을 하나의 시간 축에 나란히 보여 줍니다. 그래디언트가 얼마나 오래 살아 있는지, 무엇을 보유하고 무엇을 보내는지 볼 수 있습니다.&lt;/p&gt;&lt;p&gt;MIT 라이선스.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>보기</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>이 메시지 닫기</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>그 밖에 %1개</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::Session</name>
    <message>
        <source>It changed and cannot be read now (%1). What was read before is shown.</source>
        <translation>파일이 바뀌었고 지금은 읽을 수 없습니다(%1). 전에 읽은 내용을 보여 줍니다.</translation>
    </message>
    <message>
        <source>The file is gone. What was read of it is still shown.</source>
        <translation>파일이 사라졌습니다. 읽은 내용은 계속 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::Tour</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>뒤로</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>다음</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>마침</translation>
    </message>
    <message>
        <source>End the tour</source>
        <translation>둘러보기 끝내기</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::summary::SummaryTable</name>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1바이트</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::summary::SummaryView</name>
    <message>
        <source>What the recordings say</source>
        <translation>기록이 말해 주는 것</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>나란히 보기</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>수치</translation>
    </message>
    <message>
        <source>No recording is open.</source>
        <translation>열린 기록이 없습니다.</translation>
    </message>
    <message>
        <source>Charts of memory, traffic and step time; the table below has their numbers</source>
        <translation>메모리, 전송량, 스텝 시간 차트입니다. 수치는 아래 표에 있습니다</translation>
    </message>
    <message>
        <source>Comparison table</source>
        <translation>비교 표</translation>
    </message>
</context>
</TS>
