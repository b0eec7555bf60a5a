/** What relations and constraints do to offsets: compute/engine/cpm/relation.ts and constraint.ts, calendar/snap.ts, bit for bit. */
import { FF, FNET, FNLT, FO, FS, GRID_PER_DAY, MFO, MSO, SNAP_DAYS, SNET, SNLT, SO, SS } from './codes'

/** Most offsets are, and the call of the rest is what costs: isWhole(x) ? x : snapped(x) is snap(x). */
export function isWhole(offset: f64): bool {
  return offset === floor<f64>(offset)
}

/** Of an offset that is not whole. */
export function snapped(offset: f64): f64 {
  const scaled = offset * GRID_PER_DAY
  const up = ceil<f64>(scaled)
  const onGrid = (up - 0.5 <= scaled ? up : up - 1) / GRID_PER_DAY
  return abs<f64>(offset - onGrid) < SNAP_DAYS ? onGrid + 0.0 : offset
}

export function snap(offset: f64): f64 {
  return isWhole(offset) ? offset : snapped(offset)
}

/** The one that is less, a where none is: min and max branch, here as good as at random. */
export function lesser(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0)
}

export function greater(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0)
}

export function fromFinish(type: u8): bool {
  return type === FS || type === FF
}

export function toStart(type: u8): bool {
  return type <= SS
}

export function isPin(code: u8): bool {
  return code === MSO || code === MFO
}

/** A task with such a constraint can be late against it. */
export function isHard(code: u8): boolean {
  return code === SNLT || code === FNLT || code === SO || code === FO || isPin(code)
}

/** Start that the constraint asks for. */
export function wantedStart(code: u8, offset: f64, remaining: f64): f64 {
  return code === FNET || code === FNLT || code === MFO || code === FO ? offset - remaining : offset
}

export function constrainedStart(code: u8, offset: f64, remaining: f64, byLogic: f64, dataDate: f64): f64 {
  if (isPin(code)) return max<f64>(wantedStart(code, offset, remaining), dataDate)
  if (code === SNET || code === FNET || code === SO || code === FO)
    return max<f64>(byLogic, wantedStart(code, offset, remaining))
  return byLogic
}

export function constrainedFinish(code: u8, offset: f64, remaining: f64, needed: f64): f64 {
  if (code === MFO) return offset
  if (code === MSO) return offset + remaining
  if (code === FNLT || code === FO) return min<f64>(needed, offset)
  if (code === SNLT || code === SO) return min<f64>(needed, offset + remaining)
  return needed
}
