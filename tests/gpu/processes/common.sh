# What the tests of one process a GPU share. Sourced with the path of shardscope_on_double as $1.
set -uo pipefail
readonly command="$1"
readonly folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_base_warn_component_unused=0
export TMPDIR="$folder" SHARDSCOPE_DOUBLE="devices=2"
readonly small=(run --device cuda --comm nccl --progress off --layers 2 --hidden 48 --heads 3 --seq 8
    --vocab 64)

failures=0
wrong() {
    echo "WRONG: $*" >&2
    failures=$((failures + 1))
}
# processes N ARGUMENT... : the command in N processes. The time that mpirun leaves between SIGTERM and
# SIGKILL is 1 s by default: little for a busy machine.
processes() {
    timeout -k 5 90 mpirun --oversubscribe --mca odls_base_sigkill_timeout 3 -n "$1" "$command" "${@:2}"
}
# says FILE TEXT... : each of the texts is somewhere in the file.
says() {
    local text
    for text in "${@:2}"; do
        grep -qE -- "$text" "$1" || wrong "$(basename "$1") does not say \"$text\": $(head -c 2000 "$1")"
    done
}
