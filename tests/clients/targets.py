"""Presets of TMX and LDtk for single importers: a reader of the files checks what these importers document.

The engines and their importers do not run here. A format with `:godot`, `:unity` or `:bevy` behind it is exported with
that `--target`; maps for Bevy name the types of their components as well.
"""

import json
import re
import xml.etree.ElementTree as ElementTree

from base import Check, Defect, edited, truncated
from ldtk import CHECKS as LDTK_CHECKS
from ldtk import changed
from maps import CHECKS as MAP_CHECKS
from maps import of_tiled_again

# Where the components of maps for Bevy are declared; check.py exports with this.
TYPES = "my_game::level"
TARGETS = ["godot", "unity", "bevy"]


def objects(path):
    """Each object with its shape and its own properties."""
    for layer in ElementTree.parse(path).getroot().iter("objectgroup"):
        for thing in layer.iter("object"):
            shape = next((child.tag for child in thing if child.tag in ("point", "polyline")), "rectangle")
            yield layer.get("name"), thing, shape, properties(thing)


def properties(element):
    return {own.get("name"): own for own in element.findall("properties/property")}


def layers(path, tag):
    return {layer.get("name"): properties(layer) for layer in ElementTree.parse(path).getroot().iter(tag)}


def value(own, name):
    return own[name].get("value") if name in own else None


def yati(level, path):
    """YATI takes `godot_node_type` before the type; rectangles and lines of other types become solid bodies."""
    wanted = {"rectangle": "area", "polyline": "path", "point": None}
    for _, thing, shape, own in objects(path):
        if value(own, "godot_node_type") != wanted[shape]:
            yield f"{thing.get('name')} becomes {value(own, 'godot_node_type')} instead of {wanted[shape]}"
        if not value(own, "godot_group"):
            yield f"{thing.get('name')} is in no group"


def super_tiled2unity(level, path):
    """SuperTiled2Unity gives rectangles colliders, unless these are triggers, and ignores layers that say so."""
    if value(layers(path, "objectgroup")["Graph"], "unity:ignore") != "True":
        yield "the graph is not ignored"
    if value(layers(path, "layer")["Walls"], "unity:layer") != "Walls":
        yield "walls have no layer"
    for _, thing, shape, own in objects(path):
        if (value(own, "unity:IsTrigger") == "true") != (shape == "rectangle"):
            yield f"{thing.get('name')} is a trigger, or should be one"


def bevy_ecs_tiled(level, path):
    """bevy_ecs_tiled makes a component of each class whose type path is registered, by the names of its fields."""
    for _, thing, _, own in objects(path):
        classes = [one for one in own.values() if one.get("type") == "class"]
        scalars = {name: one.attrib for name, one in own.items() if one.get("type") != "class"}
        if len(classes) != 1:
            yield f"{thing.get('name')} has {len(classes)} components"
            continue
        kind = classes[0].get("propertytype", "")
        if not re.fullmatch(re.escape(TYPES) + r"::[A-Z_][A-Za-z0-9]*", kind):
            yield f"{thing.get('name')} is a {kind!r}, which is no type of {TYPES}"
        if {name: one.attrib for name, one in properties(classes[0]).items()} != scalars:
            yield f"{thing.get('name')} has other fields than properties"


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def godot_ldtk_importer(level, path):
    """It paints numbers as coloured cells, unless their layer has a tile set."""
    project = load(path)
    sets = [tiles["uid"] for tiles in project["defs"]["tilesets"]]
    grids = [layer for layer in project["levels"][0]["layerInstances"] if layer["__type"] == "IntGrid"]
    definitions = [layer for layer in project["defs"]["layers"] if layer["type"] == "IntGrid"]
    if [layer["__tilesetDefUid"] for layer in grids] != sets or [layer["tilesetDefUid"] for layer in definitions] != sets:
        yield "numbers of cells would be painted"


