#!/usr/bin/env bash
# The side panel with a real mouse and keyboard: see window_helpers.sh.
# Usage: window_panels_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"
# High enough for each section's controls to be seen at once.
screen=1000x1000 width=960 height=960

# show SECTION
show() { click_item "section-$1"; }

# Generation of the samples after the last edit.
generation() { sed -n 's/^[0-9]* edit \([0-9]*\) .*/\1/p' "$work/log" | tail -n 1; }

# Colours of a palette in the place that the screenshot carries.
stops() { grep -o '"#[0-9a-f]*"' <<<"$place" | wc -l; }

# drag_item NAME DX DY: takes it and leaves it so far away.
drag_item() {
    find_item "$1" || return
    drag 1 "$item_x" "$item_y" $((item_x + $2)) $((item_y + $3))
}

case_tab() {
    width=640 height=400
    start_window || return
    ! grep -q ' item section-view ' "$work/log" || fail "the panel is open in a narrow window"
    set_mark
    xdotool key Tab
    wait_for '^item section-view ' || return
    screenshot || return # in the new middle
    # Over the panel nothing moves the picture, and the panel itself does not either.
    set_mark
    drag 1 100 330 160 300
    move 100 330
    xdotool click 4
    rest
    ! since_mark | grep -qE '^(pan|zoom|drawn|frame) ' || fail "the picture moves under the panel"
    xdotool key Tab
    settle
    drag 1 100 330 160 300
    wait_for '^pan '
    stop_window
    width=960 height=960
}

# black_middle ROW: the middle of the longest stretch of the set in that row of the screen right of the panel's edge.
black_middle() {
    capture
    convert "$work/screen.png" -crop "$((width - edge - 4))x1+$((edge + 4))+$1" +repage -depth 8 txt:- |
        sed -n 's/^\([0-9]*\),0:.*#000000.*/\1/p' |
        awk -v left=$((edge + 4)) '$1 != last + 1 { first = $1 }
            { last = $1 }
            last - first > most { most = last - first; middle = (first + last + 1) / 2 }
            END { print left + middle }'
}

# expect_disc_at X: the disc's middle is there, and the place is told and saved as it is.
expect_disc_at() {
    rest
    expect_near "the disc's middle" "$(black_middle 288)" "$1" 1
    set_mark
    xdotool key ctrl+s
    wait_for '^location ' || return
    grep -q '^re = "-1"$' "$(since_mark | sed -n 's/^location //p')" || fail "another place was saved"
    xprop -id "$window" WM_NAME | grep -q 'Disc.toml - Fathom' || fail "the title is another"
}

# A place lies in the middle of what the panel leaves free, whatever that is, and stays the same place.
case_middle() {
    "$program" render --quiet --iterations 500 --re -1 --im 0 --zoom 4 -o "$work/Disc.toml" || return
    start_window "$work/Disc.toml" || return
    xdotool key o o # nothing but picture and panel
    click_item hints-close
    move 800 100
    find_item panel-edge || return
    edge=$item_x
    expect_disc_at $(((edge + width) / 2))
    # What is written as the screen's picture is that, byte for byte, and says where its own middle is.
    screenshot && expect_as_rendered
    capture
    convert "$shot" -crop "600x800+$((edge + 10))+20" +repage "$work/a.png"
    convert "$work/screen.png" -crop "600x800+$((edge + 10))+20" +repage "$work/b.png"
    [[ $(differing_pixels "$work/a.png" "$work/b.png") == 0 ]] || fail "the screenshot is not what is on the screen"
    expect_near "the place in the screenshot" "$(re_at $(((edge + width) / 2)))" -1 0.001
    # Keys zoom about that middle, the wheel about the mouse, and a double click brings there what was under it.
    local before
    before=$(re_at 700)
    move 700 300
    xdotool click 4
    screenshot || return
    expect_near "what was under the mouse" "$(re_at 700)" "$before" 0.0005
    xdotool click 5
    expect_disc_at $(((edge + width) / 2))
    xdotool key plus
    rest
    xdotool key minus
    expect_disc_at $(((edge + width) / 2))
    # Without the panel it is the window's middle.
    xdotool key Tab
    settle
    edge=-4
    expect_disc_at $((width / 2))
    screenshot && [[ $re == -1 ]] || fail "the window's picture has its middle at $re"
    # A wider panel moves it on.
    xdotool key Tab
    rest
    drag_item panel-edge 100 0
    move 800 100
    find_item panel-edge || return
    edge=$item_x
    expect_disc_at $(((edge + width) / 2))
    # A box fills the free part: half of it in both directions is twice as deep.
    screenshot || return
    before=$zoom
    drag 3 $((edge + 4)) 4 $((edge + 4 + (width - edge) / 2)) $((4 + height / 2))
    screenshot || return
    expect_near "the box's zoom" "$(calculate "$zoom / $before")" 2 0.03
    stop_window
}

