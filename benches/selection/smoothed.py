"""Compares a candidate for the default selection with the program's methods.

The candidate "smoothed" uses no labels:

1. Subtract the mean of the pool from each embedding and scale the result to unit length.
2. Add to each vector the mean of its k nearest vectors, weighted by cosine, and scale the sum to unit length. k is the
   number of texts for each pick: n/M, at least 5 and at most 150.
3. Select M texts by facility location on the cosines of these smoothed vectors. Negative cosines count as 0.
4. Exchange a pick for another text as long as an exchange increases the sum of the best cosines of all texts (FasterPAM,
   Schubert & Rousseeuw 2021).

With "--draw FOLDER POOL,POOL,TEST NAME" the script draws pools of 2,500 texts from two pools and up to 1,500 texts from
a test file. Each file needs the columns `text` and `label`, and the embeddings in a file with the suffix .npy:

    fastgas embed --text text --out pool3000_seed0.npy pool3000_seed0.csv   # likewise for the other two files
    python smoothed.py --draw pools pool3000_seed0.csv,pool3000_seed1.csv,test.csv agnews
    python smoothed.py pools --program target/release/fastgas

The script prints the mean difference in 3-NN accuracy, the candidate minus each method, in thousandths. ± is the standard
error over the sets. The value of a set is the mean over its pools. The seed of a method is the number of the pool, and the
candidate has no seed. The script is deterministic.
"""

import argparse
import collections
import csv
import json
import pathlib
import subprocess

import numpy as np

BUDGETS = (18, 50, 100, 300)
N_POOLS = 4


def unit(rows):
    return (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)).astype(np.float32)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return rows, np.load(pathlib.Path(path).with_suffix(".npy"))


def write(path, labels, embeddings):
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["text", "label"])
        out.writerows([f"text {row}", label] for row, label in enumerate(labels))
    np.save(path.with_suffix(".npy"), embeddings)


def draw(folder, files, name):
    first, second, test = (read(path) for path in files)
    rows = {}
    for record, vector in zip(first[0] + second[0], np.concatenate([first[1], second[1]])):
        rows.setdefault(record["text"], (record["label"], vector))
    folder.mkdir(parents=True, exist_ok=True)
    pool = ([label for label, _ in rows.values()], np.array([vector for _, vector in rows.values()]))
    tests = ([record["label"] for record in test[0]], test[1])
    for index in range(N_POOLS):
        for (labels, vectors), most, seed, suffix in ((pool, 2500, 100, ""), (tests, 1500, 200, "-test")):
            chosen = np.random.default_rng(seed + index).permutation(len(labels))[:most]
            write(folder / f"{name}-{index}{suffix}.csv", [labels[row] for row in chosen], vectors[chosen])


def smoothed(embeddings, n_neighbors):
    """Centers the embeddings, and adds to each vector the weighted mean of its nearest neighbors."""
    centered = unit(embeddings - embeddings.mean(0))
    cosines = centered @ centered.T
    np.fill_diagonal(cosines, -2)
    nearest = np.argsort(-cosines, axis=1, kind="stable")[:, :n_neighbors]
    weights = np.maximum(np.take_along_axis(cosines, nearest, 1), 0)[:, :, None]
    means = (centered[nearest] * weights).sum(1) / np.maximum(weights.sum(1), 1e-9)
    return unit(centered + means)


def facility_location(cosines, budget):
    best = np.zeros(len(cosines), np.float32)
    bounds = cosines.sum(1, dtype=np.float64)
    picks = []
    while len(picks) < budget:
        current = set()
        while (row := int(bounds.argmax())) not in current:
            bounds[row] = np.maximum(cosines[row] - best, 0).sum(dtype=np.float64)
            current.add(row)
        picks.append(row)
        bounds[row] = -1
        best = np.maximum(best, cosines[row])
    return picks


