/**
 * One culprit: random projects in which only tasks of one party lose days, told as idle days, growth, tasks that are added, also with links of all kinds to several others, lags, and mixes. All other work begins when it may and
 * takes what it was planned to. So every day is that party's, however its delays are told and the record is cut. Delays of two parties one after the other are never concurrent, and
 * beside a delay of the other a party's revisions hold no more days than they have.
 */
import t from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { date } from './delay-dates.ts'
import { dataOf, type Link, linkFrom, near, type ProjectRecord, row, type Update } from './delay-series.ts'

const SEED = Number(process.env.SEED ?? 20261129)
const RUNS = Number(process.env.RUNS ?? 20)

const TELLINGS = ['idle', 'grow', 'add', 'lag'] as const
type Telling = (typeof TELLINGS)[number] | 'overlap'

interface Work {
  readonly id: string
  days: number
  links: Link[]
  readonly party: string
  start: number
  finish: number
  done: number
}

const rows = (works: readonly Work[]): TaskObject[] =>
  works.map(({ id, days, links, party, start, finish, done }) => ({
    id,
    duration_days: days,
    predecessors: links.map(link => ({ ...link })),
    delay_category: party,
    ...(links.length === 0 ? { planned_start: date(0) } : {}),
    ...(start < 0 ? {} : { actual_start: date(start) }),
    ...(finish < 0 ? (start < 0 ? {} : { remaining_duration_days: days - done }) : { actual_finish: date(finish) }),
  }))

/** Whether a link lets others begin on a day on which its predecessor has done its work. */
function letsGo({ type, lag_days }: Link, { start, finish, days, done }: Work, day: number): boolean {
  if (type === 'SS') return start >= 0 && start + lag_days <= day
  return finish >= 0 ? finish + lag_days < day : start >= 0 && days - done + lag_days < 0
}

/** Whether others begin before the end of a task: then it ends as it was planned to. */
const leadsFrom = (works: readonly Work[], id: string): boolean =>
  works.some(({ links }) => links.some(({ task_id, lag_days }) => task_id === id && lag_days < 0))

/** A project as it is built, day by day, with an update at each of some days. `isOver`: until all is done. */
function built(rnd: Random, tellings: readonly Telling[], culprit: string, isOver: boolean): ProjectRecord {
  const other = culprit === 'owner' ? 'contractor' : 'owner'
  let works: Work[] = []
  for (let n = between(rnd, 4, 9); n > 0; n--) {
    const from = works.length > 0 && rnd() > 0.15 ? [pick(rnd, works), ...(rnd() < 0.3 ? [pick(rnd, works)] : [])] : []
    works.push({
      id: `T${works.length}`,
      days: between(rnd, 2, 8),
      links: [...new Set(from.map(({ id }) => id))].map(task_id => ({ task_id, type: 'FS', lag_days: 0 })),
      party: rnd() < 0.4 ? culprit : other,
      ...{ start: -1, finish: -1, done: 0 },
    })
  }
  const plan = rows(works)
  const updates: Update[] = []
  let next = between(rnd, 4, 12)
  const last = next + between(rnd, 0, 24)
  const idle = new Map<string, number>()
  for (let day = 0; day < 400; day++) {
    if (day === next && day <= last) {
      updates.push([day, rows(works)])
      next = Math.min(last, day + between(rnd, 4, 12))
    }
    if (isOver ? works.every(({ finish }) => finish >= 0) : day > last) {
      updates.push([day, rows(works)])
      break
    }
    const byId = new Map(works.map(each => [each.id, each]))
    if (rnd() < 0.25) {
      const telling = pick(rnd, tellings)
      const own = works.filter(({ party, finish }) => party === culprit && finish < 0)
      const toBegin = works.filter(({ start, links }) => start < 0 && links.length > 0)
      const growing = own.filter(({ id }) => !leadsFrom(works, id))
      if (telling === 'grow' && growing.length > 0) pick(rnd, growing).days += between(rnd, 1, 3)
      const waiting = toBegin.filter(({ party }) => party === culprit)
      if (telling === 'lag' && waiting.length > 0) pick(rnd, pick(rnd, waiting).links).lag_days += between(rnd, 1, 3)
      if ((telling === 'add' || telling === 'overlap') && toBegin.length > 0) {
        const behind = pick(rnd, toBegin)
        const at = between(rnd, 0, behind.links.length - 1)
        const id = `N${works.length}`
        const days = between(rnd, 1, telling === 'add' ? 4 : 6)
        const before = behind.links[at]!
        const added = { id, days, links: [before], party: culprit, start: -1, finish: -1, done: 0 }
        const link = telling === 'add' ? { task_id: id, type: 'FS' as const, lag_days: 0 } : linkFrom(rnd, added)
        const place = works.indexOf(behind)
        behind.links = behind.links.with(at, link)
        const others = works.slice(place + 1).filter(({ start }) => start < 0)
        if (telling === 'overlap' && others.length > 0 && rnd() < 0.6)
          pick(rnd, others).links.push(linkFrom(rnd, added))
        works = works.toSpliced(place, 0, added)
        byId.set(id, added)
      }
    }
    for (const each of works) {
      if (each.finish >= 0) continue
      if (!each.links.every(link => letsGo(link, byId.get(link.task_id)!, day))) continue
      const isSteady = each.start >= 0 && leadsFrom(works, each.id)
      if (tellings.includes('idle') && each.party === culprit && !isSteady) {
        const left = idle.get(each.id) ?? (rnd() < 0.12 ? between(rnd, 1, 4) : 0)
        if (left > 0) {
          idle.set(each.id, left - 1)
          continue
        }
        idle.delete(each.id)
      }
      if (each.start < 0) each.start = day
      each.done++
      if (each.done >= each.days) each.finish = day
    }
  }
  return { plan, updates }
}

