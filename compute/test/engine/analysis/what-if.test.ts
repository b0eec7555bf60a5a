/** POST /api/v1/analysis/what-if: what it says is the difference of two critical paths, and what its search finds can be sent. */
import { Session } from 'node:inspector'
import t from 'tap'
import { analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { WhatIfData } from '../../../../shared/contract/analysis/what-if/data.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { analysers, refusalOfJob } from '../../../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { random, shuffled } from '../../helpers/random.ts'
import { byHand, randomBody, randomChange } from '../edits/random-edits.ts'
import { materialise } from '../write/materialise.ts'

const CASES = Number(process.env.WHAT_IF_CASES ?? 60)

const read = (id: 'analysis.what-if' | 'analysis.cpm', body: object) =>
  readRequest(analysisRow(id), Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)

function answer(id: 'analysis.what-if' | 'analysis.cpm', body: object): Plain {
  const row = analysisRow(id)
  const input = read(id, body)
  if (!('schedules' in input)) return input
  const result = analysers[id](input, { today: 0 })
  if (isRefusal(result)) return result
  const plain = materialise(result as unknown as ResultValue) as Plain
  const faults = id === 'analysis.what-if' ? schemaFaults(row.data, plain.data, 3) : []
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return plain
}

function inputOf(body: object): AnalysisInput {
  const input = read('analysis.what-if', body)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  return input
}

/** How often a function of a source file is called. */
function callsOf(file: string, name: string, run: () => unknown): number {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true })
  run()
  let count = 0
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    const functions = result.find(({ url }) => url.endsWith(file))?.functions ?? []
    count = functions.find(({ functionName }) => functionName === name)?.ranges[0]?.count ?? 0
  })
  session.disconnect()
  return count
}

const whatIf = (body: object): Plain => answer('analysis.what-if', body)
const cpm = (body: object): Plain => answer('analysis.cpm', body)

t.ok(WhatIfData)

t.test(`${CASES} random alternatives are the difference of two critical paths`, async t => {
  let differing = 0
  const fail = (text: string, facts: object): void => {
    differing++
    if (differing < 4) t.fail(text, facts)
  }
  for (let n = 0; n < CASES; n++) {
    const rnd = random(31_000 + n)
    const body = randomBody(rnd)
    let hand = body
    const changes: Plain[] = []
    for (let k = 0; k < 1 + Math.floor(rnd() * 3); k++) {
      const change = randomChange(rnd, hand, k)
      changes.push(change)
      hand = byHand(hand, change)
    }
    const before = cpm(body)
    const after = cpm(hand)
    const milestones = [body.tasks[0].id]
    const reply = whatIf({ ...body, changes, options: { milestones, include_tasks: true } })
    if (after.code === 'dependency_cycle') {
      if (!/cycle/.test(reply.faults?.[0]?.msg ?? '')) fail(`case ${n}: a cycle`, { body, changes })
      continue
    }
    if (reply.code !== undefined) {
      fail(`case ${n}: ${JSON.stringify(reply)}`, { body, changes })
      continue
    }
    const { base, alternatives } = reply.data
    const [is] = alternatives
    const said = [base.project_finish, base.longest_path, is.finish_before, is.project_finish, is.longest_path]
    const wanted = [
      before.data.project_finish_date,
      before.data.longest_path,
      before.data.project_finish_date,
      after.data.project_finish_date,
      after.data.longest_path,
    ]
    if (JSON.stringify(said) !== JSON.stringify(wanted)) fail(`case ${n}`, { said, wanted, body, changes })
    const finishIn = (of: Plain): string | null =>
      of.data.tasks.find(({ id }: Plain) => id === milestones[0])?.early_finish_date ?? null
    const [milestone] = is.milestones
    if (milestone.finish_before !== finishIn(before) || milestone.finish_after !== finishIn(after))
      fail(`case ${n}: milestone`, { milestone, body, changes })
    const changedOf = new Map(reply.data.changed_tasks.map((task: Plain) => [task.id, task]))
    const beforeOf = new Map(before.data.tasks.map((task: Plain) => [task.id, task]))
    for (const task of after.data.tasks as Plain[]) {
      const found = (changedOf.get(task.id) ?? beforeOf.get(task.id)) as Plain
      // a new name stands in the schedule alone
      for (const [name, value] of Object.entries(changedOf.has(task.id) ? found : {})) {
        if (name !== 'name' && value !== task[name])
          fail(`case ${n}: ${task.id} ${name}`, { value, wanted: task[name], body, changes })
      }
      // offsets count from the first day of the schedule, which a change may move
      const { early_start_date, early_finish_date, late_finish_date, total_float_days, is_critical } = found
      const same = { early_start_date, early_finish_date, late_finish_date, total_float_days, is_critical }
      for (const [name, value] of Object.entries(same)) {
        const isNear = typeof value === 'number' && Math.abs(value - task[name]) < 1e-5
        if (!isNear && value !== task[name])
          fail(`case ${n}: ${task.id} is not told: ${name}`, { value, body, changes })
      }
    }
    const days = (text: string): number =>
      Date.parse(text.length > 10 ? `${text}:00Z` : `${text}T00:00:00Z`) / 86_400_000
    if (before.data.project_finish_date !== null && after.data.project_finish_date !== null) {
      const moved = days(after.data.project_finish_date) - days(before.data.project_finish_date)
      if (Math.abs(is.moves_calendar_days - moved) > 1e-5)
        fail(`case ${n}: ${is.moves_calendar_days}, ${moved}`, { body, changes })
    } else if (is.moves_calendar_days !== null) fail(`case ${n}: a move without a date`, { body, changes })
    const lostNow = after.data.tasks.filter((task: Plain) => task.total_float_days < -1e-5).map(({ id }: Plain) => id)
    const lostThen = new Set(
      before.data.tasks.filter((task: Plain) => task.total_float_days < -1e-5).map(({ id }: Plain) => id),
    )
    const lost = lostNow.filter((id: string) => !lostThen.has(id)).sort()
    if (JSON.stringify(is.float_lost.map(({ id }: Plain) => id).sort()) !== JSON.stringify(lost))
      fail(`case ${n}: float`, { is: is.float_lost, lost, body, changes })
  }
  t.equal(differing, 0)
})

