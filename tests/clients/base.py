"""What the checks share: what a check is, how a client is found and started."""

import importlib.util
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable


# The program that is checked; check.py sets it.
PROGRAM = None


@dataclass
class Check:
    """A client that reads an export. `run(level, path)` gives what is wrong, as texts."""

    format: str
    client: str
    needs: list[str]
    run: Callable[[dict, Path], list[str]]

    def missing(self):
        """What it needs and cannot find: a Python module, a program (with `$` before its name), or a file (with `file:`)."""
        return [need for need in self.needs if not is_there(need)]


@dataclass
class Defect:
    """A mistake that is planted in an export: at least one check of its format must find it."""

    format: str
    name: str
    plant: Callable[[Path], None]


def door_cells(passage):
    """The cells of a passage's doors: its sockets and its threshold, without gaps."""
    if passage.get("door") == "Gap":
        return []
    return [cell for cell in passage["doors"] + passage.get("threshold", []) if cell != passage.get("gap")]


def is_there(need):
    if need.startswith("$"):
        return shutil.which(need[1:]) is not None
    if need.startswith("file:"):
        return Path(need[5:]).is_file()
    if need.startswith("node:"):
        return shutil.which("node") is not None and node_module(need[5:]) is not None
    return importlib.util.find_spec(need) is not None


def node_module(name):
    """The folder of a package of npm: beside this script, in NODE_PATH, or where npm installs for all."""
    import os

    folders = [Path(__file__).parent / "node_modules"]
    folders += [Path(folder) for folder in os.environ.get("NODE_PATH", "").split(os.pathsep) if folder]
    folders += [Path("/usr/lib/node_modules"), Path("/usr/local/lib/node_modules")]
    return next((folder / name for folder in folders if (folder / name).is_dir()), None)


def program(*command, input=None):
    """Starts a program; gives what is wrong if it fails or complains."""
    done = subprocess.run([str(part) for part in command], input=input, capture_output=True, timeout=300)
    output = done.stderr.decode(errors="replace").strip()
    if done.returncode != 0:
        return [f"{command[0]} exits with {done.returncode}: {output[:400]}"]
    return [f"{command[0]} says: {output[:400]}"] if output else []


def coded(text, can_hold):
    """A text with what a notation cannot hold as codes."""
    out = []
    for at, character in enumerate(text):
        if can_hold(character) and not text.startswith("\\u{", at):
            out.append(character)
        else:
            out.append("\\u{%x}" % ord(character))
    return "".join(out)


def edited(old, new, count=1):
    """A defect: another text instead of the first that fits a pattern."""

    def plant(path):
        text = path.read_bytes().decode()
        changed = re.sub(old, new, text, count=count, flags=re.S)
        assert changed != text, f"{old} is not in {path}"
        path.write_bytes(changed.encode())

    return plant


def truncated(path):
    """A defect: the second half of the file is missing."""
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def differences(what, found, expected, most=5):
    """How two dictionaries differ."""
    problems = []
    for key in expected.keys() | found.keys():
        if found.get(key) != expected.get(key) or (key in found) != (key in expected):
            problems.append(f"{what} {key}: {found.get(key)!r} instead of {expected.get(key)!r}")
    return sorted(problems)[:most]
