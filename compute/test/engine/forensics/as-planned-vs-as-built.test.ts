/** As-planned versus as-built: its worked examples to the digit, its rules, sums on random work. */
import t, { type Test } from 'tap'
import { AsBuiltData } from '../../../../shared/contract/analysis/as-planned-vs-as-built/data.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { TASK_FIELDS } from '../../../../shared/contract/schedule/fields.ts'
import { asBuiltAnalyser } from '../../../engine/analysis/as-planned-vs-as-built/analyser.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random, shuffled } from '../../helpers/random.ts'

/** Day number of offset 0: 2025-01-01. */
const DAY_0 = 20_089
const date = (offset: number): string => formatDay(DAY_0 + offset)
/** Spans by offsets, the finish exclusive. */
const span = (name: string, start: number, finish: number): object => ({
  [`${name}_start`]: date(start),
  [`${name}_finish`]: date(finish - 1),
})
const planned = (start: number, finish: number): object => span('planned', start, finish)
const built = (start: number, finish: number): object => ({ ...span('actual', start, finish), percent_complete: 100 })
const task = (id: string, more: object, predecessors: unknown[] = []): TaskObject =>
  ({ id, predecessors, ...more }) as TaskObject

interface Case {
  readonly plan?: TaskObject[]
  readonly now: TaskObject[]
  readonly at?: number
  readonly snapshots?: readonly (readonly [day: number, tasks: TaskObject[]])[]
}

const body = ({ plan, now, at = 100, snapshots = [] }: Case, options: object = {}, calendar = 'calendar_days') => ({
  current_schedule: { status_date: date(at), tasks: now },
  ...(plan === undefined ? {} : { baseline_schedule: { baseline_date: date(0), tasks: plan } }),
  schedule_history: snapshots.map(([day, tasks]) => ({ snapshot_date: date(day), tasks })),
  calendar,
  options,
})
const reply = (t: Test, each: Case, options: object = {}, calendar?: string): Plain =>
  analyse(t, asBuiltAnalyser, AsBuiltData, body(each, options, calendar))

const steps = ({ controlling_path }: Plain, ...members: string[]): Record<string, unknown[]> =>
  Object.fromEntries(controlling_path.steps.map((step: Plain) => [step.id, members.map(name => step[name])]))

const PLAN = [task('A', planned(0, 5)), task('B', planned(5, 10), ['A']), task('C', planned(10, 15), ['B'])]
const BUILT = [task('A', built(0, 7)), task('B', built(8, 14), ['A']), task('C', built(14, 18), ['B'])]

t.test(
  'a plan without a task of the current schedule: no delay is given, in the words of the other comparisons',
  async t => {
    const other = BUILT.map(each => ({ ...each, id: `${each.id}-2`, predecessors: [] }))
    const { data, summary, findings, recommendations, skipped } = reply(t, {
      plan: PLAN,
      now: other,
      snapshots: [[50, other]],
    })
    t.match(data, {
      gross_delay_days: null,
      gross_delay_calendar_days: null,
      controlling_path: null,
      controlling_path_message: 'Skipped: no task of the plan is one of the current schedule.',
      entitlement: null,
      periods: { rows: [] },
      match: { matched_count: 0, deleted: ['A', 'B', 'C'] },
    })
    t.equal(skipped, true)
    const none = 'None of the 3 tasks of the baseline schedule is one of the 3 tasks of the current schedule.'
    t.equal(summary, `The delay is not known. ${none}`)
    t.strictSame(
      findings.map(({ code }: Plain) => code),
      ['GATE_NO_PAIRS'],
    )
    t.match(findings[0], { severity: 'critical', description: `${none} No delay is given: two schedules` })
    t.match(recommendations, [{ title: 'Send schedules of one project' }])
  },
)

