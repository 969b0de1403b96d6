<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR">
<context>
    <name>Category</name>
    <message>
        <source>weights</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>마스터 가중치</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>옵티마이저 상태</translation>
    </message>
    <message>
        <source>gradients, full size</source>
        <translation>그래디언트(전체 크기)</translation>
    </message>
    <message>
        <source>gradient shards</source>
        <translation>그래디언트 샤드</translation>
    </message>
    <message>
        <source>bucket copies</source>
        <translation>버킷 사본</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>활성값</translation>
    </message>
    <message>
        <source>activation gradients</source>
        <translation>활성값 그래디언트</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>작업 공간</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>통신</translation>
    </message>
</context>
<context>
    <name>Chart</name>
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
        <source>other traces</source>
        <translation>다른 트레이스</translation>
    </message>
    <message>
        <source>G = %1, global batch %2</source>
        <translation>G = %1, 전역 배치 %2</translation>
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
    <message>
        <source>above: compute, below: collectives; slowest rank, median</source>
        <translation>위: 계산 스트림, 아래: 집합 통신 (가장 느린 랭크의 중앙값 스텝)</translation>
    </message>
    <message>
        <source>states: paper %1, with buffers %2; reserved %3</source>
        <translation>상태: 논문 %1, 버퍼 포함 %2; 예약 %3</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>The command &quot;shardscope&quot; was not found: not in %1, where this program is, and not in the folders of PATH. Put both programs into one folder (./dev build does), or add the command&apos;s folder to PATH, and start again.</source>
        <translation>&quot;shardscope&quot; 명령을 찾지 못했습니다: 이 프로그램이 있는 %1에도, PATH의 폴더에도 없습니다. 두 프로그램을 한 폴더에 두거나(./dev build가 그렇게 합니다) 명령의 폴더를 PATH에 넣고 다시 시작하세요.</translation>
    </message>
</context>
<context>
    <name>CommandRun</name>
    <message>
        <source>The folder %1 does not exist.</source>
        <translation>폴더 %1이(가) 없습니다.</translation>
    </message>
    <message>
        <source>exit status %1</source>
        <translation>종료 코드 %1</translation>
    </message>
    <message>
        <source>ended by signal %1 (%2)</source>
        <translation>시그널 %1(%2)로 종료됨</translation>
    </message>
    <message>
        <source>stopped at once; a spool file is left, which `shardscope report` reads</source>
        <translation>즉시 중지됨. 남은 스풀 파일은 `shardscope report`로 읽을 수 있습니다</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>취소됨</translation>
    </message>
    <message>
        <source>did not start</source>
        <translation>시작되지 않음</translation>
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
    <message>
        <source>&amp;What if…</source>
        <translation>만약에(&amp;W)…</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>since step begin</source>
        <translation>스텝 시작부터</translation>
    </message>
    <message>
        <source>Open two recordings to compare them.</source>
        <translation>비교할 기록 두 개를 여세요.</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>집합 통신</translation>
    </message>
    <message>
        <source>stall</source>
        <translation>정지</translation>
    </message>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>span</source>
        <translation>구간</translation>
    </message>
    <message>
        <source>%1 payload</source>
        <translation>페이로드 %1</translation>
    </message>
    <message>
        <source>%1 on the wire</source>
        <translation>전송 %1</translation>
    </message>
    <message>
        <source>%1 waiting for peers</source>
        <translation>다른 랭크를 기다림 %1</translation>
    </message>
    <message>
        <source>%1 read and written</source>
        <translation>읽고 쓴 양 %1</translation>
    </message>
    <message>
        <source>%1 FLOPs</source>
        <translation>%1 FLOPs</translation>
    </message>
    <message>
        <source>full size</source>
        <translation>전체 크기</translation>
    </message>
    <message>
        <source>held in full</source>
        <translation>전체 크기로 유지</translation>
    </message>
    <message>
        <source>of that dead</source>
        <translation>그중 불필요</translation>
    </message>
    <message>
        <source>shard</source>
        <translation>샤드</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>계산</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>노출된 통신</translation>
    </message>
    <message>
        <source>stalled</source>
        <translation>정지</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>집합 통신</translation>
    </message>
    <message>
        <source>payload</source>
        <translation>페이로드</translation>
    </message>
    <message>
        <source>most live</source>
        <translation>최대 사용량</translation>
    </message>
    <message>
        <source>most full gradients</source>
        <translation>전체 그래디언트 최대</translation>
    </message>
    <message>
        <source>live at its most</source>
        <translation>최대 사용 시점</translation>
    </message>
    <message>
        <source>%1 spans; zoom in to see them</source>
        <translation>구간 %1개; 확대하면 보입니다</translation>
    </message>
    <message>
        <source>full-size gradient</source>
        <translation>전체 크기 그래디언트</translation>
    </message>
    <message>
        <source>dead: reduced, not mine</source>
        <translation>불필요: 리듀스됨, 내 몫 아님</translation>
    </message>
    <message>
        <source>parameters stale on other ranks</source>
        <translation>다른 랭크에서 옛 파라미터</translation>
    </message>
    <message>
        <source>parameters being gathered</source>
        <translation>파라미터 모으는 중</translation>
    </message>
    <message>
        <source>parameters ready</source>
        <translation>파라미터 준비됨</translation>
    </message>
    <message>
        <source>, from %1</source>
        <translation>, %1부터</translation>
    </message>
    <message>
        <source>gradient %1</source>
        <translation>그래디언트 %1</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1, %2부터 %3까지</translation>
    </message>
    <message>
        <source>released; 1/%1 kept</source>
        <translation>해제; 1/%1만 유지</translation>
    </message>
    <message>
        <source>reduced, yet held in full until the step</source>
        <translation>리듀스됐지만 스텝까지 전체 유지</translation>
    </message>
    <message>
        <source>%1 buckets a row</source>
        <translation>한 줄에 버킷 %1개</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>그래디언트</translation>
    </message>
    <message>
        <source>warm-up: not counted</source>
        <translation>준비 운전: 세지 않음</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>순전파</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>역전파</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>all-gather of the new parameters</source>
        <translation>새 파라미터의 all-gather</translation>
    </message>
    <message>
        <source>set-up</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation>all-gather</translation>
    </message>
    <message>
        <source>%1 live; %2 of full gradients in %3 buckets</source>
        <translation>사용 %1; 그중 전체 그래디언트 %2, 버킷 %3개</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>계산</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>통신</translation>
    </message>
    <message>
        <source>host</source>
        <translation>호스트</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>그래디언트</translation>
    </message>
    <message>
        <source>least to most of all ranks</source>
        <translation>모든 랭크의 최소–최대</translation>
    </message>
    <message>
        <source>dead (reduced, not mine)</source>
        <translation>불필요(리듀스됨, 내 몫 아님)</translation>
    </message>
    <message>
        <source>shard (1/N)</source>
        <translation>샤드(1/N)</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>파라미터</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>옛 값</translation>
    </message>
    <message>
        <source>gathering</source>
        <translation>모으는 중</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>준비됨</translation>
    </message>
    <message>
        <source>stalled or exposed</source>
        <translation>정지 또는 노출된 통신</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>최대 %1</translation>
    </message>
    <message>
        <source>highest here %1</source>
        <translation>이 구간 최대 %1</translation>
    </message>
    <message>
        <source>%1 below the highest</source>
        <translation>가장 높은 것보다 %1 낮음</translation>
    </message>
    <message>
        <source>full-size gradients</source>
        <translation>전체 크기 그래디언트</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>전체 실행</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>파라미터</translation>
    </message>
    <message>
        <source>stage not recognised</source>
        <translation>단계를 알 수 없음</translation>
    </message>
    <message>
        <source>stages cannot be told apart here</source>
        <translation>여기서는 단계를 구별할 수 없음</translation>
    </message>
    <message>
        <source>observed: stage %1, as labelled</source>
        <translation>관측: 이름대로 %1단계</translation>
    </message>
    <message>
        <source>observed: stage %1, not as labelled</source>
        <translation>관측: 이름과 달리 %1단계</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>시뮬레이션</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>가져옴</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>stopped before its end</source>
        <translation>끝나기 전에 중지됨</translation>
    </message>
    <message>
        <source>out of memory at %1: needed %2, limit %3</source>
        <translation>%1에서 메모리 부족: %2 필요, 한도 %3</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>최대</translation>
    </message>
    <message>
        <source>full gradients, most at once</source>
        <translation>한 번에 있는 전체 그래디언트</translation>
    </message>
    <message>
        <source>%1 of %2 buckets, %3</source>
        <translation>버킷 %2개 중 %1개, %3</translation>
    </message>
    <message>
        <source>recorder lost</source>
        <translation>기록 손실</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>이벤트 %1개</translation>
    </message>
    <message>
        <source>the file was cut</source>
        <translation>파일이 잘림</translation>
    </message>
    <message>
        <source>another program&apos;s trace: lanes only</source>
        <translation>다른 프로그램의 기록: 레인만</translation>
    </message>
    <message>
        <source>rank %1 of %2</source>
        <translation>랭크 %1 / %2</translation>
    </message>
    <message>
        <source>born</source>
        <translation>생성</translation>
    </message>
    <message>
        <source>reduce start</source>
        <translation>리듀스 시작</translation>
    </message>
    <message>
        <source>reduced</source>
        <translation>리듀스됨</translation>
    </message>
    <message>
        <source>released</source>
        <translation>해제</translation>
    </message>
    <message>
        <source>Recordings on one time axis</source>
        <translation>한 시간축 위의 기록</translation>
    </message>
    <message>
        <source>parameters %1</source>
        <translation>파라미터 %1</translation>
    </message>
    <message>
        <source>%1 phases</source>
        <translation>단계 %1개</translation>
    </message>
    <message>
        <source>still being written</source>
        <translation>기록 중</translation>
    </message>
    <message>
        <source>since the start</source>
        <translation>시작부터</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>마이크로배치 %1</translation>
    </message>
    <message>
        <source>reduced to released</source>
        <translation>합쳐진 뒤 해제까지</translation>
    </message>
    <message>
        <source>last call of the pool: %1</source>
        <translation>풀의 마지막 호출: %1</translation>
    </message>
    <message>
        <source>released %1 after its reduction</source>
        <translation>합쳐진 지 %1 뒤에 해제</translation>
    </message>
    <message>
        <source>%1 of step %2</source>
        <translation>스텝 %2의 %1</translation>
    </message>
    <message>
        <source>action %1</source>
        <translation>동작 %1</translation>
    </message>
    <message>
        <source>, before %1</source>
        <translation>, %1 앞</translation>
    </message>
    <message>
        <source>, after %1</source>
        <translation>, %1 뒤</translation>
    </message>
    <message>
        <source>%1: %2%3</source>
        <translation>%1: %2%3</translation>
    </message>
    <message>
        <source>%1 in a block of %2</source>
        <translation>%2 블록에 %1</translation>
    </message>
    <message>
        <source>segment %1, at %2</source>
        <translation>세그먼트 %1, 위치 %2</translation>
    </message>
    <message>
        <source>to the end of the recording</source>
        <translation>기록이 끝날 때까지</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>버퍼</translation>
    </message>
    <message>
        <source>is for</source>
        <translation>용도</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>바이트</translation>
    </message>
    <message>
        <source>place</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>할당</translation>
    </message>
    <message>
        <source>freed</source>
        <translation>해제</translation>
    </message>
    <message>
        <source>lived on the device</source>
        <translation>장치에서의 수명</translation>
    </message>
    <message>
        <source>not in this recording</source>
        <translation>이 기록에 없음</translation>
    </message>
    <message>
        <source>allocated at %1</source>
        <translation>할당 %1</translation>
    </message>
    <message>
        <source>freed at %1</source>
        <translation>해제 %1</translation>
    </message>
    <message>
        <source>its free is not in this recording</source>
        <translation>해제는 이 기록에 없음</translation>
    </message>
    <message>
        <source>lived %1</source>
        <translation>수명 %1</translation>
    </message>
    <message>
        <source>block of %1</source>
        <translation>%1 블록</translation>
    </message>
    <message>
        <source>reserved, free</source>
        <translation>예약했으나 빈 곳</translation>
    </message>
    <message>
        <source>at its peak: %1</source>
        <translation>최대일 때: %1</translation>
    </message>
    <message>
        <source>held at %1</source>
        <translation>%1에 고정</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>시각 %1</translation>
    </message>
    <message>
        <source>%1 live, %2 allocated, %3 reserved; %4 free in %5 pieces, the largest %6</source>
        <translation>사용 %1, 할당 %2, 예약 %3; 빈 곳 %4, %5조각, 가장 큰 조각 %6</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>랭크 %1</translation>
    </message>
    <message>
        <source>Not whole: after %1 calls blocks or segments do not add up to what was recorded; some calls are missing.</source>
        <translation>온전하지 않습니다. 호출 %1번 뒤의 블록이나 세그먼트 합이 기록된 값과 다릅니다. 빠진 호출이 있습니다.</translation>
    </message>
    <message>
        <source>segment %1: %2 reserved, %3 blocks; %4 free in %5 pieces</source>
        <translation>세그먼트 %1: 예약 %2, 블록 %3개; 빈 곳 %4, %5조각</translation>
    </message>
    <message>
        <source>Another program&apos;s trace: its events do not say where an allocator put its blocks.</source>
        <translation>다른 프로그램의 트레이스입니다. 할당자가 블록을 어디에 두었는지는 이벤트에 없습니다.</translation>
    </message>
    <message>
        <source>No allocation of this rank was recorded.</source>
        <translation>이 랭크의 할당은 기록되지 않았습니다.</translation>
    </message>
    <message>
        <source>This recording does not say where its blocks were.</source>
        <translation>이 기록에는 블록의 위치가 없습니다.</translation>
    </message>
    <message>
        <source>Nothing was allocated yet.</source>
        <translation>아직 아무것도 할당되지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 blocks, %2 together</source>
        <translation>블록 %1개, 모두 %2</translation>
    </message>
    <message>
        <source>%1, then %2</source>
        <translation>%1개에서 %2개로</translation>
    </message>
    <message>
        <source>full buckets pile up over the steps</source>
        <translation>스텝이 갈수록 전체 크기 버킷이 쌓임</translation>
    </message>
    <message>
        <source>full buckets pile up over the micro-batches</source>
        <translation>마이크로배치가 갈수록 전체 크기 버킷이 쌓임</translation>
    </message>
    <message>
        <source>Memory map: blocks of the allocator at one instant</source>
        <translation>메모리 지도: 한 시점에서 할당자의 블록</translation>
    </message>
