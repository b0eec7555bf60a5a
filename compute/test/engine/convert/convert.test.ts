/** A schedule that is written as a request and read again is the same schedule, cell by cell. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { cpmRow } from '../../../../shared/contract/analysis/cpm/row.ts'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import type { MediaType } from '../../../../shared/contract/negotiate.ts'
import { inputSha256 } from '../../../../shared/contract/schedule/frame.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { convert } from '../../../engine/analysis/convert/analyser.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import { type AnalysisResult, isRefusal } from '../../../engine/result/result.ts'
import { writeData } from '../../../engine/write/envelope.ts'

const LIMITS = {
  tier: 'government',
  taskCountMax: 1e6,
  taskSumMax: 1e6,
  syncTaskCountMax: 1e6,
  asyncHint: '',
} as const
const row = workRow('schedules.convert')
const FILES = new URL('../../../../../shared/data/project_files/', import.meta.url)
const FORMATS: readonly MediaType[] = ['application/json', 'application/msgpack']

const inputOf = (read: ReturnType<typeof readRequest>): AnalysisInput => {
  if ('code' in read) throw new Error(JSON.stringify(read))
  return read
}

/** Its fingerprint after it was written in either form and read again. */
function shasAgain(input: AnalysisInput): string[] {
  const converted = convert(input, { today: 0 }) as AnalysisResult
  if (isRefusal(converted)) throw new Error(JSON.stringify(converted))
  return FORMATS.map(mediaType => {
    const body = Buffer.concat(writeData(converted, mediaType))
    return inputSha256(inputOf(readRequest(row, body, mediaType, LIMITS)))
  })
}

t.test('every member that a task may have comes through', async t => {
  const tasks = [
    {
      id: 'A "1"',
      name: 'Ünïcode \\ \n',
      duration_days: 1 / 3,
      remaining_duration_days: 0,
      percent_complete: 12.5,
      planned_start: '2026-03-02T08:00',
      planned_finish: '2026-03-06',
      actual_start: '2026-03-02T00:00',
      constraint_type: 'SO',
      constraint_date: '2026-03-02T23:59',
      task_type: 'start_milestone',
      wbs_code: '1.2',
      wbs_name: 'Bridge > Deck',
      resources: ['x', 'y'],
      assignments: [
        { resource: 'Zoë', units_per_day: 1 / 3, remaining_units: 7.25, lag_hours: -1, finish: '2026-03-06' },
        { resource: 'y', start: '2026-03-02T08:00', actual_cost: 0, drives_dates: false },
        { resource: 'Zoë', remaining_units_per_day: 2, drives_dates: true },
      ],
      calendar_id: 'b',
      manually_scheduled: false,
      approval_required: true,
      custom_field_map: { float_rationale: 'weather' },
      total_float_days: -0.125,
      parent_id: 'S',
    },
    { id: 'S', task_type: 'summary' },
    {
      id: 'B FS+1',
      predecessors: [
        { task_id: 'A "1"', type: 'SS', lag_days: -0.7, lag_elapsed: true },
        { task_id: 'A "1"', type: 'FF' },
      ],
    },
  ]
  const work = [['08:00', '12:00']]
  const body = {
    tasks,
    status_date: '2026-03-03T17:00',
    calendars: [
      { id: 'a', hours_per_day: 8, work_week: { monday: work }, exceptions: [{ date: '2026-03-09' }] },
      { id: 'b', parent: 'a', work_week: { tuesday: [['00:00', '24:00']] } },
    ],
    default_calendar_id: 'a',
    must_finish_by: '2026-05-01',
    project_start: '2026-03-02T08:00',
    scheduling_options: { rules: 'ms_project', critical_float_days_max: 1 },
    resources: [{ id: 'Zoë', type: 'nonlabour', calendar_id: 'b', limits: [{ units_per_day: 2, from: '2026-03-03' }] }],
  }
  const input = inputOf(readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', LIMITS))
  for (const sha of shasAgain(input)) t.equal(sha, inputSha256(input))
  // the same as any analysis reads it
  const read = readRequest(cpmRow, Buffer.from(JSON.stringify(body)), 'application/json', LIMITS)
  t.equal(inputSha256(inputOf(read)), inputSha256(input))
})

t.test('so does every project file', { skip: existsSync(FILES) ? false : 'no project files here' }, async t => {
  let count = 0
  for (const folder of ['xer', 'pmxml', 'mspdi']) {
    for (const name of readdirSync(new URL(folder, FILES))) {
      if (!/\.(xer|xml)(\.gz)?$/.test(name)) continue
      const bytes = readFileSync(new URL(`${folder}/${name}`, FILES))
      const body = name.endsWith('.gz') ? gunzipSync(bytes) : bytes
      const read = readFileRequest(row, body, { boundary: null }, LIMITS, '/')
      if ('code' in read) {
        t.equal(read.code, 'validation', `${name}: ${JSON.stringify(read.faults)}`)
        continue
      }
      count++
      // JSON has the working times that were assumed, and no word for a calendar that could not be read
      const isAssumed = [...read.schedules.values()].some(({ faults }) =>
        faults.some(({ kind }) => kind === 'calendar_unreadable'),
      )
      if (isAssumed) continue
      for (const sha of shasAgain(read)) t.equal(sha, inputSha256(read), name)
    }
  }
  t.ok(count > 60, `${count} files`)
})
