#!/usr/bin/env bash
# Drives a real window as window_test.sh does: what it remembers (the session, bookmarks, history), where it
# leads (gallery, minimap) and the Julia preview.
# Usage: window_places_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"

session=$XDG_STATE_HOME/fathom/session.toml
bookmarks=$XDG_DATA_HOME/fathom/bookmarks

# Starts a window that remembers, with nothing to remember but what the case leaves.
start_remembering() {
    fresh=()
    start_window "$@"
}

forget_all() { rm -rf -- "$XDG_STATE_HOME" "$XDG_DATA_HOME"; }

case_session() {
    forget_all
    start_remembering || return
    wait_for '^limit ' # with which it is another place
    screenshot
    advance 1500 # a complete picture counts as visited after a moment
    set_mark
    drag 3 400 100 480 150
    advance_until '^session saved' || return
    screenshot
    # What comes after a save is saved, too.
    set_mark
    xdotool key p bracketright
    rest
    advance 3000
    wait_for '^session saved' || return
    screenshot
    local kept=$place
    kill_window
    [[ -z $(find "$XDG_STATE_HOME" -name '.fathom-*') ]] || fail "a temporary file is left"
    start_remembering || return
    grep -q 'session restored' "$work/log" || fail "no session was restored"
    screenshot
    [[ $place == "$kept" ]] || fail "another place or other colours after the kill"
    expect_as_rendered
    # The history came along.
    xdotool key BackSpace
    screenshot
    expect_near "zoom one back" "$zoom" 1 0
    xdotool key shift+BackSpace
    screenshot
    kept=$place
    stop_window

    # Options that say how to compute leave it where it was.
    start_remembering --approximation none --precision f64 --no-shortcuts --device cpu || return
    screenshot
    [[ $place == "$kept" ]] || fail "another place or other colours for options of the engine"
    stop_window
    grep -qF "$zoom" "$session" || fail "the session file lost the view"

    # An option that says where to look comes before what was remembered, and --fresh has none of it.
    start_remembering --zoom 3 || return
    screenshot
    expect_near "zoom of the option" "$zoom" 3 0
    stop_window
    start_remembering --fresh || return
    screenshot
    expect_near "zoom of a fresh start" "$zoom" 1 0
    [[ $palette == dusk ]] || fail "the palette of a fresh start"
    stop_window
}

# A session that cannot be read is set aside, with a sentence, and the window opens.
case_broken_session() {
    forget_all
    mkdir -p "$(dirname "$session")"
    printf 'fathom_session = 1\nlocation = "nonsense"\n' >"$session"
    start_remembering || return
    grep -q 'complaint The last session could not be restored: .*session.toml:2: ' "$work/log" || fail "no sentence about the session"
    [[ -e $session.set-aside ]] || fail "the session was not set aside"
    screenshot
    expect_as_rendered
    stop_window
    grep -q '^location = ' "$session" || fail "no new session was saved"
}

case_bookmark() {
    forget_all
    start_remembering || return
    drag 3 400 100 480 150
    screenshot
    local kept=$place
    set_mark
    xdotool key b
    wait_for '^bookmark added ' || return
    local id
    id=$(since_mark | sed -n 's/^bookmark added //p')
    [[ -s $bookmarks/$id.toml && $(identify -format '%wx%h' "$bookmarks/$id.png") == 192x120 ]] ||
        fail "the bookmark's files"
    xdotool key Home
    screenshot
    xdotool key g
    click_item places-bookmarks
    set_mark
    click_item "bookmark-$id"
    wait_for '^go '
    advance_until '^arrived' || return
    xdotool key g
    screenshot
    [[ $place == "$kept" ]] || fail "the bookmark leads elsewhere"

    # Esc drops what was typed, a press beside the editor keeps it.
    xdotool key g
    click_item "edit-bookmark-$id"
    find_item bookmark-note || return
    xdotool type --delay 5 -- 'dropped'
    settle
    xdotool key Escape
    settle
    click_item "edit-bookmark-$id"
    xdotool type --delay 5 -- ' too'
    settle
    ! logged '^bookmark changed ' || fail "Esc has kept a name"
    move 600 20
    xdotool click 1
    wait_for '^bookmark changed '
    grep -q '^name = ".* too"$' "$bookmarks/$id.toml" || fail "the name is $(grep '^name' "$bookmarks/$id.toml")"
    ! grep -q dropped "$bookmarks/$id.toml" || fail "a name that was dropped came back"

    # Another name, with letters that ASCII has not; deleted, and put back.
    set_mark
    click_item "edit-bookmark-$id"
    fill_item bookmark-name '../../Schnecke'
    wait_for '^bookmark changed '
    grep -q '^name = "../../Schnecke"$' "$bookmarks/$id.toml" || fail "the new name"
    cp -- "$bookmarks/$id.toml" "$work/kept.toml"
    set_mark
    click_item "delete-bookmark-$id"
    wait_for '^bookmark removed '
    [[ ! -e $bookmarks/$id.toml && ! -e $bookmarks/$id.png ]] || fail "the bookmark was not deleted"
    click_item bookmark-undo
    wait_for '^bookmark put back '
    cmp -s "$bookmarks/$id.toml" "$work/kept.toml" || fail "the bookmark came back changed"
    [[ -s $bookmarks/$id.png ]] || fail "its thumbnail did not come back"
    xdotool key g
    stop_window
    find "$XDG_DATA_HOME" "$XDG_STATE_HOME" -name '.fathom-*' | grep . && fail "a temporary file is left"
    return 0
}

