/**
 * Laws of delay analysis on random series with calendars, holidays, ties, work out of sequence, leads, added and deleted work, suspensions, dates told otherwise: sums to the digit, no
 * order of rows, no innocents, no day longer than itself, each day of delay once. RUNS=10000 in the environment makes as many series.
 */
import t from 'tap'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'
import { between, pick, type Random, random, shuffled } from '../../helpers/random.ts'
import { contractFaults } from './contract-faults.ts'
import { floatFaults } from './delay-series.ts'

const RUNS = Number(process.env.RUNS ?? 100)
/** A Monday. */
const DAY_0 = 20_094
/** Half of the last printed decimal, and the noise of a sum. */
const DIGIT = 6e-7

interface Task {
  readonly id: string
  readonly days: number
  readonly calendar: string
  readonly links: readonly { readonly from: string; readonly type: string; readonly lag: number }[]
  readonly category: string | undefined
  readonly start: number | undefined
  readonly finish: number | undefined
  readonly left: number | undefined
  /** When it was suspended, and when it goes on. */
  readonly stopped?: number
  readonly goesOn?: number
}

interface Series {
  readonly byClock: boolean
  /** By data date, the plan first. */
  readonly statuses: readonly (readonly [day: number, tasks: readonly Task[]])[]
  readonly holiday: number
}

const swapped: Record<string, string> = { owner: 'contractor', contractor: 'owner', weather: 'weather' }

function randomSeries(rnd: Random): Series {
  const byClock = rnd() < 0.6
  let serial = 0
  const add = (before: readonly Task[]): Task => {
    const twin = before.length > 1 && rnd() < 0.25 ? before.at(-1) : undefined
    const links = Array.from({ length: before.length === 0 ? 0 : between(rnd, 0, 2) }, () => ({
      from: pick(rnd, before).id,
      type: pick(rnd, ['FS', 'FS', 'FS', 'SS', 'FF']),
      lag: pick(rnd, [0, 0, 0, 1, 3, -1]),
    }))
    const single = links.filter(
      (link, n) => links.findIndex(({ from, type }) => from === link.from && type === link.type) === n,
    )
    return {
      id: `T${serial++}`,
      days: twin?.days ?? pick(rnd, [1, 2, 4, 6]),
      calendar: twin?.calendar ?? pick(rnd, ['five', 'five', 'six', 'seven']),
      links: twin?.links ?? single,
      category: pick(rnd, ['owner', 'contractor', 'owner', 'contractor', 'weather', undefined]),
      start: undefined,
      finish: undefined,
      left: undefined,
    }
  }
  let tasks: Task[] = []
  for (let n = between(rnd, 2, 9); n > 0; n--) tasks = [...tasks, add(tasks)]
  const statuses: [number, readonly Task[]][] = [[0, tasks]]
  let day = 0
  for (let n = between(rnd, 1, 3); n > 0; n--) {
    const since = day
    day += between(rnd, 2, 12)
    const until = day
    tasks = tasks.map(each => progressed(rnd, tasks, each, since, until))
    if (rnd() < 0.25) tasks = [...tasks, add(tasks)]
    if (rnd() < 0.15 && tasks.length > 2) {
      const gone = pick(rnd, tasks.slice(1)).id
      tasks = tasks
        .filter(({ id }) => id !== gone)
        .map(each => ({ ...each, links: each.links.filter(({ from }) => from !== gone) }))
    }
    if (rnd() < 0.2)
      tasks = tasks.map(each => (each.start === undefined && rnd() < 0.3 ? { ...each, days: each.days + 1 } : each))
    statuses.push([day, tasks])
  }
  return { byClock, statuses, holiday: between(rnd, 0, 25) }
}

/** Work that may go on mostly does, now and then out of sequence; some stands still. */
function progressed(rnd: Random, tasks: readonly Task[], each: Task, since: number, until: number): Task {
  if (each.finish !== undefined) return rnd() < 0.2 ? retold(rnd, each, until) : each
  const isFree = each.links.every(({ from, type }) => {
    const before = tasks.find(({ id }) => id === from)
    return type === 'FF' || (type === 'SS' ? before?.start : before?.finish) !== undefined
  })
  if (each.start === undefined && rnd() > (isFree ? 0.75 : 0.08)) return each
  const start = each.start ?? between(rnd, since, until - 1)
  if (rnd() < 0.5) return { ...each, start, finish: between(rnd, Math.max(since, start), until - 1), left: 0 }
  const left = Math.min(each.left ?? each.days, pick(rnd, [each.days, each.days - 0.5, each.days / 2, each.days / 3]))
  if (rnd() > 0.3) return { ...each, start, left }
  const stopped = between(rnd, start, until - 1)
  return { ...each, start, left, stopped, ...(rnd() < 0.5 ? { goesOn: between(rnd, stopped, until) } : {}) }
}

