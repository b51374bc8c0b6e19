#!/usr/bin/env bash
# The film timeline with a real mouse and keyboard: see window_helpers.sh. FATHOM_LOOK=DIR keeps pictures of it.
# Usage: window_timeline_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"
# shellcheck source=tests/ui/film_helpers.sh
. "$(dirname -- "$0")/film_helpers.sh"
screen=1100x760 width=1000 height=700 looks=timeline

# key_at X Y TURNS: zooms in there by so many turns of the wheel, two to an octave, and keeps the view as a key.
key_at() {
    local turn
    move "$1" "$2"
    for ((turn = 0; turn < $3; ++turn)); do xdotool click 4; done
    rest
    set_mark
    xdotool key k
    settle
    wait_for '^film key '
}

# A film of three keys, at 0, 3 and 6 seconds: each way is three octaves.
make_film() {
    start_window || return
    click_item hints-close
    key_at 640 200 0
    key_at 640 200 6
    key_at 640 200 6
    [[ $(since_mark | sed -n 's/^film key //p') == "3 of 3 at 6" ]] || fail "the keys are $(since_mark | grep '^film key')"
}

case_keys() {
    make_film || return
    look three-keys
    find_item timeline-key-2
    local x=$item_x y=$item_y
    find_item timeline-key-3
    # Dragged to the middle between the first and the third.
    drag 1 "$x" "$y" $((x + (item_x - x) / 2)) "$y"
    look dragged
    saved_film
    near "$(cut -d ' ' -f 2 <<<"$times")" 4.5 0.1 || fail "dragged to $times"
    # Undone and made again by keys, for the timeline was touched last.
    click_item timeline-key-2
    press_with_ctrl z
    saved_film
    [[ $times == "0 3 6 " ]] || fail "undone: $times"
    click_item timeline-key-2
    xdotool keydown shift
    press_with_ctrl z
    xdotool keyup shift
    saved_film
    near "$(cut -d ' ' -f 2 <<<"$times")" 4.5 0.1 || fail "made again: $times"
    # A field says the time, too.
    click_item timeline-key-2
    fill_item timeline-seconds 2
    saved_film
    [[ $times == "0 2 6 " ]] || fail "typed: $times"
    # Delete is the chosen keyframe's, also after a look around.
    click_item timeline-key-2
    move 400 100
    xdotool click 4
    advance 600
    xdotool key Delete
    settle
    saved_film
    [[ $times == "0 6 " ]] || fail "deleted: $times"
    click_item timeline-undo
    saved_film
    [[ $times == "0 2 6 " ]] || fail "had back: $times"
    stop_window
}

# A change of the picture is undone in the picture, once a person has turned to it.
case_undo_elsewhere() {
    make_film || return
    xdotool key p
    settle
    press_with_ctrl z
    saved_film
    [[ $times == "0 3 6 " ]] || fail "the palette's step took a key: $times"
    find_item timeline-key-3
    move 640 100
    xdotool key k
    settle
    press_with_ctrl z
    saved_film
    [[ $times == "0 3 6 " ]] || fail "the key was not taken back: $times"
    stop_window
}

# A click on a key leads to its view; way and easing are a key's own.
case_choose() {
    make_film || return
    set_mark
    click_item timeline-key-1
    advance_until '^arrived$'
    screenshot
    expect_near "the first key's zoom" "$zoom" 1 1e-9
    click_item timeline-way
    click_item timeline-way-3
    look cut
    saved_film
    [[ $(grep -c '^way = "cut"' "$work/film.toml") == 1 ]] || fail "there is no cut: $(<"$work/film.toml")"
    click_item timeline-key-2
    fill_item timeline-ease-out 1
    saved_film
    grep -q '^ease_out = 1' "$work/film.toml" || fail "no easing: $(<"$work/film.toml")"
    # Replaced by another view.
    xdotool key Home
    rest
    click_item timeline-replace
    saved_film
    [[ $(grep -c '^zoom = "1"' "$work/film.toml") == 2 ]] || fail "the view was not replaced: $(<"$work/film.toml")"
    # Esc takes nothing away.
    click_item timeline-key-2
    rest
    xdotool key Escape Escape Escape
    settle
    saved_film
    [[ $times == "0 3 6 " ]] || fail "Esc took a key: $times"
    stop_window
}

