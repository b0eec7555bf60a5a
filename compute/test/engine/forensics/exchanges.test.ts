/**
 * Work that is exchanged between parties and together moves nothing: days of a task told as a lag behind it, two tasks put into the other order, a part of a task or all of it taken over. Whatever else
 * happens in the same update, the account is that of the same update without the exchange.
 */
import t, { type Test } from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { accountOfUpdates, earned } from './accounts.ts'
import { date } from './delay-dates.ts'

const SEED = Number(process.env.REVISION_SEED ?? 57)
const RUNS = Number(process.env.REVISION_RUNS ?? 40)

const PARTIES = ['owner', 'contractor', 'weather'] as const
type Party = (typeof PARTIES)[number]

interface Link {
  readonly id: string
  readonly type: 'FS' | 'SS'
  readonly lag: number
}
interface Work {
  readonly id: string
  readonly party: Party
  readonly days: number
  readonly before: readonly Link[]
}
type Plan = readonly Work[]

const after = (...ids: readonly string[]): Link[] => ids.map(id => ({ id, type: 'FS', lag: 0 }))
const FIRST: Work = { id: 'A', party: 'contractor', days: 6, before: [] }

/** Segments one behind the other, each one chain or two beside each other. */
function planned(rnd: Random, parties: readonly Party[]): Plan {
  const plan: Work[] = [FIRST]
  let open = ['A']
  const segments = between(rnd, 1, 3)
  for (let n = 0; n < segments; n++) {
    const ends: string[] = []
    const chains = rnd() < 0.5 ? 1 : 2
    for (let c = 0; c < chains; c++) {
      let before = open
      for (let k = between(rnd, 1, 3); k > 0; k--) {
        const id = `T${plan.length}`
        plan.push({ id, party: pick(rnd, parties), days: between(rnd, 3, 8), before: after(...before) })
        before = [id]
      }
      ends.push(...before)
    }
    open = ends
  }
  return [...plan, { id: 'END', party: 'contractor', days: 0, before: after(...open) }]
}

const relinked = (plan: Plan, from: string, to: string): Plan =>
  plan.map(work => ({ ...work, before: work.before.map(link => (link.id === from ? { ...link, id: to } : link)) }))
const replaced = (plan: Plan, id: string, by: readonly Work[]): Plan =>
  plan.flatMap(work => (work.id === id ? by : [work]))
const waitingFor = (plan: Plan, id: string): readonly Work[] =>
  plan.filter(({ before }) => before.some(link => link.id === id))

/** Work that grew or was added, one to three times. */
function revised(rnd: Random, plan: Plan, parties: readonly Party[]): { plan: Plan; grown: ReadonlySet<string> } {
  let now = plan
  const grown = new Set<string>(['A', 'END'])
  for (let n = between(rnd, 1, 3); n > 0; n--) {
    const own = pick(rnd, plan.slice(1, -1))
    const days = between(rnd, 1, 4)
    const is = now.find(({ id }) => id === own.id)!
    if (rnd() < 0.5) {
      grown.add(own.id)
      now = replaced(now, own.id, [{ ...is, days: is.days + days }])
    } else {
      const added = { id: `N${n}`, party: pick(rnd, parties), days, before: is.before }
      now = replaced(now, own.id, [added, { ...is, before: after(added.id) }])
    }
  }
  return { plan: now, grown }
}

const KINDS = ['a lag', 'an order', 'a part', 'a part and a lag', 'all of it', 'a start'] as const

