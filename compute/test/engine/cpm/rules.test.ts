/** The rules of /docs/methods and /docs/methods/cpm that no golden shows, one by one. Offsets count from Monday 2026-03-02. */
import t from 'tap'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import {
  computeDivergence,
  DIVERGES_ALAP,
  DIVERGES_COMPLETE,
  DIVERGES_MUST_FINISH,
} from '../../../engine/cpm/divergence.ts'
import { withoutConstraint } from '../../../engine/cpm/input.ts'
import {
  CONSTRAINT_ACTS,
  CONSTRAINT_ON_COMPLETE,
  CONSTRAINT_ON_STARTED,
  CONSTRAINT_WITHOUT_ANCHOR,
  CONSTRAINT_WITHOUT_DATE,
} from '../../../engine/cpm/prepare.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import {
  criticalPathOf,
  datesOf,
  figure,
  idsOf,
  longestPathOf,
  projectDatesOf,
  rows,
  type Setting,
  schedule,
} from '../../helpers/schedule.ts'

const MONDAY = parseDay('2026-03-02')!
const from = (offset: number) => formatDay(MONDAY + offset)
const to = (offset: number) => from(offset - 1)
/** Holds the anchor without taking part. */
const anchor: TaskObject = { id: 'anchor', task_type: 'loe', planned_start: from(0) }

const computed = (tasks: TaskObject[], dataDate?: number, setting: Setting = {}) =>
  schedule([...tasks, anchor], {
    calendar: 'calendar_days',
    ...(dataDate === undefined ? {} : { statusDate: from(dataDate) }),
    ...setting,
  })
const early = (tasks: TaskObject[], dataDate?: number, setting?: Setting) => {
  const { anchor: _, ...dates } = rows(computed(tasks, dataDate, setting), ['earlyStart', 'earlyFinish'])
  return dates
}

t.test('duration: given, else planned span, else baseline span, else 0 and missing; milestones have none', async t => {
  const span = (start: string, finish: string, kind = 'planned') => ({
    [`${kind}_start`]: start,
    [`${kind}_finish`]: finish,
  })
  const s = computed([
    { id: 'given', duration_days: 2.5, ...span(from(0), from(9)) },
    { id: 'planned', ...span(from(0), from(3)), ...span(from(0), from(9), 'baseline') },
    { id: 'baseline', planned_start: from(0), ...span(from(0), from(5), 'baseline') },
    { id: 'reversed', ...span(from(3), from(0)) },
    { id: 'none' },
    { id: 'zero', duration_days: 0 },
    { id: 'zero package', duration_days: 0, task_type: 'planning_package' },
    { id: 'milestone', duration_days: 4, task_type: 'milestone' },
    { id: 'summary', task_type: 'summary' },
  ])
  const { durationDays, durationMissing } = s.prepared
  const shown = s.ids.map((id, i) => [id, durationDays[i], durationMissing[i]])
  t.strictSame(shown.slice(0, -1), [
    ['given', 2.5, 0],
    ['planned', 4, 0],
    ['baseline', 6, 0],
    ['reversed', 0, 1],
    ['none', 0, 1],
    ['zero', 0, 0],
    ['zero package', 0, 1],
    ['milestone', 0, 0],
    ['summary', 0, 0],
  ])
  const working = computed([{ id: 'A', ...span(from(0), from(8)) }], undefined, { calendar: 'working_days' })
  t.equal(working.prepared.durationDays[0], 7, 'spans count days of the calendar')
})

t.test('complete: actual dates, and what stands in for the missing ones', async t => {
  const done = (id: string, more: object): TaskObject => ({ id, duration_days: 4, percent_complete: 100, ...more })
  t.strictSame(
    early(
      [
        done('both', { actual_start: from(1), actual_finish: to(9) }),
        done('no finish', { actual_start: from(1) }),
        done('no finish, just begun', { actual_start: from(8) }),
        done('no finish, in future', { actual_start: from(14) }),
        done('no start', { actual_finish: to(9) }),
        done('neither', {}),
        { id: 'finish without percent', duration_days: 4, actual_finish: to(3) },
      ],
      10,
    ),
    {
      both: [1, 9],
      'no finish': [1, 5],
      'no finish, just begun': [8, 10],
      'no finish, in future': [14, 14],
      'no start': [5, 9],
      neither: [6, 10],
      'finish without percent': [-1, 3],
    },
  )
})

