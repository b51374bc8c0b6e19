#!/usr/bin/env bash
# Pixels checked against exact arithmetic while the window rests: see window_helpers.sh.
# Usage: window_exactness_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"
screen=1000x1000 width=960 height=960
(($(nproc) > 1)) || {
    echo "SKIPPED: one core, which the picture wants"
    exit 77
}

# Within the main cardioid, next to its edge: pixels that doubles know to be interior at once, and whose exact orbits
# converge in some seven million steps.
slow_place=(--re=-0.0446637005 --im 0.643841007 --zoom 1e7 --iterations 4000000000 --precision f64)

start() {
    start_window "$@" || return
    click_item hints-close
    move 640 700
}

# A check begins when nothing has been computed for a while of the window's time, which a busy machine may come to
# late: so time goes by until there is one.
logged_by_now() { logged "$1" || { advance 500 && logged "$1"; }; }
wait_for_check() { await "'$1' in the log" logged_by_now "$1"; }
checks() { (($(ticks_in 1) >= 5)); }
checks_by_now() { advance 1000 && checks; }

# Pixels in a part of the screen that changed since keep_screen: changed_in GEOMETRY.
keep_screen() {
    settle && capture && cp -- "$work/screen.png" "$work/kept.png"
}
changed_in() {
    capture
    convert "$work/screen.png" -crop "$1" +repage "$work/a.png"
    convert "$work/kept.png" -crop "$1" +repage "$work/b.png"
    differing_pixels "$work/a.png" "$work/b.png"
}

case_appears() {
    start || return
    mark=0
    wait_for_check '^exact 64 64 0$' || return
    find_item exactness || return
    keep_screen
    # A tooltip says what that means, and goes with the mouse.
    move "$item_x" "$item_y"
    advance 1500
    (($(changed_in 640x300+$((item_x - 100))+$((item_y - 20))) > 500)) || fail "no tooltip appears"
    cp -- "$work/screen.png" "${FATHOM_LOOK:-$work}/exactness.png"
    move 640 700
    advance 100
    (($(changed_in 640x300+$((item_x - 100))+$((item_y - 20))) < 100)) || fail "the tooltip stays"
    # Where the picture stays what it is, nothing is checked again; colours change no sample.
    set_mark
    xdotool key p
    advance 2000
    await "rest" computes_nothing
    ! logged '^exact ' || fail "the same samples are checked twice"
    # Another view is.
    drag 1 640 700 660 720
    rest
    wait_for_check '^exact 64 64 0$'
    stop_window
}

# Waits for a check of all pixels of which fewer than $1 are exact, and keeps the screen as $2.
look_at_wrong_pixels() {
    mark=0
    wait_for_check '^exact [0-9]+ 64 0$' || return
    local equal
    equal=$(since_mark | sed -n 's/^exact \([0-9]*\) .*/\1/p')
    ((equal < $1)) || fail "$equal of 64 pixels are called exact, not fewer than $1"
    settle
    capture
    cp -- "$work/screen.png" "${FATHOM_LOOK:-$work}/$2.png"
}

# Pictures of blocks.
case_wrong_pixels() {
    start --re -0.743643887037158704752191506114774 --im 0.131825904205311970493132056385139 --zoom 1e20 \
        --iterations 20000 --precision f64 || return
    look_at_wrong_pixels 50 wrong || return
    stop_window
}

# Chaos that doubles do not tell: the picture stays fast, and the overlay says what exports do, which do it.
case_better_type() {
    start --formula burning-ship --re -1.749 --im -0.036 --zoom 4000 --iterations 3000 || return
    look_at_wrong_pixels 63 better_type || return
    find_item exactness || return
    # A button shows the view in that type, and takes it back as any other change.
    click_item section-view
    set_mark
    click_item view-more-exact
    wait_for_check '^exact 64 64 0$' || return
    set_mark
    xdotool key ctrl+z
    wait_for_check '^exact [0-9]+ 64 0$' || return
    ! logged '^exact 64 64 0$' || fail "the undo leaves the better type"
    xdotool key ctrl+e
    click_item export-size
    click_item export-size-7
    fill_item export-width 320
    fill_item export-height 180
    fill_item export-path "$work/better.png"
    set_mark
    click_item export-start
    wait_for '^export Exported .*, iterated in 2f64 where f64 does not tell: at about [0-9.]+ % of the pixels\.$'
    stop_window
}

case_gives_way() {
    start "${slow_place[@]}" || return
    await "check" checks_by_now || return
    mark=0
    # The view moves: the check ends, and as time stands still no other begins.
    drag 1 640 700 660 720
    await "end of the check" computes_nothing || return
    ! logged '^exact ' || fail "the check went on to its end"
    # It is taken up again when the view has rested, and left out without the overlay that tells it.
    rest
    await "another check" checks_by_now || return
    xdotool key o
    settle
    await "end of it without an overlay" computes_nothing || return
    ! logged '^exact ' || fail "the check of a picture without its overlay went on"
    stop_window
}

case_setting() {
    start "${slow_place[@]}" || return
    await "check" checks_by_now || return
    mark=0
    click_item section-view
    click_item view-exactness
    await "end of the check" computes_nothing || return
    advance 2000
    await "rest" computes_nothing || return
    ! logged '^exact ' || fail "pixels are checked although that is off"
    click_item view-exactness
    await "check that is on again" checks_by_now || return
    click_item view-exactness
    stop_window
    # It is remembered.
    fresh=()
    start_window || return
    advance 2000
    await "rest" computes_nothing || return
    ! grep -q ' exact ' "$work/log" || fail "the setting is forgotten"
    stop_window
}

run_cases appears wrong_pixels better_type gives_way setting
