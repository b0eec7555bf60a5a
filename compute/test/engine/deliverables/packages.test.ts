import { readFileSync } from 'node:fs'
import t from 'tap'
import type { DeliverableName } from '../../../../shared/contract/endpoint/deliverable-formats.ts'
import { DELIVERABLES_PAGE_FILE } from '../../../../shared/contract/endpoint/method-pages.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { unzip } from '../../helpers/workbook.ts'
import { xerText } from '../../helpers/xer-text.ts'
import { answerOf } from '../health/checks-answer.ts'
import { footbridge } from '../read/file/xer/footbridge.ts'
import { CULVERT } from './culvert.ts'
import { bytesOf, delivered, deliveredOf, fileInput, REQUESTS } from './delivered.ts'

function tables(name: DeliverableName, body: object): Plain {
  const made = delivered(name, { ...CULVERT, ...REQUESTS[name], ...body })
  if (made.file === undefined || made.file === null) throw new Error(JSON.stringify(made.missing ?? made.refusal))
  const files = [...unzip(bytesOf(made))].filter(([path]) => path.endsWith('.json'))
  return {
    made,
    ...Object.fromEntries(files.map(([path, bytes]) => [path.slice(0, -5), JSON.parse(bytes.toString())])),
  }
}

const byId = (rows: readonly Plain[], id: string, key = 'TaskID'): Plain => rows.find(row => row[key] === id)!

const { calendars, must_finish_by, tasks } = CULVERT
/** As planned: excavation from March 2 to 11, the pipes up to March 18. */
const BASELINE = {
  calendars,
  must_finish_by,
  baseline_date: '2026-03-02',
  tasks: tasks.map(({ actual_start: _, remaining_duration_days: __, ...task }: Plain) => task),
}

t.test('SPD: codes are custom fields without being asked for; what a list leaves out is said', t => {
  const { made, ...files } = tables('ipmdar-spd', {})
  t.same(
    files.TaskCustomFieldDefinitions.map(({ Name }: Plain) => Name),
    ['AREA', 'BIDI', 'FOW', 'RESP'],
  )
  t.equal(files.TaskCustomFieldValues.length, 4)
  t.notOk(made.changes.some(({ table }: Plain) => table.startsWith('TaskCustom')))
  const { changes } = tables('ipmdar-spd', { options: { custom_fields: ['AREA', 'BIDI', 'FOW'] } }).made
  t.match(
    changes.filter(({ table }: Plain) => table === 'TaskCustomFieldDefinitions'),
    [{ rows: 1, text: /^"RESP" is not among/ }],
  )
  t.end()
})

t.test('PARS: WBS elements that differ from those of the baseline in the root alone are listed', t => {
  const under = (root: string): Plain[] => tasks.map((task: Plain) => ({ ...task, wbs_code: `${root}.1.2` }))
  const rows = (root: string): unknown =>
    delivered('doe-pars', {
      ...CULVERT,
      constants: REQUESTS['doe-pars'].constants,
      tasks: under('UP06'),
      baseline_schedule: { ...BASELINE, tasks: under(root) },
    }).missing.find(({ field, effect }: Plain) => field === 'WBS_ID' && effect === 'flagged')?.rows
  t.equal(rows('UP05'), 4)
  t.equal(rows('UP06'), undefined)
  t.end()
})

t.test('the required finish of the project is carried by the SPD, and left out of PARS with a word', t => {
  const { ProjectCustomFieldDefinitions, ProjectCustomFieldValues } = tables('ipmdar-spd', {})
  t.same(ProjectCustomFieldDefinitions, [{ ID: 'MUST_FINISH_BY', Name: 'Must Finish By' }])
  t.match(ProjectCustomFieldValues, [{ CustomFieldID: 'MUST_FINISH_BY', Value: /^2026-03-31/ }])
  t.match(tables('doe-pars', {}).made.changes, [{ text: /required finish of the project, 2026-03-31.* left out/ }])
  t.same(tables('ipmdar-spd', { must_finish_by: null }).ProjectCustomFieldValues, [])
  t.match(
    tables('doe-pars', {}).made.sources.filter(({ field }: Plain) => field === 'ES_date'),
    [
      { source: 'file', rows: 1 },
      { source: 'computed', rows: 3 },
    ],
    'an actual start in the place of an early start is of the file',
  )
  t.end()
})

