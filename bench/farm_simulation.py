#!/usr/bin/env python3
"""What large jobs need on 1, 16 and 1,000 machines: the tables of docs/reference/large-jobs.md.

    bench/farm_simulation.py            prints them, the same on every machine and every time

A simulation by events, not a measurement. Machines take tasks one after the other, as they do of Ray
or of Slurm: a machine fetches the job's folder before its first task, and sends each result back, both
over its own link and the one of the machine that holds the job. Machines differ in speed, some are
slow, and some fail: their task is begun anew by another one. Rates are measured, most on small
pictures (bench/notebook/films.md, at the dates below); what is only assumed is called so.
"""

from __future__ import annotations

import heapq
import math
import random
from dataclasses import dataclass, field, replace

# Measured: pixels of 1920x1080 on the H100, in ms, by `fathom bench --suite deep` (2026-11-25), and
# processor seconds of a core of the EPYC for 2048x2048, by `fathom render --device cpu` (2026-11-25;
# of e20000 five of 2,048 tasks of its 65,535 x 65,535), both by powers of ten of the zoom.
H100_MS = {50: 6.5, 113: 4.8, 533: 1.8, 1086: 6.6, 20000: 1.3}
CORE_SECONDS = {50: 7.7, 113: 7.3, 533: 3.8, 1086: 8.7, 20000: 3.1}
H100_NS = {depth: ms * 1e6 / (1920 * 1080) for depth, ms in H100_MS.items()}
CORE_NS = {depth: seconds * 1e9 / 2048**2 for depth, seconds in CORE_SECONDS.items()}
# Measured: reference orbits as files (`fathom orbit`), and what making them takes on the H100's host.
ORBIT_BYTES = {1086: 2_874_712, 20000: 455_514}
ORBIT_SECONDS = {1086: 0.35, 20000: 0.92}
# Measured: colouring, filtering and compressing a picture beside the GPU, 32,768 x 32,768 in 0.9 to 2 s
# (H200, 2026-11-24); bytes of a pixel of those five tasks' results; both for 8 bits a channel.
EXPORT_NS = 1.4
PICTURE_BYTES = 0.78
# Measured: FFmpeg's conversion and libx264, preset veryfast, 4 threads, 7680x4320, on the EPYC
# (2026-11-25): processor seconds of a frame, and its bytes.
ENCODE_SECONDS = 1.08
FRAME_BYTES = 0.5e6
# Measured: rings of the film to 1e50, 1920x1080, 2 samples a pixel, on the H100 (2026-11-25): 15.2 s for
# 332 levels, of 3 samples a pixel each as rings were then. On the EPYC's cores they took 2,640 s, of
# 2.25: 1.7 us a sample, what pictures say, too.
GPU_RING_FACTOR = 15.2e9 / (332 * 3.0 * 1920 * 1080) / (6.5e6 / (1920 * 1080))
# Measured: frames and their encoding, 660 s of a core for 3,600 of 1920x1080; by pixels, without encoding.
CORE_FRAME_SECONDS = 16 * 660 / 3600 - ENCODE_SECONDS
# Assumed: putting a frame of 8K together of its rings on a GPU.
GPU_FRAME_SECONDS = 0.01
# As the program has it, of four levels in an octave: the samples of a level's ring and of its share of
# an octave's middle by those of a frame's pixels, and how many lie beyond a task's own levels in its
# frames: of seven to ten levels, and a middle.
SAMPLES = 2  # a pixel of the film at least, unless it says otherwise
LEVELS_AN_OCTAVE = 4
LEVEL, MIDDLE = 0.436, 0.022
BEYOND = 8.5 * LEVEL + LEVELS_AN_OCTAVE * MIDDLE
RING_SAMPLE_BYTES = 20  # of a file of rings
# Measured: planning a film to 1e50 whose limits and colours are found, as often as there are levels now,
# 36 s of a core of the EPYC (2026-11-25).
PLAN_CORE_SECONDS = 36 / 665  # a level

