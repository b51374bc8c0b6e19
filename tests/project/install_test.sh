#!/usr/bin/env bash
# install_test.sh BUILD-FOLDER: cmake --install puts files where desktops look for them, and the desktop's own tools accept
# them. Skips itself (77) where one of those tools is missing, after everything else has passed.
set -euo pipefail
build_folder=$1
root=$(mktemp -d)
trap 'rm -rf -- "$root"' EXIT
failures=0

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

DESTDIR=$root cmake --install "$build_folder" --prefix /usr >"$root/log" || { cat "$root/log" && exit 1; }
share=$root/usr/share
for file in "$root/usr/bin/fathom" "$share/fathom/assets/"{palettes,places,farm/fathom_ray.py} \
    "$share/applications/fathom.desktop" "$share/icons/hicolor/"{256x256/apps/fathom.png,scalable/apps/fathom.svg} \
    "$share/metainfo/fathom.metainfo.xml" "$share/mime/packages/fathom.xml" "$share/thumbnailers/fathom.thumbnailer" \
    "$share/doc/fathom/"{README.md,LICENSE,guide/first-steps.md,pictures/first-start.jpg} \
    "$share/man/man1/"{fathom,fathom-render}.1.gz "$share/bash-completion/completions/fathom" \
    "$share/zsh/vendor-completions/_fathom" "$share/fish/vendor_completions.d/fathom.fish"; do
    [[ -e $file ]] || fail "${file#"$root"} is not installed"
done
[[ ! -e $share/fathom/assets/desktop ]] || fail "the desktop's files are installed a second time"
"$root/usr/bin/fathom" --version >/dev/null || fail "the installed program does not start"

# The program finds its files where it was installed, and draws what a file manager asks for.
place=("$share"/fathom/assets/places/*.toml)
exec_line=$(sed -n 's/^Exec=//p' "$share/thumbnailers/fathom.thumbnailer")
exec_line=${exec_line//%i/"'${place[0]}'"}
exec_line=${exec_line//%s/64}
exec_line=${exec_line//%o/"'$root/thumbnail'"}
env -u FATHOM_ASSETS PATH="$root/usr/bin:$PATH" bash -c "$exec_line" || fail "the thumbnailer's command fails"
[[ $(head -c 4 "$root/thumbnail") == $'\x89PNG' ]] || fail "the thumbnail is not a PNG file"

# Places and films are known by their first key.
for type in application/x-fathom-place application/x-fathom-film; do
    grep -q "^MimeType=.*$type;" "$share/applications/fathom.desktop" || fail "the desktop entry does not open $type"
    grep -q "<mediatype>$type<" "$share/metainfo/fathom.metainfo.xml" || fail "the metainfo does not name $type"
    grep -q "<mime-type type=\"$type\"" "$share/mime/packages/fathom.xml" || fail "$type is not defined"
done
version=$("$root/usr/bin/fathom" --version | sed -n '1s/^fathom \([0-9.]*\).*/\1/p')
grep -q "<release version=\"$version\"" "$share/metainfo/fathom.metainfo.xml" || fail "the metainfo lacks version $version"

# Bash offers the commands, the options of one, and their values.
completed() {
    bash -c 'source "$1"; COMP_WORDS=("${@:2}"); COMP_CWORD=$(($# - 2)); $(complete -p fathom | sed -E "s/.*-F ([^ ]+).*/\1/")
        printf "%s\n" "${COMPREPLY[@]}"' _ "$share/bash-completion/completions/fathom" "$@"
}
[[ $(completed fathom ren) == *render* ]] || fail "bash does not complete 'fathom ren'"
[[ $(completed fathom render --samp) == *--samples* ]] || fail "bash does not complete 'fathom render --samp'"
[[ $(completed fathom render --formula burning) == *burning-ship* ]] || fail "bash does not complete a formula's name"

missing=()
# Man pages without a fault of their macros.
if ! command -v groff >/dev/null; then
    missing+=(groff)
else
    for page in "$share/man/man1/"*.gz; do
        faults=$(zcat -- "$page" | groff -man -Tutf8 -ww 2>&1 >/dev/null)
        [[ -z $faults ]] || fail "$(basename -- "$page"): $faults"
    done
fi

# accept TOOL ARGUMENT...: the tool accepts the file.
accept() {
    if ! command -v "$1" >/dev/null; then
        missing+=("$1")
    elif ! "$@" >"$root/log" 2>&1; then
        cat "$root/log" >&2
        fail "$*"
    fi
}
accept xmllint --noout "$share/metainfo/fathom.metainfo.xml" "$share/mime/packages/fathom.xml"
accept desktop-file-validate "$share/applications/fathom.desktop"
# The project has no domain of its own that an id could be made of.
accept appstreamcli validate --no-net --override=cid-desktopapp-is-not-rdns=info "$share/metainfo/fathom.metainfo.xml"

((failures == 0)) || exit 1
if ((${#missing[@]} > 0)); then
    echo "SKIPPED: ${missing[*]} not found"
    exit 77
fi
echo "Everything is installed where it belongs."
