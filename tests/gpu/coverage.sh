#!/usr/bin/env bash
# Usage: coverage.sh BUILD
# Runs the tests that the GPU's code has on the double, in a folder built with SHARDSCOPE_COVERAGE, and prints
# the lines of gpu/, profiler/cupti and profiler/nvtx that none of them ran, and a total. Not counted: what
# only a GPU runs (kernels and device functions; their stand-ins that the compiler leaves on the host), what
# ends the process (core::broken), and code that only an exception would run. Exit status 1 when there are
# such lines.
set -euo pipefail
build="$(cd "$1" && pwd)"
programs=(cuda_double_test gpu_device_test gpu_conformance_test gpu_libraries_test cupti_test cupti_run_test
    nvtx_test kernel_twins_test gpu_products_test)
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

find "$build" -name '*.gcda' -delete
for program in "${programs[@]}"; do
    "$build/bin/$program" >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; exit 1; }
    echo "$program: $(grep -E '^\[==========\].*ran' "$work/log" | sed 's/^[^ ]* //')"
done
for script in equality endings; do
    bash "$(dirname "$0")/processes/$script.sh" "$build/bin/shardscope_on_double" >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; exit 1; }
    echo "processes/$script.sh: ran"
done

# Of every object, every line of every file: "count:line:text". A line of a header is there many times.
(cd "$build" && find gpu profiler tests/doubles/kernels -name '*.gcno' -print0 |
    xargs -0 gcov -t 2>/dev/null) >"$work/lines"
awk -F: '
    $2 + 0 == 0 && $3 == "Source" {
        file = $4
        sub(/^.*\/(\.\.\/)*/, "&", file)
        if (!sub(/^(.*\/)?gpu\//, "gpu/", file) && !sub(/^(.*\/)?profiler\//, "profiler/", file)) file = ""
        if (file !~ /^(gpu|profiler\/cupti|profiler\/nvtx)\//) file = ""
        device = 0
        next
    }
    file == "" { next }
    {
        text = $0
        sub(/^[^:]*:[^:]*:/, "", text)
        if (file ~ /\.cuh?$/) {
            if (text ~ /__(global|device)__/) device = 1
            if (text ~ /^SHARDSCOPE_[A-Z_]*(KERNEL|BODY)/) device = 2
        }
        counted = !device && text !~ /core::broken\(/
        if (device == 1 && text ~ /^}/) device = 0
        if (device == 2 && text ~ /\)$/) device = 0
        count = $1
        gsub(/[ *]/, "", count)
        if (!counted || count !~ /^(#####|[0-9]+)$/) next
        key = file ":" $2 + 0
        if (count != "#####" && count > 0) ran[key] = 1
        said[key] = text
    }
    END {
        for (key in said) {
            split(key, part, ":")
            all++
            if (key in ran) continue
            missed++
            printf "%s:%d:%s\n", part[1], part[2], said[key] | "sort -t: -k1,1 -k2,2n"
        }
        close("sort -t: -k1,1 -k2,2n")
        printf "%d of %d lines were not run\n", missed, all
        exit missed > 0
    }' "$work/lines"
