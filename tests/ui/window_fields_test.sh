#!/usr/bin/env bash
# What is typed into the panels' fields, and what the keyboard does there.
# Usage: window_fields_test.sh PROGRAM [CASE...]; exit code 77 (skipped) as window_test.sh.
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

width=1000 height=640 screen=1100x700

# Esc takes back what was typed, before and after it was refused.
case_escape() {
    start_window || return
    click_item view-zoom
    xdotool type --delay 5 -- 5000
    settle
    xdotool key Escape
    screenshot
    expect_near "zoom after Esc" "$zoom" 1 0
    fill_item view-zoom nonsense
    capture
    xdotool key Escape
    settle
    # The field has its number again: another digit makes ten of it.
    click_item view-zoom
    xdotool key End 0 Return
    screenshot
    expect_near "zoom after a refusal" "$zoom" 10 0
    # As it has in another section's stead.
    fill_item view-zoom nonsense
    click_item section-formula
    click_item section-view
    click_item view-zoom
    xdotool key End 0 Return
    screenshot
    expect_near "zoom after a look elsewhere" "$zoom" 100 0
    stop_window
}

# In an open list arrows move, and Enter chooses; the picture stays, also where letters are typed.
case_list_by_keys() {
    start_window || return
    click_item view-precision
    set_mark
    xdotool key p b q Down Down Return
    settle
    wait_for '^precision f64$'
    ! logged '^key ' || fail "the list's keys were the picture's, too: $(since_mark | grep '^key ')"
    screenshot
    expect_middle re -0.75
    # Closed again, they move it.
    set_mark
    xdotool key Down
    settle
    wait_for '^key pan'
    stop_window
}

# expect_keys_back: after Esc, arrows move the picture again.
expect_keys_back() {
    xdotool key Escape
    settle
    set_mark
    xdotool key Left
    settle
    wait_for '^key pan'
}

# Ctrl+E and Enter export.
case_export_by_keys() {
    start_window || return
    move 900 300
    xdotool key ctrl+e
    settle
    set_mark
    xdotool key Return
    wait_for '^export Exported '
    expect_keys_back
    stop_window
}

# F6 gives the panel the arrows and Enter, and takes them back.
case_panel_by_keys() {
    start_window || return
    move 900 300
    xdotool key F6
    settle
    set_mark
    xdotool key Down Down Down Down
    settle
    capture
    cp "$work/screen.png" "${KEPT_SCREEN:-/dev/null}"
    xdotool key space
    settle
    wait_for '^edit '
    ! logged '^key pan' || fail "the arrows have moved the picture"
    screenshot
    [[ $(value mirrored) == true ]] || fail "no toggle was switched by keys"
    set_mark
    xdotool key ctrl+Next
    settle
    item_is_there formula-julia || fail "Ctrl+PageDown leads to no other section"
    expect_keys_back
    stop_window
}

run_cases escape list_by_keys export_by_keys panel_by_keys
