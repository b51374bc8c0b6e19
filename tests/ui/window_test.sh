#!/usr/bin/env bash
# Drives a real window with a real mouse and keyboard (xdotool) on a display without a screen (Xvfb) and looks
# at what it shows. The window tells in $FATHOM_EVENT_LOG what it has done; pictures are compared with what
# 'fathom render' makes of the place that they carry. Exit code 77 (skipped) where Xvfb or the tools are missing.
# Usage: window_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

# --- The cases

case_start() {
    start_window || return
    screenshot || return
    [[ $(identify -format '%wx%h' "$shot") == "${width}x$height" ]] || fail "the screenshot's size"
    expect_near "re" "$re" -0.75 0
    expect_near "zoom" "$zoom" 1 0
    expect_as_rendered
    # With overlay and bar put away, the screen itself has to be that picture.
    xdotool key o
    xdotool key o
    let_messages_go
    capture
    [[ $(differing_pixels "$work/screen.png" "$work/rendered.png") == 0 ]] ||
        fail "the screen differs from 'fathom render'"
    stop_window
}

case_wheel() {
    start_window || return
    screenshot
    local before_re before_im
    before_re=$(re_at 200) before_im=$(im_at 120)
    set_mark
    move 200 120
    xdotool click 4
    xdotool click 4
    settle
    wait_for '^zoom 200.0 120.0 .*' && screenshot
    expect_near "zoom" "$zoom" 2 1e-12
    expect_near "re under the cursor" "$(re_at 200)" "$before_re" 1e-5
    expect_near "im under the cursor" "$(im_at 120)" "$before_im" 1e-5
    expect_as_rendered
    xdotool click 5
    xdotool click 5
    screenshot
    expect_near "zoom after turning back" "$zoom" 1 1e-12
    stop_window
}

case_drag() {
    start_window || return
    set_mark
    drag 1 300 200 360 170
    wait_for '^pan '
    screenshot
    expect_near "re" "$re" "$(calculate "-0.75 - 60 * 4 / $height")" 1e-5
    expect_near "im" "$im" "$(calculate "-30 * 4 / $height")" 1e-5
    expect_as_rendered
    # Panels that only show take no mouse: the overlay lies here.
    drag 1 60 60 70 60
    screenshot
    expect_near "re" "$re" "$(calculate "-0.75 - 70 * 4 / $height")" 1e-5
    stop_window
}

case_box() {
    start_window || return
    set_mark
    drag 3 400 100 480 150
    wait_for '^box ' && screenshot
    expect_near "zoom" "$zoom" 8 1e-9
    expect_near "re" "$re" "$(calculate "-0.75 + (440 - 320) * 4 / $height")" 1e-5
    expect_near "im" "$im" "$(calculate "(200 - 125) * 4 / $height")" 1e-5
    expect_as_rendered
    # A slip of the hand is no box; Esc ends one.
    drag 3 100 100 102 101
    move 100 300
    xdotool mousedown 3
    move 300 350
    xdotool key Escape
    xdotool mouseup 3
    screenshot
    expect_near "zoom" "$zoom" 8 1e-9
    stop_window
}

case_double_click() {
    SDL_MOUSE_DOUBLE_CLICK_TIME=600000 start_window || return
    set_mark
    move 420 260
    xdotool click --repeat 2 --delay 40 1
    wait_for '^centre ' && screenshot
    expect_near "zoom" "$zoom" 2 1e-12
    expect_near "re" "$re" "$(calculate "-0.75 + 100 * 4 / $height")" 1e-5
    expect_near "im" "$im" "$(calculate "-60 * 4 / $height")" 1e-5
    expect_as_rendered
    stop_window
}

case_keys() {
    start_window --iterations 1000 || return
    xdotool key plus Left Up bracketright p
    screenshot
    expect_near "zoom" "$zoom" 2 1e-12
    expect_near "re" "$re" "$(calculate "-0.75 - 40 * 2 / $height")" 1e-5
    expect_near "im" "$im" "$(calculate "40 * 2 / $height")" 1e-5
    expect_near "iterations" "$iterations" 2000 0
    [[ $palette != dusk ]] || fail "P did not change the palette"
    expect_as_rendered
    xdotool key Right Down minus bracketleft shift+p
    screenshot
    expect_near "zoom" "$zoom" 1 1e-12
    expect_near "re" "$re" -0.75 1e-5
    expect_near "iterations" "$iterations" 1000 0
    [[ $palette == dusk ]] || fail "Shift+P did not bring the palette back"
    xdotool key minus minus Home
    screenshot
    expect_near "zoom" "$zoom" 1 0
    expect_near "re" "$re" -0.75 0
    expect_near "im" "$im" 0 0
    # The newest message offers its folder.
    set_mark
    click_item "$(sed -n 's/.* item \(toast-folder-[0-9]\) .*/\1/p' "$work/log" | tail -n 1)"
    wait_for "^show folder $work\$" || return
    stop_window
}

