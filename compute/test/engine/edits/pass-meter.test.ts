/** What a request has computed is bounded by its size: a few bytes name another pass over all tasks. Without a bound such bodies took 3 to 23 s of a processor, or gigabytes. */
import t from 'tap'
import { type AnalysisId, analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { analysers } from '../../../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { materialise } from '../write/materialise.ts'

/** Far beyond what a slow machine takes. */
const PROCESSOR_MS_MAX = 6_000

function answer(id: AnalysisId, body: object, checkpoint: () => void = () => {}): Plain {
  const from = process.cpuUsage()
  const input = readRequest(analysisRow(id), Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) return input
  const result = analysers[id](input, { today: 0, checkpoint })
  const { user, system } = process.cpuUsage(from)
  t.ok((user + system) / 1000 < PROCESSOR_MS_MAX, `${(user + system) / 1000} ms of the processor`)
  return isRefusal(result) ? result : (materialise(result as unknown as ResultValue) as Plain)
}

const tasksOf = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${i}`,
    duration_days: 1 + ((i * 7) % 9),
    ...more,
    ...(i < 10 ? {} : { predecessors: [`${i - 10}`, ...(i % 10 === 0 ? [] : [`${i - 11}`])] }),
  }))

const eventsOn = (count: number, taskCount: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ id: `e${i}`, party: 'owner', started: '2026-03-02', days: 3, task_ids: [`${(i * 37) % taskCount}`] },
    ...more,
  }))

/** Each predecessor of the hub leads to each successor of it, once it is gone. */
const hub = (count: number) => [
  ...Array.from({ length: count }, (_, i) => ({ id: `p${i}` })),
  { id: 'hub', predecessors: Array.from({ length: count }, (_, i) => `p${i}`) },
  ...Array.from({ length: count }, (_, i) => ({ id: `s${i}`, predecessors: ['hub'] })),
]

t.test('the first of a hundred alternatives that take too many steps end the request', t => {
  const alternatives = Array.from({ length: 100 }, () => ({ changes: [{ remove_task: 'hub', reconnect: true }] }))
  const { code, faults } = answer('analysis.what-if', { tasks: hub(900), alternatives })
  t.equal(code, 'validation')
  t.match(faults[0].msg, /take too many steps/)
  t.ok(faults.length < 10, `${faults.length} faults`)
  t.end()
})

t.test('five hundred events on six thousand tasks are too many, and the refusal says so; four are not', t => {
  const body = { current_schedule: { tasks: tasksOf(6_000), status_date: '2026-03-01' } }
  const refused = answer('forensics.time-impact', { ...body, delay_events: eventsOn(500, 6_000) })
  t.match(refused, { code: 'validation', faults: [{ loc: ['body', 'delay_events'], type: 'length' }] })
  t.match(refused.faults[0].msg, /too many steps for its size/)
  t.equal(answer('forensics.time-impact', { ...body, delay_events: eventsOn(4, 6_000) }).data.events.length, 4)
  t.end()
})

t.test('events with many tasks each are compared by task, not in pairs', t => {
  const task_ids = Array.from({ length: 300 }, (_, i) => `${i}`)
  const body = { current_schedule: { tasks: tasksOf(1_000), status_date: '2026-03-01' } }
  t.equal(
    answer('forensics.time-impact', { ...body, delay_events: eventsOn(300, 1_000, { task_ids }) }).code,
    'validation',
  )
  t.end()
})

t.test(
  'what is taken out of an as-built network is bounded in the same way: by events, and by the tasks they name',
  t => {
    const built = (count: number) => tasksOf(count, { actual_start: '2026-03-02', actual_finish: '2026-03-20' })
    const collapsed = (taskCount: number, events: number, more: object = {}) =>
      answer('forensics.collapsed-as-built', {
        current_schedule: { tasks: built(taskCount), status_date: '2026-06-01' },
        delay_events: eventsOn(events, taskCount, more),
      })
    for (const refused of [
      collapsed(12_000, 500),
      collapsed(1_000, 250, { task_ids: Array.from({ length: 300 }, (_, i) => `${i}`) }),
    ]) {
      t.match(refused, { code: 'validation', faults: [{ loc: ['body', 'delay_events'], type: 'length' }] })
      t.match(refused.faults[0].msg, /too many steps for its size/)
    }
    t.equal(collapsed(1_000, 40).data.events.length, 40)
    t.end()
  },
)

t.test('a task for each id that an event could have', t => {
  const tasks = ['e0', ...Array.from({ length: 20_000 }, (_, i) => `e0 (${i + 2})`)].map(id => ({
    id,
    duration_days: 1,
  }))
  const body = { current_schedule: { tasks, status_date: '2026-03-01' } }
  const { data } = answer('forensics.time-impact', {
    ...body,
    delay_events: eventsOn(1, 1, { task_ids: ['e0'], started: '2026-03-01' }),
  })
  t.same(data.events[0].inserted_task_ids, ['e0 (20002)'])
  t.end()
})

t.test('a search ends where its steps are used up, and says so; a small one has all that it asked for', t => {
  const search = { limits: { max_steps: 1_000, max_moves: 50 } }
  const large = answer('analysis.what-if', { tasks: tasksOf(12_000), search }).data.search
  t.equal(large.ended_by, 'work')
  t.ok(large.steps > 100, `${large.steps} steps`)
  const small = answer('analysis.what-if', { tasks: tasksOf(500), search }).data.search
  t.not(small.ended_by, 'work')
  t.end()
})

t.test('alternatives that are too many are told how many are not', t => {
  const alternatives = Array.from({ length: 100 }, () => ({ changes: [{ task_id: '1', duration_days: 3 }] }))
  const work_week = { monday: [['08:00', '16:00']], tuesday: [['08:00', '16:00']] }
  const calendars = [{ id: 'c', work_week }]
  const body = { tasks: tasksOf(12_000, { calendar_id: 'c' }), calendars, default_calendar_id: 'c' }
  const { faults } = answer('analysis.what-if', { ...body, project_start: '2026-01-05', alternatives })
  t.match(faults[0].msg, /^100 alternatives of 12000 tasks are too many for one request: at most \d\d of a schedule/)
  t.end()
})

/** Texts that a call encodes; whatever is packed and read again is. */
function encodedIn(call: () => void): number {
  const { encode } = TextEncoder.prototype
  let count = 0
  TextEncoder.prototype.encode = function (text) {
    count++
    return encode.call(this, text)
  }
  try {
    call()
  } finally {
    TextEncoder.prototype.encode = encode
  }
  return count
}

t.test('the tasks that fragnets name are read once, however many events have one', t => {
  const withFragnets = (count: number): Plain => {
    const tasks = tasksOf(2 * count, { actual_start: '2026-03-02', actual_finish: '2026-03-20' })
    return {
      current_schedule: { tasks, status_date: '2026-06-01' },
      baseline_schedule: { baseline_date: '2026-03-01', tasks: tasksOf(2 * count) },
      delay_events: eventsOn(count, count).map((event, i) => ({
        ...event,
        fragnet: [
          { add_task: { id: `f${i}`, duration_days: 3, predecessors: [`${i}`] }, successors: [`${count + i}`] },
          // of another event: what one adds, the others may name
          ...(i > 0 ? [{ link: { predecessor: `f${i - 1}`, successor: `f${i}` } }] : []),
        ],
      })),
    }
  }
  for (const id of ['forensics.as-planned-vs-as-built', 'forensics.delay-analysis'] as const) {
    const texts = (count: number) => encodedIn(() => t.ok(answer(id, withFragnets(count)).data, `${id} ${count}`))
    const [few, many] = [texts(50), texts(200)]
    t.ok(many < 5 * few, `${few} texts for 50 events, ${many} for 200`)
  }
  t.end()
})

t.test('contract dates of sections share what testing changes may cost', t => {
  const update = (k: number) => ({
    snapshot_date: `2026-03-1${k}`,
    tasks: tasksOf(1_000).map((task, i) => ({ ...task, duration_days: 1 + ((i * 7 + k * (1 + (i % 3))) % 13) })),
  })
  const steps = (sections: number): number => {
    const sectional_dates = Array.from({ length: sections }, (_, i) => ({
      ...{ task_id: `${150 + i}`, completion_date: '2027-01-01' },
    }))
    const { snapshot_date, ...last } = update(6)
    let count = 0
    const { data } = answer(
      'forensics.delay-analysis',
      {
        current_schedule: { ...last, status_date: snapshot_date },
        schedule_history: [0, 1, 2, 3, 4, 5].map(update),
        options: { completion_date: '2027-01-01', sectional_dates },
      },
      () => count++,
    )
    t.equal(data.contract_dates.completions.length, sections + 1)
    return count
  }
  const [none, one, five, ten] = [steps(0), steps(1), steps(5), steps(10)]
  t.ok(one > none, `${one} steps with one date, ${none} with none`)
  t.ok(ten - none < 1.5 * (five - none), `${five} steps with five, ${ten} with ten, ${none} with none`)
  t.end()
})
