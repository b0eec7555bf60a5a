/**
 * Work that a party tells otherwise, no day longer: under another id, in parts, with a lag in place of days, longer here and shorter there. It holds nothing, whatever others do in the same
 * update: whose the days are stays as it was. On chains every lost day is known.
 */
import t, { type Test } from 'tap'
import { BaselineCompareData } from '../../../../shared/contract/analysis/baseline-compare/data.ts'
import { ChangeTrackingData } from '../../../../shared/contract/analysis/change-tracking/data.ts'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { baselineCompareAnalyser } from '../../../engine/analysis/baseline-compare/analyser.ts'
import { changeTrackingAnalyser } from '../../../engine/analysis/change-tracking/analyser.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random, shuffled } from '../../helpers/random.ts'
import { accountOfUpdates, earned } from './accounts.ts'
import { date } from './delay-dates.ts'

const SEED = Number(process.env.REVISION_SEED ?? 41)
const RUNS = Number(process.env.REVISION_RUNS ?? 40)

const PARTIES = ['owner', 'contractor', 'weather'] as const
type Party = (typeof PARTIES)[number]

interface Work {
  readonly id: string
  readonly party: Party
  days: number
  lag: number
  /** Days on which it was worked at. */
  readonly on: readonly number[]
}

/** A chain as it was at the data date of an update. */
type Update = readonly [day: number, chain: readonly Work[]]

interface Built {
  readonly updates: readonly Update[]
  readonly lost: Readonly<Record<Party, number>>
}

/** A chain as it is built, day by day: its parties idle, their work grows, and they add work. The first update is the plan. */
function built(rnd: Random, parties: readonly Party[]): Built {
  const lost = { owner: 0, contractor: 0, weather: 0 }
  let chain: Work[] = Array.from({ length: between(rnd, 3, 6) }, (_, n) => ({
    ...{ id: `T${n}`, party: pick(rnd, parties), days: between(rnd, 3, 8), lag: 0, on: [] },
  }))
  const updates: Update[] = [[0, chain.map(each => ({ ...each }))]]
  let next = between(rnd, 4, 10)
  const last = next + between(rnd, 0, 16)
  for (let day = 0; ; day++) {
    if (day === next) {
      updates.push([day, chain.map(each => ({ ...each }))])
      if (day === last) break
      next = Math.min(last, day + between(rnd, 4, 10))
    }
    const at = chain.findIndex(({ days, on }) => on.length < days)
    const open = chain.slice(at)
    if (at < 0) continue
    if (rnd() < 0.3) {
      const days = between(rnd, 1, 4)
      const own = pick(rnd, open)
      const party = pick(rnd, parties)
      if (rnd() < 0.4) {
        own.days += days
        lost[own.party] += days
      } else if (chain.indexOf(own) > at) {
        chain = chain.toSpliced(chain.indexOf(own), 0, { id: `N${day}`, party, days, lag: 0, on: [] })
        lost[party] += days
      }
    }
    const now = chain[at]!
    if (rnd() < 0.2) lost[now.party]++
    else chain[at] = { ...now, on: [...now.on, day] }
  }
  return { updates, lost }
}

/** Told so for good, and until it is taken back. */
const TELLINGS = ['renamed', 'split', 'split before', 'split and renamed', 'as a lag'] as const
const TAKEN_BACK = ['behind more work', 'longer', 'with a longer lag'] as const

/** From an update on a work is told so, and before another one for the last time. */
interface Telling {
  readonly id: string
  readonly from: number
  readonly until?: number
  readonly as: (typeof TELLINGS)[number] | (typeof TAKEN_BACK)[number]
  readonly at: number
  /** Who adds work before it. */
  readonly party?: Party
}

/** Parts of a work as they are told: id, days, and those on which each was worked at. */
function partsOf(work: Work, tellings: readonly Telling[]): readonly Work[] {
  const own = tellings.find(({ id }) => id === work.id)
  if (own === undefined) return [work]
  const { as, at } = own
  if (as === 'renamed') return [{ ...work, id: `R${work.id}` }]
  if (as === 'behind more work') return [{ ...work, id: `W${work.id}`, party: own.party!, days: at }, work]
  if (as === 'longer') return [{ ...work, days: work.days + at }]
  if (as === 'with a longer lag') return [{ ...work, lag: work.lag + at }]
  if (as === 'as a lag') return work.days <= at ? [work] : [{ ...work, days: work.days - at, lag: at }]
  const first = Math.min(at, work.days - 1)
  const ids =
    as === 'split'
      ? [work.id, `S${work.id}`]
      : as === 'split before'
        ? [`S${work.id}`, work.id]
        : [`R${work.id}`, `S${work.id}`]
  return [
    { ...work, id: ids[0]!, days: first, on: work.on.slice(0, first) },
    { ...work, id: ids[1]!, days: work.days - first, lag: 0, on: work.on.slice(first) },
  ]
}

