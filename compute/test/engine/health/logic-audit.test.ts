/** POST /health/logic-audit: worked examples to the digit, each component, gate and option. */
import t, { type Test } from 'tap'
import { LogicAuditData } from '../../../../shared/contract/analysis/logic-audit/data.ts'
import { logicAuditAnalyser } from '../../../engine/analysis/logic-audit/analyser.ts'
import { REDUNDANCY_LINKS_MAX } from '../../../engine/analysis/logic-audit/checks/redundant-links.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { MINI, MINI_STATUS_DATE, miniWith } from '../../helpers/mini.ts'
import { between, random, shuffled } from '../../helpers/random.ts'

const reply = (t: Test, tasks: readonly TaskObject[], options: object = {}, more: object = {}): Plain =>
  analyse(t, logicAuditAnalyser, LogicAuditData, { tasks, options, ...more })
const mini = (t: Test, options: object = {}, tasks: readonly TaskObject[] = MINI): Plain =>
  reply(t, tasks, options, { status_date: MINI_STATUS_DATE })
const component = ({ data }: Plain, name: string): Plain => data.components.find((row: Plain) => row.component === name)
const observation = ({ data }: Plain, code: string): Plain => byCode(data.observations, code)
const task = (id: string, predecessors: TaskObject['predecessors'] = [], more: object = {}): TaskObject => ({
  id,
  duration_days: 5,
  predecessors,
  ...more,
})
const chain = (length: number): TaskObject[] =>
  Array.from({ length }, (_, i) => task(`T${i}`, i === 0 ? [] : [`T${i - 1}`]))
const details = { include_details: true }

t.test('golden MINI: every component to the digit, 58.3, F', async t => {
  const plain = mini(t, details)
  t.strictSame(
    plain.data.components.map((row: Plain) => [
      row.component,
      row.weight,
      row.numerator,
      row.denominator,
      row.value,
      row.score,
      row.task_ids,
    ]),
    [
      ['open_ends', 30, 1, 5, 20, 40, ['T4']],
      ['dangling', 10, 0, 5, 0, 100, []],
      ['leads', 12, 1, 5, 20, 0, ['T5']],
      ['lags', 8, 1, 5, 20, 57.1, ['T4']],
      ['non_fs', 6, 1, 5, 20, 75, ['T4']],
      ['sf', 4, 0, 5, 0, 100, []],
      ['hard_constraints', 8, 1, 5, 20, 57.1, ['T3']],
      ['redundant', 4, 0, 5, 0, 100, []],
      ['density', 8, 12, 7, null, null, []],
      ['convergence', 4, 0, 5, 0, 100, []],
      ['connectivity', 6, 0, 7, 0, 100, []],
    ],
  )
  t.strictSame([plain.score, plain.grade, plain.skipped], [58.3, 'F', false])
  t.match(component(plain, 'density'), { status: 'not_applicable', message: /below 10 tasks/ })
  t.strictSame(plain.data.network, {
    tasks: 7,
    links: 6,
    relationship_ratio: 0.857,
    logic_density: 1.714,
    parts: 1,
    largest_part: 7,
    relation_counts: { FS: 4, SS: 1, FF: 0, SF: 0 },
    exempt_start: 'M0',
    exempt_finish: 'M9',
  })
  t.strictSame(
    [component(plain, 'leads').points_lost, component(plain, 'density').points_lost],
    [13, null],
    '12 * 100 / 92',
  )
  t.strictSame(plain.breakdown.open_ends, { score: 40, weight: 30, label: 'Open ends' })
  t.strictSame(
    plain.data.observations.map((row: Plain) => [row.code, row.status, row.numerator]),
    [
      ['LA12', 'not_applicable', 0],
      ['LA13', 'not_applicable', 0],
      ['LA14', 'info', 0],
      ['LA15', 'info', 0],
      ['LA16', 'info', 0],
      ['LA17', 'info', 1],
      ['LA18', 'info', 1],
    ],
  )
  t.match(byCode(plain.findings, 'LA18'), { severity: 'high', task_ids: ['T5'] })
})

t.test('golden redundant: A-B FS beside A-C SS and C-B FF is not redundant', async t => {
  const tasks = [
    task('A', [], { duration_days: 10 }),
    task('C', ['A SS'], { duration_days: 2 }),
    task('B', ['A', 'C FF']),
  ]
  t.match(component(reply(t, tasks), 'redundant'), { numerator: 0, denominator: 3 })
  const plain = (toC: string, toB: string, direct = 'A'): number =>
    component(reply(t, [task('A'), task('C', [toC]), task('B', [direct, toB])]), 'redundant').numerator
  t.equal(plain('A', 'C'), 1)
  t.equal(plain('A FS+2d', 'C'), 1, 'a lag on the way makes the way longer')
  t.equal(plain('A', 'C FS-1d'), 0, 'a lead on the way may make it shorter')
  t.equal(plain('A', 'C', 'A FS+1d'), 0, 'a link with a lag says more than the way')
  t.equal(plain('A', 'C SS'), 0)
})

