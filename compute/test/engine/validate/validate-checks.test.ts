/** analysis/validate: each check alone, what it finds and what it lets pass. */
import t from 'tap'
import { ValidateData } from '../../../../shared/contract/analysis/validate/data.ts'
import { ENUM_UNKNOWN, READ_FAULT_KINDS, type ReadFault } from '../../../../shared/contract/schedule/columns.ts'
import { TASK_FIELDS } from '../../../../shared/contract/schedule/fields.ts'
import { validateAnalyser } from '../../../engine/analysis/validate/analyser.ts'
import { VALIDATE_ROWS } from '../../../engine/input/rows.ts'
import { FINDING_TASKS_MAX } from '../../../engine/result/result.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { analyseColumns, checkOf, failed, fault, sound, soundWith, validate } from '../../helpers/validate-answer.ts'

// each row breaks one rule of the sound schedule: which check fails, at which tasks, how often
const CASES: [code: string, what: string, tasks: TaskObject[], faults: ReadFault[], ids: string[], count: number][] = [
  ['V001', 'an id that is missing', soundWith({ id: '' }, 3), [fault('missing_id', 'id', [3])], [], 1],
  ['V002', 'an id that is repeated', soundWith({ id: 'A' }, 3), [fault('duplicate_id', 'id', [3], ['A'])], ['A'], 1],
  ['V003', 'a task that precedes itself', soundWith({ predecessors: ['A', 'B'] }), [], ['B'], 1],
  ['V004', 'a cycle of two', soundWith({ predecessors: ['B'] }, 0), [], ['A', 'B'], 2],
  ['V005', 'a duration below 0', soundWith({ duration_days: -1 }), [], ['B'], 1],
  [
    'V005',
    'a duration that is no number',
    soundWith({ duration_days: null, baseline_start: '2026-03-02', baseline_finish: '2026-03-03' }),
    [fault('bad_number', 'duration_days', [1], ['x'])],
    ['B'],
    1,
  ],
  ['V005', 'a baseline duration below 0', soundWith({ baseline_duration_days: -0.5 }), [], ['B'], 1],
  [
    'V006',
    'a percent above 100',
    soundWith({ percent_complete: 100.5, actual_start: '2026-03-02', actual_finish: '2026-03-03' }),
    [],
    ['B'],
    1,
  ],
  ['V006', 'a physical percent below 0', soundWith({ physical_percent_complete: -1 }), [], ['B'], 1],
  ['V006', 'a percent that is no number', sound(), [fault('bad_number', 'percent_complete', [1])], ['B'], 1],
  [
    'V007',
    'a date that is none',
    sound(),
    [fault('bad_date', 'baseline_start', [1, 2], ['x', '2026-02-30'])],
    ['B', 'M'],
    2,
  ],
  ['V008', 'a constraint type in no list', sound(), [fault('unknown_enum', 'constraint_type', [1], ['XYZ'])], ['B'], 1],
  ['V008', 'a relation type in no list', sound(), [fault('unknown_enum', 'predecessors', [1], ['XX'])], ['B'], 1],
  [
    'V009',
    'a forecast that ends before it starts',
    soundWith({ forecast_start: '2026-03-05', forecast_finish: '2026-03-04' }),
    [],
    ['B'],
    1,
  ],
  ['V010', 'a link that cannot be read', soundWith({ predecessors: ['A', 'A FS+50%'] }), [], ['B'], 1],
  ['V011', 'a name that is a number', sound(), [fault('wrong_type', 'name', [1], ['7'])], ['B'], 1],
  ['V011', 'a float that is no number', sound(), [fault('bad_number', 'total_float_days', [1], ['x'])], ['B'], 1],
  ['V011', 'a lag that is no number', sound(), [fault('bad_number', 'predecessors', [1], ['x'])], ['B'], 1],
  ['V101', 'a predecessor that is not there', soundWith({ predecessors: ['A', 'Q'] }), [], ['B'], 1],
  ['V102', 'a link given twice', soundWith({ predecessors: ['A', 'A FS+2 d'] }), [], ['B'], 1],
  ['V103', 'a constraint without a date', soundWith({ constraint_type: 'MFO' }), [], ['B'], 1],
  ['V103', 'a constraint date without a type', soundWith({ constraint_date: '2026-03-02' }), [], ['B'], 1],
  ['V104', 'a milestone with a duration', soundWith({ duration_days: 2 }, 2), [], ['M'], 1],
  ['V104', 'a task with a duration of 0', soundWith({ duration_days: 0 }), [], ['B'], 1],
  ['V105', 'a duration far from the dates', soundWith({ duration_days: 9 }, 0), [], ['A'], 1],
  ['V105', 'a duration two days off the dates', soundWith({ duration_days: 7 }, 0), [], ['A'], 1],
  ['V106', 'a link into a summary', soundWith({ predecessors: ['A'] }, 3), [], ['S'], 1],
  ['V106', 'a link out of a summary', soundWith({ predecessors: ['A', 'S'] }), [], ['S'], 1],
  ['V107', 'an actual finish without a start', soundWith({ actual_start: null }, 0), [], ['A'], 1],
  ['V107', 'an actual finish at 90 percent', soundWith({ percent_complete: 90 }, 0), [], ['A'], 1],
  [
    'V107',
    '100 percent without an actual finish',
    soundWith({ percent_complete: 100, actual_start: '2026-03-02' }),
    [],
    ['B'],
    1,
  ],
  ['V107', 'progress without an actual start', soundWith({ percent_complete: 10 }), [], ['B'], 1],
  ['V108', 'a task type in no list', sound(), [fault('unknown_enum', 'task_type', [1], ['hammock'])], ['B'], 1],
  ['V108', 'a delay category in no list', sound(), [fault('unknown_enum', 'delay_category', [1], ['x'])], ['B'], 1],
  ['V109', 'an id that ends in a relation', soundWith({ id: 'PUMP FS' }, 3), [], ['PUMP FS'], 1],
  ['V110', 'a task without duration and dates', soundWith({ duration_days: null }), [], ['B'], 1],
  [
    'V111',
    'a baseline that ends before it starts',
    soundWith({ baseline_start: '2026-03-05', baseline_finish: '2026-03-04' }),
    [],
    ['B'],
    1,
  ],
  [
    'V112',
    'a calendar that the file does not have',
    sound(),
    [fault('calendar_unknown', 'calendar_id', [1])],
    ['B'],
    1,
  ],
  ['V112', 'a calendar without times', sound(), [fault('calendar_unreadable', 'calendars', [-1])], [], 1],
  ['V113', 'an option in no list', sound(), [fault('file_value', 'SCHEDOPTIONS', [-1])], [], 1],
  ['V114', 'a row that was left out', sound(), [fault('file_rows', 'tasks', [-1])], [], 1],
  [
    'V115',
    'a parent of type task',
    soundWith({ task_type: 'task' }).map((task, n) => (n === 0 ? { ...task, parent_id: 'B' } : task)),
    [],
    ['B'],
    1,
  ],
  ['V116', 'a date with a doubt', sound(), [fault('date_ambiguous', 'planned_start', [1])], ['B'], 1],
  ['V117', 'local midnights', sound(), [fault('zoned_midnight', 'dates', [-1])], [], 1],
  ['V120', 'a day that is another one in UTC', sound(), [fault('zoned_other_day', 'dates', [-1])], [], 1],
  ['V118', 'a value', sound(), [fault('category_unmapped', 'delay_category', [1])], ['B'], 1],
]

