"""GLB: the Khronos validator finds nothing, and what trimesh, assimp and a reader of bytes find is the level."""

import json
import struct
import subprocess

from base import Check, Defect, door_cells, node_module

VALIDATE = """
const validator = require(process.argv[1]);
const bytes = new Uint8Array(require('fs').readFileSync(process.argv[2]));
validator.validateBytes(bytes).then(report => console.log(JSON.stringify(report.issues)))
    .catch(error => { console.error(String(error)); process.exit(1); });
"""


def khronos(level, path):
    command = ["node", "-e", VALIDATE, str(node_module("gltf-validator")), str(path)]
    done = subprocess.run(command, capture_output=True, timeout=600)
    if done.returncode != 0:
        return [f"the validator gives up: {done.stderr.decode()[:400]}"]
    issues = json.loads(done.stdout)
    return [f"{message['code']} at {message.get('pointer', '?')}: {message['message']}" for message in issues["messages"]]


def chunks(path):
    data = path.read_bytes()
    magic, version, length = struct.unpack_from("<4sII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data)), "the head is wrong"
    at, found = 12, {}
    while at < length:
        size, kind = struct.unpack_from("<I4s", data, at)
        found[kind] = data[at + 8 : at + 8 + size]
        at += 8 + size
    return json.loads(found[b"JSON"]), found.get(b"BIN\0", b"")


def accessor(document, binary, index):
    import numpy

    own = document["accessors"][index]
    view = document["bufferViews"][own["bufferView"]]
    width = {"VEC3": 3, "SCALAR": 1}[own["type"]]
    kind = {5126: "<f4", 5125: "<u4"}[own["componentType"]]
    start = view.get("byteOffset", 0) + own.get("byteOffset", 0)
    return numpy.frombuffer(binary, kind, own["count"] * width, start).reshape(-1, width)


def triangles(document, binary, name):
    """The triangles of a node's mesh with the normals of their points."""
    import numpy

    [node] = [node for node in document["nodes"] if node["name"] == name and "mesh" in node]
    corners, normals = [], []
    for primitive in document["meshes"][node["mesh"]]["primitives"]:
        indices = accessor(document, binary, primitive["indices"]).reshape(-1, 3)
        corners.append(accessor(document, binary, primitive["attributes"]["POSITION"])[indices])
        normals.append(accessor(document, binary, primitive["attributes"]["NORMAL"])[indices])
    return numpy.concatenate(corners), numpy.concatenate(normals)


def surfaces(level, floors, walls, normals_of_walls=None):
    """Are the middles of cells floor where one can walk, and tops of walls elsewhere; and is no ground there twice?"""
    import numpy

    problems = []
    walkable = {c for c, tile in level["legend"].items() if tile["walkable"]}
    is_floor = numpy.array([[c in walkable for c in row] for row in level["tiles"]])

    def covered(corners, height):
        """How often each quarter of a cell is covered from above, at a point of it off all edges."""
        count = numpy.zeros((is_floor.shape[0] * 2, is_floor.shape[1] * 2), int)
        flat = (corners[:, :, 1] == height).all(axis=1)
        for triangle in corners[flat][:, :, [0, 2]]:
            low, high = numpy.floor(triangle.min(axis=0) * 2).astype(int), numpy.ceil(triangle.max(axis=0) * 2).astype(int)
            xs, ys = numpy.arange(low[0], high[0]), numpy.arange(low[1], high[1])
            # Of each quarter a point near its cell's middle, where no cut comes.
            px = (xs // 2 + 0.5 + numpy.where(xs % 2, 0.1003, -0.1003))[None, :]
            py = (ys // 2 + 0.5 + numpy.where(ys % 2, 0.1307, -0.1307))[:, None]
            inside = numpy.ones((len(ys), len(xs)), bool)
            for (ax, ay), (bx, by) in zip(triangle, numpy.roll(triangle, -1, axis=0)):
                inside &= (bx - ax) * (py - ay) - (by - ay) * (px - ax) < 0
            count[low[1] : high[1], low[0] : high[0]] += inside
        return count

    quarters = is_floor.repeat(2, axis=0).repeat(2, axis=1)
    if not (covered(floors, 0) == quarters).all():
        problems.append("the floors are not where one can walk")
    if not (covered(walls, 1) == ~quarters).all():
        problems.append("the tops of walls are not where one cannot walk")

    def area(corners):
        flat = (corners[:, :, 1] == corners[:, :1, 1]).all(axis=1)
        ab, ac = (corners[flat][:, i] - corners[flat][:, 0] for i in (1, 2))
        return numpy.abs(numpy.cross(ab, ac)[:, 1]).sum() / 2

    if area(floors) + area(walls) != is_floor.size:
        problems.append(f"floors and tops have {area(floors) + area(walls)} units of {is_floor.size}")
    return problems


def facing(corners, normals):
    """Does each triangle turn counter-clockwise seen from where its normals point?"""
    import numpy

    across = numpy.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = numpy.linalg.norm(across, axis=1)[:, None]
    if not lengths.all():
        return False
    across /= lengths
    return bool((numpy.abs(across[:, None, :] - normals) < 1e-5).all())


def bytes_of(level, path):
    document, binary = chunks(path)
    floors, floor_normals = triangles(document, binary, "floors")
    walls, wall_normals = triangles(document, binary, "walls")
    problems = surfaces(level, floors, walls)
    if not facing(floors, floor_normals) or not facing(walls, wall_normals):
        problems.append("a triangle faces another way than its normals")
    by_name = {node["name"]: node for node in document["nodes"]}
    for kind, position in (("place", "anchor"), ("passage", None), ("entity", "at")):
        list_name = {"place": "places", "passage": "passages", "entity": "entities"}[kind]
        for element in level[list_name]:
            node = by_name.get(f"{kind}_{element['id']}")
            if node is None or node["extras"] != element:
                problems.append(f"{kind} {element['id']} is not as in the level")
            elif position and node["translation"] != [element[position][0] + 0.5, 0, element[position][1] + 0.5]:
                problems.append(f"{kind} {element['id']} lies elsewhere")
    for passage in level["passages"]:
        cells = door_cells(passage)
        doors = [document["nodes"][child] for child in by_name[f"passage_{passage['id']}"].get("children", [])]
        if [door["extras"]["cell"] for door in doors] != cells:
            problems.append(f"passage {passage['id']} has other doors")
    return problems[:5]


def in_trimesh(level, path):
    import numpy
    import trimesh

    scene = trimesh.load(path, force="scene")
    meshes = {"floors": [], "walls": []}
    for name in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[name]
        corners = trimesh.transform_points(scene.geometry[geometry].vertices, transform)
        parts = [part for part in meshes if part in geometry or part in name]
        meshes[parts[0]].append(corners[scene.geometry[geometry].faces])
    return surfaces(level, *(numpy.concatenate(meshes[name]) for name in ("floors", "walls")))


def in_pygltflib(level, path):
    import pygltflib

    file = pygltflib.GLTF2().load(str(path))
    names = {node.name: node.extras for node in file.nodes}
    wrong = [place["id"] for place in level["places"] if names.get(f"place_{place['id']}") != place]
    return [f"place {id} is another" for id in wrong[:3]]


def in_assimp(level, path):
    done = subprocess.run(["assimp", "info", str(path)], capture_output=True, timeout=600)
    if done.returncode != 0:
        return [f"assimp exits with {done.returncode}: {done.stdout.decode(errors='replace')[-300:]}"]
    lines = {}
    for line in done.stdout.decode(errors="replace").splitlines():
        name, _, rest = line.partition(":")
        lines.setdefault(name, rest)
    document, _ = chunks(path)
    counts = {
        "Nodes": len(document["nodes"]),
        "Meshes": sum(len(mesh["primitives"]) for mesh in document.get("meshes", [])),
    }
    found = {name: int(lines[name].split()[0]) for name in counts}
    return [] if found == counts else [f"assimp reads {found} instead of {counts}"]


CHECKS = [
    Check("glb", "Khronos validator", ["node:gltf-validator"], khronos),
    Check("glb", "bytes", ["numpy"], bytes_of),
    Check("glb", "trimesh", ["trimesh", "numpy"], in_trimesh),
    Check("glb", "pygltflib", ["pygltflib"], in_pygltflib),
    Check("glb", "assimp", ["$assimp"], in_assimp),
]


def changed(change):
    """A defect in document or bytes."""

    def plant(path):
        document, binary = chunks(path)
        binary = bytearray(binary)
        change(document, binary)
        text = json.dumps(document).encode()
        text += b" " * (-len(text) % 4)
        body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
        path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body)

    return plant


def turn_triangle(document, binary):
    start = document["bufferViews"][2]["byteOffset"]
    binary[start : start + 8] = binary[start + 4 : start + 8] + binary[start : start + 4]


def move_point(document, binary):
    binary[0:4] = struct.pack("<f", struct.unpack_from("<f", binary)[0] + 1)


def flatten_normal(document, binary):
    start = document["bufferViews"][1]["byteOffset"]
    binary[start : start + 12] = bytes(12)


def index_beyond(document, binary):
    start = document["bufferViews"][2]["byteOffset"]
    binary[start : start + 4] = struct.pack("<I", 10**6)


def node_of(document, name):
    return next(node for node in document["nodes"] if node["name"] == name)


DEFECTS = [
    Defect("glb", "a triangle is turned around", changed(turn_triangle)),
    Defect("glb", "a point lies elsewhere", changed(move_point)),
    Defect("glb", "a normal is nothing", changed(flatten_normal)),
    Defect("glb", "an index leads nowhere", changed(index_beyond)),
    Defect("glb", "a place lies elsewhere", changed(lambda d, b: node_of(d, "place_1")["translation"].reverse())),
    Defect("glb", "a place has other values", changed(lambda d, b: node_of(d, "place_1")["extras"].update(symbol="x"))),
    Defect("glb", "an entity has other values", changed(lambda d, b: node_of(d, "entity_1")["extras"].update(kind="x"))),
    Defect("glb", "a node is missing", changed(lambda d, b: d["nodes"][0]["children"].pop())),
    Defect("glb", "cut off", lambda path: path.write_bytes(path.read_bytes()[:-100])),
]