t.test('redundant links are those whose removal leaves a way of FS links without leads', async t => {
  const seed = 4041
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  for (let n = 0; n < 60; n++) {
    const count = between(rnd, 3, 12)
    const links: { from: number; to: number; type: string; lag: number }[] = []
    for (let to = 1; to < count; to++) {
      for (let from = 0; from < to; from++) {
        if (rnd() > 0.35) continue
        links.push({ from, to, type: rnd() < 0.85 ? 'FS' : 'SS', lag: rnd() < 0.7 ? 0 : between(rnd, -2, 2) })
      }
    }
    const isWay = (from: number, to: number, without: object): boolean =>
      from === to ||
      links.some(
        link =>
          link !== without && link.from === from && link.type === 'FS' && link.lag >= 0 && isWay(link.to, to, without),
      )
    const expected = links.filter(link => link.type === 'FS' && link.lag === 0 && isWay(link.from, link.to, link))
    const tasks = Array.from({ length: count }, (_, i) =>
      task(
        `T${i}`,
        links.filter(({ to }) => to === i).map(({ from, type, lag }) => ({ task_id: `T${from}`, type, lag_days: lag })),
      ),
    )
    const found = component(reply(t, shuffled(rnd, tasks), { max_examples: 1000 }), 'redundant').examples
    t.strictSame(
      found.map((each: Plain) => `${each.predecessor_id} ${each.id}`).toSorted(),
      expected.map(({ from, to }) => `T${from} T${to}`).toSorted(),
    )
  }
})

t.test('redundancy is not sought above its number of links, which is no missing datum', async t => {
  const most = reply(t, chain(REDUNDANCY_LINKS_MAX + 1))
  t.match(component(most, 'redundant'), { status: 'pass', denominator: REDUNDANCY_LINKS_MAX })
  const plain = reply(t, chain(REDUNDANCY_LINKS_MAX + 2))
  t.match(component(plain, 'redundant'), {
    status: 'not_applicable',
    score: null,
    points_lost: null,
    message: /5000 live links/,
  })
  t.equal(plain.skipped, false)
})

t.test('density: 0 to 1, rising to 2, whole to 4, falling to 8, from ten tasks on', async t => {
  const dense = (linkCount: number, tasks = 10): Plain => {
    const links: string[][] = Array.from({ length: tasks }, () => [])
    let left = linkCount
    for (let to = 1; to < tasks; to++)
      for (let from = 0; from < to && left > 0; from++, left--) links[to]!.push(`T${from}`)
    return component(
      reply(
        t,
        links.map((preds, i) => task(`T${i}`, preds)),
      ),
      'density',
    )
  }
  const seen = [5, 7, 10, 20, 30, 40, 45].map(links => {
    const { value, score, status, threshold, operator, zero } = dense(links)
    return [value, score, status, threshold, operator, zero]
  })
  t.strictSame(seen, [
    [1, 0, 'fail', 2, '>=', 1],
    [1.4, 40, 'fail', 2, '>=', 1],
    [2, 100, 'pass', 2, '>=', 1],
    [4, 100, 'pass', 2, '>=', 1],
    [6, 50, 'fail', 4, '<=', 8],
    [8, 0, 'fail', 4, '<=', 8],
    [9, 0, 'fail', 4, '<=', 8],
  ])
  t.match(dense(8, 9), { status: 'not_applicable', score: null })
})

t.test(
  'open ends: the ends of the project are exempt, links to summaries and level of effort close nothing',
  async t => {
    const tasks = [
      ...chain(4),
      task('S', [], { task_type: 'summary' }),
      task('L', ['X'], { task_type: 'loe' }),
      task('X', ['T1', 'S']),
      task('Y', ['L', 'gone', 'T1']),
    ]
    const plain = reply(t, tasks, details)
    t.strictSame(component(plain, 'open_ends').task_ids, ['X', 'Y'])
    t.match(component(plain, 'open_ends').evidence, {
      missing_predecessor: 0,
      missing_successor: 2,
      exempt_finish: 'T3',
    })
    t.strictSame(component(plain, 'open_ends').evidence.excluded_by_type, { loe: 1, summary: 1 })
    t.match(byCode(plain.findings, 'V101'), { severity: 'high', count: 1 })
    t.strictSame(observation(plain, 'LA12').task_ids, ['S'])
    t.match(observation(plain, 'LA13'), { numerator: 1, denominator: 1, task_ids: ['L'], severity: 'medium' })
  },
)

