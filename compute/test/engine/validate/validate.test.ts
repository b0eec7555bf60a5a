/** analysis/validate: a golden, each check alone, and what the whole answer says. */
import { Packr } from 'msgpackr'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { ValidateData } from '../../../../shared/analysis/validate/data.ts'
import { workRow } from '../../../../shared/catalogue/catalogue.ts'
import { CHECK_STATUSES } from '../../../../shared/endpoint/data/check-data.ts'
import { statusOf } from '../../../../shared/envelope.ts'
import {
  ENUM_UNKNOWN,
  READ_FAULT_KINDS,
  type ReadFault,
  type ScheduleColumns,
} from '../../../../shared/schedule/columns.ts'
import { TASK_FIELDS } from '../../../../shared/schedule/fields.ts'
import { inputSha256 } from '../../../../shared/schedule/input-hash.ts'
import { validateAnalyser } from '../../../engine/analysis/validate/analyser.ts'
import { type CheckRow, runCheck, showCheck } from '../../../engine/check/check.ts'
import { gradeOf, scoreBetween } from '../../../engine/check/grade.ts'
import { ADVICE } from '../../../engine/input/advice.ts'
import { VALIDATE_ROWS } from '../../../engine/input/rows.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import { type AnalysisResult, FINDING_TASKS_MAX, isRefusal } from '../../../engine/result/result.ts'
import { roundHalfAway, roundRatio, roundScore } from '../../../engine/wording/round.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { materialise } from '../write/materialise.ts'

interface PlainCheck {
  code: string
  class: string
  status: string
  numerator: number
  denominator: number
  severity: string | null
  message: string
  task_ids: string[]
  evidence: Record<string, unknown>
}
interface Answer {
  score: number | null
  grade: string | null
  summary: string
  findings: { code: string; severity: string; task_ids: string[]; count: number; evidence?: Record<string, unknown> }[]
  recommendations: { priority: number; codes: string[]; effect: number }[]
  data: {
    valid: boolean
    score_before_gates: number | null
    errors: number
    warnings: number
    info: number
    checks: PlainCheck[]
    open_ends: { starts: string[]; finishes: string[] }
    components: { count: number; largest_task_count: number }
    calendar: { mode: string; source: string; evidence_for: number; evidence_against: number }
  }
}

const validator = Compile(ValidateData)

function analyse(columns: ScheduleColumns, params: Record<string, unknown> = {}): Answer {
  const result = validateAnalyser(
    {
      params,
      schedules: new Map([['tasks', columns]]),
      ignoredFields: [],
      meantFields: {},
      taskCount: columns.taskCount,
      taskCountLargest: columns.taskCount,
    },
    { today: 20_500 },
  )
  if (isRefusal(result)) throw new Error(result.code)
  const plain = materialise(result as unknown as AnalysisResult['data']) as unknown as Answer
  if (!validator.Check(plain.data)) throw new Error(JSON.stringify([...validator.Errors(plain.data)]))
  return plain
}

const fault = (kind: ReadFault['kind'], field: string, tasks: number[] = [0], texts: string[] = []): ReadFault => ({
  kind,
  field,
  count: tasks.length,
  tasks,
  texts: tasks.map((_, i) => texts[i] ?? ''),
})

/** An answer for task objects, with faults the reader would have seen beside those of the links. */
function validate(tasks: TaskObject[], faults: ReadFault[] = [], params: Record<string, unknown> = {}): Answer {
  const columns = columnsFromTasks(tasks)
  return analyse(
    { ...columns, faults: [...columns.faults, ...faults] },
    { options: { include_details: true }, ...params },
  )
}

const failed = (answer: Answer, checkClass: string): string[] =>
  answer.data.checks.filter(check => check.class === checkClass && check.status === 'fail').map(check => check.code)
const checkOf = (answer: Answer, code: string): PlainCheck => answer.data.checks.find(check => check.code === code)!

/** A schedule in which every check has something to look at and none finds anything but open ends. */
const sound = (): TaskObject[] => [
  {
    id: 'A',
    duration_days: 5,
    planned_start: '2026-03-02',
    planned_finish: '2026-03-06',
    percent_complete: 100,
    actual_start: '2026-03-02',
    actual_finish: '2026-03-06',
    constraint_type: 'SNET',
    constraint_date: '2026-03-02',
    task_type: 'task',
  },
  { id: 'B', duration_days: 3, predecessors: ['A'], percent_complete: 0 },
  { id: 'M', duration_days: 0, task_type: 'milestone', predecessors: ['B', 'A SS+1 d'] },
  { id: 'S', task_type: 'summary' },
]

