/**
 * Whose the days are, as planned against as built: laws on random work with ties made on purpose, and small goldens. AS_BUILT_RUNS sets how
 * many networks, AS_BUILT_SEED which.
 */
import t from 'tap'
import { AsBuiltData } from '../../../../shared/contract/analysis/as-planned-vs-as-built/data.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { asBuiltAnalyser } from '../../../engine/analysis/as-planned-vs-as-built/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import { between, pick, type Random, random, shuffled } from '../../helpers/random.ts'

const RUNS = Number(process.env.AS_BUILT_RUNS ?? 120)
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
  /** Work that is open: what its dates say of the rest. Absent: it is done. */
  readonly open?: 'nothing' | 'planned' | 'forecast'
}

const CATEGORIES = ['owner', 'contractor', 'weather', null] as const
const SWAPPED: Readonly<Record<string, string>> = { owner: 'contractor', contractor: 'owner' }

/**
 * Chains side by side, with the same dates as a rule, so that paths tie, and an end that all lead to, or none, so that they end on days of their own and
 * one overtakes another. Where work is open, it is what ended last.
 */
function jobsOf(rnd: Random): Job[] {
  const jobs = chainsOf(rnd)
  if (rnd() < 0.7) return jobs
  const status = between(rnd, 3, Math.max(...jobs.map(({ built }) => built[1])))
  return jobs.map(job => {
    if (job.built[1] <= status) return job
    return { ...job, open: pick(rnd, ['nothing', 'planned', 'forecast'] as const), built: job.built }
  })
}

