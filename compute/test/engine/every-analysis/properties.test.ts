/**
 * What holds for all fourteen analyses on any schedule: replies that fit their schema, scores within bounds, the same
 * bytes for the same input, nothing by the order of the tasks, no change of a schedule with itself, and no better score
 * by a defect.
 */
import t from 'tap'
import type { AnalysisId } from '../../../../shared/contract/analysis/analyses.ts'
import { FINDING_TASKS_MAX } from '../../../engine/result/result.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import {
  answer,
  type Body,
  bodyOf,
  built,
  checksOf,
  faultOf,
  faulty,
  mapTasks,
  nameOf,
  type Plain,
  type Project,
  project,
  reply,
} from '../../helpers/every-analysis.ts'
import { random, shuffled } from '../../helpers/random.ts'

const comparisons = built.filter(({ family }) => family === 'forensics')

/** Lists in an order of their own; those of a finding that are cut off are left out: which tasks come first is input order. So is the
 * hash of a schedule, which tells bytes. */
function canonical(value: Plain): Plain {
  if (Array.isArray(value)) {
    return value
      .map(each => [JSON.stringify(canonical(each)), canonical(each)] as const)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([, each]) => each)
  }
  if (typeof value !== 'object' || value === null) return value
  const isCut = value.task_ids?.length === FINDING_TASKS_MAX && value.count > FINDING_TASKS_MAX
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      name === 'sha256' || (isCut && (name === 'task_ids' || name === 'task_names')) ? [] : [[name, canonical(each)]],
    ),
  )
}

/** Places at which two replies differ, the first few. */
function differences(a: Plain, b: Plain, place = ''): string[] {
  if (JSON.stringify(a) === JSON.stringify(b)) return []
  const areTrees = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  if (!areTrees) return [`${place}: ${JSON.stringify(a)} / ${JSON.stringify(b)}`.slice(0, 200)]
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return names.flatMap(name => differences(a[name], b[name], `${place}.${name}`)).slice(0, 3)
}

/** Without the numbers of snapshots in the input, which name them. */
const unnumbered = (plain: Plain): Plain =>
  JSON.parse(JSON.stringify(plain).replaceAll(/schedule_history\.\d/g, 'schedule_history'))

/** The first in the input of those with equal points drives the risk; the points and how many there are hold for any order. */
function withoutTies(plain: Plain): Plain {
  const drivers = plain.data.risk_drivers
  if (drivers === undefined) return plain
  return { ...plain, data: { ...plain.data, risk_drivers: drivers.map(({ rank, points }: Plain) => [rank, points]) } }
}

/** Every example is asked for, so that none is left out by its place in the input. */
const withExamples = (body: Body): Body => ({ ...body, options: { ...body.options, max_examples: 1000 } })

t.test('generated projects give replies that fit their schema, with scores from 0 to 100', async t => {
  for (const row of built) {
    for (const seed of [1, 2]) {
      for (const [name, each] of Object.entries({ revised: project(seed, 120), faulty: faulty(seed, 120) }))
        t.equal(faultOf(row, reply(row, bodyOf(row, each))), undefined, `${row.id} ${seed} ${name}`)
    }
  }
})

t.test('the same input gives the same bytes, whatever was answered in between', async t => {
  const bodies = built.map(row => Buffer.from(JSON.stringify(bodyOf(row, project(4, 150)))))
  const first = built.map((row, n) => answer(row, bodies[n]!))
  for (const row of built.toReversed()) answer(row, Buffer.from(JSON.stringify(bodyOf(row, faulty(5, 150)))))
  for (const [n, row] of built.entries()) t.ok(answer(row, bodies[n]!).equals(first[n]!), row.id)
})

t.test('the order of the tasks and of the snapshots changes nothing that is reported by id', async t => {
  for (const seed of [11, 12]) {
    const straight = project(seed, 100)
    const rnd = random(seed)
    const mixed = mapTasks(straight, tasks => shuffled(rnd, tasks))
    for (const row of built) {
      const [a, b] = [straight, mixed].map(each => canonical(withoutTies(reply(row, withExamples(bodyOf(row, each))))))
      t.strictSame(differences(a, b), [], `${row.id} ${seed}`)
      if (row.family !== 'forensics') continue
      const later = withExamples(bodyOf(row, straight))
      const turned = { ...later, schedule_history: later.schedule_history.toReversed() }
      const [is, was] = [reply(row, turned), reply(row, later)].map(each => canonical(unnumbered(each)))
      t.strictSame(differences(is, was), [], `${row.id} ${seed}, snapshots turned round`)
    }
  }
})

