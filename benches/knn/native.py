"""Runs indexes of faiss on one thread. Requests and answers are JSON, one per line.
The program sends its version before the first request.

    python native.py EMBEDDINGS.npy N

Requests, by `do`:
  search   the exact index: seconds and, with `ids`, the lists
  tune     an approximate index (`ivf` or `hnsw`): its smallest parameter whose recall is at least `recall`
  indexed  the same index with a `parameter`: seconds for building and for searching
"""

import json
import sys
import time

import faiss
import numpy as np

# Largest difference between sums of the same numbers in different orders, as in native.rs.
ROUNDING = 1e-6


def seconds():
    return np.array([time.process_time(), time.perf_counter()])


def search(vectors, neighbors, times=1, ids=False, **_):
    """Searches all neighbors `times` times. Each row is its own nearest neighbor, so one more is requested."""
    start = seconds()
    for _ in range(times):
        index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(vectors)
        _, found = index.search(vectors, neighbors + 1)
    cpu, wall = (seconds() - start) / times
    answer = {"cpu_s": cpu, "wall_s": wall}
    lists = ([int(other) for other in row if other != query][:neighbors] for query, row in enumerate(found))
    return answer | ({"ids": list(lists)} if ids else {})


def built(vectors, index):
    """Returns a trained index with all vectors, and the name, minimum and maximum of its parameter."""
    n, d = vectors.shape
    if index == "ivf":
        # faiss recommends 4·√n to 16·√n lists.
        n_lists = int(4 * n**0.5)
        index = faiss.IndexIVFFlat(faiss.IndexFlatIP(d), d, n_lists, faiss.METRIC_INNER_PRODUCT)
        index.train(vectors)
        space = ("nprobe", 1, n_lists)
    else:
        index = faiss.IndexHNSWFlat(d, 32, faiss.METRIC_INNER_PRODUCT)
        space = ("efSearch", 1, n)
    index.add(vectors)
    return index, space


def set_parameter(index, name, value):
    if name == "nprobe":
        index.nprobe = value
    else:
        index.hnsw.efSearch = value


def others(index, vectors, neighbors):
    """Returns the cosines of each row's neighbors without the row itself, n×neighbors."""
    cosines, ids = index.search(vectors, neighbors + 1)
    is_other = ids != np.arange(len(vectors))[:, None]
    # A row that is not in its own neighbor list has one neighbor too many.
    is_other[is_other.all(axis=1), -1] = False
    return cosines[is_other].reshape(len(vectors), neighbors)


def smallest(recall_at, recall, least, most):
    """Returns the smallest value from `least` to `most` whose recall is at least `recall`, and its recall.

    Doubles the value and then bisects the interval, which assumes that the recall grows with the value.
    Returns None and the recall of `most` if no value suffices.
    """
    below, value = least - 1, least
    found = recall_at(value)
    while found < recall:
        if value >= most:
            return None, found
        below, value = value, min(2 * value, most)
        found = recall_at(value)
    while value - below > 1:
        middle = (below + value) // 2
        at_middle = recall_at(middle)
        if at_middle >= recall:
            value, found = middle, at_middle
        else:
            below = middle
    return value, found


def tune(vectors, neighbors, index, recall):
    """Finds the smallest parameter whose recall is at least `recall`.

    As in native.rs, the recall is the share of found neighbors that are at least as near as the farthest true neighbor.
    """
    exact = faiss.IndexFlatIP(vectors.shape[1])
    exact.add(vectors)
    last = others(exact, vectors, neighbors)[:, -1:] - ROUNDING
    index, (name, least, most) = built(vectors, index)

    def recall_at(value):
        set_parameter(index, name, value)
        return float((others(index, vectors, neighbors) >= last).mean())

    value, found = smallest(recall_at, recall, least, most)
    return {"parameter": value, "recall": found}


def indexed(vectors, neighbors, index, parameter):
    start = seconds()
    index, (name, _, _) = built(vectors, index)
    set_parameter(index, name, parameter)
    ready = seconds()
    index.search(vectors, neighbors + 1)
    search, build = seconds() - ready, ready - start
    return {"build_cpu_s": build[0], "search_cpu_s": search[0]}


def send(answer):
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    faiss.omp_set_num_threads(1)
    vectors = np.load(sys.argv[1])[: int(sys.argv[2])]
    send({"version": f"faiss {faiss.__version__}"})
    commands = {"search": search, "tune": tune, "indexed": indexed}
    for line in sys.stdin:
        request = json.loads(line)
        send(commands[request.pop("do")](vectors, **request))