/** The end of finished work is told otherwise than before: on another day, or as not reached. */
function retold(rnd: Random, each: Task, until: number): Task {
  if (rnd() < 0.25) return { ...each, finish: undefined, left: pick(rnd, [0, 0.5, 1]) }
  return { ...each, finish: between(rnd, each.start!, until - 1) }
}

interface View {
  readonly rnd?: Random
  readonly weeks?: number
  readonly rename?: (id: string) => string
  readonly swap?: boolean
}

const SHIFTS = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

function bodyOf({ byClock, statuses, holiday }: Series, options: object, view: View = {}): object {
  const { rnd, weeks = 0, rename = id => id, swap = false } = view
  const date = (day: number): string => formatDay(DAY_0 + day + 7 * weeks)
  const calendar = (id: string, workDays: number) => ({
    id,
    hours_per_day: 8,
    work_week: Object.fromEntries(WEEK.slice(0, workDays).map(name => [name, SHIFTS])),
    exceptions: workDays === 6 ? [{ date: date(holiday), shifts: [] }] : [],
  })
  const order = <T>(list: readonly T[]): T[] => (rnd === undefined ? [...list] : shuffled(rnd, list))
  const taskOf = ({ id, days, calendar, links, category, start, finish, left, stopped, goesOn }: Task) => ({
    id: rename(id),
    duration_days: days,
    planned_start: date(0),
    ...(byClock ? { calendar_id: calendar } : {}),
    predecessors: order(links).map(({ from, type, lag }) => ({ task_id: rename(from), type, lag_days: lag })),
    ...(category === undefined ? {} : { delay_category: swap ? swapped[category] : category }),
    ...(start === undefined ? {} : { actual_start: date(start) }),
    ...(finish === undefined ? {} : { actual_finish: date(finish), percent_complete: 100 }),
    ...(start === undefined || finish !== undefined ? {} : { remaining_duration_days: left }),
    ...(stopped === undefined ? {} : { suspend_date: date(stopped) }),
    ...(goesOn === undefined ? {} : { resume_date: date(goesOn) }),
  })
  const schedule = ([, tasks]: Series['statuses'][number]) => ({
    tasks: order(tasks).map(taskOf),
    ...(byClock
      ? {
          calendars: [calendar('five', 5), calendar('six', 6), calendar('seven', 7)],
          default_calendar_id: 'five',
          project_start: date(0),
        }
      : {}),
  })
  return {
    baseline_schedule: { baseline_date: date(0), ...schedule(statuses[0]!) },
    schedule_history: order(statuses.slice(1, -1)).map(each => ({ snapshot_date: date(each[0]), ...schedule(each) })),
    current_schedule: { status_date: date(statuses.at(-1)![0]), ...schedule(statuses.at(-1)!) },
    ...(byClock ? {} : { calendar: 'working_days' }),
    options,
  }
}

const replied = (body: object): Plain => analyseSent('forensics.delay-analysis', delayAnalyser, body)
const analysed = (body: object): Plain => replied(body).data

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)
const total = (members: Record<string, number>): number => sum(Object.values(members))
const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= DIGIT

function sumFaults(data: Plain): string[] {
  const faults: string[] = []
  const check = (name: string, a: number, b: number): void => void (isSame(a, b) || faults.push(`${name}: ${a}, ${b}`))
  const { windows } = data
  check('windows', sum(windows.map((each: Plain) => each.delay_days)), data.total_delay_days)
  check(
    'windows, calendar',
    sum(windows.map((each: Plain) => each.delay_calendar_days)),
    data.total_delay_calendar_days,
  )
  for (const each of windows) {
    faults.push(...floatFaults(each))
    const explained = each.progress_delay_days ?? each.delay_days
    const wall = each.progress_delay_calendar_days ?? each.delay_calendar_days
    const rows = each.attribution
    if (each.revision !== null) {
      check('halves', each.progress_delay_days + each.revision_delay_days, each.delay_days)
      check(
        'halves, calendar',
        each.progress_delay_calendar_days + each.revision_delay_calendar_days,
        each.delay_calendar_days,
      )
      check('revisions', total(each.revision), each.revision_delay_days)
    }
    check(
      'contributions',
      sum(rows.map((row: Plain) => row.contribution_days)) + each.no_task_days + each.recovered_elsewhere_days,
      explained,
    )
    check('categories', total(each.by_category) + each.recovery_days, explained)
    check('categories, calendar', total(each.by_category_calendar_days) + each.recovery_calendar_days, wall)
    if (each.day_span_count <= 100 && each.revision !== null)
      check('days', sum(each.days.map((span: Plain) => span.movement_days)), explained)
  }
  return faults
}

