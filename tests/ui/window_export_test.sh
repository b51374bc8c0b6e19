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
    click_item export-size-6
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
    since_mark | grep -qF "export Exported $1 in " || fail "no export to $1: $(since_mark | grep '^export ')"
    [[ $(head -c 4 "$1" | tail -c 3) == PNG ]] || fail "no picture in $1"
}

# "~" is one's home, a name alone lies in the folder used last, and without an ending it is a PNG.
case_names() {
    mkdir -p "$work/home/Bilder" "$work/else where"
    HOME=$work/home start_window || return
    xdotool key ctrl+e
    fill_item export-path '~/Bilder/one'
    exported_to "$work/home/Bilder/one.png"
    fill_item export-path 'two.png'
    exported_to "$work/home/Bilder/two.png"
    fill_item export-path "$work/else where/three"
    exported_to "$work/else where/three.png"
    # A folder alone gets a file of a new name.
    fill_item export-path "$work/home/Bilder"
    set_mark
    click_item export-start
    wait_for "^export Exported $work/home/Bilder/fathom-[0-9-]+.png in "
    stop_window
}

# Size, samples and folder are those of the last time, in the next window, too.
case_remembered() {
    fresh=()
    mkdir -p "$work/kept"
    start_window || return
    xdotool key ctrl+e
    click_item export-size
    click_item export-size-6
    fill_item export-width 321
    fill_item export-height 123
    click_item export-samples
    click_item export-samples-1
    fill_item export-path "$work/kept/first.png"
    exported_to "$work/kept/first.png"
    stop_window
    grep -q '^samples = 4$' "$work/state/fathom/session.toml" || fail "the samples are not kept"
    start_window || return
    set_mark
    click_item export-start
    wait_for "^export Exported $work/kept/fathom-[0-9-]+.png in " || return
    [[ $(identify -format '%wx%h' "$(since_mark | sed -n 's/^export Exported \(.*\) in .*/\1/p')") == 321x123 ]] ||
        fail "the size is forgotten"
    stop_window
    fresh=(--fresh)
}

run_cases refused_size names remembered
