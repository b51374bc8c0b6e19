#!/usr/bin/env bash
# Files in and out of the window: the desktop's dialog, and the list that stands in for it. See window_helpers.sh.
# Usage: FATHOM_DROP_FILES=PROGRAM window_files_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"
screen=1000x960 width=900 height=600

# What the window finds in $PATH is this test's own: no dialog of the desktop that it runs on.
mkdir -p "$work/bin"
alone=$program
program=$work/fathom-alone
cat >"$program" <<END
#!/bin/sh
PATH='$work/bin' exec '$alone' "\$@"
END
chmod +x "$program"

# dialog PROGRAM: the desktop has that dialog, which does what standard input says.
dialog() {
    {
        echo '#!/bin/sh'
        echo "printf '%s\\n' \"\$@\" >'$work/asked.txt'"
        cat
    } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
no_dialog() { rm -f -- "$work/bin/zenity" "$work/bin/kdialog"; }

places=$work/places
make_places() {
    rm -rf -- "$places"
    mkdir -p "$places/deeper/empty" "$places/.hidden"
    "$alone" render --quiet --re -0.1 --im 0.9 --zoom 20 --iterations 300 -o "$places/spiral 10.toml"
    "$alone" render --quiet --re -1.2 --im 0.3 --zoom 50 --iterations 300 -o "$places/deeper/valley.toml"
    printf '255 0 0\n0 255 0\n0 0 255\n' >"$places/Traffic Lights.map"
    echo nothing >"$places/notes.pdf"
    : >"$places/.secret.toml"
}

# press KEY...: one by one, each with its effect.
press() {
    local key
    for key; do
        xdotool key "$key"
        settle
    done
}

open_list() {
    set_mark
    xdotool key ctrl+o
    wait_for '^files listed'
    settle
}

# go_to FOLDER: by typing its name.
go_to() {
    xdotool type --delay 5 -- "$1/"
    settle
    set_mark
    press Return
    wait_for '^files listed'
    settle
}

case_dialog() {
    make_places
    no_dialog
    start_window || return
    dialog zenity <<<"printf '%s\\n' '$places/spiral 10.toml'"
    set_mark
    xdotool key ctrl+o
    wait_for '^files chosen' || return
    screenshot || return
    expect_near re "$re" -0.1 0
    expect_near zoom "$zoom" 20 0
    grep -qx -- '--file-selection' "$work/asked.txt" || fail "zenity was asked for something else"
    # The next one begins where the file was.
    dialog zenity <<<'exit 1'
    set_mark
    xdotool key ctrl+o
    wait_for '^files cancelled' || return
    grep -qxF -- "--filename=$places/" "$work/asked.txt" || fail "the dialog begins elsewhere"
    screenshot || return
    expect_near zoom "$zoom" 20 0
    # One that breaks, or is gone, gives way to our list.
    for answer in 'kill -SEGV $$' 'exit 255' 'echo nonsense' 'echo "cannot open display: :7" >&2; exit 1'; do
        dialog zenity <<<"$answer"
        open_list || return
        press Escape
        wait_for '^files cancelled' || return
    done
    # The window closes with the dialog open, and takes it along.
    dialog zenity <<<"echo \$\$ >'$work/pid'; exec /bin/sleep 1000"
    xdotool key ctrl+o
    await "the dialog" test -s "$work/pid"
    stop_window
    ! kill -0 "$(<"$work/pid")" 2>/dev/null || fail "the dialog stays behind"
    no_dialog
}

case_list() {
    make_places
    no_dialog
    start_window || return
    open_list || return
    go_to "$places"
    xdotool type --delay 5 zzz
    press BackSpace BackSpace BackSpace
    # Folders first, then what can be opened, by their natural order.
    press Down Return
    screenshot || return
    expect_near re "$re" -0.1 0
    # Filtered, into a folder and its file.
    open_list || return
    xdotool type --delay 5 DEEP
    settle
    set_mark
    press Return
    wait_for '^files listed' || return
    settle
    press Down Return
    screenshot || return
    expect_near re "$re" -1.2 0
    # It begins where the last file was; Backspace leads up once nothing is typed.
    open_list || return
    xdotool type --delay 5 v
    set_mark
    press BackSpace BackSpace
    wait_for '^files listed' || return
    settle
    # By mouse: the row after the folder that one comes from.
    set_mark
    click_item files-row-1
    wait_for '^files chosen' || return
    screenshot || return
    expect_near re "$re" -0.1 0
    # Keys are keys again, and Esc closes what is open.
    open_list || return
    set_mark
    press Escape
    wait_for '^files cancelled' || return
    xdotool key plus
    screenshot || return
    expect_near zoom "$zoom" 40 1
    # What is no place is refused with its name, as is what is gone.
    open_list || return
    xdotool type --delay 5 notes
    set_mark
    press Return
    wait_for '^complaint .*notes.pdf' || return
    open_list || return
    xdotool type --delay 5 -- "$places/nowhere.toml"
    set_mark
    press Return
    wait_for '^complaint .*nowhere.toml.*there is no such file' || return
    stop_window
}

case_list_of_many() {
    make_places
    no_dialog
    (cd "$places" && seq -f 'n%g.txt' 10000 | xargs touch)
    start_window || return
    open_list || return
    go_to "$places"
    # A frame draws those in sight alone: the log has no place of the others.
    ! item_is_there files-row-500 || fail "all rows are drawn"
    xdotool type --delay 5 n9999.
    settle
    set_mark
    press Return
    wait_for '^complaint .*n9999.txt' || return
    stop_window
}

case_palette() {
    make_places
    no_dialog
    start_window || return
    dialog kdialog <<<"printf '%s\\n' '$places/Traffic Lights.map'"
    set_mark
    xdotool key ctrl+o
    wait_for '^files chosen' || return
    wait_for '^edit ' || return
    screenshot || return
    [[ $palette == traffic-lights ]] || fail "the palette is $palette"
    expect_as_rendered
    stop_window
    no_dialog
}

case_recent() {
    local kept
    make_places
    no_dialog
    fresh=()
    start_window "$places/spiral 10.toml" || return
    dialog zenity <<<"printf '%s\\n' '$places/deeper/valley.toml'"
    set_mark
    xdotool key ctrl+o
    wait_for '^(fly|cut)$' || return # once it is read
    advance_until '^arrived$' || return
    rest
    set_mark
    xdotool key ctrl+s
    wait_for '^location ' || return
    kept=$(since_mark | sed -n 's/^location //p')
    advance 3000
    wait_for '^session saved' || return
    kill -KILL "$window_pid"
    wait "$window_pid" 2>/dev/null
    window_pid=''
    rm -- "$places/deeper/valley.toml"
    start_window || return
    xdotool key g
    click_item places-files
    set_mark
    click_item file-1 # is gone
    wait_for '^complaint .*valley.toml.*there is no such file' || return
    screenshot || return
    expect_middle re -1.2
    # ... and out of the list, where the screenshot is now the first, then what was saved, then what was opened.
    set_mark
    click_item file-2
    advance_until '^arrived' || return
    screenshot || return
    expect_middle re -0.1
    [[ -s $kept ]] || fail "the saved location"
    stop_window
    no_dialog
    fresh=(--fresh)
}

case_browse() {
    make_places
    no_dialog
    start_window || return
    click_item hints-close
    xdotool key ctrl+e
    dialog zenity <<<"printf '%s\\n' '$places/my picture.png'"
    set_mark
    click_item export-browse
    wait_for '^files chosen' || return
    grep -qx -- '--save' "$work/asked.txt" || fail "no dialog to save"
    grep -q -- "^--filename=$work/fathom-.*png" "$work/asked.txt" || fail "no name is proposed"
    # Our own list takes a name that is typed.
    no_dialog
    set_mark
    click_item export-browse
    wait_for '^files listed' || return
    settle
    press_with_ctrl a
    xdotool type --delay 5 mine
    press Return
    wait_for '^files chosen' || return
    set_mark
    click_item export-start
    wait_for '^export Exported' || return
    [[ $(identify -format '%wx%h' "$places/mine.png") == 900x600 ]] || fail "no picture where it was to go"

    click_item section-colour
    dialog zenity <<<"printf '%s\\n' '$places/Traffic Lights.map'"
    set_mark
    click_item colour-browse
    wait_for '^edit ' || return
    screenshot
    [[ $palette == traffic-lights ]] || fail "the palette is $palette"
    stop_window
    no_dialog
}

case_dropped_palette() {
    make_places
    [[ -n ${FATHOM_DROP_FILES:-} ]] || { echo "skipped: a drop, without FATHOM_DROP_FILES"; return; }
    start_window || return
    set_mark
    "$FATHOM_DROP_FILES" "$window" "$places/Traffic Lights.map" || fail "the window takes no files"
    wait_for '^edit ' || return
    screenshot || return
    [[ $palette == traffic-lights ]] || fail "the palette is $palette"
    expect_near re "$re" -0.75 0
    expect_as_rendered
    stop_window
}

own=$XDG_DATA_HOME/fathom/palettes

# Every gradient of a file comes into the list and is there after a new start; one that is deleted can be had back.
case_gradients() {
    make_places
    no_dialog
    rm -rf -- "$own"
    printf '%s {\ngradient:\n index=0 color=%d index=200 color=%d\n}\n' Deep-Sea 16711680 65280 Sunrise 255 65535 >"$places/two.ugr"
    width=960 height=900
    start_window || return
    click_item hints-close
    dialog zenity <<<"printf '%s\\n' '$places/two.ugr'"
    set_mark
    xdotool key ctrl+o
    wait_for '^edit ' || return
    [[ -s $own/deep-sea.toml && -s $own/sunrise.toml ]] || fail "not all gradients were kept"
    screenshot
    [[ $palette == deep-sea ]] || fail "the palette is $palette"
    grep -q stops <<<"$place" || fail "the picture does not carry its colours"
    cp -- "$shot" "$work/deep-sea.png"
    stop_window
    # The same file again makes no copies.
    start_window "$places/spiral 10.toml" || return
    click_item section-colour
    set_mark
    click_item colour-browse
    wait_for '^edit ' || return
    (($(find "$own" -name '*.toml' | wc -l) == 2)) || fail "there are copies"
    click_item colour-palette
    click_item colour-palette-sunrise
    screenshot
    [[ $palette == sunrise ]] || fail "the palette is $palette"
    cp -- "$shot" "$work/kept.png"
    click_item colour-delete
    await "deletion" test ! -e "$own/sunrise.toml"
    screenshot
    [[ $(differing_pixels "$work/kept.png" "$shot") == 0 ]] || fail "the picture changes with the deletion"
    expect_as_rendered # it carries its colours now
    click_item colour-put-back
    await "the palette" test -s "$own/sunrise.toml"
    screenshot
    [[ $palette == sunrise ]] || fail "the palette is $palette"
    stop_window
    rm -rf -- "$own"
    width=900 height=600
}

looks_otherwise() { rest && capture && (($(differing_pixels "$work/before.png" "$work/screen.png") > 100000)); }
looks_as_before() { rest && capture && (($(differing_pixels "$work/before.png" "$work/screen.png") < 20000)); }

# The picture shows the palette that the mouse or the focus of keys is on, and forgets it.
case_preview() {
    make_places
    width=960 height=900
    start_window "$places/spiral 10.toml" || return
    click_item hints-close
    screenshot
    local kept=$place before
    click_item section-colour
    click_item colour-palette
    move 850 500
    settle
    capture
    cp -- "$work/screen.png" "$work/before.png"
    find_item colour-palette-ember
    set_mark
    move "$item_x" "$item_y"
    wait_for '^preview ember$' || return
    rest
    capture
    await "preview in the picture" looks_otherwise
    set_mark
    move 850 500
    wait_for '^preview$' || return
    rest
    await "picture without the preview" looks_as_before
    set_mark
    press Down
    wait_for '^preview [a-z]' || return
    press Escape
    wait_for '^preview$' || return
    screenshot
    [[ $place == "$kept" ]] || fail "the preview changed the place"
    ! logged '^edit ' || fail "the preview is an edit"
    set_mark
    xdotool key ctrl+z
    settle
    ! logged '^(drawn|edit) ' || fail "there is something to undo"
    stop_window
    width=900 height=600
}

# Digits are palettes: the first nine of the list, or what was put there, which is kept.
case_digits() {
    local second third
    make_places
    fresh=()
    start_window "$places/spiral 10.toml" || return
    xdotool key 2
    screenshot || return
    second=$palette
    [[ $second != dusk ]] || fail "key 2 changed nothing"
    xdotool key 3
    screenshot || return
    [[ $palette != "$second" ]] || fail "keys 2 and 3 are the same"
    third=$palette
    xdotool key ctrl+2
    xdotool key 1 2
    screenshot || return
    [[ $palette != "$second" ]] || fail "Ctrl+2 put nothing on the key"
    second=$palette
    xdotool key ctrl+z
    screenshot || return
    [[ $palette != "$second" ]] || fail "the palette cannot be undone"
    stop_window
    start_window || return
    xdotool key 1 2
    screenshot || return
    [[ $palette == "$second" ]] || fail "the key was forgotten"
    stop_window
    # A palette of one's own, first in the list as it is, moves no other from its key.
    mkdir -p "$XDG_DATA_HOME/fathom/palettes"
    cp -- "$(dirname -- "$0")/../../assets/palettes/grey.toml" "$XDG_DATA_HOME/fathom/palettes/aaa.toml"
    start_window || return
    xdotool key 1 3
    screenshot || return
    [[ $palette == "$third" ]] || fail "key 3 is $palette after a palette was saved, $third before"
    stop_window
    rm -- "$XDG_DATA_HOME/fathom/palettes/aaa.toml"
    fresh=(--fresh)
}

run_cases dialog list list_of_many palette recent browse dropped_palette gradients preview digits