t.test('golden: FV 2, 4, 3 and increments A +2, B +2, C -1 make the gross delay of 3', async t => {
  const { data, summary, findings } = reply(t, { plan: PLAN, now: BUILT })
  t.match(data, {
    plan_source: 'baseline_schedule',
    gross_delay_days: 3,
    planned_finish_date: date(14),
    as_built_finish_date: date(17),
    is_finish_projected: false,
    controlling_path: {
      label: 'indicative',
      confidence: 1,
      step_count: 2,
      recovery_days: -1,
      recovered_elsewhere_days: 0,
      total_days: 3,
    },
  })
  t.match(data.by_category, { unattributed: 4 })
  const members = ['finish_delay_days', 'increment_days', 'gap_growth_days', 'duration_growth_days', 'gap_days']
  t.strictSame(steps(data, ...members), { A: [2, 2, 0, 2, null], B: [4, 2, 1, 1, 1], C: [3, -1, 0, -1, 0] })
  t.match(data.task_variances, [
    { id: 'A', status: 'as_built', start_delay_days: 0, finish_delay_days: 2, duration_growth_days: 2 },
    { id: 'B', start_delay_days: 3, finish_delay_days: 4, duration_growth_days: 1 },
    { id: 'C', start_delay_days: 4, finish_delay_days: 3, duration_growth_days: -1, is_on_controlling_path: true },
  ])
  t.equal(
    summary,
    `By its dates the project finished 3 calendar days later than planned, ${date(14)} to ${date(17)}; the controlling path has 3 tasks. Indicators, not verdicts.`,
  )
  t.match(data.attribution_method, /only the days beyond it delay the finish/)
  t.match(byCode(findings, 'APAB_GROSS_DELAY').description, /Most by A \+2 calendar days, B \+2 calendar days\./)
  t.match(byCode(findings, 'APAB_GROSS_DELAY'), { severity: 'medium' })
})

t.test('golden: of a slip of 4 the float of 2 takes 2 when another task was to finish last: B +2', async t => {
  const start = { task_type: 'milestone' }
  const plan = [
    task('S', { ...start, ...planned(0, 1) }),
    task('A', planned(0, 10), ['S']),
    task('B', planned(0, 8), ['S']),
  ]
  const now = [task('S', { ...start, ...built(0, 1) }), task('A', built(0, 10), ['S']), task('B', built(0, 12), ['S'])]
  const { data } = reply(t, { plan, now })
  const path = { consumed_float_days: 2, recovery_days: 0, total_days: 2 }
  t.match(data, { gross_delay_days: 2, controlling_path: path, by_category: { unattributed: 2 } })
  const members = ['slip_days', 'float_days', 'consumed_float_days', 'increment_days', 'gap_days']
  t.strictSame(steps(data, ...members), { S: [0, 0, 0, 0, null], B: [4, 2, 2, 2, 0] })
})

t.test('without a baseline schedule the baseline dates of the tasks are the plan', async t => {
  const now = BUILT.map((each, i) => ({ ...each, ...span('baseline', i * 5, i * 5 + 5) }))
  const { data } = reply(t, { now })
  t.match(data, { plan_source: 'baseline_fields', gross_delay_days: 3, controlling_path: { total_days: 3 } })
})

t.test('a task that was not planned counts with its gap and its own time', async t => {
  const now = [task('A', built(0, 5)), task('X', built(6, 9), ['A']), task('B', built(9, 14), ['X'])]
  const { data } = reply(t, { plan: [task('A', planned(0, 5)), task('B', planned(5, 10), ['A'])], now })
  t.strictSame(steps(data, 'increment_days', 'finish_delay_days', 'is_planned'), {
    A: [0, 0, true],
    X: [4, 4, false],
    B: [0, 4, true],
  })
  t.strictSame(data.match.unplanned, ['X'])
  const last = reply(t, { plan: [task('A', planned(0, 5))], now: now.slice(0, 2) }).data
  t.match(last, { gross_delay_days: 4, controlling_path: { recovery_days: 0, total_days: 4 } })
  t.match(last.followed_finish, { by: 'last_task', change: 'added', other_task_id: 'A', other_days: 0 })
})

t.test('the smallest gap controls by type of link and lag; a tie goes to the later finish', async t => {
  const link = (task_id: string, type: string, lag_days: number) => ({ task_id, type, lag_days })
  const first = (now: TaskObject[]): unknown[] => {
    const { controlling_path } = reply(t, { plan: now.map(({ id }) => task(id, planned(0, 1))), now }).data
    const { predecessor_id, relation, gap_days } = controlling_path.steps.at(-1)
    return [predecessor_id, relation, gap_days]
  }
  const two = (a: unknown, b: unknown) => [
    task('A', built(0, 4)),
    task('B', built(2, 6)),
    task('Z', built(7, 12), [a, b]),
  ]
  t.strictSame(first(two('A', 'B')), ['B', 'FS', 1])
  t.strictSame(first(two(link('A', 'FS', 3), 'B')), ['A', 'FS', 0])
  t.strictSame(first(two(link('A', 'SS', 6.5), 'B')), ['A', 'SS', 0.5])
  t.strictSame(first(two(link('A', 'FF', 8), 'B')), ['A', 'FF', 0])
  t.strictSame(first(two(link('A', 'SF', 13), 'B')), ['A', 'SF', -1])
  t.strictSame(first(two(link('A', 'FS', 2), 'B')), ['B', 'FS', 1], 'the later finish')
})

