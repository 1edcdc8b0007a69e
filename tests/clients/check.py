#!/usr/bin/env python3
"""Exports levels of the examples in every format that has checks, and opens them in the programs that read the format.

    python3 tests/clients/check.py --program target/release/delvewright --seeds 20
    python3 tests/clients/check.py --plant          # plants defects, and shows that each is found
    python3 tests/clients/check.py --list           # formats, clients, and which of them are missing

What the checks use: pip install networkx pydot tcod trimesh pygltflib jsonschema numpy; Debian's graphviz and
assimp-utils; npm install gltf-validator, beside this script or in a folder that NODE_PATH names; docs/JSON_SCHEMA.json
of github.com/deepnight/ldtk, which LDTK_SCHEMA names.
What is skipped because a client is missing is said at the end. Exit code 0: everything that ran is right.
A format is checked by a module beside this one, with CHECKS and DEFECTS; add it to MODULES.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import above
import base
import characters
import documents
import graphs
import ldtk
import maps
import models
import tables
import targets

MODULES = [documents, graphs, maps, ldtk, tables, characters, models, above, targets]
CHECKS = [check for module in MODULES for check in module.CHECKS]
DEFECTS = [defect for module in MODULES for defect in module.DEFECTS]
ROOT = Path(__file__).resolve().parent.parent.parent

# What an export needs besides its format, and what the file is called; else `level.<format>`.
NAMES = {"node-link": "level.graph.json", "json": "level.out.json", "ldtk-simple": "level.ldtk"}


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.strip()}")


def problems_of(check, level, path):
    try:
        return check.run(level, path)
    except Exception as error:  # A client that gives up has found something.
        line = traceback.extract_tb(error.__traceback__)[-1].lineno
        return [f"{type(error).__name__}: {str(error)[:300]} (line {line})"]


def generated(program, grammar, seed, folder, is_hostile=False):
    """A level as JSON, or why there is none."""
    source = folder / "source.json"
    run(program, "generate", grammar, "--seed", seed, "-o", source)
    level = json.loads(source.read_text(encoding="utf-8"))
    if is_hostile:
        source.write_text(json.dumps(hostile(level)), encoding="utf-8")
    return source, level


HOSTILE = [
    "", " ", '"', "'", "\\", "\\\\", "a\\", '\\"', "<&>", "&lt;", "&#65;", "]]>", "<!--", "\n", "\r\n", "\t", "\x00", "\x1b[31m",
    "\x7f", "\x85", "\u2028", "\u202e", "\ufeff", "\ufffe", "\uffff", "\U0010ffff", "\U0001f5dd", "é", "e\u0301", "\\u{1b}", "\\n",
    ",", ";", "=cmd()", "a,b\n\"c\"", "%s", "{}", "../x", "C:\\x", "true", "1", "NaN", "node", "graph", "key", "id", "label", "x" * 3000,
]


def hostile(level):
    """The same level with names that have a meaning in some notation, or none in any."""
    names = iter(HOSTILE * 1000)
    symbols = {}
    rename = lambda name: symbols.setdefault(name, next(names) + f" {len(symbols)}")
    level["grammar"] = "".join(HOSTILE)
    mission = level["mission"]
    for element in mission["nodes"] + mission["edges"] + level["places"] + level["passages"]:
        element["symbol"] = rename(element["symbol"])
    for meanings in ("node_symbols", "edge_symbols"):
        mission[meanings] = {rename(name): meaning for name, meaning in mission.get(meanings, {}).items()}
    for element in mission["nodes"] + mission["edges"]:
        element["attributes"] = {next(names): next(names) for _ in range(9)}
    for entity in level["entities"]:
        entity["kind"] = rename(entity["kind"])
        entity["properties"] = {next(names): next(names) for _ in range(9)}
    for tile in level["legend"].values():
        tile["name"] = next(names)
    for layer in level.get("layers", []):
        layer["name"] = next(names)
    return level


def exported(program, source, format, folder):
    """`format` may name an importer, as in `tmx:godot`."""
    folder.mkdir(parents=True, exist_ok=True)
    format, _, target = format.partition(":")
    path = folder / NAMES.get(format, f"level.{format}")
    options = ["--target", target] if target else []
    if (format, target) == ("tmx", "bevy"):
        options += ["--types", targets.TYPES]
    run(program, "export", source, "--format", format, *options, "-o", path)
    return path


def matrix(program, grammars, seeds, checks, is_hostile):
    """Every format, example and seed in every client."""
    passed, failed = Counter(), Counter()
    for grammar in grammars:
        for seed in seeds:
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                try:
                    source, level = generated(program, grammar, seed, folder, is_hostile)
                except RuntimeError as error:
                    print(f"no level: {error}")
                    failed["generate"] += 1
                    continue
                for format in dict.fromkeys(check.format for check in checks):
                    path = exported(program, source, format, folder / format.replace(":", "-"))
                    for check in (check for check in checks if check.format == format):
                        problems = problems_of(check, level, path)
                        (failed if problems else passed)[f"{format} in {check.client}"] += 1
                        for problem in problems[:3]:
                            print(f"{grammar.stem}, seed {seed}, {format} in {check.client}: {problem}")
        print(f"{grammar.stem}: {sum(passed.values())} right, {sum(failed.values())} wrong so far", flush=True)
    for name in sorted(passed.keys() | failed.keys()):
        print(f"{name:40} {passed[name]:6} right {failed[name]:6} wrong")
    return sum(failed.values())


def plant(program, grammar, checks, defects):
    """Each defect in an export of its own: who finds it?"""
    missed, finders = 0, Counter()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        source, level = generated(program, grammar, 1, folder)
        for number, defect in enumerate(defects):
            path = exported(program, source, defect.format, folder / f"{number}")
            defect.plant(path)
            own = [check for check in checks if check.format == defect.format]
            found = [check.client for check in own if problems_of(check, level, path)]
            missed += not found
            finders.update((check.format, check.client) for check in own if check.client in found)
            print(f"{defect.format:10} {defect.name:50} found by {', '.join(found) or 'NOBODY'}")
    print(f"{len(defects) - missed} of {len(defects)} defects found")
    # A client that never complains shows nothing.
    silent = [check for check in checks if not finders[check.format, check.client]]
    for check in silent:
        print(f"{check.client} finds none of the defects of {check.format}")
    return missed + len(silent)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "target/debug/delvewright")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds of each example, from 1")
    parser.add_argument("--formats", help="only these, separated by commas")
    parser.add_argument("--examples", help="only these, separated by commas")
    parser.add_argument("--hostile", action="store_true", help="give everything names that are hard to write down")
    parser.add_argument("--plant", action="store_true", help="plant defects instead")
    parser.add_argument("--list", action="store_true", help="list what there is")
    arguments = parser.parse_args()
    base.PROGRAM = arguments.program
    formats = arguments.formats.split(",") if arguments.formats else {check.format for check in CHECKS}
    wanted = [check for check in CHECKS if check.format in formats]
    checks = [check for check in wanted if not check.missing()]
    skipped = [check for check in wanted if check.missing()]
    names = arguments.examples.split(",") if arguments.examples else None
    grammars = sorted(path for path in (ROOT / "grammars").glob("*.ron") if not names or path.stem in names)
    if arguments.list:
        for check in wanted:
            missing = f", missing: {', '.join(check.missing())}" if check.missing() else ""
            print(f"{check.format} in {check.client}{missing}")
        return 0
    if arguments.plant:
        defects = [defect for defect in DEFECTS if defect.format in formats]
        wrong = plant(arguments.program, ROOT / "grammars/first_lock.ron", checks, defects)
    else:
        wrong = matrix(arguments.program, grammars, range(1, arguments.seeds + 1), checks, arguments.hostile)
    for format, client, why in targets.SKIPPED:
        if format in formats:
            print(f"SKIPPED {format} in {client}: {why}")
    for check in skipped:
        print(f"SKIPPED {check.format} in {check.client}: {', '.join(check.missing())} is missing")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
