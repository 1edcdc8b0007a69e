"""Metrics of many levels with Dask: one Parquet file for each range of seeds.

usage: with_dask.py GRAMMAR SEEDS FOLDER [SCHEDULER]

Without the address of a scheduler, the processors of this machine are used. Workers read the grammar by its path.
If a worker dies, others repeat its tasks.
"""

import sys

import dask.dataframe
import pandas
from dask.distributed import Client

import delvewright

#: Number of seeds of a task: large enough that a task takes seconds.
CHUNK = 500


def measure(seeds, grammar):
    """Returns the rows of a range of seeds."""
    return pandas.DataFrame(delvewright.metrics(grammar, seeds, jobs=1))


def main(grammar, seeds, folder, scheduler=None, chunk=CHUNK):
    with Client(scheduler) if scheduler else Client(threads_per_worker=1):
        project = delvewright.load(grammar)
        meta = pandas.DataFrame(project.metrics([1], jobs=1)).iloc[:0]
        ranges = [range(first, min(first + chunk, seeds + 1)) for first in range(1, seeds + 1, chunk)]
        table = dask.dataframe.from_map(measure, ranges, grammar=project, meta=meta, enforce_metadata=False)
        table.to_parquet(folder, write_index=False)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