t.test('each check finds its fault in an otherwise sound schedule, and no other check does', async t => {
  for (const [code, what, tasks, faults, ids, count] of CASES) {
    const answer = validate(tasks, faults)
    const all = [...failed(answer, 'error'), ...failed(answer, 'warning')]
    t.strictSame(all, [code], what)
    const finding = answer.findings.find(found => found.code === code)!
    t.strictSame([finding?.task_ids, finding?.count], [ids, count], `${what}: its tasks`)
    t.strictSame(checkOf(answer, code).task_ids, ids)
    const check = checkOf(answer, code)
    t.ok(
      check.denominator >= check.numerator && check.severity !== null,
      `${what}: ${check.numerator} of ${check.denominator}`,
    )
    const isError = check.class === 'error'
    // one link of a few that is lost or misread caps the score by itself
    const isLinkLost = code === 'V101'
    t.strictSame([answer.score, answer.data.valid], isError ? [59.9, false] : [isLinkLost ? 69.9 : 98, true])
    t.match(answer.recommendations, [{ priority: 1, codes: [code], effect: isError ? 40.1 : isLinkLost ? 30.1 : 2 }])
  }
  // a circle through a summary needs the rules of Microsoft Project: clock/ms-project/summary-links.test.ts
  t.strictSame(
    [...new Set(CASES.map(([code]) => code)), 'V119'].sort(),
    VALIDATE_ROWS.filter(each => each.class !== 'info').map(each => each.code),
    'and every check has a case',
  )
})

