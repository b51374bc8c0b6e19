#!/usr/bin/env bash
# The window at depths where doubles have long ended, with a real mouse and keyboard: see window_helpers.sh.
# Usage: window_deep_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

deep_re=-1.75981713080484781361082501056179823824399999 deep_im=-0.01259331079974986538374663184326485845034
deep=(--re=$deep_re --im=$deep_im --iterations 8000)

# expect_nearly_as_rendered: the window keeps reference points that 'fathom render' does not know, so that last bits
# of a few samples may differ.
expect_nearly_as_rendered() {
    "$program" render --quiet --location "$shot" --size "${width}x$height" -o "$work/rendered.png" || fail "render fails"
    local differing
    differing=$(differing_pixels "$shot" "$work/rendered.png")
    near "$differing" 0 $((width * height / 50)) || fail "$differing pixels differ from 'fathom render'"
}

expect_no_complaint() {
    grep -q ' complaint ' "$work/log" && fail "a complaint: $(grep ' complaint ' "$work/log" | tail -n 1)"
}

expect_many_colours() {
    local colours
    colours=$(identify -format '%k' "$shot")
    ((colours > 100)) || fail "only $colours colours"
}

# The wheel goes on from where doubles end, and back to the very same place.
case_wheel() {
    start_window "${deep[@]}" --zoom 1e14 || return
    screenshot || return
    local start=$place first=$work/first.png
    cp -- "$shot" "$first"
    move 330 205
    local notch
    for notch in {1..44}; do
        xdotool click 4
        advance 30
    done
    set_mark
    advance_until '^rest$' || return
    screenshot || return
    near "$(calculate "log($zoom) / log(10)")" 20.62 0.01 || fail "zoom $zoom after 44 notches"
    expect_nearly_as_rendered
    for notch in {1..44}; do
        xdotool click 5
        advance 30
    done
    screenshot || return
    [[ $place == "$start" ]] || fail "in and out again lead elsewhere"
    near "$(differing_pixels "$shot" "$first")" 0 $((width * height / 50)) || fail "another picture after coming back"
    expect_many_colours
    expect_no_complaint
    stop_window
}

# An orbit that was made before serves the view that it was made for; with one of another place the window makes its own.
case_orbit() {
    local size=(--size "${width}x$height") orbit
    "$program" orbit --quiet "${deep[@]}" --zoom 1e17 "${size[@]}" -o "$work/here.orbit" || fail "orbit fails"
    "$program" orbit --quiet --re=-2 --im 0 --zoom 1e50 --iterations 1000 "${size[@]}" -o "$work/there.orbit" ||
        fail "orbit fails"
    for orbit in here there; do
        start_window "${deep[@]}" --zoom 1e17 --orbit "$work/$orbit.orbit" || return
        screenshot || return
        expect_nearly_as_rendered
        expect_many_colours
        expect_no_complaint
        stop_window
    done
}

# From where doubles serve to where they do not: no seam, whichever number type shows it.
case_seam() {
    local type
    # The last zoom that is iterated directly, and the same by perturbation.
    for type in f64 perturb-f64 perturb-f64x; do
        start_window "${deep[@]}" --zoom 3e11 --precision "$type" || return
        screenshot || return
        mv -- "$shot" "$work/$type.png"
        stop_window
    done
    # Where direct doubles begin to lose single pixels in the finest branches, nothing else changes.
    local difference
    for type in perturb-f64 perturb-f64x; do
        convert "$work/f64.png" -resize 20% "$work/a.png"
        convert "$work/$type.png" -resize 20% "$work/b.png"
        difference=$(compare -metric RMSE "$work/a.png" "$work/b.png" null: 2>&1 | sed 's/.*(\(.*\)).*/\1/')
        [[ $difference =~ ^[0-9.e-]+$ ]] && near "$difference" 0 0.03 || fail "$type shows another picture than f64: $difference"
    done
}

# N flies to the minibrot under the mouse: its body is in the middle then.
case_minibrot() {
    start_window --re=-1.7548 --im=0 --zoom 20 --iterations 2000 || return
    move 320 200
    set_mark
    xdotool key n
    wait_for '^minibrot 3$' || return
    wait_for '^(fly|cut)$' || return
    advance_until '^arrived$' || return
    screenshot || return
    near "$re" -1.75487766624669 1e-10 || fail "nucleus at $re"
    near "$(calculate "log($zoom) / log(10)")" 1.6 0.5 || fail "zoom $zoom"
    local middle
    middle=$(identify -format "%[pixel:p{320,200}]" "$shot")
    [[ $middle == *'(0,0,0'* || $middle == black || $middle == 'gray(0)' ]] || fail "the middle is $middle"
    expect_as_rendered
    # The way there was not remembered, only where it began.
    xdotool key BackSpace
    screenshot || return
    near "$zoom" 20 1e-6 || fail "one back is zoom $zoom"
    # Where there is none, a sentence says so.
    xdotool key j
    wait_for '^julia on$'
    xdotool key Return
    wait_for '^go into the Julia set$'
    set_mark
    xdotool key n
    wait_for '^complaint ' || return
    stop_window
}

