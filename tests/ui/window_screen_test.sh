#!/usr/bin/env bash
# How the window comes to its screen: as large as fits, where it was, with text that can be read.
# Usage: [FATHOM_DENSITY_SHIM=LIBRARY] [FATHOM_SET_RESOURCES=PROGRAM] window_screen_test.sh PROGRAM [CASE...]; exit code 77 as window_test.sh.
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

# on_screen SIZE: a display of that size.
on_screen() {
    [[ -z $xvfb_pid ]] || kill "$xvfb_pid"
    xvfb_pid=''
    : >"$work/display"
    screen=$1
    start_display
}

# open_unsized: a first window, of the size that it takes by itself.
open_unsized() {
    : >"$work/log"
    mark=0
    "$program" gui --fresh >"$work/out.txt" 2>&1 &
    window_pid=$!
    wait_for '^frame ' || return
    read -r _ _ wide high _ <<<"$(grep -m 1 ' window ' "$work/log")"
}

close_unsized() {
    kill "$window_pid"
    wait "$window_pid" 2>/dev/null
    window_pid=''
}

# A first window is no larger than its screen, and has its panel on a dense one.
case_first_size() {
    local wide high
    on_screen 1280x720
    open_unsized || return
    ((wide <= 1280 && high <= 720)) || fail "$wide x $high pixels on a screen of 1280 x 720"
    close_unsized
    on_screen 3840x2160
    FATHOM_SCALE=2 open_unsized || return
    ((wide == 2560 && high == 1600)) || fail "$wide x $high pixels where panels are twice as large"
    await "the side panel" item_is_there section-view
    item_is_there hints-close || fail "no hints"
    close_unsized
    on_screen 1000x700
}

# Without a window manager, too, F11 fills the screen with the picture, and brings the window back.
case_full_screen() {
    start_window || return
    xdotool windowmove --sync "$window" 120 80
    xdotool key F11
    rest
    click_item hints-close # for which a small window has no room
    move 20 600
    rest
    capture
    [[ $(identify -format '%wx%h' "$work/screen.png") == 1000x700 ]] || fail "the window does not fill the screen"
    screenshot || return
    [[ $(identify -format '%wx%h' "$shot") == 1000x700 ]] || fail "the picture does not fill the screen"
    expect_as_rendered
    xdotool key o o
    let_messages_go
    capture
    [[ $(differing_pixels "$work/screen.png" "$work/rendered.png") == 0 ]] || fail "the screen shows something else"
    xdotool key o o F11
    rest
    capture
    [[ $(identify -format '%wx%h' "$work/screen.png") == "${width}x$height" ]] || fail "the window does not come back"
    [[ $(xdotool getwindowgeometry "$window") == *'120,80'* ]] || fail "it is elsewhere: $(xdotool getwindowgeometry "$window")"
    stop_window
}

# Text is as large as the desktop wants all text.
case_desktop_text() {
    [[ -n ${FATHOM_SET_RESOURCES:-} ]] || {
        echo "skipped: no program that sets resources"
        return
    }
    local wide high
    on_screen 3840x2160
    "$FATHOM_SET_RESOURCES" $'Xft.antialias: 1\nXft.dpi: 192\n' || fail "no resources"
    unset FATHOM_SCALE
    open_unsized || return
    ((wide == 2560 && high == 1600)) || fail "$wide x $high pixels where the desktop's text has 192 dots an inch"
    close_unsized
    "$FATHOM_SET_RESOURCES" $'Xft.dpi: 1e999\n' || fail "no resources"
    open_unsized || return
    ((wide < 2560)) || fail "$wide x $high pixels where the desktop's text has no size"
    close_unsized
    export FATHOM_SCALE=1
    on_screen 1000x700
}

# A window stays where it is, although its title bar lies above what it calls its place.
case_title_bar() {
    [[ -n ${FATHOM_DENSITY_SHIM:-} ]] || {
        echo "skipped: no shim"
        return
    }
    local start
    fresh=()
    for start in 1 2; do
        LD_PRELOAD=$(readlink -f -- "$FATHOM_DENSITY_SHIM") FATHOM_TEST_TITLE_BAR=30 start_window || return
        xdotool windowmove --sync "$window" 200 160
        settle
        stop_window
        grep -q '^y = 130$' "$work/state/fathom/session.toml" ||
            fail "the window comes back at $(grep '^y = ' "$work/state/fathom/session.toml")"
    done
    fresh=(--fresh)
}

run_cases first_size full_screen desktop_text title_bar
