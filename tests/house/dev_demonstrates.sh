#!/usr/bin/env bash
# Usage: dev_demonstrates.sh ROOT. The three acts of ./dev demo, with a stand-in for the command: the
# limit of the third follows from the recordings of the first, and a demo that shows nothing fails.
# shellcheck disable=SC2016,SC2317 # stand-ins are written unexpanded; expect calls by name
set -euo pipefail
tree="$(mktemp -d)"
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/build/bin" "$tree/bin"
cp "$1/dev" "$1/README.md" "$tree"
export LOG="$tree/log" ZERO_1=0 ZERO_2=0 LIMITED=1 STATUS=ok STYLE=pretty

stand_in() { # stand_in FILE BODY
    printf '#!/bin/bash\n%s\n' "$2" >"$tree/$1"
    chmod +x "$tree/$1"
}
stand_in bin/cmake 'echo "cmake $*" >>"$LOG"'
stand_in bin/dpkg-query 'printf installed'
stand_in build/bin/shardscope '
echo "$*" >>"$LOG"
if [[ "$1" == report ]]; then
    [[ "$2" == *zero-1* ]] && least="$ZERO_1" || least="$ZERO_2"
    if [[ "$STYLE" == pretty ]]; then
        printf "{\n  \"runs\": [\n    {\n      \"status\": \"%s\",\n" "$STATUS"
        printf "      \"memory\": { \"smallestLimitBytes\": %s, \"peakBytes\": 1 }\n    }\n  ]\n}\n" "$least"
    else
        printf "{\"runs\":[{\"status\":\"%s\",\"memory\":{\"smallestLimitBytes\":%s,\"peakBytes\":1}}]}\n" "$STATUS" "$least"
    fi
    exit
fi
mkdir -p "${!#}" && touch "${!#}/zero-2.trace.json.gz"
[[ "$*" != *--memory-limit* ]] || exit "$LIMITED"'
stand_in build/bin/shardscope-gui 'echo "gui $*" >>"$LOG"'
unset DISPLAY WAYLAND_DISPLAY

failed=0
demo() {
    : >"$LOG"
    exited=0
    output="$(PATH="$tree/bin:$PATH" "$tree/dev" demo 2>&1)" || exited=$?
}
expect() { # expect NAME TEST...
    local name="$1"
    shift
    "$@" && return 0
    printf '%s\nfound: exit %s\n%s\nlog:\n%s\n' "$name" "$exited" "$output" "$(cat "$LOG")" >&2
    failed=1
}
logged() { grep -qE -- "$1" "$LOG"; }
soon_logged() { # what the demo left running may write a little later
    for _ in {1..100}; do logged "$1" && return 0; sleep 0.1; done
    return 1
}
said() { grep -qF -- "$1" <<<"$output"; }

for style in pretty compact; do
    STYLE=$style ZERO_1=125829120 ZERO_2=100663296 demo
    expect "$style: succeeds" test "$exited" = 0
    expect "$style: act 3 runs under stage 2's smallest limit" logged '--memory-limit 96MiB '
    expect "$style: says both limits" said "needs 120MiB at stage 1 and 96MiB at stage 2"
done
expect "names the recordings" said shardscope-out/demo/price/zero-2.trace.json.gz
expect "builds the two programs and nothing else" \
    logged '^cmake --build build .*--target shardscope --target shardscope-gui$'
expect "draws act 1 where there is no display" \
    logged '^gui --render shardscope-out/demo/compare.png --view compare .*/zero-1.trace.json.gz .*/zero-2'
expect "names the picture" said shardscope-out/demo/compare.png
expect "act 1 compares stages 1 and 2 on a real text" logged '^run --stage 1,2 --data README.md '
expect "act 2 accumulates" logged '^run --stage 1,2 .*--grad-accum 4'

DISPLAY=:7 ZERO_1=125829120 ZERO_2=100663296 demo
expect "opens act 1 where there is a display" soon_logged '^gui shardscope-out/demo/same-bytes/zero-1.trace.json.gz '

ZERO_1=125829120 ZERO_2=100663296 LIMITED=0 demo
expect "stage 1 that trains under the limit is a failed demo" test "$exited" != 0
ZERO_1=125829120 ZERO_2=100663296 STATUS=oom demo
expect "stage 2 that does not train is a failed demo" test "$exited" != 0
ZERO_1=100663296 ZERO_2=100663296 demo
expect "limits that do not differ are a failed demo" test "$exited" != 0
ZERO_1=null ZERO_2=100663296 demo
expect "a missing limit is a failed demo" said "name no smallestLimitBytes"
exit "$failed"
