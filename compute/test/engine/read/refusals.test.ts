/** What is refused, in which order, with which place and value; forty hostile bodies; what inflating stops at. */

import assert from 'node:assert'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import t from 'tap'
import { BaselineCompareRequest } from '../../../../shared/contract/analysis/baseline-compare/request.ts'
import { ChangeTrackingRequest } from '../../../../shared/contract/analysis/change-tracking/request.ts'
import { CpmRequest } from '../../../../shared/contract/analysis/cpm/request.ts'
import { ProgressAuditRequest } from '../../../../shared/contract/analysis/progress-audit/request.ts'
import { ResourceAnalysisRequest } from '../../../../shared/contract/analysis/resources/request.ts'
import { HealthScoreRequest } from '../../../../shared/contract/analysis/score/request.ts'
import { ValidateRequest } from '../../../../shared/contract/analysis/validate/request.ts'
import { detailOf, type Refusal, VALIDATION_FAULTS_MAX } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { ID_LENGTH_MAX } from '../../../../shared/contract/schedule/fields.ts'
import { type AnalysisInput, IGNORED_FIELDS_MAX } from '../../../../shared/contract/schedule/input.ts'
import { NON_TASK_BYTES_MAX, SCHEDULES_MAX } from '../../../engine/read/body-reader.ts'
import { type Encoding, inflate } from '../../../engine/read/inflate.ts'
import { type ReadLimits, readRequest } from '../../../engine/read/read-request.ts'
import type { Row } from './oracle.ts'

const LIMITS: ReadLimits = {
  tier: 'free',
  taskCountMax: 1000,
  taskSumMax: 3000,
  syncTaskCountMax: Infinity,
  asyncHint: 'Use the async path.',
}
const STRICT: Row = { request: CpmRequest, input: 'strict' }
const TOLERANT: Row = { request: HealthScoreRequest, input: 'tolerant' }
const OPEN: Row = { request: ValidateRequest, input: 'open' }
const HISTORY: Row = { request: ChangeTrackingRequest, input: 'strict' }

const utf8 = new TextEncoder()
const bytesOf = (body: unknown): Uint8Array => utf8.encode(typeof body === 'string' ? body : JSON.stringify(body))
const read = (body: unknown, row: Row = STRICT, limits: Partial<ReadLimits> = {}): AnalysisInput | Refusal =>
  readRequest(row, body instanceof Uint8Array ? body : bytesOf(body), 'application/json', { ...LIMITS, ...limits })
const refusalOf = (body: unknown, row?: Row, limits?: Partial<ReadLimits>): Refusal => {
  const answer = read(body, row, limits)
  assert.ok('code' in answer, 'is refused')
  return answer
}
const tasks = (count: number): { id: string }[] => Array.from({ length: count }, (_, i) => ({ id: `A${i}` }))
const faultsOf = (body: unknown, row?: Row): [place: string, type: string, msg: string][] =>
  refusalOf(body, row).faults!.map(fault => [fault.loc.join('.'), fault.type, fault.msg])

t.test('of several reasons to refuse a body the first in the order of the contract is given', t => {
  const wrong = { id: 5 }
  const twice = { id: 'A0' }
  const cases: readonly (readonly [string, string, Partial<ReadLimits>, string])[] = [
    ['syntax before all', `{"tasks":[${'{"id":1},'.repeat(20)}`, { taskCountMax: 10, syncTaskCountMax: 5 }, 'body_syntax'],
    ['tier before sync', JSON.stringify({ tasks: [...tasks(20), wrong, twice] }), { taskCountMax: 10, syncTaskCountMax: 5 }, 'task_limit_tier'],
    ['sum before sync', JSON.stringify({ tasks: [...tasks(20), wrong, twice] }), { taskSumMax: 10, syncTaskCountMax: 5 }, 'task_limit_sum'],
    ['sync before schema', JSON.stringify({ tasks: [...tasks(20), wrong, twice] }), { syncTaskCountMax: 5 }, 'task_limit_sync'],
    ['schema before duplicates', JSON.stringify({ tasks: [...tasks(20), wrong, twice] }), {}, 'validation'],
    ['duplicates last', JSON.stringify({ tasks: [...tasks(20), twice] }), {}, 'duplicate_id'],
  ] // biome-ignore format: a table
  for (const [name, body, limits, code] of cases) t.equal(refusalOf(body, STRICT, limits).code, code, name)
  t.end()
})

