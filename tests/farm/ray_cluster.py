"""A job on a real Ray of three nodes on this machine, one of which is killed in the middle and another
one added: the file is the one that Fathom makes alone, byte for byte. For scripts/prove ray.

Usage: ray_cluster.py PROGRAM FOLDER ALONE... -- PLAN...
ALONE are the words for Fathom that make FOLDER/alone.TYPE, such as render -o FOLDER/alone.png; PLAN
those of 'fathom plan' without its folder. The python3 in PATH has to have Ray.
"""

from __future__ import annotations

import filecmp
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster


def results(job: Path) -> int:
    return sum(not path.name.startswith(".") for path in (job / "results").glob("*"))


def wait_for(what: str, is_there) -> None:
    """Until it is there; ten minutes are the end of a hang."""
    for _ in range(6000):
        if is_there():
            return
        time.sleep(0.1)
    sys.exit(f"FAILED: waited in vain for {what}")


def busy_cores(node_id: str) -> float:
    """Cores of a node that tasks have taken."""
    free = ray._private.state.available_resources_per_node().get(node_id, {})
    return 1.0 - free.get("CPU", 0.0)


def main() -> None:
    program, folder = sys.argv[1], Path(sys.argv[2])
    cut = sys.argv.index("--")
    alone_words, plan_words = sys.argv[3:cut], sys.argv[cut + 1 :]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    job = folder / "job"
    subprocess.run([program, *alone_words], check=True)
    alone = next(folder.glob("alone.*"))
    joined = folder / ("joined" + alone.suffix)
    subprocess.run([program, "plan", *plan_words, "-o", str(job)], check=True)

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    doomed = cluster.add_node(num_cpus=1)
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    words = ["--ray", cluster.address, "--program", program, "--device", "cpu", "--json"]
    farm = subprocess.Popen([program, "farm", str(job), *words], stdout=subprocess.PIPE, text=True)
    wait_for("the node's first task", lambda: results(job) >= 3 and busy_cores(doomed.node_id) > 0)
    before = results(job)
    cluster.remove_node(doomed, allow_graceful=False)
    print(f"killed a node that was at work, {before} results there")
    added = cluster.add_node(num_cpus=1)
    wait_for(
        "work on the node that was added",
        lambda: farm.poll() is not None or busy_cores(added.node_id) > 0,
    )
    print(f"a node was added, and is at work with {results(job)} results there")
    if farm.poll() is not None:
        sys.exit("FAILED: the job ended before the new node had a task; cut it into more")
    told, _ = farm.communicate()
    if farm.returncode != 0:
        sys.exit(f"FAILED: the farm ended with {farm.returncode}")
    outcome = json.loads(told)
    if outcome["done"] != outcome["tasks"] or outcome["done"] <= before:
        sys.exit(f"FAILED: {outcome}")
    subprocess.run([program, "join", str(job), "-o", str(joined)], check=True)
    if not filecmp.cmp(alone, joined, shallow=False):
        sys.exit("FAILED: the joined file is not the one made alone")
    size = joined.stat().st_size
    print(f"{outcome['done']} tasks in {outcome['seconds']} s; {size:,} bytes, the same as alone")
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