</context>
<context>
    <name>CompareActions</name>
    <message>
        <source>Zoom in</source>
        <translation>확대</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>축소</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>앞 시간으로</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>뒤 시간으로</translation>
    </message>
    <message>
        <source>Fit the interval, else the step</source>
        <translation>선택 구간에 맞춤, 없으면 스텝에</translation>
    </message>
    <message>
        <source>Fit the step</source>
        <translation>스텝에 맞춤</translation>
    </message>
    <message>
        <source>Fit the whole run</source>
        <translation>전체 실행에 맞춤</translation>
    </message>
    <message>
        <source>Back in the zoom history</source>
        <translation>이전 보기로</translation>
    </message>
    <message>
        <source>Forward in the zoom history</source>
        <translation>다음 보기로</translation>
    </message>
    <message>
        <source>Scroll up</source>
        <translation>위로 스크롤</translation>
    </message>
    <message>
        <source>Scroll down</source>
        <translation>아래로 스크롤</translation>
    </message>
    <message>
        <source>Next span of the lane</source>
        <translation>레인의 다음 구간</translation>
    </message>
    <message>
        <source>Previous span of the lane</source>
        <translation>레인의 이전 구간</translation>
    </message>
    <message>
        <source>Next bucket</source>
        <translation>다음 버킷</translation>
    </message>
    <message>
        <source>Previous bucket</source>
        <translation>이전 버킷</translation>
    </message>
    <message>
        <source>Move the time cursor left</source>
        <translation>시간 커서를 왼쪽으로</translation>
    </message>
    <message>
        <source>Move the time cursor right</source>
        <translation>시간 커서를 오른쪽으로</translation>
    </message>
    <message>
        <source>Align by the step before</source>
        <translation>이전 스텝에 맞춰 정렬</translation>
    </message>
    <message>
        <source>Align by the step after</source>
        <translation>다음 스텝에 맞춰 정렬</translation>
    </message>
    <message>
        <source>Pin or unpin the selected lane</source>
        <translation>선택한 레인 고정 또는 해제</translation>
    </message>
    <message>
        <source>A row for every bucket, or folded</source>
        <translation>버킷마다 한 줄, 또는 접기</translation>
    </message>
    <message>
        <source>Select nothing</source>
        <translation>선택 해제</translation>
    </message>
    <message>
        <source>Find a span</source>
        <translation>구간 찾기</translation>
    </message>
    <message>
        <source>Next that was found</source>
        <translation>다음 찾은 것</translation>
    </message>
    <message>
        <source>Previous that was found</source>
        <translation>이전 찾은 것</translation>
    </message>
    <message>
        <source>What is in sight as a table</source>
        <translation>보이는 구간을 표로</translation>
    </message>
    <message>
        <source>Memory map: the allocator&apos;s blocks</source>
        <translation>메모리 지도: 할당자의 블록</translation>
    </message>
    <message>
        <source>Hold the memory map&apos;s instant</source>
        <translation>메모리 지도의 시점 고정</translation>
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
        <source>another version&apos;s recording</source>
        <translation>다른 버전의 기록</translation>
    </message>
    <message>
        <source>another program&apos;s trace</source>
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
        <source>%1 events could not be read and are left out.</source>
        <translation>읽을 수 없는 이벤트 %1개를 제외했습니다.</translation>
    </message>
    <message>
        <source>still being written</source>
        <translation>기록 중</translation>
    </message>
    <message>
        <source>Still being written. What is there is shown, and read again as it grows.</source>
        <translation>아직 기록 중입니다. 지금까지의 내용을 보여 주고, 늘어나면 다시 읽습니다.</translation>
    </message>
    <message>
        <source>The file is incomplete: its end is missing. What is shown is of the part that is there.</source>
        <translation>파일이 불완전합니다. 끝부분이 없습니다. 있는 부분만 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>the file&apos;s</source>
        <translation>파일의 값</translation>
    </message>
    <message>
        <source>the preset&apos;s</source>
        <translation>프리셋의 값</translation>
    </message>
    <message>
        <source>data-parallel ranks</source>
        <translation>데이터 병렬 랭크 수</translation>
    </message>
    <message>
        <source>sequences a rank and micro-batch</source>
        <translation>랭크와 마이크로배치마다의 시퀀스 수</translation>
    </message>
    <message>
        <source>micro-batches a step</source>
        <translation>스텝당 마이크로배치 수</translation>
    </message>
    <message>
        <source>sequences a step over all ranks; gives G</source>
        <translation>모든 랭크를 합친 스텝당 시퀀스 수. G가 정해짐</translation>
    </message>
    <message>
        <source>gradient buckets: layer, elements, or bytes (25MiB)</source>
        <translation>그래디언트 버킷: layer, 요소 수 또는 바이트(25MiB)</translation>
    </message>
    <message>
        <source>full-size buckets alive at once, stages 2 and 3</source>
        <translation>동시에 있을 수 있는 전체 크기 버킷 수(2, 3단계)</translation>
    </message>
    <message>
        <source>activations computed again in backward: none, selective, alternate, full</source>
        <translation>역전파에서 다시 계산하는 활성값: none, selective, alternate, full</translation>
    </message>
    <message>
        <source>what a GPU has: 80GiB; with --gpu, the GPU&apos;s; of a CPU, what its ranks share</source>
        <translation>GPU 메모리: 80GiB. --gpu가 있으면 그 GPU의 값, CPU라면 랭크들이 함께 쓰는 값</translation>
    </message>
    <message>
        <source>times steps on it, and takes its memory less what is used beside the pool</source>
        <translation>이 GPU로 스텝 시간을 추정하고, 풀 밖에서 쓰는 양을 뺀 메모리를 한도로 삼음</translation>
    </message>
    <message>
        <source>what connects GPUs</source>
        <translation>GPU를 연결하는 것</translation>
    </message>
    <message>
        <source>gpt (GPT-2&apos;s architecture), llama, mlp, conformance (integers, exact sums), a Hugging Face name (gpt2-xl, llama-3.1-8b; help lists them), or a config.json</source>
        <translation>gpt(GPT-2 구조), llama, mlp, conformance(정수, 정확한 합), Hugging Face 이름(gpt2-xl, llama-3.1-8b. help로 목록 보기) 또는 config.json</translation>
    </message>
    <message>
        <source>transformer blocks</source>
        <translation>트랜스포머 블록 수</translation>
    </message>
    <message>
        <source>width of a token&apos;s vector</source>
        <translation>토큰 벡터의 너비</translation>
    </message>
    <message>
        <source>attention heads; divide --hidden</source>
        <translation>어텐션 헤드 수. --hidden의 약수</translation>
    </message>
    <message>
        <source>length of a sequence; without it, a named model has its positions, at most 2048</source>
        <translation>시퀀스 길이. 없으면 이름 있는 모델은 자기 위치 수(최대 2048)</translation>
    </message>
    <message>
        <source>weights and activations: fp32, bf16, fp16</source>
        <translation>가중치와 활성값: fp32, bf16, fp16</translation>
    </message>
    <message>
        <source>data-parallel ranks; with --comm mpi, mpirun&apos;s -n</source>
        <translation>데이터 병렬 랭크 수. --comm mpi에서는 mpirun의 -n</translation>
    </message>
    <message>
        <source>micro-batches a step; several: every strategy under each</source>
        <translation>스텝당 마이크로배치 수. 여럿이면 값마다 모든 전략을 실행</translation>
    </message>
    <message>
        <source>sequences a step over all ranks; gives G, or is checked against it</source>
        <translation>모든 랭크를 합친 스텝당 시퀀스 수. G를 정하거나 G와 맞는지 확인</translation>
    </message>
    <message>
        <source>gradient bucket: layer (one a layer), elements (4000000), or bytes (25MiB); a system&apos;s preset has its own default</source>
        <translation>그래디언트 버킷: layer(레이어당 하나), 요소 수(4000000) 또는 바이트(25MiB). 시스템 프리셋에는 고유한 기본값이 있음</translation>
    </message>
    <message>
        <source>activation checkpointing. none; selective: attention scores are computed again in backward; full: whole layers are, from their input; alternate: as full, but attention and every second matrix product are kept</source>
        <translation>활성값 체크포인팅. none, selective: 역전파에서 어텐션 점수를 다시 계산, full: 레이어 전체를 입력부터 다시 계산, alternate: full과 같되 어텐션과 행렬 곱 절반을 보관</translation>
    </message>
    <message>
        <source>any file as bytes, or llm.c&apos;s token .bin</source>
        <translation>바이트로 읽을 파일 또는 llm.c의 토큰 .bin</translation>
    </message>
    <message>
        <source>optimizer steps a strategy</source>
        <translation>전략마다의 옵티마이저 스텝 수</translation>
    </message>
    <message>
        <source>bytes a rank may reserve: 68MiB, 16GiB</source>
        <translation>랭크 하나가 예약할 수 있는 바이트: 68MiB, 16GiB</translation>
    </message>
    <message>
        <source>folder of the recordings; without it, the link shardscope-out/latest follows</source>
        <translation>기록을 둘 폴더. 없으면 shardscope-out/latest 링크가 따라감</translation>
    </message>
    <message>
        <source>nothing sharded: gradients all-reduced, kept until the step</source>
        <translation>샤딩 없음: 그래디언트를 all-reduce하고 스텝까지 보관</translation>
    </message>
    <message>
        <source>the optimizer sharded: reduce-scatter once a step, gradients kept until it</source>
        <translation>옵티마이저 샤딩: 스텝마다 한 번 reduce-scatter, 그래디언트는 스텝까지 보관</translation>
    </message>
    <message>
        <source>gradients sharded too: reduce-scattered and freed bucket by bucket</source>
        <translation>그래디언트도 샤딩: 버킷마다 reduce-scatter하고 해제</translation>
    </message>
    <message>
        <source>parameters sharded too: gathered for each use</source>
        <translation>파라미터도 샤딩: 쓸 때마다 모음</translation>
    </message>
    <message>
        <source>PyTorch DistributedDataParallel: persistent 25 MiB buckets beside the gradients</source>
        <translation>PyTorch DistributedDataParallel: 그래디언트와 별도로 25 MiB 버킷을 계속 보관</translation>
    </message>
    <message>
        <source>DeepSpeed stage 1: contiguous ranges, all-reduce after backward</source>
        <translation>DeepSpeed 1단계: 연속 구간, 역전파 뒤 all-reduce</translation>
    </message>
    <message>
        <source>DeepSpeed stage 2: contiguous ranges, all-reduce in every micro-batch</source>
        <translation>DeepSpeed 2단계: 연속 구간, 마이크로배치마다 all-reduce</translation>
    </message>
    <message>
        <source>Megatron-LM distributed optimizer: fp32 main gradients that are never freed</source>
        <translation>Megatron-LM 분산 옵티마이저: 해제하지 않는 fp32 메인 그래디언트</translation>
    </message>
    <message>
        <source>PyTorch fully_shard: each parameter split, gathered a layer at a time</source>
        <translation>PyTorch fully_shard: 파라미터마다 나누고 레이어 단위로 모음</translation>
    </message>
    <message>
        <source>llm.c stage 1: each tensor split, gradients never freed</source>
        <translation>llm.c 1단계: 텐서마다 나누고 그래디언트는 해제하지 않음</translation>
    </message>
    <message>
        <source>PyTorch ZeroRedundancyOptimizer over DDP: whole parameters, broadcast</source>
        <translation>DDP 위의 PyTorch ZeroRedundancyOptimizer: 파라미터 통째로, broadcast</translation>
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
    <name>Plan</name>
    <message>
        <source>no step time</source>
        <translation>스텝 시간 없음</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>전략</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>랭크</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>마이크로배치</translation>
    </message>
    <message>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>버킷</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>동시 진행</translation>
    </message>
    <message>
        <source>Checkpointing</source>
        <translation>체크포인팅</translation>
    </message>
    <message>
        <source>Needs</source>
        <translation>필요량</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>여유</translation>
    </message>
    <message>
        <source>Sent a step</source>
        <translation>스텝당 전송</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>경계</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Memory of a rank at its peak: %1</source>
        <translation>랭크 하나의 최대 메모리: %1</translation>
    </message>
    <message>
        <source>Memory of a rank at its peak: %1, %2 configurations, best first</source>
        <translation>랭크 하나의 최대 메모리: %1, 구성 %2개, 좋은 순서</translation>
    </message>
    <message>
        <source>%1 · %2 · sends %3 in %4 calls</source>
        <translation>%1 · %2 · 호출 %4번에 %3 전송</translation>
    </message>
    <message>
        <source>%1 more: see all configurations</source>
        <translation>%1개 더 있음: 모든 구성 보기</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>스텝 시간</translation>
    </message>
    <message>
        <source>GPU time a sequence</source>
        <translation>시퀀스당 GPU 시간</translation>
    </message>
    <message>
        <source>bytes a rank sends a step</source>
        <translation>랭크당 스텝당 전송 바이트</translation>
    </message>
    <message>
        <source>bytes sent a sequence</source>
        <translation>시퀀스당 전송 바이트</translation>
    </message>
    <message>
        <source>memory of a rank</source>
        <translation>랭크 하나의 메모리</translation>
    </message>
    <message>
        <source>No configuration has a cost to draw.</source>
        <translation>그릴 비용이 있는 구성이 없습니다.</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>한도 %1</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>불가능</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>%1 필요</translation>
    </message>
    <message>
        <source>%1 too much</source>
        <translation>%1 초과</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 남음</translation>
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
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>micro-batch %1, G %2, bucket %3, in-flight %4</source>
        <translation>마이크로배치 %1, G %2, 버킷 %3, 동시 진행 %4</translation>
    </message>
    <message>
        <source>, %1 checkpointing</source>
        <translation>, 체크포인팅 %1</translation>
    </message>
    <message>
        <source>, %1 attention</source>
        <translation>, 어텐션 %1</translation>
    </message>
    <message>
        <source>, shard group %1</source>
        <translation>, 샤드 그룹 %1</translation>
    </message>
    <message>
        <source> · %1 · k %2</source>
        <translation> · %1 · k %2</translation>
    </message>
    <message>
        <source>mb %1 · G %2</source>
        <translation>mb %1 · G %2</translation>
    </message>
    <message>
        <source> · ckpt</source>
        <translation> · ckpt</translation>
    </message>
    <message>
        <source> · sel. ckpt</source>
        <translation> · sel. ckpt</translation>
    </message>
    <message>
        <source> · alt. ckpt</source>
        <translation> · alt. ckpt</translation>
    </message>
    <message>
        <source>%1 in %2 calls, %3 × parameters</source>
        <translation>호출 %2번에 %1, 파라미터의 %3배</translation>
    </message>
    <message>
        <source>a step takes %1</source>
        <translation>한 스텝 %1</translation>
    </message>
    <message>
        <source>no step time: %1</source>
        <translation>스텝 시간 없음: %1</translation>
    </message>
    <message>
        <source>%1, %2: %3; needs %4; a rank sends %5 a step; %6</source>
        <translation>%1, %2: %3; %4 필요; 랭크가 스텝마다 %5 전송; %6</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>파라미터 %1개</translation>
    </message>
    <message>
        <source>sequence %1</source>
        <translation>시퀀스 %1</translation>
    </message>
    <message>
        <source>global batch %1</source>
        <translation>전역 배치 %1</translation>
    </message>
    <message>
        <source>%1 for a rank&apos;s pool</source>
        <translation>랭크의 풀 %1</translation>
    </message>
    <message>
        <source>no memory limit given</source>
        <translation>메모리 한도 없음</translation>
    </message>
    <message>
        <source>it sends the fewest bytes a sequence (%1)</source>
        <translation>시퀀스당 보내는 바이트가 가장 적습니다(%1)</translation>
    </message>
    <message>
        <source>it takes the least GPU time a sequence (a step %1)</source>
        <translation>시퀀스당 GPU 시간이 가장 짧습니다(한 스텝 %1)</translation>
    </message>
    <message>
        <source> within the estimate&apos;s error (%1 %; %2 are alike)</source>
        <translation>; 추정 오차(%1 %) 안에 드는 구성은 %2개</translation>
    </message>
    <message>
        <source>; of these it has %1</source>
        <translation>; 그중 %1</translation>
    </message>
    <message>
        <source>, then </source>
        <translation>, 이어서 </translation>
    </message>
    <message>
        <source>the fewest ranks</source>
        <translation>랭크가 가장 적음</translation>
    </message>
    <message>
        <source>the least traffic</source>
        <translation>통신량이 가장 적음</translation>
    </message>
    <message>
        <source>the most memory free</source>
        <translation>남는 메모리가 가장 많음</translation>
    </message>
    <message>
        <source>fit %1</source>
        <translation>%1에 들어가는</translation>
    </message>
    <message>
        <source>can be run</source>
        <translation>실행할 수 있는</translation>
    </message>
    <message>
        <source>%1 stay free</source>
        <translation>%1 남음</translation>
    </message>
    <message>
        <source>it needs %1</source>
        <translation>%1 필요</translation>
    </message>
    <message>
        <source>%1: of the %2 of %3 configurations that %4, %5; %6</source>
        <translation>%1: %4 구성(%3개 중 %2개) 가운데 %5; %6</translation>
    </message>
    <message>
        <source>; %1 with the same settings needs %2 more than there is</source>
        <translation>; 같은 설정의 %1에는 %2가 모자랍니다</translation>
    </message>
    <message>
        <source>Recommended: %1.</source>
        <translation>추천: %1.</translation>
    </message>
    <message>
        <source>Nothing fits %1. Closest: %2, %3, which needs %4: %5.</source>
        <translation>%1에 맞는 구성이 없습니다. 가장 가까운 것: %2, %3 (%4 필요: %5).</translation>
    </message>
    <message>
        <source>Nothing was evaluated: %1</source>
        <translation>평가된 것이 없습니다: %1</translation>
    </message>
    <message>
        <source>No recommendation: without a limit everything fits.</source>
        <translation>추천 없음: 한도가 없으면 모두 들어갑니다.</translation>
    </message>
    <message>
        <source>No stage, micro-batch or number of ranks that the planner tried changes that.</source>
        <translation>시도한 어떤 단계, 마이크로배치, 랭크 수로도 달라지지 않습니다.</translation>
    </message>
    <message>
        <source>%1: %2 stay free</source>
        <translation>%1: %2 남음</translation>
    </message>
    <message>
        <source>fits: free memory</source>
        <translation>들어감: 남는 메모리</translation>
    </message>
    <message>
        <source>too much by</source>
        <translation>초과량</translation>
    </message>
    <message>
        <source>no limit given: less is bluer</source>
        <translation>한도 없음: 적을수록 파랑</translation>
    </message>
    <message>
        <source>★ recommended  ◆ on the front</source>
        <translation>★ 추천  ◆ 파레토 경계 위</translation>
    </message>
    <message>
        <source>states alone %1</source>
        <translation>모델 상태만 %1</translation>
    </message>
    <message>
        <source>Model states alone are known: %1</source>
        <translation>모델 상태만 알려져 있습니다: %1</translation>
    </message>
    <message>
        <source>activations unknown</source>
        <translation>활성값은 알 수 없음</translation>
    </message>
    <message>
        <source>at least %1 % of the memory free</source>
        <translation>메모리의 %1 % 이상이 남음</translation>
    </message>
    <message>
        <source>it takes the least time a sequence (a step %1)</source>
        <translation>시퀀스당 시간이 가장 짧습니다(한 스텝 %1)</translation>
    </message>
    <message>
        <source>fit %1 of one machine</source>
        <translation>머신 하나의 %1에 들어가는</translation>
    </message>
    <message>
        <source>%1 stay free a rank</source>
        <translation>랭크마다 %1 남음</translation>
    </message>
    <message>
        <source>, less than %1 %: what is not counted may take that</source>
        <translation>, %1 % 미만이라 계산에 없는 것이 차지할 수 있음</translation>
    </message>
    <message>
        <source>nothing can be evaluated</source>
        <translation>계산할 수 있는 것이 없습니다</translation>
    </message>
    <message>
        <source>bucket</source>
        <translation>버킷</translation>
    </message>
    <message>
        <source>no overlap possible</source>
        <translation>겹칠 수 없음</translation>
    </message>
    <message>
        <source>outweighs what stage 2 saves</source>
        <translation>2단계가 아끼는 것보다 많음</translation>
    </message>
    <message>
        <source>Memory a rank needs</source>
        <translation>랭크당 필요한 메모리</translation>
    </message>
    <message>
        <source>Gradient buffers of a rank, at most</source>
        <translation>랭크당 그래디언트 버퍼의 최댓값</translation>
    </message>
    <message>
        <source>Gradient buffers</source>
        <translation>그래디언트 버퍼</translation>
    </message>
    <message>
        <source>Sent, a rank and step</source>
        <translation>랭크·스텝당 전송량</translation>
    </message>
    <message>
        <source>Calls, a rank and step</source>
        <translation>랭크·스텝당 호출 수</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>호출 수</translation>
    </message>
    <message>
        <source>After backward, until the last bucket is reduced</source>
        <translation>역전파 뒤 마지막 버킷이 리듀스될 때까지</translation>
    </message>
    <message>
        <source>After backward</source>
        <translation>역전파 뒤</translation>
    </message>
    <message>
        <source>Communication that nothing hides, a step</source>
        <translation>스텝당 가려지지 않은 통신</translation>
    </message>
    <message>
        <source>Not hidden</source>
        <translation>가려지지 않음</translation>
    </message>
    <message>
        <source>A step takes</source>
        <translation>한 스텝의 시간</translation>
    </message>
    <message>
        <source>A step takes, divided by G</source>
        <translation>한 스텝의 시간을 G로 나눈 값</translation>
    </message>
    <message>
        <source>Step / G</source>
        <translation>스텝 / G</translation>
    </message>
    <message>
        <source>%1 less memory a rank</source>
        <translation>랭크당 메모리 %1 적음</translation>
    </message>
    <message>
        <source>%1 more memory a rank</source>
        <translation>랭크당 메모리 %1 많음</translation>
    </message>
    <message>
        <source>From G = %1 on stage 2 sends more than stage 1: %2 against %3 a step there, for %4. Stage 1 sends the same at every G, stage 2 once more with each micro-batch.</source>
        <translation>G = %1부터 2단계는 1단계보다 많이 보냅니다: 그때 스텝당 %2, 1단계는 %3. 그 대가는 %4. 1단계는 G와 상관없이 같은 양을, 2단계는 마이크로배치마다 한 번씩 더 보냅니다.</translation>
    </message>
    <message>
        <source>Up to G = %1 that extra traffic is less than the memory that stage 2 saves.</source>
        <translation>G = %1까지는 더 보내는 양이 2단계가 아끼는 메모리보다 적습니다.</translation>
    </message>
    <message>
        <source>From G = %1 on that extra traffic (%2 a step) outweighs the memory that stage 2 saves (%3).</source>
        <translation>G = %1부터는 더 보내는 양(스텝당 %2)이 2단계가 아끼는 메모리(%3)보다 많습니다.</translation>
    </message>
    <message>
        <source>Stages 1 and 2 cross here when both are among the strategies.</source>
        <translation>1단계와 2단계가 모두 전략에 있으면 두 선이 만나는 곳을 보여 줍니다.</translation>
    </message>
    <message>
        <source>Stage 2 sends no more than stage 1 at any of these G.</source>
        <translation>이 G들에서 2단계는 1단계보다 많이 보내지 않습니다.</translation>
    </message>
    <message>
        <source>Small buckets need many calls; large ones need memory, and leave the last of them to be sent after backward. No bucket here holds all gradients.</source>
        <translation>작은 버킷은 호출이 많아지고, 큰 버킷은 메모리가 더 들며 마지막 버킷이 역전파 뒤에 남습니다. 모든 그래디언트를 담는 버킷은 여기 없습니다.</translation>
    </message>
    <message>
        <source>From a bucket of %1 on one bucket holds all gradients: it is ready when backward ends, and no overlap is possible.</source>
        <translation>버킷 크기 %1부터는 버킷 하나가 모든 그래디언트를 담습니다: 역전파가 끝나야 준비되므로 통신을 겹칠 수 없습니다.</translation>
    </message>
    <message>
        <source>a bucket a layer</source>
        <translation>레이어마다 버킷 하나</translation>
    </message>
    <message>
        <source>%1 elements a bucket</source>
        <translation>버킷당 원소 %1개</translation>
    </message>
    <message>
        <source>%1 a bucket</source>
        <translation>버킷당 %1</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>마이크로배치 %1</translation>
    </message>
    <message>
        <source>bucket %1</source>
        <translation>버킷 %1</translation>
    </message>
    <message>
        <source>in-flight %1</source>
        <translation>동시 진행 %1</translation>
    </message>
    <message>
        <source>%1 checkpointing</source>
        <translation>체크포인팅 %1</translation>
    </message>
    <message>
        <source>stage 2 saves nothing here</source>
        <translation>여기서 2단계는 아끼는 것이 없음</translation>
    </message>
    <message>
        <source>One rank sends nothing: choose a configuration of several ranks.</source>
        <translation>랭크 하나는 아무것도 보내지 않습니다: 랭크가 여럿인 구성을 고르세요.</translation>
    </message>
    <message>
        <source>&gt; what model states alone need; activations are unknown</source>
        <translation>&gt; 모델 상태만의 필요량; 활성값은 알 수 없음</translation>
    </message>
