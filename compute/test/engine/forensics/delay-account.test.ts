/** What stands in the account at the end: revisions of one window are one movement, days are told on one grid, and sentences say what the figures say. */
import t, { type Test } from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { Account, bitOf, entitledBy, type OffMeasure } from '../../../engine/analysis/delay-analysis/account.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { CONTRACTOR, OWNER } from '../../../engine/analysis/delay-analysis/parties.ts'
import { analyse, analyseSent, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { date, done } from './delay-dates.ts'

/** The morning of offset 0: nothing can be late yet. */
const MORNING = `${date(0)}T08:00`
const DAYS = (from: number, to: number): number => to - from
const task = (id: string, duration_days: number, predecessors: unknown[] = [], more: object = {}): TaskObject =>
  ({ id, duration_days, predecessors, ...more }) as TaskObject

const reply = (t: Test, baseline: TaskObject[], history: object[], at: string, tasks: object, options = {}): Plain =>
  analyse(t, delayAnalyser, DelayAnalysisData, {
    baseline_schedule: { baseline_date: date(0), tasks: baseline, ...CALENDARS },
    schedule_history: history,
    current_schedule: { status_date: at, ...tasks },
    options,
  })
const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const week = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(day => [day, DAY]),
)
const CALENDARS = { calendars: [{ id: 'c', hours_per_day: 8, work_week: week }], default_calendar_id: 'c' }

t.test('what is taken back of one movement, all who share it lose alike; none of them was first', async t => {
  const shares = [
    { parties: bitOf(OWNER), share: 0.25 },
    { parties: bitOf(CONTRACTOR), share: 0.75 },
  ]
  for (const list of [shares, [...shares].reverse()]) {
    const account = new Account(10)
    account.moveShared(18, list, 0)
    account.move(14, 0, 1)
    account.move(16, bitOf(OWNER) | bitOf(CONTRACTOR), 0)
    const sums = entitledBy(account.standing(), 'literal', [], DAYS)
    t.match(sums, { compensable: 1, nonExcusable: 3, concurrent: 2, excusableOnly: 2 })
    t.match(entitledBy(account.standing(), 'dominant', [], DAYS), { compensable: 1, nonExcusable: 3, concurrent: 2 })
    t.match(entitledBy(account.standing(), 'apportion', [], DAYS), { compensable: 2, nonExcusable: 4 })
    const beside = [{ ownerDays: 1, contractorDays: 0 }]
    const functional = entitledBy(account.standing(), 'functional', beside, DAYS)
    t.strictSame([functional.compensable, functional.nonExcusable, functional.concurrent].map(Math.round), [1, 2, 3])
    t.equal(account.takenBackDays(), 4)
  }
})

t.test('revisions of one window that a later one takes back: names of tasks change nothing', async t => {
  const plan = (a: string, b: string, days: readonly [number, number, number]) => [
    task(a, days[0], [], { planned_start: date(0), delay_category: 'owner' }),
    task(b, days[1], [a], { delay_category: 'contractor' }),
    task('Z', days[2], [b]),
  ]
  const standing = (a: string, b: string) => {
    const history = [{ snapshot_date: MORNING, tasks: plan(a, b, [7, 7, 9]), ...CALENDARS }]
    return reply(t, plan(a, b, [5, 5, 9]), history, MORNING, { tasks: plan(a, b, [7, 7, 6]), ...CALENDARS }).data
      .entitlement
  }
  const [first, second] = [standing('A', 'B'), standing('Y', 'B')]
  t.match(first, { excusable_compensable_days: 0.5, non_excusable_days: 0.5, limited_days: 3 })
  t.match(second, { excusable_compensable_days: 0.5, non_excusable_days: 0.5, limited_days: 3 })
})

t.test('by the clock, the days that are listed sum to the digit, and what never moved is not listed', async t => {
  const plan = [task('A', 3, [], { planned_start: date(0) }), task('B', 2, ['A'])]
  const built = [
    { ...task('A', 3, [], { planned_start: date(0) }), ...done(0, 8), delay_category: 'owner' },
    { ...task('B', 2, ['A']), delay_category: 'contractor' },
  ]
  const { data, summary } = reply(t, plan, [], date(11), { tasks: built, ...CALENDARS }, { method: 'daily' })
  const [window] = data.windows
  const sum = (of: (span: Plain) => number): number =>
    window.days.reduce((all: number, span: Plain) => all + of(span), 0)
  const milli = (days: number): number => Math.round(days * 1e9)
  t.equal(milli(sum(span => span.movement_days)), milli(window.progress_delay_days))
  t.ok(window.days.every((span: Plain) => Math.abs(span.movement_days) > 1e-5 && span.holders.length > 0))
  t.equal(data.entitlement.limited_days, 0)
  t.equal(data.recovery_days, 0)
  t.notMatch(summary, / 0 /)
  const still = reply(t, plan, [], MORNING, { tasks: plan, ...CALENDARS })
  t.equal(still.data.recovery_days, 0)
  t.match(still.summary, 'nothing moved it')
})

t.test('a finish that stands still because revisions cancel each other is not said to be moved by nothing', async t => {
  const chain = [task('A', 5, [], { planned_start: date(0) }), task('B', 5, ['A']), task('C', 5, ['B'])]
  const added = task('N', 3, ['A'], { delay_category: 'owner' })
  const changed = [chain[0], added, task('B', 5, ['A', 'N']), task('C', 2, ['B'])]
  const { data, summary } = reply(t, chain, [], MORNING, { tasks: changed, ...CALENDARS })
  t.match(data, { total_delay_days: 0, revision_delay_days: 0 })
  t.match(summary, 'revisions of the plan moved it both ways, by 0 in sum')
})

