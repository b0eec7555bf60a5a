/** What P6 was told of levelling stands in its files: it is read, is what levelling does where the request does not say, and what is not done is told. */
import t from 'tap'
import { levellingAnalyser } from '../../../engine/analysis/levelling/analyser.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'
import { converted, inputOfBody, inputOfFile } from '../convert/converted.ts'
import { footbridgeWith } from '../read/file/xer/footbridge.ts'
import { read, warningsOf } from '../read/file/xer/reading.ts'

const DEL = '\x7f\x7f'
const DEFAULTS = {
  level_float_thrs_cnt: 0,
  level_outer_assign_flag: 'N',
  level_outer_assign_priority: 5,
  level_over_alloc_pct: 25,
  level_within_float_flag: 'N',
  level_keep_sched_date_flag: 'Y',
  level_all_rsrc_flag: 'Y',
  LevelPriorityList: `priority_type,ASC_BY_FIELD/ASC${DEL}`,
}

const optionsOf = (cells: object, tables: object = {}): Plain =>
  read(footbridgeWith({ SCHEDOPTIONS: [{ schedoptions_id: 8, proj_id: 7, ...cells }], ...tables })).members
    .leveling_options as Plain

t.test('XER: the order and the bounds are read, what has no meaning here stays as words', async t => {
  t.equal(optionsOf({}), undefined, 'a file that says nothing')
  t.equal(optionsOf({ level_float_thrs_cnt: '', LevelPriorityList: '' }), undefined, 'columns of another tool')
  t.same(optionsOf(DEFAULTS), { priority_order: [{ by: 'priority' }] }, "P6's own")
  t.same(optionsOf({ ...DEFAULTS, LevelPriorityList: '' }), { priority_order: [{ by: 'id' }] })
  const LevelPriorityList = `early_start_date,/ASC${DEL}total_float_hr_cnt,DESC${DEL}priority_type,ASC_BY_FIELD/DESC${DEL}Phase,/ASC${DEL}`
  t.same(
    optionsOf({
      ...{ ...DEFAULTS, LevelPriorityList, level_within_float_flag: 'Y', level_float_thrs_cnt: 16 },
      ...{ level_keep_sched_date_flag: 'N', level_outer_assign_flag: 'Y' },
    }),
    {
      priority_order: [
        { by: 'early_start' },
        { by: 'total_float', descending: true },
        { by: 'priority', descending: false },
      ],
      ...{ within_float_only: true, float_kept_hours: 16, over_allocation_pct_max: 25 },
      ...{ levels_late_dates: true, other_projects_priority_max: 5, left_out: ['order by Phase'] },
    },
  )
})

t.test('XER: resources that are not on the list are kept out of levelling', async t => {
  const RSRC = [
    { rsrc_id: 5, rsrc_name: 'Crane', rsrc_short_name: 'CR', clndr_id: 2, rsrc_type: 'RT_Labor' },
    { rsrc_id: 6, rsrc_name: 'Crew', rsrc_short_name: 'CW', clndr_id: 1, rsrc_type: 'RT_Labor' },
  ]
  const TASKRSRC = [
    { task_id: 12, rsrc_id: 5, target_cost: 1 },
    { task_id: 11, rsrc_id: 6, target_cost: 1 },
  ]
  const SCHEDOPTIONS = [{ schedoptions_id: 8, proj_id: 7, ...DEFAULTS, level_all_rsrc_flag: 'N' }]
  const listed = (schedoptions_id: number) => [{ rsrc_level_list_id: 1, schedoptions_id, rsrc_id: 6 }]
  const file = read(footbridgeWith({ RSRC, TASKRSRC, SCHEDOPTIONS, RSRCLEVELLIST: listed(8) }))
  t.match(file.members.resources, [
    { id: 'Crane', can_level: false },
    { id: 'Crew', can_level: undefined },
  ])
  t.same(warningsOf(file), warningsOf(read(footbridgeWith({ RSRC, TASKRSRC }))))
  const other = read(footbridgeWith({ RSRC, TASKRSRC, SCHEDOPTIONS, RSRCLEVELLIST: listed(9) }))
  t.match(other.members.resources, [{ can_level: false }, { can_level: false }], 'a list of another project')
  t.match(read(footbridgeWith({ RSRC, TASKRSRC, SCHEDOPTIONS })).members, {
    leveling_options: { left_out: ['resources to level: not in the file'] },
    resources: [{ can_level: undefined }, { can_level: undefined }],
  })
})