function faultOf(data: Plain, culprit: string): string | undefined {
  const total = Math.max(0, data.total_delay_days)
  if (total === 0) return undefined
  const { entitlement } = data
  const own = culprit === 'owner' ? entitlement.excusable_compensable_days : entitlement.non_excusable_days
  if (near(own, total)) return undefined
  const { excusable_compensable_days: c, concurrent_days: both, non_excusable_days: n } = entitlement
  return `of ${total} days owner ${c}, contractor ${n}, both ${both}, open ${entitlement.unattributed_days}`
}

const MIXES: readonly (readonly Telling[])[] = [
  ...([['idle'], ['grow'], ['add'], ['lag'], ['overlap'], ['grow', 'add'], ['overlap', 'idle']] as const),
  ...[TELLINGS, [...TELLINGS, 'overlap'] as const],
]

t.test('one culprit holds every day', test => {
  for (const tellings of MIXES) {
    const faults: string[] = []
    for (let n = 0; n < RUNS; n++) {
      const rnd = random(SEED + n)
      const culprit = n % 2 === 0 ? 'owner' : 'contractor'
      const record = built(rnd, tellings, culprit, n % 3 === 0)
      const alone = { ...record, updates: record.updates.slice(-1) }
      const all = [
        ['half_step', record, {}],
        ['one window', alone, {}],
        ['daily', record, { method: 'daily' }],
        ['windows', record, { method: 'windows' }],
        ['recreated', alone, { method: 'recreated', data_dates: [date(7), date(14), date(21)] }],
      ] as const
      for (const [name, sent, options] of all) {
        const fault = faultOf(dataOf(test, sent, options), culprit)
        if (fault !== undefined) faults.push(`${n} ${name}: ${fault}`)
      }
    }
    test.strictSame(faults.slice(0, 6), [], `${tellings.join(' and ')}: ${faults.length} faults of ${5 * RUNS}`)
  }
  test.end()
})

/** Of work that began with the project. */
const withLeft = (left: number): object => ({
  planned_start: date(0),
  actual_start: date(0),
  remaining_duration_days: left,
})

