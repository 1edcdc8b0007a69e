"""Exceptions, each with what the command line would print."""

from __future__ import annotations

from typing import List, NamedTuple, Optional


class Diagnostic(NamedTuple):
    """A mistake or a remark about a file. Lines and columns count from 1."""

    severity: str
    code: str
    message: str
    file: Optional[str]
    line: Optional[int]
    column: Optional[int]
    hint: Optional[str]

    def __str__(self) -> str:
        place = "" if self.file is None else f"{self.file}:"
        place += "" if self.line is None else f"{self.line}:{self.column}:"
        hint = "" if self.hint is None else f" {self.hint}"
        return f"{place}{' ' if place else ''}{self.severity}[{self.code}]: {self.message}{hint}"


class DelvewrightError(Exception):
    """The base of all exceptions of this package."""


class GrammarError(DelvewrightError, ValueError):
    """A grammar or a room set has mistakes; `diagnostics` has all of them."""

    def __init__(self, diagnostics: List[Diagnostic]):
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n".join(str(found) for found in self.diagnostics if found.severity == "error")


class GenerationError(DelvewrightError, RuntimeError):
    """A seed gives no proved level."""

    def __init__(self, seed: int, stage: str, code: str, message: str):
        super().__init__(seed, stage, code, message)
        self.seed, self.stage, self.code, self.message = seed, stage, code, message

    def __str__(self) -> str:
        return f"seed {self.seed} gives no level ({self.stage}) [{self.code}]: {self.message}"