# expect_symmetric BEFORE AFTER: turned by 180 degrees, the second picture resembles itself far more than the first.
asymmetry() {
    convert "$1" -colorspace gray -resize 25% "$work/upright.png"
    convert "$work/upright.png" -rotate 180 "$work/turned.png"
    compare -metric RMSE "$work/upright.png" "$work/turned.png" null: 2>&1 | sed 's/.*(\(.*\)).*/\1/'
}
expect_symmetric() {
    local before after
    before=$(asymmetry "$1") after=$(asymmetry "$2")
    awk -v a="$after" -v b="$before" 'BEGIN { exit !(b > 0 && a < 0.5 * b) }' ||
        fail "turned around, the picture differs by $after, before by $before"
}

# Shift+N stops where patterns double, again where they are there four times, and each stop is one step back.
case_half_way() {
    start_window --re=-1.768778833 --im=0.001738996 --zoom 1e5 --iterations 20000 --mapping rank --density 1 || return
    screenshot || return
    cp -- "$shot" "$work/first.png"
    set_mark
    xdotool key shift+n
    wait_for '^minibrot 107$' || return
    advance_until '^arrived$' || return
    screenshot || return
    expect_near "log of the zoom" "$(calculate "log($zoom) / log(10)")" 7.7476 0.001
    expect_symmetric "$work/first.png" "$shot"
    # The same minibrot, wherever the mouse is.
    move 100 90
    set_mark
    xdotool key shift+n
    advance_until '^arrived$' || return
    logged '^search$' && fail "it is sought anew"
    screenshot || return
    expect_near "log of the zoom" "$(calculate "log($zoom) / log(10)")" 9.1214 0.001
    xdotool key BackSpace
    screenshot || return
    expect_near "log of the zoom one back" "$(calculate "log($zoom) / log(10)")" 7.7476 0.001
    # From the panel, to the embedded Julia set.
    xdotool key Tab
    click_item section-minibrot
    set_mark
    click_item minibrot-julia
    wait_for '^minibrot 107$' || return
    advance_until '^arrived$' || return
    xdotool key Tab
    screenshot || return
    expect_near "log of the zoom" "$(calculate "log($zoom) / log(10)")" 7.8715 0.001
    expect_symmetric "$work/first.png" "$shot"
    # A formula that has none of them says so.
    stop_window
    start_window --formula burning-ship || return
    set_mark
    xdotool key shift+n
    wait_for '^complaint ' || return
    stop_window
}

# expect_zoom LOG10: of the last screenshot.
expect_zoom() { expect_near "log of the zoom" "$(calculate "log($zoom) / log(10)")" "$1" 0.01; }

# morph X Y: a click there is one step of a morph; its picture is $shot.
morph() {
    set_mark
    move "$1" "$2"
    xdotool click 1
    wait_for '^minibrot [0-9]*$' || return
    advance_until '^arrived$' || return
    screenshot
}

# After D each click doubles the pattern around it, Backspace takes one back, Esc ends it.
case_morph() {
    start_window --re=-1.768778833 --im=0.001738996 --zoom 1e5 --iterations 20000 --mapping rank --density 1 || return
    screenshot || return
    cp -- "$shot" "$work/first.png"
    set_mark
    xdotool key d
    wait_for '^morph on$' || return
    morph 320 200 || return
    expect_symmetric "$work/first.png" "$shot"
    expect_zoom 7.7476
    cp -- "$shot" "$work/second.png"
    local first_morph=$place
    # A pattern beside the middle, itself part of what was doubled: around that it doubles once more.
    convert "$shot" -gravity center -crop 160x100-120-60 +repage "$work/beside.png"
    morph 200 140 || return
    local deeper
    deeper=$(calculate "log($zoom) / log(10)")
    awk -v z="$deeper" 'BEGIN { exit !(z > 8.2) }' || fail "the second step stops at 1e$deeper"
    expect_symmetric "$work/beside.png" "$shot"
    xdotool key ctrl+z
    screenshot || return
    [[ $place == "$first_morph" ]] || fail "undo does not take one step back"
    xdotool key BackSpace
    screenshot || return
    expect_zoom 5
    set_mark
    xdotool key Escape
    wait_for '^morph off$' || return
    set_mark
    xdotool click 1
    settle
    logged '^search$' && fail "a click still morphs"
    # The panel's switch is the same mode; clicks that mark and clicks that morph exclude each other.
    stop_window
    width=900 height=600
    start_window --re=-1.768778833 --im=0.001738996 --zoom 1e5 --iterations 20000 || return
    xdotool key Tab
    click_item section-minibrot
    set_mark
    click_item minibrot-morph
    wait_for '^morph on$' || return
    click_item misiurewicz-clicks
    set_mark
    move 600 300
    xdotool click 1
    wait_for '^(misiurewicz|complaint) ' || return
    logged '^minibrot ' && fail "a click that marks morphs, too"
    stop_window
    start_window --formula burning-ship || return
    set_mark
    xdotool key d
    wait_for '^complaint ' || return
    stop_window
    width=640 height=400
}

