/** Contract dates: what was left until them, who used it, and what the days after them come to by each rule of the float. */
import t from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import { begun, date, done } from './delay-dates.ts'
import { body, reply, type Series, task } from './delay-series.ts'

const START = { planned_start: date(0) }
const OWNER = { delay_category: 'owner' }
const CONTRACTOR = { delay_category: 'contractor' }
const chain = (a: object, b: object, c: object = {}) => [
  task('A', 10, [], { ...START, ...a }),
  task('B', 10, ['A'], b),
  task('C', 5, ['B'], c),
]
/** The owner's task ends two days late, then the contractor's three: the finish of day 24 becomes that of day 29. */
const SERIES: Series = {
  baseline: chain({}, {}),
  snapshots: [[12, chain({ ...done(0, 12), ...OWNER }, {})]],
  current: [20, chain({ ...done(0, 12), ...OWNER }, { ...begun(12, 50), ...CONTRACTOR })],
}
const completions = (data: Plain): Plain[] => data.contract_dates.completions

t.test('the first to need the float uses it; days after the date belong to those who made them', async t => {
  const { data, summary } = reply(t, SERIES, { completion_date: date(27), damages_per_day: 1_500 })
  const [row] = completions(data)
  t.match(row, {
    id: null,
    completion_date: date(27),
    finish_date: date(29),
    margin_start_calendar_days: 3,
    margin_calendar_days: -2,
    late_calendar_days: 2,
    planned_late_calendar_days: 0,
    margin_used: { owner_calendar_days: 2, contractor_calendar_days: 1, unattributed_calendar_days: 0 },
    late: { owner_calendar_days: 0, contractor_calendar_days: 2 },
    extension_calendar_days: 0,
    extended_completion_date: date(27),
    liquidated_calendar_days: 2,
    open_calendar_days: 0,
    liquidated_damages: 3_000,
  })
  t.strictSame(
    row!.updates.map((each: Plain) => [each.schedule, each.finish_date, each.margin_days, each.margin_calendar_days]),
    [
      ['baseline_schedule', date(24), 3, 3],
      ['schedule_history.0', date(26), 1, 1],
      ['current_schedule', date(29), -2, -2],
    ],
  )
  t.match(row!.windows, [
    { margin_used: { owner_calendar_days: 2 }, late: { contractor_calendar_days: 0 } },
    { margin_used: { contractor_calendar_days: 1 }, late: { contractor_calendar_days: 2 } },
  ])
  t.match(
    summary,
    `Contract date ${date(27)}: finished 2 calendar days late; 0 extend it, 2 are liquidated, 0 stay open (float: project).`,
  )
})

t.test('float of the contractor: every excusable day extends the date, own days use the float first', async t => {
  const { data } = reply(t, SERIES, { completion_date: date(27), damages_per_day: 1_500, float_owner: 'contractor' })
  const [row] = completions(data)
  // the owner's two days move the date to that of the finish; the contractor's three are those of the float
  t.match(row, {
    extension_calendar_days: 2,
    extended_completion_date: date(29),
    liquidated_calendar_days: 0,
    liquidated_damages: 0,
  })
  t.strictSame(
    row!.by_float_owner.map((each: Plain) => [each.float_owner, each.liquidated_calendar_days]),
    [
      ['project', 2],
      ['contractor', 0],
      ['first_come', 2],
    ],
  )
})

t.test('a plan that is late already: its days are liquidated, and no delay of the record', async t => {
  const { data } = reply(t, SERIES, { completion_date: date(20) })
  t.match(completions(data)[0], {
    margin_start_calendar_days: -4,
    late_calendar_days: 9,
    planned_late_calendar_days: 4,
    late: { owner_calendar_days: 2, contractor_calendar_days: 3 },
    extension_calendar_days: 2,
    liquidated_calendar_days: 7,
    liquidated_damages: null,
  })
})

t.test('days of nobody stay open: neither excused nor liquidated', async t => {
  const { data } = reply(
    t,
    { ...SERIES, current: [20, chain({ ...done(0, 12), ...OWNER }, begun(12, 50))] },
    { completion_date: date(25) },
  )
  t.match(completions(data)[0], {
    late_calendar_days: 4,
    late: { owner_calendar_days: 1, unattributed_calendar_days: 3 },
    extension_calendar_days: 1,
    liquidated_calendar_days: 0,
    open_calendar_days: 3,
  })
})

t.test('a section has its own finish and its own account', async t => {
  const { data } = reply(t, SERIES, {
    sectional_dates: [{ task_id: 'A', completion_date: date(10), name: 'Foundations', damages_per_day: 10 }],
  })
  t.equal(completions(data).length, 1)
  t.match(completions(data)[0], {
    id: 'A',
    section: 'Foundations',
    finish_date: date(11),
    margin_start_calendar_days: 1,
    late_calendar_days: 1,
    late: { owner_calendar_days: 1 },
    extension_calendar_days: 1,
    liquidated_damages: 0,
  })
  t.equal(reply(t, SERIES).data.contract_dates, null)
})

t.test('a date on a day off: late days are dates, terminal float also working days', async t => {
  const { data } = analyse(t, delayAnalyser, DelayAnalysisData, {
    ...body(SERIES, { completion_date: '2026-01-04' }),
    calendar: 'working_days',
  })
  const [row] = completions(data)
  const days = (a: string, b: string): number => (Date.parse(a) - Date.parse(b)) / 86_400_000
  t.equal(row!.late_calendar_days, Math.max(0, days(row!.finish_date, '2026-01-04')))
  t.equal(row!.margin_start_calendar_days, days('2026-01-04', row!.updates[0].finish_date))
})

t.test('without links the days are known and of nobody', async t => {
  const dated = (finish: string) => [
    { id: 'X', planned_start: date(0), planned_finish: finish },
    { id: 'Y', planned_start: date(0), planned_finish: date(3) },
  ]
  const { data } = analyse(t, delayAnalyser, DelayAnalysisData, {
    baseline_schedule: { baseline_date: date(0), tasks: dated(date(20)) },
    current_schedule: { status_date: date(2), tasks: dated(date(26)) },
    calendar: 'calendar_days',
    options: { completion_date: date(22) },
  })
  t.match(completions(data)[0], {
    late_calendar_days: 4,
    margin_used: { unattributed_calendar_days: 2 },
    late: { unattributed_calendar_days: 4 },
    liquidated_calendar_days: 0,
    open_calendar_days: 4,
  })
})

t.test('a section that is no task of a schedule is refused by its place', async t => {
  const refused = reply(t, SERIES, { sectional_dates: [{ task_id: 'Z', completion_date: date(3) }] })
  t.match(refused, {
    code: 'validation',
    faults: [{ loc: ['body', 'options', 'sectional_dates', 0, 'task_id'] }, {}, {}],
  })
})
