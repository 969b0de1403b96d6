#!/usr/bin/env bash
# Usage: traces/samples/make.sh [SHARDSCOPE]. Makes the recordings of this folder again, from the
# project's root: the acts of ./dev demo, three steps each.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly command="${1:-build/bin/shardscope}" samples=traces/samples

record() { # record FOLDER OPTION...
    rm -rf "${samples:?}/$1"
    "$command" run --stage 1,2 --data README.md --steps 3 --progress off --out "$samples/$1" "${@:2}"
}

smallest_limit() { # smallest_limit FILE, in MiB
    "$command" report "$1" --json | grep -oE '"smallestLimitBytes": *[0-9]+' |
        { IFS=' :' read -r _ bytes; echo "$((bytes / 1048576))MiB"; }
}

record same-bytes
record price --grad-accum 4
limit="$(smallest_limit "$samples/same-bytes/zero-2.trace.json.gz")"
exited=0
record limit --memory-limit "$limit" || exited=$?
((exited == 1)) || { echo "make.sh: expected stage 1 to run out of memory at $limit" >&2; exit 1; }
find "$samples" -name '*.trace.json.gz' -exec ls -l {} +
