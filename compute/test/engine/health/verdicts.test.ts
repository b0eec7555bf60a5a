/** Verdicts that misled: what a score may not say of a schedule that is late, broken, or hardly looked at. */

import t, { type Test } from 'tap'
import { type AnalysisId, analyses, analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { validateRow } from '../../../../shared/contract/analysis/validate/row.ts'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { analysers } from '../../../engine/analysers.ts'
import { mondayToFriday } from '../../../engine/calendar/calendar.ts'
import { GATE_ROWS } from '../../../engine/check/gate-rows.ts'
import { METHODS } from '../../../engine/methods.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'

const HEALTH = analyses.filter(row => row.family === 'health')

const reply = (t: Test, id: AnalysisId, body: object): Plain => analyse(t, analysers[id], analysisRow(id).data, body)

const week = mondayToFriday()
const START = parseDay('2025-01-06')!
/** Working day n of the job. */
const date = (n: number): string => formatDay(week.dayOf(week.indexOf(START) + n))

/** A chain of ten tasks of ten working days between two milestones, planned so many working days later than its baseline. */
function chain(lateDays: number, more: (n: number) => object = () => ({})): TaskObject[] {
  const tasks = Array.from({ length: 10 }, (_, n) => ({
    id: `T${n}`,
    name: `Work ${n}`,
    duration_days: 10,
    predecessors: [n === 0 ? 'M0' : `T${n - 1}`],
    planned_start: date(10 * n + lateDays),
    planned_finish: date(10 * n + 9 + lateDays),
    baseline_start: date(10 * n),
    baseline_finish: date(10 * n + 9),
    resource: 'crew',
    ...more(n),
  }))
  const point = (id: string, n: number, predecessors: string[]) => ({
    id,
    task_type: 'milestone',
    duration_days: 0,
    predecessors,
    planned_start: date(n + lateDays),
    planned_finish: date(n + lateDays),
    baseline_start: date(n),
    baseline_finish: date(n),
  })
  return [point('M0', 0, []), ...tasks, point('M9', 99, ['T9'])]
}
const body = (tasks: TaskObject[], more: object = {}) => ({ tasks, calendar: 'working_days', ...more })

/** The tasks when the first two are done and the third is half done, as the baseline has it. */
const begun = (tasks: TaskObject[]): TaskObject[] =>
  tasks.map((task, n) => {
    if (n > 3) return { ...task, percent_complete: 0 }
    const started = { actual_start: task.baseline_start, percent_complete: n < 3 ? 100 : 50 }
    return { ...task, ...started, ...(n < 3 ? { actual_finish: task.baseline_finish } : {}) }
  })

t.test('a sound schedule on its dates meets no gate', async t => {
  for (const { id } of [...HEALTH, validateRow]) {
    const plain = reply(t, id, body(begun(chain(0)), { status_date: date(25) }))
    t.notOk(
      plain.findings.some(({ code }: Plain) => code.startsWith('GATE_')),
      `${id}: ${plain.summary}`,
    )
  }
})

t.test('a job a year late is no A and no C, and the figure says how late', async t => {
  const LATE_DAYS = 260
  // by the dates planned now, and by a status date that has passed the plan
  for (const [what, tasks, statusDay] of [
    ['planned late', begun(chain(LATE_DAYS)), date(LATE_DAYS)],
    ['not replanned', begun(chain(0)), date(99 + LATE_DAYS)],
  ] as const) {
    for (const { id } of HEALTH.filter(row => row.id !== 'health.logic-audit')) {
      const plain = reply(t, id, body(tasks, { status_date: statusDay }))
      t.ok(['D', 'F'].includes(plain.grade), `${what}: ${id} ${plain.score} ${plain.grade}`)
      t.ok(plain.score <= 69.9)
      const finding = byCode(plain.findings, 'GATE_BEYOND_DATES')
      t.match(finding, { severity: 'critical', evidence: { score_max: 69.9, late_days: LATE_DAYS, length_days: 100 } })
      t.match(
        finding.description,
        new RegExp(
          `finishes 260 working days late, ${date(99)} to ${date(99 + LATE_DAYS)}, with .*: 260 % of the 100 working days of the job, limit 10 %`,
        ),
      )
      const { days, day_basis, from_date, to_date } = plain.data.project_finish
      t.strictSame([days, day_basis, from_date, to_date], [LATE_DAYS, 'working', date(99), date(99 + LATE_DAYS)])
      t.match(plain.summary, /Against its baseline the job finishes 260 working days late/)
      t.equal(
        byCode(
          plain.recommendations.map((each: Plain) => ({ ...each, code: each.codes[0] })),
          'GATE_BEYOND_DATES',
        ).priority,
        1,
      )
    }
  }
})

t.test('282 days of negative float on every open task is no C', async t => {
  const tasks = chain(0, () => ({ total_float_days: -282, baseline_start: undefined, baseline_finish: undefined }))
  for (const id of [
    'health.score',
    'health.dcma-14-point',
    'health.dcma-decm',
    'health.schedule-risk-index',
  ] as const) {
    const plain = reply(t, id, body(tasks, { status_date: date(0) }))
    t.ok(['D', 'F'].includes(plain.grade), `${id} ${plain.score} ${plain.grade}`)
    t.match(
      byCode(plain.findings, 'GATE_BEYOND_DATES').description,
      /^T9 Work 9, the open task that finishes last, has a supplied total float of -282 working days: 282 % of the 100 working days that are left to the \w+ finish [-\d]+, limit 10 %\./,
    )
  }
  const some = chain(0, n => (n < 4 ? { total_float_days: -282 } : { total_float_days: 3 }))
  const fewLate = reply(t, 'health.score', body(some, { status_date: date(0) }))
  t.equal(
    byCode(fewLate.findings, 'GATE_BEYOND_DATES'),
    undefined,
    'a part of the work beyond a date is no job beyond it',
  )
})

t.test(
  'a job is late by the float at its end or at its last contractual date, whatever other branches have',
  async t => {
    const gateOf = (id: AnalysisId, tasks: TaskObject[], more: object = {}): Plain =>
      byCode(reply(t, id, body(tasks, { status_date: date(0), ...more })).findings, 'GATE_BEYOND_DATES')
    const undated = (n: number) => (n < 0 ? {} : { baseline_start: null, baseline_finish: null })
    // ten tasks to the end, and twice as many on branches that end early
    const branches = Array.from({ length: 20 }, (_, n) => ({
      id: `S${n}`,
      duration_days: 5,
      predecessors: ['M0'],
      planned_start: date(0),
      planned_finish: date(4),
      total_float_days: 40,
    }))
    const late = (days: number) => [...chain(0, n => ({ ...undated(n), total_float_days: days })), ...branches]
    for (const id of [
      'health.score',
      'health.dcma-14-point',
      'health.progress-audit',
      'health.planning-horizon',
    ] as const) {
      const gate = gateOf(id, late(-200))
      t.match(
        gate,
        { evidence: { late_days: 200, length_days: 100, measured_by: 'total_float' }, task_ids: ['T9'] },
        id,
      )
      t.equal(gateOf(id, late(-10)), undefined, `${id}: a tenth of what is left`)
    }
    t.match(gateOf('health.score', late(-11)), { evidence: { late_days: 11 } })
    // most of the open work is late for a date of its own, the job is not
    const own = chain(0, n => ({ ...undated(n), total_float_days: n < 8 ? -200 : 5 }))
    t.equal(gateOf('health.score', own), undefined)
    const contract = own.map(task =>
      task.id === 'T7' ? { ...task, constraint_type: 'FNLT', constraint_date: date(10) } : task,
    )
    t.match(
      gateOf('health.score', contract).description,
      new RegExp(
        `^T7 Work 7, which must finish by ${date(10)}, has a supplied total float of -200 working days: 200 % of the 100`,
      ),
    )
    // half of the work is done: what is left is the measure
    const half = chain(0, n => ({ ...undated(n), total_float_days: -8 })).map((task, n) =>
      n < 6
        ? { ...task, actual_start: task.planned_start, actual_finish: task.planned_finish, percent_complete: 100 }
        : task,
    )
    t.match(gateOf('health.score', half, { status_date: date(50) }), { evidence: { late_days: 8, length_days: 50 } })
    // neither dates nor floats are supplied: those of the network
    const bare = chain(0).map(({ id, duration_days, predecessors }) => ({
      id,
      duration_days: duration_days!,
      predecessors: predecessors!,
    }))
    t.match(gateOf('health.dcma-14-point', bare, { must_finish_by: date(49) }), {
      evidence: { late_days: 50, length_days: 100 },
    })
    const loose = bare.map(task => ({ ...task, total_float_days: -50 }))
    t.match(
      gateOf('health.score', loose).description,
      /^12 of 12 open tasks have a total float of -50 working days or less.*; no date tells which is last/,
    )
  },
)

t.test('work that was added or made longer and not computed again ends where the critical path has it', async t => {
  const plan = (n: number) => ({ planned_start: date(5 * n), planned_finish: date(5 * n + 4) })
  const baseline = (n: number) => ({ baseline_start: date(5 * n), baseline_finish: date(5 * n + 4) })
  const a = { id: 'A', duration_days: 5, actual_start: date(0), ...plan(0), ...baseline(0) }
  const b = { id: 'B', duration_days: 5, predecessors: ['A'], ...plan(1), ...baseline(1) }
  const added = { id: 'C', duration_days: 60, predecessors: ['B'] }
  const finishOf = { days: 0, to_date: date(9) }
  for (const [what, tasks, wanted] of [
    ['as planned', [{ ...a, percent_complete: 40 }, b], finishOf],
    ['added without dates', [{ ...a, percent_complete: 40 }, b, added], { days: 60, to_date: date(69) }],
    ['longer by what is left', [{ ...a, remaining_duration_days: 30 }, b], { days: 27, to_date: date(36) }],
    [
      'without dates, but with a baseline that is later',
      [
        { ...a, percent_complete: 40 },
        { ...b, planned_start: null, planned_finish: null },
      ],
      finishOf,
    ],
  ] as const)
    for (const { id } of HEALTH.filter(row => row.id !== 'health.logic-audit')) {
      const plain = reply(t, id, body(tasks as unknown as TaskObject[], { status_date: date(2) }))
      t.match(plain.data.project_finish, wanted, `${what}: ${id}`)
      t.equal(byCode(plain.findings, 'GATE_BEYOND_DATES') !== undefined, wanted.days > 0, `${what}: ${id}`)
    }
})

t.test('supplied floats of dates that are no longer those of the work do not say that it is on time', async t => {
  const HOURS = [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ]
  const week = Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, HOURS]))
  const at = (n: number, time: string): string => `${date(n)}T${time}`
  const task = (n: number, duration_days: number) => ({
    id: `T${n}`,
    duration_days,
    ...(n > 0 ? { predecessors: [`T${n - 1}`] } : {}),
    ...{ planned_start: at(10 * n, '08:00'), planned_finish: at(10 * n + 9, '17:00'), total_float_days: 0 },
  })
  const sent = (durationDays: number, finish: string) => ({
    tasks: [0, 1, 2].map(n => task(n, n === 1 ? durationDays : 10)) as unknown as TaskObject[],
    calendars: [{ id: 'week', hours_per_day: 8, work_week: week }],
    ...{ status_date: at(0, '08:00'), project_start: at(0, '08:00'), must_finish_by: finish },
  })
  for (const { id } of HEALTH.filter(row => row.id !== 'health.logic-audit'))
    for (const [duration, isLate] of [
      [10, false],
      [40, true],
    ] as const) {
      const plain = reply(t, id, sent(duration, date(29)))
      t.equal(byCode(plain.findings, 'GATE_BEYOND_DATES') !== undefined, isLate, `${id}: ${duration} days`)
    }
})

