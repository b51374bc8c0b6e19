#!/usr/bin/env python3
"""The table of 'fathom bench --suite table' with the Python libraries that people know.

The work: n x n pixels over x in [-2.25, 0.75], y in [-1.5, 1.5], 50 iterations, double. Each
library that is installed does it the way its tutorials do; what is missing is skipped, and said so.

    bench/rivals.py                            what is installed, all sizes
    bench/rivals.py --fathom build/release/bin/fathom --json rivals.json

Times are medians in milliseconds after a run to warm up: 'compute' until the counts are in the
library's own memory, 'with copy' until they are in the host's. Counts are compared pixel by pixel:
libraries that round c or z differently may disagree at a few pixels on the boundary.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

try:
    import numpy as np
except ImportError:
    sys.exit("rivals.py: NumPy is missing; install python3-numpy")

ITERATIONS = 50
LARGEST_COMPARED = 2500

# Escape index of each pixel: the first n with |z_n| > 2 (z_0 = 0), or 0 if there is none up to 50.
CUDA_SOURCE = r"""
extern "C" __global__ void mandelbrot(int *counts, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    const double step = 3.0 / n;
    const double cx = -2.25 + (x + 0.5) * step;
    const double cy = 1.5 - (y + 0.5) * step;
    double zx = 0, zy = 0;
    int escaped = 0;
    for (int k = 1; k <= 50; ++k) {
        const double t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
        if (zx * zx + zy * zy > 4) {
            escaped = k;
            break;
        }
    }
    counts[y * n + x] = escaped;
}
"""


def axes(n):
    """Real parts from the left, imaginary parts from the top, at the pixels' centres."""
    places = (np.arange(n) + 0.5) * (3.0 / n)
    return -2.25 + places, 1.5 - places


def plane(n):
    re, im = axes(n)
    return re[np.newaxis, :] + 1j * im[:, np.newaxis]


def escape_index(stayed):
    """From the number of steps that a pixel stayed within the bailout."""
    return np.where(stayed == ITERATIONS, 0, stayed + 1).astype(np.int32)


class Rival:
    """One library. The constructor raises if it cannot be used here."""

    def prepare(self, n):
        """What a program would have ready before: the plane, compiled code."""

    def compute(self):
        """Does the work and waits for its end."""

    def to_host(self):
        """The result as a NumPy array, in whatever form compute() left it."""

    def counts(self, host):
        return escape_index(host)


class PlainPython(Rival):
    def prepare(self, n):
        re, im = axes(n)
        self.re, self.im = re.tolist(), im.tolist()

    def compute(self):
        self.result = [[self.pixel(complex(x, y)) for x in self.re] for y in self.im]

    @staticmethod
    def pixel(c):
        z = 0j
        for k in range(1, ITERATIONS + 1):
            z = z * z + c
            if z.real * z.real + z.imag * z.imag > 4:
                return k
        return 0

    def to_host(self):
        return np.array(self.result, dtype=np.int32)

    def counts(self, host):
        return host


class NumPy(Rival):
    def prepare(self, n):
        self.c = plane(n)

    def compute(self):
        z = np.zeros_like(self.c)
        self.result = np.zeros(self.c.shape, dtype=np.int32)
        with np.errstate(over="ignore", invalid="ignore"):
            for _ in range(ITERATIONS):
                z = z * z + self.c
                self.result += z.real * z.real + z.imag * z.imag <= 4

    def to_host(self):
        return self.result


class Numba(Rival):
    def __init__(self):
        import numba

        @numba.njit(parallel=True)
        def work(counts):
            n = counts.shape[0]
            step = 3.0 / n
            for y in numba.prange(n):
                cy = 1.5 - (y + 0.5) * step
                for x in range(n):
                    cx = -2.25 + (x + 0.5) * step
                    zx = zy = 0.0
                    escaped = 0
                    for k in range(1, ITERATIONS + 1):
                        zx, zy = zx * zx - zy * zy + cx, 2 * zx * zy + cy
                        if zx * zx + zy * zy > 4:
                            escaped = k
                            break
                    counts[y, x] = escaped

        self.work = work

    def prepare(self, n):
        self.result = np.zeros((n, n), dtype=np.int32)

    def compute(self):
        self.work(self.result)

    def to_host(self):
        return self.result

    def counts(self, host):
        return host


