#!/usr/bin/env bash
# Has assets/farm/fathom.openjd.yaml checked by OpenJD's own program, and its tasks run by that on this machine, with a
# Fathom of the test's own. SKIPPED (77) where there is no 'openjd' (pip install openjd-cli).
# Usage: openjd_test.sh SOURCE
# shellcheck disable=SC2016  # the stand-in's body is expanded when it runs
set -euo pipefail

template=$1/assets/farm/fathom.openjd.yaml
if ! command -v openjd >/dev/null; then
    echo "SKIPPED: openjd is not installed"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
printf '%s\n' '#!/bin/bash' "echo \"\$*\" >>'$work/calls'" '[[ $3 != 4 ]] || exit 3' >"$work/fathom"
chmod +x "$work/fathom"

fail() {
    echo "FAILED: $1"
    sed 's/^/    /' "$work/out" "$work/calls"
    exit 1
}
run() {
    : >"$work/calls"
    openjd run "$template" -p "JobFolder=$work/a job" -p "Program=$work/fathom" "$@" >"$work/out" 2>&1
}

mkdir "$work/a job"
: >"$work/calls"
openjd check "$template" >"$work/out" 2>&1 || fail "the template is not valid"
run -p Tasks=3 || fail "its tasks do not run"
[[ $(<"$work/calls") == "$(printf "task $work/a job %s --device auto\n" 1 2 3)" ]] || fail "other tasks than 1 to 3"
run -p Tasks=1 -p Device=cpu || fail "one task does not run"
[[ $(<"$work/calls") == "task $work/a job 1 --device cpu" ]] || fail "not on the device asked for"
! run -p Tasks=5 || fail "a task that fails goes unnoticed"
! run -p Tasks=0 || fail "a job without tasks is taken"
! run || fail "the number of tasks may be left out"

template=$1/assets/farm/fathom_rings.openjd.yaml
openjd check "$template" >"$work/out" 2>&1 || fail "the template with rings is not valid"
run -p Tasks=3 -p RingTasks=2 || fail "its tasks do not run"
[[ $(<"$work/calls") == "$(printf "task $work/a job %s --device auto\n" 1 2 1 2 3)" ]] || fail "rings are not the first"
! run -p Tasks=3 -p RingTasks=0 || fail "a job without rings is taken for one with some"
echo "OpenJD takes the templates and runs its tasks."
