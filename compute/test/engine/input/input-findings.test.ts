/** Doubtful members of a request are findings of every analysis: unknown names, and percents that look like fractions. */
import t from 'tap'
import type { AnalysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { CPM_COLUMNS } from '../../../../shared/contract/analysis/cpm/row.ts'
import { decodeFrame, encodeFrame, inputSha256 } from '../../../../shared/contract/schedule/frame.ts'
import { analysers } from '../../../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { type Finding, isRefusal } from '../../../engine/result/result.ts'
import { TODAY } from '../../helpers/analyse.ts'
import { type Body, bodyOf, built, mapTasks, type Plain, project, reply } from '../../helpers/every-analysis.ts'

const PROJECT = project(20261122, 60)
const named = (findings: readonly Plain[], code: string): Plain => findings.find(finding => finding.code === code)
const cpm = built.find(row => row.id === 'analysis.cpm')!
const ignoredFields = (row: AnalysisRow, body: Body): Plain => named(reply(row, body).findings, 'INPUT_IGNORED_FIELDS')

t.test('members that nothing is called by are a finding of every analysis, with what was probably meant', t => {
  for (const row of built) {
    const body = bodyOf(row, PROJECT)
    t.equal(ignoredFields(row, body), undefined, `${row.id} asks nothing of a body that it knows`)
    const finding = ignoredFields(row, { ...body, optoins: {}, options: { ...body.options, include_detials: true } })
    t.equal(finding.severity, 'medium', row.id)
    t.equal(finding.count, 2)
    t.match(finding.description, /optoins \(did you mean options\?\)/)
    if ('include_details' in (row.request as Plain).properties.options.properties) {
      t.match(finding.description, /options\.include_detials \(did you mean include_details\?\)/)
    }
  }
  t.end()
})

t.test('the ends of a limit are told by our names for them', t => {
  const levelling = built.find(row => row.id === 'analysis.levelling')!
  const limits = [{ units_per_day: 2, start: '2026-03-02', until: '2026-03-06' }]
  const tasks = [{ id: 'A', duration_days: 3, resource: 'Crew' }]
  const { description } = ignoredFields(levelling, { tasks, resources: [{ id: 'Crew', limits }] })
  t.match(description, /start \(did you mean from\?\).*until \(did you mean to\?\)/)
  t.end()
})

t.test('for a foreign or misspelt name the finding suggests ours; a name like no other is only listed', t => {
  const finding = ignoredFields(cpm, {
    tasks: [
      { id: 'A', is_milestone: true, durationDays: 3, notes: 'x', percent_compleet: 5 },
      { id: 'B', predecessors: [{ task_id: 'A', lag_hours: 8, typ: 'SS', comment: '' }] },
    ],
    data_date: '2026-03-02',
    options: { relationship_type: ['FS'] },
  })
  t.same(Object.fromEntries(finding.evidence.fields.map((each: Plain) => [each.field, each.did_you_mean])), {
    'tasks.*.is_milestone': 'task_type',
    'tasks.*.durationDays': 'duration_days',
    'tasks.*.percent_compleet': 'percent_complete',
    'tasks.*.notes': null,
    'tasks.*.predecessors.*.lag_hours': 'lag_days',
    'tasks.*.predecessors.*.typ': 'type',
    'tasks.*.predecessors.*.comment': null,
    data_date: 'status_date',
    'options.relationship_type': 'relationship_types',
  })
  t.same([finding.count, finding.severity], [9, 'medium'])
  t.match(finding.description, /^9 members of the request have names .* and 4 more\.$/)
  const harmless = reply(cpm, { tasks: [{ id: 'A', duration_days: 1, notes: 'x' }] })
  t.same([ignoredFields(cpm, { tasks: [{ id: 'A', notes: 'x' }] }).severity, harmless.status], ['info', 'success'])
  t.end()
})

t.test('fifty names of a thousand characters are looked at in no time, and none of them is like anything', t => {
  const task = { id: 'A', ...Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${'ab'.repeat(31)}${i}`, 1])) }
  const long = { id: 'B', ...Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${'x'.repeat(1000)}${i}`, 1])) }
  ignoredFields(cpm, { tasks: [task] })
  const from = process.cpuUsage()
  t.equal(ignoredFields(cpm, { tasks: [task, long] }).count, 50)
  const { user, system } = process.cpuUsage(from)
  t.ok((user + system) / 1000 < 250, `${(user + system) / 1000} ms of the processor`)
  t.end()
})

const withPercents = (percent: (i: number) => number) =>
  mapTasks(PROJECT, tasks => tasks.map((task, i) => ({ ...task, percent_complete: percent(i), actual_finish: null })))