t.test('lateness speaks up to a tenth of the job, of open work and of a baseline that most tasks have', async t => {
  const gateOf = (tasks: TaskObject[], statusDate = date(0)): Plain =>
    byCode(reply(t, 'health.score', body(tasks, { status_date: statusDate })).findings, 'GATE_BEYOND_DATES')
  t.equal(gateOf(chain(10)), undefined, '10 of 100 days')
  t.match(gateOf(chain(11)), { evidence: { late_days: 11 } })
  const done = chain(60).map(task => ({
    ...task,
    actual_start: task.planned_start,
    actual_finish: task.planned_finish,
    percent_complete: 100,
  }))
  t.equal(gateOf(done, date(160)), undefined, 'what is finished is not to be replanned')
  const bare = chain(60).map((task, n) => (n < 5 ? task : { ...task, baseline_start: null, baseline_finish: null }))
  t.equal(gateOf(bare), undefined, '5 of 12 baselines do not speak for the job')
})

t.test('a status critical never stands beside grade A', async t => {
  // 12 of 100 tasks are complete and do not say since when: a critical rate that costs less than ten points
  const many = Array.from({ length: 100 }, (_, n) => ({
    id: `T${n}`,
    duration_days: 5,
    predecessors: n === 0 ? [] : [`T${n - 1}`],
    baseline_start: date(n),
    baseline_finish: date(n + 4),
    planned_start: date(n),
    planned_finish: date(n + 4),
    percent_complete: n < 12 ? 100 : 0,
  }))
  const plain = reply(t, 'health.score', body(many, { status_date: date(0) }))
  t.ok(plain.findings.some(({ severity }: Plain) => severity === 'critical'))
  t.ok(plain.data.score_before_gates >= 90, `${plain.data.score_before_gates}`)
  t.strictSame([plain.score, plain.grade], [89.9, 'B'])
  t.match(byCode(plain.findings, 'GATE_CRITICAL_FINDING'), {
    severity: 'high',
    description: '1 finding is critical: HS08. The score is capped at 89.9: an A would contradict the status critical.',
  })
})

