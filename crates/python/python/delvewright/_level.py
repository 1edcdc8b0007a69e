"""A finished level, with arrays and a graph made when they are asked for."""

from __future__ import annotations

import json
from functools import cached_property
from typing import List, NamedTuple


class Tile(NamedTuple):
    """The content of a cell."""

    character: str
    name: str
    walkable: bool


class Level:
    """A proved level. Arrays have the shape (height, width) and cannot be written to."""

    def __init__(self, native):
        self._native = native

    def __repr__(self) -> str:
        return f"<delvewright.Level seed={self.seed} {self.width}x{self.height}>"

    @property
    def seed(self) -> int:
        return self._native.seed

    @property
    def width(self) -> int:
        return self._native.width

    @property
    def height(self) -> int:
        return self._native.height

    @cached_property
    def legend(self) -> List[Tile]:
        """The tiles; the numbers in `tiles` are positions in this list."""
        return [Tile(*fields) for fields in self._native.legend]

    @cached_property
    def tiles(self):
        """The tile of each cell, as a position in `legend` (uint16)."""
        return self._array(self._native.tiles(), "<u2")

    @cached_property
    def owners(self):
        """The owner of each cell (int32): 0 nobody, n the place n, -n the passage n."""
        return self._array(self._native.owners(), "<i4")

    @cached_property
    def walkable(self):
        """`True` for each cell that a player can stand on."""
        import numpy

        return numpy.array([tile.walkable for tile in self.legend], dtype=bool)[self.tiles]

    @cached_property
    def record(self) -> dict:
        """The level format as Python values; see docs/reference/level.md."""
        return json.loads(self.json())

    @cached_property
    def mission(self):
        """The mission as a networkx.MultiDiGraph: nodes by their numbers, edges keyed by theirs."""
        import networkx

        record = self.record["mission"]
        graph = networkx.MultiDiGraph(grammar=self.record["grammar"], seed=self.seed)
        for node in record["nodes"]:
            graph.add_node(node["id"], **{name: value for name, value in node.items() if name != "id"})
        for edge in record["edges"]:
            rest = {name: value for name, value in edge.items() if name not in ("id", "from", "to")}
            graph.add_edge(edge["from"], edge["to"], key=edge["id"], **rest)
        return graph

    def json(self) -> str:
        """Returns the text that `delvewright generate --format json` writes."""
        return self._native.json().decode("utf-8")

    def _array(self, values: bytes, kind: str):
        import numpy

        return numpy.frombuffer(values, dtype=kind).reshape(self.height, self.width)
