#!/usr/bin/env bash
# Tests assets/farm/fathom.sbatch as Slurm runs it, with a Fathom of the test's own that notes its calls.
# Usage: slurm_test.sh SOURCE
# shellcheck disable=SC2016  # the stand-in's body is expanded when it runs
set -euo pipefail

script=$1/assets/farm/fathom.sbatch
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failures=0
printf '%s\n' '#!/bin/bash' \
    'if [[ $* == *--list* ]]; then echo "{\"tasks\": 10}"; exit; fi' \
    'echo "$*" >>"$CALLS"' \
    '[[ $3 != "${BROKEN:-}" ]] || exit 3' >"$work/fathom"
chmod +x "$work/fathom"

# expect NAME STATUS CALLS SETTING... -- ARGUMENT...: runs the script with settings of the environment.
expect() {
    local name=$1 status=$2 calls=$3 settings=() got=0
    shift 3
    while [[ $1 != -- ]]; do
        settings+=("$1")
        shift
    done
    shift
    : >"$work/calls"
    env -u SLURM_CPUS_PER_TASK CALLS="$work/calls" PATH="$work:$PATH" "${settings[@]}" bash "$script" "$@" \
        2>"$work/err" || got=$?
    if [[ $got != "$status" || $(<"$work/calls") != "$calls" ]]; then
        printf 'FAILED: %s: exit code %s, expected %s\n' "$name" "$got" "$status"
        sed 's/^/    /' "$work/calls" "$work/err"
        failures=$((failures + 1))
    fi
}

expect "one task" 0 "task a job 7 --device gpu0" SLURM_ARRAY_TASK_ID=7 -- "a job" --device gpu0
expect "as many threads as cores" 0 "task job 2 --threads 16" SLURM_ARRAY_TASK_ID=2 SLURM_CPUS_PER_TASK=16 -- job
expect "every fourth task" 0 $'task job 2\ntask job 6\ntask job 10' SLURM_ARRAY_TASK_ID=2 FATHOM_STEP=4 -- job
expect "up to a last one" 0 $'task job 1\ntask job 4' SLURM_ARRAY_TASK_ID=1 FATHOM_STEP=3 FATHOM_LAST=6 -- job
expect "its exit code" 3 "task job 5" SLURM_ARRAY_TASK_ID=5 BROKEN=5 -- job
expect "what fails ends it" 3 $'task job 1\ntask job 5' SLURM_ARRAY_TASK_ID=1 FATHOM_STEP=4 BROKEN=5 -- job
expect "another program" 0 "" SLURM_ARRAY_TASK_ID=5 FATHOM_PROGRAM=true -- job
expect "no array" 2 "" FATHOM_STEP= -- job
grep -q "use it as 'sbatch" "$work/err" || failures=$((failures + 1))
expect "no job" 2 "" SLURM_ARRAY_TASK_ID=5 --

# Slurm reads its options before the first command.
[[ $(grep -n '^#SBATCH' "$script" | tail -n 1 | cut -d: -f1) -lt $(grep -n '^set -e' "$script" | cut -d: -f1) ]] || {
    echo "FAILED: options behind commands, where Slurm does not look"
    failures=$((failures + 1))
}

((failures == 0)) || exit 1
echo "The array script does what it says."
