/**
 * Work that is added to a plan: what waits for it by its links is innocent, whenever the work is told and carried out, and nobody else is excused by it.
 */
import t from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, random } from '../../helpers/random.ts'
import { date } from './delay-dates.ts'
import { body, dataOf, type Link, linkFrom, near, row, type Update } from './delay-series.ts'

const LINKS = ['FS', 'SS'] as const
const SEED = Number(process.env.SEED ?? 20261129)
const RUNS = Number(process.env.RUNS ?? 20)

/** Of work from one day to another, as the morning of `day` reports it. */
function reported(from: number, days: number, day: number): object {
  if (from >= day) return {}
  if (from + days <= day) return { actual_start: date(from), actual_finish: date(from + days - 1) }
  return { actual_start: date(from), remaining_duration_days: from + days - day }
}

t.test('each link says from when its successor could begin, whenever added work is told', test => {
  const faults: string[] = []
  for (let n = 0; n < 2 * RUNS; n++) {
    const rnd = random(SEED + n)
    const [own, other] = n % 2 === 0 ? (['owner', 'contractor'] as const) : (['contractor', 'owner'] as const)
    const [a, days] = [between(rnd, 3, 8), between(rnd, 1, 8)]
    const [toB, toX] = [linkFrom(rnd, { id: 'NA', days }), linkFrom(rnd, { id: 'NA', days })]
    const letGo = ({ type, lag_days }: Link): number => a + Math.max(0, (type === 'SS' ? 0 : days) + lag_days)
    const [b, x] = [letGo(toB), letGo(toX)]
    const told = (day: number): TaskObject[] => {
      const left = (id: string, from: number, length: number, links: readonly Link[], party: string): TaskObject =>
        row(id, length, [], party, { predecessors: links, ...reported(from, length, day) })
      const fromA: Link = { task_id: 'A', type: 'FS', lag_days: 0 }
      return [
        row('A', a, [], other, { planned_start: date(0), ...reported(0, a, day) }),
        left('NA', a, days, [fromA], own),
        left('B', b, 30, [toB, fromA], other),
        left('X', x, 4, [toX, fromA], other),
        row('C', 4, ['B', 'X'], null),
      ]
    }
    const plan = [
      row('A', a, [], other, { planned_start: date(0) }),
      row('B', 30, ['A'], other),
      row('X', 4, ['A'], other),
      row('C', 4, ['B', 'X'], null),
    ]
    const end = a + between(rnd, 12, 20)
    for (const cut of [[1], [a], [1, a], [a - 1, a + 2], [a + 1], []]) {
      const record = { plan, updates: [...cut, end].map((day): Update => [day, told(day)]) }
      const { entitlement, total_delay_days, windows } = dataOf(test, record, {}, n % 4 > 1)
      const first = windows.find(({ float_consumption }: Plain) =>
        float_consumption.some(({ id }: Plain) => id === 'NA'),
      )
      // the plan has not got it: it cannot have slipped against that
      if (first !== undefined && cut.length === 0) faults.push(`${n}: NA slips and takes float in its first window`)
      const { excusable_compensable_days, non_excusable_days } = entitlement
      const held = own === 'owner' ? excusable_compensable_days : non_excusable_days
      if (!near(total_delay_days, b - a) || !near(held, b - a))
        faults.push(
          `${n}: NA ${days} of ${own} ${toB.type}${toB.lag_days}, X ${toX.type}${toX.lag_days}, told ${cut}: ${held} of ${b - a}, total ${total_delay_days}`,
        )
    }
  }
  test.strictSame(faults.slice(0, 6), [], `${faults.length} faults`)
  test.end()
})