t.test('an entry names its first ten tasks, and all of them where details are asked for', t => {
  const many = Array.from({ length: 12 }, (_, n) => ({ id: `T${n}`, duration_days: 1 }))
  const named = (options: object): number =>
    delivered('doe-pars', { ...CULVERT, ...REQUESTS['doe-pars'], tasks: many, options }).missing.find(
      ({ field }: Plain) => field === 'CAM',
    ).task_ids.length
  t.same([named({}), named({ include_details: true })], [10, 12])
  t.end()
})

t.test('the mappings of the guide are taken by their format and by the checks', t => {
  const guide = readFileSync(DELIVERABLES_PAGE_FILE, 'utf8')
  const examples = [...guide.matchAll(/^```json mapping (\S+)\n([\s\S]*?)^```/gm)]
  t.equal(examples.length, 2)
  const coded = tasks.map((task: Plain, n: number) => ({
    ...task,
    id: task.id === 'C90' ? 'CD4' : task.id,
    wbs_code: 'A.1.2.3',
    codes: { CAM: 'Ann', CA: 'CA1', WP: 'W1', ...(n === 0 ? { 'EV technique': 'LOE' } : {}) },
  }))
  for (const [, format, text] of examples) {
    const { constants, mapping } = JSON.parse(text!)
    const software = format === 'ipmdar-spd' ? { Data_SoftwareName: 'P6' } : {}
    const files = tables(format as DeliverableName, {
      tasks: coded,
      constants: { ...constants, ...software },
      mapping,
    })
    const { checks } = (
      answerOf({
        ...{ ...CULVERT, tasks: coded, mapping },
        options: { catalogue: format === 'doe-pars' ? 'diq' : 'decm' },
      }) as Plain
    ).data
    const found = (id: string): number => checks.find(({ code }: Plain) => code === id).numerator
    if (format !== 'doe-pars') {
      const more = { ...CULVERT, tasks: coded, mapping: { ...mapping, Comments: 'code:CAM' } }
      t.match(
        (answerOf({ ...more, options: { catalogue: 'decm' } }) as Plain).findings.filter(({ code }: Plain) =>
          code.startsWith('CHECKS_MAPPING'),
        ),
        [{ description: /No check reads Comments/ }],
      )
      t.same(found('10A102a'), 1, 'two techniques in one work package')
      const named = { WBSElementID: { from: 'code:CAM', values: { ann: '1.1' } } }
      const { made } = tables('ipmdar-spd', { tasks: coded, mapping: named })
      t.match(made.changes, [{ table: 'mapping', field: 'WBSElementID', rows: 1, text: /"ann" \(is "Ann" meant\?\)/ }])
      continue
    }
    const { DS04 } = files.DS04_schedule
    t.same(
      DS04.map(({ WBS_ID, EVT, milestone_level }: Plain) => [WBS_ID, EVT, milestone_level]),
      [
        ['A.1.2', 'A', undefined],
        ['A.1.2', 'C', undefined],
        ['A.1.2', 'C', undefined],
        ['A.1.2', 'C', 190],
      ],
      'otherwise of field:id is that of all others',
    )
    t.same([found('1040195'), found('1040124')], [0, 1], 'one level, at the milestone; a technique at it')
  }
  t.end()
})

