#!/usr/bin/env bash
# The window on a machine whose GPU is in trouble: full, or slow to start (tests/support/troubled_gpu.cpp).
# Usage: window_gpu_test.sh PROGRAM [CASE...], the program with that GPU; exit code 77 as window_test.sh.
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

# The CPU takes over in a window, whatever engine was asked for.
case_full() {
    local trouble words
    for trouble in full small; do
        [[ $trouble == full ]] && words='cannot be used' || words=stopped
        FATHOM_TEST_GPU=$trouble start_window || return
        wait_for "^complaint gpu0 $words: the GPU's memory is full; the CPU takes over\\.\$"
        wait_for '^frame cpu '
        screenshot
        expect_as_rendered
        stop_window
    done
}

# run_tour OPTION...: the exit code goes to $status.
run_tour() {
    cat >"$work/tour.toml" <<'END'
re = ["-0.75", "-0.75"]
im = ["0", "0"]
zoom = ["1", "2"]
iterations = [200, 200]
seconds = [1]
END
    "$program" gui --size 320x200 --tour "$work/tour.toml" --frames 2 --stats "$work/stats.json" "$@" \
        >"$work/out.txt" 2>"$work/err.txt"
    status=$?
}

# So does a tour; only a GPU that was asked for by its name is insisted on.
case_tour() {
    local trouble status
    for trouble in full small; do
        export FATHOM_TEST_GPU=$trouble
        run_tour
        ((status == 0)) || fail "$trouble: exit code $status: $(<"$work/err.txt")"
        grep -q "^fathom: warning: gpu0 .*: the GPU's memory is full; the CPU takes over\$" "$work/err.txt" ||
            fail "$trouble: said $(<"$work/err.txt")"
        grep -q '"device": "cpu"' "$work/stats.json" || fail "$trouble: not the CPU's times"
        run_tour --device gpu0
        ((status == 3)) || fail "$trouble: exit code $status with --device gpu0"
        grep -q "^fathom: the GPU's memory is full; close " "$work/err.txt" || fail "said $(<"$work/err.txt")"
    done
    unset FATHOM_TEST_GPU
}

# Until it has started the CPU shows pictures, and then makes room for it.
case_slow() {
    FATHOM_TEST_GPU=$work/go start_window || return
    wait_for '^frame cpu '
    set_mark
    xdotool click 4
    rest
    wait_for '^frame cpu '
    since_mark | grep -q '^frame gpu0 ' && fail "the GPU has started already"
    set_mark
    : >"$work/go"
    wait_for '^frame gpu0 '
    grep -q ' complaint ' "$work/log" && fail "something was complained about"
    rm "$work/go"
    screenshot
    expect_as_rendered
    stop_window
}

run_cases full tour slow
