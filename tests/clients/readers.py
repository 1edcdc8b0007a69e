"""Opens an export with a reader in Python, and prints what it has seen as JSON.

readers.py CLIENT FILE
"""

import json
import sys
from collections import Counter


def names(objects, prefix):
    return sorted(name for name in objects if name and name.startswith(prefix))


def of_objects(cells):
    """Facts from objects by name, each with its cell. Rooms and passages have no single cell."""
    entities = {name: cell for name, cell in sorted((name or "", cell) for name, cell in cells.items()) if name.startswith("entity_")}
    return {"rooms": names(cells, "room_"), "passages": names(cells, "passage_"), "entities": entities}


def solid_rows(width, height, is_solid):
    return ["".join("#" if is_solid(x, y) else "." for x in range(width)) for y in range(height)]


def pytmx_client(path):
    import pytmx

    level = pytmx.TiledMap(path)
    layers = [layer for layer in level.layers if isinstance(layer, pytmx.TiledTileLayer)]

    def is_solid(x, y):
        gids = [layer.data[y][x] for layer in layers]
        return any((level.get_tile_properties_by_gid(gid) or {}).get("solid") for gid in gids if gid)

    cells = {found.name: [int(found.x // level.tilewidth), int(found.y // level.tileheight)] for found in level.objects}
    size = {"size": [level.width, level.height], "solid": solid_rows(level.width, level.height, is_solid)}
    return size | of_objects(cells)


def pytiled_parser_client(path):
    from pathlib import Path

    import pytiled_parser
    from pytiled_parser.layer import ObjectLayer, TileLayer

    level = pytiled_parser.parse_map(Path(path))
    side = level.tile_size
    tiles = {}
    for first, found in level.tilesets.items():
        for number, tile in (found.tiles or {}).items():
            tiles[first + number] = tile.properties or {}
    layers = [layer for layer in level.layers if isinstance(layer, TileLayer)]

    def is_solid(x, y):
        return any(tiles.get(layer.data[y][x], {}).get("solid") for layer in layers)

    width, height = int(level.map_size.width), int(level.map_size.height)
    objects = [found for layer in level.layers if isinstance(layer, ObjectLayer) for found in layer.tiled_objects]
    above = {found.name: side.height if isinstance(found, pytiled_parser.tiled_object.Tile) else 0 for found in objects}
    cells = {
        found.name: [int(found.coordinates.x // side.width), int((found.coordinates.y - above[found.name]) // side.height)]
        for found in objects
    }
    return {"size": [width, height], "solid": solid_rows(width, height, is_solid)} | of_objects(cells)


def tiled_client(path):
    """The JSON that Tiled itself writes for a map, read without a library."""
    with open(path, encoding="utf-8") as file:
        level = json.load(file)
    solid = set()
    for tiles in level["tilesets"]:
        for tile in tiles.get("tiles", []):
            if any(one["name"] == "solid" and one["value"] for one in tile.get("properties", [])):
                solid.add(tiles["firstgid"] + tile["id"])
    width, height, side = level["width"], level["height"], level["tilewidth"]
    layers = [layer["data"] for layer in level["layers"] if layer["type"] == "tilelayer"]
    objects = [found for layer in level["layers"] for found in layer.get("objects", [])]
    def top(found):
        return found["y"] - side if "gid" in found else found["y"]

    cells = {found["name"]: [int(found["x"] // side), int(top(found) // side)] for found in objects}
    rows = solid_rows(width, height, lambda x, y: any(layer[y * width + x] in solid for layer in layers))
    return {"size": [width, height], "solid": rows} | of_objects(cells)


def arcade_client(path):
    import arcade

    arcade.Window(64, 64, visible=False)
    level = arcade.load_tilemap(path)
    width, height = int(level.width), int(level.height)
    solid, cells = set(), {}
    for sprites in level.sprite_lists.values():
        for sprite in sprites:
            cell = [int(sprite.center_x // level.tile_width), height - 1 - int(sprite.center_y // level.tile_height)]
            if "name" in sprite.properties:
                cells[sprite.properties["name"]] = cell
            elif sprite.properties.get("solid"):
                solid.add(tuple(cell))
    found = {one.name: one.shape for objects in level.object_lists.values() for one in objects}
    for name, shape in found.items():
        if name.startswith("entity_"):
            cells[name] = [int(shape[0] // level.tile_width), int(height - shape[1] / level.tile_height)]
        else:
            cells[name] = None
    rows = solid_rows(width, height, lambda x, y: (x, y) in solid)
    return {"size": [width, height], "solid": rows} | of_objects(cells)


def tcod_client(path):
    import tcod.console
    import tcod.tileset

    layers = tcod.console.load_xp(path, order="F")
    tiles = layers[0]
    rows = ["".join(chr(tiles.ch[x, y]) for x in range(tiles.width)) for y in range(tiles.height)]
    return {"size": [tiles.width, tiles.height], "tiles": rows}


def trimesh_client(path):
    """A model with ceilings: closed, with a floor at each walkable cell."""
    import numpy
    import trimesh

    scene = trimesh.load(path, force="scene")
    whole = scene.to_geometry()
    whole.merge_vertices(merge_tex=True, merge_norm=True)
    # Four triangles meet where walls touch only at a corner, so `is_watertight` is too strict.
    sides = Counter(map(tuple, whole.edges.tolist()))
    if any(sides[to, start] != count for (start, to), count in sides.items()):
        raise SystemExit("the model is not closed")
    parts = [scene.geometry[name] for name in scene.geometry if name.startswith("floors")]
    floors = trimesh.util.concatenate(parts)
    level = dict(scene.graph.to_flattened())
    extras = scene.graph.transforms.edge_data[("world", "level")]["metadata"]
    width, height = extras["width"], extras["height"]
    rows = []
    for y in range(height):
        starts = numpy.array([[x + 0.53, 0.5, y + 0.47] for x in range(width)])
        down = numpy.tile([0.0, -1.0, 0.0], (width, 1))
        hit = set(floors.ray.intersects_location(starts, down, multiple_hits=False)[1].tolist())
        rows.append("".join("." if x in hit else "#" for x in range(width)))
    entities = {
        name: [int(found["transform"][0][3] // 1), int(found["transform"][2][3] // 1)]
        for name, found in level.items() if name.startswith("entity_")
    }
    return {"size": [width, height], "solid": rows, "entities": dict(sorted(entities.items()))}


def blender_client(path):
    """A model without ceilings: what a ray from above hits in each cell, as in three.js. Blender's z axis is up."""
    import bpy
    from mathutils import Vector

    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=path)
    meshes = [one for one in bpy.data.objects if one.type == "MESH"]
    if sorted(one.name for one in meshes) != ["floors", "walls"]:
        raise SystemExit(f"the meshes are {[one.name for one in meshes]}")
    for one in meshes:
        in_use = {vertex for face in one.data.polygons for vertex in face.vertices}
        if len(in_use) != len(one.data.vertices) or not all(face.area > 0 for face in one.data.polygons):
            raise SystemExit(f"{one.name} has loose vertices or empty faces")
        if not one.data.uv_layers or not all(one.data.materials):
            raise SystemExit(f"{one.name} has no texture coordinates or no materials")
    level = bpy.data.objects["level"]
    width, height = level["width"], level["height"]
    depsgraph = bpy.context.evaluated_depsgraph_get()

    def seen_from(x, y):
        hit, at, *_ = bpy.context.scene.ray_cast(depsgraph, Vector((x + 0.53, -(y + 0.47), 9)), Vector((0, 0, -1)))
        return " " if not hit else "#" if at.z > 0.5 else "."

    entities = {}
    for one in bpy.data.objects:
        if one.name.startswith("entity_"):
            at = one.matrix_world.translation
            entities[one.name] = [int(at.x // 1), int(-at.y // 1)]
    rows = ["".join(seen_from(x, y) for x in range(width)) for y in range(height)]
    return {"size": [width, height], "near": rows, "entities": dict(sorted(entities.items()))}


def networkx_client(path):
    import networkx

    if path.endswith(".graphml"):
        graph = networkx.read_graphml(path, force_multigraph=True)
    else:
        with open(path, encoding="utf-8") as file:
            graph = networkx.node_link_graph(json.load(file), edges="edges")
    symbols = [data.get("symbol") for _, data in graph.nodes(data=True)]
    counted = {symbol: symbols.count(symbol) for symbol in sorted(set(symbols))}
    return {"nodes": graph.number_of_nodes(), "edges": graph.number_of_edges(), "symbols": counted}


CLIENTS = {
    "arcade": arcade_client,
    "blender": blender_client,
    "networkx": networkx_client,
    "pytiled_parser": pytiled_parser_client,
    "pytmx": pytmx_client,
    "tcod": tcod_client,
    "tiled": tiled_client,
    "trimesh": trimesh_client,
}

if __name__ == "__main__":
    seen = CLIENTS[sys.argv[1]](sys.argv[2])
    # Blender writes its own messages to standard output.
    print("\n" + json.dumps(seen))
