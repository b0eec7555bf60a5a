/**
 * The checks of the DIQ judge what would be delivered: their figures are those of their definitions, as SQL, over the rows of the PARS package that the
 * same request makes. On schedules of our own, and on the published files where they lie beside the repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { CONSTRAINT_ALIASES } from '../../../../shared/contract/schedule/aliases.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { analysers } from '../../../engine/analysers.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import { type Plain, TODAY } from '../../helpers/analyse.ts'
import { seriesOfFiles } from '../../helpers/files-of-projects.ts'
import { unzip } from '../../helpers/workbook.ts'
import { xerText } from '../../helpers/xer-text.ts'
import { CULVERT } from '../deliverables/culvert.ts'
import { bytesOf, deliveredOf } from '../deliverables/delivered.ts'
import { footbridge } from '../read/file/xer/footbridge.ts'
import { materialise } from '../write/materialise.ts'
import { flaggedBySql, QUERIES, type Row } from './diq-queries.ts'

const FOLDER = new URL('../../../../../shared/data/project_files/', import.meta.url).pathname
const BOUNDARY = 'part'

/** A baseline and an update as one request of checks. */
function inputOf(baseline: Uint8Array, update: Uint8Array): AnalysisInput {
  const part = (name: string, bytes: Uint8Array): Buffer[] => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]
  const parts = [...part('tasks', update), ...part('baseline_schedule', baseline), Buffer.from(`--${BOUNDARY}--\r\n`)]
  const read = readFileRequest(workRow('health.checks'), Buffer.concat(parts), { boundary: BOUNDARY }, NO_LIMITS, '/')
  if ('code' in read) throw new Error(JSON.stringify(read))
  return read
}

const TYPES: Readonly<Record<string, string>> = {
  SM: 'start_milestone',
  FM: 'finish_milestone',
  LOE: 'loe',
  WS: 'summary',
  TD: 'task',
  RD: 'task',
}
const CONSTRAINTS = new Map(
  Object.entries(CONSTRAINT_ALIASES).flatMap(([word, others]) => others.map(other => [other, word] as const)),
)

/** The package as rows of the tables of SQL. */
function rowsOf(made: Plain): { readonly tasks: Row[]; readonly links: Row[] } {
  const sets: Plain = Object.assign(
    {},
    ...[...unzip(bytesOf(made)).values()].map(bytes => JSON.parse(bytes.toString())),
  )
  const resourced = new Set((sets.DS06 ?? []).map(({ schedule_type, task_ID }: Plain) => `${schedule_type} ${task_ID}`))
  const day = (text: string | undefined): number | null => (text === undefined ? null : parseDay(text)!)
  const percent = (share: number): number => Math.round(100 * share)
  const tasks = sets.DS04.map(
    (row: Plain): Row => ({
      ...{ sch: row.schedule_type, id: row.task_ID, name: row.description, wbs: row.WBS_ID ?? null },
      ...{ type: TYPES[row.type]!, dor: row.duration_original_days, drem: row.duration_remaining_days },
      ...{ dact: row.AS_date === undefined ? null : row.duration_actual_days },
      ...{ pcd: percent(row.PC_duration), pcp: percent(row.PC_physical), pcu: percent(row.PC_units) },
      ...{ ctype: CONSTRAINTS.get(row.constraint_type) ?? null, cdate: day(row.constraint_date) },
      ...{ as_: day(row.AS_date), af: day(row.AF_date), es: day(row.ES_date), ef: day(row.EF_date) },
      ...{ ls: day(row.LS_date), lf: day(row.LF_date), tf: row.float_total_days, ff: row.float_free_days },
      ...{ res: resourced.has(`${row.schedule_type} ${row.task_ID}`) ? 'x' : null, evt: row.EVT ?? null },
      ...{ level: row.milestone_level === undefined ? null : String(row.milestone_level), rpg: row.RPG },
      ...{ subtype: row.subtype ?? null, pctype: row.PC_type, jfloat: row.justification_float_high ?? null },
      ...{ jhard: row.justification_constraint_hard ?? null, jsoft: row.justification_constraint_soft ?? null },
    }),
  )
  const links = (sets.DS05 ?? []).map(
    ({ schedule_type, predecessor_task_ID, task_ID, type, lag_days }: Plain): Row => ({
      sch: schedule_type,
      pred: predecessor_task_ID,
      succ: task_ID,
      type,
      lag: lag_days,
    }),
  )
  return { tasks, links }
}

