/**
 * Whose the days are, as planned against as built: laws on random work with ties made on purpose, and small goldens. AS_BUILT_RUNS sets how
 * many networks, AS_BUILT_SEED which.
 */
import t from 'tap'
import { AsBuiltData } from '../../../../shared/analysis/as-planned-vs-as-built/data.ts'
import { formatDay } from '../../../../shared/schedule/day.ts'
import { asBuiltAnalyser } from '../../../engine/analysis/as-planned-vs-as-built/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import { between, pick, type Random, random, shuffled } from '../../helpers/random.ts'

const RUNS = Number(process.env.AS_BUILT_RUNS ?? 250)
const SEED = Number(process.env.AS_BUILT_SEED ?? 404)
/** 2026-06-01, a Monday. */
const DAY_0 = 20_605
const date = (offset: number): string => formatDay(DAY_0 + offset)

type Span = readonly [from: number, to: number]

interface Job {
  readonly id: string
  readonly planned: Span | undefined
  readonly built: Span
  readonly category: string | null
  readonly predecessors: readonly { readonly task_id: string; readonly type: string; readonly lag_days?: number }[]
}

const CATEGORIES = ['owner', 'contractor', 'weather', null] as const
const SWAPPED: Readonly<Record<string, string>> = { owner: 'contractor', contractor: 'owner' }

/** Chains side by side, with the same dates as a rule, so that paths tie, and an end that all lead to. */
function jobsOf(rnd: Random): Job[] {
  const jobs: Job[] = []
  const spans: { planned: Span; built: Span }[][] = []
  const chains = between(rnd, 2, 4)
  const length = between(rnd, 1, 3)
  for (let c = 0; c < chains; c++) {
    const mine: { planned: Span; built: Span }[] = []
    let [planAt, builtAt] = [0, 0]
    for (let k = 0; k < length; k++) {
      const like = c > 0 && rnd() < 0.7 ? spans[c - 1]![k]! : undefined
      const duration = between(rnd, 1, 6)
      const from = Math.max(0, builtAt + (rnd() < 0.4 ? between(rnd, -1, 3) : 0))
      const planned = like?.planned ?? ([planAt, planAt + duration] as const)
      const built = like?.built ?? ([from, from + Math.max(1, duration + between(rnd, -1, 4))] as const)
      mine.push({ planned, built })
      const type = pick(rnd, ['FS', 'FS', 'FS', 'SS', 'FF'])
      jobs.push({
        id: `C${c}K${k}`,
        planned: rnd() < 0.1 ? undefined : planned,
        built,
        category: pick(rnd, CATEGORIES),
        predecessors: k === 0 ? [] : [{ task_id: `C${c}K${k - 1}`, type, lag_days: rnd() < 0.2 ? 1 : 0 }],
      })
      planAt = planned[1]
      builtAt = built[1]
    }
    spans.push(mine)
  }
  const ends = spans.map(mine => mine.at(-1)!)
  const planEnd = Math.max(...ends.map(({ planned }) => planned[1]))
  const builtEnd = Math.max(...ends.map(({ built }) => built[1]))
  const predecessors = spans.map((_, c) => ({ task_id: `C${c}K${length - 1}`, type: 'FS' }))
  return [
    ...jobs,
    { id: 'END', planned: [planEnd, planEnd + 1], built: [builtEnd, builtEnd + 1], category: null, predecessors },
  ]
}

const bodyOf = (jobs: readonly Job[], calendar: string, options: object = {}) => ({
  calendar,
  options,
  current_schedule: {
    status_date: date(99),
    tasks: jobs.map(({ id, planned, built, category, predecessors }) => ({
      id,
      predecessors,
      delay_category: category,
      ...(planned === undefined ? {} : { baseline_start: date(planned[0]), baseline_finish: date(planned[1] - 1) }),
      actual_start: date(built[0]),
      actual_finish: date(built[1] - 1),
      percent_complete: 100,
    })),
  },
})