/** How the tasks of an update are called, and which one stands beside the one before it and not behind. */
interface Calling {
  readonly idOf?: (n: number, id: string, place: number) => string
  readonly isNamed?: boolean | undefined
  readonly beside?: string | undefined
}

const rowsOf = (
  chain: readonly Work[],
  tellings: readonly Telling[],
  day: number,
  n0 = 0,
  { idOf = (_, id) => id, isNamed = false, beside }: Calling = {},
): TaskObject[] =>
  chain
    .flatMap(work => partsOf(work, tellings))
    .map(({ id, party, days, lag, on }, n, all): TaskObject => {
      const called = (place: number): string => idOf(n0, all[place]!.id, place)
      const isBeside = (place: number): boolean => place > 0 && all[place]!.id === beside
      const before = n === 0 ? [] : isBeside(n) ? [n - 2] : isBeside(n - 1) ? [n - 1, n - 2] : [n - 1]
      return {
        id: called(n),
        ...(isNamed ? { name: `Work ${id}` } : {}),
        duration_days: days,
        delay_category: party,
        predecessors: before.filter(p => p >= 0).map(p => ({ task_id: called(p), type: 'FS', lag_days: lag })),
        ...(n === 0 ? { planned_start: date(0) } : {}),
        ...(on.length === 0 ? {} : { actual_start: date(on[0]!) }),
        ...(on.length === 0
          ? {}
          : on.length === days
            ? { actual_finish: date(on.at(-1)!) }
            : { remaining_duration_days: days - on.length }),
        ...(day < 0 ? { percent_complete: 0 } : {}),
      }
    })

function accountOf(
  test: Test,
  { updates }: Built,
  tellings: readonly Telling[],
  options: object,
  calling: Calling = {},
): Plain {
  const schedules = updates.map(([day, chain], n) => ({
    day,
    tasks: rowsOf(
      chain,
      tellings.filter(({ from, until }) => from <= n && n < (until ?? updates.length)),
      day,
      n,
      calling,
    ),
  }))
  const [plan, ...rest] = schedules
  return accountOfUpdates(test, plan!.tasks, rest, options)
}

/** Work that grew while its party added as much as it was: by lengths either is the work. */
function isGuess({ updates }: Built, id: string): boolean {
  const own = updates.flatMap(([, chain]) => chain.filter(work => work.id === id))
  const { party, days } = own[0]!
  const isAsLong = (work: Work): boolean => work.id[0] === 'N' && work.party === party && work.days === days
  return own.at(-1)!.days !== days && updates.at(-1)![1].some(isAsLong)
}

for (const as of [...TELLINGS, 'any of them'] as const)
  t.test(`law: work that is told ${as}, no day longer, holds nothing`, async test => {
    const faults: string[] = []
    let told = 0
    for (let n = 0; n < RUNS; n++) {
      const rnd = random(SEED + n)
      const parties = pick(rnd, [PARTIES, ['owner', 'contractor'] as const, ['contractor', 'owner'] as const])
      const made = built(rnd, parties)
      const options = { method: pick(rnd, ['half_step', 'half_step', 'daily', 'windows']) }
      const { owner, weather, contractor } = made.lost
      const expected = [owner, weather, contractor, 0, 0, owner + weather + contractor]
      const plan = made.updates[0]![1]
      const begun = new Set(made.updates.at(-1)![1].flatMap(({ id, on }) => (on.length > 0 ? [id] : [])))
      const behindAdded = new Set(
        made.updates.flatMap(([, chain]) => chain.flatMap(({ id }, k) => (chain[k - 1]?.id[0] === 'N' ? [id] : []))),
      )
      // two schedules without a task in common are not compared
      const left = between(rnd, 0, plan.length - 1)
      const tellings = plan.flatMap(({ id }, place): Telling[] => {
        const how = as === 'any of them' ? pick(rnd, TELLINGS) : as
        // work that begins before the lag that it was given recovers days, and a lag behind added work comes with that
        const isLag = how === 'as a lag' && (place === 0 || behindAdded.has(id) || begun.has(id))
        if (rnd() < 0.5 || place === left || isLag || isGuess(made, id)) return []
        return [{ id, from: between(rnd, 1, made.updates.length - 1), as: how, at: between(rnd, 1, 3) }]
      })
      told += tellings.length
      for (const own of [[], tellings]) {
        const found = earned(accountOf(test, made, own, options))
        if (found.some((days, k) => Math.abs(days - expected[k]!) > 1e-3))
          faults.push(`${SEED + n} ${JSON.stringify(own)} ${found} for ${expected} (${options.method})`)
      }
    }
    test.ok(told > RUNS / 4, 'met')
    test.strictSame(faults.slice(0, 4), [], `${faults.length} faults of ${2 * RUNS}`)
  })

