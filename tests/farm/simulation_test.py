"""Tests bench/farm_simulation.py, and that docs/reference/large-jobs.md has the tables that it prints.
Usage: simulation_test.py SOURCE
"""

import subprocess
import sys
import unittest
from dataclasses import replace
from pathlib import Path

SOURCE = Path(sys.argv.pop(1))
sys.dont_write_bytecode = True  # the source stays as it is
sys.path.insert(0, str(SOURCE / "bench"))

import farm_simulation as farm  # noqa: E402


class Even:
    """No machine differs, fails or waits for a network, for the time of a test."""

    CHANGES = {"SPEEDS": 0.0, "SLOW": 1.0, "HOURS_TO_FAILURE": 1e12, "LINK": 1e30, "ORIGIN_LINK": 1e30}

    def __enter__(self):
        self.old = {name: getattr(farm, name) for name in self.CHANGES}
        for name, value in self.CHANGES.items():
            setattr(farm, name, value)

    def __exit__(self, *_):
        for name, value in self.old.items():
            setattr(farm, name, value)


def job_of(seconds, count, folder=1e6, result=1e6):
    return farm.Job("", folder, 5.0, [farm.Task(seconds, result)] * count)


class Simulation(unittest.TestCase):
    def test_the_document_has_the_tables(self):
        run = [sys.executable, str(SOURCE / "bench/farm_simulation.py")]
        printed = subprocess.run(run, capture_output=True, text=True, check=True).stdout
        self.assertIn("\n" + printed, (SOURCE / "docs/reference/large-jobs.md").read_text())
        self.assertEqual(printed.count("\n| H100") + printed.count("\n| CPU"), 32)

    def test_machines_without_faults_do_what_arithmetic_says(self):
        with Even():
            for machines, count, rounds in ((1, 7, 7), (4, 8, 2), (4, 9, 3), (100, 10, 1)):
                outcome = farm.simulate(job_of(10.0, count), machines)
                self.assertAlmostEqual(outcome.seconds, 5 + 10 * rounds, places=6)
                self.assertAlmostEqual(outcome.busy_seconds, 10 * count, places=6)
                self.assertEqual(outcome.done, set(range(count)))

    def test_the_network_is_the_limit_where_it_is_slow(self):
        with Even():
            farm.ORIGIN_LINK = farm.LINK = 1e6
            outcome = farm.simulate(job_of(0.001, 100, folder=0.0, result=1e6), 10)
            self.assertAlmostEqual(outcome.seconds, 105, delta=1)
            self.assertEqual(outcome.result_bytes, 100e6)
            farm.LINK = 1e5  # of each machine: ten results of ten seconds
            self.assertAlmostEqual(farm.simulate(job_of(0.001, 100, 0.0), 10).seconds, 105, delta=1)
            outcome = farm.simulate(job_of(1.0, 20, folder=5e6, result=0.0), 10)
            self.assertEqual(outcome.folder_bytes, 10 * 5e6)

    def test_what_fails_is_done_again(self):
        with Even():
            farm.HOURS_TO_FAILURE = 0.2
            outcome = farm.simulate(job_of(120.0, 200), 20)
            self.assertGreater(outcome.failures, 10)
            self.assertEqual(outcome.done, set(range(200)))
            self.assertGreater(outcome.busy_seconds, 200 * 120)
            self.assertLessEqual(outcome.busy_seconds, 20 * outcome.seconds)

    def test_a_slow_machine_takes_fewer_tasks(self):
        with Even():
            farm.SLOW = 3.0
            even = farm.simulate(job_of(1.0, 400), 50).seconds
            coarse = farm.simulate(job_of(8.0, 50), 50).seconds
        self.assertLess(even, 5 + 400 / 50 + 3.1)
        self.assertAlmostEqual(coarse, 5 + 24, delta=1)

    def test_rings_come_before_what_needs_them(self):
        with Even():
            rings = [farm.Task(10.0, 1e6)] * 8
            job = farm.Job("", 0.0, 5.0, [farm.Task(2.0, 0.0, 0.0, 3e6)] * 8, rings)
            outcome = farm.simulate(job, 4)
            self.assertAlmostEqual(outcome.seconds, 5 + 20 + 4, places=6)
            self.assertEqual(outcome.folder_bytes, 24e6)
            self.assertEqual(outcome.result_bytes, 8e6)
            self.assertEqual(outcome.done, set(range(8)))

    def test_jobs_have_the_work_that_they_should(self):
        def seconds(job):
            return sum(task.seconds - farm.START_SECONDS for task in job.tasks)

        for kind in (farm.H100, farm.CPU):
            one, many = (farm.picture_job(kind, n, 65_535, 16, 20000) for n in (1, 1000))
            self.assertAlmostEqual(seconds(one) / seconds(many), 1, delta=0.001)
        self.assertAlmostEqual(
            seconds(farm.picture_job(farm.CPU, 1, 2048, 1, 20000)), farm.CORE_SECONDS[20000] / 16, delta=0.001
        )
        for film in (farm.LONG, farm.SLOW_ZOOM):
            apart, once = farm.film_job(farm.CPU, 16, film), farm.film_job(farm.CPU, 16, film, True)
            made = sum(task.seconds - farm.START_SECONDS for task in once.ring_tasks)
            overhead = sum(task.overhead for task in apart.tasks)
            self.assertAlmostEqual(seconds(once) + made, seconds(apart) - overhead, delta=1)
            self.assertGreater(sum(task.rings_bytes for task in once.tasks), 0)
        film, parts = farm.film_job(farm.CPU, 1), farm.film_job(farm.CPU, 16)
        self.assertEqual(len(farm.film_job(farm.CPU, 1000).tasks), 600)
        overhead = sum(task.overhead for task in parts.tasks)
        self.assertAlmostEqual(seconds(parts) - overhead, seconds(film), delta=1)
        self.assertEqual(sum(task.overhead for task in film.tasks), 0)
        faster = replace(farm.CPU, cores=32)
        self.assertAlmostEqual(seconds(farm.film_job(faster, 1)), seconds(film) / 2, delta=1)


if __name__ == "__main__":
    unittest.main()
