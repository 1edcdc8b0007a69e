#!/usr/bin/env python3
"""Makes the fonts of this folder from the packages fonts-noto-core and fonts-droid-fallback of Debian.

Needs fonttools. Each font keeps the characters and shaping rules of its script, and loses hints and
the names of its glyphs. Run it again only for newer versions of the fonts: pictures change with them.

    apt-get install fonts-noto-core fonts-droid-fallback && pip install fonttools && python3 make.py
"""

import gzip
import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

SHARE = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share")
NOTO = SHARE / "fonts/truetype/noto"
DROID = SHARE / "fonts-droid-fallback/truetype"

# Scripts by the names of their Noto fonts: those in use, and a few that suit old walls.
SCRIPTS = """
Adlam Arabic Armenian Balinese Bengali Buginese CanadianAboriginal Cham Cherokee Coptic Devanagari Ethiopic
Georgian Glagolitic Gothic Gujarati Gurmukhi Hebrew Javanese Kannada Khmer Lao Lisu Malayalam MeeteiMayek
Mongolian Myanmar NKo Ogham OlChiki Oriya Runic Sinhala Sundanese Syriac Tamil Telugu Thaana Thai Tifinagh
Vai Yi
""".split()

# Letters that the scripts' own fonts share with Latin text. They come from the first font of pictures.
LATIN = set(range(0x20, 0x250))


def options():
    chosen = subset.Options()
    chosen.layout_features = ["*"]
    chosen.hinting = False
    chosen.glyph_names = False
    chosen.notdef_outline = True
    # Copyright, family, style, version, licence.
    chosen.name_IDs = [0, 1, 2, 5, 13, 14]
    chosen.drop_tables += ["FFTM", "MATH", "STAT", "meta"]
    return chosen


def write(name, source, keep):
    font = TTFont(source, recalcTimestamp=False)
    characters = {code for code in font.getBestCmap() if keep(code)}
    maker = subset.Subsetter(options())
    maker.populate(unicodes=characters)
    maker.subset(font)
    plain = io.BytesIO()
    font.save(plain)
    packed = gzip.compress(plain.getvalue(), 9, mtime=0)
    Path(f"{name}.ttf.gz").write_bytes(packed)
    print(f"{name}: {len(characters)} characters, {len(plain.getvalue())} bytes, packed {len(packed)}")
    return len(packed)


def main():
    total = write("Latin", NOTO / "NotoSans-Regular.ttf", lambda code: code > 0x7E)
    for script in SCRIPTS:
        source = NOTO / f"NotoSans{script}-Regular.ttf"
        total += write(script, source, lambda code: code not in LATIN)
    total += write("Tibetan", NOTO / "NotoSerifTibetan-Regular.ttf", lambda code: code not in LATIN)
    total += write("EastAsia", DROID / "DroidSansFallback.ttf", lambda code: code > 0x7E)
    print(f"all: {total} bytes")


main()