for (const as of [...TAKEN_BACK, 'any of them'] as const)
  t.test(`law: work that is told ${as} and not so before it is due is as if it had never been told so`, async test => {
    const faults: string[] = []
    let told = 0
    for (let n = 0; n < RUNS; n++) {
      const rnd = random(SEED + n)
      const made = built(rnd, pick(rnd, [PARTIES, ['owner', 'contractor'] as const]))
      const options = { method: pick(rnd, ['half_step', 'half_step', 'daily', 'windows']) }
      const { owner, weather, contractor } = made.lost
      const expected = [owner, weather, contractor, 0, 0, owner + weather + contractor]
      const { updates } = made
      const tellings = updates[0]![1].flatMap(({ id }): Telling[] => {
        const how = as === 'any of them' ? pick(rnd, TAKEN_BACK) : as
        /** Updates in which what it follows is not over, and no work was added before it: a lag behind that comes with it. */
        const isLater = updates.map(([, chain]) => {
          const at = chain.findIndex(each => each.id === id)
          const before = chain[at - 1]
          return (
            before !== undefined &&
            before.on.length < before.days &&
            (how !== 'with a longer lag' || before.id[0] === 'T')
          )
        })
        const last = isLater.lastIndexOf(true)
        if (last < 2 || isLater.slice(0, last).includes(false) || rnd() < 0.4) return []
        const from = between(rnd, 1, last - 1)
        const until = between(rnd, from + 1, last)
        // work that comes while other work of its party goes can be that work
        if (updates[until]![1].length > updates[until - 1]![1].length) return []
        return [{ id, from, until, as: how, at: between(rnd, 1, 4), party: pick(rnd, PARTIES) }]
      })
      told += tellings.length
      const found = earned(accountOf(test, made, tellings, options))
      if (found.some((days, k) => Math.abs(days - expected[k]!) > 1e-3))
        faults.push(`${SEED + n} ${JSON.stringify(tellings)} ${found} for ${expected} (${options.method})`)
    }
    test.ok(told > RUNS / 10, 'met')
    test.strictSame(faults.slice(0, 4), [], `${faults.length} faults of ${RUNS}`)
  })

/** Ids that do not say which work is which: counted by row, swapped, given to other work, all other at once. */
const CALLINGS = {
  'by their rows': () => (_: number, __: string, place: number) => `${place + 1}`,
  swapped: (rnd: Random, ids: readonly string[], from: number, kindOf: (id: string) => string) => {
    const a = pick(rnd, ids)
    const b = shuffled(rnd, [...ids]).find(id => kindOf(id) !== kindOf(a))
    return (n: number, id: string) => (n < from || (id !== a && id !== b) ? id : id === a ? (b ?? a) : a)
  },
  'used again': (rnd: Random, ids: readonly string[], from: number) => {
    const [a, b] = shuffled(rnd, [...ids])
    return (n: number, id: string) => (n < from || (id !== a && id !== b) ? id : id === a ? 'R' : a!)
  },
  'other for two at once': (rnd: Random, ids: readonly string[], from: number) => {
    const at = between(rnd, 0, ids.length - 2)
    return (n: number, id: string) => (n < from || (id !== ids[at] && id !== ids[at + 1]) ? id : `Q${id}`)
  },
} as const

