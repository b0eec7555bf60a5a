/**
 * Work that was put in between two tasks, the link between them cut, and carried out: taken out again it leaves no trace, alone and with all others, with the plan beside it or
 * without. RUNS sets how many, SEED which.
 */
import t from 'tap'
import type { Plain } from '../../helpers/analyse.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { told } from './all-methods.ts'
import { date } from './delay-dates.ts'

const SEED = Number(process.env.SEED ?? 20261129)
const RUNS = Number(process.env.RUNS ?? 60)

interface Link {
  readonly p: string
  readonly type: 'FS' | 'SS' | 'FF'
  readonly lag: number
}
interface Task {
  readonly id: string
  readonly days: number
  readonly links: readonly Link[]
}

/** Each as early as its links let it; predecessors first. */
function placed(tasks: readonly Task[]): Map<string, readonly [start: number, finish: number]> {
  const dates = new Map<string, readonly [number, number]>()
  for (const { id, days, links } of tasks) {
    const bounds = links.map(({ p, type, lag }) => {
      const [start, finish] = dates.get(p)!
      return (type === 'SS' ? start : finish) + lag - (type === 'FF' ? days : 0)
    })
    const start = Math.max(0, ...bounds)
    dates.set(id, [start, start + days])
  }
  return dates
}

function plan(rnd: Random, isFarFetched: boolean): Task[] {
  const tasks: Task[] = []
  for (let n = between(rnd, 2, 7); n > 0; n--) {
    const from = tasks.filter(() => rnd() < 0.4)
    const links = from.map(({ id }): Link => {
      const type = isFarFetched ? pick(rnd, ['FS', 'FS', 'SS', 'FF'] as const) : 'FS'
      return { p: id, type, lag: isFarFetched && rnd() < 0.4 ? between(rnd, 0, 3) : 0 }
    })
    tasks.push({ id: `T${tasks.length}`, days: between(rnd, 1, 8), links })
  }
  return tasks
}

/** A chain of added work instead of one link, or beside it. */
function inserted(
  rnd: Random,
  tasks: readonly Task[],
  isKept: boolean,
): { readonly tasks: Task[]; readonly added: Task[] } {
  const u = pick(
    rnd,
    tasks.filter(({ links }) => links.length > 0),
  )
  const cut = pick(rnd, u.links)
  const added: Task[] = []
  let p = cut.p
  for (let n = between(rnd, 1, 3); n > 0; n--) {
    const id = `W${added.length}`
    added.push({ id, days: between(rnd, 1, 5), links: [{ p, type: 'FS', lag: rnd() < 0.2 ? between(rnd, 1, 2) : 0 }] })
    p = id
  }
  const links = [...u.links.filter(link => isKept || link !== cut), { p, type: 'FS', lag: 0 } as const]
  const at = tasks.indexOf(u)
  return { tasks: [...tasks.slice(0, at), ...added, { ...u, links }, ...tasks.slice(at + 1)], added }
}