t.test('levels of a WBS may leave out the project above them; levels that nobody has are refused', t => {
  const coded = tasks.map((task: Plain) => ({ ...task, wbs_code: 'UP06.A.1.2' }))
  const elements = (WBS_ID: string): Plain[] =>
    tables('doe-pars', { tasks: coded, mapping: { WBS_ID } }).DS04_schedule.DS04.map((row: Plain) => row.WBS_ID)
  t.same(
    ['wbs:2', 'wbs:2..', 'wbs:2..3', 'wbs:4..'].map(source => elements(source)[0]),
    ['UP06.A', 'A.1.2', 'A.1', '2'],
  )
  const refused = (WBS_ID: string): string =>
    delivered('doe-pars', { ...CULVERT, ...REQUESTS['doe-pars'], tasks: coded, mapping: { WBS_ID } }).refusal.faults[0]
      .msg
  t.match(refused('wbs:12'), /"wbs:12": the deepest WBS code has 4 levels/)
  t.match(refused('wbs:3..2'), /takes a level of 1 to 99/)
  t.end()
})

t.test('work of no duration is a milestone where nothing calls it a task; summaries are on no path', t => {
  const kinds: readonly object[] = [{}, { task_type: 'task' }, { task_type: 'summary' }]
  const days = { duration_days: 0, planned_start: '2026-03-09', planned_finish: '2026-03-09' }
  const own = kinds.map((kind, n) => ({ id: `K${n}`, ...days, ...kind }))
  const body = { tasks: [...tasks, ...own] }
  const { DS04 } = tables('doe-pars', body).DS04_schedule
  const spd = tables('ipmdar-spd', body)
  t.same(
    own.map(({ id }) => [byId(DS04, id, 'task_ID').type, byId(spd.Tasks, id, 'ID').TaskTypeID]),
    [
      ['FM', 'MILESTONE'],
      ['TD', 'ACTIVITY'],
      ['WS', 'SUMMARY'],
    ],
  )
  t.equal(byId(spd.TaskScheduleData, 'K2').OnCriticalPath, false)
  const { missing } = delivered('usace-sdef', { ...CULVERT, ...REQUESTS['usace-sdef'], tasks: own.slice(0, 2) })
  t.match(missing.find(({ field }: Plain) => field === 'work_area').remedy, /the code AREA\.$/)
  t.end()
})

t.test('PARS: of two calendars of one name, that of the current schedule keeps it', t => {
  const { exceptions: _, ...plain } = calendars[0]!
  const body = { baseline_schedule: { ...BASELINE, calendars: [plain] }, mapping: { WBS_ID: 'value:1' } }
  const { DS04 } = tables('doe-pars', body).DS04_schedule
  const named = new Map(DS04.map((row: Plain) => [row.schedule_type, row.calendar_name]))
  t.same(
    [...named],
    [
      ['BL', 'Five days (2)'],
      ['FC', 'Five days'],
    ],
  )
  t.end()
})

t.test('a baseline of another project is told', t => {
  const strange = { ...BASELINE, tasks: tasks.map((task: Plain) => ({ id: `X${task.id}`, duration_days: 1 })) }
  for (const name of ['doe-pars', 'ipmdar-spd'] as const) {
    const told = (baseline_schedule: object): Plain | undefined =>
      delivered(name, { ...CULVERT, ...REQUESTS[name], baseline_schedule }).missing.find(
        ({ table }: Plain) => table === 'baseline_schedule',
      )
    t.match(told(strange), { field: 'tasks', rows: 4, effect: 'flagged', reason: /4 tasks, and none of them have/ })
    t.equal(told(BASELINE), undefined)
  }
  t.end()
})

t.test('what a file says and was read otherwise is told with the deliverable; resource-dependent work stays so', t => {
  const base = footbridge()
  const TASK = base.TASK!.map((row, n) => (n === 0 ? { ...row, task_type: 'TT_Rsrc', remain_drtn_hr_cnt: -8 } : row))
  const made = deliveredOf('doe-pars', fileInput('doe-pars', Buffer.from(xerText({ ...base, TASK, TASKRSRC: [] }))))
  t.match(
    made.changes.find(({ field }: Plain) => field === 'duration_negative'),
    { table: 'tasks', rows: 1, text: /negative; they were read as empty\. \(TASK\.remain_drtn_hr_cnt in row 1: -8\)/ },
  )
  const [first] = JSON.parse([...unzip(bytesOf(made)).values()][0]!.toString()).DS04
  t.equal(first.type, 'RD')
  t.end()
})