for (const [name, calling] of Object.entries(CALLINGS))
  for (const isNamed of [true, false])
    t.test(`law: ids that are ${name}, ${isNamed ? 'with' : 'without'} names, move no day`, async test => {
      const faults: string[] = []
      for (let n = 0; n < RUNS / 4; n++) {
        const rnd = random(SEED + n)
        const made = built(rnd, pick(rnd, [PARTIES, ['owner', 'contractor'] as const]))
        const options = { method: pick(rnd, ['half_step', 'half_step', 'daily', 'windows']) }
        const ids = made.updates[0]![1].map(({ id }) => id)
        const from = between(rnd, 1, made.updates.length - 1)
        const before = new Map(made.updates[from - 1]![1].map(work => [work.id, work]))
        const now = new Map(made.updates[from]![1].map(work => [work.id, work]))
        // without names a length that changed as well is no less likely than an id that did
        const isTold = (id: string): boolean => isNamed || before.get(id)!.days === now.get(id)!.days
        const idOf = calling(rnd, ids.filter(isTold), from, id => `${now.get(id)!.days} ${now.get(id)!.party}`)
        const isParallel = isNamed || name === 'other for two at once'
        const beside = isParallel && rnd() < 0.5 ? ids[between(rnd, 1, ids.length - 2)] : undefined
        const expected = earned(accountOf(test, made, [], options, { isNamed, beside }))
        const found = earned(accountOf(test, made, [], options, { isNamed, beside, idOf }))
        if (found.some((days, k) => Math.abs(days - expected[k]!) > 1e-3))
          faults.push(`${SEED + n} ${found} for ${expected} (${options.method}, ${beside})`)
      }
      test.strictSame(faults.slice(0, 4), [], `${faults.length} faults of ${RUNS / 4}`)
    })

/** A 6 -> B 20 (contractor) -> C 4, told as by the data date of an update. */
const plan = (b: readonly TaskObject[], last = 'C'): TaskObject[] => [
  { id: 'A', duration_days: 6, delay_category: 'contractor', planned_start: date(0), predecessors: [] },
  ...b,
  { id: last, duration_days: 4, delay_category: 'contractor', predecessors: [{ task_id: b.at(-1)!.id as string }] },
]
const work = (id: string, days: number, before: string, more: object = {}): TaskObject => ({
  ...{ id, duration_days: days, delay_category: 'contractor', predecessors: [{ task_id: before }] },
  ...more,
})

const analysed = (test: Test, day: number, tasks: readonly TaskObject[], more: object = {}): Plain =>
  analyse(test, delayAnalyser, DelayAnalysisData, {
    calendar: 'calendar_days',
    baseline_schedule: { baseline_date: date(0), tasks: plan([work('B', 20, 'A')]) },
    current_schedule: { status_date: date(day), tasks },
    ...more,
  })

t.test('an event holds its days on renumbered work by the old id, by the new one and by both', async test => {
  const done = { actual_start: date(0), actual_finish: date(5), remaining_duration_days: 0 }
  const dates = { actual_start: date(6), suspend_date: date(10), resume_date: date(13) }
  const stopped = { ...dates, remaining_duration_days: 13 }
  for (const id of ['B', 'B2'])
    for (const task_ids of [['B'], ['B2'], ['B', 'B2']].slice(0, id === 'B' ? 1 : 3)) {
      const [first, ...rest] = plan([work(id, 20, 'A', stopped)])
      const events = [{ id: 'V', party: 'owner', started: date(10), ended: date(12), task_ids }]
      const { data } = analysed(test, 16, [{ ...first!, ...done }, ...rest], { delay_events: events })
      const { excusable_compensable_days, non_excusable_days } = data.entitlement
      test.strictSame([excusable_compensable_days, non_excusable_days], [3, 0], `${id} by ${task_ids}`)
    }
})

t.test('the finish of a named task is where its work ends, whatever it is told as', async test => {
  const idle = [
    [work('B', 20, 'A')],
    [work('B', 10, 'A'), work('Bb', 10, 'B')],
    [work('Ba', 10, 'A'), work('B', 10, 'Ba')],
  ]
  for (const b of idle) {
    const section = { task_id: 'B', completion_date: date(25), damages_per_day: 1_000 }
    const [first, ...rest] = plan(b)
    const begun = { ...first!, actual_start: date(5), remaining_duration_days: 4 }
    const whole = analysed(test, 7, [begun, ...rest], { options: { project_finish_id: 'B' } })
    test.equal(whole.data.total_delay_days, 5, `${b.map(({ id }) => id)}`)
    const { data } = analysed(test, 7, [begun, ...rest], { options: { sectional_dates: [section] } })
    test.equal(data.contract_dates.completions.at(-1).liquidated_calendar_days, 5)
  }
})

