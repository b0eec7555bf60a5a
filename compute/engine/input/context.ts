/** What the checks of analysis/validate read: the columns, the faults from the reader, and values that several checks share. */
import type { CHECK_CLASSES } from '../../../shared/contract/analysis/validate/data.ts'
import type { ReadFault, ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { cut, textAt } from '../../../shared/contract/schedule/text.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import type { CheckOutcome, CheckRow, Coded, RowAdvice } from '../check/check.ts'
import { type Hits, hitsOfFault, joinHits } from '../check/findings.ts'
import { ofThisService } from '../check/source.ts'
import { namedTask } from '../check/worst.ts'
import { FINDING_TASKS_MAX, type ResultValue } from '../result/result.ts'
import { listed, taskText } from '../wording/tasks.ts'
import type { LogicEnds } from './logic-ends.ts'

export interface ValidateContext {
  readonly columns: ScheduleColumns
  /** The calendar of the request, or the one that the durations indicate. */
  readonly choice: CalendarChoice
  readonly ends: LogicEnds
}

/** error: no other analysis could rely on the schedule. warning: a result would be doubtful. info: good to know. */
export type CheckClass = (typeof CHECK_CLASSES)[number]

export interface ValidateRow<Context = ValidateContext> extends CheckRow<Context> {
  readonly class: CheckClass
}

/** What the checks of input read that other analyses repeat as findings (engine/input/input-findings.ts). */
export type ColumnContext = Pick<ValidateContext, 'columns'>

type RowParts<Context> = Pick<
  ValidateRow<Context>,
  'code' | 'title' | 'severity' | 'population' | 'formula' | 'unit' | 'run'
> &
  Partial<Pick<ValidateRow<Context>, 'isSizeless' | 'noun' | 'worst' | 'advice'>>

const examplePlace = (value: string, place: string) =>
  value === '' ? `Example: ${place}.` : `Example: "${value}" (${place}).`

/** One of the hits with its field and value, the first by id; none where their message shows them. */
function exampleOf({ columns }: ColumnContext, { hits, evidence }: CheckOutcome): string | undefined {
  const { path, values, links } = (evidence ?? {}) as Partial<Record<string, FaultHits['samples']>>
  if (path !== undefined) return undefined
  const samples = values ?? links
  // if there were more than are kept, the samples are the first of the input: their first by id is not the first of all
  if (samples === undefined || samples.length < hits.count)
    return namedTask.describe({ columns }, { ...NO_OUTCOME, hits })
  const ofTasks = samples.filter(({ id }) => id !== null) as (FaultHits['samples'][number] & { id: string })[]
  const [first] = ofTasks.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  if (first === undefined) {
    const [{ text, place } = { text: '' }] = samples
    return place === undefined ? undefined : examplePlace(cut(text, SHOWN_CHARACTERS_MAX), place)
  }
  const task = hits.tasks.find(i => textAt(columns.id, i) === first.id)
  const name = task === undefined ? cut(first.id) : taskText(columns, task)
  const example = `Example: "${cut(first.text, SHOWN_CHARACTERS_MAX)}"${first.field === undefined ? '' : ` as ${first.field}`} of ${name}.`
  return first.place === undefined ? example : `${example.slice(0, -1)} (${first.place}).`
}

const NO_OUTCOME = { numerator: 0, denominator: 0, value: null, message: '' }
/** Characters of a value in a sentence. */
const SHOWN_CHARACTERS_MAX = 40

const SOURCE = ofThisService(
  'It names what the other analyses of this service refuse, leave out or read otherwise than meant, so it follows from how they read a schedule.',
)

/** A row of this analysis: counts what breaks its rule, none is allowed. */
const made = <Context extends ColumnContext, Code extends string>(
  checkClass: 'error' | 'warning',
  row: Coded<RowParts<Context>, Code>,
): Coded<ValidateRow<Context>, Code> => ({
  worst: { describe: exampleOf },
  ...row,
  class: checkClass,
  threshold: 0,
  operator: '<=',
  source: SOURCE,
  needs: [],
})

export const rule = <const Code extends string>(
  checkClass: 'error' | 'warning',
  row: Coded<RowParts<ValidateContext>, Code>,
): Coded<ValidateRow, Code> => made(checkClass, row)

/** A rule that reads columns alone, for a finding that other analyses repeat. */
export const columnRule = <const Code extends string>(
  checkClass: 'error' | 'warning',
  row: Coded<RowParts<ColumnContext>, Code>,
): Coded<ValidateRow<ColumnContext>, Code> => made(checkClass, row)

/** A row that only informs. */
export const information = <const Code extends string, Context extends ColumnContext = ValidateContext>(
  row: Coded<Omit<RowParts<Context>, 'severity'>, Code>,
): Coded<ValidateRow<Context>, Code> => ({
  ...made<Context, Code>('warning', { ...row, severity: 'info' }),
  class: 'info',
  threshold: null,
  operator: null,
})

export interface FaultHits extends Hits {
  /** Task, field and offending text of the first occurrences. */
  readonly samples: readonly {
    /** null: the fault of a file is of no task. */
    readonly id: string | null
    readonly field: string
    readonly text: string
    /** Where a fault of a file stands: table and row, or element. */
    readonly place?: string
  }[]
}

/** What the reader saw of the faults for which `test` holds. */
export function faultHits(columns: ScheduleColumns, test: (fault: ReadFault) => boolean): FaultHits {
  const faults = columns.faults.filter(test)
  const samples = faults
    .flatMap(({ tasks, texts, places, field }) =>
      tasks.map((task, i) => ({ task, field, text: texts[i], ...(places === undefined ? {} : { place: places[i] }) })),
    )
    .sort((a, b) => a.task - b.task)
    .slice(0, FINDING_TASKS_MAX)
    .map(({ task, ...sample }) => ({ id: task < 0 ? null : textAt(columns.id, task), ...sample }))
  return { ...joinHits(faults.map(hitsOfFault)), samples }
}

/** Values shown in an advice. */
const SHOWN_MAX = 3

/** The offending texts of the outcome, each once: "XYZ", "ABC" and 2 more; `otherwise` where not all of them were kept. */
function texts({ evidence, hits }: CheckOutcome, of: 'values' | 'links', otherwise: string): string {
  const given = (evidence ?? {}) as { readonly [name: string]: ResultValue }
  const samples = (given[of] ?? []) as readonly { readonly text: string }[]
  const each = [...new Set(samples.map(({ text }) => `"${cut(text, SHOWN_CHARACTERS_MAX)}"`))].sort()
  return each.length === 0 || samples.length < hits.count ? otherwise : listed(each.slice(0, SHOWN_MAX), each.length)
}

interface TextAdvice {
  readonly title: string
  /** Stands for the texts if not all of them were kept. */
  readonly otherwise: string
  readonly description: (texts: string) => string
}

/** Advice that shows the offending texts. */
export const showing =
  (of: 'values' | 'links', { title, otherwise, description }: TextAdvice): RowAdvice<ColumnContext> =>
  outcome => ({ title, description: description(texts(outcome, of, otherwise)) })
