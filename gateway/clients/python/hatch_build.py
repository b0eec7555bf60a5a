"""Makes the types before the package is built, from OPENAPI: a file, or the address of a service's document. Absent: openapi.json, or the types that are there."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from make_types import PACKAGE, make_types

MADE = ("models.py", "typed.pyi")


class TypesHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        beside = Path(__file__).parent / "openapi.json"
        address = os.environ.get("OPENAPI") or (str(beside) if beside.exists() else None)
        if address is not None:
            make_types(address)
        elif not all((PACKAGE / name).exists() for name in MADE):
            raise RuntimeError(
                "OPENAPI must name the OpenAPI document: a file, or http://.../openapi.json of a service"
            )
        build_data["artifacts"] += [f"src/schedule_intelligence/{name}" for name in MADE]
