/** The codes of the column constraintType, and the kinds of constraint (/docs/methods/cpm#constraints; hard ones by DCMA-EA PAM 200.1, point 5). */
import { CONSTRAINT_TYPES, type ConstraintType } from '../../../shared/contract/schedule/fields.ts'

const constraintCode = (type: ConstraintType): number => CONSTRAINT_TYPES.indexOf(type) + 1

export const ASAP = constraintCode('ASAP')
export const ALAP = constraintCode('ALAP')
export const SNET = constraintCode('SNET')
export const SNLT = constraintCode('SNLT')
export const FNET = constraintCode('FNET')
export const FNLT = constraintCode('FNLT')
export const MSO = constraintCode('MSO')
export const MFO = constraintCode('MFO')
/** Start on and finish on: no earlier and no later, as far as the logic lets them. */
export const SO = constraintCode('SO')
export const FO = constraintCode('FO')
export const NO_CONSTRAINT = 0

export const isKnownConstraint = (code: number): boolean => code > NO_CONSTRAINT && code <= CONSTRAINT_TYPES.length
/** ASAP and ALAP say nothing about a date. */
export const needsDate = (code: number): boolean => isKnownConstraint(code) && code !== ASAP && code !== ALAP
/** The date is the last day of work, so its offset is exclusive. */
export const isFinishType = (code: number): boolean => code === FNET || code === FNLT || code === MFO || code === FO
/** MSO and MFO set the early dates whatever the logic says. */
export const isPin = (code: number): boolean => code === MSO || code === MFO
/** MSO, MFO, SO, FO, SNLT and FNLT: a task with one of them can be late against it. SNET and ALAP are not among them. */
export const isHardConstraint = (code: number): boolean =>
  code === SNLT || code === FNLT || code === SO || code === FO || isPin(code)
