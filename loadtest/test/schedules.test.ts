/** The generator: same seed, same bytes; every field in use; acyclic; valid for strict rows; defects as ordered. */

import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import Type, { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { BaselineCompareRequest } from '../../shared/contract/analysis/baseline-compare/request.ts'
import { ChangeTrackingRequest } from '../../shared/contract/analysis/change-tracking/request.ts'
import { CpmRequest } from '../../shared/contract/analysis/cpm/request.ts'
import { DelayAnalysisRequest } from '../../shared/contract/analysis/delay-analysis/request.ts'
import { MEGABYTE } from '../../shared/contract/bytes/bytes.ts'
import { CLOCK_COLUMNS } from '../../shared/contract/schedule/clock-columns.ts'
import { parseDay } from '../../shared/contract/schedule/day.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES, TASK_FIELDS, TASK_TYPES } from '../../shared/contract/schedule/fields.ts'
import { TASK_LIST_MARK, Task } from '../../shared/contract/schedule/task.ts'
import { TIERS } from '../../shared/contract/tiers.ts'
import { normalStream, stream } from '../schedule/draws.ts'
import {
  comparisonChunks,
  describeDistribution,
  distributionOf,
  makeSchedule,
  requestBytes,
  requestChunks,
  requestObject,
  scheduleHistory,
  TASK_COUNT_MIN,
  type TaskObject,
} from '../schedules.ts'

const hashOf = (chunks: Iterable<Buffer>): string => {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

const SEEDS = [1, 2, 3, 4, 5]
const RICH = /^(.*?) ?(FS|SS|FF|SF)([+-]\d+) ?d$|^(.*) (SS|FF|SF)$/

interface Link {
  readonly id: string
  readonly type: string
  readonly lagDays: number
}

/** A reading of the link forms of its own, so that the generator is not checked against itself. */
function linkOf(link: NonNullable<TaskObject['predecessors']>[number]): Link {
  if (typeof link === 'object') return { id: link.task_id, type: link.type ?? 'FS', lagDays: link.lag_days ?? 0 }
  const [, lagged, laggedType, lag, plain, plainType] = RICH.exec(link) ?? []
  return { id: lagged ?? plain ?? link, type: laggedType ?? plainType ?? 'FS', lagDays: Number(lag ?? 0) }
}

const linksOf = (task: TaskObject): Link[] => (task.predecessors ?? []).map(linkOf)

/** Number of tasks that a topological order reaches: all of them when there is no cycle. */
function orderedCount(tasks: readonly TaskObject[]): number {
  interface Node {
    readonly successors: Node[]
    waiting: number
  }
  const nodes = new Map(tasks.map(({ id }): [string, Node] => [id, { successors: [], waiting: 0 }]))
  for (const task of tasks) {
    const node = nodes.get(task.id)!
    for (const { id } of linksOf(task)) {
      const predecessor = nodes.get(id)
      if (predecessor === undefined) continue
      predecessor.successors.push(node)
      node.waiting++
    }
  }
  const ready = [...nodes.values()].filter(({ waiting }) => waiting === 0)
  for (const { successors } of ready) for (const next of successors) if (--next.waiting === 0) ready.push(next)
  return ready.length
}

/** A request schema with its task lists resolved; formats of days are checked beside it. */
function checkerOf(request: TSchema) {
  const resolve = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(resolve)
    if (schema === null || typeof schema !== 'object') return schema
    const record = schema as Record<string, unknown>
    if (record[TASK_LIST_MARK] === true) return Type.Array(Task)
    return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, resolve(value)]))
  }
  return Compile(resolve(request) as TSchema)
}

t.test('draws are uniform and normal as they say, and differ by seed, name and index', async t => {
  const uniform = stream(7, 'a')
  const normal = normalStream(7, 'a')
  const count = 20_000
  const tenths = new Array<number>(10).fill(0)
  let sum = 0
  let squares = 0
  for (let i = 0; i < count; i++) {
    const tenth = Math.floor(uniform(i) * 10)
    tenths[tenth] = tenths[tenth]! + 1
    sum += normal(i)
    squares += normal(i) ** 2
  }
  for (const tenth of tenths) t.ok(Math.abs(tenth - count / 10) < 0.08 * (count / 10), `a tenth holds ${tenth}`)
  t.ok(Math.abs(sum / count) < 0.03, 'mean near 0')
  t.ok(Math.abs(squares / count - 1) < 0.04, 'variance near 1')
  t.equal(uniform(5), stream(7, 'a')(5))
  t.equal(new Set([uniform(5), uniform(6), stream(7, 'b')(5), stream(8, 'a')(5)]).size, 4)
})