/** Where the reading of a check looks at what the schedule has instead; its text says so. */
const OF_THE_SCHEDULE = ['1040142']

/** Checks that say otherwise than their definition over the package, and how many were held against it. */
function differencesOf(input: AnalysisInput, mapping: object): { readonly compared: number; readonly list: string[] } {
  const given = { ...input, params: { ...input.params, mapping } }
  const made = deliveredOf('doe-pars', {
    ...given,
    params: { ...given.params, constants: { PARSID: '9' }, options: { allow_incomplete: true } },
  })
  if (made.file === null || made.file === undefined) throw new Error(JSON.stringify(made.refusal ?? made.missing))
  const { tasks, links } = rowsOf(made)
  const flagged = flaggedBySql(tasks, links, parseDay(made.status_date ?? '') ?? Number.MAX_SAFE_INTEGER)
  const result = analysers['health.checks'](
    { ...given, params: { ...given.params, options: { catalogue: 'diq' } } },
    { today: TODAY },
  )
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  const { checks } = (materialise(result as unknown as ResultValue) as Plain).data
  const own = checks.filter(
    ({ code, status }: Plain) => QUERIES[code] !== undefined && status !== 'skipped' && !OF_THE_SCHEDULE.includes(code),
  )
  const other = own.filter(({ code, numerator }: Plain) => numerator !== flagged(code))
  return {
    compared: own.length,
    list: other.map(({ code, numerator }: Plain) => `${code}: ${numerator}, SQL ${flagged(code)}`),
  }
}

/** Of the tasks of a schedule, by their ids, so that any file has what is mapped. */
function mappingsOf({ schedules }: AnalysisInput): object[] {
  const { id, taskCount } = schedules.get('tasks')!
  const ids = Array.from({ length: Math.min(taskCount, 900) }, (_, i) => textAt(id, i))
  const by = (words: readonly string[], otherwise: string) => ({
    from: 'field:id',
    values: Object.fromEntries(ids.map((name, n) => [name, words[n % words.length]])),
    otherwise,
  })
  return [
    {},
    {
      WBS_ID: 'wbs:2',
      EVT: by(['A', 'B', 'C', '', 'J', 'K'], ''),
      subtype: by(['', '', '', '', 'SVT', '', 'ZBA'], ''),
      milestone_level: by(['', '110', '', '', '190', '175', '', '250'], ''),
      justification_float_high: by(['', 'agreed', 'agreed by all'], ''),
      justification_constraint_hard: by(['', 'law', 'law of 1999'], ''),
    },
    { WBS_ID: 'wbs:2..', EVT: by(['C'], 'C'), PC_type: by(['physical', 'units', 'duration'], 'duration') },
  ]
}

const FOOTBRIDGE = Buffer.from(xerText(footbridge()))

t.test('schedules of our own', t => {
  const tasks = CULVERT.tasks.map((task, n) => ({ ...task, wbs_code: `C.1.${n % 3}` }))
  const body = { ...CULVERT, tasks, baseline_schedule: { baseline_date: '2026-03-01', tasks } }
  const read = readRequest(workRow('health.checks'), Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if ('code' in read) throw new Error(JSON.stringify(read))
  for (const input of [read, inputOf(FOOTBRIDGE, FOOTBRIDGE)])
    for (const [n, mapping] of mappingsOf(input).entries()) {
      const { compared, list } = differencesOf(input, mapping)
      t.ok(compared > 30, `${compared} checks`)
      t.strictSame(list, [], `mapping ${n}`)
    }
  t.end()
})

t.test('published files', { skip: !existsSync(FOLDER) }, t => {
  const bytes = (path: string): Buffer => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path))
  const series = seriesOfFiles(FOLDER).filter(files => files.length > 1)
  for (const files of series) {
    const input = inputOf(bytes(files[0]!), bytes(files.at(-1)!))
    for (const [n, mapping] of mappingsOf(input).entries()) {
      const { list } = differencesOf(input, mapping)
      t.strictSame(list, [], `${basename(files.at(-1)!)} mapping ${n}`)
    }
  }
  t.end()
})