t.test('a schedule compared with itself shows no change', async t => {
  for (const seed of [21, 22]) {
    const { tasks, status_date } = project(seed, 200).current
    // dates of the past are as they are: the plan is what is reported now
    const settled = tasks.map(task => {
      const start = task.actual_start ?? task.forecast_start ?? task.planned_start
      const finish = task.actual_finish ?? task.forecast_finish ?? task.planned_finish
      return { ...task, planned_start: start, planned_finish: finish, baseline_start: start, baseline_finish: finish }
    })
    const self: Project = {
      baseline: { tasks: settled, baseline_date: status_date },
      snapshots: [{ tasks: settled, snapshot_date: '2001-01-01' }],
      current: { tasks: settled, status_date },
    }
    // time that passes over open work delays it: what has not begun has no status that moves
    const { tasks: unbegun } = project(seed, 200).baseline
    const planned: Project = {
      baseline: { tasks: unbegun, baseline_date: '2001-01-01' },
      snapshots: [{ tasks: unbegun, snapshot_date: '2001-01-01' }],
      current: { tasks: unbegun, status_date: '2001-06-01' },
    }
    const data = Object.fromEntries(
      comparisons.map(row => [row.id, reply(row, bodyOf(row, row.id === 'forensics.delay-analysis' ? planned : self))]),
    )
    t.match(data['forensics.change-tracking'], { score: 100, data: { changes: [], deductions: [] } }, `${seed}`)
    t.match(data['forensics.delay-analysis'].data, { total_delay_days: 0, unexplained_days: 0 }, `${seed}`)
    t.match(data['forensics.as-planned-vs-as-built'].data, { gross_delay_days: 0 }, `${seed}`)
    const compared = data['forensics.baseline-compare'].data
    t.match(compared.logic_drift, { drift_pct: 0, added: 0, removed: 0, changed: 0 }, `${seed}`)
    const late = compared.task_variances.filter((each: Plain) => each.finish_variance_days > 0)
    t.strictSame(late, [], `${seed}: no finish is late`)
  }
})

/** Faults put on the current status, within the span of the baseline, on tasks that no network and no date of another task depends on. */
const DEFECTS: Readonly<Record<string, object>> = {
  'high float': { total_float_days: 500 },
  'negative float': { total_float_days: -9 },
  'a long task': { baseline_duration_days: 300 },
  'no resource': { resource: null, resources: null, budgeted_cost: null },
  'a missed baseline': { baseline_finish: '2025-01-31' },
  'no baseline': { baseline_start: null, baseline_finish: null, baseline_duration_days: 3 },
  'percent without a start': { percent_complete: 50, actual_start: null },
  'a reversed plan': { planned_start: '2030-01-31', planned_finish: '2030-01-01' },
  'more demand': { resources: ['Crew 1', 'Crew 2', 'Crew 3'] },
}

/** No defects in the eyes of an analysis. */
const NO_DEFECT: Readonly<Partial<Record<AnalysisId, readonly string[]>>> = {
  // progress that is claimed is earned
  'forensics.baseline-compare': ['percent without a start'],
}

/** What is evaluated, and over how many. */
const evaluated = (plain: Plain): string =>
  JSON.stringify(
    checksOf(plain)
      .map(check => [nameOf(check), check.status === 'skipped' || check.status === 'not_applicable', check.denominator])
      .sort(),
  )

t.test('a defect raises no score where denominators and evaluated checks stay the same', async t => {
  const plain = faulty(31, 200)
  // no float of zero or less: that is worse than the defect of too much float
  const before: Project = {
    ...plain,
    current: { ...plain.current, tasks: plain.current.tasks.map(task => ({ ...task, total_float_days: 5 })) },
  }
  for (const row of built) {
    const was = reply(row, bodyOf(row, before))
    if (typeof was.score !== 'number') continue
    let compared = 0
    for (const [name, defect] of Object.entries(DEFECTS)) {
      if (NO_DEFECT[row.id]?.includes(name)) continue
      for (let n = 0; n < 3; n++) {
        const isHit = (task: TaskObject, i: number) => i % 7 === n && !task.actual_finish && !task.task_type
        const tasks = before.current.tasks.map((task, i) => (isHit(task, i) ? { ...task, ...defect } : task))
        const is = reply(row, bodyOf(row, { ...before, current: { ...before.current, tasks } }))
        if (evaluated(is) !== evaluated(was)) continue
        compared++
        t.ok(is.score <= was.score, `${row.id}: ${name} takes ${was.score} to ${is.score}`)
      }
    }
    t.ok(compared > 0, `${row.id}: ${compared} compared`)
  }
})