function chainsOf(rnd: Random): Job[] {
  const jobs: Job[] = []
  const isAlike = rnd() < 0.6
  const spans: { planned: Span; built: Span }[][] = []
  const chains = between(rnd, 2, 4)
  const length = between(rnd, 1, 3)
  for (let c = 0; c < chains; c++) {
    const mine: { planned: Span; built: Span }[] = []
    let [planAt, builtAt] = [0, 0]
    for (let k = 0; k < length; k++) {
      const like = c > 0 && rnd() < (isAlike ? 0.7 : 0.2) ? spans[c - 1]![k]! : undefined
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
  if (!isAlike && rnd() < 0.6) return jobs
  const ends = spans.map(mine => mine.at(-1)!)
  const planEnd = Math.max(...ends.map(({ planned }) => planned[1]))
  const builtEnd = Math.max(...ends.map(({ built }) => built[1]))
  const predecessors = spans.map((_, c) => ({ task_id: `C${c}K${length - 1}`, type: 'FS' }))
  return [
    ...jobs,
    { id: 'END', planned: [planEnd, planEnd + 1], built: [builtEnd, builtEnd + 1], category: null, predecessors },
  ]
}

/** The day after the last work that is done, and after the start of what has begun. */
const statusOf = (jobs: readonly Job[]): number =>
  Math.max(
    Math.min(...jobs.map(({ built }) => built[0])) + 1,
    ...jobs.map(({ built, open }) => (open === undefined ? built[1] : 0)),
  )

function datesOf({ planned, built: [from, to], open }: Job, status: number): object {
  const agreed = planned && { baseline_start: date(planned[0]), baseline_finish: date(planned[1] - 1) }
  if (open === undefined)
    return { ...agreed, actual_start: date(from), actual_finish: date(to - 1), percent_complete: 100 }
  const begun = from < status ? { actual_start: date(from), percent_complete: 50 } : {}
  if (open === 'nothing') return { ...agreed, ...begun }
  const [name, span] = open === 'forecast' ? ['forecast', [from, to]] : ['planned', planned ?? [from, to]]
  return { ...agreed, ...begun, [`${name}_start`]: date(span[0]), [`${name}_finish`]: date(span[1] - 1) }
}

const bodyOf = (jobs: readonly Job[], calendar: string, options: object = {}) => ({
  calendar,
  options,
  current_schedule: {
    status_date: date(statusOf(jobs)),
    tasks: jobs.map(job => ({
      id: job.id,
      duration_days: Math.max(1, job.built[1] - job.built[0]),
      predecessors: job.predecessors,
      delay_category: job.category,
      ...datesOf(job, statusOf(jobs)),
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
const ifOpenWere = ({ entitlement }: Plain): Plain[] => entitlement?.if_unattributed_were ?? []
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

/** Open work ends no earlier than the status date where anything has begun. */
const isEarly = ({ status_counts: { not_started, in_progress, as_built }, ...data }: Plain): boolean =>
  not_started + in_progress > 0 && in_progress + as_built > 0 && data.as_built_finish_date < data.status_date

/** Every policy divides the days that stand: each once, none without a delay, in both units. What tasks held and what was recovered is the whole. */
function sumFaults(data: Plain): string[] {
  const whole = { days: data.gross_delay_days, calendar_days: data.gross_delay_calendar_days }
  const sumOf = (values: object): number => Object.values(values).reduce((total, days) => total + days, 0)
  const held: [string, number, number][] = [
    ['categories', sumOf(data.by_category) + data.recovery_days, whole.days],
    [
      'categories by the wall',
      sumOf(data.by_category_calendar_days) + data.recovery_calendar_days,
      whole.calendar_days,
    ],
    [
      'tasks',
      sumOf(data.held_days.map((row: Plain) => row.held_days)) + data.no_task_days + data.recovery_days,
      whole.days,
    ],
    [
      'tasks by the wall',
      sumOf(data.held_days.map((row: Plain) => row.held_calendar_days)) +
        data.no_task_calendar_days +
        data.recovery_calendar_days,
      whole.calendar_days,
    ],
  ]
  return [
    ...(isEarly(data) ? [`ends ${data.as_built_finish_date} before ${data.status_date}`] : []),
    ...(data.controlling_path === null ? [] : held)
      .filter(([, sum, days]) => !isNear(sum, days))
      .map(each => each.join(' ')),
    ...readings(data).flatMap(each =>
      UNITS.flatMap(unit => {
        const parts: number[] = PARTS.slice(0, 4).map(part => each[`${part}_${unit}`])
        const isWhole = isNear(sumOf(parts), Math.max(0, whole[unit])) && parts.every(days => days >= 0)
        return isWhole ? [] : [`${each.concurrency} ${unit}: ${parts} of ${whole[unit]}`]
      }),
    ),
  ]
}

const differences = (one: readonly Plain[], other: readonly Plain[], what: string): string[] =>
  one.flatMap((each, n) => {
    if (other[n] == null) return [`${what}: none`]
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
  const seen = { concurrent: 0, besidePath: 0, recovered: 0, unequalEnds: 0, open: 0, placed: 0, tied: 0 }
  for (let run = 0; run < RUNS; run++) {
    const jobs = jobsOf(rnd)
    const calendar = pick(rnd, ['calendar_days', 'working_days'] as const)
    const concurrency = pick(rnd, ['literal', 'functional', 'functional', 'dominant', 'apportion'])
    const body = (all: readonly Job[]): object => bodyOf(all, calendar, { concurrency })
    const of = (all: readonly Job[]): Plain => {
      const { data, findings } = analyse(t, asBuiltAnalyser, AsBuiltData, body(all))
      const tied = findings.find(({ code }: Plain) => code === 'APAB_TIED_PATHS')
      return { ...data, tiedCount: tied?.count ?? 0 }
    }
    // none of no category, so the reading must be what the analysis gives where the work without one has it
    const given = (category: string): Plain =>
      of(jobs.map(job => ({ ...job, category: job.category ?? category }))).entitlement
    const data = of(jobs)
    const swapped = of(jobs.map(job => ({ ...job, category: SWAPPED[job.category ?? ''] ?? job.category })))
    const faults = [
      ...sumFaults(data),
      ...Object.entries(TRANSFORMS).flatMap(([what, change]) => {
        const other = of(change(jobs, rnd))
        const isTied = data.tiedCount === other.tiedCount
        return [
          ...differences(readings(data), readings(other), what),
          ...(isTied ? [] : [`${what}: ${other.tiedCount} tied`]),
        ]
      }),
      ...differences(readings(data), readings(swapped).map(withPartiesSwapped), 'parties'),
      // days that no task held are nobody's, whoever has the open work
      ...(data.no_task_days > 0
        ? []
        : differences(ifOpenWere(data), ['owner', 'contractor', 'weather'].map(given), 'if open work were of a party')),
    ]
    const literal = data.entitlement
    if (literal?.concurrent_days > 0) seen.concurrent++
    if (data.held_days.some((row: Plain) => !row.is_on_shown_path)) seen.besidePath++
    if (literal?.limited_days > 0) seen.recovered++
    if (!jobs.some(({ id }) => id === 'END')) seen.unequalEnds++
    if (jobs.some(({ open }) => open !== undefined)) seen.open++
    if (data.without_forecast.length > 0) seen.placed++
    if (data.tiedCount > 0) seen.tied++
    if (faults.length === 0) continue
    t.fail(`run ${run}: ${faults.slice(0, 3).join('; ')}`, { body: JSON.stringify(body(jobs)) })
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

t.test('work out of sequence is a point behind what was ahead of it: what followed had not waited for it', t => {
  const job = (id: string, category: string | null, planned: Span, built: Span, after?: string): Job => ({
    id,
    category,
    planned,
    built,
    predecessors: after === undefined ? [] : [{ task_id: after, type: 'FS' }],
  })
  const jobs = [
    job('A', 'owner', [0, 5], [0, 12]),
    job('B', 'contractor', [5, 7], [3, 5], 'A'),
    job('C', 'contractor', [7, 10], [12, 15], 'B'),
    job('D', 'weather', [10, 13], [15, 20], 'C'),
  ]
  const { data } = analyse(t, asBuiltAnalyser, AsBuiltData, bodyOf(jobs, 'calendar_days'))
  const held = data.held_days.map((row: Plain) => [row.id, row.held_days])
  // A brought 7 days, of which the 2 of B were done before; C took its 3 days from when A was done
  // what B gains on a day and A loses on it, 7/12 of a day, is one movement of the finish
  t.strictSame(
    [data.gross_delay_days, held, data.recovery_days],
    [
      7,
      [
        ['A', 5.833333],
        ['D', 2],
      ],
      -0.833333,
    ],
  )
  t.strictSame(
    data.controlling_path.steps.map((step: Plain) => [step.id, step.increment_days]),
    [
      ['A', 7],
      ['B', -2],
      ['C', 0],
      ['D', 2],
    ],
  )
  t.strictSame(earns(data.entitlement), [5, 2, 0, 0])
  t.end()
})

t.test(
  'days off between the planned and the built finish are days of the wall, and of the work that used them',
  async t => {
    // planned to end on a Friday; A ends on the Saturday, in no working day more
    const jobs = (...built: (readonly [id: string, category: string | null, planned: Span, built: Span])[]): Job[] =>
      built.map(([id, category, planned, is], n) => ({
        id,
        category,
        planned,
        built: is,
        predecessors: n === 0 ? [] : [{ task_id: built[n - 1]![0], type: 'FS' }],
      }))
    const of = (list: Job[], options: object = {}): Plain =>
      analyse(t, asBuiltAnalyser, AsBuiltData, bodyOf(list, 'working_days', options))
    const told = ({ data }: Plain) => [
      [data.gross_delay_days, data.gross_delay_calendar_days],
      data.held_days.map((row: Plain) => [row.id, row.held_days, row.held_calendar_days]),
      [data.recovery_days, data.recovery_calendar_days],
      PARTS.slice(0, 4).map(part => data.entitlement[`${part}_calendar_days`]),
    ]
    const saturday = of(jobs(['S', null, [0, 2], [0, 2]], ['A', 'owner', [2, 5], [2, 6]]))
    t.strictSame(told(saturday), [[0, 1], [['A', 0, 1]], [0, 0], [1, 0, 0, 0]])
    t.match(saturday.summary, /0 working days \(1 calendar day\) later than planned, 2026-06-05 to 2026-06-06/)
    t.match(saturday.findings.find(({ code }: Plain) => code === 'APAB_GROSS_DELAY').description, /\(1 calendar day\)/)
    // two parties, one on the Saturday and one on the Sunday: days of each, not of both
    const both = of(jobs(['A', 'owner', [0, 5], [0, 6]], ['B', 'contractor', [4, 5], [6, 7]]))
    t.strictSame(told(both).slice(1), [
      [
        ['A', 0, 1],
        ['B', 0, 1],
      ],
      [0, 0],
      [1, 0, 1, 0],
    ])
    // A loses the Monday; B makes it up by work on the Saturday: what stands is of A
    const madeUp = of(jobs(['A', 'owner', [0, 5], [0, 8]], ['B', 'contractor', [7, 12], [8, 13]]))
    t.strictSame(told(madeUp), [[0, 1], [['A', 1, 3]], [-1, -2], [1, 0, 0, 0]])
    // planned for a Saturday, built by the Friday: a day of the wall is gained
    const early = of(jobs(['A', 'owner', [0, 6], [0, 5]], ['B', null, [5, 6], [4, 5]]))
    t.strictSame(told(early).slice(0, 3), [[0, -1], [], [0, -1]])
    // five days of one task, and the Saturday of the next
    const more = of(jobs(['A', 'owner', [0, 4], [0, 11]], ['B', 'contractor', [4, 5], [11, 13]]))
    t.strictSame(told(more), [
      [5, 8],
      [
        ['A', 5, 7],
        ['B', 0, 1],
      ],
      [0, 0],
      [7, 0, 1, 0],
    ])
  },
)

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

t.test('paths of two parties hold the days on which both were idle, whichever ends last', async t => {
  const after = (...ids: string[]) => ids.map(task_id => ({ task_id, type: 'FS' }))
  const start: Job = { id: 'S', planned: [0, 2], built: [0, 2], category: null, predecessors: [] }
  const one = (id: string, category: string | null, planned: Span, built: Span, ...before: string[]): Job => {
    return { id, category, planned, built, predecessors: after(...before) }
  }
  const told = (jobs: Job[]) => {
    const { data } = analyse(t, asBuiltAnalyser, AsBuiltData, bodyOf(jobs, 'calendar_days'))
    return [data.held_days.map((row: Plain) => [row.id, row.held_days]), earns(data.entitlement)]
  }
  const late = [one('A', 'owner', [2, 8], [6, 12], 'S'), one('B', 'contractor', [2, 8], [5, 11], 'S')]
  const unequal = [
    [
      ['A', 2.5],
      ['B', 1.5],
    ],
    [1, 3, 0, 0],
  ]
  t.strictSame(told([start, ...late]), unequal, 'begun 4 and 3 days late: 3 of both, 1 of the owner')
  t.strictSame(told([start, ...late, one('C', null, [8, 9], [12, 13], 'A', 'B')]), unequal, 'and what follows both')
  const overtaken = [
    one('B', 'contractor', [2, 8], [4, 10], 'S'),
    one('A', null, [2, 6], [2, 6], 'S'),
    one('C', 'owner', [6, 8], [9, 11], 'A'),
  ]
  t.strictSame(
    told([start, ...overtaken])[1],
    [1, 0, 2, 0],
    'B lost 2 days first; C used the float of that, and 1 more',
  )
  const apart = [
    one('A', 'owner', [2, 5], [5, 8], 'S'),
    one('B', null, [2, 5], [2, 5], 'S'),
    one('C', 'contractor', [5, 7], [6, 8], 'B'),
  ]
  t.strictSame(told([start, ...apart]), [[['A', 1]], [1, 0, 0, 0]], 'A lost its day before C was due')
})

t.test('open work ends no earlier than the status date, and what it holds is its own', async t => {
  const job = (id: string, category: string, planned: Span, built: Span, more: Partial<Job>): Job => {
    return { id, category, planned, built, predecessors: [], ...more }
  }
  const A = job('A', 'owner', [0, 5], [0, 5], {})
  const B = job('B', 'contractor', [5, 10], [5, 10], { predecessors: [{ task_id: 'A', type: 'FS' }] })
  const of = (...rest: Job[]): Plain => {
    const body = bodyOf([A, ...rest], 'calendar_days')
    return analyse(t, asBuiltAnalyser, AsBuiltData, {
      ...body,
      current_schedule: { ...body.current_schedule, status_date: date(18) },
    })
  }
  for (const open of ['nothing', 'planned'] as const) {
    const { data, findings } = of({ ...B, open })
    t.match(data, { gross_delay_days: 13, as_built_finish_date: date(22), without_forecast: ['B'] }, open)
    t.strictSame(earns(data.entitlement), [0, 0, 13, 0], open)
    t.match(
      findings.find(({ code }: Plain) => code === 'APAB_NO_FORECAST'),
      { severity: 'medium', count: 1 },
      open,
    )
  }
  const forecast = of({ ...B, built: [18, 25], open: 'forecast' })
  t.match(forecast.data, { gross_delay_days: 15, without_forecast: [] })
  // what follows work without a forecast ends behind it, whatever its own forecast says
  const C = job('C', 'weather', [10, 12], [18, 20], { predecessors: [{ task_id: 'B', type: 'FS' }], open: 'forecast' })
  t.match(of({ ...B, open: 'nothing' }, C).data, { as_built_finish_date: date(24), without_forecast: ['B'] })
})

t.test('held days of three in equal shares close to the digit', async t => {
  const start: Job = { id: 'S', planned: [0, 1], built: [0, 1], category: null, predecessors: [] }
  const three = ['owner', 'contractor', 'weather'].map((category, n): Job => {
    return { id: `X${n}`, planned: [1, 6], built: [2, 7], category, predecessors: [{ task_id: 'S', type: 'FS' }] }
  })
  const { data } = analyse(t, asBuiltAnalyser, AsBuiltData, bodyOf([start, ...three], 'calendar_days'))
  t.strictSame(
    data.held_days.map((row: Plain) => [row.held_days, row.held_calendar_days]),
    [
      [0.333334, 0.333334],
      [0.333333, 0.333333],
      [0.333333, 0.333333],
    ],
  )
})
