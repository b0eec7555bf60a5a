/**
 * The replay of delay analysis against a slow one: full forward passes a day on plain objects, in which a task holds the movement of a day when its
 * idleness alone, with everybody else's made good, gives the finish of that day. And windows cut by hand at every day give the same.
 * RUNS=10000 in the environment makes as many series.
 */
import t from 'tap'
import type { Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { date } from './delay-dates.ts'
import { reply, task } from './delay-series.ts'

const RUNS = Number(process.env.RUNS ?? 120)
const NEAR = 1e-6

/** Work of a plan, and when it was really done. */
interface Job {
  readonly days: number
  readonly links: readonly { readonly from: number; readonly lag: number }[]
  readonly category: string | undefined
  readonly start: number
  readonly finish: number
}

/** What is left of a task at the start of a day, and what of it has happened. */
interface Work {
  readonly begun: boolean
  readonly left: number
  /** When it ended, if it has. */
  readonly ended: number | undefined
}

const CATEGORIES = ['owner', 'contractor', 'weather', undefined]

/** Ties on purpose: few lengths, and twins that do as their neighbours do. */
function randomJobs(rnd: Random): Job[] {
  const jobs: Job[] = []
  for (let i = 0, count = between(rnd, 2, 9); i < count; i++) {
    const twin = i > 1 && rnd() < 0.3 ? jobs[i - 1]! : undefined
    const links =
      twin?.links ??
      [...new Set(Array.from({ length: i === 0 ? 0 : between(rnd, 0, 2) }, () => between(rnd, 0, i - 1)))].map(
        from => ({
          from,
          lag: pick(rnd, [0, 0, 0, 2]),
        }),
      )
    const days = twin?.days ?? pick(rnd, [2, 4, 8])
    const free = Math.max(0, ...links.map(({ from, lag }) => jobs[from]!.finish + Math.max(0, lag)))
    const start = twin?.start ?? free + pick(rnd, [0, 0, 0, 1, 3])
    const finish = twin?.finish ?? start + Math.max(1, days + pick(rnd, [-1, 0, 0, 2, 4]))
    jobs.push({ days, links, category: pick(rnd, CATEGORIES), start, finish })
  }
  return jobs
}

const objectOf = (job: Job, i: number): TaskObject =>
  task(`T${i}`, job.days, [], {
    predecessors: job.links.map(({ from, lag }) => ({ task_id: `T${from}`, type: 'FS', lag_days: lag })),
    ...(job.category === undefined ? {} : { delay_category: job.category }),
    ...(i === 0 ? { planned_start: date(0) } : {}),
  })

/** Work goes on evenly from its start to its finish, or to the day it is looked at in the end. */
function workAt({ days, start, finish }: Job, day: number, end: number): Work {
  if (finish <= day) return { begun: true, left: 0, ended: finish }
  if (start >= day) return { begun: false, left: days, ended: undefined }
  const left = finish <= end ? (days * (finish - day)) / (finish - start) : leftOpen(days, start, finish, day)
  return { begun: true, left, ended: undefined }
}

const leftOpen = (days: number, start: number, finish: number, day: number): number =>
  days * (1 - (day - start) / (finish - start))

const statusAt = (jobs: readonly Job[], day: number, end: number): TaskObject[] =>
  jobs.map((job, i) => {
    const { begun, left, ended } = workAt(job, day, end)
    if (!begun) return objectOf(job, i)
    const started = { ...objectOf(job, i), actual_start: date(job.start) }
    return ended === undefined
      ? { ...started, remaining_duration_days: left }
      : { ...started, actual_finish: date(ended - 1), percent_complete: 100 }
  })

interface Span {
  readonly start: number
  readonly finish: number
}

/** The textbook forward pass from a day on; a lag from finished work runs from its end. */
function pass(jobs: readonly Job[], works: readonly Work[], day: number): Span[] {
  const spans: Span[] = []
  jobs.forEach(({ links }, i) => {
    const { left, ended, begun } = works[i]!
    const bounds = links.map(({ from, lag }) => {
      const since = works[from]!.ended
      if (since === undefined || spans[from]!.finish > day) return spans[from]!.finish + lag
      return begun ? day : since + lag
    })
    const start = Math.max(day, ...bounds)
    spans.push({ start, finish: ended === undefined ? start + left : start })
  })
  return spans
}

const finishOf = (works: readonly Work[], spans: readonly Span[]): number => {
  const open = spans.filter((_, i) => works[i]!.ended === undefined)
  return open.length > 0
    ? Math.max(...open.map(({ finish }) => finish))
    : Math.max(...works.map(({ ended }) => ended ?? 0))
}

/** Days by what those who held them make of them. */
function slowReplay(jobs: readonly Job[], end: number): Record<string, number> {
  const sums: Record<string, number> = {}
  let was = jobs.map(job => workAt(job, 0, end))
  for (let day = 1; day <= end; day++) {
    const before = pass(jobs, was, day - 1)
    const works = jobs.map(job => workAt(job, day, end))
    const spans = pass(jobs, works, day)
    const finish = finishOf(works, spans)
    const moved = finish - finishOf(was, before)
    const lost = jobs.map((_, i) => lostBy(jobs, was, works, spans, day, i))
    if (Math.abs(finishWith(jobs, was, works, day, lost) - finish) > NEAR)
      throw new Error('the losses are not the movement')
    if (moved > NEAR) {
      const finishOfLosses = (keep: (i: number) => boolean): number =>
        finishWith(
          jobs,
          was,
          works,
          day,
          lost.map((days, j) => (keep(j) ? days : Math.min(0, days))),
        )
      const idle = [...jobs.keys()].filter(i => lost[i]! > NEAR)
      const holders = idle.filter(i => finishOfLosses(j => j === i) > finish - NEAR)
      const add = (parties: Iterable<number>, days: number): void => {
        const effect = effectOf(new Set([...parties].map(i => jobs[i]!.category ?? 'open')))
        sums[effect] = (sums[effect] ?? 0) + days
      }
      add(holders, moved)
    } else if (moved < -NEAR) sums.recovered = (sums.recovered ?? 0) + moved
    was = works
  }
  return sums
}

/** Days that a task let go by: from when the others let it go on to where it stands, less the work it did. */
function lostBy(
  jobs: readonly Job[],
  was: readonly Work[],
  works: readonly Work[],
  spans: readonly Span[],
  day: number,
  i: number,
): number {
  if (was[i]!.ended !== undefined) return 0
  const free = Math.max(
    day - 1,
    ...jobs[i]!.links.map(({ from, lag }) => {
      const { ended } = works[from]!
      if (ended === undefined) return spans[from]!.finish + lag
      return was[from]!.ended !== undefined && was[i]!.begun ? day - 1 : ended + lag
    }),
  )
  const stands = works[i]!.ended ?? spans[i]!.start
  return Math.max(0, stands - free) + works[i]!.left - was[i]!.left
}

/** Where the project would end if what was left in the morning of the day before had gone on, but for these days that each task lost. */
function finishWith(
  jobs: readonly Job[],
  was: readonly Work[],
  works: readonly Work[],
  day: number,
  lost: readonly number[],
): number {
  if (works.every(({ ended }) => ended !== undefined)) return Math.max(...works.map(({ ended }) => ended!))
  const ends: number[] = []
  jobs.forEach(({ links }, i) => {
    const bounds = links.map(({ from, lag }) => {
      const { ended } = was[from]!
      if (ended === undefined) return ends[from]! + lag
      return was[i]!.begun ? day - 1 : ended + lag
    })
    ends.push(Math.max(day - 1, ...bounds) + was[i]!.left + lost[i]!)
  })
  return Math.max(...ends.filter((_, i) => works[i]!.ended === undefined || ends[i]! > day - NEAR))
}

function effectOf(parties: ReadonlySet<string>): string {
  if (parties.has('open') || parties.size === 0) return 'unattributed'
  if (parties.has('owner') && parties.has('contractor')) return 'concurrent'
  if (parties.size > 1) return 'excusable_non_compensable'
  const [only] = parties
  return only === 'owner'
    ? 'excusable_compensable'
    : only === 'contractor'
      ? 'non_excusable'
      : 'excusable_non_compensable'
}

const effects = (data: Plain): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const window of data.windows) {
    for (const span of window.days) sums[span.result] = (sums[span.result] ?? 0) + span.movement_days
  }
  return sums
}