t.test('dangling: a start that only FF and SF lead to, a finish from which only SS and SF lead', async t => {
  const tasks = [
    task('A'),
    task('B', ['A FF']),
    task('C', ['B', 'A']),
    task('D', ['C SS', 'B']),
    task('M', ['B FF', 'C SS'], { duration_days: 0 }),
    task('E', ['D', 'M']),
  ]
  const row = component(reply(t, tasks, details), 'dangling')
  t.strictSame(row.task_ids, ['B', 'C'], 'M has no duration')
  t.match(row, { value: 33.3, score: 0, evidence: { free_starts: 1, free_finishes: 1 } })
  const open = component(reply(t, [...tasks, task('F', ['A FF'])], details), 'dangling')
  t.strictSame(open.task_ids, ['B', 'C'], 'F is open already')
})

t.test('relations: SF is distinguished and costs most', async t => {
  const tasks = [...chain(20), task('X', ['T1 SF', 'T2 SS']), task('Z', ['T19', 'X'])]
  const plain = reply(t, tasks)
  t.match(component(plain, 'sf'), { numerator: 1, denominator: 23, value: 4.3, score: 13 })
  t.match(component(plain, 'non_fs'), { numerator: 2, value: 8.7, score: 100 })
})

t.test('hard constraints: MSO, MFO, SNLT, FNLT, of incomplete work', async t => {
  const types = ['ASAP', 'ALAP', 'SNET', 'FNET', 'SNLT', 'FNLT', 'MSO', 'MFO']
  const tasks = types.map((constraint_type, i) =>
    task(constraint_type, i === 0 ? [] : [types[i - 1]!], {
      constraint_type,
      constraint_date: i < 4 ? null : '2030-01-01',
      planned_start: '2025-01-01',
    }),
  )
  const plain = reply(t, tasks, details)
  t.match(component(plain, 'hard_constraints'), {
    value: 50,
    score: 0,
    task_ids: types.slice(4),
    evidence: { counts: { SNLT: 1, FNLT: 1, MSO: 1, MFO: 1 } },
  })
  t.strictSame(observation(plain, 'LA14').task_ids, ['SNET', 'FNET'], 'ASAP and ALAP need no date')
  const done = tasks.map(each => ({ ...each, percent_complete: 100 }))
  t.equal(component(reply(t, done), 'hard_constraints').status, 'not_applicable')
})

t.test('convergence counts tasks with ten predecessors or ten successors', async t => {
  const star = (count: number): TaskObject[] => [
    task('A'),
    ...Array.from({ length: count }, (_, i) => task(`B${i}`, ['A'])),
    task(
      'C',
      Array.from({ length: count }, (_, i) => `B${i}`),
    ),
  ]
  t.match(component(reply(t, star(9)), 'convergence'), { numerator: 0, score: 100 })
  const row = component(reply(t, star(10), details), 'convergence')
  t.match(row, { numerator: 2, denominator: 12, score: 0, task_ids: ['A', 'C'] })
  t.match(row.evidence, { most_predecessors: 10, most_successors: 10 })
})

t.test('connectivity counts tasks beside the largest part, complete ones included', async t => {
  const tasks = [...chain(38), task('X', [], { percent_complete: 100 }), task('Y', ['X'], { percent_complete: 100 })]
  const plain = reply(t, tasks, details)
  t.match(component(plain, 'connectivity'), {
    numerator: 2,
    denominator: 40,
    value: 5,
    score: 50,
    task_ids: ['X', 'Y'],
  })
  t.match(plain.data.network, { parts: 2, largest_part: 38 })
})

t.test('observations: lags longer than the work, long lags, SS without FF, leads off the critical path', async t => {
  const tasks = [
    task('A'),
    task('B', ['A FS+6d']),
    task('C', ['A FS+11d'], { duration_days: 20 }),
    task('D', ['A SS', 'A FF+1d']),
    task('E', ['A SS']),
    task('M', ['A FS+3d'], { duration_days: 0 }),
    task('F', ['D FS-1d', 'B', 'C', 'E', 'M']),
  ]
  const plain = reply(t, tasks, details)
  t.strictSame(observation(plain, 'LA15').task_ids, ['B'], 'a milestone has no length that a lag could exceed')
  t.strictSame(observation(plain, 'LA16').task_ids, ['C'])
  t.strictSame(observation(plain, 'LA17').task_ids, ['E'])
  t.equal(observation(plain, 'LA18').numerator, 0, 'D has float')
  t.strictSame(
    ['LA15', 'LA16', 'LA17'].map(code => byCode(plain.findings, code).severity),
    ['medium', 'low', 'low'],
  )
  const silent = reply(t, tasks.slice(0, 1))
  t.strictSame(observation(silent, 'LA16').status, 'not_applicable', 'no link')
})

