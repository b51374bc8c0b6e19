# What the tests of films in the window share. To be sourced after window_helpers.sh; no dialog of the desktop is found then,
# and $looks begins the names of pictures.
# shellcheck shell=bash disable=SC2034,SC2154  # they share their names
mkdir -p "$work/bin"
alone=$program
program=$work/fathom-alone
# What films are encoded with is found as ever.
! command -v ffmpeg >/dev/null || ln -s -- "$(command -v ffmpeg)" "$work/bin/ffmpeg"
cat >"$program" <<END
#!/bin/sh
PATH='$work/bin' exec '$alone' "\$@"
END
chmod +x "$program"

# look NAME: what is on the screen goes there, too.
look() {
    capture
    [[ -z ${FATHOM_LOOK:-} ]] || cp -- "$work/screen.png" "$FATHOM_LOOK/${looks:-}-$1.png"
}

show_section() { click_item "section-$1"; }

# answer_list FILE: what a list of files that comes is told.
answer_list() {
    wait_for '^files listed' || return
    settle
    press_with_ctrl a
    xdotool type --delay 5 -- "$1"
    settle
    xdotool key Return
}

# saved_film: the film goes to $work/film.toml, of which $times are the keys' seconds.
saved_film() {
    rm -f -- "$work/film.toml"
    show_section film
    set_mark
    click_item film-save-as
    answer_list "$work/film.toml" || return
    wait_for '^film saved ' || return
    settle
    times=$(sed -n 's/^seconds = //p' "$work/film.toml" | tr '\n' ' ')
}

# open_film FILE: by the list of files.
open_film() {
    set_mark
    xdotool key ctrl+o
    answer_list "$1" || return
    wait_for '^film opened '
    settle
}