t.test(
  'every analysis questions percents that are all fractions of one; not if one is above 1, or none is a fraction',
  t => {
    for (const row of built) {
      const of = (percent: (i: number) => number): Plain =>
        named(reply(row, bodyOf(row, withPercents(percent))).findings, 'INPUT_PERCENT_FRACTIONS')
      const finding = of(i => [0, 0.45, 1][i % 3]!)
      t.match(finding, { severity: 'medium', evidence: { field: 'percent_complete' } }, row.id)
      t.match(
        finding.description,
        /such as 0\.5 of task .* read as 0\.5 %. If 45 % was meant, send percents from 0 to 100/,
      )
      t.equal(
        of(i => [0, 0.45, 1.5][i % 3]!),
        undefined,
        `${row.id}, 1.5 %`,
      )
      t.equal(
        of(i => i % 2),
        undefined,
        `${row.id}, 0 and 1 alone`,
      )
    }
    t.end()
  },
)

const WEEK = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, [['08:00', '16:00']]]),
)
const CALENDARS = [{ id: '5x8', work_week: WEEK }]
const unread = (row: AnalysisRow, body: Body): Plain => named(reply(row, body).findings, 'INPUT_OPTIONS_UNREAD')

t.test('scheduling options without calendars are a finding of every analysis that takes them', t => {
  let count = 0
  for (const row of built) {
    const body = bodyOf(row, PROJECT)
    const name = 'current_schedule' in body ? 'current_schedule' : undefined
    const with_ = (members: object): Body =>
      name === undefined ? { ...body, ...members } : { ...body, [name]: { ...body[name], ...members } }
    const options = { scheduling_options: { open_ends_critical: true, progress: null }, project_start: '2026-01-05' }
    const finding = unread(row, with_(options))
    if (ignoredFields(row, with_(options)) !== undefined) continue
    count++
    const fields = ['scheduling_options.open_ends_critical', 'project_start']
    const named = fields.map(field => (name === undefined ? field : `${name}.${field}`))
    t.match(finding, { severity: 'medium', count: 2, evidence: { fields: named } }, row.id)
    t.match(finding.description, `${named.join(', ')} are read only beside calendars of the same schedule`)
    t.equal(unread(row, with_({ scheduling_options: {}, project_start: null })), undefined, row.id)
    const defaults = { scheduling_options: { rules: 'p6', progress: 'retained_logic', critical_float_days_max: 0 } }
    t.equal(unread(row, with_(defaults)), undefined, `${row.id}: what holds by default`)
    t.equal(unread(row, with_({ ...options, calendars: CALENDARS })), undefined, `${row.id} with calendars`)
  }
  t.ok(count >= 10, `${count} analyses`)
  t.end()
})

t.test('options that the rules of a tool leave out are reported, and those that they read are not', t => {
  const of = (scheduling_options: object, task: object = {}): Plain =>
    unread(cpm, { tasks: [{ id: 'A', duration_days: 1, ...task }], calendars: CALENDARS, scheduling_options })
  t.equal(of({ open_ends_critical: true, critical_by: 'longest_path', lag_calendar: 'project' }), undefined)
  t.equal(
    of({ rules: 'ms_project', honor_constraints: false, open_ends_critical: true, critical_float_days_max: 1 }),
    undefined,
  )
  t.match(
    of({ honor_constraints: false }).description,
    'The rules of P6 do not read scheduling_options.honor_constraints.',
  )
  t.match(
    of({ rules: 'ms_project', lag_calendar: 'project', total_float_as: 'start' }).description,
    'The rules of Microsoft Project do not read scheduling_options.lag_calendar, scheduling_options.total_float_as.',
  )
  const fromFinish = { rules: 'ms_project', schedule_from_finish: true }
  t.match(of(fromFinish).description, 'scheduling_options.schedule_from_finish alone moves no task')
  t.equal(of(fromFinish, { constraint_type: 'ALAP' }), undefined)
  t.end()
})