const isNear = (a: Record<string, number>, b: Record<string, number>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(key => Math.abs((a[key] ?? 0) - (b[key] ?? 0)) < 1e-4)

t.test('the days of every party are those of a slow replay, and windows cut at every day have the same', async t => {
  const seed = 3301
  t.comment(`seed ${seed}, ${RUNS} series`)
  const rnd = random(seed)
  const seen: Record<string, number> = {}
  for (let n = 0; n < RUNS; n++) {
    const jobs = randomJobs(rnd)
    const end = between(rnd, 1, Math.max(...jobs.map(({ finish }) => finish)) + 1)
    const baseline = jobs.map((job, i) => objectOf({ ...job, category: undefined }, i))
    const current = [end, statusAt(jobs, end, end)] as const
    const { data } = reply(t, { baseline, current })
    if (data.mode === 'dates') continue
    const [got, wanted] = [effects(data), slowReplay(jobs, end)]
    for (const effect of Object.keys(wanted)) seen[effect] = (seen[effect] ?? 0) + 1
    if (!isNear(got, wanted)) {
      return t.fail(`series ${n}`, {
        got: JSON.stringify(got),
        wanted: JSON.stringify(wanted),
        end,
        jobs: JSON.stringify(jobs),
      })
    }
    if (n % 5 > 0) continue
    const snapshots = Array.from(
      { length: end - 1 },
      (_, k) => [k + 1, statusAt(jobs, k + 1, end)] as [number, TaskObject[]],
    )
    const cut = reply(t, { baseline, snapshots, current }).data
    if (!isNear(effects(cut), wanted) || cut.revision_delay_days !== 0) {
      return t.fail(`series ${n}, cut`, {
        got: JSON.stringify(effects(cut)),
        wanted: JSON.stringify(wanted),
        end,
        jobs: JSON.stringify(jobs),
      })
    }
  }
  t.comment(seen)
  t.ok(Object.keys(seen).length === 6 && Object.values(seen).every(count => count > RUNS / 200), 'every effect was met')
})

t.test('two on one path that lose on one day hold it one after the other, which is not concurrent', async t => {
  const tasks = (a: object, b: object) => [
    task('A', 2, [], { planned_start: date(0), ...a }),
    task('B', 8, ['A FS-1d'], b),
  ]
  // A takes 6 days for 2. B may begin a day before its end. On day 3 A ends 4.67 instead of 4, so B could begin at 3.67, a third of that day; on day 4
  // at 4.33, two thirds of it; after that B alone stands still
  const built = tasks(
    { actual_start: date(0), actual_finish: date(5), percent_complete: 100, delay_category: 'owner' },
    { delay_category: 'contractor' },
  )
  const { data } = reply(t, { baseline: tasks({}, {}), current: [8, built] }, { method: 'daily' })
  t.match(data, { total_delay_days: 7, concurrent_days: 0, by_category: { owner: 3, contractor: 4 } })
  t.match(data.entitlement, { excusable_compensable_days: 3, non_excusable_days: 4, concurrent_days: 0 })
})