</context>
<context>
    <name>Spans</name>
    <message>
        <source>load batch</source>
        <translation>배치 읽기</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>임베딩</translation>
    </message>
    <message>
        <source>token embedding backward</source>
        <translation>토큰 임베딩 역전파</translation>
    </message>
    <message>
        <source>position embedding backward</source>
        <translation>위치 임베딩 역전파</translation>
    </message>
    <message>
        <source>layernorm</source>
        <translation>layernorm</translation>
    </message>
    <message>
        <source>layernorm backward</source>
        <translation>layernorm 역전파</translation>
    </message>
    <message>
        <source>rmsnorm</source>
        <translation>rmsnorm</translation>
    </message>
    <message>
        <source>rmsnorm backward</source>
        <translation>rmsnorm 역전파</translation>
    </message>
    <message>
        <source>matmul</source>
        <translation>행렬 곱</translation>
    </message>
    <message>
        <source>bias gradient</source>
        <translation>편향 그래디언트</translation>
    </message>
    <message>
        <source>gelu</source>
        <translation>gelu</translation>
    </message>
    <message>
        <source>gelu backward</source>
        <translation>gelu 역전파</translation>
    </message>
    <message>
        <source>swiglu</source>
        <translation>swiglu</translation>
    </message>
    <message>
        <source>swiglu backward</source>
        <translation>swiglu 역전파</translation>
    </message>
    <message>
        <source>residual add</source>
        <translation>잔차 더하기</translation>
    </message>
    <message>
        <source>rope</source>
        <translation>rope</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>어텐션</translation>
    </message>
    <message>
        <source>attention backward</source>
        <translation>어텐션 역전파</translation>
    </message>
    <message>
        <source>grouped attention</source>
        <translation>그룹 어텐션</translation>
    </message>
    <message>
        <source>grouped attention backward</source>
        <translation>그룹 어텐션 역전파</translation>
    </message>
    <message>
        <source>flash attention</source>
        <translation>플래시 어텐션</translation>
    </message>
    <message>
        <source>flash attention backward</source>
        <translation>플래시 어텐션 역전파</translation>
    </message>
    <message>
        <source>cross-entropy</source>
        <translation>교차 엔트로피</translation>
    </message>
    <message>
        <source>cross-entropy backward</source>
        <translation>교차 엔트로피 역전파</translation>
    </message>
    <message>
        <source>integer forward</source>
        <translation>정수 순전파</translation>
    </message>
    <message>
        <source>integer backward</source>
        <translation>정수 역전파</translation>
    </message>
    <message>
        <source>fill zero</source>
        <translation>0으로 채우기</translation>
    </message>
    <message>
        <source>poison</source>
        <translation>독값 채우기</translation>
    </message>
    <message>
        <source>cast</source>
        <translation>형 변환</translation>
    </message>
    <message>
        <source>copy rows</source>
        <translation>행 복사</translation>
    </message>
    <message>
        <source>add into</source>
        <translation>누적 더하기</translation>
    </message>
    <message>
        <source>initialise weights</source>
        <translation>가중치 초기화</translation>
    </message>
    <message>
        <source>squared norm</source>
        <translation>제곱 노름</translation>
    </message>
    <message>
        <source>sum partials</source>
        <translation>부분합 더하기</translation>
    </message>
    <message>
        <source>clip factor</source>
        <translation>클리핑 계수</translation>
    </message>
    <message>
        <source>adamw</source>
        <translation>adamw</translation>
    </message>
    <message>
        <source>sgd momentum</source>
        <translation>sgd 모멘텀</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>all-reduce</translation>
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
        <source>reduce</source>
        <translation>reduce</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>broadcast</translation>
    </message>
    <message>
        <source>setup</source>
        <translation>준비</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>순전파</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>역전파</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>all-gather</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>체크포인트</translation>
    </message>
    <message>
        <source>wait ready</source>
        <translation>준비 대기</translation>
    </message>
    <message>
        <source>wait reduced</source>
        <translation>리듀스 대기</translation>
    </message>
    <message>
        <source>wait updated</source>
        <translation>업데이트 대기</translation>
    </message>
    <message>
        <source>wait gathered</source>
        <translation>수집 대기</translation>
    </message>
    <message>
        <source>wait reserved</source>
        <translation>자리 대기</translation>
    </message>
    <message>
        <source>wait norm summed</source>
        <translation>노름 대기</translation>
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
    <message>
        <source>%1 open when a run ended</source>
        <translation>실행이 끝날 때 열려 있던 것 %1</translation>
    </message>
    <message>
        <source>recording took about %1 % of a step</source>
        <translation>기록에 스텝의 약 %1 %</translation>
    </message>
