# What the window's tests share: a display, a window on it, hands and eyes. To be sourced with the script's own
# arguments, PROGRAM [CASE...]; ends with run_cases.
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
unset WAYLAND_DISPLAY SDL_VIDEODRIVER
failures=0
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
    tail -n 15 "$work/log" | sed 's/^/    /'
    failures=$((failures + 1))
    return 1
}

# --- The display and the window

start_display() {
    Xvfb -displayfd 3 -screen 0 "${screen}x24" +extension GLX -nolisten tcp 3>"$work/display" 2>"$work/xvfb.txt" &
    xvfb_pid=$!
    for _ in {1..100}; do
        [[ -s $work/display ]] && break
        sleep 0.1
    done
    [[ -s $work/display ]] || {
        echo "SKIPPED: Xvfb does not start: $(<"$work/xvfb.txt")"
        exit 77
    }
    DISPLAY=:$(<"$work/display")
    export DISPLAY
}

# start_window OPTION...: waits for the first complete picture.
start_window() {
    : >"$work/log"
    mark=0
    "$program" gui --size "${width}x$height" "${fresh[@]}" "$@" >"$work/out.txt" 2>&1 &
    window_pid=$!
    wait_for '^frame ' || return 1
    window=$(xdotool search --sync --onlyvisible --name '^Fathom$' | tail -n 1)
    # Without a window manager, keys go where the mouse is.
    move 320 200
}

# wait_for_end [STATUS]: until the window has closed, with this exit code (0).
wait_for_end() {
    local status tries=200
    while kill -0 "$window_pid" 2>/dev/null && ((tries-- > 0)); do
        sleep 0.05
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

# Everything that wait_for looks at happens after this.
set_mark() { mark=$(wc -l <"$work/log"); }

since_mark() { tail -n "+$((mark + 1))" "$work/log" | cut -d ' ' -f 2-; }

# wait_for REGEX [SECONDS]: until the log has such a line since the mark.
wait_for() {
    local tries=$((${2:-30} * 20))
    until since_mark | grep -qE -- "$1"; do
        ((tries-- > 0)) || {
            fail "no '$1' in the log"
            return 1
        }
        sleep 0.05
    done
}

move() { xdotool mousemove --window "$window" "$1" "$2"; }
drag() { # BUTTON X0 Y0 X1 Y1
    move "$2" "$3"
    xdotool mousedown "$1"
    move $((($2 + $4) / 2)) $((($3 + $5) / 2))
    move "$4" "$5"
    sleep 0.15 # a hand that rests before it lets go throws nothing
    xdotool mouseup "$1"
}

# A turns through the choices.
without_antialiasing() {
    local turns=5
    set_mark
    until since_mark | grep -q '^samples 1$'; do
        ((turns-- > 0)) || fail "A does not lead to no anti-aliasing" || return
        xdotool key a
        sleep 0.2
    done
}

# --- Looking

# Saves a screenshot with S into $shot; the place it shows goes to re, im, zoom, iterations, palette.
screenshot() {
    set_mark
    xdotool key s
    wait_for '^screenshot ' || return 1
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

# What is on the screen.
capture() { import -window "$window" "$work/screen.png"; }

# near A B TOLERANCE
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(d <= t) }'; }
expect_near() { near "$2" "$3" "$4" || fail "$1 is $2, expected $3"; }
calculate() { awk "BEGIN { printf \"%.17g\", $1 }"; }
# Real or imaginary part of the point under pixel position X or Y, as the screenshot's place has it.
re_at() { calculate "$re + ($1 - $width / 2) * 4 / ($zoom * $height)"; }
im_at() { calculate "$im - ($1 - $height / 2) * 4 / ($zoom * $height)"; }

# --- Dialogs

# find_item NAME: the middle of what the log calls so goes to item_x, item_y.
find_item() {
    local line='' before
    for _ in {1..100}; do
        # A panel that has just come settles within a few frames.
        before=$line
        line=$(cut -d ' ' -f 2- "$work/log" | grep "^item $1 " | tail -n 1)
        [[ -z $line || $line != "$before" ]] || break
        sleep 0.2
    done
    [[ -n $line ]] || fail "no item $1"
    item_x=$(cut -d ' ' -f 3 <<<"$line") item_y=$(cut -d ' ' -f 4 <<<"$line")
}

click_item() {
    find_item "$1"
    move "$item_x" "$item_y"
    xdotool click 1
    sleep 0.2
}

# Puts text into a field that the log names.
fill_item() {
    click_item "$1"
    # Slowly: Dear ImGui asks for the state of Ctrl, not for events.
    xdotool keydown ctrl sleep 0.2 key a sleep 0.2 keyup ctrl sleep 0.1
    xdotool type --delay 30 -- "$2"
    xdotool key Return
    sleep 0.3 # until keys are keys again
}

# --- The end of each script

# run_cases NAME...: those that the command line names, or all of these; each is a function case_NAME.
run_cases() {
    local before
    ((${#chosen_cases[@]} == 0)) || set -- "${chosen_cases[@]}"
    start_display
    for case_name in "$@"; do
        before=$failures
        "case_$case_name"
        if [[ -n $window_pid ]]; then # a case that gave up
            kill "$window_pid" 2>/dev/null
            wait "$window_pid" 2>/dev/null
            window_pid=''
        fi
        ((failures > before)) || echo "ok: $case_name"
    done
    ((failures == 0))
}
