/** Links of summaries by Microsoft Project's rules drive, and what the analyses say of the logic agrees with the dates. */
import t from 'tap'
import { liveLinks } from '../../../../engine/population/live-links.ts'
import { leadingTo } from '../../../../engine/population/summary-links.ts'
import { taskStates } from '../../../../engine/population/task-states.ts'
import { columnsFromTasks } from '../../../helpers/columns-from-tasks.ts'
import { built, type Plain, reply } from '../../../helpers/every-analysis.ts'
import { between, pick, random } from '../../../helpers/random.ts'
import { at } from './ms-schedule.ts'

const row = (id: string) => built.find(each => each.id === id)!
const DAY = [['08:00', '17:00']]
const CALENDAR = {
  id: 'five',
  hours_per_day: 9,
  work_week: Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, DAY])),
}
const schedule = (rules: string, status_date = at(2)) => ({
  status_date,
  project_start: at(2),
  calendars: [CALENDAR],
  scheduling_options: { rules },
  tasks: [
    { id: 'S', task_type: 'summary' },
    { id: 'A', parent_id: 'S', duration_days: 3 },
    { id: 'B', parent_id: 'S', duration_days: 5, predecessors: ['A SS'] },
    { id: 'C', duration_days: 2, predecessors: ['S'] },
    { id: 'T', task_type: 'summary', predecessors: ['C'] },
    { id: 'D', parent_id: 'T', duration_days: 1 },
  ],
})
const codes = ({ findings }: Plain): string[] => findings.map(({ code }: Plain) => code)
const described = (reply: Plain, code: string): string =>
  reply.findings.find((each: Plain) => each.code === code)?.description

t.test('cpm: the links drive, and the finding says so', async t => {
  const cpm = reply(row('analysis.cpm'), schedule('ms_project'))
  t.same(
    cpm.data.tasks.filter(({ id }: Plain) => 'CD'.includes(id)).map((each: Plain) => each.early_start_date),
    ['2026-03-09T08:00', '2026-03-11T08:00'],
  )
  t.match(described(cpm, '06A208a'), /drive what lies under the summary/)
  t.notOk(codes(cpm).includes('CPM_NO_LOGIC'))
  t.match(described(reply(row('analysis.cpm'), schedule('p6')), '06A208a'), /drive nothing/)
})

t.test('health and DCMA count tasks that a summary links as linked', async t => {
  const open = (rules: string): Plain =>
    reply(row('health.dcma-14-point'), schedule(rules)).data.checks.find((each: Plain) => each.code === 'DCMA-01')
  t.same([open('ms_project').numerator, open('p6').numerator], [0, 2])
  const bare = schedule('ms_project')
  bare.tasks = bare.tasks.map(task => (task.id === 'B' ? { ...task, predecessors: [] } : task))
  const health = reply(row('health.score'), bare)
  t.notOk(codes(health).includes('GATE_NO_LINKS'))
  const dcma = reply(row('health.dcma-14-point'), bare)
  const path = dcma.data.checks.find(({ code }: Plain) => code === 'DCMA-12')
  t.notMatch(String(path.message), /no network/)
})

t.test('out of sequence: what waits by Microsoft Project is told without retained logic', async t => {
  const body = schedule('ms_project', at(4))
  body.tasks = [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 4, predecessors: ['A'], actual_start: at(3), remaining_duration_days: 3 },
  ] as never
  const text = described(reply(row('analysis.cpm'), body), 'CPM_OUT_OF_SEQUENCE')
  t.match(text, /as Microsoft Project has it/)
  t.notMatch(text, /retained logic/)
})

t.test('shares of links say how many links of summaries drive and are not counted', async t => {
  const messages = (rules: string): string[] => {
    const { data } = reply(row('health.dcma-14-point'), schedule(rules))
    return ['DCMA-02', 'DCMA-03', 'DCMA-04'].map(code => data.checks.find((each: Plain) => each.code === code).message)
  }
  for (const message of messages('ms_project'))
    t.match(message, /[0-9]+ links? from or to (a summary|summaries) drives? .* not counted here/)
  for (const message of messages('p6')) t.notMatch(message, 'summar')
})

