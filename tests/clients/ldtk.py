"""LDtk: its own schema finds nothing, and what a reader of JSON, CSV and PNG finds is the level.

The schema is docs/JSON_SCHEMA.json of github.com/deepnight/ldtk (MIT); LDTK_SCHEMA names the file where it lies, or it
lies beside this script as ldtk.schema.json. Without it that check is skipped.
"""

import json
import os
import re
from collections import Counter
from pathlib import Path

from base import Check, Defect, door_cells, edited, truncated

SCHEMA = Path(os.environ.get("LDTK_SCHEMA", Path(__file__).parent / "ldtk.schema.json"))
FIXED = {("wall", False): 1, ("floor", True): 2, ("door", True): 3, ("gate", True): 4, ("drop", True): 5, ("secret door", True): 6}
TILE_LAYERS = ["Decor", "Doors", "Walls", "Ground"]


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def schema(level, path):
    import jsonschema

    validator = jsonschema.Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    return [f"{'/'.join(map(str, error.path))}: {error.message[:200]}" for error in validator.iter_errors(load(path))]


def found(value, key):
    """Every value under a key, wherever it stands."""
    if isinstance(value, dict):
        if key in value:
            yield value[key]
        for own in value.values():
            yield from found(own, key)
    elif isinstance(value, list):
        for own in value:
            yield from found(own, key)


def picture(path):
    from PIL import Image

    with Image.open(path) as image:
        return image.convert("RGBA")


def numbers_of(level):
    """The number of each character, as docs/reference/exported-files.md lists them."""
    legend = level["legend"]
    numbers = {c: FIXED.get((tile["name"], tile["walkable"])) for c, tile in legend.items()}
    others = sorted((c for c, number in numbers.items() if number is None), key=lambda c: (legend[c]["name"], legend[c]["walkable"], c))
    return numbers | {c: number for number, c in enumerate(others, 7)}


