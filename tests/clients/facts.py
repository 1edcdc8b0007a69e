"""Prints what a level's own JSON says, or compares it with what a client has seen.

facts.py LEVEL.json          prints the facts
facts.py LEVEL.json SEEN     compares; the last line of SEEN is JSON with some of these facts, - is standard input

A client reports only the facts that its format has. Every reported fact must be equal, and there must be one.
"""

import json
import sys
from collections import Counter


def facts(level):
    legend = level["legend"]
    walkable = {character: tile["walkable"] for character, tile in legend.items()}
    solid = ["".join("." if walkable[tile] else "#" for tile in row) for row in level["tiles"]]
    places = [f"room_{place['id']}" for place in level["places"]]
    passages = [f"passage_{passage['id']}" for passage in level["passages"]]
    entities = {name: entity["at"] for name, entity in named_entities(level)}
    # Markers are for the game; everything else is shown to players.
    shown = {name: entity["at"] for name, entity in named_entities(level) if not entity.get("marker")}
    return {
        "size": [level["width"], level["height"]],
        "tiles": level["tiles"],
        "solid": solid,
        "near": ["".join(near(level, solid, x, y) for x in range(level["width"])) for y in range(level["height"])],
        "rooms": sorted(places),
        "passages": sorted(passages),
        "entities": dict(sorted(entities.items())),
        "shown": shown,
        "nodes": len(level["mission"]["nodes"]),
        "edges": len(level["mission"]["edges"]),
        "symbols": dict(sorted(Counter(node["symbol"] for node in level["mission"]["nodes"]).items())),
    }


def named_entities(level):
    return [(f"entity_{entity['id']}", entity) for entity in level["entities"]]


def near(level, solid, x, y):
    """The cell in a model: rock that touches no walkable cell is left out; furniture is not."""
    if solid[y][x] == ".":
        return "."
    owners = [owner for owner, count in level["owners"][y] for _ in range(count)]
    if level["legend"][level["tiles"][y][x]]["name"] != "wall" and owners[x] > 0:
        return "#"
    around = (solid[b][a] for b in range(max(y - 1, 0), y + 2) if b < len(solid)
              for a in range(max(x - 1, 0), x + 2) if a < len(solid[b]))
    return "#" if "." in around else " "


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        known = facts(json.load(file))
    if len(sys.argv) == 2:
        json.dump(known, sys.stdout, indent=1)
        return 0
    if sys.argv[2] == "-":
        said = sys.stdin.read()
    else:
        with open(sys.argv[2], encoding="utf-8") as file:
            said = file.read()
    # Some clients write messages of their own before it.
    lines = said.strip().splitlines()
    seen = json.loads(lines[-1]) if lines else None
    if not seen:
        print("the client reports nothing")
        return 1
    wrong = [name for name in seen if seen[name] != known.get(name)]
    for name in wrong:
        print(f"{name} differs: {short(seen[name])} instead of {short(known.get(name))}")
    return 1 if wrong else 0


def short(value):
    text = json.dumps(value)
    return text if len(text) < 200 else text[:200] + "…"


if __name__ == "__main__":
    sys.exit(main())
