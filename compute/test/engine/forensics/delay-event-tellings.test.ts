/** What delay events say of work beside its own dates: that an event names days which everybody knows already changes no account. RUNS sets how many, SEED which. */
import t from 'tap'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { earned } from './accounts.ts'
import { told } from './all-methods.ts'
import { date } from './delay-dates.ts'
import { dataOf, type Link, linkFrom, row } from './delay-series.ts'

const SEED = Number(process.env.SEED ?? 20261129)
const RUNS = Number(process.env.RUNS ?? 60)

const PARTY_OF: Readonly<Record<string, string>> = { owner: 'owner', contractor: 'contractor', weather: 'neutral' }
const over = (from: number, days: number): object => ({
  actual_start: date(from),
  actual_finish: date(from + Math.max(0, days - 1)),
})

interface Work {
  readonly id: string
  readonly days: number
  readonly from: number
  readonly party: string
  readonly links: readonly Link[]
}

const letsGo = (links: readonly Link[], at: ReadonlyMap<string, Pick<Work, 'from' | 'days'>>): number =>
  Math.max(
    ...links.map(({ task_id, type, lag_days }) => {
      const { from, days } = at.get(task_id)!
      return from + Math.max(0, (type === 'SS' ? 0 : days) + lag_days)
    }),
  )

/** Work that was added behind T, one behind or beside the other, and begun when its links let it; the first of it can wait for others, too. */
function addedWork(
  rnd: Random,
  first: { readonly id: string; readonly days: number },
  aside: { readonly id: string; readonly days: number } | undefined,
  isChain: boolean,
  isLast: boolean,
): Work[] {
  const made: Work[] = []
  const at = new Map([first, ...(aside ? [aside] : [])].map(({ id, days }) => [id, { from: 0, days }]))
  for (let n = between(rnd, 1, 4); n > 0; n--) {
    const id = `W${made.length}`
    const days = rnd() < 0.1 && !isChain && !isLast ? 0 : between(rnd, 1, 5)
    const behind = [made.length === 0 ? first : isChain || rnd() < 0.6 ? made.at(-1)! : pick(rnd, [first, ...made])]
    if (!isChain && rnd() < 0.3) behind.push(first)
    const links = behind.map(
      (each): Link =>
        isChain || each === first || each.days === 0
          ? {
              task_id: each.id,
              type: 'FS',
              lag_days: made.length === 0 && !isLast && rnd() < 0.4 ? between(rnd, 1, 2) : 0,
            }
          : linkFrom(rnd, each),
    )
    if (made.length === 0 && aside !== undefined) links.push({ task_id: aside.id, type: 'FS', lag_days: 0 })
    const work = { id, days, from: letsGo(links, at), party: pick(rnd, Object.keys(PARTY_OF)), links }
    made.push(work)
    at.set(id, work)
  }
  return made
}

t.test('an event on exactly the days of added work, of the party that it has anyway, changes nothing', test => {
  const faults: string[] = []
  for (let n = 0; n < RUNS; n++) {
    const rnd = random(SEED + n)
    const T = { id: 'T', days: between(rnd, 4, 12) }
    const isChain = rnd() < 0.5
    const isLast = rnd() < 0.2
    // by the plan it ends before U does
    const P = { id: 'P', days: T.days + between(rnd, 1, 3) }
    const aside = !isLast && rnd() < 0.2 ? P : undefined
    const added = addedWork(rnd, T, aside, isChain, isLast)
    const at = new Map<string, Pick<Work, 'from' | 'days'>>([
      ...[T, P].map(({ id, days }) => [id, { from: 0, days }] as const),
      ...added.map(work => [work.id, work] as const),
    ])
    const links = [added.at(-1)!, ...(rnd() < 0.3 ? [pick(rnd, added)] : [])].map(
      ({ id }): Link => ({ task_id: id, type: 'FS', lag_days: 0 }),
    )
    const u = letsGo(links, at)
    const behind = (tasks: TaskObject[]): TaskObject[] => (isLast ? tasks.slice(0, -1) : tasks)
    const first = row('T', T.days, [], 'contractor', { planned_start: date(0) })
    const other = aside ? [row('P', P.days, [], 'contractor', { planned_start: date(0) })] : []
    const plan = behind([first, ...other, row('U', 4, ['T'], 'contractor')])
    const now = behind([
      { ...first, ...over(0, T.days) },
      ...other.map(each => ({ ...each, ...over(0, P.days) })),
      ...added.map(({ id, days, from, party, links }) =>
        row(id, days, [], party, { predecessors: links, ...over(from, days) }),
      ),
      row('U', 4, [], 'contractor', { predecessors: links, ...over(u, 4) }),
    ])
    const events = added
      .filter(({ days }) => days > 0 && rnd() < 0.6)
      .map(({ id, days, from, party }) => ({
        ...{ id: `V${id}`, party: PARTY_OF[party], started: date(from), ended: date(from + days - 1) },
        ...(rnd() < 0.7
          ? { task_ids: [id] }
          : {
              fragnet: [
                {
                  add_task: { id, duration_days: days, predecessors: ['T'] },
                  ...(isLast ? {} : { successors: ['U'] }),
                },
              ],
            }),
      }))
    const end = Math.max(u + 4, ...added.map(({ from, days }) => from + days))
    const record = { plan, updates: [[end + between(rnd, 0, 2), now]] as const }
    const [without, withEvents] = [[], events].map(delay_events =>
      earned({ data: dataOf(test, record as never, {}, n % 2 === 1, { delay_events }) }),
    )
    // one behind the other each holds its own days, the lag before it as well
    const own = Object.keys(PARTY_OF).map(party =>
      added.reduce((sum, each) => sum + (each.party === party ? each.days + each.links[0]!.lag_days : 0), 0),
    )
    const [compensable, neutral, notExcusable] = withEvents!
    const isOwn = !isChain || aside !== undefined || String([compensable, notExcusable, neutral]) === String(own)
    if (!isOwn || String(without) !== String(withEvents))
      faults.push(
        `${n}: ${JSON.stringify(added.map(({ id, days, from, party, links }) => [id, days, from, party, links.map(l => `${l.task_id}${l.type}${l.lag_days}`).join()]))}, events ${events.map(({ id }) => id)}: ${withEvents}, without ${without}`,
      )
  }
  test.strictSame(faults.slice(0, 6), [], `${faults.length} faults`)
  test.end()
})