t.test('the same seed gives the same bytes, another seed others', async t => {
  const bytes = (seed: number) => hashOf(requestChunks(makeSchedule({ seed, taskCount: 500 })))
  t.equal(bytes(1), bytes(1))
  t.not(bytes(1), bytes(2))
  // recorded: a change of the generator shows here, and moves every figure measured before it
  t.equal(bytes(1).slice(0, 16), '2a967f58fccac1ab')
})

t.test('chunks, whole bytes, the object and the single tasks are one body', async t => {
  const schedule = makeSchedule({ seed: 3, taskCount: 2_000 })
  const members = { options: { include_network_details: true } }
  const whole = requestBytes(schedule, { members })
  const chunks = [...requestChunks(schedule, { members })]
  t.ok(chunks.length > 2, 'a body of 1 MB comes in several chunks')
  t.ok(Buffer.concat(chunks).equals(whole))
  const parsed = JSON.parse(whole.toString())
  t.same(parsed, JSON.parse(JSON.stringify(requestObject(schedule, members))))
  t.same(parsed.tasks[1234], JSON.parse(JSON.stringify(schedule.task(1234))))
  t.equal(parsed.status_date, schedule.statusDate)
})

/** Kinds of milestones and constraints that only project files tell apart are made by their generators. */
const MADE_TYPES = TASK_TYPES.filter(type => type !== 'start_milestone' && type !== 'finish_milestone').sort()
const MADE_CONSTRAINTS = CONSTRAINT_TYPES.filter(type => type !== 'SO' && type !== 'FO').sort()
/** And so are fields that belong to calendars, names of the levels of a WBS, activity codes, and priorities of levelling. */
const OF_FILES: ReadonlySet<string> = new Set([
  ...CLOCK_COLUMNS.filter(name => name !== 'totalFloatDays'),
  'wbsName',
  'codes',
  'levelingPriority',
  'levelingCanSplit',
  'onLongestPath',
  'rowNumber',
  'percentCompleteType',
])

t.test(
  'every field of a task, every task type and every relation occurs, in the least schedule nearly all',
  async t => {
    for (const seed of SEEDS) {
      const small = distributionOf(makeSchedule({ seed, taskCount: 100 }))
      const large = distributionOf(makeSchedule({ seed, taskCount: 3_000 }))
      for (const field of TASK_FIELDS.filter(({ column }) => !OF_FILES.has(column))) {
        t.ok((large.fill[field.name] ?? 0) > 0, `seed ${seed}: ${field.name} is filled among 3,000`)
        t.ok(
          (small.fill[field.name] ?? 0) > 0 || field.name === 'delay_category',
          `seed ${seed}: ${field.name} among 100`,
        )
      }
      t.same(Object.keys(large.types).sort(), MADE_TYPES, 'types among 3,000')
      t.same(Object.keys(small.types).sort(), MADE_TYPES, 'types among 100')
      for (const type of RELATION_TYPES) t.ok((large.linkTypes[type] ?? 0) > 0, `seed ${seed}: ${type}`)
      t.ok(large.lags.lead > 0 && large.lags.lag > large.lags.lead, 'lags and a few leads')
      t.ok(large.linkForms.id > 0 && large.linkForms.rich > 0 && large.linkForms.object > 0, 'all forms of links')
    }
    const largest = distributionOf(makeSchedule({ seed: 1, taskCount: 20_000 }))
    t.same(Object.keys(largest.constraints).sort(), MADE_CONSTRAINTS, 'all constraints among 20,000')
    const words = describeDistribution(largest)
    for (const field of TASK_FIELDS) t.ok(words.includes(` ${field.name} `), `the description names ${field.name}`)
  },
)

