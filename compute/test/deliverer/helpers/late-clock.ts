/** Loaded before a process: its clock is a minute behind. */
const BEHIND_MS = 60_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given: [] | ConstructorParameters<typeof RealDate>) {
    if (given.length === 0) super(RealDate.now() - BEHIND_MS)
    else super(...(given as [number]))
  }
  static override now(): number {
    return RealDate.now() - BEHIND_MS
  }
} as DateConstructor
