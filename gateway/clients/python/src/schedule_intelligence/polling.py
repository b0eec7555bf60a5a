"""Polling of a job that is waited for."""

FIRST_PAUSE_SECONDS = 0.2
PAUSE_GROWTH = 1.5
PAUSE_SECONDS_MAX = 5.0
ENDED = frozenset({"completed", "failed", "cancelled"})
