#!/usr/bin/env bash
# Runs every fuzz target for a while and prints a line for each; exit code 1 if one found something.
# Usage: fuzz/run.sh SECONDS [JOBS] [FOLDER]
# FOLDER holds the programs fuzz_* (build/fuzz/fuzz). What is found is kept in FOLDER/found/TARGET, what was
# learnt in FOLDER/corpus/TARGET. To run elsewhere, carry this script, fuzz/seeds and FOLDER.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
[[ ${1:-} =~ ^[0-9]+$ ]] || {
    sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
}
seconds=$1
jobs=${2:-$(nproc)}
folder=$(cd -- "${3:-$here/../build/fuzz/fuzz}" && pwd)
export seconds here folder

fuzz_one() {
    local name=$1 found=$folder/found/$1 corpus=$folder/corpus/$1 log executions crashes
    mkdir -p "$found" "$corpus"
    log=$found.log
    "$folder/fuzz_$name" "$corpus" "$here/seeds/$name" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 -artifact_prefix="$found/" \
        >"$log" 2>&1 || true
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    crashes=$(find "$found" -type f | wc -l)
    printf '%-16s %12s executions, %s found\n' "$name" "${executions:-no}" "$crashes"
    [[ $crashes == 0 && -n $executions ]]
}
export -f fuzz_one

shopt -s nullglob
targets=("$folder"/fuzz_*)
((${#targets[@]})) || {
    echo "there are no fuzz targets in $folder" >&2
    exit 2
}
# shellcheck disable=SC2016  # bash -c expands it
printf '%s\0' "${targets[@]##*/fuzz_}" | xargs -0 -n 1 -P "$jobs" bash -c 'fuzz_one "$1"' _ || exit 1