t.test('work that was put in between and is taken out leaves the dates of before', test => {
  const faults: string[] = []
  for (let n = 0; n < RUNS; n++) {
    const rnd = random(SEED + n)
    const isPlanSent = rnd() < 0.5
    const before = plan(rnd, isPlanSent)
    if (before.every(({ links }) => links.length === 0)) continue
    const { tasks, added } = inserted(rnd, before, rnd() < 0.3)
    const built = placed(tasks)
    // nothing taken out makes anything later, as a link with a lag longer than the work put there instead would
    if (before.some(({ id }) => placed(before).get(id)![0] > built.get(id)![0])) continue
    const rowsOf = (all: readonly Task[], dates?: typeof built): Plain[] =>
      all.map(({ id, days, links }) => ({
        ...{ id, duration_days: days, planned_start: date(0) },
        ...(dates && { actual_start: date(dates.get(id)![0]), actual_finish: date(dates.get(id)![1] - 1) }),
        predecessors: links.map(({ p, type, lag }) => ({ task_id: p, type, lag_days: lag })),
      }))
    const sent = {
      calendar: 'calendar_days',
      ...(isPlanSent && { baseline_schedule: { baseline_date: date(0), tasks: rowsOf(before) } }),
      current_schedule: {
        status_date: date(Math.max(...[...built.values()].map(([, finish]) => finish))),
        tasks: rowsOf(tasks, built),
      },
      delay_events: added.map(({ id, days, links }) => ({
        ...{
          id: `V${id}`,
          party: pick(rnd, ['owner', 'contractor']),
          started: date(built.get(id)![0]),
          ended: date(built.get(id)![1] - 1),
        },
        fragnet: [{ add_task: { id, duration_days: days, predecessors: links.map(({ p }) => p) } }],
      })),
    }
    const { data } = told('collapsed', sent)
    const without = (from: readonly Plain[]): string[] => {
      const rows = new Map(from.map(row => [row.id, [row.start_without_events, row.finish_without_events]]))
      return before.map(({ id }) => String(rows.get(id)))
    }
    const dates = placed(before)
    const should = before.map(({ id }) => String([date(dates.get(id)![0]), date(dates.get(id)![1] - 1)]))
    const is = without(data.simulations[0].tasks)
    // each alone: the others stand as one chain
    const end = (all: readonly Task[]): number => Math.max(...[...placed(all).values()].map(([, finish]) => finish))
    const alone = added.map(({ id, links: [into] }) => {
      const left = tasks.filter(each => each.id !== id)
      const led = left.map(each => ({
        ...each,
        links: each.links.flatMap((link): Link[] => {
          if (link.p !== id) return [link]
          const cut = before.find(({ id: of }) => of === each.id)?.links.find(({ p }) => p === into!.p)
          return each.links.some(({ p }) => p === into!.p) ? [] : [cut ?? { ...into!, type: 'FS', lag: 0 }]
        }),
      }))
      return Math.max(0, end(tasks) - end(led))
    })
    const isAlone = added.map(({ id }) => data.events.find((row: Plain) => row.id === `V${id}`).alone_working_days)
    if (String(is) !== String(should) || String(isAlone) !== String(alone))
      faults.push(
        `${n}: ${JSON.stringify({ before, added, isPlanSent })}: ${is}, not ${should}; alone ${isAlone}, not ${alone}`,
      )
  }
  test.strictSame(faults.slice(0, 4), [], `${faults.length} faults`)
  test.end()
})

t.test('under which ids an update has added work makes no difference to the windows', test => {
  const faults: string[] = []
  for (let n = 0; n < RUNS / 2; n++) {
    const rnd = random(SEED + n)
    const before = plan(rnd, false)
    if (before.every(({ links }) => links.length === 0)) continue
    const { tasks, added } = inserted(rnd, before, false)
    const built = placed(tasks)
    const end = Math.max(...[...built.values()].map(([, finish]) => finish))
    const day = between(rnd, 1, end - 1)
    const isAdded = new Set(added.map(({ id }) => id))
    const rowsOf = (all: readonly Task[], until: number, idOf = (id: string) => id): Plain[] =>
      all.map(({ id, days, links }) => {
        const [start, finish] = built.get(id)!
        return {
          ...{ id: idOf(id), duration_days: days, planned_start: date(0) },
          ...(start < until && { actual_start: date(start) }),
          ...(finish <= until
            ? { actual_finish: date(finish - 1) }
            : start < until && { remaining_duration_days: finish - until }),
          predecessors: links.map(({ p, type, lag }) => ({ task_id: idOf(p), type, lag_days: lag })),
        }
      })
    const windows = [false, true].map(isOther => {
      const idOf = (id: string): string => (isOther && isAdded.has(id) ? `${id}X` : id)
      const { data } = told('collapsed', {
        calendar: 'calendar_days',
        baseline_schedule: { baseline_date: date(0), tasks: rowsOf(before, 0) },
        schedule_history: [{ snapshot_date: date(day), tasks: rowsOf(tasks, day, idOf) }],
        current_schedule: { status_date: date(end), tasks: rowsOf(tasks, end) },
        options: { method: 'multi' },
        delay_events: added.map(({ id, days, links }) => ({
          ...{ id: `V${id}`, party: 'owner', started: date(0), ended: date(end) },
          fragnet: [{ add_task: { id, duration_days: days, predecessors: links.map(({ p }) => p) } }],
        })),
      })
      return JSON.stringify(
        data.events.map((row: Plain) => [row.id, row.schedule, row.earlier_working_days, row.flags]),
      )
    })
    if (windows[0] !== windows[1])
      faults.push(`${n}: ${JSON.stringify({ before, added, day })}: ${windows[1]}, not ${windows[0]}`)
  }
  test.strictSame(faults.slice(0, 4), [], `${faults.length} faults`)
  test.end()
})

