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

run_cases escape