/** The plan with one exchange, that moves nothing; undefined = there is no place for it. */
function exchanged(
  rnd: Random,
  plan: Plan,
  kind: (typeof KINDS)[number],
  parties: readonly Party[],
  others: ReadonlySet<string>,
): Plan | undefined {
  const places = plan.filter(({ id, days }) => !others.has(id) && id[0] === 'T' && days > 1)
  if (places.length === 0) return undefined
  const work = pick(rnd, places)
  const { id, days } = work
  const behind = waitingFor(plan, id)
  const part = kind === 'all of it' ? days : between(rnd, 1, days - 1)
  const lag = kind === 'a part and a lag' ? between(rnd, 0, part - 1) : 0
  // by lengths and places, added work of its party, or of as many days, can be what it was
  const isGuess = (each: Work): boolean => each.party === work.party || [part, part - lag, lag].includes(each.days)
  if (plan.some(each => each.id[0] === 'N' && isGuess(each))) return undefined
  const party = pick(rnd, parties)
  const told = (link: Link): Plan =>
    plan.map(each => ({ ...each, before: each.before.map(own => (own.id === id ? { ...own, ...link, id } : own)) }))
  if (kind === 'all of it') return relinked(replaced(plan, id, [{ ...work, id: `V${id}`, party }]), id, `V${id}`)
  if (kind === 'a part' || kind === 'a part and a lag') {
    const halves = [
      { ...work, days: days - part },
      { id: `P${id}`, party, days: part - lag, before: [{ id, type: 'FS', lag } as const] },
    ]
    return replaced(relinked(plan, id, `P${id}`), id, halves)
  }
  // what is added behind it waits for it anew
  if (behind.some(({ id: each }) => each[0] === 'N')) return undefined
  if (kind === 'a start') return told({ id, type: 'SS', lag: days })
  if (kind === 'a lag') return replaced(told({ id, type: 'FS', lag: part }), id, [{ ...work, days: days - part }])
  const [next] = behind
  if (behind.length !== 1 || next!.id === 'END' || next!.before.length !== 1) return undefined
  if ([...work.before, ...next!.before].some(link => link.lag > 0)) return undefined
  const swapped = relinked(plan, next!.id, id)
  return swapped.map(each =>
    each.id === id
      ? { ...each, before: after(next!.id) }
      : each.id === next!.id
        ? { ...each, before: work.before }
        : each,
  )
}

const rowsOf = (plan: Plan, left?: number): TaskObject[] =>
  plan.map(({ id, party, days, before }) => ({
    ...{ id, duration_days: days, delay_category: party },
    predecessors: before.map(({ id: task_id, type, lag }) => ({ task_id, type, lag_days: lag })),
    ...(id === 'A' ? { planned_start: date(0) } : {}),
    ...(id === 'A' && left !== undefined ? { actual_start: date(0), remaining_duration_days: left } : {}),
    ...(id === 'END' ? { task_type: 'milestone' } : {}),
  }))

/** By update, two days apart. */
const accountOf = (test: Test, before: Plan, updates: readonly Plan[], left: number, options: object): Plain => {
  const told = updates.map((plan, k) => ({ tasks: rowsOf(plan, left - 2 * k), day: 2 + 2 * k }))
  return accountOfUpdates(test, rowsOf(before), told, options)
}

for (const kind of [...KINDS, 'any of them'] as const)
  t.test(`law: what is exchanged, ${kind}, and moves nothing holds nothing`, async test => {
    const faults: string[] = []
    let told = 0
    for (let n = 0; n < RUNS; n++) {
      const rnd = random(SEED + n)
      const parties = pick(rnd, [PARTIES, ['owner', 'contractor'] as const])
      const plan = planned(rnd, parties)
      const { plan: now, grown } = revised(rnd, plan, parties)
      // A stands still for a day
      const left = pick(rnd, [4, 4, 5])
      const options = { method: pick(rnd, ['half_step', 'half_step', 'daily', 'windows']) }
      const how = kind === 'any of them' ? pick(rnd, KINDS) : kind
      const other = exchanged(rnd, now, how, parties, grown)
      if (other === undefined) continue
      told++
      // in the update in which the plan was revised, or in one of its own
      const before = rnd() < 0.5 ? [] : [now]
      const [is, expected] = [other, now].map(each => earned(accountOf(test, plan, [...before, each], left, options)))
      if (is!.some((days, k) => Math.abs(days - expected![k]!) > 1e-3))
        faults.push(`${SEED + n} ${how} ${is} for ${expected} (${options.method}, ${before.length + 1} updates)`)
    }
    test.ok(told > RUNS / 5, 'met')
    test.strictSame(faults.slice(0, 4), [], `${faults.length} faults of ${told}`)
  })

