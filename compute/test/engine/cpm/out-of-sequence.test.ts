/** Which links CPM_OUT_OF_SEQUENCE names, and for how long they hold: those that the actual dates did not keep, in working time. */
import t from 'tap'
import { built, type Plain, reply } from '../../helpers/every-analysis.ts'

const CPM = built.find(({ id }) => id === 'analysis.cpm')!
const COMPARE = built.find(({ id }) => id === 'forensics.baseline-compare')!
const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const FIVE = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const calendar = (id: string, days: readonly string[]) => ({
  id,
  hours_per_day: 8,
  work_week: Object.fromEntries(days.map(day => [day, DAY])),
})
const CALENDARS = [calendar('five', FIVE), calendar('seven', [...FIVE, 'saturday', 'sunday'])]

/** Friday evening up to Monday morning: no working time lies between them. */
const WEEKEND = ['2026-03-13T17:00', '2026-03-14T12:00', '2026-03-14', '2026-03-15T20:00', '2026-03-16T08:00'] as const

const BEGUN = { actual_start: '2026-03-04T08:00', remaining_duration_days: 6 }
const OPEN = { actual_start: '2026-03-06T08:00', remaining_duration_days: 3 }
const DONE = { actual_start: '2026-03-06T08:00', actual_finish: '2026-03-10T17:00' }
const EARLY = { actual_start: '2026-03-04T08:00', actual_finish: '2026-03-05T17:00' }

/** Predecessor A, its successor B, the link, the days that it holds where it is told. */
const CASES: readonly (readonly [string, Plain, Plain, string, number, number | undefined])[] = [
  ['SS between two that have started', BEGUN, OPEN, 'SS', 0, undefined],
  ['SS with a lag that was over before', BEGUN, OPEN, 'SS', 2, undefined],
  ['the same into finished work', BEGUN, DONE, 'SS', 2, undefined],
  ['SS with a lag that the start did not wait for, and that is over by now', BEGUN, OPEN, 'SS', 5, undefined],
  ['SS with a lag that still runs', BEGUN, OPEN, 'SS', 11, 3],
  ['SS from work that has not started', {}, OPEN, 'SS', 2, 2],
  ['FS from unfinished into started work', BEGUN, OPEN, 'FS', 0, 6],
  ['FS from unfinished into finished work', BEGUN, DONE, 'FS', 0, 6],
  ['FS with a lead that the work kept to is none', { ...BEGUN, remaining_duration_days: 1 }, OPEN, 'FS', -1, undefined],
  ['FF into started work has nothing to keep yet', BEGUN, { ...OPEN, remaining_duration_days: 1 }, 'FF', 0, undefined],
  ['FF into finished work', BEGUN, DONE, 'FF', 0, 6],
  ['SF from work that has not started into finished work', {}, DONE, 'SF', 4, 4],
  ['SF from started work into work that finished behind it', BEGUN, DONE, 'SF', 0, undefined],
  ['FS from finished work', EARLY, OPEN, 'FS', 0, undefined],
]

const body = (predecessor: Plain, successor: Plain, type: string, lag_days: number, status_date: string): Plain => ({
  calendars: CALENDARS,
  default_calendar_id: 'five',
  status_date,
  tasks: [
    { id: 'A', duration_days: 8, ...predecessor },
    { id: 'B', duration_days: 5, ...successor, predecessors: [{ task_id: 'A', type, lag_days }] },
    { id: 'C', duration_days: 2, predecessors: ['A', 'B'] },
  ],
})
const told = (request: Plain): Plain =>
  reply(CPM, request).findings.find(({ code }: Plain) => code === 'CPM_OUT_OF_SEQUENCE')

const dayOf = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 10) : value)

for (const [name, predecessor, successor, type, lag, days] of CASES)
  t.test(name, async t => {
    for (const status of WEEKEND) {
      const finding = told(body(predecessor, successor, type, lag, status))
      if (days === undefined) t.notOk(finding, `in sequence on ${status}`)
      else
        t.strictSame(
          finding?.evidence.links.map((link: Plain) => link.waits_days),
          [days],
          status,
        )
    }
    // without calendars the days are those of one calendar, and the rule is the same
    const { calendars, default_calendar_id, ...whole } = body(predecessor, successor, type, lag, '2026-03-16')
    const dates = Object.fromEntries(Object.entries(predecessor).map(([key, value]) => [key, dayOf(value)]))
    const own = Object.fromEntries(Object.entries(successor).map(([key, value]) => [key, dayOf(value)]))
    const [a, b, c] = whole.tasks
    const tasks = [{ ...a, ...dates }, { ...b, ...own }, c]
    const finding = told({ ...whole, calendar: 'working_days', tasks })
    t.strictSame(
      finding?.evidence.links.map((link: Plain) => link.waits_days),
      days && [days],
      'without calendars',
    )
  })

t.test('a wait is counted in the calendar of the work that waits, in both analyses that tell it', async t => {
  const request = body(BEGUN, OPEN, 'FS', 0, '2026-03-13T17:00')
  request.tasks[1].calendar_id = 'seven'
  const finding = told(request)
  t.strictSame(finding.evidence.links[0].waits_days, 10, 'six days of work and the two weekends')
  t.match(finding.description, /10 working days from the data date/)
  t.match(
    finding.description,
    /1 link from unfinished work was not kept by work that has started or finished; what is left behind it waits/,
  )
  const { data } = reply(COMPARE, {
    current_schedule: request,
    baseline_schedule: {
      ...request,
      baseline_date: '2026-03-02',
      tasks: request.tasks.map(({ id, duration_days }: Plain) => ({
        id,
        duration_days,
        planned_start: '2026-03-02T08:00',
        planned_finish: '2026-03-13T17:00',
      })),
    },
    options: { include_oos_impact: true },
  })
  t.strictSame(data.oos_impact.tasks, [{ id: 'B', waits_for: 'A', wait_days: 10 }])
})

t.test('an actual date that was not given breaks no link', async t => {
  const started = { percent_complete: 40, planned_start: '2026-03-03T08:00', remaining_duration_days: 3 }
  t.notOk(told(body(BEGUN, started, 'SS', 11, '2026-03-13T17:00')))
})