t.test(
  'gaps and delays of the path count days of the calendar, the table calendar days; milestones stand at the end of their day',
  async t => {
    // 2025-01-03 is a Friday, 2025-01-06 a Monday
    const now = [
      task('A', { ...built(1, 3) }),
      task('B', { ...built(5, 8) }, ['A']),
      task('M', { ...built(7, 8), task_type: 'milestone' }, ['B']),
    ]
    const plan = [
      task('A', planned(0, 2)),
      task('B', planned(2, 3), ['A']),
      task('M', { ...planned(2, 3), task_type: 'milestone' }, ['B']),
    ]
    const { data, findings } = reply(t, { plan, now }, {}, 'working_days')
    t.strictSame(steps(data, 'gap_days', 'finish_delay_days', 'is_out_of_sequence'), {
      A: [null, 1, false],
      B: [0, 3, false],
      M: [0, 3, false],
    })
    t.match(data, { gross_delay_days: 3, gross_delay_calendar_days: 5, controlling_path: { total_days: 3 } })
    t.match(data.task_variances, [{ id: 'A', finish_delay_days: 1 }, { id: 'B', finish_delay_days: 5 }, {}])
    t.equal(byCode(findings, 'APAB_OUT_OF_SEQUENCE'), undefined)
    t.strictSame(steps(reply(t, { plan, now }).data, 'gap_days').B, [2])
  },
)

t.test('a step begun before its predecessor allowed is out of sequence; wide gaps cost confidence', async t => {
  const now = [task('A', built(0, 7)), task('B', built(5, 14), ['A']), task('C', built(24, 28), ['B'])]
  const { data, findings } = reply(t, { plan: PLAN, now })
  t.strictSame(steps(data, 'gap_days', 'is_out_of_sequence'), { A: [null, false], B: [-2, true], C: [10, false] })
  t.equal(data.controlling_path.confidence, 0.5)
  t.match(byCode(findings, 'APAB_OUT_OF_SEQUENCE'), { count: 1 })
})

t.test(
  'options design_responsibility and procurement_responsibility: increments by category and entitlement',
  async t => {
    const now = (b: string) =>
      BUILT.map(each => ({ ...each, delay_category: { A: 'owner', B: b, C: null }[each.id] ?? null }))
    const entitled = (b: string, options: object = {}) => {
      const { by_category, entitlement } = reply(t, { plan: PLAN, now: now(b) }, options).data
      return [
        by_category[b],
        entitlement.excusable_compensable_days,
        entitlement.non_excusable_days,
        entitlement.unattributed_days,
      ]
    }
    // C recovered a day, which takes back the one that stood last, of B; what is left is what the project is late
    t.strictSame(entitled('contractor'), [2, 2, 1, 0])
    t.strictSame(entitled('design'), [2, 3, 0, 0])
    t.strictSame(entitled('design', { design_responsibility: 'contractor' }), [2, 2, 1, 0])
    t.strictSame(entitled('procurement'), [2, 2, 1, 0])
    t.strictSame(entitled('procurement', { procurement_responsibility: 'owner' }), [2, 3, 0, 0])
    const bare = reply(t, { plan: PLAN, now: BUILT })
    t.match(bare, { data: { entitlement: null, by_category: { unattributed: 4 } } })
    t.match(byCode(bare.findings, 'APAB_NO_CATEGORY'), { severity: 'info' })
  },
)

t.test('work that was not planned behind a summary has a place in the plan, in any order of rows', async t => {
  // by the rules of Microsoft Project the link of the summary is one of the task under it
  const now = [
    task('S', { task_type: 'summary' }),
    task('new', { ...built(0, 7), parent_id: 'S' }),
    task('behind', built(7, 9), ['S']),
    task('B', built(9, 14), ['behind']),
  ]
  for (const tasks of [now, [now[2]!, now[3]!, now[0]!, now[1]!]]) {
    const sent = body({ plan: [task('B', planned(5, 10))], now: tasks })
    const day = [['00:00', '24:00']]
    const work_week = Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(name => [name, day]),
    )
    const calendars = [{ id: 'c', hours_per_day: 24, work_week }]
    const project = { ...sent.current_schedule, calendars, scheduling_options: { rules: 'ms_project' } }
    const { calendar: _, ...rest } = sent
    const { data } = analyse(t, asBuiltAnalyser, AsBuiltData, { ...rest, current_schedule: project })
    t.equal(data.replay_step_days, 1)
    t.equal(data.gross_delay_days, 4)
  }
})