function accountFaults({ entitlement, total_delay_days, total_delay_calendar_days }: Plain): string[] {
  if (entitlement === null) return []
  const faults: string[] = []
  for (const row of [entitlement, ...entitlement.policies, ...entitlement.if_unattributed_were]) {
    for (const [unit, late] of [
      ['days', total_delay_days],
      ['calendar_days', total_delay_calendar_days],
    ] as const) {
      const parts = ['excusable_compensable', 'excusable_non_compensable', 'non_excusable', 'unattributed'].map(
        name => row[`${name}_${unit}`],
      )
      if (parts.some(days => days < -DIGIT)) faults.push(`below 0 ${JSON.stringify(row)}`)
      // a finish reported on days off is later by calendar days alone, and they stand
      if (!isSame(sum(parts), Math.max(0, late))) faults.push(`account ${unit} ${sum(parts)} of ${late}`)
      if (row[`concurrent_${unit}`] > row[`excusable_non_compensable_${unit}`] + DIGIT) faults.push('concurrent')
    }
  }
  return faults
}

/** The finish that the contract date of the whole follows is that of the last schedule. */
const followedFaults = ({ contract_dates, followed_finish, statuses }: Plain): string[] =>
  contract_dates.completions.flatMap(({ id, finish_date }: Plain) =>
    id !== null || followed_finish !== null || statuses.at(-1).finish_date === finish_date ? [] : ['followed finish'],
  )

/** Tasks that moved the finish though nothing of them changed and a predecessor still held their start at the end of the window. */
function innocents({ statuses }: Series, data: Plain): string[] {
  return data.windows.flatMap((window: Plain, n: number) => {
    const [before, after] = [statuses[n]![1], statuses[n + 1]![1]]
    return window.attribution
      .filter((row: Plain) => {
        const [was, now] = [before, after].map(tasks => tasks.find(({ id }) => id === row.id))
        if (was === undefined || now === undefined || now.start !== undefined) return false
        return now.links.some(
          ({ from, type, lag }) =>
            type === 'FS' && lag >= 0 && after.find(({ id }) => id === from)?.finish === undefined,
        )
      })
      .map((row: Plain) => row.id)
  })
}

/** Spans of days that moved the finish for their holders by more than they are long, in one calendar: no status of a day does. */
function longDays({ byClock }: Series, data: Plain): string[] {
  if (byClock) return []
  // what is told otherwise than before can be so by many days, all of them known on one
  const spans: Plain[] = data.windows.flatMap((window: Plain) =>
    window.days.filter(({ holders }: Plain) =>
      holders.every(({ id }: Plain) => !window.retroactive_change_ids.includes(id)),
    ),
  )
  const workDays = ({ from, to }: Plain): number => {
    let count = 0
    for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000)
      if (new Date(day).getUTCDay() % 6 > 0) count++
    return count
  }
  return (
    spans
      // what the digits of all spans leave stands with the largest
      .filter(span => span.holders.length > 0 && span.movement_days > workDays(span) + (5 + spans.length) * DIGIT)
      .map(({ from, movement_days }) => `${movement_days} days of ${from} for those who hold it`)
  )
}

const sumsOf = (data: Plain, rename: (id: string) => string = id => id, swap = false) => {
  const categories = (row: Plain) => (swap ? { ...row, owner: row.contractor, contractor: row.owner } : row)
  return {
    total: [data.total_delay_days, data.total_delay_calendar_days],
    by_category: categories(data.by_category),
    windows: data.windows.map((each: Plain) => ({
      ...categories(each.by_category),
      revision: each.revision,
      recovery: each.recovery_days,
      concurrent: each.concurrent_days,
      unequal: each.unequal_concurrent_days,
      noTask: each.no_task_days,
      tasks: Object.fromEntries(each.attribution.map((row: Plain) => [rename(row.id), row.contribution_days])),
    })),
    entitlement: data.entitlement && entitledOf(data.entitlement, swap),
  }
}