t.test('no changes are no difference', async t => {
  for (let n = 0; n < 40; n++) {
    const reply = whatIf({ ...randomBody(random(77_000 + n)), changes: [] })
    const [is] = reply.data.alternatives
    t.match(is, { name: 'changes', path_joined: [], path_left: [], float_lost: [], moved_task_count: 0 })
    if (is.moves_working_days !== null) t.equal(is.moves_working_days, 0)
    if (is.moves_calendar_days !== null) t.equal(is.moves_calendar_days, 0)
    t.equal(is.project_finish, reply.data.base.project_finish)
    t.strictSame(is.longest_path, reply.data.base.longest_path)
  }
})

t.test(
  'what a search returns can be sent as changes and gives the same finish, and none of it depends on the order of the rows',
  async t => {
    let options = 0
    for (let n = 0; n < 12; n++) {
      const rnd = random(9_000 + n)
      const body = randomBody(rnd, 14)
      const search = { limits: { max_steps: 60 } }
      const reply = whatIf({ ...body, search })
      const found = reply.data.search.options
      t.ok(reply.data.search.steps <= 60)
      for (const option of found) {
        options++
        const again = whatIf({ ...body, changes: option.changes })
        t.equal(again.data.alternatives[0].project_finish, option.project_finish)
        t.equal(again.data.alternatives[0].moves_calendar_days, option.moves_calendar_days)
      }
      for (const [a, first] of found.entries())
        for (const [b, second] of found.entries()) {
          const isBeaten =
            a !== b &&
            (first.project_finish === null
              ? first.moves_working_days <= second.moves_working_days
              : first.project_finish < second.project_finish) &&
            first.move_count <= second.move_count &&
            first.changed_days <= second.changed_days
          if (isBeaten) t.fail(`option ${b} is beaten by ${a}`, { first, second })
        }
      const other = whatIf({ ...body, tasks: shuffled(rnd, body.tasks), search })
      t.strictSame(
        other.data.search.options.map((each: Plain) => [each.project_finish, each.moves]),
        found.map((each: Plain) => [each.project_finish, each.moves]),
        `case ${n}`,
      )
    }
    t.ok(options > 12, `${options} options`)
  },
)

