#!/usr/bin/env python3
"""Does the open tasks of a job folder, which 'fathom plan' makes, on a Ray cluster.

    fathom farm JOB --ray ADDRESS                    calls this file; so may you:
    python3 fathom_ray.py JOB --address ADDRESS

Nothing is shared but Ray's object store. What the folder holds goes there once, and each node
fetches it once; a task's result comes back as bytes and is written into JOB/results here. Where
tasks make rings that others need, these go into the object store, too, and each task is handed the
references of those that it reads, once they are there. GPUs and
the cores beside them work on the same tasks, since all engines give the same bits. A task whose
node dies is done by another, and a node that joins is given tasks. Ray places and repeats the
tasks; this file says which are for GPUs and which for CPUs.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

USAGE, FAILED, STOPPED = 2, 3, 130  # exit codes, Fathom's own
RESULTS = "results"  # the folder in a job that tasks write to
MOST_CORES = 4  # of a task on a CPU, unless somebody asks for more
MOST_TRIES = 3  # of a task that fails by itself, on whichever nodes
MOST_DEATHS = 20  # of nodes and workers under one task
SECONDS_TO_LOOK = 2.0  # between two looks for nodes that came or went
SECONDS_AFTER_FAILURE = 5  # so that a broken node does not fail one task after the other

NO_RAY = "Ray is not installed for this python3: 'python3 -m pip install ray' gets it"
NO_CLUSTER = (
    "there is no Ray cluster at {} ({}): 'ray start --head' starts one, and the address 'local' "
    "takes this machine alone"
)


class Failure(Exception):
    """One sentence for the user, and an exit code."""

    def __init__(self, sentence: str, code: int = FAILED) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass
class Outcome:
    """What came of a task on a node."""

    code: int
    node: str
    words: str  # the program's last line on standard error
    files: dict[str, bytes]  # below RESULTS


def complain(sentence: str) -> None:
    print(f"fathom: {sentence}", file=sys.stderr)


def folder_files(folder: Path) -> dict[str, bytes]:
    """All files below a folder by their paths in it."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def job_files(job: Path) -> dict[str, bytes]:
    """What a task needs of a job: everything but results."""
    files = folder_files(job)
    return {name: data for name, data in files.items() if not name.startswith(RESULTS + "/")}


def do_task(
    files: dict[str, bytes],
    number: int,
    program: str,
    options: list[str],
    names: tuple[str, ...] = (),
    *contents: bytes,
) -> Outcome:
    """Runs on a node: one task, in a folder of its own. `contents` are those of the files `names`,
    which other tasks have made."""
    node = socket.gethostname()
    taken = dict(zip(names, contents))
    with tempfile.TemporaryDirectory(prefix="fathom-task-") as folder:
        results = Path(folder) / RESULTS
        results.mkdir()
        for name, data in [*files.items(), *taken.items()]:
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        command = [program, "task", folder, str(number), "--quiet", *options]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            words = f"{program} cannot be started there ({error.strerror}): have Fathom in its PATH"
            return Outcome(USAGE, node, words + " or name it with --program", {})
        if run.returncode != 0:
            time.sleep(SECONDS_AFTER_FAILURE)
        words = (run.stderr.strip().splitlines() or [f"ended with code {run.returncode}"])[-1]
        words = words.removeprefix("fathom: ")
        made = folder_files(results) if run.returncode == 0 else {}
        made = {name: data for name, data in made.items() if f"{RESULTS}/{name}" not in taken}
        return Outcome(run.returncode, node, words, made)