t.test(
  'a duplicate, a self-loop and an unknown predecessor: 78 by the checks, but an invalid schedule does not pass',
  async t => {
    for (const tasks of [
      [{ id: 'A', predecessors: ['A'] }, { id: 'A' }, { id: 'B', predecessors: ['Z'] }],
      [{ id: 'A' }, { id: 'A', predecessors: ['A'] }, { id: 'B', predecessors: ['Z'] }],
    ]) {
      const answer = validate(
        tasks.map(task => ({ ...task, duration_days: 1 })),
        [fault('duplicate_id', 'id', [1], ['A'])],
      )
      t.strictSame(failed(answer, 'error'), ['V002', 'V003'])
      t.strictSame(failed(answer, 'warning'), ['V101'])
      t.strictSame([answer.score, answer.grade, answer.data.score_before_gates], [59.9, 'F', 78])
      t.match(answer.findings[0], {
        code: 'GATE_INVALID',
        description: /^2 error checks of 11 found something: .*\(V002\), .*\(V003\)\. The score is capped at 59\.9: /,
      })
      t.match(answer.summary, /not valid.*score 59\.9, grade F \(capped, 78 otherwise: invalid schedule\)/)
      t.strictSame(
        answer.recommendations.map(({ codes, effect }) => [codes[0], effect]),
        [
          ['V002', 0],
          ['V003', 0],
          ['V101', 0],
          ['V201', 0],
          ['V202', 0],
        ],
        'one error less is still an invalid schedule',
      )
      t.equal(answer.data.valid, false)
      t.strictSame(checkOf(answer, 'V002').evidence, { ids: [{ id: 'A', positions: [0, 1], count: 2 }] })
      t.strictSame(checkOf(answer, 'V003').evidence, { path: 'A -> A' })
      t.match(checkOf(answer, 'V101').evidence, { links: [{ id: 'B', text: 'Z' }] })
      t.equal(
        statusOf(
          answer.findings.map(found => found.severity as never),
          false,
        ),
        'critical',
      )
    }
  },
)

t.test('a sound schedule fails no check and scores 100', async t => {
  const answer = validate(sound())
  t.strictSame([failed(answer, 'error'), failed(answer, 'warning')], [[], []])
  t.strictSame([answer.score, answer.grade, answer.data.valid], [100, 'A', true])
  t.strictSame(answer.recommendations, [])
  t.strictSame(answer.data.open_ends, { starts: ['A'], finishes: ['M'] })
  t.strictSame(answer.data.components, { count: 1, largest_task_count: 3 })
  t.match(answer.summary, /^The schedule is valid: 0 of 11 error checks and 0 of 10 warning checks/)
})

// each row breaks one rule of the sound schedule: which check fails, at which tasks, how often
const row = (change: Partial<TaskObject>, at = 1): TaskObject[] =>
  sound().map((task, i) => (i === at ? { ...task, ...change } : task))
