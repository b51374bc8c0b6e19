# What the window's tests share: a display, a window on it, hands and eyes. To be sourced with the script's own
# arguments, PROGRAM [CASE... | K/N]; ends with run_cases.
#
# Nothing here counts on how fast the machine is. The window's time stands still but for 'advance' and what calls it
# (docs/reference/diagnostics.md, FATHOM_CLOCK), so 'settle' waits until all input has had its effect. What takes real time,
# computing and files, is waited for by what the log says of it; limits only end a hang.
# shellcheck shell=bash
program=$(readlink -f -- "$1")
chosen_cases=("${@:2}")
for tool in Xvfb xdotool import compare identify; do
    command -v "$tool" >/dev/null || {
        echo "SKIPPED: no $tool"
        exit 77
    }
done

work=$(mktemp -d)
screen=1000x700 width=640 height=400
export FATHOM_EVENT_LOG=$work/log XDG_PICTURES_DIR=$work FATHOM_SCALE=1 LC_ALL=C
# What the window remembers is a test's own, too.
export XDG_STATE_HOME=$work/state XDG_DATA_HOME=$work/data
# SDL counts double clicks by real time: hands that don't wait make none unless a test wants them.
export SDL_MOUSE_DOUBLE_CLICK_TIME=0
unset WAYLAND_DISPLAY SDL_VIDEODRIVER FATHOM_CLOCK
failures=0
patience=${FATHOM_TEST_PATIENCE:-300} # seconds until what does not come is a hang
window_pid='' xvfb_pid=''
fresh=(--fresh) # unless a test is about what the window remembers

cleanup() {
    [[ -z $window_pid ]] || kill "$window_pid" 2>/dev/null
    [[ -z $xvfb_pid ]] || kill "$xvfb_pid" 2>/dev/null
    rm -rf -- "$work"
}
trap cleanup EXIT

fail() {
    printf 'FAILED: %s: %s\n' "$case_name" "$1"
    tail -n 40 "$work/log" | sed 's/^/    /'
    failures=$((failures + 1))
    return 1
}

# --- The display and the window

start_display() {
    Xvfb -displayfd 3 -screen 0 "${screen}x24" +extension GLX -nolisten tcp 3>"$work/display" 2>"$work/xvfb.txt" &
    xvfb_pid=$!
    local end=$((SECONDS + patience))
    until [[ -s $work/display ]] || ! kill -0 "$xvfb_pid" 2>/dev/null || ((SECONDS > end)); do
        sleep 0.05
    done
    [[ -s $work/display ]] || {
        echo "SKIPPED: Xvfb does not start: $(<"$work/xvfb.txt")"
        exit 77
    }
    DISPLAY=:$(<"$work/display")
    export DISPLAY
}

# start_window OPTION...: waits for the first complete picture. Time stands still then.
start_window() {
    rm -f -- "$work/clock"
    mkfifo -- "$work/clock" && exec {clock}<>"$work/clock" || return
    FATHOM_CLOCK=$work/clock open_window "$@"
}

# start_window_in_real_time OPTION...: for what measures. 'settle' and 'advance' do nothing then.
start_window_in_real_time() {
    clock=''
    open_window "$@"
}

open_window() {
    : >"$work/log"
    mark=0
    "$program" gui --size "${width}x$height" "${fresh[@]}" --samples 1 "$@" >"$work/out.txt" 2>&1 &
    window_pid=$!
    wait_for '^frame ' || return 1
    window=$(xdotool search --sync --onlyvisible --name '(^| - )Fathom$' | tail -n 1)
    # Without a window manager, keys go where the mouse is.
    move 320 200
    settle
}

# A short sleep without a process for it.
exec {never_read}<> <(:)
look_again_soon() { read -rt 0.03 -u "$never_read" || :; }

# wait_for_end [STATUS]: until the window has closed, with this exit code (0).
wait_for_end() {
    local status end=$((SECONDS + patience))
    while kill -0 "$window_pid" 2>/dev/null && ((SECONDS < end)); do
        look_again_soon
    done
    kill -KILL "$window_pid" 2>/dev/null
    wait "$window_pid"
    status=$?
    window_pid=''
    ((status == ${1:-0})) || fail "exit code $status: $(<"$work/out.txt")"
}

# Closes the window as a person would and checks that it ends well.
stop_window() {
    xdotool key ctrl+q
    wait_for_end
}