# Assumed: networks, machines, prices.
LINK = 1.25e8  # bytes a second of each machine (1 Gbit/s)
ORIGIN_LINK = 1.25e9  # and of the one that holds the job (10 Gbit/s)
TASKS_A_MACHINE = 8
START_SECONDS = 1.0  # of a task before its first sample: process, device, orbit, jumps
SPEEDS = 0.1  # machines are that much faster or slower than measured
SLOW_EVERY, SLOW = 50, 3.0  # one machine of 50 takes three times as long
HOURS_TO_FAILURE = 100.0  # of one machine, on average
SECONDS_TO_NOTICE, SECONDS_AWAY = 30.0, 600.0


@dataclass(frozen=True)
class Kind:
    name: str
    cores: int
    gpu: bool
    dollars_an_hour: float  # assumed


H100 = Kind("H100, 16 cores", 16, True, 3.0)
CPU = Kind("CPU, 16 cores", 16, False, 0.7)


def rate(table: dict[int, float], depth: float) -> float:
    """Between the measured depths evenly, beyond them as at the next one."""
    depths = sorted(table)
    if depth <= depths[0]:
        return table[depths[0]]
    for low, high in zip(depths, depths[1:]):
        if depth <= high:
            return table[low] + (table[high] - table[low]) * (depth - low) / (high - low)
    return table[depths[-1]]


def sample_seconds(kind: Kind, depth: float) -> float:
    """Of one sample, on all of the machine."""
    if kind.gpu:
        return rate(H100_NS, depth) * 1e-9
    return rate(CORE_NS, depth) * 1e-9 / kind.cores


@dataclass(frozen=True)
class Task:
    seconds: float  # on a machine as measured
    result_bytes: float
    overhead: float = 0.0  # of these seconds, what one machine alone would not need
    rings_bytes: float = 0.0  # of rings that it is sent


@dataclass(frozen=True)
class Job:
    name: str
    folder_bytes: float
    plan_seconds: float
    tasks: list[Task]
    ring_tasks: list[Task] = field(default_factory=list)  # before all others


@dataclass
class Outcome:
    seconds: float = 0.0
    busy_seconds: float = 0.0
    folder_bytes: float = 0.0
    result_bytes: float = 0.0
    failures: int = 0
    done: set[int] = field(default_factory=set)


