#!/usr/bin/env bash
# Fails, naming each place, where a source holds tabs, blanks at a line's end or no line end at its own end, where
# ShellCheck has a word to say on a shell script, or where clang-format would write a C++ or CUDA source
# differently. clang-format's versions differ in what they write, so only 14 has a say (Debian 12 and Ubuntu 22.04
# have it as clang-format, Ubuntu 24.04 as clang-format-14). Exit code 77 (skipped) where a tool is missing and
# what could be looked at is in order.
# Usage: style_test.sh SOURCE
set -euo pipefail
cd -- "$1"
missing=()
failed=no

# Not what git tracks: a copy without its history is checked too, and a new file before it is committed.
mapfile -d '' -t sources < <(find app bench fuzz kernels render tests ui -regex '.*\.\(h\|cpp\|cu\|cuh\)' -print0 | sort -z)
mapfile -d '' -t scripts < <(find .ci fuzz scripts tests -type f \( -name '*.sh' -o -perm -u+x \) -print0 | sort -z)
scripts+=(run check assets/farm/fathom.sbatch)
mapfile -d '' -t others < <(find .github CMakeLists.txt CMakePresets.json assets/farm cmake app bench fuzz kernels render tests ui \
    \( -name CMakeLists.txt -o -name '*.cmake' -o -name '*.js' -o -name '*.json' -o -name '*.yaml' -o -name '*.yml' -o -name '*.py' \
    -o -name README.md \) \
    -print0 | sort -z)
((${#sources[@]} > 300 && ${#scripts[@]} > 10 && ${#others[@]} > 20)) || {
    echo "FAILED: only ${#sources[@]} sources, ${#scripts[@]} scripts and ${#others[@]} other files were found"
    exit 1
}

texts=("${sources[@]}" "${scripts[@]}" "${others[@]}")
if grep -nP '\t|[ \r]$' -- "${texts[@]}"; then
    echo "FAILED: tabs, or blanks at a line's end"
    failed=yes
fi
for file in "${texts[@]}"; do
    if [[ -n $(tail -c 1 -- "$file") ]]; then
        echo "FAILED: $file does not end with a line end"
        failed=yes
    fi
done

if ! command -v shellcheck >/dev/null; then
    missing+=(shellcheck)
else
    # Of the window's tests, whose idioms it does not like, errors alone.
    mapfile -t strict < <(printf '%s\n' "${scripts[@]}" | grep -v '^tests/ui/')
    shellcheck -x -- "${strict[@]}" || failed=yes
    shellcheck -x -S error -- tests/ui/*.sh || failed=yes
fi

formatter=''
for name in clang-format-14 clang-format; do
    if [[ $("$name" --version 2>/dev/null) == *" version 14."* ]]; then
        formatter=$name
        break
    fi
done
if [[ -z $formatter ]]; then
    missing+=("clang-format 14")
elif ! "$formatter" --dry-run -Werror "${sources[@]}"; then
    failed=yes
fi

[[ $failed == no ]] || exit 1
if ((${#missing[@]})); then
    printf 'SKIPPED: %s is not installed\n' "${missing[@]}"
    exit 77
fi
echo "${#sources[@]} sources, ${#scripts[@]} scripts and ${#others[@]} other files are in order."
