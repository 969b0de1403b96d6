#!/usr/bin/env bash
# Usage: bundle.sh BUILD BUNDLE
# Gathers what tests/gpu/check.sh needs into BUNDLE, and into BUNDLE.tar.gz to be carried: the programs of a
# build folder and every shared library of theirs that is no part of the C library, found beside them
# ($ORIGIN/../lib). So they start on a machine that has a GPU driver and CUDA's libraries, and nothing that we
# install.
set -euo pipefail
build="$1" bundle="$2"
programs=(shardscope gpu_checks)
rm -rf "$bundle"
mkdir -p "$bundle/bin" "$bundle/lib"
for program in "${programs[@]}"; do
    strip --strip-unneeded -o "$bundle/bin/$program" "$build/bin/$program"
done
cp "$(dirname "$0")/check.sh" "$bundle/"
# Of the C library: it and its loader belong together and to the machine.
system='^(linux-vdso|ld-linux|libc|libm|libdl|librt|libpthread|libresolv|libutil)[.-]'
for program in "$bundle"/bin/*; do
    ldd "$program" | awk '$2 == "=>" { print $3 }'
done | sort -u | while read -r library; do
    name="$(basename "$library")"
    [[ "$name" =~ $system ]] && continue
    cp -L "$library" "$bundle/lib/$name"
done
missing=0
for program in "$bundle"/bin/*; do
    readelf -d "$program" | grep -qE 'R(UN)?PATH.*\$ORIGIN/../lib' && continue
    echo "bundle: $program does not look beside itself for its libraries" >&2
    missing=1
done
for program in "$bundle"/bin/*; do
    readelf -d "$program" | grep NEEDED | grep -E 'lib(cuda|cudart|cublas|nccl|cupti|nvidia)' || continue
    echo "bundle: $program would not start on a machine without that library" >&2
    missing=1
done
tar -C "$(dirname "$bundle")" -cf - "$(basename "$bundle")" | gzip -6 >"$bundle.tar.gz"
bytes="$(find "$bundle" -type f -printf '%s\n' | awk '{ all += $1 } END { print all }')"
((bytes <= 64000000)) || { echo "bundle: $bytes bytes unpacked; at most 64 MB can be carried" >&2; missing=1; }
du -shc "$bundle" "$bundle.tar.gz" | head -n 2 | awk '{ print "bundle: " $1 " in " $2 }'
exit $missing