t.test(
  'out of sequence in the baseline comparison: what waits by Microsoft Project is told without retained logic',
  async t => {
    const tasks = [
      { id: 'A', duration_days: 5 },
      { id: 'B', duration_days: 4, predecessors: ['A'], actual_start: at(3), remaining_duration_days: 3 },
    ]
    const text = (rules: string): string => {
      const current = { ...schedule(rules, at(4)), tasks }
      const body = {
        baseline_schedule: {
          ...schedule(rules),
          baseline_date: at(2).slice(0, 10),
          tasks: tasks.map(({ id, duration_days, predecessors }) => ({ id, duration_days, predecessors })),
        },
        current_schedule: current,
        options: { include_oos_impact: true },
      }
      return described(reply(row('forensics.baseline-compare'), body), 'BC_OUT_OF_SEQUENCE')
    }
    t.match(text('ms_project'), /as Microsoft Project has it\. Under progress override/)
    t.notMatch(text('ms_project'), 'retained logic')
    t.match(text('p6'), /waits \(retained logic\)\. Under progress override/)
  },
)

t.test('what links of summaries join is one part, in validation and in the logic audit', async t => {
  const body = schedule('ms_project')
  body.tasks = body.tasks.map(task => (task.id === 'B' ? { ...task, predecessors: [] } : task))
  t.notOk(codes(reply(row('analysis.validate'), body)).includes('V202'))
  t.notOk(codes(reply(row('health.logic-audit'), body)).includes('LA11'))
  const others = { ...body, scheduling_options: { rules: 'p6' } }
  t.match(described(reply(row('analysis.validate'), others), 'V202'), /falls into 4 parts/)
})

t.test(
  'links of summaries that form a circle with what lies under them: none counts, and each analysis says so',
  async t => {
    const body = schedule('ms_project')
    // C waits for B, and S, under which B lies, for C
    const behind: Record<string, string[]> = { S: ['C'], C: ['B'] }
    const circle = body.tasks.map(task => ({ ...task, predecessors: behind[task.id] ?? task.predecessors }))
    const cpm = reply(row('analysis.cpm'), { ...body, tasks: circle })
    t.match(described(cpm, '06A208a'), /form a circle .* no link of a summary counts/)
    t.equal(cpm.findings.find(({ code }: Plain) => code === '06A208a').severity, 'high')
    t.equal(cpm.data.tasks.find(({ id }: Plain) => id === 'C').early_start_date, at(9))
    t.equal(cpm.data.tasks.find(({ id }: Plain) => id === 'D').early_start_date, at(2), 'T waits for nothing')
    t.match(described(reply(row('analysis.validate'), { ...body, tasks: circle }), 'V202'), /parts/)
    const validated = reply(row('analysis.validate'), { ...body, tasks: circle })
    t.match(described(validated, 'V119'), /close a circle .* no link of a summary counts, and dates may be too early/)
    t.ok(validated.data.valid)
    for (const other of [body, { ...body, tasks: circle, scheduling_options: { rules: 'p6' } }])
      t.notOk(codes(reply(row('analysis.validate'), other)).includes('V119'))
  },
)

t.test('as-planned vs as-built follows the links of summaries back to who was late', async t => {
  const day = (n: number): string => at(n).slice(0, 10)
  const built = (from: number, to: number) => ({
    actual_start: day(from),
    actual_finish: day(to),
    percent_complete: 100,
  })
  const base = (from: number, to: number) => ({ baseline_start: day(from), baseline_finish: day(to) })
  const { calendars, project_start, scheduling_options } = schedule('ms_project')
  // A is done in time; B, which ends the summary, is a week late, and C and D only wait
  const of = (links: { C: unknown[]; T: unknown[]; D: unknown[] }) =>
    reply(row('forensics.as-planned-vs-as-built'), {
      current_schedule: {
        status_date: day(20),
        ...{ calendars, project_start, scheduling_options },
        tasks: [
          { id: 'S', task_type: 'summary' },
          { id: 'A', parent_id: 'S', duration_days: 3, ...base(2, 4), ...built(2, 4), delay_category: 'owner' },
          {
            ...{ id: 'B', parent_id: 'S', duration_days: 5, predecessors: ['A SS'], delay_category: 'contractor' },
            ...{ ...base(2, 6), ...built(2, 13) },
          },
          {
            id: 'C',
            duration_days: 2,
            predecessors: links.C,
            ...base(9, 10),
            ...built(16, 17),
            delay_category: 'owner',
          },
          { id: 'T', task_type: 'summary', predecessors: links.T },
          { id: 'D', parent_id: 'T', duration_days: 1, predecessors: links.D, ...base(11, 11), ...built(18, 18) },
        ],
      },
    }).data
  const bySummaries = of({ C: ['S'], T: ['C'], D: [] })
  t.strictSame(
    bySummaries.controlling_path.steps.map(({ id, increment_days }: Plain) => [id, increment_days]),
    [
      ['A', 0],
      ['B', 5],
      ['C', 0],
      ['D', 0],
    ],
  )
  t.match(bySummaries.entitlement, { non_excusable_days: 5, excusable_compensable_days: 0 })
  const byTasks = of({ C: ['A', 'B'], T: [], D: ['C'] })
  t.strictSame(bySummaries.controlling_path, byTasks.controlling_path)
  t.strictSame(bySummaries.entitlement, byTasks.entitlement)
})

