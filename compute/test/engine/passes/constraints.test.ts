/**
 * What each constraint type does to early and late dates, in whole days, by P6's rules and by Microsoft Project's: a type that one of them does not decide has
 * no row here, and this fails. All calendars work round the clock, so figures are days in all three.
 */
import t from 'tap'
import { CONSTRAINT_TYPES, type ConstraintType } from '../../../../shared/contract/schedule/fields.ts'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import { withoutKernel } from '../../../engine/wasm/kernel-instance.ts'
import { day, inputOf, RULES, type Rules } from './round-the-clock.ts'

/** Where B lies, two days long: as early as 4 by the logic, as late as 20 by the project, which ends at 28. */
const [LOGIC, LENGTH, LATEST, END] = [4, 2, 20, 28]
/** Dates of the constraint: of a start before and after the logic; of a finish so many days later. */
const DATES = [1, 9] as const

type Effect = 'none' | 'not before' | 'not after' | 'set'
interface Decided {
  readonly end: 'start' | 'finish'
  readonly forward: Effect
  readonly backward: Effect
}
type Row = Readonly<Record<Rules, Decided>>

const everywhere = (end: Decided['end'], forward: Effect, backward: Effect): Row => ({
  days: { end, forward, backward },
  p6: { end, forward, backward },
  ms_project: { end, forward, backward },
})
const NOTHING: Decided = { end: 'start', forward: 'none', backward: 'none' }

/** Microsoft Project puts what must not start, or finish, late before its logic. */
const late = (end: Decided['end']): Row => ({
  ...everywhere(end, 'none', 'not after'),
  ms_project: { end, forward: 'not after', backward: 'not after' },
})
/** It has no such types. */
const on = (end: Decided['end']): Row => ({ ...everywhere(end, 'not before', 'not after'), ms_project: NOTHING })

const ROWS: Readonly<Record<ConstraintType, Row>> = {
  ASAP: everywhere('start', 'none', 'none'),
  ALAP: everywhere('start', 'none', 'none'),
  SNET: everywhere('start', 'not before', 'none'),
  SNLT: late('start'),
  FNET: everywhere('finish', 'not before', 'none'),
  FNLT: late('finish'),
  MSO: everywhere('start', 'set', 'set'),
  MFO: everywhere('finish', 'set', 'set'),
  SO: on('start'),
  FO: on('finish'),
}

function applied(effect: Effect, logic: number, date: number): number {
  if (effect === 'none') return logic
  if (effect === 'set') return date
  return effect === 'not before' ? Math.max(logic, date) : Math.min(logic, date)
}

function constrained(rules: Rules, type: ConstraintType, at: number) {
  const { end } = ROWS[type][rules]
  // the day that the task begins on, or the last one that it works
  const date = { constraint_type: type, constraint_date: day(end === 'start' ? at : at + LENGTH - 1) }
  return inputOf(rules, [
    { id: 'A', duration_days: LOGIC },
    { id: 'B', duration_days: LENGTH, predecessors: ['A'], ...date },
    { id: 'C', duration_days: END - LATEST, predecessors: ['B', 'D'] },
    { id: 'D', duration_days: LATEST },
  ])
}

for (const rules of RULES) {
  t.test(`what constraints do: ${rules}`, async t => {
    for (const type of CONSTRAINT_TYPES) {
      const row = ROWS[type]?.[rules]
      if (row === undefined) {
        t.fail(`${type} is not decided for ${rules}: its row in engine/kind/constraint-types.ts, and one here`)
        continue
      }
      for (const at of DATES) {
        const input = constrained(rules, type, at)
        const result = withoutKernel(() => computeCpm(input))
        const start = type === 'ALAP' ? LATEST - LENGTH : applied(row.forward, LOGIC, at)
        t.equal(result.earlyStart[1], start, `${type}, forward, wanted at ${at}`)
        const finish = applied(row.backward, LATEST, at + LENGTH)
        t.equal(result.lateFinish[1], finish, `${type}, backward, wanted at ${at}`)
      }
    }
  })
}
