/** Delay analysis on random series: every movement is the sum of its parts, whatever the order of the tasks. */
import t from 'tap'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { DayStatuses } from '../../../engine/analysis/delay-analysis/day-status.ts'
import { floatUse } from '../../../engine/analysis/delay-analysis/float-use.ts'
import { halfStep } from '../../../engine/analysis/delay-analysis/half-step.ts'
import { noSlack, slackTo } from '../../../engine/analysis/delay-analysis/holding.ts'
import { idleTasks, nobodyIdle, StepMemory } from '../../../engine/analysis/delay-analysis/idle.ts'
import { pairTasks } from '../../../engine/analysis/delay-analysis/pairing.ts'
import { type ReplayStep, replay } from '../../../engine/analysis/delay-analysis/replay.ts'
import { reportsOf } from '../../../engine/analysis/delay-analysis/retold.ts'
import { finishIn, type Status, statusOf } from '../../../engine/analysis/delay-analysis/status.ts'
import { chooseCalendar } from '../../../engine/calendar/choice.ts'
import { earlyDates } from '../../../engine/cpm/forward.ts'
import { lagsLeft } from '../../../engine/cpm/lags.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { inputOf, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random, shuffled } from '../../helpers/random.ts'
import { DAY_0, date } from './delay-dates.ts'
import { body, floatFaults, parts, reply, type Series } from './delay-series.ts'

/** A project at several statuses: work goes on, estimates and links change, tasks come and go. */
function randomSeries(rnd: Random, exact = false): Series {
  const size = between(rnd, 2, 14)
  const number = (from: number, to: number) =>
    exact ? from + Math.round(rnd() * (to - from) * 1e4) / 1e4 : between(rnd, from, to)
  let serial = 0
  const add = (): TaskObject => ({
    id: `T${serial++}`,
    duration_days: number(0, 9),
    predecessors: [],
    delay_category: pick(rnd, [null, 'owner', 'contractor', 'design', 'procurement', 'weather', 'force_majeure']),
    task_type: exact ? 'task' : pick(rnd, ['task', 'task', 'task', 'milestone', 'loe', 'summary']),
  })
  let tasks = Array.from({ length: size }, add)
  tasks[0] = { ...tasks[0]!, planned_start: date(0), task_type: 'task' }
  const link = (to: number) => {
    const from = tasks[between(rnd, 0, to - 1)]!
    const type = exact ? 'FS' : pick(rnd, ['FS', 'FS', 'SS', 'FF', 'SF'])
    return { task_id: from.id, type, lag_days: exact ? 0 : pick(rnd, [0, 0, 2, -1]) }
  }
  const relink = (at: number): TaskObject => ({
    ...tasks[at]!,
    predecessors: at === 0 ? [] : Array.from({ length: between(rnd, 0, 2) }, () => link(at)),
  })
  tasks = tasks.map((_, at) => relink(at))
  const statuses: [number, TaskObject[]][] = []
  let dataDate = 0
  for (let n = between(rnd, 1, 4); n > 0; n--) {
    dataDate += between(rnd, 1, 9)
    const since = dataDate
    let finished = 0
    tasks = tasks.map((each, at): TaskObject => {
      let next = each
      if (rnd() < 0.15) next = { ...next, duration_days: number(0, 9) }
      if (rnd() < 0.15) next = { ...next, predecessors: relink(at).predecessors! }
      if (rnd() < 0.1 && !exact)
        next = {
          ...next,
          constraint_type: pick(rnd, ['SNET', 'FNET', 'FNLT', 'MSO', 'MFO', 'ALAP']),
          constraint_date: date(between(rnd, 0, 30)),
        }
      if (next.actual_finish !== undefined) return next
      const start = (next.actual_start as string | undefined) ?? date(between(rnd, 0, since))
      if (next.actual_start === undefined && rnd() < 0.6) return next
      // exact: no two finish on one day, so that no tie is left to the order of the input
      if (rnd() < 0.5 || (exact && finished++ > 0))
        return { ...next, actual_start: start, percent_complete: between(rnd, 0, 99) }
      return { ...next, actual_start: start, actual_finish: date(since), percent_complete: 100 }
    })
    if (rnd() < 0.4) tasks = [...tasks, { ...add(), predecessors: [link(tasks.length)] }]
    if (rnd() < 0.3 && tasks.length > 2) {
      const gone = tasks.at(between(rnd, 1, tasks.length - 1))!.id
      tasks = tasks.filter(({ id }) => id !== gone)
    }
    statuses.push([dataDate, tasks])
  }
  const plan = tasks
    .filter((_, at) => at < size)
    .map(({ actual_start, actual_finish, percent_complete, ...rest }) => rest as TaskObject)
  return { baseline: plan, snapshots: statuses.slice(0, -1), current: statuses.at(-1)! }
}