t.test('the shape is that of a real schedule', async t => {
  const d = distributionOf(makeSchedule({ seed: 1, taskCount: 10_000 }))
  const perTask = d.linkCount / d.taskCount
  t.ok(perTask >= 1.5 && perTask <= 2, `${perTask} links per task`)
  t.ok(d.linkTypes.FS! / d.linkCount > 0.8, 'mostly finish-to-start')
  t.ok(d.durationDays.p50 >= 5 && d.durationDays.p50 <= 10, `median duration ${d.durationDays.p50}`)
  t.ok(d.durationDays.p90 > 2 * d.durationDays.p50, 'durations have a long tail')
  const constraints = Object.values(d.constraints).reduce((sum, count) => sum + count, 0)
  t.ok(d.constraints.SNET! > constraints / 2, 'constraints are mostly SNET')
  t.ok(d.states.complete > 0 && d.states.inProgress > 0 && d.states.notStarted > 0, 'progress up to a status date')
  t.ok(
    d.bytes / d.taskCount < (TIERS.government.payloadMegabytesMax * MEGABYTE) / TIERS.government.taskCountMax,
    'the largest schedule a tier admits fits into its payload',
  )
})

t.test('ids are unique, links name tasks of the schedule, and there is no cycle', async t => {
  for (const seed of SEEDS)
    for (const taskCount of [TASK_COUNT_MIN, 100, 1_000, 5_000]) {
      const tasks = makeSchedule({ seed, taskCount }).tasks()
      const ids = new Set(tasks.map(task => task.id))
      t.equal(tasks.length, taskCount, 'as many tasks as ordered')
      t.equal(ids.size, taskCount, 'unique ids')
      t.ok(
        tasks.every(task => linksOf(task).every(link => ids.has(link.id))),
        'no dangling id',
      )
      const pairs = tasks.flatMap(task => linksOf(task).map(link => `${link.id} ${link.type} ${task.id}`))
      t.equal(new Set(pairs).size, pairs.length, 'no duplicate link')
      t.equal(orderedCount(tasks), taskCount, `seed ${seed}, ${taskCount} tasks: acyclic`)
    }
})

t.test(
  'only the start and the finish of the project are open, and every task has a link that holds each end',
  async t => {
    for (const seed of SEEDS) {
      const tasks = makeSchedule({ seed, taskCount: 2_000 }).tasks()
      const discrete = tasks.filter(task => task.task_type !== 'summary' && task.task_type !== 'loe')
      const startHeld = new Set<string>()
      const finishTaken = new Set<string>()
      for (const task of discrete)
        for (const { id, type } of linksOf(task)) {
          if (type === 'FS' || type === 'SS') startHeld.add(task.id)
          if (type === 'FS' || type === 'FF') finishTaken.add(id)
        }
      t.same(
        discrete.filter(task => !startHeld.has(task.id)).map(task => task.name),
        ['Notice to proceed'],
      )
      t.same(
        discrete.filter(task => !finishTaken.has(task.id)).map(task => task.name),
        ['Project complete'],
      )
    }
  },
)

t.test('a request is valid for the strict rows, and its dates and progress hang together', async t => {
  const checker = checkerOf(CpmRequest)
  for (const seed of SEEDS) {
    const schedule = makeSchedule({ seed, taskCount: 1_000 })
    const body = requestObject(schedule)
    t.ok(checker.Check(body), `seed ${seed}: ${JSON.stringify(checker.Errors(body).slice(0, 2))}`)
    const statusDay = parseDay(schedule.statusDate)!
    const faults: string[] = []
    for (const task of schedule.tasks()) {
      const dayOf = (field: string): number | undefined => {
        const text = task[field]
        if (text == null) return undefined
        const day = parseDay(String(text))
        if (day === undefined) faults.push(`${task.id}: ${field} ${text} is no date`)
        return day
      }
      for (const pair of ['planned', 'baseline', 'actual', 'forecast']) {
        const start = dayOf(`${pair}_start`)
        const finish = dayOf(`${pair}_finish`)
        if (start !== undefined && finish !== undefined && finish < start) faults.push(`${task.id}: ${pair} backwards`)
      }
      dayOf('constraint_date')
      const start = dayOf('actual_start')
      const finish = dayOf('actual_finish')
      const percent = Number(task.percent_complete)
      if (start !== undefined && start >= statusDay) faults.push(`${task.id}: started on or after the status date`)
      if (finish !== undefined && finish >= statusDay) faults.push(`${task.id}: finished on or after the status date`)
      if ((finish !== undefined) !== (percent === 100)) faults.push(`${task.id}: ${percent} % and finish ${finish}`)
      if ((start !== undefined) !== percent > 0) faults.push(`${task.id}: ${percent} % and start ${start}`)
      if (start === undefined && dayOf('forecast_start')! < statusDay) faults.push(`${task.id}: forecast in the past`)
    }
    t.same(faults, [])
  }
})

