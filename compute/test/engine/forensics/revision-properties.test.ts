/** Revisions on random schedules: the figure of each class is the mean over all orders, as a slow reference has it, and they sum to the revision. */
import t, { type Test } from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { halfStep } from '../../../engine/analysis/delay-analysis/half-step.ts'
import { pairTasks } from '../../../engine/analysis/delay-analysis/pairing.ts'
import { REVISION_CLASSES } from '../../../engine/analysis/delay-analysis/revised-rows.ts'
import { RevisedSchedule } from '../../../engine/analysis/delay-analysis/revised-schedule.ts'
import { changesOf } from '../../../engine/analysis/delay-analysis/revision-changes.ts'
import { finishIn, type Status, statusOf } from '../../../engine/analysis/delay-analysis/status.ts'
import { chooseCalendar } from '../../../engine/calendar/choice.ts'
import { earlyDates } from '../../../engine/cpm/forward.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { analyse, analyseSent, inputOf, type Plain } from '../../helpers/analyse.ts'
import { pick, random, shuffled } from '../../helpers/random.ts'
import { DAY_0, date } from './delay-dates.ts'
import { bodyOf, CLASSES, type ClassName, mixed, type Pair, randomPair, type Work } from './revision-series.ts'

const SEED = Number(process.env.SEED ?? 20261127)
const RUNS = Number(process.env.RUNS ?? 60)

const RULES = 'ms_project'
/** A day alone ends with its calendar's work: with the calendars of a mixture a report would say another moment than with its own. */
const timed = (body: object): object => {
  const text = JSON.stringify(body)
  if (!text.includes('"calendars"')) return body
  const at = (member: string, time: string) => (all: string) =>
    all.replace(new RegExp(`"${member}":"([-0-9]{10})"`, 'g'), `"${member}":"$1T${time}"`)
  return JSON.parse(at('actual_start', '08:00')(at('actual_finish', '16:00')(text)))
}
const reply = (t: Test, body: object): Plain => analyse(t, delayAnalyser, DelayAnalysisData, timed(body))
const near = (a: number, b: number): boolean => Math.abs(a - b) < 2e-5

/** The finish with a set of classes, in days after that of the earlier schedule: each set is a schedule of its own, sent as such. */
function finishes(
  t: Test,
  pair: Pair,
  revised: readonly ClassName[],
  follow: object,
): (set: ReadonlySet<ClassName>) => number {
  const known = new Map<string, number>()
  const { current_schedule, ...rest } = bodyOf(pair) as Plain
  return set => {
    const key = revised.map(name => Number(set.has(name))).join('')
    const found = known.get(key)
    if (found !== undefined) return found
    const body = {
      ...rest,
      current_schedule: mixed(pair, name => set.has(name)),
      options: { method: 'windows', ...follow },
    }
    const { data, code, faults } = reply(t, body)
    if (data === undefined) throw new Error(`${code} ${JSON.stringify(faults)}`)
    known.set(key, data.total_delay_days)
    return data.total_delay_days
  }
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, n) => permutations(items.filter((_, m) => m !== n)).map(rest => [item, ...rest]))
}

/** Days of each class in every order. */
function inAllOrders(
  finishOf: (set: ReadonlySet<ClassName>) => number,
  revised: readonly ClassName[],
): Map<ClassName, number[]> {
  const days = new Map<ClassName, number[]>(revised.map(name => [name, []]))
  for (const order of permutations(revised)) {
    const set = new Set<ClassName>()
    for (const name of order) {
      const before = finishOf(set)
      set.add(name)
      days.get(name)!.push(finishOf(set) - before)
    }
  }
  return days
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0)
const inGrid = (days: number): number => Math.round(days * 1e6)