t.test(
  'work that was suspended stood still in those days alone, so two parties that paused one after the other are not concurrent',
  async t => {
    const plan = [task('A', planned(0, 8)), task('K', planned(0, 8)), task('M', planned(8, 10), ['A', 'K'])]
    const paused = (from: number) => ({ suspend_date: date(from), resume_date: date(from + 2) })
    const now = (a: object, k: object) => [
      task('A', { ...built(0, 10), delay_category: 'owner', ...a }),
      task('K', { ...built(0, 10), delay_category: 'contractor', ...k }),
      task('M', built(10, 12), ['A', 'K']),
    ]
    const figures = (a: object, k: object) => {
      const { entitlement } = reply(t, { plan, now: now(a, k) }).data
      return [entitlement.excusable_compensable_days, entitlement.concurrent_days, entitlement.non_excusable_days]
    }
    t.strictSame(figures({}, {}), [0, 2, 0], 'at an even pace both held each day')
    t.strictSame(figures(paused(5), paused(3)), [0, 0, 2], 'the owner used the float that the contractor had made')
    t.strictSame(figures(paused(3), paused(5)), [2, 0, 0])
    t.strictSame(figures(paused(3), paused(3)), [0, 2, 0])
  },
)

t.test('option match_strategy pairs tasks by id, id and wbs, wbs, or similar ids', async t => {
  const plan = [task('A-01', { ...planned(0, 5), wbs_code: '1' }), task('B', { ...planned(5, 10), wbs_code: '2' })]
  const now = [task('a1', { ...built(0, 6), wbs_code: '1' }), task('B', { ...built(6, 12), wbs_code: '9' }, ['a1'])]
  const matched = (match_strategy?: string) => {
    const { match } = reply(t, { plan, now }, match_strategy === undefined ? {} : { match_strategy }).data
    return [match.strategy, match.matched_count, match.unplanned, match.deleted]
  }
  t.strictSame(matched(), ['id', 1, ['a1'], ['A-01']])
  t.strictSame(matched('id_and_wbs'), ['id_and_wbs', 0, ['a1', 'B'], ['A-01', 'B']])
  t.strictSame(matched('wbs_hierarchy'), ['wbs_hierarchy', 1, ['B'], ['B']])
  t.strictSame(matched('fuzzy_id'), ['fuzzy_id', 2, [], []])
})

t.test('periods: the gross delay at every snapshot, recovered ones negative', async t => {
  const status = (finish: number) => [
    ...BUILT.slice(0, 2),
    task('C', { forecast_start: date(14), forecast_finish: date(finish - 1) }, ['B']),
  ]
  const { periods } = reply(t, {
    plan: PLAN,
    now: BUILT,
    snapshots: [
      [16, status(21)],
      [8, status(17)],
    ],
  }).data
  t.equal(periods.basis, 'snapshots')
  t.strictSame(
    periods.rows.map((row: Plain) => [row.schedule, row.cumulative_delay_days, row.period_delay_days]),
    [
      ['schedule_history.1', 2, 2],
      ['schedule_history.0', 6, 4],
      ['current_schedule', 3, -3],
    ],
  )
})

t.test(
  'periods: without snapshots the increments by month of finish, what was recovered elsewhere in the last',
  async t => {
    const plan = [task('A', planned(0, 20)), task('B', planned(20, 60), ['A']), task('Z', planned(0, 70))]
    const now = [task('A', built(0, 25)), task('B', built(25, 80), ['A']), task('Z', built(0, 70))]
    const { data } = reply(t, { plan, now, at: 40 })
    t.equal(data.gross_delay_days, 10)
    t.strictSame(
      data.periods.rows.map((row: Plain) => [
        row.date,
        row.cumulative_delay_days,
        row.period_delay_days,
        row.is_projected,
      ]),
      [
        // of the float of 10 that Z left, A takes 5; B slips 15 days, of which the other 5 are taken up
        ['2025-01-31', 0, 0, false],
        ['2025-02-28', 0, 0, true],
        ['2025-03-31', 10, 10, true],
      ],
    )
    t.equal(data.periods.basis, 'month_ends')
  },
)

t.test(
  'no links: table and gross delay only; no actual dates, no plan: an answer that says what was skipped',
  async t => {
    const unlinked = reply(t, { plan: PLAN, now: BUILT.map(each => ({ ...each, predecessors: [] })) })
    t.match(unlinked, {
      skipped: true,
      data: { gross_delay_days: 3, controlling_path: null, periods: { basis: null, rows: [] } },
    })
    t.match(unlinked.data.controlling_path_message, /no task is linked/)
    t.equal(unlinked.data.task_variances.length, 3)
    t.match(byCode(unlinked.findings, 'APAB_NO_LINKS'), { count: 3 })
    const unstarted = reply(t, { plan: PLAN, now: PLAN })
    t.match(unstarted, {
      skipped: true,
      data: { gross_delay_days: 0, controlling_path: null, is_finish_projected: true },
    })
    t.match(unstarted.data.status_counts, { not_started: 3, in_progress: 0, as_built: 0 })
    t.match(byCode(unstarted.findings, 'APAB_NO_ACTUALS'), { count: 3 })
    const planless = reply(t, { now: BUILT })
    t.match(planless, { skipped: true, data: { gross_delay_days: null, controlling_path: null, task_variances: [] } })
    t.match(byCode(planless.findings, 'APAB_NO_PLAN'), { count: 3 })
  },
)