const SHIFTS = [['08:00', '16:00']]
const work_week = Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, SHIFTS]))
const crew = (id: string, duration_days: number, more: object = {}) => ({
  id,
  duration_days,
  resource: 'Crew',
  ...more,
})
const BODY = {
  tasks: [crew('A', 2), crew('B', 4, { leveling_priority: 900 }), { id: 'C', duration_days: 7 }],
  calendars: [{ id: 'FIVE', hours_per_day: 8, work_week }],
  resources: [{ id: 'Crew' }, { id: 'Crane', can_level: false }],
  ...{ status_date: '2026-03-02T08:00', project_start: '2026-03-02T08:00' },
}
const OPTIONS = {
  priority_order: [{ by: 'priority' }, { by: 'early_start', descending: true }],
  ...{ within_float_only: true, float_kept_hours: 16, over_allocation_pct_max: 25 },
  ...{ levels_late_dates: true, other_projects_priority_max: 5, left_out: ['order by Phase'] },
}
const level = (leveling_options: object, options: object = {}, more: object = {}) =>
  analyseSent('analysis.levelling', levellingAnalyser, { ...BODY, leveling_options, options, ...more })
const codesOf = ({ findings }: Plain): string[] =>
  findings.map(({ code }: Plain) => code).filter((code: string) => /AS_THE_FILE|TOLD/.test(code))
const waiting = ({ data }: Plain): string[] => data.delays.map(({ id }: Plain) => id)

t.test('the schedule says who goes first where the request does not, and the result says so', async t => {
  const order = { priority_order: OPTIONS.priority_order }
  const own = level(order)
  t.same(waiting(own), ['A'], 'the greater priority goes first')
  t.match(own.data.settings, {
    rule: null,
    priority_order: [
      { by: 'priority', descending: true },
      { by: 'early_start', descending: true },
    ],
    from_schedule: ['priority_order'],
    within_float_only: false,
  })
  t.same(codesOf(own), ['LEVELLING_AS_THE_FILE_SAYS'])
  t.match(JSON.stringify(own.findings), /priority \(greatest first\), then early start \(latest first\)/)
  for (const options of [{ rule: 'late_finish' }, { priority_order: [{ by: 'id' }] }]) {
    const asked = level(order, options)
    t.same(waiting(asked), ['B'])
    t.same([asked.data.settings.from_schedule, codesOf(asked)], [[], []])
  }
})

t.test('its bound of float is kept to the hour, and what is not done is told', async t => {
  // C takes 7 days: A has 5 days of float, B 3. B goes first, A waits 4 days for it, of which it has 5 less 2 that stay
  const kept = level(OPTIONS)
  t.match(kept.data, {
    unresolved: [{ id: 'A', reason: 'out_of_float' }],
    settings: { within_float_only: true, float_kept_days: 2 },
  })
  t.same(codesOf(kept), ['LEVELLING_AS_THE_FILE_SAYS', 'LEVELLING_TOLD_NOT_DONE'])
  t.match(JSON.stringify(kept.findings), /up to 25 %.*backward.*priority 5 or higher.*order by Phase/)
  t.same(level({ ...OPTIONS, float_kept_hours: 8 }).data.unresolved, [])
  t.same(level(OPTIONS, { float_kept_days: 1 }).data.unresolved, [])
  t.match(level(OPTIONS, { within_float_only: false }).data, {
    unresolved: [],
    settings: { within_float_only: false, from_schedule: ['priority_order'] },
  })
})

