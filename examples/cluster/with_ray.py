"""Metrics of many levels with Ray Data: one Parquet file for each block of seeds.

usage: with_ray.py GRAMMAR SEEDS FOLDER

Workers read the grammar by its path, so it must be on all machines or on a shared file system.
If a worker dies, others repeat its tasks.
"""

import sys

import ray

import delvewright

#: Number of seeds of a task: large enough that a task takes seconds.
CHUNK = 500


class Measure:
    """Reads the grammar once for each worker."""

    def __init__(self, grammar):
        self.project = delvewright.load(grammar)

    def __call__(self, batch):
        return self.project.metrics(batch["id"] + 1, jobs=1)


def main(grammar, seeds, folder, chunk=CHUNK):
    levels = ray.data.range(seeds, override_num_blocks=-(-seeds // chunk))
    levels = levels.map_batches(
        Measure, fn_constructor_args=(grammar,), batch_size=chunk, batch_format="numpy", num_cpus=1, concurrency=(1, 64)
    )
    levels.write_parquet(folder)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
