"""Extracts the same pairs twice, by processes of this machine and by a Ray cluster of two nodes, one of which
is killed while both are judging; prints, as JSON, how often a call of the cluster was begun.

    python tests/corpus/extract_on_cluster.py FOLDER     writes FOLDER/local.csv and FOLDER/ray.csv
"""

import json
import os
import sys
from pathlib import Path

from corpus import extraction, ray_workers
from corpus.composition import SYNTHETIC
from python_to_triton.executors import RayPool, ray_pool

NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}
JUDGING_AT_KILL = 8  # the so-manieth variant that is being judged when a node is killed


def extract(here: Path, executor: str) -> None:
    """Every pair of one family; the others' exemplars need not be validated for it."""
    options = extraction.ExtractionOptions(
        words=("tanh",),
        jobs=2,
        executor=executor,
        out=here / f"{executor}.csv",
        journals=here / executor,
        refused=here / f"{executor}.jsonl",
    )
    extraction.valid_families = lambda _: [SYNTHETIC / "pointwise" / "tanh.py"]
    extraction.extract(options)


def kill_in_the_middle(cluster, node) -> None:
    """Has `node` killed, as if its power had failed, once the so-manieth variant is at a judge."""
    judged = []
    assign = ray_workers.RayWorkers.assign

    def assign_and_kill(self, item, answers=()):
        assign(self, item, answers)
        judged.extend(answers)
        if len(judged) >= JUDGING_AT_KILL and len(self.at_work) == 2 and node in cluster.worker_nodes:
            cluster.remove_node(node, allow_graceful=False)

    ray_workers.RayWorkers.assign = assign_and_kill


def count_tries() -> list[int]:
    """The list that gets, at every end of a call, how often it was begun."""
    tries = []
    make = RayPool.make

    def make_and_count(self, process, call):
        stays = make(self, process, call)
        tries.append(call.tries)
        return stays

    RayPool.make = make_and_count
    return tries


def main(here: Path) -> None:
    """Both extractions; that without threads comes first."""
    extract(here, "local")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args=NODE | {"include_dashboard": False})
    try:
        kill_in_the_middle(cluster, cluster.add_node(**NODE))
        tries = count_tries()
        os.environ["RAY_ADDRESS"] = cluster.address
        extract(here, "ray")
        print(json.dumps({"tries": tries, "nodes": len(cluster.list_all_nodes())}))
        ray_pool.connected_ray().shutdown()
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