t.test('files of P6 that are written keep it', async t => {
  const { left_out: _, ...options } = {
    ...OPTIONS,
    priority_order: [...OPTIONS.priority_order, { by: 'priority' }].slice(0, 2),
  }
  const input = inputOfBody({ ...BODY, leveling_options: options })
  for (const target of ['xer', 'p6_xml'] as const) {
    const { params } = inputOfFile(converted(target, input).bytes)
    t.same(params.leveling_options, options, target)
  }
})

t.test('a project that P6 levelled has its dates: by early start, the project manager alone', async t => {
  // project 9033 of a published study of an XER that P6 levelled; its links are those that its dates without levelling ask for
  // id, days, predecessors, whether the manager works on it, start and finish after Level Resources
  const rows: readonly (readonly [number, number, readonly number[], boolean, string, string])[] = [
    [1010, 4, [], true, '12-09', '12-12'],
    [1020, 5, [1010], false, '12-13', '12-19'],
    [1030, 2, [1020], false, '12-20', '12-23'],
    [1040, 2, [1030], true, '12-24', '12-27'],
    [1050, 4, [1040], true, '12-30', '01-03'],
    [1060, 8, [1040], true, '01-06', '01-15'],
    [1070, 3, [1060], false, '01-16', '01-18'],
    [1080, 3, [1070], false, '01-20', '01-22'],
    [1090, 1, [1080], true, '01-24', '01-24'],
    [1100, 6, [1050], true, '01-16', '01-23'],
    [1110, 2, [1090, 1100], true, '01-27', '01-28'],
    [1120, 2, [1110], true, '01-29', '01-30'],
  ]
  const exceptions = ['2024-12-25', '2024-12-26', '2025-01-01'].map(date => ({ date, shifts: [] }))
  const { data } = analyseSent('analysis.levelling', levellingAnalyser, {
    tasks: rows.map(([id, duration_days, predecessors, isManaged]) => ({
      ...{ id: String(id), duration_days, predecessors: predecessors.map(String) },
      ...(isManaged ? { resource: 'PM-1' } : {}),
      ...(id === 1060 ? { constraint_type: 'SNET', constraint_date: '2025-01-02T08:00' } : {}),
      ...([1070, 1080].includes(id) ? { calendar_id: 'SIX' } : {}),
    })),
    calendars: [
      { id: 'FIVE', hours_per_day: 8, work_week, exceptions },
      { id: 'SIX', hours_per_day: 8, work_week: { ...work_week, saturday: SHIFTS }, exceptions },
    ],
    ...{ status_date: '2024-12-09T08:00', project_start: '2024-12-09T08:00' },
    leveling_options: { priority_order: [{ by: 'early_start' }], levels_late_dates: true },
  })
  const day = (date: string): string => date.slice(5, 10)
  t.same(
    data.tasks.map(({ id, start, finish }: Plain) => [Number(id), day(start), day(finish)]),
    rows.map(([id, , , , start, finish]) => [id, start, finish]),
  )
})

t.test('resources that are kept out of levelling are listed in an XER, and in P6 XML told', async t => {
  const body = {
    tasks: ['1', '2'].map(id => ({ id, duration_days: 1, resource: `Crew ${id}` })),
    ...{ status_date: '2026-03-02T08:00', scheduling_options: { rules: 'p6' }, default_calendar_id: 'C' },
    calendars: [{ id: 'C', hours_per_day: 8, work_week: { monday: [['08:00', '16:00']] } }],
    resources: [{ id: 'Crew 1', can_level: false }, { id: 'Crew 2' }],
  }
  const told = (target: 'xer' | 'p6_xml' | 'ms_project_xml') =>
    converted(target, inputOfBody(body)).report.warnings.filter(({ code }) => code === 'can_level_left_out')
  t.match(told('p6_xml'), [{ text: /told to level all of them; .*: Crew 1\.$/, count: 1 }])
  for (const target of ['xer', 'ms_project_xml'] as const) t.same(told(target), [], target)
})
