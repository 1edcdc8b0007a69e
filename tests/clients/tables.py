"""CSV: every number of every table, as Python's reader finds it, beside the level."""

import csv

from base import Check, Defect, edited, truncated


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, strict=True))


def table(path):
    """Rows by the titles of their columns."""
    title, *rest = rows(path)
    return [dict(zip(title, row, strict=True)) for row in rest]


def part(path, name):
    return path.with_name(f"{path.stem}-{name}.csv")


def numbers(path):
    return [[int(number) for number in row] for row in rows(path)]


def python_csv(level, path):
    problems = []
    legend = table(part(path, "legend"))
    number_of = {row["character"]: int(row["number"]) for row in legend}
    wanted = [
        {"character": c, "name": tile["name"], "walkable": str(tile["walkable"]).lower(), "color": tile["color"]}
        for c, tile in level["legend"].items()
    ]
    if sorted(map(str, wanted)) != sorted(str({k: v for k, v in row.items() if k != "number"}) for row in legend):
        problems.append("the legend is another")
    if sorted(number_of.values()) != list(range(len(legend))):
        problems.append("the legend's numbers are not those from 0 on")
    drawn = lambda tiles: [[number_of.get(c, -1) for c in row] for row in tiles]
    if numbers(path) != drawn(level["tiles"]):
        problems.append("the tiles are others")
    for index, layer in enumerate(level.get("layers", []), 1):
        if numbers(part(path, f"layer-{index}")) != drawn(layer["tiles"]):
            problems.append(f"layer {index} is another")
        if table(part(path, "layers"))[index - 1] != {"layer": str(index), "name": layer["name"]}:
            problems.append(f"layer {index} has another name")
    owners = [[owner for owner, run in row for _ in range(run)] for row in level["owners"]]
    if numbers(part(path, "owners")) != owners:
        problems.append("the owners are others")

    def word(value):
        return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

    def listed(name, elements, columns):
        wanted = [{column: word(value(element)) for column, value in columns.items()} for element in elements]
        found = table(part(path, name))
        if found != wanted:
            different = [pair for pair in zip(found, wanted) if pair[0] != pair[1]]
            problems.append(f"{name}: {len(found)} rows instead of {len(wanted)}, {different[:1]}")

    field = lambda name: lambda element: element.get(name)
    at = lambda name, index: lambda element: element[name][index]
    listed("places", level["places"], {
        "id": field("id"), "node": field("node"), "symbol": field("symbol"), "role": field("role"),
        "technique": field("technique"), "anchor_x": at("anchor", 0), "anchor_y": at("anchor", 1),
        "bounds_x": at("bounds", 0), "bounds_y": at("bounds", 1),
        "bounds_width": at("bounds", 2), "bounds_height": at("bounds", 3),
    })  # fmt: skip
    listed("passages", level["passages"], {
        "id": field("id"), "edge": field("edge"), "symbol": field("symbol"), "from": field("from"), "to": field("to"),
        "form": field("kind"), "door": lambda passage: passage.get("door", "Plain"), "one_way": field("one_way"),
    })  # fmt: skip
    listed("entities", level["entities"], {
        "id": field("id"), "kind": field("kind"), "x": at("at", 0), "y": at("at", 1), "place": field("place"),
        "node": field("node"), "pass": field("pass"),
        "marker": lambda entity: entity.get("marker", False), "solid": lambda entity: entity.get("solid", False),
    })  # fmt: skip
    return problems


def in_part(name, plant):
    return lambda path: plant(part(path, name))


CHECKS = [Check("csv", "Python's csv", [], python_csv)]

DEFECTS = [
    Defect("csv", "a cell has another tile", edited(r"\b1\b", "0")),
    Defect("csv", "a row has a cell less", edited(r"^\d+,", "")),
    Defect("csv", "a quote is not closed", in_part("legend", edited(r"\n(\d+),(.),", r'\n\1,"\2,'))),
    Defect("csv", "an entity lies elsewhere", in_part("entities", edited(r"\n(\d+),(\w+),(\d+)", r"\n\1,\2,9\3"))),
    Defect("csv", "cut off", truncated),
]
