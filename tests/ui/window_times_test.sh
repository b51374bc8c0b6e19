#!/usr/bin/env bash
# What of a real window is measured in real time, and so runs with no other test beside it: see window_helpers.sh.
# Usage: window_times_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

case_idle() {
    start_window_in_real_time || return
    move 100 100
    await "rest of the processor" computes_nothing
    local used
    used=$(ticks_in 10)
    # Ticks are hundredths of a second: 2 % of one core in 10 s.
    ((used < 20)) || fail "$used ticks in 10 s at rest"
    stop_window
}

# How long notches of the wheel take to be seen, in ms: the median of nine goes to 'median'. The clock starts before
# xdotool does, so that its own start counts against us too.
time_the_wheel() {
    local times=() start drawn
    for _ in {1..9}; do
        set_mark
        start=$(date +%s%3N)
        xdotool click 4
        wait_for '^drawn ' || return
        drawn=$(tail -n "+$((mark + 1))" "$work/log" | sed -n 's/^\([0-9]*\) drawn .*/\1/p' | head -n 1)
        times+=($((drawn - start)))
        sleep 0.1
    done
    median=$(printf '%s\n' "${times[@]}" | sort -n | sed -n 5p)
    echo "  wheel to picture, $1: ${times[*]} ms, median $median"
}

doubled_14_times() { (($(since_mark | grep -c '^key double the iterations$') == 14)); }

# A frame of many iterations keeps all cores busy; the wheel is answered meanwhile, before any such frame is complete,
# and hardly later than where next to nothing is computed: on the same machine, with whatever else that does.
case_latency() {
    local median idle
    start_window_in_real_time --iterations 1 --re=-0.2 --im=0 --zoom=3 || return
    time_the_wheel "of one iteration" || return
    idle=$median
    stop_window
    # All of it is in the set.
    start_window_in_real_time --no-shortcuts --iterations 1000 --re=-0.2 --im=0 --zoom=3 || return
    set_mark
    xdotool type --delay 50 ']]]]]]]]]]]]]]'
    await "sixteen million iterations" doubled_14_times || return
    set_mark
    local heavy=$mark
    time_the_wheel "beside a heavy frame" || return
    ((median <= 100 + 2 * idle)) || fail "a wheel event was answered after $median ms, $idle ms beside nothing"
    # Esc ends the computing.
    ! computes_nothing || fail "nothing was computed beside the wheel"
    xdotool key Escape
    await "rest of the processor" computes_nothing
    mark=$heavy
    ! logged '^frame ' || fail "too fast for this test"
    stop_window
}

all_cases=(idle latency)
run_cases "${all_cases[@]}"