# The playhead shows the film wherever it is dragged, and refined when it stands still.
case_scrub() {
    make_film || return
    find_item timeline-key-1
    local x=$item_x
    find_item timeline-key-3
    local middle=$(((x + item_x) / 2))
    find_item timeline-strip
    # In the ruler, above the keys.
    set_mark
    drag 1 $((x + 10)) $((item_y - 18)) "$middle" $((item_y - 18))
    wait_for '^film shows '
    screenshot
    # Six octaves in all, evenly: three after half of the time.
    near "$(calculate "log($zoom) / log(2)")" 3 0.1 || fail "half-way the zoom is $zoom"
    expect_as_rendered
    look scrubbed
    stop_window
}

# Time plays the film; Space and a button stop it, and whatever else moves the view.
case_play() {
    make_film || return
    click_item timeline-key-1
    rest
    set_mark
    xdotool key space
    settle
    advance 1500
    wait_for '^film plays from 0.000'
    look playing
    xdotool key space
    advance 100
    wait_for '^film stopped at 1.5'
    screenshot
    near "$(calculate "log($zoom) / log(2)")" 1.5 0.1 || fail "after 1.5 s the zoom is $zoom"
    set_mark
    click_item timeline-play
    advance 500
    move 640 100
    xdotool click 5
    advance 100
    wait_for '^film stopped at [12]\.'
    set_mark
    xdotool key space
    advance 9000
    wait_for '^film stopped at 6.000'
    screenshot
    expect_near "the film's end" "$zoom" 64 0.01
    expect_as_rendered
    stop_window
}

# A film that was not saved is there again after a kill.
case_survives() {
    fresh=()
    rm -rf -- "$work/state" # of the cases before
    make_film || return
    set_mark
    advance 3000
    wait_for '^session saved' || return
    kill -KILL "$window_pid"
    wait "$window_pid" 2>/dev/null
    window_pid=''
    start_window || return
    find_item timeline-key-3 || return
    saved_film
    [[ $times == "0 3 6 " ]] || fail "after a kill: $times"
    stop_window
    fresh=(--fresh)
}

# A film's file that is opened, and one that is none.
case_open() {
    make_film || return
    saved_film
    cp -- "$work/film.toml" "$work/kept.toml"
    show_section film
    click_item film-new
    settle
    open_film "$work/kept.toml" || return
    logged '^film opened 3 keys' || fail "opened: $(since_mark | grep '^film opened')"
    saved_film
    [[ $times == "0 3 6 " ]] || fail "opened: $times"
    stop_window
}

# expect_inside NAME...: the timeline's controls are inside the window, and at most half of it is covered.
expect_inside() {
    local name
    for name in "$@"; do
        find_item "$name" || return
        ((item_x > 0 && item_x < width && item_y > height / 3 && item_y < height)) ||
            fail "$name is at $item_x, $item_y of $width x $height"
    done
}

# In a narrow window, and in one with large text.
case_room() {
    make_film || return
    expect_inside timeline-play timeline-strip timeline-close
    xdotool key Tab
    settle
    look without-panel
    stop_window
    width=480 height=600
    start_window --iterations 500 || return
    key_at 240 200 0
    key_at 240 200 4
    expect_inside timeline-play timeline-strip timeline-close timeline-seconds
    look narrow
    stop_window
    width=1000 height=700
    make_film || return
    local step
    for ((step = 0; step < 8; ++step)); do press_with_ctrl plus; done
    advance 300
    look large-text
    expect_inside timeline-play timeline-strip timeline-close
    stop_window
}

run_cases keys undo_elsewhere choose scrub play survives open room
