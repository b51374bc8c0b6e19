#!/usr/bin/env bash
# The side panel stands still: nothing that is done in it, or beside it, moves one of its controls.
# Usage: window_still_test.sh PROGRAM [CASE...]; exit code 77 (skipped) as window_test.sh.
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

# As a small laptop has it.
screen=1280x800 width=1280 height=800

# known_items REGEX: names of the controls that have been seen by now.
known_items() { sed -n 's/^[0-9]* item \([^ ]*\) .*/\1/p' "$work/log" | grep -E "$1" | sort -u; }

# still REGEX COMMAND...: does that; no control whose name matches and that was there before has moved since. The log
# tells of a control when it comes up and whenever it is elsewhere.
still() {
    local names=$1 moved
    shift
    settle
    known_items "$names" >"$work/known"
    set_mark
    "$@" || return
    settle
    advance 500
    moved=$(since_mark | sed -n 's/^item \([^ ]*\) .*/\1/p' | sort -u | grep -xFf "$work/known" | tr '\n' ' ')
    [[ -z $moved ]] || fail "'$*' moves $moved"
}

# choose LIST NUMBER: that entry of a list.
choose() { click_item "$1" && click_item "$1-$2"; }

# Types into a field what it refuses, and takes it back.
refuse_in() {
    fill_item "$1" "$2"
    xdotool key Escape
    settle
}

press() { xdotool key "$@"; }

find_minibrot() {
    move 900 400
    set_mark_of_search=$(wc -l <"$work/log")
    xdotool key n
    await "minibrot" found_minibrot && rest
}
found_minibrot() { tail -n "+$((set_mark_of_search + 1))" "$work/log" | grep -q ' minibrot '; }

case_view() {
    start_window || return
    click_item hints-close
    click_item section-view
    settle
    local view='^(view-[a-z-]*|section-.*)$'
    still "$view" find_minibrot
    still "$view" refuse_in view-zoom -5
    still "$view" refuse_in view-iterations 0
    still "$view" click_item view-iterations-auto
    still "$view" click_item view-iterations-twice
    still "$view" click_item view-iterations-hint
    still "$view" choose view-precision 6
    still "$view" click_item view-approximation-2
    still "$view" choose view-precision 0
    stop_window
}

case_colour() {
    start_window || return
    advance_until '^ranks '
    click_item hints-close
    click_item section-colour
    settle
    local colour='^colour-(palette|edit|browse|name|base|mapping|cycle|offset|fit|filter|dither|animate|speed|shade)[a-z-]*$'
    still "$colour" choose colour-mapping 1
    still "$colour" choose colour-mapping 4
    still "$colour" choose colour-base 4
    still "$colour" choose colour-base 0
    still "$colour" click_item colour-animate
    still "$colour" click_item colour-animate
    still "$colour" choose colour-shade 1
    still "$colour" press p
    still "$colour" refuse_in colour-cycle-value nothing
    # All of the slider is a palette that can be told from black.
    choose colour-mapping 4
    find_item colour-cycle
    drag 1 "$item_x" "$item_y" $((item_x + 60)) "$item_y"
    screenshot
    calculate "1 / $(value density)" | awk '{ exit !($1 > 0.05 && $1 < 3) }' ||
        fail "60 pixels of the slider make a cycle of $(calculate "1 / $(value density)") ranks"
    stop_window
}

case_formula() {
    start_window || return
    click_item hints-close
    click_item section-formula
    settle
    local formula='^formula-(home|julia|seed-.*|parameter-.*)$'
    still "$formula" choose formula 12
    still "$formula" click_item formula-julia
    still "$formula" choose formula 0
    stop_window
}

case_minibrot() {
    start_window || return
    click_item hints-close
    click_item section-minibrot
    settle
    local minibrot='^(minibrot|misiurewicz|marks|explore)-?[a-z-]*$'
    still "$minibrot" find_minibrot
    still "$minibrot" click_item minibrot-mark
    still "$minibrot" click_item marks-clear
    stop_window
}

case_exports() {
    start_window || return
    click_item hints-close
    click_item section-export
    settle
    local export='^export-(size|width|height|samples|adaptive|path|browse|start)$'
    still "$export" choose export-size 1
    still "$export" refuse_in export-width 0
    still "$export" choose export-samples 2
    still "$export" choose export-size 4
    fill_item export-path "$work/long.png"
    still "$export" click_item export-start
    find_item export-cancel
    still "$export" click_item export-cancel
    wait_for '^export ' || return
    still "$export" find_item export-continue-0
    click_item section-film
    settle
    local film='^film-(add|timeline|open|save|save-as|new|size|width|height|rate|samples|blur|shutter|sound|sound-browse|sound-none|format)$'
    still "$film" choose film-size 0
    still "$film" choose film-size 5
    still "$film" choose film-blur 2
    still "$film" refuse_in film-width 3
    still "$film" choose film-format 5
    still "$film" press k
    stop_window
}

run_cases view colour formula minibrot exports