t.test(
  'in progress: actual start, else start* at most the data date, else the data date; percent above 100 is done',
  async t => {
    const busy = (id: string, more: object): TaskObject => ({ id, duration_days: 8, percent_complete: 50, ...more })
    const s = computed(
      [
        busy('actual', { actual_start: from(3) }),
        busy('planned', { planned_start: from(2) }),
        busy('forecast in future', { planned_start: from(2), forecast_start: from(30) }),
        busy('nothing', {}),
        busy('over', { percent_complete: 140 }),
        busy('under', { percent_complete: -20 }),
        { id: 'started only', duration_days: 8, actual_start: from(3) },
      ],
      10,
    )
    t.strictSame(rows(s, ['earlyStart', 'earlyFinish']), {
      actual: [3, 14],
      planned: [2, 14],
      'forecast in future': [10, 14],
      nothing: [10, 14],
      over: [2, 10],
      under: [10, 18],
      'started only': [3, 18],
      anchor: [10, 10],
    })
    t.strictSame(rows(s, ['lateStart', 'lateFinish', 'totalFloat']).actual, [14, 18, 4], 'of the remaining work')
    t.strictSame(datesOf(s).actual, [from(3), to(14), from(14), to(18)])
  },
)

t.test(
  'data date: as given but not before the project; else the day after the latest actual date; else none',
  async t => {
    const started = { id: 'A', duration_days: 5, actual_start: from(3), percent_complete: 20 }
    const dataDate = (tasks: TaskObject[], at?: number) => computed(tasks, at).prepared.dataDate
    t.strictSame(dataDate([started], 8), { offset: 8, source: 'status_date' })
    t.strictSame(dataDate([started], -8), { offset: 0, source: 'status_date' })
    t.strictSame(dataDate([started]), { offset: 4, source: 'inferred' })
    t.strictSame(dataDate([started, { id: 'B', actual_start: from(1), actual_finish: from(6) }]), {
      offset: 7,
      source: 'inferred',
    })
    t.strictSame(dataDate([{ id: 'S', task_type: 'summary', actual_start: from(3) }]), { offset: 0, source: 'none' })
    const half = { id: 'A', duration_days: 5, percent_complete: 50 }
    t.strictSame(dataDate([half]), { offset: 0, source: 'none' })
    t.strictSame(early([half]), { A: [0, 5] }, 'percent alone moves nothing')
    t.strictSame(early([{ ...half, percent_complete: 100 }]), { A: [0, 5] })
  },
)

t.test('finished work offers at most the data date, whatever its reported finish', async t => {
  const done = { id: 'A', duration_days: 5, actual_start: from(0), actual_finish: to(30) }
  t.strictSame(early([done, { id: 'B', duration_days: 2, predecessors: ['A FS+3'] }], 10), { A: [0, 30], B: [13, 15] })
  t.strictSame(early([done, { id: 'B', duration_days: 9, predecessors: ['A FF+1'] }], 10).B, [10, 19])
})

t.test('a started task waits for unfinished predecessors only, and not at all under override', async t => {
  const tasks = [
    { id: 'A', duration_days: 5, actual_start: from(0), actual_finish: to(6) },
    { id: 'B', duration_days: 5 },
    { id: 'C', duration_days: 4, actual_start: from(1), percent_complete: 50, predecessors: ['A FS+90', 'B'] },
  ]
  t.strictSame(early(tasks, 10).C, [1, 17], 'B ends at 15; the lag after A does not hold C')
  t.strictSame(early(tasks, 10, { override: true }).C, [1, 12])
})

