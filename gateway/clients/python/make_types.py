"""Makes the types of the client from the OpenAPI document: `python make_types.py openapi.json`.

models.py has a TypedDict for each schema; typed.pyi has the methods whose result depends on the id of an analysis.
"""

from __future__ import annotations

import json
import keyword
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent / "src" / "schedule_intelligence"
FIRST_LINE = "# Made from the OpenAPI document by make_types.py.\n"
JSON_TYPE = "application/json"
FORM_TYPE = "multipart/form-data"
FAMILIES = ("health", "analysis", "forensics")
# parts that say something of one file of several, which have no end
HISTORY = "schedule_history"
HISTORY_PARTS = [f"{HISTORY}.{i}.{part}" for i in range(12) for part in ("snapshot_date", "project", "encoding")]

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}

Json = dict[str, Any]


def type_of(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(repr(each) for each in schema['enum'])}]"
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return union_of(type_of(each) for each in schema[union])
    if schema.get("format") == "binary":
        return "File"
    types = schema.get("type", [])
    return union_of(_one(each, schema) for each in ([types] if isinstance(types, str) else types)) or "Any"


def union_of(types: Iterator[str]) -> str:
    return " | ".join(dict.fromkeys(types))


def _one(kind: str, schema: Json) -> str:
    if kind == "array":
        return f"list[{type_of(schema.get('items', {}))}]"
    if kind == "object":
        further = schema.get("additionalProperties")
        return f"dict[str, {type_of(further) if isinstance(further, dict) else 'Any'}]"
    return PLAIN[kind]


def text(description: str, indent: str) -> str:
    escaped = description.replace("\\", "\\\\").replace('"', '\\"')
    return f'{indent}"""{escaped}"""\n'


def typed_dict(name: str, schema: Json) -> str:
    """As a class, or as a call where a member is no name of Python."""
    members: Json = schema["properties"]
    required = schema.get("required", [])

    def member(key: str) -> str:
        kind = type_of(members[key])
        return kind if key in required else f"NotRequired[{kind}]"

    if not all(key.isidentifier() and not keyword.iskeyword(key) for key in members):
        rows = "".join(f'    {key!r}: "{member(key)}",\n' for key in members)
        return f"{name} = TypedDict(\n    {name!r},\n    {{\n{rows}    }},\n)\n"
    lines = [f"class {name}(TypedDict):\n"]
    if "description" in schema:
        lines.append(text(schema["description"], "    "))
    for key, part in members.items():
        lines.append(f"    {key}: {member(key)}\n")
        if "description" in part:
            lines.append(text(part["description"], "    "))
    if len(lines) == 1:
        lines.append("    pass\n")
    return "".join(lines)