t.test('each percent has a source of its own, whatever progress is measured by', t => {
  const base = footbridge()
  const kinds: readonly (readonly [string, object])[] = [
    ['A10', { complete_pct_type: 'CP_Drtn', phys_complete_pct: 35 }],
    ['A20', { complete_pct_type: 'CP_Phys', phys_complete_pct: 80 }],
    ['A30', { complete_pct_type: 'CP_Units', phys_complete_pct: 5, act_work_qty: 30, remain_work_qty: 10 }],
  ]
  const begun = { act_start_date: '2026-03-02 08:00', status_code: 'TK_Active', act_end_date: '' }
  const TASK = base.TASK!.slice(0, 3).map((row, n) => ({
    ...row,
    ...begun,
    task_type: 'TT_Task',
    target_drtn_hr_cnt: 80,
    remain_drtn_hr_cnt: 60,
    task_code: kinds[n]![0],
    ...kinds[n]![1],
  }))
  const units = { act_reg_qty: 8, act_ot_qty: 2, remain_qty: 30, target_qty: 40 }
  const RSRC = [
    { rsrc_id: 1, rsrc_name: 'Crew', rsrc_type: 'RT_Labor' },
    { rsrc_id: 2, rsrc_name: 'Sand', rsrc_type: 'RT_Mat' },
  ]
  const TASKRSRC = [
    { taskrsrc_id: 1, task_id: base.TASK![0]!.task_id!, rsrc_id: 1, ...units },
    { taskrsrc_id: 2, task_id: base.TASK![0]!.task_id!, rsrc_id: 2, ...units, act_reg_qty: 500 },
  ]
  const bytes = Buffer.from(xerText({ ...base, TASK, TASKPRED: [], RSRC, TASKRSRC }))
  const rows = (name: DeliverableName, table: string): Plain[] => {
    const made = deliveredOf(name, fileInput(name, bytes))
    const file = [...unzip(bytesOf(made))].find(([path]) => path.startsWith(table))!
    const value = JSON.parse(file[1].toString())
    return Array.isArray(value) ? value : value[table]
  }
  t.same(
    rows('doe-pars', 'DS04').map(({ PC_type, PC_duration, PC_physical, PC_units }) => [
      PC_type,
      PC_duration,
      PC_physical,
      PC_units,
    ]),
    [
      ['duration', 0.25, 0.35, 0.25],
      ['physical', 0.25, 0.8, 0],
      ['units', 0.25, 0.05, 0.75],
    ],
    'units are those of people and equipment, of assignments first',
  )
  t.same(
    rows('ipmdar-spd', 'TaskScheduleData').map(({ CalculatedPercentComplete, PhysicalPercentComplete }) => [
      CalculatedPercentComplete,
      PhysicalPercentComplete,
    ]),
    [
      [25, 35],
      [25, 80],
      [25, 5],
    ],
  )
  t.end()
})