/** A 6, XA, B 20, XB, C 4 one after the other, on day 14: A's party lost `x` days up to B, that of B `y` behind it, each told so. */
function inSeries(
  [x, y]: readonly [number, number],
  [before, behind]: readonly [Telling, Telling],
  parties: readonly [string, string],
): TaskObject[] {
  const [a, b] = parties
  const since = 6 + x
  const done = 14 - since
  const over = { actual_start: date(since - 1), actual_finish: date(since - 1) }
  const behindBy = (id: string, days: number, from: string, party: string | null, more = {}, lag_days = 0) =>
    row(id, days, [], party, { predecessors: [{ task_id: from, type: 'FS', lag_days }], ...more })
  const took = (days: number): object => ({
    planned_start: date(0),
    actual_start: date(0),
    actual_finish: date(days - 1),
  })
  const point = { task_type: 'milestone' }
  const first = before === 'idle' || before === 'grow' ? since : 6
  const left = 20 - done + (behind === 'idle' || behind === 'grow' ? y : 0)
  return [
    row('A', before === 'grow' ? since : 6, [], a, took(first)),
    ...(before === 'add' ? [behindBy('NA', x, 'A', a, { actual_start: date(6), actual_finish: date(since - 1) })] : []),
    behindBy('XA', 0, before === 'add' ? 'NA' : 'A', a, { ...point, ...over }, before === 'lag' ? x : 0),
    behindBy('B', behind === 'grow' ? 20 + y : 20, 'XA', b, {
      actual_start: date(since),
      remaining_duration_days: left,
    }),
    ...(behind === 'add' ? [behindBy('NB', y, 'B', b)] : []),
    behindBy('XB', 0, behind === 'add' ? 'NB' : 'B', b, point, behind === 'lag' ? y : 0),
    behindBy('C', 4, 'XB', null),
  ]
}

t.test('delays one after the other are never concurrent', test => {
  const faults: string[] = []
  for (const parties of [
    ['owner', 'contractor'],
    ['contractor', 'owner'],
  ] as const)
    for (const days of [
      [3, 2],
      [2, 4],
      [3, 3],
    ] as const)
      for (const before of TELLINGS)
        for (const behind of TELLINGS)
          for (const near_critical_threshold of [0, 3, 10]) {
            const [x, y] = days
            const plan = inSeries([0, 0], ['idle', 'idle'], parties).map(each => ({
              ...each,
              ...{ actual_start: null, actual_finish: null, remaining_duration_days: null },
            }))
            const record = { plan, updates: [[14, inSeries(days, [before, behind], parties)]] as const }
            const { entitlement } = dataOf(test, record, { near_critical_threshold })
            const [first, second] = [entitlement.excusable_compensable_days, entitlement.non_excusable_days]
            const [of, after] = parties[0] === 'owner' ? [first, second] : [second, first]
            if (!near(of, x) || !near(after, y))
              faults.push(
                `${parties[0]} ${x} ${before}, then ${y} ${behind}, threshold ${near_critical_threshold}: ${of} and ${after}`,
              )
          }
  test.strictSame(faults, [])
  test.end()
})

t.test('beside a delay of the other, revisions hold no more than they have', test => {
  for (const [idler, other] of [
    ['owner', 'contractor'],
    ['contractor', 'owner'],
  ] as const)
    for (const days of [0.01, 0.5, 1, 4])
      for (const near_critical_threshold of [0, 2, 4, 5, 5.5, 6, 10]) {
        const plan = [
          row('A', 20, [], idler, { planned_start: date(0) }),
          row('B', 20, [], other, { planned_start: date(0) }),
          row('M', 1, ['A', 'B'], null),
        ]
        const now = [
          row('A', 20, [], idler, withLeft(18)),
          row('B', 20, [], other, withLeft(12)),
          row('N', days, ['B'], other),
          row('M', 1, ['A', 'N'], null),
        ]
        const { entitlement } = dataOf(test, { plan, updates: [[8, now]] }, { near_critical_threshold })
        const isNear = 6 - days <= near_critical_threshold + 1e-9
        test.ok(
          near(entitlement.concurrent_days, isNear ? days : 0),
          `${other} adds ${days} beside 6 of ${idler}, threshold ${near_critical_threshold}: ${entitlement.concurrent_days}`,
        )
      }
  test.end()
})

