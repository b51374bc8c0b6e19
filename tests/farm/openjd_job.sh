#!/usr/bin/env bash
# A job whose tasks OpenJD's own program runs on this machine: the file is the one that Fathom makes alone, byte for byte.
# For scripts/prove openjd.
# Usage: openjd_job.sh SOURCE PROGRAM FOLDER
set -euo pipefail

program=$(readlink -f -- "$2")
work=$3
rm -rf -- "$work"
mkdir -p -- "$work"
place=(--re -0.7436438870 --im 0.1318259042 --zoom 4e4 --iterations 5000 --size 2000x1500 --device cpu)
"$program" render "${place[@]}" -o "$work/alone.png" --quiet
"$program" plan "${place[@]}" --tasks 6 -o "$work/job" --quiet
openjd run "$1/assets/farm/fathom.openjd.yaml" -p "JobFolder=$(readlink -f -- "$work/job")" -p Tasks=6 \
    -p "Program=$program" -p Device=cpu
"$program" join "$work/job" -o "$work/joined.png"
cmp "$work/alone.png" "$work/joined.png"
# A film as pictures, two of whose tasks make rings for the four others.
film=(--to "$1/assets/deep/e14.toml" --seconds 8 --fps 5 --size 160x90)
"$program" film "${film[@]}" --device cpu -o "$work/alone/%06d.png" --quiet
"$program" plan "${film[@]}" --device cpu --format png --tasks 4 --ring-tasks 2 -o "$work/film" --quiet
openjd run "$1/assets/farm/fathom_rings.openjd.yaml" -p "JobFolder=$(readlink -f -- "$work/film")" -p Tasks=6 \
    -p RingTasks=2 -p "Program=$program" -p Device=cpu
"$program" join "$work/film" -o "$work/joined/%06d.png"
diff -r "$work/alone" "$work/joined"
echo "6 tasks by OpenJD, $(stat -c %s "$work/joined.png") bytes, the same as alone"
