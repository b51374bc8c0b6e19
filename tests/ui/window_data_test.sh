#!/usr/bin/env bash
# OpenEXRs with raw data in the window: shown from their samples, in other colours, exported. See window_helpers.sh.
# Usage: window_data_test.sh PROGRAM [CASE...]; exit code 77 (skipped) as window_test.sh.
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

# What the window finds in $PATH for files is this test's own.
mkdir -p "$work/bin"
PATH=$work/bin:$PATH

screen=1100x700
valley=(--re -0.743643887037151 --im 0.13182590420533 --zoom 500 --iterations 2000)
deep=$(dirname -- "$0")/../../assets/deep/e14.toml
plain=(--colour smooth --mapping linear --density 0.02 --filter none --dither none)

# make_data FILE SIZE OPTION...: raw data of the valley.
make_data() {
    "$program" render --quiet --raw --device cpu "${valley[@]}" --size "$2" -o "$work/$1" "${@:3}" || fail "no $1"
}

# open_file FILE: as a person chooses it in the desktop's dialog.
open_file() {
    printf '#!/bin/sh\necho "%s"\n' "$work/$1" >"$work/bin/zenity"
    chmod +x "$work/bin/zenity"
    xdotool key ctrl+o
}

expect_nothing_iterated() { ! grep -q ' frame cpu ' "$work/log" || fail "$1 was iterated"; }

# picture NAME: what is on the screen, for whoever looks at it.
picture() { capture && cp -- "$work/screen.png" "${FATHOM_TEST_PICTURES:-$work}/data-$1.png"; }

# A file of the window's size is the picture, in any colours.
case_colours() {
    make_data same.exr 640x400 --colour distance --interior distance
    start_window "$work/same.exr" || return
    wait_for '^samples of same.exr$'
    screenshot || return
    expect_as_rendered
    set_mark
    xdotool key p
    settle
    screenshot || return
    [[ $palette != dusk ]] || fail "the palette has not changed"
    expect_as_rendered
    expect_nothing_iterated "a file in other colours"
    picture colours
    stop_window
}

# Each pixel of the screen is a stored sample of a larger file, and where the file ends nothing is shown.
case_larger() {
    make_data large.exr 1280x800 "${plain[@]}"
    make_data high.exr 200x400 "${plain[@]}"
    start_window --palette viridis || return
    set_mark
    open_file large.exr
    wait_for '^frame file ' || return
    rest
    screenshot || return
    [[ $palette == dusk ]] || fail "the palette is not the file's"
    "$program" render --quiet --location "$work/large.exr" --size 1280x800 -o "$work/large.png"
    convert "$work/large.png" -define sample:offset=75 -sample 640x400 "$work/expected.png"
    [[ $(differing_pixels "$shot" "$work/expected.png") == 0 ]] || fail "the screen shows other samples"
    set_mark
    open_file high.exr
    wait_for '^frame file ' || return
    let_messages_go
    screenshot || return
    "$program" render --quiet --location "$work/high.exr" --size 200x400 -o "$work/high.png"
    convert "$shot" -crop 200x400+220+0 +repage "$work/middle.png"
    [[ $(differing_pixels "$work/middle.png" "$work/high.png") == 0 ]] || fail "the middle is not the file's"
    convert "$shot" -crop 220x400+0+0 +repage "$work/left.png"
    [[ $(identify -format '%k' "$work/left.png") == 1 ]] || fail "something is shown beside the file's picture"
    picture high
    stop_window
}

# Whatever moves the view has it iterated; back leads to the file's picture again.
case_moves() {
    make_data same.exr 640x400
    start_window "$work/same.exr" || return
    expect_nothing_iterated "the file"
    set_mark
    move 320 200
    xdotool click 4
    rest
    wait_for '^frame cpu ' || return
    set_mark
    xdotool key BackSpace
    wait_for '^frame file ' || return
    screenshot || return
    expect_near zoom "$zoom" 500 0
    expect_as_rendered
    # So do more iterations, and colours that the file has no samples for, which is told once.
    set_mark
    xdotool key bracketright
    wait_for '^frame cpu ' || return
    set_mark
    press_with_ctrl z
    wait_for '^frame file ' || return
    xdotool key Tab
    click_item section-colour
    click_item colour-base
    set_mark
    click_item colour-base-2
    wait_for '^frame cpu ' || return
    rest
    [[ $(since_mark | grep -c '^complaint same.exr does not contain distances') == 1 ]] || fail "what the file lacks is not told once"
    set_mark
    move 500 200
    press_with_ctrl z
    wait_for '^frame file ' || return
    stop_window
}

