#!/usr/bin/env bash
# Usage: checks_catch.sh ROOT. The checks of this folder fail on what they are there to find.
set -euo pipefail
here="$1/tests/house"
tree="$(mktemp -d)"
trap 'rm -rf "$tree"' EXIT

failed=0
expect() { # expect pass|fail NAME COMMAND...
    local wanted="$1" name="$2" got=pass
    shift 2
    "$@" >/dev/null 2>&1 || got=fail
    [[ "$got" == "$wanted" ]] && return 0
    echo "$name: expected to $wanted, found $got" >&2
    failed=1
}

# include FOLDER INCLUDE: a tree in which one file of FOLDER includes INCLUDE.
include() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/core/base" "$tree/$1"
    echo '#include "core/base/ids.h"' >"$tree/core/base/own.h"
    echo "#include \"$2\"" >"$tree/$1/file.cpp"
}

check_arrow() { # check_arrow pass|fail FOLDER INCLUDE
    include "$2" "$3"
    expect "$1" "$2 including $3" bash "$here/includes.sh" "$tree"
}

check_arrow pass core core/plan/planner.h
check_arrow fail core traces/trace.h
check_arrow fail core gpu/device.h
check_arrow pass gpu core/engine/device.h
check_arrow fail gpu profiler/recorder.h
check_arrow pass traces core/base/ids.h
check_arrow fail traces profiler/recorder.h
check_arrow pass profiler traces/trace.h
check_arrow fail profiler/run gpu/device.h
check_arrow pass profiler/cli gpu/device.h
check_arrow fail profiler gui/window.h
check_arrow pass gui traces/trace.h
check_arrow fail gui core/engine/device.h
check_arrow fail traces trace.h
rm -rf "${tree:?}"/*
expect fail "a tree without folders" bash "$here/includes.sh" "$tree"

check_place() { # check_place pass|fail TEXT, plain and compressed
    rm -rf "${tree:?}"/*
    echo "$2" >"$tree/notes.md"
    expect "$1" "$2" bash "$here/machine_paths.sh" "$tree"
    gzip -c "$tree/notes.md" >"$tree/a.trace.json.gz"
    rm "$tree/notes.md"
    expect "$1" "$2 (compressed)" bash "$here/machine_paths.sh" "$tree"
}

slash=/ # so that this file names no such place itself
check_place fail "see ${slash}home/someone/data.txt"
check_place fail "\"out\":\"${slash}work/tree/out\""
check_place fail "${slash}root/.cache"
check_place pass "profiler/root/x and https://example.org/home/page and /usr/lib"
rm -rf "${tree:?}"/*
expect fail "an empty tree" bash "$here/machine_paths.sh" "$tree"
exit "$failed"