def picture_job(kind: Kind, machines: int, side: int, samples: int, depth: int) -> Job:
    """One picture, cut into rows: at least two a task, and at most 100,000 tasks."""
    count = min((side + 1) // 2, 100_000, TASKS_A_MACHINE * machines)
    pixels = side * side / count
    # Rows differ: a quarter of a task's time more or less, in a wave down the picture.
    tasks = []
    for number in range(count):
        wave = 1 + 0.25 * math.sin(2 * math.pi * (number + 0.5) / count)
        iterate = pixels * samples * sample_seconds(kind, depth) * wave
        export = pixels * EXPORT_NS * 1e-9
        seconds = START_SECONDS + (max(iterate, export) if kind.gpu else iterate)
        tasks.append(Task(seconds, pixels * PICTURE_BYTES))
    name = f"{side:,} x {side:,}, e{depth}, {samples} sample{'s' if samples > 1 else ''} per pixel"
    return Job(name, ORBIT_BYTES[depth], ORBIT_SECONDS[depth], tasks)


@dataclass(frozen=True)
class Film:
    name: str
    seconds: int
    width: int
    height: int
    depth: int


LONG = Film("film of 10 minutes, 7680 x 4320, to 1e1000", 600, 7680, 4320, 1000)
SLOW_ZOOM = Film("film of 10 minutes, 7680 x 4320, to 1e15", 600, 7680, 4320, 15)


def ring_seconds(kind: Kind, film: Film, depth: float) -> float:
    """Of all samples of a level."""
    samples = (LEVEL + MIDDLE) * SAMPLES * film.width * film.height
    return samples * sample_seconds(kind, depth) * (GPU_RING_FACTOR if kind.gpu else 1.0)


def film_job(kind: Kind, machines: int, film: Film = LONG, shared: bool = False) -> Job:
    """A film at 60 frames a second; `shared`: rings are made once, by tasks of their own."""
    frames, per_segment = 60 * film.seconds, 60
    levels = LEVELS_AN_OCTAVE * film.depth / math.log10(2)
    segments = frames // per_segment
    count = min(segments, 1 if machines == 1 else TASKS_A_MACHINE * machines)
    shared = shared and machines > 1
    level_bytes = (LEVEL + MIDDLE) * SAMPLES * film.width * film.height * RING_SAMPLE_BYTES
    tasks, ring_tasks = [], []
    for number in range(count):
        own = range(segments * number // count, segments * (number + 1) // count)
        at_level = [ring_seconds(kind, film, film.depth * (each + 0.5) / segments) for each in own]
        rings = levels / segments * sum(at_level)
        more_levels = BEYOND / (LEVEL + MIDDLE) if number + 1 < count else 0.0
        more = more_levels * at_level[-1]
        made = per_segment * len(own)
        encode = made * ENCODE_SECONDS / kind.cores
        together = made * (GPU_FRAME_SECONDS if kind.gpu else CORE_FRAME_SECONDS / kind.cores)
        sent = level_bytes * (levels * len(own) / segments + more_levels)

        def seconds(iterate: float) -> float:
            if kind.gpu:  # its host encodes beside it
                return max(iterate + together, encode)
            return iterate + together + encode

        if shared:
            ring_tasks.append(Task(START_SECONDS + rings, level_bytes * levels / count))
            tasks.append(Task(START_SECONDS + seconds(0.0), made * FRAME_BYTES, 0.0, sent))
        else:
            whole = seconds(rings + more)
            overhead = whole - seconds(rings)
            tasks.append(Task(START_SECONDS + whole, made * FRAME_BYTES, overhead))
    name = film.name + (", each ring once" if shared else "")
    plan = ORBIT_SECONDS[1086] + levels * PLAN_CORE_SECONDS / kind.cores
    return Job(name, ORBIT_BYTES[1086], plan, tasks, ring_tasks)


class Network:
    """One direction: what goes over the origin's link, and over that of one machine."""

    def __init__(self, machines: int) -> None:
        self.origin_free = 0.0
        self.free = [0.0] * machines

    def carry(self, now: float, machine: int, size: float) -> float:
        """When it has arrived; things go one after the other."""
        if len(self.free) == 1:  # which holds the job
            return now
        self.origin_free = max(now, self.origin_free) + size / ORIGIN_LINK
        self.free[machine] = max(now, self.free[machine]) + size / LINK
        return max(self.origin_free, self.free[machine])


def simulate(job: Job, machines: int, seed: int = 1) -> Outcome:
    """The job on that many machines of one kind: rings first, then the others."""
    if not job.ring_tasks:
        return simulate_tasks(job, machines, seed)
    rings = simulate_tasks(replace(job, tasks=job.ring_tasks, ring_tasks=[]), machines, seed)
    rest = simulate_tasks(replace(job, plan_seconds=0.0, ring_tasks=[]), machines, seed + 1)
    return Outcome(
        rings.seconds + rest.seconds,
        rings.busy_seconds + rest.busy_seconds,
        rings.folder_bytes + rest.folder_bytes,
        rings.result_bytes + rest.result_bytes,
        rings.failures + rest.failures,
        rest.done,
    )


def simulate_tasks(job: Job, machines: int, seed: int) -> Outcome:
    """Tasks that may be done in any order."""
    random_numbers = random.Random(seed)

    def life() -> float:
        return -math.log(1 - random_numbers.random()) * HOURS_TO_FAILURE * 3600

    speed, fails_at = [], []
    for machine in range(machines):
        speed.append(1 + SPEEDS * ((2 * machine + 1) / machines - 1))
        if machine % SLOW_EVERY == SLOW_EVERY - 1:
            speed[machine] *= SLOW
        # One that works alone keeps each segment and goes on after a failure.
        fails_at.append(job.plan_seconds + life() if machines > 1 else math.inf)
    outcome = Outcome(seconds=job.plan_seconds)
    down, up = Network(machines), Network(machines)
    has_folder = [False] * machines
    # Tasks by when they are there to be taken, machines by when they are free.
    waiting = [(0.0, number) for number in range(len(job.tasks))]
    free = [(job.plan_seconds, machine) for machine in range(machines)]
    while waiting:
        there, number = heapq.heappop(waiting)
        now, machine = heapq.heappop(free)
        now = max(now, there)
        if now >= fails_at[machine]:  # while it waited
            has_folder[machine] = False
            heapq.heappush(free, (max(now, fails_at[machine] + SECONDS_AWAY), machine))
            fails_at[machine] = max(now, fails_at[machine] + SECONDS_AWAY) + life()
            heapq.heappush(waiting, (there, number))
            continue
        task = job.tasks[number]
        begin = now
        if not has_folder[machine]:
            begin = down.carry(now, machine, job.folder_bytes)
            outcome.folder_bytes += job.folder_bytes if machines > 1 else 0
            has_folder[machine] = True
        if task.rings_bytes > 0:
            begin = down.carry(begin, machine, task.rings_bytes)
            outcome.folder_bytes += task.rings_bytes if machines > 1 else 0
        end = begin + task.seconds * speed[machine]
        if end > fails_at[machine]:
            outcome.failures += 1
            outcome.busy_seconds += max(0.0, fails_at[machine] - begin)
            has_folder[machine] = False
            heapq.heappush(waiting, (fails_at[machine] + SECONDS_TO_NOTICE, number))
            back = fails_at[machine] + SECONDS_AWAY
            heapq.heappush(free, (back, machine))
            fails_at[machine] = back + life()
            continue
        outcome.busy_seconds += end - begin
        outcome.result_bytes += task.result_bytes if machines > 1 else 0
        outcome.done.add(number)
        outcome.seconds = max(outcome.seconds, up.carry(end, machine, task.result_bytes))
        heapq.heappush(free, (end, machine))
    return outcome


def duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    if seconds < 100 * 3600:
        return f"{seconds / 3600:.1f} h"
    return f"{seconds / 86400:.1f} days"


def size(count: float) -> str:
    if count == 0:
        return "0"
    for unit, scale in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if count >= scale:
            return f"{count / scale:.3g} {unit}"
    return f"{count / 1e3:.3g} kB"


def row(kind: Kind, job: Job, machines: int) -> str:
    outcome = simulate(job, machines)
    hours = machines * outcome.seconds / 3600
    more = sum(task.overhead for task in job.tasks) / sum(task.seconds for task in job.tasks)
    count = len(job.tasks) + len(job.ring_tasks)
    cells = [
        kind.name,
        f"{machines:,}",
        f"{count:,}",
        duration(outcome.seconds),
        f"{100 * (1 - outcome.busy_seconds / (machines * outcome.seconds)):.0f} %",
        f"{100 * more:.0f} %",
        size(outcome.folder_bytes),
        size(outcome.result_bytes),
        f"{outcome.failures}",
        f"{hours:,.1f}",
        f"{hours * kind.dollars_an_hour:,.2f}",
    ]
    return "| " + " | ".join(cells) + " |"


HEAD = "| machines | count | tasks | time | idle | twice | sent | results | failures | hours | dollars |"


def tables() -> str:
    lines: list[str] = []
    jobs = (
        lambda kind, machines: picture_job(kind, machines, 65_535, 1, 20000),
        lambda kind, machines: picture_job(kind, machines, 65_535, 16, 20000),
        film_job,
        lambda kind, machines: film_job(kind, machines, LONG, True),
        lambda kind, machines: film_job(kind, machines, SLOW_ZOOM),
        lambda kind, machines: film_job(kind, machines, SLOW_ZOOM, True),
    )
    for job_for in jobs:
        many = job_for(H100, 16)
        lines += [f"**{many.name}**", "", HEAD, "|" + " --- |" * (HEAD.count("|") - 1)]
        alone = () if many.ring_tasks else (1,)  # nobody to share with
        for kind in (H100, CPU):
            lines += [row(kind, job_for(kind, n), n) for n in (*alone, 16, 1000)]
        lines.append("")
    return "\n".join(lines[:-1])


if __name__ == "__main__":
    print(tables())