class CuPyRawKernel(Rival):
    def __init__(self):
        import cupy

        cupy.cuda.runtime.getDeviceCount()
        self.cupy = cupy
        self.kernel = cupy.RawKernel(CUDA_SOURCE, "mandelbrot")

    def prepare(self, n):
        self.n = n
        self.result = self.cupy.empty((n, n), dtype=self.cupy.int32)

    def compute(self):
        grid = ((self.n + 15) // 16,) * 2
        self.kernel(grid, (16, 16), (self.result, np.int32(self.n)))
        self.cupy.cuda.Device().synchronize()

    def to_host(self):
        return self.cupy.asnumpy(self.result)

    def counts(self, host):
        return host


class CuPyArrays(Rival):
    def __init__(self):
        import cupy

        cupy.cuda.runtime.getDeviceCount()
        self.cupy = cupy

    def prepare(self, n):
        self.c = self.cupy.asarray(plane(n))

    def compute(self):
        z = self.cupy.zeros_like(self.c)
        self.result = self.cupy.zeros(self.c.shape, dtype=self.cupy.int32)
        for _ in range(ITERATIONS):
            z = z * z + self.c
            self.result += z.real * z.real + z.imag * z.imag <= 4
        self.cupy.cuda.Device().synchronize()

    def to_host(self):
        return self.cupy.asnumpy(self.result)


class PyTorch(Rival):
    device = "cpu"

    def __init__(self):
        import torch

        if self.device == "cuda" and not torch.cuda.is_available():
            raise RuntimeError("PyTorch finds no GPU")
        self.torch = torch

    def prepare(self, n):
        self.c = self.torch.from_numpy(plane(n)).to(self.device)

    def compute(self):
        z = self.torch.zeros_like(self.c)
        self.result = self.torch.zeros(self.c.shape, dtype=self.torch.int32, device=self.device)
        for _ in range(ITERATIONS):
            z = z * z + self.c
            self.result += z.real * z.real + z.imag * z.imag <= 4
        if self.device == "cuda":
            self.torch.cuda.synchronize()

    def to_host(self):
        return self.result.cpu().numpy()


class PyTorchGpu(PyTorch):
    device = "cuda"


class Jax(Rival):
    def __init__(self):
        import jax

        jax.config.update("jax_enable_x64", True)
        self.jax = jax

        def work(c):
            def step(_, state):
                z, stayed = state
                z = z * z + c
                return z, stayed + (z.real * z.real + z.imag * z.imag <= 4)

            start = (jax.numpy.zeros_like(c), jax.numpy.zeros(c.shape, dtype=jax.numpy.int32))
            return jax.lax.fori_loop(0, ITERATIONS, step, start)[1]

        self.work = jax.jit(work)

    def prepare(self, n):
        self.c = self.jax.device_put(plane(n))

    def compute(self):
        self.result = self.work(self.c).block_until_ready()

    def to_host(self):
        return np.array(self.result)


class TensorFlow(Rival):
    def __init__(self):
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
        import tensorflow as tf

        self.tf = tf

        @tf.function
        def work(c):
            z = tf.zeros_like(c)
            stayed = tf.zeros(c.shape, dtype=tf.int32)
            for _ in tf.range(ITERATIONS):
                z = z * z + c
                re, im = tf.math.real(z), tf.math.imag(z)
                stayed += tf.cast(re * re + im * im <= 4, tf.int32)
            return stayed

        self.work = work

    def prepare(self, n):
        self.c = self.tf.constant(plane(n))

    def compute(self):
        self.result = self.work(self.c)
        if hasattr(self.tf.experimental, "sync_devices"):
            self.tf.experimental.sync_devices()

    def to_host(self):
        return self.result.numpy()


class PyCuda(Rival):
    def __init__(self):
        import pycuda.autoinit  # noqa: F401, makes a context
        import pycuda.driver
        import pycuda.gpuarray
        from pycuda.compiler import SourceModule

        self.driver, self.gpuarray = pycuda.driver, pycuda.gpuarray
        source = CUDA_SOURCE.replace('extern "C" ', "")
        self.kernel = SourceModule(source).get_function("mandelbrot")

    def prepare(self, n):
        self.n = n
        self.result = self.gpuarray.empty((n, n), dtype=np.int32)

    def compute(self):
        grid = ((self.n + 15) // 16,) * 2
        self.kernel(self.result, np.int32(self.n), block=(16, 16, 1), grid=grid)
        self.driver.Context.synchronize()

    def to_host(self):
        return self.result.get()

    def counts(self, host):
        return host


RIVALS = {
    "plain Python": PlainPython,
    "NumPy": NumPy,
    "Numba, parallel": Numba,
    "PyTorch CPU": PyTorch,
    "PyTorch GPU": PyTorchGpu,
    "JAX": Jax,
    "TensorFlow": TensorFlow,
    "CuPy arrays": CuPyArrays,
    "CuPy RawKernel": CuPyRawKernel,
    "PyCUDA": PyCuda,
}


def milliseconds(work):
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def measure(rival, n, runs, longest_s):
    """One row without its tool, and the counts. The run that warms up counts if it alone took too long."""
    rival.prepare(n)
    compute, with_copy = [], []
    start = time.perf_counter()
    while len(compute) <= runs and (not compute or time.perf_counter() - start < longest_s):
        compute.append(milliseconds(rival.compute))
        with_copy.append(compute[-1] + milliseconds(rival.to_host))
    if len(compute) > 1:
        del compute[0], with_copy[0]
    row = {
        "n": n,
        "ms_compute": statistics.median(compute),
        "ms_with_copy": statistics.median(with_copy),
    }
    return row, rival.counts(rival.to_host()) if n <= LARGEST_COMPARED else None


def measure_rival(name, make, options, expected):
    """The rows of one library; says on standard error where it gave up."""
    rival = make()
    rows = []
    for n in options.sizes:
        if rows:
            guess_s = rows[-1]["ms_compute"] / 1000 * (n / rows[-1]["n"]) ** 2
            if guess_s > options.longest:
                say(f"{name}: n = {n} would take about {guess_s:.0f} s; see --longest")
                break
        try:
            row, counts = measure(rival, n, options.runs, options.longest)
        except Exception as error:  # each library has its own for a lack of memory
            say(f"{name}: n = {n} failed: {error}")
            break
        row = {"tool": name, **row, "differing_pixels": None}
        if counts is not None:
            reference = expected.setdefault(n, counts)
            row["differing_pixels"] = int(np.count_nonzero(reference != counts))
        rows.append(row)
    return rows


def run_fathom(program, options, expected):
    """Fathom's own table; its counts become what the libraries are compared with."""
    sizes = ",".join(str(n) for n in options.sizes)
    command = [program, "bench", "--suite", "table", "--table-sizes", sizes, "--json"]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    with tempfile.TemporaryDirectory() as folder:
        for n in (n for n in options.sizes if n <= LARGEST_COMPARED):
            path = os.path.join(folder, f"{n}.npy")
            # One iteration more tells what escapes in the last one from what never does.
            place = "--re=-0.75 --im 0 --zoom 1.33333333333333333333 --iterations 51 --bailout 2"
            command = [program, "render", *place.split(), "--size", f"{n}x{n}", "-o", path]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            iterations = np.load(path)["iterations"]
            expected[n] = np.where(iterations > ITERATIONS, 0, iterations)
    return [
        {
            "tool": f"Fathom {row['device']} {row['instruction_set']}".strip(),
            "n": row["n"],
            "ms_compute": row["ms_compute"],
            "ms_with_copy": row["ms_with_copy"],
            "differing_pixels": 0 if row["agrees"] else None,
        }
        for row in report["table"]
    ]


def say(text):
    print(f"rivals.py: {text}", file=sys.stderr)


def print_table(rows):
    print(f"{'tool':<28} {'n':>6} {'compute ms':>12} {'with copy ms':>13} {'differ':>8}")
    for row in rows:
        differ = row["differing_pixels"]
        print(
            f"{row['tool']:<28} {row['n']:>6} {row['ms_compute']:>12.3f} {row['ms_with_copy']:>13.3f}"
            f" {'-' if differ is None else differ:>8}"
        )
    print("differ: pixels whose count is not the first tool's, of all up to n = 2500.")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="500,2500,5000,10000,15000", metavar="N,...")
    parser.add_argument("--runs", type=int, default=3, help="of which the median counts (3)")
    parser.add_argument(
        "--longest", type=float, default=20, metavar="S", help="seconds a size may take (20)"
    )
    parser.add_argument("--only", metavar="NAME,...", help=f"of: {'; '.join(RIVALS)}")
    parser.add_argument("--fathom", metavar="PATH", help="runs this program beside them")
    parser.add_argument("--json", metavar="FILE", help="writes the rows there, too")
    options = parser.parse_args()
    try:
        options.sizes = sorted(int(size) for size in options.sizes.split(","))
    except ValueError:
        parser.error("--sizes takes whole numbers, such as 500,2500")
    if options.sizes[0] < 1 or options.runs < 1:
        parser.error("--sizes and --runs take numbers from 1 on")
    return options


def main():
    options = parse_arguments()
    expected = {}
    rows, skipped = [], []
    if options.fathom:
        try:
            rows += run_fathom(options.fathom, options, expected)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"rivals.py: {options.fathom} cannot be run: {error}")
    for name, make in RIVALS.items():
        if options.only and name.lower() not in options.only.lower():
            continue
        try:
            rows += measure_rival(name, make, options, expected)
        except Exception as error:  # not installed, or no GPU that it can use
            skipped.append({"tool": name, "why": str(error)})
            say(f"skipped {name}: {error}")
    print_table(rows)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"rows": rows, "skipped": skipped}, file, indent=2)


if __name__ == "__main__":
    main()