# keep_picture FILE: what the window shows beside the panel.
keep_picture() {
    find_item panel-edge || return
    move 880 30
    capture
    convert "$work/screen.png" -crop "0x0+$((item_x + 10))+0" +repage "$1"
}

# While the section is open, a click marks a Misiurewicz point; the nucleus has its own cross.
case_marks() {
    width=900 height=690
    start_window --re=-0.1011 --im=0.9563 --zoom 30 --iterations 500 || return
    xdotool key Tab
    click_item section-minibrot
    click_item misiurewicz-clicks
    set_mark
    move 600 300
    xdotool click 1
    wait_for '^misiurewicz [0-9]* [0-9]*$' || return
    click_item minibrot-find
    wait_for '^minibrot [0-9]*$' || return
    click_item minibrot-mark
    # Marks belong to the plane: its Julia sets show none, and they can be cleared there, too.
    local plane=$work/plane.png julia=$work/julia.png
    xdotool key o o
    screenshot || return
    let_messages_go
    keep_picture "$plane"
    click_item section-formula
    click_item formula-julia
    advance_until '^arrived$' || return
    screenshot || return
    let_messages_go
    keep_picture "$julia"
    click_item section-minibrot
    click_item marks-clear
    let_messages_go
    keep_picture "$work/cleared.png"
    [[ $(differing_pixels "$julia" "$work/cleared.png") == 0 ]] || fail "a Julia set shows marks of the plane"
    set_mark
    xdotool key ctrl+z
    advance_until '^arrived$' || return
    screenshot || return
    let_messages_go
    keep_picture "$work/cleared.png"
    (($(differing_pixels "$plane" "$work/cleared.png") > 20)) || fail "the marks were not to be seen on the plane"
    set_mark
    click_item minibrot-zoom
    wait_for '^(fly|cut)$' || return
    advance_until '^arrived$' || return
    stop_window
    width=640 height=400
}

# By a tour in real time, from direct doubles to perturbed ones, and nothing blank at its end.
# A live tour goes by real time: a machine that has little to spare gets a slower one.
case_tour() {
    local seconds pictures
    for seconds in 8 40 200; do
        printf 're = ["%s", "%s"]\nim = ["%s", "%s"]\nzoom = ["1e12", "1e15"]\n' "$deep_re" "$deep_re" "$deep_im" "$deep_im" >"$work/deep.toml"
        printf 'iterations = [8000, 8000]\nseconds = [%s]\n' "$seconds" >>"$work/deep.toml"
        "$program" gui --tour "$work/deep.toml" --live --size "${width}x$height" --stats "$work/stats.json" \
            --screenshot "$work/tour.png" >"$work/out.txt" 2>&1 || fail "the tour fails: $(<"$work/out.txt")"
        pictures=$(sed -n 's/.*"pictures_completed": \([0-9]*\).*/\1/p' "$work/stats.json")
        ((pictures == 0)) || break
    done
    shot=$work/tour.png
    expect_many_colours
    ((pictures >= 1)) || fail "no picture on the way"
}

# U straightens the minibrot under the mouse, an undo leads back; the panel has both, and takes the stretch away.
case_unskew() {
    start_window --formula burning-ship --re=-1.7548776662466927 --im 0 --zoom 20 || return
    screenshot
    local skewed=$place straight
    set_mark
    move 320 200
    xdotool key u
    wait_for '^straightened 3$' || return
    advance_until '^arrived$'
    screenshot
    straight=$place
    expect_near "the matrix" "$(value matrix | tr -d '[' | cut -d , -f 1)" 1.51392 1e-5
    expect_as_rendered
    xdotool key BackSpace
    screenshot
    [[ $place == "$skewed" ]] || fail "an undo does not lead back"
    xdotool key Tab
    set_mark
    click_item view-unskew
    wait_for '^straightened 3$' || return
    advance_until '^arrived$'
    screenshot
    [[ $(value matrix) == "$(sed -n 's/^matrix = //p' <<<"$straight")" ]] || fail "the panel leads elsewhere"
    set_mark
    click_item view-unskew
    wait_for '^straightened 3$'
    click_item view-unstretch
    screenshot
    [[ -z $(value matrix) ]] || fail "the stretch stays"
    stop_window
    # From the command line it stands straight at once.
    start_window --unskew --formula burning-ship --re=-1.7548776662466927 --im 0 --zoom 20 || return
    screenshot
    expect_near "the first view's matrix" "$(value matrix | tr -d '[' | cut -d , -f 1)" 1.51392 1e-5
    expect_as_rendered
    stop_window
}

all_cases=(wheel seam minibrot half_way unskew morph marks tour)
run_cases "${all_cases[@]}"