t.test('law: what is exchanged in one update after another, and back, holds nothing', async test => {
  const faults: string[] = []
  let told = 0
  for (let n = 0; n < 2 * RUNS; n++) {
    const rnd = random(SEED + n)
    const parties = pick(rnd, [PARTIES, ['owner', 'contractor'] as const])
    const plan = planned(rnd, parties)
    const { plan: now } = revised(rnd, plan, parties)
    const others = new Set(['A', 'END'])
    const first = exchanged(rnd, now, pick(rnd, ['an order', 'an order', 'a lag']), parties, others)
    if (first === undefined) continue
    told++
    const then = exchanged(rnd, first, 'an order', parties, others) ?? now
    const left = pick(rnd, [4, 5])
    const [is, expected] = [
      [now, first, then],
      [now, now, now],
    ].map(updates => earned(accountOf(test, plan, updates, left, {})))
    if (is!.some((days, k) => Math.abs(days - expected![k]!) > 1e-3)) faults.push(`${SEED + n} ${is} for ${expected}`)
  }
  test.ok(told > RUNS / 5, 'met')
  test.strictSame(faults.slice(0, 4), [], `${faults.length} faults of ${told}`)
})

t.test(
  'who puts its own work into another order beside added work, where that by itself moves nothing, holds nothing',
  async test => {
    const link = (task_id: string, type = 'FS', lag_days = 0) => ({ task_id, type, lag_days })
    const task = (id: string, duration_days: number, predecessors: object[], delay_category = 'contractor') => ({
      ...{ id, duration_days, delay_category, predecessors },
      ...(id === 'A' ? { planned_start: date(0) } : {}),
    })
    const kept = [['P', 10] as const, ['Q', 18] as const, ['Z', 30] as const].map(([id, days]) =>
      task(id, days, [link('A')]),
    )
    const leads = [link('P'), link('Q', 'FF', 1)]
    const inOrder = (tasks: object[]) => ({ status_date: date(0), tasks: [task('A', 6, []), ...kept, ...tasks] })
    const was = inOrder([task('B1', 8, leads), task('B2', 3, [link('B1')]), task('C', 3, [link('B2')])])
    const now = (added: object[], first: object[]) =>
      inOrder([...added, task('B2', 3, first), task('B1', 8, [link('B2')]), task('C', 3, [link('B1')])])
    const accountOfOrder = (current: object): Plain =>
      analyse(test, delayAnalyser, DelayAnalysisData, {
        calendar: 'calendar_days',
        baseline_schedule: { ...was, baseline_date: date(0) },
        current_schedule: current,
      })
    test.equal(accountOfOrder(now([], leads)).data.total_delay_days, 0, 'the order alone')
    test.same(earned(accountOfOrder(now([task('N', 2, leads, 'owner')], [link('N')]))), [3, 0, 0, 0, 0, 3])
  },
)

/** A chain: id, days, party, and the lag before it. */
type Row = readonly [id: string, days: number, party: Party, lag?: number]
const chained = (rows: readonly Row[]): Plan =>
  rows.map(([id, days, party, lag = 0], n) => ({
    ...{ id, days, party },
    before: rows.slice(n - 1, n).map(([last]) => ({ id: last, type: 'FS', lag })),
  }))
const [K, O, W]: readonly Party[] = ['contractor', 'owner', 'weather']
const A: Row = ['A', 6, K!]