t.test('summaries and level of effort take no part, and are counted out', async t => {
  const more = [task('L', { task_type: 'loe', ...built(0, 90) }), task('W', { task_type: 'summary', ...built(0, 95) })]
  const { data } = reply(t, { plan: PLAN, now: [...BUILT, ...more] })
  t.match(data, { gross_delay_days: 3, population: { count: 3, excluded_by_type: { loe: 1, summary: 1 } } })
  t.equal(data.task_variances.length, 3)
})

t.test('the last task: of those that finish on one day a milestone, else the first by id', async t => {
  const end = (...rest: TaskObject[]) =>
    reply(t, { plan: PLAN, now: [task('A', built(0, 7)), ...rest] }).data.controlling_path.steps.at(-1).id
  const m = task('M', { ...built(8, 9), task_type: 'milestone' }, ['A'])
  t.equal(end(task('C', built(7, 9), ['A']), task('B', built(7, 9), ['A'])), 'B')
  t.equal(end(m, task('C', built(7, 9), ['A'])), 'M')
  t.equal(end(task('C', built(7, 9), ['A']), m), 'M')
})

t.test('predecessors without the dates that a gap needs are passed over', async t => {
  const blind = [
    task('A', built(0, 7)),
    task('N', { percent_complete: 100 }),
    task('F', { actual_finish: date(6) }),
    task('B', built(8, 14), ['A', 'N', { task_id: 'F', type: 'SS' }]),
  ]
  const { data } = reply(t, { plan: PLAN, now: blind })
  t.strictSame(steps(data, 'predecessor_id').B, ['A'])
  const half = [
    task('A', built(0, 7)),
    task('N', { actual_start: date(7), percent_complete: 100 }),
    task('B', built(8, 14), ['A', { task_id: 'N', type: 'SS', lag_days: 5 }]),
  ]
  t.strictSame(
    steps(reply(t, { plan: PLAN, now: half }).data, 'predecessor_id').B,
    ['A'],
    'N has no finish to go on from',
  )
})

t.test('unplanned tasks by a finish link count their gap alone, without a start no time of their own', async t => {
  const plan = [task('A', planned(0, 5)), task('Z', planned(5, 6), ['A'])]
  const end = task('Z', built(9, 10), ['X'])
  const added = (x: object, link: unknown) =>
    reply(t, { plan, now: [task('A', built(0, 5)), task('X', x, [link]), end] }).data
  t.match(steps(added(built(1, 9), { task_id: 'A', type: 'FF' }), 'increment_days', 'duration_growth_days').X, [4, 0])
  t.match(steps(added({ actual_finish: date(8) }, { task_id: 'A', type: 'FF' }), 'increment_days').X, [4])
  const alone = reply(t, {
    plan,
    now: [
      task('A', built(0, 5)),
      task('B', { percent_complete: 100 }, ['A']),
      task('X', { actual_finish: date(8) }),
      end,
    ],
  }).data
  t.match(alone.controlling_path, { recovery_days: 0, total_days: 4 })
})

t.test('the task that ended last was deleted: said first, and the common finish is followed', async t => {
  const plan = [...PLAN, task('D', planned(0, 30)), task('W', { ...planned(0, 60), task_type: 'summary' })]
  const { data, summary, findings } = reply(t, { plan, now: BUILT })
  t.match(data, {
    gross_delay_days: 3,
    planned_finish_date: date(14),
    followed_finish: {
      by: 'last_common_finish',
      id: 'C',
      change: 'deleted',
      whole_days: -12,
      last_tasks: [
        { schedule: 'baseline_schedule', id: 'D' },
        { schedule: 'current_schedule', id: 'C' },
      ],
    },
  })
  t.strictSame(data.match.deleted, ['D'])
  t.match(
    summary,
    /^D ended last and is gone in the current schedule, where C ends last\. .* 12 calendar days earlier\. By its/,
  )
  t.match(findings[0], { code: 'APAB_END_CHANGED', description: /D ended last/ })
})

