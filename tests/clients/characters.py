"""REXPaint's .xp: libtcod loads it, and a reader of bytes compares every glyph and colour with the level."""

import gzip
import struct

from base import Check, Defect


def cp437():
    """The character of each glyph, as Python knows the code page, with pictures in place of control characters."""
    low = " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
    return low + bytes(range(32, 127)).decode() + "⌂" + bytes(range(128, 256)).decode("cp437")


GLYPHS = {character: glyph for glyph, character in reversed(list(enumerate(cp437())))} | {" ": 32, "\0": 0}
NOTHING = (32, (0, 0, 0), (255, 0, 255))


def color(text):
    return tuple(bytes.fromhex(text[1:]))


def expected(level):
    """The glyph and ink of each cell of tiles and decoration, by layers; without inks of entities, whose glyphs are known."""
    legend = {character: color(tile["color"]) for character, tile in level["legend"].items()}
    seen = lambda c: (GLYPHS.get(c, ord("?")), legend.get(c, (255, 0, 255)), (0, 0, 0))
    tiles = [[seen(c) for c in row] for row in level["tiles"]]
    decoration = [[NOTHING for _ in row] for row in level["tiles"]]
    for layer in level.get("layers", []):
        for y, row in enumerate(layer["tiles"]):
            for x, c in enumerate(row):
                if c != " ":
                    decoration[y][x] = seen(c)
    entities = [[NOTHING[0] for _ in row] for row in level["tiles"]]
    for entity in reversed(level["entities"]):
        x, y = entity["at"]
        entities[y][x] = GLYPHS.get(entity["kind"][:1] or " ", ord("?"))
    return tiles, decoration, entities


def compare(level, layers):
    """Layers as rows of (glyph, ink, ground)."""
    if len(layers) != 3:
        return [f"{len(layers)} layers instead of 3"]
    tiles, decoration, entities = expected(level)
    glyphs = [[glyph for glyph, _, _ in row] for row in layers[2]]
    pairs = [("tiles", layers[0], tiles), ("decoration", layers[1], decoration), ("entities", glyphs, entities)]
    return [f"{name} are others" for name, found, wanted in pairs if found != wanted]


def bytes_of(level, path):
    data = gzip.decompress(path.read_bytes())
    version, count = struct.unpack_from("<ii", data)
    if version != -1:
        return [f"version {version}"]
    at, layers = 8, []
    for _ in range(count):
        width, height = struct.unpack_from("<ii", data, at)
        at += 8
        columns = []
        for _ in range(width):
            column = []
            for _ in range(height):
                glyph, *colors = struct.unpack_from("<I6B", data, at)
                column.append((glyph, tuple(colors[:3]), tuple(colors[3:])))
                at += 10
            columns.append(column)
        layers.append([list(row) for row in zip(*columns)])
    return compare(level, layers) + ([] if at == len(data) else [f"{len(data) - at} bytes are left"])


def libtcod(level, path):
    import tcod

    layers = []
    for console in tcod.console.load_xp(path, order="C"):
        rows = zip(console.ch.tolist(), console.fg.tolist(), console.bg.tolist())
        layers.append([[(g, tuple(i), tuple(b)) for g, i, b in zip(*row)] for row in rows])
    return compare(level, layers)


def changed(change):
    def plant(path):
        data = bytearray(gzip.decompress(path.read_bytes()))
        path.write_bytes(gzip.compress(change(data) or data))

    return plant


def swap_sizes(data):
    data[8:12], data[12:16] = data[12:16], data[8:12]


def other_glyph(data):
    data[16] ^= 1


def other_color(data):
    data[21] ^= 64


CHECKS = [
    Check("xp", "bytes", [], bytes_of),
    Check("xp", "libtcod", ["tcod"], libtcod),
]

DEFECTS = [
    Defect("xp", "rows instead of columns", changed(swap_sizes)),
    Defect("xp", "another glyph", changed(other_glyph)),
    Defect("xp", "another colour", changed(other_color)),
    Defect("xp", "a layer is missing", changed(lambda data: data[:4] + b"\2\0\0\0" + data[8:])),
    Defect("xp", "cut off", changed(lambda data: data[: len(data) // 2])),
]