t.test('a link to an end holds work until it can end with it', test => {
  const faults: string[] = []
  for (let n = 0; n < 2 * RUNS; n++) {
    const rnd = random(SEED + n)
    const [own, other] = n % 2 === 0 ? (['owner', 'contractor'] as const) : (['contractor', 'owner'] as const)
    const [a, days, type] = [between(rnd, 3, 8), between(rnd, 6, 14), pick(rnd, ['FF', 'SF'] as const)]
    const late = between(rnd, 0, 5)
    const lag_days = type === 'FF' ? 10 + late - days : 10 + late
    const end = a + 10 + late
    const A = row('A', a, [], null, { planned_start: date(0) })
    const plan = [A, row('B', 10, ['A'], other), row('C', 4, ['B'], null)]
    const isStretched = rnd() < 0.5
    const now = (day: number): Update => {
      const over = { actual_start: date(a), actual_finish: date(end - 1) }
      const B = !isStretched ? reported(a + late, 10, day) : day < end ? reported(a, 10, day) : over
      const predecessors = [{ task_id: 'NA', type, lag_days }, { task_id: 'A' }]
      return [
        day,
        [
          { ...A, ...reported(0, a, day) },
          row('NA', days, ['A'], own, reported(a, days, day)),
          row('B', 10, [], other, { predecessors, ...B }),
          row('C', 4, ['B'], null, reported(end, 4, day)),
        ],
      ]
    }
    const last = end + between(rnd, 0, 5)
    const cuts = isStretched ? [[], [1], [a]] : [[], [1], [a], [a + between(rnd, 1, 10)], [a, a + between(rnd, 1, 12)]]
    for (const cut of cuts) {
      const updates = [...cut.filter(day => day < last), last].map(now)
      const { entitlement, total_delay_days } = dataOf(test, { plan, updates }, {}, n % 4 > 1)
      const { excusable_compensable_days, non_excusable_days } = entitlement
      const held = own === 'owner' ? excusable_compensable_days : non_excusable_days
      if (!near(total_delay_days, late) || !near(held, late))
        faults.push(
          `${n}: A ${a}, NA ${days} of ${own} ${type}${lag_days}, B ${isStretched ? 'stretched' : 'late'}, at ${cut},${last}: ${held} of ${late}, total ${total_delay_days}`,
        )
    }
  }
  test.strictSame(faults.slice(0, 6), [], `${faults.length} faults`)
  test.end()
})

t.test('added work for which nobody waited holds nothing', test => {
  const faults: string[] = []
  for (let n = 0; n < 4 * RUNS; n++) {
    const rnd = random(SEED + n)
    const [own, other] = n % 2 === 0 ? (['owner', 'contractor'] as const) : (['contractor', 'owner'] as const)
    const [a, days, lost] = [between(rnd, 3, 8), between(rnd, 1, 6), between(rnd, 1, 4)]
    const link = { ...linkFrom(rnd, { id: 'NA', days }), type: pick(rnd, ['FS', 'FS', 'SS', 'FF'] as const) }
    const late = between(rnd, 0, Math.min(lost, days - 1))
    const stop = a + late + between(rnd, 1, 4)
    const end = a + days + 5 + between(rnd, 6, 12)
    const stops = lost > late ? { suspend_date: date(stop), resume_date: date(stop + lost - late) } : {}
    const begun = { actual_start: date(a + late), remaining_duration_days: 30 - (end - a - lost), ...stops }
    const A = row('A', a, [], null, { planned_start: date(0) })
    const plan = [A, row('B', 30, ['A'], other), row('C', 4, ['B'], null)]
    const toB = link.type === 'SS' ? { ...link, lag_days: late + 1 + between(rnd, 0, 2) } : { ...link, lag_days: 0 }
    const fromA = rnd() < 0.5 ? [{ task_id: 'A', type: 'FS' }] : []
    const now = [
      { ...A, ...reported(0, a, end) },
      row('NA', days, ['A'], own, reported(a, days, end)),
      row('B', 30, [], other, { predecessors: [toB, ...fromA], ...begun }),
      row('C', 4, ['B'], null),
    ]
    const { entitlement, total_delay_days } = dataOf(test, { plan, updates: [[end, now]] }, {}, n % 4 > 1)
    const { excusable_compensable_days, non_excusable_days, concurrent_days } = entitlement
    const held = other === 'owner' ? excusable_compensable_days : non_excusable_days
    if (!near(total_delay_days, lost) || !near(held, lost))
      faults.push(
        `${n}: ${JSON.stringify(toB)} ${days} of ${own}, B ${late} late, ${lost} lost: ${held}, both ${concurrent_days} of ${total_delay_days}`,
      )
  }
  test.strictSame(faults.slice(0, 6), [], `${faults.length} faults`)
  test.end()
})