const CASES: [code: string, what: string, tasks: TaskObject[], faults: ReadFault[], ids: string[], count: number][] = [
  ['V001', 'an id that is missing', row({ id: '' }, 3), [fault('missing_id', 'id', [3])], [], 1],
  ['V002', 'an id that is repeated', row({ id: 'A' }, 3), [fault('duplicate_id', 'id', [3], ['A'])], ['A'], 1],
  ['V003', 'a task that precedes itself', row({ predecessors: ['A', 'B'] }), [], ['B'], 1],
  ['V004', 'a cycle of two', row({ predecessors: ['B'] }, 0), [], ['A', 'B'], 2],
  ['V005', 'a duration below 0', row({ duration_days: -1 }), [], ['B'], 1],
  [
    'V005',
    'a duration that is no number',
    row({ duration_days: null, baseline_start: '2026-03-02', baseline_finish: '2026-03-03' }),
    [fault('bad_number', 'duration_days', [1], ['x'])],
    ['B'],
    1,
  ],
  ['V005', 'a baseline duration below 0', row({ baseline_duration_days: -0.5 }), [], ['B'], 1],
  [
    'V006',
    'a percent above 100',
    row({ percent_complete: 100.5, actual_start: '2026-03-02', actual_finish: '2026-03-03' }),
    [],
    ['B'],
    1,
  ],
  ['V006', 'a physical percent below 0', row({ physical_percent_complete: -1 }), [], ['B'], 1],
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
    row({ forecast_start: '2026-03-05', forecast_finish: '2026-03-04' }),
    [],
    ['B'],
    1,
  ],
  [
    'V009',
    'a baseline that ends before it starts',
    row({ baseline_start: '2026-03-05', baseline_finish: '2026-03-04' }),
    [],
    ['B'],
    1,
  ],
  ['V010', 'a link that cannot be read', row({ predecessors: ['A', 'A FS+50%'] }), [], ['B'], 1],
  ['V011', 'a name that is a number', sound(), [fault('wrong_type', 'name', [1], ['7'])], ['B'], 1],
  ['V011', 'a float that is no number', sound(), [fault('bad_number', 'total_float_days', [1], ['x'])], ['B'], 1],
  ['V011', 'a lag that is no number', sound(), [fault('bad_number', 'predecessors', [1], ['x'])], ['B'], 1],
  ['V101', 'a predecessor that is not there', row({ predecessors: ['A', 'Q'] }), [], ['B'], 1],
  ['V102', 'a link given twice', row({ predecessors: ['A', 'A FS+2 d'] }), [], ['B'], 1],
  ['V103', 'a constraint without a date', row({ constraint_type: 'MFO' }), [], ['B'], 1],
  ['V103', 'a constraint date without a type', row({ constraint_date: '2026-03-02' }), [], ['B'], 1],
  ['V104', 'a milestone with a duration', row({ duration_days: 2 }, 2), [], ['M'], 1],
  ['V104', 'a task with a duration of 0', row({ duration_days: 0 }), [], ['B'], 1],
  ['V105', 'a duration far from the dates', row({ duration_days: 9 }, 0), [], ['A'], 1],
  ['V105', 'a duration two days off the dates', row({ duration_days: 7 }, 0), [], ['A'], 1],
  ['V106', 'a link into a summary', row({ predecessors: ['A'] }, 3), [], ['S'], 1],
  ['V106', 'a link out of a summary', row({ predecessors: ['A', 'S'] }), [], ['S'], 1],
  ['V107', 'an actual finish without a start', row({ actual_start: null }, 0), [], ['A'], 1],
  ['V107', 'an actual finish at 90 percent', row({ percent_complete: 90 }, 0), [], ['A'], 1],
  [
    'V107',
    '100 percent without an actual finish',
    row({ percent_complete: 100, actual_start: '2026-03-02' }),
    [],
    ['B'],
    1,
  ],
  ['V107', 'progress without an actual start', row({ percent_complete: 10 }), [], ['B'], 1],
  ['V108', 'a task type in no list', sound(), [fault('unknown_enum', 'task_type', [1], ['hammock'])], ['B'], 1],
  ['V108', 'a delay category in no list', sound(), [fault('unknown_enum', 'delay_category', [1], ['x'])], ['B'], 1],
  ['V109', 'an id that ends in a relation', row({ id: 'PUMP FS' }, 3), [], ['PUMP FS'], 1],
  ['V110', 'a task without duration and dates', row({ duration_days: null }), [], ['B'], 1],
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
    t.strictSame([answer.score, answer.data.valid], isError ? [59.9, false] : [98, true])
    t.match(answer.recommendations, [{ priority: 1, codes: [code], effect: isError ? 40.1 : 2 }])
  }
  t.strictSame(
    [...new Set(CASES.map(([code]) => code))],
    VALIDATE_ROWS.filter(each => each.class !== 'info').map(each => each.code),
    'and every check has a case',
  )
})