t.test('progress keeps the network: nothing starts before what it waits for is done', async t => {
  const check = (outOfSequence: number): number => {
    const tasks = makeSchedule({ seed: 2, taskCount: 3_000, defects: { outOfSequence } }).tasks()
    const byId = new Map(tasks.map(task => [task.id, task]))
    let count = 0
    for (const task of tasks)
      for (const link of linksOf(task)) {
        const before = byId.get(link.id)!
        const isPlainFs = link.type === 'FS' && link.lagDays >= 0 && task.task_type !== 'milestone'
        if (isPlainFs && task.actual_start != null)
          if (before.actual_finish == null || String(before.actual_finish) > String(task.actual_start)) count++
      }
    return count
  }
  t.equal(check(0), 0)
  t.ok(check(0.1) > 10, 'out of sequence when ordered')
})

t.test('without a status share nothing has started', async t => {
  const d = distributionOf(makeSchedule({ seed: 1, taskCount: 1_000, statusShare: 0 }))
  t.same(d.states, { complete: 0, inProgress: 0, notStarted: 1_000 })
})

t.test('shuffled rows are the same tasks in another order', async t => {
  const inOrder = makeSchedule({ seed: 1, taskCount: 500 }).tasks()
  const shuffled = makeSchedule({ seed: 1, taskCount: 500, rowOrder: 'shuffled' }).tasks()
  const byId = (tasks: TaskObject[]) => tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  t.notSame(
    shuffled.map(task => task.id),
    inOrder.map(task => task.id),
  )
  t.same(byId(shuffled), byId(inOrder))
})

t.test('defects come at the rate that was ordered, and the request stays valid and acyclic', async t => {
  const taskCount = 5_000
  const rate = 0.1
  const defects = { openEnds: rate, danglingIds: rate, leads: rate, hardConstraints: rate, badDates: rate }
  const schedule = makeSchedule({ seed: 1, taskCount, defects })
  const tasks = schedule.tasks()
  const d = distributionOf(schedule)
  const near = (count: number, of: number, name: string): void => {
    t.ok(Math.abs(count / of - rate) < 0.25 * rate, `${name}: ${count} of ${of}`)
  }
  const ids = new Set(tasks.map(task => task.id))
  const isWork = (task: TaskObject): boolean => /^A\d+-[A-Z]{3}-1\d+$/.test(task.id)
  const work = tasks.filter(isWork)
  near(tasks.flatMap(linksOf).filter(link => !ids.has(link.id)).length, work.length, 'dangling ids')
  near(tasks.filter(task => String(task.planned_finish) < String(task.planned_start)).length, taskCount, 'bad dates')
  near(d.lags.lead, d.linkTypes.FS!, 'leads')
  const hard = ['MSO', 'MFO', 'SNLT', 'FNLT'].reduce((sum, type) => sum + (d.constraints[type] ?? 0), 0)
  near(hard, work.filter(task => task.task_type !== 'milestone').length, 'hard constraints')
  const named = new Set(tasks.flatMap(linksOf).map(link => link.id))
  const openStarts = work.filter(task => linksOf(task).every(link => !ids.has(link.id))).length
  const openFinishes = work.filter(task => !named.has(task.id)).length
  t.ok(openStarts > work.length * rate * 0.3 && openFinishes > work.length * rate * 0.3, 'open ends on both sides')
  t.equal(orderedCount(tasks), taskCount)
  t.ok(checkerOf(CpmRequest).Check(requestObject(schedule)))
})