t.test('a score says what it did not look at, and few checks make no good grade', async t => {
  // three tasks in a row, one of them a level of effort away from any link: nothing but durations
  const few = [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 5, task_type: 'milestone' },
  ]
  const one = reply(t, 'health.dcma-14-point', { tasks: few.slice(0, 1) })
  t.match(one.data, { passed: 6, failed: 0, checks_evaluated: 6, checks_total: 14, score_before_gates: 100 })
  t.strictSame([one.score, one.grade], [79.9, 'C'])
  t.match(byCode(one.findings, 'GATE_FEW_CHECKS'), {
    severity: 'medium',
    description:
      /^6 of 14 checks could be evaluated, 42\.9 % of their weight; a score without a cap needs at least 50 %\./,
  })
  t.match(
    one.summary,
    /6 checks pass, 0 fail; score 79\.9, grade C \(capped, 100 otherwise: few checks could be evaluated\)\. It counts the points that pass, however narrowly one fails; the health score weighs how large the share of each fault is, so the two grades can differ\. 6 of 14 checks evaluated\. Skipped: Invalid dates, Missed tasks, Baseline execution index \(requires status_date\)\. Not applicable: Leads, Lags/,
  )
  const none = reply(t, 'health.dcma-14-point', { tasks: few.slice(1) })
  t.strictSame([none.score, none.grade], [null, null])
  t.match(none.summary, /: 1 of 14 checks could be evaluated, 7\.1 % of their weight; a score needs at least 25 %\. /)
})

