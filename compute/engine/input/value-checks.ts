/** Values that are out of range, of a wrong type, or not in their list. */

import {
  DAY_ABSENT,
  ENUM_UNKNOWN,
  type ReadFault,
  type ScheduleColumns,
} from '../../../shared/contract/schedule/columns.ts'
import { DAY_MAX, DAY_MIN, formatDay } from '../../../shared/contract/schedule/day.ts'
import { TASK_FIELDS, type TaskField } from '../../../shared/contract/schedule/fields.ts'
import { cut } from '../../../shared/contract/schedule/text.ts'
import type { CheckOutcome } from '../check/check.ts'
import { allHitsWhere, counted, type Hits, joinHits, NO_HITS } from '../check/findings.ts'
import { PERCENT_MAX } from '../population/progress.ts'
import type { ResultValue } from '../result/result.ts'
import { plural } from '../wording/numbers.ts'
import { columnRule, type FaultHits, faultHits, showing } from './context.ts'

const valuesOf = (columns: ScheduleColumns, field: TaskField): Float64Array | Int32Array | Uint8Array =>
  columns[field.column as keyof ScheduleColumns] as Float64Array | Int32Array | Uint8Array

/** Tasks with a value in the column of a field. */
function givenCount(columns: ScheduleColumns, field: TaskField): number {
  const values = valuesOf(columns, field)
  if (values instanceof Float64Array) return numberCount(values)
  return values instanceof Int32Array ? dayCount(values) : codeCount(values)
}

// a loop for each type of array: one over all of them costs several times as much

function numberCount(values: Float64Array): number {
  let count = 0
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) count++
  return count
}

function dayCount(days: Int32Array): number {
  let count = 0
  for (let i = 0; i < days.length; i++) if (days[i] !== DAY_ABSENT) count++
  return count
}

function codeCount(codes: Uint8Array): number {
  let count = 0
  for (let i = 0; i < codes.length; i++) if (codes[i] !== 0 && codes[i] !== ENUM_UNKNOWN) count++
  return count
}

/** Tasks whose number lies beyond the bounds of its field. */
function hitsBeyond(values: Float64Array, { minimum, maximum }: TaskField): Hits {
  const [least, most] = [minimum ?? Number.NEGATIVE_INFINITY, maximum ?? Number.POSITIVE_INFINITY]
  let isAny = false
  for (let i = 0; i < values.length && !isAny; i++) isAny = values[i] < least || values[i] > most
  return isAny ? allHitsWhere(values.length, i => values[i] < least || values[i] > most) : NO_HITS
}

const sumOf = (columns: ScheduleColumns, fields: readonly TaskField[]): number =>
  fields.reduce((sum, field) => sum + givenCount(columns, field), 0)

const evidenceOf = (hits: FaultHits): ResultValue | undefined =>
  hits.samples.length === 0 ? undefined : { values: hits.samples }

const isFaultOf = (kind: ReadFault['kind'], fields: readonly TaskField[]) => (fault: ReadFault) =>
  fault.kind === kind && fields.some(field => field.name === fault.field)

const outOfRangeText = (count: number, [one, many]: readonly [one: string, many: string]) =>
  `${plural(count, `${one} is`, `${many} are`)} out of range or no number.`

/** Numbers of these fields below or above the bounds of their rows, or not numbers at all. */
function outOfRange(
  columns: ScheduleColumns,
  fields: readonly TaskField[],
  noun: readonly [one: string, many: string],
): CheckOutcome {
  const faults = faultHits(columns, isFaultOf('bad_number', fields))
  const ranged = fields.map(field => hitsBeyond(valuesOf(columns, field) as Float64Array, field))
  const hits = joinHits([faults, ...ranged])
  const message = outOfRangeText(hits.count, noun)
  return counted(hits, sumOf(columns, fields) + faults.count, message, evidenceOf(faults))
}

const FIRST_DAY = formatDay(DAY_MIN)
const LAST_DAY = formatDay(DAY_MAX)

const valuesGiven = (fields: readonly TaskField[]): string =>
  `Values given of ${fields.map(field => field.name).join(', ')}.`

const NUMBERS = TASK_FIELDS.filter(field => field.kind === 'number')
const BOUNDED_DAYS = NUMBERS.filter(field => field.unit === 'days' && field.minimum !== undefined)
const PERCENTS = NUMBERS.filter(field => field.unit === 'percent')
const OTHER_NUMBERS = NUMBERS.filter(field => !BOUNDED_DAYS.includes(field) && !PERCENTS.includes(field))
const DATES = TASK_FIELDS.filter(field => field.kind === 'day')
const ENUMS = TASK_FIELDS.filter(field => field.kind === 'enum')
const CONSTRAINT_TYPE = ENUMS.filter(field => field.name === 'constraint_type')
const LINKS = TASK_FIELDS.filter(field => field.kind === 'links')
const OTHER_ENUMS = ENUMS.filter(field => !CONSTRAINT_TYPE.includes(field))

const BAD_DURATION_NOUN = ['duration', 'durations'] as const

