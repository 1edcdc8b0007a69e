"""JSON and RON: the published schema takes every level, and RON reads back as the same JSON."""

import functools
import json
import subprocess
from pathlib import Path

import base
from base import Check, Defect, edited, truncated


@functools.cache
def validator():
    import jsonschema

    path = Path(__file__).resolve().parent.parent.parent / "crates/exchange/src/export/level.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def in_schema(level, path):
    document = json.loads(path.read_text(encoding="utf-8"))
    errors = [f"{'/'.join(map(str, error.path))}: {error.message[:200]}" for error in validator().iter_errors(document)]
    return errors[:5] or ([] if document == level else ["it is another level"])


def back_to_json(level, path):
    command = [str(base.PROGRAM), "export", str(path), "--format", "json"]
    done = subprocess.run(command, capture_output=True, timeout=300)
    if done.returncode != 0:
        return [done.stderr.decode()[:400]]
    return [] if json.loads(done.stdout) == level else ["it is another level"]


CHECKS = [
    Check("json", "jsonschema", ["jsonschema"], in_schema),
    Check("ron", "delvewright", [], back_to_json),
]

DEFECTS = [
    Defect("json", "a field has another name", edited(r'"bounds"', '"bound"')),
    Defect("json", "a number is a text", edited(r'"width": (\d+)', r'"width": "\1"')),
    Defect("json", "a technique that there is not", edited(r'"technique":"\w+"', '"technique":"Maze"')),
    Defect("json", "a field is missing", edited(r'  "bridges": [^\n]*\n', "")),
    Defect("ron", "a tile is another", edited(r'    "##', '    "#.')),
    Defect("ron", "cut off", truncated),
]