t.test('gates: no link 25, a cycle 20, more than half of the ends open 40', async t => {
  const loose = reply(
    t,
    Array.from({ length: 10 }, (_, i) => task(`T${i}`)),
  )
  t.strictSame([loose.score, loose.grade, loose.data.score_before_gates], [25, 'F', 33.3])
  t.match(byCode(loose.findings, 'GATE_NO_LINKS'), { severity: 'critical', evidence: { score_max: 25 } })
  t.equal(byCode(reply(t, [task('A')]).findings, 'GATE_NO_LINKS'), undefined)
  const half = (extra: number): Plain =>
    reply(t, [...chain(4), ...Array.from({ length: extra }, (_, i) => task(`X${i}`, ['T1']))])
  t.equal(byCode(half(4).findings, 'GATE_OPEN_ENDS'), undefined, 'half of them is not more than half')
  const open = half(5)
  t.match(byCode(open.findings, 'GATE_OPEN_ENDS'), { count: 5, evidence: { score_max: 40 } })
  t.strictSame([open.score, open.recommendations[0].codes], [40, ['GATE_OPEN_ENDS']])
  const cyclic = reply(t, [...chain(30), task('X', ['Y', 'T29']), task('Y', ['X']), task('Z', ['Y'])])
  t.strictSame([cyclic.score, cyclic.grade, cyclic.data.data_date, cyclic.skipped], [20, 'F', null, true])
  t.match(byCode(cyclic.findings, 'GATE_CYCLE'), { evidence: { score_max: 20 } })
  t.match(component(cyclic, 'redundant'), { status: 'skipped', message: /cycle/ })
  t.match(observation(cyclic, 'LA18'), { status: 'skipped', message: /cycle/ })
  t.match(component(cyclic, 'open_ends'), { status: 'pass', denominator: 33 })
})

t.test('complete schedules keep density and connectivity, summaries alone have no score', async t => {
  const done = reply(
    t,
    chain(10).map(each => ({ ...each, percent_complete: 100 })),
  )
  t.strictSame(
    done.data.components.filter((row: Plain) => row.score !== null).map((row: Plain) => row.component),
    ['density', 'connectivity'],
  )
  const none = reply(t, [task('S', [], { task_type: 'summary' })])
  t.strictSame([none.score, none.grade, none.skipped], [null, null, true])
  t.match(none.summary, /nothing could be scored/)
})

t.test('option exclude_task_types: the tasks leave the populations and stay in the network', async t => {
  const tasks = miniWith({ T3: { task_type: 'slpp' } })
  const plain = mini(t, { ...details, exclude_task_types: ['slpp'] }, tasks)
  t.match(component(plain, 'hard_constraints'), { numerator: 0, denominator: 4 })
  t.strictSame(component(plain, 'open_ends').task_ids, ['T4'], 'T2 and T5 are still linked through T3')
  t.equal(component(plain, 'leads').denominator, 4, 'the link into T3 has left the base')
  t.match(plain.data.network, { tasks: 6, links: 4, parts: 1, largest_part: 6 })
  t.strictSame(plain.data.populations.incomplete_discrete, { count: 4, excluded_by_type: { slpp: 1 } })
})

t.test('option max_examples bounds the examples of each row, ten without it', async t => {
  const tasks = [task('A'), ...Array.from({ length: 12 }, (_, i) => task(`B${i}`, ['A SS+20d', 'A FF+20d']))]
  const lengths = (options: object): number[] => {
    const plain = reply(t, tasks, options)
    return [component(plain, 'open_ends'), component(plain, 'lags'), observation(plain, 'LA16')].map(
      row => row.examples.length,
    )
  }
  t.strictSame(lengths({}), [10, 10, 10])
  t.strictSame(lengths({ max_examples: 3 }), [3, 3, 3])
  t.strictSame(lengths({ max_examples: 0 }), [0, 0, 0])
  t.strictSame(lengths({ max_examples: 1000 }), [11, 24, 24])
  t.strictSame(component(reply(t, tasks, { max_examples: 2 }), 'lags').examples, [
    { id: 'B0', predecessor_id: 'A', type: 'SS', lag_days: 20 },
    { id: 'B0', predecessor_id: 'A', type: 'FF', lag_days: 20 },
  ])
})

t.test('status_date sets the data date, calendar the length of work that has only dates', async t => {
  t.match(mini(t).data, { status_date: MINI_STATUS_DATE, data_date: { date: MINI_STATUS_DATE, source: 'status_date' } })
  t.match(reply(t, MINI).data, { status_date: null, data_date: { source: 'inferred' } })
  const tasks = [
    task('A'),
    task('B', ['A FS+6d'], { duration_days: null, planned_start: '2025-03-03', planned_finish: '2025-03-09' }),
  ]
  const beyond = (calendar: string): number => observation(reply(t, tasks, {}, { calendar }), 'LA15').numerator
  t.strictSame([beyond('calendar_days'), beyond('working_days')], [0, 1], '7 days, or 5')
})
