#!/usr/bin/env bash
# Makes the gallery's thumbnails again: assets/places/NAME.png for each NAME.toml there, 192 x 120 pixels. Needed
# when a place has changed; tests/render/places/gallery_test.cpp tells.
# Usage: scripts/thumbnails.sh [PROGRAM] [NAME...]      (PROGRAM: build/bin/fathom)
set -euo pipefail
cd -- "$(dirname -- "$0")/.."

program=$(readlink -f -- "${1:-build/bin/fathom}")
[[ -x $program ]] || {
    echo "there is no program $program: build it, or name another" >&2
    exit 2
}
command -v convert >/dev/null || {
    echo "ImageMagick's convert is missing: install imagemagick" >&2
    exit 2
}
names=("${@:2}")
if ((${#names[@]} == 0)); then
    for file in assets/places/*.toml; do
        names+=("$(basename -- "$file" .toml)")
    done
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
for name in "${names[@]}"; do
    FATHOM_ASSETS=$PWD/assets "$program" render --quiet --location "assets/places/$name.toml" --size 192x120 \
        --samples 16 -o "$work/$name.png"
    # 64 colours, dithered, are enough for a thumbnail and a third of the bytes.
    convert "$work/$name.png" -strip -colors 64 -define png:compression-level=9 "png8:$work/$name-small.png"
    mv -- "$work/$name-small.png" "assets/places/$name.png"
done
echo "${#names[@]} thumbnails, $(du -cb assets/places/*.png | tail -n 1 | cut -f 1) bytes."