# As a crash or a power cut would end it.
kill_window() {
    kill -KILL "$window_pid"
    wait "$window_pid" 2>/dev/null
    window_pid=''
}

# session_has LINE: what the session's file holds.
session_has() { grep -qxF -- "$1" "$work/state/fathom/session.toml" 2>/dev/null; }

# await WHAT COMMAND...: until the command succeeds; fails when the window has ended or that takes far too long. Once
# something has failed the rest is not waited for as long.
await() {
    local what=$1 end=$((SECONDS + (failures > 0 ? 20 : patience)))
    shift
    until "$@"; do
        if ((SECONDS > end)) || { [[ -n $window_pid ]] && ! kill -0 "$window_pid" 2>/dev/null && ! "$@"; }; then
            fail "no $what"
            return 1
        fi
        look_again_soon
    done
}

# Everything that wait_for looks at happens after this.
set_mark() { mark=$(wc -l <"$work/log"); }

since_mark() { sed -n "$((mark + 1)),\$s/^[0-9]* //p" "$work/log"; }

# logged REGEX: whether the log has such a line since the mark.
logged() { since_mark | grep -qE -- "$1"; }

# wait_for REGEX: until it has.
wait_for() { await "'$1' in the log" logged "$1"; }

# --- The window's time

times_told() { grep -c '^[0-9]* clock ' "$work/log"; }
more_times_told_than() { (($(times_told) > $1)); }

# advance MS: lets so many milliseconds go by after all input so far, and waits until the panels have settled.
advance() {
    local told
    [[ -n $clock ]] || return 0
    told=$(times_told)
    echo "advance $1" >&"$clock"
    await "end of 'advance $1'" more_times_told_than "$told"
}

# Until all input has had its effect.
settle() { advance 0; }

# Whether the view was on its way when the time was told last.
moves() { tail -n 100 "$work/log" | grep ' clock ' | tail -n 1 | grep -q moving; }

# Until the view has come to rest, and a movement after it is another one.
rest() {
    local rounds=240
    [[ -n $clock ]] || return 0
    advance 600 || return
    while moves; do
        ((rounds-- > 0)) || {
            fail "the view does not come to rest"
            return 1
        }
        advance 500 || return
    done
}

# advance_until REGEX: until the log has such a line since the mark. Time goes on, and so do engines.
advance_until() {
    settle
    await "'$1' in the log as time goes by" advanced_to "$1"
}
advanced_to() { logged "$1" || { advance 500 && logged "$1"; }; }

# Until what was said about keys and files has gone from the screen.
let_messages_go() {
    advance 13000
}

# --- Hands

move() { xdotool mousemove --window "$window" "$1" "$2"; }
drag() { # BUTTON X0 Y0 X1 Y1
    move "$2" "$3"
    xdotool mousedown "$1"
    settle
    move $((($2 + $4) / 2)) $((($3 + $5) / 2))
    move "$4" "$5"
    advance 150 # a hand that rests before it lets go throws nothing
    xdotool mouseup "$1"
    settle
}

# --- Looking

# expect_needed: the place of the last screenshot has the limit that 'render' finds for the same picture.
expect_needed() {
    "$program" render --quiet --location "$shot" --iterations auto --size "$(identify -format '%wx%h' "$shot")" -o "$work/auto.toml" ||
        fail "render finds no limit"
    expect_near "the window's limit" "$iterations" "$(sed -n 's/^found = //p' "$work/auto.toml")" 0
}

# The limit of iterations may have been found after the view came to rest: then it has to rest anew.
screenshot_is_there() {
    logged '^screenshot ' && return
    settle
    if moves; then rest; fi
    logged '^screenshot '
}

# Saves a screenshot of the view at rest with S into $shot; the place it shows goes to re, im, zoom, iterations, palette.
screenshot() {
    rest || return
    set_mark
    xdotool key s
    await "screenshot" screenshot_is_there || return
    shot=$(since_mark | sed -n 's/^screenshot //p' | tail -n 1)
    place=$(identify -format '%[Fathom]' "$shot")
    re=$(value re) im=$(value im) zoom=$(value zoom)
    iterations=$(value limit) palette=$(value palette)
}
value() { sed -n "s/^ *$1 *= *\"\\{0,1\\}\\([^\"]*\\)\"\\{0,1\\} *\$/\\1/p" <<<"$place"; }

# Number of pixels in which two pictures differ.
differing_pixels() { compare -metric AE "$1" "$2" null: 2>&1 | sed 's/[^0-9.e+].*//'; }