const RUNS = Number(process.env.RUNS ?? 250)
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-4
const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)
const total = (members: Record<string, number>): number => sum(Object.values(members))

/** Days that the revisions of a window moved the finish later by, all together. */
const revisedLater = (window: Plain): number => Math.max(0, window.revision_delay_days ?? 0)

type Check = (name: string, holds: boolean) => unknown
/** How many windows had each. */
type Seen = Record<'consumed' | 'recovered' | 'concurrent' | 'unequal' | 'scope' | 'cycles', number>

function checkWindow(window: Plain, check: Check, seen: Seen): void {
  const explained = window.progress_delay_days ?? window.delay_days
  check('attribution', near(total(parts(window)) + window.recovered_elsewhere_days + window.no_task_days, explained))
  check('categories', near(total(window.by_category) + window.recovery_days, explained))
  const late = window.attribution.map((row: Plain) => row.contribution_days - row.recovered_days)
  check('shares', near(total(window.by_category), sum(late) + window.no_task_days))
  check(
    'never below 0',
    Object.values(window.by_category).every(each => (each as number) >= 0),
  )
  check('recovery', window.recovery_days <= 0 && window.recovered_elsewhere_days <= 0)
  const consumers = window.float_consumption.filter((row: Plain) => row.is_on_controlling_path)
  check('consumed', near(sum(consumers.map((row: Plain) => row.consumed_days)), window.consumed_float_days))
  check('consumed within the float', floatFaults(window).length === 0)
  if (window.revision !== null) {
    check('revision', near(total(window.revision), window.revision_delay_days))
    check('halves', near(window.progress_delay_days + window.revision_delay_days, window.delay_days))
    if (window.revision.scope_days !== 0) seen.scope++
  }
  check('concurrent', near(sum(window.concurrency.map((pair: Plain) => pair.concurrent_days)), window.concurrent_days))
  const booked = total(window.by_category) + 1e-4
  check('concurrent within the delay', window.concurrent_days <= booked)
  check(
    'unequal',
    near(sum(window.unequal_concurrency.map((pair: Plain) => pair.concurrent_days)), window.unequal_concurrent_days),
  )
  check('concurrent and unequal within the delay', window.concurrent_days + window.unequal_concurrent_days <= booked)
  if (window.unequal_concurrent_days > 0) seen.unequal++
  if (window.consumed_float_days !== 0) seen.consumed++
  if (window.recovery_days !== 0) seen.recovered++
  if (window.concurrent_days > 0) seen.concurrent++
  if (window.scope_with_logic) seen.cycles++
}

function checkTotals(data: Plain, check: Check): void {
  check('windows', near(sum(data.windows.map((window: Plain) => window.delay_days)), data.total_delay_days))
  check('finishes', near(data.statuses.at(-1).finish - data.statuses[0].finish, data.total_delay_days))
  check(
    'total',
    near(total(data.by_category) + data.recovery_days + (data.revision_delay_days ?? 0), data.total_delay_days),
  )
  if (data.entitlement !== null) {
    const { excusable_compensable_days, excusable_non_compensable_days, non_excusable_days, unattributed_days } =
      data.entitlement
    const excusable = excusable_compensable_days + excusable_non_compensable_days
    const late = Math.max(0, data.total_delay_days)
    check('entitlement', near(excusable + non_excusable_days + unattributed_days, late))
    const booked = total(data.by_category) + sum(data.windows.map((window: Plain) => revisedLater(window)))
    check('taken back', near(booked - data.entitlement.limited_days, late) || data.revision === null)
    check('entitlement above 0', Math.min(excusable_compensable_days, excusable_non_compensable_days) >= -1e-4)
  }
}

