"""Spoils an export, so that a check must fail: spoil.py KIND FILE. It changes one fact of the file in place."""

import gzip
import json
import re
import struct
import sys
from pathlib import Path


def text(path, change):
    before = path.read_text(encoding="utf-8")
    after = change(before)
    if after == before:
        raise SystemExit(f"{path}: nothing to spoil")
    path.write_text(after, encoding="utf-8")


def entity(path):
    """Renames one entity, or moves a node of a model."""
    if path.suffix == ".glb":
        return node(path, lambda one: one.get("name", "").startswith("entity_"),
                    lambda one: one["translation"].__setitem__(0, one["translation"][0] + 1))
    text(path, lambda old: re.sub(r"entity_\d+", "entity_0", old, count=1))
    return None


def solid(path):
    """Makes all solid tiles walkable. Tile sets are in files next to the map, or in the map before its objects."""
    sets = [*path.parent.glob("*.tsx"), *path.parent.glob("*.tsj")]
    for file in sets or [path]:
        if file.suffix in (".tsj", ".tmj"):
            found = json.loads(file.read_text(encoding="utf-8"))
            tiles = [tile for one in found.get("tilesets", [found]) for tile in one["tiles"]]
            changed = [one for tile in tiles for one in tile.get("properties", []) if one["name"] == "solid"]
            for one in changed:
                one["value"] = False
            if not changed:
                raise SystemExit(f"{file}: nothing is solid")
            file.write_text(json.dumps(found), encoding="utf-8")
        else:
            text(file, in_tile_sets)


def in_tile_sets(old):
    end = old.rfind("</tileset>")
    solid = 'name="solid" type="bool" value="true"'
    return old[:end].replace(solid, solid.replace("true", "false")) + old[end:]


def bare(path):
    """Takes the picture from one entity of a map."""
    if path.suffix == ".tmj":
        level = json.loads(path.read_text(encoding="utf-8"))
        objects = [one for layer in level["layers"] for one in layer.get("objects", [])]
        del next(one for one in objects if one["name"].startswith("entity_") and "gid" in one)["gid"]
        path.write_text(json.dumps(level), encoding="utf-8")
    else:
        text(path, lambda old: re.sub(r'(<object [^>]*name="entity_[^>]*?) gid="\d+"', r"\1", old, count=1))


def faint(path):
    """Makes the layer of entities of a map invisible."""
    text(path, lambda old: old.replace('name="Entities"', 'name="Entities" visible="0"', 1))


def under(path):
    """Puts the layer of entities of a map below all tiles."""
    def move(old):
        entities = re.search(r' *<objectgroup [^>]*name="Entities".*?</objectgroup>\n', old, flags=re.S)
        lower = re.sub(r'(name="zindex" type="int" value=)"\d+"', r'\1"-1"', entities[0])
        rest = old.replace(entities[0], "")
        return rest.replace(" <layer ", lower + " <layer ", 1)

    text(path, move)


def shapes(path):
    """Takes the collision shapes from all tiles."""
    for file in [*path.parent.glob("*.tsx")] or [path]:
        text(file, lambda old: re.sub(r" *<objectgroup draworder.*?</objectgroup>\n", "", old, flags=re.S))


def scalar(path):
    """Adds a property without a class to an object of a map."""
    text(path, lambda old: re.sub(r'(name="entity_.*?<properties>)', r'\1<property name="gold" value="3"/>', old, count=1, flags=re.S))


def cells(path):
    """Makes all solid cells of an LDtk project walkable."""
    def change(old):
        project = json.loads(old)
        definition = next(one for one in project["defs"]["layers"] if one["identifier"] == "Cells")
        walkable, solid = (group["uid"] for group in definition["intGridValuesGroups"])
        floor = next(one["value"] for one in definition["intGridValues"] if one["groupUid"] == walkable)
        walls = {one["value"] for one in definition["intGridValues"] if one["groupUid"] == solid}
        for layer in project["levels"][0]["layerInstances"]:
            if layer["__identifier"] == "Cells":
                layer["intGridCsv"] = [floor if value in walls else value for value in layer["intGridCsv"]]
        return json.dumps(project)

    text(path, change)


def null(path):
    """Makes the truth values of an LDtk project null."""
    text(path, lambda old: re.sub(r'("__type": ?"Bool", ?"__value": ?)(true|false)', r"\1null", old))


def cut(path):
    """Cuts off the second half of the file."""
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def glyph(path):
    """Changes the first character of a REXPaint file."""
    content = bytearray(gzip.decompress(path.read_bytes()))
    content[16:20] = struct.pack("<i", 1)
    path.write_bytes(gzip.compress(bytes(content)))


def mission(path):
    """Removes one edge of a graph."""
    if path.suffix == ".graphml":
        text(path, lambda old: re.sub(r"<edge\b.*?(/>|</edge>)", "", old, count=1, flags=re.S))
        return
    graph = json.loads(path.read_text(encoding="utf-8"))
    graph["edges"].pop()
    path.write_text(json.dumps(graph), encoding="utf-8")


def node(path, is_it, change):
    content = path.read_bytes()
    length = struct.unpack_from("<I", content, 12)[0]
    document = json.loads(content[20 : 20 + length])
    change(next(one for one in document["nodes"] if is_it(one)))
    chunk = json.dumps(document).encode()
    chunk += b" " * (-len(chunk) % 4)
    rest = content[20 + length :]
    head = struct.pack("<4sII", b"glTF", 2, 20 + len(chunk) + len(rest))
    path.write_bytes(head + struct.pack("<I4s", len(chunk), b"JSON") + chunk + rest)


def walls(path):
    """Moves all walls of a model by one cell."""
    node(path, lambda one: one.get("name", "").startswith("walls"),
         lambda one: one.__setitem__("translation", [1.0, 0.0, 0.0]))


def floors(path):
    """Moves all floors of a model by one cell."""
    node(path, lambda one: one.get("name", "").startswith("floors"),
         lambda one: one.__setitem__("translation", [1.0, 0.0, 0.0]))


if __name__ == "__main__":
    globals()[sys.argv[1]](Path(sys.argv[2]))