t.test('a progress audit of a job that has not begun gives no score, whatever it did not find', async t => {
  const unstarted = chain(0).map(task => ({ ...task, percent_complete: 0 }))
  // without percents data lack; with them there is nothing to ask of yet
  for (const [tasks, checks, percent, advice] of [
    [chain(0), 2, 8.7, 'Send the data the checks need'],
    [unstarted, 4, 17.4, 'Repeat the analysis when there is more to check'],
  ] as const) {
    const plain = reply(t, 'health.progress-audit', body([...tasks], { status_date: date(0) }))
    t.match(plain.data, { checks_evaluated: checks, checks_total: 23, score_before_gates: 100 })
    t.strictSame([plain.score, plain.grade], [null, null])
    const why = `${checks} of 23 checks could be evaluated, ${percent} % of their weight; a score needs at least 25 %.`
    t.match(byCode(plain.findings, 'GATE_TOO_FEW_CHECKS').description, why)
    t.ok(plain.summary.startsWith(`Progress audit: ${why} `), plain.summary)
    t.match(plain.recommendations[0], { codes: ['GATE_TOO_FEW_CHECKS'], title: advice })
  }
  const going = chain(0).map(task =>
    task.id === 'T0' ? { ...task, actual_start: date(0), percent_complete: 10 } : task,
  )
  const some = reply(t, 'health.progress-audit', body(going, { status_date: date(1) }))
  t.match(some, { score: 79.9, grade: 'C' }, `${some.data.checks_evaluated} of 23`)
})

