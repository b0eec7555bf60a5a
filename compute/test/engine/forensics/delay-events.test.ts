/**
 * Delay events in delay analysis and in as-planned vs as-built: a day of a task that an event covers is the event's and its party's, the rest stays
 * with the category of the task; events and rest sum to the whole. EVENT_RUNS sets how many random series.
 */
import t, { type Test } from 'tap'
import { AsBuiltData } from '../../../../shared/contract/analysis/as-planned-vs-as-built/data.ts'
import { CollapsedAsBuiltData } from '../../../../shared/contract/analysis/collapsed-as-built/data.ts'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { TimeImpactData } from '../../../../shared/contract/analysis/time-impact/data.ts'
import { asBuiltAnalyser } from '../../../engine/analysis/as-planned-vs-as-built/analyser.ts'
import { collapsedAsBuiltAnalyser } from '../../../engine/analysis/collapsed-as-built/analyser.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { timeImpactAnalyser } from '../../../engine/analysis/time-impact/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random, shuffled } from '../../helpers/random.ts'
import { date } from './delay-dates.ts'

const RUNS = Number(process.env.EVENT_RUNS ?? 30)
const SEED = Number(process.env.EVENT_SEED ?? 36)

const MEMBERS = ['excusable_compensable', 'excusable_non_compensable', 'non_excusable', 'concurrent', 'unattributed']
const UNITS = ['days', 'calendar_days']
const FIGURES = MEMBERS.flatMap(member => UNITS.map(unit => `${member}_${unit}`))

interface Work {
  readonly id: string
  readonly days: number
  readonly after: readonly string[]
  readonly category: string | null
  /** Offsets of the work as built, the finish exclusive. */
  readonly from: number
  readonly to: number
  readonly plannedFrom: number
}

const delayed = (t: Test, body: object): Plain => analyse(t, delayAnalyser, DelayAnalysisData, body)
const asBuilt = (t: Test, body: object): Plain => analyse(t, asBuiltAnalyser, AsBuiltData, body)

function worksOf(rnd: Random): Work[] {
  const works: Work[] = []
  for (let n = between(rnd, 2, 6); n > 0; n--) {
    const after = works.length === 0 ? [] : [pick(rnd, works)]
    if (works.length > 1 && rnd() < 0.4) after.push(works.at(-1)!)
    const days = between(rnd, 1, 6)
    const plannedFrom = Math.max(0, ...after.map(each => each.plannedFrom + each.days))
    const from = Math.max(0, ...after.map(({ to }) => to)) + (rnd() < 0.5 ? between(rnd, 0, 3) : 0)
    const to = from + Math.max(1, days + pick(rnd, [0, 0, 1, 3, -1]))
    const category = pick(rnd, ['owner', 'contractor', 'weather', null])
    works.push({ id: `T${works.length}`, days, after: after.map(({ id }) => id), category, from, to, plannedFrom })
  }
  return works
}

/** The status of a day; `grown`: what is longer from this status on, a revision. */
const statusOf = (works: readonly Work[], day: number, grown: readonly string[] = []): TaskObject[] =>
  works.map(({ id, days, after, category, from, to }): TaskObject => {
    const isDone = to <= day
    const left = Math.max(1, Math.round((days * (to - day)) / (to - from)))
    return {
      id,
      duration_days: days + (grown.includes(id) && from >= day ? 2 : 0),
      predecessors: [...after],
      delay_category: category as never,
      ...(id === 'T0' ? { planned_start: date(0) } : {}),
      ...(from < day ? { actual_start: date(from) } : {}),
      ...(isDone ? { actual_finish: date(to - 1), percent_complete: 100 } : {}),
      ...(from < day && !isDone ? { remaining_duration_days: left } : {}),
    }
  })

function seriesOf(rnd: Random, works: readonly Work[]): object {
  const end = Math.max(...works.map(({ to }) => to))
  const middle = between(rnd, 1, end)
  const grown = works.filter(() => rnd() < 0.3).map(({ id }) => id)
  return {
    calendar: pick(rnd, ['calendar_days', 'working_days']),
    baseline_schedule: { baseline_date: date(0), tasks: statusOf(works, 0) },
    schedule_history: [{ snapshot_date: date(middle), tasks: statusOf(works, middle, grown) }],
    current_schedule: { status_date: date(end), tasks: statusOf(works, end, grown) },
  }
}

