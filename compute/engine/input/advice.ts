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
import type { ValidateCode } from './rows.ts'

const withArticle = (pair: string): string => `${pair === 'actual' ? 'an' : 'a'} ${pair}`

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

const PAIR_ACTIONS = {
  planned: 'exchange planned_start and planned_finish, or count planned_finish anew from the start and the duration',
  actual: 'take both days from the site diary; work ends on or after the day on which it began',
  forecast: 'ask the owner of the work for a new forecast of both dates',
  baseline: 'take both dates from the baseline that was approved',
}

const reversedAdvice = (title: string, pairs: readonly DatePair[]): RowAdvice<Context> => ({
  title,
  causes: pairs.map(pair => ({
    found: [
      `has ${withArticle(pair.name)} finish before its start`,
      `have ${withArticle(pair.name)} finish before their start`,
    ],
    action: PAIR_ACTIONS[pair.name],
    holds: ({ columns }, i) => isPairReversed(columns, pair, i),
  })),
})

/** Progress and actual dates that contradict each other. */
export const PROGRESS_CAUSES = [
  {
    found: ['has an actual finish and no actual start', 'have an actual finish and no actual start'],
    action: 'report the day on which the work began',
    holds: ({ columns }: Context, i: number) => isGiven(columns.actualFinish[i]) && !isGiven(columns.actualStart[i]),
  },
  {
    found: ['has an actual finish and less than 100 %', 'have an actual finish and less than 100 %'],
    action: 'set percent_complete to 100, or move the finish to forecast_finish while work is left',
    holds: ({ columns }: Context, i: number) => isGiven(columns.actualFinish[i]),
  },
  {
    found: ['is at 100 % without an actual finish', 'are at 100 % without an actual finish'],
    action: 'report the day on which the work ended, or lower percent_complete to what is done',
    holds: ({ columns }: Context, i: number) => columns.percentComplete[i] >= PERCENT_MAX,
  },
  {
    found: ['has progress and no actual start', 'have progress and no actual start'],
    action: 'report the day on which the work began, or set percent_complete to 0',
  },
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
  V001: {
    title: 'Give every task an id',
    description: 'Nothing can link to a task without one; positions count from 0.',
  },
  V002: {
    title: 'Make the ids unique',
    description: 'Rename the later tasks and the links meant for them: links reach only the first of an id.',
  },
  V003: {
    title: 'Remove links of tasks to themselves',
    description: 'Take its own id out of the predecessors of each; no critical path exists before.',
  },
  V004: {
    title: 'Break the cycles',
    description: 'Remove one link of each path printed; no critical path exists before.',
  },
  V005: {
    title: 'Correct the durations',
    causes: [
      {
        found: ['has a negative duration', 'have a negative duration'],
        action: 'send the days of work, 0 for a milestone; time saved is a link with a lead, not a negative duration',
        holds: (context, i) => DAY_NUMBERS.some(({ column }) => valuesOf(context, column)[i] < 0),
      },
      {
        found: ['has a duration that is no number', 'have a duration that is no number'],
        action: 'send days as a JSON number, without quotes and without a unit',
      },
    ],
  },
  V006: {
    title: 'Correct the percents',
    causes: [
      {
        found: ['is above 100 %', 'are above 100 %'],
        action: 'set the percent to 100 with an actual finish; extra work is a task of its own',
        holds: ({ columns }, i) =>
          columns.percentComplete[i] > PERCENT_MAX || columns.physicalPercentComplete[i] > PERCENT_MAX,
      },
      {
        found: ['is below 0 %', 'are below 0 %'],
        action: 'set the percent to 0, or to the part of the work that is done',
        holds: ({ columns }, i) => columns.percentComplete[i] < 0 || columns.physicalPercentComplete[i] < 0,
      },
      {
        found: ['has a percent that is no number', 'have a percent that is no number'],
        action: 'send a JSON number from 0 to 100, without quotes or a percent sign',
      },
    ],
  },
  V007: showing('values', {
    title: 'Correct the dates',
    otherwise: 'the dates',
    description: (values: string) => `Write ${values} as YYYY-MM-DD; a time behind the date is left aside.`,
  }),
  V008: showing('values', {
    title: 'Use known types',
    otherwise: 'each word',
    description: (values: string) => `Replace ${values} by a constraint type or relation of the lists in the schema.`,
  }),
  V009: reversedAdvice('Correct the reversed dates', PLAN_PAIRS),
  V010: showing('links', {
    title: 'Rewrite the unreadable links',
    otherwise: 'each link',
    description: (links: string) => `Write ${links} as "A FS+2 d" or as {task_id, type, lag_days}.`,
  }),
  V011: showing('values', {
    title: 'Send every field in its type',
    otherwise: 'each value',
    description: (values: string) =>
      `Replace ${values} by the type that the schema of a task names; other calls refuse these values.`,
  }),
  V101: showing('links', {
    title: 'Complete the links',
    otherwise: 'predecessors',
    description: (links: string) =>
      `Send the missing ${links} along, or put an SNET constraint with the date in place of the link.`,
  }),
  V102: showing('links', {
    title: 'Remove the duplicate links',
    otherwise: 'each pair of equal links',
    description: (links: string) => `Of ${links} keep the one with the lag that is meant.`,
  }),
  V103: {
    title: 'Complete the constraints',
    causes: [
      {
        found: ['has a constraint_date and no constraint_type', 'have a constraint_date and no constraint_type'],
        action: 'send the type, SNET where nothing else is known, or remove the date',
        holds: ({ columns }, i) => isGiven(columns.constraintDate[i]),
      },
      {
        found: ['has a constraint_type and no constraint_date', 'have a constraint_type and no constraint_date'],
        action: 'send the date, or remove the constraint; only ASAP and ALAP need none',
      },
    ],
  },
  V104: {
    title: 'Say which tasks are milestones',
    causes: [
      {
        found: ['is a milestone with a duration', 'are milestones with a duration'],
        action: 'set the duration to 0 days, or the type to task where work is done',
        holds: ({ columns }, i) => columns.durationDays[i] > 0,
      },
      {
        found: ['is of type task with a duration of 0 days', 'are of type task with a duration of 0 days'],
        action: 'set task_type to milestone, or send the days of work',
      },
    ],
  },
  V105: {
    title: 'Reconcile durations and dates',
    causes: [
      {
        found: ['has a duration longer than its planned dates', 'have a duration longer than their planned dates'],
        action: 'move planned_finish out, or send days where duration_days holds hours',
        holds: ({ columns }, i) => columns.durationDays[i] > columns.plannedFinish[i] - columns.plannedStart[i] + 1,
      },
      {
        found: ['has a duration shorter than its planned dates', 'have a duration shorter than their planned dates'],
        action: 'correct either, or name the calendar with the days on which no work is done between them',
      },
    ],
  },
  V106: SUMMARY_LOGIC_ADVICE,
  V119: {
    title: 'Open the circle through the summaries',
    description: 'Replace links of summaries by links of the tasks under them that really wait for each other.',
  },
  V107: { title: 'Reconcile progress and actual dates', causes: PROGRESS_CAUSES },
  V108: showing('values', {
    title: 'Use known words',
    otherwise: 'each word',
    description: (values: string) =>
      `Replace ${values} by a word of the list of the field; an unknown task type is taken as task.`,
  }),
  V109: {
    title: 'Rename the ambiguous ids',
    description: 'Take the relation off the end of each id, or link to it by {task_id, type, lag_days} alone.',
  },
  V110: {
    title: 'Supply durations',
    description: 'Send duration_days, or planned or baseline dates it can be taken from.',
  },
  V111: reversedAdvice('Correct the reversed baseline dates', [BASELINE_PAIR]),
  V112: {
    title: 'Complete the calendars',
    description: 'Export the file with all its calendars, or send calendars with the ids that tasks name.',
  },
  V113: showing('values', {
    title: 'Correct the values',
    otherwise: 'the values',
    description: (values: string) => `Set ${values} in the tool that wrote the file, and export it anew.`,
  }),
  V114: {
    title: 'Export the file anew',
    description: 'What was lost is not in any figure; export the whole file from its tool and compare the counts.',
  },
  V117: {
    title: 'Name the time zone',
    description: 'Send time_zone with the name of the place, such as Europe/Berlin or UTC, or send plain days.',
  },
  V118: showing('values', {
    title: 'Complete the mapping',
    otherwise: 'the values',
    description: (values: string) => `Name a delay category for ${values} in category_mapping.`,
  }),
  V116: showing('values', {
    title: 'Write the dates unambiguously',
    otherwise: 'the dates',
    description: (values: string) =>
      `Export ${values} with the year first, or check that the day stands first in them.`,
  }),
  V204: {
    title: 'Export the linked projects together',
    description:
      'Schedule the project with its neighbours first, which leaves their dates in it, or export all of them in one file.',
  },
  V115: {
    title: 'Say which tasks are summaries',
    description:
      'Set task_type to summary where the work lies in the tasks below, and link those; else leave parent_id of the others empty.',
  },
  V202: PARTS_ADVICE,
}

/** Empty for a check without advice, or with its own. */
export function adviceOfCode(code: string): Pick<CheckRow<Context>, 'advice'> {
  const advice = ADVICE[code as ValidateCode]
  return advice === undefined ? {} : { advice }
}
