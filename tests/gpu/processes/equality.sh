#!/usr/bin/env bash
# Usage: equality.sh SHARDSCOPE_ON_DOUBLE
# Two processes with a GPU each are two threads with a GPU each: the same losses, norms, weights, bytes in
# memory and bytes sent, and one recording of all ranks.
source "$(dirname "$0")/common.sh"

# What must be equal of every run, in order: all that is no time.
facts() {
    sed -nE '/"(numerics|memory|traffic|gradients)": \{/,/^      \}/p' "$1" |
        grep -vE 'deadByteSeconds|heldShare|deadShare|bornNs|releasedNs|releaseLagNs|deviceUsed|deviceMemory|"(other|nccl|products|scratch|reserved)":'
}

compare() { # OPTION...
    rm -rf "$folder"/{threads,processes}*
    "$command" "${small[@]}" --steps 3 --ranks 2 --json --out "$folder/threads" "$@" >"$folder/threads.json" \
        2>"$folder/threads.err" || { wrong "threads: $(cat "$folder/threads.err")"; return; }
    processes 2 "${small[@]}" --steps 3 --json --out "$folder/processes" "$@" >"$folder/processes.json" \
        2>"$folder/processes.err" || { wrong "processes: $(cat "$folder/processes.err")"; return; }
    facts "$folder/threads.json" >"$folder/expected"
    facts "$folder/processes.json" >"$folder/found"
    says "$folder/expected" weightHash peakBytes payloadBytes
    diff "$folder/expected" "$folder/found" >&2 || wrong "$*: processes are not threads"
    local recording
    for recording in "$folder"/processes/*.trace.json.gz; do
        "$command" report "$recording" --json >"$folder/report" 2>&1
        says "$folder/report" '"ranks": 2' '"dropped": 0' '"unmatched": 0' '"agrees": true' \
            '"hardware": "2 ranks on 2 Double GPU, driver .*NCCL'
        [[ "$(grep -c 'perRankPeakBytes' "$folder/report")" == 1 ]] || wrong "$recording: one run a file"
    done
    [[ "$(cd "$folder/processes" && ls -- *.json* )" == "$(cd "$folder/threads" && ls -- *.json*)" ]] ||
        wrong "$*: the folders differ: $(ls "$folder/processes")"
    echo "$*: $(grep -c weightHash "$folder/found") runs, the same"
}

compare --stage 1,2,3
compare --stage 1,2,3 --grad-accum 2 --dtype fp32
compare --strategy ddp,fsdp2,torch-zero --bucket layer

# Groups of ranks have communicators of their own, split from the world's.
export SHARDSCOPE_DOUBLE="devices=4"
processes 4 "${small[@]}" --steps 3 --stage 2 --shard-group 2 --json --out "$folder/groups" \
    >"$folder/groups.json" 2>"$folder/groups.err" || wrong "groups: $(cat "$folder/groups.err")"
"$command" "${small[@]}" --steps 3 --ranks 4 --stage 2 --shard-group 2 --json --out "$folder/thread-groups" \
    >"$folder/thread-groups.json" 2>/dev/null || wrong "groups of threads"
diff <(facts "$folder/thread-groups.json") <(facts "$folder/groups.json") >&2 || wrong "groups differ"

[[ -z "$(ls "$folder" | grep nccl-double)" ]] || wrong "files of the double are left"
exit $((failures > 0))
