/**
 * A schedule compared with itself is on time, and the three comparisons of two schedules agree: on small plans, and on all pairs of updates of
 * one project among the published files, where they lie beside the repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { type AnalysisId, type AnalysisRow, analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { analysers } from '../../../engine/analysers.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import { type Plain, TODAY } from '../../helpers/analyse.ts'
import { reply } from '../../helpers/every-analysis.ts'
import { filesOfProjects, seriesOfFiles } from '../../helpers/files-of-projects.ts'
import { between, random } from '../../helpers/random.ts'
import { materialise } from '../write/materialise.ts'

const AS_BUILT = 'forensics.as-planned-vs-as-built'
const COMPARE = 'forensics.baseline-compare'
const DELAY = 'forensics.delay-analysis'

const rowOf = (id: AnalysisId): AnalysisRow => analyses.find(row => row.id === id)!

interface Verdicts {
  /** Calendar days. */
  readonly asBuilt: number | null
  readonly compared: number | null
  readonly delay: number | null
  readonly late: readonly number[]
  /** A finding says that computed finishes are not those of the dates. */
  readonly saysWhy: boolean
}

const lateIn = (rows: Plain[], member: string): number => rows.filter(row => (row[member] ?? 0) !== 0).length

/** undefined: the request is refused, as by a file without tasks. */
function verdictsOf(answer: (id: AnalysisId) => Plain): Verdicts | undefined {
  const [asBuilt, compared, delay] = [AS_BUILT, COMPARE, DELAY].map(id => answer(id as AnalysisId))
  if (asBuilt === undefined || compared === undefined || delay === undefined) return undefined
  return {
    asBuilt: asBuilt.data.gross_delay_calendar_days,
    compared: compared.data.project_finish.variance_calendar_days,
    delay: delay.data.total_delay_days,
    late: [
      lateIn(asBuilt.data.task_variances, 'finish_delay_days'),
      lateIn(compared.data.task_variances, 'finish_variance_days'),
    ],
    saysWhy: [...compared.findings, ...delay.findings].some(({ code }) => /_FINISH_DIFFERS$/.test(code)),
  }
}

const ofBody = (body: object): Verdicts => verdictsOf(id => reply(rowOf(id), body))!

t.test('started work of a plan brings its actual dates: B is a week late, A on time', async t => {
  const done = { actual_start: '2026-05-04', actual_finish: '2026-05-08', percent_complete: 100 }
  const left = { planned_start: '2026-05-04', planned_finish: '2026-06-02' }
  const tasks = (start: string, finish: string) => [
    { id: 'A', duration_days: 30, ...left, ...done },
    { id: 'B', duration_days: 5, predecessors: ['A'], planned_start: start, planned_finish: finish },
  ]
  const body = {
    calendar: 'calendar_days',
    baseline_schedule: { baseline_date: '2026-05-11', tasks: tasks('2026-05-11', '2026-05-15') },
    current_schedule: { status_date: '2026-05-18', tasks: tasks('2026-05-18', '2026-05-22') },
  }
  t.match(ofBody(body), { asBuilt: 7, compared: 7, delay: 7, late: [1, 1] })
})