t.test(
  'a variation that updates show planned before it begins is its event, by every method that has updates',
  test => {
    const faults: string[] = []
    for (let n = 0; n < RUNS / 6; n++) {
      const rnd = random(SEED + 7_000 + n)
      const parties = ['owner', 'contractor', 'neutral'] as const
      // a chain, carried out without a break
      const work = Array.from({ length: between(rnd, 2, 5) }, (_, k) => ({
        ...{ id: `T${k}`, days: between(rnd, 2, 8), party: undefined as (typeof parties)[number] | undefined },
        told: 0,
      }))
      const isNamed = rnd() < 0.5
      const chain = work.flatMap((task, k) =>
        k === 0 || rnd() < 0.4
          ? [task]
          : [{ id: `W${k}`, days: between(rnd, 1, 6), party: pick(rnd, parties), told: between(rnd, 1, 9) }, task],
      )
      let day = 0
      const start = new Map<string, number>()
      for (const { id, days } of chain) {
        start.set(id, day)
        day += days
      }
      const updates = [...new Set(Array.from({ length: between(rnd, 1, 3) }, () => between(rnd, 1, day - 1)))].sort(
        (a, b) => a - b,
      )
      const asOf = (at: number, isTold: (task: (typeof chain)[number]) => boolean): Plain[] =>
        chain.filter(isTold).map(({ id, days, party }, k, all) => {
          const from = start.get(id)!
          return {
            ...{
              id,
              duration_days: days,
              ...(k === 0 ? { planned_start: date(0) } : { predecessors: [all[k - 1]!.id] }),
            },
            ...{ delay_category: party === 'neutral' ? 'weather' : (party ?? 'contractor') },
            ...(from < at && { actual_start: date(from) }),
            ...(from + days <= at
              ? { actual_finish: date(from + days - 1) }
              : from < at && { remaining_duration_days: from + days - at }),
          }
        })
      const isPlan = ({ party }: (typeof chain)[number]): boolean => party === undefined
      const known = (at: number) => (each: (typeof chain)[number]) =>
        isPlan(each) || each.told <= at || start.get(each.id)! < at
      const events = chain.flatMap((each, k): Plain[] => {
        const { id, days, party } = each
        if (party === undefined) return []
        const from = start.get(id)!
        // named by its id it has to be in the update before it
        const base = updates.findLast(at => at <= from)
        const isInBase = base !== undefined && known(base)(each)
        return [
          {
            ...{ id: `V${id}`, party, started: date(from), ended: date(from + days - 1) },
            ...(isNamed && isInBase
              ? { task_ids: [id] }
              : {
                  fragnet: [
                    {
                      add_task: { id, duration_days: days, predecessors: [chain[k - 1]!.id] },
                      successors: [chain[k + 1]!.id],
                    },
                  ],
                }),
          },
        ]
      })
      const plan = chain.filter(isPlan)
      const sent = {
        calendar: 'calendar_days',
        baseline_schedule: { baseline_date: date(0), tasks: asOf(0, isPlan) },
        schedule_history: updates.map(at => ({ snapshot_date: date(at), tasks: asOf(at, known(at)) })),
        current_schedule: { status_date: date(day), tasks: asOf(day, () => true) },
        delay_events: events,
      }
      const completion_date = date(plan.reduce((sum, { days }) => sum + days, 0) - 1)
      const of = (isOwn: (party: string) => boolean): number =>
        chain.reduce((sum, { party, days }) => sum + (party !== undefined && isOwn(party) ? days : 0), 0)
      const should = [of(party => party !== 'contractor'), of(party => party === 'contractor'), 0]
      for (const [method, options] of [
        ['observed', {}],
        ['collapsed', { method: 'single' }],
        ['collapsed', { method: 'multi' }],
        ['impact', { method: 'multi_base' }],
      ] as const) {
        const { data } = told(method, { ...sent, options: { ...options, completion_date } })
        const [row] = data.contract_dates.completions
        const is = [row.extension_calendar_days, row.liquidated_calendar_days, row.open_calendar_days]
        if (String(is) !== String(should))
          faults.push(
            `${n} ${method} ${JSON.stringify(options)}: ${is}, not ${should}; ${JSON.stringify({ chain, updates, events })}`,
          )
      }
    }
    test.strictSame(faults.slice(0, 4), [], `${faults.length} faults`)
    test.end()
  },
)
