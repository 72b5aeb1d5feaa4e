"""Runs METIS or Mt-KaHyPar on one thread. Requests and answers are JSON, one per line.
The program sends its version before the first request.

    python peers.py metis|mt-kahypar GRAPH...

The graphs are METIS files. A request is, for example, {"graph": 0, "parts": 50, "seed": 1}. `graph` is the index of the
argument GRAPH, from 0.
"""

import importlib.metadata
import json
import sys
import time

import numpy as np

IMBALANCE = 0.03


class Metis:
    """k-way partitioning with one cut, which is the default. `ufactor` is the imbalance in thousandths."""

    package = "PyMetis"

    def __init__(self, paths):
        import pymetis

        self.pymetis = pymetis
        self.graphs = [self.read(path) for path in paths]

    def read(self, path):
        with open(path) as lines:
            header = next(lines).split()
            weighted = len(header) > 2 and header[2].endswith("1")
            rows = [np.array(line.split(), self.pymetis.zero_copy_dtype()) for line in lines]
        step = 2 if weighted else 1
        starts = np.cumsum([0] + [len(row) // step for row in rows]).astype(rows[0].dtype)
        numbers = np.concatenate(rows)
        graph = self.pymetis.CSRAdjacency(starts, np.ascontiguousarray(numbers[::step] - 1))
        return graph, np.ascontiguousarray(numbers[1::2]) if weighted else None

    def partition(self, graph, parts, seed):
        options = self.pymetis.Options()
        options.seed, options.ufactor = seed, round(IMBALANCE * 1000)
        adjacency, weights = self.graphs[graph]
        return lambda: self.pymetis.part_graph(
            parts, adjacency, eweights=weights, recursive=False, options=options
        ).vertex_part


class MtKaHyPar:
    """Mt-KaHyPar with its default preset."""

    package = "mtkahypar"

    def __init__(self, paths):
        import mtkahypar

        self.mtkahypar, self.program = mtkahypar, mtkahypar.initialize(1)
        metis = mtkahypar.FileFormat.METIS
        self.graphs = [self.program.graph_from_file(str(path), self.context(2), metis) for path in paths]

    def context(self, parts):
        context = self.program.context_from_preset(self.mtkahypar.PresetType.DEFAULT)
        context.set_partitioning_parameters(parts, IMBALANCE, self.mtkahypar.Objective.CUT)
        context.logging = False
        return context

    def partition(self, graph, parts, seed):
        self.mtkahypar.set_seed(seed)
        context = self.context(parts)
        return lambda: self.graphs[graph].partition(context).get_partition()


def timed(work):
    cpu, wall = time.process_time(), time.perf_counter()
    part_of = work()
    cpu_s, wall_s = time.process_time() - cpu, time.perf_counter() - wall
    return {"cpu_s": cpu_s, "wall_s": wall_s, "part_of": [int(part) for part in part_of]}


def send(answer):
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    peer = {"metis": Metis, "mt-kahypar": MtKaHyPar}[sys.argv[1]](sys.argv[2:])
    send({"version": f"{peer.package} {importlib.metadata.version(peer.package)}"})
    for line in sys.stdin:
        send(timed(peer.partition(**json.loads(line))))