t.test('PARS: the data checks judge the dates that are written', t => {
  // as P6 keeps them: finished work at the data date, begun work where the rest of it starts
  const late = { late_start: '2026-02-20', late_finish: '2026-02-24', total_float_days: -9 }
  const dates: Plain = {
    C10: { actual_finish: '2026-03-05', early_start: '2026-03-06', early_finish: '2026-03-06', ...late },
    C20: { actual_start: '2026-03-04', early_start: '2026-03-06', early_finish: '2026-03-09', ...late },
  }
  const body = { ...CULVERT, tasks: tasks.map((task: Plain) => ({ ...task, ...dates[task.id] })) }
  const { DS04 } = tables('doe-pars', body).DS04_schedule
  const { checks } = (answerOf({ ...body, options: { catalogue: 'diq' } }) as Plain).data
  const days = (a: string, b: string): number => (Date.parse(a) - Date.parse(b)) / 86_400_000
  const flags: Readonly<Record<string, (row: Plain) => boolean>> = {
    1040142: ({ AS_date, ES_date }) => AS_date < ES_date,
    1040169: ({ EF_date, LF_date }) => EF_date > LF_date,
    1040173: ({ ES_date, EF_date }) => ES_date > EF_date,
    1040174: ({ ES_date, LS_date }) => ES_date > LS_date,
    1040190: ({ LS_date, LF_date }) => LS_date > LF_date,
    1040604: ({ EF_date, ES_date, duration_original_days: of }) =>
      of === 0 ? days(EF_date, ES_date) > 5 : Math.abs(days(EF_date, ES_date) - of) > of / 4,
  }
  for (const [id, isFlagged] of Object.entries(flags))
    t.equal(checks.find(({ code }: Plain) => code === id).numerator ?? 0, DS04.filter(isFlagged).length, id)
  t.end()
})

t.test(
  'days done are one figure in PARS and in its checks: by the calendar of the task, up to the data date',
  async t => {
    const night = [['20:00', '24:00']]
    const short = {
      id: 'short',
      name: 'Three half days',
      hours_per_day: 4,
      work_week: { monday: night, wednesday: night, friday: night },
    }
    const body = {
      status_date: '2026-03-13',
      calendars: [...calendars, short],
      tasks: [
        { id: 'A', duration_days: 3, calendar_id: 'short', actual_start: '2026-03-02', actual_finish: '2026-03-06' },
        { id: 'B', duration_days: 9, actual_start: '2026-03-02', remaining_duration_days: 1 },
        { id: 'C', duration_days: 1, actual_start: '2026-03-02T12:00', actual_finish: '2026-03-03T12:00' },
        { id: 'M', task_type: 'finish_milestone', actual_start: '2026-03-06', actual_finish: '2026-03-06' },
        { id: 'N', duration_days: 2 },
      ],
    }
    const wanted: Plain = { A: 3, B: 9, C: 1, M: 0, N: 0 }
    const rows = tables('doe-pars', body).DS04_schedule.DS04
    t.same(Object.fromEntries(rows.map((row: Plain) => [row.task_ID, row.duration_actual_days])), wanted)
    const of = Object.keys(wanted).map(id => ({ id, metric: [`id = ${id}`, `actual_duration_days = ${wanted[id]}`] }))
    const { checks } = (answerOf({ ...body, own_catalogue: { id: 'days', version: '1', checks: of } }) as Plain).data
    // of what has not begun none is known, and DS04 wants a number
    t.same(
      checks.map(({ code, numerator }: Plain) => [code, numerator]),
      Object.keys(wanted).map(id => [id, id === 'N' ? 0 : 1]),
    )
  },
)

t.test('days done end on the status date, also where all work but a summary lies behind it', async t => {
  const tasks = [
    { id: 'S', task_type: 'summary', duration_days: 26, actual_start: '2026-03-02', remaining_duration_days: 2 },
    { id: 'A', duration_days: 5, planned_start: '2026-05-04', parent_id: 'S' },
  ]
  const checks = [{ id: 'days', metric: ['id = S', 'actual_duration_days = 10'] }]
  const body = { status_date: '2026-03-12', calendar: 'calendar_days', tasks }
  const { data } = answerOf({ ...body, own_catalogue: { id: 'days', version: '1', checks } }) as Plain
  t.equal(data.checks[0].numerator, 1)
})

