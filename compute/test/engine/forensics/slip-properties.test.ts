/**
 * Work that only slips: networks with every type of link, lags and both calendars are built later than planned, task by
 * task, and looked at on random days. Nothing was recovered, so nothing may be told as recovered: the shares of the tasks
 * are the whole movement of the finish, and what is entitled to is never more than that.
 */
import t from 'tap'
import { AsBuiltData } from '../../../../shared/contract/analysis/as-planned-vs-as-built/data.ts'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { asBuiltAnalyser } from '../../../engine/analysis/as-planned-vs-as-built/analyser.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { floatFaults } from './delay-series.ts'

const RUNS = Number(process.env.RUNS ?? 200)
/** A Monday. */
const DAY_0 = 20_094
const WEEK_DAYS = 5
type CalendarName = 'calendar_days' | 'working_days'

const date = (offset: number, calendar: CalendarName): string =>
  formatDay(DAY_0 + (calendar === 'calendar_days' ? offset : Math.floor(offset / WEEK_DAYS) * 7 + (offset % WEEK_DAYS)))

interface Link {
  readonly from: number
  readonly type: 'FS' | 'SS' | 'FF' | 'SF'
  readonly lagDays: number
}

interface Job {
  readonly days: number
  readonly builtDays: number
  readonly lateDays: number
  readonly links: readonly Link[]
  readonly category: string | null
}

interface Span {
  readonly start: number
  readonly finish: number
}

/** Work whose finish is tied takes no longer than planned: it would start earlier, and what waits for its start would gain. */
function randomJobs(rnd: Random): Job[] {
  return Array.from({ length: between(rnd, 2, 12) }, (_, i): Job => {
    const days = between(rnd, 1, 9)
    const links = Array.from({ length: i === 0 ? 0 : between(rnd, 0, 3) }, (): Link => {
      const type = pick(rnd, ['FS', 'FS', 'FS', 'SS', 'FF', 'SF'] as const)
      return { from: between(rnd, 0, i - 1), type, lagDays: pick(rnd, [0, 0, 0, 1, 3]) }
    })
    const byPair = new Map(links.map(link => [`${link.from} ${link.type}`, link]))
    const isTied = links.some(({ type }) => type === 'FF' || type === 'SF')
    return {
      days,
      builtDays: days + (isTied ? 0 : pick(rnd, [0, 0, 0, 2, 5])),
      lateDays: pick(rnd, [0, 0, 0, 0, 1, 4]),
      links: [...byPair.values()],
      category: pick(rnd, [null, 'owner', 'contractor', 'weather', 'design', 'procurement']),
    }
  })
}

/** The textbook forward pass, on its own. */
function spansOf(jobs: readonly Job[], isBuilt: boolean): Span[] {
  const spans: Span[] = []
  for (const { days, builtDays, lateDays, links } of jobs) {
    const length = isBuilt ? builtDays : days
    const bounds = links.map(({ from, type, lagDays }) => {
      const p = spans[from]!
      const offered = (type === 'FS' || type === 'FF' ? p.finish : p.start) + lagDays
      return type === 'FS' || type === 'SS' ? offered : offered - length
    })
    const start = Math.max(0, ...bounds) + (isBuilt ? lateDays : 0)
    spans.push({ start, finish: start + length })
  }
  return spans
}

const predecessorsOf = ({ links }: Job) =>
  links.map(({ from, type, lagDays }) => ({ task_id: `T${from}`, type, lag_days: lagDays }))

/** The schedule as it is reported on the morning of `day`. */
const statusAt = (jobs: readonly Job[], built: readonly Span[], day: number, calendar: CalendarName): TaskObject[] =>
  jobs.map((job, i) => {
    const { start, finish } = built[i]!
    const own = { id: `T${i}`, predecessors: predecessorsOf(job), delay_category: job.category }
    if (start >= day) return { ...own, duration_days: job.days } as TaskObject
    const begun = { ...own, duration_days: job.builtDays, actual_start: date(start, calendar) }
    const percent = finish <= day ? 100 : (100 * (day - start)) / job.builtDays
    return {
      ...begun,
      percent_complete: percent,
      ...(finish <= day ? { actual_finish: date(finish - 1, calendar) } : {}),
    } as TaskObject
  })

const planOf = (jobs: readonly Job[], spans: readonly Span[], calendar: CalendarName): TaskObject[] =>
  jobs.map(
    (job, i) =>
      ({
        id: `T${i}`,
        duration_days: job.days,
        predecessors: predecessorsOf(job),
        planned_start: date(spans[i]!.start, calendar),
        planned_finish: date(spans[i]!.finish - 1, calendar),
      }) as TaskObject,
  )

const sum = (values: Iterable<number>): number => [...values].reduce((total, each) => total + each, 0)
const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 1e-4

/** What is wrong with an entitlement of so many days of delay. */
function entitlementFaults({ entitlement, by_category }: Plain, delayDays: number): string[] {
  if (entitlement === null) return []
  const excusable = entitlement.excusable_compensable_days + entitlement.excusable_non_compensable_days
  const all = excusable + entitlement.non_excusable_days + entitlement.unattributed_days + entitlement.limited_days
  const faults: string[] = []
  if (excusable > delayDays + 1e-4 || entitlement.non_excusable_days > delayDays + 1e-4) faults.push('beyond the delay')
  if (entitlement.limited_days !== 0) faults.push('limited, though nothing was recovered')
  if (!isNear(all, sum(Object.values(by_category) as number[]))) faults.push('not the sum of the categories')
  return faults
}