t.test('the risk index takes nothing from a progress audit that looked at next to nothing', async t => {
  const of = (tasks: TaskObject[], statusDay: string) =>
    byCode(reply(t, 'health.schedule-risk-index', body(tasks, { status_date: statusDay })).data.sub_metrics, 'RI04')
  t.match(of(chain(0), date(0)), {
    status: 'not_applicable',
    risk: null,
    message: '2 of 23 checks could be evaluated, 8.7 % of their weight; a score needs at least 25 %.',
  })
  t.match(of(begun(chain(0)), date(25)), { status: 'evaluated', risk: 0 })
})

t.test('no analysis gives a good grade for less than half of its checks, and none at all below a quarter', async t => {
  const few = (tasks: TaskObject[]): TaskObject[] => tasks.map(({ id }) => ({ id, duration_days: 10 }))
  const bodies: object[] = [
    body(chain(0), { status_date: date(0) }),
    body(few(chain(0)), { status_date: date(0) }),
    body(few(chain(0)).slice(0, 1), { status_date: date(0) }),
    body(begun(chain(0)), { status_date: date(25) }),
  ]
  const calls = analyses
    .filter(({ id }) => METHODS[id].checks.length > 0 && !id.startsWith('forensics.'))
    .flatMap(({ id }) => bodies.map(each => ({ id, each })))
  const pair = (tasks: TaskObject[]) => ({
    current_schedule: { tasks, status_date: date(0) },
    baseline_schedule: { tasks, baseline_date: date(0) },
  })
  for (const tasks of [chain(0), few(chain(0)), few(chain(0)).slice(0, 1)]) {
    calls.push({ id: 'forensics.baseline-compare', each: pair(tasks) })
    const earlier = [{ snapshot_date: date(-20), tasks }]
    calls.push({
      id: 'forensics.change-tracking',
      each: { current_schedule: { tasks, status_date: date(0) }, schedule_history: earlier },
    })
  }
  let [capped, none] = [0, 0]
  for (const { id, each } of calls) {
    const { score, data, summary } = reply(t, id, each)
    if (data.checks_total === undefined) continue
    t.ok(summary.includes(`${data.checks_evaluated} of ${data.checks_total} `), `${id}: ${summary}`)
    const share = data.checks_evaluated / data.checks_total
    // weights differ, so a share near a limit may fall on either side of it
    // weights differ, so a share near the limit may fall on either side of it
    if (share >= 0.4) continue
    t.ok(score === null || score <= 79.9, `${id}: ${score} of ${data.checks_evaluated} checks`)
    if (score === null) none++
    else capped++
  }
  t.ok(capped > 1 && none > 5, `${capped} ${none}`)
})

