<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR">
<context>
    <name>Category</name>
    <message>
        <location filename="../paint/theme.cpp" line="18"/>
        <source>weights</source>
        <translation>가중치</translation>
    </message>
    <message>
        <location filename="../paint/theme.cpp" line="19"/>
        <source>master weights</source>
        <translation>마스터 가중치</translation>
    </message>
    <message>
        <location filename="../paint/theme.cpp" line="20"/>
        <source>optimizer state</source>
        <translation>옵티마이저 상태</translation>
    </message>
    <message>
        <location filename="../paint/theme.cpp" line="22"/>
        <source>gradients, full size</source>
        <translation>그래디언트(전체 크기)</translation>
    </message>
    <message>
        <location filename="../paint/theme.cpp" line="23"/>
        <source>gradient shards</source>
        <translation>그래디언트 샤드</translation>
    </message>
    <message>
        <location filename="../paint/theme.cpp" line="24"/>
        <source>bucket copies</source>
        <translation>버킷 사본</translation>
    </message>
    <message>
        <location filename="../paint/theme.cpp" line="25"/>
        <source>activations</source>
        <translation>활성값</translation>
    </message>
    <message>
        <location filename="../paint/theme.cpp" line="27"/>
        <source>activation gradients</source>
        <translation>활성값 그래디언트</translation>
    </message>
    <message>
        <location filename="../paint/theme.cpp" line="28"/>
        <source>workspace</source>
        <translation>작업 공간</translation>
    </message>
    <message>
        <location filename="../paint/theme.cpp" line="29"/>
        <source>communication</source>
        <translation>통신</translation>
    </message>