t.test('a stop is what stops work from the day on which it begins, whenever an update tells it', test => {
  const faults: string[] = []
  for (let n = 0; n < RUNS / 2; n++) {
    const rnd = random(SEED + n)
    const [own, other] = n % 2 === 0 ? (['owner', 'contractor'] as const) : (['contractor', 'owner'] as const)
    const [days, done, idle, stopped] = [
      between(rnd, 6, 12),
      between(rnd, 1, 4),
      between(rnd, 0, 2),
      between(rnd, 1, 6),
    ]
    const stop = done + idle
    const goesOn = stop + stopped
    const A = row('A', days, [], other, { planned_start: date(0) })
    const plan = [A, row('B', 5, ['A'], other)]
    const now = (day: number): TaskObject[] => {
      const worked = Math.min(done, day) + Math.max(0, day - goesOn)
      const stops = day < stop ? {} : { suspend_date: date(stop), resume_date: date(goesOn) }
      return [{ ...A, actual_start: date(0), remaining_duration_days: days - worked, ...stops }, plan[1]!]
    }
    const last = stop + (rnd() < 0.5 ? 0 : between(rnd, 0, stopped + 1))
    const first = idle > 0 ? [done] : []
    const delay_events = [{ id: 'V', party: own, started: date(stop), ended: date(goesOn - 1), task_ids: ['A'] }]
    for (const cut of [first, [...first, stop]]) {
      const updates = [...new Set([...cut.filter(day => day < last), last])].map(day => [day, now(day)] as const)
      const data = dataOf(test, { plan, updates: updates as never }, {}, n % 4 > 1, { delay_events })
      const [compensable, , notExcusable] = earned({ data })
      const [held, before] = own === 'owner' ? [compensable, notExcusable] : [notExcusable, compensable]
      const ofEvent = data.event_days.events[0].held_days
      if (held !== stopped || before !== idle || ofEvent !== stopped)
        faults.push(
          `${n}: done ${done}, idle ${idle}, stopped by ${own} ${stop} to ${goesOn}, told ${updates.map(([day]) => day)}: ${held} of ${stopped} (event ${ofEvent}), ${before} of ${idle}`,
        )
    }
  }
  test.strictSame(faults.slice(0, 6), [], `${faults.length} faults`)
  test.end()
})

