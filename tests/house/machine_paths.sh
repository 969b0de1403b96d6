#!/usr/bin/env bash
# Usage: machine_paths.sh ROOT. Fails where a file, compressed recordings included, names a folder that
# only some machine has (someone's home, a mount), and so cannot mean anything elsewhere.
set -euo pipefail
cd "$1"

readonly places='work|home|root|Users|mnt|media|nfs|scratch'
readonly pattern="(^|[^A-Za-z0-9_./}>*-])/($places)/[A-Za-z0-9_.]"

files() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard
    else
        find . -type f -not -path './build*' -not -path './shardscope-out/*'
    fi | sort
}

bad=0 seen=0
while read -r file; do
    [[ -f "$file" ]] || continue
    seen=$((seen + 1))
    found="$(gzip -cdfq -- "$file" 2>/dev/null | grep -anoE "$pattern.{0,40}" | sed -n 1,3p || true)"
    [[ -z "$found" ]] && continue
    printf '%s names a place of one machine:\n%s\n' "$file" "$found" >&2
    bad=$((bad + 1))
done < <(files)
((seen > 0)) || { echo "machine_paths: $1 holds no file" >&2; exit 1; }
((bad == 0)) || exit 1
echo "$seen files name no place of one machine"
