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

const KINDS = ['a lag', 'an order', 'a part', 'all of it', 'a start'] as const

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
  // by lengths and places, added work of its party, or of as many days, can be what it was
  if (plan.some(each => each.id[0] === 'N' && (each.party === work.party || each.days === part))) return undefined
  const party = pick(rnd, parties)
  const told = (link: Link): Plan =>
    plan.map(each => ({ ...each, before: each.before.map(own => (own.id === id ? { ...own, ...link, id } : own)) }))
  if (kind === 'all of it') return relinked(replaced(plan, id, [{ ...work, id: `V${id}`, party }]), id, `V${id}`)
  if (kind === 'a part') {
    const halves = [
      { ...work, days: days - part },
      { id: `P${id}`, party, days: part, before: after(id) },
    ]
    return replaced(relinked(plan, id, `P${id}`), id, halves)
  }
  // what is added behind it waits for it anew
  if (behind.some(({ id: each }) => each[0] === 'N')) return undefined
  if (kind === 'a start') return told({ id, type: 'SS', lag: days })
  if (kind === 'a lag') return replaced(told({ id, type: 'FS', lag: part }), id, [{ ...work, days: days - part }])
  const [next] = behind
  if (behind.length !== 1 || next!.id === 'END' || next!.before.length !== 1) return undefined
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

t.test('what another party has to the day is exchanged, and no work of the own party is taken for it', test => {
  type Row = readonly [id: string, days: number, party: Party]
  const works = (rows: readonly Row[]): Plan =>
    rows.map(([id, days, party], n) => ({
      id,
      days,
      party,
      before: after(...rows.slice(n - 1, n).map(([last]) => last)),
    }))
  const a: Row = ['A', 6, 'contractor']
  const c: Row = ['C', 4, 'contractor']
  const plan = works([a, ['B', 20, 'contractor'], c])
  const told = (...now: readonly Row[]): number[] => earned(accountOf(test, plan, [works(now)], 4, {})).slice(0, 3)
  test.strictSame(told(a, ['V', 20, 'owner'], ['N', 2, 'contractor'], c), [0, 0, 2], 'taken over')
  test.strictSame(told(a, ['N', 3, 'contractor'], ['B', 10, 'contractor'], ['P', 10, 'owner'], c), [0, 0, 3], 'a half')
  test.end()
})
