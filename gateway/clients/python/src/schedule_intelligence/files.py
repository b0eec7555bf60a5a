"""Schedule files that are sent: by their path, as bytes, or as a stream."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO

# a str is a path
File = Path | str | bytes | IO[bytes]

_NAMELESS = "schedule"
_MEMORY_BYTES_MAX = 2**20


class FilePart:
    """A file in a form, which is sent again from its beginning with each try."""

    def __init__(self, name: str, file_name: str) -> None:
        self.name = name
        self.file_name = file_name

    def content(self, opened: ExitStack) -> IO[bytes] | bytes:
        raise NotImplementedError


class _PathPart(FilePart):
    def __init__(self, name: str, path: Path) -> None:
        super().__init__(name, path.name)
        self._path = path

    def content(self, opened: ExitStack) -> IO[bytes]:
        return opened.enter_context(open(self._path, "rb"))


class _BytesPart(FilePart):
    def __init__(self, name: str, data: bytes) -> None:
        super().__init__(name, _NAMELESS)
        self._data = data

    def content(self, opened: ExitStack) -> bytes:
        return self._data


class _StreamPart(FilePart):
    """The stream stays open: it is the caller's. One that cannot go back is copied as it is read, to be there for the next try."""

    def __init__(self, name: str, stream: IO[bytes]) -> None:
        super().__init__(name, Path(str(getattr(stream, "name", _NAMELESS))).name or _NAMELESS)
        self._stream = stream if stream.seekable() else _copied(stream)
        self._start = self._stream.tell()

    def content(self, opened: ExitStack) -> IO[bytes]:
        self._stream.seek(self._start)
        return self._stream


def _copied(stream: IO[bytes]) -> IO[bytes]:
    # closed when nobody has the call any more
    copy = SpooledTemporaryFile(_MEMORY_BYTES_MAX)  # noqa: SIM115
    shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return copy


def file_part(name: str, file: File) -> FilePart:
    if isinstance(file, (str, Path)):
        return _PathPart(name, Path(file))
    return _BytesPart(name, file) if isinstance(file, bytes) else _StreamPart(name, file)
