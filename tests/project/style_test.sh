#!/usr/bin/env bash
# Fails, naming each place, where clang-format would write a C++ or CUDA source differently. Its versions differ
# in what they write, so only 14 has a say (Debian 12 and Ubuntu 22.04 have it as clang-format, Ubuntu 24.04 as
# clang-format-14). Exit code 77 (skipped) where it is missing.
# Usage: style_test.sh SOURCE
set -euo pipefail
cd -- "$1"

formatter=''
for name in clang-format-14 clang-format; do
    if [[ $("$name" --version 2>/dev/null) == *" version 14."* ]]; then
        formatter=$name
        break
    fi
done
if [[ -z $formatter ]]; then
    echo "SKIPPED: clang-format 14 is not installed"
    exit 77
fi

# Not what git tracks: a copy without its history is checked too, and a new file before it is committed.
mapfile -d '' -t sources < <(find app kernels render tests ui -regex '.*\.\(h\|cpp\|cu\|cuh\)' -print0 | sort -z)
((${#sources[@]} > 100)) || {
    echo "FAILED: only ${#sources[@]} sources were found"
    exit 1
}
"$formatter" --dry-run -Werror "${sources[@]}"
echo "clang-format agrees with all ${#sources[@]} sources."
