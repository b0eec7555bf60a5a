/** What DS04 says of a task in time: dates, work days done, percents, and its constraint. */
import { p6ConstraintCode } from '../../../shared/contract/schedule/aliases.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { assignedOf } from './assigned.ts'
import { COMPUTED, type Facts } from './facts.ts'
import { cent, type ParsPackage } from './pars-package.ts'
import type { RecordPart } from './record-part.ts'

export function dates(
  pars: ParsPackage,
  part: RecordPart,
  facts: Facts,
  i: number,
  undated: { add: (task: number) => void },
): void {
  const { notes } = pars.source
  const { actualStart, actualFinish } = facts.columns
  for (const [field, { values, from }, other] of [
    ['ES_date', facts.earlyStart, facts.currentStart],
    ['EF_date', facts.earlyFinish, facts.currentFinish],
    ['LS_date', facts.lateStart, facts.currentStart],
    ['LF_date', facts.lateFinish, facts.currentFinish],
  ] as const) {
    const day = values[i] === DAY_ABSENT ? other[i] : values[i]
    if (day === DAY_ABSENT) undated.add(i)
    else {
      part.day(field, day)
      notes.source('DS04', field, from[i] === COMPUTED ? 'computed' : 'file')
    }
  }
  part.day('AS_date', actualStart[i])
  part.day('AF_date', actualFinish[i])
}

/** Percent as a part of 1: 1 where all is done, and never there before. */
const share = (percent: number, isFinished: boolean): number => {
  const part = cent(Math.min(100, Math.max(0, percent)) / 100)
  return part === 1 && !isFinished && percent < 100 ? 0.99 : part
}

export function percents(part: RecordPart, facts: Facts, i: number, actual: number): void {
  const { percentComplete, physicalPercentComplete } = facts.columns
  const isFinished = facts.isFinished(i)
  const physical = physicalPercentComplete[i]
  const left = facts.remainingDays[i]
  const ofDuration = Number.isNaN(percentComplete[i])
    ? actual + left > 0
      ? (100 * actual) / (actual + left)
      : 0
    : percentComplete[i]
  let [done, open] = [0, 0]
  for (const { actualUnits, remainingUnits } of assignedOf(facts.columns, i).values()) {
    done += actualUnits || 0
    open += remainingUnits || 0
  }
  part.text('PC_type', Number.isNaN(physical) ? 'duration' : 'physical')
  part.number('PC_duration', share(isFinished ? 100 : ofDuration, isFinished))
  part.number('PC_physical', share(Number.isNaN(physical) ? (isFinished ? 100 : 0) : physical, isFinished))
  part.number('PC_units', share(done + open > 0 ? (100 * done) / (done + open) : isFinished ? 100 : 0, isFinished))
}

export function constraint(pars: ParsPackage, part: RecordPart, { columns }: Facts, i: number): void {
  const { notes } = pars.source
  const word = (code: number): string | undefined => p6ConstraintCode(CONSTRAINT_TYPES[code - 1] ?? '')
  const [first, second] = [word(columns.constraintType[i]), word(columns.secondaryConstraintType[i])]
  if (first !== undefined && second !== undefined)
    notes.change('DS04', 'constraint_type', 'The second constraint is left out: a task has one.').add(i)
  const type = first ?? second
  if (type === undefined) return
  const day = first === undefined ? columns.secondaryConstraintDate[i] : columns.constraintDate[i]
  part.text('constraint_type', type)
  if (type !== 'CS_ALAP') part.day('constraint_date', day)
}
