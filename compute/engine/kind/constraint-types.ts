/**
 * The constraint types: one row each, which says what the type does to early and late dates (effects of passes/constraint.ts), by P6's rules, which are those
 * of whole days too, and by Microsoft Project's. All passes read the rows: a type that is some of these effects needs no more than its row.
 */
import { CONSTRAINT_TYPES, type ConstraintType } from '../../../shared/contract/schedule/fields.ts'
import { NO_CONSTRAINT } from '../passes/codes.ts'
import { AS_LATE, holdsLate, NOT_AFTER, NOT_BEFORE, OF_FINISH, PINS, pins } from '../passes/constraint.ts'

export { NO_CONSTRAINT } from '../passes/codes.ts'

interface ConstraintRow {
  readonly p6: number
  /** Microsoft Project has fewer types, and its planner may ask it to honor none (clock/ms-project/README.md). */
  readonly msProject: number
}

const everywhere = (effect: number): ConstraintRow => ({ p6: effect, msProject: effect })

const NOTHING = 0

/** Hard ones by DCMA-EA PAM 200.1, point 5, are those that hold late dates. */
const ROWS: Readonly<Record<ConstraintType, ConstraintRow>> = {
  ASAP: everywhere(NOTHING),
  ALAP: everywhere(AS_LATE),
  SNET: everywhere(NOT_BEFORE),
  SNLT: everywhere(NOT_AFTER),
  FNET: everywhere(OF_FINISH | NOT_BEFORE),
  FNLT: everywhere(OF_FINISH | NOT_AFTER),
  MSO: everywhere(PINS),
  MFO: everywhere(OF_FINISH | PINS),
  // start on and finish on: no earlier and no later, as far as the logic lets them; Microsoft Project has no such type
  SO: { p6: NOT_BEFORE | NOT_AFTER, msProject: NOTHING },
  FO: { p6: OF_FINISH | NOT_BEFORE | NOT_AFTER, msProject: NOTHING },
}

const CODES = 256

function effectsBy(rules: keyof ConstraintRow): Uint8Array {
  const effects = new Uint8Array(CODES)
  for (const [n, type] of CONSTRAINT_TYPES.entries()) effects[n + 1] = ROWS[type][rules]
  return effects
}

/** Entry c: what the constraint of code c does; 0 = nothing, as an unknown one. */
export const EFFECTS = effectsBy('p6')
export const MS_PROJECT_EFFECTS = effectsBy('msProject')

const constraintCode = (type: ConstraintType): number => CONSTRAINT_TYPES.indexOf(type) + 1

export const ASAP = constraintCode('ASAP')
export const ALAP = constraintCode('ALAP')
export const SNET = constraintCode('SNET')
export const SNLT = constraintCode('SNLT')
export const FNET = constraintCode('FNET')
export const FNLT = constraintCode('FNLT')
export const MSO = constraintCode('MSO')
export const MFO = constraintCode('MFO')
export const SO = constraintCode('SO')
export const FO = constraintCode('FO')

export const isKnownConstraint = (code: number): boolean => code > NO_CONSTRAINT && code <= CONSTRAINT_TYPES.length
/** ASAP and ALAP say nothing about a date. */
export const needsDate = (code: number): boolean => (EFFECTS[code] & (NOT_BEFORE | NOT_AFTER | PINS)) !== 0
/** The date is the last day of work, so its offset is exclusive. */
export const isFinishType = (code: number): boolean => (EFFECTS[code] & OF_FINISH) !== 0
/** Work that has started can only be held at its finish. */
export const actsInProgress = isFinishType
/** MSO and MFO set the early dates whatever the logic says. */
export const isPin = (code: number): boolean => pins(EFFECTS[code])
/** A task with one of them can be late against it: MSO, MFO, SO, FO, SNLT and FNLT. */
export const isHardConstraint = (code: number): boolean => holdsLate(EFFECTS[code])