t.test('a variation that is taken out again before it began holds nothing', test => {
  for (const [idler, other] of [
    ['owner', 'contractor'],
    ['contractor', 'owner'],
  ] as const) {
    const at = (day: number, left: [number, number], added: readonly [string, number, string][]): Update => [
      day,
      [
        row('A', 20, [], idler, withLeft(left[0])),
        row('B', 20, [], other, withLeft(left[1])),
        ...added.map(([id, days, party]) => row(id, days, ['B'], party)),
        row('M', 1, ['A', 'B', ...added.map(([id]) => id)], null),
      ],
    ]
    const plan = [
      row('A', 20, [], idler, { planned_start: date(0) }),
      row('B', 20, [], other, { planned_start: date(0) }),
      row('M', 1, ['A', 'B'], null),
    ]
    const earned = (...updates: Update[]): number[] => {
      const { entitlement } = dataOf(test, { plan, updates }, {})
      const { excusable_compensable_days, non_excusable_days, concurrent_days } = entitlement
      return [idler === 'owner' ? excusable_compensable_days : non_excusable_days, concurrent_days]
    }
    const first = at(8, [16, 12], [['N', 4, other]])
    test.strictSame(earned(first), [0, 4], 'while it is there')
    test.strictSame(earned(first, at(10, [14, 10], [])), [4, 0], 'taken out')
    test.strictSame(earned(first, at(10, [14, 10], [['N2', 4, other]])), [0, 4], 'another in its place')
    test.strictSame(earned(first, at(10, [14, 10], [['N', 4, other]]), at(12, [12, 8], [])), [4, 0], 'later')
    const done = at(18, [6, 0], [['N', 4, other]])
    done[1][1] = row('B', 20, [], other, { planned_start: date(0), actual_start: date(0), actual_finish: date(17) })
    done[1][2] = row('N', 4, ['B'], other, { actual_start: date(17), remaining_duration_days: 3 })
    test.strictSame(earned(first, done)[1], 4, 'begun')
  }
  test.end()
})

t.test('a lag that runs on work which was stopped is lost by that work, by whole days and by calendars', test => {
  const week = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(day => [
      day,
      [['08:00', '16:00']],
    ]),
  )
  const calendars = { calendars: [{ id: 'C', hours_per_day: 8, work_week: week }], default_calendar_id: 'C' }
  const lag = [{ task_id: 'A', type: 'SS', lag_days: 3 }]
  for (const stopped of [1, 2])
    for (const lost of [1, 2, 4])
      for (const setting of [{}, calendars]) {
        const goesOn = stopped + lost
        const A = { id: 'A', duration_days: 4, delay_category: 'owner' }
        const B = { id: 'B', duration_days: 10, predecessors: lag, delay_category: 'contractor' }
        const stops = { suspend_date: date(stopped), resume_date: date(goesOn) }
        const over = { actual_start: date(0), actual_finish: date(3 + lost) }
        const from = { actual_start: date(3 + lost), actual_finish: date(12 + lost) }
        const { data } = analyse(test, delayAnalyser, DelayAnalysisData, {
          ...(Object.keys(setting).length === 0 ? { calendar: 'calendar_days' } : {}),
          baseline_schedule: { baseline_date: date(0), ...setting, tasks: [{ ...A, planned_start: date(0) }, B] },
          current_schedule: {
            status_date: date(14 + lost),
            ...setting,
            tasks: [
              { ...A, ...over, ...stops },
              { ...B, ...from },
            ],
          },
        })
        const { excusable_compensable_calendar_days, non_excusable_calendar_days } = data.entitlement
        const told = [data.total_delay_calendar_days, excusable_compensable_calendar_days, non_excusable_calendar_days]
        test.strictSame(
          told,
          [lost, lost, 0],
          `stopped on day ${stopped} for ${lost}, ${Object.keys(setting).length === 0 ? 'whole days' : 'calendars'}`,
        )
      }
  test.end()
})

t.test('what two hold together in one group of added work stays with both', test => {
  const X = row('X', 10, [], null, { planned_start: date(0) })
  for (const [own, other] of [
    ['owner', 'contractor'],
    ['contractor', 'owner'],
  ] as const) {
    const added = [row('R', 2, ['X'], own), row('P', 5, ['R'], own), row('Q', 5, ['R'], other)]
    const plan = [X, row('Z', 5, ['X'], null)]
    const { entitlement } = dataOf(test, { plan, updates: [[1, [X, ...added, row('Z', 5, ['P', 'Q'], null)]]] }, {})
    const { excusable_compensable_days, non_excusable_days, concurrent_days } = entitlement
    const alone = own === 'owner' ? excusable_compensable_days : non_excusable_days
    test.strictSame(
      [Math.round(alone), Math.round(concurrent_days)],
      [2, 5],
      `${own}: without P or without Q the finish is the same`,
    )
  }
  test.end()
})
