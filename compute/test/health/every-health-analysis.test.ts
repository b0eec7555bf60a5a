/**
 * What holds for each of the health analyses that is built, on generated schedules: results that fit their schema and can
 * be written, scores within bounds, no crash and no silent pass without a field, no change with the order of the tasks.
 */
import t from 'tap'
import { Check, Errors } from 'typebox/value'
import { makeSchedule } from '../../../loadtest/schedules.ts'
import { healthRows } from '../../../shared/endpoint/health.ts'
import type { AnalysisRow } from '../../../shared/endpoint/row.ts'
import { TASK_FIELDS } from '../../../shared/schedule/fields.ts'
import { analysers } from '../../analysers.ts'
import { type AnalysisResult, isRefusal } from '../../result.ts'
import { spliceTail, writeEnvelope } from '../../write/envelope.ts'
import { inputOf, type Plain, TODAY } from '../helpers/analyse.ts'
import type { TaskObject } from '../helpers/columns-from-tasks.ts'

const built: readonly AnalysisRow[] = healthRows.filter(row => row.pending !== true)
const FACTS = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }

const generated = (seed: number, taskCount: number, more: object = {}) => {
  const schedule = makeSchedule({
    seed,
    taskCount,
    defects: {
      openEnds: 0.03,
      danglingIds: 0.01,
      leads: 0.05,
      hardConstraints: 0.03,
      badDates: 0.01,
      outOfSequence: 0.05,
    },
    ...more,
  })
  const status_date = schedule.statusDate
  // progress-audit takes its status date from the options
  return { tasks: schedule.tasks() as TaskObject[], status_date, options: { status_date } }
}

/** The reply as a client would read it: written by the writer, which throws on what is no number. */
function reply(row: AnalysisRow, body: object): Plain {
  const result = analysers[row.id]!(inputOf(body), { today: TODAY })
  if (isRefusal(result)) throw new Error(`${row.id} refuses: ${JSON.stringify(result)}`)
  const { chunks } = writeEnvelope(result as AnalysisResult, FACTS, 'application/json')
  return JSON.parse(Buffer.concat([...chunks, spliceTail('application/json', REPLY)]).toString())
}

function faultOf(row: AnalysisRow, { score, grade, data }: Plain): string | undefined {
  if (!Check(row.data, data)) return JSON.stringify([...Errors(row.data, data)].slice(0, 2))
  if (score === undefined || (score !== null && !(score >= 0 && score <= 100))) return `score ${score}`
  return (score === null) === (grade === null) ? undefined : `score ${score}, grade ${grade}`
}

/** The checks of the family, whatever they are called. */
const rowsOf = (data: Plain): Plain[] => data.checks ?? data.components ?? data.sub_metrics ?? []

/** Score, and code, status and value of every check. */
const figures = ({ score, data }: Plain) => [
  score,
  rowsOf(data).map((check: Plain) => [check.code, check.status, check.value ?? check.risk]),
]

t.test('generated schedules give results that fit their schema, with scores from 0 to 100', async t => {
  for (const row of built) {
    for (const seed of [1, 2, 3])
      t.equal(faultOf(row, reply(row, generated(seed, 300))), undefined, `${row.id} ${seed}`)
  }
})

t.test('each field may be missing: no crash, and every skipped check says why', async t => {
  const body = generated(7, 1000)
  for (const row of built) {
    for (const { name } of TASK_FIELDS.slice(1)) {
      const tasks = body.tasks.map(task => ({ ...task, [name]: undefined }))
      const plain = reply(row, { ...body, tasks })
      t.equal(faultOf(row, plain), undefined, `${row.id} without ${name}`)
      const mute = rowsOf(plain.data).filter((check: Plain) => check.status === 'skipped' && check.message === '')
      t.strictSame(mute, [], `${row.id} without ${name}`)
    }
  }
})

t.test('ids alone are enough for an answer', async t => {
  const { tasks, ...rest } = generated(9, 200)
  for (const row of built) {
    const bare = tasks.map(({ id }) => ({ id }))
    t.equal(faultOf(row, reply(row, { ...rest, tasks: bare })), undefined, row.id)
  }
})

t.test('the order of the tasks changes no score and no figure of a check', async t => {
  for (const row of built) {
    for (const seed of [11, 12, 13]) {
      const straight = reply(row, generated(seed, 400))
      const shuffled = reply(row, generated(seed, 400, { rowOrder: 'shuffled' }))
      t.strictSame(figures(shuffled), figures(straight), `${row.id} ${seed}`)
    }
  }
})

/** Faults put on incomplete tasks that no network and no date of another task depends on. */
const DEFECTS: Record<string, object> = {
  'high float': { total_float_days: 500 },
  'negative float': { total_float_days: -9 },
  'a long task': { baseline_duration_days: 300 },
  'no resource': { resource: null, resources: null, budgeted_cost: null },
  'a missed baseline': { baseline_finish: '2001-01-01' },
  'no baseline': { baseline_start: null, baseline_finish: null, baseline_duration_days: 3 },
  'percent without a start': { percent_complete: 50, actual_start: null },
}

const denominators = ({ data }: Plain): unknown =>
  rowsOf(data).map((check: Plain) => [check.status === 'skipped', check.denominator])

t.test('a defect raises no score where denominators and evaluated checks stay the same', async t => {
  for (const row of built) {
    let compared = 0
    for (const [name, defect] of Object.entries(DEFECTS)) {
      const { tasks: plain, ...rest } = generated(21, 300)
      // no float of zero or less: that is worse than the defect of too much float
      const tasks = plain.map(task => ({ ...task, total_float_days: 5 }))
      const before = reply(row, { ...rest, tasks })
      for (let n = 0; n < 3; n++) {
        const open = (task: TaskObject, i: number) => i % 7 === n && !task.actual_finish && !task.task_type
        const after = reply(row, {
          ...rest,
          tasks: tasks.map((task, i) => (open(task, i) ? { ...task, ...defect } : task)),
        })
        if (JSON.stringify(denominators(after)) !== JSON.stringify(denominators(before))) continue
        compared++
        t.ok(after.score <= before.score, `${row.id}: ${name} takes ${before.score} to ${after.score}`)
      }
    }
    t.comment(`${row.id}: ${compared} compared`)
  }
})