t.test('events on work without suspend dates say when nothing was done', test => {
  const faults: string[] = []
  for (let n = 0; n < RUNS / 2; n++) {
    const rnd = random(SEED + n)
    const days = between(rnd, 6, 14)
    const stops: { party: string; from: number; to: number }[] = []
    for (let at = between(rnd, 1, 3); stops.length < 3 && at < days + stops.length * 3; ) {
      const to = at + between(rnd, 0, 3)
      stops.push({ party: pick(rnd, Object.keys(PARTY_OF)), from: at, to })
      at = to + between(rnd, 1, 4)
    }
    const isStopped = (day: number): boolean => stops.some(({ from, to }) => from <= day && day <= to)
    let end = 0
    for (let done = 0; done < days; end++) if (!isStopped(end)) done++
    const felt = stops.filter(({ from }) => from < end)
    const T = row('T', days, [], 'contractor', { planned_start: date(0) })
    const plan = [T, row('U', 4, ['T'], 'contractor')]
    const cut = between(rnd, 1, end - 1)
    const at = (day: number): TaskObject[] => {
      const done = Array.from({ length: day }, (_, each) => each).filter(each => !isStopped(each)).length
      const left = done < days ? { remaining_duration_days: days - done } : { actual_finish: date(end - 1) }
      return [{ ...T, actual_start: date(0), ...left }, plan[1]!]
    }
    const delay_events = felt.map(({ party, from, to }, v) => ({
      ...{ id: `V${v}`, party: PARTY_OF[party], started: date(from), ended: date(to), task_ids: ['T'] },
    }))
    const own = Object.keys(PARTY_OF).map(party =>
      felt.reduce((sum, each) => sum + (each.party === party ? each.to - each.from + 1 : 0), 0),
    )
    for (const [updates, options] of [
      [[end], {}],
      [[cut, end], {}],
      [[end], { method: 'recreated', data_dates: [date(cut)] }],
    ] as const) {
      const record = { plan, updates: updates.map(day => [day, at(day)] as const) }
      const data = dataOf(test, record as never, options, n % 2 === 1, { delay_events })
      const [compensable, neutral, notExcusable] = earned({ data })
      if (String([compensable, notExcusable, neutral]) !== String(own))
        faults.push(
          `${n}: ${JSON.stringify(felt)}, work ${days}, told ${updates}: ${[compensable, notExcusable, neutral]}, not ${own}`,
        )
    }
    const dated = (from: number, to: number) => ({ planned_start: date(from), planned_finish: date(to) })
    const { entitlement } = told('dates', {
      calendar: 'calendar_days',
      baseline_schedule: {
        baseline_date: date(0),
        tasks: [
          { ...T, ...dated(0, days - 1) },
          { ...plan[1], ...dated(days, days + 3) },
        ],
      },
      current_schedule: {
        status_date: date(end + 4),
        tasks: [at(end)[0], { ...plan[1], actual_start: date(end), actual_finish: date(end + 3) }],
      },
      delay_events,
    }).data
    const { excusable_compensable_days, non_excusable_days, excusable_non_compensable_days } = entitlement
    const byDates = [excusable_compensable_days, non_excusable_days, excusable_non_compensable_days]
    if (String(byDates) !== String(own))
      faults.push(`${n}: ${JSON.stringify(felt)}, work ${days}, by dates alone: ${byDates}, not ${own}`)
  }
  test.strictSame(faults.slice(0, 6), [], `${faults.length} faults`)
  test.end()
})

t.test('functional concurrency pairs as many days, however the delays of two equal paths are told', test => {
  const faults: string[] = []
  const KINDS = ['idle', 'longer', 'added'] as const
  const day = 6
  const path = (id: string, party: string, late: number, kind: (typeof KINDS)[number]) => {
    const longer = kind === 'longer' ? late : 0
    const remaining_duration_days = 20 - day + longer + (kind === 'idle' ? late : 0)
    const work = row(id, 20 + longer, [], party, { actual_start: date(0), remaining_duration_days })
    return kind === 'added' ? [work, row(`N${id}`, late, [id], party)] : [work]
  }
  for (const [a, b] of [
    [4, 2],
    [2, 4],
    [3, 3],
  ] as const)
    for (const kindA of KINDS)
      for (const kindB of KINDS) {
        const plan = [
          row('A', 20, [], 'owner', { planned_start: date(0) }),
          row('B', 20, [], 'contractor', { planned_start: date(0) }),
          row('M', 3, ['A', 'B'], null),
        ]
        const works = [...path('A', 'owner', a, kindA), ...path('B', 'contractor', b, kindB)]
        const last = [kindA === 'added' ? 'NA' : 'A', kindB === 'added' ? 'NB' : 'B']
        const updates = [[day, [...works, row('M', 3, last, null)]]]
        const options = { concurrency: 'functional', near_critical_threshold: 10 }
        const [compensable, , notExcusable, concurrent] = earned({
          data: dataOf(test, { plan, updates } as never, options),
        })
        const both = Math.min(a, b)
        if (String([compensable, notExcusable, concurrent]) !== String([a - both, b - both, both]))
          faults.push(`owner ${a} ${kindA}, contractor ${b} ${kindB}: ${[compensable, notExcusable, concurrent]}`)
      }
  test.strictSame(faults, [])
  test.end()
})