t.test('summaries and level of effort in progress have what is left of them, and begin when they did', async t => {
  const begun = { duration_days: 10, actual_start: '2026-03-02', planned_finish: '2026-03-13', percent_complete: 40 }
  const body = {
    tasks: [
      { id: 'S', task_type: 'summary', ...begun, remaining_duration_days: 7, early_start: '2026-03-06' },
      { id: 'T', task_type: 'summary', ...begun },
      { id: 'E', task_type: 'loe', ...begun, remaining_duration_days: 6, early_start: '2026-03-06' },
      { id: 'D', task_type: 'loe', duration_days: 2, actual_start: '2026-03-02', actual_finish: '2026-03-03' },
      { id: 'A', duration_days: 10, parent_id: 'S' },
    ],
  }
  const { TaskScheduleData } = tables('ipmdar-spd', body)
  const { DS04 } = tables('doe-pars', body).DS04_schedule
  for (const [id, left] of Object.entries({ S: 7, T: 6, E: 6, D: 0 })) {
    const [row, sent] = [byId(TaskScheduleData, id), byId(DS04, id, 'task_ID')]
    t.same([row.RemainingDuration, sent.duration_remaining_days], [left, left], id)
    t.same([row.EarlyStartDate, sent.ES_date], ['2026-03-02', '2026-03-02'], id)
  }
  t.same([byId(DS04, 'D', 'task_ID').PC_physical, byId(TaskScheduleData, 'D').TotalFloatDuration], [1, 0])
})

t.test('a baseline that is later than the schedule stands in the list before the file is sent', async t => {
  const listed = (baseline_date: string): Plain[] =>
    delivered('doe-pars', {
      ...CULVERT,
      ...REQUESTS['doe-pars'],
      baseline_schedule: { ...BASELINE, baseline_date },
    }).missing.filter(({ field }: Plain) => field === 'baseline_date')
  const early = delivered('doe-pars', { ...CULVERT, ...REQUESTS['doe-pars'], status_date: '2026-02-27' }).missing
  t.match(
    early.filter(({ field }: Plain) => field === 'AS_date'),
    [{ effect: 'flagged', rows: 1, task_ids: ['C10'] }],
    'actual dates after the status date are told before they are written',
  )
  t.match(listed('2026-04-07'), [{ table: 'baseline_schedule', effect: 'flagged', reason: /2026-04-07, later/ }])
  t.same(listed('2026-03-02'), [])
})

t.test('SPD: dates, floats, variances in work days, and what a mapping gives', async t => {
  const { made, ...files } = tables('ipmdar-spd', {
    baseline_schedule: BASELINE,
    mapping: {
      ControlAccountID: 'value:CA-1',
      WorkPackageID: { from: 'code:BIDI', values: { '0001': 'WP-1' }, otherwise: 'WP-2' },
      EarnedValueTechniqueID: { from: 'code:FOW', values: { Excavation: 'OTHER_DISCRETE' }, otherwise: 'FIXED_0_100' },
      OtherEarnedValueTechnique: { from: 'code:FOW' },
      TaskSubtypeID: {
        from: 'field:id',
        values: {
          C90: 'CONTRACTUAL_MILESTONE',
          C10: 'RISK_MITIGATION_TASK',
          C20: 'SCHEDULE_MARGIN',
          C30: 'SCHEDULE_VISIBILITY_TASK',
        },
      },
    },
    options: { custom_fields: ['AREA'] },
  })
  t.match(byId(files.Tasks, 'C10', 'ID'), {
    TaskTypeID: 'ACTIVITY',
    ControlAccountID: 'CA-1',
    WorkPackageID: 'WP-1',
    EarnedValueTechniqueID: 'OTHER_DISCRETE',
    OtherEarnedValueTechnique: 'Excavation',
    TaskSubtypeID: 'RISK_MITIGATION_TASK',
  })
  t.match(byId(files.Tasks, 'C90', 'ID'), {
    TaskTypeID: 'MILESTONE',
    WorkPackageID: 'WP-2',
    TaskSubtypeID: 'CONTRACTUAL_MILESTONE',
  })
  t.match(byId(files.TaskScheduleData, 'C30'), {
    CurrentStartDate: '2026-03-10',
    CurrentFinishDate: '2026-03-19',
    TotalFloatDuration: 4.5,
    OnCriticalPath: false,
    OnDrivingPath: true,
    BaselineDuration: 6,
    BaselineStartDate: '2026-03-09',
    BaselineFinishDate: '2026-03-18',
    StartVarianceDuration: 1,
    FinishVarianceDuration: 1,
    RemainingDuration: 6,
  })
  t.match(files.ProjectScheduleData, [
    { StatusDate: '2026-03-06', BaselineFinishDate: '2026-03-18', DurationUnitsID: 'DAYS' },
  ])
  t.same(files.TaskConstraints, [
    { TaskID: 'C30', ConstraintTypeID: 'SHOULD_FINISH_NO_LATER_THAN', ConstraintDate: '2026-03-25' },
  ])
  t.same(files.TaskCustomFieldValues, [{ TaskID: 'C10', CustomFieldID: 'CF1', Value: 'EAST' }])
  t.same(
    made.missing
      .filter(({ effect }: Plain) => effect !== 'accepted')
      .map(({ table, field }: Plain) => `${table}.${field}`),
    ['Tasks.WBSElementID'],
  )
})