const dated = (works: readonly Work[]): object => ({
  calendar: 'calendar_days',
  current_schedule: {
    status_date: date(Math.max(...works.map(({ to }) => to))),
    tasks: works.map(({ id, days, after, category, from, to, plannedFrom }) => ({
      id,
      predecessors: after,
      delay_category: category,
      baseline_start: date(plannedFrom),
      baseline_finish: date(plannedFrom + days - 1),
      actual_start: date(from),
      actual_finish: date(to - 1),
    })),
  },
})

const eventsOf = (rnd: Random, works: readonly Work[]): Plain[] =>
  Array.from({ length: between(rnd, 1, 4) }, (_, n) => {
    const started = between(rnd, 0, 20)
    return {
      id: `E${n}`,
      party: pick(rnd, ['owner', 'contractor', 'neutral', 'third']),
      started: date(started),
      ...pick(rnd, [{}, { ended: date(started + between(rnd, 0, 8)) }, { days: between(rnd, 0, 6) }]),
      task_ids: works.filter(() => rnd() < 0.5).map(({ id }) => id),
    }
  })

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-5
const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)

/** Events and rest are the whole, to the digit, by each policy; and nothing but whose the days are has changed. */
function faults({ data }: Plain, without: Plain): string[] {
  const { entitlement, event_days } = data
  if (entitlement === null) return event_days === null ? [] : ['days without an entitlement']
  const rows = [...event_days.events, event_days.outside]
  const parts = entitlement.policies.flatMap((policy: Plain, n: number) =>
    FIGURES.flatMap(name => {
      const of = sum(rows.map((row: Plain) => row.policies[n][name]))
      return near(of, policy[name]) ? [] : [`${policy.concurrency} ${name}: ${of} of ${policy[name]}`]
    }),
  )
  const total = (plain: Plain): number => sum(Object.values(plain.by_category))
  return [
    ...parts,
    ...(near(total(data), total(without.data)) ? [] : ['by_category sums otherwise']),
    ...(near(data.recovery_days, without.data.recovery_days) ? [] : ['recovery']),
    ...(rows.some((row: Plain) => row.held_days < -1e-6) ? ['negative days'] : []),
  ]
}

t.test('law: events and rest sum to the whole, and an event that covers nothing changes nothing', async t => {
  t.comment(`seed ${SEED}, ${RUNS} runs`)
  const rnd = random(SEED)
  let booked = 0
  for (let run = 0; run < RUNS; run++) {
    const works = worksOf(rnd)
    const delay_events = eventsOf(rnd, works)
    const nothing = [
      { id: 'late', party: 'owner', started: date(400), task_ids: works.map(({ id }) => id) },
      { id: 'nowhere', party: 'owner', started: date(0) },
    ]
    for (const [of, body] of [
      [delayed, seriesOf(rnd, works)],
      [asBuilt, dated(works)],
    ] as const) {
      const without = of(t, body)
      const found = faults(of(t, { ...body, delay_events }), without)
      const idle = of(t, { ...body, delay_events: nothing }).data
      if (of(t, { ...body, delay_events }).data.event_days?.events.some((row: Plain) => row.held_days > 0)) booked++
      const same = (plain: Plain): Plain => ({ ...plain, event_days: null, entitlement: plain.entitlement?.policies })
      // with events there is an entitlement, whether or not a task has a category
      if (without.data.entitlement !== null && JSON.stringify(same(idle)) !== JSON.stringify(same(without.data)))
        found.push('an event that covers nothing changed something')
      if (found.length === 0) continue
      t.fail(`run ${run}: ${found.slice(0, 3).join('; ')}`, { body: JSON.stringify({ ...body, delay_events }) })
      return
    }
  }
  t.ok(booked > RUNS / 4, `${booked} booked`)
})

