"""Metrics of many levels with Dask: one Parquet file for each range of seeds.

usage: with_dask.py GRAMMAR SEEDS FOLDER [SCHEDULER]

Without the address of a scheduler, the processors of this machine are used. Workers read the grammar by its path.
"""

import sys

import dask.dataframe
import pandas

import delvewright

#: Number of seeds of a task: large enough that a task takes seconds.
CHUNK = 500


def measure(first, grammar, seeds):
    """Returns the rows of the seeds from `first` on."""
    last = min(first + CHUNK, seeds + 1)
    return pandas.DataFrame(delvewright.metrics(grammar, range(first, last), jobs=1))


def main(grammar, seeds, folder, scheduler=None):
    if scheduler is not None:
        from dask.distributed import Client

        Client(scheduler)
    project = delvewright.load(grammar)
    meta = pandas.DataFrame(project.metrics([1], jobs=1)).iloc[:0]
    firsts = range(1, seeds + 1, CHUNK)
    table = dask.dataframe.from_map(measure, firsts, grammar=project, seeds=seeds, meta=meta, enforce_metadata=False)
    table.to_parquet(folder, write_index=False, compute_kwargs={"scheduler": "processes"} if scheduler is None else {})


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