t.test('on random series every movement is the sum of its parts', async t => {
  const seed = 1331
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const seen: Seen = { consumed: 0, recovered: 0, concurrent: 0, unequal: 0, scope: 0, cycles: 0 }
  for (let n = 0; n < RUNS; n++) {
    const series = randomSeries(rnd)
    const options = {
      method: pick(rnd, ['half_step', 'half_step', 'windows']),
      near_critical_threshold: pick(rnd, [0, 3]),
    }
    const { data, code } = reply(t, series, options)
    if (code !== undefined) throw new Error(`refused: ${code}`)
    if (data.mode === 'dates') continue
    const wrong: string[] = []
    const check: Check = (name, holds) => holds || wrong.push(name)
    for (const window of data.windows) checkWindow(window, check, seen)
    checkTotals(data, check)
    if (wrong.length > 0) {
      t.fail(`series ${n}: ${wrong}`, { body: JSON.stringify(body(series, options)) })
      return
    }
  }
  t.comment(seen)
  t.ok(
    seen.consumed > 20 && seen.recovered > 20 && seen.concurrent > 5 && seen.unequal > 5 && seen.scope > 20,
    'the rules were met',
  )
})

t.test('a schedule compared with itself shows no change', async t => {
  const seed = 7
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  for (let n = 0; n < 60; n++) {
    const { current } = randomSeries(rnd)
    // the baseline has no data date: it is the day after its latest actual date
    const actuals = current[1]
      .filter(each => each.task_type !== 'summary')
      .flatMap(each => [each.actual_start, each.actual_finish])
      .filter(day => typeof day === 'string')
    if (actuals.length === 0) continue
    const last = Math.max(...actuals.map(day => Date.parse(day) / 86_400_000))
    const { data } = reply(t, { baseline: current[1], current: [last + 1 - DAY_0, current[1]] })
    if (data.mode === 'dates') continue
    t.match(data, { total_delay_days: 0, windows: [{ progress_delay_days: 0, revision_delay_days: 0 }] })
    t.strictSame(data.windows[0].attribution, [])
  }
})

t.test('the order of the tasks changes no figure', async t => {
  const seed = 99
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const strip = ({ data }: Plain) => [
    data.statuses,
    data.windows.map((window: Plain) => [
      window.delay_days,
      window.progress_delay_days,
      window.revision,
      window.concurrent_days,
      window.unequal_concurrent_days,
      Object.entries(parts(window)).sort(),
    ]),
  ]
  for (let n = 0; n < 60; n++) {
    const series = randomSeries(rnd, true)
    const mix = (tasks: TaskObject[]) => shuffled(rnd, tasks)
    const mixed = {
      baseline: mix(series.baseline!),
      snapshots: series.snapshots!.map(([at, tasks]) => [at, mix(tasks)] as const),
      current: [series.current[0], mix(series.current[1])] as const,
    }
    t.strictSame(strip(reply(t, mixed)), strip(reply(t, series)), `series ${n}`)
  }
})

function statusesOf(series: Series): Status[] {
  const { schedules } = inputOf(body(series))
  const versions = [[0, series.baseline!] as const, ...series.snapshots!, series.current]
  const places = ['baseline_schedule', ...series.snapshots!.map((_, n) => `schedule_history.${n}`), 'current_schedule']
  return places.flatMap((place, n) => {
    const columns = schedules.get(`${place}.tasks`)!
    const order = topologicalOrder(columns.taskCount, columns.links)
    const { calendar } = chooseCalendar(columns, 'calendar_days')
    const item = { place, columns, statusDay: n === 0 ? DAY_ABSENT : DAY_0 + versions[n]![0], isBaseline: n === 0 }
    return order === undefined ? [] : [statusOf(item, order, [], { calendar, anchorDay: DAY_0 })]
  })
}

type Told = Pick<ReplayStep, 'finish' | 'idle' | 'slack' | 'slackWas' | 'float'>

/** What a step of the replay says of the tasks that lost or gained; slack as far as `known` has it. */
const told = ({ finish, idle, slack, slackWas, float }: Told, known: Pick<Told, 'slack' | 'slackWas'>) => ({
  finish,
  tasks: idle.tasks.map(i => [i, idle.lostDays[i], idle.lostAtStart[i], idle.available[i], idle.ownWork[i]]),
  slack: idle.tasks.flatMap(i =>
    [[slack, known.slack] as const, [slackWas, known.slackWas] as const].map(([{ byFinish, byStart }, { upTo }]) =>
      [byFinish[i]!, byStart[i]!].map(days => (days > upTo ? `more than ${upTo}` : days)),
    ),
  ),
  float: idle.tasks.filter(i => idle.lostDays[i]! >= 0).map(i => [float.used(i), float.isOnPath(i)]),
})