t.test(
  'the task limit compares the largest schedule, sum and synchronous limit all of them; at the limit nothing is refused',
  t => {
    const body = {
      current_schedule: { tasks: tasks(4), status_date: '2026-03-02' },
      schedule_history: [{ snapshot_date: '2026-02-02', tasks: tasks(6) }],
    }
    const at = read(body, HISTORY, { taskCountMax: 6, taskSumMax: 10, syncTaskCountMax: 10 })
    assert.ok('schedules' in at)
    t.same([at.taskCount, at.taskCountLargest], [10, 6])
    t.same([...at.schedules.keys()], ['current_schedule.tasks', 'schedule_history.0.tasks'])
    t.same(refusalOf(body, HISTORY, { taskCountMax: 5 }).details, { taskCount: 6, tier: 'free', taskCountMax: 5 })
    t.same(refusalOf(body, HISTORY, { taskSumMax: 9 }).details, { taskCount: 10, tier: 'free', taskCountMax: 9 })
    const sync = refusalOf(body, HISTORY, { syncTaskCountMax: 9 })
    t.match(
      detailOf(sync),
      'The schedules of the request have 10 tasks together; a synchronous call may have at most 9 in total. Use the async path.',
    )
    t.end()
  },
)

t.test('of members that come twice the last counts, with the task lists in it', t => {
  const one = read(
    '{"tasks":[{"id":"A"},{"id":"B"},{"id":7}],"tasks":[{"id":"C","id":"D","duration_days":"x","duration_days":2}]}',
  )
  assert.ok('schedules' in one)
  t.equal(one.taskCount, 1)
  t.same([...one.schedules.get('tasks')!.durationDays], [2])
  const two = read(
    `{"schedule_history":[{"snapshot_date":"2026-01-01","tasks":[{"id":1}]},{"tasks":[{"id":"A"}]}],
      "current_schedule":{"tasks":[{"id":"A"}],"status_date":"2026-03-02"},
      "schedule_history":[{"snapshot_date":"2026-01-01","tasks":[{"id":"Q"}]}]}`,
    HISTORY,
  )
  assert.ok('schedules' in two)
  t.same([...two.schedules.keys()].sort(), ['current_schedule.tasks', 'schedule_history.0.tasks'])
  const none = read('{"tasks":[{"id":"A"}],"tasks":null}')
  t.equal((none as Refusal).code, 'validation')
  t.end()
})

