#!/usr/bin/env bash
# What xdotool has no hands for: a game controller and files dropped on the window. See window_helpers.sh.
# Usage: FATHOM_GAMEPAD_SHIM=LIBRARY FATHOM_DROP_FILES=PROGRAM window_hands_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

# --- Files

# drop FILE...
drop() { "$FATHOM_DROP_FILES" "$window" "$@" || fail "the window takes no files"; }

case_drop() {
    local kept file
    start_window || return
    drag 3 400 100 480 150
    xdotool key p
    screenshot || return
    kept=$place
    set_mark
    xdotool key ctrl+s
    wait_for '^location ' || return
    mkdir -p "$work/a folder"
    mv -- "$(since_mark | sed -n 's/^location //p')" "$work/a folder/100% place.toml"
    mv -- "$shot" "$work/a folder/picture.png"
    for file in "100% place.toml" picture.png; do
        xdotool key Home shift+p
        screenshot
        [[ $place != "$kept" ]] || fail "Home changed nothing"
        set_mark
        drop "$work/a folder/$file"
        wait_for '^open$' && wait_for '^(fly|cut)$' || return # once it is read
        screenshot || return
        [[ $place == "$kept" ]] || fail "$file leads elsewhere"
    done
    # What is no place is refused with a sentence, and the window stays where it is; so does text.
    echo nonsense >"$work/broken.toml"
    set_mark
    drop "$work/broken.toml"
    wait_for '^complaint .*broken.toml' || return
    set_mark
    drop "$work/nowhere.toml"
    wait_for '^complaint .*nowhere.toml' || return
    screenshot
    [[ $place == "$kept" ]] || fail "a broken file leads elsewhere"
    expect_as_rendered
    stop_window
}

# --- A controller

# gamepad LINE...: what it does, one by one.
gamepad() {
    local line
    for line; do
        echo "$line" >&"$pad"
        settle
    done
}
left_x=0 left_y=1 right_x=2 right_y=3 right_trigger=5
button_a=0 button_b=1

start_with_gamepad() {
    local alone=$program
    rm -f -- "$work/pad"
    mkfifo -- "$work/pad" && exec {pad}<>"$work/pad" || return
    program=$work/fathom-with-gamepad
    cat >"$program" <<END
#!/bin/sh
export FATHOM_TEST_GAMEPAD='$work/pad' LD_PRELOAD='$(readlink -f -- "$FATHOM_GAMEPAD_SHIM")'
export SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS=1
export ASAN_OPTIONS="\${ASAN_OPTIONS:+\$ASAN_OPTIONS:}verify_asan_link_order=0"
exec '$alone' "\$@"
END
    chmod +x "$program"
    start_window "$@"
    local started=$?
    program=$alone
    return "$started"
}

# hold AXIS VALUE MS: and lets go; the view of the screenshot then is at rest.
hold() {
    gamepad "axis $1 $2"
    advance "$3"
    gamepad "axis $1 0"
    screenshot
}

case_controller() {
    start_with_gamepad || return
    gamepad attach
    # Its sticks move the view: 0.9 heights a second, 3.6 at zoom 1.
    hold "$left_x" 1 500 || return
    expect_near "re after half a second to the right" "$re" "$(calculate '-0.75 + 1.8')" 0.15
    expect_near "im" "$im" 0 0
    hold "$left_x" -1 500
    expect_near "re after as long to the left" "$re" -0.75 0.15
    hold "$left_y" -1 250
    expect_near "im after a quarter of a second up" "$im" 0.9 0.15
    # A little is no movement, and nothing is: a stick's middle is not exact.
    local before=$place
    hold "$left_x" 0.15 500
    [[ $place == "$before" ]] || fail "a stick in the middle moves the view"
    # They zoom, by 1.5 octaves a second, with the trigger four times as fast, and turn by 70 degrees a second.
    xdotool key Home
    hold "$right_y" -1 1000 || return
    expect_near "octaves in a second" "$(calculate "log($zoom) / log(2)")" 1.5 0.15
    gamepad "axis $right_trigger 1"
    hold "$right_y" 1 250
    gamepad "axis $right_trigger -1"
    expect_near "octaves after the trigger" "$(calculate "log($zoom) / log(2)")" 0 0.3
    hold "$right_x" 1 500
    expect_near "degrees in half a second" "$(value rotation | tr -d -)" 35 4
    expect_as_rendered
    # A zooms in by a step, B leads one back.
    xdotool key Home
    screenshot
    gamepad "button $button_a 1" "button $button_a 0"
    screenshot
    expect_near "zoom after A" "$zoom" 2 1e-9
    gamepad "button $button_b 1" "button $button_b 0"
    screenshot
    expect_near "zoom after B" "$zoom" 1 1e-9
    stop_window
}

# Pulled out while a stick is held, it lets the view rest; the next one is taken up; a stick ends a jump.
case_plug() {
    start_with_gamepad --zoom 1e6 --re=-0.7436438870371587 --im=0.1318259043091895 --iterations 2000 || return
    screenshot
    xdotool key ctrl+c Home
    screenshot
    gamepad attach "axis $left_x 1"
    set_mark
    advance 200
    wait_for '^drawn '
    set_mark
    gamepad detach
    advance_until '^rest$' || return
    screenshot
    local there=$re
    advance 500
    screenshot
    expect_near "re without a controller" "$re" "$there" 0
    gamepad attach
    hold "$left_x" -1 200
    calculate "$re < $there - 0.3" | grep -q 1 || fail "the next controller moves nothing: $re"
    set_mark
    xdotool key ctrl+v
    wait_for '^(fly|cut)$' || return
    advance 500
    gamepad "axis $left_x 1"
    gamepad "axis $left_x 0"
    advance_until '^arrived$' || return
    screenshot
    expect_as_rendered
    stop_window
}

cases=()
[[ -x ${FATHOM_DROP_FILES-} ]] && cases+=(drop) || echo "skipped: drop, without FATHOM_DROP_FILES"
[[ -s ${FATHOM_GAMEPAD_SHIM-} ]] && cases+=(controller plug) || echo "skipped: a controller, without FATHOM_GAMEPAD_SHIM"
run_cases "${cases[@]}"
