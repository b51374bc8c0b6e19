#!/usr/bin/env bash
# The Export section: what is typed into it, and what it remembers.
# Usage: window_export_test.sh PROGRAM [CASE...]; exit code 77 (skipped) as window_test.sh.
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

width=1000 height=640 screen=1100x700

# A number that is refused stands in the way of the export, not of the fields beside it.
case_refused_size() {
    start_window || return
    xdotool key ctrl+e
    click_item export-size
    click_item export-size-7
    fill_item export-height 333
    find_item export-height
    local x=$item_x y=$item_y
    fill_item export-width 0
    find_item export-height
    [[ $item_x == "$x" && $item_y == "$y" ]] || fail "the height has moved from $x $y to $item_x $item_y"
    fill_item export-path "$work/refused.png"
    set_mark
    click_item export-start
    advance 1000
    ! logged '^export ' || fail "exported although the width was refused"
    [[ ! -e $work/refused.png ]] || fail "a picture of the old size was written"
    xdotool key Escape
    fill_item export-width 444
    click_item export-start
    wait_for '^export Exported '
    [[ $(identify -format '%wx%h' "$work/refused.png") == 444x333 ]] || fail "the export's size"
    stop_window
}

# exported_to PATH: the next export lands there.
exported_to() {
    set_mark
    click_item export-start
    wait_for '^export ' || return
    since_mark | grep -qF "export Exported ${1##*/} in " || fail "no export to $1: $(since_mark | grep '^export ')"
    [[ $(head -c 4 "$1" | tail -c 3) == PNG ]] || fail "no picture in $1"
}

# Of complaints in the panel.
red_pixels() { convert "$work/screen.png" -crop 330x500+0+150 +repage txt:- | grep -c '#FF8075'; }

# "~" is one's home, a name alone lies in the folder used last, and without an ending it is a PNG.
case_names() {
    mkdir -p "$work/home/Bilder" "$work/else where"
    width=960 height=690
    HOME=$work/home start_window || return
    xdotool key ctrl+e
    fill_item export-path '~/Bilder/one'
    exported_to "$work/home/Bilder/one.png"
    fill_item export-path 'two.png'
    exported_to "$work/home/Bilder/two.png"
    fill_item export-path "$work/else where/three"
    exported_to "$work/else where/three.png"
    # Also where another was named since; and what was refused is not said of the next name.
    fill_item export-path "$work/home/five.tiff"
    click_item export-start
    settle
    capture
    (($(red_pixels) > 0)) || fail "a name that cannot be is not complained of"
    fill_item export-path "five.png"
    settle
    capture
    (($(red_pixels) == 0)) || fail "the refused name is still complained of"
    exported_to "$work/home/five.png"
    # A folder alone gets a file of a new name.
    fill_item export-path "$work/home/Bilder"
    set_mark
    click_item export-start
    wait_for "^export Exported fathom-[0-9-]+.png in " || return
    [[ -s $work/home/Bilder/$(exported_name) ]] || fail "the new file is not in the folder"
    stop_window
    width=1000 height=640
}

exported_name() { since_mark | sed -n 's/^export Exported \(.*\) in .*/\1/p'; }

# Size, samples and folder are those of the last time, in the next window, too.
case_remembered() {
    fresh=()
    mkdir -p "$work/kept"
    start_window || return
    xdotool key ctrl+e
    click_item export-size
    click_item export-size-7
    fill_item export-width 321
    fill_item export-height 123
    click_item export-samples
    click_item export-samples-2
    click_item export-adaptive
    fill_item export-path "$work/kept/first.png"
    exported_to "$work/kept/first.png"
    stop_window
    grep -q '^samples = 4$' "$work/state/fathom/session.toml" || fail "the samples are not kept"
    grep -q '^adaptive = true$' "$work/state/fathom/session.toml" || fail "that they go by need is not kept"
    start_window || return
    set_mark
    click_item export-start
    wait_for "^export Exported fathom-[0-9-]+.png in " || return
    [[ $(identify -format '%wx%h' "$work/kept/$(exported_name)") == 321x123 ]] ||
        fail "the size is forgotten"
    stop_window
    fresh=(--fresh)
}

