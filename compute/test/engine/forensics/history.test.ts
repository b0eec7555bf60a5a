/** POST /api/v1/forensics/history: figures of single calls, the order of the request decides nothing, a record of years is fast. */
import t from 'tap'
import { analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { analysers } from '../../../engine/analysers.ts'
import { trendOf } from '../../../engine/analysis/history/trend.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { project } from '../../helpers/every-analysis.ts'
import { xerText } from '../../helpers/xer-text.ts'
import { footbridge } from '../read/file/xer/footbridge.ts'
import { materialise } from '../write/materialise.ts'

type Id = 'forensics.history' | 'forensics.change-tracking' | 'analysis.cpm' | 'health.score' | 'health.dcma-14-point'

function answer(id: Id, body: object): Plain {
  const row = analysisRow(id)
  const input = readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) return input
  const result = analysers[id](input, { today: 0 })
  if (isRefusal(result)) return result
  const plain = materialise(result as unknown as ResultValue) as Plain
  const faults = id === 'forensics.history' ? schemaFaults(row.data, plain.data, 3) : []
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return plain
}

const DAY = 20_514

/** A chain that slips by `slip` days in each of its weekly updates. */
const updates = (count: number, slip: number) =>
  Array.from({ length: count }, (_, n) => ({
    snapshot_date: formatDay(DAY + 7 * n),
    tasks: [{ id: 'A', duration_days: 100 + slip * n - 7 * n, planned_start: formatDay(DAY + 7 * n) }],
  }))

const bodyOf = (
  all: readonly { readonly snapshot_date: string; readonly tasks: readonly object[] }[],
  current: number,
): Plain => {
  const { snapshot_date: status_date, ...rest } = all[current]!
  return {
    calendar: 'calendar_days',
    current_schedule: { ...rest, status_date },
    schedule_history: all.filter((_, n) => n !== current),
  }
}

t.test(
  'the line follows one thing: updates that end with different tasks are told, and their finishes are not joined',
  async t => {
    const end = (id: string, days: number, predecessors: string[] = ['A']) => ({
      id,
      duration_days: days,
      predecessors,
    })
    const all = [
      [end('B', 10), end('L', 40)],
      [end('B', 12)],
      [end('B', 13), { ...end('NOTE', 1, []), constraint_type: 'SNET', constraint_date: '2026-09-01' }],
    ].map((ends, n) => ({
      snapshot_date: formatDay(DAY + 7 * n),
      tasks: [{ id: 'A', duration_days: 30 - 7 * n, planned_start: formatDay(DAY + 7 * n) }, ...ends],
    }))
    const { data, summary, findings } = answer('forensics.history', bodyOf(all, 2))
    t.equal(findings[0].code, 'HISTORY_END_CHANGED')
    t.match(summary, /^L ended last and is gone .* B is followed/)
    t.match(data.followed_finish, { by: 'last_common_finish', id: 'B', days: 3, change: 'deleted' })
    t.equal(data.trend.slip_per_day, 0.214, '3 days in 14, not those of the note')
    t.match(summary, /The own record of B, continued as a line, ends on/)
    const [first, second, third] = all
    const apart = [first!, { ...second!, tasks: [end('C', 12, [])] }, { ...third!, tasks: [end('D', 60, [])] }]
    const none = answer('forensics.history', bodyOf(apart, 2))
    t.equal(none.data.trend, null)
    t.match(none.summary, /The updates have no end in common, so no record is continued/)
  },
)

t.test('the health of an update is the health score of its file', async t => {
  const BOUNDARY = 'part'
  const file = xerText(footbridge())
  const asked = (id: Id, names: readonly string[]): Plain => {
    const parts = names.map(
      name => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="x.xer"\r\n\r\n${file}\r\n`,
    )
    const body = Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`)
    const row = analysisRow(id)
    const input = readFileRequest(row, body, { boundary: BOUNDARY }, NO_LIMITS, row.path)
    if (!('schedules' in input)) return input
    return materialise(analysers[id](input, { today: 0 }) as unknown as ResultValue) as Plain
  }
  const { score } = asked('health.score', ['tasks'])
  const { data } = asked('forensics.history', ['schedule_history', 'current_schedule'])
  t.same(
    data.updates.map(({ health_score }: Plain) => health_score),
    [score, score],
  )
})