t.test('lags out of and into finished work, when unfinished work reaches through it', async t => {
  const held = { id: 'A', duration_days: 10, actual_start: from(0), percent_complete: 20 } // ends at 14
  const done = (id: string, start: number, finish: number, predecessors: string[]): TaskObject => ({
    id,
    duration_days: finish - start,
    actual_start: from(start),
    actual_finish: to(finish),
    predecessors,
  })
  const starts = (intoB: string, intoC: string) =>
    early([held, done('B', 2, 4, [intoB]), { id: 'C', duration_days: 1, predecessors: [intoC] }], 6).C![0]
  t.equal(starts('A', 'B'), 14)
  t.equal(starts('A FS+3', 'B'), 17, 'a lag into finished work counts whole')
  t.equal(starts('A FS-3', 'B'), 11, 'and so does a lead')
  t.equal(starts('A SS+9', 'B'), 6, 'but none from a start that has happened')
  t.equal(starts('A FF+2', 'B'), 16)
  t.equal(starts('A', 'B FS+1'), 14, 'a lag out of it runs from the actual finish: 2 days have passed')
  t.equal(starts('A', 'B FS+5'), 17)
  t.equal(starts('A', 'B FS-2'), 14, 'a lead out of it has passed')
  t.equal(starts('A', 'B SS+5'), 15, '4 days have passed since its start')
  t.equal(starts('A', 'B FF+4'), 15)
  t.equal(
    early(
      [held, done('B', 2, 4, ['A']), { id: 'C', duration_days: 4, actual_start: from(5), predecessors: ['B FS+9'] }],
      6,
    ).C![1],
    18,
    'started work waits, without the lag',
  )
  t.equal(
    early(
      [held, done('B', 2, 4, ['A']), done('C', 4, 5, ['B FS+9']), { id: 'D', duration_days: 1, predecessors: ['C'] }],
      6,
    ).D![0],
    14,
    'through several',
  )
})

t.test('SS and SF lags of a started predecessor run down with the days since its actual start; leads stay', async t => {
  const started = { id: 'A', duration_days: 20, actual_start: from(4), percent_complete: 10 }
  const after = (link: string) => early([started, { id: 'B', duration_days: 3, predecessors: [link] }], 10).B
  t.strictSame(after('A SS+8'), [12, 15])
  t.strictSame(after('A SS+6'), [10, 13])
  t.strictSame(after('A SS+2'), [10, 13])
  t.strictSame(after('A SS-2'), [10, 13], 'the data date still holds')
  t.strictSame(after('A SF+16'), [17, 20])
  t.strictSame(after('A FS+1'), [29, 32], 'FS and FF keep their lag')
})

t.test('constraints: what each does to early and to late dates of a task that may run from 5 to 20', async t => {
  const figures = (type: string, date: string) => {
    const tasks = [
      { id: 'A', duration_days: 5 },
      { id: 'B', duration_days: 4, predecessors: ['A'], constraint_type: type, constraint_date: date },
      { id: 'C', duration_days: 11, predecessors: ['A'] },
      { id: 'D', duration_days: 4, predecessors: ['B', 'C'] },
    ]
    return rows(computed(tasks)).B
  }
  t.strictSame(figures('ASAP', from(9)), [5, 9, 12, 16, 7, 7])
  t.strictSame(figures('SNET', from(7)), [7, 11, 12, 16, 5, 5])
  t.strictSame(figures('SNET', from(2)), [5, 9, 12, 16, 7, 7])
  t.strictSame(figures('FNET', to(12)), [8, 12, 12, 16, 4, 4])
  t.strictSame(figures('SNLT', from(8)), [5, 9, 8, 12, 3, 7])
  t.strictSame(figures('SNLT', from(3)), [5, 9, 3, 7, -2, 7], 'early dates stay where the logic puts them')
  t.strictSame(figures('FNLT', to(10)), [5, 9, 6, 10, 1, 7])
  t.strictSame(figures('MSO', from(8)), [8, 12, 8, 12, 0, 4])
  t.strictSame(figures('MFO', to(12)), [8, 12, 8, 12, 0, 4])
  t.strictSame(figures('MSO', from(3)), [3, 7, 3, 7, -2, 9], 'a pin before the logic shows by how much')
  t.strictSame(
    figures('MSO', from(14)),
    [14, 18, 14, 18, 0, 0],
    'a pin that moves the project finish has no float to lose',
  )
  t.strictSame(figures('ALAP', from(0)), [12, 16, 12, 16, 0, 0])
})