t.test(
  'a float that a deadline takes is held by its task, through links of summaries, too, and by no calendar',
  async t => {
    const body = schedule('ms_project')
    const changed: Record<string, object> = { B: { predecessors: [] }, D: { deadline: at(6, 17) } }
    body.tasks = body.tasks.map(task => ({ ...task, ...changed[task.id] })) as never
    const { data, findings } = reply(row('analysis.cpm'), body)
    // D ends on the 11th: all before it lack three days, A with its two days of float one
    t.match(
      data.divergence.map(({ id, reason, held_by }: Plain) => [id, reason, held_by]),
      [['A', 'late_constraint', 'D']],
    )
    t.match(findings.find(({ code }: Plain) => code === 'CPM_PATHS_DIVERGE').description, /1 held by a late constraint/)
  },
)

t.test('a float that another project takes is held by its date', async t => {
  const { data } = reply(row('analysis.cpm'), {
    ...schedule('p6'),
    tasks: [
      { id: 'A', duration_days: 5, external_late_finish: at(5, 17) },
      { id: 'B', duration_days: 10 },
    ],
  })
  t.match(data.divergence, [{ id: 'A', reason: 'late_constraint', held_by: 'A' }])
})

t.test(
  'one rule for open ends: they are closed by links of summaries, and each check tells what links of tasks alone give',
  async t => {
    const body = { ...schedule('ms_project'), options: { include_details: true } }
    const check = (id: string, code: string): Plain => {
      const { data } = reply(row(id), body)
      return [...(data.checks ?? []), ...(data.components ?? [])].find((each: Plain) => each.code === code)
    }
    for (const [id, code] of [
      ['health.dcma-14-point', 'DCMA-01'],
      ['health.logic-audit', 'LA01'],
      ['health.score', 'HS01'],
    ] as const) {
      const { message, evidence, population } = check(id, code)
      t.match(message, /by links between tasks alone [1-4] tasks? ha(s|ve) an open end/, code)
      t.ok(evidence.open_by_links_of_tasks > 0, code)
      t.match(population, /closes the ends of the tasks under it by Microsoft Project's rules/, code)
    }
  },
)

t.test('law: what leads to a task leads there by links of every pair under two linked summaries', async t => {
  const rnd = random(20261129)
  const leaves = Array.from({ length: 10 }, (_, i) => `T${i}`)
  for (let run = 0; run < 200; run++) {
    const parentOf = new Map<string, string | undefined>([
      ['S0', undefined],
      ['S1', undefined],
      ['S2', 'S1'],
      ['S3', undefined],
    ])
    const groups = [...parentOf.keys()]
    for (const id of leaves) parentOf.set(id, between(rnd, 0, 2) === 0 ? undefined : pick(rnd, groups))
    const above = (id: string): string[] =>
      parentOf.get(id) === undefined ? [] : [parentOf.get(id)!, ...above(parentOf.get(id)!)]
    const under = (id: string): string[] => (id[0] === 'T' ? [id] : leaves.filter(leaf => above(leaf).includes(id)))
    const order = [...groups, ...leaves]
    const links = Array.from(
      { length: between(rnd, 0, 12) },
      () => [pick(rnd, order), pick(rnd, order)] as const,
    ).filter(([p, s]) => p !== s && !above(p).includes(s) && !above(s).includes(p))
    const columns = columnsFromTasks(
      order.map(id => ({
        id,
        parent_id: parentOf.get(id) ?? null,
        task_type: id[0] === 'S' ? 'summary' : 'task',
        predecessors: links.filter(([, s]) => s === id).map(([p]) => p),
      })),
    )
    const states = taskStates(columns)
    const pairs = links.flatMap(([p, s]) => under(p).flatMap(from => under(s).map(to => [from, to] as const)))
    const expected = new Set(['T9'])
    for (let before = 0; before < expected.size; ) {
      before = expected.size
      for (const [from, to] of pairs) if (expected.has(to)) expected.add(from)
    }
    const leads = leadingTo(order.indexOf('T9'), columns, states.kind, liveLinks(states).marks, true)
    t.strictSame(
      leaves.filter(id => leads[order.indexOf(id)] === 1),
      leaves.filter(id => expected.has(id)),
      `run ${run}: ${links.join(' ')}`,
    )
  }
})