t.test('what others have to the day is exchanged, and no work of the own party is taken for it', test => {
  const told = (plan: readonly Row[], now: readonly Row[]): number[] =>
    earned(accountOf(test, chained(plan), [chained(now)], 4, {})).slice(0, 3)
  const [b, c]: Row[] = [
    ['B', 20, K!],
    ['C', 4, K!],
  ]
  const short = (...now: Row[]): number[] => told([A, b!, c!], [A, ...now])
  test.strictSame(short(['V', 20, O!], ['N', 2, K!], c!), [0, 0, 2], 'taken over')
  test.strictSame(short(['N', 3, K!], ['B', 10, K!], ['P', 10, O!], c!), [0, 0, 3], 'a half')
  test.strictSame(short(['V', 23, O!], ['C', 6, K!]), [3, 0, 2], 'what is longer is of who took it over')
  const [t1, t2, t3, t4, longer]: Row[] = [
    ['T1', 8, K!],
    ['T2', 6, O!],
    ['T3', 3, O!],
    ['T4', 4, K!],
    ['T4', 6, K!],
  ]
  const [h1, h3, n]: Row[] = [
    ['H1', 8, O!],
    ['H3', 3, K!],
    ['N', 2, O!],
  ]
  const long = (...now: (Row | undefined)[]): number[] => told([A, t1!, t2!, t3!, t4!], [A, ...now.map(row => row!)])
  test.strictSame(long(t1, t2, n, h3, t4), [2, 0, 0], 'behind added work of who gave it')
  test.strictSame(long(t1, t2, h3, n, t4), [2, 0, 0], 'before it')
  test.strictSame(long(h1, ['N', 2, K!], t2, t3, t4), [0, 0, 2], 'mirrored')
  test.strictSame(long(['H1', 10, O!], ['N', 2, K!], t2, t3, t4), [2, 0, 2], 'and longer')
  test.strictSame(long(h1, t2, h3, n, t4), [2, 0, 0], 'both ways')
  test.strictSame(long(h1, ['N', 3, O!], ['H2', 6, K!], h3, ['H4', 4, O!]), [3, 0, 0], 'all of it')
  test.strictSame(long(['T1', 1, K!], ['P', 7, O!], ['N', 2, K!], t2, t3, t4), [0, 0, 2], 'most of a task')
  const [half, rest]: Row[] = [
    ['T1', 4, K!],
    ['P', 3, O!],
  ]
  test.strictSame(long(half, ['P', 3, O!, 1], t2, t3, longer), [0, 0, 2], 'with a lag before the part')
  test.strictSame(long(half, rest, ['T2', 6, O!, 1], t3, longer), [0, 0, 2], 'with a lag behind it')
  test.strictSame(long(['T1', 3, K!], rest, ['Q', 2, W!], t2, t3, longer), [0, 0, 2], 'to two others')
  const twice = [half, ['P', 4, O!], ['T2', 3, O!], ['Q', 3, K!]] as Row[]
  test.strictSame(long(...twice, t3, longer), [0, 0, 2], 'of two tasks at once')
  test.end()
})

t.test('lags and order that pass to others leave the days with those who lost them', test => {
  const told = (plan: readonly Row[], ...updates: (readonly Row[])[]): number[] =>
    earned(accountOf(test, chained(plan), updates.map(chained), 4, {})).slice(0, 3)
  const rows: Row[] = [
    ['T1', 8, K!],
    ['T2', 6, O!],
    ['T3', 3, O!],
    ['T4', 4, K!],
    ['N', 3, K!],
  ]
  const [t1, t2, t3, t4, n] = rows as [Row, Row, Row, Row, Row]
  const plan = [A, t1, t2, t3, t4]
  const withLag = (row: Row, lag: number): Row => [row[0], row[1], row[2], lag]
  const lagged = [A, t1, withLag(t2, 3), t3, t4]
  const moved = withLag(t4, 3)
  const added = [A, t1, n, t2, t3, t4]
  test.strictSame(told(plan, added, lagged), [0, 0, 3], 'an added task is a lag in the next update')
  test.strictSame(told(plan, added, [A, t1, t2, n, t3, t4]), [0, 0, 3], 'it stands behind another one')
  test.strictSame(told(lagged, [A, t1, t2, ['T3', 5, O!], moved]), [2, 0, 0], 'a lag on another link')
  test.strictSame(told(lagged, [A, t1, ['T2', 8, O!], t3, moved]), [2, 0, 0], 'and longer work behind it')
  test.strictSame(told(lagged, [A, t1, ['W', 2, W!], t2, t3, moved]), [0, 2, 0], 'and added work in its place')
  test.strictSame(told(plan, [A, t1, n, t3, t2, t4], added), [0, 0, 3], 'there and back')
  const grown: Row = ['T3', 7, O!]
  const [rest, part]: Row[] = [
    ['T3', 2, O!],
    ['P', 5, K!],
  ]
  test.strictSame(told(plan, [A, t1, t2, grown, t4], [A, t1, t2, rest!, part!, t4]), [4, 0, 0], 'of work that grew')
  const milestone: Row = ['M', 0, K!]
  const before = [A, t1, n, t2, milestone, t3, t4]
  test.strictSame(told(plan, before, [A, t1, n, t2, t3, milestone, t4]), [0, 0, 3], 'a milestone stands elsewhere')
  const started = chained(added).map(row =>
    row.id === 'T2' ? { ...row, before: [{ id: 'N', type: 'SS', lag: 3 } as const] } : row,
  )
  const account = accountOf(test, chained(plan), [chained(added), started], 4, {})
  test.strictSame(earned(account).slice(0, 3), [0, 0, 3], 'a link from the start of added work')
  test.end()
})