t.test('one constraint lifted leaves the others', async t => {
  const pin = (at: number) => ({ duration_days: 4, constraint_type: 'MSO', constraint_date: from(at) })
  const { prepared } = computed([
    { id: 'A', ...pin(3) },
    { id: 'B', ...pin(8) },
  ])
  t.strictSame([...computeCpm(withoutConstraint(prepared.input, 1)).earlyStart.subarray(0, 2)], [3, 0])
  t.strictSame([...computeCpm(prepared.input).earlyStart.subarray(0, 2)], [3, 8])
})

t.test('must finish by: total floats count to that day, before or after the computed finish', async t => {
  const tasks = [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 3, predecessors: ['A'] },
    { id: 'C', duration_days: 1, predecessors: ['A'] },
    { id: 'D', duration_days: 2, predecessors: [{ task_id: 'A', type: 'SS' }] },
  ]
  const floats = (mustFinish?: string) => {
    const { anchor: _, ...rest } = rows(computed(tasks, undefined, { mustFinish }), ['totalFloat', 'freeFloat'])
    return rest
  }
  t.strictSame(floats(), { A: [0, 0], B: [0, 0], C: [2, 2], D: [6, 6] })
  t.strictSame(floats(to(6)), { A: [-2, 0], B: [-2, 0], C: [0, 2], D: [4, 6] }, 'two days earlier')
  t.strictSame(floats(to(12)), { A: [4, 0], B: [4, 0], C: [6, 2], D: [10, 6] }, 'four days later')
  const s = computed(tasks, undefined, { mustFinish: to(6) })
  t.strictSame([s.result.projectFinish, longestPathOf(s), criticalPathOf(s)], [8, ['A', 'B'], ['A', 'C', 'B']])
  const divergence = computeDivergence(s.prepared.input, s.result)
  t.strictSame([idsOf(s, divergence.tasks), [...divergence.reason]], [['C'], [DIVERGES_MUST_FINISH]])
})

t.test('remaining duration as given counts for work in progress, whatever its percent says', async t => {
  const begun = (more: object) => ({ id: 'A', duration_days: 10, actual_start: from(0), percent_complete: 50, ...more })
  t.strictSame(early([begun({})], 4).A, [0, 9])
  t.strictSame(early([begun({ remaining_duration_days: 7 })], 4).A, [0, 11])
  t.strictSame(early([begun({ remaining_duration_days: 0 })], 4).A, [0, 4], 'nothing left, yet not finished')
  t.strictSame(early([begun({ remaining_duration_days: 2.5, percent_complete: null })], 4).A, [0, 6.5])
  t.strictSame(
    early([{ id: 'A', duration_days: 10, remaining_duration_days: 7 }], 4).A,
    [4, 14],
    'not read before the start',
  )
  t.strictSame(
    early([begun({ remaining_duration_days: 7, actual_finish: to(3) })], 4).A,
    [0, 3],
    'nor after the finish',
  )
})

t.test('a pin before the data date starts on it and is late against its date', async t => {
  const s = computed([{ id: 'A', duration_days: 4, constraint_type: 'MSO', constraint_date: from(2) }], 6)
  t.strictSame(rows(s).A, [6, 10, 2, 6, -4, 0])
})

t.test('as late as possible goes by chains: each takes what its shifted successors leave', async t => {
  const alap = { constraint_type: 'ALAP' }
  const s = computed([
    { id: 'A', duration_days: 2, ...alap },
    { id: 'B', duration_days: 3, predecessors: ['A'], ...alap },
    { id: 'C', duration_days: 20 },
    { id: 'D', duration_days: 1, predecessors: ['B', 'C'] },
    { id: 'E', duration_days: 2, predecessors: ['A'] },
  ])
  t.strictSame(figure(s, 'earlyStart'), { A: 0, B: 17, C: 0, D: 20, E: 2, anchor: 0 }, 'E holds A back')
  t.strictSame(figure(s, 'totalFloat'), { A: 15, B: 0, C: 0, D: 0, E: 17, anchor: null })
  t.strictSame(figure(s, 'freeFloat'), { A: 0, B: 0, C: 0, D: 0, E: 17, anchor: null })
  t.strictSame(longestPathOf(s), ['C', 'D'])
  t.strictSame(criticalPathOf(s), ['C', 'B', 'D'], 'in the order before the shift')
  const { tasks, reason, heldBy } = computeDivergence(s.prepared.input, s.result)
  t.strictSame([idsOf(s, tasks), [...reason], [...heldBy]], [['B'], [DIVERGES_ALAP], [-1]])
})