const PLAN = {
  tasks: [
    { id: 'A', name: 'Excavate', duration_days: 3, planned_start: '2026-03-02' },
    {
      id: 'B',
      name: 'Pour',
      duration_days: 5,
      predecessors: ['A'],
      constraint_type: 'FNLT',
      constraint_date: '2026-03-11',
    },
    { id: 'C', duration_days: 4, predecessors: ['A SS+1 d'] },
    { id: 'D', duration_days: 4, predecessors: ['B', 'C FS+2 d'], deadline: '2026-03-17' },
  ],
  calendar: 'working_days',
}

t.test('dates that changes break are named, and those that were broken before are told apart', async t => {
  const { data, findings } = whatIf({
    ...PLAN,
    must_finish_by: '2026-03-16',
    changes: [{ task_id: 'A', duration_days: 4 }],
    options: { milestones: ['B', 'D'] },
  })
  const [is] = data.alternatives
  t.match(data.base.broken_constraints, [
    { id: null, kind: 'must_finish_by', limit_date: '2026-03-16', computed_date: '2026-03-17', late_calendar_days: 1 },
  ])
  t.match(is.broken_constraints, [
    { id: null, kind: 'must_finish_by', was_broken: true },
    {
      id: 'B',
      name: 'Pour',
      kind: 'constraint',
      constraint_type: 'FNLT',
      limit_date: '2026-03-11',
      computed_date: '2026-03-12',
      was_broken: false,
    },
    {
      id: 'D',
      kind: 'deadline',
      limit_date: '2026-03-17',
      computed_date: '2026-03-18',
      late_calendar_days: 1,
      was_broken: false,
    },
  ])
  t.match(is.milestones, [
    { id: 'B', name: 'Pour', finish_before: '2026-03-11', finish_after: '2026-03-12', moves_working_days: 1 },
    { id: 'D', finish_before: '2026-03-17', finish_after: '2026-03-18' },
  ])
  t.ok(findings.some(({ code }: Plain) => code === 'WHATIF_CONSTRAINTS_BROKEN'))
})

t.test(
  'several changes have an effect each, and the task that ends the project is named with what drives it',
  async t => {
    const { data } = whatIf({
      ...PLAN,
      changes: [
        { task_id: 'B', duration_days: 3 },
        { task_id: 'C', duration_days: 6 },
      ],
    })
    const [is] = data.alternatives
    t.match(is.effects, [
      { change: 0, text: 'B: duration_days 3', on_path: true, moves_working_days: -1 },
      { change: 1, text: 'C: duration_days 6', on_path: true, moves_working_days: 1 },
    ])
    t.equal(is.moves_working_days, 1)
    t.match(is.driven_by, { id: 'D', driver: 'link', text: 'D ends the project; links drive it, from C.' })
  },
)

t.test('a target ends the search when it is met, and one that cannot be met is told', async t => {
  const near = whatIf({ ...PLAN, search: { target_finish: '2026-03-16', levers: ['crash'] } }).data.search
  t.match(near, { target_met: true, ended_by: 'target_met', target_finish: '2026-03-16' })
  t.ok(near.options[0].project_finish <= '2026-03-16')
  const far = whatIf({ ...PLAN, search: { target_finish: '2026-02-02', levers: ['crash'] } }).data.search
  t.match(far, { target_met: false, ended_by: 'no_gain' })
  const none = whatIf({ ...PLAN, search: { levers: ['calendar'] } }).data.search
  t.match(none, {
    options: [],
    not_tried: [{ lever: 'calendar', reason: 'The schedule has no calendars of its own.' }],
  })
  const kept = whatIf({ ...PLAN, search: { levers: ['crash'], limits: { exclude_task_ids: ['A', 'B', 'C', 'D'] } } })
  t.match(kept.data.search, { options: [], steps: 0 })
})