# The screenshot has to be what 'fathom render' makes of its place, pixel for pixel.
expect_as_rendered() {
    local size
    size=$(identify -format '%wx%h' "$shot")
    "$program" render --quiet --location "$shot" --size "$size" --device reference -o "$work/rendered.png" ||
        fail "render fails"
    [[ $(differing_pixels "$shot" "$work/rendered.png") == 0 ]] ||
        fail "the screenshot differs from 'fathom render'"
}

# Processor time of the window so far, in hundredths of a second.
ticks() { awk '{ print $14 + $15 }' "/proc/$window_pid/stat"; }

# ticks_in SECONDS: those that it uses meanwhile.
ticks_in() {
    local before
    before=$(ticks)
    sleep "$1"
    echo $(($(ticks) - before))
}

# Whether it uses next to no processor time, and not for want of a processor.
computes_nothing() {
    (($(ticks_in 1) <= 2)) && ! sed 's/.*) //' "/proc/$window_pid/task/"*/stat | grep -q '^R'
}

# What is on the screen now.
capture() { settle && import -define png:compression-level=1 -window "$window" "$work/screen.png"; }

# near A B TOLERANCE
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(d <= t) }'; }
expect_near() { near "$2" "$3" "$4" || fail "$1 is $2, expected $3"; }
calculate() { awk "BEGIN { printf \"%.17g\", $1 }"; }
# Real or imaginary part of the point under pixel position X or Y, as the screenshot's place has it.
re_at() { calculate "$re + ($1 - $width / 2) * 4 / ($zoom * $height)"; }
im_at() { calculate "$im - ($1 - $height / 2) * 4 / ($zoom * $height)"; }

# expect_middle WHAT RE: the real part in the middle of what an open panel leaves free, by the last screenshot, whose own
# middle is the window's.
expect_middle() {
    find_item panel-edge || return
    expect_near "$1" "$(re_at "($item_x + $width) / 2")" "$2" "$(calculate "0.01 / ($zoom * $height)")"
}

# --- Dialogs

item_line() { cut -d ' ' -f 2- "$work/log" | grep "^item $1 " | tail -n 1; }
item_is_there() { [[ -n $(item_line "$1") ]]; }

# find_item NAME: the middle of what the log calls so goes to item_x, item_y.
find_item() {
    local line
    settle || return
    item_is_there "$1" || { await "item $1" item_is_there "$1" && settle; } || return
    line=$(item_line "$1")
    item_x=$(cut -d ' ' -f 3 <<<"$line") item_y=$(cut -d ' ' -f 4 <<<"$line")
}

click_item() {
    find_item "$1" || return
    move "$item_x" "$item_y"
    xdotool click 1
    advance 400 # the next click makes no double click with this one
}

# press_with_ctrl KEY: one by one, because Dear ImGui asks for the state of Ctrl, not for events.
press_with_ctrl() {
    xdotool keydown ctrl
    settle
    xdotool key "$1"
    settle
    xdotool keyup ctrl
    settle
}

# Puts text into a field that the log names.
fill_item() {
    click_item "$1" || return
    press_with_ctrl a
    xdotool type --delay 5 -- "$2"
    xdotool key Return
    settle # keys are keys again
}

# --- The end of each script

# run_cases NAME...: those that the command line names, or all of these; each is a function case_NAME. A command line K/N
# names every Nth case, beginning with the Kth, so that N runs of a script side by side do all of it.
run_cases() {
    local before part count i cases=("$@")
    if [[ ${chosen_cases[*]} == +([0-9])/+([0-9]) ]]; then
        part=${chosen_cases[0]%/*} count=${chosen_cases[0]#*/} chosen_cases=()
        for ((i = part - 1; i < ${#cases[@]}; i += count)); do chosen_cases+=("${cases[i]}"); done
    fi
    ((${#chosen_cases[@]} == 0)) || cases=("${chosen_cases[@]}")
    start_display
    for case_name in "${cases[@]}"; do
        before=$failures
        "case_$case_name"
        if [[ -n $window_pid ]]; then # a case that gave up
            ((failures > before)) || fail "it gave up without a reason"
            kill "$window_pid" 2>/dev/null
            wait "$window_pid" 2>/dev/null
            window_pid=''
        fi
        ((failures > before)) || echo "ok: $case_name"
    done
    ((failures == 0))
}