t.test('revisions of two windows that cancel each other are named beside the slips', async t => {
  const plan = [task('A', 5, [], { planned_start: date(0) }), task('B', 5, ['A'])]
  const longer = [plan[0], task('B', 9, ['A'])]
  const history = [{ status_date: `${date(1)}T08:00`, tasks: longer, ...CALENDARS }]
  const { data, summary } = reply(t, plan, history, `${date(3)}T08:00`, { tasks: plan, ...CALENDARS })
  t.match(data, { revision_delay_days: 0 })
  t.match(summary, / by slips beyond the float, .*revisions of the plan moved it both ways, by 0 in sum/)
})

t.test('windows as one movement say so: added work is no slip', async t => {
  const chain = [task('A', 5, [], { planned_start: date(0) }), task('B', 5, ['A'])]
  const more = [chain[0], task('N', 4, ['A'], { delay_category: 'owner' }), task('B', 5, ['A', 'N'])]
  const said = (method: string) => reply(t, chain, [], MORNING, { tasks: more, ...CALENDARS }, { method }).summary
  t.match(said('windows'), 'by slips beyond the float and revisions of the plan')
  t.notMatch(said('half_step'), 'by slips')
})

t.test(
  'dominant goes by what stands, however the windows are cut; functional pairs within one and says so',
  async t => {
    const done = (work: TaskObject, start: number, finish: number): TaskObject =>
      ({ ...work, actual_start: date(start), actual_finish: date(finish) }) as TaskObject
    const a = task('A', 5, [], { planned_start: date(0), delay_category: 'owner' })
    const b = task('B', 5, ['A'], { delay_category: 'owner' })
    const k = task('K', 5, ['A'], { delay_category: 'contractor' })
    const w = task('W', 5, ['A'], { delay_category: 'weather' })
    for (const [others, compensable] of [
      [[b, k], 4],
      [[b, k, w], 2],
    ] as const) {
      const late = others.map(work => done(work, 9, 13))
      const plan = [a, ...others]
      const between = { ...CALENDARS, snapshot_date: date(7), tasks: [done(a, 2, 6), ...others] }
      for (const history of [[], [between]]) {
        const { data } = reply(t, plan, history, date(14), { tasks: [done(a, 2, 6), ...late], ...CALENDARS })
        const dominant = data.entitlement.policies.find((each: Plain) => each.concurrency === 'dominant')
        t.equal(dominant.excusable_compensable_days, compensable)
        t.equal(dominant.concurrent_days, 0)
        t.match(data.attribution_method, 'functional policy pairs delays of one window')
      }
    }
  },
)

t.test('days off behind a finish before the first one are no days of it', async t => {
  const wall: OffMeasure = (from, to, offFrom, offTo) => to - from + offTo - offFrom
  const owner = { parties: bitOf(OWNER) }
  const account = new Account(6)
  account.move(5, bitOf(OWNER), 0)
  account.endOff(2, owner, 0)
  t.strictSame(account.standing(), [])
  account.move(9, bitOf(CONTRACTOR), 1)
  account.endOff(0, owner, 1)
  t.match(entitledBy(account.standing(), 'literal', [], wall), { compensable: 0, nonExcusable: 3 })
  account.endOff(2, owner, 1)
  t.match(entitledBy(account.standing(), 'literal', [], wall), { compensable: 2, nonExcusable: 3 })
  t.match(entitledBy(account.standing(), 'literal', [], DAYS), { compensable: 0, nonExcusable: 3 })
  // what follows takes up the days off; what is told earlier leaves fewer of them
  account.move(12, bitOf(CONTRACTOR), 2)
  account.endOff(0, owner, 2)
  t.match(entitledBy(account.standing(), 'literal', [], wall), { compensable: 2, nonExcusable: 4 })
  account.move(9, 0, 3)
  account.endOff(1, owner, 3)
  t.match(entitledBy(account.standing(), 'literal', [], wall), { compensable: 1, nonExcusable: 3 })
})

t.test('what may be pacing and whose a task is do not depend on how the windows are cut', async t => {
  const owner = { id: 'B', duration_days: 10, predecessors: ['A'], delay_category: 'owner' }
  const paced = { id: 'K', duration_days: 10, predecessors: ['A'], delay_category: 'contractor' }
  const bare = ({ delay_category: _, ...task }: typeof owner) => task
  const plan = [{ id: 'A', duration_days: 5, planned_start: '2026-03-02' }, bare(owner), bare(paced)]
  const begun = { id: 'A', duration_days: 5, actual_start: '2026-03-02', actual_finish: '2026-03-06' }
  // B begins four days late, K goes slowly from the day on which B has lost all of them
  const between = [begun, owner, { ...paced, actual_start: '2026-03-07', remaining_duration_days: 6 }]
  const end = (isKept: boolean) => [
    begun,
    { ...(isKept ? owner : bare(owner)), actual_start: '2026-03-11', actual_finish: '2026-03-20' },
    { ...(isKept ? paced : bare(paced)), actual_start: '2026-03-07', actual_finish: '2026-03-20' },
  ]
  const dataOf = (isKept: boolean): Plain =>
    analyseSent('forensics.delay-analysis', delayAnalyser, {
      calendar: 'calendar_days',
      baseline_schedule: { baseline_date: '2026-03-02', tasks: plan },
      schedule_history: [{ snapshot_date: '2026-03-11', tasks: between }],
      current_schedule: { status_date: '2026-03-21', tasks: end(isKept) },
    }).data
  const kept = dataOf(true)
  t.match(kept.windows[1].possible_pacing, [{ id: 'K', party: 'contractor', slip_days: 4, behind_task_id: 'B' }])
  t.equal(kept.windows[0].possible_pacing_count, 0)
  t.same(dataOf(false), kept, 'a category that only an earlier update has is that of the task')
})