/** A to B; A begins three days late. */
const LATE: Work[] = [
  { id: 'A', days: 4, after: [], category: 'contractor', from: 3, to: 7, plannedFrom: 0 },
  { id: 'B', days: 2, after: ['A'], category: null, from: 7, to: 9, plannedFrom: 4 },
]
const LATE_SERIES = {
  calendar: 'calendar_days',
  baseline_schedule: {
    baseline_date: date(0),
    tasks: statusOf(LATE, 0).map(each => (each.id === 'A' ? { ...each, planned_start: date(0) } : each)),
  },
  current_schedule: { status_date: date(9), tasks: statusOf(LATE, 9) },
}
const inTwo = [
  { id: 'ACCESS', name: 'No access', party: 'owner', started: date(1), ended: date(1), task_ids: ['A'] },
  { id: 'STORM', party: 'neutral', category: 'weather', started: date(2), days: 1, task_ids: ['A', 'B'] },
]

t.test('golden: of three days of one task one is the owner’s, one the storm’s, one its own', async t => {
  for (const { data } of [
    delayed(t, { ...LATE_SERIES, delay_events: inTwo }),
    asBuilt(t, { ...dated(LATE), delay_events: inTwo }),
  ]) {
    const { event_days, entitlement, by_category } = data
    t.strictSame(
      event_days.events.map((row: Plain) => [row.id, row.name, row.party, row.held_days, row.held_calendar_days]),
      [
        ['ACCESS', 'No access', 'owner', 1, 1],
        ['STORM', null, 'neutral', 1, 1],
      ],
    )
    t.match(event_days.outside, {
      held_days: 1,
      policies: [{ concurrency: 'literal', non_excusable_days: 1 }, {}, {}, {}],
    })
    t.match(entitlement, { excusable_compensable_days: 1, excusable_non_compensable_days: 1, non_excusable_days: 1 })
    t.match(by_category, { owner: 1, weather: 1, contractor: 1 })
  }
})

t.test('an event beside another task on the same day is concurrent; revisions of its fragnet are its own', async t => {
  const beside: Work = { id: 'C', days: 4, after: [], category: 'contractor', from: 3, to: 7, plannedFrom: 0 }
  const both = dated([...LATE, beside, { ...LATE[1]!, id: 'D', after: ['C'] }])
  const { entitlement } = asBuilt(t, {
    ...both,
    delay_events: [{ ...inTwo[0], ended: date(2), started: date(0) }],
  }).data
  t.match(entitlement, { concurrent_days: 3, excusable_compensable_days: 0, non_excusable_days: 0 })
  const added = { id: 'VAR', duration_days: 5, predecessors: ['A'] }
  const tasks = statusOf(LATE, 7).map(each => (each.id === 'B' ? { ...each, predecessors: ['A', 'VAR'] } : each))
  const series = { ...LATE_SERIES, current_schedule: { status_date: date(7), tasks: [...tasks, added] } }
  const fragnet = [{ add_task: { id: 'VAR', duration_days: 5 } }]
  const { data } = delayed(t, { ...series, delay_events: [{ id: 'V1', party: 'owner', started: date(5), fragnet }] })
  t.match(data.event_days.events, [
    { id: 'V1', held_days: 5, policies: [{ excusable_compensable_days: 5 }, {}, {}, {}] },
  ])
  t.match(data.entitlement, { excusable_compensable_days: 5, non_excusable_days: 3, unattributed_days: 0 })
})

t.test('events that name what no schedule has, or one id twice, are refused with their place', async t => {
  const event = { id: 'E', party: 'owner', started: date(1), task_ids: ['Z'] }
  for (const refused of [
    delayed(t, { ...LATE_SERIES, delay_events: [event, { ...event, task_ids: [] }] }),
    asBuilt(t, { ...dated(LATE), delay_events: [event, { ...event, task_ids: [] }] }),
  ])
    t.match(refused.faults, [
      { loc: ['body', 'delay_events', 1, 'id'], type: 'conflict' },
      { loc: ['body', 'delay_events', 0, 'task_ids', 0], type: 'unknown', msg: /"Z"/ },
    ])
})