t.test('what one party grows is its own, whatever others exchange place for place in the same update', async test => {
  const begun = { actual_start: date(0), remaining_duration_days: 4 }
  const told = (b: readonly TaskObject[], last: object): readonly number[] => {
    const [first, ...rest] = plan(b)
    const tasks = [{ ...first!, ...begun }, ...rest.slice(0, -1), { ...rest.at(-1)!, ...last }]
    return earned(analysed(test, 2, tasks))
  }
  // the owner takes the contractor's work over
  test.strictSame(told([work('V', 20, 'A', { delay_category: 'owner' })], { duration_days: 6 }), [0, 0, 2, 0, 0, 2])
  test.strictSame(told([work('B', 20, 'A', { delay_category: 'owner' })], { duration_days: 6 }), [0, 0, 2, 0, 0, 2])
  // the second half of a split has no category yet
  const added = work('NA', 3, 'A', { delay_category: 'owner' })
  const halves = [added, work('B', 10, 'NA'), work('Bb', 10, 'B', { delay_category: undefined })]
  test.strictSame(told(halves, {}), [3, 0, 0, 0, 0, 3])
})

t.test('work that is put into another order, no day longer, holds nothing beside what others grow', async test => {
  const chain = (tasks: readonly (readonly [string, number, string])[]): TaskObject[] =>
    tasks.map(([id, days, party], n) => ({
      ...{ id, duration_days: days, delay_category: party },
      predecessors: n === 0 ? [] : [{ task_id: tasks[n - 1]![0] }],
      ...(n === 0 ? { planned_start: date(0) } : {}),
    }))
  const [a, c] = [['A', 6, 'contractor'] as const, ['C', 4, 'owner'] as const]
  const [b1, b2] = [['B1', 8, 'contractor'] as const, ['B2', 12, 'contractor'] as const]
  const [first, ...rest] = chain([a, ['O', 8, 'owner'], b2, b1, c])
  const { data } = analyse(test, delayAnalyser, DelayAnalysisData, {
    calendar: 'calendar_days',
    baseline_schedule: { baseline_date: date(0), tasks: chain([a, ['O', 5, 'owner'], b1, b2, c]) },
    current_schedule: {
      status_date: date(2),
      tasks: [{ ...first!, actual_start: date(0), remaining_duration_days: 4 }, ...rest],
    },
  })
  test.strictSame(earned({ data }), [3, 0, 0, 0, 0, 3])
})

/** Ids by row, and a variation that is put in as no. 2. */
const byRows = (names: readonly string[] | undefined, isLater: boolean): TaskObject[] => {
  const works = [
    ['A', 6, 'contractor'],
    ...(isLater ? [['V', 3, 'owner']] : []),
    ['B', 20, 'contractor'],
    ['C', 4, 'contractor'],
  ] as const
  return works.map(([id, days, party], n) => ({
    ...{ id: `${n + 1}`, duration_days: days, delay_category: party },
    ...(names === undefined ? {} : { name: `Work ${id}` }),
    ...(n === 0 ? { planned_start: date(0) } : { predecessors: [{ task_id: `${n}` }] }),
    ...(n === 0 && isLater ? { actual_start: date(0), remaining_duration_days: 4 } : {}),
  })) as TaskObject[]
}

t.test(
  'work that is called, cut and timed otherwise is not told as other work, unless no word of its name is left',
  async test => {
    const update = (name: string, next: string): Plain =>
      analyse(test, delayAnalyser, DelayAnalysisData, {
        calendar: 'calendar_days',
        baseline_schedule: {
          baseline_date: date(0),
          tasks: [
            { id: 'A', name: 'Excavation', duration_days: 6, planned_start: date(0) },
            { id: 'B', name: 'Brick North Elevation', duration_days: 18, predecessors: ['A'] },
            { id: 'C', name: 'Storm Drain Lines', duration_days: 15, predecessors: ['B'] },
          ],
        },
        current_schedule: {
          status_date: date(2),
          tasks: [
            { id: 'A', name: 'Excavation', duration_days: 6, actual_start: date(0), remaining_duration_days: 4 },
            { id: 'B', name, duration_days: 25, predecessors: ['A'] },
            { id: 'C', name: next, duration_days: 7, predecessors: ['B'] },
          ],
        },
      })
    const isTold = ({ findings }: Plain): boolean =>
      findings.some(({ code }: Plain) => code === 'DELAY_ID_OF_OTHER_WORK')
    test.notOk(isTold(update('Brick North and West Elevations (5th Floor)', 'Storm Drain, North')))
    test.ok(isTold(update('Pest Control', 'Flooring')))
  },
)

