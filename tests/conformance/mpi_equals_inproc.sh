#!/usr/bin/env bash
# Design rule 12: MPI ranks and in-process ranks give the same losses and weights to the last bit.
#
#     mpi_equals_inproc.sh SHARDSCOPE RANKS...
set -euo pipefail
readonly command="$1"
shift
readonly folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# What must be equal: every loss, norm and hash of every run, in order.
numerics() {
    sed -n '/"numerics": {/,/}/p' "$1"
}

compare() {
    local ranks="$1" options=(run --json --progress off --layers 2 --hidden 48 --heads 3 --seq 8
        --vocab 64 --steps 2 "${@:2}")
    "$command" "${options[@]}" --ranks "$ranks" --out "$folder/in" >"$folder/inproc.json" 2>/dev/null
    mpirun --oversubscribe -n "$ranks" "$command" "${options[@]}" --comm mpi --out "$folder/mpi" \
        >"$folder/mpi.json" 2>"$folder/mpi.err" || { cat "$folder/mpi.err" >&2; exit 1; }
    numerics "$folder/inproc.json" >"$folder/expected"
    numerics "$folder/mpi.json" >"$folder/found"
    grep -q weightHash "$folder/expected"
    diff "$folder/expected" "$folder/found" ||
        { echo "$ranks ranks, ${*:2}: MPI and in-process differ" >&2; exit 1; }
    echo "$ranks ranks, ${*:2}: $(grep -c weightHash "$folder/found") runs, the same bits"
    rm -r "$folder/in" "$folder/mpi"
}

readonly systems=ddp,deepspeed-1,deepspeed-2,megatron,fsdp2,llm.c,torch-zero
for ranks in "$@"; do
    for dtype in fp32 bf16; do
        compare "$ranks" --dtype "$dtype" --grad-accum 1,2
    done
    compare "$ranks" --strategy "$systems" --bucket layer --dtype bf16 --grad-accum 2
done
compare 4 --stage 1,2,3 --shard-group 2 --grad-accum 2
compare 4 --strategy fsdp2,llm.c --bucket layer --shard-group 2 --dtype fp32
