/** What the checks of analysis/validate read: the columns, what the reader saw, and what several of them need once. */
import type { CHECK_CLASSES } from '../../../shared/endpoint/data/validate-data.ts'
import type { ReadFault, ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { textAt } from '../../../shared/schedule/text.ts'
import type { CalendarChoice } from '../../calendar/choice.ts'
import { type Hits, joinHits } from '../../findings.ts'
import { FINDING_TASKS_MAX } from '../../result.ts'
import type { CheckRow } from '../check.ts'
import type { LogicEnds } from './logic-ends.ts'

export interface ValidateFacts {
  readonly columns: ScheduleColumns
  /** The calendar of the request, or the one the durations speak for. */
  readonly choice: CalendarChoice
  readonly ends: LogicEnds
}

/** error: no other analysis could rely on the schedule. warning: a result would be doubtful. info: good to know. */
export type CheckClass = (typeof CHECK_CLASSES)[number]

export interface ValidateRow<Facts = ValidateFacts> extends CheckRow<Facts> {
  readonly class: CheckClass
}

/** What the checks of input read that other analyses repeat as findings (health/input-findings.ts). */
export type ColumnFacts = Pick<ValidateFacts, 'columns'>

type Words<Facts> = Pick<
  ValidateRow<Facts>,
  'code' | 'title' | 'severity' | 'population' | 'formula' | 'unit' | 'run'
> &
  Partial<Pick<ValidateRow<Facts>, 'isSizeless'>>

/** A row of section 9: counts what breaks its rule, none is allowed. */
export const rule = <Facts = ValidateFacts>(
  checkClass: 'error' | 'warning',
  words: Words<Facts>,
): ValidateRow<Facts> => ({
  ...words,
  class: checkClass,
  threshold: 0,
  operator: '<=',
  source: 'ANALYSIS_REFERENCE 9 (OWN)',
  needs: [],
})

/** A row of section 9 that only informs. */
export const information = (words: Omit<Words<ValidateFacts>, 'severity'>): ValidateRow => ({
  ...rule('warning', { ...words, severity: 'info' }),
  class: 'info',
  threshold: null,
  operator: null,
})

export interface FaultHits extends Hits {
  /** Task, field and offending text of the first occurrences. */
  readonly samples: readonly { readonly task_id: string; readonly field: string; readonly text: string }[]
}

/** What the reader saw of the faults for which `test` holds. */
export function faultHits(columns: ScheduleColumns, test: (fault: ReadFault) => boolean): FaultHits {
  const faults = columns.faults.filter(test)
  const samples = faults
    .flatMap(({ tasks, texts, field }) => tasks.map((task, i) => ({ task, field, text: texts[i]! })))
    .sort((a, b) => a.task - b.task)
    .slice(0, FINDING_TASKS_MAX)
    .map(({ task, field, text }) => ({ task_id: textAt(columns.id, task), field, text }))
  return { ...joinHits(faults.map(({ tasks, count }) => ({ tasks, count }))), samples }
}