def ldtk_to_unity(level, path):
    """LDtkToUnity reads projects from 1.5.0 on, and needs its exporter to run after a save."""
    project = load(path)
    if tuple(map(int, project["jsonVersion"].split("."))) < (1, 5, 0):
        yield "the project is too old"
    commands = [(command["command"].split(" ", 1), command["when"]) for command in project["customCommands"]]
    if [(text[0].rsplit("/", 1)[-1], text[1:], when) for text, when in commands] != [
        ("ExportTilesetDefinition.exe", [f'"{path.stem}"'], "AfterSave")
    ]:
        yield f"the exporter does not run: {commands}"


def bevy_ecs_ldtk(level, path):
    """bevy_ecs_ldtk needs equal spacing and padding, names once, and numbers that stay the same."""
    definitions = load(path)["defs"]
    for tiles in definitions["tilesets"]:
        if tiles["spacing"] != tiles["padding"] or re.search(r"[/\\:]", tiles["relPath"]):
            yield f"tiles {tiles['identifier']} cannot be loaded"
    names = [entity["identifier"] for entity in definitions["entities"]]
    if len(set(names)) != len(names):
        yield "entities of two kinds have one name"
    [grid] = [layer for layer in definitions["layers"] if layer["type"] == "IntGrid"]
    if [(own["value"], own["identifier"]) for own in grid["intGridValues"]][:3] != [(1, "wall"), (2, "floor"), (3, "door")]:
        yield "numbers of cells are others"


def rules(format, client, read):
    return Check(format, f"the rules of {client}", [], lambda level, path: list(read(level, path))[:5])


def reader(check, target):
    return of_tiled_again if (check.client, target) == ("Tiled", "bevy") else check.run


CHECKS = [
    Check(f"{check.format}:{target}", check.client, check.needs, reader(check, target))
    for check in [*MAP_CHECKS, *LDTK_CHECKS]
    for target in TARGETS
    if check.format in ("tmx", "ldtk") and (check.client, target) != ("PyTMX", "bevy")
] + [
    rules("tmx:godot", "YATI", yati),
    rules("tmx:unity", "SuperTiled2Unity", super_tiled2unity),
    rules("tmx:bevy", "bevy_ecs_tiled", bevy_ecs_tiled),
    rules("ldtk:godot", "godot-ldtk-importer", godot_ldtk_importer),
    rules("ldtk:unity", "LDtkToUnity", ldtk_to_unity),
    rules("ldtk:bevy", "bevy_ecs_ldtk", bevy_ecs_ldtk),
]

# What cannot be checked whatever is installed, and why.
SKIPPED = [("tmx:bevy", "PyTMX", "it cannot read properties of the type class")]

DEFECTS = [
    Defect(f"{format}:{target}", "cut off", truncated) for format in ("tmx", "ldtk") for target in TARGETS
] + [
    Defect("tmx:godot", "a room is no area", edited('value="area"', 'value="body"')),
    Defect("tmx:godot", "a line is a solid body", edited(r'<property name="godot_node_type" value="path"/>', "")),
    Defect("tmx:unity", "a room is solid", edited(r'(name="unity:IsTrigger" type="bool" value=)"true"', r'\1"false"')),
    Defect("tmx:unity", "the graph is not ignored", edited("unity:ignore", "unity:ignored")),
    Defect("tmx:bevy", "a component is of no module", edited(rf'propertytype="{TYPES}::', 'propertytype="')),
    Defect("tmx:bevy", "a component lacks a field", edited(r'(type="class"[^>]*>\s*<properties>)\s*<property [^>]*/>', r"\1")),
    Defect("ldtk:godot", "numbers of cells have no tiles", changed(lambda project, layers: layers[-1].update(__tilesetDefUid=None))),
    Defect("ldtk:unity", "nothing runs after a save", edited("AfterSave", "AfterLoad")),
    Defect("ldtk:bevy", "tiles have a padding", edited(r'"padding": *0', '"padding":1')),
]
