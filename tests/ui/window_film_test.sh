#!/usr/bin/env bash
# The Film section of the side panel: the film's pictures, its sound, its export. FATHOM_LOOK=DIR keeps pictures of it.
# Usage: [FATHOM_DROP_FILES=PROGRAM] window_film_test.sh PROGRAM [CASE...]
set -uo pipefail
# shellcheck source=tests/ui/window_helpers.sh
. "$(dirname -- "$0")/window_helpers.sh"
# shellcheck source=tests/ui/film_helpers.sh
. "$(dirname -- "$0")/film_helpers.sh"
# With room for all of the section.
screen=1100x1160 width=1000 height=1100 looks=film

no_ffmpeg() {
    command -v ffmpeg >/dev/null && return 1
    echo "SKIPPED: no ffmpeg"
}

# make_tiny SECONDS [LINE...]: a film of that length in $work/tiny.toml, 64 x 36 pixels and 10 frames a second, with these
# lines in its first table.
make_tiny() {
    local seconds=$1
    shift
    {
        printf 'fathom-film = 1\n[film]\nsize = [64, 36]\nfps = 10\nsamples = 1\n'
        (($# == 0)) || printf '%s\n' "$@"
        cat <<END
[[key]]
seconds = 0
[key.view]
re = "-0.75"
im = "0"
zoom = "1"
[key.iteration]
limit = 300
[[key]]
seconds = $seconds
[key.view]
re = "-0.75"
im = "0.1"
zoom = "8"
END
    } >"$work/tiny.toml"
}

# make_sound NAME: half a second in $work/NAME.
make_sound() { ffmpeg -nostdin -loglevel error -f lavfi -i sine=frequency=440:duration=0.5 -y "file:$work/$1"; }

# start_with_film [SECONDS]: the window with such a film, in the Film section.
start_with_film() {
    make_tiny "${1:-1.5}"
    start_window "${@:2}" || return
    click_item hints-close
    open_film "$work/tiny.toml"
    show_section film
}

# in_film LINE: the saved film has it.
in_film() { grep -qxF -- "$1" "$work/film.toml" || fail "no '$1' in $(<"$work/film.toml")"; }

# A tiny film made by FFmpeg, as long as it says; what cannot be is said.
case_export() {
    no_ffmpeg && return
    start_with_film || return
    fill_item film-path "$work/tiny.mp4"
    look export
    set_mark
    click_item film-export
    wait_for '^export Exported ' || return
    since_mark | grep -qF "export Exported tiny.mp4 in " || fail "exported $(since_mark | grep '^export ')"
    [[ $(ffprobe -v error -select_streams v -count_frames -of csv=p=0 -show_entries stream=codec_name,width,height,nb_read_frames "$work/tiny.mp4") == h264,64,36,15 ]] ||
        fail "the film is $(ffprobe -v error -show_streams "$work/tiny.mp4")"
    # The same file again asks first, and is not touched without a yes.
    local written
    written=$(stat -c %i "$work/tiny.mp4")
    fill_item film-path "$work/tiny.mp4"
    click_item film-export
    click_item film-replace-no
    [[ $(stat -c %i "$work/tiny.mp4") == "$written" ]] || fail "the film was replaced in spite of a no"
    set_mark
    click_item film-export
    click_item film-replace-yes
    wait_for '^export Exported ' || return
    [[ $(stat -c %i "$work/tiny.mp4") != "$written" ]] || fail "the film was not replaced"
    fill_item film-path "$work/tiny.ogg"
    click_item film-export
    settle
    [[ ! -e $work/tiny.ogg ]] || fail "a film of another kind was written"
    look refused
    stop_window
}

# Size, rate, blur: steps that are undone, and what cannot be stays in its field, with the reason.
case_settings() {
    start_with_film || return
    fill_item film-width 320
    fill_item film-height 200
    fill_item film-height 3
    look bad-height
    click_item film-blur
    click_item film-blur-2
    fill_item film-shutter 0.75
    saved_film
    in_film 'size = [320, 200]'
    in_film 'blur = 8'
    in_film 'shutter = 0.75'
    # Samples are chosen, or go by the size again.
    in_film 'samples = 1'
    click_item film-samples
    click_item film-samples-0
    look by-size
    saved_film
    ! grep -q '^samples' "$work/film.toml" || fail "samples by size are said"
    click_item film-samples
    click_item film-samples-3
    saved_film
    in_film 'samples = 4'
    press_with_ctrl z
    saved_film
    ! grep -q '^samples' "$work/film.toml" || fail "the samples were not undone"
    look settings
    # The film's changes are undone where the film is.
    fill_item film-width 640
    press_with_ctrl z
    saved_film
    in_film 'size = [320, 200]'
    # A key's palette cycles.
    click_item timeline-key-2
    fill_item timeline-cycles 2.5
    look cycles
    saved_film
    in_film 'palette_cycles = 2.5'
    click_item timeline-key-2
    press_with_ctrl z
    saved_film
    ! grep -q palette_cycles "$work/film.toml" || fail "the cycles were not undone"
    stop_window
}

# What the film is encoded as is remembered; 10 bits are 10 bits.
case_bits() {
    no_ffmpeg && return
    local fresh=()
    rm -rf -- "$work/state"
    start_with_film || return
    click_item film-format
    click_item film-format-1
    click_item film-bits-1
    fill_item film-quality-value 30
    fill_item film-path "$work/ten.mkv"
    look ten-bits
    set_mark
    click_item film-export
    wait_for '^export Exported ' || return
    [[ $(ffprobe -v error -of csv=p=0 -show_entries stream=codec_name,pix_fmt "$work/ten.mkv") == hevc,yuv420p10le ]] ||
        fail "the film is $(ffprobe -v error -show_streams "$work/ten.mkv")"
    stop_window
    grep -qx 'bits = 10' "$work/state/fathom/session.toml" || fail "the bits were forgotten"
    grep -qx 'quality = 30' "$work/state/fathom/session.toml" || fail "the quality was forgotten"
    start_window || return
    set_mark
    fill_item film-path "$work/again.mkv"
    click_item film-export
    wait_for '^export Exported ' || return
    cmp "$work/ten.mkv" "$work/again.mkv" || fail "another start makes another film"
    stop_window
}

# frames_made FILE: how many it has.
frames_made() { ffprobe -v error -select_streams v -count_frames -of csv=p=0 -show_entries stream=nb_read_frames "$1"; }

# export_to NAME: into $work.
export_to() {
    fill_item film-path "$work/$1"
    set_mark
    click_item film-export
    wait_for '^export Exported '
}

# Only some of the frames, and rings that are kept for the next film; what cannot be is said beside its field, and what was
# there before holds.
case_part() {
    no_ffmpeg && return
    local kept fresh=()
    rm -rf -- "$work/state"
    start_with_film || return
    fill_item film-frames 3-8
    export_to part.mp4 || return
    "$program" film --quiet "$work/tiny.toml" --frames 3-8 -o "$work/alone.mp4" || fail "there is no film to compare with"
    cmp "$work/part.mp4" "$work/alone.mp4" || fail "a part is not as the command makes it"
    fill_item film-frames 3-99
    fill_item film-rings "$work/tiny.toml"
    look bad-part
    xdotool key Escape
    settle
    [[ ! -e $work/rings ]] || fail "there are rings already"
    fill_item film-rings "$work/rings"
    fill_item film-frames 3-15 # one too many
    export_to again.mp4 || return
    cmp "$work/part.mp4" "$work/again.mp4" || fail "what was refused was taken, or rings change the film"
    kept=$(cd "$work/rings" && ls -i)
    [[ $kept == *.ring* ]] || fail "no ring was kept: $kept"
    fill_item film-frames all
    look part
    stop_window
    # The folder is remembered, frames are not; what is there already is not made again.
    start_window || return
    show_section film
    fill_item film-frames 3-8
    export_to third.mp4 || return
    cmp "$work/part.mp4" "$work/third.mp4" || fail "kept rings make another film"
    while read -r file; do
        [[ $'\n'$(cd "$work/rings" && ls -i)$'\n' == *$'\n'$file$'\n'* ]] || fail "$file was made again"
    done <<<"$kept"
    fill_item film-frames ' ' # nothing: all
    export_to whole.mp4 || return
    (($(frames_made "$work/whole.mp4") == 15)) || fail "all are $(frames_made "$work/whole.mp4") frames"
    fill_item film-rings ' '
    stop_window
    grep -qx 'rings = ""' "$work/state/fathom/session.toml" || fail "no rings were to be kept"
}

# has_streams FILE CODEC...: those, and no others.
has_streams() {
    [[ $(ffprobe -v error -of csv=p=0 -show_entries stream=codec_name "$1" | tr '\n' ' ') == "${*:2} " ]] ||
        fail "the film is $(ffprobe -v error -show_streams "$1")"
}

# A film's sound: typed, browsed for, dropped, taken away, had back.
case_sound() {
    no_ffmpeg && return
    make_sound "a sound.flac"
    make_sound other.ogg
    start_with_film || return
    set_mark
    fill_item film-sound "$work/a sound.flac"
    wait_for '^film sound ' || return
    saved_film
    in_film 'audio = "a sound.flac"'
    look sound
    fill_item film-path "$work/loud.mkv"
    set_mark
    click_item film-export
    wait_for '^export Exported ' || return
    has_streams "$work/loud.mkv" h264 flac
    set_mark
    click_item film-sound-browse
    answer_list "$work/other.ogg"
    wait_for '^film sound ' || return
    saved_film
    in_film 'audio = "other.ogg"'
    # Pictures go without.
    click_item film-format
    click_item film-format-9
    look pictures
    click_item film-sound-none
    saved_film
    ! grep -q audio "$work/film.toml" || fail "there is still sound"
    press_with_ctrl z
    saved_film
    in_film 'audio = "other.ogg"'
    if [[ -x ${FATHOM_DROP_FILES-} ]]; then
        set_mark
        "$FATHOM_DROP_FILES" "$window" "$work/a sound.flac" || fail "the window takes no files"
        wait_for '^film sound ' || return
        saved_film
        in_film 'audio = "a sound.flac"'
    fi
    stop_window
}

# What is no sound is refused in a sentence when it is chosen, and where it has become none since, before a frame is made.
case_broken_sound() {
    no_ffmpeg && return
    make_sound sound.wav
    head -c 4000 /dev/zero >"$work/broken.wav"
    start_with_film || return
    set_mark
    fill_item film-sound "$work/sound.wav"
    wait_for '^film sound ' || return
    set_mark
    fill_item film-sound "$work/broken.wav"
    wait_for '^complaint .*broken.wav: FFmpeg finds no sound' || return
    look broken-sound
    set_mark
    fill_item film-sound "$work/nowhere.wav"
    wait_for '^complaint There is no file .*nowhere.wav' || return
    saved_film
    in_film 'audio = "sound.wav"'
    cp -- "$work/broken.wav" "$work/sound.wav"
    fill_item film-path "$work/silent.mp4"
    set_mark
    click_item film-export
    wait_for '^complaint Export failed: .*sound.wav: FFmpeg finds no sound' || return
    [[ ! -e $work/silent.mp4 ]] || fail "a film was written"
    # And where it is gone.
    rm -- "$work/sound.wav"
    advance 2100 # the disk is not asked in every frame
    look no-sound-any-more
    click_item film-export
    settle
    look refused-sound
    [[ ! -e $work/silent.mp4 ]] || fail "a film was written"
    # With sound again, it goes on.
    make_sound sound.wav
    set_mark
    click_item film-export
    wait_for '^export Exported ' || return
    has_streams "$work/silent.mp4" h264 aac
    stop_window
}

# hold_encoders: from the fifth that is asked for, encoders wait as long as there is $work/hold. Each is a line of
# $work/begun; the first is a trial.
hold_encoders() {
    local ffmpeg
    ffmpeg=$(readlink -f -- "$(command -v ffmpeg)")
    : >"$work/begun"
    : >"$work/hold"
    rm -f -- "$work/bin/ffmpeg"
    cat >"$work/bin/ffmpeg" <<END
#!$(command -v bash)
if [[ " \$* " == *' rawvideo '* ]]; then
    echo >>'$work/begun'
    mapfile -t begun <'$work/begun'
    while ((\${#begun[@]} > 5)) && [[ -e '$work/hold' ]]; do read -rt 0.05 <> <(:) || :; done
fi
exec '$ffmpeg' "\$@"
END
    chmod +x "$work/bin/ffmpeg"
}
encoders_begun() { wc -l <"$work/begun"; }
more_begun_than() { (($(encoders_begun) > $1)); }
segments_made() { find "$work/long.mp4.unfinished" -name '*.nut' 2>/dev/null | wc -l; }
some_made() { (($(segments_made) >= 2)); }

# An export that is cancelled in its middle goes on where it was, to the same bytes as one that was left alone.
case_continue() {
    no_ffmpeg && return
    local kept
    hold_encoders
    start_with_film 20 || return # a segment for each second
    fill_item film-path "$work/long.mp4"
    click_item film-export
    await "fifth segment" more_begun_than 5
    await "segment that is made" some_made
    find_item export-cancel
    look exporting
    set_mark
    click_item export-cancel
    wait_for '^export Export stopped' || return
    [[ ! -e $work/long.mp4 ]] || fail "a cancelled film was written"
    kept=$(segments_made)
    ((kept >= 2 && kept < 20)) || fail "$kept segments were kept"
    look cancelled
    rm -- "$work/hold"
    : >"$work/begun"
    set_mark
    click_item film-export
    wait_for '^export Exported ' || return
    (($(encoders_begun) == 1 + 20 - kept)) || fail "of 20 segments $kept were kept, and $(encoders_begun) begun again"
    "$program" film --quiet "$work/tiny.toml" -o "$work/alone.mp4" || fail "there is no film to compare with"
    cmp "$work/long.mp4" "$work/alone.mp4" || fail "what went on is another film"
    [[ ! -e $work/long.mp4.unfinished ]] || fail "pieces were left"
    stop_window
}

# An export in whose middle the program was killed is offered at the next start, though the film in the timeline is another
# by then: it goes on to the same bytes, with the frames, the codec and the rings that were asked for.
case_killed() {
    no_ffmpeg && return
    local kept fresh=()
    rm -rf -- "$work/state" "$work/long.mp4.unfinished" "$work/long.mp4"
    hold_encoders
    start_with_film 20 || return
    click_item film-format
    click_item film-format-1
    fill_item film-quality-value 30
    fill_item film-frames 0-179
    fill_item film-rings "$work/kept-rings"
    fill_item film-path "$work/long.mp4"
    click_item film-export
    await "fifth segment" more_begun_than 5
    await "segment that is made" some_made
    # Changed since, and the next export is to be another.
    fill_item film-width 128
    fill_item film-quality-value 90
    fill_item film-frames all
    fill_item film-rings ' '
    advance 6000
    await "saved session" session_has 'rings = ""' || return
    kill_window
    rm -- "$work/hold"
    kept=$(segments_made)
    : >"$work/begun"
    start_window || return
    wait_for '^films unfinished 1' || fail "nothing was said of what is unfinished"
    look unfinished-told
    show_section film
    find_item film-continue-0 || return
    look unfinished
    set_mark
    click_item film-continue-0
    wait_for '^export Exported ' || return
    since_mark | grep -qF "export Exported long.mp4 in " || fail "exported $(since_mark | grep '^export ')"
    (($(encoders_begun) == 1 + 18 - kept)) || fail "of 18 segments $kept were kept, and $(encoders_begun) begun again"
    "$program" film --quiet "$work/tiny.toml" --frames 0-179 --codec h265 --quality 30 -o "$work/alone.mp4" ||
        fail "there is no film to compare with"
    cmp "$work/long.mp4" "$work/alone.mp4" || fail "what went on is another film"
    [[ -n $(ls "$work/kept-rings") ]] || fail "no rings were kept"
    stop_window
    ! grep -q begun_film "$work/state/fathom/session.toml" || fail "a finished export was not forgotten"
}

# What is not wanted any more is forgotten; what is gone, or is no film's, breaks nothing.
case_forgotten() {
    no_ffmpeg && return
    local fresh=() name
    rm -rf -- "$work/state" "$work"/*.unfinished
    start_with_film || return
    stop_window
    for name in gone broken kept; do
        printf '\n[[begun_film]]\npath = "%s"\n' "$work/$name.mp4" >>"$work/state/fathom/session.toml"
    done
    mkdir -- "$work/broken.mp4.unfinished" "$work/kept.mp4.unfinished"
    head -c 4000 /dev/urandom >"$work/broken.mp4.unfinished/purpose"
    echo a picture >"$work/kept.mp4.unfinished/purpose"
    start_window || return
    wait_for '^films unfinished 2' || fail "two are unfinished: $(since_mark | grep unfinished)"
    set_mark
    click_item film-continue-0
    wait_for '^complaint .*broken.mp4.unfinished: what is kept there is no film' || return
    look no-film
    click_item film-forget-1
    logged '^film forgotten .*kept.mp4' || fail "it was not forgotten"
    look forgotten
    [[ -e $work/kept.mp4.unfinished ]] || fail "somebody's files were removed"
    stop_window
    [[ $(grep -A1 begun_film "$work/state/fathom/session.toml" | grep path) == "path = \"$work/broken.mp4\"" ]] ||
        fail "remembered are $(grep -A1 begun_film "$work/state/fathom/session.toml")"
}

# The rings' folder is chosen in a list, by mouse and by keys alone, with text of both sizes: one that is there, the one
# above, a new one.
case_browse_rings() {
    start_with_film || return
    mkdir -p -- "$work/deep/kept rings" "$work/deep/other"
    fill_item film-rings "$work/deep"
    set_mark
    click_item film-rings-browse
    wait_for '^files listed' || return
    settle
    look rings-list
    set_mark
    xdotool type --delay 5 kept
    settle
    xdotool key Return
    wait_for '^files listed' || return
    click_item files-confirm
    look rings-chosen
    expect_rings "$work/deep/kept rings"
    # By keys: from the field to its button, up, a new folder's name.
    click_item film-rings
    xdotool key Tab
    settle
    set_mark
    xdotool key space
    wait_for '^files listed' || return
    settle
    local step
    for ((step = 0; step < 10; ++step)); do press_with_ctrl plus; done
    advance 300
    look rings-list-large-text
    set_mark
    xdotool key BackSpace
    wait_for '^files listed' || return
    settle
    xdotool type --delay 5 brandnew
    settle
    look rings-new-large-text
    xdotool key Return
    settle
    expect_rings "$work/deep/brandnew"
    look rings-large-text
    stop_window
}

# expect_rings FOLDER: which the session will keep.
expect_rings() {
    logged '^files chosen' || fail "nothing was chosen"
    advance 6000
    await "folder $1 in the session" session_has "rings = \"$1\""
}

run_cases export settings bits part sound broken_sound continue killed forgotten browse_rings
