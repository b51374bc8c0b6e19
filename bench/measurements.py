#!/usr/bin/env python3
"""Writes docs/measurements.md from bench/results/*.json.

Usage: bench/measurements.py [--check]

h200.json holds, for each suite, what `fathom bench --suite SUITE --json FILE` wrote and the command.
two_cores.json holds what was measured by hand, others.json what other programs took.
--check writes nothing; the exit code is 1 where the page is not what the files give.
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/measurements.md"


def load(name):
    return json.loads((ROOT / "bench/results" / name).read_text())


def figure(value):
    """Three significant digits, with commas."""
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    digits = 3 if value == 0 else max(0, 2 - len(str(int(abs(value)))) + 1)
    if 0 < abs(value) < 0.1:
        digits = 4
    return f"{value:,.{digits}f}"


def table(heads, rows):
    """Columns of figures are right-aligned."""
    numeric = [all(not isinstance(row[i], str) for row in rows) for i in range(len(heads))]
    lines = ["| " + " | ".join(heads) + " |"]
    lines.append("| " + " | ".join("---:" if right else "---" for right in numeric) + " |")
    lines += ["| " + " | ".join(figure(cell) for cell in row) + " |" for row in rows]
    return lines + [""]


def device(row):
    return f"{row['device']} {row.get('instruction_set', '')}".strip()


def engines(run):
    suite = run["suites"]["engines"]
    slowest = {(r["type"], r["view"]): r["iterations_per_s"] for r in suite["engines"]
               if r["device"] == "reference" and not r["shortcuts"]}
    rows = [[r["view"], r["type"], device(r), r["iterations_per_s"] / 1e9, r["percent_of_ceiling"],
             r["iterations_per_s"] / slowest[r["type"], r["view"]]]
            for r in suite["engines"]
            if not r["shortcuts"] and device(r) in ("gpu0", "cpu AVX-512")
            and r["view"] != "seahorse-1e9"
            and (r["view"], r["type"]) != ("seahorse-1e5", "f32")]
    rows.sort(key=lambda row: (["interior", "whole", "seahorse-1e5"].index(row[0]), row[1]))
    return [
        "## How close are the engines to the hardware's limit?", "",
        f"`{suite['command']}`. The ceiling is the rate of independent FMA instructions,",
        "measured in the same run, over the instructions of one iteration. No shortcuts.", "",
        *table(["view", "type", "device", "G iterations/s", "% of ceiling", "times the reference loop"],
               rows)]


def tutorials(run):
    suite = run["suites"]["table"]
    if not all(row["agrees"] for row in suite["table"]):
        sys.exit("h200.json: devices differ in the table; find out why before this is published")
    sizes = sorted({row["n"] for row in suite["table"]})
    rows = []
    for name in ("gpu0", "cpu AVX-512"):
        times = {r["n"]: r["ms_compute"] for r in suite["table"] if device(r) == name}
        rows.append([f"Fathom, {name}"] + [times.get(n) for n in sizes])
    for tool in dict.fromkeys(row["tool"] for row in suite["published"]):
        times = {r["n"]: r["ms"] for r in suite["published"] if r["tool"] == tool}
        rows.append([tool] + [times.get(n) for n in sizes])
    return [
        "## How long does the tutorials' picture take?", "",
        f"`{suite['command']}`: n x n pixels of",
        "[-2.25, 0.75] x [-1.5, 1.5], 50 iterations, double; ms to compute the counts. TensorFlow and",
        "plain Python are a published table (Apple M1 Pro); the other programs ran on an H100 with 16",
        "cores, 2026-11-20.", "",
        *table(["program"] + [f"{n:,}" for n in sizes], rows)]


def deep(run, others):
    suite = run["suites"]["deep"]
    rows = [[r["place"], device(r), r["precision"], r["ms"]["reference"], r["ms"]["pixels"],
             r["ms"]["total"]] for r in suite["deep"] if r["instruction_set"] != "AVX2"]
    rows.sort(key=lambda row: row[1] != "gpu0")
    theirs = others["deep"]
    return [
        "## How long does a deep picture take?", "",
        f"`{suite['command']}`: 1920x1080, from a cold start. Place e50 has",
        "the zoom 1e50.", "",
        *table(["place", "device", "type", "orbit ms", "pixels ms", "total ms"], rows),
        f"Beside Fraktaler-3 2.1 (best settings, whole process), on {theirs['machine']}:",
        "",
        *table(["place", "Fathom ms", "Fraktaler-3 ms", "times"],
               [[r["place"], r["fathom_ms"], r["fraktaler_3_ms"],
                 r["fraktaler_3_ms"] / r["fathom_ms"]] for r in theirs["rows"]])]


def display(run, cores):
    suite = run["suites"]["interop"]
    rows = [[device(r), f"{r['width']}x{r['height']}", r["interop_fps"], r["host_fps"]]
            for r in suite["interop"]]
    return [
        "## How smooth is the window?", "",
        f"`{suite['command']}`: frames per second when every frame is computed anew.", "",
        *table(["device", "size", "with interop", "through host memory"], rows),
        f"1280x800 on {cores['machine']}:", "",
        *table(["what", "median ms", "longest ms", "goal", "date"],
               [[r["what"], r["median_ms"], r["longest_ms"], r["goal"], r["date"]]
                for r in cores["frames"]]),
        "A jump to another place, from the key to the end of the fade, on the same machine:", "",
        *table(["from", "to", "s", "date"],
               [[r["from"], r["to"], r["seconds"], r["date"]] for r in cores["jumps"]])]


def exports(run):
    suite = run["suites"]["export"]
    whole = [[r["what"], device(r), f"{r['width']:,} x {r['height']:,}", str(r["samples"]),
              r["ms"]["total"] / 1000,
              r["width"] * r["height"] / 1e3 / r["ms"]["total"]]
             for r in suite["export"] if "what" in r]
    writers = [[r["writer"], str(r["threads"]), r["megapixels_per_s"], r["peak_mib"]]
               for r in suite["export"] if "writer" in r]
    return [
        "## How long does a large PNG take?", "",
        f"`{suite['command']}`: from the first pixel to the closed file.", "",
        *table(["picture", "device", "pixels", "samples", "s", "megapixels/s"], whole),
        "The writer alone:", "",
        *table(["writer", "threads", "megapixels/s", "peak MiB"], writers)]


def films(run, others):
    suite = run["suites"]["film"]
    rows = [[r["film"], r["what"], str(r["frames"]), str(r["samples"]), r["ms"]["total"] / 1000,
             r["frames"] * 1000 / r["ms"]["total"]] for r in suite["film"]]
    theirs = others["films"]
    return [
        "## How long does a film take?", "",
        f"`{suite['command']}`: 1920x1080, 60 frames per second, not encoded (no",
        "FFmpeg there). \"Frame by frame\" is reckoned from 36 frames with 16 samples per pixel.", "",
        *table(["film", "how", "frames", "samples", "s", "frames/s"], rows),
        f"Beside other programs, on {theirs['machine']}: a zoom from 1 to 1e12,",
        "10 s of 30 frames per second, 640x360, PNG; user and system seconds of all processes.", "",
        *table(["program", "s"], [[r["program"], r["seconds"]] for r in theirs["rows"]])]


def types(run):
    suite = run["suites"]["types"]
    names = dict.fromkeys(row["type"] for row in suite["types"])
    by_device = {(device(r), r["type"]): r["ratio_to_double"] for r in suite["types"]}
    devices = ["gpu0", "cpu AVX-512"]
    return [
        "## How fast is each number type?", "",
        f"`{suite['command']}`: iterations per second in terms of `f64`.", "",
        *table(["type"] + devices,
               [[f"`{name}`"] + [by_device.get((d, name)) for d in devices] for name in names])]


def building(cores):
    return [
        "## How long do building and checking take?", "",
        f"On {cores['machine'].split(',')[0]}.", "",
        *table(["what", "measured", "goal", "date"],
               [[r["what"], r["value"], r["goal"], r["date"]] for r in cores["building"]])]


def page():
    run, cores, others = load("h200.json"), load("two_cores.json"), load("others.json")
    lines = [
        "# Measurements", "",
        "Current figures, one table for each question. `bench/measurements.py` writes this page from",
        "`bench/results`; how the figures came to be, and what was tried and left, is in",
        "[the notebook](../bench/notebook/README.md).", "",
        f"Unless a table says otherwise: {run['date']},",
        f"{run['machine']}.", "Medians; the machines are shared and noisy.", "",
        *tutorials(run), *engines(run), *deep(run, others), *display(run, cores), *exports(run),
        *films(run, others), *types(run), *building(cores)]
    return "\n".join(lines).rstrip("\n") + "\n"


def main():
    text = page()
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text() != text:
            sys.exit("docs/measurements.md is not what bench/measurements.py writes: run it")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        PAGE.write_text(text)


main()