def references(project, problems):
    """Do uids and iids name what there is, once each?"""
    uids, iids = list(found(project, "uid")), list(found(project, "iid"))
    problems += [f"uid {uid} twice" for uid, count in Counter(uids).items() if count > 1]
    problems += [f"iid {iid} twice" for iid, count in Counter(iids).items() if count > 1]
    problems += [f"uid {uid} is not below nextUid" for uid in uids if uid >= project["nextUid"]]
    problems += [f"iid {iid} is no UUID of version 5" for iid in iids if not re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", iid)]
    [own] = project["levels"]
    defs = project["defs"]
    layers = {layer["uid"]: layer for layer in defs["layers"]}
    sets = {tiles["uid"]: tiles for tiles in defs["tilesets"]}
    definitions = {entity["uid"]: entity for entity in defs["entities"]}
    names = Counter(found(defs["entities"], "identifier")) if not definitions else Counter(e["identifier"] for e in definitions.values())
    problems += [f"two definitions are called {name}" for name, count in names.items() if count > 1]
    for name in list(found(project, "identifier")):
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
            problems.append(f"{name!r} is no identifier")
    for name in list(names) + [layer["identifier"] for layer in layers.values()]:
        if re.match(r"_*[a-z]", name):
            problems.append(f"{name} has no capital")
    for layer in own["layerInstances"]:
        definition = layers.get(layer["layerDefUid"])
        if not definition or (definition["identifier"], definition["__type"]) != (layer["__identifier"], layer["__type"]):
            problems.append(f"layer {layer['__identifier']} has no definition")
        if layer["levelId"] != own["uid"]:
            problems.append(f"layer {layer['__identifier']} is of another level")
        if layer["__type"] == "Tiles" and layer["__tilesetDefUid"] not in sets:
            problems.append(f"layer {layer['__identifier']} has no tiles")
    entities = [(layer, entity) for layer in own["layerInstances"] for entity in layer["entityInstances"]]
    there = {entity["iid"]: (project["dummyWorldIid"], own["iid"], layer["iid"], entity["__identifier"]) for layer, entity in entities}
    for _, entity in entities:
        definition = definitions.get(entity["defUid"])
        if not definition or definition["identifier"] != entity["__identifier"]:
            problems.append(f"entity {entity['iid']} has no definition")
            continue
        fields = {field["uid"]: field for field in definition["fieldDefs"]}
        if [field["defUid"] for field in entity["fieldInstances"]] != list(fields):
            problems.append(f"entity {entity['iid']} has other fields than its definition")
            continue
        for field in entity["fieldInstances"]:
            check_field(field, fields[field["defUid"]], definitions, there, problems)


TYPES = {"Int": int, "Bool": bool, "String": str, "Multilines": str, "EntityRef": dict, "Array<EntityRef>": list, "Array<Point>": list}


def check_field(field, definition, definitions, there, problems):
    name, value = field["__identifier"], field["__value"]
    if (definition["identifier"], definition["__type"]) != (name, field["__type"]):
        problems.append(f"field {name} is another in its definition")
    if value is None:
        if not definition["canBeNull"]:
            problems.append(f"field {name} has no value")
        return
    if type(value) is not TYPES[field["__type"]]:
        problems.append(f"field {name} is {value!r}, which is no {field['__type']}")
        return
    values = value if isinstance(value, list) else [value]
    if len(field["realEditorValues"]) != len(values):
        problems.append(f"field {name} has other values for LDtk")
        return
    for value, real in zip(values, field["realEditorValues"]):
        [inner] = real["params"]
        if "EntityRef" in field["__type"]:
            target = there.get(value["entityIid"])
            if target is None or target[:3] != (value["worldIid"], value["levelIid"], value["layerIid"]) or inner != value["entityIid"]:
                problems.append(f"field {name} refers to nothing")
            allowed = definitions.get(definition["allowedRefsEntityUid"])
            if target and allowed and allowed["identifier"] != target[3]:
                problems.append(f"field {name} refers to a {target[3]}")
        elif "Point" in field["__type"]:
            inner == f"{value['cx']},{value['cy']}" or problems.append(f"field {name} has another point for LDtk")
        else:
            plain = value.replace("\\", "\\\\").replace("\n", "\\n") if isinstance(value, str) else value
            inner == plain or problems.append(f"field {name} has another value for LDtk")


def tiles(level, project, path, problems):
    """Do numbers and tiles show the level?"""
    [own] = project["levels"]
    [tileset] = project["defs"]["tilesets"]
    width, height, px = level["width"], level["height"], project["defaultGridSize"]
    layers = {layer["__identifier"]: layer for layer in own["layerInstances"]}
    if [layer["__identifier"] for layer in own["layerInstances"]] != ["Entities", *TILE_LAYERS, "Cells"]:
        problems.append("the layers are others")
        return
    if (own["pxWid"], own["pxHei"]) != (width * px, height * px):
        problems.append("the level has another size")
    numbers = numbers_of(level)
    csv = layers["Cells"]["intGridCsv"]
    if len(csv) != width * height:
        problems.append(f"{len(csv)} numbers for {width * height} cells")
    elif csv != [numbers[c] for row in level["tiles"] for c in row]:
        problems.append("numbers of cells are others")
    [cells] = [layer for layer in project["defs"]["layers"] if layer["identifier"] == "Cells"]
    if sorted(value["value"] for value in cells["intGridValues"]) != sorted(set(FIXED.values()) | set(numbers.values())):
        problems.append("the values of numbers are others")
    if picture(path.parent / tileset["relPath"]).size != (tileset["pxWid"], tileset["pxHei"]):
        problems.append("the picture of the tiles has another size")
    data = {own["tileId"]: json.loads(own["data"]) for own in tileset["customData"]}
    shown = {}
    for name in TILE_LAYERS[::-1]:
        for tile in layers[name]["gridTiles"]:
            [cell], number = tile["d"], tile["t"]
            if tile["px"] != [cell % width * px, cell // width * px]:
                problems.append(f"{name}: a tile lies beside its cell")
            if tile["src"] != [number % tileset["__cWid"] * px, number // tileset["__cWid"] * px]:
                problems.append(f"{name}: tile {number} is cut from elsewhere")
            shown.setdefault(cell, []).append((name, number))
    for cell in range(width * height):
        x, y = cell % width, cell // width
        drawn = [layer["tiles"][y][x] for layer in level.get("layers", [])]
        above = [c for c in drawn if c != " "][-1:]
        expected = [level["tiles"][y][x]] + above
        names = [(level["legend"][c]["name"], not level["legend"][c]["walkable"]) for c in expected]
        own = [(data.get(n, {}).get("name"), data.get(n, {}).get("solid")) for _, n in shown.get(cell, [])]
        if own != names or [name == "Decor" for name, _ in shown.get(cell, [])] != [False, True][: len(names)]:
            problems.append(f"tiles at {x}, {y} are {own} instead of {names}")
            break


def entities(level, listed, px, where, problems):
    """Are these entities those of the level? `listed`: kind, position, size, fields."""
    place = lambda reference: reference and where.get(reference["entityIid"], {}).get("place")
    entity = lambda reference: reference and where.get(reference["entityIid"], {}).get("entity")
    lock = lambda one: (one["passage"], one["end"])
    middle = lambda cell: [cell[0] * px + px // 2, cell[1] * px + px // 2]
    of_kind = lambda kind: [own for own in listed if own[0] == kind]
    rooms = [(at, size, fields["place"], fields["symbol"], fields["role"], fields["template"]) for _, at, size, fields in of_kind("Room")]
    wanted = [([b[0] * px, b[1] * px], [b[2] * px, b[3] * px], p["id"], p["symbol"], p.get("role"), p.get("template")) for p in level["places"] for b in [p["bounds"]]]
    if rooms != wanted:
        problems.append("places are others")
    passages = [(f["passage"], f["symbol"], place(f["from"]), place(f["to"]), f["one_way"], f["door"]) for *_, f in of_kind("Passage")]
    if passages != [(p["id"], p["symbol"], p["from"], p["to"], p["one_way"], p.get("door", "Plain")) for p in level["passages"]]:
        problems.append("passages are others")
    own = {f["entity"]: (kind == "Key", at, f["kind"], place(f["place"]), [place(r) for r in f["opens"]], f["solid"], f["node"]) for kind, at, _, f in listed if "entity" in f}
    wanted = {e["id"]: (bool(e["opens"]) or e["kind"] == "Key", middle(e["at"]), e["kind"], e["place"], e["opens"], e.get("solid", False), e.get("node")) for e in level["entities"]}
    if own != wanted:
        problems.append("entities are others")
    locks = [(where.get(f["passage"]["entityIid"], {}).get("passage"), place(f["place"]), f["end"], sorted(entity(k) for k in f["keys"]), f["needed"]) for *_, f in of_kind("Lock")]
    if locks != [(p["id"], l["place"], l["end"], l["keys"], l["needed"]) for p in level["passages"] for l in p["locks"]]:
        problems.append("locks are others")
    for role, kind in (("Start", "PlayerStart"), ("Goal", "Exit")):
        if [(at, place(f["place"])) for _, at, _, f in of_kind(kind)] != [(middle(p["anchor"]), p["id"]) for p in level["places"] if p.get("role") == role]:
            problems.append(f"{kind} is elsewhere")
    doors = sorted([at, where[f["passage"]["entityIid"]]["passage"]] for _, at, _, f in of_kind("Door"))
    wanted = sorted([middle(c), p["id"]] for p in level["passages"] for c in {tuple(c) for c in door_cells(p)})
    if doors != wanted:
        problems.append("doors are elsewhere")


def read_project(level, path):
    project, problems = load(path), []
    references(project, problems)
    tiles(level, project, path, problems)
    listed, where = [], {}
    for own in project["levels"][0]["layerInstances"][0]["entityInstances"]:
        fields = {field["__identifier"]: field["__value"] for field in own["fieldInstances"]}
        where[own["iid"]] = fields
        listed.append((own["__identifier"], own["px"], [own["width"], own["height"]], fields))
    entities(level, listed, project["defaultGridSize"], where, problems)
    fields = {field["__identifier"]: field["__value"] for field in project["levels"][0]["fieldInstances"]}
    if (fields["grammar"], fields["seed"]) != (level["grammar"], level["seed"]):
        problems.append("the level is of another grammar or seed")
    return problems[:10]


def simple_folder(path):
    [folder] = (path.parent / path.stem / "simplified").iterdir()
    return folder


def read_simple(level, path):
    problems, folder = [], simple_folder(path)
    data = load(folder / "data.json")
    px = data["width"] // level["width"]
    rows = [[int(number) for number in line.split(",") if number] for line in (folder / "Cells.csv").read_text().splitlines()]
    numbers = numbers_of(level)
    if rows != [[numbers[c] for c in row] for row in level["tiles"]]:
        problems.append("numbers of cells are others")
    listed, where = [], {}
    for kind, group in data["entities"].items():
        for own in group:
            where[own["iid"]] = own["customFields"]
            listed.append((kind, [own["x"], own["y"]], [own["width"], own["height"]], own["customFields"]))
            if own["id"] != kind or own["layer"] != "Entities":
                problems.append(f"{own['iid']} is no {kind}")
    entities(level, listed, px, where, problems)
    if data["uniqueIdentifer"] != load(path)["levels"][0]["iid"]:
        problems.append("the level has another iid than in the project")
    composite = picture(folder / "_composite.png")
    if composite.size != (level["width"] * px, level["height"] * px):
        problems.append("the picture has another size")
    layers = [picture(folder / name) for name in data["layers"]]
    drawn = layers[0]
    for layer in layers[1:]:
        drawn.alpha_composite(layer)
    if drawn.tobytes() != composite.tobytes():
        problems.append("the pictures of the layers are not the whole picture")
    return problems[:10]


def in_simple(name, plant):
    return lambda path: plant(simple_folder(path) / name)


def changed(change):
    """A defect: the project with a change."""

    def plant(path):
        project = load(path)
        change(project, project["levels"][0]["layerInstances"])
        path.write_text(json.dumps(project), encoding="utf-8")

    return plant


def entity_with(layers, field):
    """The value of the first field of that name that has one."""
    for entity in layers[0]["entityInstances"]:
        for own in entity["fieldInstances"]:
            if own["__identifier"] == field and own["__value"]:
                return own
    raise AssertionError(f"no {field}")


def lose_key(project, layers):
    entity_with(layers, "keys")["__value"][0]["entityIid"] = project["iid"]


def link_elsewhere(project, layers):
    reference = entity_with(layers, "from")
    other = layers[0]["entityInstances"][-1]["iid"]
    reference["__value"]["entityIid"], reference["realEditorValues"][0]["params"] = other, [other]


def exchange_tiles(project, layers):
    ground, walls = (next(layer for layer in layers if layer["__identifier"] == name)["gridTiles"] for name in ("Ground", "Walls"))
    ground[0]["t"], ground[0]["src"] = walls[0]["t"], walls[0]["src"]


CHECKS = [
    Check("ldtk", "LDtk's schema", ["jsonschema", f"file:{SCHEMA}"], schema),
    Check("ldtk", "a reader of JSON", ["PIL"], read_project),
    Check("ldtk-simple", "LDtk's schema", ["jsonschema", f"file:{SCHEMA}"], schema),
    Check("ldtk-simple", "a reader of JSON, CSV and PNG", ["PIL"], read_simple),
]

DEFECTS = [
    Defect("ldtk", "a field is missing", edited(r'"levelNamePattern": *"[^"]*",', "")),
    Defect("ldtk", "a field has another type", edited(r'"nextUid": *(\d+)', r'"nextUid":"\1"')),
    Defect("ldtk", "a cell has no number", changed(lambda project, layers: layers[-1]["intGridCsv"].pop())),
    Defect("ldtk", "a cell has another number", changed(lambda project, layers: layers[-1]["intGridCsv"].__setitem__(0, 2))),
    Defect("ldtk", "a uid is there twice", changed(lambda project, layers: project["defs"]["entities"][1].update(uid=project["defs"]["entities"][0]["uid"]))),
    Defect("ldtk", "a layer has no definition", changed(lambda project, layers: layers[1].update(layerDefUid=9999))),
    Defect("ldtk", "an iid is there twice", changed(lambda project, layers: layers[0]["entityInstances"][1].update(iid=layers[0]["entityInstances"][0]["iid"]))),
    Defect("ldtk", "a lock has lost its key", changed(lose_key)),
    Defect("ldtk", "a passage begins at an entity", changed(link_elsewhere)),
    Defect("ldtk", "a tile is another", changed(exchange_tiles)),
    Defect("ldtk", "a tile is cut from elsewhere", changed(lambda project, layers: layers[3]["gridTiles"][0].update(src=[0, 999]))),
    Defect("ldtk", "an identifier has a blank", changed(lambda project, layers: project["defs"]["entities"][0].update(identifier="My room"))),
    Defect("ldtk", "cut off", truncated),
    Defect("ldtk-simple", "cut off", truncated),
    Defect("ldtk-simple", "a row has a number less", in_simple("Cells.csv", edited(r"^\d+,", ""))),
    Defect("ldtk-simple", "the level has another iid", in_simple("data.json", edited(r'"uniqueIdentifer": *"....', '"uniqueIdentifer":"0000'))),
    Defect("ldtk-simple", "an entity lies elsewhere", in_simple("data.json", edited(r'"x":(\d+)', r'"x":9\1'))),
    Defect("ldtk-simple", "a picture is another", lambda path: (simple_folder(path) / "Ground.png").write_bytes((simple_folder(path) / "Walls.png").read_bytes())),
]
