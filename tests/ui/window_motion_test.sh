#!/usr/bin/env bash
# How the window moves, with a real mouse and keyboard: see window_helpers.sh.
# Usage: window_motion_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

# The picture under way comes to rest, and then it is exact again.
expect_exact_at_rest() {
    screenshot || return
    expect_as_rendered
}

# shown_exactly: the part of the screen beside and above panels is the rendered picture.
expect_shown_exactly() {
    capture
    convert "$work/screen.png" -crop 250x300+390+0 +repage "$work/a.png"
    convert "$work/rendered.png" -crop 250x300+390+0 +repage "$work/b.png"
    [[ $(differing_pixels "$work/a.png" "$work/b.png") == 0 ]] || fail "the screen is not the exact picture"
}

# Many notches go on smoothly for a while; in and out again lead back to the very same place.
case_wheel() {
    start_window --re=-0.743643887037158704752191506114774 --im=0.131825904205311970493132056385139 || return
    screenshot
    local start=$place
    move 200 120
    local notch
    for notch in 4 4 4 5 4 5 5 5; do
        xdotool click "$notch"
        advance 20
    done
    screenshot
    [[ $place == "$start" ]] || fail "in and out again lead elsewhere"
    set_mark
    for notch in {1..7}; do
        xdotool click 4
        advance 20
    done
    advance_until '^rest$' || return
    local drawn
    drawn=$(since_mark | grep -c '^drawn ')
    ((drawn >= 1)) || fail "nothing was drawn"
    expect_exact_at_rest
    expect_near "zoom" "$zoom" "$(calculate '2 ^ 3.5')" 1e-9
    let_messages_go
    expect_shown_exactly
    stop_window
}

# A button that is held still zooms on, at the cursor: the left one in, the right one out.
case_hold() {
    start_window || return
    screenshot
    local before_re before_im
    before_re=$(re_at 250) before_im=$(im_at 150)
    move 250 150
    set_mark
    xdotool mousedown 1
    settle
    advance 260
    wait_for '^hold 250.0 150.0 1$'
    advance 1000
    xdotool mouseup 1
    settle
    wait_for '^hold 250.0 150.0 0$'
    advance_until '^rest$'
    expect_exact_at_rest
    local deep=$zoom
    near "$zoom" 4 2.5 || fail "zoom $zoom after a second"
    expect_near "re under the cursor" "$(re_at 250)" "$before_re" 2e-5
    expect_near "im under the cursor" "$(im_at 150)" "$before_im" 2e-5
    # Faster, and out; the mouse moves meanwhile without drawing a box.
    set_mark
    xdotool key period
    wait_for '^speed 2$'
    xdotool mousedown 3
    settle
    advance 260
    wait_for '^hold 250.0 150.0 -1$'
    advance 300 # else a slow hand would draw a box
    move 260 160
    settle
    wait_for '^hold 260.0 160.0 -1$'
    advance 200
    xdotool mouseup 3
    advance_until '^rest$'
    screenshot
    calculate "$zoom < $deep / 1.5" | grep -q 1 || fail "zoom $zoom after zooming out from $deep"
    # One step back is where it was before the button went down.
    xdotool key BackSpace
    screenshot
    expect_near "zoom one back" "$zoom" "$deep" 1e-12
    # Esc ends it although the button is still down.
    xdotool mousedown 1
    settle
    set_mark
    advance 260
    wait_for '^hold '
    xdotool key Escape
    advance_until '^rest$'
    xdotool mouseup 1
    stop_window
}

