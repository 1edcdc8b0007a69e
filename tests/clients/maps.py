"""TMX and TMJ: Tiled and other readers find the tiles and objects of the level, and paint its picture."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import base
from base import Check, Defect, coded, door_cells, edited, program, truncated

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
LAYERS = ["Ground", "Walls", "Doors", "Decor"]


def xml(text):
    """A text as XML 1.0 holds it."""
    return coded(text, lambda c: c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c >= "\U00010000")


def wanted_tiles(level, coding):
    """For each layer and cell the name of the tile there; none: nothing lies there."""
    doors = {tuple(cell) for passage in level["passages"] for cell in door_cells(passage)}
    layers = {name: {} for name in LAYERS}
    for y, row in enumerate(level["tiles"]):
        for x, character in enumerate(row):
            tile = level["legend"][character]
            name = "Doors" if (x, y) in doors else "Ground" if tile["walkable"] else "Walls"
            layers[name][x, y] = coding(tile["name"])
            for layer in level.get("layers", []):
                drawn = layer["tiles"][y][x]
                if drawn != " ":
                    layers["Decor"][x, y] = coding(level["legend"][drawn]["name"])
    return layers


def tile_problems(level, found, coding):
    wanted = wanted_tiles(level, coding)
    for name in LAYERS:
        if found.get(name) != wanted[name]:
            cells = [cell for cell in wanted[name].keys() | found.get(name, {}).keys() if wanted[name].get(cell) != found.get(name, {}).get(cell)]
            yield f"{name} at {cells[0]}: {found.get(name, {}).get(cells[0])!r} instead of {wanted[name].get(cells[0])!r}, and {len(cells) - 1} more"


def wanted_objects(level, coding):
    """The place of each object in pixels, by its name, with some of its properties."""
    objects = {}
    for place in level["places"]:
        x, y, width, height = (16 * value for value in place["bounds"])
        objects[f"room_{place['id']}"] = (x, y, width, height, {"symbol": coding(place["symbol"]), "node": place["node"]})
    middle = lambda cell: (16 * cell[0] + 8, 16 * cell[1] + 8, 0, 0)
    for entity in level["entities"]:
        values = {"kind": coding(entity["kind"]), "place": ("room", entity["place"])}
        if entity["opens"]:
            values["opens"] = ("room", entity["opens"][0])
        objects[f"entity_{entity['id']}"] = (*middle(entity["at"]), values)
    anchors = {place["id"]: place["anchor"] for place in level["places"]}
    for passage in level["passages"]:
        values = {"symbol": coding(passage["symbol"]), "from": ("room", passage["from"]), "to": ("room", passage["to"]), "one_way": passage["one_way"]}
        objects[f"passage_{passage['id']}"] = (*middle(anchors[passage["from"]]), values)
    return objects


def object_problems(level, found, coding):
    """`found`: name to id, x, y, width, height and properties; links are ids."""
    names = {values[0]: name for name, values in found.items()}
    for name, (x, y, width, height, values) in wanted_objects(level, coding).items():
        if name not in found:
            yield f"{name} is missing"
            continue
        _, *at, properties = found[name]
        # Readers call the size of a line what they like.
        if at[:2] != [x, y] or (width and at[2:] != [width, height]):
            yield f"{name} lies at {at} instead of {[x, y, width, height]}"
        for key, value in values.items():
            read = properties.get(key)
            if isinstance(value, tuple):
                read, value = names.get(int(read or 0)), f"{value[0]}_{value[1]}"
            if read != value:
                yield f"{name} has {key} {read!r} instead of {value!r}"


def problems(level, tiles, objects, coding):
    return [*tile_problems(level, tiles, coding), *object_problems(level, objects, coding)][:5]


def of_tiled(level, path):
    """What Tiled makes of the map when it exports it again as JSON, with the tiles in it."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        done = subprocess.run(["tiled", "--embed-tilesets", "--export-map", "json", path, out], capture_output=True, timeout=300)
        if done.returncode != 0 or not out.exists():
            return [f"tiled exits with {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"]
        return of_json(level, json.loads(out.read_text(encoding="utf-8"), strict=False), xml if path.suffix == ".tmx" else lambda text: text)