t.test('SPD: what a value may be is said with its place', async t => {
  const { refusal } = delivered('ipmdar-spd', {
    ...CULVERT,
    ...REQUESTS['ipmdar-spd'],
    mapping: { EarnedValueTechniqueID: 'code:FOW' },
  })
  t.match(refusal.faults, [
    {
      loc: ['body', 'mapping', 'EarnedValueTechniqueID'],
      msg: /"code:FOW" gives "Excavation" for task "C10"; EarnedValueTechniqueID must be one of APPORTIONED_EFFORT/,
    },
  ])
  const bare = delivered('ipmdar-spd', CULVERT)
  t.equal(bare.file, null)
  t.equal(
    bare.missing.filter(({ table, effect }: Plain) => table === 'DatasetMetadata' && effect === 'rejected').length,
    15,
  )
})

t.test('PARS: two schedules, percent as a part of 1, shifts as times with a zone', async t => {
  const loaded = tasks.map((task: Plain) =>
    task.id === 'C10'
      ? {
          ...task,
          percent_complete: 99.7,
          on_longest_path: false,
          assignments: [
            { resource: 'Crew', budgeted_units: 64, actual_units: 32, remaining_units: 32, budgeted_cost: 100.005 },
          ],
        }
      : task,
  )
  const files = tables('doe-pars', {
    tasks: loaded,
    baseline_schedule: BASELINE,
    mapping: {
      WBS_ID: 'value:1.1',
      milestone_level: { from: 'field:id', values: { C10: '500', C20: '500', C30: '500', C90: '190' } },
    },
  })
  const rows: Plain[] = files.DS04_schedule.DS04
  t.same(rows.map(({ schedule_type, task_ID }) => `${schedule_type} ${task_ID}`).slice(0, 5), [
    'BL C10',
    'BL C20',
    'BL C30',
    'BL C90',
    'FC C10',
  ])
  t.match(rows[4], {
    type: 'TD',
    ES_date: '2026-03-02',
    EF_date: '2026-03-11',
    AS_date: '2026-03-02',
    duration_original_days: 8,
    duration_remaining_days: 4,
    duration_actual_days: 4,
    float_total_days: 4.5,
    PC_type: 'duration',
    PC_duration: 0.99,
    PC_units: 0.5,
    driving_path: 'N',
    calendar_name: 'Five days',
  })
  t.equal(rows[0]!.WBS_ID, '1.1')
  t.match(rows[7], { type: 'FM', milestone_level: 190 })
  t.match(files.DS06_schedule_resources.DS06, [
    {
      schedule_type: 'FC',
      task_ID: 'C10',
      resource_ID: 'Crew',
      type: 'labor',
      budget_units: 64,
      actual_units: 32,
      UOM: 'h',
    },
  ])
  t.match(files.DS19_schedule_calendar_std.DS19, [
    { hours_per_day: 8, std_01_Mon_shift_A_start_time: '08:00:00Z', std_01_Mon_shift_A_stop_time: '16:00:00Z' },
  ])
  t.equal(files.DS19_schedule_calendar_std.DS19.length, 1, 'equal calendars of both schedules are one')
  t.same(files.DS20_schedule_calendar_exception.DS20, [
    { calendar_name: 'Five days', exception_date: '2026-03-17', exception_work_day: 'Y' },
  ])
  t.equal(files.made.file.name, '9999_2026-03-06.zip')
})