# A bookmark moves to a folder that is made for it, is found there, deleted and put back there.
case_folders() {
    forget_all
    make_bookmarks 3 || return
    cp -- "$bookmarks/place-2.toml" "$work/two.toml"
    width=1000 height=600
    start_remembering || return
    xdotool key g
    click_item places-bookmarks
    click_item edit-bookmark-place-2
    fill_item bookmark-folder 'My Deep Ones'
    set_mark
    click_item bookmark-keep
    wait_for '^bookmark moved place-2$' || return
    [[ -s $bookmarks/my-deep-ones/place-2.toml && ! -e $bookmarks/place-2.toml ]] || fail "the file was not moved"
    settle
    find_item bookmark-my-deep-ones/place-2
    click_item places-folder
    click_item places-folder-in-my-deep-ones
    # The words of a search count within the folder, and its name is one of them.
    xdotool key ctrl+f
    settle
    xdotool type --delay 5 -- 'deep-ones'
    set_mark
    xdotool key Return
    wait_for '^go place-2$' || return
    advance_until '^arrived' || return
    set_mark
    click_item delete-bookmark-my-deep-ones/place-2
    wait_for '^bookmark removed ' || return
    [[ ! -e $bookmarks/my-deep-ones ]] || fail "the bookmark and its empty folder were not deleted"
    xdotool key ctrl+z # as the button beside the message
    wait_for '^bookmark put back ' || return
    [[ -s $bookmarks/my-deep-ones/place-2.toml ]] || fail "the bookmark did not come back to its folder"
    xdotool key g
    stop_window
    # Another program's folders are there at the next start, and files that are no places do no harm.
    mkdir -p "$bookmarks/others" "$bookmarks/No Id"
    mv -- "$bookmarks/place-1.toml" "$bookmarks/others/place-3.toml"
    start_remembering || return
    xdotool key g
    find_item bookmark-others/place-3
    find_item bookmark-place-3
    stop_window
    width=640 height=400
}

# A folder gets another name by mouse and by keys, and what was deleted from it comes back to it.
case_folder_name() {
    forget_all
    make_bookmarks 3 || return
    mkdir -p "$bookmarks/deep" "$bookmarks/taken"
    mv -- "$bookmarks/place-2.toml" "$bookmarks/place-3.toml" "$bookmarks/deep" || return
    width=1000 height=600
    start_remembering || return
    xdotool key g
    click_item places-bookmarks
    set_mark
    click_item folder-rename
    ! logged '^folder renamed ' || fail "all folders together have a name"
    click_item places-folder
    click_item places-folder-in-deep
    set_mark
    click_item delete-bookmark-deep/place-3
    wait_for '^bookmark removed ' || return
    set_mark
    fill_item folder-name 'Seahorses, old'
    wait_for '^folder renamed seahorses-old$' || return
    [[ -s $bookmarks/seahorses-old/place-2.toml && ! -e $bookmarks/deep ]] || fail "the folder has its old name"
    find_item bookmark-seahorses-old/place-2 # the list goes on showing it
    set_mark
    click_item bookmark-undo
    wait_for '^bookmark put back place-3$' || return
    [[ -s $bookmarks/seahorses-old/place-3.toml && ! -e $bookmarks/deep ]] || fail "what was deleted came back elsewhere"
    # What cannot be is refused in a sentence, and nothing happens.
    set_mark
    fill_item folder-name '///'
    wait_for '^complaint "///" cannot be a folder.s name' || return
    set_mark
    fill_item folder-name 'taken'
    wait_for '^complaint [Tt]here is a folder "taken" already: choose another name' || return
    # By keys alone.
    set_mark
    xdotool key F6
    settle
    local steps=0
    until [[ $(sed -n 's/^[0-9]* focus //p' "$work/log" | tail -n 1) == folder-name ]]; do
        xdotool key Tab
        settle
        ((steps++ < 20)) || {
            fail "Tab does not lead to the folder's name"
            return
        }
    done
    press_with_ctrl a
    xdotool type --delay 5 -- 'valley 2'
    xdotool key Tab space
    wait_for '^folder renamed valley-2$' || return
    [[ -s $bookmarks/valley-2/place-2.toml ]] || fail "the folder was not renamed by keys"
    stop_window
    width=640 height=400
}

