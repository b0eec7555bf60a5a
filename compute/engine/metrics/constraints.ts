/** Constraints that hold work against its links, and those that do nothing for want of a date. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../../shared/contract/schedule/fields.ts'
import type { Advice, CausedAdvice, CheckRow } from '../check/check.ts'
import { allHitsWhere, shareOf } from '../check/findings.ts'
import { constraintText, firstTask, type HasColumns } from '../check/worst.ts'
import { FO, isHardConstraint, isPin, needsDate, SO } from '../kind/constraint-types.ts'
import type { Population } from '../population/populations.ts'
import type { ResultValue } from '../result/result.ts'
import { plural } from '../wording/numbers.ts'

export const HARD_TYPES = CONSTRAINT_TYPES.filter((_, code) => isHardConstraint(code + 1))

const isLate = (type: string): boolean => type.endsWith('NLT')
const [LAST_HARD, ...OTHERS] = [...HARD_TYPES.filter(type => !isLate(type)), ...HARD_TYPES.filter(isLate)].toReversed()

/** "MSO, MFO, SO, FO, SNLT or FNLT" */
export const HARD_TYPES_TEXT = `${OTHERS.toReversed().join(', ')} or ${LAST_HARD}`

export const isHard = ({ constraintType }: Pick<ScheduleColumns, 'constraintType'>, i: number): boolean =>
  isHardConstraint(constraintType[i])

const SOFT_EVERYWHERE = [SO, FO]

/**
 * Hard by the metrics of the DCMA, which go by the tool: P6 holds work against its links by mandatory start and finish alone, Microsoft Project by late dates,
 * too. SO and FO are types of P6 alone, and soft. A schedule without a clock does not say whose it is: its late dates count.
 */
export function isHardInItsTool({ constraintType, setting }: ScheduleColumns, i: number): boolean {
  const type = constraintType[i]
  if (setting !== undefined && setting.rules.rules !== 'ms_project') return isPin(type)
  return isHardConstraint(type) && !SOFT_EVERYWHERE.includes(type)
}

/** MSO and MFO move work against its links; a late date leaves it where it is and shows what is late. */
const HARD_ADVICE: CausedAdvice<{ readonly columns: Pick<ScheduleColumns, 'constraintType'> }> = {
  title: 'Replace the hard constraints',
  causes: [
    {
      found: ['is pinned to a date (MSO or MFO)', 'are pinned to a date (MSO or MFO)'],
      action: 'let links set the date, with SNET where the work may not start before',
      holds: ({ columns }, i) => isPin(columns.constraintType[i]),
    },
    {
      found: ['has to be done by a date (SNLT or FNLT)', 'have to be done by a date (SNLT or FNLT)'],
      action:
        'keep the date where the contract sets it and write down why; else take the constraint off, so that float is counted to the end of the project',
    },
  ],
}

/** `withTypes`: the evidence counts them by type. `isHardIn`: which are hard, where it is not all that can be late. */
export const hardConstraintShare = <Context extends HasColumns>(
  populationOf: (context: Context) => Population,
  withTypes = false,
  isHardIn: (columns: ScheduleColumns, i: number) => boolean = isHard,
) =>
  ({
    unit: 'percent',
    advice: HARD_ADVICE,
    worst: firstTask<HasColumns>(({ columns }, i) => constraintText(columns, i)),
    run: context => {
      const { columns } = context
      const { marks, count, excludedByType } = populationOf(context)
      const hits = allHitsWhere(columns.taskCount, i => marks[i] === 1 && isHardIn(columns, i))
      const message = `${plural(hits.count, 'task has', 'tasks have')} a hard constraint.`
      const evidence: Record<string, ResultValue> = { excluded_by_type: excludedByType }
      return shareOf(hits, count, message, withTypes ? { counts: typesOf(columns, hits.all!), ...evidence } : evidence)
    },
  }) as const satisfies Partial<CheckRow<Context>>

function typesOf({ constraintType }: ScheduleColumns, tasks: Uint32Array): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const i of tasks) {
    const type = CONSTRAINT_TYPES[constraintType[i] - 1]
    counts[type] = (counts[type] ?? 0) + 1
  }
  return counts
}

export const UNDATED_ADVICE: Advice = {
  title: 'Date or remove the constraints',
  description: 'Send constraint_date, or take the constraint off; only ASAP and ALAP need no date.',
}

/** A constraint that needs a date and has none. */
export const isUndated = ({ constraintType, constraintDate }: ScheduleColumns, i: number): boolean =>
  needsDate(constraintType[i]) && constraintDate[i] === DAY_ABSENT