/** What stands in the account at the end is the delay, each day once. */
function accountFaults({ entitlement, total_delay_days }: Plain): string[] {
  if (entitlement === null) return []
  const sums = (row: Plain): number =>
    row.excusable_compensable_days + row.excusable_non_compensable_days + row.non_excusable_days + row.unattributed_days
  const readings = [entitlement, ...entitlement.policies, ...entitlement.if_unattributed_were]
  return readings.every(row => isNear(sums(row), Math.max(0, total_delay_days))) ? [] : ['not the delay that stands']
}

t.test('delay analysis: where work only slips the shares are the movement and nothing is recovered', async t => {
  const seed = 2903
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const seen = { moved: 0, consumed: 0, concurrent: 0, categories: 0 }
  for (let n = 0; n < RUNS; n++) {
    const calendar = pick(rnd, ['calendar_days', 'working_days'] as const)
    const jobs = randomJobs(rnd)
    const built = spansOf(jobs, true)
    const end = Math.max(...built.map(({ finish }) => finish))
    const days = [...new Set(Array.from({ length: between(rnd, 1, 3) }, () => between(rnd, 1, end)))].sort(
      (a, b) => a - b,
    )
    const body = {
      baseline_schedule: { baseline_date: date(0, calendar), tasks: planOf(jobs, spansOf(jobs, false), calendar) },
      schedule_history: days
        .slice(0, -1)
        .map(day => ({ snapshot_date: date(day, calendar), tasks: statusAt(jobs, built, day, calendar) })),
      current_schedule: {
        status_date: date(days.at(-1)!, calendar),
        tasks: statusAt(jobs, built, days.at(-1)!, calendar),
      },
      calendar,
      options: { near_critical_threshold: pick(rnd, [0, 0, 4]) },
    }
    const { data } = analyse(t, delayAnalyser, DelayAnalysisData, body)
    if (data.mode === 'dates') continue
    const faults: string[] = []
    for (const window of data.windows) {
      const shares = window.attribution.map((row: Plain) => row.contribution_days)
      if (window.recovery_days !== 0) faults.push('recovered')
      if (shares.some((days: number) => days < 0)) faults.push('a share below 0')
      if (!isNear(sum(shares), window.progress_delay_days)) faults.push('the shares are not the movement')
      if (window.concurrent_days > window.progress_delay_days + 1e-4) faults.push('concurrent beyond the movement')
      faults.push(...floatFaults(window))
      if (window.consumed_float_days > 0) seen.consumed++
      if (window.concurrent_days > 0) seen.concurrent++
    }
    const moved = sum(Object.values(data.by_category) as number[])
    if (!isNear(moved + data.revision_delay_days, data.total_delay_days))
      faults.push('the categories are not the movement')
    faults.push(...accountFaults(data))
    if (moved > 0) seen.moved++
    if (data.entitlement !== null) seen.categories++
    if (faults.length > 0) return t.fail(`network ${n}: ${faults}`, { body: JSON.stringify(body) })
  }
  t.comment(seen)
  t.ok(seen.moved > RUNS / 2 && seen.consumed > RUNS / 10 && seen.concurrent > RUNS / 200 && seen.categories > RUNS / 2)
})

t.test('as-built: where work only slips the increments are the gross delay and nothing is recovered', async t => {
  const seed = 3129
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const seen = { moved: 0, consumed: 0 }
  for (let n = 0; n < RUNS; n++) {
    const calendar = pick(rnd, ['calendar_days', 'working_days'] as const)
    const jobs = randomJobs(rnd)
    const built = spansOf(jobs, true)
    const end = Math.max(...built.map(({ finish }) => finish))
    const body = {
      baseline_schedule: { baseline_date: date(0, calendar), tasks: planOf(jobs, spansOf(jobs, false), calendar) },
      current_schedule: { status_date: date(end, calendar), tasks: statusAt(jobs, built, end, calendar) },
      calendar,
    }
    const { data } = analyse(t, asBuiltAnalyser, AsBuiltData, body)
    if (data.controlling_path === null) continue
    const faults = entitlementFaults(data, data.gross_delay_days)
    const { steps, recovery_days, recovered_elsewhere_days, consumed_float_days } = data.controlling_path
    const increments = steps.map((step: Plain) => step.increment_days)
    if (recovery_days !== 0 || recovered_elsewhere_days !== 0) faults.push('recovered')
    if (increments.some((days: number) => days < 0)) faults.push('an increment below 0')
    if (!isNear(sum(increments), data.gross_delay_days)) faults.push('the increments are not the delay')
    for (const step of steps) {
      if (step.consumed_float_days > Math.min(step.slip_days, step.float_days) + 1e-4)
        faults.push(`${step.id} consumed more than it had`)
    }
    if (data.gross_delay_days > 0) seen.moved++
    if (consumed_float_days > 0) seen.consumed++
    if (faults.length > 0)
      return t.fail(`network ${n}: ${faults}`, { body: JSON.stringify(body), steps: JSON.stringify(steps) })
  }
  t.comment(seen)
  t.ok(seen.moved > RUNS / 3 && seen.consumed > RUNS / 20)
})