case_history() {
    start_window --iterations 1000 || return
    drag 3 400 100 480 150
    screenshot
    local deep_re=$re deep_zoom=$zoom
    drag 3 200 100 280 150
    xdotool key BackSpace
    screenshot
    expect_near "re one back" "$re" "$deep_re" 0
    expect_near "zoom one back" "$zoom" "$deep_zoom" 0
    xdotool key BackSpace
    screenshot
    expect_near "zoom two back" "$zoom" 1 0
    xdotool key Next
    screenshot
    expect_near "iterations halved" "$iterations" 500 0
    xdotool key shift+BackSpace
    screenshot
    expect_near "re one forward" "$re" "$deep_re" 0
    expect_near "iterations one forward" "$iterations" 1000 0
    expect_as_rendered
    xdotool key BackSpace
    screenshot
    expect_near "iterations one back" "$iterations" 500 0
    set_mark
    xdotool key Prior Prior Home
    rest
    wait_for '^limit '
    screenshot
    expect_needed
    stop_window
}

case_copy_and_paste() {
    start_window || return
    drag 3 400 100 480 150
    xdotool key p bracketright
    screenshot
    local copied=$place
    xdotool key ctrl+c Home p bracketleft
    screenshot
    [[ $place != "$copied" ]] || fail "Home changed nothing"
    set_mark
    xdotool key ctrl+v
    wait_for '^(fly|cut)$'
    advance_until '^arrived$'
    screenshot
    [[ $place == "$copied" ]] || fail "the pasted place is not the copied one"
    expect_as_rendered
    # A press on a number of the status bar copies it, every digit.
    local real=$re
    xdotool key Tab
    click_item status-re
    click_item view-im
    press_with_ctrl a
    press_with_ctrl v
    xdotool key Return
    settle
    xdotool key Tab
    screenshot
    expect_near "the copied number" "$im" "$real" 0
    stop_window
}

case_open() {
    start_window || return
    drag 3 400 100 480 150
    xdotool key p
    screenshot
    local kept=$place
    cp -- "$shot" "$work/kept.png"
    set_mark
    xdotool key ctrl+s
    wait_for '^location ' || return
    local saved
    saved=$(since_mark | sed -n 's/^location //p')
    [[ $saved == "$work"/fathom-*.toml ]] || fail "the location is saved as $saved"
    stop_window
    local file
    for file in "$work/kept.png" "$saved"; do
        start_window "$file" || return
        screenshot
        [[ $place == "$kept" ]] || fail "the place of $file is another"
        stop_window
    done
}

case_compare() {
    start_window || return
    set_mark
    xdotool key v
    wait_for '^frame reference ' && screenshot
    expect_as_rendered
    # The divider stands in the middle; it is taken and left further to the right.
    set_mark
    drag 1 320 300 420 300
    wait_for '^divider 420.0'
    screenshot
    expect_near "re" "$re" -0.75 0
    xdotool key o o
    let_messages_go
    capture
    # Away from the bar above, the divider and the names beside it both sides are the same picture.
    local side
    for side in 400x230+0+90 200x230+430+90; do
        convert "$work/screen.png" -crop "$side" +repage "$work/a.png"
        convert "$work/rendered.png" -crop "$side" +repage "$work/b.png"
        [[ $(differing_pixels "$work/a.png" "$work/b.png") == 0 ]] || fail "split: $side differs"
    done
    set_mark
    xdotool key v
    wait_for '^difference reference cpu 0 0 0$'
    move 10 390
    settle
    capture
    convert "$work/screen.png" -crop 360x300+20+90 +repage "$work/a.png"
    convert "$work/rendered.png" -crop 360x300+20+90 +repage -evaluate multiply 0.25 "$work/b.png"
    [[ $(compare -metric AE -fuzz 1.5% "$work/a.png" "$work/b.png" null: 2>&1) == 0 ]] ||
        fail "where nothing differs the picture is not to be seen, dimmed"
    # Two engines of the same cores take turns where the zoom ends, and what is unfinished looks like no difference picture.
    set_mark
    xdotool key plus
    wait_for '^difference reference cpu 0 0 0$'
    local last
    last=$(since_mark | sed -n 's/^frame [a-z]* //p' | tail -n 1)
    [[ $(since_mark | sed -n "s/^frame \([a-z]*\) $last\$/\1/p" | paste -sd ' ') == 'cpu reference' ]] ||
        fail "the engines did not take turns"
    set_mark
    xdotool type --delay 50 ']]]]]]]]]]]]]]'
    settle
    capture
    convert "$work/screen.png" -crop 360x100+20+90 +repage "$work/a.png"
    [[ $(identify -format '%[fx:minima > 0.2 && maxima < 0.5]' "$work/a.png") == 1 ]] ||
        fail "no difference yet, and it does not look so"
    ! since_mark | grep -q '^difference' || fail "too fast for this test"
    xdotool key Escape v o
    stop_window
}

