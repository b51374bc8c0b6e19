#!/usr/bin/env bash
# Runs the commands that README.md and docs/guide show: each line of a fenced block of the language sh that begins
# with "fathom ", in a folder of the page's own with a link to assets. A comment on the line before a block says
# what is different here:
#   <!-- test: --size 64x36 -->               these options replace the line's own, so that it takes less time
#   <!-- test: needs ffmpeg: --size 64x36 --> likewise, and the block is left out where the tool is missing
#   <!-- test: skip: needs a GPU -->          the block is left out, for that reason
# Usage: guide_commands_test.sh PROGRAM SOURCE
set -euo pipefail

program=$(readlink -f -- "$1")
source_folder=$(readlink -f -- "$2")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir -- "$work/bin" "$work/home"
ln -s -- "$program" "$work/bin/fathom"
export PATH=$work/bin:$PATH HOME=$work/home XDG_STATE_HOME=$work/home XDG_DATA_HOME=$work/home
unset DISPLAY WAYLAND_DISPLAY
mapfile -t subcommands < <("$program" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')
failures=0 ran=0 left_out=0

# leave_out PLACE REASON
leave_out() {
    printf 'not run: %s: %s\n' "$1" "$2"
    left_out=$((left_out + 1))
}

# with_options LINE OPTION VALUE...: the line with these options after the subcommand, instead of its own.
with_options() {
    local line=$1 added=''
    shift
    while (($# > 1)); do
        line=$(sed -E "s/ $1 [^ ]+//" <<<"$line")
        added+=" $1 $2"
        shift 2
    done
    sed -E "s/^(fathom [a-z]+)/\1$added/" <<<"$line"
}

# try PLACE LINE NOTE: runs a line as the note before its block says.
try() {
    local place=$1 line=$2 note=$3 word options=()
    word=$(cut -d ' ' -f 2 <<<"$line")
    if [[ $note == skip:* ]]; then
        leave_out "$place" "${note#skip: }"
        return
    fi
    if [[ $note == needs* ]]; then
        local tool=${note#needs }
        tool=${tool%%:*} note=${note#*: }
        command -v "$tool" >/dev/null || {
            leave_out "$place" "$tool is not installed"
            return
        }
    fi
    if [[ $word == gui || " ${subcommands[*]} " != *" $word "* ]]; then
        leave_out "$place" "it opens a window"
        return
    fi
    read -ra options <<<"$note"
    line=$(with_options "$line" "${options[@]}")
    ran=$((ran + 1))
    bash -c "$line" </dev/null >"$work/out.txt" 2>"$work/err.txt" || {
        printf 'FAILED: %s: %s\n' "$place" "$line"
        sed 's/^/    /' "$work/err.txt"
        failures=$((failures + 1))
    }
}

for page in README.md "$source_folder"/docs/guide/*.md; do
    page=${page#"$source_folder"/}
    folder=$work/${page//\//_}
    mkdir -- "$folder"
    ln -s -- "$source_folder/assets" "$folder/assets"
    cd -- "$folder"
    note='' inside=no number=0
    while IFS= read -r line; do
        number=$((number + 1))
        while [[ $inside == yes && $line == *\\ ]] && IFS= read -r more; do # one command on several lines
            number=$((number + 1))
            line=${line%\\}$more
        done
        case $inside$line in
        'no<!-- test: '*) note=${line#<!-- test: } note=${note% -->} ;;
        'no```sh') inside=yes ;;
        'yes```') inside=no note='' ;;
        'yesfathom '*) try "$page:$number" "$line" "$note" ;;
        esac
    done <"$source_folder/$page"
done
echo "$ran passed, $failures failed, $left_out skipped" | sed "s/^$ran/$((ran - failures))/"
((failures == 0 && ran > 0))