t.test('law: any schedule against itself is on time, task by task', async t => {
  const rnd = random(8)
  const day = (n: number): string => new Date(Date.UTC(2026, 2, 2 + n)).toISOString().slice(0, 10)
  for (let run = 0; run < 60; run++) {
    const status = between(rnd, 5, 40)
    const tasks = Array.from({ length: between(rnd, 1, 10) }, (_, n) => {
      const from = between(rnd, 0, 30)
      const to = from + between(rnd, 0, 12)
      const planned =
        rnd() < 0.7
          ? { planned_start: day(from + between(rnd, -3, 3)), planned_finish: day(to + between(rnd, 0, 9)) }
          : {}
      const forecast = rnd() < 0.5 ? { forecast_start: day(from), forecast_finish: day(to) } : {}
      const actual =
        to < status && rnd() < 0.7
          ? { actual_start: day(from), actual_finish: day(to), percent_complete: 100 }
          : from < status && rnd() < 0.5
            ? { actual_start: day(from), percent_complete: 30 }
            : {}
      const predecessors = n > 0 && rnd() < 0.6 ? [`T${between(rnd, 0, n - 1)}`] : []
      return { id: `T${n}`, duration_days: to - from + 1, ...planned, ...forecast, ...actual, predecessors }
    })
    const body = {
      calendar: 'calendar_days',
      baseline_schedule: { baseline_date: day(status), tasks },
      current_schedule: { status_date: day(status), tasks },
    }
    const { asBuilt, compared, delay, late } = ofBody(body)
    t.equal(asBuilt ?? 0, 0, `run ${run}`)
    t.equal(late[0], 0, `run ${run}`)
    // a plan of which nothing has begun has no data date, and what has not begun by the status date of a status is late
    if (!tasks.some(task => 'actual_start' in task)) continue
    t.equal(compared ?? 0, 0, `run ${run}`)
    t.equal(delay ?? 0, 0, `run ${run}`)
  }
})

const FOLDER = new URL('../../../../../shared/data/project_files/', import.meta.url).pathname
const skip = existsSync(FOLDER) ? false : 'no ../shared/data/project_files beside the repository'
const BOUNDARY = 'part'

const bytesOf = (file: string): Buffer => (file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file))

const DATES = [
  [],
  ['current_schedule.status_date'],
  ['current_schedule.status_date', 'baseline_schedule.baseline_date'],
]

const readAs = (id: AnalysisId, body: Buffer) =>
  readFileRequest(rowOf(id), body, { boundary: BOUNDARY }, NO_LIMITS, rowOf(id).path)

function ofFiles(earlier: string, later: string): Verdicts | undefined {
  const part = (name: string, value: Uint8Array | string) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]
  const body = (dates: readonly string[]) =>
    Buffer.concat([
      ...dates.flatMap(name => part(name, '2026-06-01')),
      ...part('current_schedule', bytesOf(later)),
      ...part('baseline_schedule', bytesOf(earlier)),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ])
  // the first members that the files need beside them: the three comparisons need the same
  let compared: ReturnType<typeof readAs> | undefined
  for (const dates of DATES) {
    compared = readAs(COMPARE, body(dates))
    if ('schedules' in compared) break
  }
  if (compared === undefined || 'code' in compared) return undefined
  return verdictsOf(id => {
    // what is read is the same for the three, which need the same members
    const result = analysers[id](compared, { today: TODAY })
    return isRefusal(result) ? undefined : materialise(result as unknown as ResultValue)
  })
}

t.test('every published file against itself: no task is late in any comparison', { skip }, async (t: Test) => {
  let compared = 0
  for (const file of filesOfProjects(FOLDER)) {
    const verdicts = ofFiles(file, file)
    if (verdicts === undefined) continue
    compared++
    const { asBuilt, compared: byNetwork, delay, late } = verdicts
    // null: the file has no dates, or no links
    t.strictSame([asBuilt ?? 0, byNetwork ?? 0, delay ?? 0, ...late], [0, 0, 0, 0, 0], basename(file))
  }
  t.ok(compared > 60, `${compared} files`)
  t.comment(`${compared} files against themselves`)
})

t.test('every pair of updates: the three comparisons agree in days, or say why not', { skip }, async (t: Test) => {
  let pairs = 0
  for (const files of seriesOfFiles(FOLDER)) {
    for (const [n, earlier] of files.entries()) {
      for (const later of files.slice(n + 1)) {
        const verdicts = ofFiles(earlier, later)
        if (verdicts === undefined) continue
        pairs++
        const { asBuilt, compared, delay, saysWhy } = verdicts
        const agree = asBuilt === compared && Math.abs(delay! - asBuilt!) < 1
        t.ok(agree || saysWhy, `${basename(earlier)} to ${basename(later)}: ${asBuilt}, ${compared}, ${delay}`)
      }
    }
  }
  t.ok(pairs > 60, `${pairs} pairs`)
  t.comment(`${pairs} pairs`)
})