t.test('every gate of a result stands in the catalogue of its analysis, with condition, cap and reason', async t => {
  t.strictSame(
    analyses.map(({ id }) => id).filter(id => METHODS[id].gates.length > 0 && METHODS[id].checks.length === 0),
    // the checks of health.checks are those of its catalogues
    ['forensics.delay-analysis', 'forensics.as-planned-vs-as-built', 'health.checks'],
  )
  const bodies = [
    body(chain(260), { status_date: date(0) }),
    body(
      chain(0, n => ({ predecessors: n === 0 ? ['T9'] : [`T${n - 1}`] })),
      { status_date: date(0) },
    ),
    body(
      chain(0, () => ({ predecessors: [] })),
      { status_date: date(0) },
    ),
    body(
      chain(0, () => ({ actual_start: date(400) })),
      { status_date: date(0) },
    ),
    { tasks: [{ id: 'A' }, { id: 'B' }], status_date: date(0) },
    body(
      chain(0, n => ({
        predecessors: [...Array.from({ length: n }, (_, k) => `T${k}`), ...(n === 9 ? ['GONE'] : [])],
      })),
      { status_date: date(0) },
    ),
    body(
      chain(0, n => (n % 2 === 0 ? { predecessors: ['GONE'] } : {})),
      { status_date: date(0) },
    ),
  ]
  const seen = new Set<string>()
  for (const { id } of [...HEALTH, validateRow]) {
    for (const each of bodies) {
      for (const finding of reply(t, id, each).findings) {
        if (!finding.code.startsWith('GATE_')) continue
        seen.add(finding.code)
        const row = METHODS[id].gates.find(({ code }) => code === finding.code)
        t.ok(row, `${id}: ${finding.code}`)
        t.equal(finding.evidence.score_max, row?.scoreMax)
        t.ok(finding.description.includes(row?.reason), finding.description)
      }
    }
  }
  const gateCodes = [...HEALTH, validateRow].flatMap(({ id }) => METHODS[id].gates.map(({ code }) => code))
  // that one takes the score away, so it has a test of its own above
  const unseen = [...new Set(gateCodes)].filter(code => !seen.has(code) && code !== GATE_ROWS.tooFewChecks.code)
  t.strictSame(unseen, [], 'each of them was met here')
})

t.test(
  'a job whose floats are far below zero while its baseline is kept says by which of the two it is beyond its dates',
  async t => {
    const tasks = chain(0, () => ({ total_float_days: -86 }))
    const plain = reply(t, 'health.score', body(tasks, { status_date: date(0) }))
    t.match(plain.summary, /capped, [\d.]+ otherwise: beyond its dates by total float/)
    t.match(plain.summary, new RegExp(`Against its baseline the job finishes on its date, ${date(99)}\\.`))
  },
)

t.test('work added without a baseline moves the finish of the job as slipped work does', async t => {
  const tasks = [
    ...begun(chain(0)),
    { id: 'NEW', name: 'Change order', duration_days: 200, planned_start: date(100), planned_finish: date(299) },
  ]
  for (const id of ['health.score', 'health.dcma-14-point', 'health.progress-audit'] as const) {
    const plain = reply(t, id, body(tasks, { status_date: date(25) }))
    t.match(plain.data.project_finish, { days: 200, to_date: date(299), last_task_id: 'NEW' })
    t.ok(['D', 'F'].includes(plain.grade), `${id} ${plain.score} ${plain.grade}`)
  }
})

