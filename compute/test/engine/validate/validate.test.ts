/** analysis/validate: a golden, and what the whole answer says. */

import { Packr } from 'msgpackr'
import t from 'tap'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { statusOf } from '../../../../shared/contract/envelope.ts'
import { READ_FAULT_KINDS } from '../../../../shared/contract/schedule/columns.ts'
import { inputSha256 } from '../../../../shared/contract/schedule/input-hash.ts'
import { VALIDATE_ROWS } from '../../../engine/input/rows.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import { analyseColumns, checkOf, failed, fault, sound, soundWith, validate } from '../../helpers/validate-answer.ts'

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
      t.match(
        answer.summary,
        /not valid.*score 59\.9, grade F \(capped, 78 otherwise: invalid schedule, links were lost\)/,
      )
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
  t.match(answer.summary, /^The schedule is valid: 0 of 11 error checks and 0 of 20 warning checks/)
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
    'Work days as guessed: Monday to Friday; 2 of 3 durations, 66.7 %, fit their dates, and 1 duration fits another week alone.',
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
          baseline_start: '2026-03-05',
          baseline_finish: '2026-03-01',
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
        { id: 'S', parent_id: 'M', task_type: 'summary', predecessors: ['M', { task_id: 'B', type: 'XX' }] },
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
      return { hash: inputSha256(input), answer: analyseColumns(input.schedules.get('tasks')!, input.params) }
    })
    t.strictSame(answers[0], answers[1])
    t.strictSame(answers[0], answers[2], 'and whatever the order of members')
    const { answer } = answers[0]!
    // those beside them are of files alone, or of rules that come with calendars
    const ofFiles: readonly string[] = ['V112', 'V113', 'V114', 'V116', 'V117', 'V118', 'V119', 'V120', 'V205']
    const codes = VALIDATE_ROWS.map(each => each.code).filter(code => code < 'V200' && !ofFiles.includes(code))
    t.strictSame([...failed(answer, 'error'), ...failed(answer, 'warning')], codes)
    t.match(checkOf(answer, 'V001').evidence, { positions: [3] })
    t.match(checkOf(answer, 'V004').evidence, { path: 'A -> B -> A' })
    t.equal(answer.score, 0)
  },
)

t.test('tasks and evidence of the checks are shown on request only, those of findings always', async t => {
  const tasks = soundWith({ predecessors: ['Q'] })
  const short = validate(tasks, [], { options: { include_details: false } })
  t.ok(short.data.checks.every(check => check.task_ids === undefined && check.evidence === undefined))
  t.match(short.findings, [
    { code: 'GATE_LOST_LINKS' },
    { code: 'V101', task_ids: ['B'], evidence: { links: [{ id: 'B', text: 'Q' }] } },
  ])
})