# The file's picture in the colours of the window, byte for byte as fathom recolour writes it; or a new one of its place.
case_export() {
    width=1000 height=640
    make_data data.exr 500x300
    cp -- "$work/data.exr" "$work/data-before.exr"
    start_window "$work/data.exr" || return
    move 700 300
    xdotool key p
    screenshot || return
    xdotool key ctrl+e
    local type
    for type in png jpg exr; do
        fill_item export-path "$work/window.$type"
        set_mark
        click_item export-start
        wait_for '^export ' || return
        logged "^export Exported window.$type in " || fail "no export: $(since_mark | grep '^export ')"
        "$program" recolour "$work/data.exr" --quiet --palette "$palette" -o "$work/command.$type"
        cmp "$work/window.$type" "$work/command.$type" || fail "not the $type that fathom recolour writes"
    done
    expect_nothing_iterated "an export of a file"
    picture export
    # Neither over the samples themselves, nor as something that has no colours.
    for type in data.exr numbers.npy; do
        fill_item export-path "$work/$type"
        set_mark
        click_item export-start
        settle
        ! logged '^export ' || fail "exported to $type"
    done
    cmp "$work/data.exr" "$work/data-before.exr" || fail "the samples were written over"
    [[ ! -e $work/numbers.npy ]] || fail "numbers were written"
    click_item export-source-1
    click_item export-size
    click_item export-size-7
    fill_item export-width 320
    fill_item export-height 200
    fill_item export-path "$work/new.png"
    set_mark
    click_item export-start
    wait_for '^export Exported ' || return
    "$program" render --quiet --location "$work/window.png" --size 320x200 -o "$work/rendered.png"
    [[ $(differing_pixels "$work/new.png" "$work/rendered.png") == 0 ]] || fail "not a new picture of the place"
    stop_window
    width=640 height=400
}

# By perturbation, in the file's precision, nothing is iterated either: not even a reference orbit is made.
case_deep() {
    "$program" render --quiet --raw --device cpu --location "$deep" --colour distance --mapping log --density 0.1 \
        --size 640x400 -o "$work/deep.exr" || fail "no deep.exr"
    start_window "$work/deep.exr" || return
    screenshot || return
    "$program" recolour "$work/deep.exr" --quiet -o "$work/deep.png"
    [[ $(differing_pixels "$shot" "$work/deep.png") == 0 ]] || fail "not the picture of fathom recolour"
    expect_nothing_iterated "a deep file"
    # Tab covers a part of the window, and the file's middle moves with the view's.
    set_mark
    xdotool key Tab
    wait_for '^frame file ' || return
    picture deep
    stop_window
}

# Files that are broken, or hold colours alone, open at their places with a sentence.
case_broken() {
    make_data good.exr 640x400 "${plain[@]}"
    head -c -300 "$work/good.exr" >"$work/short.exr"
    sed 's/fathom\.zx0/fathom.zz0/g' "$work/good.exr" >"$work/other.exr"
    "$program" render --quiet "${valley[@]}" --size 64x40 -o "$work/colours.exr"
    head -c 200 "$work/good.exr" >"$work/stub.exr"
    local file
    for file in short other; do
        start_window "$work/$file.exr" || return
        wait_for "^complaint .*$file.exr.*; the view is computed anew" || return
        wait_for '^frame cpu ' || return
        screenshot || return
        expect_near zoom "$zoom" 500 0
        expect_as_rendered
        stop_window
    done
    start_window || return
    set_mark
    open_file colours.exr
    advance_until '^arrived' || return
    rest
    screenshot || return
    expect_near zoom "$zoom" 500 0
    ! logged '^frame file' || fail "colours were taken for samples"
    set_mark
    open_file stub.exr
    wait_for '^complaint .*stub.exr' || return
    set_mark
    open_file good.exr
    wait_for '^frame file ' || return
    stop_window
}

run_cases colours larger moves export deep broken