</context>
<context>
    <name>SummaryTable</name>
    <message>
        <source>strategy</source>
        <translation>전략</translation>
    </message>
    <message>
        <source>What the run&apos;s settings are called.</source>
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
        <source>This rank&apos;s reduced part of the gradients at the peak.</source>
        <translation>최대인 순간에 이 랭크가 가진 합쳐진 그래디언트 조각입니다.</translation>
    </message>
    <message>
        <source>+ optimizer</source>
        <translation>+ 옵티마이저</translation>
    </message>
    <message>
        <source>Master weights and the optimizer&apos;s state at the peak.</source>
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
        <source>Model states by the ZeRO paper&apos;s formula.</source>
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
        <source>Share of the step during which a bucket&apos;s full-size gradient exists.</source>
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
        <source>The same by the paper&apos;s count for this strategy.</source>
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
    <message>
        <source>still being written</source>
        <translation>기록 중</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1바이트</translation>
    </message>
    <message>
        <source>on rank %1, in %2</source>
        <translation>랭크 %1, %2에서</translation>
    </message>
    <message>
        <source>in the pool&apos;s blocks: %1</source>
        <translation>풀의 블록: %1</translation>
    </message>
    <message>
        <source>reserved by the pool: %1</source>
        <translation>풀이 예약한 양: %1</translation>
    </message>
    <message>
        <source>used of the device: %1</source>
        <translation>장치 사용량: %1</translation>
    </message>
    <message>
        <source>least limit under which it trains: %1</source>
        <translation>학습이 되는 최소 한도: %1</translation>
    </message>
    <message>
        <source>most in each phase: %1</source>
        <translation>구간별 최대: %1</translation>
    </message>
    <message>
        <source>%1: %2 calls, %3 payload, %4 on the wire</source>
        <translation>%1: 호출 %2번, 페이로드 %3, 실제 전송 %4</translation>
    </message>
    <message>
        <source>reduced and not released: %1 MiB × s a step</source>
        <translation>리듀스 뒤 해제 전: 스텝당 %1 MiB × s</translation>
    </message>
    <message>
        <source>waiting for its host to issue: at least %1 (%2 %)</source>
        <translation>호스트가 내보내기를 기다림: 적어도 %1 (%2 %)</translation>
    </message>
    <message>
        <source>keeping records took about %1 %</source>
        <translation>기록에 든 시간은 약 %1 %</translation>
    </message>
    <message>
        <source>a bucket is released at most %1 after its reduction, on average</source>
        <translation>버킷은 합쳐진 뒤 평균 최대 %1 만에 해제됨</translation>
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
    <name>WhatIf</name>
    <message>
        <source>a step takes %1, a rank needs %2 and sends %3 a step</source>
        <translation>한 스텝 %1, 랭크당 메모리 %2, 스텝당 전송 %3</translation>
    </message>
    <message>
        <source>%1 with G = %2</source>
        <translation>%1, G = %2</translation>
    </message>
    <message>
        <source>%1: did not end well (%2)</source>
        <translation>%1: 끝까지 가지 못함(%2)</translation>
    </message>
    <message>
        <source>%1, predicted: %2 (step × %3)</source>
        <translation>%1, 예측: %2 (스텝 × %3)</translation>
    </message>
    <message>
        <source>%1 with G = %2, measured: %3</source>
        <translation>%1, G = %2, 측정: %3</translation>
    </message>
    <message>
        <source>%1 with G = %2, simulated: %3</source>
        <translation>%1, G = %2, 시뮬레이션: %3</translation>
    </message>
    <message>
        <source>Held against the recording itself:</source>
        <translation>기록 자체와 견준 결과:</translation>
    </message>
    <message>
        <source>Assumed:</source>
        <translation>가정:</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::CommandForm</name>
    <message>
        <source>Choose…</source>
        <translation>고르기…</translation>
    </message>
    <message>
        <source>none: the fields below</source>
        <translation>없음: 아래 항목</translation>
    </message>
    <message>
        <source>Workload file</source>
        <translation>작업 파일</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>열기…</translation>
    </message>
    <message>
        <source>Open a WORKLOAD.json; the fields override it</source>
        <translation>WORKLOAD.json 열기; 아래 항목이 우선합니다</translation>
    </message>
    <message>
        <source>more options, as in a terminal</source>
        <translation>터미널에서처럼 옵션 추가</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>추가 옵션</translation>
    </message>
    <message>
        <source>More</source>
        <translation>추가 옵션</translation>
    </message>
    <message>
        <source>as other systems do it:</source>
        <translation>다른 시스템의 방식:</translation>
    </message>
    <message>
        <source>Open a workload</source>
        <translation>작업 파일 열기</translation>
    </message>
    <message>
        <source>Workload (*.json)</source>
        <translation>작업 (*.json)</translation>
    </message>
    <message>
        <source>Settings of the command</source>
        <translation>명령 설정</translation>
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
    <name>shardscope::gui::CommandPanel</name>
    <message>
        <source>What the command printed</source>
        <translation>명령의 출력</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>수치</translation>
    </message>
    <message>
        <source>What became of the command</source>
        <translation>명령의 결과</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>취소(&amp;C)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>진행</translation>
    </message>
    <message>
        <source>Stop at once</source>
        <translation>바로 중지</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::CommandText</name>
    <message>
        <source>Command line</source>
        <translation>명령줄</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy the command line, to paste it into a terminal</source>
        <translation>터미널에 붙여 넣을 명령줄 복사</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>위치: %1</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::CompareView</name>
    <message>
        <source>Nothing is like this.</source>
        <translation>맞는 것이 없습니다.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Find: reduce.*B3, bucket:B3, category:collective, bytes&gt;1MiB</source>
        <translation>찾기: reduce.*B3, bucket:B3, category:collective, bytes&gt;1MiB</translation>
    </message>
    <message>
        <source>Find spans</source>
        <translation>구간 찾기</translation>
    </message>
    <message>
        <source>What is selected</source>
        <translation>선택한 것</translation>
    </message>
    <message>
        <source>What is in sight</source>
        <translation>보이는 구간</translation>
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
    <name>shardscope::gui::LaneTable</name>
    <message>
        <source>Recording</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>행</translation>
    </message>
    <message>
        <source>What</source>
        <translation>내용</translation>
    </message>
    <message>
        <source>From</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>For</source>
        <translation>길이</translation>
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
    <name>shardscope::gui::PlanAnswer</name>
    <message>
        <source>Best configuration of each strategy and number of ranks</source>
        <translation>전략과 랭크 수마다 가장 좋은 구성</translation>
    </message>
    <message>
        <source>Memory against cost: every configuration</source>
        <translation>메모리와 비용: 모든 구성</translation>
    </message>
    <message>
        <source>Memory by category</source>
        <translation>종류별 메모리</translation>
    </message>
    <message>
        <source>All configurations</source>
        <translation>모든 구성</translation>
    </message>
    <message>
        <source>&amp;Memory and traffic</source>
        <translation>메모리와 전송량(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;All configurations</source>
        <translation>모든 구성(&amp;A)</translation>
    </message>
    <message>
        <source>Heat map as a table</source>
        <translation>히트맵을 표로</translation>
    </message>
    <message>
        <source>Heat map as a &amp;table</source>
        <translation>히트맵을 표로(&amp;T)</translation>
    </message>
    <message>
        <source>The answer in detail</source>
        <translation>자세한 결과</translation>
    </message>
    <message>
        <source>Ass&amp;umptions</source>
        <translation>가정(&amp;U)</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>가정</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::PlanFormWidget</name>
    <message>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>모델(&amp;M)</translation>
    </message>
    <message>
        <source>Se&amp;quence</source>
        <translation>시퀀스(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Type</source>
        <translation>자료형(&amp;T)</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>하드웨어</translation>
    </message>
    <message>
        <source>&amp;GPU</source>
        <translation>GPU(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Fabric</source>
        <translation>패브릭(&amp;F)</translation>
    </message>
    <message>
        <source>Memor&amp;y</source>
        <translation>메모리(&amp;Y)</translation>
    </message>
    <message>
        <source>Choices: lists, every combination is tried</source>
        <translation>선택지: 목록이면 모든 조합을 시도</translation>
    </message>
    <message>
        <source>&amp;Ranks</source>
        <translation>랭크(&amp;R)</translation>
    </message>
    <message>
        <source>G&amp;lobal batch</source>
        <translation>전역 배치(&amp;L)</translation>
    </message>
    <message>
        <source>Micro-&amp;batch</source>
        <translation>마이크로배치(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Accumulate</source>
        <translation>누적(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;In flight</source>
        <translation>동시 진행(&amp;I)</translation>
    </message>
    <message>
        <source>B&amp;ucket</source>
        <translation>버킷(&amp;U)</translation>
    </message>
    <message>
        <source>C&amp;heckpoints</source>
        <translation>체크포인팅(&amp;H)</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>전략</translation>
    </message>
    <message>
        <source>More</source>
        <translation>추가 옵션</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::PlanView</name>
    <message>
        <source>&amp;Plan</source>
        <translation>계획(&amp;P)</translation>
    </message>
    <message>
        <source>Ask the planner (Ctrl+Enter)</source>
        <translation>플래너에 묻기 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>&amp;Simulate the selected configuration</source>
        <translation>선택한 구성 시뮬레이션(&amp;S)</translation>
    </message>
    <message>
        <source>Simulate it and open its recording (Enter, or click it again)</source>
        <translation>시뮬레이션하고 기록 열기 (Enter 또는 다시 클릭)</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>계획 중</translation>
    </message>
    <message>
        <source>Simulating %1 on %2</source>
        <translation>%2에서 %1 시뮬레이션 중</translation>
    </message>
    <message>
        <source>%1 of %2 · %3 left</source>
        <translation>%1 / %2 · 남은 시간 %3</translation>
    </message>
    <message>
        <source>No plan: %1</source>
        <translation>계획 없음: %1</translation>
    </message>
    <message>
        <source>Simulation: %1</source>
        <translation>시뮬레이션: %1</translation>
    </message>
    <message>
        <source>Simulated: %1</source>
        <translation>시뮬레이션 완료: %1</translation>
    </message>
    <message>
        <source>What would have to change, together:</source>
        <translation>함께 바꿔야 할 것:</translation>
    </message>
    <message>
        <source>What would have to change, one of:</source>
        <translation>하나만 바꾸면 되는 것:</translation>
    </message>
    <message>
        <source>Configurations: %1</source>
        <translation>구성: %1</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>비교 대상</translation>
    </message>
    <message>
        <source>All &amp;combinations</source>
        <translation>모든 조합(&amp;C)</translation>
    </message>
    <message>
        <source>Against acc&amp;umulation</source>
        <translation>누적에 따라(&amp;U)</translation>
    </message>
    <message>
        <source>Against bucket si&amp;ze</source>
        <translation>버킷 크기에 따라(&amp;Z)</translation>
    </message>
    <message>
        <source> · what is shown below answers the question before</source>
        <translation> · 아래는 그 전 질문의 답입니다</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::RunFormWidget</name>
    <message>
        <source>Workload</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>모델(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Layers</source>
        <translation>레이어(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Hidden</source>
        <translation>히든(&amp;H)</translation>
    </message>
    <message>
        <source>H&amp;eads</source>
        <translation>헤드(&amp;E)</translation>
    </message>
    <message>
        <source>Se&amp;quence</source>
        <translation>시퀀스(&amp;Q)</translation>
    </message>
    <message>
        <source>Strategies to compare</source>
        <translation>비교할 전략</translation>
    </message>
    <message>
        <source>Ranks, batch, buckets</source>
        <translation>랭크, 배치, 버킷</translation>
    </message>
    <message>
        <source>&amp;Ranks</source>
        <translation>랭크(&amp;R)</translation>
    </message>
    <message>
        <source>Micro-&amp;batch</source>
        <translation>마이크로배치(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Accumulate</source>
        <translation>누적(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Type</source>
        <translation>자료형(&amp;T)</translation>
    </message>
    <message>
        <source>B&amp;ucket</source>
        <translation>버킷(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;In flight</source>
        <translation>동시 진행(&amp;I)</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>Ste&amp;ps</source>
        <translation>스텝 수(&amp;P)</translation>
    </message>
    <message>
        <source>Memory limi&amp;t</source>
        <translation>메모리 한도(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>데이터(&amp;D)</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>F&amp;older</source>
        <translation>폴더(&amp;O)</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>저장…</translation>
    </message>
    <message>
        <source>Save the form as a WORKLOAD.json</source>
        <translation>입력한 내용을 WORKLOAD.json으로 저장</translation>
    </message>
    <message>
        <source>Save the form as a workload</source>
        <translation>입력한 내용을 작업으로 저장</translation>
    </message>
    <message>
        <source>Workload (*.json)</source>
        <translation>작업 (*.json)</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>저장됨: %1</translation>
    </message>
    <message>
        <source>Saved: %1, without %2, which is no part of a workload</source>
        <translation>저장됨: %1 (작업에 속하지 않는 %2 제외)</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::RunView</name>
    <message>
        <source>&amp;Start</source>
        <translation>시작(&amp;S)</translation>
    </message>
    <message>
        <source>Run the command (Ctrl+Enter)</source>
        <translation>명령 실행 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>What the command prints is shown here, as it prints it.</source>
        <translation>명령이 출력하는 것이 그대로 여기에 나타납니다.</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>The losses of each strategy appear here, step by step.</source>
        <translation>전략마다의 손실이 스텝마다 여기에 나타납니다.</translation>
    </message>
    <message>
        <source>%1 left · </source>
        <translation>남은 시간 %1 · </translation>
    </message>
    <message>
        <source>Step %1 of %2 over all strategies · %3tokens/s: %4</source>
        <translation>모든 전략의 스텝 %2 중 %1 · %3토큰/초: %4</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>마침</translation>
    </message>
    <message>
        <source>Ended: %1</source>
        <translation>끝남: %1</translation>
    </message>
    <message>
        <source> · recordings: %1</source>
        <translation> · 기록: %1</translation>
    </message>
    <message>
        <source>What is not written yet is lost</source>
        <translation>아직 쓰지 않은 것은 사라집니다</translation>
    </message>
    <message>
        <source>Stop; what was recorded until then is written and opened</source>
        <translation>중지; 그때까지의 기록은 저장되어 열립니다</translation>
    </message>
    <message>
        <source>&amp;Open recordings</source>
        <translation>기록 열기(&amp;O)</translation>
    </message>
    <message>
        <source>Peak memory of rank 0 in each step</source>
        <translation>스텝마다 랭크 0의 최대 메모리</translation>
    </message>
    <message>
        <source>The most memory that each strategy needs in a step appears here.</source>
        <translation>전략마다 한 스텝에 필요한 최대 메모리가 여기에 나타납니다.</translation>
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
    <message>
        <source>Still being written, and nothing can be shown yet. It is read again as it grows.</source>
        <translation>아직 기록 중이고 보여 줄 것이 없습니다. 늘어나면 다시 읽습니다.</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::SlideView</name>
    <message>
        <source>Micro-batches a step</source>
        <translation>스텝당 마이크로배치</translation>
    </message>
    <message>
        <source>Bucket size</source>
        <translation>버킷 크기</translation>
    </message>
    <message>
        <source>Charts against micro-batches a step</source>
        <translation>스텝당 마이크로배치에 따른 그래프</translation>
    </message>
    <message>
        <source>Charts against the bucket&apos;s size</source>
        <translation>버킷 크기에 따른 그래프</translation>
    </message>
    <message>
        <source>Every strategy at the slider&apos;s value</source>
        <translation>슬라이더 값에서의 모든 전략</translation>
    </message>
    <message>
        <source>What is selected under &quot;All combinations&quot; is shown here along one setting, once it is evaluated.</source>
        <translation>&quot;모든 조합&quot;에서 고른 구성을 계산할 수 있으면 여기에 설정 하나에 따라 보여 줍니다.</translation>
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
    <name>shardscope::gui::WhatIfForm</name>
    <message>
        <source>A recorded run</source>
        <translation>기록된 실행</translation>
    </message>
    <message>
        <source>&amp;Recording</source>
        <translation>기록(&amp;R)</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>Had it used instead</source>
        <translation>대신 이렇게 했다면</translation>
    </message>
    <message>
        <source>Settings: empty as recorded</source>
        <translation>설정: 비우면 기록된 대로</translation>
    </message>
    <message>
        <source>&amp;Accumulate</source>
        <translation>누적(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;In flight</source>
        <translation>동시 진행(&amp;I)</translation>
    </message>
    <message>
        <source>B&amp;ucket</source>
        <translation>버킷(&amp;U)</translation>
    </message>
    <message>
        <source>O&amp;verlap</source>
        <translation>겹침(&amp;V)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>추가 옵션</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>시뮬레이션</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::WhatIfView</name>
    <message>
        <source>What if…</source>
        <translation>만약에…</translation>
    </message>
    <message>
        <source>&amp;Predict</source>
        <translation>예측(&amp;P)</translation>
    </message>
    <message>
        <source>Replay the recorded times (Ctrl+Enter)</source>
        <translation>기록된 시간으로 다시 계산(Ctrl+Enter)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>닫기(&amp;L)</translation>
    </message>
    <message>
        <source>What was predicted</source>
        <translation>예측 결과</translation>
    </message>
    <message>
        <source>What the recorded run would have taken, otherwise: its operations and collectives take what they took, and the rest is worked out. The predicted recording opens beside the recorded one, and what was assumed is listed here.</source>
        <translation>기록된 실행을 다르게 했다면 어땠을지 계산합니다: 연산과 집합 통신은 기록된 시간이 걸리고, 나머지는 거기서 구합니다. 예측한 기록은 원래 기록 옆에 열리고, 가정한 것은 여기에 나열됩니다.</translation>
    </message>
    <message>
        <source>No recording is open that times can be taken from.</source>
        <translation>시간을 가져올 수 있는 기록이 열려 있지 않습니다.</translation>
    </message>
    <message>
        <source>Not predicted: %1</source>
        <translation>예측하지 못함: %1</translation>
    </message>
    <message>
        <source>Predicted, and opened beside the recording.</source>
        <translation>예측하여 기록 옆에 열었습니다.</translation>
    </message>
    <message>
        <source>Ended: %1</source>
        <translation>끝남: %1</translation>
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
<context>
    <name>shardscope::table::Sentences</name>
    <message>
        <source>OOM: %1</source>
        <translation>메모리 부족: %1</translation>
    </message>
    <message>
        <source>OOM at %1 %2: needed %3, had %4 %5 in pieces</source>
        <translation>%1 %2에서 메모리 부족: 필요 %3, 남은 것 %4 %5(조각으로 흩어짐)</translation>
    </message>
    <message>
        <source>OOM at %1 %2: needed %3, had %4 %5</source>
        <translation>%1 %2에서 메모리 부족: 필요 %3, 남은 것 %4 %5</translation>
    </message>
    <message>
        <source>INTERRUPTED before a whole step was recorded</source>
        <translation>한 스텝이 온전히 기록되기 전에 중단됨</translation>
    </message>
    <message>
        <source>FAILED: %1</source>
        <translation>실패: %1</translation>
    </message>
    <message>
        <source>no whole step was recorded</source>
        <translation>온전히 기록된 스텝이 없음</translation>
    </message>
    <message>
        <source>observed: %1 at G=%2 did not do what its name says: %3 (closest: %4).</source>
        <translation>관측: G=%2의 %1 실행은 이름과 다르게 동작했습니다: %3 (가장 가까운 것: %4).</translation>
    </message>
    <message>
        <source>observed: stages cannot be told apart here (N = 1, or one bucket holds all gradients); nothing contradicts their names.</source>
        <translation>관측: 여기서는 단계를 구별할 수 없습니다(N = 1이거나 한 버킷에 모든 그래디언트가 있음). 이름과 어긋나는 것은 없습니다.</translation>
    </message>
    <message>
        <source>observed: every stage did what its name says.</source>
        <translation>관측: 모든 단계가 이름대로 동작했습니다.</translation>
    </message>
    <message>
        <source>%1 at G=%2 was interrupted: %3 of %4 steps are whole.</source>
        <translation>G=%2의 %1 중단됨: 스텝 %4개 중 %3개가 온전합니다.</translation>
    </message>
    <message>
        <source>recorder: %1 records lost, %2 unmatched: numbers are lower bounds.</source>
        <translation>기록기: 유실 %1개, 짝 없음 %2개이므로 수치는 하한입니다.</translation>
    </message>
    <message>
        <source>clocks of the ranks agree within %1.</source>
        <translation>랭크 간 시계 차이는 %1 이내입니다.</translation>
    </message>
    <message>
        <source>note: %1</source>
        <translation>참고: %1</translation>
    </message>
    <message>
        <source>note (%1): %2</source>
        <translation>참고 (%1): %2</translation>
    </message>
    <message>
        <source>1 stage</source>
        <translation>단계 1개</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>단계 %1개</translation>
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
        <source>G=%1 one hash %2, %3 x %4</source>
        <translation>G=%1 해시 하나 %2, %3 × %4</translation>
    </message>
    <message>
        <source>G=%1 differ: %2 (once a step or every micro-batch: sums are rounded differently)</source>
        <translation>G=%1 서로 다름: %2 (스텝마다 한 번과 마이크로배치마다는 합의 반올림이 다릅니다)</translation>
    </message>
    <message>
        <source>G=%1 differ: %2</source>
        <translation>G=%1 서로 다름: %2</translation>
    </message>
    <message>
        <source>G=%1 RANKS DISAGREE in %2</source>
        <translation>G=%1 %2에서 랭크끼리 값이 다름</translation>
    </message>
    <message>
        <source>NOT A NUMBER %1 in %2</source>
        <translation>%2에서 %1 숫자가 아님</translation>
    </message>
    <message>
        <source>G=%1 %2 (a lower --lr, or --clip, may help)</source>
        <translation>G=%1 %2 (--lr을 낮추거나 --clip을 쓰면 나아질 수 있습니다)</translation>
    </message>
    <message>
        <source>G=%1 fell %2 -&gt; %3</source>
        <translation>G=%1 감소 %2 -&gt; %3</translation>
    </message>
    <message>
        <source>G=%1 did NOT fall in %2: %3 -&gt; %4</source>
        <translation>G=%1 %2에서 감소하지 않음: %3 -&gt; %4</translation>
    </message>
    <message>
        <source>%1, different bits in each stage</source>
        <translation>%1, 비트는 단계마다 다름</translation>
    </message>
    <message>
        <source>%1, the same bits in %2</source>
        <translation>%1, 비트까지 같은 것: %2</translation>
    </message>
    <message>
        <source>%1 of %2 in %3</source>
        <translation>%3에서 %2번 중 %1번</translation>
    </message>
    <message>
        <source>%1 of %2 in %3; loss scale %4</source>
        <translation>%3에서 %2번 중 %1번; 손실 배율 %4</translation>
    </message>
    <message>
        <source>G=%1 %2</source>
        <translation>G=%1 %2</translation>
    </message>
    <message>
        <source>weights: %1.</source>
        <translation>가중치: %1.</translation>
    </message>
    <message>
        <source>losses: %1.</source>
        <translation>손실: %1.</translation>
    </message>
    <message>
        <source>skipped steps (fp16 overflow): %1</source>
        <translation>건너뛴 스텝(fp16 오버플로): %1</translation>
    </message>
    <message>
        <source>%1 peaks in %2, where activations dominate (%3) and only %4 of its %5 full-size gradients exist yet</source>
        <translation>%1의 최대는 %2에 있으며, 그때는 활성값이 대부분이고(%3) 전체 크기 그래디언트 %5 중 %4만 생겨 있기 때문</translation>
    </message>
    <message>
        <source>N = 1: there is nobody to share with</source>
        <translation>N = 1이라 나눌 상대가 없기 때문</translation>
    </message>
    <message>
        <source>one bucket holds all gradients, so it is full-size at its end in both</source>
        <translation>한 버킷에 모든 그래디언트가 있어 둘 다 마지막에 전체 크기가 되기 때문</translation>
    </message>
    <message>
        <source>the buckets in flight and the shards of %1 (%2) weigh as much as the gradients that %3 holds at its peak (%4)</source>
        <translation>%1의 진행 중인 버킷과 샤드(%2)가 %3의 최대 순간 그래디언트(%4)만큼 크기 때문</translation>
    </message>
    <message>
        <source>%1 peaks in %2, where it holds %3 that are not gradients (%4: %5 in %6)</source>
        <translation>%1의 최대는 %2에 있으며, 그때 그래디언트가 아닌 것이 %3이기 때문(%4: %6에 %5)</translation>
    </message>
    <message>
        <source>Nothing is sent.</source>
        <translation>보내는 것이 없습니다.</translation>
    </message>
    <message>
        <source>Same bytes sent; only how long gradients live differs.</source>
        <translation>보내는 바이트는 같고, 그래디언트의 수명만 다릅니다.</translation>
    </message>
    <message>
        <source>%1 P sent instead of nothing.</source>
        <translation>보내지 않던 것에서 %1 P를 보냅니다.</translation>
    </message>
    <message>
        <source>%1 x the traffic: %2 reduces every micro-batch, %3 only after the last.</source>
        <translation>전송량 %1배: 리듀스를 %2에서는 마이크로배치마다, %3에서는 마지막 뒤에만 합니다.</translation>
    </message>
    <message>
        <source>%1 x the traffic.</source>
        <translation>전송량 %1배.</translation>
    </message>
    <message>
        <source>%1: %2 (states alone %3). %4</source>
        <translation>%1: %2 (상태만 %3). %4</translation>
    </message>
    <message>
        <source>%1: %2 (states alone %3) for %4</source>
        <translation>%1: %2 (상태만 %3), 그 대가는 %4</translation>
    </message>
    <message>
        <source>%1: %2 at the peak; %3</source>
        <translation>%1: 최대에서 %2; %3</translation>
    </message>
    <message>
        <source>%1: ZeRO-2 saves nothing at the peak here (%2), because %3. %4</source>
        <translation>%1: ZeRO-2가 최대에서 줄이는 것이 없습니다(%2). 이유: %3. %4</translation>
    </message>
    <message>
        <source>no stage trains</source>
        <translation>학습하는 단계 없음</translation>
    </message>
    <message>
        <source>%1 trains</source>
        <translation>학습 %1</translation>
    </message>
    <message>
        <source>%1 train</source>
        <translation>학습 %1</translation>
    </message>
    <message>
        <source>limit %1, G=%2: %3 runs out of memory; %4.</source>
        <translation>한도 %1, G=%2: 메모리 부족 %3; %4.</translation>
    </message>
    <message>
        <source>limit %1, G=%2: %3 run out of memory; %4.</source>
        <translation>한도 %1, G=%2: 메모리 부족 %3; %4.</translation>
    </message>
    <message>
        <source>from step %1 on</source>
        <translation>스텝 %1부터</translation>
    </message>
    <message>
        <source>in step %1</source>
        <translation>스텝 %1에</translation>
    </message>
    <message>
        <source>%1 -&gt; %2, G=%3</source>
        <translation>%1 -&gt; %2, G=%3</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 events could not be read</source>
        <translation>읽을 수 없는 이벤트 %1개</translation>
    </message>
    <message>
        <source>the file was cut: what is said holds for what could be read</source>
        <translation>파일이 잘렸습니다. 읽을 수 있었던 부분에 대한 내용입니다</translation>
    </message>
    <message>
        <source>only the first step was recorded: times include warming up</source>
        <translation>첫 스텝만 기록되어 시간에 워밍업이 들어 있습니다</translation>
    </message>
    <message>
        <source>the label &quot;%1&quot; says %2 %3; seen: %4</source>
        <translation>이름 &quot;%1&quot;의 %2: %3, 관측된 것: %4</translation>
    </message>
    <message>
        <source>the label says stage %1; seen: stage %2</source>
        <translation>이름은 %1단계, 관측된 것은 %2단계</translation>
    </message>
    <message>
        <source>does not fit: %1 are needed on the device and %2 has %3, %4 too little</source>
        <translation>들어가지 않습니다. 장치에 %1 필요, %2의 용량은 %3, 부족분 %4</translation>
    </message>
    <message>
        <source>%1 ranks share one GPU: bytes and lifetimes are facts, times are a shared card&apos;s</source>
        <translation>랭크 %1개가 GPU 하나를 같이 씁니다. 바이트와 수명은 사실이고, 시간은 나눠 쓰는 카드의 것입니다</translation>
    </message>
    <message>
        <source>each rank&apos;s segments are held to a quota of %1</source>
        <translation>각 랭크의 세그먼트는 할당량 %1 이내입니다</translation>
    </message>
    <message>
        <source>matrix products use %1 of workspace a rank, outside the pool</source>
        <translation>행렬 곱은 풀 밖에서 랭크당 작업 공간 %1 사용</translation>
    </message>
    <message>
        <source>fp32 matrix products round their inputs to tf32, 10 bits of mantissa</source>
        <translation>fp32 행렬 곱은 입력을 tf32(가수 10비트)로 반올림합니다</translation>
    </message>
    <message>
        <source>device-used memory is what %1 says</source>
        <translation>장치 사용 메모리는 %1 값입니다</translation>
    </message>
    <message>
        <source>%1 ranks in one process on %2 cores (%3)</source>
        <translation>프로세스 하나에 랭크 %1개, 코어 %2개 (%3)</translation>
    </message>
    <message>
        <source>1 rank in one process on %1 cores (%2)</source>
        <translation>프로세스 하나에 랭크 1개, 코어 %1개 (%2)</translation>
    </message>
    <message>
        <source>%1 ranks as MPI processes on %2 cores (%3)</source>
        <translation>MPI 프로세스로 랭크 %1개, 코어 %2개 (%3)</translation>
    </message>
    <message>
        <source>%1 ranks at unit costs</source>
        <translation>랭크 %1개, 단위 비용</translation>
    </message>
    <message>
        <source>%1 ranks at the times of %2</source>
        <translation>랭크 %1개, %2의 시간으로</translation>
    </message>
    <message>
        <source>setup</source>
        <translation>준비</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>순전파</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>역전파</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>all-gather</translation>
    </message>
    <message>
        <source>first step</source>
        <translation>첫 스텝</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>체크포인트</translation>
    </message>
    <message>
        <source>%1 and %2 ran too few steps to compare their times (below %3)</source>
        <translation>%1, %2의 스텝이 너무 적어 시간을 비교할 수 없습니다(%3개 미만)</translation>
    </message>
    <message>
        <source>%1 and %2 take the same time</source>
        <translation>%1, %2의 시간은 같습니다</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be told apart (intervals overlap)</source>
        <translation>%1, %2의 시간은 구별되지 않습니다(구간이 겹침)</translation>
    </message>
    <message>
        <source>%1 is x %2 faster than %3</source>
        <translation>%3보다 %1 쪽이 %2배 빠릅니다</translation>
    </message>
    <message>
        <source>Times are simulated, by what a recording&apos;s work took.</source>
        <translation>시간은 기록에서 걸린 시간에 따른 시뮬레이션입니다.</translation>
    </message>
    <message>
        <source>Times are simulated: unit costs.</source>
        <translation>시간은 단위 비용에 따른 시뮬레이션입니다.</translation>
    </message>
    <message>
        <source>Times are simulated, by what calibrate measured.</source>
        <translation>시간은 calibrate 측정값에 따른 시뮬레이션입니다.</translation>
    </message>
    <message>
        <source>Times are simulated, uncalibrated.</source>
        <translation>시간은 보정하지 않은 시뮬레이션입니다.</translation>
    </message>
    <message>
        <source>Times are this CPU&apos;s, not a GPU&apos;s.</source>
        <translation>시간은 GPU가 아니라 이 CPU의 것입니다.</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>step: %1</source>
        <translation>스텝: %1</translation>
    </message>
    <message>
        <source>no whole step is recorded yet</source>
        <translation>온전히 기록된 스텝이 아직 없음</translation>
    </message>
    <message>
        <source>%1 at G=%2 is still running: %3 of %4 steps are whole.</source>
        <translation>G=%2의 %1 실행 중: 스텝 %4개 중 %3개가 온전합니다.</translation>
    </message>
    <message>
        <source>the file is still being written: what is said holds for what is there</source>
        <translation>파일이 아직 기록 중입니다. 지금까지 있는 부분에 대한 내용입니다</translation>
    </message>
    <message>
        <source>the model is small for its buckets: the bucket buffers of %1 (%2) and its shards weigh more than the gradients that %3 holds at its peak (%4)</source>
        <translation>모델이 버킷에 비해 작아, %1의 버킷 버퍼(%2)와 샤드가 %3의 최대 순간 그래디언트(%4)보다 크기 때문</translation>
    </message>
    <message>
        <source>observed: every stage did what its name says, as far as can be told: of %1 it cannot (N = 1, or one bucket holds all gradients).</source>
        <translation>관측: 구별할 수 있는 한 모든 단계가 이름대로 동작했습니다. 구별할 수 없는 것: %1 (N = 1이거나 버킷 하나에 모든 그래디언트가 있음).</translation>
    </message>
    <message>
        <source>another model</source>
        <translation>모델이 다름</translation>
    </message>
    <message>
        <source>other number of steps</source>
        <translation>스텝 수가 다름</translation>
    </message>
    <message>
        <source>other number of ranks</source>
        <translation>랭크 수가 다름</translation>
    </message>
    <message>
        <source>another batch</source>
        <translation>배치가 다름</translation>
    </message>
    <message>
        <source>another seed</source>
        <translation>시드가 다름</translation>
    </message>
    <message>
        <source>other data</source>
        <translation>데이터가 다름</translation>
    </message>
    <message>
        <source>another dtype</source>
        <translation>dtype이 다름</translation>
    </message>
    <message>
        <source>another optimizer or its settings</source>
        <translation>옵티마이저 또는 그 설정이 다름</translation>
    </message>
    <message>
        <source>gradients are summed in another dtype</source>
        <translation>그래디언트를 다른 dtype으로 더함</translation>
    </message>
    <message>
        <source>gradients are reduced once a step or every micro-batch</source>
        <translation>그래디언트를 스텝마다 한 번 또는 마이크로배치마다 리듀스함</translation>
    </message>
    <message>
        <source>gradients or their norm are summed in another order</source>
        <translation>그래디언트 또는 그 노름을 더하는 순서가 다름</translation>
    </message>
    <message>
        <source>G=%1 %2 not compared with %3: %4</source>
        <translation>G=%1 %3, %2 비교 안 함: %4</translation>
    </message>
    <message>
        <source>G=%1 differ: %2 (%3)</source>
        <translation>G=%1 서로 다름: %2 (%3)</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>the least limit of a run that ran out of memory counts only what it had asked for until then</source>
        <translation>메모리가 부족했던 실행의 최소 한도에는 그때까지 요청한 것만 들어 있습니다</translation>
    </message>
    <message>
        <source>%1 and %2 are alike (x %3; estimated times err by %4 %)</source>
        <translation>%1, %2의 시간은 비슷합니다(차이 %3배, 추정 시간의 오차 %4 %)</translation>
    </message>
    <message>
        <source>of more than %1 rows those not shown need what they reserve without a limit, or less</source>
        <translation>행이 %1개를 넘으면, 표시되지 않은 행의 필요량은 한도 없이 예약하는 양이거나 그보다 적습니다</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be told apart (x %3, and what was recorded comes out x %4 off)</source>
        <translation>%1, %2의 시간은 구별되지 않습니다(차이 %3배, 기록된 실행의 재현 오차 %4배)</translation>
    </message>
    <message>
        <source>memory is the pool&apos;s of one rank (%1 segments), over set-up and %2 steps</source>
        <translation>메모리는 준비 단계와 %2스텝 동안 한 랭크의 풀 메모리입니다(세그먼트: %1)</translation>
    </message>
    <message>
        <source>memory is model states alone: weights, gradients and optimizer, without activations, buffers and padding</source>
        <translation>메모리는 모델 상태(가중치, 그래디언트, 옵티마이저)뿐이며 활성값, 버퍼, 패딩은 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>what a device needs beside the pool (context, libraries, communicator buffers) is not in it</source>
        <translation>풀 밖에서 장치에 필요한 것(컨텍스트, 라이브러리, 통신 버퍼)은 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>of %1&apos;s %2, context %3, libraries %4, NCCL&apos;s communicators %5 and %6 % of slack are not the pool&apos;s</source>
        <translation>%1의 %2 가운데 컨텍스트 %3, 라이브러리 %4, NCCL 커뮤니케이터들 %5, 여유분 %6 %는 풀이 쓰지 못합니다</translation>
    </message>
    <message>
        <source>a row is the rank with the largest peak; rank 0 where ranks are alike</source>
        <translation>각 행은 최대 메모리가 가장 큰 랭크의 값이며, 랭크들이 같으면 랭크 0의 값입니다</translation>
    </message>
    <message>
        <source>cost is bytes sent: %1</source>
        <translation>비용은 보낸 바이트입니다: %1</translation>
    </message>
    <message>
        <source>no hardware was named, so there is no cost model to time a step with</source>
        <translation>하드웨어를 지정하지 않아 스텝 시간을 낼 비용 모델이 없습니다</translation>
    </message>
    <message>
        <source>steps are timed on %1 (%2) by its hardware file&apos;s cost model, not measured</source>
        <translation>스텝 시간은 %1(%2) 하드웨어 파일의 비용 모델로 추정한 것이며 측정한 값이 아닙니다</translation>
    </message>
    <message>
        <source>%1 sums each bucket&apos;s norm in as many slices as there are ranks, a kernel each, so that it has the bits of stages 1 to 3; its step holds those launches</source>
        <translation>%1은(는) 1–3단계와 비트까지 같도록 버킷마다 노름을 랭크 수만큼 나누어 커널 하나씩으로 더하며, 스텝 시간에 그 실행이 들어 있습니다</translation>
    </message>
    <message>
        <source>in-flight has no effect where full gradients live until the step (stages 0 and 1): such rows are alike</source>
        <translation>전체 크기 그래디언트가 스텝까지 남는 곳(0, 1단계)에서는 동시 진행 수가 영향을 주지 않아, 그런 행들은 같습니다</translation>
    </message>
    <message>
        <source>global batch %1 is no multiple of micro-batch x ranks = %2 x %3 = %4</source>
        <translation>전역 배치 %1은(는) 마이크로배치 × 랭크 = %2 × %3 = %4의 배수가 아닙니다</translation>
    </message>
    <message>
        <source>%1 ranks on nodes of %2 GPUs would leave one partly filled</source>
        <translation>GPU %2개짜리 노드에 랭크 %1개를 두면 노드 하나가 다 차지 않습니다</translation>
    </message>
    <message>
        <source>interrupted before it was evaluated</source>
        <translation>계산하기 전에 중단되었습니다</translation>
    </message>
    <message>
        <source>%1: found %2; allowed: a divisor of --ranks, which is %3</source>
        <translation>%1: 입력 %2, 허용: --ranks(%3)의 약수</translation>
    </message>
    <message>
        <source>a shard group needs a sharded optimizer: a replicated one has no shards</source>
        <translation>샤드 그룹에는 샤딩된 옵티마이저가 필요합니다. 복제된 옵티마이저에는 샤드가 없습니다</translation>
    </message>
    <message>
        <source>a shard group needs layout per-bucket or per-parameter: its ranks get equal parts</source>
        <translation>샤드 그룹에는 per-bucket 또는 per-parameter 배치가 필요합니다. 그룹의 랭크들은 같은 크기를 나눠 갖습니다</translation>
    </message>
    <message>
        <source>a shard group needs reduce-scatter: it reduces inside the group, then across groups</source>
        <translation>샤드 그룹에는 reduce-scatter가 필요합니다. 그룹 안에서 합친 다음 그룹끼리 합칩니다</translation>
    </message>
    <message>
        <source>%1: the model would have %2 parameters; allowed: at most %3</source>
        <translation>%1: 모델의 파라미터가 %2개가 됩니다. 허용: 최대 %3</translation>
    </message>
    <message>
        <source>%1: one activation would have %2 elements; allowed: at most %3</source>
        <translation>%1: 활성값 하나의 원소가 %2개가 됩니다. 허용: 최대 %3</translation>
    </message>
    <message>
        <source>%1: this %2 has %3, which nothing here computes, so it has no time model; allowed: %4</source>
        <translation>%1: 이 %2 모델에는 여기서 계산하지 못하는 것(%3)이 있어 시간 모델이 없습니다. 허용: %4</translation>
    </message>
    <message>
        <source>%1: the last %2 of its %3 positions are left out with --seq %4: %5 parameters less</source>
        <translation>%1: --seq %4에서는 위치 %3개 중 마지막 %2개를 빼므로 파라미터가 %5개 적습니다</translation>
    </message>
    <message>
        <source>%1 is not given; %2 is used (%3)</source>
        <translation>%1 값이 없어 %2을(를) 씁니다(%3)</translation>
    </message>
    <message>
        <source>%1 is not given; %2 is used</source>
        <translation>%1 값이 없어 %2을(를) 씁니다</translation>
    </message>
    <message>
        <source>%1 holds the config&apos;s %2 parameters</source>
        <translation>%1에 설정과 같은 파라미터 %2개가 있습니다</translation>
    </message>
    <message>
        <source>%1: %2, %3 parameters</source>
        <translation>%1: %2, 파라미터 %3개</translation>
    </message>
    <message>
        <source>the class&apos;s default</source>
        <translation>클래스의 기본값</translation>
    </message>
    <message>
        <source>the base class&apos;s default</source>
        <translation>기반 클래스의 기본값</translation>
    </message>
    <message>
        <source>%1 (from %2)</source>
        <translation>%1(지금은 %2)</translation>
    </message>
    <message>
        <source>strategy %1</source>
        <translation>전략 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>experts and their router</source>
        <translation>전문가와 라우터</translation>
    </message>
    <message>
        <source>latent attention, experts and their router</source>
        <translation>잠재 어텐션, 전문가와 라우터</translation>
    </message>
    <message>
        <source>a GELU gate and a scaled embedding</source>
        <translation>GELU 게이트와 배율을 곱한 임베딩</translation>
    </message>
    <message>
        <source>capped scores, a GELU gate and a scaled embedding</source>
        <translation>값을 제한한 점수, GELU 게이트와 배율을 곱한 임베딩</translation>
    </message>
    <message>
        <source>attention beside the feed-forward</source>
        <translation>피드포워드와 나란한 어텐션</translation>
    </message>
    <message>
        <source>ReLU and its position table</source>
        <translation>ReLU와 위치 표</translation>
    </message>
    <message>
        <source>an encoder, cross-attention and relative positions</source>
        <translation>인코더, 교차 어텐션과 상대 위치</translation>
    </message>
    <message>
        <source>attention in both directions</source>
        <translation>양방향 어텐션</translation>
    </message>
    <message>
        <source>images</source>
        <translation>이미지</translation>
    </message>
    <message>
        <source>ALiBi, or LayerNorm without a bias</source>
        <translation>ALiBi 또는 편향 없는 LayerNorm</translation>
    </message>
    <message>
        <source>a head of its own (tie_word_embeddings false)</source>
        <translation>따로 있는 헤드(tie_word_embeddings false)</translation>
    </message>
    <message>
        <source>a feed-forward of %1 columns, which is not four times hidden</source>
        <translation>hidden의 네 배가 아닌 %1열 피드포워드</translation>
    </message>
    <message>
        <source>biases of the output projection or the feed-forward</source>
        <translation>출력 투영 또는 피드포워드의 편향</translation>
    </message>
    <message>
        <source>rotary embeddings of a part of each head</source>
        <translation>헤드 일부에만 있는 회전 임베딩</translation>
    </message>
    <message>
        <source>Some times are measured, others simulated: rows say which.</source>
        <translation>일부 시간은 측정값이고 나머지는 시뮬레이션 값입니다. 어느 쪽인지는 행에 적혀 있습니다.</translation>
    </message>
    <message>
        <source>operations and collectives take what they took in %1: medians over %2 steps and %3 ranks</source>
        <translation>연산과 집합 통신은 %1에서 걸린 시간이 걸립니다: 스텝 %2개, 랭크 %3개의 중앙값</translation>
    </message>
    <message>
        <source>operations and collectives take what they took in %1: medians over %2 steps and 1 rank</source>
        <translation>연산과 집합 통신은 %1에서 걸린 시간이 걸립니다: 스텝 %2개, 랭크 1개의 중앙값</translation>
    </message>
    <message>
        <source>what it lacks is taken from %1</source>
        <translation>거기 없는 것은 %1에서 가져옵니다</translation>
    </message>
    <message>
        <source>medians leave out when work was held up: operations are stretched by %1 and transfers by %2, so that a step&apos;s sums are the recorded ones</source>
        <translation>중앙값에는 작업이 지체된 때가 빠지므로, 한 스텝의 합이 기록과 같도록 연산은 %1배, 전송은 %2배로 늘립니다</translation>
    </message>
    <message>
        <source>the host issues a launch in %1 us and an event in %2 us; %3 us lie between operations</source>
        <translation>호스트는 실행 하나를 %1 us, 이벤트 하나를 %2 us에 내보냅니다; 연산 사이는 %3 us</translation>
    </message>
    <message>
        <source>a thread that waited goes on %1 after what it waited for; all ranks are equally fast, and those that meet wait %2 % of the time since they last did</source>
        <translation>기다리던 스레드는 기다린 일이 끝나고 %1 뒤에 움직입니다; 모든 랭크는 똑같이 빠르고, 만날 때마다 지난번 만난 뒤 흐른 시간의 %2 %를 기다립니다</translation>
    </message>
    <message>
        <source>work keeps the slow-down that it had beside other work when it was recorded, and gets no other</source>
        <translation>작업은 기록될 때 다른 작업 옆에서 느려진 만큼만 느려지고, 더 느려지지는 않습니다</translation>
    </message>
    <message>
        <source>%1 as it was recorded, at these times: %2 ms a step; recorded were %3 ms (ratio %4)</source>
        <translation>%1을(를) 기록된 그대로 이 시간으로 계산하면 스텝당 %2 ms; 기록은 %3 ms (비 %4)</translation>
    </message>
    <message>
        <source>operations that were not recorded take the median of those of the same kernel and sizes: %1</source>
        <translation>기록되지 않은 연산은 커널과 크기가 같은 연산의 중앙값이 걸립니다: %1</translation>
    </message>
    <message>
        <source>one micro-batch a step was recorded: adding to a gradient takes what writing it takes: %1</source>
        <translation>스텝당 마이크로배치 하나가 기록되었습니다: 그래디언트에 더하는 시간은 쓰는 시간과 같다고 봅니다: %1</translation>
    </message>
    <message>
        <source>in sizes that were not recorded, time grows with the bytes, from the nearest recorded size on: %1</source>
        <translation>기록되지 않은 크기에서는 가장 가까운 기록된 크기부터 시간이 바이트에 비례합니다: %1</translation>
    </message>
    <message>
        <source>operations that were not recorded at all take the time a byte of a kernel that was: %1</source>
        <translation>전혀 기록되지 않은 연산은 기록된 커널의 바이트당 시간이 걸립니다: %1</translation>
    </message>
    <message>
        <source>an %1 that was not recorded in such sizes takes what a %2 and an %3 of the same array take</source>
        <translation>그런 크기로 기록되지 않은 %1에는 같은 배열의 %2와(과) %3의 시간이 걸립니다</translation>
    </message>
    <message>
        <source>a %1 was not recorded in such sizes and takes half the time of an %2 of the same array</source>
        <translation>%1은(는) 그런 크기로 기록되지 않아, 같은 배열의 %2의 절반이 걸립니다</translation>
    </message>
    <message>
        <source>a %1 was not recorded in such sizes and takes the time of an %2 of the same array</source>
        <translation>%1은(는) 그런 크기로 기록되지 않아, 같은 배열의 %2만큼 걸립니다</translation>
    </message>
    <message>
        <source>%1 in sizes that were not recorded: %2, a line fitted to %3</source>
        <translation>기록되지 않은 크기의 %1: %2, 직선으로 맞춘 근거는 %3</translation>
    </message>
    <message>
        <source>%1 us + bytes at %2 GB/s</source>
        <translation>%1 us + 바이트를 %2 GB/s로</translation>
    </message>
    <message>
        <source>%1 and to the smallest collective; used up to %2</source>
        <translation>%1, 그리고 가장 작은 집합 통신; %2까지 씀</translation>
    </message>
    <message>
        <source>%1 and to the smallest collective</source>
        <translation>%1, 그리고 가장 작은 집합 통신</translation>
    </message>
    <message>
        <source>%1; used up to %2</source>
        <translation>%1; %2까지 씀</translation>
    </message>
    <message>
        <source>its one recorded size, %1</source>
        <translation>기록된 크기 하나, %1</translation>
    </message>
    <message>
        <source>%1 recorded sizes from %2 to %3</source>
        <translation>기록된 크기 %1개, %2에서 %3까지</translation>
    </message>
    <message>
        <source>collectives over another number of ranks: latency by the steps of a ring, bytes by what each rank sends; links between more ranks are as fast as the recorded ones</source>
        <translation>랭크 수가 다른 집합 통신: 지연은 링의 단계 수로, 바이트는 각 랭크가 보내는 양으로 셉니다; 랭크가 늘어도 링크는 기록된 만큼 빠릅니다</translation>
    </message>
    <message>
        <source>%1 ranks were recorded; each of %2 computes as fast</source>
        <translation>랭크 %1개가 기록되었습니다; %2개 각각이 똑같이 빠르게 계산합니다</translation>
    </message>
    <message>
        <source>%1: is ignored by DeepSpeed: %2</source>
        <translation>%1: DeepSpeed가 무시합니다: %2</translation>
    </message>
    <message>
        <source>%1: is not modelled: %2</source>
        <translation>%1: 여기서는 다루지 않습니다: %2</translation>
    </message>
    <message>
        <source>%1: changes neither memory nor traffic here</source>
        <translation>%1: 여기서는 메모리도 전송량도 바꾸지 않습니다</translation>
    </message>
    <message>
        <source>%1: used</source>
        <translation>%1: 쓰임</translation>
    </message>
    <message>
        <source>%1: a fixed scale: an overflow ends the run</source>
        <translation>%1: 고정된 스케일: 오버플로가 나면 실행이 끝납니다</translation>
    </message>
    <message>
        <source>%1: is &quot;auto&quot;, which Hugging Face&apos;s Trainer fills in; DeepSpeed&apos;s default is used</source>
        <translation>%1: &quot;auto&quot;는 Hugging Face의 Trainer가 채우는 값입니다; DeepSpeed의 기본값을 씁니다</translation>
    </message>
    <message>
        <source>%1: says how checkpoints are kept, and not whether there are any: the program&apos;s calls do; give --checkpointing</source>
        <translation>%1: 체크포인트를 어떻게 두는지만 말하고 쓰는지는 말하지 않습니다: 그것은 프로그램의 호출이 정하므로 --checkpointing을 주세요</translation>
    </message>
    <message>
        <source>DeepSpeed reads it at stage 3 only</source>
        <translation>DeepSpeed는 3단계에서만 읽습니다</translation>
    </message>
    <message>
        <source>DeepSpeed reads it and never asks for it</source>
        <translation>DeepSpeed는 읽기만 하고 쓰지 않습니다</translation>
    </message>
    <message>
        <source>DeepSpeed asks for gradient_clipping instead</source>
        <translation>DeepSpeed는 gradient_clipping을 대신 씁니다</translation>
    </message>
    <message>
        <source>no release of this decade reads it</source>
        <translation>2020년대의 어떤 판도 읽지 않습니다</translation>
    </message>
    <message>
        <source>with a PyTorch that gathers into one tensor (any since 1.13), each parameter group is gathered in one call</source>
        <translation>텐서 하나로 모으는 PyTorch(1.13부터 모두)에서는 파라미터 그룹마다 호출 하나로 모읍니다</translation>
    </message>
    <message>
        <source>since 2020 no ZeRO optimizer is given it; weights are always all-gathered</source>
        <translation>2020년부터 어떤 ZeRO 옵티마이저에도 전달되지 않습니다; 가중치는 늘 all-gather합니다</translation>
    </message>
    <message>
        <source>the name that allgather_bucket_size had</source>
        <translation>allgather_bucket_size의 옛 이름입니다</translation>
    </message>
    <message>
        <source>the old stage 1 is gone from DeepSpeed</source>
        <translation>옛 1단계는 DeepSpeed에서 사라졌습니다</translation>
    </message>
    <message>
        <source>steps are skipped for fp16 overflow only</source>
        <translation>스텝은 fp16 오버플로에만 건너뜁니다</translation>
    </message>
    <message>
        <source>hysteresis is not refilled by a good step</source>
        <translation>hysteresis는 좋은 스텝으로 다시 채워지지 않습니다</translation>
    </message>
    <message>
        <source>AdamW here always corrects</source>
        <translation>여기의 AdamW는 늘 보정합니다</translation>
    </message>
    <message>
        <source>the learning rate stays what it is at the start</source>
        <translation>학습률은 처음 값 그대로입니다</translation>
    </message>
    <message>
        <source>which rank owns a parameter changes, and not how much a rank holds or sends</source>
        <translation>파라미터를 가진 랭크만 달라지고, 랭크가 갖거나 보내는 양은 그대로입니다</translation>
    </message>
    <message>
        <source>the optimizer updates all it owns at once</source>
        <translation>옵티마이저는 가진 것을 한꺼번에 갱신합니다</translation>
    </message>
    <message>
        <source>zero-3 gathers each bucket before its first use and frees it after its last</source>
        <translation>zero-3은 버킷을 처음 쓰기 전에 모으고 마지막으로 쓴 뒤 해제합니다</translation>
    </message>
    <message>
        <source>every parameter is sharded, small ones too</source>
        <translation>작은 것까지 모든 파라미터를 샤딩합니다</translation>
    </message>
    <message>
        <source>parameters are all-gathered</source>
        <translation>파라미터는 all-gather합니다</translation>
    </message>
    <message>
        <source>parameters of a bucket are gathered together</source>
        <translation>한 버킷의 파라미터는 함께 모읍니다</translation>
    </message>
    <message>
        <source>activations are those of the model</source>
        <translation>활성값은 모델의 것 그대로입니다</translation>
    </message>
    <message>
        <source>checkpoints are tensors of their own</source>
        <translation>체크포인트는 따로 된 텐서입니다</translation>
    </message>
    <message>
        <source>one checkpoint a layer</source>
        <translation>레이어마다 체크포인트 하나</translation>
    </message>
    <message>
        <source>kernels are not fused by a compiler</source>
        <translation>컴파일러가 커널을 합치지 않습니다</translation>
    </message>
    <message>
        <source>ranks are threads of %1, and share its %2</source>
        <translation>랭크는 %1의 스레드이고, 그 메모리 %2을(를) 나누어 씁니다</translation>
    </message>
    <message>
        <source>steps are simulated with what was %1</source>
        <translation>스텝은 다음 측정값으로 시뮬레이션했습니다: %1</translation>
    </message>
    <message>
        <source>not measured, so by the machine&apos;s bandwidth and peaks: %1; calibrate with this workload&apos;s options measures them</source>
        <translation>측정하지 않아 기계의 대역폭과 최고 성능으로 계산: %1; 이 워크로드의 옵션으로 calibrate하면 측정합니다</translation>
    </message>
    <message>
        <source>more ranks than its %1 cores take turns, at a factor of %2</source>
        <translation>코어 %1개보다 많은 랭크는 번갈아 돌며, %2배 걸립니다</translation>
    </message>
    <message>
        <source>measured by shardscope calibrate on %1, %2 cores, %3</source>
        <translation>shardscope calibrate, %1, 코어 %2개, %3</translation>
    </message>
    <message>
        <source>recorder: keeping records took about %1 % of a step; times without it are shorter.</source>
        <translation>기록기: 기록에 스텝의 약 %1 %가 들었습니다. 기록하지 않으면 그만큼 짧습니다.</translation>
    </message>
    <message>
        <source>gradients: of %1 at G=%2 full-size buckets pile up: %3 live at once in the first step, %4 in the last, %5 more.</source>
        <translation>그래디언트: G=%2인 %1에서 전체 크기 버킷이 쌓입니다. 동시에 살아 있는 버킷이 첫 스텝에는 %3개, 마지막 스텝에는 %4개로, %5 늘었습니다.</translation>
    </message>
    <message>
        <source>gradients: of %1 at G=%2 full-size buckets pile up within a step: %3 live at once in the first micro-batch, %4 in the last, %5 more.</source>
        <translation>그래디언트: G=%2인 %1에서 전체 크기 버킷이 한 스텝 안에서 쌓입니다. 동시에 살아 있는 버킷이 첫 마이크로배치에는 %3개, 마지막에는 %4개로, %5 늘었습니다.</translation>
    </message>
    <message>
        <source>step: %1 at G=%2 waits for its host: for at least %3 % of a step (%4) the compute stream had nothing queued, because it had not been issued yet.</source>
        <translation>스텝: G=%2인 %1은(는) 호스트를 기다립니다. 스텝의 적어도 %3 %(%4) 동안, 호스트가 아직 내보내지 않아 계산 스트림에 할 일이 없었습니다.</translation>
    </message>
</context>
</TS>
