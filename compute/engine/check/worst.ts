/** The worst case of a check in words: the task or link, its figure, and the date or limit. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../../shared/contract/schedule/fields.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { worstFirst } from '../ids/id-order.ts'
import { type DayBasis, dateText, dayBasis } from '../wording/days.ts'
import { taskText } from '../wording/tasks.ts'
import type { WorstRule } from './check.ts'
import { concerned } from './findings.ts'

export interface HasColumns {
  readonly columns: ScheduleColumns
}

/** "Worst: A100 Excavate, 60 working days." of the hit with the largest size; of equal ones the first by id. */
export const worstTask = <Context extends HasColumns>(
  size: (context: Context, task: number) => number,
  text: (context: Context, task: number) => string,
  label: string = 'Worst',
): WorstRule<Context> => ({
  describe: (context, { hits }) => {
    const [worst] = worstFirst(context.columns.id, concerned(hits).from, i => size(context, i), 1)
    return worst === undefined ? undefined : `${label}: ${taskText(context.columns, worst)}, ${text(context, worst)}.`
  },
  size,
})

/** One of the hits, where one is as bad as another. */
export const firstTask = <Context extends HasColumns>(
  text: (context: Context, task: number) => string,
): WorstRule<Context> => worstTask<Context>(() => 0, text, 'Example')

/** Names a task for a rule without a figure. */
export const namedTask: WorstRule<HasColumns> = {
  describe: ({ columns }, { hits }) => {
    const [first] = worstFirst(columns.id, concerned(hits).from, undefined, 1)
    return first === undefined ? undefined : `Example: ${taskText(columns, first)}.`
  },
}

/** "FNLT 2025-06-30", "FNLT without a date" */
export const constraintText = ({ constraintType, constraintDate }: ScheduleColumns, i: number): string => {
  const type = CONSTRAINT_TYPES[constraintType[i] - 1]
  return constraintDate[i] === DAY_ABSENT ? `${type} without a date` : `${type} ${dateText(constraintDate[i])}`
}

/** Context of a family that knows its calendar. */
export interface Chosen extends HasColumns {
  readonly choice: Pick<CalendarChoice, 'mode'>
}

export const basisOf = ({ choice }: Chosen): DayBasis => dayBasis(choice.mode)
