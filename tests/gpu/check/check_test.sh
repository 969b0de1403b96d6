#!/usr/bin/env bash
# Usage: check_test.sh SHARDSCOPE_ON_DOUBLE GPU_CHECKS_ON_DOUBLE
# Runs check.sh on a bundle whose programs are the double's, with a part that fails, one that hangs and one that
# is not there: every part has its row, the table comes last, and the exit status says that something failed.
set -uo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
check="$(dirname "$0")/../check.sh"
mkdir -p "$folder/bundle/bin" "$folder/path"
# The runs of a card, of a size for CPUs.
cat >"$folder/bundle/bin/shardscope" <<RUN
#!/usr/bin/env bash
[[ "\$1" == run && -z "\${SHARDSCOPE_CHECK_SHAPE:-}" ]] || exec "$1" "\$@"
exec "$1" run --layers 2 --hidden 48 --heads 3 --seq 8 --vocab 64 "\${@:2}"
RUN
chmod +x "$folder/bundle/bin/shardscope"
# What takes a card for itself fails here, or hangs; conformance is one small step.
cat >"$folder/bundle/bin/gpu_checks" <<RUN
#!/usr/bin/env bash
case "\$1" in
    cupti) exit 1 ;;
    kernels) exec sleep 100 ;;
    conformance) exec "$2" conformance quick ;;
    *) exec "$2" "\$@" ;;
esac
RUN
chmod +x "$folder/bundle/bin/gpu_checks"
cat >"$folder/path/nvidia-smi" <<'SMI'
#!/usr/bin/env bash
echo "Double GPU, 580.00, 4096 MiB"
SMI
chmod +x "$folder/path/nvidia-smi"
export PATH="$folder/path:$PATH" SHARDSCOPE_DOUBLE="devices=2"

failures=0
wrong() { echo "WRONG: $*" >&2; failures=$((failures + 1)); }
# rows FILE NAME VERDICT ... : the table's rows, in order, and nothing after them.
rows() {
    local expected=() found
    mapfile -t found < <(sed -n '/^part  *verdict/,$p' "$1" | awk 'NR > 1 { print $1, $2 ($2 == "exit" || $2 == "not" ? " " $3 : "") }')
    shift
    while (($# > 0)); do expected+=("$1 $2"); shift 2; done
    [[ "${found[*]}" == "${expected[*]}" ]] || wrong "rows: found \"${found[*]}\", expected \"${expected[*]}\""
}

SHARDSCOPE_CHECK_SECONDS=120 bash "$check" "$folder/bundle" "$folder/out" facts conformance stages cupti events \
    nccl >"$folder/log" 2>&1
[[ $? == 1 ]] || wrong "a part failed, and the exit status does not say so"
rows "$folder/log" facts ok conformance ok stages ok cupti "exit 1" events ok nccl ok
for recording in stages/zero-{0,1,2,3} events/zero-2 nccl/zero-{1,2}; do
    [[ -s "$folder/out/$recording.trace.json.gz" ]] || wrong "no recording $recording"
done
grep -qE '^stage 2: [0-9]+ % of [0-9.]+ ms of communication exposed' "$folder/out/stages.log" ||
    wrong "stages: nothing is said of exposed communication"
grep -q '2 ranks on 2 Double GPU.*NCCL' "$folder/out/nccl.log" || "$1" report "$folder/out/nccl" --json |
    grep -q '2 ranks on 2 Double GPU.*NCCL' || wrong "nccl: not as many ranks as GPUs"

# The card as a hardware file, and the step that it predicts.
SHARDSCOPE_CHECK_SECONDS=120 SHARDSCOPE_CHECK_CALIBRATE=0.5 SHARDSCOPE_CHECK_GPU=h200-sxm \
    SHARDSCOPE_CHECK_SHAPE="--layers 2 --hidden 48 --heads 3 --seq 8 --vocab 64 --stage 1 --ranks 1" \
    bash "$check" "$folder/bundle" "$folder/calibrated" calibrate >"$folder/log" 2>&1
rows "$folder/log" calibrate ok
grep -qE 'step measured [0-9.]+ ms, predicted [0-9.]+ ms: [-+][0-9.]+ %' "$folder/log" ||
    wrong "no prediction beside the measurement"
[[ -s "$folder/calibrated/gpu.json" ]] || wrong "the hardware file is not left"

# Products against cuBLASLt's best: the least ratio last. The recorder's share of a step, pair by pair.
SHARDSCOPE_CHECK_SECONDS=120 SHARDSCOPE_CHECK_SMALL=1 SHARDSCOPE_CHECK_PAIRS=2 \
    bash "$check" "$folder/bundle" "$folder/speed" products recorder >"$folder/log" 2>&1 ||
    wrong "products and recorder: exit $?"
rows "$folder/log" products ok recorder ok
ratios="$(grep -oE '[0-9]\.[0-9]{3}( <)?( \*)?$' "$folder/speed/products.log" | awk '{ print $1 }')"
(($(wc -l <<<"$ratios") >= 8)) || wrong "products: only $(wc -l <<<"$ratios") ratios"
[[ "$ratios" == "$(sort -rn <<<"$ratios")" ]] || wrong "products: the least ratio is not the last"
tail -n 1 "$folder/speed/products.log" |
    grep -qE "^matrix products: least $(tail -n 1 <<<"$ratios") of cuBLASLt's best \((gpt2-xl|llama) .*, [0-9]+ of $(wc -l <<<"$ratios") at 0.95$" ||
    wrong "products: $(tail -n 1 "$folder/speed/products.log")"
for workload in default gpt2; do
    grep -qE "^$workload: step [0-9.]+ ms without, [0-9.]+ ms with [1-9][0-9]* events recorded: [-+][0-9.]+ % \(.*, 2 pairs\)" \
        "$folder/speed/recorder.log" || wrong "recorder: nothing of $workload"
done
[[ "$(cut -d ' ' -f 1,3 "$folder/speed/recorder.txt" | tr '\n' ' ')" == \
    "off default off gpt2 on default on gpt2 on default on gpt2 off default off gpt2 " ]] ||
    wrong "recorder: the sides do not take turns"
grep -qE '^recorder .* ok .*recorder with CUPTI, of a step at 4 ranks' "$folder/log" || wrong "recorder: no row"

# One that hangs leaves what is left to the others; what has no time left says so.
began=$SECONDS
SHARDSCOPE_CHECK_SECONDS=5 bash "$check" "$folder/bundle" "$folder/hang" kernels facts events >"$folder/log" 2>&1
[[ $? == 1 ]] || wrong "a hang is a failure"
((SECONDS - began < 20)) || wrong "the limit did not hold: $((SECONDS - began)) s"
rows "$folder/log" facts ok kernels timeout events "not run"
[[ $(tail -n 1 "$folder/log") == events* ]] || wrong "the table is not last"

# Without a GPU the table says so, and why, and nothing else is tried.
SHARDSCOPE_DOUBLE="driver=0" bash "$check" "$folder/bundle" "$folder/none" facts conformance nccl >"$folder/log" 2>&1
[[ $? == 1 ]] || wrong "a machine without a GPU has passed"
rows "$folder/log" facts "exit 1" conformance "not run" nccl "not run"
grep -qE '^facts .*no GPU: no NVIDIA driver' "$folder/log" || wrong "the table does not say what is missing"

((failures == 0)) || cat "$folder/log" >&2
exit $((failures > 0))