# A text field that has the keyboard blinks its cursor, and costs next to nothing.
case_text_field() {
    start_window_in_real_time || return
    xdotool key ctrl+e
    click_item export-path
    move 10 300
    local used states
    used=$(ticks_in 4)
    ((used < 120)) || fail "$used ticks in 4 s with a text field"
    states=$(for _ in {1..8}; do
        import -window "$window" rgb:- | md5sum
        sleep 0.2
    done | sort -u | wc -l)
    ((states > 1)) || fail "the cursor does not blink"
    xdotool key Escape
    stop_window
}

temporary_files() { find "$work" -name '.fathom-*' -type f; }

# Whether the window writes a file that has no name yet, or another than it will have: pieces to go on with.
an_export_writes() { readlink "/proc/$window_pid/fd/"* | grep -qE "^$work/(#[0-9]+ \(deleted\)|\.fathom-|.*\.unfinished/)"; }

# Of more pixels than any machine computes while a test looks.
choose_an_endless_export() {
    click_item export-size
    click_item export-size-7
    fill_item export-width 100000
    fill_item export-height 100000
}

case_export() {
    height=600 # what the section says and what runs are to be seen at once
    start_window || return
    drag 3 400 100 480 150
    screenshot
    xdotool key ctrl+e
    click_item export-size
    click_item export-size-7
    fill_item export-width 777
    fill_item export-height 333
    fill_item export-path "$work/exported.png"
    set_mark
    click_item export-start
    wait_for '^export Exported ' || return
    [[ $(identify -format '%wx%h' "$work/exported.png") == 777x333 ]] || fail "the export's size"
    shot=$work/exported.png
    expect_as_rendered
    [[ $(identify -format '%[Fathom]' "$shot") == "$place" ]] || fail "the export's place"

    # Cancelled half way: the old file stays as it was.
    cp -- "$work/exported.png" "$work/old.png"
    xdotool key ctrl+e
    choose_an_endless_export
    fill_item export-path "$work/exported.png"
    # Asked first, whether it is to be replaced.
    set_mark
    click_item export-start
    click_item export-replace-no
    ! logged '^item export-cancel ' || fail "a file is replaced without a yes"
    click_item export-start
    click_item export-replace-yes
    click_item export-cancel
    wait_for '^export Export (cancelled|stopped)'
    cmp -s "$work/exported.png" "$work/old.png" || fail "a cancelled export changed the old file"
    [[ -z $(temporary_files) ]] || fail "a cancelled export left a file behind"

    # Hidden, it is not lost by accident: neither by Esc nor by quitting once. Esc closes an open list alone.
    choose_an_endless_export
    click_item export-size
    xdotool key Escape
    set_mark
    click_item export-start
    click_item export-hide
    xdotool key ctrl+q
    wait_for '^complaint An export is running. Press Ctrl.Q again'
    screenshot # or else Esc stops the picture, which moves when the panel closes
    xdotool key Escape
    rest # the picture moves when the panel closes
    # What is cancelled ends before a screenshot is written.
    xdotool key s
    wait_for '^screenshot '
    ! logged '^export ' || fail "Esc has cancelled a hidden export"
    # Nor to be seen: a second Esc means it.
    xdotool key Escape
    settle
    ! logged '^export ' || fail "one Esc has cancelled an export"
    wait_for '^complaint An export is running. Press Esc again'
    xdotool key Escape
    wait_for '^export Export (cancelled|stopped)'

    # A folder that is not there: a sentence, and the window goes on.
    fill_item export-path "$work/nowhere/x.png"
    click_item export-start
    wait_for '^export Export failed: cannot write x.png: .*create the folder'
    xdotool key Escape
    screenshot
    expect_as_rendered
    stop_window
    height=400
}

