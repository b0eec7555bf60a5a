/** Values that are out of range, of a wrong type, or not in their list. */

import {
  DAY_ABSENT,
  ENUM_UNKNOWN,
  type ReadFault,
  type ScheduleColumns,
} from '../../../shared/contract/schedule/columns.ts'
import { cut } from '../../../shared/contract/schedule/cut-text.ts'
import { DAY_MAX, DAY_MIN, formatDay } from '../../../shared/contract/schedule/day.ts'
import { TASK_FIELDS, type TaskField } from '../../../shared/contract/schedule/fields.ts'
import type { CheckOutcome } from '../check/check.ts'
import { allHitsWhere, type Hits, joinHits, NO_HITS } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import type { ResultValue } from '../result/result.ts'
import { columnRule, type FaultHits, faultHits } from './context.ts'
import { WORDS } from './words.ts'

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

/** Numbers of these fields below or above the bounds of their rows, or not numbers at all. */
function outOfRange(
  columns: ScheduleColumns,
  fields: readonly TaskField[],
  noun: readonly [one: string, many: string],
): CheckOutcome {
  const faults = faultHits(columns, isFaultOf('bad_number', fields))
  const ranged = fields.map(field => hitsBeyond(valuesOf(columns, field) as Float64Array, field))
  const hits = joinHits([faults, ...ranged])
  const message = WORDS.outOfRange(hits.count, noun)
  return counted(hits, sumOf(columns, fields) + faults.count, message, evidenceOf(faults))
}

const FIRST_DAY = formatDay(DAY_MIN)
const LAST_DAY = formatDay(DAY_MAX)

const names = (fields: readonly TaskField[]): string => fields.map(field => field.name).join(', ')

const NUMBERS = TASK_FIELDS.filter(field => field.kind === 'number')
const BOUNDED_DAYS = NUMBERS.filter(field => field.unit === 'days' && field.minimum !== undefined)
const PERCENTS = NUMBERS.filter(field => field.unit === 'percent')
const OTHER_NUMBERS = NUMBERS.filter(field => !BOUNDED_DAYS.includes(field) && !PERCENTS.includes(field))
const DATES = TASK_FIELDS.filter(field => field.kind === 'day')
const ENUMS = TASK_FIELDS.filter(field => field.kind === 'enum')
const CONSTRAINT_TYPE = ENUMS.filter(field => field.name === 'constraint_type')
const LINKS = TASK_FIELDS.filter(field => field.kind === 'links')
const OTHER_ENUMS = ENUMS.filter(field => !CONSTRAINT_TYPE.includes(field))

export const badDuration = columnRule('error', {
  code: 'V005',
  title: WORDS.badDuration.title,
  severity: 'high',
  population: WORDS.badDuration.population(names(BOUNDED_DAYS)),
  formula: WORDS.badDuration.formula,
  unit: 'values',
  noun: WORDS.badDuration.noun,
  run: ({ columns }) => outOfRange(columns, BOUNDED_DAYS, WORDS.badDuration.noun),
})

export const badPercent = columnRule('error', {
  code: 'V006',
  title: WORDS.badPercent.title,
  severity: 'high',
  population: WORDS.badPercent.population(names(PERCENTS)),
  formula: WORDS.badPercent.formula,
  unit: 'values',
  noun: WORDS.badPercent.noun,
  run: ({ columns }) => outOfRange(columns, PERCENTS, WORDS.badPercent.noun),
})

export const badDate = columnRule('error', {
  code: 'V007',
  title: WORDS.badDate.title,
  severity: 'high',
  population: WORDS.badDate.population,
  noun: WORDS.badDate.noun,
  formula: WORDS.badDate.formula(FIRST_DAY, LAST_DAY),
  unit: 'values',
  // its message shows one
  worst: { describe: () => undefined },
  run: ({ columns }) => {
    const hits = faultHits(columns, ({ kind }) => kind === 'bad_date' || kind === 'date_out_of_range')
    const [first] = hits.samples
    const words = WORDS.badDate
    const example =
      first === undefined
        ? ''
        : words.example(first.field, first.text, first.id === null ? undefined : cut(first.id), first.place)
    const message = words.message(hits.count, FIRST_DAY, LAST_DAY, example)
    return counted(hits, sumOf(columns, DATES) + hits.count, message, evidenceOf(hits))
  },
})

export const unknownWord = columnRule('error', {
  code: 'V008',
  title: WORDS.unknownWord.title,
  severity: 'high',
  population: WORDS.unknownWord.population,
  noun: WORDS.unknownWord.noun,
  formula: WORDS.unknownWord.formula,
  unit: 'values',
  run: ({ columns }) => {
    const hits = faultHits(columns, isFaultOf('unknown_enum', [...CONSTRAINT_TYPE, ...LINKS]))
    const message = WORDS.unknownWord.message(hits.count)
    const given = sumOf(columns, CONSTRAINT_TYPE) + columns.links.task.length
    return counted(hits, given + hits.count, message, evidenceOf(hits))
  },
})

export const wrongType = columnRule('error', {
  code: 'V011',
  title: WORDS.wrongType.title,
  severity: 'high',
  population: WORDS.wrongType.population,
  formula: WORDS.wrongType.formula,
  unit: 'values',
  run: ({ columns }) => {
    const isOtherNumber = isFaultOf('bad_number', [...OTHER_NUMBERS, ...LINKS])
    const hits = faultHits(columns, fault => fault.kind === 'wrong_type' || isOtherNumber(fault))
    const message = WORDS.wrongType.message(hits.count)
    return counted(hits, columns.taskCount, message, evidenceOf(hits))
  },
})

export const unknownTaskType = columnRule('warning', {
  code: 'V108',
  title: WORDS.unknownTaskType.title,
  severity: 'medium',
  population: WORDS.unknownTaskType.population(names(OTHER_ENUMS)),
  formula: WORDS.unknownTaskType.formula,
  unit: 'values',
  run: ({ columns }) => {
    const hits = faultHits(columns, isFaultOf('unknown_enum', OTHER_ENUMS))
    const message = WORDS.unknownTaskType.message(hits.count)
    return counted(hits, sumOf(columns, OTHER_ENUMS) + hits.count, message, evidenceOf(hits))
  },
})
