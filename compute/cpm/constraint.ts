/** The codes of the column constraintType and what each constraint does to an offset (ANALYSIS_REFERENCE 1, Constraints). */
import { CONSTRAINT_TYPES, type ConstraintType } from '../../shared/schedule/fields.ts'

export const constraintCode = (type: ConstraintType): number => CONSTRAINT_TYPES.indexOf(type) + 1

export const ASAP = constraintCode('ASAP')
export const ALAP = constraintCode('ALAP')
export const SNET = constraintCode('SNET')
export const SNLT = constraintCode('SNLT')
export const FNET = constraintCode('FNET')
export const FNLT = constraintCode('FNLT')
export const MSO = constraintCode('MSO')
export const MFO = constraintCode('MFO')
export const NO_CONSTRAINT = 0

export const isKnownConstraint = (code: number): boolean => code > NO_CONSTRAINT && code <= CONSTRAINT_TYPES.length
/** ASAP and ALAP say nothing about a date. */
export const needsDate = (code: number): boolean => isKnownConstraint(code) && code !== ASAP && code !== ALAP
/** The date is the last day of work, so its offset is exclusive. */
export const isFinishType = (code: number): boolean => code === FNET || code === FNLT || code === MFO
/** MSO and MFO set the early dates whatever the logic says. */
export const isPin = (code: number): boolean => code === MSO || code === MFO
/** A task with this constraint can be late against it. */
export const isLateLimit = (code: number): boolean => code === SNLT || code === FNLT || isPin(code)
/** Work that has started can only be held at its finish. */
export const actsInProgress = isFinishType

/** Start that the constraint asks for; only for SNET, FNET, MSO and MFO. */
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
  if (code === SNET || code === FNET) return Math.max(byLogic, wantedStart(code, offset, remaining))
  return byLogic
}

/** Latest finish under the constraint, where the successors and the project finish would allow `needed`. */
export function constrainedFinish(code: number, offset: number, remaining: number, needed: number): number {
  if (code === MFO) return offset
  if (code === MSO) return offset + remaining
  if (code === FNLT) return Math.min(needed, offset)
  if (code === SNLT) return Math.min(needed, offset + remaining)
  return needed
}