t.test('added work that an event says was ordered later holds nobody before', test => {
  const faults: string[] = []
  for (let n = 0; n < 4 * RUNS; n++) {
    const rnd = random(SEED + n)
    const [own, other] = n % 2 === 0 ? (['owner', 'contractor'] as const) : (['contractor', 'owner'] as const)
    const [a, days, waited, late] = [between(rnd, 3, 8), between(rnd, 1, 6), between(rnd, 0, 5), between(rnd, 0, 2)]
    const ordered = a + waited
    const begun = ordered + late
    const link = linkFrom(rnd, { id: 'NA', days })
    const b = begun + Math.max(0, (link.type === 'SS' ? 0 : days) + link.lag_days)
    const end = Math.max(b, begun + days) + between(rnd, 0, 6)
    const A = row('A', a, [], null, { planned_start: date(0) })
    const plan = [A, row('B', 30, ['A'], other), row('C', 4, ['B'], null)]
    const fromA = { task_id: 'A', type: 'FS' }
    const now = (day: number): TaskObject[] => [
      { ...A, ...reported(0, a, day) },
      row('NA', days, ['A'], own, reported(begun, days, day)),
      row('B', 30, [], other, { predecessors: [link, fromA], ...reported(b, 30, day) }),
      row('C', 4, ['B'], null),
    ]
    const fragnet = [{ add_task: { id: 'NA', duration_days: days, predecessors: ['A'] }, successors: ['B'] }]
    const names = rnd() < 0.5 ? { task_ids: ['NA'] } : { fragnet }
    const told: Update[] =
      rnd() < 0.3 && waited > 0 ? [[a + between(rnd, 0, waited), plan.map(each => ({ ...each }))]] : []
    for (const update of told) Object.assign(update[1][0]!, reported(0, a, update[0]))
    const delay_events = [{ id: 'V', party: own, started: date(ordered), ...names }]
    const data = dataOf(test, { plan, updates: [...told, [end, now(end)]] }, {}, n % 4 > 1, { delay_events })
    const { excusable_compensable_days: ofOwner, non_excusable_days: ofContractor } = data.entitlement
    const [held, before] = own === 'owner' ? [ofOwner, ofContractor] : [ofContractor, ofOwner]
    if (!near(data.total_delay_days, b - a) || !near(held, b - ordered) || !near(before, waited))
      faults.push(
        `${n}: A ${a}, NA ${days} of ${own} ordered ${ordered}, begun ${begun}, ${link.type}${link.lag_days}, told ${told.map(([day]) => day)}, at ${end}: ${held} of ${b - ordered}, ${before} of ${waited}`,
      )
  }
  test.strictSame(faults.slice(0, 6), [], `${faults.length} faults`)
  test.end()
})

t.test('days that added work holds from before it began are told where no event says when it was ordered', test => {
  const A = row('A', 6, [], null, { planned_start: date(0) })
  const plan = [A, row('B', 20, ['A'], 'contractor'), row('C', 4, ['B'], null)]
  const told = (begun: number, delay_events: readonly object[]): string[] => {
    const now = [
      { ...A, ...reported(0, 6, 17) },
      row('NA', 3, ['A'], 'owner', reported(begun, 3, 17)),
      row('B', 20, ['NA'], 'contractor', reported(begun + 3, 20, 17)),
      row('C', 4, ['B'], null),
    ]
    const request = { ...body({ baseline: plan, current: [17, now] }), delay_events }
    return analyse(test, delayAnalyser, DelayAnalysisData, request).findings.flatMap(({ code, description }: Plain) =>
      code === 'DELAY_ADDED_WORK_BEFORE_START' ? [description.replace(/^.* By task: /, '')] : [],
    )
  }
  test.strictSame(told(10, []), [`NA 4 calendar days (${date(6)} to ${date(9)}).`])
  test.strictSame(told(6, []), [])
  test.strictSame(told(10, [{ id: 'V', party: 'owner', started: date(8), task_ids: ['NA'] }]), [])
  test.end()
})

interface Piece {
  readonly days: number
  /** Links from pieces before it. */
  readonly from: readonly (Pick<Link, 'type' | 'lag_days'> & { readonly p: number })[]
  readonly party: 'owner' | 'contractor'
  readonly start: number
}