t.test('a replay that looks at what changes alone tells what one tells that looks at all on each morning', async t => {
  const seed = 4711
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  let mornings = 0
  for (let n = 0; n < 60; n++) {
    const statuses = statusesOf(randomSeries(rnd))
    for (const [at, later] of statuses.slice(1).entries()) {
      const earlier = statuses[at]!
      const pairing = pairTasks(earlier, later)
      const half = halfStep(earlier, later, pairing)
      const reports = reportsOf(earlier, later, pairing, half)
      const { order, taskCount } = half.network
      let was = earlier.prepared.input
      let wasEarly = earlier.result.early
      let slackWas: ReplayStep['slack'] | undefined
      const quick: object[] = []
      const slow: object[] = []
      const compare = (step: ReplayStep): void => {
        // another each time, that places all at once
        const status = new DayStatuses(earlier, half, reports).at(step.to)
        const now = status === half ? half : { ...status, lagDays: lagsLeft(half.network, status) }
        const early = earlyDates(taskCount)
        const finish = finishIn(now, early, [])
        const memory = new StepMemory(earlier.prepared.input, half)
        memory.mayBeFar.fill(0)
        // nor is that a shortcut which spares what no link to an end holds
        memory.isEndHeld.fill(1)
        const twice = { was, wasEarly, now, early, told: reports.told, order }
        const idle = idleTasks(twice, memory)
        const slack = slackTo(twice, idle, [], finish, noSlack(taskCount))
        const before = slackWas ?? step.slackWas
        const slacks = { was: before, is: slack, exactly: () => before }
        const float = floatUse(twice, idle, slacks, [], step.finishWas)
        quick.push(told(step, step))
        slow.push(told({ finish, idle, slack, slackWas: before, float }, step))
        was = now
        wasEarly = early
        slackWas = slack
      }
      replay(
        earlier,
        half,
        reports,
        { nearCriticalDays: 0, stepDays: 1, floatDays: n % 2, checkpoint: () => {} },
        compare,
      )
      t.strictSame(quick, slow, `series ${n}, window ${at}`)
      mornings += slow.length
    }
  }
  t.ok(mornings > 500, `${mornings} mornings`)
})

t.test('slack is looked for no further than it is asked', async t => {
  // strands of ten days beside one of 300
  const strand = (n: number): TaskObject[] =>
    Array.from({ length: 10 }, (_, i) => ({
      id: `S${n}.${i}`,
      duration_days: 1,
      predecessors: i === 0 ? [] : [`S${n}.${i - 1}`],
    }))
  const strands = Array.from({ length: 50 }, (_, n) => strand(n)).flat()
  const tasks = [
    { id: 'LONG', duration_days: 300 },
    ...strands,
    { id: 'END', duration_days: 0, predecessors: ['LONG'] },
  ]
  const columns = inputOf({ tasks }).schedules.get('tasks')!
  const { taskCount, links } = columns
  const order = topologicalOrder(taskCount, links)!
  const { calendar } = chooseCalendar(columns, 'calendar_days')
  const item = { place: 'tasks', columns, statusDay: DAY_0, isBaseline: false }
  const { prepared, result, finish } = statusOf(item, order, [], { calendar, anchorDay: DAY_0 })
  let looks = 0
  const task = new Proxy(prepared.input.network.task, {
    get(links, k) {
      looks++
      return Reflect.get(links, k)
    },
  })
  const now = { ...prepared.input, network: { ...prepared.input.network, task } }
  const { early } = result
  const step = { was: now, wasEarly: early, now, early, told: new Uint8Array(taskCount), order }
  const idle = nobodyIdle(step, new StepMemory(now, now))
  const looksUpTo = (upTo: number): number => {
    looks = 0
    slackTo(step, idle, [], finish, { ...noSlack(taskCount), upTo })
    return looks
  }
  t.equal(looksUpTo(Number.POSITIVE_INFINITY), links.task.length)
  t.equal(looksUpTo(20), 1)
})
