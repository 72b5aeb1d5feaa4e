"""Loads a table once and prints the time and the memory as one line of JSON.

    python load.py pandas|polars FILE
    python load.py fastgas PROGRAM FILE

pandas and polars are imported before the measurement starts. The time of fastgas includes the start of the program.
The peak memory is measured for the whole process, including the interpreter and the imported packages.
"""

import importlib.metadata
import json
import os
import resource
import sys
import time


def pandas_loader():
    import pandas

    # Modules that pandas uses: the reader of Parquet, and the fastest reader of workbooks.
    import pyarrow.parquet  # noqa: F401
    import python_calamine  # noqa: F401

    return {
        ".csv": pandas.read_csv,
        ".jsonl": lambda path: pandas.read_json(path, lines=True),
        ".xlsx": lambda path: pandas.read_excel(path, engine="calamine"),
        ".parquet": pandas.read_parquet,
    }


def polars_loader():
    import fastexcel  # noqa: F401
    import polars

    return {
        ".csv": polars.read_csv,
        ".jsonl": polars.read_ndjson,
        ".xlsx": polars.read_excel,
        ".parquet": polars.read_parquet,
    }


def in_process(who, path):
    load = {"pandas": pandas_loader, "polars": polars_loader}[who]()[os.path.splitext(path)[1]]
    before = resource.getrusage(resource.RUSAGE_SELF)
    start = time.perf_counter()
    table = load(path)
    wall_s = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "rows": len(table),
        "wall_s": wall_s,
        "cpu_s": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "peak_bytes": after.ru_maxrss * 1024,
        "base_bytes": before.ru_maxrss * 1024,
        "version": f"{who} {importlib.metadata.version(who)}",
    }


def fastgas(program, path):
    out, into = os.pipe()
    start = time.perf_counter()
    child = os.posix_spawn(
        program,
        [program, "check", path, "--json", "--quiet"],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_DUP2, into, 1), (os.POSIX_SPAWN_CLOSE, out)],
    )
    os.close(into)
    with os.fdopen(out) as answer:
        said = answer.read()
    _, status, usage = os.wait4(child, 0)
    wall_s = time.perf_counter() - start
    if status != 0:
        raise SystemExit(f"{program} failed on {path}")
    return {
        "rows": json.loads(said)["rows"],
        "wall_s": wall_s,
        "cpu_s": usage.ru_utime + usage.ru_stime,
        "peak_bytes": usage.ru_maxrss * 1024,
        "base_bytes": 0,
        "version": "fastgas",
    }


if __name__ == "__main__":
    who, *arguments = sys.argv[1:]
    print(json.dumps(fastgas(*arguments) if who == "fastgas" else in_process(who, *arguments)))