# The terminal is closed while an export runs.
case_hang_up() {
    height=600
    start_window || return
    xdotool key ctrl+e
    choose_an_endless_export
    fill_item export-path "$work/hung-up.png"
    click_item export-start
    await "export under way" an_export_writes
    kill -HUP "$window_pid"
    wait_for_end
    [[ ! -e $work/hung-up.png ]] || fail "the export was not stopped"
    [[ -z $(temporary_files) ]] || fail "the export left a file behind"
    height=400
}

# A GPU that is not there, or is lost: a message, and the CPU takes over.
case_takeover() {
    CUDA_VISIBLE_DEVICES='' start_window --device gpu0 || return
    wait_for '^complaint gpu0 cannot be used: [^:]*; the CPU takes over.$'
    wait_for '^frame cpu '
    screenshot
    expect_as_rendered
    stop_window
}

case_resize() {
    start_window || return
    xdotool windowsize --sync "$window" 500 420
    settle
    screenshot
    [[ $(identify -format '%wx%h' "$shot") == 500x420 ]] || fail "the screenshot's size"
    expect_as_rendered
    stop_window
}

case_tour() {
    local line
    : >"$work/log"
    "$program" gui --tour builtin --frames 12 --size 320x200 --stats "$work/stats.json" \
        --screenshot "$work/tour.png" >"$work/out.txt" 2>&1 || fail "the tour fails: $(<"$work/out.txt")"
    grep -q '"frames": 12' "$work/stats.json" || fail "the tour's frames"
    "$program" gui --tour builtin --frames 3 --size 320x200 --json >"$work/times" 2>/dev/null || fail "the tour's exit code"
    [[ $(wc -l <"$work/times") == 1 ]] && grep -q '"frames":3,' "$work/times" || fail "the tour's times as one object"
    [[ $(identify -format '%wx%h' "$work/tour.png") == 320x200 ]] || fail "the tour's screenshot"
    # Pipelined, the last picture is complete all the same; here it is compared beside and above the panels.
    "$program" gui --tour builtin --pipelined --frames 12 --size "${width}x$height" --stats "$work/stats.json" \
        --screenshot "$work/tour.png" >"$work/out.txt" 2>&1 || fail "the pipelined tour fails: $(<"$work/out.txt")"
    for line in '"frames": 12' '"pipelined": true' '"display_spans": 0'; do
        grep -q "$line" "$work/stats.json" || fail "no $line in the pipelined tour's statistics"
    done
    "$program" render --quiet --location "$work/tour.png" --size "${width}x$height" -o "$work/rendered.png"
    convert "$work/tour.png" -crop 250x300+390+0 +repage "$work/a.png"
    convert "$work/rendered.png" -crop 250x300+390+0 +repage "$work/b.png"
    [[ $(differing_pixels "$work/a.png" "$work/b.png") == 0 ]] || fail "the pipelined tour's last picture differs"
    printf 're = ["0"]\nim = ["0"]\nzoom = ["1"]\niterations = [9]\nseconds = []\n' >"$work/short.toml"
    "$program" gui --tour "$work/short.toml" 2>"$work/err.txt"
    (($? == 2)) || fail "a tour with one stop is not refused"
    grep -q 'short.toml' "$work/err.txt" || fail "the refusal doesn't name the tour"
}

# A tour takes no other input than to end, and then writes nothing.
case_tour_stop() {
    local way
    for way in TERM HUP key; do
        start_window_in_real_time --tour builtin --frames 100000 --stats "$work/stopped.json" || return
        xdotool key Escape c p click 4 key Home
        drag 3 400 100 480 150
        for _ in 1 2 3; do # pictures, between which input is taken
            set_mark
            wait_for '^frame ' || return
        done
        ! grep -qE ' (key|zoom|box|engine|complaint) ' "$work/log" || fail "the tour takes input"
        set_mark
        wait_for '^frame ' || return
        if [[ $way == key ]]; then xdotool key ctrl+q; else kill "-$way" "$window_pid"; fi
        wait_for_end 130
        [[ ! -e $work/stopped.json ]] || fail "a tour that was stopped wrote its times"
    done
}

case_no_display() {
    env -u DISPLAY "$program" gui >"$work/out.txt" 2>&1
    local status=$?
    ((status == 3)) || fail "exit code $status without a display"
    grep -q "fathom render" "$work/out.txt" || fail "no hint at fathom render"
}

all_cases=(start wheel drag box double_click keys history copy_and_paste open compare text_field export hang_up
    takeover resize tour tour_stop no_display)
run_cases "${all_cases[@]}"