const PARTS = [
  'excusable_compensable',
  'excusable_non_compensable',
  'non_excusable',
  'unattributed',
  'concurrent',
] as const
const UNITS = ['days', 'calendar_days'] as const
const readings = ({ entitlement }: Plain): Plain[] =>
  entitlement === null ? [] : [entitlement, ...entitlement.policies]
const figures = (each: Plain): number[] => PARTS.flatMap(part => UNITS.map(unit => each[`${part}_${unit}`]))
const withPartiesSwapped = (each: Plain): Plain => ({
  ...each,
  ...Object.fromEntries(
    UNITS.flatMap(unit => [
      [`excusable_compensable_${unit}`, each[`non_excusable_${unit}`]],
      [`non_excusable_${unit}`, each[`excusable_compensable_${unit}`]],
    ]),
  ),
})
/** Parts are rounded to a ten-thousandth each. */
const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 5e-4

/** Every policy divides the days that stand: each once, none without a delay, in both units. */
function sumFaults(data: Plain): string[] {
  const isLate = data.gross_delay_days > 0
  const whole = { days: data.gross_delay_days, calendar_days: data.gross_delay_calendar_days }
  return readings(data).flatMap(each =>
    UNITS.flatMap(unit => {
      const parts: number[] = PARTS.slice(0, 4).map(part => each[`${part}_${unit}`])
      const sum = parts.reduce((total, days) => total + days, 0)
      const isWhole = isNear(sum, isLate ? Math.max(0, whole[unit]) : 0) && parts.every(days => days >= 0)
      return isWhole ? [] : [`${each.concurrency} ${unit}: ${parts} of ${whole[unit]}`]
    }),
  )
}

const differences = (one: readonly Plain[], other: readonly Plain[], what: string): string[] =>
  one.flatMap((each, n) => {
    const [wanted, got] = [figures(each), figures(other[n])]
    return wanted.every((days, at) => isNear(days, got[at]!)) ? [] : [`${what}, ${each.concurrency}: ${wanted} ${got}`]
  })

const twoWeeks = ([from, to]: Span): Span => [from + 14, to + 14]
const rename = (id: string): string => `${(id.charCodeAt(1) * 7 + id.charCodeAt(3) * 3) % 11 || 0}-${id}`

/** What may change no sum. */
const TRANSFORMS: Readonly<Record<string, (jobs: readonly Job[], rnd: Random) => readonly Job[]>> = {
  rows: (jobs, rnd) => shuffled(rnd, jobs).map(job => ({ ...job, predecessors: shuffled(rnd, job.predecessors) })),
  names: jobs =>
    jobs.map(job => ({
      ...job,
      id: rename(job.id),
      predecessors: job.predecessors.map(link => ({ ...link, task_id: rename(link.task_id) })),
    })),
  'two weeks later': jobs =>
    jobs.map(job => ({ ...job, planned: job.planned && twoWeeks(job.planned), built: twoWeeks(job.built) })),
}

t.test('laws: sums, order of rows, names, time, parties', async t => {
  t.comment(`seed ${SEED}, ${RUNS} runs`)
  const rnd = random(SEED)
  const seen = { concurrent: 0, besidePath: 0, recovered: 0 }
  for (let run = 0; run < RUNS; run++) {
    const jobs = jobsOf(rnd)
    const calendar = pick(rnd, ['calendar_days', 'working_days'] as const)
    const of = (all: readonly Job[]): Plain => analyse(t, asBuiltAnalyser, AsBuiltData, bodyOf(all, calendar)).data
    const data = of(jobs)
    const swapped = of(jobs.map(job => ({ ...job, category: SWAPPED[job.category ?? ''] ?? job.category })))
    const faults = [
      ...sumFaults(data),
      ...Object.entries(TRANSFORMS).flatMap(([what, change]) =>
        differences(readings(data), readings(of(change(jobs, rnd))), what),
      ),
      ...differences(readings(data), readings(swapped).map(withPartiesSwapped), 'parties'),
    ]
    const literal = data.entitlement
    if (literal?.concurrent_days > 0) seen.concurrent++
    if (data.held_days.some((row: Plain) => !row.is_on_shown_path)) seen.besidePath++
    if (literal?.limited_days > 0) seen.recovered++
    if (faults.length === 0) continue
    t.fail(`run ${run}: ${faults.slice(0, 3).join('; ')}`, { body: JSON.stringify(bodyOf(jobs, calendar)) })
    return
  }
  t.comment(seen)
  t.ok(
    Object.values(seen).every(count => count > RUNS / 50),
    JSON.stringify(seen),
  )
})