t.test('the element of cost follows from the resource, its name or its type, where the mapping says so', async t => {
  const loaded = {
    resources: [
      { id: 'R1', name: 'Pipe layers', short_name: 'L01', type: 'labour' },
      { id: 'R2', name: 'Pipes', type: 'material' },
    ],
    tasks: tasks.map((task: Plain) => ({
      ...task,
      assignments: [
        { resource: 'R1', start: '2026-03-09', finish: '2026-03-12' },
        { resource: 'Pipe layers', start: '2026-03-06', finish: '2026-03-10' },
        { resource: 'R2', start: '2026-03-09', finish: '2026-03-12' },
      ],
    })),
  }
  const elements = (name: DeliverableName, element_of_cost: unknown): Plain => {
    const { mapping } = REQUESTS[name] as Plain
    return tables(name, { ...loaded, mapping: { ...mapping, element_of_cost } })
  }
  const { DS06 } = elements('doe-pars', {
    field: 'resource_name',
    values: { 'Pipe layers': 'subcontract', Pipes: 'ODC' },
  }).DS06_schedule_resources
  t.strictSame(
    DS06.slice(0, 2).map(({ resource_ID, resource_name, start_date }: Plain) => [
      resource_ID,
      resource_name,
      start_date,
    ]),
    [
      ['L01', 'Pipe layers', '2026-03-06'],
      ['R2', 'Pipes', '2026-03-09'],
    ],
    'what P6 calls the id of a resource; a resource that a task has twice is one row',
  )
  t.strictSame(
    [...new Set(DS06.map(({ EOC, finish_date }: Plain) => `${EOC} ${finish_date}`))],
    ['subcontract 2026-03-12', 'ODC 2026-03-12'],
  )
  const byTask = elements('doe-pars', { from: 'code:RESP', values: { PRIM: 'labor' }, otherwise: 'subcontract' })
  t.strictSame(byTask.DS06_schedule_resources.DS06.map(({ EOC }: Plain) => EOC).slice(0, 3), [
    'labor',
    'labor',
    'subcontract',
  ])
  const { made, Resources, ResourceAssignments } = elements('ipmdar-spd', {
    field: 'resource_type',
    values: { labour: 'SUBCONTRACT', material: 'MATERIAL' },
  })
  t.strictSame(
    Resources.map(({ ID, ElementOfCostID }: Plain) => [ID, ElementOfCostID]),
    [
      ['L01', 'SUBCONTRACT'],
      ['R2', 'MATERIAL'],
    ],
  )
  t.equal(ResourceAssignments.length, 8)
  t.match(made.changes, [{ table: 'ResourceAssignments', rows: 4, of: 8, text: /are one: sums/ }])
  for (const [name, source, words] of [
    ['doe-pars', 'field:resource_type', /gives .*labour.* for .*R1.*; element_of_cost must be one of labor, material/],
    ['doe-pars', 'field:resource_kind', /resource, resource_name, resource_type, not .*resource_kind/],
    ['doe-pars', { field: 'resource', code: 'RESP' }, /takes one of from, code, field and constant/],
    ['ipmdar-spd', 'code:RESP', /stands at resources/],
  ] as const)
    t.throws(() => elements(name, source), { message: words })
})