/** When a link lets go what follows a piece. */
const releaseOf = ({ start, days }: Piece, { type, lag_days }: Pick<Link, 'type' | 'lag_days'>): number =>
  start + (type === 'SS' ? 0 : days) + lag_days

/** Who holds the end of such work day by day: owner, contractor, both; a lag is held by the work that it runs behind. */
function holders(pieces: readonly Piece[]): readonly [owner: number, contractor: number, both: number] {
  const end = Math.max(...pieces.map(({ start, days }) => start + days))
  /** Until when each holds, NaN = it has float. */
  const until = pieces.map(({ start, days }) => (start + days === end ? end : Number.NaN))
  for (const [n, { from, start }] of [...pieces.entries()].toReversed())
    if (!Number.isNaN(until[n]!))
      for (const link of from)
        if (releaseOf(pieces[link.p]!, link) === start) until[link.p] = Math.max(start, until[link.p] || 0)
  const held: [number, number, number] = [0, 0, 0]
  for (let day = 0; day < end; day++) {
    const parties = new Set(pieces.filter(({ start }, n) => start <= day && day < until[n]!).map(({ party }) => party))
    held[parties.size > 1 ? 2 : parties.has('owner') ? 0 : 1]++
  }
  return held
}

t.test('added work of two parties earns the same, told before it begins or carried out', test => {
  const faults: string[] = []
  for (let n = 0; n < 2 * RUNS; n++) {
    const rnd = random(SEED + n)
    const pieces: Piece[] = []
    for (let count = between(rnd, 3, 5); pieces.length < count; ) {
      const before = [...pieces.keys()].filter(() => rnd() < 0.4)
      const from = (pieces.length > 0 && before.length === 0 ? [0] : before).map(p => {
        const isPlain = rnd() < 0.5
        return { p, type: isPlain ? 'FS' : pick(rnd, LINKS), lag_days: isPlain ? 0 : between(rnd, 0, 3) } as const
      })
      const start = Math.max(0, ...from.map(link => releaseOf(pieces[link.p]!, link)))
      pieces.push({ days: between(rnd, 1, 5), from, party: pick(rnd, ['owner', 'contractor']), start })
    }
    const end = Math.max(...pieces.map(({ start, days }) => start + days))
    const ends = [...pieces.keys()].filter(p =>
      pieces.every(({ from }) => from.every(link => link.p !== p || link.type === 'SS')),
    )
    const x = 10
    const plan = [row('X', x, [], null, { planned_start: date(0) }), row('Z', 30, ['X'], null)]
    const told = (day: number): Update => [
      day,
      [
        row('X', x, [], null, { planned_start: date(0), ...reported(0, x, day) }),
        ...pieces.map(({ days, from, party, start }, p) =>
          row(`N${p}`, days, from.length === 0 ? ['X'] : [], party, {
            ...(from.length > 0 && {
              predecessors: from.map(({ p: of, ...link }) => ({ task_id: `N${of}`, ...link })),
            }),
            ...reported(x + start, days, day),
          }),
        ),
        row(
          'Z',
          30,
          ends.map(p => `N${p}`),
          null,
          reported(x + end, 30, day),
        ),
      ],
    ]
    const [owner, contractor, both] = holders(pieces)
    const cut = x + between(rnd, 1, end)
    for (const cuts of [[2], [x], [x + end + 3], [2, x + end + 3], [cut], [cut, x + end], [x, cut, x + end + 1]]) {
      const { entitlement } = dataOf(test, { plan, updates: cuts.map(told) }, {}, n % 4 > 1)
      const { excusable_compensable_days, non_excusable_days, concurrent_days } = entitlement
      const got = [excusable_compensable_days, non_excusable_days, concurrent_days]
      if (![owner, contractor, both].every((days, at) => near(days, got[at])))
        faults.push(`${n}: ${JSON.stringify(pieces)} at ${cuts}: ${got}, not ${[owner, contractor, both]}`)
    }
  }
  test.strictSame(faults.slice(0, 6), [], `${faults.length} faults`)
  test.end()
})

