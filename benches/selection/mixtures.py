"""Measures changes of the program's default selection that were proposed for "one default that leads".

No change uses a label. M is the budget. Cosines are those of centered embeddings: the mean of the pool is subtracted, and the
result is scaled to unit length. Negative cosines count as 0. The changes are:

random 10, 25, 50 %
    The default selects the other picks, and this share of the M picks is drawn at random. The value is the mean of four draws.
boundary 10, 25, 50 %
    The default selects the other picks. Each further pick is the text whose two nearest picks are most equally similar, so that
    it is not clear which label the text gets. The texts that are less similar to the default's picks than the median are left
    out, because they are not between two picks. Picks are made one after the other.
sparse 0, 1, 2
    The first 18 picks are those of the default at 18. Each further pick is the text that most increases the weighted sum of the
    cosines of all texts to their nearest picks. The weight of a text is its mean distance to its ten nearest texts (one minus
    cosine), to the power of 0, 1 or 2. The power 0 shows the effect of the further picks without the preference.
nearest 1; nearest 8, equal; nearest 8, by rank
    Starts with the picks of the default. Each text belongs to its nearest pick, or to its eight nearest picks with equal weights
    or with the weights 1, 1/2, …, 1/8. Each pick moves to the text with the highest weighted sum of cosines to the texts that
    belong to the pick. This is repeated until no pick moves, at most ten times.

The folder contains one folder for each labeled set, with the files pool*.csv and test.csv, which have the columns `text` and
`label`. At most 1,000 test texts of each set are drawn at random:

    python mixtures.py DIR --program target/release/fastgas

Embeddings and picks of the program are kept in the folder `--work`, so that a second run does not compute them again. The result
is two tables in Markdown, for 3-NN and 1-NN accuracy. A cell is the mean difference, the change minus the default, in
thousandths. The first ± is the standard error over the sets, where the value of a set is the mean over its pools. The second
± is the standard error over the pools. The seed of the default is the number of the pool in its set. The script is deterministic.
"""

import argparse
import collections
import csv
import pathlib
import subprocess

import numpy as np

from smoothed import accuracy_3nn, unit

BUDGETS = (18, 50, 100, 300)
SHARES = (10, 25, 50)
N_DRAWS = 4
N_TESTS = 1000
FIRST = 18
N_NEAREST = 8
MAX_STEPS = 10


