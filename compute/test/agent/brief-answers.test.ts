/** What a brief answer must name so that the question behind it is answered: who moved the finish, which tasks are to be mended, what a passed check let through. */
import t from 'tap'
import { AGENT_TOOLS } from '../../../shared/contract/tools/agent-tools.ts'
import type { Plain } from '../helpers/analyse.ts'
import { analysed, answered, structuredOf } from './answered.ts'

const BRIEF = { detail: 'brief' } as const
const rowOf = (id: string) => AGENT_TOOLS.find(({ row }) => row.id === id)!.row
const brief = (id: string, body: Plain): Plain => structuredOf(answered(analysed(rowOf(id), body), BRIEF))

const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const calendars = [{ id: 'day', work_week: { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY } }]

/** Dig, pour, cure; the later update adds a winter between the two and lets the fence take longer, which moves nothing. */
const before = [
  { id: 'DIG', name: 'Dig', duration_days: 5, planned_start: '2026-03-02T08:00' },
  { id: 'POUR', name: 'Pour', duration_days: 5, predecessors: ['DIG'] },
  { id: 'FENCE', name: 'Fence', duration_days: 2, predecessors: ['DIG'] },
  { id: 'END', name: 'End', duration_days: 0, task_type: 'finish_milestone', predecessors: ['POUR', 'FENCE'] },
]
const after = [
  { ...before[0], id: 'DIG' },
  { id: 'WINTER', name: 'Winter', duration_days: 10, predecessors: ['DIG'] },
  { ...before[1], predecessors: ['DIG', 'WINTER'] },
  { ...before[2], duration_days: 3 },
  before[3],
]
const pair = {
  current_schedule: { tasks: after, calendars, status_date: '2026-03-02T08:00' },
  schedule_history: [{ tasks: before, calendars, snapshot_date: '2026-03-01T17:00' }],
}

t.test('delay analysis names the revision that moved the finish, with its days', async t => {
  const { data } = brief('forensics.delay-analysis', pair)
  t.match(data.windows[0].revision, { scope_days: 14 })
  t.match(data.windows[0].revisions[0], { change: 'tasks_added', id: 'WINTER', name: 'Winter', days: 14 })
})

t.test('change tracking says that the finish moved, by whom, and how much the edits did together', async t => {
  const { summary, data } = brief('forensics.change-tracking', pair)
  t.match(
    summary,
    /^The finish moved 14 calendar days later, 2026-03-13 to 2026-03-27: \+14 calendar days by the edits together, 0 calendar days by progress and the rest\. /,
  )
  const [impact] = data.impact.comparisons
  t.match(impact, { changes_together_days: 14, rest_days: 0, finish_shift_days: 14 })
  t.match(impact.edits[0], { id: 'WINTER', edit: 'task_added', impact_days: 14 })
  t.ok(
    impact.edits.some(({ id, impact_days: days }: Plain) => id === 'FENCE' && days === 0),
    'what moved nothing is told as well',
  )
  const days = impact.edits.map(({ impact_days: each }: Plain) => Math.abs(each))
  t.same(
    days,
    days.toSorted((a: number, b: number) => b - a),
  )
})

t.test('of several comparisons the one is told in which the finish moved furthest', async t => {
  const { summary } = brief('forensics.change-tracking', {
    ...pair,
    schedule_history: [{ ...pair.schedule_history[0]!, snapshot_date: '2026-02-27T17:00' }, pair.schedule_history[0]!],
  })
  t.match(summary, /^The finish moved in 1 of 2 comparisons, furthest 14 calendar days later, 2026-03-13 to 2026-03-27/)
  const same = brief('forensics.change-tracking', {
    ...pair,
    schedule_history: [{ ...pair.current_schedule, status_date: undefined, snapshot_date: '2026-03-01T17:00' }],
  })
  t.notMatch(same.summary, /finish moved/)
})

t.test('what is to be mended first is named with its tasks, also where the problem is not listed', async t => {
  const tasks = Array.from({ length: 120 }, (_, n) => ({
    id: `T${n}`,
    name: `A long name of a task so that the answer is cut, number ${n}`,
    duration_days: n % 9 === 0 ? 80 : 5,
    planned_start: '2026-01-05',
    planned_finish: '2026-01-06',
    actual_start: n % 7 === 0 ? '2026-05-01' : undefined,
    constraint_type: n % 5 === 0 ? 'FNLT' : undefined,
    constraint_date: n % 5 === 0 ? '2026-01-02' : undefined,
    predecessors: n % 4 === 0 ? [] : [`T${n - 1} ${n % 40 === 1 ? 'FS-3 d' : n % 3 === 0 ? 'SS' : 'FF+20 d'}`],
  }))
  const answer = brief('health.dcma-14-point', { tasks, status_date: '2026-03-02' })
  t.ok(answer.problems_left_out.length > 0)
  const listed = answer.problems.map(({ code }: Plain) => code)
  for (const text of answer.mend_first as string[]) {
    const [, codes] = /\(([^)]*)\)/.exec(text)!
    const isListed = codes!.split(', ').some(code => listed.includes(code))
    t.ok(isListed || /, such as T\d+: /.test(text), text)
  }
  t.ok(
    answer.mend_first.some((text: string) => text.includes('such as')),
    'one of them is not listed',
  )
})

t.test('a check that passes within its limit says how many it let through', async t => {
  const tasks = Array.from({ length: 40 }, (_, n) => ({
    id: `T${n}`,
    duration_days: 3,
    predecessors: n === 0 || n === 20 ? [] : [`T${n - 1}`],
  }))
  const { passed } = brief('health.logic-audit', { tasks, status_date: '2026-03-02' })
  t.ok(
    passed.some((text: string) => /^LA01 .* \(\d+ of \d+\)$/.test(text)),
    passed.join('; '),
  )
  t.ok(passed.some((text: string) => /^LA03 Leads$/.test(text)))
})

t.test('the tasks that could move are those of the over-allocation that is shown first', async t => {
  const work = (id: string, resource: string, start: string, days: number) => ({
    id,
    duration_days: days,
    constraint_type: 'SNET',
    constraint_date: start,
    resource,
  })
  const small = Array.from({ length: 12 }, (_, n) => `S${n}`).flatMap((resource, n) => [
    work(`P${n}`, resource, '2026-03-02', 2),
    work(`Q${n}`, resource, '2026-03-02', 2),
  ])
  const large = [work('X', 'Zebra', '2026-03-09', 20), work('Y', 'Zebra', '2026-03-09', 20)]
  const end = [{ id: 'LONG', duration_days: 300 }]
  const { data } = brief('analysis.resources', { tasks: [...small, ...large, ...end], status_date: '2026-03-02' })
  t.match(data.over_allocations[0], { resource: 'Zebra', excess_days: 20 })
  t.same(
    data.leveling_candidates.slice(0, 2).map(({ resource }: Plain) => resource),
    ['Zebra', 'Zebra'],
  )
})