t.test('ids that carry other work are told, by every analysis that pairs tasks by id', async test => {
  const codeOf = ({ findings }: Plain, ending: string): Plain =>
    findings.find(({ code }: Plain) => code.endsWith(ending)) ?? test.fail(`no ${ending}`)
  for (const names of [undefined, []]) {
    const body = {
      calendar: 'calendar_days',
      baseline_schedule: { baseline_date: date(0), tasks: byRows(names, false) },
      current_schedule: { status_date: date(2), tasks: byRows(names, true) },
    }
    const told = analyse(test, delayAnalyser, DelayAnalysisData, body)
    test.strictSame(earned(told), [3, 0, 0, 0, 0, 3])
    const { evidence } = codeOf(told, 'DELAY_ID_OF_OTHER_WORK')
    test.match(evidence.ids, [
      { id: '2', work_has_id: '3', is_guess: false },
      { id: '3', work_has_id: '4', is_guess: false },
    ])
    // of two works that had an id the last one is meant
    const events = [{ id: 'E', party: 'contractor', started: date(0), task_ids: ['2'] }]
    const named = analyse(test, delayAnalyser, DelayAnalysisData, { ...body, delay_events: events })
    test.strictSame(earned(named).slice(0, 3), [0, 0, 3], 'an id means the work that has it last')
    const before = { schedule_history: [{ snapshot_date: date(0), tasks: byRows(names, false) }] }
    for (const [analyser, data, code] of [
      [changeTrackingAnalyser, ChangeTrackingData, 'CT_ID_OF_OTHER_WORK'],
      [baselineCompareAnalyser, BaselineCompareData, 'BC_ID_OF_OTHER_WORK'],
    ] as const)
      test.equal(codeOf(analyse(test, analyser, data, { ...body, ...before }), code).count, 2, code)
  }
})

t.test('of two parallel works that get new ids, or parts, exact lengths and names say which is which', async test => {
  const parallel = (b: readonly TaskObject[], x: readonly TaskObject[]): TaskObject[] => [
    { id: 'A', duration_days: 6, delay_category: 'contractor', planned_start: date(0), predecessors: [] },
    ...[...b, ...x],
    {
      id: 'C',
      duration_days: 4,
      delay_category: 'contractor',
      predecessors: [b, x].map(w => ({ task_id: w.at(-1)!.id as string })),
    },
  ]
  const before = parallel([work('B', 20, 'A', { name: 'Brick' })], [work('X', 18, 'A', { name: 'Xylo' })])
  const added = work('NA', 3, 'A', { delay_category: 'owner' })
  for (const isNamed of [true, false]) {
    const named = (name: string): object => (isNamed ? { name } : {})
    for (const [b, x] of [
      [[work('P', 20, 'NA', named('Brick'))], [work('Q', 23, 'A', named('Xylo'))]],
      [
        [work('B1', 10, 'NA', named('Brick 1')), work('B2', 10, 'B1', named('Brick 2'))],
        [work('X1', 9, 'A', named('Xylo 1')), work('X2', 14, 'X1', named('Xylo 2'))],
      ],
    ]) {
      const [first, ...rest] = parallel([added, ...b!], x!)
      const { data } = analyse(test, delayAnalyser, DelayAnalysisData, {
        calendar: 'calendar_days',
        baseline_schedule: { baseline_date: date(0), tasks: before },
        current_schedule: {
          status_date: date(2),
          tasks: [{ ...first!, actual_start: date(0), remaining_duration_days: 4 }, ...rest],
        },
      })
      test.strictSame(earned({ data }), [0, 3, 0, 3, 0, 3], `${b!.map(({ id }) => id)}`)
    }
  }
})
