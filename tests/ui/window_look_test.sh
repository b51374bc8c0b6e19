#!/usr/bin/env bash
# What is left on the screen when text gets another size: see window_helpers.sh. The log says what the program meant to
# draw; here the pixels count.
# Usage: [FATHOM_DENSITY_SHIM=LIBRARY] window_look_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"
# Wide enough for all panels with larger text.
screen=1500x1000 width=1400 height=900
# Points of the set alone, so all that is not black is a panel.
black_place=(--re -0.1 --im 0 --zoom 40 --iterations 100)
# Mesa then tells of calls that it refuses.
export MESA_DEBUG=1

# What is on the screen, in a format that is soon compared.
look() { import -window "$window" "$work/screen.ppm"; }

# Percentage of a part of the screen that is not black: panel_coverage GEOMETRY.
panel_coverage() {
    convert "$work/screen.ppm" -crop "$1" +repage -colorspace gray -threshold 2% -format '%[fx:int(100*mean)]' info:
}

# Number of pixels in a part of the screen that are as bright as text: text_pixels GEOMETRY.
text_pixels() {
    convert "$work/screen.ppm" -crop "$1" +repage -colorspace gray -threshold 60% -format '%[fx:round(mean*w*h)]' info:
}

# Sections of the side panel; where F1's help shows no more than the picture without it.
panel_part=300x100+0+0 help_part=300x300+700+300

# take_part GEOMETRY NAME: a part of the screen.
take_part() { import -window "$window" -crop "$1" +repage "$work/$2.ppm"; }

# expect_other GEOMETRY: a part of the screen comes to be another one than taken as "noted".
expect_other() {
    settle && take_part "$1" now || return
    ! cmp -s "$work/noted.ppm" "$work/now.ppm" || fail "the screen stays as it was"
}

# press GEOMETRY KEY...: which makes another one of that part of the screen.
press() {
    take_part "$1" noted
    xdotool key "${@:2}"
    expect_other "$1"
}

# expect_part WHEN NAME GEOMETRY TEXT: a panel covers this part, with so many pixels of text at least.
expect_part() {
    local coverage text
    look
    coverage=$(panel_coverage "$3") text=$(text_pixels "$3")
    ((coverage < 95 || text < $4)) || return 0
    fail "$1: the $2 covers $coverage % of its place and shows $text pixels of text, of $4"
}

expect_black() {
    look
    [[ $(panel_coverage "${width}x$height+0+0") == 0 ]] || fail "the picture is not black"
}

# expect_panels WHEN EM: all there is at rest, EM being the height of text.
expect_panels() {
    local em=$2
    expect_part "$1" "side panel" "$((em * 16))x$((em * 16))+0+0" 400
    expect_part "$1" "overlay" "$((em * 10))x$((em * 5 / 2))+$((em * 26))+$((em * 3 / 2))" 25
    expect_part "$1" "status bar" "$((em * 40))x$((em * 3 / 2))+0+$((height - em * 3 / 2))" 120
}

expect_help() {
    press "$help_part" F1 || return
    expect_part "$1" "help" "$(($2 * 40))x$(($2 * 16))+$((width / 2 - $2 * 20))+$((height / 2 - $2 * 8))" 1500
    press "$help_part" F1
}

# change WHEN EM COMMAND...: which gives text this height; all panels have to be there again.
change() {
    take_part "$panel_part" noted
    "${@:3}" && expect_other "$panel_part" && expect_panels "$1" "$2"
}

# key_to SCALE EM KEY: which gives text this size.
key_to() { change "text size $1" "$2" press_for_font "$3" "$1"; }

press_for_font() {
    set_mark
    xdotool key "$1"
    wait_for "^font $2\$"
}

start_in_black() {
    start_window "${black_place[@]}" || return
    click_item hints-close
    move 1200 450
    wait_for '^hints seen'
}

stop_without_gl_error() {
    stop_window
    ! grep -E 'GL_[A-Z]+|Draw skipped' "$work/out.txt" || fail "OpenGL refuses something"
}

case_keys() {
    local step
    start_in_black || return
    # Without panels there is nothing but black, so what is seen later are really those.
    press "$panel_part" Tab o o || return
    expect_black
    change "at first" 15 xdotool key Tab o || return
    expect_help "at first" 15 || return
    for step in '1.1 17' '1.2 18' '1.3 20' '1.4 21'; do
        # shellcheck disable=SC2086 # two words
        key_to $step ctrl+plus || return
    done
    expect_help "with large text" 21 || return
    for step in '1.3 20' '1.2 18' '1.1 17' '1 15' '0.9 14'; do
        # shellcheck disable=SC2086
        key_to $step ctrl+minus || return
    done
    expect_help "with small text" 14 || return
    key_to 1 15 ctrl+0
    stop_without_gl_error
}

case_settings() {
    start_in_black || return
    click_item section-view
    change "text size 1.3 as entered" 20 fill_item view-font-value 1.3 || return
    expect_help "text size 1.3 as entered" 20 || return
    key_to 1 15 ctrl+0
    stop_without_gl_error
}

# The screen's dots an inch, as the window comes to another one.
set_density() {
    echo "$1" >"$work/next-density"
    mv -- "$work/next-density" "$work/density" # as whole as it is read
    move 1201 451
    move 1200 450
}

case_density() {
    local alone=$program
    program=$work/fathom-with-density
    cat >"$program" <<END
#!/bin/sh
unset FATHOM_SCALE
export FATHOM_TEST_DENSITY='$work/density' LD_PRELOAD='$(readlink -f -- "$FATHOM_DENSITY_SHIM")'
export ASAN_OPTIONS="\${ASAN_OPTIONS:+\$ASAN_OPTIONS:}verify_asan_link_order=0"
exec '$alone' "\$@"
END
    chmod +x "$program"
    echo 96 >"$work/density"
    start_in_black && expect_panels "at 96 dots an inch" 15 &&
        change "at 144 dots an inch" 23 set_density 144 && expect_help "at 144 dots an inch" 23 &&
        change "at 120 dots an inch" 19 set_density 120 && change "at 96 again" 15 set_density 96 &&
        stop_without_gl_error
    program=$alone
}

cases=(keys settings)
if [[ -s ${FATHOM_DENSITY_SHIM-} ]]; then
    cases+=(density)
else
    echo "skipped: density, without FATHOM_DENSITY_SHIM"
fi
run_cases "${cases[@]}"