# focus: the name of what keys have led to last.
focus() { sed -n 's/^[0-9]* focus //p' "$work/log" | tail -n 1; }

# orange_pixels CROP...: pixels of the last capture, cropped so, that have the colour of the focus and of warnings.
orange_pixels() {
    convert "$work/screen.png" "$@" +repage -fill black +opaque '#FFC759' -fill white -opaque '#FFC759' \
        -format '%[fx:round(mean*w*h)]' info:
}

# framed NAME: whether the focus' frame is on the screen, around that control.
framed() {
    find_item "$1" || return
    local found
    capture
    found=$(orange_pixels -crop "290x40+$((item_x < 145 ? 0 : item_x - 145))+$((item_y - 20))")
    ((found >= 60)) || fail "no frame around $1: $found pixels of it"
}

# expect_round KEY NAME...: that key leads from control to control, each of them framed.
expect_round() {
    local key=$1 name
    shift
    for name in "$@"; do
        xdotool key "$key"
        settle
        [[ $(focus) == "$name" ]] || fail "$key leads to $(focus) instead of $name" || return
        framed "$name" || return
    done
}

# Tab goes through all there is, in the order on the screen, and what is out of sight comes into it.
case_focus() {
    width=960 height=640
    start_window || return
    local view=(view-im view-zoom view-rotation view-rotation-value view-mirrored view-unskew view-unstretch view-copy
        view-paste view-iterations view-iterations-half view-iterations-twice view-iterations-auto view-bailout
        view-precision view-exactness view-samples-0 view-samples-1 view-samples-2 view-samples-3 view-samples-4
        view-speed
        view-speed-value view-momentum view-scroll-pans view-theme-0 view-theme-1 view-font view-font-value)
    xdotool key F6
    settle
    [[ $(focus) == view-re ]] || fail "F6 leads to $(focus)"
    expect_round Tab "${view[@]}" hints-close section-view view-re view-im || return
    expect_round shift+Tab view-re section-view hints-close view-font-value view-font view-theme-1 || return
    # Enter presses what has the focus.
    capture
    cp -- "$work/screen.png" "$work/dark.png"
    xdotool key Return
    settle
    capture
    (($(differing_pixels "$work/dark.png" "$work/screen.png") > 100000)) || fail "Enter does not choose the light theme"
    xdotool key shift+Tab space
    settle
    capture
    (($(differing_pixels "$work/dark.png" "$work/screen.png") < 50000)) || fail "Space does not choose the dark theme"
    # A row of tabs is one stop; arrows go on in it.
    expect_round Tab view-theme-1 view-font view-font-value hints-close section-view || return
    expect_round Down section-formula || return
    set_mark
    xdotool key Return Tab
    wait_for '^item formula ' || return
    settle
    [[ $(focus) == formula ]] || fail "after the tabs comes $(focus)"
    # A control whose words change when it is pressed keeps the focus.
    xdotool key ctrl+Next
    settle
    expect_round Tab colour-edit
    xdotool key Return
    settle
    expect_round Tab colour-browse editor-after
    # While a field has the keyboard, too, Ctrl+PageDown leads to another section.
    xdotool key ctrl+Next
    settle
    find_item places-search || return
    [[ $(focus) == places-search ]] || fail "the places begin with $(focus)"
    expect_round Tab places-order
    # A grid is one stop, too.
    set_mark
    xdotool key Tab
    wait_for '^focus place-' || return
    local first
    first=$(focus)
    framed "$first" || return
    set_mark
    xdotool key Right Return
    wait_for '^go ' || return
    [[ $(focus) == place-* && $(focus) != "$first" ]] || fail "no arrow in the gallery"
    advance_until '^arrived$' || return # Esc would take the jump back
    # Esc leaves to the picture, and Tab is its key again.
    set_mark
    xdotool key Escape Right
    wait_for '^key pan right' || return
    set_mark
    xdotool key Tab
    wait_for '^key open or close the side panel' || return
    stop_window
    height=960
}