class Document:
    def __init__(self, document: Json) -> None:
        self._paths: Json = document["paths"]
        self._schemas: Json = document["components"]["schemas"]
        self.analyses: dict[str, str] = {}
        for path in self._paths:
            parts = path.split("/")[3:]
            if len(parts) == 2 and parts[0] in FAMILIES and "post" in self._paths[path]:
                self.analyses[".".join(parts)] = path

    def request(self, path: str) -> str:
        return type_of(self._paths[path]["post"]["requestBody"]["content"][JSON_TYPE]["schema"])

    def form(self, path: str) -> str:
        return type_of(self._paths[path]["post"]["requestBody"]["content"][FORM_TYPE]["schema"])

    def data(self, analysis: str) -> str:
        reply = type_of(
            self._paths[self.analyses[analysis]]["post"]["responses"]["200"]["content"][JSON_TYPE]["schema"]
        )
        return type_of(self._schemas[reply]["properties"]["data"])

    def models(self) -> str:
        parts = [MODELS_HEAD]
        parts.append(f"Analysis = {type_of({'enum': list(self.analyses)})}\n")
        parts.append(f"JobStatus = {type_of(self._schemas['Job']['properties']['status'])}\n")
        for name, schema in self._schemas.items():
            if name.endswith("Form"):
                parts += self._form_types(name, schema)
            elif "properties" in schema:
                parts.append(typed_dict(name, schema))
            else:
                parts.append(f'{name}: TypeAlias = "{type_of(schema)}"\n')
        return "\n".join(parts)

    def _form_types(self, name: str, schema: Json) -> list[str]:
        """CPMForm -> CPMFiles, the schedules, and CPMMembers, what stands beside them."""
        base = name.removesuffix("Form")
        properties: Json = schema["properties"]
        is_file = {key: "binary" in json.dumps(part) for key, part in properties.items()}
        files = {key: part for key, part in properties.items() if is_file[key]}
        members = {key: part for key, part in properties.items() if not is_file[key]}
        if HISTORY in files:
            members.update({key: {"type": "string"} for key in HISTORY_PARTS})
        return [
            typed_dict(f"{base}Files", {"properties": files, "required": schema["required"]}).replace(
                "list[File]", "File | Sequence[File]"
            ),
            typed_dict(f"{base}Members", {"properties": members}),
        ]

    def typed(self) -> str:
        results = "".join(f"    {each!r}: Result[models.{self.data(each)}],\n" for each in self.analyses)
        parts = [TYPED_HEAD, f'ReportResults = TypedDict("ReportResults", {{\n{results}}}, total=False)\n']
        for prefix in ("Async", ""):
            word = "async " if prefix else ""
            parts.append(f"class {prefix}Analyses:\n" + self._methods(word, "", "Result[{}]", ANALYSES))
            parts.append(
                f"class {prefix}Submissions:\n" + self._methods(word, "/async", "Submitted[Result[{}]]", SUBMISSIONS)
            )
        return "\n".join(parts)

    def _methods(self, word: str, suffix: str, result: str, methods: dict[str, tuple[str, str]]) -> str:
        """Overloads of each method, one for each analysis."""
        lines = []
        for name, (parameters, returned) in methods.items():
            for analysis, path in self.analyses.items():
                base = self.form(path + suffix).removesuffix("Form")
                given = parameters.format(
                    id=repr(analysis), body=self.request(path + suffix), files=f"{base}Files", members=f"{base}Members"
                )
                answer = returned or result.format(f"models.{self.data(analysis)}")
                lines.append(f"    @overload\n    {word}def {name}(self, {given}) -> {answer}: ...\n")
        return "".join(lines)


_BODY = "analysis: Literal[{id}], body: models.{body}"
_FILES = "analysis: Literal[{id}], files: models.{files}, members: models.{members} | None = None"
_TABLE = "*, table: str | None = None"
_KEY = "*, idempotency_key: str | None = None"
# name of a method -> its parameters, and what it returns if not the result of the analysis
ANALYSES = {
    "analyse": (_BODY, ""),
    "analyse_files": (_FILES, ""),
    "analyse_as": (f"form: FileForm, {_BODY}, {_TABLE}", "BytesReply"),
    "analyse_files_as": (f"form: FileForm, {_FILES}, {_TABLE}", "BytesReply"),
}
SUBMISSIONS = {"submit": (f"{_BODY}, {_KEY}", ""), "submit_files": (f"{_FILES}, {_KEY}", "")}


MODELS_HEAD = (
    FIRST_LINE
    + '''"""Bodies and replies as the OpenAPI document has them. CPMRequest is the body of analysis.cpm, CPMData the data of its result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias

    from .calls import File
'''
)

TYPED_HEAD = (
    FIRST_LINE
    + """from typing import Literal, TypedDict, overload

from . import models
from .calls import FileForm
from .replies import BytesReply
from .types import Result, Submitted
"""
)


def read(address: str) -> Json:
    """A file, or the address of a service's document."""
    if address.startswith(("http://", "https://")):
        with urllib.request.urlopen(address) as reply:
            return dict(json.load(reply))
    return dict(json.loads(Path(address).read_text(encoding="utf-8")))


def make_types(address: str, package: Path = PACKAGE) -> None:
    document = Document(read(address))
    package.joinpath("models.py").write_text(document.models(), encoding="utf-8")
    package.joinpath("typed.pyi").write_text(document.typed(), encoding="utf-8")


if __name__ == "__main__":
    make_types(sys.argv[1])