t.test('what is allowed is not found', async t => {
  const allowed: [string, TaskObject[]][] = [
    ['ASAP and ALAP without a date', row({ constraint_type: 'ALAP' })],
    [
      'a duration in working days over a weekend',
      row(
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
      row(
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
    ['one day off the dates', row({ duration_days: 4 }, 0)],
    ['a percent of 0 and one of 100 with their dates', sound()],
    ['a start and a finish on one day', row({ forecast_start: '2026-03-05', forecast_finish: '2026-03-05' })],
    ['SS and FF between the same tasks', row({ predecessors: ['A SS', 'A FF'] })],
    ['an id with the letters of a relation inside', row({ id: 'OFFSITE' }, 3)],
    ['an id that ends in those letters as a word does', row({ id: 'TAKEOFF' }, 3)],
    ['an id that is a relation', row({ id: 'FS' }, 3)],
    [
      'a duration from baseline dates',
      row({ duration_days: null, baseline_start: '2026-03-09', baseline_finish: '2026-03-11' }),
    ],
    ['level of effort without duration and dates', [...sound(), { id: 'L', task_type: 'loe', predecessors: ['A SS'] }]],
  ]
  for (const [what, tasks] of allowed) {
    const answer = validate(tasks)
    t.strictSame([...failed(answer, 'error'), ...failed(answer, 'warning')], [], what)
  }
  const custom = { calendar: { work_days: [1, 2], holidays: ['2026-03-03'] } }
  const fewDays = row(
    { duration_days: 2, planned_finish: '2026-03-17', percent_complete: null, actual_start: null, actual_finish: null },
    0,
  )
  t.strictSame(failed(validate(fewDays), 'warning'), ['V105'])
  t.strictSame(failed(validate(fewDays, [], custom), 'warning'), ['V105'], '5 days of that calendar are not 2')
  t.strictSame(failed(validate(row({ ...fewDays[0], duration_days: 5 }, 0), [], custom), 'warning'), [])
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

t.test('open ends, parts and the calendar are reported without a score', async t => {
  const answer = validate([
    { id: 'A', duration_days: 10, planned_start: '2026-03-02', planned_finish: '2026-03-13' },
    { id: 'B', duration_days: 8, planned_start: '2026-03-02', planned_finish: '2026-03-09' },
    { id: 'C', duration_days: 10, predecessors: ['A'], planned_start: '2026-03-16', planned_finish: '2026-03-27' },
    { id: 'S', task_type: 'summary', predecessors: [] },
    { id: 'L', task_type: 'loe', predecessors: ['B'] },
  ])
  t.strictSame([answer.score, answer.data.warnings, answer.data.info], [100, 0, 3])
  t.strictSame(
    answer.data.open_ends,
    { starts: ['A', 'B'], finishes: ['B', 'C'] },
    'a link to level of effort closes none',
  )
  t.strictSame(checkOf(answer, 'V201').task_ids, ['A', 'B', 'C'])
  t.strictSame(answer.data.components, { count: 2, largest_task_count: 2 })
  t.strictSame(checkOf(answer, 'V202').task_ids, ['B'], 'the tasks beside the largest part')
  t.strictSame(answer.data.calendar, {
    mode: 'working_days',
    source: 'auto',
    work_days: [1, 2, 3, 4, 5],
    evidence_for: 2,
    evidence_against: 1,
  })
  t.equal(
    checkOf(answer, 'V203').message,
    'Work days as guessed: Monday to Friday; 2 of 3 durations, 66.7 %, fit their dates in them, and 1 duration fits the other week.',
  )
  t.strictSame(
    answer.findings.map(found => [found.code, found.severity]),
    [
      ['V201', 'info'],
      ['V202', 'info'],
      ['V203', 'info'],
    ],
  )
  t.equal(
    statusOf(
      answer.findings.map(found => found.severity as never),
      false,
    ),
    'success',
  )
})

t.test('an empty list is answered without a score', async t => {
  const answer = validate([])
  t.strictSame([answer.score, answer.grade, answer.data.valid], [null, null, true])
  t.ok(answer.data.checks.every(check => check.status === 'not_applicable'))
  t.strictSame(answer.findings, [])
})

t.test('the score stops at 0, and an effect is what the score would gain', async t => {
  const everything = READ_FAULT_KINDS.flatMap(kind =>
    ['id', 'duration_days', 'percent_complete', 'constraint_type', 'task_type', 'predecessors', 'earned_value'].map(
      field => fault(kind, field),
    ),
  )
  const answer = validate(
    [
      {
        id: 'A',
        duration_days: 0,
        predecessors: ['A', 'B'],
        actual_finish: '2026-03-01',
        planned_start: '2026-03-09',
        planned_finish: '2026-03-05',
        constraint_date: '2026-03-05',
      },
      { id: 'B', predecessors: ['A', 'S'] },
      { id: 'S', task_type: 'summary' },
    ],
    everything,
  )
  t.equal(answer.data.errors, 11)
  t.equal(answer.score, 0)
  t.equal(answer.grade, 'F')
  t.ok(
    answer.recommendations.every(advice => advice.effect === 0),
    'one correction alone brings nothing back yet',
  )
  t.strictSame(
    answer.recommendations.map(advice => advice.priority),
    answer.recommendations.map((_, i) => i + 1),
  )
})

t.test('every fault a reader can report fails exactly one check', async t => {
  for (const kind of READ_FAULT_KINDS) {
    for (const field of TASK_FIELDS) {
      const columns = columnsFromTasks(sound())
      const facts = analyse({ ...columns, faults: [fault(kind, field.name)] })
      const found = [...failed(facts, 'error'), ...failed(facts, 'warning')]
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
  const answer = validate(row({ predecessors: ['A', 'A FS+50%', 'A FS+1 d', 'Q'] }))
  for (const code of ['V010', 'V101', 'V102']) t.match(checkOf(answer, code), { numerator: 1, denominator: 6 })
})

t.test('each date counts as given, whatever its day number', async t => {
  // 1970-01-01 is day 0, 1970-09-13 day 255 (the code of an unknown word), 1969-12-31 day -1
  for (const planned_start of ['1970-01-01', '1970-09-13', '1969-12-31', '2026-03-02']) {
    const { denominator } = checkOf(analyse(columnsFromTasks([{ id: 'A', duration_days: 1, planned_start }])), 'V007')
    t.equal(denominator, 1, planned_start)
  }
})

t.test('a word in no list counts as given, not as absent', async t => {
  const columns = columnsFromTasks(sound())
  const answer = analyse({
    ...columns,
    taskType: Uint8Array.of(ENUM_UNKNOWN, 1, 2, 3),
    faults: [fault('unknown_enum', 'task_type', [0], ['hammock'])],
  })
  t.match(checkOf(answer, 'V108'), { numerator: 1, denominator: 4 })
})

t.test(
  'a body as it is sent: every fault fails its check, and JSON, msgpack and another order of members are one input',
  async t => {
    const body = {
      options: { include_details: true },
      tasks: [
        { id: 'A', duration_days: -2, predecessors: ['A', 'Z', 'A FS+5%', 'B', 'B FS+1 d'] },
        { id: 'A', duration_days: 'x', percent_complete: 101, planned_start: '2026-02-30' },
        { id: 'B', duration_days: 0, task_type: 'hammock', constraint_type: 'SOMETIME', name: 5, predecessors: ['A'] },
        {
          duration_days: null,
          actual_start: '2026-03-05',
          actual_finish: '2026-03-01T10:00:00Z',
          constraint_date: '2026-03-01',
        },
        {
          id: 'C FS',
          total_float_days: [],
          planned_start: '2026-03-02',
          planned_finish: '2026-03-06',
          duration_days: 9,
        },
        { id: 'M', task_type: 'milestone', duration_days: 1, actual_finish: '2026-03-01' },
        { id: 'S', task_type: 'summary', predecessors: ['M', { task_id: 'B', type: 'XX' }] },
      ],
    }
    const limits = {
      tier: 'free',
      taskCountMax: 1000,
      taskSumMax: 1000,
      syncTaskCountMax: 1000,
      asyncHint: '',
    } as const
    const reversed = {
      tasks: body.tasks.map(task => Object.fromEntries(Object.entries(task).reverse())),
      options: body.options,
    }
    const sent = [
      ['application/json', Buffer.from(JSON.stringify(body))],
      ['application/msgpack', new Packr({ useRecords: false }).pack(body)],
      ['application/json', Buffer.from(JSON.stringify(reversed, null, 2))],
    ] as const
    const answers = sent.map(([mediaType, bytes]) => {
      const input = readRequest(workRow('analysis.validate'), bytes, mediaType, limits)
      if (!('schedules' in input)) throw new Error(JSON.stringify(input))
      return { hash: inputSha256(input), answer: analyse(input.schedules.get('tasks')!, input.params) }
    })
    t.strictSame(answers[0], answers[1])
    t.strictSame(answers[0], answers[2], 'and whatever the order of members')
    const { answer } = answers[0]!
    const codes = VALIDATE_ROWS.filter(each => each.class !== 'info').map(each => each.code)
    t.strictSame([...failed(answer, 'error'), ...failed(answer, 'warning')], codes)
    t.match(checkOf(answer, 'V001').evidence, { positions: [3] })
    t.match(checkOf(answer, 'V004').evidence, { path: 'A -> B -> A' })
    t.equal(answer.score, 0)
  },
)

t.test('tasks and evidence of the checks are shown on request only, those of findings always', async t => {
  const tasks = row({ predecessors: ['Q'] })
  const short = validate(tasks, [], { options: { include_details: false } })
  t.ok(short.data.checks.every(check => check.task_ids === undefined && check.evidence === undefined))
  t.match(short.findings, [{ code: 'V101', task_ids: ['B'], evidence: { links: [{ id: 'B', text: 'Q' }] } }])
})

t.test('rows, codes and advice belong together', async t => {
  const codes: readonly string[] = VALIDATE_ROWS.map(each => each.code)
  t.strictSame(codes, [...codes].sort(), 'in the order of their codes')
  t.equal(new Set(codes).size, 24)
  t.strictSame(
    Object.keys(ADVICE).filter(code => !codes.includes(code)),
    [],
    'no advice of a check that is not there',
  )
  t.strictSame(
    VALIDATE_ROWS.filter(each => each.advice === undefined).map(each => each.code),
    ['V203'],
    'only the guess of the calendar asks for nothing',
  )
  for (const each of VALIDATE_ROWS) {
    const letter = { error: 'V0', warning: 'V1', info: 'V2' }[each.class]
    t.ok(each.code.startsWith(letter), `${each.code} is a ${each.class}`)
  }
})

t.test('a check row decides its status by need, population, threshold and tolerance', async t => {
  const ids = { bytes: new Uint8Array(0), offsets: new Uint32Array(1) }
  const show = (change: Partial<CheckRow<number>>, value: number | null) => {
    const base: CheckRow<number> = {
      code: 'X',
      title: 'X',
      severity: outcome => (outcome.numerator > 5 ? 'critical' : 'medium'),
      population: '',
      formula: '',
      unit: 'percent',
      threshold: 5,
      operator: '<=',
      source: { references: [] },
      needs: [{ message: 'No status date.', isMet: facts => facts > 0 }],
      run: facts => ({ numerator: facts, denominator: 10, value, message: 'm', hits: { tasks: [], count: 0 } }),
    }
    return (facts: number) => showCheck('analysis.validate', runCheck({ ...base, ...change }, facts), ids, false)
  }
  t.match(show({}, 5)(0), {
    status: 'skipped',
    message: 'No status date.',
    numerator: null,
    value: null,
    severity: null,
  })
  t.match(show({}, null)(1), { status: 'not_applicable', value: null, severity: null })
  t.match(show({}, 5 + 1e-10)(1), { status: 'pass', value: 5, severity: null })
  t.match(show({}, 5.05)(1), { status: 'fail', value: 5.1, severity: 'medium' })
  t.match(show({}, 60)(6), { status: 'fail', severity: 'critical' })
  t.match(show({ operator: '>=', threshold: 0.95, unit: 'ratio' }, 0.95)(1), { status: 'pass' })
  t.match(show({ operator: '>=', threshold: 0.95, unit: 'ratio' }, 0.9495)(1), { status: 'fail', value: 0.95 })
  t.match(show({ threshold: null, operator: null }, 3)(1), { status: 'info', severity: 'medium' })
  t.ok(CHECK_STATUSES.includes(show({}, 1)(1).status as never))
})

t.test('scores, grades and rounding follow the rules of all methods', async t => {
  t.strictSame([90, 89.95, 89.94, 80, 70, 60, 59.94, 0].map(gradeOf), ['A', 'A', 'B', 'B', 'C', 'D', 'F', 'F'])
  t.equal(scoreBetween(5, 5, 30), 100)
  t.equal(scoreBetween(30, 5, 30), 0)
  t.equal(scoreBetween(17.5, 5, 30), 50)
  t.equal(scoreBetween(40, 5, 30), 0)
  t.equal(scoreBetween(1, 5, 30), 100)
  t.equal(scoreBetween(95, 95, 60), 100)
  t.equal(scoreBetween(75, 95, 60).toFixed(1), '42.9', 'where more is better')
  t.equal(roundScore(57.142857), 57.1)
  t.equal(roundScore(44.75), 44.8)
  t.equal(roundScore(-44.75), -44.8)
  t.equal(roundRatio(0.9995), 1)
  t.equal(roundRatio(0.12345), 0.123)
  t.ok(Object.is(roundHalfAway(-0.01, 1), 0), 'never -0')
  t.ok(Number.isNaN(roundHalfAway(Number.NaN, 1)))
  t.equal(roundHalfAway(Number.POSITIVE_INFINITY, 1), Number.POSITIVE_INFINITY)
  t.equal(roundHalfAway(2 ** 60, 3), 2 ** 60)
})