t.test('which constraints act, and why the others do not', async t => {
  const c = (constraint_type: string, constraint_date?: string) => ({
    duration_days: 4,
    constraint_type,
    constraint_date,
  })
  const started = { actual_start: from(0), percent_complete: 50 }
  const tasks = [
    { id: 'no date', ...c('SNET') },
    { id: 'ASAP', ...c('ASAP') },
    { id: 'ALAP', ...c('ALAP') },
    { id: 'complete', ...c('FNLT', from(9)), actual_start: from(0), actual_finish: to(4) },
    { id: 'started MSO', ...c('MSO', from(9)), ...started },
    { id: 'started ALAP', ...c('ALAP'), ...started },
    { id: 'started FNET', ...c('FNET', to(20)), ...started },
    { id: 'started MFO', ...c('MFO', to(18)), ...started },
    { id: 'started FNLT', ...c('FNLT', to(6)), ...started },
  ]
  const s = computed(tasks, 5)
  const fates = Object.fromEntries(s.ids.map((id, i) => [id, s.prepared.constraintFate[i]]))
  t.strictSame(fates, {
    'no date': CONSTRAINT_WITHOUT_DATE,
    ASAP: CONSTRAINT_ACTS,
    ALAP: CONSTRAINT_ACTS,
    complete: CONSTRAINT_ON_COMPLETE,
    'started MSO': CONSTRAINT_ON_STARTED,
    'started ALAP': CONSTRAINT_ON_STARTED,
    'started FNET': CONSTRAINT_ACTS,
    'started MFO': CONSTRAINT_ACTS,
    'started FNLT': CONSTRAINT_ACTS,
    anchor: CONSTRAINT_ACTS,
  })
  t.strictSame(rows(s, ['earlyStart', 'earlyFinish'])['started FNET'], [0, 20], 'on the remaining start')
  t.strictSame(rows(s, ['earlyFinish', 'lateFinish'])['started MFO'], [18, 18])
  t.strictSame(rows(s, ['lateFinish', 'totalFloat'])['started FNLT'], [6, -1])

  const nowhere = schedule([{ id: 'A', ...c('SNET', from(9)) }])
  t.equal(nowhere.prepared.constraintFate[0], CONSTRAINT_WITHOUT_ANCHOR)
  t.equal(nowhere.result.earlyStart[0], 0)
})