def exchange(cosines, picks):
    """Exchanges picks until no exchange with one text increases the sum of best cosines."""
    picks = np.array(picks)
    since, row = 0, -1
    nearest = None
    while since < len(cosines):
        since, row = since + 1, (row + 1) % len(cosines)
        if nearest is None:
            of_picks = cosines[picks]
            nearest = of_picks.argmax(0)
            first = of_picks.max(0)
            of_picks[nearest, np.arange(len(nearest))] = 0
            second = of_picks.max(0)
            loss = np.bincount(nearest, first - second, len(picks))
        if row in picks:
            continue
        new = cosines[row]
        kept = np.where(new > first, first - second, np.maximum(new - second, 0))
        gains = np.bincount(nearest, kept, len(picks)) - loss + np.maximum(new - first, 0).sum(dtype=np.float64)
        if gains.max() > 1e-5:
            picks[gains.argmax()] = row
            since, nearest = 0, None
    return picks


def select(embeddings, budget):
    n_neighbors = min(150, max(5, round(len(embeddings) / budget)), len(embeddings) - 1)
    vectors = smoothed(embeddings, n_neighbors)
    cosines = np.maximum(vectors @ vectors.T, 0)
    return exchange(cosines, facility_location(cosines, budget))


def accuracy_3nn(pool, labels, picks, test, true):
    """Predicts labels like `fastgas evaluate`: each of the three nearest picks votes with weight 1 + cosine."""
    picks = np.sort(picks)
    cosines = test @ pool[picks].T
    right = 0
    for row, near, label in zip(cosines, np.argsort(-cosines, axis=1, kind="stable")[:, :3], true):
        votes = collections.defaultdict(float)
        for pick in near:
            votes[labels[picks[pick]]] += 1 + row[pick]
        right += max(votes, key=votes.get) == label
    return right / len(true)


def of_program(program, pool, test, index):
    """Returns the 3-NN accuracy of each method at each budget."""
    arguments = ["--text", "text", "--label", "label", "--seeds", str(index), "--threads", "1", "--quiet", "--json"]
    arguments += ["--budgets", ",".join(map(str, BUDGETS)), "--embeddings", pool.with_suffix(".npy")]
    arguments += ["--test", test, "--test-embeddings", test.with_suffix(".npy")]
    answer = subprocess.run([program, "compare", pool, *arguments], check=True, stdout=subprocess.PIPE).stdout
    return {
        (run["plan"]["method"], run["plan"]["budget"]): run["quality"]["accuracy_3nn"]
        for run in json.loads(answer)["runs"]
    }


def measure(folder, program):
    differences = collections.defaultdict(lambda: collections.defaultdict(list))
    for test in sorted(folder.glob("*-test.csv")):
        name, index = test.name.removesuffix("-test.csv").rsplit("-", 1)
        pool = folder / f"{name}-{index}.csv"
        (records, vectors), (test_records, test_vectors) = read(pool), read(test)
        labels, true = ([record["label"] for record in rows] for rows in (records, test_records))
        others = of_program(program, pool, test, index)
        for budget in BUDGETS:
            own = accuracy_3nn(vectors, labels, select(vectors, budget), test_vectors, true)
            for (method, other_budget), accuracy in others.items():
                if other_budget == budget:
                    differences[method, budget][name].append(own - accuracy)
    for method in sorted({method for method, _ in differences}):
        cells = []
        for budget in BUDGETS:
            means = 1000 * np.array([np.mean(of_set) for of_set in differences[method, budget].values()])
            error = means.std(ddof=1) / len(means) ** 0.5 if len(means) > 1 else float("nan")
            cells.append(f"{budget}: {means.mean():+6.1f} ± {error:4.1f}")
        print(f"{method:18}", "   ".join(cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--program", default="fastgas")
    parser.add_argument("--draw", nargs=3, metavar=("FOLDER", "POOL,POOL,TEST", "NAME"))
    arguments = parser.parse_args()
    if arguments.draw:
        folder, files, name = arguments.draw
        draw(pathlib.Path(folder), files.split(","), name)
    elif arguments.folder:
        measure(arguments.folder, arguments.program)
    else:
        parser.error("give the folder with the pools, or --draw")


if __name__ == "__main__":
    main()
