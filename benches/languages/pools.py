"""Writes the labeled pools of `cargo xtask bench languages` from two public data sets.

    python pools.py sib200 REPOSITORY OUT [CODE ...]
    python pools.py xsid REPOSITORY OUT [CODE ...]

REPOSITORY is a clone of one of these GitHub repositories, also without a work tree:

- sib200: dadelani/sib-200, topics of sentences (7 labels), license Apache-2.0. The languages have translations of the same
  sentences. The pool is `train` (701 texts), and the test texts are `test` (204 texts).
- xsid: mainlp/xsid, version 0.7, intents of requests to assistants (15 labels), license CC BY-SA 4.0. The languages have
  translations of the same requests. The pool is `test` (500 texts), and the test texts are `valid` (300 texts). Japanese has
  half of the requests and 9 labels.

Each language gets a folder in OUT with pool.csv and test.csv, such as sib200-hin_Deva. CODE is the name of a language in the
data set, such as hin_Deva or zh. Without a code, the languages in LANGUAGES are written.
"""

import csv
import pathlib
import subprocess
import sys

# Languages in several scripts and families, and English.
LANGUAGES = {
    "sib200": (
        "eng_Latn deu_Latn spa_Latn tur_Latn vie_Latn swh_Latn rus_Cyrl ell_Grek arb_Arab heb_Hebr hin_Deva ben_Beng tam_Taml "
        "tha_Thai zho_Hans jpn_Jpan kor_Hang"
    ).split(),
    "xsid": "en de it tr id sr kk ar zh ja".split(),
}


def read(repository, path):
    """Returns the content of a file in the last commit of a repository."""
    command = ["git", "-C", str(repository), "show", f"HEAD:{path}"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()


def sib200(repository, code, part):
    """Returns the texts of a part, each with its label."""
    lines = read(repository, f"data/annotated/{code}/{part}.tsv").splitlines()
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return [(unquoted(row["text"]), row["category"]) for row in rows]


def unquoted(text):
    """Removes the quotation marks around a text, which are repeated. Some texts of sib200 are quoted twice."""
    while len(text) > 1 and text[0] == text[-1] == '"' and text.count('"') % 2 == 0:
        inner = text[1:-1]
        if inner.replace('""', "").count('"') > 0:
            break
        text = inner.replace('""', '"')
    return text


def xsid(repository, code, part):
    """Returns the texts of a part, each with its label."""
    rows = []
    for block in read(repository, f"data/xSID-0.7/{code}.{part}.conll").strip().split("\n\n"):
        comments = [line[2:].split(" = ", 1) for line in block.splitlines() if line.startswith("# ")]
        fields = dict(pair for pair in comments if len(pair) == 2)
        # A few blocks have no text or no intent.
        if "text" in fields and "intent" in fields:
            rows.append((fields["text"], fields["intent"]))
    return rows


def write(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("text", "label"), *rows])


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[1] not in LANGUAGES:
        sys.exit(__doc__)
    name, repository, out, *codes = sys.argv[1:]
    rows_of, parts = {"sib200": (sib200, ("train", "test")), "xsid": (xsid, ("test", "valid"))}[name]
    for code in codes or LANGUAGES[name]:
        folder = pathlib.Path(out) / f"{name}-{code}"
        folder.mkdir(parents=True, exist_ok=True)
        for file, part in zip(("pool.csv", "test.csv"), parts):
            rows = rows_of(repository, code, part)
            write(folder / file, rows)
            print(folder / file, len(rows), "texts,", len({label for _, label in rows}), "labels")
