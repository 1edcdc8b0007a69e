"""Dungeons from graph grammars: the tiles are the mission, and a checker proves it.

The same files and seeds give the same levels as the command line, byte for byte.
Making levels does not hold the interpreter, so that other threads run meanwhile.
"""

from __future__ import annotations

import os
from typing import Dict, Iterable, Mapping, Optional, Sequence, Union

from . import _native
from ._errors import DelvewrightError, Diagnostic, GenerationError, GrammarError
from ._level import Level, Tile

__all__ = [
    "DelvewrightError", "Diagnostic", "GenerationError", "GrammarError", "Level", "Project", "Tile",
    "generate", "load", "metrics",
]

__version__ = _native.GENERATOR.split(" ")[-1]


class Project:
    """A grammar with its room sets and the values of its variables.

    Projects are pickled as their paths and values, so that workers on other machines read the files themselves.
    """

    def __init__(
        self,
        grammar: Union[str, os.PathLike],
        *,
        rooms: Sequence[Union[str, os.PathLike]] = (),
        variables: Optional[Mapping[str, int]] = None,
        ceiling: int = 1,
    ):
        self._arguments = (os.fspath(grammar), [os.fspath(path) for path in rooms], dict(variables or {}), ceiling)
        native, found = _native.load(*self._arguments)
        #: Everything that was found in the files, errors first.
        self.diagnostics = [Diagnostic(*fields) for fields in found]
        if native is None:
            raise GrammarError(self.diagnostics)
        self._native = native

    def __reduce__(self):
        return _again, self._arguments

    def generate(self, seed: int) -> Level:
        """Returns the proved level of a seed, or raises GenerationError."""
        level, failure = self._native.generate(seed)
        if level is None:
            raise GenerationError(seed, *failure)
        return Level(level)

    def metrics(self, seeds: Union[int, Iterable[int]], *, jobs: Optional[int] = None) -> Dict[str, object]:
        """Returns the columns of `delvewright batch --metrics` as arrays, with one value for each seed.

        A number stands for the seeds from 1 to it. Failed seeds have the reason and no metrics.
        """
        import numpy

        seeds = list(range(1, seeds + 1)) if isinstance(seeds, int) else [int(seed) for seed in seeds]
        jobs = max(1, min(jobs or os.cpu_count() or 1, len(seeds)))
        columns = {}
        for name, kind, values in self._native.metrics(seeds, jobs):
            if kind == "str":
                columns[name] = numpy.array(values, dtype=object)
            elif any(value is None for value in values):
                columns[name] = numpy.array([float("nan") if v is None else v for v in values], dtype="float64")
            else:
                columns[name] = numpy.array(values, dtype=kind)
        return columns


def _again(grammar, rooms, variables, ceiling):
    return Project(grammar, rooms=rooms, variables=variables, ceiling=ceiling)


def load(grammar, *, rooms=(), variables=None, ceiling=1) -> Project:
    """Reads a grammar and its room sets, or raises GrammarError with all mistakes."""
    return Project(grammar, rooms=rooms, variables=variables, ceiling=ceiling)


def generate(grammar, seed: int, *, rooms=(), variables=None, ceiling=1) -> Level:
    """Returns the level of a seed; `grammar` is a path or a Project."""
    return _project(grammar, rooms, variables, ceiling).generate(seed)


def metrics(grammar, seeds, *, rooms=(), variables=None, ceiling=1, jobs=None) -> Dict[str, object]:
    """Returns columns with one value for each seed, for example for `pandas.DataFrame`."""
    return _project(grammar, rooms, variables, ceiling).metrics(seeds, jobs=jobs)


def _project(grammar, rooms, variables, ceiling) -> Project:
    if not isinstance(grammar, Project):
        return load(grammar, rooms=rooms, variables=variables, ceiling=ceiling)
    if rooms or variables or ceiling != 1:
        raise TypeError("a Project has its rooms, variables and ceiling already; load it with others instead")
    return grammar