# What is typed into a field is taken when Tab goes on.
case_focus_fields() {
    start_window || return
    click_item hints-close
    show view
    click_item view-re # by a mouse
    press_with_ctrl a
    xdotool type --delay 5 -- -1.25
    xdotool key Tab
    settle
    [[ $(focus) == view-im ]] || fail "after the real part comes $(focus)"
    xdotool type --delay 5 -- 0.125
    xdotool key Tab
    settle
    xdotool type --delay 5 -- 5
    expect_round Tab view-rotation view-rotation-value
    xdotool type --delay 5 -- 7 # and this is left again
    xdotool key Escape
    screenshot || return
    expect_middle re -1.25
    expect_near im "$im" 0.125 0
    expect_near zoom "$zoom" 5 0
    expect_near rotation "$(value rotation)" 0 0
    stop_window
}

case_hints() {
    start_window || return
    grep -q ' item section-view ' "$work/log" || fail "the panel is closed in a wide window"
    set_mark
    click_item hints-close
    wait_for '^hints seen'
    stop_window
}

# The first hints fade once what they tell of was done.
case_hints_fade() {
    start_window || return
    find_item hints-close
    set_mark
    drag 3 500 300 700 400
    advance 300
    logged '^hints seen' && fail "the hints are gone at once"
    advance 1000
    logged '^hints seen' || fail "the hints stay after a box was drawn"
    stop_window
}

# F1 is searched by typing; Esc clears, then closes, and keys are keys again.
case_help_search() {
    start_window || return
    screenshot || return # whose colours do not change any more
    click_item hints-close
    xdotool key o o # and nothing that is found meanwhile is told
    let_messages_go
    xdotool key F1
    find_item help-search
    capture
    cp -- "$work/screen.png" "$work/all.png"
    set_mark
    xdotool type --delay 5 -- 'MiniBrot'
    settle
    wait_for '^help [1-9][0-9]* [1-9]' || return
    logged '^key ' && fail "what was typed are keys of the picture"
    capture
    (($(differing_pixels "$work/all.png" "$work/screen.png") > 20000)) || fail "the list is the same"
    # Ctrl+A selects all of it, however quickly it is pressed.
    set_mark
    xdotool key ctrl+a
    xdotool type --delay 5 -- 'film'
    settle
    wait_for '^help [1-9]' || return
    set_mark
    xdotool key Escape
    settle
    wait_for '^help ' || return
    capture
    near "$(differing_pixels "$work/all.png" "$work/screen.png")" 0 2000 || fail "not all keys are back after Esc"
    set_mark
    xdotool key Escape
    settle
    xdotool key p
    settle
    logged '^key next palette' || fail "the help has the keyboard still"
    capture
    (($(differing_pixels "$work/all.png" "$work/screen.png") > 20000)) || fail "Esc does not close it"
    # Empty, one Esc closes it; F1 opens and closes it, whoever has the keyboard.
    xdotool key F1
    settle
    set_mark
    xdotool key Escape
    settle
    xdotool key p
    settle
    logged '^key next palette' || fail "one Esc does not close it where nothing was typed"
    xdotool key F1
    settle
    xdotool key F1
    settle
    set_mark
    xdotool key p
    settle
    logged '^key next palette' || fail "F1 does not close it"
    stop_window
}