t.test('whichever update is sent as the current one, the record is the same', async t => {
  const all = updates(5, 2)
  const told = ({ data }: Plain) => [
    data.updates.map(({ data_date, finish, moves_calendar_days, dcma_score }: Plain) => [
      data_date,
      finish,
      moves_calendar_days,
      dcma_score,
    ]),
    data.trend,
    data.patterns,
  ]
  const wanted = told(answer('forensics.history', bodyOf(all, 4)))
  for (const current of [0, 1, 2, 3]) {
    const { data } = answer('forensics.history', bodyOf(all, current))
    t.same(told({ data }), wanted)
    t.equal(data.updates.at(-1).schedule, `schedule_history.3`)
    t.equal(data.updates[current].schedule, 'current_schedule')
  }
})

t.test('each figure of an update is that of a call on it alone', async t => {
  const { snapshots, current } = project(3, 120)
  const body = { schedule_history: snapshots, current_schedule: current, options: { completion_date: '2026-12-31' } }
  const { data } = answer('forensics.history', body)
  t.equal(data.updates.length, snapshots.length + 1)
  const tracked = answer('forensics.change-tracking', { schedule_history: snapshots, current_schedule: current })
  const counts = tracked.data.checks.map(({ code, numerator }: Plain) => [code, numerator ?? 0])
  t.same(
    data.patterns.map(({ code, count }: Plain) => [code, count]),
    counts,
  )
  t.ok(data.patterns.some(({ count }: Plain) => count > 0))
  const sent = [
    ...snapshots.map(({ snapshot_date, ...rest }: Plain) => ({ ...rest, status_date: snapshot_date })),
    current,
  ] as Plain[]
  for (const schedule of sent) {
    const update = data.updates.find(({ data_date }: Plain) => data_date === schedule.status_date)
    const alone = { tasks: schedule.tasks, status_date: schedule.status_date }
    t.equal(update.health_score, answer('health.score', alone).score)
    t.equal(update.dcma_score, answer('health.dcma-14-point', alone).score)
    t.equal(update.finish, answer('analysis.cpm', alone).data.project_finish_date)
  }
})

t.test(
  'a record that slips by a third of the time ends half as late again; one that slips as fast as time never',
  async t => {
    const line = (slope: number) => [0, 10, 20].map(day => ({ day: DAY + day, finish: DAY + 60 + slope * day }))
    t.match(trendOf(line(0.4), DAY + 90), {
      slip_per_day: 0.4,
      largest_deviation_days: 0,
      forecast_finish: formatDay(DAY + 100),
      beyond_completion_calendar_days: 10,
    })
    t.match(trendOf(line(0), DAY), { forecast_finish: formatDay(DAY + 60), beyond_finish_calendar_days: 0 })
    t.match(trendOf(line(1), DAY), { forecast_finish: null })
    t.equal(trendOf(line(1).slice(1), DAY), undefined)
  },
)

t.test('bad milestones name their place; one schedule is no record', async t => {
  const all = updates(3, 1)
  t.match(answer('forensics.history', { ...bodyOf(all, 2), options: { milestones: ['Q'] } }), {
    faults: [{ loc: ['body', 'options', 'milestones', 0] }],
  })
  const single = answer('forensics.history', { current_schedule: bodyOf(all, 2).current_schedule })
  t.match(single.findings, [{ code: 'HISTORY_ONE_SCHEDULE' }])
  t.same([single.data.trend, single.data.patterns], [null, []])
})

t.test('36 updates of 1,000 tasks take seconds', async t => {
  const { current } = project(9, 1_000)
  const last = current as Plain
  const schedule_history = Array.from({ length: 35 }, (_, n) => ({
    snapshot_date: formatDay(DAY - 30 * (n + 1)),
    tasks: last.tasks,
  }))
  const startedMs = performance.now()
  const { data } = answer('forensics.history', { current_schedule: last, schedule_history })
  t.equal(data.updates.length, 36)
  t.comment(`${Math.round(performance.now() - startedMs)} ms`)
  t.ok(performance.now() - startedMs < 60_000, 'on a busy machine, too')
})

t.test('dates of a summary that follow from those of its tasks are no rewritten history', async t => {
  const tasks = (start: string, own: object) => [
    { id: 'S', task_type: 'summary', actual_start: start },
    { id: 'A', parent_id: 'S', duration_days: 5, actual_start: start },
    { id: 'B', parent_id: 'S', duration_days: 5, ...own },
  ]
  const { data } = answer('forensics.history', {
    calendar: 'calendar_days',
    schedule_history: [{ snapshot_date: '2026-03-09', tasks: tasks('2026-03-03', { actual_start: '2026-03-04' }) }],
    current_schedule: { status_date: '2026-03-16', tasks: tasks('2026-03-02', { actual_start: '2026-03-04' }) },
  })
  t.match(data.updates[1], { changed_history_count: 1, changed_history_ids: ['A'] })
})