t.test('what is allowed is not found', async t => {
  const allowed: [string, TaskObject[]][] = [
    ['ASAP and ALAP without a date', soundWith({ constraint_type: 'ALAP' })],
    [
      'a duration in working days over a weekend',
      soundWith(
        {
          duration_days: 6,
          planned_start: '2026-03-02',
          planned_finish: '2026-03-09',
          percent_complete: null,
          actual_start: null,
          actual_finish: null,
        },
        0,
      ),
    ],
    [
      'a duration in calendar days over a weekend',
      soundWith(
        {
          duration_days: 8,
          planned_start: '2026-03-02',
          planned_finish: '2026-03-09',
          percent_complete: null,
          actual_start: null,
          actual_finish: null,
        },
        0,
      ),
    ],
    ['one day off the dates', soundWith({ duration_days: 4 }, 0)],
    ['a percent of 0 and one of 100 with their dates', sound()],
    ['a start and a finish on one day', soundWith({ forecast_start: '2026-03-05', forecast_finish: '2026-03-05' })],
    ['SS and FF between the same tasks', soundWith({ predecessors: ['A SS', 'A FF'] })],
    ['an id with the letters of a relation inside', soundWith({ id: 'OFFSITE' }, 3)],
    ['an id that ends in those letters as a word does', soundWith({ id: 'TAKEOFF' }, 3)],
    ['an id that is a relation', soundWith({ id: 'FS' }, 3)],
    [
      'a duration from baseline dates',
      soundWith({ duration_days: null, baseline_start: '2026-03-09', baseline_finish: '2026-03-11' }),
    ],
    ['level of effort without duration and dates', [...sound(), { id: 'L', task_type: 'loe', predecessors: ['A SS'] }]],
  ]
  for (const [what, tasks] of allowed) {
    const answer = validate(tasks)
    t.strictSame([...failed(answer, 'error'), ...failed(answer, 'warning')], [], what)
  }
  const custom = { calendar: { work_days: [1, 2], holidays: ['2026-03-03'] } }
  const fewDays = soundWith(
    { duration_days: 2, planned_finish: '2026-03-17', percent_complete: null, actual_start: null, actual_finish: null },
    0,
  )
  t.strictSame(failed(validate(fewDays), 'warning'), ['V105'])
  t.strictSame(failed(validate(fewDays, [], custom), 'warning'), ['V105'], '5 days of that calendar are not 2')
  t.strictSame(failed(validate(soundWith({ ...fewDays[0], duration_days: 5 }, 0), [], custom), 'warning'), [])
})

t.test('ids are ambiguous when they end like a link that could be meant', async t => {
  const rows: [string, boolean][] = [
    ['A FS', true],
    ['A:ss', true],
    ['A FF+2', true],
    ['A FF + 2.5 days', true],
    ['A SS-1 d', true],
    ['PUMP-SF', true],
    ['BFS', true], // B is a task
    ['bfs', false],
    ['XFS', false],
    ['SITE-OFF-1020', false],
    ['A+2', false],
    ['A1000', false],
    ['ÄFS', false],
    ['FS+1', false],
    [`${' '.repeat(500)}d`, false],
  ]
  for (const [id, ambiguous] of rows) {
    const found = failed(validate([...sound(), { id, task_type: 'summary' }]), 'warning')
    t.strictSame(found, ambiguous ? ['V109'] : [], id)
  }
  const beside = validate([...sound(), { id: 'X.', task_type: 'summary' }, { id: 'FS+1', task_type: 'summary' }])
  t.strictSame(failed(beside, 'warning'), [], 'the id before in the list does not count')
})

