"""Tests assets/farm/fathom_ray.py with a Ray of the test's own, which runs tasks in this process one
after the other, and a Fathom of the test's own.
Usage: ray_test.py SOURCE
"""

import contextlib
import importlib.util
import io
import json
import os
import stat
import sys
import tempfile
import types
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(1))
sys.dont_write_bytecode = True  # the source stays as it is

# A job is a folder with the file "count"; task K writes results/K.part from the file "orbit". With the
# file "rings", tasks up to that number write results/rings/K.ring besides, and each other one needs
# those of tasks 1 and K modulo their number.
FATHOM = r"""#!/bin/sh
job=$2
missing=
left=0
for k in $(seq "$(cat "$job/count")"); do
    if [ ! -e "$job/results/$k.part" ]; then
        missing="$missing${missing:+, }$k"
        left=$((left + 1))
    fi
done
rings=$(cat "$job/rings" 2>/dev/null || echo 0)
if [ "$1" = join ]; then
    echo "{\"left\": [$missing], \"ring_tasks\": $rings}"
    exit
fi
number=$3
first=$((number % (rings + 1)))
if [ "$4" = --needs ]; then
    absent=
    [ -e "$job/results/rings/1.ring" ] || absent=1
    echo "{\"tasks\": [1, $first], \"missing\": [$absent], \"files\": [\"results/rings/1.ring\"]}"
    exit
fi
shift 2
echo "$* of $left" >>"$CALLS"
if [ "$number" = "$BROKEN" ]; then
    printf 'warning: old\nfathom: the disk is full\n' >&2
    exit 3
fi
if [ "$number" = "$OTHER_VERSION" ]; then
    echo "fathom: planned by Fathom 1 and this is Fathom 2" >&2
    exit 2
fi
if [ "$number" -le "$rings" ]; then
    mkdir -p "$job/results/rings"
    echo "ring $number" >"$job/results/rings/$number.ring"
elif [ "$rings" -gt 0 ] && [ "$(cat "$job/results/rings/1.ring")" != "ring 1" ]; then
    echo "fathom: the rings of task 1 are missing" >&2
    exit 2
fi
{ cat "$job/orbits/orbit" && printf ' %d' "$number"; } >"$job/results/$number.part"
"""


class Cancelled(Exception):
    pass


class FakeRay(types.ModuleType):
    """What fathom_ray.py uses of Ray. `script` is called before each wait."""

    def __init__(self, nodes, script=None):
        super().__init__("ray")
        self.exceptions = types.SimpleNamespace(RayError=Exception, TaskCancelledError=Cancelled)
        self.alive = dict(nodes)
        self.script = script or (lambda ray: None)
        self.objects = {}
        self.started = []
        self.most = {"gpu": 0, "cpu": 0}

    def init(self, **options):
        self.options = options

    def shutdown(self):
        pass

    def nodes(self):
        return [{"Alive": True, "Resources": has} for has in self.alive.values()]

    def put(self, value):
        return value

    def remote(self, function):
        ray = self

        class Call:
            def options(self, **wants):
                self.wants = wants
                return self

            def remote(self, *arguments):
                kind = "gpu" if self.wants["num_gpus"] else "cpu"
                future = object()
                ray.objects[future] = (kind, lambda: function(*arguments))
                ray.started.append((arguments[1], kind, self.wants["num_cpus"]))
                flying = [k for k, _ in ray.objects.values()]
                ray.most = {k: max(n, flying.count(k)) for k, n in ray.most.items()}
                return future

        return Call()

    def wait(self, futures, timeout):
        self.script(self)
        return futures[:1], futures[1:]

    def get(self, future):
        return self.objects.pop(future)[1]()

    def cancel(self, future):
        self.objects.pop(future)


