#!/usr/bin/env bash
# Usage: check.sh BUNDLE OUT [PART...]
# Checks a card with the programs of a bundle (tests/gpu/bundle.sh), and prints a short table last. Logs and
# recordings are left in OUT. Every part has a limit of its own and all of them one together
# (SHARDSCOPE_CHECK_SECONDS, 440: the table is there before 8 minutes), so that a part that hangs leaves time to
# the others. Without a GPU only that is said. Exit status: 0 when every part that ran is all right, 1 otherwise.
#
# The parts in their order, what they show, and their limits in seconds. A part that takes its whole limit takes
# it from those behind it: what a kernel's time decides comes before what takes a checker's patience.
#   facts        15  driver, libraries, GPUs
#   conformance  60  stages bit-equal on one GPU, near the host
#   stages       40  four stages at 4 ranks; exposed communication of stage 2, and why
#   cupti        30  every record matched to its action, bytes seen against bytes counted
#   products     45  matrix products against cuBLASLt's best of the shape
#   recorder     60  a step with CUPTI and the recorder against one without, in turn
#   kernels      60  kernels against their twins, and against the card's copy
#   events       15  the same clock without CUPTI
#   nccl         20  as many ranks as GPUs
#   calibrate    70  the card as a hardware file, and what it predicts
#   gpt2         60  GPT-2 XL's step, attention materialised; share of the bf16 peak
#   gpt2-flash   60  the same with flash attention
#   memcheck     40  compute-sanitizer on a small step
#   racecheck    40  likewise
set -uo pipefail
[[ "${1:-}" == --help ]] && exec sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"
bundle="$(cd "$1" && pwd)" out="$2"
shift 2
mkdir -p "$out" && out="$(cd "$out" && pwd)"
bin="$bundle/bin"
limit="${SHARDSCOPE_CHECK_SECONDS:-440}"
rows=() failed=0
export SHARDSCOPE_OUT="$out"
# As many as the runs will find.
gpus="$(timeout 20 "$bin/shardscope" doctor 2>/dev/null | grep -cE '^ok +GPU [0-9]+ ')"

# Whether PART was asked for; all are when none is named.
asked=("$@")
wanted() {
    ((${#asked[@]} == 0)) && return 0
    local each
    for each in "${asked[@]}"; do [[ "$each" == "$1" ]] && return 0; done
    return 1
}

# part NAME SECONDS COMMAND... : runs it under a limit, logs it, and keeps a row of the table.
part() {
    local name="$1" seconds="$2" began=$SECONDS status verdict
    shift 2
    wanted "$name" || return 0
    if ((gpus == 0)) && [[ "$name" != facts ]]; then
        rows+=("$(printf '%-12s %-8s %4s  %s' "$name" "not run" "" "there is no GPU")")
        failed=1
        return 0
    fi
    local left=$((limit - SECONDS))
    if ((left < 3)); then
        rows+=("$(printf '%-12s %-8s %4s  %s' "$name" "not run" "" "no time was left")")
        failed=1
        return 0
    fi
    ((seconds > left)) && seconds=$left
    echo "== $name"
    timeout -k 3 "$seconds" "$@" >"$out/$name.log" 2>&1
    status=$?
    case $status in
        0) verdict=ok ;;
        77) verdict=skipped ;;
        124 | 137) verdict="timeout" failed=1 ;;
        *) verdict="exit $status" failed=1 ;;
    esac
    tail -n 25 "$out/$name.log"
    rows+=("$(printf '%-12s %-8s %3ds  %s' "$name" "$verdict" $((SECONDS - began)) \
        "$(grep -v '^[[:space:]]*$' "$out/$name.log" | tail -n 1 | cut -c1-90)")")
}

facts() {
    ! command -v nvidia-smi >/dev/null ||
        nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.sm,clocks.max.sm --format=csv,noheader
    uname -r
    ldd "$bin/shardscope" | grep 'not found'
    local said
    said="$("$bin/shardscope" doctor)"
    echo "$said"
    ((gpus > 0)) && return
    echo "no GPU: $(sed -nE 's/^absent +GPU device +//p' <<<"$said" | head -n 1)"
    return 1
}