# What a picture of another shape will show is framed before it is made, and it has the window's samples.
case_frame() {
    start_window --density 0.02 --iterations 200 || return
    click_item hints-close
    xdotool key o o # without the overlay, which says more as it learns it
    xdotool key a   # 2 samples
    xdotool key ctrl+e
    screenshot
    let_messages_go
    capture
    cp -- "$work/screen.png" "$work/before.png"
    click_item export-size
    click_item export-size-7
    fill_item export-width 320
    fill_item export-height 640
    move 600 300
    settle
    capture
    # Half as wide as high, about the middle of what the panel leaves: 520 to 840 across.
    (($(part_differs 100x300+860+60) > 20000)) || fail "what is left out does not look so"
    (($(part_differs 300x300+530+60) == 0)) || fail "what is kept has changed"
    fill_item export-path "$work/half.png"
    exported_to "$work/half.png"
    click_item export-adaptive
    fill_item export-path "$work/by-need.png"
    exported_to "$work/by-need.png"
    set_mark
    xdotool key ctrl+s
    wait_for '^location ' || return
    "$program" render --quiet --location "$(since_mark | sed -n 's/^location //p')" --size 320x640 --samples 2 -o "$work/rendered.png"
    [[ $(differing_pixels "$work/half.png" "$work/rendered.png") == 0 ]] || fail "not the window's samples"
    [[ $(differing_pixels "$work/half.png" "$work/by-need.png") != 0 ]] || fail "every pixel has all samples"
    "$program" render --quiet --location "$(since_mark | sed -n 's/^location //p')" --size 320x640 --samples 2 --adaptive \
        -o "$work/rendered.png"
    [[ $(differing_pixels "$work/by-need.png" "$work/rendered.png") == 0 ]] || fail "not the samples that are needed"
    stop_window
}

# part_differs GEOMETRY: how many pixels of that part of the screen have changed.
part_differs() {
    convert "$work/before.png" -crop "$1" +repage "$work/a.png"
    convert "$work/screen.png" -crop "$1" +repage "$work/b.png"
    differing_pixels "$work/a.png" "$work/b.png"
}

# While one is exported others wait, each with the view and the colours that it was asked for with.
case_queue() {
    start_window --re -0.743643887037151 --im 0.13182590420533 --zoom 1e6 --iterations 20000 || return
    xdotool key ctrl+e
    fill_item export-path "$work/long.png"
    click_item export-size
    click_item export-size-4
    click_item export-start
    await "a running export" item_is_there export-cancel
    local name
    for name in one two three; do
        click_item export-size
        click_item export-size-1
        fill_item export-path "$work/$name.png"
        click_item export-start
        move 620 20
        xdotool key p # the next one has other colours
        settle
    done
    find_item export-drop-2 || return
    capture && cp -- "$work/screen.png" "${FATHOM_TEST_PICTURES:-$work}/export-queue.png"
    click_item export-drop-1
    settle
    set_mark
    click_item export-cancel
    wait_for '^export Exported .*one.png'
    wait_for '^export Exported .*three.png'
    [[ ! -e $work/long.png ]] || fail "the cancelled export left a file"
    [[ ! -e $work/two.png ]] || fail "what was taken out of the queue was exported"
    [[ $(identify -format '%wx%h' "$work/three.png") == 1920x1080 ]] || fail "the last one's size"
    [[ $(identify -format '%[Fathom]' "$work/one.png" | grep palette) != $(identify -format '%[Fathom]' "$work/three.png" | grep palette) ]] ||
        fail "both have the same palette"
    stop_window
}