t.test('long text brings a body to an exact size without changing anything but names', async t => {
  const schedule = makeSchedule({ seed: 1, taskCount: 100 })
  const bare = requestBytes(schedule)
  for (const bodyBytes of [bare.length, bare.length + 1, 200_001, 3_000_000]) {
    const body = requestBytes(schedule, { bodyBytes })
    t.equal(body.length, bodyBytes)
    const withoutNames = (bytes: Buffer) => JSON.parse(bytes.toString(), (key, value) => (key === 'name' ? 0 : value))
    t.same(withoutNames(body), withoutNames(bare))
  }
  const padded = requestBytes(schedule, { bodyBytes: 3_000_000 })
  const packed = gzipSync(padded)
  t.ok(packed.length > padded.length / 10, 'the text is no bomb')
  t.ok(gunzipSync(packed).equals(padded))
  t.throws(() => requestBytes(schedule, { bodyBytes: 1_000 }), RangeError)
})

t.test('too few tasks are refused with the number', async t => {
  t.throws(() => makeSchedule({ seed: 1, taskCount: TASK_COUNT_MIN - 1 }), { message: new RegExp(`${TASK_COUNT_MIN}`) })
  t.throws(() => scheduleHistory(1, 500, 0), RangeError)
})

t.test(
  'a history is one project at several statuses: reported actuals stay, work goes on, scope changes a little',
  async t => {
    const history = scheduleHistory(4, 1_000, 4)
    const statuses = [...history.snapshots, history.current]
    t.equal(statuses.length, 4)
    const tasksOf = (source: { taskCount: number; task(index: number): TaskObject }): TaskObject[] =>
      Array.from({ length: source.taskCount }, (_, index) => source.task(index))
    t.ok(
      tasksOf(history.baseline).every(task => task.actual_start == null),
      'the baseline knows no actuals',
    )
    for (const status of statuses) {
      const tasks = tasksOf(status)
      t.equal(orderedCount(tasks), status.taskCount, 'acyclic')
      t.equal(new Set(tasks.map(task => task.id)).size, status.taskCount, 'unique ids')
    }
    for (const [k, before] of statuses.slice(0, -1).entries()) {
      const after = statuses[k + 1]!
      t.ok(before.statusDate < after.statusDate, 'dates ascend')
      t.ok(before.taskCount < after.taskCount, 'scope is added')
      t.ok(before.earnedValueTotal < after.earnedValueTotal && before.plannedValueTotal < after.plannedValueTotal)
      const afterById = new Map(tasksOf(after).map(task => [task.id, task]))
      const changed = { durations: 0, actuals: 0 }
      for (const task of tasksOf(before)) {
        const later = afterById.get(task.id)!
        for (const field of ['actual_start', 'actual_finish'])
          if (task[field] != null && task[field] !== later[field]) changed.actuals++
        if (task.duration_days !== later.duration_days) changed.durations++
        if (Number(later.duration_days) < Number(task.duration_days)) changed.actuals++
      }
      t.equal(changed.actuals, 0, 'no reported actual changes, no estimate shrinks')
      t.ok(changed.durations > 0, 'some estimates grow')
    }
    const planLinks = (source: (typeof statuses)[number]): number =>
      tasksOf(source).flatMap(linksOf).length - 2 * (source.taskCount - 1_000)
    t.ok(planLinks(history.current) < planLinks(statuses[0]!), 'some links are dropped (an added task brings two)')

    const body = Buffer.concat([...comparisonChunks(history, { members: { options: { include_trends: true } } })])
    const parsed = JSON.parse(body.toString())
    for (const request of [BaselineCompareRequest, DelayAnalysisRequest]) {
      const checker = checkerOf(request)
      t.ok(checker.Check(parsed), JSON.stringify(checker.Errors(parsed).slice(0, 2)))
    }
    const { baseline_schedule: baseline, ...rest } = parsed
    t.equal(baseline.tasks.length, 1_000)
    t.ok(checkerOf(ChangeTrackingRequest).Check(rest))
    t.same(
      JSON.parse(Buffer.concat([...comparisonChunks(scheduleHistory(4, 500, 1), { withBaseline: false })]).toString())
        .schedule_history,
      undefined,
    )
  },
)