t.test('a cycle is named by its path, a self-loop beside it apart, and long ones are bounded', async t => {
  const three = [
    { id: 'A', duration_days: 1, predecessors: ['C', 'A'] },
    { id: 'B', duration_days: 1, predecessors: ['A'] },
    { id: 'C', duration_days: 1, predecessors: ['B'] },
  ]
  const answer = validate(three)
  t.strictSame(failed(answer, 'error'), ['V003', 'V004'])
  t.strictSame(checkOf(answer, 'V003').evidence, { path: 'A -> A' })
  t.strictSame(checkOf(answer, 'V004').evidence, { path: 'A -> B -> C -> A', cycle_count: 1 })
  t.match(checkOf(answer, 'V004').message, 'A -> B -> C -> A')
  const alone = validate([{ id: 'A', duration_days: 1, predecessors: ['A'] }])
  t.strictSame(alone.data.open_ends, { starts: ['A'], finishes: ['A'] }, 'a link to itself closes no end')

  const count = 50_000
  const ring = Array.from({ length: count }, (_, i) => ({
    id: `T${i}`,
    duration_days: 1,
    predecessors: [`T${(i + count - 1) % count}`, `T${i}`],
  }))
  const long = validate(ring)
  t.strictSame([checkOf(long, 'V003').numerator, checkOf(long, 'V004').numerator], [count, count])
  t.ok(checkOf(long, 'V003').message.length < 1000 && checkOf(long, 'V004').message.length < 1000)
  t.equal(long.findings.find(({ code }) => code === 'V004')?.task_ids.length, FINDING_TASKS_MAX)
})

t.test('a cycle that closes only through a repeated id is found', async t => {
  const answer = validate(
    [
      { id: 'A', duration_days: 1 },
      { id: 'B', duration_days: 1, predecessors: ['A'] },
      { id: 'A', duration_days: 1, predecessors: ['B'] },
    ],
    [fault('duplicate_id', 'id', [2], ['A'])],
  )
  t.strictSame(failed(answer, 'error'), ['V002', 'V004'])
  t.match(checkOf(answer, 'V004').evidence, { path: 'A -> B -> A' })
})

t.test('names that differ by case or spaces alone are told, of tasks and of resources', async t => {
  const spelt = (id: string, resource = 'Crew'): Plain =>
    validate([
      { id: 'A 1', duration_days: 1, resource: 'Crew' },
      { id, duration_days: 1, predecessors: ['A 1'], resource },
    ]).findings.find(({ code }) => code === 'V206')
  t.equal(spelt('B'), undefined)
  t.match(spelt('a  1 '), { severity: 'info', count: 1, evidence: { names: [['A 1', 'a  1 ']] } })
  t.match(spelt('a 1', 'CREW'), {
    count: 2,
    evidence: {
      names: [
        ['A 1', 'a 1'],
        ['Crew', 'CREW'],
      ],
    },
  })
})

const INFORMING: Readonly<Record<string, string>> = { external_link: 'V204', zoned_local_day: 'V205' }

t.test('every fault a reader can report fails exactly one check', async t => {
  for (const kind of READ_FAULT_KINDS) {
    for (const field of TASK_FIELDS) {
      const columns = columnsFromTasks(sound())
      const facts = analyseColumns({ ...columns, faults: [fault(kind, field.name)] })
      // a link that leaves the project informs, and a day by the zone that was asked for
      const informs = facts.findings.filter(({ code }) => INFORMING[kind] === code)
      const found = [...failed(facts, 'error'), ...failed(facts, 'warning'), ...informs]
      // bad_number comes from numbers and lags, unknown_enum from words and relations
      const can =
        kind === 'bad_number'
          ? field.kind === 'number' || field.kind === 'links'
          : kind === 'unknown_enum'
            ? field.kind === 'enum' || field.kind === 'links'
            : true
      t.equal(found.length, can ? 1 : 0, `${kind} in ${field.name}: ${found.join()}`)
    }
  }
})

t.test('tasks and samples of a finding stand in input order and are bounded, its count is not', async t => {
  const many = Array.from({ length: 30 }, (_, i) => ({ id: `T${i}`, duration_days: i % 2 === 0 ? -1 : 1 }))
  const faults = [
    fault('bad_number', 'duration_days', [7, 9], ['c', 'd']),
    fault('bad_number', 'baseline_duration_days', [3], ['a']),
  ]
  const check = checkOf(validate(many, faults), 'V005')
  t.equal(check.numerator, 18)
  t.strictSame(check.task_ids.slice(0, 9), ['T0', 'T2', 'T3', 'T4', 'T6', 'T7', 'T8', 'T9', 'T10'])
  t.strictSame(
    (check.evidence.values as { text: string }[]).map(sample => sample.text),
    ['a', 'c', 'd'],
  )
  const all = validate(many.map(task => ({ ...task, duration_days: -1, predecessors: [task.id] })))
  for (const code of ['V003', 'V005'])
    t.strictSame(
      [checkOf(all, code).numerator, all.findings.find(found => found.code === code)?.task_ids.length],
      [30, 20],
    )
  t.match(checkOf(all, 'V003').evidence.path, /^T0 -> T0; T1 -> T1; .*; T9 -> T9; and 20 more$/)
})