# A picture that was cancelled goes on where it stopped and is then what it would have been; the finished one's folder
# can be shown, and both leave the list when they are put away.
case_goes_on() {
    start_window --re -0.743643887037151 --im 0.13182590420533 --zoom 1e6 --iterations 3000 || return
    xdotool key ctrl+e
    begin_export 1200 9000 "$work/long.png"
    click_item export-cancel
    wait_for '^export ' || return
    [[ -d $work/long.png.unfinished && ! -e $work/long.png ]] || fail "nothing is kept of a cancelled picture"
    # Another picture of that name is made without it.
    choose_size 320 180
    fill_item export-path "$work/long.png"
    set_mark
    click_item export-start
    wait_for '^export Exported ' || return
    [[ $(identify -format '%wx%h' "$work/long.png") == 320x180 ]] || fail "another picture of that name was not made"
    rm -- "$work/long.png"
    # Of one and the same name the newest is listed; what is kept goes on by the same order.
    choose_size 1200 9000
    fill_item export-path "$work/long.png"
    set_mark
    click_item export-start
    wait_for '^export Exported ' || return
    [[ $(identify -format '%wx%h' "$work/long.png") == 1200x9000 ]] || fail "it did not go on"
    await "no pieces of it" test ! -e "$work/long.png.unfinished"
    "$program" render --quiet --location "$work/long.png" --size 1200x9000 -o "$work/rendered.png"
    [[ $(differing_pixels "$work/long.png" "$work/rendered.png") == 0 ]] || fail "what went on is another picture"
    set_mark
    click_item export-show-0
    wait_for "^show folder $work\$" || return
    click_item export-forget-0
    # One that is put away takes its pieces along; another is gone on with by its button.
    begin_export 1200 6000 "$work/other.png"
    set_mark
    click_item export-cancel
    wait_for '^export ' || return
    set_mark
    click_item export-continue-0
    click_item export-cancel
    wait_for '^export ' || return
    click_item export-remove-0
    await "no pieces" test ! -e "$work/other.png.unfinished"
    stop_window
}

# A picture in whose middle the program was killed is offered at the next start: it goes on with what it was asked for,
# whatever the window shows by then. What is gone is forgotten, and what is no picture's is named.
case_killed() {
    local fresh=()
    rm -rf -- "$work/state"
    start_window --re -0.743643887037151 --im 0.13182590420533 --zoom 1e6 --iterations 3000 || return
    xdotool key ctrl+e
    begin_export 1200 12000 "$work/halted.png"
    advance 6000
    await "saved session" session_has "path = \"$work/halted.png\"" || return
    kill_window
    [[ ! -e $work/halted.png ]] || fail "the export was over before the kill" # else this shows nothing
    mkdir -- "$work/broken.png.unfinished"
    echo no picture >"$work/broken.png.unfinished/purpose"
    for name in broken gone; do
        printf '\n[[begun_picture]]\npath = "%s"\n' "$work/$name.png" >>"$work/state/fathom/session.toml"
    done
    start_window || return
    wait_for '^pictures unfinished 2' || fail "nothing was said of what is unfinished"
    find_item export-continue-1 || return
    capture && cp -- "$work/screen.png" "${FATHOM_TEST_PICTURES:-$work}/export-unfinished.png"
    click_item export-continue-1
    click_item export-remove-1
    await "no folder of what was no picture" test ! -e "$work/broken.png.unfinished"
    xdotool key Home
    set_mark
    click_item export-continue-0
    wait_for '^export Exported halted.png in ' || return
    "$program" render --quiet --location "$work/halted.png" --size 1200x12000 -o "$work/rendered.png"
    [[ $(differing_pixels "$work/halted.png" "$work/rendered.png") == 0 ]] || fail "what went on is another picture"
    identify -format '%[Fathom]' "$work/halted.png" | grep -q -- '-0.743643887037151' || fail "it shows another place"
    stop_window
    ! grep -q begun_picture "$work/state/fathom/session.toml" || fail "a finished export was not forgotten"
}

# choose_size WIDTH HEIGHT
choose_size() {
    fill_item export-width "$1"
    fill_item export-height "$2"
}

# begin_export WIDTH HEIGHT PATH: until the first rows of it are kept.
begin_export() {
    choose_size "$1" "$2"
    fill_item export-path "$3"
    click_item export-start
    await "kept rows" test -s "$3.unfinished/bytes"
}

run_cases refused_size names remembered frame queue goes_on killed