t.test(
  'the days of a class are the mean of all orders, within their range, and all classes sum to the revision',
  async t => {
    t.comment(`seed ${SEED}, ${RUNS} runs`)
    const rnd = random(SEED)
    const seen: Record<string, number> = {}
    for (let n = 0; n < RUNS; n++) {
      const pair = randomPair(rnd, n % 2 === 0, n % 6 === 0 ? RULES : undefined)
      const sent = reply(t, bodyOf(pair)).data
      if (sent.mode === 'dates') continue
      // where the task that ends last went, the one that is followed instead is the end of every mixture, too
      const follow = sent.followed_finish === null ? {} : { project_finish_id: sent.followed_finish.id }
      const body = bodyOf(pair) as Plain
      const { data } = reply(t, { ...body, options: { ...body.options, ...follow } })
      const [window] = data.windows
      const wrong: string[] = []
      const check = (name: string, holds: boolean): void => void (holds || wrong.push(name))
      const steps: Plain[] = window.revision_steps
      check('sum', inGrid(sum(Object.values(window.revision) as number[])) === inGrid(window.revision_delay_days))
      const inCalendar = sum(Object.values(window.revision_calendar_days) as number[])
      check('sum in calendar days', inGrid(inCalendar) === inGrid(window.revision_delay_calendar_days))
      check('nothing unnamed', window.revision.other_days === 0 && window.revision.project_start_days === 0)
      for (const name of CLASSES) {
        const step = steps.find(row => row.step === name)
        if (step === undefined) check(`${name} 0`, window.revision[`${name}_days`] === 0)
        else seen[name] = (seen[name] ?? 0) + 1
      }
      const revised = steps.map(row => row.step as ClassName)
      const finishOf = finishes(t, pair, revised, follow)
      check('half-step', near(finishOf(new Set()), window.progress_delay_days))
      for (const [name, all] of inAllOrders(finishOf, revised)) {
        const step = steps.find(row => row.step === name)
        check(`${name} mean`, near(step.days, sum(all) / all.length))
        check(`${name} range`, near(step.min_days, Math.min(...all)) && near(step.max_days, Math.max(...all)))
        if (step.max_days - step.min_days > 1e-5) seen.ranges = (seen.ranges ?? 0) + 1
      }
      const changes: Plain[] = window.revisions
      check('count', changes.length === window.revision_count)
      for (const name of revised) {
        const shares = changes.filter(row => row.step === name).map(row => row.days)
        // what no change of the class moves by itself or is needed for stays with the class
        const total = window.revision[`${name}_days`]
        const isOfClass = shares.every(days => days * total >= 0)
        check(`${name} shares`, isOfClass && Math.abs(inGrid(sum(shares))) <= Math.abs(inGrid(total)))
        if (changes.filter(row => row.step === name).length === 1) check(`${name} whole`, near(shares[0], total))
      }
      if (wrong.length > 0) {
        t.fail(`pair ${n}: ${wrong}`, {
          body: JSON.stringify(body),
          window: { ...window, attribution: undefined },
        })
        return
      }
    }
    t.comment(seen)
    t.ok(
      CLASSES.every(name => seen[name]! > RUNS / 10) && seen.ranges! > RUNS / 10,
      'each class was met, and orders that matter',
    )
  },
)

t.test('with one change more or less the held network ends when one that has all links anew does', async t => {
  const rnd = random(SEED + 2)
  const found: Record<string, number> = {}
  const wrong: string[] = []
  let inTurn = 0
  for (let n = 0; n < 2 * RUNS; n++) {
    const pair = randomPair(rnd, n % 2 === 0)
    const { schedules, params } = inputOf(timed(bodyOf(pair)))
    const places = ['baseline_schedule', 'schedule_history.0', 'current_schedule']
    const statuses = places
      .filter(place => schedules.has(`${place}.tasks`))
      .map((place, at): Status => {
        const columns = schedules.get(`${place}.tasks`)!
        const { calendar } = chooseCalendar(columns, params.calendar)
        const day = at === 0 ? pair.earlierDate : pair.dataDate
        const item = { place, columns, statusDay: day === undefined ? DAY_ABSENT : DAY_0 + day, isBaseline: at === 0 }
        const followed = n % 3 === 0 ? [] : [n % 3 === 1 ? 0 : columns.taskCount - 1]
        return statusOf(item, topologicalOrder(columns.taskCount, columns.links)!, followed, {
          calendar,
          anchorDay: DAY_0,
        })
      })
    const [earlier, later] = statuses as [Status, Status]
    const pairing = pairTasks(earlier, later)
    const half = halfStep(earlier, later, pairing)
    const revised = new RevisedSchedule(earlier, later, pairing, half)
    const lines = [later.followed, [later.columns.taskCount - 1], []]
    const ofLines = new RevisedSchedule(earlier, later, pairing, half, [], lines)
    const changes = changesOf(revised)
    const own = changes.filter(({ of }) => of === changes[0]!.of)
    for (const change of own) for (const classes of [1 << change.of, revised.classes]) revised.finishOf(classes, change)
    t.ok(revised.heldCount <= 2, `${revised.heldCount} networks for ${own.length} changes in two sets of classes`)
    inTurn = Math.max(inTurn, own.length)
    for (const change of changes.filter(() => rnd() < 0.8)) {
      const classes = pick(rnd, [0, 1 << change.of, revised.classes])
      const input = revised.inputOf(classes, change)
      const full = input && finishIn(input, earlyDates(revised.rows.count), later.followed)
      const held = revised.finishOf(classes, change)
      const line = Math.floor(rnd() * lines.length)
      const own = input && finishIn(input, earlyDates(revised.rows.count), lines[line]!)
      const ofLine = new RevisedSchedule(earlier, later, pairing, half, [], lines, { revised: ofLines, line })
      if (!Object.is(ofLine.finishOf(classes, change), own)) wrong.push(`pair ${n}, ${JSON.stringify(change)}: ${line}`)
      if (!Object.is(held, full)) wrong.push(`pair ${n}, ${JSON.stringify(change)} in ${classes}: ${held}, not ${full}`)
      const name = full === undefined ? 'cycle' : REVISION_CLASSES[change.of]!
      found[name] = (found[name] ?? 0) + 1
    }
  }
  t.comment(found)
  t.strictSame(wrong, [])
  t.ok(
    CLASSES.every(name => found[name]! > RUNS / 10),
    'changes of each class',
  )
  t.ok(inTurn > 2)
})