t.test('every fault of a 422 names its place and its value', t => {
  t.same(
    faultsOf({
      tasks: [
        { id: 5, duration_days: -1, percent_complete: 100.5, planned_start: '2026-02-30', task_type: 'x', name: [] },
        7,
        { duration_days: '5', resources: ['a', 1], approval_required: 'yes', custom_field_map: [] },
        { id: '' },
        { id: 'x'.repeat(ID_LENGTH_MAX + 1), resource: {}, wbs_code: true },
        { id: 'L', predecessors: [5, {}, { task_id: 7 }, { id: 'L', type: 'XX', lag: '1' }] },
        { id: 'M', predecessors: 'L' },
      ],
      status_date: 'soon',
      calendar: { work_days: [8] },
      options: { relationship_types: ['AB'] },
    }),
    [
      ['body.status_date', 'format', 'status_date must be a date YYYY-MM-DD between 1900-01-01 and 2500-12-31, not "soon".'],
      ['body.calendar.work_days.0', 'maximum', 'work_days[0] must be at most 7, not 8.'],
      ['body.options.relationship_types.0', 'enum', 'relationship_types[0] must be one of FS, SS, FF, SF, not "AB".'],
      ['body.tasks.0.id', 'type', 'id must be a string, not 5.'],
      ['body.tasks.0.duration_days', 'minimum', 'duration_days must be at least 0, not -1.'],
      ['body.tasks.0.percent_complete', 'maximum', 'percent_complete must be at most 100, not 100.5.'],
      ['body.tasks.0.planned_start', 'format', 'planned_start must be a date YYYY-MM-DD between 1900-01-01 and 2500-12-31, not "2026-02-30".'],
      ['body.tasks.0.task_type', 'enum', 'task_type must be one of task, milestone, loe, summary, schedule_margin, planning_package, slpp, schedule_visibility, start_milestone, finish_milestone, not "x".'],
      ['body.tasks.0.name', 'type', 'name must be a string, not an array.'],
      ['body.tasks.1', 'type', 'A task must be an object, not 7.'],
      ['body.tasks.2.id', 'missing', 'id is required.'],
      ['body.tasks.2.duration_days', 'type', 'duration_days must be a number, not "5"; send it without the quotes.'],
      ['body.tasks.2.approval_required', 'type', 'approval_required must be true or false, not "yes".'],
      ['body.tasks.2.custom_field_map', 'type', 'custom_field_map must be an object, not an array.'],
      ['body.tasks.2.resources.1', 'type', 'resources must be a string, not 1.'],
      ['body.tasks.3.id', 'length', 'id must not be empty, not "".'],
      ['body.tasks.4.id', 'length', `id must have at most ${ID_LENGTH_MAX} characters, not "${'x'.repeat(100)}".`],
      ['body.tasks.4.resource', 'type', 'resource must be a string, not an object.'],
      ['body.tasks.4.wbs_code', 'type', 'wbs_code must be a string, not true.'],
      ['body.tasks.5.predecessors.0', 'type', 'A predecessor must be a string or an object, not 5.'],
      ['body.tasks.5.predecessors.1', 'missing', 'A predecessor must name its task_id.'],
      ['body.tasks.5.predecessors.2.task_id', 'type', 'task_id must be a string, not 7.'],
      ['body.tasks.5.predecessors.3.type', 'enum', 'type must be one of FS, SS, FF, SF, not "XX".'],
      ['body.tasks.5.predecessors.3.lag', 'type', 'lag must be a number, not "1".'],
      ['body.tasks.6.predecessors', 'type', 'predecessors must be an array, not "L".'],
    ],
  ) // biome-ignore format: a table
  t.same(faultsOf('7'), [['body', 'type', 'The body must be an object, not 7.']])
  t.same(faultsOf('{"tasks":[]}'), [['body.tasks', 'length', 'tasks must have at least 1 item, not 0.']])
  t.same(faultsOf('{}'), [['body.tasks', 'missing', 'tasks is required.']])
  t.same(
    faultsOf({ tasks: tasks(2) }, { request: ProgressAuditRequest, input: 'tolerant' }),
    [['body.options', 'missing', 'options is required, such as {"status_date":"2026-03-09"}.']],
    'an object with what it must have',
  )
  t.same(faultsOf({ tasks: tasks(1), calendar: 'sometimes' }), [
    ['body.calendar', 'enum', 'calendar must be one of auto, calendar_days, working_days, not "sometimes".'],
  ])
  t.same(faultsOf({ tasks: tasks(1), calendar: 7 }), [
    ['body.calendar', 'type', 'calendar must match one of the forms in the schema, not 7.'],
  ])
  t.end()
})

t.test('of many faults the first are listed and all are counted', t => {
  const refusal = refusalOf({ tasks: Array.from({ length: 900 }, () => ({ name: 5, predecessors: [1] })) })
  t.equal(refusal.faults!.length, VALIDATION_FAULTS_MAX)
  t.equal(refusal.faultCount, 2700)
  t.same(refusal.faults![0]!.loc, ['body', 'tasks', 0, 'id'])
  t.end()
})