run() { "$bin/shardscope" run --device cuda --progress off "$@"; }

stages() { # the four stages on one card, timed by CUPTI, and how much of stage 2's sending is exposed
    run --ranks 4 --comm same-gpu --steps 12 --stage 0,1,2,3 --out "$out/stages" || return
    "$bin/shardscope" report "$out/stages/zero-2.trace.json.gz" --json >"$out/stages.json" 2>/dev/null
    python3 - "$out/stages.json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
time = (report["runs"][0] if "runs" in report else report)["time"]
sent, exposed = time["communicationNs"], time["exposedCommunicationNs"]
line = f"stage 2: {100 * exposed / max(sent, 1):.0f} % of {sent / 1e6:.3f} ms of communication exposed"
if exposed > 0.1 * sent: # the reason: what computing stood still for, and how long
    stalls = sorted(time["stallByCauseNs"].items(), key=lambda each: -each[1])
    line += "; computing waits for " + (", ".join(f"{cause} {ns / 1e6:.3f} ms" for cause, ns in stalls) or "nothing")
print(line)
PY
}
events() { # the same clock without CUPTI
    run --ranks 4 --comm same-gpu --steps 4 --stage 2 --timing events --out "$out/events"
}
nccl() { # as many ranks as GPUs
    run --ranks "$gpus" --comm nccl --steps 4 --stage 1,2 --out "$out/nccl"
}
gpt2() { # ATTENTION: GPT-2 XL's shape, bf16: how much of the card's matrix rate a step has
    local folder="$out/gpt2-$1"
    run --ranks 1 --comm same-gpu --stage 1 --steps 4 --layers 48 --hidden 1600 --heads 25 --vocab 50304 \
        --seq 1024 --micro-batch 8 --bucket 25000000 --attention "$1" --out "$folder" || return
    "$bin/shardscope" report "$folder" --json >"$folder.json" 2>/dev/null
    python3 - "$folder.json" "$out/gpu.json" <<'PY'
import json, os, sys
report = json.load(open(sys.argv[1]))
run = report["runs"][0] if "runs" in report else report
layers, hidden, vocab, seq, batch = 48, 1600, 50304, 1024, 8
parameters = run["workload"]["parameters"]
# Multiply-adds of forward and backward, as two operations each: 6 a weight and token, and attention as if
# it were not causal, which is the convention: 12 * layers * hidden * seq a token.
flops = batch * seq * (6 * (parameters - seq * hidden) + 12 * layers * hidden * seq)
ms = run["time"]["stepNs"]["median"] / 1e6
rate = flops / ms / 1e9
line = f"GPT-2 XL shape: {ms:.1f} ms a step, {rate:.0f} TFLOP/s"
if os.path.exists(sys.argv[2]): # the card's own bf16 peak, where calibrate measured it before
    peak = json.load(open(sys.argv[2]))["gpu"]["bf16"]["value"]
    line += f", {100 * rate / peak:.0f} % of {peak:.0f} measured here"
print(line)
PY
}
calibrate() { # the card as a hardware file, and what it predicts of a step that is run beside
    local shape=(--layers 12 --hidden 1600 --heads 25 --vocab 50304 --seq 1024 --micro-batch 4 --attention flash
        --bucket 25000000 --stage 1 --ranks 1)
    [[ -n "${SHARDSCOPE_CHECK_SHAPE:-}" ]] && read -ra shape <<<"$SHARDSCOPE_CHECK_SHAPE"
    local workload=() each skip=0
    for each in "${shape[@]}"; do # without what decides no kernel
        ((skip)) && { skip=0; continue; }
        case "$each" in --bucket | --stage | --ranks) skip=1 ;; *) workload+=("$each") ;; esac
    done
    "$bin/shardscope" calibrate --device cuda ${SHARDSCOPE_CHECK_GPU:+--gpu "$SHARDSCOPE_CHECK_GPU"} \
        --seconds "${SHARDSCOPE_CHECK_CALIBRATE:-20}" --ranks 1 --out "$out/gpu.json" "${workload[@]}" || return
    run --comm same-gpu --steps 6 --out "$out/calibrated" "${shape[@]}" || return
    "$bin/shardscope" simulate --hardware "$out/gpu.json" --steps 6 --out "$out/predicted" "${shape[@]}" || return
    "$bin/shardscope" compare "$out"/predicted/*.trace.json.gz "$out"/calibrated/*.trace.json.gz
    "$bin/shardscope" report "$out/calibrated" --json >"$out/calibrated.json" 2>/dev/null
    "$bin/shardscope" report "$out/predicted" --json >"$out/predicted.json" 2>/dev/null
    python3 - "$out/calibrated.json" "$out/predicted.json" <<'PY'
import json, sys
def step(path):
    report = json.load(open(path))
    return (report["runs"][0] if "runs" in report else report)["time"]["stepNs"]["median"] / 1e6
measured, predicted = step(sys.argv[1]), step(sys.argv[2])
print(f"step measured {measured:.2f} ms, predicted {predicted:.2f} ms: {100 * (predicted / measured - 1):+.1f} %")
PY
}
small() { [[ -z "${SHARDSCOPE_CHECK_SMALL:-}" ]] || echo small; } # sizes for a CPU's patience
products() { "$bin/gpu_checks" products $(small); }
recorder() { # pairs of processes, the one that begins by turns: CUPTI stays in a process that has used it
    local pair side sides text="$out/recorder.txt"
    : >"$text"
    for ((pair = 0; pair < ${SHARDSCOPE_CHECK_PAIRS:-5}; ++pair)); do
        sides=(off on)
        ((pair % 2)) && sides=(on off)
        for side in "${sides[@]}"; do
            "$bin/gpu_checks" recorder "$side" $(small) >"$text.$side" || { cat "$text.$side"; return 1; }
            sed "s/^/$side /" "$text.$side" >>"$text"
        done
    done
    python3 - "$text" <<'PY'
import statistics, sys
times, events = {}, {} # workload -> side -> ns, pair by pair
for line in open(sys.argv[1]):
    side, word, name, ns, count = line.split()
    times.setdefault(name, {}).setdefault(side, []).append(int(ns))
    if side == "on": events[name] = int(count)
said = []
for name, sides in times.items():
    shares = sorted(100 * (on / off - 1) for off, on in zip(sides["off"], sides["on"], strict=True))
    share = statistics.median(shares)
    if events[name] == 0: sys.exit(f"{name}: nothing was recorded")
    print(f"{name}: step {statistics.median(sides['off']) / 1e6:.3f} ms without, "
          f"{statistics.median(sides['on']) / 1e6:.3f} ms with {events[name]} events recorded: {share:+.2f} % "
          f"({shares[0]:+.2f} to {shares[-1]:+.2f} %, {len(shares)} pairs)")
    said.append(f"{name} {share:+.2f} %{'' if share <= 2 else ' <'}")
print("recorder with CUPTI, of a step at 4 ranks (2 % at most): " + ", ".join(said))
PY
}
sanitizer() { # TOOL
    local tool
    tool="$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null)"
    [[ -n "$tool" ]] || { echo "compute-sanitizer is not here"; return 77; }
    "$tool" --tool "$1" --error-exitcode 9 "$bin/gpu_checks" conformance quick
}
export -f facts run stages small products recorder events nccl gpt2 calibrate sanitizer
export bin out gpus

part facts 15 bash -c facts
part conformance 60 "$bin/gpu_checks" conformance
part stages 40 bash -c stages
part cupti 30 "$bin/gpu_checks" cupti
part products 45 bash -c products
part recorder 60 bash -c recorder
part kernels 60 "$bin/gpu_checks" kernels
part events 15 bash -c events
part nccl 20 bash -c nccl
part calibrate 70 bash -c calibrate
part gpt2 60 bash -c "gpt2 materialized"
part gpt2-flash 60 bash -c "gpt2 flash"
part memcheck 40 bash -c "sanitizer memcheck"
part racecheck 40 bash -c "sanitizer racecheck"

echo
echo "part         verdict  time  last line"
printf '%s\n' "${rows[@]}"
exit $failed