t.test('a progress audit of which no check could run has no score', t => {
  const bare = reply(t, 'health.progress-audit', body([{ id: 'A' }, { id: 'B' }], { status_date: date(0) }))
  t.strictSame([bare.score, bare.grade, bare.data.checks_evaluated], [null, null, 0])
  t.match(bare.summary, /^Progress audit: nothing could be scored\./)
  t.end()
})

t.test('work without a finish of its own stands at its baseline finish, and alone says nothing about the job', t => {
  const tasks = ['2026-01-09', '2026-06-30'].map((baseline_finish, n) => ({
    id: `T${n}`,
    duration_days: 5,
    baseline_finish,
  }))
  const finish = (first: object, more: object = {}): Plain =>
    reply(t, 'health.score', { ...more, tasks: [{ ...tasks[0], ...first }, tasks[1]] })
  const undated = finish({})
  t.equal(undated.data.project_finish, null)
  t.notMatch(undated.summary, /Against its baseline/)
  const dated = { planned_finish: '2026-01-09' }
  t.match(finish(dated).data.project_finish, { days: 0, to_date: '2026-06-30', last_task_id: 'T1' })
  t.match(finish(dated, { status_date: '2026-02-02' }).data.project_finish, { days: 0, to_date: '2026-06-30' })
  t.match(finish(dated, { status_date: '2026-07-01' }).data.project_finish, { days: 1, to_date: '2026-07-01' })
  t.end()
})

t.test('an audit without a score promises no gain of one', t => {
  const tasks = Array.from({ length: 5 }, (_, n) => ({ id: `T${n}`, duration_days: 5, total_float_days: -60 }))
  const { score, recommendations } = reply(t, 'health.progress-audit', body(tasks, { status_date: date(0) }))
  t.equal(score, null)
  t.match(recommendations, [{ codes: ['GATE_BEYOND_DATES'], effect: null }])
  t.end()
})

t.test('lateness just beyond its limit is not reported as the limit', t => {
  const at = (n: number): string => formatDay(START + n)
  const tasks = [2499, 2400].map((finish, n) => ({
    id: `T${n}`,
    duration_days: 5,
    baseline_start: at(0),
    baseline_finish: at(finish),
    planned_finish: at(finish + 251),
  }))
  const late = reply(t, 'health.score', { calendar: 'calendar_days', tasks })
  t.match(byCode(late.findings, 'GATE_BEYOND_DATES').description, /: 10\.04 % of the 2500 calendar days/)
  t.end()
})

t.test('the days that are left are one count, whoever counts them', async t => {
  const calendars = [
    {
      id: 'five',
      hours_per_day: 8,
      work_week: {
        monday: [['08:00', '16:00']],
        tuesday: [['08:00', '16:00']],
        wednesday: [['08:00', '16:00']],
        thursday: [['08:00', '16:00']],
        friday: [['08:00', '16:00']],
      },
    },
  ]
  const late = (more: object) =>
    chain(0, () => ({ baseline_start: undefined, baseline_finish: undefined, ...more })).map((task, n, all) =>
      n === all.length - 1 ? { ...task, constraint_type: 'FNLT', constraint_date: date(50) } : task,
    )
  for (const [what, sent] of [
    ['a calendar of days', body(late({ total_float_days: -40 }), { status_date: date(0) })],
    ['no floats supplied', body(late({}), { status_date: date(0) })],
    [
      'calendars to the minute',
      { tasks: late({ calendar_id: 'five' }), calendars, default_calendar_id: 'five', status_date: `${date(0)}T08:00` },
    ],
  ] as const) {
    const dcma = reply(t, 'health.dcma-14-point', sent)
    const gate = byCode(dcma.findings, 'GATE_BEYOND_DATES')
    t.ok(gate, what)
    t.equal(gate.evidence.length_days, dcma.data.cpli.critical_path_length_days, `${what}: ${gate.description}`)
  }
  // work that has not begun moves with the data date: two finishes, and each count names its own
  const moved = reply(t, 'health.dcma-14-point', body(late({}), { status_date: date(3) }))
  t.match(
    byCode(moved.findings, 'GATE_BEYOND_DATES').description,
    new RegExp(`of the 97 working days that are left to the reported finish ${date(99)}`),
  )
  const free = body(
    chain(0, () => ({ total_float_days: -40 })),
    { status_date: date(3) },
  )
  t.match(
    byCode(reply(t, 'health.dcma-14-point', free).data.checks, 'DCMA-13').message,
    new RegExp(`^100 working days remain to the end, M9, computed for ${date(102)}, with`),
  )
})