# A bookmark of a picture that is not complete yet gets its thumbnail when it is.
is_illustrated() { rest && [[ -s $1 ]]; }
case_early_bookmark() {
    forget_all
    start_remembering --iterations 3000000 || return
    xdotool key plus b
    wait_for '^bookmark added ' || return
    local id
    id=$(since_mark | sed -n 's/^bookmark added //p' | tail -n 1)
    await "the bookmark's thumbnail" is_illustrated "$bookmarks/$id.png"
    stop_window
}

# Of many bookmarks the last one can be edited: the editor comes to where one looks, and the list comes back.
case_many_bookmarks() {
    forget_all
    mkdir -p "$bookmarks"
    local number
    for number in {1..40}; do
        "$program" render --quiet --iterations 200 --zoom "$number" -o "$bookmarks/place-$number.toml" || return
    done
    width=1000 height=600
    start_remembering || return
    xdotool key g
    click_item places-bookmarks
    find_item edit-bookmark-place-1
    move "$item_x" "$item_y"
    xdotool click --repeat 100 5
    settle
    find_item edit-bookmark-place-40
    local y=$item_y
    click_item edit-bookmark-place-40
    fill_item bookmark-name 'the last one'
    settle
    find_item edit-bookmark-place-40
    [[ $item_y == "$y" ]] || fail "the list is elsewhere after the editing"
    stop_window
    grep -q 'the last one' "$bookmarks/place-40.toml" || fail "the name was not changed"
    width=640 height=400
}

# make_bookmarks COUNT: files of bookmarks, place-N at zoom N, the last of them the newest.
make_bookmarks() {
    mkdir -p "$bookmarks"
    local number
    "$program" render --quiet --iterations 200 --zoom 7 -o "$work/one.toml" || return
    for ((number = 1; number <= $1; ++number)); do
        sed "s/^zoom = .*/zoom = \"$number\"/" "$work/one.toml" >"$bookmarks/place-$number.toml"
    done
    touch -d '2030-01-01' "$bookmarks/place-$1.toml"
}

# The names of the bookmarks that are on the screen from the mark on.
bookmarks_seen() { since_mark | sed -n 's/^item bookmark-\(place-[0-9]*\) .*/\1/p' | sort -u; }

# A thousand bookmarks: words find one, Enter goes there, orders sort, and only what is seen is drawn.
case_search() {
    forget_all
    make_bookmarks 1000 || return
    width=1000 height=600
    start_remembering || return
    xdotool key g
    click_item places-bookmarks
    find_item bookmark-place-1
    (($(bookmarks_seen | wc -l) < 20)) || fail "$(bookmarks_seen | wc -l) of 1000 are drawn"
    click_item places-order
    click_item places-order-3
    move 600 300
    settle
    item_is_there bookmark-place-1000 || fail "the newest does not come first"
    xdotool key ctrl+f
    settle
    xdotool type --delay 5 -- 'MANDEL place-777'
    settle
    item_is_there bookmark-place-777 || fail "the words find nothing"
    set_mark
    xdotool key Return
    wait_for '^go place-777$' || return
    advance_until '^arrived' || return
    # The gallery's places are found beside bookmarks, and the other way round.
    fill_item places-search 'coiled spring'
    find_item place-coiled-spring || return
    click_item places-gallery
    fill_item places-search 'place-778'
    find_item bookmark-place-778 || return
    click_item places-bookmarks
    # Esc clears the words: then the newest is the first again.
    xdotool key ctrl+f
    settle
    xdotool key Escape
    settle
    xdotool key ctrl+f
    settle
    set_mark
    xdotool key Return
    wait_for '^go place-1000$' || return
    advance_until '^arrived' || return
    # What nobody has, no harm done.
    click_item places-search
    set_mark
    xdotool type --delay 5 -- 'nowhere at all'
    xdotool key Return
    settle
    logged '^go ' && fail "Enter goes somewhere"
    xdotool key Escape
    xdotool key g
    screenshot || return
    expect_near zoom "$zoom" 1000 0
    stop_window
    width=640 height=400
}

