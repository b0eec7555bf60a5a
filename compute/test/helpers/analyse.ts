/**
 * From a request body as plain objects to the reply as JSON would carry it, without reader and writer: how the tests of
 * the analyses read. Every reply is held against the schema of its data and the bounds of its score.
 */
import type { Test } from 'tap'
import type { TSchema } from 'typebox'
import { type EndpointId, workRow } from '../../../shared/contract/catalogue/catalogue.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { withSettings } from '../../../shared/contract/schedule/settings-of-input.ts'
import { schemaFaults } from '../../../shared/test/compiled-schema.ts'
import { readRequest } from '../../engine/read/read-request.ts'
import { type Analyser, type AnalysisInput, isRefusal, type ResultValue } from '../../engine/result/result.ts'
import { materialise } from '../engine/write/materialise.ts'
import { columnsFromTasks, type TaskObject } from './columns-from-tasks.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are read member by member
export type Plain = any

/** UTC day of the calls of tests, 2024-10-04. */
export const TODAY = 20_000

/** Every array called `tasks` becomes columns by its dotted path; what is left are the params. */
export function inputOf(body: object): AnalysisInput {
  const schedules = new Map<string, ScheduleColumns>()
  const strip = (value: unknown, place: readonly string[]): unknown => {
    if (Array.isArray(value) && place.at(-1) === 'tasks') {
      schedules.set(place.join('.'), columnsFromTasks(value as TaskObject[]))
      return []
    }
    if (Array.isArray(value)) return value.map((each, i) => strip(each, [...place, String(i)]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, strip(member, [...place, name])]))
  }
  const params = strip(body, []) as Record<string, unknown>
  const counts = [...schedules.values()].map(columns => columns.taskCount)
  return {
    params,
    schedules: withSettings(params, schedules, (place, words) => {
      throw new Error(`${String(place)} ${words}`)
    }),
    ignoredFields: [],
    meantFields: {},
    taskCount: counts.reduce((sum, count) => sum + count, 0),
    taskCountLargest: Math.max(0, ...counts),
  }
}

/** The reply of an analyser, or the refusal as { code, faults }. `data` is checked against the schema unless fields are asked for. */
export function analyse(t: Test, analyser: Analyser, dataSchema: TSchema, body: object): Plain {
  const result = analyser(inputOf(body), { today: TODAY })
  if (isRefusal(result)) return { code: result.code, faults: result.faults ?? [] }
  const plain = materialise(result as unknown as ResultValue) as Plain
  const isWhole = (body as { options?: { fields?: unknown } }).options?.fields == null
  const errors = isWhole ? schemaFaults(dataSchema, plain.data, 3) : []
  if (errors.length > 0) t.fail('the data match their schema', { errors })
  if (typeof plain.score === 'number' && !(plain.score >= 0 && plain.score <= 100)) t.fail(`score ${plain.score}`)
  return plain
}

const LIMITS = {
  tier: 'government',
  taskCountMax: 10_000,
  taskSumMax: 10_000,
  syncTaskCountMax: 10_000,
  asyncHint: '',
} as const

/** The reply to a body of JSON that the reader reads, as calendars and dates with times need it. */
export function analyseSent(id: EndpointId, analyser: Analyser, body: object): Plain {
  const input = readRequest(workRow(id), Buffer.from(JSON.stringify(body)), 'application/json', LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  const result = analyser(input, { today: 0 })
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  return materialise(result as unknown as ResultValue) as Plain
}

/** The row of an array by its code. */
export const byCode = (rows: readonly Plain[], code: string): Plain => rows.find(row => row.code === code)