t.test('a job has the same findings as a call', t => {
  const body = {
    tasks: [{ id: 'A', percent_complete: 0.5, physical_percent_complete: 0.25, lag_hours: 1, is_milestone: true }],
  }
  const input = readRequest(cpm, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if ('code' in input) return t.fail('is read')
  const frame = encodeFrame({ rowId: cpm.id, today: TODAY, inputSha256: inputSha256(input), input }, CPM_COLUMNS)
  const findingsOf = (of: typeof input): readonly Finding[] => {
    const result = analysers[cpm.id](of, { today: TODAY })
    return isRefusal(result) ? [] : result.findings.filter(finding => finding.code.startsWith('INPUT_'))
  }
  t.same(findingsOf(decodeFrame(frame).input), findingsOf(input))
  t.same(
    findingsOf(input).map(finding => finding.code),
    ['INPUT_CALENDAR_GUESSED', 'INPUT_IGNORED_FIELDS', 'INPUT_PERCENT_FRACTIONS'],
  )
  t.end()
})

const ELAPSED_TASKS = [
  { id: 'A', duration_days: 5, planned_start: '2026-03-02' },
  { id: 'B', duration_days: 5, predecessors: ['A FS+2ed'] },
  { id: 'C', duration_days: 5, predecessors: [{ task_id: 'A', lag_days: 3, lag_elapsed: true }, 'B'] },
]
const elapsedIn = (row: AnalysisRow, body: Body): Plain => named(reply(row, body).findings, 'INPUT_ELAPSED_LAGS')
const WHOLE_WEEK = { work_days: [1, 2, 3, 4, 5, 6, 7] }

t.test('lags round the clock that were counted as working days are told with their links, in any order of rows', t => {
  for (const calendar of ['working_days', { work_days: [1, 2, 3, 4, 5], holidays: ['2026-03-09'] }]) {
    const finding = elapsedIn(cpm, { tasks: ELAPSED_TASKS, calendar })
    t.match(finding, {
      severity: 'medium',
      count: 2,
      task_ids: ['B', 'C'],
      evidence: { links: [{ predecessor_id: 'A', task_id: 'B', type: 'FS', lag_days: 2 }, { task_id: 'C' }] },
    })
    t.match(finding.description, 'counted in working days of the one calendar: B after A FS+2 d, C after A FS+3 d.')
    t.same(elapsedIn(cpm, { tasks: [...ELAPSED_TASKS].reverse(), calendar }), finding)
  }
  const undated = ELAPSED_TASKS.map(({ planned_start: _, ...task }) => task)
  t.match(elapsedIn(cpm, { tasks: undated }), { severity: 'low', evidence: { counted_as: 'unknown_days' } })
  for (const exact of [
    { calendar: 'calendar_days' },
    { calendar: WHOLE_WEEK },
    { calendars: CALENDARS },
    { status_date: '2026-03-02' },
  ])
    t.equal(elapsedIn(cpm, { tasks: ELAPSED_TASKS, ...exact }), undefined, JSON.stringify(exact))
  const whole = elapsedIn(cpm, { tasks: ELAPSED_TASKS, calendar: { ...WHOLE_WEEK, holidays: ['2026-03-09'] } })
  t.equal(whole.count, 2, 'a holiday is a day off')
  t.end()
})

const HELD_TASKS = [
  {
    id: 'A',
    duration_days: 5,
    remaining_duration_days: 2,
    actual_start: '2026-03-02',
    suspend_date: '2026-03-04',
    resume_date: '2026-03-20',
    percent_complete: 60,
    constraint_type: 'FNLT',
    constraint_date: '2026-03-31',
  },
]
const heldIn = (row: AnalysisRow, body: Body): Plain => named(reply(row, body).findings, 'INPUT_RESUME_UNREAD')

t.test('work to be resumed after the data date is told where nothing waits for it', t => {
  const body = { tasks: HELD_TASKS, status_date: '2026-03-05', calendar: 'working_days' }
  t.match(heldIn(cpm, body), { severity: 'medium', count: 1, task_ids: ['A'] })
  t.equal(heldIn(cpm, { ...body, calendars: CALENDARS }), undefined)
  t.equal(heldIn(cpm, { ...body, status_date: '2026-03-20' }), undefined, 'resumed already')
  const done = HELD_TASKS.map(task => ({ ...task, actual_finish: '2026-03-04', remaining_duration_days: 0 }))
  t.equal(heldIn(cpm, { ...body, tasks: done }), undefined, 'complete')
  const free = HELD_TASKS.map(task => ({ ...task, constraint_type: 'SNLT' }))
  t.equal(heldIn(cpm, { ...body, tasks: free }), undefined, 'it waits where no constraint holds its end')
  t.end()
})

t.test('both are findings of every analysis that computes the critical path', t => {
  const held = mapTasks(PROJECT, tasks => [
    ...tasks,
    ...ELAPSED_TASKS,
    { ...HELD_TASKS[0]!, id: 'H', resume_date: '2040-01-02' },
  ])
  const told = built.filter(row => {
    const body = bodyOf(row, held)
    const counts = [elapsedIn(row, body) !== undefined, heldIn(row, body) !== undefined]
    // its bases wait
    t.equal(counts[0] && row.id !== 'forensics.time-impact', counts[1], row.id)
    return counts[0]
  })
  for (const id of [
    'analysis.cpm',
    'analysis.validate',
    'health.score',
    'forensics.delay-analysis',
    'forensics.history',
  ])
    t.ok(
      told.some(row => row.id === id),
      id,
    )
  t.end()
})
