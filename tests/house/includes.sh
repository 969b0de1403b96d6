#!/usr/bin/env bash
# Usage: includes.sh ROOT. Fails, naming each line, where an include goes against the arrows between
# folders: core <- traces <- profiler, core <- gpu, traces <- gui. Only executables link everything.
set -euo pipefail
cd "$1"

# allowed FILE: the folders that the file may include from.
allowed() {
    case "$1" in
        core/*) echo "core" ;;
        gpu/*) echo "core gpu" ;;
        traces/*) echo "core traces" ;;
        profiler/cli/*) echo "core traces profiler gpu" ;;
        profiler/*) echo "core traces profiler" ;;
        gui/*) echo "core/base traces gui" ;;
    esac
}

# permits INCLUDE FOLDER...
permits() {
    local include="$1" folder
    shift
    for folder in "$@"; do [[ "$include" == "$folder"/* ]] && return 0; done
    return 1
}

folders=()
for folder in core gpu traces profiler gui; do [[ -d "$folder" ]] && folders+=("$folder"); done
((${#folders[@]} > 0)) || { echo "includes: $1 has none of our folders" >&2; exit 1; }

bad=0 seen=0
while IFS=: read -r file line text; do
    include="${text#*\"}"
    include="${include%%\"*}"
    seen=$((seen + 1))
    read -ra may <<<"$(allowed "$file")"
    permits "$include" "${may[@]}" && continue
    echo "$file:$line: includes \"$include\"; allowed there, from the root: ${may[*]}" >&2
    bad=$((bad + 1))
done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "${folders[@]}" \
    --include='*.h' --include='*.cpp' --include='*.cu' --include='*.cuh' --include='*.in')
((seen > 0)) || { echo "includes: found no include to look at" >&2; exit 1; }
((bad == 0)) || exit 1
echo "$seen includes obey the arrows"
