"""GLB from above: a small renderer paints the model as one sees it straight from above, and each cell has the colour of its tile, or of what is drawn over that.

    python3 tests/clients/above.py level.glb above.png     # paints it, 16 pixels a cell
"""

import sys
from pathlib import Path

from base import Check, Defect
from models import accessor, changed, chunks, node_of

PIXELS = 16
# So many times finer it is painted, so that slanted walls are smooth.
FINER = 4


def srgb(linear):
    """A channel as screens have it."""
    value = linear * 12.92 if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return round(value * 255)


def faces(path):
    """The triangles that face upwards with their colours, the lowest first."""
    import numpy

    document, binary = chunks(path)
    found = []
    for node in document["nodes"]:
        shift = numpy.array(node.get("translation", [0, 0, 0]))
        for primitive in document["meshes"][node["mesh"]]["primitives"] if "mesh" in node else []:
            factor = document["materials"][primitive["material"]]["pbrMetallicRoughness"]["baseColorFactor"]
            color = tuple(srgb(channel) for channel in factor[:3])
            points = accessor(document, binary, primitive["attributes"]["POSITION"]) + shift
            for corners in points[accessor(document, binary, primitive["indices"]).reshape(-1, 3)]:
                if numpy.cross(corners[1] - corners[0], corners[2] - corners[0])[1] > 1e-6:
                    found.append((float(corners[:, 1].max()), corners, color))
    return sorted(found, key=lambda face: face[0])


def painted(path, width, height):
    from PIL import Image, ImageDraw

    scale = PIXELS * FINER
    image = Image.new("RGB", (width * scale, height * scale))
    draw = ImageDraw.Draw(image)
    for _, corners, color in faces(path):
        draw.polygon([(float(x) * scale, float(z) * scale) for x, _, z in corners], fill=color)
    return image.resize((width * PIXELS, height * PIXELS), Image.Resampling.BOX)


def shown(level, x, y):
    """What the uppermost layer draws over a cell, or its tile."""
    drawn = [layer["tiles"][y][x] for layer in level.get("layers", []) if layer["tiles"][y][x] != " "]
    return drawn[-1] if drawn else level["tiles"][y][x]


def seen_from_above(level, path):
    image = painted(path, level["width"], level["height"])
    problems = []
    for y, row in enumerate(level["tiles"]):
        for x in range(len(row)):
            wanted = level["legend"][shown(level, x, y)]["color"]
            found = image.getpixel((x * PIXELS + PIXELS // 2, y * PIXELS + PIXELS // 2))
            if any(abs(one - int(wanted[at : at + 2], 16)) > 3 for one, at in zip(found, (1, 3, 5))):
                problems.append(f"the cell {x}, {y} is {found} from above instead of {wanted}")
    return problems[:5]


def exchange_materials(document, binary):
    floors, walls = (document["meshes"][node_of(document, name)["mesh"]] for name in ("floors", "walls"))
    first, other = floors["primitives"][0], walls["primitives"][0]
    first["material"], other["material"] = other["material"], first["material"]


CHECKS = [Check("glb", "a renderer, from above", ["PIL", "numpy"], seen_from_above)]

DEFECTS = [
    Defect("glb", "floors have the material of walls", changed(exchange_materials)),
    Defect("glb", "the walls lie elsewhere", changed(lambda d, b: node_of(d, "walls").update(translation=[1, 0, 0]))),
]


def main():
    path, out = Path(sys.argv[1]), Path(sys.argv[2])
    points = [corner for _, corners, _ in faces(path) for corner in corners]
    width, height = (max(round(float(point[axis])) for point in points) for axis in (0, 2))
    painted(path, width, height).save(out)


if __name__ == "__main__":
    main()