def of_json(level, map, coding):
    """A map as JSON, with the meaning that Tiled does not look at: numbers of tiles, ids, links."""
    if [map["width"], map["height"]] != [level["width"], level["height"]]:
        return ["the map has another size"]
    if len(map["tilesets"]) != 1 or "tiles" not in map["tilesets"][0]:
        return ["the tile set is missing"]
    tiles = {tile["id"] + map["tilesets"][0]["firstgid"]: tile.get("type", "") for tile in map["tilesets"][0]["tiles"]}
    found, objects, ids = {}, {}, []
    for layer in map["layers"]:
        if layer["type"] == "tilelayer":
            unknown = set(layer["data"]) - tiles.keys() - {0}
            if unknown:
                return [f"{layer['name']} has tiles that the set lacks: {sorted(unknown)[:5]}"]
            cells = ((number % map["width"], number // map["width"], tile) for number, tile in enumerate(layer["data"]))
            found[layer["name"]] = {(x, y): tiles[tile] for x, y, tile in cells if tile}
        for thing in layer.get("objects", []):
            values = {value["name"]: value["value"] for value in thing.get("properties", [])}
            ids.append(thing["id"])
            objects[thing["name"]] = (thing["id"], thing["x"], thing["y"], thing["width"], thing["height"], values)
    if len(set(ids)) != len(ids) or max(ids, default=0) >= map["nextobjectid"]:
        return ["ids of objects come twice or are too large"]
    return problems(level, found, objects, coding)


def picture(level, path):
    """Tiled paints what the program paints."""
    from PIL import Image, ImageChops

    with tempfile.TemporaryDirectory() as folder:
        theirs, ours, source = (Path(folder) / name for name in ("theirs.png", "ours.png", "source.json"))
        hidden = ["--hide-layer", "Rooms", "--hide-layer", "Entities", "--hide-layer", "Graph"]
        if wrong := program("tmxrasterizer", "--no-smoothing", *hidden, path, theirs):
            if not theirs.exists():
                return wrong
        source.write_text(json.dumps(level), encoding="utf-8")
        if wrong := program(base.PROGRAM, "export", source, "--bare", "--cell", "16", "-o", ours):
            return wrong
        one, other = (Image.open(file).convert("RGB") for file in (theirs, ours))
        box = ImageChops.difference(one, other).getbbox() if one.size == other.size else (one.size, other.size)
        return [f"the pictures differ: {box}"] if box else []


def of_pytiled_parser(level, path):
    import pytiled_parser

    map = pytiled_parser.parse_map(path)
    (tiles,) = (tiles.tiles for tiles in map.tilesets.values())
    found, objects = {}, {}
    for layer in map.layers:
        if isinstance(layer, pytiled_parser.TileLayer):
            cells = ((x, y, tile) for y, row in enumerate(layer.data) for x, tile in enumerate(row))
            found[layer.name] = {(x, y): tiles[tile - 1].class_ for x, y, tile in cells if tile}
        for thing in getattr(layer, "tiled_objects", []):
            at = [thing.coordinates.x, thing.coordinates.y, *(getattr(thing, "size", None) or (0, 0))]
            objects[thing.name] = (thing.id, *at, thing.properties or {})
    return problems(level, found, objects, xml if path.suffix == ".tmx" else lambda text: text)


def of_tiled_again(level, path):
    """What Tiled makes of a map with classes that it does not know; in JSON it cannot write these."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        out = Path(folder) / "out.tmx"
        done = subprocess.run(["tiled", "--export-map", "tmx", path, out], capture_output=True, timeout=300)
        if done.returncode != 0 or not out.exists():
            return [f"tiled exits with {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"]
        return of_pytiled_parser(level, out)


def of_pytmx(level, path):
    import pytmx

    map = pytmx.TiledMap(str(path))
    objects = {}
    for thing in map.objects:
        objects[thing.name] = (thing.id, thing.x, thing.y, thing.width, thing.height, dict(thing.properties))
    # Tiles have new numbers there; their properties stay.
    found = {}
    for layer in map.visible_tile_layers:
        layer = map.layers[layer]
        cells = ((x, y, map.get_tile_properties_by_gid(tile)) for x, y, tile in layer.iter_data() if tile)
        found[layer.name] = {(x, y): values["type"] for x, y, values in cells}
    return problems(level, found, objects, xml)


CHECKS = [check for format in ("tmx", "tmj") for check in (
    Check(format, "Tiled", ["$tiled"], of_tiled),
    Check(format, "tmxrasterizer", ["$tmxrasterizer", "PIL"], picture),
    Check(format, "pytiled_parser", ["pytiled_parser"], of_pytiled_parser),
)] + [Check("tmx", "PyTMX", ["pytmx"], of_pytmx)]


def without(suffix):
    """A defect: a file that the map names is missing."""

    def plant(path):
        path.with_name(f"{path.stem}-tiles{suffix}").unlink()

    return plant


def in_set(old, new):
    def plant(path):
        edited(old, new)(path.with_name(f"{path.stem}-tiles.tsx"))

    return plant


DEFECTS = [
    Defect("tmx", "second half missing", truncated),
    Defect("tmx", "tile set missing", without(".tsx")),
    Defect("tmx", "picture of the tiles missing", without(".png")),
    Defect("tmx", "a tile beyond the set", edited(r"(\n)(\d+),", r"\g<1>99999,")),
    Defect("tmx", "one tile too few", edited(r"(\n)(\d+),", r"\1")),
    Defect("tmx", "another tile", edited(r"(\n0,0,0)?(\d+)(,\d+\n</data>)", r"\g<1>1\3")),
    Defect("tmx", "a link to nothing", edited(r'(name="place" type="object" value=)"\d+"', r'\1"99999"')),
    Defect("tmx", "an id that comes twice", edited(r'<object id="2"', '<object id="1"')),
    Defect("tmx", "an object elsewhere", edited(r'(name="entity_1"[^>]* x=)"(\d+)"', r'\1"\g<2>1"')),
    Defect("tmx", "a layer with another name", edited('name="Walls"', 'name="Wall"')),
    Defect("tmx", "a tile of another type", in_set(r'type="floor"', 'type="wall"')),
    Defect("tmx", "an entity of another kind", edited(r'(name="kind" value=)"[^"]*"', r'\1"nothing"')),
    Defect("tmj", "second half missing", truncated),
    Defect("tmj", "tile set missing", without(".tsj")),
    Defect("tmj", "a tile beyond the set", edited(r'("data":\[)\d+', r"\g<1>99999")),
]