t.test('where it was replaced a milestone that both have is followed, also through the snapshots', async t => {
  const end = { task_type: 'finish_milestone' }
  const plan = [
    ...PLAN,
    task('NTP', { task_type: 'milestone', ...planned(0, 1) }),
    task('TOC', { ...end, ...planned(14, 15) }, ['C']),
    task('END', planned(15, 20), ['TOC']),
  ]
  const toc = task('TOC', { ...end, actual_finish: date(17), percent_complete: 100 }, ['C'])
  const now = [...BUILT, toc, task('NEW', built(18, 40), ['TOC'])]
  const { data, summary } = reply(t, { plan, now, snapshots: [[30, now]] })
  t.match(data, {
    gross_delay_days: 3,
    planned_finish_date: date(14),
    as_built_finish_date: date(17),
    followed_finish: { by: 'last_common_milestone', id: 'TOC', change: 'replaced', whole_days: 20 },
    controlling_path: { steps: [{ id: 'A' }, { id: 'B' }, { id: 'C' }, { id: 'TOC' }], total_days: 3 },
    periods: { rows: [{ cumulative_delay_days: 3 }, { period_delay_days: 0 }] },
  })
  t.match(
    summary,
    /^END ended last and is gone in the current schedule; NEW is new and ends last\. So milestone TOC is followed/,
  )
  t.equal(reply(t, { plan: PLAN, now: BUILT }).data.followed_finish, null)
})

t.test('a milestone may have a start alone', async t => {
  const milestone = { task_type: 'milestone' }
  const plan = [...PLAN, task('M', { ...milestone, planned_finish: date(14) }, ['C'])]
  const now = [...BUILT, task('M', { ...milestone, actual_start: date(19) }, ['C'])]
  t.match(reply(t, { plan, now }).data, { as_built_finish_date: date(19), gross_delay_days: 5 })
})

t.test('periods: a snapshot without a finish is passed over, and none are reported without a plan', async t => {
  const bare = [task('A', {}), task('B', {}, ['A'])]
  const snapshots = [
    [8, BUILT],
    [9, bare],
  ] as const
  const { periods } = reply(t, { plan: PLAN, now: BUILT, snapshots }).data
  t.strictSame(
    periods.rows.map((row: Plain) => row.period_delay_days),
    [3, null, 0],
  )
  const planless = reply(t, { now: BUILT, snapshots })
  t.match(planless.data.periods, { basis: null, rows: [] })
  t.equal(byCode(planless.findings, 'APAB_UNPLANNED_TASKS'), undefined)
  const onTheDay = reply(t, { plan: PLAN, now: BUILT, at: 30 }).data.periods.rows
  t.match(onTheDay, [{ date: '2025-01-31', is_projected: false }])
})

t.test('gaps far below zero cost confidence as well', async t => {
  const now = [task('A', built(0, 17)), task('B', built(2, 24), ['A'])]
  t.equal(reply(t, { plan: PLAN, now }).data.controlling_path.confidence, 0)
})

t.test('cycles in any schedule and snapshots after the status date are refused', async t => {
  const cyclic = [task('A', {}, ['B']), task('B', {}, ['A'])]
  t.equal(reply(t, { plan: cyclic, now: BUILT }).code, 'dependency_cycle')
  t.equal(reply(t, { now: BUILT, snapshots: [[3, cyclic]] }).code, 'dependency_cycle')
  t.match(reply(t, { now: BUILT, at: 5, snapshots: [[6, BUILT]] }), { code: 'validation' })
})

