#!/bin/sh
# How close `simulate` comes to `run` on this machine: calibrates, runs and predicts gpt and llama, and
# prints predicted over measured step time. For a quiet machine: beside other work, preemption decides.
#
#   tests/bench/host_prediction.sh [BUILD-FOLDER] [SECONDS OF CALIBRATION]
set -eu
bin=${1:-build}/bin/shardscope
seconds=${2:-20}
work=$(mktemp -d)
trap 'status=$?; [ $status = 0 ] || tail -3 "$work"/log >&2; rm -rf "$work"' EXIT
cores=$(nproc)
printf 'load before: %s\n' "$(cut -d' ' -f1-3 /proc/loadavg)"

for model in gpt llama; do
    # Before and after: what a change of the machine's pace does shows between the two.
    for turn in before after; do
        if [ "$turn" = before ] || [ ! -e "$work/$model.1.json" ]; then
            "$bin" calibrate --model "$model" --attention materialized --seconds "$seconds" \
                --out "$work/$model-host.json" >"$work/$model.calibrate" 2>>"$work/log"
        fi
        for ranks in 1 2; do
            [ "$ranks" -le "$cores" ] || continue
            OMP_NUM_THREADS=1 "$bin" run --model "$model" --ranks "$ranks" --steps 15 --progress off \
                --out "$work/run.$model.$ranks.$turn" --json >"$work/run.$model.$ranks.$turn.json" 2>>"$work/log"
            "$bin" simulate --model "$model" --ranks "$ranks" --steps 3 --progress off \
                --hardware "$work/$model-host.json" --out "$work/simulate.$model.$ranks" \
                --json >"$work/simulate.$model.$ranks.json" 2>>"$work/log"
        done
    done
done

# The ratio is to the mean of both runs; drift is what the machine's pace changed between them.
printf '%-7s%6s %-8s%14s%12s%12s%10s%10s\n' \
    model ranks strategy 'predicted ms' 'first ms' 'again ms' ratio drift
for model in gpt llama; do
    for ranks in 1 2; do
        [ "$ranks" -le "$cores" ] || continue
        for turn in before after; do
            jq -r '.runs[] | [.name, .time.stepNs.median] | @tsv' \
                "$work/run.$model.$ranks.$turn.json" >"$work/$turn.tsv"
        done
        jq -r '.runs[] | [.name, .time.stepNs.median] | @tsv' \
            "$work/simulate.$model.$ranks.json" >"$work/predicted.tsv"
        paste "$work/predicted.tsv" "$work/before.tsv" "$work/after.tsv" |
            awk -v model="$model" -v ranks="$ranks" '{
                printf "%-7s%6d %-8s%14.2f%12.2f%12.2f%10.3f%9.1f%%\n",
                    model, ranks, $1, $2 / 1e6, $4 / 1e6, $6 / 1e6, 2 * $2 / ($4 + $6),
                    100 * ($6 / $4 - 1) }' | tee -a "$work/ratios"
        # Where it comes from, category by category.
        "$bin" compare "$work/simulate.$model.$ranks/zero-2.trace.json.gz" \
            "$work/run.$model.$ranks.after/zero-2.trace.json.gz" >"$work/compare.$model.$ranks" || true
    done
done
awk '{ off = $7 - 1; off = off < 0 ? -off : off; sum += off; if (off <= 0.1) ++near }
    END { printf "%d of %d within 10 %%, mean error %.1f %%\n", near, NR, 100 * sum / NR }' \
    "$work/ratios"
for model in gpt llama; do
    for ranks in 1 2; do
        [ "$ranks" -le "$cores" ] || continue
        printf '\n%s, %s ranks, zero-2\n' "$model" "$ranks"
        cat "$work/compare.$model.$ranks"
    done
done
printf 'load after: %s\n' "$(cut -d' ' -f1-3 /proc/loadavg)"