t.test('orders of rows and links, other ids and whole weeks change no days', async t => {
  const rnd = random(SEED + 1)
  for (let n = 0; n < Math.max(20, RUNS / 5); n++) {
    const pair = randomPair(rnd, n % 2 === 0)
    if (reply(t, bodyOf(pair)).data.mode === 'dates') continue
    const figures = (body: object): unknown => {
      const [window] = reply(t, body).data.windows
      const { revision, revision_steps, revision_count, progress_delay_days } = window
      const rows = window.revisions
        .map((row: Plain) => [row.step, row.change, row.from, row.to, row.days, row.alone_days, row.party].join('|'))
        .sort()
      return { revision, revision_steps, revision_count, progress_delay_days, rows }
    }
    const as = (change: (work: Work) => Work, order: (tasks: readonly Work[]) => readonly Work[]): Pair => ({
      ...pair,
      before: { ...pair.before, tasks: order(pair.before.tasks.map(change)) },
      after: { ...pair.after, tasks: order(pair.after.tasks.map(change)) },
    })
    const same = figures(bodyOf(pair))
    const turned = as(
      work => ({ ...work, predecessors: shuffled(rnd, work.predecessors) }),
      tasks => shuffled(rnd, tasks),
    )
    t.strictSame(figures(bodyOf(turned)), same, 'rows')
    const nameOf = (id: string): string => `${id.startsWith('N') ? 'A' : 'Z'}-${id}`
    const renamed = as(
      work => ({
        ...work,
        id: nameOf(work.id),
        predecessors: work.predecessors.map(link => ({ ...link, task_id: nameOf(link.task_id) })),
      }),
      tasks => tasks,
    )
    t.strictSame(figures(bodyOf(renamed)), same, 'ids')
    const shifted = JSON.parse(JSON.stringify(bodyOf(pair)), (_, value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
        ? new Date(Date.parse(value) + 28 * 86_400_000).toISOString().slice(0, 10)
        : value,
    )
    const moved = figures(shifted) as Plain
    const undated = (from: Plain): Plain => JSON.parse(JSON.stringify(from).replaceAll(/\d{4}-\d\d-\d\d/g, 'day'))
    t.strictSame(undated(moved).revision_steps, undated(same).revision_steps, 'weeks')
    t.strictSame(undated(moved).rows.sort(), undated(same).rows.sort(), 'weeks')
  }
  t.ok(date(0))
})

const SHIFTS = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const CLOCKED = {
  calendars: [{ id: 'C', hours_per_day: 8, work_week: Object.fromEntries(WEEK.map(day => [day, SHIFTS])) }],
  default_calendar_id: 'C',
}

/** Paths side by side behind A, of which some came later by as many days; `float` of each before. */
interface LatePath {
  readonly party: 'owner' | 'contractor' | 'weather'
  readonly float: number
  readonly isLate: boolean
  /** Days of its first task, and of the one behind it, 0 = there is none. */
  readonly days: readonly [number, number]
}

/** How a path may tell that it came later: the duration of its first task, and what of it and of the next is left on the data date. */
type Telling = 'idle' | 'grown' | 'partly' | 'next' | 'added'

function toldAs(paths: readonly LatePath[], late: number, at: number, tell: (n: number) => Telling, setting: object) {
  const A = { id: 'A', duration_days: 3, planned_start: date(0) }
  const plan: Plain[] = [A]
  const update: Plain[] = [{ ...A, ...begunAndDone(0, 2) }]
  for (const [n, { party, days, isLate }] of paths.entries()) {
    const by = { delay_category: party }
    const [P, R] = [
      { id: `P${n}`, duration_days: days[0], predecessors: ['A'], ...by },
      { id: `R${n}`, duration_days: days[1], predecessors: [`P${n}`], ...by },
    ]
    plan.push(P, ...(days[1] > 0 ? [R] : []))
    const how = isLate ? tell(n) : 'on time'
    // work done by the data date, had nothing been lost
    const onTime = days[0] - at
    const grows = how === 'grown' ? late : how === 'partly' ? late / 2 : 0
    const left = onTime + (isLate && (how === 'idle' || grows > 0) ? late : 0)
    update.push({ ...P, actual_start: date(3), duration_days: days[0] + grows, remaining_duration_days: left })
    if (days[1] > 0) update.push({ ...R, duration_days: days[1] + (how === 'next' ? late : 0) })
    if (how === 'added')
      update.push({ id: `N${n}`, duration_days: late, predecessors: [days[1] > 0 ? R.id : P.id], ...by })
  }
  const ends = (tasks: readonly Plain[]): string[] => tasks.map(({ id }) => id).filter(id => id !== 'A')
  const Z = { id: 'Z', duration_days: 2 }
  return {
    ...(setting === CLOCKED ? {} : { calendar: 'calendar_days' }),
    baseline_schedule: { ...setting, baseline_date: date(0), tasks: [...plan, { ...Z, predecessors: ends(plan) }] },
    current_schedule: {
      ...{ ...setting, status_date: date(3 + at) },
      tasks: [...update, { ...Z, predecessors: ends(update) }],
    },
  }
}

const begunAndDone = (start: number, finish: number): object => ({
  actual_start: date(start),
  actual_finish: date(finish),
  percent_complete: 100,
})

t.test(
  'one delay of several paths earns the same, as idle days, as work that grew, and told in part as each',
  async t => {
    const rnd = random(SEED + 2)
    const seen = { concurrent: 0, alone: 0, told: 0 }
    for (let n = 0; n < Math.max(20, RUNS / 2); n++) {
      const late = pick(rnd, [1, 2, 3, 5])
      const longest = 14 + pick(rnd, [0, 3])
      const pathOf = (isFirst: boolean): LatePath => {
        const float = isFirst ? 0 : pick(rnd, [0, 0, 1, 4])
        const next = pick(rnd, [0, 2, 4])
        const party = pick(rnd, ['owner', 'contractor', 'owner', 'contractor', 'weather'] as const)
        return { party, float, isLate: isFirst || rnd() < 0.8, days: [longest - float - next, next] }
      }
      const paths = [true, false, ...(rnd() < 0.4 ? [false] : [])].map(pathOf)
      const holders = new Set(paths.filter(each => each.isLate && each.float === 0).map(({ party }) => party))
      const both = holders.has('owner') && holders.has('contractor')
      const expected = {
        excusable_compensable_days: holders.size === 1 && holders.has('owner') ? late : 0,
        excusable_non_compensable_days: holders.size > 1 || holders.has('weather') ? late : 0,
        non_excusable_days: holders.size === 1 && holders.has('contractor') ? late : 0,
        concurrent_days: both ? late : 0,
        unattributed_days: 0,
      }
      seen[both ? 'concurrent' : 'alone']++
      for (let telling = 0; telling < 3; telling++) {
        const tells = paths.map(({ days }) =>
          pick(rnd, ['idle', 'grown', 'partly', 'added', ...(days[1] > 0 ? (['next'] as const) : [])] as const),
        )
        const isAnyIdle = paths.some((path, n) => path.isLate && tells[n] === 'idle')
        // idle days have passed by the data date
        const at = isAnyIdle ? late : pick(rnd, [0, 1, late])
        const body = toldAs(paths, late, at, n => tells[n]!, rnd() < 0.4 ? CLOCKED : {})
        const { data } = analyseSent('forensics.delay-analysis', delayAnalyser, body)
        seen.told++
        const { entitlement, total_delay_days } = data
        const found = { total: total_delay_days, ...entitlement }
        const wrong = Object.entries({ total: late, ...expected }).filter(([name, days]) => !near(found[name], days))
        if (wrong.length > 0)
          return t.fail(`series ${n}`, { series: { paths, late, day: at, tells }, wrong, body: JSON.stringify(body) })
      }
    }
    t.comment(seen)
    t.ok(seen.concurrent > 2 && seen.alone > 5)
  },
)