t.test('a variation between two tasks that is carried out in a window, however it is cut', test => {
  const over = (from: number, to: number): object => ({ actual_start: date(from), actual_finish: date(to) })
  const plan = [
    row('A', 6, [], 'owner', { planned_start: date(0) }),
    row('B', 20, ['A'], 'contractor'),
    row('C', 4, ['B'], null),
  ]
  const done = row('A', 6, [], 'owner', { planned_start: date(0), ...over(0, 5) })
  const na = row('NA', 3, ['A'], 'owner', over(6, 8))
  const last = [
    done,
    na,
    row('B', 20, ['NA'], 'contractor', { actual_start: date(9), remaining_duration_days: 15 }),
    row('NB', 2, ['B'], 'contractor'),
    row('C', 4, ['NB'], null),
  ]
  const first: Update = [
    6,
    [done, row('NA', 3, ['A'], 'owner'), row('B', 20, ['NA'], 'contractor'), row('C', 4, ['B'], null)],
  ]
  const second: Update = [9, [done, na, row('B', 20, ['NA'], 'contractor'), row('C', 4, ['B'], null)]]
  const cuts: readonly (readonly Update[])[] = [[], [first], [second], [first, second]]
  for (const updates of cuts)
    for (const method of ['half_step', 'daily', 'windows'] as const) {
      const { entitlement, windows } = dataOf(test, { plan, updates: [...updates, [14, last]] }, { method })
      const told = [entitlement.excusable_compensable_days, entitlement.non_excusable_days, entitlement.concurrent_days]
      test.strictSame(told, [3, 2, 0], `${method} with ${updates.length} updates between`)
      if (updates.length > 0 || method === 'windows') continue
      test.match(windows[0].days[0], {
        rule: 'added_work',
        result: 'excusable_compensable',
        holders: [{ id: 'NA', party: 'owner' }],
      })
      test.match(windows[0].attribution, [{ id: 'NA', contribution_days: 3, party: 'owner' }])
      test.match(
        windows[0].revisions.find(({ id }: Plain) => id === 'NA'),
        { days: 0, rule: 'carried_out' },
      )
    }
  test.end()
})

t.test('the row of added work that has not begun does not say that it was carried out', test => {
  const done = { ...row('A', 6, [], 'contractor'), actual_start: date(0), actual_finish: date(5) }
  const chain = (w: TaskObject): TaskObject[] => [
    w,
    row('X', 18, ['W'], 'contractor'),
    row('B', 20, ['A'], 'contractor'),
  ]
  const last = row('C', 4, ['B', 'X'], null)
  const plan = [
    row('A', 6, [], 'contractor'),
    row('X', 18, ['A'], 'contractor'),
    row('B', 20, ['A'], 'contractor'),
    last,
  ]
  for (const isBegun of [false, true]) {
    const progress = isBegun ? { actual_start: date(7), remaining_duration_days: 1 } : {}
    const now = [done, ...chain({ ...row('W', 2, ['A'], 'owner'), ...progress }), last]
    const { windows } = dataOf(test, { plan, updates: [[9, now]] }, {})
    const { days, rule } = windows[0].revisions.find(({ id }: Plain) => id === 'W')
    test.strictSame([days, rule], [0, isBegun ? 'carried_out' : null])
  }
  test.end()
})

t.test('groups that would make as many hold the days together, each in the time of its tasks', test => {
  const [first, last] = [row('X', 3, [], 'contractor'), row('Z', 4, ['X'], null)]
  const added = [
    row('G0', 1, ['X'], 'owner'),
    row('G2', 2, ['G0'], 'contractor'),
    row('G1', 3, ['X'], 'owner'),
    row('Z', 4, ['X', 'G1', 'G2'], null),
  ]
  const begun = { ...first, actual_start: date(0), remaining_duration_days: 2 }
  for (const tasks of [added, added.toReversed()]) {
    const { entitlement } = dataOf(test, { plan: [first, last], updates: [[1, [begun, ...tasks]]] }, {})
    const { excusable_compensable_days, concurrent_days, non_excusable_days } = entitlement
    // on the first day only tasks of the owner work
    test.strictSame([excusable_compensable_days, concurrent_days, non_excusable_days], [1, 2, 0])
  }
  test.end()
})