const entitledOf = (row: Plain, swap: boolean) => [
  swap ? row.non_excusable_days : row.excusable_compensable_days,
  row.excusable_non_compensable_days,
  swap ? row.excusable_compensable_days : row.non_excusable_days,
  row.concurrent_days,
  row.unattributed_days,
]

/** Where two results differ by more than the last digits. */
function differences(a: unknown, b: unknown, at = ''): string[] {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 5e-6 ? [] : [`${at} ${a} ${b}`]
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null)
    return Object.is(a, b) || (!a && !b) ? [] : [`${at} ${a} ${b}`]
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].flatMap(key => differences((a as Plain)[key] ?? 0, (b as Plain)[key] ?? 0, `${at}.${key}`))
}

t.test('every law holds on random series', async t => {
  const seed = Number(process.env.SEED ?? 4507)
  t.comment(`seed ${seed}, ${RUNS} series`)
  const rnd = random(seed)
  const draw = random(seed + 1)
  const seen = { byClock: 0, moved: 0, recovered: 0, concurrent: 0, noTask: 0, shared: 0, windows: 0, open: 0 }
  const back = (id: string): string => `T${1_000 - Number(id.slice(1))}`
  for (let n = 0; n < RUNS; n++) {
    const series = randomSeries(rnd)
    const options = {
      method: pick(rnd, ['half_step', 'half_step', 'windows', 'daily']),
      near_critical_threshold: pick(rnd, [0, 0, 2]),
    }
    const contract = {
      concurrency: pick(draw, ['literal', 'functional', 'dominant', 'apportion']),
      float_owner: pick(draw, ['project', 'contractor', 'first_come']),
      completion_date: formatDay(DAY_0 + between(draw, 0, 40)),
      sectional_dates:
        draw() < 0.2 ? [{ task_id: 'T0', completion_date: formatDay(DAY_0 + between(draw, 0, 12)) }] : [],
    }
    const body = bodyOf(series, options)
    const { data, summary, findings } = replied(body)
    if (data.mode === 'dates' || data.total_delay_days === null) continue
    const contractual = analysed(bodyOf(series, { ...options, ...contract }))
    const faults = [
      ...sumFaults(data),
      ...accountFaults(data),
      ...contractFaults(contractual.contract_dates),
      ...followedFaults(contractual),
    ]
    // no path is told to end before another by no day
    faults.push(...(JSON.stringify([summary, findings]).match(/[ (]0 (calendar|working) days before[^.]*/) ?? []))
    if (options.method !== 'windows') {
      faults.push(...innocents(series, data).map(id => `innocent ${id}`))
      faults.push(...longDays(series, data))
    }
    if (n % 4 === 0) {
      const views: [string, View][] = [
        ['rows', { rnd }],
        ['weeks', { weeks: 3 }],
        ['ids', { rename: back }],
        ['parties', { swap: true }],
      ]
      // of several tasks that end together the one that is followed, where the last one went, is told and chosen by id
      const isById = data.followed_finish !== null && data.followed_finish.followed_by !== 'last_task'
      for (const [name, view] of views) {
        if (isById && name === 'ids') continue
        const other = analysed(bodyOf(series, options, view))
        const found = differences(sumsOf(data), sumsOf(other, view.rename === undefined ? undefined : back, view.swap))
        faults.push(...found.map(each => `${name} ${each}`))
      }
    }
    seen.byClock += series.byClock ? 1 : 0
    seen.moved += data.total_delay_days !== 0 ? 1 : 0
    seen.recovered += data.recovery_days < 0 ? 1 : 0
    seen.concurrent += data.concurrent_days > 0 ? 1 : 0
    seen.noTask += data.no_task_days > 0 && options.method !== 'windows' ? 1 : 0
    seen.shared += data.shared_days > 0 ? 1 : 0
    seen.windows += data.windows.length
    seen.open += data.windows.filter(
      (each: Plain) => each.recovered_elsewhere_days < -DIGIT && each.revision !== null,
    ).length
    if (faults.length > 0) return t.fail(`series ${n}`, { faults, body: JSON.stringify(body) })
  }
  t.comment(seen)
  t.ok(
    seen.byClock > RUNS / 4 && seen.moved > RUNS / 3 && seen.concurrent > RUNS / 20 && seen.recovered > RUNS / 10,
    'met',
  )
  t.ok(seen.noTask < RUNS / 20, 'a task is found for nearly every day')
})
