#!/usr/bin/env bash
# Usage: endings.sh SHARDSCOPE_ON_DOUBLE
# A process that dies or fails in the middle of a step: the other one ends soon, says which rank and which
# collective, and leaves a recording that can be read. NCCL's own patience is two minutes; the limit
# here is far below (common.sh).
source "$(dirname "$0")/common.sh"

# ends NAME SECONDS : two processes of stage 2, of which something happens to rank 1. The first's exit status.
ends() {
    local began=$SECONDS
    rm -rf "$folder/out"
    processes 2 "${small[@]}" --steps 50 --stage 2 --out "$folder/out" >"$folder/$1" 2>&1
    status=$?
    ((status != 0 && status != 124)) || wrong "$1: exit status $status"
    ((SECONDS - began <= $2)) || wrong "$1: it took $((SECONDS - began)) s"
    echo "$1: exit status $status after $((SECONDS - began)) s"
}
# recorded FILE : what the recording says of its run.
recorded() {
    "$command" report "$folder/out/$1" --json >"$folder/report" 2>&1 || wrong "$1 cannot be read"
}

# Killed. NCCL sees that the peer is gone; mpirun then asks the survivor to end.
SHARDSCOPE_DOUBLE_1="dieAtCollective=40" ends killed 30
recorded zero-2.trace.json.gz
says "$folder/report" '"status": "(interrupted|failed)"' 'rank 0' 'NCCL says remote process exited' \
    'B[0-9] in step [0-9]+: NCCL says'

# Killed, and NCCL does not see it: what ends the survivor is mpirun's signal.
SHARDSCOPE_DOUBLE="devices=2 peersDieUnnoticed" SHARDSCOPE_DOUBLE_1="dieAtCollective=40" ends unseen 30
recorded zero-2.trace.json.gz
says "$folder/report" '"status": "interrupted"' 'rank 0' 'mpirun sends it' 'B[0-9] in step [0-9]+ was under way'

# Out of memory in the middle of a step: an orderly end, in one recording, that names rank 1.
SHARDSCOPE_DOUBLE_1="fullFrom=20" ends memory 30
recorded zero-2.trace.json.gz
says "$folder/report" 'rank 1, CUDA: [0-9]+ B of scratch memory: out of memory .*; at [^"]* in step' '"ranks": 2'

# A kernel of rank 1's breaks its GPU.
SHARDSCOPE_DOUBLE_1="failLaunch=400" ends kernel 30
recorded zero-2.trace.json.gz
says "$folder/report" '"status": "failed"' 'rank 1 aborted: .*launch failure' 'at [^"]* in step'

# An asynchronous error of NCCL's in rank 1.
SHARDSCOPE_DOUBLE_1="failCollective=40" ends network 30
recorded zero-2.trace.json.gz
says "$folder/report" '"status": "failed"' 'rank 1' 'B[0-9] in step [0-9]+: NCCL says'

# Two processes and one GPU.
SHARDSCOPE_DOUBLE="devices=1" ends crowded 30
says "$folder/crowded" 'has every rank a GPU of its own'

processes 2 run --device cuda --comm same-gpu --out "$folder/out" >"$folder/same-gpu" 2>&1
says "$folder/same-gpu" '--comm' 'start it without mpirun'

exit $((failures > 0))