t.test('a fragnet that no schedule can take is refused by every method alike, with its place', async t => {
  const event = { id: 'E', party: 'owner', started: date(1), ended: date(2), task_ids: ['A'] }
  const at = (...rest: (string | number)[]) => ['body', 'delay_events', 0, 'fragnet', ...rest]
  const bad: readonly (readonly [change: object, loc: unknown[]])[] = [
    [{ op: 'add_task', task: { id: 'N' } }, at(0)],
    [{ task_id: 'A' }, at(0)],
    [{ task_id: 'Z', duration_days: 3 }, at(0, 'task_id')],
    [{ remove_task: 'A', successors: ['B'] }, at(0, 'successors')],
    [{ add_task: { id: 'N', predecessors: ['Z SS'] } }, at(0, 'add_task', 'predecessors', 0)],
    [{ link: { predecessor: 'A', successor: 'A' } }, at(0, 'link', 'successor')],
    [{ link: { predecessor: 'A', successor: 'Z' } }, at(0, 'link', 'successor')],
    [{ add_task: { id: 'N', duration_days: -1 } }, at(0, 'add_task', 'duration_days')],
  ]
  const good: readonly object[] = [
    { add_task: { id: 'N', duration_days: 2, predecessors: ['A FS+1 d'] }, successors: ['B'] },
    { link: { predecessor: 'A', successor: 'B', type: 'SS' } },
    { task_id: 'B', duration_days: 3, predecessors: ['A SS', { task_id: 'A', type: 'FF' }] },
  ]
  for (const [name, [analyser, data]] of Object.entries(FORENSIC)) {
    const of = (change: object) =>
      analyse(t, analyser, data, { ...LATE_SERIES, delay_events: [{ ...event, fragnet: [change] }] })
    for (const [change, loc] of bad)
      t.strictSame(
        of(change).faults?.map((each: Plain) => each.loc),
        [loc],
        `${name}: ${JSON.stringify(change)}`,
      )
    for (const change of good) t.notOk(of(change).faults, `${name}: ${JSON.stringify(change)}`)
  }
})

t.test('days that an event covers are not called open, and each task names its events', async t => {
  const tasks = (late: object): object[] => [
    { id: 'A', name: 'Approval', duration_days: 4, planned_start: date(0), ...late },
    { id: 'B', duration_days: 2, predecessors: ['A'], delay_category: 'contractor' },
  ]
  const body = (ended: number): object => ({
    calendar: 'calendar_days',
    baseline_schedule: { baseline_date: date(0), tasks: tasks({}) },
    current_schedule: { status_date: date(3), tasks: tasks({}) },
    delay_events: [{ id: 'E1', party: 'owner', started: date(0), ended: date(ended), task_ids: ['A'] }],
  })
  const all = delayed(t, body(2))
  t.notOk(all.findings.some((each: Plain) => each.code === 'DELAY_UNATTRIBUTED'))
  t.match(all.data.windows[0].attribution, [
    { id: 'A', contribution_days: 3, open_days: 0, covered_by: ['E1'], party: null },
  ])
  t.match(all.data.windows[0].days, [{ holders: [{ id: 'A', party: 'owner' }] }])
  const some = delayed(t, body(0))
  t.match(some.data.windows[0].attribution, [{ open_days: 2, covered_by: ['E1'] }])
  const open = some.findings.find((each: Plain) => each.code === 'DELAY_UNATTRIBUTED')
  t.match(open.description, /2 calendar days of 3 calendar days of delay; most by A Approval \+2 calendar days/)
})

const FORENSIC = {
  'delay analysis': [delayAnalyser, DelayAnalysisData],
  'as-planned vs as-built': [asBuiltAnalyser, AsBuiltData],
  'time impact': [timeImpactAnalyser, TimeImpactData],
  'collapsed as-built': [collapsedAsBuiltAnalyser, CollapsedAsBuiltData],
} as const