t.test('two checks with one title say what each of them counts', async t => {
  const tasks = chain(0).map((task, n, all) =>
    n === all.length - 1 ? { ...task, constraint_type: 'MFO', constraint_date: date(99) } : task,
  )
  const messageOf = (id: AnalysisId, code: string): string => {
    const { components = [], checks = [] } = reply(t, id, body(tasks, { status_date: date(0) })).data
    return byCode([...components, ...checks], code).message
  }
  t.match(messageOf('health.score', 'HS05'), /1 of 12 open tasks and milestones, 8\.3 %/)
  t.match(messageOf('health.dcma-14-point', 'DCMA-05'), /0 of 10 open tasks \(no milestones\), 0 %/)
  t.match(messageOf('health.logic-audit', 'LA07'), /1 of 12 open tasks and milestones/)
})

t.test('a late job does not make the reported progress doubtful: the cap says what it is for', async t => {
  const tasks = begun(chain(0)).map(task => ({
    ...task,
    total_float_days: -60,
    baseline_start: undefined,
    baseline_finish: undefined,
  }))
  const plain = reply(t, 'health.progress-audit', body(tasks, { status_date: date(24) }))
  t.match(plain.summary, /0 anomalies in 0 of 12 tasks; score 69\.9, grade D \(capped, 100 otherwise/)
  t.match(
    plain.summary,
    /The cap is for a late job, not for what was reported: the reported progress by itself scores 100, grade A\./,
  )
  const onTime = reply(t, 'health.progress-audit', body(begun(chain(0)), { status_date: date(24) }))
  t.notMatch(onTime.summary, /late job/)
})

t.test('float and days left are of one calendar: that of the task whose float it is', async t => {
  const hours = [['08:00', '16:00']]
  const weekOf = (days: string[]) => Object.fromEntries(days.map(day => [day, hours]))
  const five = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
  const calendars = {
    calendars: [
      { id: 'five', hours_per_day: 8, work_week: weekOf(five) },
      { id: 'seven', hours_per_day: 8, work_week: weekOf([...five, 'saturday', 'sunday']) },
    ],
    default_calendar_id: 'five',
  }
  // 100 working days end on Friday 2026-06-19: 138 days of a week of seven
  const late = (calendar_id: string, total_float_days: number, more: object = {}): Plain =>
    reply(t, 'health.dcma-14-point', {
      ...calendars,
      status_date: '2026-02-02',
      tasks: [
        { id: 'A', duration_days: 100, planned_start: '2026-02-02', planned_finish: '2026-06-19', total_float_days: 0 },
        {
          id: 'M',
          task_type: 'finish_milestone',
          duration_days: 0,
          predecessors: ['A'],
          calendar_id,
          planned_finish: '2026-06-19T16:00',
          total_float_days,
        },
      ],
      ...more,
    })
  const gate = (plain: Plain) => byCode(plain.findings, 'GATE_BEYOND_DATES')
  t.notOk(gate(late('seven', -12)), '8.7 % of 138 days')
  t.match(gate(late('seven', -14)).description, /-14 working days: 10\.1 % of the 138 working days that are left/)
  t.match(gate(late('five', -12)).description, /-12 working days: 12 % of the 100 working days that are left/)
  // from the moment of the data date on: that evening the day is over
  t.match(gate(late('five', -12, { status_date: '2026-02-02T16:00' })).description, /of the 99 working days/)
})
