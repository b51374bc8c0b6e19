#!/usr/bin/env bash
# Hands that know nothing of the program: keys, wheel, buttons, text and sizes in any order. Whatever they do, the window
# answers, takes no more memory than it should, ends well, and its picture is that of 'fathom render'. Each seed is
# another script, and always the same one. Exit code 77 (skipped) where Xvfb or the tools are missing.
# Usage: window_random_test.sh PROGRAM [SEED...]    FATHOM_RANDOM_STEPS: of each script, default 60
set -uo pipefail
seeds=("${@:2}")
((${#seeds[@]} > 0)) || seeds=(1 2)
set -- "$1"
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

steps=${FATHOM_RANDOM_STEPS:-60}
most_kib=1500000 # beside a display that draws on the CPU, and all sizes that hands can make

# Each key of the program but Ctrl+Q.
keys=(Left Right Up Down plus minus q e comma period a Home shift+Home BackSpace shift+BackSpace ctrl+z ctrl+shift+z
    bracketleft bracketright c v p shift+p o ctrl+c ctrl+v s ctrl+s ctrl+e g b m j Return n Tab F6 ctrl+Next ctrl+Prior
    ctrl+plus ctrl+minus ctrl+0 F11 F1 space Escape Delete ctrl+a 1 5 9 h l w x F5)
words=('-0.7436, 0.1318' 1e30 0 -1 nan 'no number' '~/x.png' '日本' 99999999999999999999 '../../x' '%s%n' '1e-400')

# pick NAME VALUE...: one of them goes to the variable.
pick() {
    local -n picked=$1
    shift
    local -a values=("$@")
    # shellcheck disable=SC2034  # a name of the caller's
    picked=${values[RANDOM % ${#values[@]}]}
}

anywhere() { at_x=$((RANDOM % width)) at_y=$((RANDOM % height)); }

do_anything() {
    local key word
    anywhere
    case $((RANDOM % 13)) in
    0 | 1 | 2 | 3)
        pick key "${keys[@]}"
        step="key $key"
        xdotool key "$key"
        ;;
    4 | 5)
        step="wheel $at_x $at_y"
        move "$at_x" "$at_y"
        xdotool click --repeat $((1 + RANDOM % 4)) --delay 5 $((4 + RANDOM % 2))
        ;;
    6 | 7)
        step="click $at_x $at_y"
        move "$at_x" "$at_y"
        xdotool click 1
        ;;
    8)
        step="click in the panel $((at_x / 2)) $at_y"
        move $((at_x / 2)) "$at_y"
        xdotool click 1
        ;;
    9)
        step="drag $at_x $at_y"
        drag $((1 + RANDOM % 3)) "$at_x" "$at_y" $((RANDOM % width)) $((RANDOM % height))
        ;;
    10)
        pick word "${words[@]}"
        step="type $word"
        LC_ALL=C.UTF-8 xdotool type --delay 2 -- "$word"
        xdotool key Return
        ;;
    11)
        width=$((320 + RANDOM % 640)) height=$((240 + RANDOM % 420))
        step="size ${width}x$height"
        xdotool windowsize "$window" "$width" "$height"
        ;;
    12)
        step="advance"
        advance $((RANDOM % 3000))
        ;;
    esac
    settle
}

# What a person does who has lost the way: everything away, the whole set in its usual colours.
find_back() {
    local i
    for i in {1..6}; do
        xdotool key Escape
        settle
    done
    width=640 height=400
    xdotool windowsize "$window" "$width" "$height"
    advance 13000
    move 600 200
    for i in {1..6}; do # edges are not the picture that 'fathom render' makes
        [[ $(grep -o ' samples [0-9]*$' "$work/log" | tail -n 1) != ' samples 1' ]] || return 0
        xdotool key a
        settle
    done
    fail "anti-aliasing cannot be turned off"
}

play() {
    local step seed=$1 i resident
    width=640 height=400
    rm -rf -- "$work/state" "$work/data"
    start_window || return
    RANDOM=$seed
    for ((i = 1; i <= steps; i++)); do
        do_anything || {
            fail "step $i of script $seed: $step"
            return
        }
        kill -0 "$window_pid" 2>/dev/null || {
            fail "the window ended at step $i of script $seed, $step: $(tail -n 5 "$work/out.txt")"
            return
        }
    done
    find_back || return
    resident=$(awk '/VmRSS/ { print $2 }' "/proc/$window_pid/status")
    ((resident < most_kib)) || fail "script $seed: $resident KiB of memory"
    # It still goes where it is sent, and shows what is there.
    set_mark
    xdotool key shift+Home
    rest
    screenshot || return
    expect_near "zoom" "$zoom" 1 1e-9
    expect_as_rendered
    stop_window
    [[ ! -s $work/out.txt ]] || fail "script $seed: the window complained: $(head -n 3 "$work/out.txt")"
}

for seed in "${seeds[@]}"; do
    eval "case_$seed() { play $seed; }"
done
run_cases "${seeds[@]}"