case_formula() {
    start_window || return
    click_item hints-close
    show formula
    capture
    cp -- "$work/screen.png" "$work/before.png"
    set_mark
    click_item formula
    click_item formula-7
    wait_for '^edit ' && wait_for '^frame '
    settle
    capture
    (($(differing_pixels "$work/before.png" "$work/screen.png") > 20000)) || fail "the picture stays"
    screenshot
    expect_middle re -0.5
    expect_near "im" "$im" -0.5 0
    [[ $(value formula) == burning-ship ]] || fail "the formula is $(value formula)"
    expect_as_rendered
    # Its Julia set of a seed, and back by the history.
    click_item formula-julia
    fill_item formula-seed-re -1.25
    fill_item formula-seed-im 0.1
    screenshot
    [[ $(value seed_re) == -1.25 && $(value seed_im) == 0.1 ]] || fail "the seed: $place"
    expect_middle "re of the Julia set" 0
    expect_as_rendered
    stop_window
}

case_palette() {
    start_window || return
    click_item hints-close
    show colour
    click_item colour-edit
    screenshot
    cp -- "$shot" "$work/before.png"
    local first count
    set_mark
    # A stop is dragged past its neighbour: other colours of the same samples.
    drag_item editor-stop-2 60 0
    wait_for '^edit ' || return
    first=$(generation)
    ! since_mark | grep -qE '^(frame|drawn) ' || fail "dragging a stop iterates"
    screenshot
    (($(differing_pixels "$work/before.png" "$shot") > 1000)) || fail "the colours stay"
    expect_as_rendered
    count=$(stops)
    # Dragged off the bar it is gone; a click into the bar adds one; Delete removes it.
    drag_item editor-stop-3 0 120
    screenshot
    (($(stops) == count - 1)) || fail "$(stops) stops after one of $count was dragged off"
    find_item editor-bar
    move $((item_x + 25)) $((item_y - 12))
    xdotool click 1
    screenshot
    (($(stops) == count)) || fail "$(stops) stops after one was added to $((count - 1))"
    xdotool key Delete
    screenshot
    (($(stops) == count - 1)) || fail "$(stops) stops after Delete"
    # By number, and all the way back.
    fill_item editor-hex '#12ab34'
    screenshot
    # It stays to be chosen after another palette was.
    cp -- "$shot" "$work/edited.png"
    xdotool key p
    screenshot
    (($(differing_pixels "$work/edited.png" "$shot") > 1000)) || fail "P changes nothing"
    click_item colour-palette
    click_item colour-palette-edited-dusk
    screenshot
    [[ $(differing_pixels "$work/edited.png" "$shot") == 0 ]] || fail "the edited palette is lost"
    xdotool key ctrl+z ctrl+z
    grep -q '"#12ab34"' <<<"$place" || fail "no stop has the colour that was entered"
    fill_item editor-hex 'red'
    local step
    for step in {1..5}; do click_item editor-undo; done
    screenshot
    [[ $(differing_pixels "$work/before.png" "$shot") == 0 ]] || fail "undo does not lead back"
    [[ $(generation) == "$first" ]] || fail "an edit of the palette iterated"
    stop_window
}

