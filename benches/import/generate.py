"""Writes a table of made-up texts with a fixed seed.

    python generate.py FILE --rows 100000
    python generate.py FILE --megabytes 200

The ending of FILE determines the format: .csv, .jsonl, .xlsx or .parquet. With --megabytes, the number of rows is chosen so
that the file has about this size. Prints the number of rows and the size as one line of JSON.

The texts are made of 20,000 made-up words whose frequencies follow Zipf's law, so that they are compressed about as well as
English.
"""

import argparse
import json
import os

import numpy as np

SEED = 42
N_WORDS = 20_000
WORDS_PER_TEXT = (10, 150)
ROWS_AT_A_TIME = 20_000
SAMPLE_ROWS = 10_000
LABELS = ["account", "card", "transfer", "fee", "other"]
# Maximum number of data rows in a sheet, without the row of column names.
MAX_SHEET_ROWS = 1_048_575


def vocabulary(rng):
    letters = np.array(list("eeeeaaaiiioootttnnnrrrssslllcdugpmhbyfvkw"))
    lengths = rng.integers(2, 11, N_WORDS)
    return ["".join(rng.choice(letters, length)) for length in lengths]


def chunks(n_rows):
    """Lists of rows: id, text, label and score."""
    rng = np.random.default_rng(SEED)
    words = vocabulary(rng)
    frequencies = 1 / np.arange(2, N_WORDS + 2)
    frequencies /= frequencies.sum()
    for start in range(0, n_rows, ROWS_AT_A_TIME):
        n = min(ROWS_AT_A_TIME, n_rows - start)
        lengths = rng.integers(*WORDS_PER_TEXT, n)
        places = rng.choice(N_WORDS, lengths.sum(), p=frequencies)
        labels = rng.integers(0, len(LABELS), n)
        scores = rng.random(n).round(6)
        end, rows = 0, []
        for row in range(n):
            begin, end = end, end + lengths[row]
            text = " ".join([words[place] for place in places[begin:end]])
            rows.append((start + row, text, LABELS[labels[row]], float(scores[row])))
        yield rows


COLUMNS = ["id", "text", "label", "score"]


def write_csv(path, n_rows):
    import csv

    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for rows in chunks(n_rows):
            writer.writerows(rows)


def write_jsonl(path, n_rows):
    with open(path, "w", encoding="utf-8") as file:
        for rows in chunks(n_rows):
            for row in rows:
                file.write(json.dumps(dict(zip(COLUMNS, row))) + "\n")


def write_xlsx(path, n_rows):
    from openpyxl import Workbook

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("Texts")
    sheet.append(COLUMNS)
    for rows in chunks(min(n_rows, MAX_SHEET_ROWS)):
        for row in rows:
            sheet.append(row)
    workbook.save(path)


def write_parquet(path, n_rows):
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = [pa.int64(), pa.string(), pa.string(), pa.float64()]
    schema = pa.schema(list(zip(COLUMNS, types)))
    with pq.ParquetWriter(path, schema) as writer:
        for rows in chunks(n_rows):
            columns = [pa.array(column, kind) for column, kind in zip(zip(*rows), types)]
            writer.write_table(pa.table(columns, schema=schema))


WRITERS = {".csv": write_csv, ".jsonl": write_jsonl, ".xlsx": write_xlsx, ".parquet": write_parquet}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--rows", type=int)
    size.add_argument("--megabytes", type=float)
    arguments = parser.parse_args()
    write = WRITERS[os.path.splitext(arguments.file)[1]]
    # The complete file is renamed at the end, so that an interrupted run leaves no incomplete file under the final name.
    part = f"{arguments.file}.part"
    n_rows = arguments.rows
    if n_rows is None:
        write(part, SAMPLE_ROWS)
        n_rows = int(arguments.megabytes * 1e6 / os.path.getsize(part) * SAMPLE_ROWS)
    write(part, n_rows)
    os.replace(part, arguments.file)
    print(json.dumps({"rows": n_rows, "bytes": os.path.getsize(arguments.file)}))


if __name__ == "__main__":
    main()