# A picture that is let go while it moves goes on; a touch stops it; without a throw it stays.
case_momentum() {
    start_window || return
    local step
    set_mark
    move 200 200
    xdotool mousedown 1
    for step in 1 2 3 4 5 6 7 8; do
        move $((200 + 15 * step)) 200
        advance 10
    done
    xdotool mouseup 1
    settle
    wait_for '^let-go$'
    advance_until '^rest$'
    expect_exact_at_rest
    local way
    way=$(calculate "(-0.75 - $re) * $height / 4")
    near "$way" 400 240 || fail "thrown by $way pixels"
    set_mark
    xdotool mousedown 1
    for step in 1 2 3 4 5 6 7 8; do
        move $((320 - 15 * step)) 200
        advance 10
    done
    xdotool mouseup 1
    settle
    wait_for '^let-go$'
    advance 40
    xdotool key o
    advance_until '^rest$'
    local touched
    screenshot
    touched=$(calculate "($way - (-0.75 - $re) * $height / 4)")
    near "$touched" 160 70 || fail "a touch does not stop it: $touched pixels"
    stop_window
}

# Q and E turn about the cursor, smoothly, and back to the very same view; so does Shift and dragging.
case_turn() {
    start_window --zoom 3 || return
    screenshot
    local start=$place
    move 420 160
    xdotool key e e
    expect_exact_at_rest
    # The picture turns clockwise, so that the sampled axes turn the other way.
    expect_near "rotation" "$(value rotation)" 30 1e-6
    xdotool key q q
    screenshot
    [[ $place == "$start" ]] || fail "Q does not lead back"
    set_mark
    # All of it comes in at once, as behind a slow frame: what Shift is by then does not count.
    kill -STOP "$window_pid"
    xdotool keydown shift
    move 300 200
    xdotool mousedown 1
    move 350 200
    move 400 200
    xdotool mouseup 1 keyup shift
    kill -CONT "$window_pid"
    settle
    wait_for '^rotate 300.0 200.0 '
    expect_exact_at_rest
    expect_near "the angle" "$(value rotation | tr -d -)" 30 1e-6
    xdotool key Home
    stop_window
}

# point_under X Y: what of the plane the pixel shows, by the words of the manual.
point_under() {
    awk -v a="$(value rotation)" -v m="$(value matrix)" -v s="$(calculate "4 / ($zoom * $height)")" -v re="$re" -v im="$im" \
        -v x="$(calculate "$1 - $width / 2")" -v y="$(calculate "$height / 2 - $2")" 'BEGIN {
            gsub(/[][]/, "", m); split(m, n, ", *"); a *= 3.14159265358979324 / 180
            u = x * cos(a) - y * sin(a); v = x * sin(a) + y * cos(a)
            printf "%.12g %.12g\n", re + s * (n[1] * u + n[2] * v), im + s * (n[3] * u + n[4] * v) }'
}

# expect_under WHAT X Y RE IM: the pixel shows that point, within half a pixel's shortest side.
expect_under() {
    local there_re there_im
    read -r there_re there_im < <(point_under "$2" "$3")
    expect_near "$1: re" "$there_re" "$4" "$(calculate "0.5 / ($zoom * $height)")"
    expect_near "$1: im" "$there_im" "$5" "$(calculate "0.5 / ($zoom * $height)")"
}

# In a stretched view the mouse meets what it shows: dragged, turned, zoomed and boxed.
case_stretched() {
    start_window --zoom 4 --stretch 9@30 --rotate 20 || return
    screenshot
    [[ -n $(value matrix) ]] || fail "the view is not stretched"
    expect_as_rendered
    local at
    at=$(point_under 420 160)
    move 420 160
    xdotool click 4 click 4
    expect_exact_at_rest
    expect_near "zoom" "$zoom" 8 1e-9
    # shellcheck disable=SC2086 # two numbers
    expect_under "the wheel" 420 160 $at
    xdotool key e e
    expect_exact_at_rest
    # shellcheck disable=SC2086
    expect_under "a turn" 420 160 $at
    at=$(point_under 300 120)
    drag 1 300 120 340 190
    expect_exact_at_rest
    # shellcheck disable=SC2086
    expect_under "a drag" 340 190 $at
    let_messages_go # their buttons lie there
    at=$(point_under 400 202.5)
    set_mark
    drag 3 380 190 420 215
    wait_for '^box ' || return
    expect_exact_at_rest
    # shellcheck disable=SC2086
    expect_under "a box" 320 200 $at
    stop_window
}