class Program:
    """The program `fastgas` and the folder that keeps its results."""

    def __init__(self, path, work):
        self.path = path
        self.work = work
        work.mkdir(parents=True, exist_ok=True)

    def run(self, *arguments):
        subprocess.run([self.path, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)

    def embeddings(self, table):
        out = self.work / f"{table.stem}.npy"
        if not out.exists():
            self.run("embed", table, "--text", "text", "--quiet", "--out", out)
        return np.load(out)

    def default(self, table, budget, seed):
        """The rows that the default selects, in the order of their ranks."""
        out = self.work / f"{table.stem}-{budget}-{seed}-picks.csv"
        if not out.exists():
            self.run(
                *("select", table, "--text", "text", "--embeddings", self.work / f"{table.stem}.npy"),
                *("--budget", budget, "--seed", seed, "--quiet", "--out", out),
            )
        with open(out, newline="", encoding="utf-8") as file:
            return [int(record["row"]) for record in csv.DictReader(file)]


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = [(record["text"], record["label"].strip()) for record in csv.DictReader(file)]
    return [row for row in rows if row[1]]


def write(path, rows):
    """Writes a table that the program reads, unless an earlier run has written the same table."""
    lines = [["text", "label"], *map(list, rows)]
    if path.exists():
        with open(path, newline="", encoding="utf-8") as file:
            if list(csv.reader(file)) == lines:
                return
        # The existing embeddings and picks were computed from the earlier table, so the files are deleted.
        for old in [*path.parent.glob(f"{path.stem}.npy"), *path.parent.glob(f"{path.stem}-*-picks.csv")]:
            old.unlink()
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(lines)


def with_random(picks, n, n_rows, seed):
    others = np.setdiff1d(np.arange(n_rows), picks)
    return [*picks, *np.random.default_rng(seed).choice(others, n, replace=False)]


def with_boundary(picks, n, cosines):
    picks = list(picks)
    of_picks = np.sort(cosines[picks], axis=0)
    first, second = of_picks[-1].copy(), of_picks[-2].copy()
    is_far = first < np.median(first)
    for _ in range(n):
        margin = first - second
        margin[is_far] = np.inf
        margin[picks] = np.inf
        row = int(margin.argmin())
        picks.append(row)
        second = np.maximum(second, np.minimum(first, cosines[row]))
        first = np.maximum(first, cosines[row])
    return picks


def with_sparse(picks, n, cosines, weights):
    picks = list(picks)
    best = cosines[picks].max(0)
    # The gain of a text never grows, so a gain from an earlier step is an upper bound of the current gain.
    # If the highest bound is the current gain of a text, the text has the highest gain.
    bounds = np.maximum(cosines - best, 0) @ weights
    bounds[picks] = -1
    for _ in range(n):
        current = set()
        while (row := int(bounds.argmax())) not in current:
            bounds[row] = np.maximum(cosines[row] - best, 0) @ weights
            current.add(row)
        picks.append(row)
        bounds[row] = -1
        best = np.maximum(best, cosines[row])
    return picks


def moved(picks, cosines, weights):
    """Moves each pick to the middle of the texts that belong to it. `weights` are those of the nearest picks of a text."""
    picks = np.array(picks)
    n_nearest = min(len(weights), len(picks))
    weights = np.asarray(weights[:n_nearest], np.float32) / sum(weights[:n_nearest])
    for _ in range(MAX_STEPS):
        nearest = np.argsort(-cosines[picks], axis=0, kind="stable")[:n_nearest]
        belongs = np.zeros((len(cosines), len(picks)), np.float32)
        for place, weight in zip(nearest, weights):
            belongs[np.arange(len(cosines)), place] = weight
        sums = cosines @ belongs
        before = picks.copy()
        for index in range(len(picks)):
            column = sums[:, index].copy()
            # Two picks are never the same text.
            column[np.delete(picks, index)] = -np.inf
            row = int(column.argmax())
            if column[row] > column[picks[index]]:
                picks[index] = row
        if (picks == before).all():
            break
    return picks


def variants(program, table, seed, vectors, budget):
    """Yields the name and one or several selections of each change."""
    cosines = centered_cosines(vectors)
    picks = program.default(table, budget, seed)
    yield "default", [picks]
    for share in SHARES:
        n = round(budget * share / 100)
        rest = program.default(table, budget - n, seed)
        draws = [with_random(rest, n, len(vectors), 1000 * seed + draw) for draw in range(N_DRAWS)]
        yield f"random {share} %", draws
        yield f"boundary {share} %", [with_boundary(rest, n, cosines)]
    first = program.default(table, FIRST, seed)
    distances = 1 - np.sort(cosines - 2 * np.eye(len(cosines), dtype=np.float32), axis=1)[:, -10:].mean(1)
    for power in (0, 1, 2):
        yield f"sparse {power}", [with_sparse(first, budget - FIRST, cosines, distances**power)]
    yield "nearest 1", [moved(picks, cosines, [1])]
    yield f"nearest {N_NEAREST}, equal", [moved(picks, cosines, [1] * N_NEAREST)]
    yield f"nearest {N_NEAREST}, by rank", [moved(picks, cosines, [1 / rank for rank in range(1, N_NEAREST + 1)])]


def centered_cosines(vectors):
    centered = unit(vectors - vectors.mean(0))
    return np.maximum(centered @ centered.T, 0)


def accuracy_1nn(pool, labels, picks, test, true):
    picks = np.sort(picks)
    nearest = picks[(test @ pool[picks].T).argmax(1)]
    return float(np.mean([labels[row] == label for row, label in zip(nearest, true)]))


def accuracies(selections, pool, labels, test, true):
    """The mean accuracies over the selections: 3-NN, then 1-NN."""
    measures = (accuracy_3nn, accuracy_1nn)
    return [np.mean([measure(pool, labels, picks, test, true) for picks in selections]) for measure in measures]


def measure(folder, program):
    """Returns the differences to the default of each change and budget: for each set, one pair of values for each pool."""
    differences = collections.defaultdict(lambda: collections.defaultdict(list))
    for test_file in sorted(folder.glob("*/test.csv")):
        name = test_file.parent.name
        tests = read(test_file)
        chosen = np.random.default_rng(200).permutation(len(tests))[:N_TESTS]
        test_table = program.work / f"{name}-test.csv"
        write(test_table, [tests[row] for row in chosen])
        test, true = program.embeddings(test_table), [tests[row][1] for row in chosen]
        for seed, pool_file in enumerate(sorted(test_file.parent.glob("pool*.csv"))):
            rows = read(pool_file)
            table = program.work / f"{name}-{pool_file.stem}.csv"
            write(table, rows)
            vectors, labels = program.embeddings(table), [label for _, label in rows]
            for budget in BUDGETS:
                default = None
                for change, selections in variants(program, table, seed, vectors, budget):
                    values = np.array(accuracies(selections, vectors, labels, test, true))
                    if default is None:
                        default = values
                    else:
                        differences[change, budget][name].append(values - default)
            print(f"{name}, {pool_file.name}: measured", flush=True)
    return differences


def standard_error(values):
    return np.std(values, ddof=1) / len(values) ** 0.5 if len(values) > 1 else float("nan")


def table(differences, index):
    """Formats the differences of one measure as a table in Markdown. `index`: 0 for 3-NN, 1 for 1-NN."""
    changes = list(dict.fromkeys(change for change, _ in differences))
    lines = ["| | " + " | ".join(map(str, BUDGETS)) + " |", "| --- |" + " ---: |" * len(BUDGETS)]
    for change in changes:
        cells = []
        for budget in BUDGETS:
            sets = [[1000 * values[index] for values in of_set] for of_set in differences[change, budget].values()]
            means = [np.mean(of_set) for of_set in sets]
            pools = [value for of_set in sets for value in of_set]
            cells.append(f"{np.mean(means):+.1f} ± {standard_error(means):.1f} ± {standard_error(pools):.1f}")
        lines.append(f"| {change} | " + " | ".join(cells).replace("-", "−") + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default="fastgas")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("target/bench/mixtures"))
    arguments = parser.parse_args()
    differences = measure(arguments.folder, Program(arguments.program, arguments.work))
    for index, name in enumerate(("3-NN", "1-NN")):
        print(f"\n{name} accuracy, change minus default, in thousandths:\n\n{table(differences, index)}")


if __name__ == "__main__":
    main()