def ask(own_program: str, *words: str) -> dict[str, Any]:
    """What Fathom answers here."""
    command = [own_program, *words, "--json"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Failure(f"{own_program} cannot be started: {error.strerror}") from error
    if run.returncode != 0:
        raise Failure(run.stderr.strip().removeprefix("fathom: "), run.returncode)
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def keep(job: Path, outcome: Outcome) -> None:
    """Writes a task's files, whole or not at all, what tells of the others last."""
    for name, data in sorted(outcome.files.items(), key=lambda file: -len(Path(file[0]).parts)):
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise Failure(f"{outcome.node} sent a result called {name!r}, which is none of a job's")
        path = job / RESULTS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            part.write_bytes(data)
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise Failure(f"{path}: {error.strerror}; the same command goes on later") from error


class Farm:
    """The tasks of one job on one cluster."""

    def __init__(self, ray: Any, options: argparse.Namespace) -> None:
        self.ray = ray
        self.options = options
        self.job = Path(options.job)
        cores = (int(node.get("CPU", 0)) for node in self.nodes())
        self.cores = options.threads or min([MOST_CORES, *(n for n in cores if n > 0)])
        self.remote = ray.remote(do_task)
        self.waiting: deque[int] = deque()
        self.flying: dict[Any, tuple[int, str]] = {}  # a future: the task, and on what it runs
        self.tries: Counter[int] = Counter()
        self.done: set[int] = set()
        self.failed: dict[int, str] = {}
        self.rings = 0  # tasks up to this one make rings
        self.open_rings: set[int] = set()
        self.needs: dict[int, list[int]] = {}  # of which tasks a task needs the rings
        self.stored: dict[str, Any] = {}  # rings in the object store
        self.answer: dict[str, float] = {}  # for --json

    def nodes(self) -> list[dict[str, float]]:
        """What each living node has."""
        return [node["Resources"] for node in self.ray.nodes() if node["Alive"]]

    def places(self) -> dict[str, int]:
        """How many tasks can run at a time, on GPUs and on the cores beside them."""
        device = self.options.device
        found = {"gpu": 0, "cpu": 0}
        for node in self.nodes():
            gpus = int(node.get("GPU", 0)) if device == "auto" or device.startswith("gpu") else 0
            found["gpu"] += gpus
            if not device.startswith("gpu"):
                found["cpu"] += max(0, int(node.get("CPU", 0)) - gpus) // self.cores
        return found

    def next_task(self) -> int | None:
        """The first that waits and has all that it needs."""
        for number in self.waiting:
            if number > self.rings and self.open_rings:
                if number not in self.needs:
                    self.needs[number] = self.ask_needs(number)["tasks"]
                if self.open_rings.intersection(self.needs[number]):
                    continue
            self.waiting.remove(number)
            return number
        return None

    def ask_needs(self, number: int) -> dict[str, Any]:
        return ask(self.options.own_program, "task", str(self.job), str(number), "--needs")

    def rings_for(self, number: int) -> dict[str, Any]:
        """The files of rings that a task reads, as references; nothing at all if one is lost."""
        if self.rings == 0 or number <= self.rings:
            return {}
        needs = self.ask_needs(number)
        for lost in set(needs["missing"]) - self.open_rings:
            self.waiting.appendleft(lost)
            self.open_rings.add(lost)
            self.done.discard(lost)
        if needs["missing"]:
            self.needs[number] = needs["tasks"]
            raise LookupError
        for name in needs["files"]:
            if name not in self.stored:
                self.stored[name] = self.ray.put((self.job / name).read_bytes())
        return {name: self.stored[name] for name in needs["files"]}

    def start(self, files: Any, number: int, kind: str) -> None:
        """Hands a task to Ray."""
        try:
            rings = self.rings_for(number)
        except LookupError:
            self.waiting.append(number)
            return
        if kind == "gpu":
            wants = {"num_gpus": 1, "num_cpus": 1}
            words = ["--device", self.options.device]
        else:
            wants = {"num_gpus": 0, "num_cpus": self.cores}
            device = "cpu" if self.options.device == "auto" else self.options.device
            words = ["--device", device, "--threads", str(self.cores)]
        call = self.remote.options(max_retries=MOST_DEATHS, **wants)
        program = self.options.program
        future = call.remote(files, number, program, words, tuple(rings), *rings.values())
        self.flying[future] = (number, kind)

    def fill(self, files: Any) -> None:
        """Keeps every place busy; at the end GPUs also do what is still on CPUs."""
        places = self.places()
        for kind in ("gpu", "cpu"):
            if places[kind] == 0:  # its last node has gone
                for future in [f for f, (_, on) in self.flying.items() if on == kind]:
                    self.waiting.appendleft(self.flying.pop(future)[0])
                    self.ray.cancel(future)
            free = places[kind] - sum(on == kind for _, on in self.flying.values())
            while free > 0 and (number := self.next_task()) is not None:
                self.start(files, number, kind)
                free -= 1
            if kind == "gpu":
                running = Counter(number for number, _ in self.flying.values())
                slow = [n for n, on in self.flying.values() if on == "cpu" and running[n] == 1]
                for again in slow[: max(free, 0)]:
                    self.start(files, again, kind)

    def take(self, future: Any) -> None:
        """Looks at what came of a task."""
        number, _ = self.flying.pop(future)
        try:
            outcome = self.ray.get(future)
        except self.ray.exceptions.TaskCancelledError:
            return
        except self.ray.exceptions.RayError as error:
            outcome = Outcome(FAILED, "Ray", str(error).strip().splitlines()[0], {})
        if number in self.done:
            return
        if outcome.code == USAGE:
            raise Failure(f"task {number} on {outcome.node}: {outcome.words}", USAGE)
        if outcome.code == 0 and outcome.files:
            keep(self.job, outcome)
            self.done.add(number)
            self.open_rings.discard(number)
            self.failed.pop(number, None)
            self.waiting = deque(n for n in self.waiting if n != number)
            for other in [f for f, (n, _) in self.flying.items() if n == number]:
                self.flying.pop(other)
                self.ray.cancel(other)
            return
        self.tries[number] += 1
        if self.tries[number] < MOST_TRIES:
            self.waiting.append(number)
        else:
            self.failed[number] = f"{outcome.node}: {outcome.words}"

    def run(self) -> int:
        """Does what is open; the exit code."""
        left = ask(self.options.own_program, "join", str(self.job), "--missing")
        numbers = [int(number) for number in left["left"]]
        self.waiting.extend(numbers)
        self.rings = int(left.get("ring_tasks", 0))
        self.open_rings = {number for number in numbers if number <= self.rings}
        files = self.ray.put(job_files(self.job))
        began = time.monotonic()
        while self.waiting or self.flying:
            self.fill(files)
            self.tell(len(numbers))
            if not self.flying:
                stuck = self.open_rings and self.open_rings.issubset(self.failed)
                if stuck and any(self.places().values()):
                    break  # what waits needs the rings of what failed
                time.sleep(SECONDS_TO_LOOK)  # until a node comes
                continue
            ready, _ = self.ray.wait(list(self.flying), timeout=SECONDS_TO_LOOK)
            for future in ready:
                if future in self.flying:
                    self.take(future)
        self.tell(len(numbers), "\n")
        self.answer = {
            "tasks": len(numbers),
            "done": len(self.done),
            "seconds": round(time.monotonic() - began, 3),
        }
        for number, words in sorted(self.failed.items()):
            complain(f"task {number} failed {MOST_TRIES} times, last on {words}")
        return FAILED if self.failed else 0

    def tell(self, of: int, end: str = "") -> None:
        """How far it is, on a terminal."""
        if not self.options.quiet and sys.stderr.isatty():
            text = f"\r{len(self.done)} of {of} tasks done, {len(self.nodes())} nodes "
            print(text, end=end, file=sys.stderr, flush=True)


def parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("job", metavar="JOB", help="a folder that 'fathom plan' made")
    parser.add_argument("--address", default="auto", help="HOST:PORT of the cluster, or local")
    parser.add_argument("--device", default="auto", help="of 'fathom task' (auto: GPUs and CPUs)")
    parser.add_argument("--threads", type=int, default=0, help="cores of a task on a CPU (up to 4)")
    parser.add_argument("--program", default="fathom", help="Fathom as nodes have it")
    parser.add_argument("--own-program", default="fathom", help="Fathom as this machine has it")
    parser.add_argument("--json", action="store_true", help="print one JSON object at the end")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    return parser.parse_args(words)


def look_for(address: str) -> None:
    """Fails at once where nobody listens; Ray would try for many minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def farm(options: argparse.Namespace) -> int:
    if not Path(options.job).is_dir():
        raise Failure(f"{options.job} is no folder: 'fathom plan' makes one", USAGE)
    try:
        import ray
    except ImportError as error:
        raise Failure(NO_RAY) from error
    # Ray tells of nodes that die, with many lines of their logs, on standard output.
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        try:
            look_for(options.address)
            ray.init(address=options.address, log_to_driver=False, logging_level="error")
        except (OSError, ValueError, RuntimeError) as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            raise Failure(NO_CLUSTER.format(options.address, reason)) from error
        # As Ctrl+C; Ray has just set one of its own.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            work = Farm(ray, options)
            code = work.run()
        finally:
            ray.shutdown()
    if options.json:
        print(json.dumps(work.answer))
    return code


def main() -> int:
    options = parse(sys.argv[1:])
    try:
        return farm(options)
    except KeyboardInterrupt:
        complain("stopped; what is done is kept, and the same command goes on")
        return STOPPED
    except Failure as failure:
        complain(str(failure))
        return failure.code


if __name__ == "__main__":
    sys.exit(main())