case_gallery() {
    forget_all
    start_remembering || return
    xdotool key g
    click_item places-gallery
    local first
    wait_for '^item place-' || return
    first=$(sed -n 's/^[0-9]* item place-\([^ ]*\) .*/\1/p' "$work/log" | head -n 1)
    [[ -n $first ]] || fail "no place in the gallery" || return
    set_mark
    click_item "place-$first"
    wait_for '^go ' || return
    advance_until '^arrived$' || return
    xdotool key g
    screenshot
    local assets
    assets=$(dirname "$0")/../../assets
    [[ $zoom == "$(sed -n 's/^zoom = "\(.*\)"/\1/p' "$assets/places/$first.toml")" ]] || fail "not the gallery's place"
    expect_as_rendered
    stop_window
}

case_visits() {
    forget_all
    start_remembering || return
    advance 1500
    drag 3 400 100 480 150
    screenshot
    local kept=$place
    advance 2000
    xdotool key Home
    screenshot # its picture is complete
    advance 2000
    xdotool key g
    click_item places-history
    set_mark
    # The newest stands first: home, then the box.
    click_item visit-1
    wait_for '^go ' || return
    advance_until '^arrived'
    xdotool key g
    screenshot
    [[ $place == "$kept" ]] || fail "the history leads elsewhere"
    stop_window
}

# brightness X Y WIDTHxHEIGHT: the mean there on the screen, 0 to 1.
brightness() { convert "$work/screen.png" -crop "$3+$1+$2" +repage -format '%[fx:mean]' info:; }

minimap_is_bright() {
    rest
    capture
    near "$(brightness $((item_x - 40)) $((item_y - 50)) 80x30)" "$(brightness 250 60 100x60)" 0.15
}

case_minimap() {
    forget_all
    start_remembering || return
    xdotool key m
    find_item minimap || return
    # Its colours are those of the same view in large: as bright, and no dull dark blue.
    xdotool key o o
    await "the minimap in the picture's colours" minimap_is_bright
    xdotool key o o
    set_mark
    click_item minimap
    wait_for '^minimap 96.* 60' || return
    wait_for '^go '
    screenshot
    # A pixel of the map is 4 / 120 high.
    expect_near "re" "$re" -0.75 0.034
    expect_near "im" "$im" 0 0.034
    move 20 300
    stop_window
}

case_julia() {
    forget_all
    start_remembering || return
    screenshot
    local plane=$place wanted_re wanted_im
    wanted_re=$(re_at 250) wanted_im=$(im_at 120)
    set_mark
    xdotool key j
    wait_for '^julia on'
    local x
    # New pictures come while the mouse moves on, without a rest, and then that of the place where it stays.
    for x in {251..265..2}; do
        set_mark
        move "$x" 120
        advance 10
        move $((x + 1)) 120
        advance 10
        wait_for '^julia picture' || return
    done
    set_mark
    move 250 120
    advance 50
    wait_for '^julia picture' || return
    set_mark
    xdotool click 1
    wait_for '^go into the Julia set' || return
    screenshot
    grep -q 'julia' <<<"$place" || fail "no Julia set in the place"
    expect_near "zoom" "$zoom" 1 0
    expect_near "re" "$re" 0 0
    local seed_re seed_im
    seed_re=$(value seed_re) seed_im=$(value seed_im)
    expect_near "the seed's re" "$seed_re" "$wanted_re" 1e-3
    expect_near "the seed's im" "$seed_im" "$wanted_im" 1e-3
    expect_as_rendered
    xdotool key j
    screenshot
    [[ $place == "$plane" ]] || fail "J does not lead back"
    # Enter leads in, too, and Backspace back.
    set_mark
    xdotool key j
    move 200 150
    advance 50
    wait_for '^julia picture'
    xdotool key Return
    wait_for '^go into the Julia set'
    xdotool key BackSpace
    screenshot
    [[ $place == "$plane" ]] || fail "Backspace does not lead back"
    stop_window
}