t.test('hammocks: every link that defines a side, what stands in for a missing one, actual dates first', async t => {
  const discrete = [
    { id: 'A', duration_days: 4 },
    { id: 'B', duration_days: 6, predecessors: ['A'] },
    { id: 'Z', duration_days: 5, predecessors: ['B'] },
  ]
  const hammock = (predecessors: string[], successors: string[] = [], more: object = {}, dataDate?: number) =>
    early(
      [
        ...discrete.map(task => ({
          ...task,
          predecessors: [
            ...(task.predecessors ?? []),
            ...successors.filter(s => s.startsWith(task.id)).map(s => s.slice(2)),
          ],
        })),
        { id: 'L', task_type: 'loe', duration_days: 3, predecessors, ...more },
      ],
      dataDate,
    ).L
  t.strictSame(hammock(['A FS+1']), [5, 8], 'a start only: its duration')
  t.strictSame(hammock(['B SS+2']), [6, 9])
  t.strictSame(hammock(['B FF+1']), [8, 11], 'a finish only: its duration back')
  t.strictSame(hammock(['A FF-3']), [0, 1], 'not before the project')
  t.strictSame(hammock(['B SF+3']), [4, 7])
  t.strictSame(hammock([], ['Z L SS+2']), [8, 11])
  t.strictSame(hammock([], ['Z L SF+2']), [13, 16])
  t.strictSame(hammock([], ['Z L FF+2']), [10, 13])
  t.strictSame(hammock([], ['Z L']), [7, 10])
  t.strictSame(hammock(['A SS', 'A FS+2'], ['Z L FF', 'B L']), [0, 15], 'earliest start, latest finish')
  t.strictSame(hammock(['B', 'A FF']), [10, 10], 'the finish is never before the start')
  t.strictSame(hammock([], [], {}, 7), [7, 10], 'nothing known: from the data date')
  t.strictSame(hammock(['A SS', 'B FF'], [], { actual_start: from(2) }, 5), [2, 15])
  t.strictSame(hammock(['A SS', 'B FF'], [], { actual_start: from(2), actual_finish: to(6) }, 8), [2, 6])
  const loose = early([
    ...discrete,
    { id: 'L', task_type: 'loe', duration_days: 3, predecessors: ['A'] },
    { id: 'K', task_type: 'loe', duration_days: 2, predecessors: ['L FS+50', 'S'] },
    { id: 'S', task_type: 'summary', predecessors: [] },
  ])
  t.strictSame(
    [loose.K, loose.S],
    [
      [0, 2],
      [null, null],
    ],
    'links with LOE and summaries count for nothing',
  )
})

t.test('milestones print the end of a day where logic or a finish constraint sets them, else its start', async t => {
  const s = computed([
    { id: 'A', duration_days: 10 },
    { id: 'first', task_type: 'milestone' },
    { id: 'after', task_type: 'milestone', predecessors: ['A'] },
    { id: 'half', task_type: 'milestone', predecessors: ['A FS+0.5'] },
    { id: 'held', task_type: 'milestone', predecessors: ['A'], constraint_type: 'SNET', constraint_date: from(12) },
    { id: 'tied', task_type: 'milestone', predecessors: ['A'], constraint_type: 'SNET', constraint_date: from(10) },
    { id: 'loose', task_type: 'milestone', predecessors: ['A FS-10'] },
    { id: 'due', task_type: 'milestone', constraint_type: 'MFO', constraint_date: from(12) },
    { id: 'not before', task_type: 'milestone', constraint_type: 'FNET', constraint_date: from(12) },
    { id: 'end', duration_days: 9, predecessors: ['A'] },
  ])
  const dates = datesOf(s)
  const first = (id: string) => dates[id]![0]
  t.strictSame(
    ['first', 'after', 'half', 'held', 'tied', 'loose', 'due', 'not before'].map(id => [id, first(id)]),
    [
      ['first', from(0)],
      ['after', from(9)],
      ['half', from(10)],
      ['held', from(12)],
      ['tied', from(10)],
      ['loose', from(0)],
      ['due', from(12)],
      ['not before', from(12)],
    ],
  )
  t.ok(
    Object.entries(dates).every(([id, [start, finish]]) => ['A', 'end', 'anchor'].includes(id) || start === finish),
    'one day for both',
  )
  t.strictSame(dates.after!.slice(2), [to(19), to(19)], 'late dates alike')
  t.strictSame(dates.first!.slice(2), [from(19), from(19)])
})

