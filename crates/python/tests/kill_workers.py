"""Kills workers of Dask and Ray while they make levels: their tables equal that of one run.

usage: kill_workers.py PROGRAM [SEEDS]

Needs the package, dask[dataframe,distributed], ray[data], pandas, pyarrow and psutil. Takes some minutes with the
usual 10,000 seeds. Each run has eight tasks; two workers are killed, each when another file is complete.
"""

import glob
import os
import subprocess
import sys
import tempfile
import threading
import time

import pandas
import psutil

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../.."))
SCRIPTS = os.path.join(ROOT, "examples/cluster")
sys.path.insert(0, SCRIPTS)
#: Workers find the scripts in the same way.
os.environ["PYTHONPATH"] = SCRIPTS

GRAMMAR = os.path.join(ROOT, "grammars/upkeep.ron")
TASKS = 8
KILLS = 2


def is_dask_worker(process):
    """Dask starts its workers by the module multiprocessing, below a process that watches them."""
    return "multiprocessing.spawn" in " ".join(process.cmdline()) and os.getpid() in ancestors(process)


def is_ray_worker(process):
    """Ray names a worker after what it does."""
    return process.cmdline()[:1] and process.cmdline()[0].startswith("ray::") and "Map" in process.cmdline()[0]


def ancestors(process):
    return [parent.pid for parent in process.parents()]


class Killer(threading.Thread):
    """Kills the worker that has used most time, whenever a file was added, until two are dead."""

    def __init__(self, folder, is_worker):
        super().__init__(daemon=True)
        self.folder, self.is_worker = folder, is_worker
        self.killed = []

    def run(self):
        while len(self.killed) < KILLS:
            time.sleep(0.05)
            if len(glob.glob(os.path.join(self.folder, "*.parquet"))) > len(self.killed):
                self.kill_one()

    def kill_one(self):
        workers = []
        for process in psutil.process_iter():
            try:
                if process.pid not in self.killed and self.is_worker(process):
                    workers.append((process.cpu_times().user, process.pid))
            except psutil.Error:
                pass  # It has ended meanwhile.
        if workers:
            victim = max(workers)[1]
            os.kill(victim, 9)
            self.killed.append(victim)


def one_run(program, seeds, folder):
    path = os.path.join(folder, "one.parquet")
    command = [program, "batch", GRAMMAR, "--seeds", str(seeds), "--metrics", path]
    # Failed seeds are rows, and make the code 4.
    if subprocess.run(command, stdout=subprocess.DEVNULL).returncode not in (0, 4):
        raise SystemExit("the run in one piece failed")
    return pandas.read_parquet(path)


def plain(table):
    """Returns a table without the types that the libraries give to columns with missing values."""
    return table.astype(object).where(table.notna(), None)


def compare(name, main, is_worker, seeds, expected):
    with tempfile.TemporaryDirectory() as folder:
        parts = os.path.join(folder, "parts")
        killer = Killer(parts, is_worker)
        killer.start()
        began = time.monotonic()
        main(GRAMMAR, seeds, parts, chunk=-(-seeds // TASKS))
        seconds = time.monotonic() - began
        if len(killer.killed) < KILLS:
            raise SystemExit(f"{name}: the run ended after {len(killer.killed)} kills")
        files = sorted(glob.glob(os.path.join(parts, "*.parquet")))
        table = pandas.concat([pandas.read_parquet(file) for file in files])
    table = table.sort_values("seed").reset_index(drop=True)[list(expected.columns)]
    pandas.testing.assert_frame_equal(plain(table), plain(expected))
    print(f"{name}: {len(files)} files, {len(killer.killed)} workers killed, {len(table)} equal rows, {seconds:.0f} s")


def main(program, seeds=10_000):
    import with_dask
    import with_ray

    with tempfile.TemporaryDirectory() as folder:
        expected = one_run(program, seeds, folder)
    compare("Dask", with_dask.main, is_dask_worker, seeds, expected)
    compare("Ray", with_ray.main, is_ray_worker, seeds, expected)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