function randomCase(rnd: Random): Case {
  const size = between(rnd, 2, 12)
  const kinds = Array.from({ length: size }, () => pick(rnd, ['task', 'task', 'task', 'milestone', 'loe', 'summary']))
  const links = Array.from({ length: size }, (_, i) =>
    i === 0
      ? []
      : Array.from({ length: between(rnd, 0, 3) }, () => ({
          task_id: `T${between(rnd, 0, i - 1)}`,
          type: pick(rnd, ['FS', 'FS', 'SS', 'FF', 'SF']),
          lag_days: pick(rnd, [0, 0, 2, -1.5]),
        })),
  )
  const spanOf = (i: number, kind: string): object => {
    const from = between(rnd, i * 2, i * 2 + 8)
    return { ...span(kind, from, from + between(rnd, 1, 9)) }
  }
  const task_type = (i: number) => ({ task_type: kinds[i]! })
  const plan = kinds.flatMap((_, i) =>
    rnd() < 0.15 ? [] : [task(`T${i}`, { ...task_type(i), ...spanOf(i, 'planned') }, [])],
  )
  const now = kinds.flatMap((_, i): TaskObject[] => {
    if (rnd() < 0.1) return []
    const dates = spanOf(i, pick(rnd, ['actual', 'actual', 'forecast', 'planned']))
    const delay_category = pick(rnd, [null, 'owner', 'contractor', 'weather', 'design'])
    return [task(`T${i}`, { ...task_type(i), ...dates, delay_category }, links[i])]
  })
  return { plan, now, at: 20 }
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-4

/** Every policy divides the days that stand: each once, none without a delay, in both units. */
const standsWhole = ({ entitlement, gross_delay_days, gross_delay_calendar_days }: Plain): boolean =>
  [entitlement, ...entitlement.policies, ...entitlement.if_unattributed_were].every(each =>
    ['days', 'calendar_days'].every(unit => {
      const [gross, of] = [gross_delay_days, gross_delay_days > 0 ? 1 : 0]
      const whole = unit === 'days' ? Math.max(0, gross) : of * Math.max(0, gross_delay_calendar_days)
      const parts = ['excusable_compensable', 'excusable_non_compensable', 'non_excusable', 'unattributed']
      return near(sum(parts.map(part => each[`${part}_${unit}`])), whole)
    }),
  )

t.test('on random work the increments, the categories and the periods sum to the gross delay', async t => {
  const seed = 4242
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  let paths = 0
  let consumed = 0
  let recovered = 0
  for (let n = 0; n < 800; n++) {
    const each = randomCase(rnd)
    if (each.plan!.length === 0 || each.now.length === 0) continue
    const { data } = reply(t, each)
    if (data.controlling_path === null) continue
    paths++
    const { steps, recovery_days, recovered_elsewhere_days, consumed_float_days, total_days } = data.controlling_path
    if (consumed_float_days > 0) consumed++
    if (recovery_days < 0) recovered++
    const shares = steps.map((step: Plain) => Math.max(0, step.increment_days))
    const increments = sum(steps.map((step: Plain) => step.increment_days))
    const holds =
      near(increments + recovered_elsewhere_days, data.gross_delay_days) &&
      near(total_days, data.gross_delay_days) &&
      near(sum(shares) + recovery_days, data.gross_delay_days) &&
      near(sum(Object.values(data.by_category)) + data.recovery_days, data.gross_delay_days) &&
      near(
        sum(Object.values(data.by_category_calendar_days)) + data.recovery_calendar_days,
        data.gross_delay_calendar_days,
      ) &&
      sum(data.held_days.map((row: Plain) => row.held_days)) <= sum(Object.values(data.by_category)) + 1e-4 &&
      recovery_days <= recovered_elsewhere_days &&
      recovered_elsewhere_days <= 0 &&
      (data.entitlement === null || standsWhole(data)) &&
      near(sum(data.periods.rows.map((row: Plain) => row.period_delay_days)), data.gross_delay_days)
    if (!holds) {
      t.fail(`case ${n}`, { body: JSON.stringify(body(each)), data: JSON.stringify(data.controlling_path) })
      return
    }
  }
  t.comment({ paths, consumed, recovered })
  t.ok(paths > 300 && consumed > 100 && recovered > 100)
})

t.test('a schedule compared with itself shows no delay; the order of the tasks changes nothing but ties', async t => {
  const seed = 11
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  for (let n = 0; n < 100; n++) {
    const each = randomCase(rnd)
    if (each.plan!.length === 0 || each.now.length === 0) continue
    const now = each.now.map(own => ({
      ...own,
      baseline_start: (own.actual_start ?? own.forecast_start ?? own.planned_start) as string,
      baseline_finish: (own.actual_finish ?? own.forecast_finish ?? own.planned_finish) as string,
    }))
    // open work that should have ended before the status date is late, so that date is before all work
    const { data } = reply(t, { now, at: 0 })
    t.match(data.gross_delay_days ?? 0, 0)
    t.ok(data.task_variances.every((row: Plain) => row.start_delay_days === 0 && row.finish_delay_days === 0))
    const figures = (plain: Plain) => [
      plain.data.gross_delay_days,
      plain.data.match.matched_count,
      plain.data.task_variances
        .toSorted((a: Plain, b: Plain) => (a.id < b.id ? -1 : 1))
        .map((row: Plain) => ({ ...row, is_on_controlling_path: null })),
      plain.data.controlling_path?.total_days,
    ]
    const mixed = { ...each, plan: shuffled(rnd, each.plan!), now: shuffled(rnd, each.now) }
    t.strictSame(figures(reply(t, mixed)), figures(reply(t, each)), `case ${n}`)
  }
})

t.test('each field may be missing', async t => {
  for (const { name } of TASK_FIELDS.slice(1)) {
    const without = (tasks: TaskObject[]) => tasks.map(each => ({ ...each, [name]: undefined }) as TaskObject)
    const plain = reply(t, { plan: without(PLAN), now: without(BUILT) })
    if (plain.data.controlling_path === null) t.match(plain.data.controlling_path_message, /^Skipped/, name)
    else t.equal(plain.data.controlling_path.total_days, plain.data.gross_delay_days, name)
  }
})

t.test('a milestone that starts with its predecessor stands at the start of its day, planned and built', t => {
  const point = (at: number, kind: 'planned' | 'actual') => ({
    task_type: 'milestone',
    duration_days: 0,
    [`${kind}_start`]: date(at),
    [`${kind}_finish`]: date(at),
    ...(kind === 'actual' ? { percent_complete: 100 } : {}),
  })
  const { data, findings } = reply(t, {
    plan: [
      task('A', planned(0, 5)),
      task('M', point(0, 'planned'), ['A SS']),
      task('B', planned(0, 9), ['M']),
      task('C', planned(0, 2)),
    ],
    now: [
      task('A', built(2, 7)),
      task('M', point(2, 'actual'), ['A SS']),
      task('B', built(2, 11), ['M']),
      task('C', built(0, 2)),
    ],
  })
  const steps = data.controlling_path.steps.map((step: Plain) => [step.id, step.gap_days, step.increment_days])
  t.strictSame(steps, [
    ['A', null, 2],
    ['M', 0, 0],
    ['B', 0, 0],
  ])
  t.notOk(findings.find((each: Plain) => each.code === 'APAB_OUT_OF_SEQUENCE'))
  t.end()
})

t.test('work that the plan reports on plan at its own data date is not behind before it', async t => {
  const work = { ...built(0, 10), duration_days: 5 }
  const of = (begun: object, baseline_date: string) =>
    analyse(t, asBuiltAnalyser, AsBuiltData, {
      ...body({ now: [task('A', work), task('B', built(10, 12), ['A'])], at: 20 }),
      baseline_schedule: {
        baseline_date,
        tasks: [task('A', { ...planned(0, 5), duration_days: 5, ...begun }), task('B', planned(5, 7), ['A'])],
      },
      delay_events: [{ id: 'E', party: 'owner', started: date(4), ended: date(9), task_ids: ['A'] }],
    }).data
  const reported = of({ actual_start: date(0), remaining_duration_days: 1 }, date(4))
  t.match(reported.event_days, { events: [{ id: 'E', held_days: 5 }], outside: { held_days: 0 } })
  t.match(reported.entitlement, { excusable_compensable_days: 5, unattributed_days: 0 })
  // a plan of which nothing has begun knows no more than its dates: an even pace
  t.match(of({}, date(0)).event_days, { events: [{ held_days: 3 }], outside: { held_days: 2 } })
})

t.test('without a planned finish the days after a contract date stay open by every rule of the float', async t => {
  const now = [task('A', built(0, 5)), task('B', built(5, 12), ['A'])]
  const { data } = reply(t, { now, plan: now.map(({ id }) => task(id, {})) }, { completion_date: date(9) })
  const [completion] = data.contract_dates.completions
  t.match(completion, { margin_start_calendar_days: null, late_calendar_days: 2, unexplained_late_calendar_days: 2 })
  for (const rule of completion.by_float_owner)
    t.match(rule, { extension_calendar_days: 0, liquidated_calendar_days: 0, open_calendar_days: 2 })
})

t.test('a calendar that was edited since the plan is named, and which planned durations it changed', t => {
  const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const work_week = Object.fromEntries(week.map(day => [day, [['08:00', '16:00']]]))
  const setting = (off: readonly string[]) => ({
    calendars: [{ id: 'C', work_week, exceptions: off.map(day => ({ date: day })) }],
    default_calendar_id: 'C',
  })
  const found = (off: readonly string[]) => {
    const sent = body({ plan: PLAN, now: BUILT })
    const { findings } = analyse(t, asBuiltAnalyser, AsBuiltData, {
      ...{ ...sent, calendar: undefined },
      baseline_schedule: { ...sent.baseline_schedule, ...setting([]) },
      current_schedule: { ...sent.current_schedule, ...setting(off) },
    })
    return findings.find(({ code }: Plain) => code === 'APAB_CALENDAR_EDITED')
  }
  t.equal(found([]), undefined)
  t.match(found([date(1), date(2), date(6)]), { count: 2, severity: 'medium' })
  t.match(found([date(1), date(2), date(6)]).description, /A, 2 days more by the plan\.$/)
  t.end()
})
