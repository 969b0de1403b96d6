#!/usr/bin/env bash
# Usage: dev_sets_up.sh ROOT. What ./dev says and does on machines where packages are missing, with
# stand-ins for the system's commands: nothing is installed, nothing is built.
# shellcheck disable=SC2016,SC2317 # stand-ins are written unexpanded; expect calls by name
set -euo pipefail
root="$1"
stand_ins="$(mktemp -d)"
trap 'rm -rf "$stand_ins"' EXIT
export LOG="$stand_ins/log" MISSING="" USER_ID=0 CMAKE_STATUS=0 FORMAT_STATUS=0

stand_in() { # stand_in NAME BODY
    printf '#!/bin/bash\n%s\n' "$2" >"$stand_ins/$1"
    chmod +x "$stand_ins/$1"
}
stand_in dpkg-query '[[ " $MISSING " == *" ${!#} "* ]] && exit 1; printf installed'
stand_in apt-get 'echo "apt-get $*" | tee -a "$LOG" >&2'
stand_in sudo 'echo -n "sudo " >>"$LOG"; "$@"'
stand_in id 'echo "$USER_ID"'
stand_in cmake 'echo "cmake $*" >>"$LOG"; exit "$CMAKE_STATUS"'
stand_in clang-format-14 'exit "$FORMAT_STATUS"'
stand_in ctest 'echo "ctest $*" >>"$LOG"'

failed=0
dev() {
    : >"$LOG"
    exited=0
    output="$(PATH="$stand_ins:$PATH" "$root/dev" "$@" 2>&1)" || exited=$?
}
expect() { # expect NAME TEST...
    local name="$1"
    shift
    "$@" && return 0
    printf '%s\nfound: exit %s\n%s\nlog:\n%s\n' "$name" "$exited" "$output" "$(cat "$LOG")" >&2
    failed=1
}
logged() { grep -qE -- "$1" "$LOG"; }
count_is() { [[ "$(grep -cE -- "$1" "$LOG" || true)" == "$2" ]]; }

dev test
expect "nothing missing: succeeds" test "$exited" = 0
expect "nothing missing: installs nothing" count_is apt-get 0
expect "test: a run without tests is an error" logged '^ctest --preset full --no-tests=error'
expect "test: builds into build/" logged '^cmake --build build '

MISSING="libfmt-dev ninja-build" dev test -R Pool
expect "says what it installs before it does" \
    test "${output%%$'\n'*}" = "Installing with apt-get: ninja-build libfmt-dev"
expect "installs what is missing, and only that" logged '^apt-get install .* ninja-build libfmt-dev$'
expect "updates once" count_is 'apt-get update' 1
expect "root needs no sudo" count_is sudo 0
expect "passes arguments on to ctest" logged '^ctest .* -R Pool$'

MISSING="libfmt-dev" USER_ID=1000 dev build
expect "uses sudo when not root" count_is '^sudo apt-get' 2

MISSING="qt6-base-dev" dev build
expect "the dashboard is built by default, and its packages installed" logged '^apt-get install .* qt6-base-dev$'
MISSING="qt6-base-dev" dev build cpu
expect "a build without the dashboard needs no Qt" count_is apt-get 0

MISSING="clang-tidy-14" dev build
expect "building needs no linter" count_is apt-get 0

CMAKE_STATUS=1 dev test
expect "a failed configure ends it" test "$exited" = 1
expect "a failed configure runs no test" count_is ctest 0

dev build no-such
expect "build: passes the preset on" logged '^cmake --preset no-such'

dev frobnicate
expect "an unknown command is wrong input" test "$exited" = 2
dev check nothing
expect "an unknown check is wrong input" test "$exited" = 2
expect "and is named" grep -q '"nothing"; allowed: format' <<<"$output"

dev check format
expect "a check that finds nothing succeeds" test "$exited,${output##*$'\n'}" = "0,Checked."
FORMAT_STATUS=1 dev check format
expect "a check that finds something fails" test "$exited" != 0
expect "and does not say that all is well" test "${output##*$'\n'}" != "Checked."

dev help
for command in demo test build bench check; do
    expect "help names $command" grep -q "^\./dev $command" <<<"$output"
done
exit "$failed"
