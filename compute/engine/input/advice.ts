/** What to do about a failed check of analysis/validate, by its code, and by cause where the columns show the cause. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { cut } from '../../../shared/contract/schedule/cut-text.ts'
import { TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import { PARTS_ADVICE, SUMMARY_LOGIC_ADVICE } from '../check/advice.ts'
import type { CheckOutcome, CheckRow, RowAdvice } from '../check/check.ts'
import { BASELINE_PAIR, type DatePair, isPairReversed, PLAN_PAIRS } from '../check/date-pairs.ts'
import { PERCENT_MAX } from '../population/progress.ts'
import type { ResultValue } from '../result/result.ts'
import { listed } from '../wording/tasks.ts'
import { ADVICE_WORDS as WORDS } from './advice-words.ts'
import type { ValidateCode } from './rows.ts'

interface Context {
  readonly columns: ScheduleColumns
}

/** Values shown in an advice. */
const SHOWN_MAX = 3
const SHOWN_CHARACTERS_MAX = 40

/** The offending texts of the outcome, each once: "XYZ", "ABC" and 2 more; `otherwise` where not all of them were kept. */
function texts({ evidence, hits }: CheckOutcome, of: 'values' | 'links', otherwise: string): string {
  const given = (evidence ?? {}) as { readonly [name: string]: ResultValue }
  const samples = (given[of] ?? []) as readonly { readonly text: string }[]
  const each = [...new Set(samples.map(({ text }) => `"${cut(text, SHOWN_CHARACTERS_MAX)}"`))].sort()
  return each.length === 0 || samples.length < hits.count ? otherwise : listed(each.slice(0, SHOWN_MAX), each.length)
}

const isGiven = (day: number): boolean => day !== DAY_ABSENT

const DAY_NUMBERS = TASK_FIELDS.filter(
  ({ kind, unit, minimum }) => kind === 'number' && unit === 'days' && minimum === 0,
)
const valuesOf = ({ columns }: Context, column: string): Float64Array => columns[column as 'durationDays']

const reversedAdvice = (title: string, pairs: readonly DatePair[]): RowAdvice<Context> => ({
  title,
  causes: pairs.map(pair => ({
    found: WORDS.reversed.found(pair.name),
    action: WORDS.reversed.actions[pair.name],
    holds: ({ columns }, i) => isPairReversed(columns, pair, i),
  })),
})

/** Progress and actual dates that contradict each other. */
export const PROGRESS_CAUSES = [
  {
    ...WORDS.progress.finishWithoutStart,
    holds: ({ columns }: Context, i: number) => isGiven(columns.actualFinish[i]) && !isGiven(columns.actualStart[i]),
  },
  {
    ...WORDS.progress.finishBelow100,
    holds: ({ columns }: Context, i: number) => isGiven(columns.actualFinish[i]),
  },
  {
    ...WORDS.progress.completeWithoutFinish,
    holds: ({ columns }: Context, i: number) => columns.percentComplete[i] >= PERCENT_MAX,
  },
  { ...WORDS.progress.progressWithoutStart },
] as const

interface TextAdvice {
  readonly title: string
  /** Stands for the texts if not all of them were kept. */
  readonly otherwise: string
  readonly description: (texts: string) => string
}

/** Advice that shows the offending texts. */
const showing =
  (of: 'values' | 'links', { title, otherwise, description }: TextAdvice): RowAdvice<Context> =>
  outcome => ({ title, description: description(texts(outcome, of, otherwise)) })

export const ADVICE: Readonly<Partial<Record<ValidateCode, RowAdvice<Context>>>> = {
  V001: WORDS.missingId,
  V002: WORDS.duplicateId,
  V003: WORDS.selfLoop,
  V004: WORDS.cycle,
  V005: {
    title: WORDS.badDuration.title,
    causes: [
      {
        ...WORDS.badDuration.negative,
        holds: (context, i) => DAY_NUMBERS.some(({ column }) => valuesOf(context, column)[i] < 0),
      },
      { ...WORDS.badDuration.noNumber },
    ],
  },
  V006: {
    title: WORDS.badPercent.title,
    causes: [
      {
        ...WORDS.badPercent.above,
        holds: ({ columns }, i) =>
          columns.percentComplete[i] > PERCENT_MAX || columns.physicalPercentComplete[i] > PERCENT_MAX,
      },
      {
        ...WORDS.badPercent.below,
        holds: ({ columns }, i) => columns.percentComplete[i] < 0 || columns.physicalPercentComplete[i] < 0,
      },
      { ...WORDS.badPercent.noNumber },
    ],
  },
  V007: showing('values', WORDS.badDate),
  V008: showing('values', WORDS.unknownWord),
  V009: reversedAdvice(WORDS.reversed.title, PLAN_PAIRS),
  V010: showing('links', WORDS.unparsableLink),
  V011: showing('values', WORDS.wrongType),
  V101: showing('links', WORDS.unknownPredecessor),
  V102: showing('links', WORDS.duplicateLink),
  V103: {
    title: WORDS.constraintWithoutPartner.title,
    causes: [
      {
        ...WORDS.constraintWithoutPartner.dateAlone,
        holds: ({ columns }, i) => isGiven(columns.constraintDate[i]),
      },
      { ...WORDS.constraintWithoutPartner.typeAlone },
    ],
  },
  V104: {
    title: WORDS.milestoneDuration.title,
    causes: [
      { ...WORDS.milestoneDuration.withDuration, holds: ({ columns }, i) => columns.durationDays[i] > 0 },
      { ...WORDS.milestoneDuration.withoutDuration },
    ],
  },
  V105: {
    title: WORDS.durationAgainstDates.title,
    causes: [
      {
        ...WORDS.durationAgainstDates.longer,
        holds: ({ columns }, i) => columns.durationDays[i] > columns.plannedFinish[i] - columns.plannedStart[i] + 1,
      },
      { ...WORDS.durationAgainstDates.shorter },
    ],
  },
  V106: SUMMARY_LOGIC_ADVICE,
  V119: WORDS.summaryCircle,
  V107: { title: WORDS.progress.title, causes: PROGRESS_CAUSES },
  V108: showing('values', WORDS.unknownTaskType),
  V109: WORDS.ambiguousId,
  V110: WORDS.noDuration,
  V111: reversedAdvice(WORDS.reversed.baselineTitle, [BASELINE_PAIR]),
  V112: WORDS.fileCalendar,
  V113: showing('values', WORDS.fileValue),
  V114: WORDS.fileRows,
  V117: WORDS.zonedMidnight,
  V118: showing('values', WORDS.categoryUnmapped),
  V116: showing('values', WORDS.dateAmbiguous),
  V204: WORDS.externalLink,
  V115: WORDS.parentNoSummary,
  V202: PARTS_ADVICE,
}

/** Empty for a check without advice, or with its own. */
export function adviceOfCode(code: string): Pick<CheckRow<Context>, 'advice'> {
  const advice = ADVICE[code as ValidateCode]
  return advice === undefined ? {} : { advice }
}