/** A task of a party, with its predecessors and their lags. */
const row = (
  id: string,
  length: number,
  party: Party,
  before: readonly (readonly [string, number])[],
  told = {},
): TaskObject => ({
  ...{ id, duration_days: length, delay_category: party, ...told },
  predecessors: before.map(([task_id, lag_days]) => ({ task_id, type: 'FS', lag_days })),
})

/** What an account earns beside what each party lost; undefined: the same. */
function wrongIn(account: Parameters<typeof earned>[0], lostBy: (party: Party) => number): string | undefined {
  const found = earned(account).slice(0, 3)
  const expected = [O!, W!, K!].map(lostBy)
  return found.some((each, k) => Math.abs(each - expected[k]!) > 1e-3) ? `${found} for ${expected}` : undefined
}

t.test(
  'law: the rest of begun work that another party takes over is no delay, and what was lost before stays',
  test => {
    const faults: string[] = []
    for (let n = 0; n < RUNS; n++) {
      const rnd = random(SEED + n)
      const [own, other] = pick(rnd, [[K!, O!] as const, [O!, K!] as const, [W!, O!] as const])
      const [days, done, idle] = [between(rnd, 8, 20), between(rnd, 1, 6), between(rnd, 0, 3)]
      const [longer, more, isUpdated] = [between(rnd, 0, 3), between(rnd, 0, 3), rnd() < 0.5]
      const over = { actual_start: date(0), actual_finish: date(5) }
      const plan = [
        row('A', 6, K!, [], { planned_start: date(0) }),
        row('B', days, own, [['A', 0]]),
        row('C', 4, K!, [['B', 0]]),
      ]
      const until = 6 + done + idle
      const b = { actual_start: date(6), actual_finish: date(until - 1) }
      const isOn = isUpdated && rnd() < 0.5
      const left = { actual_start: date(until), remaining_duration_days: days - done + longer - 1 }
      const now = [
        row('A', 6, K!, [], over),
        row('B', done, own, [['A', 0]], b),
        row('R', days - done + longer, other, [['B', 0]], isOn ? left : {}),
        row('C', 4 + more, K!, [['R', 0]]),
      ]
      const still = [
        now[0]!,
        row('B', days, own, [['A', 0]], { actual_start: date(6), remaining_duration_days: days - done }),
        plan[2]!,
      ]
      const updates = [...(isUpdated ? [{ day: until, tasks: still }] : []), { day: until + Number(isOn), tasks: now }]
      const lostBy = (party: Party): number =>
        (party === own ? idle : 0) + (party === other ? longer : 0) + (party === K ? more : 0)
      const wrong = wrongIn(accountOfUpdates(test, plan, updates, {}), lostBy)
      if (wrong !== undefined)
        faults.push(`${SEED + n} B ${days} of ${own}, ${done} done, ${idle} idle, ${longer} longer: ${wrong}`)
    }
    test.strictSame(faults.slice(0, 4), [], `${faults.length} faults of ${RUNS}`)
    test.end()
  },
)

