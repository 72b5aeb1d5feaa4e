"""Runs the exact index of faiss on one thread. Requests and answers are JSON, one per line.
The program sends its version before the first request.

    python native.py EMBEDDINGS.npy N
"""

import json
import sys
import time

import faiss
import numpy as np


def search(vectors, neighbors, times=1, ids=False):
    """Searches all neighbors `times` times. Each row is its own nearest neighbor, so one more is requested."""
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(times):
        index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(vectors)
        _, found = index.search(vectors, neighbors + 1)
    answer = {"cpu_s": (time.process_time() - cpu) / times, "wall_s": (time.perf_counter() - wall) / times}
    lists = ([int(other) for other in row if other != query][:neighbors] for query, row in enumerate(found))
    return answer | ({"ids": list(lists)} if ids else {})


def send(answer):
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    faiss.omp_set_num_threads(1)
    vectors = np.load(sys.argv[1])[: int(sys.argv[2])]
    send({"version": f"faiss {faiss.__version__}"})
    for line in sys.stdin:
        request = json.loads(line)
        request.pop("do"), request.pop("workers", 1)
        send(search(vectors, **request))