t.test('a milestone that a start drives prints the day of that start, with its lag, and hands that on', async t => {
  const milestone = (id: string, ...predecessors: string[]) => ({ id, task_type: 'milestone', predecessors })
  const s = computed([
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 4, predecessors: ['A'] },
    milestone('with B', 'B SS'),
    milestone('B begun', 'B SS+2'),
    milestone('on with B', 'with B'),
    milestone('beside it', 'with B SS'),
    milestone('after A', 'A'),
    milestone('on after A', 'after A'),
    milestone('tied to it', 'after A SS'),
    milestone('both', 'A', 'B SS'),
    milestone('ends A', 'A FF'),
    milestone('end', 'B', 'with B'),
    { id: 'NTP', task_type: 'milestone', constraint_type: 'SNET', constraint_date: from(3) },
    milestone('after NTP', 'NTP'),
    { id: 'C', duration_days: 1, predecessors: ['with B'] },
  ])
  const dates = datesOf(s)
  t.strictSame(Object.fromEntries(Object.entries(dates).map(([id, [start]]) => [id, start])), {
    A: from(0),
    B: from(5),
    'with B': from(5),
    'B begun': from(7),
    'on with B': from(5),
    'beside it': from(5),
    'after A': from(4),
    'on after A': from(4),
    'tied to it': from(4),
    both: from(5),
    'ends A': from(4),
    end: from(8),
    NTP: from(3),
    'after NTP': from(3),
    C: from(5),
    anchor: from(0),
  })
  t.equal(dates['with B']![1], from(5), 'one day for both')
  t.equal(dates['with B']![2], from(8), 'C, the only work behind it, may still run on the last day')
  const done = { task_type: 'milestone', actual_start: from(4), actual_finish: from(4) }
  const begun = { id: 'A', duration_days: 6, actual_start: from(4), percent_complete: 10 }
  t.strictSame(early([begun, { id: 'M', ...done, predecessors: ['A SS'] }], 5).M, [4, 4], 'also when it is complete')
})

t.test('a complete milestone stands at the start of its day without predecessors, else at the end of it', async t => {
  const done = { task_type: 'milestone', actual_start: from(4), actual_finish: from(4) }
  t.strictSame(
    early(
      [
        { id: 'M', ...done },
        { id: 'A', duration_days: 2, predecessors: ['M'] },
        { id: 'N', ...done, predecessors: ['M'] },
      ],
      4,
    ),
    { M: [4, 4], A: [4, 6], N: [5, 5] },
  )
})

t.test('the project finish is the last day of work, or the day of a lone milestone at its start', async t => {
  const finish = (tasks: TaskObject[], dataDate?: number) => projectDatesOf(computed(tasks, dataDate))[1]
  t.equal(finish([{ id: 'A', duration_days: 3 }]), to(3))
  t.equal(finish([{ id: 'A', duration_days: 2.5 }]), to(3))
  t.equal(finish([{ id: 'K', task_type: 'milestone', constraint_type: 'MSO', constraint_date: from(9) }]), from(9))
  t.equal(
    finish([{ id: 'A', duration_days: 3, actual_start: from(0), actual_finish: to(5) }], 9),
    to(5),
    'nothing is left',
  )
  t.equal(finish([{ id: 'S', task_type: 'summary' }]), from(0), 'nothing takes part')
})

t.test('a finished project has no float and no critical task; what ended it is its longest path', async t => {
  const done = (id: string, start: number, finish: number, predecessors: string[] = []): TaskObject => ({
    id,
    duration_days: finish - start,
    predecessors,
    actual_start: from(start),
    actual_finish: to(finish),
  })
  const s = computed([done('A', 0, 5), done('B', 5, 9, ['A']), done('C', 5, 7, ['A'])], 12)
  t.equal(s.result.projectFinish, 9)
  t.strictSame([criticalPathOf(s), longestPathOf(s)], [[], ['B']])
  const { tasks, reason } = computeDivergence(s.prepared.input, s.result)
  t.strictSame([idsOf(s, tasks), [...reason]], [['B'], [DIVERGES_COMPLETE]])
})

t.test('compared networks count from a common anchor and keep their own first start as floor', async t => {
  const late = [
    { id: 'A', duration_days: 5, planned_start: from(10) },
    { id: 'B', duration_days: 2, predecessors: ['A'] },
  ]
  const alone = schedule(late)
  t.strictSame(figure(alone, 'earlyFinish'), { A: 5, B: 7 })
  const compared = schedule(late, { anchorDate: from(0) })
  t.equal(compared.prepared.input.floor, 10)
  t.strictSame(rows(compared), { A: [10, 15, 10, 15, 0, 0], B: [15, 17, 15, 17, 0, 0] })
  t.equal(compared.result.projectFinish - alone.result.projectFinish, 10, 'the late first start shows as delay')
  t.strictSame(projectDatesOf(compared), projectDatesOf(alone))
})