/** S leads to two tasks of ten days from day 1, both to M; they end on these days. */
const two = (...ends: (readonly [category: string | null, to: number])[]): Job[] => {
  const last = Math.max(...ends.map(([, to]) => to))
  return [
    { id: 'S', planned: [0, 1], built: [0, 1], category: null, predecessors: [] },
    ...ends.map(([category, to], n): Job => {
      const predecessors = [{ task_id: 'S', type: 'FS' }]
      return { id: 'AB'[n]!, planned: [1, 11], built: [1, to], category, predecessors }
    }),
    {
      id: 'M',
      planned: [11, 12],
      built: [last, last + 1],
      category: null,
      predecessors: ['A', 'B'].map(task_id => ({ task_id, type: 'FS' })),
    },
  ]
}
const entitled = (jobs: readonly Job[], options: object = {}): Plain =>
  analyse(t, asBuiltAnalyser, AsBuiltData, bodyOf(jobs, 'calendar_days', options)).data.entitlement
const earns = (each: Plain): number[] => PARTS.slice(0, 4).map(part => each[`${part}_days`])

t.test('goldens: equal paths of two parties are concurrent, time and no money', async t => {
  t.strictSame(earns(entitled(two(['owner', 16], ['contractor', 16]))), [0, 5, 0, 0])
  t.strictSame(earns(entitled(two(['owner', 16], ['weather', 16]))), [0, 5, 0, 0])
  t.strictSame(earns(entitled(two(['contractor', 16], ['weather', 16]))), [0, 5, 0, 0])
  t.strictSame(earns(entitled(two(['owner', 16], ['owner', 16]))), [5, 0, 0, 0])
  t.strictSame(earns(entitled(two(['owner', 16], [null, 16]))), [0, 0, 0, 5], 'open, whoever it was')
  t.strictSame(earns(entitled(two(['owner', 16], ['contractor', 14]))), [5, 0, 0, 0], 'it held nothing at the end')
})

t.test('the policies, by the days on which each path came to be late', async t => {
  const after = (...ids: string[]) => ids.map(task_id => ({ task_id, type: 'FS' }))
  // equal paths: one is late in its first half, the other in its second
  const jobs: Job[] = [
    { id: 'A1', planned: [0, 5], built: [0, 8], category: 'owner', predecessors: [] },
    { id: 'A2', planned: [5, 10], built: [8, 13], category: null, predecessors: after('A1') },
    { id: 'B1', planned: [0, 5], built: [0, 5], category: null, predecessors: [] },
    { id: 'B2', planned: [5, 10], built: [5, 13], category: 'contractor', predecessors: after('B1') },
    { id: 'M', planned: [10, 11], built: [13, 14], category: null, predecessors: after('A2', 'B2') },
  ]
  const of = (concurrency: string): number[] => earns(entitled(jobs, { concurrency }))
  t.strictSame(of('literal'), [3, 0, 0, 0], 'the owner moved the finish; the contractor used the float that this made')
  t.strictSame(of('functional'), [0, 3, 0, 0])
  t.strictSame(of('dominant'), [3, 0, 0, 0])
  t.strictSame(of('apportion'), [3, 0, 0, 0])
  t.strictSame(earns(entitled(two(['owner', 16], ['contractor', 16]), { concurrency: 'apportion' })), [2.5, 0, 2.5, 0])
  const { policies } = entitled(jobs)
  t.strictSame(
    policies.map((each: Plain) => [each.concurrency, each.excusable_compensable_days]),
    [
      ['literal', 3],
      ['functional', 0],
      ['dominant', 3],
      ['apportion', 3],
    ],
  )
})
