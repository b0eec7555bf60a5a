/** A schedule by Microsoft Project's rules as its XML holds it, which has no dates of links from other projects: start constraints that give the same dates. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { momentIn } from '../../clock/calendars.ts'
import { externalStart } from '../../clock/ms-project/forward.ts'
import { planOf } from '../../clock/ms-project/plan.ts'
import { isHeldByHand } from '../../clock/ms-project/spans.ts'
import { ASAP, NO_CONSTRAINT, SNET } from '../../kind/constraint-types.ts'
import { type CarriedDates, constraintText } from './carried-dates.ts'
import type { ConversionWarnings } from './conversion-warnings.ts'
import { EditedColumns } from './edited-columns.ts'

export function withExternalStartsHeld(dates: CarriedDates, warnings: ConversionWarnings): ScheduleColumns {
  const { columns, clock, input } = dates
  const { taskCount, constraintType } = columns
  if (clock.tasks.externalEarlyStart === undefined) return columns
  const edits = new EditedColumns(columns)
  const plan = planOf(input)
  for (let i = 0; i < taskCount; i++) {
    const held = externalStart(input, i)
    const code = constraintType[i] ?? NO_CONSTRAINT
    const isFree = code === NO_CONSTRAINT || code === ASAP || code === SNET
    if (!isFree || held === Number.NEGATIVE_INFINITY || isHeldByHand(input, plan, i)) continue
    const own = code === SNET ? momentIn(columns, 'constraintDate', i, 'start') : Number.NaN
    if (own >= held) continue
    edits.setCode('constraintType', i, SNET)
    edits.setMoment('constraintDate', i, held)
    warnings.add('held_by_constraint', taskCount, i, () => ({
      member: 'constraint_type',
      before: constraintText(code, own),
      after: constraintText(SNET, held),
    }))
  }
  return edits.columns()
}
