/** What a planner reads: one file has one value for a figure, advice follows the cause, and sentences are complete. */
import t from 'tap'
import { type AnalysisId, analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { type Plain, reply } from '../../helpers/every-analysis.ts'

const of = (id: AnalysisId, body: object): Plain => reply(analysisRow(id), body as Plain)
const task = (id: string, duration_days: number, predecessors: string[] = [], more: object = {}): TaskObject =>
  ({ id, name: `Work ${id}`, duration_days, predecessors, ...more }) as TaskObject
const advised = ({ recommendations }: Plain, code: string): string =>
  recommendations.find(({ codes }: Plain) => codes.includes(code))?.description ?? ''
const sentenceOf = ({ findings }: Plain, code: string): string =>
  findings.find((finding: Plain) => finding.code === code)?.description ?? ''

const HARD = [
  ['health.score', 'HS05'],
  ['health.logic-audit', 'LA07'],
  ['health.dcma-14-point', 'DCMA-05'],
  ['health.dcma-decm', '06A209a'],
] as const

t.test('a late date is not advised to become the late date that it is, a pin is advised to become SNET', async t => {
  for (const [id, code] of [...HARD, ['health.schedule-risk-index', 'RI01'] as const]) {
    const pinned = (constraint_type: string) =>
      advised(
        of(id, {
          tasks: [task('A', 5), task('B', 5, ['A'], { constraint_type, constraint_date: '2026-03-06' })],
          status_date: '2026-03-02',
        }),
        code,
      )
    for (const late of ['FNLT', 'SNLT']) {
      t.match(
        pinned(late),
        /1 task (has to be done by a date|has a hard constraint).*contract.*Tasks: B Work B\./,
        `${id} ${late}`,
      )
      t.notMatch(pinned(late), /SNET|or FNLT on/, `${id} ${late}`)
    }
    if (id !== 'health.schedule-risk-index')
      t.match(pinned('MSO'), /1 task is pinned to a date.*SNET.*Tasks: B Work B\./, id)
  }
})

t.test('advice on two critical paths speaks of what parts them alone', async t => {
  // B was built before A: retained logic holds C behind A, through B
  const begun = task('A', 10, [], { actual_start: '2026-01-05', percent_complete: 50 })
  const built = { actual_start: '2026-01-07', actual_finish: '2026-01-08', percent_complete: 100 }
  const done = of('analysis.cpm', {
    tasks: [begun, task('B', 2, ['A'], built), task('C', 5, ['B'])],
    status_date: '2026-01-12',
  })
  t.match(sentenceOf(done, 'CPM_PATHS_DIVERGE'), /1 finished/)
  t.match(advised(done, 'CPM_PATHS_DIVERGE'), /Finished work on it has no float/)
  t.notMatch(advised(done, 'CPM_PATHS_DIVERGE'), /constraint|ALAP|must_finish_by/)
  const held = of('analysis.cpm', {
    tasks: [task('A', 5), task('B', 5, ['A']), task('C', 8)],
    status_date: '2026-01-05',
    must_finish_by: '2026-01-10',
    calendar: 'calendar_days',
  })
  t.match(sentenceOf(held, 'CPM_PATHS_DIVERGE'), /1 held by must_finish_by/)
  t.match(advised(held, 'CPM_PATHS_DIVERGE'), /must_finish_by/)
  t.notMatch(advised(held, 'CPM_PATHS_DIVERGE'), /ALAP|finished/i)
  // the same day and a late constraint behind the finish hold nothing: they give float, and nothing is critical by it
  for (const [name, later] of Object.entries({
    must_finish_by: { tasks: [task('A', 5), task('B', 5, ['A'])], must_finish_by: '2026-01-20' },
    'a late constraint': {
      tasks: [task('A', 5), task('B', 5, ['A'], { constraint_type: 'FNLT', constraint_date: '2026-01-20' })],
      must_finish_by: '2026-01-20',
    },
  })) {
    const free = of('analysis.cpm', { ...later, status_date: '2026-01-05', calendar: 'calendar_days' })
    const said = sentenceOf(free, 'CPM_PATHS_DIVERGE')
    t.match(said, `2 with float up to ${name} after the finish. No task is critical by float.`)
    t.notMatch(
      `${said} ${advised(free, 'CPM_PATHS_DIVERGE')}`,
      /held|makes? more tasks critical|Without must_finish_by/,
    )
    t.match(advised(free, 'CPM_PATHS_DIVERGE'), /margin to that date/)
  }
})

t.test('a comparison of two schedules without a common task reports no delay', async t => {
  const planned = { planned_start: '2026-01-01', planned_finish: '2026-01-03' }
  const apart = of('forensics.baseline-compare', {
    current_schedule: { tasks: [task('A', 3, [], planned)], status_date: '2026-01-02' },
    baseline_schedule: { tasks: [task('B', 3, [], planned)], baseline_date: '2026-01-01' },
  })
  t.notMatch(apart.summary, /finishes/)
  t.match(apart.data.project_finish, { last_task_id: null, variance_days: null, variance_calendar_days: null })
})

t.test('the delay of as-planned-vs-as-built says that it is by the dates, where others compute theirs', async t => {
  const { summary } = of('forensics.as-planned-vs-as-built', {
    current_schedule: {
      tasks: [
        task('A', 3, [], {
          planned_start: '2026-01-01',
          planned_finish: '2026-01-03',
          forecast_start: '2026-01-05',
          forecast_finish: '2026-01-07',
        }),
      ],
      status_date: '2026-01-02',
    },
    baseline_schedule: {
      tasks: [task('A', 3, [], { planned_start: '2026-01-01', planned_finish: '2026-01-03' })],
      baseline_date: '2026-01-01',
    },
    calendar: 'calendar_days',
  })
  t.match(summary, /^By its dates the project is to finish 4 calendar days later than planned/)
})

t.test('a count of negative float names whose float it is, and a late finish what it is late against', async t => {
  const limit = { must_finish_by: '2026-03-06', status_date: '2026-03-02', calendar: 'calendar_days' }
  const tasks = [task('A', 5, [], { total_float_days: 0 }), task('B', 5, ['A'], { total_float_days: -4 })]
  const counted = (id: AnalysisId, code: string, sent = tasks): string => {
    const { data } = of(id, { ...limit, tasks: sent })
    return [...(data.components ?? []), ...(data.checks ?? [])].find((each: Plain) => each.code === code).message
  }
  for (const [id, code] of [
    ['health.score', 'HS12'],
    ['health.dcma-14-point', 'DCMA-07'],
  ] as const) {
    t.match(counted(id, code), /^1 task has negative total float, as the schedule has it\./, id)
  }
  t.match(counted('health.dcma-14-point', 'DCMA-07', [task('A', 5), task('B', 5, ['A'])]), /^2 .*, as it is computed\./)
  t.match(
    sentenceOf(of('analysis.cpm', { ...limit, tasks }), 'CPM_NEGATIVE_FLOAT'),
    /^2 tasks .*: the computed total float is negative\./,
  )
  const { summary } = of('forensics.baseline-compare', {
    current_schedule: { tasks: [task('A', 5), task('B', 9, ['A'])], status_date: '2026-03-02' },
    baseline_schedule: { tasks: [task('A', 5), task('B', 5, ['A'])], baseline_date: '2026-03-02' },
    calendar: 'calendar_days',
  })
  t.match(summary, /Against its baseline, by the critical-path method, the project finishes 4 .*late/)
})

t.test('change tracking names the tasks of a pattern, those that are gone included', async t => {
  const changed = of('forensics.change-tracking', {
    current_schedule: { tasks: [task('A', 5), task('N', 15, ['A']), task('C', 5, ['N'])], status_date: '2026-01-06' },
    schedule_history: [
      {
        tasks: [task('A', 5, [], { planned_start: '2026-01-01' }), task('B', 10, ['A']), task('C', 5, ['B'])],
        snapshot_date: '2026-01-01',
      },
    ],
  })
  t.match(advised(changed, 'CT10'), /Tasks: B Work B\.$/)
  t.match(sentenceOf(changed, 'CT10'), / Example: B Work B\.$/)
})

t.test('a cycle is advised to be broken with the tasks on it', async t => {
  const round = of('health.logic-audit', {
    tasks: [task('A', 5, ['C']), task('B', 5, ['A']), task('C', 5, ['B']), task('D', 5, ['C'])],
  })
  t.match(advised(round, 'GATE_CYCLE'), /Tasks: A Work A, B Work B, C Work C\.$/)
})

t.test('a name that is cut says so, and ends with no blank and no comma', async t => {
  const name = 'Fabrication and Material Delivery, storefront'
  const { findings } = of('health.score', { tasks: [task('A', 5, [], { name }), task('B', 5, ['A'])] })
  t.match(sentenceOf({ findings }, 'HS09'), 'Example: A Fabrication and Material Delive….')
  const comma = of('health.score', {
    tasks: [task('A', 5, [], { name: 'Frame Load Bearing Shear Walls, storey 2' }), task('B', 5, ['A'])],
  })
  t.match(sentenceOf(comma, 'HS09'), 'Example: A Frame Load Bearing Shear Walls….')
})

t.test('pronouns and verbs agree with what they speak of', async t => {
  const links = ['A SS+1 d']
  const two = {
    tasks: [task('A', 5), task('B', 5, links), task('C', 5, links), task('D', 1, ['B', 'C'])],
    status_date: '2026-01-05',
  }
  t.match(sentenceOf(of('health.dcma-decm', two), '06A205a'), '2 tasks have a lag before them.')
  t.match(sentenceOf(of('health.logic-audit', two), 'LA17'), '2 SS links have no FF link beside them.')
  const one = {
    tasks: [task('A', 5), task('B', 5, ['A'], { planned_start: '2026-01-10', planned_finish: '2027-05-01' })],
    status_date: '2026-01-05',
  }
  t.match(sentenceOf(of('analysis.cpm', one), 'CPM_DIFFERS_FROM_SUPPLIED'), '1 of 1 supplied finish, 100 %, differs (')
})

t.test('the index of executed work names the tasks that were due and are open', async t => {
  const due = { planned_start: '2026-01-05', planned_finish: '2026-01-09' }
  const finished = { ...due, actual_start: '2026-01-05', actual_finish: '2026-01-09', percent_complete: 100 }
  const behind = of('forensics.baseline-compare', {
    current_schedule: { tasks: [task('A', 5, [], finished), task('B', 5, ['A'], due)], status_date: '2026-01-20' },
    baseline_schedule: { tasks: [task('A', 5, [], due), task('B', 5, ['A'], due)], baseline_date: '2026-01-01' },
  })
  t.match(advised(behind, 'BC-01'), /Tasks: B Work B\.$/)
  t.match(advised(behind, 'BC-02'), /Tasks: B Work B\.$/)
})

t.test('findings about links and hubs name a task', async t => {
  const fan = Array.from({ length: 10 }, (_, n) => task(`F${n}`, 5, ['A']))
  const hub = of('health.logic-audit', {
    tasks: [task('A', 5), ...fan, task('Z', 1, [...fan.map(({ id }) => `${id} SS+1 d`), 'A'])],
    status_date: '2026-01-05',
  })
  for (const code of ['LA05', 'LA10', 'LA17']) t.match(sentenceOf(hub, code), / Example: [AZ] Work [AZ]\.$/, code)
})