# A place nearby that was pasted is flown to, exactly, within two seconds; any key arrives at once, and Esc goes back.
case_fly() {
    start_window --re=-0.7436438870371587 --im=0.1318259043091895 --zoom 8 --iterations 2000 || return
    screenshot
    local there=$place home
    xdotool key ctrl+c Home
    screenshot
    home=$place
    set_mark
    xdotool key ctrl+v
    wait_for '^fly$'
    advance 2000
    logged '^arrived$' || fail "a flight takes more than two seconds"
    expect_exact_at_rest
    [[ $place == "$there" ]] || fail "the flight leads elsewhere"
    set_mark
    xdotool key BackSpace
    advance_until '^arrived$'
    screenshot
    [[ $place == "$home" ]] || fail "an undo does not lead back"
    set_mark
    xdotool key ctrl+v
    wait_for '^fly$'
    advance 100
    logged '^arrived$' && fail "there is no flight"
    xdotool key o
    advance 20
    wait_for '^arrived$'
    screenshot
    [[ $place == "$there" ]] || fail "a key does not arrive"
    xdotool key BackSpace
    screenshot
    set_mark
    xdotool key ctrl+v
    wait_for '^fly$'
    advance 100
    xdotool key Escape
    wait_for '^turned back$'
    advance_until '^arrived$'
    screenshot
    [[ $place == "$home" ]] || fail "Esc does not go back"
    # The target is not forgotten.
    xdotool key shift+BackSpace
    screenshot
    [[ $place == "$there" ]] || fail "Esc has forgotten the target"
    stop_window
}

# brightnesses: of all frames since the mark, one a line.
brightnesses() { since_mark | sed -n 's/^shown //p'; }

