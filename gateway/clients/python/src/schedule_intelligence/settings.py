"""Where the service is, who calls it, and the limits of a call."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from .retries import Retry, tell_retry


@dataclass(frozen=True)
class Settings:
    base_url: str
    headers: dict[str, str]
    retries_max: int
    wait_seconds_max: float
    on_retry: Callable[[Retry], None]
    timeout_seconds: float

    @staticmethod
    def of(
        base_url: str | None,
        api_key: str | None,
        retries_max: int,
        wait_seconds_max: float,
        on_retry: Callable[[Retry], None] | None,
        timeout_seconds: float,
    ) -> Settings:
        address = base_url or os.environ.get("SIS_URL")
        if not address:
            raise ValueError("No address of the service: give base_url, or set SIS_URL.")
        # of a file it has the end of its line; what is no key is not quoted, since it may be one with a slip
        key = (api_key or os.environ.get("SIS_API_KEY") or "").strip()
        if not all("!" <= letter <= "~" for letter in key):
            raise ValueError("The API key has a character that no key has.")
        headers = {"accept": "application/json", **({"x-api-key": key} if key else {})}
        return Settings(
            address.rstrip("/"), headers, retries_max, wait_seconds_max, on_retry or tell_retry, timeout_seconds
        )
