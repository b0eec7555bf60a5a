/** The effect of each constraint on an offset (/docs/methods/cpm#constraints). Its codes are in engine/kind/constraint-types.ts. */
import { FNET, FNLT, FO, isFinishType, isPin, MFO, MSO, SNET, SNLT, SO } from '../kind/constraint-types.ts'

export * from '../kind/constraint-types.ts'

/** Work that has started can only be held at its finish. */
export const actsInProgress = isFinishType

/** Start that the constraint requires; only for SNET, FNET, MSO, MFO, SO and FO. */
export const wantedStart = (code: number, offset: number, remaining: number): number =>
  isFinishType(code) ? offset - remaining : offset

/** (Remaining) start under the constraint, where the links and the data date would allow `byLogic`. */
export function constrainedStart(
  code: number,
  offset: number,
  remaining: number,
  byLogic: number,
  dataDate: number,
): number {
  if (isPin(code)) return Math.max(wantedStart(code, offset, remaining), dataDate)
  if (code === SNET || code === FNET || code === SO || code === FO)
    return Math.max(byLogic, wantedStart(code, offset, remaining))
  return byLogic
}

/** Latest finish under the constraint, where the successors and the project finish would allow `needed`. */
export function constrainedFinish(code: number, offset: number, remaining: number, needed: number): number {
  if (code === MFO) return offset
  if (code === MSO) return offset + remaining
  if (code === FNLT || code === FO) return Math.min(needed, offset)
  if (code === SNLT || code === SO) return Math.min(needed, offset + remaining)
  return needed
}