# expect_no_flash WHAT: no frame is darker or lighter by more than a tenth than both of its neighbours.
expect_no_flash() {
    local found
    found=$(brightnesses | awk '
        { b[NR] = $1 }
        END { for (i = 2; i < NR; ++i) {
            low = b[i - 1] < b[i + 1] ? b[i - 1] : b[i + 1]; high = b[i - 1] + b[i + 1] - low
            if (b[i] < 0.9 * low || b[i] > 1.1 * high) { print b[i - 1], b[i], b[i + 1]; exit } } }')
    [[ -z $found ]] || fail "$1 flashes: $found"
}

# expect_between WHAT: each frame is as light as the first, the last, or something between, within a tenth.
expect_between() {
    local found
    found=$(brightnesses | awk '
        { b[NR] = $1 }
        END { low = b[1] < b[NR] ? b[1] : b[NR]; high = b[1] + b[NR] - low
            for (i = 1; i <= NR; ++i)
                if (b[i] < 0.9 * low || b[i] > 1.1 * high) { print b[1], b[NR], "and between", b[i]; exit } }')
    [[ -z $found ]] || fail "$1 shows neither the old nor the new picture: $found"
}

# A jump over many octaves is a cut: the old picture stays until a preview of the new one stands, whose colours do not
# change any more, and fades once. Esc goes back, a typed place and Home go the same way.
case_cut() {
    local FATHOM_BRIGHTNESS=1
    export FATHOM_BRIGHTNESS
    start_window --device cpu --location "$(dirname -- "$0")/../../assets/deep/e50.toml" || return
    screenshot || return
    local deep=$place
    set_mark
    settle # the frame before
    xdotool key Home
    wait_for '^cut$'
    await "preview" jumped || return
    expect_between "Home"
    expect_no_flash "Home"
    screenshot
    set_mark
    settle
    xdotool key BackSpace
    wait_for '^cut$'
    await "preview" jumped || return
    expect_between "the way back"
    expect_no_flash "the way back"
    screenshot
    [[ $place == "$deep" ]] || fail "it leads elsewhere"
    # Esc, before anything of the new picture is shown: the old one is still there, and the new one is not forgotten.
    set_mark
    xdotool key Home Escape
    wait_for '^turned back$'
    await "old picture" jumped || return
    expect_between "Esc"
    screenshot
    [[ $place == "$deep" ]] || fail "Esc does not go back"
    unset FATHOM_BRIGHTNESS
    stop_window
}

# jumped: lets time go on until a jump is over.
jumped() {
    advance 50
    logged '^arrived$'
}

# While the wheel zooms in, the picture keeps its light, and what comes into view is not black.
case_steady() {
    export FATHOM_BRIGHTNESS=1
    start_window --device cpu --re=-0.743643887037158704752 --im=0.131825904205311970493 --zoom 300 || return
    screenshot
    move 320 200
    set_mark
    local notch
    for notch in {1..10}; do
        xdotool click 4
        advance 50
    done
    rest
    screenshot
    expect_no_flash "the wheel"
    unset FATHOM_BRIGHTNESS
    stop_window
}

explored() { since_mark | grep -E '^explore (in|out) ' | head -n "$1"; }
explored_to() { (($(explored 99 | wc -l) >= $1)); }

# explore_to COUNT: until it has chosen so often since the mark, without a hand on anything.
explore_to() {
    local rounds=240
    until explored_to "$1"; do
        ((rounds-- > 0)) || {
            fail "no $1 ways chosen"
            return 1
        }
        advance 500 || return
    done
}

# X flies from place to place until anything is touched: the same way from the same seed, one step back in all.
case_explore() {
    start_window --device cpu || return
    local first
    screenshot || return
    local start=$place
    set_mark
    xdotool key x
    wait_for '^explore on$' || return
    explore_to 4 || return
    first=$(explored 4)
    grep -q '^explore in' <<<"$first" || fail "it does not go deeper"
    # A click where nothing is ends it, in flight too.
    xdotool click 1
    wait_for '^explore off$' || return
    set_mark
    advance 6000
    logged '^(explore|fly)' && fail "it goes on after a click"
    screenshot || return
    awk -v z="$zoom" 'BEGIN { exit !(z > 8) }' || fail "only zoom $zoom after four flights"
    local colours
    colours=$(identify -format '%k' "$shot")
    ((colours > 100)) || fail "only $colours colours where it went"
    expect_as_rendered
    xdotool key BackSpace
    screenshot || return
    [[ $place == "$start" ]] || fail "one back is not where it began"
    # The wheel ends it, and so does Esc, which does nothing else.
    local hand
    for hand in 'click 4' 'key Escape' 'key x'; do
        set_mark
        xdotool key x
        wait_for '^explore on$' || return
        # shellcheck disable=SC2086
        xdotool $hand
        wait_for '^explore off$' || return
    done
    stop_window
    # The same way again.
    start_window --device cpu || return
    set_mark
    xdotool key x
    explore_to 4 || return
    [[ $(explored 4) == "$first" ]] || fail "another way from the same seed: $(explored 4)"
    xdotool key Escape
    stop_window
    # Where nobody sees it nothing goes on; once seen again it does.
    start_window --device cpu || return
    set_mark
    xdotool key x
    explore_to 1 || return
    xdotool windowunmap "$window"
    settle
    await "rest of the processor" computes_nothing
    set_mark
    advance 20000
    logged '^explore' && fail "it goes on in a window that is not to be seen"
    xdotool windowmap --sync "$window"
    explore_to 1 || return
    kill "$window_pid"
    wait_for_end
    # From the panel, and its button ends it, too.
    width=900 height=690
    start_window --formula burning-ship || return
    xdotool key Tab
    click_item section-minibrot
    find_item minibrot-re
    move "$item_x" "$item_y"
    xdotool click --repeat 12 5 # to the section's end
    settle
    set_mark
    click_item explore
    wait_for '^explore on$' || return
    set_mark
    click_item explore-stop
    wait_for '^explore off$' || return
    settle
    logged '^explore on$' && fail "the click that ends it begins it again"
    stop_window
    # Inside the set there is nothing to see: it goes out first, and then in.
    start_window --device cpu --re=-0.1 --im=0 --zoom 100 || return
    set_mark
    xdotool key x
    explore_to 3 || return
    first=$(explored 3)
    [[ $(head -n 1 <<<"$first") == 'explore out 25' ]] || fail "not out of a flat view: $first"
    grep -q '^explore in' <<<"$first" || fail "it never finds anything: $first"
    xdotool key Escape
    stop_window
    # Far off the set it comes home.
    start_window --device cpu --re 40 --im=-7 || return
    set_mark
    xdotool key x
    explore_to 3 || return
    [[ $(explored 3) == 'explore out 0.5'$'\n''explore out 1'$'\n''explore in'* ]] || fail "not home: $(explored 3)"
    xdotool key Escape
    stop_window
    width=640 height=400
}

# From a picture that is not complete within ten seconds of the window's time it goes no deeper.
case_explore_patience() {
    start_window --device cpu --no-shortcuts --iterations 500 || return
    local times
    for times in {1..25}; do
        xdotool key bracketright
    done
    set_mark
    xdotool key x
    wait_for '^explore on$' || return
    advance 9000
    logged '^explore (in|off)' && fail "it does not wait"
    advance 2000
    wait_for '^complaint Exploring stopped: pictures take too long here' || return
    wait_for '^explore off$' || return
    stop_window
}

# At rest edges get more samples, up to the number chosen, and what is saved has them, too.
case_antialiasing() {
    start_window || return
    set_mark
    xdotool key a a
    rest
    # The screenshot waits for the picture's edges, and is the screen.
    screenshot
    "$program" render --quiet --location "$shot" --size "${width}x$height" -o "$work/rendered.png"
    xdotool key o o
    let_messages_go
    capture
    [[ $(differing_pixels "$work/screen.png" "$shot") == 0 ]] || fail "the screenshot is not the screen"
    "$program" render --quiet --location "$shot" --size "${width}x$height" --samples 4 -o "$work/four.png"
    # Every pixel is either the exact one or that of an export with four samples, and many are of each kind.
    convert "$work/screen.png" "$work/rendered.png" -compose difference -composite "$work/d1.png"
    convert "$work/screen.png" "$work/four.png" -compose difference -composite "$work/d4.png"
    convert "$work/d1.png" "$work/d4.png" -evaluate-sequence min "$work/d.png"
    [[ $(identify -format '%[fx:maxima]' "$work/d.png") == 0 ]] || fail "some pixels are neither exact nor refined"
    (($(differing_pixels "$work/screen.png" "$work/rendered.png") > 1000)) || fail "nothing was refined"
    (($(differing_pixels "$work/screen.png" "$work/four.png") > 1000)) || fail "more than edges were refined"
    # Other colours: again. A movement: the exact picture comes first.
    set_mark
    xdotool key p
    rest
    advance_until '^refined cpu [0-9]* 4$'
    set_mark
    xdotool key plus
    rest
    advance_until '^refined cpu [0-9]* 4$'
    [[ $(since_mark | grep -n -m 1 '^frame cpu ' | cut -d : -f 1) -lt $(since_mark | grep -n -m 1 '^refined' | cut -d : -f 1) ]] ||
        fail "the exact picture did not come first"
    # What is compared is never anti-aliased.
    xdotool key v
    wait_for '^frame reference '
    screenshot
    expect_as_rendered
    let_messages_go
    capture
    local side
    for side in 200x230+0+90 150x230+430+90; do
        convert "$work/screen.png" -crop "$side" +repage "$work/a.png"
        convert "$work/rendered.png" -crop "$side" +repage "$work/b.png"
        [[ $(differing_pixels "$work/a.png" "$work/b.png") == 0 ]] || fail "split: $side differs"
    done
    stop_window
}

case_live_tour() {
    printf 're = ["-0.75", "-0.7436438870371587"]\nim = ["0", "0.1318259043091895"]\nzoom = ["1", "1e3"]\n' >"$work/live.toml"
    printf 'iterations = [5000, 5000]\nseconds = [6]\n' >>"$work/live.toml"
    "$program" gui --tour "$work/live.toml" --live --size "${width}x$height" --stats "$work/stats.json" \
        --screenshot "$work/tour.png" >"$work/out.txt" 2>&1 || fail "the live tour fails: $(<"$work/out.txt")"
    local key frames frame wait
    for key in frame_ms share_within_16_7_ms engine_wait_ms draw_ms pictures_completed mean_lag_ms; do
        grep -q "\"$key\"" "$work/stats.json" || fail "no $key in the statistics"
    done
    frames=$(sed -n 's/.*"frames": \([0-9]*\).*/\1/p' "$work/stats.json")
    ((frames >= 20 && frames <= 730)) || fail "$frames frames in 6 s"
    # The median, and beside what a frame takes, because the machine that runs this has other work.
    wait=$(sed -n '/engine_wait_ms/,/}/s/.*"median": \([0-9.]*\).*/\1/p' "$work/stats.json")
    frame=$(sed -n '/frame_ms/,/}/s/.*"median": \([0-9.]*\).*/\1/p' "$work/stats.json")
    near "$wait" 0 4 || near "$wait" 0 "$(calculate "$frame / 4")" ||
        fail "engines delay the window by $wait ms of a frame's $frame"
    "$program" gui --tour "$work/live.toml" --live --frames 3 2>/dev/null && fail "--frames goes with --live"
}

# What a drag uncovers is no hole while it is computed: the picture goes on, blurred.
case_margins() {
    local holes
    start_window --location "$(dirname -- "$0")/../../assets/deep/e50.toml" || return
    move 500 200
    xdotool mousedown 1
    settle
    xdotool mousemove --window "$window" 300 120 key Escape # before anything of it is computed
    settle
    capture
    logged '^frame .* 1$' || fail "the first picture was not complete" # else this shows nothing
    holes=$(convert "$work/screen.png" -crop 180x200+450+80 +repage txt:- | grep -c '#0E0F13')
    ((holes < 360)) || fail "$holes of the 36,000 pixels that the drag uncovers show nothing"
    xdotool mouseup 1
    settle
    stop_window
}

# uncovered: the part of the screen that case_coarse's drag uncovers outside the set.
uncovered() { convert "$1" -crop 48x200+346+90 +repage "$2"; }

# Whether that is not the mirrored picture any more, but what the place has there.
has_come() {
    capture
    uncovered "$work/screen.png" "$work/a.png"
    near "$(compare -metric RMSE "$work/a.png" "$work/b.png" null: 2>&1 | sed 's/.*(\(.*\))/\1/')" 0 0.12
}

# What is known of few points alone is drawn between them, not as squares.
case_coarse() {
    # At the left there comes the inside of the set, on which all threads stay for minutes, each with the coarsest lattice.
    local colours=(--no-shortcuts --iterations 2000000000 --palette dusk --mapping linear --density 0.5)
    start_window --re 0.62 --im 0 --zoom 16 --device cpu "${colours[@]}" || return
    "$program" render --quiet --re 0.37 --im 0 --zoom 16 --size "${width}x$height" --iterations 500 "${colours[@]:3}" \
        -o "$work/rendered.png" || return
    uncovered "$work/rendered.png" "$work/b.png"
    xdotool key o o
    move 200 200
    set_mark
    xdotool mousedown 1
    settle
    move 600 200
    await "coarse pixels" has_come || return
    logged '^frame ' && fail "the picture was complete" # else this shows nothing
    convert "$work/a.png" -crop 47x200+0+0 +repage "$work/left.png"
    convert "$work/a.png" -crop 47x200+1+0 +repage "$work/right.png"
    local differing
    differing=$(differing_pixels "$work/left.png" "$work/right.png")
    ((differing > 47 * 200 / 2)) || fail "only $differing of 9,400 pixels differ from the one to the right"
    xdotool mouseup 1 key Escape
    settle
    stop_window
}

all_cases=(wheel hold momentum turn stretched fly cut steady explore explore_patience antialiasing margins coarse live_tour)
run_cases "${all_cases[@]}"