</context>
<context>
    <name>Chart</name>
    <message>
        <location filename="../summary/chart_cells.cpp" line="42"/>
        <source>states: paper %1, with buffers %2</source>
        <translation>상태: 논문 %1, 버퍼 포함 %2</translation>
    </message>
    <message>
        <location filename="../summary/chart_cells.cpp" line="59"/>
        <source>model states by the paper: %1 (%2)</source>
        <translation>논문 공식의 모델 상태: %1 (%2)</translation>
    </message>
    <message>
        <location filename="../summary/chart_cells.cpp" line="63"/>
        <source>model states as held, buffers too: %1</source>
        <translation>실제로 보유한 모델 상태(버퍼 포함): %1</translation>
    </message>
    <message>
        <location filename="../summary/chart_cells.cpp" line="83"/>
        <source>%1 in %2 calls</source>
        <translation>%1, 호출 %2회</translation>
    </message>
    <message>
        <location filename="../summary/chart_cells.cpp" line="89"/>
        <source>%1 elements / P, paper %2</source>
        <translation>요소 / P %1, 논문 %2</translation>
    </message>
    <message>
        <location filename="../summary/chart_cells.cpp" line="115"/>
        <source>a step: %1, median of %2</source>
        <translation>한 스텝: %1, %2개의 중앙값</translation>
    </message>
    <message>
        <location filename="../summary/chart_cells.cpp" line="118"/>
        <source>computing %1, sending: hidden %2, exposed %3</source>
        <translation>계산 %1, 통신: 가려짐 %2, 노출 %3</translation>
    </message>
    <message>
        <location filename="../summary/chart_fill.cpp" line="20"/>
        <source>reduce-scatter</source>
        <translation>reduce-scatter</translation>
    </message>
    <message>
        <location filename="../summary/chart_fill.cpp" line="21"/>
        <source>all-gather</source>
        <translation>all-gather</translation>
    </message>
    <message>
        <location filename="../summary/chart_fill.cpp" line="22"/>
        <source>all-reduce</source>
        <translation>all-reduce</translation>
    </message>
    <message>
        <location filename="../summary/chart_fill.cpp" line="23"/>
        <source>reduce</source>
        <translation>reduce</translation>
    </message>
    <message>
        <location filename="../summary/chart_fill.cpp" line="24"/>
        <source>broadcast</source>
        <translation>broadcast</translation>
    </message>
    <message>
        <location filename="../summary/chart_fill.cpp" line="25"/>
        <source>computing</source>
        <translation>계산</translation>
    </message>
    <message>
        <location filename="../summary/chart_fill.cpp" line="26"/>
        <source>standing still</source>
        <translation>정지(대기)</translation>
    </message>
    <message>
        <location filename="../summary/chart_fill.cpp" line="27"/>
        <source>communication, hidden</source>
        <translation>통신, 가려짐</translation>
    </message>
    <message>
        <location filename="../summary/chart_fill.cpp" line="29"/>
        <source>communication, exposed</source>
        <translation>통신, 노출됨</translation>
    </message>
    <message>
        <location filename="../summary/chart_fill.cpp" line="30"/>
        <source>waiting for peers</source>
        <translation>다른 랭크 대기</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="24"/>
        <source>Peak memory, %1</source>
        <translation>최대 메모리, %1</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="25"/>
        <source>worst rank, at the instant of its peak</source>
        <translation>메모리가 가장 큰 랭크, 최대인 순간</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="28"/>
        <source>Traffic, %1</source>
        <translation>전송량, %1</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="29"/>
        <source>on the wire, a rank and step</source>
        <translation>랭크당 스텝당 실제 전송</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="32"/>
        <source>Step time, %1</source>
        <translation>스텝 시간, %1</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="33"/>
        <source>above: compute stream, below: collectives; medians</source>
        <translation>위: 계산 스트림, 아래: 집합 통신 (중앙값)</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="53"/>
        <source>other traces</source>
        <translation>다른 트레이스</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="55"/>
        <source>G = %1, global batch %2</source>
        <translation>G = %1, 전체 배치 %2</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="56"/>
        <source>, %1 ranks</source>
        <translation>, 랭크 %1개</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="64"/>
        <source>states, paper</source>
        <translation>상태, 논문</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="66"/>
        <source>states with buffers</source>
        <translation>상태, 버퍼 포함</translation>
    </message>
    <message>
        <location filename="../summary/chart_of.cpp" line="68"/>
        <source>the step</source>
        <translation>스텝</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <location filename="../model/command_line.cpp" line="43"/>
        <source>The command &quot;shardscope&quot; was not found: not in %1, where this program is, and not in the folders of PATH. Put both programs into one folder (./dev build does), or add the command&apos;s folder to PATH, and start again.</source>
        <translation>&quot;shardscope&quot; 명령을 찾지 못했습니다: 이 프로그램이 있는 %1에도, PATH의 폴더에도 없습니다. 두 프로그램을 한 폴더에 두거나(./dev build가 그렇게 합니다) 명령의 폴더를 PATH에 넣고 다시 시작하세요.</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <location filename="../shell/commands.cpp" line="19"/>
        <source>&amp;Open recordings…</source>
        <translation>기록 열기(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="20"/>
        <source>Open a &amp;folder…</source>
        <translation>폴더 열기(&amp;F)…</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="21"/>
        <source>&amp;Add to the comparison…</source>
        <translation>비교에 추가(&amp;A)…</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="22"/>
        <source>&amp;Stop reading</source>
        <translation>읽기 중단(&amp;S)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="23"/>
        <source>&amp;Picture of the view…</source>
        <translation>보기를 그림으로(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="24"/>
        <source>Table as &amp;CSV…</source>
        <translation>표를 CSV로(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="25"/>
        <source>Table as &amp;Markdown…</source>
        <translation>표를 Markdown으로(&amp;M)…</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="26"/>
        <source>Copy the &amp;table</source>
        <translation>표 복사(&amp;T)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="27"/>
        <source>&amp;Quit</source>
        <translation>끝내기(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="28"/>
        <source>&amp;Compare</source>
        <translation>비교(&amp;C)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="29"/>
        <source>&amp;Summary</source>
        <translation>요약(&amp;S)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="30"/>
        <source>&amp;Plan</source>
        <translation>계획(&amp;P)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="31"/>
        <source>&amp;Run</source>
        <translation>실행(&amp;R)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="32"/>
        <source>As the &amp;desktop</source>
        <translation>데스크톱 설정대로(&amp;D)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="33"/>
        <source>&amp;Light</source>
        <translation>밝게(&amp;L)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="34"/>
        <source>&amp;Dark</source>
        <translation>어둡게(&amp;D)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="37"/>
        <source>&amp;Find a command…</source>
        <translation>명령 찾기(&amp;F)…</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="38"/>
        <source>&amp;Keys</source>
        <translation>키(&amp;K)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="39"/>
        <source>&amp;Tour of the samples</source>
        <translation>예제 둘러보기(&amp;T)</translation>
    </message>
    <message>
        <location filename="../shell/commands.cpp" line="40"/>
        <source>&amp;About shardscope</source>
        <translation>shardscope 정보(&amp;A)</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <location filename="../layout/axis.cpp" line="44"/>
        <source>since step begin</source>
        <translation>스텝 시작부터</translation>
    </message>
    <message>
        <location filename="../layout/compare_layout.cpp" line="114"/>
        <source>Open two recordings to compare them.</source>
        <translation>비교할 기록 두 개를 여세요.</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="59"/>
        <source>operation</source>
        <translation>연산</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="61"/>
        <source>collective</source>
        <translation>집합 통신</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="63"/>
        <source>stall</source>
        <translation>정지</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="65"/>
        <location filename="../layout/title.cpp" line="56"/>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="67"/>
        <location filename="../widgets/lane_table.cpp" line="27"/>
        <source>phase</source>
        <translation>단계</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="71"/>
        <source>span</source>
        <translation>구간</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="77"/>
        <source>%1 payload</source>
        <translation>페이로드 %1</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="78"/>
        <source>%1 on the wire</source>
        <translation>전송 %1</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="80"/>
        <source>%1 waiting for peers</source>
        <translation>다른 랭크를 기다림 %1</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="82"/>
        <source>%1 read and written</source>
        <translation>읽고 쓴 양 %1</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="84"/>
        <source>%1 FLOPs</source>
        <translation>%1 FLOPs</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="136"/>
        <location filename="../layout/legend.cpp" line="46"/>
        <source>full size</source>
        <translation>전체 크기</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="138"/>
        <source>held in full</source>
        <translation>전체 크기로 유지</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="138"/>
        <source>of that dead</source>
        <translation>그중 불필요</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="139"/>
        <location filename="../layout/describe.cpp" line="235"/>
        <source>shard</source>
        <translation>샤드</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="144"/>
        <source>computing</source>
        <translation>계산</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="145"/>
        <source>exposed communication</source>
        <translation>노출된 통신</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="146"/>
        <source>stalled</source>
        <translation>정지</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="147"/>
        <source>collectives</source>
        <translation>집합 통신</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="148"/>
        <source>payload</source>
        <translation>페이로드</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="149"/>
        <source>most live</source>
        <translation>최대 사용량</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="150"/>
        <source>most full gradients</source>
        <translation>전체 그래디언트 최대</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="151"/>
        <source>live at its most</source>
        <translation>최대 사용 시점</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="220"/>
        <source>%1 spans; zoom in to see them</source>
        <translation>구간 %1개; 확대하면 보입니다</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="233"/>
        <source>full-size gradient</source>
        <translation>전체 크기 그래디언트</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="234"/>
        <source>dead: reduced, not mine</source>
        <translation>불필요: 리듀스됨, 내 몫 아님</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="237"/>
        <source>parameters stale on other ranks</source>
        <translation>다른 랭크에서 옛 파라미터</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="238"/>
        <source>parameters being gathered</source>
        <translation>파라미터 모으는 중</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="239"/>
        <source>parameters ready</source>
        <translation>파라미터 준비됨</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="250"/>
        <source>, from %1</source>
        <translation>, %1부터</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="252"/>
        <location filename="../widgets/lane_table.cpp" line="21"/>
        <source>gradient %1</source>
        <translation>그래디언트 %1</translation>
    </message>
    <message>
        <location filename="../layout/describe.cpp" line="266"/>
        <source>%1, from %2 to %3</source>
        <translation>%1, %2부터 %3까지</translation>
    </message>
    <message>
        <location filename="../layout/gradient_rows.cpp" line="142"/>
        <source>released; 1/%1 kept</source>
        <translation>해제; 1/%1만 유지</translation>
    </message>
    <message>
        <location filename="../layout/gradient_rows.cpp" line="154"/>
        <source>reduced, yet held in full until the step</source>
        <translation>리듀스됐지만 스텝까지 전체 유지</translation>
    </message>
    <message>
        <location filename="../layout/gradient_rows.cpp" line="186"/>
        <source>%1 buckets a row</source>
        <translation>한 줄에 버킷 %1개</translation>
    </message>
    <message>
        <location filename="../layout/gradient_rows.cpp" line="199"/>
        <source>gradients</source>
        <translation>그래디언트</translation>
    </message>
    <message>
        <location filename="../layout/ground.cpp" line="22"/>
        <source>warm-up: not counted</source>
        <translation>준비 운전: 세지 않음</translation>
    </message>
    <message>
        <location filename="../layout/ground.cpp" line="79"/>
        <source>forward</source>
        <translation>순전파</translation>
    </message>
    <message>
        <location filename="../layout/ground.cpp" line="80"/>
        <source>backward</source>
        <translation>역전파</translation>
    </message>
    <message>
        <location filename="../layout/ground.cpp" line="81"/>
        <source>optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <location filename="../layout/ground.cpp" line="82"/>
        <source>all-gather of the new parameters</source>
        <translation>새 파라미터의 all-gather</translation>
    </message>
    <message>
        <location filename="../layout/ground.cpp" line="83"/>
        <source>set-up</source>
        <translation>설정</translation>
    </message>
    <message>
        <location filename="../layout/ground.cpp" line="117"/>
        <source>all-gather</source>
        <translation>all-gather</translation>
    </message>
    <message>
        <location filename="../layout/instant.cpp" line="57"/>
        <source>%1 live; %2 of full gradients in %3 buckets</source>
        <translation>사용 %1; 그중 전체 그래디언트 %2, 버킷 %3개</translation>
    </message>
    <message>
        <location filename="../layout/lanes.cpp" line="32"/>
        <source>compute</source>
        <translation>계산</translation>
    </message>
    <message>
        <location filename="../layout/lanes.cpp" line="34"/>
        <source>communication</source>
        <translation>통신</translation>
    </message>
    <message>
        <location filename="../layout/lanes.cpp" line="36"/>
        <source>host</source>
        <translation>호스트</translation>
    </message>
    <message>
        <location filename="../layout/legend.cpp" line="34"/>
        <source>Memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <location filename="../layout/legend.cpp" line="45"/>
        <location filename="../layout/legend.cpp" line="88"/>
        <source>Gradients</source>
        <translation>그래디언트</translation>
    </message>
    <message>
        <location filename="../layout/legend.cpp" line="47"/>
        <source>dead (reduced, not mine)</source>
        <translation>불필요(리듀스됨, 내 몫 아님)</translation>
    </message>
    <message>
        <location filename="../layout/legend.cpp" line="49"/>
        <source>shard (1/N)</source>
        <translation>샤드(1/N)</translation>
    </message>
    <message>
        <location filename="../layout/legend.cpp" line="54"/>
        <source>Parameters</source>
        <translation>파라미터</translation>
    </message>
    <message>
        <location filename="../layout/legend.cpp" line="56"/>
        <source>stale</source>
        <translation>옛 값</translation>
    </message>
    <message>
        <location filename="../layout/legend.cpp" line="57"/>
        <source>gathering</source>
        <translation>모으는 중</translation>
    </message>
    <message>
        <location filename="../layout/legend.cpp" line="58"/>
        <location filename="../layout/words.cpp" line="55"/>
        <source>ready</source>
        <translation>준비됨</translation>
    </message>
    <message>
        <location filename="../layout/legend.cpp" line="59"/>
        <source>stalled or exposed</source>
        <translation>정지 또는 노출된 통신</translation>
    </message>
    <message>
        <location filename="../layout/memory_area.cpp" line="96"/>
        <source>peak %1</source>
        <translation>최대 %1</translation>
    </message>
    <message>
        <location filename="../layout/memory_area.cpp" line="97"/>
        <source>highest here %1</source>
        <translation>이 구간 최대 %1</translation>
    </message>
    <message>
        <location filename="../layout/memory_area.cpp" line="127"/>
        <source>%1 below the highest</source>
        <translation>가장 높은 것보다 %1 낮음</translation>
    </message>
    <message>
        <location filename="../layout/memory_area.cpp" line="181"/>
        <source>full-size gradients</source>
        <translation>전체 크기 그래디언트</translation>
    </message>
    <message>
        <location filename="../layout/memory_area.cpp" line="263"/>
        <source>memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <location filename="../layout/minimap.cpp" line="78"/>
        <source>whole run</source>
        <translation>전체 실행</translation>
    </message>
    <message>
        <location filename="../layout/parameter_rows.cpp" line="45"/>
        <source>parameters</source>
        <translation>파라미터</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="18"/>
        <source>stage not recognised</source>
        <translation>단계를 알 수 없음</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="19"/>
        <source>stages cannot be told apart here</source>
        <translation>여기서는 단계를 구별할 수 없음</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="22"/>
        <source>observed: stage %1, as labelled</source>
        <translation>관측: 이름대로 %1단계</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="23"/>
        <source>observed: stage %1, not as labelled</source>
        <translation>관측: 이름과 달리 %1단계</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="27"/>
        <source>simulated</source>
        <translation>시뮬레이션</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="28"/>
        <source>imported</source>
        <translation>가져옴</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="29"/>
        <source>measured</source>
        <translation>측정</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="34"/>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="35"/>
        <source>stopped before its end</source>
        <translation>끝나기 전에 중지됨</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="40"/>
        <source>out of memory at %1: needed %2, limit %3</source>
        <translation>%1에서 메모리 부족: %2 필요, 한도 %3</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="46"/>
        <source>peak</source>
        <translation>최대</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="48"/>
        <source>full gradients, most at once</source>
        <translation>한 번에 있는 전체 그래디언트</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="49"/>
        <source>%1 of %2 buckets, %3</source>
        <translation>버킷 %2개 중 %1개, %3</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="61"/>
        <source>recorder lost</source>
        <translation>기록 손실</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="62"/>
        <source>%1 events</source>
        <translation>이벤트 %1개</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="65"/>
        <source>the file was cut</source>
        <translation>파일이 잘림</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="73"/>
        <source>another program&apos;s trace: lanes only</source>
        <translation>다른 프로그램의 기록: 레인만</translation>
    </message>
    <message>
        <location filename="../layout/title.cpp" line="85"/>
        <source>rank %1 of %2</source>
        <translation>랭크 %1 / %2</translation>
    </message>
    <message>
        <location filename="../layout/words.cpp" line="53"/>
        <source>born</source>
        <translation>생성</translation>
    </message>
    <message>
        <location filename="../layout/words.cpp" line="57"/>
        <source>reduce start</source>
        <translation>리듀스 시작</translation>
    </message>
    <message>
        <location filename="../layout/words.cpp" line="59"/>
        <source>reduced</source>
        <translation>리듀스됨</translation>
    </message>
    <message>
        <location filename="../layout/words.cpp" line="61"/>
        <source>released</source>
        <translation>해제</translation>
    </message>
    <message>
        <location filename="../widgets/compare_canvas.cpp" line="21"/>
        <location filename="../widgets/compare_canvas.cpp" line="191"/>
        <source>Recordings on one time axis</source>
        <translation>한 시간축 위의 기록</translation>
    </message>
    <message>
        <location filename="../widgets/lane_table.cpp" line="24"/>
        <source>parameters %1</source>
        <translation>파라미터 %1</translation>
    </message>
    <message>
        <location filename="../widgets/lane_table.cpp" line="52"/>
        <source>%1 phases</source>
        <translation>단계 %1개</translation>
    </message>
</context>
<context>
    <name>CompareActions</name>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="25"/>
        <source>Zoom in</source>
        <translation>확대</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="27"/>
        <source>Zoom out</source>
        <translation>축소</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="29"/>
        <source>Earlier</source>
        <translation>앞 시간으로</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="31"/>
        <source>Later</source>
        <translation>뒤 시간으로</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="33"/>
        <source>Fit the interval, else the step</source>
        <translation>선택 구간에 맞춤, 없으면 스텝에</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="35"/>
        <source>Fit the step</source>
        <translation>스텝에 맞춤</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="37"/>
        <source>Fit the whole run</source>
        <translation>전체 실행에 맞춤</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="39"/>
        <source>Back in the zoom history</source>
        <translation>이전 보기로</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="41"/>
        <source>Forward in the zoom history</source>
        <translation>다음 보기로</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="43"/>
        <source>Scroll up</source>
        <translation>위로 스크롤</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="45"/>
        <source>Scroll down</source>
        <translation>아래로 스크롤</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="47"/>
        <source>Next span of the lane</source>
        <translation>레인의 다음 구간</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="49"/>
        <source>Previous span of the lane</source>
        <translation>레인의 이전 구간</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="51"/>
        <source>Next bucket</source>
        <translation>다음 버킷</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="53"/>
        <source>Previous bucket</source>
        <translation>이전 버킷</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="55"/>
        <source>Move the time cursor left</source>
        <translation>시간 커서를 왼쪽으로</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="57"/>
        <source>Move the time cursor right</source>
        <translation>시간 커서를 오른쪽으로</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="59"/>
        <source>Align by the step before</source>
        <translation>이전 스텝에 맞춰 정렬</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="61"/>
        <source>Align by the step after</source>
        <translation>다음 스텝에 맞춰 정렬</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="63"/>
        <source>Pin or unpin the selected lane</source>
        <translation>선택한 레인 고정 또는 해제</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="65"/>
        <source>A row for every bucket, or folded</source>
        <translation>버킷마다 한 줄, 또는 접기</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="67"/>
        <source>Select nothing</source>
        <translation>선택 해제</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="72"/>
        <source>Find a span</source>
        <translation>구간 찾기</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="76"/>
        <source>Next that was found</source>
        <translation>다음 찾은 것</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="78"/>
        <source>Previous that was found</source>
        <translation>이전 찾은 것</translation>
    </message>
    <message>
        <location filename="../widgets/compare_actions.cpp" line="74"/>
        <source>What is in sight as a table</source>
        <translation>보이는 구간을 표로</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <location filename="../files/starting_files.cpp" line="45"/>
        <source>There is no such file or folder.</source>
        <translation>그런 파일이나 폴더가 없습니다.</translation>
    </message>
</context>
<context>
    <name>Heading</name>
    <message>
        <location filename="../summary/heading.cpp" line="37"/>
        <source>%1 parameters</source>
        <translation>파라미터 %1개</translation>
    </message>
    <message>
        <location filename="../summary/heading.cpp" line="41"/>
        <source>micro-batch %1 × %2 tokens</source>
        <translation>마이크로배치 %1 × 토큰 %2개</translation>
    </message>
    <message>
        <location filename="../summary/heading.cpp" line="47"/>
        <source>1 rank</source>
        <translation>랭크 1개</translation>
    </message>
    <message>
        <location filename="../summary/heading.cpp" line="47"/>
        <source>%1 ranks</source>
        <translation>랭크 %1개</translation>
    </message>
    <message>
        <location filename="../summary/heading.cpp" line="80"/>
        <source>several machines</source>
        <translation>여러 기계</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <location filename="../files/marks.cpp" line="19"/>
        <source>Written by another version of shardscope: %1. Its events are shown as far as they go; there are no numbers.</source>
        <translation>다른 버전의 shardscope가 기록했습니다: %1. 읽을 수 있는 이벤트만 보여 주며, 수치는 없습니다.</translation>
    </message>
    <message>
        <location filename="../files/marks.cpp" line="24"/>
        <source>A trace of another program: its events are shown as far as they go; there are no numbers to compare.</source>
        <translation>다른 프로그램의 트레이스입니다. 읽을 수 있는 이벤트만 보여 주며, 비교할 수치는 없습니다.</translation>
    </message>
    <message>
        <location filename="../files/marks.cpp" line="40"/>
        <source>another version&apos;s recording</source>
        <translation>다른 버전의 기록</translation>
    </message>
    <message>
        <location filename="../files/marks.cpp" line="41"/>
        <source>another program&apos;s trace</source>
        <translation>다른 프로그램의 트레이스</translation>
    </message>
    <message>
        <location filename="../files/marks.cpp" line="42"/>
        <location filename="../files/marks.cpp" line="50"/>
        <source>incomplete</source>
        <translation>불완전함</translation>
    </message>
    <message>
        <location filename="../files/marks.cpp" line="46"/>
        <source>simulated</source>
        <translation>시뮬레이션</translation>
    </message>
    <message>
        <location filename="../files/marks.cpp" line="47"/>
        <source>out of memory</source>
        <translation>메모리 부족</translation>
    </message>
    <message>
        <location filename="../files/marks.cpp" line="48"/>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <location filename="../files/marks.cpp" line="49"/>
        <source>interrupted</source>
        <translation>중단됨</translation>
    </message>
    <message>
        <location filename="../files/marks.cpp" line="66"/>
        <source>The file is incomplete: it was cut, or is still being written. What is shown is of the part that is there.</source>
        <translation>파일이 불완전합니다. 잘렸거나 아직 기록 중입니다. 있는 부분만 보여 줍니다.</translation>
    </message>
    <message>
        <location filename="../files/marks.cpp" line="72"/>
        <source>%1 events could not be read and are left out.</source>
        <translation>읽을 수 없는 이벤트 %1개를 제외했습니다.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <location filename="../shell/main_window_pages.cpp" line="23"/>
        <source>Compare</source>
        <translation>비교</translation>
    </message>
    <message>
        <location filename="../shell/main_window_pages.cpp" line="24"/>
        <source>Summary</source>
        <translation>요약</translation>
    </message>
    <message>
        <location filename="../shell/main_window_pages.cpp" line="25"/>
        <source>Plan</source>
        <translation>계획</translation>
    </message>
    <message>
        <location filename="../shell/main_window_pages.cpp" line="25"/>
        <source>Run</source>
        <translation>실행</translation>
    </message>
</context>
<context>
    <name>Plan</name>
    <message>
        <location filename="../layout/heat_map.cpp" line="48"/>
        <source>no step time</source>
        <translation>스텝 시간 없음</translation>
    </message>
    <message>
        <location filename="../layout/heat_map.cpp" line="52"/>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="25"/>
        <source>Strategy</source>
        <translation>전략</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="27"/>
        <source>Ranks</source>
        <translation>랭크</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="30"/>
        <source>Micro-batch</source>
        <translation>마이크로 배치</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="33"/>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="35"/>
        <source>Bucket</source>
        <translation>버킷</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="37"/>
        <source>In flight</source>
        <translation>동시 진행</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="40"/>
        <source>Checkpointing</source>
        <translation>체크포인팅</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="43"/>
        <source>Needs</source>
        <translation>필요량</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="49"/>
        <source>Margin</source>
        <translation>여유</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="52"/>
        <source>Sent a step</source>
        <translation>스텝당 전송</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="55"/>
        <source>Step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <location filename="../widgets/plan_tables.cpp" line="57"/>
        <source>Front</source>
        <translation>경계</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <location filename="../shell/status_texts.cpp" line="24"/>
        <source>recorder: %1 dropped, %2 unmatched</source>
        <translation>기록기: 유실 %1, 짝 없음 %2</translation>
    </message>
    <message>
        <location filename="../shell/status_texts.cpp" line="26"/>
        <source>clocks within %1</source>
        <translation>시계 오차 %1 이내</translation>
    </message>
</context>
<context>
    <name>SummaryTable</name>
    <message>
        <location filename="../summary/table_text.cpp" line="25"/>
        <source>strategy</source>
        <translation>전략</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="26"/>
        <source>What the run&apos;s settings are called.</source>
        <translation>실행 설정의 이름입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="27"/>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="28"/>
        <source>Micro-batches a step (gradient accumulation).</source>
        <translation>스텝당 마이크로배치 수(그래디언트 누적)입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="29"/>
        <source>source</source>
        <translation>출처</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="30"/>
        <source>Measured, simulated, or what else must be known of it.</source>
        <translation>측정인지 시뮬레이션인지, 그 밖에 알아야 할 점입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="31"/>
        <source>peak</source>
        <translation>최대</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="32"/>
        <source>Live memory at its peak, on the rank where it is largest. The five columns to the right add up to it.</source>
        <translation>메모리가 가장 큰 랭크의 최대 사용량입니다. 오른쪽 다섯 열을 더하면 이 값이 됩니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="35"/>
        <source>= weights</source>
        <translation>= 가중치</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="36"/>
        <source>Working weights at the peak.</source>
        <translation>최대인 순간의 작업용 가중치입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="37"/>
        <source>+ full
gradients</source>
        <translation>+ 전체
그래디언트</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="38"/>
        <source>Full-size gradients, not yet reduced, at the peak.</source>
        <translation>최대인 순간에 아직 합쳐지지 않은 전체 크기 그래디언트입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="39"/>
        <source>+ gradient
shards</source>
        <translation>+ 그래디언트
샤드</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="40"/>
        <source>This rank&apos;s reduced part of the gradients at the peak.</source>
        <translation>최대인 순간에 이 랭크가 가진 합쳐진 그래디언트 조각입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="41"/>
        <source>+ optimizer</source>
        <translation>+ 옵티마이저</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="42"/>
        <source>Master weights and the optimizer&apos;s state at the peak.</source>
        <translation>최대인 순간의 마스터 가중치와 옵티마이저 상태입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="43"/>
        <source>+ rest</source>
        <translation>+ 나머지</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="44"/>
        <source>Activations, workspace, copies and communication at the peak.</source>
        <translation>최대인 순간의 활성값, 작업 공간, 복사본, 통신 버퍼입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="46"/>
        <source>states,
paper</source>
        <translation>상태,
논문</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="47"/>
        <source>Model states by the ZeRO paper&apos;s formula.</source>
        <translation>ZeRO 논문 공식의 모델 상태입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="48"/>
        <source>states,
with buffers</source>
        <translation>상태,
버퍼 포함</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="49"/>
        <source>Model states as this engine holds them: padding, and the buckets in flight, are in it.</source>
        <translation>이 엔진이 실제로 보유한 모델 상태입니다. 패딩과 진행 중인 버킷이 들어 있습니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="52"/>
        <source>gradients
held</source>
        <translation>그래디언트
보유</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="53"/>
        <source>Share of the step during which a bucket&apos;s full-size gradient exists.</source>
        <translation>스텝 중 버킷의 전체 크기 그래디언트가 존재하는 시간의 비율입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="55"/>
        <source>sent</source>
        <translation>전송</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="56"/>
        <source>Bytes on the wire, a rank and step.</source>
        <translation>랭크당 스텝당 실제로 전송한 바이트입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="57"/>
        <source>elements
/ P</source>
        <translation>요소
/ P</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="58"/>
        <source>Elements sent a rank and step, over the number of parameters; an all-reduce counts twice.</source>
        <translation>랭크당 스텝당 보낸 요소 수를 파라미터 수로 나눈 값입니다. all-reduce는 두 번 셉니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="61"/>
        <source>paper
/ P</source>
        <translation>논문
/ P</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="62"/>
        <source>The same by the paper&apos;s count for this strategy.</source>
        <translation>이 전략에 대한 논문의 값입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="63"/>
        <source>calls</source>
        <translation>호출</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="64"/>
        <source>Collectives a step: AR all-reduce, RS reduce-scatter, RD reduce, AG all-gather, BC broadcast.</source>
        <translation>스텝당 집합 통신: AR all-reduce, RS reduce-scatter, RD reduce, AG all-gather, BC broadcast.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="67"/>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="68"/>
        <source>Median of the steady steps, and half of its 95 % interval.</source>
        <translation>안정된 스텝의 중앙값과 95 % 구간의 절반입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="70"/>
        <source>observed</source>
        <translation>관측</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="71"/>
        <source>The stage that lifetimes and collectives show, whatever the label says.</source>
        <translation>이름표와 상관없이 수명과 집합 통신에서 드러난 단계입니다.</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="115"/>
        <source>cannot be told</source>
        <translation>구별할 수 없음</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="117"/>
        <source>stage %1</source>
        <translation>%1단계</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="118"/>
        <source>like %1</source>
        <translation>%1 방식과 비슷</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="120"/>
        <source>label</source>
        <translation>이름표</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="128"/>
        <source>simulated</source>
        <translation>시뮬레이션</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="128"/>
        <source>measured</source>
        <translation>측정</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="129"/>
        <source>incomplete</source>
        <translation>불완전함</translation>
    </message>
    <message>
        <location filename="../summary/table_text.cpp" line="137"/>
        <source>no numbers: %1</source>
        <translation>수치 없음: %1</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <location filename="../shell/tour.cpp" line="25"/>
        <source>The same bytes, another lifetime</source>
        <translation>같은 바이트, 다른 수명</translation>
    </message>
    <message>
        <location filename="../shell/tour.cpp" line="26"/>
        <source>One micro-batch a step. Both stages send the same bytes. Look at the gradient rows: ZeRO-1 keeps every bucket at full size until the step, most of it dead once it is reduced; ZeRO-2 lets each bucket go as soon as its shard is reduced. That is what ZeRO-2 shards and ZeRO-1 does not.</source>
        <translation>스텝당 마이크로배치는 하나입니다. 두 단계가 보내는 바이트는 같습니다. 그래디언트 행을 보세요. ZeRO-1은 모든 버킷을 스텝까지 전체 크기로 갖고 있고, 합쳐진 뒤에는 대부분이 쓸모없습니다. ZeRO-2는 샤드가 합쳐지는 즉시 버킷을 놓아줍니다. 이것이 ZeRO-2는 나누고 ZeRO-1은 나누지 않는 것입니다.</translation>
    </message>
    <message>
        <location filename="../shell/tour.cpp" line="32"/>
        <source>The price</source>
        <translation>그 대가</translation>
    </message>
    <message>
        <location filename="../shell/tour.cpp" line="33"/>
        <source>Four micro-batches a step. ZeRO-1 reduces once, after the last. ZeRO-2 has to reduce after each, because it keeps no full gradient to add to. Look at the traffic: the bar of ZeRO-2 is longer by one reduce-scatter a micro-batch.</source>
        <translation>스텝당 마이크로배치는 넷입니다. ZeRO-1은 마지막 뒤에 한 번만 합칩니다. ZeRO-2는 더해 둘 전체 그래디언트가 없으므로 마이크로배치마다 합쳐야 합니다. 전송량을 보세요. ZeRO-2의 막대는 마이크로배치마다 reduce-scatter 하나만큼 더 깁니다.</translation>
    </message>
    <message>
        <location filename="../shell/tour.cpp" line="38"/>
        <source>The use</source>
        <translation>그 쓸모</translation>
    </message>
    <message>
        <location filename="../shell/tour.cpp" line="39"/>
        <source>The same memory limit for both. ZeRO-1 runs out while its gradients pile up in backward; ZeRO-2 trains. Both still gather the updated parameters after the step, because the next forward needs all of them on every rank.</source>
        <translation>두 단계의 메모리 한도는 같습니다. ZeRO-1은 역전파에서 그래디언트가 쌓이다가 메모리가 모자라고, ZeRO-2는 학습합니다. 다음 순전파에는 모든 랭크에 전체 파라미터가 필요하므로, 둘 다 스텝 뒤에 업데이트된 파라미터를 모읍니다.</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::CommandForm</name>
    <message>
        <location filename="../widgets/command_form.cpp" line="96"/>
        <source>Choose…</source>
        <translation>고르기…</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="108"/>
        <source>none: the fields below</source>
        <translation>없음: 아래 항목</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="109"/>
        <source>Workload file</source>
        <translation>작업 파일</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="111"/>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="113"/>
        <source>Open…</source>
        <translation>열기…</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="113"/>
        <source>Open a WORKLOAD.json; the fields override it</source>
        <translation>WORKLOAD.json 열기; 아래 항목이 우선합니다</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="122"/>
        <source>more options, as in a terminal</source>
        <translation>터미널에서처럼 옵션 추가</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="123"/>
        <source>More options</source>
        <translation>추가 옵션</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="125"/>
        <source>More</source>
        <translation>더 보기</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="141"/>
        <source>as other systems do it:</source>
        <translation>다른 시스템의 방식:</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="242"/>
        <source>Open a workload</source>
        <translation>작업 파일 열기</translation>
    </message>
    <message>
        <location filename="../widgets/command_form.cpp" line="242"/>
        <source>Workload (*.json)</source>
        <translation>작업 (*.json)</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::CommandPalette</name>
    <message>
        <location filename="../shell/command_palette.cpp" line="55"/>
        <source>Commands</source>
        <translation>명령</translation>
    </message>
    <message>
        <location filename="../shell/command_palette.cpp" line="60"/>
        <source>Type some letters of a command</source>
        <translation>명령의 글자 몇 개를 입력하세요</translation>
    </message>
    <message>
        <location filename="../shell/command_palette.cpp" line="61"/>
        <source>Find a command</source>
        <translation>명령 찾기</translation>
    </message>
    <message>
        <location filename="../shell/command_palette.cpp" line="63"/>
        <source>Commands found</source>
        <translation>찾은 명령</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::CommandText</name>
    <message>
        <location filename="../widgets/command_text.cpp" line="25"/>
        <source>Command line</source>
        <translation>명령줄</translation>
    </message>
    <message>
        <location filename="../widgets/command_text.cpp" line="28"/>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <location filename="../widgets/command_text.cpp" line="29"/>
        <source>Copy the command line, to paste it into a terminal</source>
        <translation>터미널에 붙여 넣을 명령줄 복사</translation>
    </message>
    <message>
        <location filename="../widgets/command_text.cpp" line="44"/>
        <source>in %1</source>
        <translation>위치: %1</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::CompareView</name>
    <message>
        <location filename="../widgets/compare_view.cpp" line="131"/>
        <source>Nothing is like this.</source>
        <translation>맞는 것이 없습니다.</translation>
    </message>
    <message>
        <location filename="../widgets/compare_view.cpp" line="137"/>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <location filename="../widgets/compare_view.cpp" line="187"/>
        <source>Find: reduce.*B3, bucket:B3, category:collective, bytes&gt;1MiB</source>
        <translation>찾기: reduce.*B3, bucket:B3, category:collective, bytes&gt;1MiB</translation>
    </message>
    <message>
        <location filename="../widgets/compare_view.cpp" line="188"/>
        <source>Find spans</source>
        <translation>구간 찾기</translation>
    </message>
    <message>
        <location filename="../widgets/compare_view.cpp" line="189"/>
        <source>What is selected</source>
        <translation>선택한 것</translation>
    </message>
    <message>
        <location filename="../widgets/compare_view.cpp" line="190"/>
        <source>What is in sight</source>
        <translation>보이는 구간</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::KeySheet</name>
    <message>
        <location filename="../shell/key_sheet.cpp" line="51"/>
        <source>Keys</source>
        <translation>키</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::LaneTable</name>
    <message>
        <location filename="../widgets/lane_table.cpp" line="115"/>
        <source>Recording</source>
        <translation>기록</translation>
    </message>
    <message>
        <location filename="../widgets/lane_table.cpp" line="117"/>
        <source>Row</source>
        <translation>행</translation>
    </message>
    <message>
        <location filename="../widgets/lane_table.cpp" line="119"/>
        <source>What</source>
        <translation>내용</translation>
    </message>
    <message>
        <location filename="../widgets/lane_table.cpp" line="121"/>
        <source>From</source>
        <translation>시작</translation>
    </message>
    <message>
        <location filename="../widgets/lane_table.cpp" line="123"/>
        <source>For</source>
        <translation>길이</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::MainWindow</name>
    <message>
        <location filename="../shell/main_window.cpp" line="173"/>
        <source>reading %p %</source>
        <translation>읽는 중 %p %</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="26"/>
        <source>Recordings and Chrome traces (*.trace.json.gz *.trace.json *.json.gz *.json)</source>
        <translation>기록과 Chrome 트레이스 (*.trace.json.gz *.trace.json *.json.gz *.json)</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="29"/>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="36"/>
        <source>Add to the comparison</source>
        <translation>비교에 추가</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="36"/>
        <source>Open recordings</source>
        <translation>기록 열기</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="41"/>
        <source>Open a folder</source>
        <translation>폴더 열기</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="75"/>
        <source>nothing yet</source>
        <translation>아직 없음</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="78"/>
        <source>Forget these</source>
        <translation>목록 지우기</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="87"/>
        <source>There are no samples beside this program. `shardscope run --stage 1,2` makes recordings to look at.</source>
        <translation>이 프로그램 곁에 예제가 없습니다. `shardscope run --stage 1,2`로 볼 기록을 만들 수 있습니다.</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="92"/>
        <source>Picture of the view</source>
        <translation>보기를 그림으로</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="94"/>
        <source>Pictures (*.png *.svg)</source>
        <translation>그림 (*.png *.svg)</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="102"/>
        <source>Table as Markdown</source>
        <translation>표를 Markdown으로</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="102"/>
        <source>Table as CSV</source>
        <translation>표를 CSV로</translation>
    </message>
    <message>
        <location filename="../shell/main_window_files.cpp" line="121"/>
        <source>Chrome trace</source>
        <translation>Chrome 트레이스</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="108"/>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="109"/>
        <source>Open &amp;recent</source>
        <translation>최근 기록(&amp;R)</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="110"/>
        <source>C&amp;hrome trace</source>
        <translation>Chrome 트레이스(&amp;H)</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="111"/>
        <source>&amp;View</source>
        <translation>보기(&amp;V)</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="112"/>
        <source>&amp;Rank</source>
        <translation>랭크(&amp;R)</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="113"/>
        <source>&amp;Theme</source>
        <translation>테마(&amp;T)</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="115"/>
        <source>&amp;Help</source>
        <translation>도움말(&amp;H)</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="116"/>
        <source>Tools</source>
        <translation>도구</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="117"/>
        <source>Rank</source>
        <translation>랭크</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="118"/>
        <source>Rank that is shown</source>
        <translation>보여 줄 랭크</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="141"/>
        <source>all ranks</source>
        <translation>모든 랭크</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="142"/>
        <source>All ranks</source>
        <translation>모든 랭크</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="144"/>
        <source>rank %1</source>
        <translation>랭크 %1</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="146"/>
        <source>Rank %1</source>
        <translation>랭크 %1</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="173"/>
        <source>Window</source>
        <translation>창</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="185"/>
        <source>About shardscope</source>
        <translation>shardscope 정보</translation>
    </message>
    <message>
        <location filename="../shell/main_window_menus.cpp" line="186"/>
        <source>&lt;h3&gt;shardscope %1&lt;/h3&gt;&lt;p&gt;ZeRO stages side by side on one time axis: how long each gradient lives, what is kept, what is sent.&lt;/p&gt;&lt;p&gt;MIT licence.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;shardscope %1&lt;/h3&gt;&lt;p&gt;ZeRO 단계들을 하나의 시간 축에 나란히 보여 줍니다. 그래디언트가 얼마나 오래 살아 있는지, 무엇을 보유하고 무엇을 보내는지 볼 수 있습니다.&lt;/p&gt;&lt;p&gt;MIT 라이선스.&lt;/p&gt;</translation>
    </message>
    <message>
        <location filename="../shell/main_window_pages.cpp" line="73"/>
        <source>Views</source>
        <translation>보기</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::MessageBar</name>
    <message>
        <location filename="../shell/message_bar.cpp" line="83"/>
        <location filename="../shell/message_bar.cpp" line="84"/>
        <source>Close this message</source>
        <translation>이 메시지 닫기</translation>
    </message>
    <message>
        <location filename="../shell/message_bar.cpp" line="105"/>
        <source>and %1 more</source>
        <translation>그 밖에 %1개</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::PlanFormWidget</name>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="7"/>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="9"/>
        <source>&amp;Model</source>
        <translation>모델(&amp;M)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="10"/>
        <source>Se&amp;quence</source>
        <translation>시퀀스(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="11"/>
        <source>&amp;Type</source>
        <translation>자료형(&amp;T)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="12"/>
        <source>Hardware</source>
        <translation>하드웨어</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="13"/>
        <source>&amp;GPU</source>
        <translation>GPU(&amp;G)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="14"/>
        <source>&amp;Fabric</source>
        <translation>패브릭(&amp;F)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="15"/>
        <source>Memor&amp;y</source>
        <translation>메모리(&amp;Y)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="16"/>
        <source>Choices: lists, every combination is tried</source>
        <translation>선택지: 목록이면 모든 조합을 시도</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="17"/>
        <source>&amp;Ranks</source>
        <translation>랭크(&amp;R)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="18"/>
        <source>G&amp;lobal batch</source>
        <translation>전체 배치(&amp;L)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="19"/>
        <source>Micro-&amp;batch</source>
        <translation>마이크로 배치(&amp;B)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="20"/>
        <source>&amp;Accumulate</source>
        <translation>누적(&amp;A)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="21"/>
        <source>&amp;In flight</source>
        <translation>동시 진행(&amp;I)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="22"/>
        <source>B&amp;ucket</source>
        <translation>버킷(&amp;U)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="23"/>
        <source>C&amp;heckpoints</source>
        <translation>체크포인팅(&amp;H)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="24"/>
        <source>Strategies</source>
        <translation>전략</translation>
    </message>
    <message>
        <location filename="../widgets/plan_form_widget.cpp" line="25"/>
        <source>More</source>
        <translation>더 보기</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::PlanView</name>
    <message>
        <location filename="../widgets/plan_view.cpp" line="86"/>
        <source>&amp;Plan</source>
        <translation>계획(&amp;P)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="87"/>
        <source>Ask the planner (Ctrl+Enter)</source>
        <translation>플래너에 묻기 (Ctrl+Enter)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="89"/>
        <location filename="../widgets/plan_view.cpp" line="327"/>
        <source>&amp;Cancel</source>
        <translation>취소(&amp;C)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="90"/>
        <source>&amp;Simulate the selected configuration</source>
        <translation>선택한 구성 시뮬레이션(&amp;S)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="91"/>
        <source>Simulate it and open its recording (Enter, or click it again)</source>
        <translation>시뮬레이션하고 기록 열기 (Enter 또는 다시 클릭)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="94"/>
        <source>Progress</source>
        <translation>진행</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="100"/>
        <source>What the command printed</source>
        <translation>명령의 출력</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="137"/>
        <source>Best configuration of each strategy and number of ranks</source>
        <translation>전략과 랭크 수마다 가장 좋은 구성</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="138"/>
        <source>Memory against cost: every configuration</source>
        <translation>메모리와 비용: 모든 구성</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="146"/>
        <source>Memory by category</source>
        <translation>종류별 메모리</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="157"/>
        <source>All configurations</source>
        <translation>모든 구성</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="162"/>
        <source>&amp;Memory and traffic</source>
        <translation>메모리와 전송량(&amp;M)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="163"/>
        <source>&amp;All configurations</source>
        <translation>모든 구성(&amp;A)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="164"/>
        <source>Heat map as a table</source>
        <translation>히트맵을 표로</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="164"/>
        <source>Heat map as a &amp;table</source>
        <translation>히트맵을 표로(&amp;T)</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="239"/>
        <source>Planning</source>
        <translation>계획 중</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="251"/>
        <source>Simulating %1 on %2</source>
        <translation>%2에서 %1 시뮬레이션 중</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="264"/>
        <source>%1 of %2 · %3 left</source>
        <translation>%1 / %2 · 남은 시간 %3</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="276"/>
        <source>No plan: %1</source>
        <translation>계획 없음: %1</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="286"/>
        <source>Simulation: %1</source>
        <translation>시뮬레이션: %1</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="288"/>
        <source>Simulated: %1</source>
        <translation>시뮬레이션 완료: %1</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="302"/>
        <source>What would have to change, together:</source>
        <translation>함께 바꿔야 할 것:</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="303"/>
        <source>What would have to change, one of:</source>
        <translation>하나만 바꾸면 되는 것:</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="312"/>
        <source>Configurations: %1</source>
        <translation>구성: %1</translation>
    </message>
    <message>
        <location filename="../widgets/plan_view.cpp" line="327"/>
        <source>Stop at once</source>
        <translation>바로 중지</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::RunFormWidget</name>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="6"/>
        <source>Workload</source>
        <translation>작업</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="8"/>
        <source>&amp;Model</source>
        <translation>모델(&amp;M)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="9"/>
        <source>&amp;Layers</source>
        <translation>레이어(&amp;L)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="10"/>
        <source>&amp;Hidden</source>
        <translation>히든(&amp;H)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="11"/>
        <source>H&amp;eads</source>
        <translation>헤드(&amp;E)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="12"/>
        <source>Se&amp;quence</source>
        <translation>시퀀스(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="13"/>
        <source>Strategies to compare</source>
        <translation>비교할 전략</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="14"/>
        <source>Ranks, batch, buckets</source>
        <translation>랭크, 배치, 버킷</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="15"/>
        <source>&amp;Ranks</source>
        <translation>랭크(&amp;R)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="16"/>
        <source>Micro-&amp;batch</source>
        <translation>마이크로 배치(&amp;B)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="17"/>
        <source>&amp;Accumulate</source>
        <translation>누적(&amp;A)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="18"/>
        <source>&amp;Type</source>
        <translation>자료형(&amp;T)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="19"/>
        <source>B&amp;ucket</source>
        <translation>버킷(&amp;U)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="20"/>
        <source>&amp;In flight</source>
        <translation>동시 진행(&amp;I)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="21"/>
        <source>Training</source>
        <translation>학습</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="22"/>
        <source>Ste&amp;ps</source>
        <translation>스텝 수(&amp;P)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="23"/>
        <source>Memory limi&amp;t</source>
        <translation>메모리 한도(&amp;T)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="24"/>
        <source>&amp;Data</source>
        <translation>데이터(&amp;D)</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="25"/>
        <source>Output</source>
        <translation>출력</translation>
    </message>
    <message>
        <location filename="../widgets/run_form_widget.cpp" line="26"/>
        <source>F&amp;older</source>
        <translation>폴더(&amp;O)</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::RunView</name>
    <message>
        <location filename="../widgets/run_view.cpp" line="74"/>
        <source>&amp;Start</source>
        <translation>시작(&amp;S)</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="75"/>
        <source>Run the command (Ctrl+Enter)</source>
        <translation>명령 실행 (Ctrl+Enter)</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="77"/>
        <location filename="../widgets/run_view.cpp" line="227"/>
        <source>&amp;Cancel</source>
        <translation>취소(&amp;C)</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="81"/>
        <source>Progress</source>
        <translation>진행</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="94"/>
        <source>What the command prints is shown here, as it prints it.</source>
        <translation>명령이 출력하는 것이 그대로 여기에 나타납니다.</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="95"/>
        <source>What the command printed</source>
        <translation>명령의 출력</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="160"/>
        <source>Running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="175"/>
        <source>Loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="176"/>
        <location filename="../widgets/run_view.cpp" line="181"/>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="177"/>
        <source>The losses of each strategy appear here, step by step.</source>
        <translation>전략마다의 손실이 스텝마다 여기에 나타납니다.</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="180"/>
        <source>Live memory of rank 0 after each step</source>
        <translation>스텝 후 랭크 0의 사용 메모리</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="182"/>
        <source>The memory that each strategy keeps from step to step appears here.</source>
        <translation>전략이 스텝 사이에 유지하는 메모리가 여기에 나타납니다.</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="194"/>
        <source>%1 left · </source>
        <translation>남은 시간 %1 · </translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="195"/>
        <source>Step %1 of %2 over all strategies · %3tokens/s: %4</source>
        <translation>모든 전략의 스텝 %2 중 %1 · %3토큰/초: %4</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="212"/>
        <source>Done</source>
        <translation>마침</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="212"/>
        <source>Ended: %1</source>
        <translation>끝남: %1</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="213"/>
        <source> · recordings: %1</source>
        <translation> · 기록: %1</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="227"/>
        <source>Stop at once</source>
        <translation>바로 중지</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="229"/>
        <source>What is not written yet is lost</source>
        <translation>아직 쓰지 않은 것은 사라집니다</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="230"/>
        <source>Stop; what was recorded until then is written and opened</source>
        <translation>중지; 그때까지의 기록은 저장되어 열립니다</translation>
    </message>
    <message>
        <location filename="../widgets/run_view.cpp" line="232"/>
        <source>&amp;Open recordings</source>
        <translation>기록 열기(&amp;O)</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::Session</name>
    <message>
        <location filename="../files/session.cpp" line="92"/>
        <source>It changed and cannot be read now (%1). What was read before is shown.</source>
        <translation>파일이 바뀌었고 지금은 읽을 수 없습니다(%1). 전에 읽은 내용을 보여 줍니다.</translation>
    </message>
    <message>
        <location filename="../files/session.cpp" line="123"/>
        <source>The file is gone. What was read of it is still shown.</source>
        <translation>파일이 사라졌습니다. 읽은 내용은 계속 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::Tour</name>
    <message>
        <location filename="../shell/tour.cpp" line="128"/>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <location filename="../shell/tour.cpp" line="129"/>
        <source>Back</source>
        <translation>뒤로</translation>
    </message>
    <message>
        <location filename="../shell/tour.cpp" line="131"/>
        <source>Next</source>
        <translation>다음</translation>
    </message>
    <message>
        <location filename="../shell/tour.cpp" line="131"/>
        <source>Done</source>
        <translation>마침</translation>
    </message>
    <message>
        <location filename="../shell/tour.cpp" line="132"/>
        <location filename="../shell/tour.cpp" line="133"/>
        <source>End the tour</source>
        <translation>둘러보기 끝내기</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::summary::SummaryTable</name>
    <message>
        <location filename="../summary/summary_table.cpp" line="17"/>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <location filename="../summary/summary_table.cpp" line="18"/>
        <source>%1 bytes</source>
        <translation>%1바이트</translation>
    </message>
</context>
<context>
    <name>shardscope::gui::summary::SummaryView</name>
    <message>
        <location filename="../summary/summary_view.cpp" line="128"/>
        <source>What the recordings say</source>
        <translation>기록이 말해 주는 것</translation>
    </message>
    <message>
        <location filename="../summary/summary_view.cpp" line="129"/>
        <source>Side by side</source>
        <translation>나란히 보기</translation>
    </message>
    <message>
        <location filename="../summary/summary_view.cpp" line="130"/>
        <source>Numbers</source>
        <translation>수치</translation>
    </message>
    <message>
        <location filename="../summary/summary_view.cpp" line="131"/>
        <source>No recording is open.</source>
        <translation>열린 기록이 없습니다.</translation>
    </message>
    <message>
        <location filename="../summary/summary_view.cpp" line="133"/>
        <source>Charts of memory, traffic and step time; the table below has their numbers</source>
        <translation>메모리, 전송량, 스텝 시간 차트입니다. 수치는 아래 표에 있습니다</translation>
    </message>
    <message>
        <location filename="../summary/summary_view.cpp" line="135"/>
        <source>Comparison table</source>
        <translation>비교 표</translation>
    </message>
</context>
</TS>