t.test(
  'law: what is left of begun work and told as a lag behind it, or back again, is no progress and no delay',
  test => {
    const faults: string[] = []
    for (let n = 0; n < RUNS; n++) {
      const rnd = random(SEED + n)
      const [own, other, third] = [pick(rnd, PARTIES), pick(rnd, PARTIES), pick(rnd, PARTIES)]
      const [days, done, until] = [between(rnd, 8, 20), between(rnd, 1, 6), between(rnd, 0, 2)]
      const [longer, more, isBack, isCut] = [between(rnd, 0, 3), between(rnd, 0, 3), rnd() < 0.3, rnd() < 0.5]
      const lag = between(rnd, 1, days - done - 1)
      const chain = (at: number, isLag: boolean, [c, d]: readonly [number, number]): TaskObject[] => {
        const left = days - Math.max(0, at - 6) - (isLag ? lag : 0)
        const b = at > 6 ? { actual_start: date(6), remaining_duration_days: left } : {}
        return [
          row('A', 6, K!, [], at > 0 ? { actual_start: date(0), actual_finish: date(5) } : { planned_start: date(0) }),
          row('B', isLag && (isCut || at === 0) ? days - lag : days, own, [['A', 0]], b),
          row('C', c, other, [['B', isLag ? lag : 0]]),
          row('D', d, third, [['C', 0]]),
        ]
      }
      const first = until > 0 && done > until ? [{ day: 6 + until, tasks: chain(6 + until, isBack, [4, 3]) }] : []
      const plan = chain(0, isBack, [4, 3])
      const updates = [...first, { day: 6 + done, tasks: chain(6 + done, !isBack, [4 + more, 3 + longer]) }]
      const lostBy = (party: Party): number => (party === other ? more : 0) + (party === third ? longer : 0)
      const wrong = wrongIn(accountOfUpdates(test, plan, updates, {}), lostBy)
      if (wrong !== undefined)
        faults.push(`${SEED + n} B ${days} of ${own}, ${done} done, lag ${lag} of ${other}, back ${isBack}: ${wrong}`)
    }
    test.strictSame(faults.slice(0, 4), [], `${faults.length} faults of ${RUNS}`)
    test.end()
  },
)

t.test('law: idle days of begun work of which a lag or another party has the rest are those of the work', test => {
  const faults: string[] = []
  for (let n = 0; n < RUNS; n++) {
    const rnd = random(SEED + n)
    const [own, other] = pick(rnd, [[K!, O!] as const, [O!, K!] as const, [W!, O!] as const])
    const [days, done, idle] = [between(rnd, 8, 20), between(rnd, 2, 6), between(rnd, 0, 2)]
    // more is passed than was lost, else it is no exchange
    const part = between(rnd, Math.min(2 * idle + 1, days - done - 1), days - done - 1)
    const [isLag, isKept, more] = [rnd() < 0.5, rnd() < 0.5, between(rnd, 0, 3)]
    if (part < 2 * idle) continue
    const plan = [
      row('B', days, own, [], { planned_start: date(0) }),
      row('C', 4, other, [['B', 0]]),
      row('D', 3, K!, [['C', 0]]),
    ]
    const left = { actual_start: date(0), remaining_duration_days: days - done - part }
    const now = [
      row('B', isKept ? days : days - part, own, [], left),
      ...(isLag ? [] : [row('R', part, other, [['B', 0]])]),
      row('C', 4, other, [isLag ? ['B', part] : ['R', 0]]),
      row('D', 3 + more, K!, [['C', 0]]),
    ]
    const lostBy = (party: Party): number => (party === own ? idle : 0) + (party === K ? more : 0)
    const wrong = wrongIn(accountOfUpdates(test, plan, [{ day: done + idle, tasks: now }], {}), lostBy)
    if (wrong !== undefined)
      faults.push(
        `${SEED + n} B ${days} of ${own}, ${done} done, ${idle} idle, ${part} to ${isLag ? 'a lag' : other}, kept ${isKept}: ${wrong}`,
      )
  }
  test.strictSame(faults.slice(0, 4), [], `${faults.length} faults of ${RUNS}`)
  test.end()
})

t.test('law: days on which work did not begin are lost by who had it until the update that passes it on', test => {
  const faults: string[] = []
  for (let n = 0; n < RUNS; n++) {
    const rnd = random(SEED + n)
    const [own, other] = pick(rnd, [[K!, O!] as const, [O!, K!] as const, [K!, W!] as const])
    const [days, idle, isWhole] = [between(rnd, 3, 9), between(rnd, 1, 3), rnd() < 0.5]
    const first = between(rnd, 1, days - 1)
    const built = (rows: readonly Row[]): TaskObject[] =>
      rowsOf(chained(rows)).map(row =>
        row.id === 'A' ? { ...row, actual_start: date(0), actual_finish: date(5) } : row,
      )
    const plan: Row[] = [A, ['T', days, own], ['Z', 3, K!]]
    const now: Row[] = isWhole
      ? [A, ['H', days, other], ['Z', 3, K!]]
      : [A, ['H', first, other], ['T', days - first, own], ['Z', 3, K!]]
    const account = accountOfUpdates(test, rowsOf(chained(plan)), [{ tasks: built(now), day: 6 + idle }], {})
    const wrong = wrongIn(account, party => (party === own ? idle : 0))
    if (wrong !== undefined)
      faults.push(`${SEED + n} ${idle} idle days of ${own}, ${isWhole ? 'all' : first} to ${other}: ${wrong}`)
  }
  test.strictSame(faults.slice(0, 4), [], `${faults.length} faults of ${RUNS}`)
  test.end()
})

