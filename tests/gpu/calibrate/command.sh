#!/usr/bin/env bash
# Usage: command.sh SHARDSCOPE_ON_DOUBLE
# `calibrate --device cuda` as a person types it: its file is one that simulate and plan take; what goes wrong is
# said, with run's exit status, and leaves no file.
set -uo pipefail
command="$1"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
model=(--layers 2 --hidden 48 --heads 3 --seq 8 --vocab 64)
failures=0
wrong() {
    echo "WRONG: $*" >&2
    failures=$((failures + 1))
}
# status EXPECTED ARGUMENT... : out and err are what it said.
status() {
    "$command" "${@:2}" >out 2>err
    local got=$?
    ((got == $1)) || wrong "exit status $got, not $1, of ${*:2}: $(tail -c 600 err)"
}
# says FILE TEXT...
says() {
    local text
    for text in "${@:2}"; do
        grep -qE -- "$text" "$1" || wrong "$1 does not say \"$text\": $(head -c 1500 "$1")"
    done
}

status 0 calibrate --device cuda --gpu h200-sxm --ranks 2 --seconds 1 --out gpu.json "${model[@]}"
says out 'Double GPU, measured' 'TFLOP/s' 'link of a rank' 'note: 2 ranks on 1 GPU.*' 'node'
says err 'square products, bf16' 'collectives, 2 ranks' 'gpu.json'
says gpu.json '"extends": \["h200-sxm"\]' '"kind": "gpu"' 'driver'
status 0 simulate --hardware gpu.json --ranks 2 --stage 2 --steps 3 --out simulated "${model[@]}"
says out 'Double GPU|device memory of 4.0 GiB' 'by what calibrate measured'
status 0 plan --hardware gpu.json --ranks 2 "${model[@]}"
status 0 calibrate --device cuda --gpu a10 --seconds 0.2 --json --out json.json "${model[@]}"
diff out json.json >diff || wrong "--json does not print the file: $(head -c 300 diff)"

status 2 calibrate --device cuda --seconds 0.2 --out none.json "${model[@]}"
says err '--gpu' 'Double GPU' 'h200-sxm'
status 2 calibrate --gpu a10 --out none.json "${model[@]}"
says err '--device cuda'

export SHARDSCOPE_DOUBLE="driver=0"
status 1 run --device cuda --record off --timing events "${model[@]}"
grep -o 'no NVIDIA driver.*' err >run.err
status 1 calibrate --device cuda --gpu a10 --timing events --out none.json "${model[@]}"
grep -o 'no NVIDIA driver.*' err | diff - run.err >diff || wrong "another message than run's: $(cat err)"
export SHARDSCOPE_DOUBLE="failLaunch=300"
status 1 calibrate --device cuda --gpu a10 --seconds 0.2 --out none.json "${model[@]}"
says err 'unspecified launch failure'
export SHARDSCOPE_DOUBLE="fullFrom=40"
status 1 calibrate --device cuda --gpu a10 --seconds 0.2 --out none.json "${model[@]}"
says err 'out of memory|no .*B'
compgen -G 'none.json*' && wrong "a file of a calibration that failed"
status 0 calibrate --help
says out 'NVIDIA GPU' '--gpu NAME'
exit $((failures > 0))