t.test('days beyond reason are told, in the schedule and in an alternative', async t => {
  const tasks = [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 1, predecessors: ['A'] },
  ]
  const told = (body: object): string[] => whatIf(body).findings.map(({ code }: Plain) => code)
  for (const change of [
    { task_id: 'A', duration_days: 1e308 },
    { change_link: { predecessor: 'A', successor: 'B', lag_days: -1e308 } },
  ]) {
    const codes = told({ tasks, changes: [change] })
    t.ok(codes.includes('WHATIF_DAYS_BOUNDED') && !codes.includes('CPM_DAYS_BOUNDED'), JSON.stringify(change))
  }
  t.ok(told({ tasks: [{ id: 'A', duration_days: 1e308 }] }).includes('CPM_DAYS_BOUNDED'))
  t.notMatch(told({ tasks, changes: [{ task_id: 'A', duration_days: 1e9 }] }), ['WHATIF_DAYS_BOUNDED'])
})

t.test('bad requests name the place', async t => {
  t.match(whatIf({ ...PLAN, alternatives: [{ changes: [] }, { changes: [{ task_id: 'Z', duration_days: 1 }] }] }), {
    code: 'validation',
    faults: [{ loc: ['body', 'alternatives', 1, 'changes', 0, 'task_id'] }],
  })
  t.match(whatIf({ ...PLAN, changes: [{ link: { predecessor: 'D', successor: 'A' } }] }), {
    code: 'validation',
    faults: [{ loc: ['body', 'changes'], msg: /cycle: .*A/ }],
  })
  t.match(whatIf({ ...PLAN, changes: [{ task_id: 'A', duration_days: -1 }] }), {
    code: 'validation',
    faults: [{ loc: ['body', 'changes', 0, 'duration_days'] }],
  })
  t.match(whatIf({ ...PLAN, changes: [], options: { milestones: ['Q'] } }), {
    code: 'validation',
    faults: [{ loc: ['body', 'options', 'milestones', 0] }],
  })
  t.match(whatIf({ ...PLAN, search: { limits: { calendar_id: 'x' } } }), {
    code: 'validation',
    faults: [{ loc: ['body', 'search', 'limits', 'calendar_id'] }],
  })
  t.match(whatIf(PLAN).findings, [{ code: 'WHATIF_NOTHING_ASKED' }])
})

t.test('a submission refuses what the call refuses, and leaves the passes of its alternatives to the job', async t => {
  const alternatives = Array.from({ length: 100 }, (_, n) => ({ changes: [{ task_id: 'A', duration_days: n }] }))
  const unknown = { changes: [{ task_id: 'Z', duration_days: 1 }] }
  const cycle = { changes: [{ link: { predecessor: 'D', successor: 'A' } }] }
  const added = { changes: [{ add_task: { id: 'N', duration_days: 1 } }] }
  const bodies: [body: object, isRefused: boolean][] = [
    [{ alternatives }, false],
    [{ alternatives: [...alternatives.slice(1), unknown] }, true],
    [{ alternatives: [...alternatives.slice(2), cycle, unknown] }, true],
    [{ alternatives: [added, ...alternatives.slice(1)], options: { milestones: ['N', 'D'] } }, false],
    [{ alternatives: [added, ...alternatives.slice(1)], options: { milestones: ['N', 'Q'] } }, true],
    [{ changes: [], search: { limits: { calendar_id: 'x' } } }, true],
  ]
  for (const [body, isRefused] of bodies) {
    const input = inputOf({ ...PLAN, ...body })
    const refusal = refusalOfJob('analysis.what-if', input, 0)
    t.equal(refusal !== undefined, isRefused)
    if (isRefused) t.strictSame(refusal, analysers['analysis.what-if'](input, { today: 0 }))
  }
  const input = inputOf({ ...PLAN, alternatives })
  const passesIn = (run: () => unknown) => callsOf('/edits/recomputed.ts', 'passesOf', run)
  t.equal(
    passesIn(() => refusalOfJob('analysis.what-if', input, 0)),
    1,
    'of the schedule as it was sent',
  )
  t.equal(
    passesIn(() => analysers['analysis.what-if'](input, { today: 0 })),
    101,
  )
})