t.test('law: tasks of which an update makes one, no day longer, hold nothing', test => {
  const faults: string[] = []
  for (let n = 0; n < RUNS; n++) {
    const rnd = random(SEED + n)
    const party = (): Party => pick(rnd, [K!, O!, W!])
    const plan: Row[] = [A, ...[1, 2, 3, 4].map((k): Row => [`T${k}`, between(rnd, 2, 9), party()]), ['Z', 2, K!]]
    const at = between(rnd, 1, 3)
    const [one, other] = [plan[at]!, plan[at + 1]!]
    const merged: Row = [pick(rnd, ['Q', one[0], other[0]]), one[1] + other[1], pick(rnd, [one[2], other[2]])]
    const [days, by] = [between(rnd, 1, 5), party()]
    // what is as long as one of them, or is added beside them by a party of theirs, can be it
    const place = pick(
      rnd,
      [1, 2, 3, 4, 5].filter(k => k < at || k > at + 2),
    )
    if ([one[1], other[1], merged[1]].includes(days)) continue
    const now = [...plan.slice(0, at), merged, ...plan.slice(at + 2)]
    now.splice(now.indexOf(plan[place]!), 0, ['N', days, by])
    const account = accountOf(test, chained(plan), [chained(now)], 4, {})
    const wrong = wrongIn(account, own => (own === by ? days : 0))
    if (wrong !== undefined) faults.push(`${SEED + n} ${JSON.stringify(plan)} now ${JSON.stringify(now)}: ${wrong}`)
  }
  test.strictSame(faults.slice(0, 4), [], `${faults.length} faults of ${RUNS}`)
  test.end()
})

t.test('the result names what was exchanged, from whom and to whom', test => {
  const now: Row[] = [A, ['B', 8, K!], ['P', 12, O!], ['C', 6, K!]]
  const reply = accountOf(test, chained([A, ['B', 20, K!], ['C', 4, K!]]), [chained(now)], 4, {})
  const [finding] = reply.findings.filter(({ code }: Plain) => code === 'DELAY_EXCHANGE')
  test.strictSame(finding.evidence.exchanges, [
    { what: 'work', before: ['B'], after: ['P'], from: ['contractor'], to: ['owner'], days: 12 },
  ])
  test.match(finding.description, 'work B to P, 12 calendar days, from the contractor to the owner')
  const [row, ...others] = reply.data.windows[0].revisions
  test.match(row, { id: 'C', days: 2, rule: 'alone' }, 'and a row is what is longer beyond it')
  test.same(others, [])
  test.end()
})

t.test(
  'an order that passed through added work as long as a schedule is looked through, or left, in few steps',
  test => {
    const task = (id: string, ...predecessors: string[]): TaskObject => ({ id, duration_days: 1, predecessors })
    const first = { ...task('A'), planned_start: date(0) }
    const added = Array.from({ length: 15_000 }, (_, n) => task(`N${n}`, n === 0 ? 'B' : `N${n - 1}`))
    const { data } = analyse(test, delayAnalyser, DelayAnalysisData, {
      calendar: 'calendar_days',
      baseline_schedule: { baseline_date: date(0), tasks: [first, task('B', 'A'), task('C', 'B')] },
      current_schedule: {
        status_date: date(0),
        tasks: [{ ...first, predecessors: [added.at(-1)!.id] }, task('B'), ...added, task('C', 'A')],
      },
    })
    test.equal(data.total_delay_days, added.length)
    test.end()
  },
)
