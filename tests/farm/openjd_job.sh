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
echo "6 tasks by OpenJD, $(stat -c %s "$work/joined.png") bytes, the same as alone"