t.test('ranges are faults in a strict row and values of the column in the others', t => {
  const body = { tasks: [{ id: 'A', duration_days: -5, percent_complete: 130 }] }
  t.equal(refusalOf(body, STRICT).faultCount, 2)
  for (const row of [TOLERANT, OPEN]) {
    const input = read(body, row)
    assert.ok('schedules' in input)
    const columns = input.schedules.get('tasks')!
    t.same([columns.durationDays[0], columns.percentComplete[0], columns.faults], [-5, 130, []])
  }
  t.end()
})

t.test(
  'years 1900 to 2500 are taken; others are refused in a strict row, and a fault of the task in others',
  async t => {
    const body = {
      tasks: [
        { id: 'A', planned_start: '2500-12-31', planned_finish: '2501-01-01T08:00', actual_start: '1899-12-31' },
        { id: 'B', planned_start: '1900-01-01', planned_finish: '9999-12-31' },
      ],
    }
    const fault = (field: string, tasks: number[], texts: string[]) => ({
      kind: 'date_out_of_range',
      field,
      count: tasks.length,
      tasks,
      texts,
    })
    for (const row of [TOLERANT, OPEN]) {
      const answer = read(body, row)
      assert.ok('schedules' in answer, 'is read')
      const { faults, plannedStart, plannedFinish, actualStart } = answer.schedules.get('tasks')!
      t.strictSame(faults, [
        fault('actual_start', [0], ['1899-12-31']),
        fault('planned_finish', [0, 1], ['2501-01-01T08:00', '9999-12-31']),
      ])
      t.strictSame([...plannedFinish, actualStart[0]], [DAY_ABSENT, DAY_ABSENT, DAY_ABSENT], 'as if absent')
      t.strictSame(Array.from(plannedStart, formatDay), ['2500-12-31', '1900-01-01'])
    }
    const range = 'must be a date YYYY-MM-DD between 1900-01-01 and 2500-12-31, not'
    t.strictSame(faultsOf(body), [
      ['body.tasks.0.planned_finish', 'format', `planned_finish ${range} "2501-01-01T08:00".`],
      ['body.tasks.0.actual_start', 'format', `actual_start ${range} "1899-12-31".`],
      ['body.tasks.1.planned_finish', 'format', `planned_finish ${range} "9999-12-31".`],
    ])
    t.strictSame(
      faultsOf({ tasks: [{ id: 'A', planned_start: '2026-02-30' }] }, TOLERANT),
      [['body.tasks.0.planned_start', 'format', `planned_start ${range} "2026-02-30".`]],
      'what is no date at all only an open row takes',
    )
  },
)

t.test('an open row refuses only broken syntax, tasks that are no array, and items that are no objects', t => {
  for (const [body, code] of [
    ['{"tasks":[', 'body_syntax'],
    ['{"tasks":7}', 'validation'],
    ['{"tasks":[7]}', 'validation'],
    ['{}', 'validation'],
  ] as const) {
    t.equal(refusalOf(body, OPEN).code, code, body)
  }
  const long = 'é'.repeat(ID_LENGTH_MAX + 1)
  const input = read(
    { tasks: [{}, { id: 'A' }, { id: 'A', predecessors: [long, {}, 7, 'Z'] }, { id: long }, { id: {} }] },
    OPEN,
  )
  assert.ok('schedules' in input)
  const { faults, links } = input.schedules.get('tasks')!
  t.same(
    faults.map(({ kind, field, count, tasks }) => [kind, field, count, ...tasks]),
    [
      ['duplicate_id', 'id', 1, 2],
      ['missing_id', 'id', 1, 0],
      ['unknown_predecessor', 'predecessors', 1, 2],
      ['wrong_type', 'id', 2, 3, 4],
      ['wrong_type', 'predecessors', 2, 2, 2],
    ],
  )
  t.same([...links.task], [3, -1], 'an id that is too long is kept, and can be linked to')
  t.end()
})