# Ctrl+Z takes back whatever was done last, and Ctrl+Shift+Z makes it again; each time the picture is looked at.
case_undo() {
    start_window --iterations 60 || return
    advance_until '^ranks '
    click_item hints-close
    show colour
    screenshot
    local step pictures=("$work/undo0.png")
    cp -- "$shot" "${pictures[0]}"
    # A spread, a slider that is dragged, a palette, a view, iterations.
    undo_step click_item colour-mapping-3
    undo_step drag_item colour-offset 40 0
    undo_step xdotool key p
    undo_step xdotool key plus
    undo_step xdotool key Prior
    for step in 4 3 2 1 0; do
        xdotool key ctrl+z
        screenshot
        [[ $(differing_pixels "$shot" "$work/undo$step.png") == 0 ]] || fail "undo does not lead back to picture $step"
    done
    xdotool key ctrl+z
    screenshot
    [[ $(differing_pixels "$shot" "$work/undo0.png") == 0 ]] || fail "there was something before the beginning"
    for step in 1 2 3 4 5; do
        xdotool key ctrl+shift+z
        screenshot
        [[ $(differing_pixels "$shot" "$work/undo$step.png") == 0 ]] || fail "redo does not lead to picture $step"
    done
    xdotool key shift+Home
    screenshot
    [[ $(value mapping) == rank && $zoom == 1 ]] || fail "not everything is as usual: $place"
    stop_window
}