export const badDuration = columnRule('error', {
  code: 'V005',
  title: 'Duration negative or not a number',
  severity: 'high',
  population: valuesGiven(BOUNDED_DAYS),
  formula: 'Durations below 0 or not finite numbers.',
  unit: 'values',
  noun: BAD_DURATION_NOUN,
  advice: {
    title: 'Correct the durations',
    causes: [
      {
        found: ['has a negative duration', 'have a negative duration'],
        action: 'send the days of work, 0 for a milestone; time saved is a link with a lead, not a negative duration',
        holds: ({ columns }, i) => BOUNDED_DAYS.some(field => field.minimum === 0 && valuesOf(columns, field)[i] < 0),
      },
      {
        found: ['has a duration that is no number', 'have a duration that is no number'],
        action: 'send days as a JSON number, without quotes and without a unit',
      },
    ],
  },
  run: ({ columns }) => outOfRange(columns, BOUNDED_DAYS, BAD_DURATION_NOUN),
})

const BAD_PERCENT_NOUN = ['percent', 'percents'] as const

export const badPercent = columnRule('error', {
  code: 'V006',
  title: 'Percent outside 0 to 100',
  severity: 'high',
  population: valuesGiven(PERCENTS),
  formula: 'Percents below 0, above 100 or not finite numbers.',
  unit: 'values',
  noun: BAD_PERCENT_NOUN,
  advice: {
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
  run: ({ columns }) => outOfRange(columns, PERCENTS, BAD_PERCENT_NOUN),
})

const firstBadDate = (field: string, text: string, id: string | undefined, place: string | undefined) =>
  `, first ${field} "${text}"${id === undefined ? '' : ` of task ${id}`}${place === undefined ? '' : ` (${place})`}`

export const badDate = columnRule('error', {
  code: 'V007',
  title: 'Bad date',
  severity: 'high',
  population: 'All dates given.',
  noun: ['date', 'dates'],
  formula: `Values that do not begin with a date YYYY-MM-DD from ${FIRST_DAY} to ${LAST_DAY}.`,
  unit: 'values',
  // its message shows one
  worst: { describe: () => undefined },
  advice: showing('values', {
    title: 'Correct the dates',
    otherwise: 'the dates',
    description: (values: string) => `Write ${values} as YYYY-MM-DD; a time behind the date is left aside.`,
  }),
  run: ({ columns }) => {
    const hits = faultHits(columns, ({ kind }) => kind === 'bad_date' || kind === 'date_out_of_range')
    const [first] = hits.samples
    const example =
      first === undefined
        ? ''
        : firstBadDate(first.field, first.text, first.id === null ? undefined : cut(first.id), first.place)
    const message = `${plural(hits.count, 'date', 'dates')} cannot be read or ${hits.count === 1 ? 'lies' : 'lie'} outside ${FIRST_DAY} to ${LAST_DAY}${example}; taken as absent.`
    return counted(hits, sumOf(columns, DATES) + hits.count, message, evidenceOf(hits))
  },
})

export const unknownWord = columnRule('error', {
  code: 'V008',
  title: 'Unknown constraint or relation type',
  severity: 'high',
  population: 'Constraint types given, and links.',
  noun: ['type', 'types'],
  formula: 'Constraint types and relation types that are not in their lists.',
  unit: 'values',
  advice: showing('values', {
    title: 'Use known types',
    otherwise: 'each word',
    description: (values: string) => `Replace ${values} by a constraint type or relation of the lists in the schema.`,
  }),
  run: ({ columns }) => {
    const hits = faultHits(columns, isFaultOf('unknown_enum', [...CONSTRAINT_TYPE, ...LINKS]))
    const message = `${plural(hits.count, 'type of a constraint or a link is', 'types of constraints or links are')} unknown.`
    const given = sumOf(columns, CONSTRAINT_TYPE) + columns.links.task.length
    return counted(hits, given + hits.count, message, evidenceOf(hits))
  },
})

export const wrongType = columnRule('error', {
  code: 'V011',
  title: 'Field of a wrong type',
  severity: 'high',
  population: 'All tasks; a task may have several.',
  formula: 'Values of a JSON type or length that their field does not take, and which no other check names.',
  unit: 'values',
  advice: showing('values', {
    title: 'Send every field in its type',
    otherwise: 'each value',
    description: (values: string) =>
      `Replace ${values} by the type that the schema of a task names; other calls refuse these values.`,
  }),
  run: ({ columns }) => {
    const isOtherNumber = isFaultOf('bad_number', [...OTHER_NUMBERS, ...LINKS])
    const hits = faultHits(columns, fault => fault.kind === 'wrong_type' || isOtherNumber(fault))
    const message = `${plural(hits.count, 'value is', 'values are')} of a wrong type.`
    return counted(hits, columns.taskCount, message, evidenceOf(hits))
  },
})

export const unknownTaskType = columnRule('warning', {
  code: 'V108',
  title: 'Unknown task type, delay category or approval status',
  severity: 'medium',
  population: valuesGiven(OTHER_ENUMS),
  formula: 'Values that are not in their lists; an unknown task type is taken as task.',
  unit: 'values',
  advice: showing('values', {
    title: 'Use known words',
    otherwise: 'each word',
    description: (values: string) =>
      `Replace ${values} by a word of the list of the field; an unknown task type is taken as task.`,
  }),
  run: ({ columns }) => {
    const hits = faultHits(columns, isFaultOf('unknown_enum', OTHER_ENUMS))
    const message = `${plural(hits.count, 'task type, delay category or approval status is', 'task types, delay categories and approval statuses are')} unknown.`
    return counted(hits, sumOf(columns, OTHER_ENUMS) + hits.count, message, evidenceOf(hits))
  },
})