t.test('duplicate ids are named with their positions', t => {
  const body = { tasks: [{ id: 'A' }, { id: 'B' }, { id: 'A' }, { id: 'B' }, { id: 'A' }] }
  t.equal(refusalOf(body).details.text, 'A at tasks.0, tasks.2, tasks.4; B at tasks.1, tasks.3')
  const many = { tasks: Array.from({ length: 900 }, (_, i) => ({ id: `A${i % 30}` })) }
  const text = String(refusalOf(many).details.text)
  t.equal(text.split('; ').length, 10)
  t.ok(text.startsWith('A0 at tasks.0, tasks.30, '))
  t.end()
})

t.test('members that nothing knows are named, a limited number of them, and never kept', t => {
  const body = {
    tasks: [{ id: 'A', owner: 'x', 'é"': [1, { a: 2 }], predecessors: [{ id: 'A', note: 1 }] }],
    calendar: { work_days: [1], nights: true },
    options: { include_network_details: true, zip: {} },
    __proto__x: 1,
  }
  const input = read(body)
  assert.ok('schedules' in input)
  t.same(input.ignoredFields, [
    '__proto__x', 'calendar.nights', 'options.zip', 'tasks.*.owner', 'tasks.*.predecessors.*.note', 'tasks.*.é"',
  ]) // biome-ignore format: a list
  t.same(input.params, { tasks: [], calendar: { work_days: [1] }, options: { include_network_details: true } })
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}${'x'.repeat(i)}`, i]))
  const crowded = read({
    tasks: [
      { id: 'A', ...many },
      { id: 'B', ...many },
    ],
    ...many,
  })
  assert.ok('schedules' in crowded)
  t.equal(crowded.ignoredFields.length, IGNORED_FIELDS_MAX)
  t.ok(
    crowded.ignoredFields.every(name => name.length < 120),
    'cut',
  )
  t.end()
})

t.test('null equals absent everywhere', t => {
  const input = read({
    tasks: [
      { id: 'A', duration_days: null, predecessors: null, resources: null, custom_field_map: null, task_type: null },
    ],
    status_date: null,
    calendar: null,
    options: { relationship_types: null },
  })
  assert.ok('schedules' in input)
  t.same(input.params, { tasks: [], options: {} })
  t.same(faultsOf({ tasks: null }), [['body.tasks', 'missing', 'tasks is required.']])
  t.same(faultsOf({ tasks: [{ id: null }] }), [['body.tasks.0.id', 'missing', 'id is required.']])
  t.end()
})

t.test('what stands beside the tasks is limited, and so is the number of task lists', t => {
  const row: Row = { request: ResourceAnalysisRequest, input: 'strict' }
  const availability = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ resource: `Crew ${i}`, capacity_per_day: 1 }))
  t.ok('schedules' in read({ tasks: tasks(1), resource_availability: availability(20_000) }, row))
  t.same(faultsOf({ tasks: tasks(1), resource_availability: availability(200_000) }, row), [
    ['body', 'length', `The body beside its tasks must have at most ${NON_TASK_BYTES_MAX} bytes.`],
  ])
  t.ok(
    'schedules' in read({ tasks: tasks(1), unknown: 'x'.repeat(NON_TASK_BYTES_MAX + 1) }),
    'what is ignored does not count',
  )
  const snapshots = (count: number) => ({
    current_schedule: { tasks: tasks(1), status_date: '2026-03-02' },
    schedule_history: Array.from({ length: count }, () => ({ snapshot_date: '2026-03-01', tasks: tasks(1) })),
  })
  t.ok('schedules' in read(snapshots(SCHEDULES_MAX - 1), HISTORY))
  t.same(faultsOf(snapshots(SCHEDULES_MAX + 5), HISTORY), [
    ['body', 'length', `The body must have at most ${SCHEDULES_MAX} task lists, not ${SCHEDULES_MAX + 6}.`],
  ])
  const tooMany = snapshots(SCHEDULES_MAX + 5)
  tooMany.schedule_history.at(-1)!.tasks = tasks(50)
  t.equal(
    refusalOf(tooMany, HISTORY, { taskCountMax: 49 }).code,
    'task_limit_tier',
    'their tasks are counted all the same',
  )
  t.end()
})

// RELIABILITY T25 at the reader: each is read or refused as said, and none leaves a trace in the runtime.
t.test('forty hostile bodies are refused or read for what they are', t => {
  const deep = (open: string, close: string, n: number): string => open.repeat(n) + close.repeat(n)
  const task = (members: string): string => `{"tasks":[{"id":"A",${members}}]}`
  const keys = (n: number): string => Array.from({ length: n }, (_, i) => `"k${i}":${i}`).join(',')
  const cases: readonly (readonly [name: string, body: string | Uint8Array, outcome: string])[] = [
    ['nothing', '', 'body_empty'],
    ['blanks', ' \n ', 'body_syntax'],
    ['a lone brace', '{', 'body_syntax'],
    ['100,000 arrays in each other', deep('[', ']', 100_000), 'body_syntax'],
    ['100,000 objects in each other', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'body_syntax'],
    ['100,000 arrays in a task', task(`"x":${deep('[', ']', 100_000)}`), 'body_syntax'],
    ['100,000 arrays in predecessors', task(`"predecessors":${deep('[', ']', 100_000)}`), 'body_syntax'],
    ['unclosed arrays', '['.repeat(100_000), 'body_syntax'],
    ['__proto__ beside tasks', '{"__proto__":{"polluted":1},"tasks":[{"id":"A"}]}', 'input'],
    ['__proto__ in a task', task('"__proto__":{"polluted":1}'), 'input'],
    ['__proto__ in options', '{"options":{"__proto__":{"polluted":1}},"tasks":[{"id":"A"}]}', 'input'],
    ['escaped __proto__', '{"\\u005f_proto__":{"polluted":1},"tasks":[{"id":"A"}]}', 'input'],
    ['constructor.prototype', '{"constructor":{"prototype":{"polluted":1}},"tasks":[{"id":"A"}]}', 'input'],
    ['toString as an id', '{"tasks":[{"id":"toString"},{"id":"__proto__","predecessors":["toString","hasOwnProperty"]}]}', 'input'],
    ['custom_field_map.__proto__', task('"custom_field_map":{"__proto__":{"float_rationale":"x"}}'), 'input'],
    ['a million members beside tasks', `{${keys(1_000_000)},"tasks":[{"id":"A"}]}`, 'input'],
    ['a million members in a task', task(keys(1_000_000)), 'input'],
    ['200,000 times the same member', `{${'"tasks":[],'.repeat(200_000)}"tasks":[{"id":"A"}]}`, 'input'],
    ['200,000 times a list of one task', `{${'"tasks":[{}],'.repeat(200_000)}"tasks":[{"id":"A"}]}`, 'input'],
    ['200,000 times the same member in a task', task(`${'"name":"x",'.repeat(200_000)}"name":"y"`), 'input'],
    ['a name of 5 MB', `{"${'k'.repeat(5e6)}":1,"tasks":[{"id":"A"}]}`, 'input'],
    ['a task name of 5 MB', task(`"name":"${'n'.repeat(5e6)}"`), 'input'],
    ['an id of 5 MB', `{"tasks":[{"id":"${'n'.repeat(5e6)}"}]}`, 'validation'],
    ['a number of 5 MB', task(`"duration_days":${'9'.repeat(5e6)}`), 'validation'],
    ['1e400', task('"duration_days":1e400'), 'validation'],
    ['1e400 in options', '{"tasks":[{"id":"A"}],"options":{"x":1e400}}', 'input'],
    ['NaN', task('"duration_days":NaN'), 'body_syntax'],
    ['"NaN"', task('"duration_days":"NaN"'), 'validation'],
    ['-0', task('"duration_days":-0'), 'input'],
    ['hexadecimal', task('"duration_days":0x10'), 'body_syntax'],
    ['two ids alike', '{"tasks":[{"id":"A"},{"id":"\\u0041"}]}', 'duplicate_id'],
    ['half a surrogate pair', task('"name":"\\ud800"'), 'input'],
    ['surrogates as UTF-8', Uint8Array.from([...bytesOf('{"tasks":[{"id":"'), 0xed, 0xa0, 0x80, ...bytesOf('"}]}')]), 'body_syntax'],
    ['overlong UTF-8', Uint8Array.from([...bytesOf('{"tasks":[{"id":"'), 0xc0, 0xaf, ...bytesOf('"}]}')]), 'body_syntax'],
    ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), 'body_syntax'],
    ['NUL bytes', '\u0000'.repeat(1000), 'body_syntax'],
    ['year 0000', task('"planned_start":"0000-01-01"'), 'validation'],
    ['year 9999', task('"planned_start":"9999-12-31"'), 'validation'],
    ['30 February', task('"planned_start":"2026-02-30"'), 'validation'],
    ['1 MB of signs as a predecessor', task(`"predecessors":["A${'+-'.repeat(500_000)}"]`), 'input'],
    ['1 MB of blanks in a predecessor', task(`"predecessors":["A${' '.repeat(1_000_000)}FS"]`), 'input'],
    ['500,000 predecessors', task(`"predecessors":[${'"Z",'.repeat(500_000)}"Z"]`), 'input'],
    ['an array as the body', '[[],[]]', 'validation'],
    ['tasks as an object', '{"tasks":{"0":{"id":"A"}}}', 'validation'],
    ['1,001 empty tasks', `{"tasks":[${'{},'.repeat(1000)}{}]}`, 'task_limit_tier'],
  ] // biome-ignore format: a table
  for (const [name, body, outcome] of cases) {
    const answer = read(body)
    t.equal('code' in answer ? answer.code : 'input', outcome, name)
    assert.equal(({} as { polluted?: unknown }).polluted, undefined, name)
    if ('code' in answer) assert.ok(JSON.stringify(answer).length < 60_000, `${name}: the answer is small`)
    else assert.ok(Object.getPrototypeOf(answer.params) === Object.prototype, name)
  }
  t.ok(cases.length >= 40)
  t.end()
})

const ENCODERS: Readonly<Record<Encoding, (bytes: Uint8Array) => Buffer>> = {
  gzip: gzipSync,
  br: bytes => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: zstdCompressSync,
}

for (const encoding of ['gzip', 'br', 'zstd'] as const) {
  const encode = ENCODERS[encoding]
  const isRefused = (body: Uint8Array, code: string, max = 1e6): boolean => {
    const answer = inflate(body, encoding, max)
    return !(answer instanceof Uint8Array) && answer.code === code
  }

  t.test(`a body in ${encoding} is inflated up to the limit and not a byte further`, t => {
    const plain = bytesOf('{"tasks":[]}'.repeat(20_000))
    const body = encode(plain)
    const whole = inflate(body, encoding, plain.length)
    assert.ok(whole instanceof Uint8Array)
    assert.ok(Buffer.from(whole).equals(plain))
    const refusal = inflate(body, encoding, plain.length - 1) as Refusal
    t.equal(refusal.code, 'payload_too_large')
    t.equal(refusal.details.payloadBytesMax, plain.length - 1)
    const bomb = encode(new Uint8Array(256 * 2 ** 20))
    assert.ok(bomb.length < 2 ** 20)
    const before = process.memoryUsage.rss()
    t.ok(isRefused(bomb, 'payload_too_large', 5 * 2 ** 20))
    t.ok(process.memoryUsage.rss() - before < 64 * 2 ** 20, 'a bomb takes no more memory than the limit allows')
    t.end()
  })

  t.test(`a body that is not whole ${encoding} and nothing else is refused`, t => {
    const body = encode(bytesOf('{"tasks":[{"id":"A"}]}'.repeat(5_000)))
    for (let size = 0; size < body.length; size += 1 + Math.floor(body.length / 40)) {
      assert.ok(isRefused(body.subarray(0, size), 'encoding_invalid'), `the first ${size} bytes`)
    }
    t.ok(isRefused(body.subarray(0, -1), 'encoding_invalid'), 'all but the last byte')
    t.ok(isRefused(Buffer.concat([body, Buffer.from([0])]), 'encoding_invalid'), 'a byte behind')
    t.ok(isRefused(Buffer.concat([body, Buffer.from('garbage')]), 'encoding_invalid'), 'garbage behind')
    t.ok(isRefused(bytesOf('{"tasks":[]}'), 'encoding_invalid'), 'not encoded at all')
    t.end()
  })
}

t.test('what a body says it inflates to decides nothing', t => {
  const plain = Buffer.from(JSON.stringify({ text: 'as it is '.repeat(30_000) }))
  const body = gzipSync(plain)
  for (const stated of [0, 1, plain.length - 1, plain.length, plain.length + 1, 2 ** 31, 2 ** 32 - 1]) {
    const lying = Buffer.from(body)
    lying.writeUInt32LE(stated, lying.length - 4)
    const answer = inflate(lying, 'gzip', 2 ** 20)
    // zlib compares it as well
    if (stated !== plain.length) t.match(answer, { code: 'encoding_invalid' }, `${stated} bytes stated`)
    else t.ok(plain.equals(answer as Uint8Array))
    const tooLarge = inflate(lying, 'gzip', 2 ** 16)
    t.match(tooLarge, { code: 'payload_too_large' }, `${stated} bytes stated, beyond the limit`)
  }
  const frame = zstdCompressSync(plain)
  t.ok(plain.equals(inflate(frame, 'zstd', plain.length) as Uint8Array))
  t.match(inflate(frame, 'zstd', plain.length - 1), { code: 'payload_too_large' })
  t.end()
})

t.test('a gzip body may have several members, a zstd body may not ask for a large window', t => {
  const two = inflate(Buffer.concat([gzipSync('{"a":'), gzipSync('1}')]), 'gzip', 100)
  assert.ok(two instanceof Uint8Array)
  t.equal(Buffer.from(two).toString(), '{"a":1}')
  const params = { [constants.ZSTD_c_windowLog]: 24, [constants.ZSTD_c_contentSizeFlag]: 0 }
  // what a schedule may be compressed to: a text that repeats itself alone is a bomb
  const noise = Buffer.alloc(2 ** 25, 'a long text that repeats itself ')
  for (let at = 0; at < noise.length; at += 512) noise.writeDoubleLE(Math.sin(at), at)
  const wide = inflate(zstdCompressSync(noise, { params }), 'zstd', 2 ** 26) as Refusal
  t.equal(wide.code, 'encoding_invalid')
  const narrow = inflate(zstdCompressSync(noise, { params: { [constants.ZSTD_c_windowLog]: 23 } }), 'zstd', 2 ** 26)
  t.ok(narrow instanceof Uint8Array)
  t.end()
})

t.test('the rows of two containers read both', t => {
  const input = read(
    {
      current_schedule: { tasks: tasks(2), status_date: '2026-03-02' },
      baseline_schedule: { tasks: tasks(3), baseline_date: '2026-01-02' },
    },
    { request: BaselineCompareRequest, input: 'strict' },
  )
  assert.ok('schedules' in input)
  t.same(
    [...input.schedules].map(([path, columns]) => [path, columns.taskCount]),
    [
      ['current_schedule.tasks', 2],
      ['baseline_schedule.tasks', 3],
    ],
  )
  t.end()
})