# undo_step COMMAND...: does it and keeps the picture that comes of it, which has to be another one.
undo_step() {
    local number=${#pictures[@]}
    [[ $2 != colour-mapping-* ]] || click_item colour-mapping
    "$@"
    screenshot
    (($(differing_pixels "$shot" "${pictures[-1]}") > 1000)) || fail "'$*' changes nothing"
    cp -- "$shot" "$work/undo$number.png"
    pictures+=("$work/undo$number.png")
}

case_own_palette() {
    start_window || return
    click_item hints-close
    show colour
    click_item colour-edit
    drag_item editor-stop-2 60 0
    screenshot
    cp -- "$shot" "$work/before.png"
    fill_item editor-name 'my-own'
    click_item editor-save
    await "palette in the user's folder" test -s "$work/data/fathom/palettes/my-own.toml"
    screenshot
    [[ $palette == my-own ]] || fail "the palette is $palette"
    [[ $(differing_pixels "$work/before.png" "$shot") == 0 ]] || fail "the saved palette differs"
    # Renamed, not to a name that there is; deleted, and put back: the same colours all the time.
    local own=$work/data/fathom/palettes
    fill_item colour-name 'renamed'
    await "renamed palette" test -s "$own/renamed.toml"
    [[ ! -e $own/my-own.toml ]] || fail "the old name is still there"
    set_mark
    fill_item colour-name 'lagoon'
    settle
    [[ -s $own/renamed.toml && ! -e $own/lagoon.toml ]] || fail "a built-in palette's name was taken"
    xdotool key Escape
    settle
    click_item colour-delete
    await "deleted palette" test ! -e "$own/renamed.toml"
    screenshot
    [[ $(differing_pixels "$work/before.png" "$shot") == 0 ]] || fail "colours go with the deleted palette"
    click_item colour-put-back
    await "palette that is put back" test -s "$own/renamed.toml"
    screenshot
    [[ $palette == renamed ]] || fail "the palette is $palette, not the one put back"
    [[ $(differing_pixels "$work/before.png" "$shot") == 0 ]] || fail "it came back with other colours"
    fill_item editor-path "$work/own.gpl"
    click_item editor-write
    await "GIMP palette" grep -qs '^GIMP Palette' "$work/own.gpl"
    set_mark
    fill_item editor-path "$work/no-such.gpl"
    click_item editor-read
    wait_for '^complaint .*no-such.gpl'
    stop_window
}

case_flow() {
    local rounds=40
    start_window || return
    click_item hints-close
    show colour
    set_mark
    click_item colour-animate
    until (($(since_mark | grep -c '^coloured ') >= 3)); do
        ((rounds-- > 0)) || fail "the colours do not flow" || return
        advance 250
    done
    ! logged '^(frame|drawn) ' || fail "flowing colours iterate"
    click_item colour-animate
    set_mark
    advance 1000
    ! logged '^coloured ' || fail "the colours flow on"
    stop_window
}

# A fit that is not by rank follows while the view still moves.
case_fit_moving() {
    start_window || return
    click_item hints-close
    show colour
    click_item colour-mapping
    set_mark
    click_item colour-mapping-1
    advance_until '^fitted ' || return
    screenshot
    local at_home under_way round
    at_home=$(value density)
    move 660 300
    set_mark
    xdotool mousedown 1
    settle
    advance 260
    wait_for '^hold '
    for round in {1..20}; do
        advance 100
    done
    xdotool key ctrl+s
    wait_for '^location ' || return
    under_way=$(sed -n 's/^density *= *//p' "$(since_mark | sed -n 's/^location //p')")
    advance 100
    ! logged '^rest$' || fail "the view has come to rest before"
    [[ $under_way != "$at_home" ]] || fail "the density stays $at_home in a movement"
    xdotool mouseup 1
    advance_until '^rest$'
    screenshot
    [[ $(value density) != "$at_home" ]] || fail "the density stays $at_home"
    expect_as_rendered
    stop_window
}

case_fit() {
    start_window || return
    advance_until '^ranks ' # unasked: a place that brings no colours has each on as many pixels
    click_item hints-close
    show colour
    screenshot
    [[ $(value mapping) == rank ]] || fail "the mapping is $(value mapping)"
    expect_as_rendered
    expect_contrast
    # Another spread has a fit of its own, which follows the view.
    local fitted
    click_item colour-mapping
    set_mark
    click_item colour-mapping-1
    advance_until '^fitted ' || return
    screenshot
    fitted=$(value density)
    [[ $(value mapping) == sqrt && $fitted != 1 ]] || fail "$(value mapping), density $fitted"
    expect_as_rendered
    expect_contrast
    set_mark
    move 660 300
    xdotool click --repeat 12 --delay 20 4
    wait_for '^zoom '
    rest
    advance_until '^fitted '
    screenshot
    [[ $(value density) != "$fitted" ]] || fail "the density stays $fitted elsewhere"
    expect_as_rendered
    # A cycle of one's own ends that, until the colours are fitted again.
    fill_item colour-cycle-value 50
    screenshot
    [[ $(value density) == 0.02 ]] || fail "a cycle of 50 is a density of $(value density)"
    set_mark
    click_item colour-fit
    wait_for '^edit ' || return
    screenshot
    [[ $(value density) != 0.02 ]] || fail "the density stays $(value density)"
    expect_as_rendered
    # Ranks come from the whole picture, the same as for a rendered one.
    click_item colour-mapping
    set_mark
    click_item colour-mapping-4
    advance_until '^ranks'
    screenshot
    [[ $(value mapping) == rank ]] || fail "the mapping is $(value mapping)"
    expect_as_rendered
    stop_window
}

case_filter() {
    start_window || return
    advance_until '^ranks ' # a new place, whose crowded colours are their mean
    click_item hints-close
    show colour
    screenshot
    [[ $(value filter) == footprint ]] || fail "the filter is '$(value filter)'"
    expect_as_rendered
    set_mark
    click_item colour-filter
    wait_for '^edit ' || return
    screenshot
    [[ -z $(value filter) ]] || fail "the filter is still $(value filter)"
    expect_as_rendered
    stop_window
}

case_dither() {
    start_window || return
    advance_until '^ranks ' # a new place, which is dithered
    click_item hints-close
    show colour
    screenshot
    [[ $(value dither) == ordered ]] || fail "the dithering is '$(value dither)'"
    expect_as_rendered
    cp -- "$shot" "$work/dithered.png"
    set_mark
    click_item colour-dither
    wait_for '^edit ' || return
    screenshot
    [[ -z $(value dither) ]] || fail "the dithering is still $(value dither)"
    expect_as_rendered
    [[ $(convert "$shot" rgb:- | md5sum) != "$(convert "$work/dithered.png" rgb:- | md5sum)" ]] ||
        fail "the pictures with and without dithering are the same"
    stop_window
}

# expect_contrast: the last screenshot has dark and bright colours.
expect_contrast() {
    local spread
    spread=$(convert "$shot" -colorspace Gray -format '%[fx:int(100*standard_deviation)]' info:)
    ((spread >= 12)) || fail "the picture's brightness is spread by $spread hundredths"
}

# mean_of GEOMETRY: brightness of a part of the screen, in hundredths.
mean_of() { convert "$work/screen.png" -crop "$1" +repage -format '%[fx:int(100*mean)]' info:; }

case_theme() {
    start_window || return
    click_item hints-close
    show view
    screenshot
    cp -- "$shot" "$work/before.png"
    set_mark
    click_item view-theme-1
    capture
    # Nothing stands at the lower end of the panel.
    (($(mean_of 200x8+40+900) > 80)) || fail "the light theme's panel is dark"
    screenshot
    [[ $(differing_pixels "$work/before.png" "$shot") == 0 ]] || fail "the theme changes the picture"
    click_item view-theme-0
    capture
    (($(mean_of 200x8+40+900) < 20)) || fail "the dark theme's panel is light"
    stop_window
}

case_text_size() {
    start_window || return
    click_item hints-close
    local before after
    before=$(grep ' item section-compare ' "$work/log" | tail -n 1 | cut -d ' ' -f 5)
    set_mark
    xdotool key ctrl+plus
    wait_for '^font 1.1$' && wait_for '^item section-compare '
    after=$(grep ' item section-compare ' "$work/log" | tail -n 1 | cut -d ' ' -f 5)
    ((after > before)) || fail "the panel does not grow with its text: $before, $after"
    xdotool key ctrl+minus ctrl+minus
    wait_for '^font 0.9$'
    xdotool key ctrl+0
    wait_for '^font 1$'
    stop_window
}

case_coordinate() {
    start_window || return
    click_item hints-close
    show view
    screenshot
    local found=$iterations
    fill_item view-re -1.25
    fill_item view-zoom 1.5e3
    fill_item view-iterations 777
    screenshot
    expect_middle re -1.25
    expect_near "zoom" "$zoom" 1500 0
    expect_near "iterations" "$iterations" 777 0
    expect_as_rendered
    # What is no number, or out of range, stays in its field and changes nothing.
    local kept=$place
    fill_item view-re 'abc'
    fill_item view-im 1e99
    fill_item view-zoom -5
    fill_item view-iterations 0
    # The field keeps the keyboard: what is typed next is no key of the picture.
    set_mark
    xdotool type --delay 5 -- 12b
    settle
    ! logged '^key ' || fail "what was typed after a refusal ran as keys: $(since_mark | grep '^key ')"
    xdotool key Escape Escape
    screenshot
    [[ $place == "$kept" ]] || fail "a broken coordinate changed the place"
    xdotool key BackSpace
    screenshot
    expect_near "iterations one back" "$iterations" "$found" 0
    stop_window
}

# At the cusp hardly an orbit ends: the status bar says how far the search for a limit is, and Esc ends it.
case_limit_search() {
    start_window --re 0.25 --im 0 --zoom 1e200 --iterations auto || return
    click_item hints-close
    set_mark
    advance 1000
    xdotool key Escape
    wait_for '^limit kept' || fail "the search was not under way, or goes on"
    await "end of the search" computes_nothing
    logged '^limit [0-9]' && fail "a limit was found all the same"
    # Another view is asked about anew.
    set_mark
    xdotool key Home
    rest
    wait_for '^limit [0-9]'
    stop_window
}

# The limit follows the view until somebody enters a number; the status bar says so.
case_limit() {
    start_window --re=-0.7436438870371587 --im=0.1318259043091895 --zoom 1e5 || return
    wait_for '^limit ' # unasked
    click_item hints-close
    show view
    screenshot
    expect_needed
    expect_as_rendered
    capture
    cp "$work/screen.png" "$work/before.png"
    # Too few by hand: the valley is black.
    set_mark
    fill_item view-iterations 200
    screenshot
    expect_near "iterations that were entered" "$iterations" 200 0
    since_mark | grep -q '^limit ' && fail "the limit follows the view after a number was entered"
    capture
    (($(differing_pixels "$work/before.png" "$work/screen.png") > 2000)) || fail "200 iterations look like enough"
    set_mark
    click_item view-iterations-auto
    wait_for '^limit '
    screenshot
    expect_needed
    expect_as_rendered
    # The wheel leads to where more are needed, and Home back to where fewer are.
    local above=$iterations
    set_mark
    move 660 480 # the place itself
    xdotool click --repeat 24 --delay 20 4
    wait_for '^zoom '
    settle
    rest
    screenshot
    expect_needed
    expect_as_rendered
    ((iterations > above)) || fail "$iterations iterations deeper down, $above above"
    set_mark
    xdotool key Home
    rest
    wait_for '^limit '
    screenshot
    expect_needed
    expect_as_rendered
    stop_window
}

case_width() {
    start_window || return
    click_item hints-close
    show view
    local before after
    before=$(grep ' item view-re ' "$work/log" | tail -n 1 | cut -d ' ' -f 4)
    drag_item panel-edge 90 0
    after=$(grep ' item view-re ' "$work/log" | tail -n 1 | cut -d ' ' -f 4)
    ((after > before + 20)) || fail "dragging its edge does not widen the panel: $before, $after"
    screenshot
    expect_middle re -0.75
    stop_window
}

# In the status bar.
warning_pixels() { orange_pixels -gravity south -crop x70+0+0; }

# Where all is black, the window says why.
case_inside() {
    start_window --re=-0.1 --im=0.05 --zoom 200 || return
    screenshot
    settle
    capture
    (($(warning_pixels) > 0)) || fail "nothing says that the view lies inside the set"
    xdotool key Home
    screenshot
    settle
    capture
    (($(warning_pixels) == 0)) || fail "the whole set is said to be inside itself"
    stop_window
}

case_devices() {
    start_window || return
    click_item hints-close
    show devices
    set_mark
    click_item device-reference
    wait_for '^engine reference$' && wait_for '^frame reference '
    stop_window
}

# Every control there is says what it does, once the mouse rests on it.
case_tooltips() {
    local section
    start_window || return
    click_item hints-close
    xdotool key o o # without the overlay, which says more as it learns it
    settle
    for section in formula compare export devices help view colour; do
        show "$section"
    done
    click_item colour-edit
    click_item colour-base
    click_item colour-base-4
    click_item colour-shade
    click_item colour-shade-1
    ! grep ' no tooltip ' "$work/log" || fail "a control says nothing"
    # The picture is to stay as it is, too.
    rest
    await "end of all surveys" computes_nothing
    rest
    find_item colour-cycle
    move "$item_x" "$item_y"
    settle
    capture
    cp -- "$work/screen.png" "$work/before.png"
    advance 1500
    capture
    (($(differing_pixels "$work/before.png" "$work/screen.png") > 500)) || fail "no tooltip appears"
    # A key puts it away, until the mouse has been elsewhere.
    xdotool key shift
    advance 1500
    capture
    (($(differing_pixels "$work/before.png" "$work/screen.png") < 100)) || fail "the tooltip stays after a key"
    move 700 700
    settle
    move "$item_x" "$item_y"
    advance 1500
    capture
    (($(differing_pixels "$work/before.png" "$work/screen.png") > 500)) || fail "no tooltip appears again"
    stop_window
}

# What does not fit into a low window is scrolled to by keys.
case_help_scrolls() {
    height=500
    start_window || return
    xdotool key F1
    find_item help-search || return
    xdotool key Prior
    settle
    capture
    cp -- "$work/screen.png" "$work/top.png"
    xdotool key Next
    settle
    capture
    (($(differing_pixels "$work/top.png" "$work/screen.png") > 5000)) || fail "PageDown does not scroll"
    xdotool key Prior
    settle
    capture
    (($(differing_pixels "$work/top.png" "$work/screen.png") < 200)) || fail "PageUp does not lead back"
    stop_window
    height=960
}

run_cases tab middle focus focus_fields hints hints_fade help_search help_scrolls formula palette undo own_palette flow fit fit_moving filter dither theme text_size coordinate limit limit_search inside width devices tooltips