class RayFile(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        root = Path(self.folder.name)
        self.program = root / "fathom"
        self.program.write_text(FATHOM)
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)
        self.calls = root / "calls"
        self.calls.touch()
        self.job = root / "job"
        (self.job / "orbits").mkdir(parents=True)
        (self.job / "orbits/orbit").write_bytes(b"orbit")
        self.environment = {"CALLS": str(self.calls)}

    def run_farm(self, ray, count, *options):
        (self.job / "count").write_text(str(count))
        (self.job / "results").mkdir(exist_ok=True)
        spec = importlib.util.spec_from_file_location("fathom_ray", SOURCE / "assets/farm/fathom_ray.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules["fathom_ray"] = module
        spec.loader.exec_module(module)
        module.SECONDS_AFTER_FAILURE = module.SECONDS_TO_LOOK = 0
        sys.modules["ray"] = ray
        old, out, err = dict(os.environ), io.StringIO(), io.StringIO()
        os.environ.update(self.environment)
        programs = [f"--program={self.program}", f"--own-program={self.program}"]
        sys.argv = ["fathom_ray.py", str(self.job), "--json", *programs, *options]
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = module.main()
        finally:
            os.environ.clear()
            os.environ.update(old)
        self.out, self.err = out.getvalue(), err.getvalue()
        return code

    def results(self):
        return {path.name: path.read_bytes() for path in (self.job / "results").iterdir()}

    def whole(self, count):
        return {f"{k}.part": b"orbit %d" % k for k in range(1, count + 1)}

    def test_does_what_is_open_in_folders_of_their_own(self):
        (self.job / "results").mkdir()
        (self.job / "results/2.part").write_bytes(b"orbit 2")
        ray = FakeRay({"a": {"CPU": 8.0}, "b": {"CPU": 5.0}})
        self.assertEqual(self.run_farm(ray, 9), 0, self.err)
        self.assertEqual(self.results(), self.whole(9))
        told = json.loads(self.out)
        self.assertEqual((told["tasks"], told["done"]), (8, 8))
        calls = self.calls.read_text().splitlines()
        self.assertEqual(len(calls), 8)
        # Four cores a task, so two and one at a time; a task's folder has no results of others.
        self.assertEqual(ray.most, {"gpu": 0, "cpu": 3})
        self.assertEqual(calls[0], "1 --quiet --device cpu --threads 4 of 9")
        self.assertEqual(self.run_farm(ray, 9), 0)
        self.assertEqual(json.loads(self.out)["tasks"], 0)

    def test_gpus_and_the_cores_beside_them_work_on_the_same_tasks(self):
        nodes = {"a": {"CPU": 16.0, "GPU": 2.0}, "b": {"CPU": 2.0}}
        ray = FakeRay(nodes)
        self.assertEqual(self.run_farm(ray, 40), 0, self.err)
        self.assertEqual(self.results(), self.whole(40))
        self.assertEqual(ray.most, {"gpu": 2, "cpu": 8})  # (16 - 2) / 2 + 1, of two cores each
        self.assertIn("--device auto of", self.calls.read_text())
        for device, most in (("cpu", {"gpu": 0, "cpu": 9}), ("gpu0", {"gpu": 2, "cpu": 0})):
            for result in (self.job / "results").iterdir():
                result.unlink()
            ray = FakeRay(nodes)
            self.assertEqual(self.run_farm(ray, 40, "--device", device), 0, self.err)
            self.assertEqual(ray.most, most)
            self.assertEqual(self.results(), self.whole(40))

    def test_an_idle_gpu_repeats_what_cpus_have_not_finished(self):
        ray = FakeRay({"a": {"CPU": 5.0, "GPU": 1.0}}, None)
        self.assertEqual(self.run_farm(ray, 2), 0, self.err)
        self.assertEqual(self.results(), self.whole(2))
        self.assertEqual([call[:2] for call in ray.started], [(1, "gpu"), (2, "cpu"), (2, "gpu")])
        self.assertEqual(ray.objects, {})  # the other one was given up

    def test_nodes_come_and_go(self):
        seen = []

        def script(ray):
            seen.append(len(ray.objects))
            if len(seen) == 2:
                ray.alive["b"] = {"CPU": 8.0}
            if len(seen) == 6:
                del ray.alive["b"]
                ray.alive["c"] = {"CPU": 1.0, "GPU": 1.0}
            if len(seen) == 9:
                del ray.alive["c"]  # with the only GPU, and a task on it

        ray = FakeRay({"a": {"CPU": 4.0}}, script)
        self.assertEqual(self.run_farm(ray, 20), 0, self.err)
        self.assertEqual(self.results(), self.whole(20))
        self.assertEqual(seen[:4], [1, 1, 3, 3])
        self.assertEqual(json.loads(self.out)["done"], 20)

    def test_a_task_that_fails_is_tried_three_times_and_named(self):
        self.environment["BROKEN"] = "3"
        ray = FakeRay({"a": {"CPU": 4.0}})
        self.assertEqual(self.run_farm(ray, 5), 3)
        self.assertEqual(sorted(self.results()), ["1.part", "2.part", "4.part", "5.part"])
        self.assertEqual(sum(call[0] == 3 for call in ray.started), 3)
        self.assertRegex(self.err, r"^fathom: task 3 failed 3 times, last on \S+: the disk is full\n$")
        self.assertEqual(json.loads(self.out)["done"], 4)
        del self.environment["BROKEN"]
        self.assertEqual(self.run_farm(ray, 5), 0)  # and the same command goes on
        self.assertEqual(self.results(), self.whole(5))

    def with_rings(self, rings):
        (self.job / "rings").write_text(str(rings))
        return FakeRay({"a": {"CPU": 16.0}})

    def parts(self):
        return {n: data for n, data in self.results_of_files().items() if n.endswith(".part")}

    def results_of_files(self):
        return {p.name: p.read_bytes() for p in (self.job / "results").rglob("*") if p.is_file()}

    def test_rings_are_made_first_and_handed_on(self):
        ray = self.with_rings(2)
        self.assertEqual(self.run_farm(ray, 8), 0, self.err)
        self.assertEqual(self.parts(), self.whole(8))
        order = [number for number, _, _ in ray.started]
        self.assertEqual(order[:2], [1, 2])
        self.assertEqual(self.results_of_files()["1.ring"], b"ring 1\n")
        self.assertEqual(len(order), 8)

    def test_a_lost_ring_is_made_again(self):
        self.assertEqual(self.run_farm(self.with_rings(2), 4), 0, self.err)
        (self.job / "results/rings/1.ring").unlink()
        (self.job / "results/4.part").unlink()
        ray = self.with_rings(2)
        self.assertEqual(self.run_farm(ray, 4), 0, self.err)
        self.assertEqual([number for number, _, _ in ray.started], [1, 4])
        self.assertEqual(self.parts(), self.whole(4))

    def test_what_needs_rings_that_failed_is_left(self):
        self.environment["BROKEN"] = "1"
        ray = self.with_rings(2)
        self.assertEqual(self.run_farm(ray, 6), 3)
        self.assertEqual(sorted(self.parts()), ["2.part"])
        self.assertIn("task 1 failed 3 times", self.err)

    def test_another_version_ends_it_at_once(self):
        self.environment["OTHER_VERSION"] = "1"
        self.assertEqual(self.run_farm(FakeRay({"a": {"CPU": 4.0}}), 5), 2)
        self.assertRegex(self.err, r"^fathom: task 1 on \S+: planned by Fathom 1 and this is Fathom 2\n$")

    def test_a_node_without_fathom_is_named(self):
        code = self.run_farm(FakeRay({"a": {"CPU": 4.0}}), 1, "--program", "/nowhere/fathom")
        self.assertEqual(code, 2)
        self.assertRegex(self.err, r"^fathom: task 1 on \S+: /nowhere/fathom cannot be started there \(")

    def test_a_result_does_not_leave_its_folder(self):
        for name in ("../../x.part", "/tmp/x.part"):
            ray = FakeRay({"a": {"CPU": 4.0}})
            ray.get = lambda future, name=name: types.SimpleNamespace(
                code=0, node="evil", words="", files={name: b""}
            )
            self.assertEqual(self.run_farm(ray, 1), 3)
            self.assertIn("evil sent a result called", self.err)
            self.assertEqual(self.results(), {})

    def test_a_full_disk_is_told(self):
        (self.job / "results").mkdir()
        (self.job / "results/1.part").mkdir()  # nothing can take its place

        def lose(ray):
            with contextlib.suppress(OSError):
                (self.job / "results/1.part/x").touch()

        ray = FakeRay({"a": {"CPU": 4.0}}, lose)
        ray.get = lambda future: types.SimpleNamespace(code=0, node="", words="", files={"1.part": b"x"})
        self.assertEqual(self.run_farm(ray, 2), 3)
        self.assertRegex(self.err, r"^fathom: .*results/1\.part: .+; the same command goes on later\n$")
        self.assertEqual([p.name for p in (self.job / "results").iterdir()], ["1.part"])

    def test_what_is_missing_is_told(self):
        self.assertEqual(self.run_farm(FakeRay({}), 1, "--address", "127.0.0.1:1"), 3)
        self.assertIn("there is no Ray cluster at 127.0.0.1:1 (", self.err)
        self.assertEqual(self.run_farm(None, 1), 3)
        self.assertIn("'python3 -m pip install ray'", self.err)
        ray = FakeRay({})
        ray.init = lambda **_: (_ for _ in ()).throw(KeyboardInterrupt)
        self.assertEqual(self.run_farm(ray, 1), 130)
        self.assertEqual(self.err.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