t.test('links that were dropped count among those given', async t => {
  const answer = validate(soundWith({ predecessors: ['A', 'A FS+50%', 'A FS+1 d', 'Q'] }))
  for (const code of ['V010', 'V101', 'V102']) t.match(checkOf(answer, code), { numerator: 1, denominator: 6 })
})

t.test('each date counts as given, whatever its day number', async t => {
  // 1970-01-01 is day 0, 1970-09-13 day 255 (the code of an unknown word), 1969-12-31 day -1
  for (const planned_start of ['1970-01-01', '1970-09-13', '1969-12-31', '2026-03-02']) {
    const { denominator } = checkOf(
      analyseColumns(columnsFromTasks([{ id: 'A', duration_days: 1, planned_start }])),
      'V007',
    )
    t.equal(denominator, 1, planned_start)
  }
})

t.test('a word in no list counts as given, not as absent', async t => {
  const columns = columnsFromTasks(sound())
  const answer = analyseColumns({
    ...columns,
    taskType: Uint8Array.of(ENUM_UNKNOWN, 1, 2, 3),
    faults: [fault('unknown_enum', 'task_type', [0], ['hammock'])],
  })
  t.match(checkOf(answer, 'V108'), { numerator: 1, denominator: 4 })
})

/** Monday to Saturday, nine hours a day, with a holiday. */
const SIX_DAYS = {
  calendars: [
    {
      id: 'six',
      hours_per_day: 9,
      work_week: Object.fromEntries(
        ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map(day => [day, [['08:00', '17:00']]]),
      ),
      exceptions: [{ date: '2026-03-11', shifts: [] }],
    },
  ],
  default_calendar_id: 'six',
}

t.test('durations are held against the calendar of their task, and count once', async t => {
  const dated = (duration: number, finish: string) => ({
    id: `D${duration}`,
    duration_days: duration,
    planned_start: '2026-03-02T08:00',
    planned_finish: `${finish}T17:00`,
  })
  const own = [dated(10, '2026-03-13'), dated(12, '2026-03-16')]
  const body = (tasks: object[]): Plain =>
    analyse(t, validateAnalyser, ValidateData, {
      tasks,
      options: { include_details: true },
      ...SIX_DAYS,
    })
  t.equal(checkOf(body(own), 'V105').numerator, 0, 'ten days of six a week and a holiday')
  t.match(checkOf(body(own), 'V203'), { numerator: 0, denominator: 2 })
  t.match(
    checkOf(body(own), 'V203').message,
    /^Durations count in the calendars of their tasks; 2 of 2 durations, 100 %, fit their dates, and 0 durations fit another week alone\./,
  )
  const all = body([...own, dated(8, '2026-03-20'), dated(15, '2026-03-20')])
  t.match(checkOf(all, 'V105'), { numerator: 1, denominator: 4, task_ids: ['D8'] })
  t.match(checkOf(all, 'V203'), { numerator: 0, denominator: 4 }, 'what fits no week is no evidence for another')
  const calendarDays = body([...own, { ...dated(19, '2026-03-20'), id: 'E' }])
  t.match(
    checkOf(calendarDays, 'V105'),
    { numerator: 1, task_ids: ['E'] },
    'its calendar is known, no other explains it',
  )
  t.match(checkOf(calendarDays, 'V203'), { numerator: 1, denominator: 3 })
  const started = { ...dated(10, '2026-03-31'), actual_start: '2026-03-02T08:00', percent_complete: 50 }
  t.match(checkOf(body([...own, started]), 'V105'), { numerator: 0, denominator: 2 }, 'an interruption is no fault')
  const split = {
    ...SIX_DAYS,
    scheduling_options: { rules: 'ms_project' },
    tasks: [...own, dated(8, '2026-03-20'), dated(25, '2026-03-20')],
  }
  const bySplits = analyse(t, validateAnalyser, ValidateData, { options: { include_details: true }, ...split })
  t.match(
    checkOf(bySplits, 'V105'),
    { numerator: 1, denominator: 4, task_ids: ['D25'] },
    'a split of Microsoft Project',
  )
})

t.test('dates of the baseline alone make no schedule invalid', async t => {
  const answer = validate(soundWith({ baseline_start: '2026-03-05', baseline_finish: '2026-03-04' }))
  t.strictSame([answer.data.valid, answer.score, answer.grade], [true, 98, 'A'])
  t.match(checkOf(answer, 'V009'), { status: 'pass' })
})
