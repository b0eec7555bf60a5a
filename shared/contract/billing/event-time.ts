/**
 * Times that others write into their events. One that lies ahead would put every event after it in the shade until it has come, and could be
 * sent again until then.
 */

/** Clocks differ by less. */
export const EVENT_AHEAD_SECONDS_MAX = 300

export const isAhead = (atMs: number, nowMs: number): boolean => atMs > nowMs + EVENT_AHEAD_SECONDS_MAX * 1000
