/** The hash by which a result names a schedule: two with the same one give the same figures, so whatever decides dates or float is in it. */
import t from 'tap'
import { analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { DEFAULT_RULES } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import { hashOf } from '../../../engine/compare/series.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { sourcesOf } from '../../../engine/several-analyses/sources.ts'
import type { Plain } from '../../helpers/analyse.ts'

const DAY = [['08:00', '16:00']]
const WEEK = { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY }
const base = (): Plain => ({
  status_date: '2026-03-02',
  calendars: [
    { id: 'five', hours_per_day: 8, work_week: WEEK },
    { id: 'six', hours_per_day: 8, work_week: { ...WEEK, saturday: DAY } },
  ],
  resources: [{ id: 'crane', calendar_id: 'six' }],
  tasks: [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 3, predecessors: ['A'] },
  ],
})

function inputOf(body: Plain) {
  const row = analysisRow('analysis.cpm')
  const input = readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  return input
}

const hashOfBody = (body: Plain): string =>
  hashOf(inputOf(body).schedules.get('tasks')!, { calendar: body.calendar, status_date: body.status_date })

t.test('each option, calendar and date of a schedule that decides its figures changes its hash', async t => {
  const options = {
    rules: 'ms_project',
    progress: 'progress_override',
    lag_calendar: 'successor',
    critical_by: 'longest_path',
    critical_float_days_max: 2,
    total_float_as: 'start',
    use_expected_finish: true,
    ignore_external_dates: true,
    open_ends_critical: true,
    schedule_from_finish: true,
    honor_constraints: false,
    respect_leveling_delay: false,
  }
  t.equal(Object.keys(options).length, Object.keys(DEFAULT_RULES).length, 'every rule is here')
  const edits: [string, (body: Plain) => void][] = [
    ...Object.entries(options).map(([name, value]): [string, (body: Plain) => void] => [
      name,
      body => (body.scheduling_options = { [name]: value }),
    ]),
    ['default calendar', body => (body.default_calendar_id = 'six')],
    ['must finish by', body => (body.must_finish_by = '2026-04-01')],
    ['project start', body => (body.project_start = '2026-03-04')],
    ['day off', body => (body.calendars[0].exceptions = [{ date: '2026-03-04' }])],
    ['hours per day', body => (body.calendars[0].hours_per_day = 7)],
    ['data date', body => (body.status_date = '2026-03-03')],
    ['resource', body => (body.resources[0].calendar_id = 'five')],
  ]
  const seen = new Map([[hashOfBody(base()), 'nothing']])
  for (const [name, edit] of edits) {
    const body = base()
    edit(body)
    const hash = hashOfBody(body)
    t.equal(seen.get(hash), undefined, name)
    seen.set(hash, name)
  }
  const { tasks, calendars, ...rest } = base()
  t.equal(seen.get(hashOfBody({ calendars, tasks, ...rest })), 'nothing', 'the order of members is nothing')
})

t.test('must_finish_by of a schedule without calendars is in the hash of its source', async t => {
  const hashes = ['2026-04-01', '2026-04-02'].map(
    must_finish_by => (sourcesOf(inputOf({ must_finish_by, tasks: base().tasks })) as Plain)[0].schedule_sha256,
  )
  t.not(hashes[0], hashes[1])
})
