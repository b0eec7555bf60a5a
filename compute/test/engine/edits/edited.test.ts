/** Edits of a schedule are what the same changes made by hand are: the critical path of both is the same, byte for byte. */
import t from 'tap'
import { analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import { COLUMN_ROWS } from '../../../../shared/contract/schedule/column-rows.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { cpmAnalyser } from '../../../engine/analysis/cpm/analyser.ts'
import { edited, isEdited } from '../../../engine/edits/edited.ts'
import { computed, isComputed } from '../../../engine/edits/recomputed.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { type AnalysisInput, isRefusal } from '../../../engine/result/result.ts'
import { writeEnvelope } from '../../../engine/write/envelope.ts'
import { random } from '../../helpers/random.ts'
import { byHand, randomBody, randomChange } from './random-edits.ts'

const CASES = Number(process.env.EDITS_CASES ?? 400)
const SEED = Number(process.env.EDITS_SEED ?? 1)
const ROW = analysisRow('analysis.cpm')

function read(body: object): AnalysisInput {
  const input = readRequest({ ...ROW }, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  return input
}

/** Everything that the critical path says, but what the reader says of the input. */
function cpmOf(input: AnalysisInput): string {
  const result = cpmAnalyser(input, { today: 0 })
  if (isRefusal(result)) return result.code
  const facts = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
  const { chunks } = writeEnvelope({ ...result, findings: [], recommendations: [] }, facts, 'application/json')
  return Buffer.concat([...chunks]).toString()
}

const withColumns = (input: AnalysisInput, columns: ScheduleColumns, members: object): AnalysisInput => ({
  ...input,
  params: { ...input.params, ...members },
  schedules: new Map([['tasks', columns]]),
})

t.test(`${CASES} random schedules with random changes have the critical path of the same made by hand`, async t => {
  const kinds = new Map<string, number>()
  let differing = 0
  for (let n = 0; n < CASES && differing < 3; n++) {
    const rnd = random(SEED * 1_000_000 + n)
    const body = randomBody(rnd)
    let hand = body
    const changes: SentChange[] = []
    for (let k = 0; k < 1 + Math.floor(rnd() * 4); k++) {
      const change = randomChange(rnd, hand, k)
      changes.push(change)
      hand = byHand(hand, change)
      for (const kind of Object.keys(change)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
    const input = read(body)
    const columns = input.schedules.get('tasks')!
    const { status_date, calendar, must_finish_by } = input.params
    const made = edited({ columns, members: { status_date, calendar, must_finish_by } }, changes, ['changes'])
    if (!isEdited(made)) {
      t.fail(`case ${n}: ${JSON.stringify(made)}`, { body, changes })
      differing++
      continue
    }
    const [mine, theirs] = [cpmOf(withColumns(input, made.columns, made.members)), cpmOf(read(hand))]
    if (mine === theirs) continue
    differing++
    t.equal(mine, theirs, `case ${n}`)
    t.comment(JSON.stringify({ body, changes, hand }))
  }
  t.equal(differing, 0)
  for (const kind of ['task_id', 'add_task', 'remove_task', 'link', 'unlink', 'change_link', 'status_date', 'calendar'])
    t.ok((kinds.get(kind) ?? 0) > 0, `${kind} was tried`)
})

t.test('no changes leave every column as it is', async t => {
  for (let n = 0; n < 50; n++) {
    const input = read(randomBody(random(n)))
    const columns = input.schedules.get('tasks')!
    const made = edited({ columns, members: {} }, [], ['changes'])
    if (!isEdited(made)) return t.fail(JSON.stringify(made))
    for (const { name } of COLUMN_ROWS) t.equal(made.columns[name], columns[name], name)
  }
})

t.test('inverse changes give back the first dates', async t => {
  for (let n = 0; n < 100; n++) {
    const rnd = random(5_000 + n)
    const body = randomBody(rnd)
    const input = read(body)
    const columns = input.schedules.get('tasks')!
    const first = body.tasks[0]
    const last = body.tasks.at(-1)
    const there = [
      { task_id: first.id, duration_days: 11 },
      { add_task: { id: 'NEW', duration_days: 3, predecessors: [first.id] }, successors: [last.id] },
    ]
    const { duration_days, remaining_duration_days } = first
    // a duration takes the remaining duration of work that has not begun along
    const left = remaining_duration_days === undefined ? {} : { remaining_duration_days }
    const back = [
      { remove_task: 'NEW' },
      duration_days === undefined
        ? { task_id: first.id, clear: ['duration_days'], ...left }
        : { task_id: first.id, duration_days, ...left },
    ]
    const { status_date, calendar, must_finish_by } = input.params
    const schedule = { columns, members: { status_date, calendar, must_finish_by } }
    const made = edited(schedule, [...there, ...back], ['changes'])
    if (!isEdited(made)) return t.fail(JSON.stringify(made))
    const [a, b] = [computed(schedule), computed(made)]
    if (!isComputed(a) || !isComputed(b)) return t.fail('refused')
    t.strictSame(b.days, a.days)
    t.strictSame(b.result.totalFloat, a.result.totalFloat)
  }
})

const BODY = {
  tasks: [
    { id: 'A', duration_days: 3 },
    { id: 'B', duration_days: 2, predecessors: ['A', 'A SS+1 d'] },
    { id: 'C', duration_days: 2, predecessors: ['B'] },
  ],
}

t.test('a change that cannot be made is refused with its place', async t => {
  const columns = read(BODY).schedules.get('tasks')!
  const refusals: readonly [change: SentChange, loc: readonly (string | number)[], words: RegExp][] = [
    [{ task_id: 'Z', duration_days: 1 }, ['task_id'], /No task has the id "Z"/],
    [{ task_id: 'A' }, [], /names no member/],
    [{ task_id: 'A', remove_task: 'B' }, [], /exactly one of/],
    [{}, [], /exactly one of/],
    [{ duration_days: 2 }, [], /exactly one of/],
    [{ task_id: 'A', predecessors: ['Q FS+1 d'] }, ['predecessors', 0], /No task has the id/],
    [{ task_id: 'A', predecessors: ['B FS+1 x'] }, ['predecessors', 0], /cannot be read/],
    [{ task_id: 'A', predecessors: ['A'] }, ['predecessors', 0], /linked with itself/],
    [{ task_id: 'A', duration_days: 1, clear: ['duration_days'] }, ['clear', 0], /both given and cleared/],
    [{ task_id: 'A', duration_days: 1, reconnect: true }, ['reconnect'], /means nothing beside/],
    [{ remove_task: 'A', duration_days: 1 }, ['duration_days'], /means nothing beside/],
    [{ add_task: { id: 'A' } }, ['add_task', 'id'], /has the id "A" already/],
    [{ add_task: { id: 'N', constraint_type: 'XX' } as never }, ['add_task', 'constraint_type'], /./],
    [{ unlink: { predecessor: 'C', successor: 'A' } }, ['unlink'], /No link leads/],
    [{ unlink: { predecessor: 'A', successor: 'B', type: 'FF' } }, ['unlink'], /No FF link leads/],
    [{ change_link: { predecessor: 'A', successor: 'B', lag_days: 1 } }, ['change_link'], /Several links/],
    [
      { change_link: { predecessor: 'A', successor: 'B', type: 'FS', to_type: 'SS' } },
      ['change_link', 'to_type'],
      /There is a SS link/,
    ],
    [{ link: { predecessor: 'A', successor: 'A' } }, ['link', 'successor'], /linked with itself/],
  ]
  for (const [change, loc, words] of refusals) {
    const made = edited(
      { columns, members: {} },
      [{ task_id: 'C', duration_days: 9 }, change],
      ['alternatives', 1, 'changes'],
    )
    if (isEdited(made)) {
      t.fail(`accepted: ${JSON.stringify(change)}`)
      continue
    }
    const fault = made.faults![0]!
    t.strictSame(fault.loc, ['body', 'alternatives', 1, 'changes', 1, ...loc], JSON.stringify(change))
    t.match(fault.msg, words)
  }
  const none = edited(
    { columns, members: {} },
    ['A', 'B', 'C'].map(id => ({ remove_task: id })),
    ['changes'],
  )
  t.match(none, { code: 'validation' })
})

t.test('links that are removed and reconnected without end are refused, not computed', async t => {
  const wide = 700
  const tasks = [
    ...Array.from({ length: wide }, (_, n) => ({ id: `P${n}` })),
    { id: 'M', predecessors: Array.from({ length: wide }, (_, n) => `P${n}`) },
    ...Array.from({ length: wide }, (_, n) => ({ id: `S${n}`, predecessors: ['M'] })),
  ]
  const columns = read({ tasks }).schedules.get('tasks')!
  const made = edited({ columns, members: {} }, [{ remove_task: 'M', reconnect: true }], ['changes'])
  t.match(made, { code: 'validation', faults: [{ loc: ['body', 'changes', 0], msg: /too many steps/ }] })
})