# copy_text WORDS: what another program would put into the clipboard, by way of a field that takes them back.
copy_text() {
    click_item view-re || return
    press_with_ctrl a
    xdotool type --delay 5 -- "$1"
    settle
    press_with_ctrl a
    press_with_ctrl c
    xdotool key Escape
    settle
    move 600 300
}

# Places come as people write them; what is none is refused in a sentence about that.
case_paste() {
    width=1000 height=600
    start_window --re 0.25 --im 0 --zoom 4 --palette lagoon || return
    copy_text '-0.7436, 0.1318'
    set_mark
    xdotool key ctrl+v
    rest
    xdotool key Tab # the place's middle is the window's
    screenshot || return
    expect_near re "$re" -0.7436 0
    expect_near im "$im" 0.1318 0
    expect_near zoom "$zoom" 4 0
    [[ $palette == lagoon ]] || fail "the palette has become $palette"
    xdotool key Tab
    copy_text 're = -0.75 im = 0.05 zoom = 1e3'
    xdotool key ctrl+v
    rest
    screenshot || return
    expect_near im "$im" 0.05 0
    expect_near zoom "$zoom" 1000 0
    copy_text 'my shopping list'
    set_mark
    xdotool key ctrl+v
    settle
    wait_for '^complaint the clipboard holds no place; copy coordinates such as'
    stop_window
    width=640 height=400
}

# The line that is copied leads another window, and one that is started with it, to exactly the same place.
case_line() {
    local kept line
    width=1000 height=600
    start_window --fresh --formula burning-ship --re -1.76 --im -0.03 --zoom 30 --rotate 12 --palette ember --iterations 700 || return
    xdotool key Tab # the place's middle is the window's
    rest
    drag 3 500 100 580 150
    screenshot || return
    kept=$place
    press_with_ctrl shift+c
    xdotool key Home p
    rest
    screenshot || return
    [[ $place != "$kept" ]] || fail "Home changed nothing"
    press_with_ctrl v
    rest
    screenshot || return
    [[ $place == "$kept" ]] || fail "the line leads elsewhere: $place"
    stop_window
    "$program" render --quiet --location "$shot" -o "$work/kept.toml"
    line="fathom: $re $im $zoom limit=700 palette=ember formula=burning-ship mirrored=true rotation=12"
    line+=$(sed -n 's/^\(density\|offset\|mapping\|filter\|dither\|fit\) = "\{0,1\}\([^"]*\)"\{0,1\}$/ \1=\2/p' "$work/kept.toml" | tr -d '\n')
    start_window --fresh "$line" || return
    xdotool key Tab
    screenshot || return
    [[ $place == "$kept" ]] || fail "fathom LINE leads elsewhere: $place"
    stop_window
    width=640 height=400
}

# The window's name is that of the place that it shows.
title() { xdotool getwindowname "$window"; }
title_is() { [[ $(title) == "$1" ]]; }
expect_title() { await "title '$1', but '$(title)'" title_is "$1"; }

case_title() {
    local first name assets
    assets=$(dirname "$0")/../../assets
    forget_all
    start_remembering || return
    expect_title Fathom
    xdotool key g
    click_item places-gallery
    wait_for '^item place-' || return
    first=$(sed -n 's/^[0-9]* item place-\([^ ]*\) .*/\1/p' "$work/log" | head -n 1)
    name=$(sed -n 's/^name = "\(.*\)"/\1/p' "$assets/places/$first.toml")
    click_item "place-$first"
    rest
    expect_title "$name - Fathom"
    xdotool key g p # colours are no other place
    settle
    expect_title "$name - Fathom"
    xdotool key plus
    rest
    expect_title Fathom
    xdotool key BackSpace
    rest
    expect_title "$name - Fathom"
    stop_window

    cp -- "$assets/places/$first.toml" "$work/Ein Ort.toml"
    start_remembering "$work/Ein Ort.toml" || return
    expect_title "Ein Ort.toml - Fathom"
    stop_window
    start_remembering --zoom 3 "$work/Ein Ort.toml" || return
    expect_title Fathom
    stop_window
    start_remembering --formula burning-ship --fresh || return
    expect_title "Burning Ship - Fathom"
    stop_window
}

run_cases session broken_session bookmark early_bookmark folders folder_name many_bookmarks search gallery visits minimap julia paste line title