t.test('every method says of events what contradicts itself, and which of the two counts', async t => {
  const event = { party: 'owner', started: date(1), ended: date(2), task_ids: ['A'] }
  const sent: readonly (readonly [code: string, text: RegExp, event: object])[] = [
    [
      'EVENT_DAYS_AND_DATES',
      /Events: E \(50 working days as sent, 2 working days from [-\d]+ to [-\d]+\)\.$/,
      { days: 50 },
    ],
    [
      'EVENT_PARTY_AND_CATEGORY',
      /The party counts.*E \(party owner, category contractor\)/,
      { category: 'contractor' },
    ],
    ['EVENT_WITHOUT_TASKS', /neither task_ids nor a fragnet.*Events: E\./, { task_ids: [] }],
    ['EVENT_BEFORE_SCHEDULES', /before the first day of all schedules/, { started: '2020-01-01', ended: '2020-01-02' }],
    ['EVENT_AFTER_LAST_DATA_DATE', /prospective/, { started: date(400), ended: date(401) }],
  ]
  const codesOf = (reply: Plain): string[] =>
    reply.findings.map(({ code }: Plain) => code).filter((code: string) => code.startsWith('EVENT_'))
  for (const [name, [analyser, data]] of Object.entries(FORENSIC)) {
    const told = (own: object) =>
      analyse(t, analyser, data, { ...LATE_SERIES, delay_events: [{ id: 'E', ...event, ...own }] })
    t.strictSame(codesOf(told({ days: 1.5, category: 'procurement' })), [], name)
    for (const [code, text, own] of sent) {
      const reply = told(own)
      t.strictSame(codesOf(reply), [code], `${name}: ${code}`)
      t.match(reply.findings.find((each: Plain) => each.code === code).description, text, `${name}: ${code}`)
    }
  }
})

t.test(
  'law: neither ids of events nor of tasks nor the order of rows decide whose a day is, by any method',
  async t => {
    const rnd = random(SEED + 1)
    const ways = [
      ...Object.values(FORENSIC).map(of => [...of, {}] as const),
      [timeImpactAnalyser, TimeImpactData, { method: 'single_base' }] as const,
      [collapsedAsBuiltAnalyser, CollapsedAsBuiltData, { method: 'multi' }] as const,
    ]
    const figures = /days|policies|contract_dates|by_party|by_category|entitlement|damages/
    let tied = 0
    for (let run = 0; run < RUNS / 3; run++) {
      const works = worksOf(rnd)
      const starts = [between(rnd, 0, 8), between(rnd, 0, 8)]
      const delay_events = eventsOf(rnd, works).map(event => ({ ...event, started: date(pick(rnd, starts)) }))
      for (const event of delay_events) if (event.ended < event.started) event.ended = event.started
      if (new Set(delay_events.map(({ started }) => started)).size < delay_events.length) tied++
      const body = { ...seriesOf(rnd, works), delay_events }
      const own = /"([TE])(\d)"/g
      const renamed = JSON.parse(
        JSON.stringify(body).replace(own, (_, kind, n) => `"${kind}${9 - Number(n)}"`),
      ) as Plain
      for (const schedule of [renamed.baseline_schedule, ...renamed.schedule_history, renamed.current_schedule])
        schedule.tasks = shuffled(rnd, schedule.tasks)
      renamed.delay_events = shuffled(rnd, renamed.delay_events)
      for (const [analyser, schema, more] of ways) {
        const options = { completion_date: date(10), damages_per_day: 1, ...more }
        const [is, other] = [body, renamed].map(each => {
          const { data } = analyse(t, analyser, schema, { ...each, options })
          const events = [...(data.events ?? []), ...(data.event_days?.events ?? [])]
          const rows = events.map((row: Plain) => [
            row.id,
            row.schedule,
            ...Object.entries(row).filter(([name]) => /days$/.test(name)),
          ])
          const whole = Object.entries(data).filter(([name]) => figures.test(name) && name !== 'event_days')
          return { whole, rows }
        })
        const back = other!.rows.map(([id, ...row]) => [`E${9 - Number(id.slice(1))}`, ...row])
        const byText = (rows: readonly unknown[]) => rows.map(row => digits(row)).sort()
        if (byText(back).join() === byText(is!.rows).join() && digits(is!.whole) === digits(other!.whole)) continue
        t.same(byText(back), byText(is!.rows), `run ${run}`)
        t.same(JSON.parse(digits(other!.whole)), JSON.parse(digits(is!.whole)), `run ${run}`)
        t.fail(`run ${run}: ${analyser.name}`, { body: JSON.stringify({ ...body, options }) })
        return
      }
    }
    t.ok(tied > RUNS / 12, `${tied} with ties`)
  },
)

/** As text, without the last digits of what is summed in another order. */
const digits = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'number' ? Math.round(each * 1e4) / 1e4 : each))
