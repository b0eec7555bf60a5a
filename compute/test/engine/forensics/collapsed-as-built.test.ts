/** POST /api/v1/forensics/collapsed-as-built: nothing taken out gives the actual dates, and what was put in comes out again without a trace. */
import t from 'tap'
import { analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { analysers } from '../../../engine/analysers.ts'
import { asBuiltOf } from '../../../engine/analysis/collapsed-as-built/as-built.ts'
import { collapse, NOTHING } from '../../../engine/analysis/collapsed-as-built/collapse.ts'
import { momentIn } from '../../../engine/clock/calendars.ts'
import { PassMeter } from '../../../engine/edits/pass-meter.ts'
import { type Computed, computed, isComputed, recomputed } from '../../../engine/edits/recomputed.ts'
import { COMPLETE } from '../../../engine/population/progress.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { between, pick, type Random, random, shuffled } from '../../helpers/random.ts'
import { PROJECT_FILES_FOLDER, projectFiles, readProjects, scheduleOf } from '../clock/project-files.ts'
import { randomBody } from '../edits/random-edits.ts'
import { materialise } from '../write/materialise.ts'
import { contractFaults } from './contract-faults.ts'

const CASES = Number(process.env.COLLAPSE_CASES ?? 500)
const MULTI_CASES = Number(process.env.MULTI_CASES ?? 60)
const ID = 'forensics.collapsed-as-built'

function collapsed(body: object): Plain {
  const row = analysisRow(ID)
  const input = readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) return input
  const result = analysers[ID](input, { today: 0 })
  if (isRefusal(result)) return result
  const plain = materialise(result as unknown as ResultValue) as Plain
  const faults = schemaFaults(row.data, plain.data, 3)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return plain
}

/** A plan of which nothing has begun, whose dates follow from its links, calendars and constraints. */
function plan(rnd: Random): Plain {
  const body = randomBody(rnd)
  for (const task of body.tasks) {
    for (const name of ['actual_start', 'actual_finish', 'percent_complete', 'assignments', 'resource'])
      delete task[name]
    // of one that says no more, the links say whether it is a start or a finish
    if (task.task_type === 'milestone') task.task_type = pick(rnd, ['start_milestone', 'finish_milestone'])
    if (task.constraint_type === 'ALAP') delete task.constraint_type
  }
  delete body.must_finish_by
  body.status_date = '2026-03-02'
  return body
}

function computedOf(body: Plain): Computed {
  const input = readRequest(
    analysisRow('analysis.cpm'),
    Buffer.from(JSON.stringify(body)),
    'application/json',
    NO_LIMITS,
  )
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  const columns = input.schedules.get('tasks')!
  const of = computed({ columns, members: { calendar: body.calendar, status_date: body.status_date } })
  if (!isComputed(of)) throw new Error('cycle')
  return of
}

/** Points of which something is left; milestones behind them. */
const MENDED = [767, 977, 2665]

/** Nothing is taken, but every date is computed anew. */
const everywhere = (of: Computed) => ({
  ...NOTHING,
  spans: new Map(Array.from(of.network.order, i => [i, [{ from: 0, to: 0 }]] as const)),
})

t.test(`a fragnet that was put in comes out without a trace: ${CASES} random ones`, async t => {
  let differing = 0
  let moving = 0
  for (const n of [...MENDED, ...Array(CASES).keys()]) {
    if (differing === 3) break
    const rnd = random(71_000 + n)
    const body = plan(rnd)
    const before = computedOf(body)
    const ids: string[] = body.tasks.map(({ id }: Plain) => id)
    const at = between(rnd, 0, ids.length - 1)
    const change = {
      add_task: {
        id: 'Event',
        duration_days: between(rnd, 1, 9),
        ...(at > 0 && rnd() < 0.7 ? { predecessors: [pick(rnd, ids.slice(0, at))] } : {}),
        ...(rnd() < 0.4 ? { constraint_type: 'SNET', constraint_date: `2026-03-${between(rnd, 10, 20)}` } : {}),
      } as never,
      successors: [{ task_id: ids[at]!, type: pick(rnd, ['FS', 'FS', 'FF', 'SS']) }],
    }
    const after = recomputed(before.schedule, [change], [], new PassMeter([before.schedule.columns]))
    if (!isComputed(after)) throw new Error(JSON.stringify(after))
    const asBuilt = asBuiltOf(after)
    const event = after.schedule.taskBefore!.indexOf(-1)
    const without = collapse(asBuilt, { ...everywhere(after), dropped: new Set([event]) })
    const wanted = asBuiltOf(before)
    const told = (of: { start: Float64Array; finish: Float64Array }, i: number) => [of.start[i], of.finish[i]]
    const is = Array.from(ids, (_, i) => told(without, i))
    const should = Array.from(ids, (_, i) => told(wanted, i))
    if (without.moved.length > 1) moving++
    const isSame = is.every((pair, i) =>
      pair.every((value, k) => Object.is(value, should[i]![k]) || Math.abs(value! - should[i]![k]!) < 1e-6),
    )
    if (isSame) continue
    differing++
    t.same(is, should, `case ${n}: ${JSON.stringify(body)} ${JSON.stringify(change)}`)
  }
  t.equal(differing, 0)
  t.ok(moving > CASES / 10, `${moving} moved other tasks`)
})

t.test('nothing taken out of the schedules of real tools gives every actual date to the minute', async t => {
  const kinds = (['xer', 'pmxml', 'mspdi'] as const).flatMap(kind =>
    (projectFiles(kind) ?? []).map(file => ({ kind, file })),
  )
  if (kinds.length === 0) return t.pass(`skipped: ${PROJECT_FILES_FOLDER} is not here`)
  let actual = 0
  let differing = 0
  for (const { kind, file } of kinds)
    for (const project of readProjects(kind, file)) {
      const { columns } = scheduleOf(file, project)
      const dataDate = project.properties.data_date
      const of = computed({ columns, members: { calendar: undefined, status_date: dataDate?.slice(0, 10) } as never })
      if (!isComputed(of)) continue
      const asBuilt = asBuiltOf(of)
      const { start, finish } = collapse(asBuilt, everywhere(of))
      const { state } = of.prepared.input
      for (const i of of.network.order) {
        const isSame = start[i] === asBuilt.start[i] && finish[i] === asBuilt.finish[i]
        const begun = momentIn(columns, 'actualStart', i, 'start')
        const ended = momentIn(columns, 'actualFinish', i, 'finish')
        const isBegun = columns.actualStart[i] !== DAY_ABSENT && state[i] !== 0
        const isEnded = columns.actualFinish[i] !== DAY_ABSENT && state[i] === COMPLETE
        if (isBegun) actual++
        if (isEnded) actual++
        // a finish at midnight stands where its day's work ended
        const isKept = (!isBegun || start[i] === begun) && (!isEnded || finish[i] === ended || ended % 1440 === 0)
        if (isSame && isKept) continue
        differing++
        if (differing < 5)
          t.fail(
            `${kind}/${file}: task ${i}: ${start[i]} ${asBuilt.start[i]} ${begun} ${finish[i]} ${asBuilt.finish[i]} ${ended}`,
          )
      }
    }
  t.equal(differing, 0)
  t.ok(actual > 1_000, `${actual} actual dates`)
})

t.test('nothing taken out of random schedules with progress changes no date', async t => {
  let differing = 0
  for (let n = 0; n < CASES && differing < 3; n++) {
    const of = computedOf(randomBody(random(33_000 + n)))
    const asBuilt = asBuiltOf(of)
    const { start, finish } = collapse(asBuilt, everywhere(of))
    const isSame = of.network.order.every(i => start[i] === asBuilt.start[i] && finish[i] === asBuilt.finish[i])
    if (isSame) continue
    differing++
    t.same([start, finish], [asBuilt.start, asBuilt.finish], `case ${n}`)
  }
  t.equal(differing, 0)
})

/** A random as-built: what is complete has actual dates, some of the rest is open. */
function happened(rnd: Random): Plain {
  const count = between(rnd, 3, 10)
  const tasks: Plain[] = []
  for (let n = 0; n < count; n++) {
    const start = 20_514 + between(rnd, 0, 30)
    const finish = start + between(rnd, 0, 12)
    const predecessors = tasks.filter(() => rnd() < 0.3).map(({ id }) => `${id} ${pick(rnd, ['FS', 'FS', 'SS', 'FF'])}`)
    tasks.push({
      id: `T${n}`,
      duration_days: between(rnd, 0, 8),
      predecessors,
      actual_start: formatDay(start),
      ...(rnd() < 0.8 ? { actual_finish: formatDay(finish) } : { percent_complete: 50 }),
    })
  }
  const events = Array.from({ length: between(rnd, 1, 4) }, (_, n) => {
    const from = between(rnd, 0, 30)
    return {
      id: `E${n}`,
      party: pick(rnd, ['owner', 'contractor', 'neutral']),
      started: formatDay(20_514 + from),
      ...(rnd() < 0.7 ? { ended: formatDay(20_514 + from + between(rnd, 0, 8)) } : { days: between(rnd, 1, 5) }),
      task_ids: [pick(rnd, tasks).id],
    }
  })
  return {
    current_schedule: { status_date: formatDay(20_514 + 45), tasks },
    calendar: pick(rnd, ['working_days', 'calendar_days']),
    delay_events: events,
  }
}

const close = (a: number, b: number): boolean => Math.abs(a - b) < 1e-4

t.test(
  'steps and parties sum to the whole, each day stands once, and no order of rows or events decides anything',
  async t => {
    let earlier = 0
    for (let n = 0; n < 150; n++) {
      const rnd = random(4_400 + n)
      const body = happened(rnd)
      const { data } = collapsed(body)
      const [simulation] = data.simulations
      const days = simulation.earlier_working_days
      if (days > 0) earlier++
      const sum = (list: Plain[], member: string): number => list.reduce((total, each) => total + each[member], 0)
      t.ok(days >= 0 && close(sum(data.events, 'earlier_working_days'), days), `case ${n}: steps`)
      t.ok(
        close(sum(data.events, 'earlier_calendar_days'), simulation.earlier_calendar_days),
        `case ${n}: calendar steps`,
      )
      t.ok(close(sum(simulation.by_party, 'working_days'), days), `case ${n}: parties`)
      t.ok(close(sum(simulation.by_party, 'calendar_days'), simulation.earlier_calendar_days), `case ${n}: parties`)
      for (const { policy, ...row } of simulation.concurrency.policies) {
        const total = row.compensable_days + row.excusable_only_days + row.non_excusable_days
        t.ok(close(total, days), `case ${n}: ${policy}`)
      }
      const other = structuredClone(body)
      other.current_schedule.tasks = shuffled(rnd, other.current_schedule.tasks)
      other.delay_events = shuffled(rnd, other.delay_events)
      const again = collapsed(other).data
      const told = ({ simulations, events }: Plain) => {
        const { tasks, sha256: _, ...rest } = simulations[0]
        return [{ ...rest, source_validation: [], tasks: [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1)) }, events]
      }
      t.same(told(again), told(data), `case ${n}: order`)
      const swapped = structuredClone(body)
      for (const event of swapped.delay_events)
        event.party = event.party === 'owner' ? 'contractor' : event.party === 'contractor' ? 'owner' : event.party
      const mirror = collapsed(swapped).data
      t.equal(mirror.by_party_working_days.owner, data.by_party_working_days.contractor, `case ${n}: swapped`)
      t.equal(mirror.simulations[0].concurrency.joint_days, simulation.concurrency.joint_days)
    }
    t.ok(earlier > 30, `${earlier} moved`)
  },
)

const BUILT = [
  { id: 'A', duration_days: 5, planned_start: '2026-03-02', actual_start: '2026-03-09', actual_finish: '2026-03-13' },
  { id: 'B', duration_days: 5, predecessors: ['A'], actual_start: '2026-03-18', actual_finish: '2026-03-24' },
]

t.test('an event takes out the wait that it made, before the first task too, and no more days than it had', async t => {
  const of = (delay_events: object[]) =>
    collapsed({
      current_schedule: { status_date: '2026-03-30', tasks: BUILT },
      calendar: 'working_days',
      delay_events,
    }).data
  const E = { id: 'E', party: 'owner' }
  const late = of([{ ...E, started: '2026-03-02', ended: '2026-03-06', task_ids: ['A'] }])
  t.match(late.events, [{ extracted: [{ id: 'A', duration_days: 0, wait_days: 5 }], earlier_working_days: 5 }])
  const wait = of([{ ...E, started: '2026-03-16', ended: '2026-03-31', task_ids: ['B'] }])
  t.match(wait.events, [{ extracted: [{ id: 'B', duration_days: 5, wait_days: 2 }], finish_after: '2026-03-13' }])
  const short = of([{ ...E, started: '2026-03-12', days: 3, task_ids: ['B'] }])
  t.match(short.events, [{ extracted: [{ id: 'B', duration_days: 0, wait_days: 1 }], earlier_working_days: 1 }])
  const fewer = of([{ ...E, started: '2026-03-16', ended: '2026-03-31', days: 1, task_ids: ['B'] }])
  t.match(fewer.events, [{ extracted: [{ id: 'B', duration_days: 0, wait_days: 1 }] }])
  const beside = of([{ ...E, started: '2026-02-02', ended: '2026-02-03', task_ids: ['B'] }])
  t.match(beside.events, [{ flags: ['nothing_extracted'], earlier_working_days: 0 }])
  t.match(collapsed({ current_schedule: { status_date: '2026-03-30', tasks: BUILT } }).findings, [
    { code: 'COLLAPSE_NO_EVENTS' },
  ])
})

t.test('multi takes out of each update what fell between its data date and the one before', async t => {
  const before = [BUILT[0], { ...BUILT[1], actual_start: null, actual_finish: null }]
  const { data } = collapsed({
    schedule_history: [{ snapshot_date: '2026-03-16', tasks: before }],
    current_schedule: { status_date: '2026-03-30', tasks: BUILT },
    calendar: 'working_days',
    delay_events: [
      { id: 'Access', party: 'owner', started: '2026-03-02', ended: '2026-03-06', task_ids: ['A'] },
      { id: 'Crew', party: 'contractor', started: '2026-03-16', ended: '2026-03-17', task_ids: ['B'] },
    ],
    options: { method: 'multi', milestones: ['B'] },
  })
  t.match(data, {
    implementation_protocol: '3.9',
    simulations: [
      { schedule: 'schedule_history.0', from: null, until: '2026-03-16', event_count: 1, earlier_working_days: 5 },
      { schedule: 'current_schedule', from: '2026-03-16', until: null, event_count: 1, earlier_working_days: 2 },
    ],
    by_party_working_days: { owner: 5, contractor: 2 },
  })
  t.match(data.simulations[1], {
    finish: '2026-03-24',
    finish_without_earlier_events: '2026-03-17',
    finish_without_events: '2026-03-13',
    milestones: [{ id: 'B', finish: '2026-03-24', finish_without_events: '2026-03-13', earlier_working_days: 2 }],
  })
})

t.test('an event that lies across a data date is cut there, and none of its days stands twice', async t => {
  // P has 5 days and took 14, A 10 and took 12, both before B: on day 12, 7 of the 9 late days of P were over
  const day = (n: number): string => formatDay(20_514 + n)
  const done = (from: number, to: number) => ({ actual_start: day(from), actual_finish: day(to - 1) })
  const tasks = (p: object, a: object, b: object) => [
    { id: 'P', duration_days: 14, planned_start: day(0), ...p },
    { id: 'A', duration_days: 12, planned_start: day(0), ...a },
    { id: 'B', duration_days: 10, predecessors: ['P', 'A'], ...b },
  ]
  const of = (method: string) =>
    collapsed({
      calendar: 'calendar_days',
      schedule_history: [
        { snapshot_date: day(12), tasks: tasks({ actual_start: day(0), remaining_duration_days: 2 }, done(0, 12), {}) },
      ],
      current_schedule: { status_date: day(24), tasks: tasks(done(0, 14), done(0, 12), done(14, 24)) },
      delay_events: [
        { id: 'permit', party: 'owner', started: day(5), ended: day(13), task_ids: ['P'] },
        { id: 'crew', party: 'contractor', started: day(10), ended: day(11), task_ids: ['A'] },
      ],
      options: { method },
    }).data
  const [single, multi] = [of('single'), of('multi')]
  const sum = ({ by_party_calendar_days: by }: Plain): number => by.owner + by.contractor
  t.equal(sum(single), 4)
  t.equal(sum(multi), sum(single), 'the last two days of the permit, behind the data date, add nothing')
})

t.test(
  'no day of an event stands in two simulations, however it tells how long it took; windows sum to the whole',
  async t => {
    let cut = 0
    const seen = { joint: 0, changed: 0, alike: 0 }
    for (let n = 0; n < MULTI_CASES; n++) {
      const rnd = random(8_800 + n)
      const body = happened(rnd)
      const day = (offset: number): string => formatDay(20_514 + offset)
      const ends = [10, 20, 30].map(offset => offset + between(rnd, 0, 5))
      const { tasks } = body.current_schedule
      // each update knows what had happened by its data date
      const asOf = (date: string) => (task: Plain) => {
        const { actual_start: start, actual_finish: finish, percent_complete: _, ...plan } = task
        if (start >= date) return plan
        if (finish === undefined || finish >= date) return { ...plan, actual_start: start, percent_complete: 50 }
        return task
      }
      const duration = between(rnd, 1, 12)
      for (const event of body.delay_events)
        if (rnd() < 0.5) Object.assign(event, { days: duration }, rnd() < 0.5 ? { ended: undefined } : {})
      const whole = {
        ...body,
        schedule_history: ends.map(end => ({ snapshot_date: day(end), tasks: tasks.map(asOf(day(end))) })),
        options: { method: 'multi', completion_date: day(between(rnd, 15, 40)), milestones: [tasks[0].id] },
      }
      const { data } = collapsed(whole)
      const last = data.simulations.at(-1)
      const gone = (parseDay(last.finish)! - parseDay(last.finish_without_events)!) as number
      const total = (list: Plain[], member: string): number => list.reduce((all, each) => all + each[member], 0)
      const byParty = (unit: string) => Object.values(data[`by_party_${unit}_days`] as number[]).reduce((a, b) => a + b)
      const days = total(data.simulations, 'earlier_working_days')
      t.ok(close(total(data.simulations, 'earlier_calendar_days'), gone), `case ${n}: windows sum to the whole`)
      t.ok(
        close(total(data.events, 'earlier_calendar_days'), gone) && close(byParty('calendar'), gone),
        `case ${n}: events`,
      )
      t.ok(
        close(total(data.events, 'earlier_working_days'), days) && close(byParty('working'), days),
        `case ${n}: events`,
      )
      for (const { schedule, earlier_working_days: own, by_party } of data.simulations) {
        const rows = data.events.filter((each: Plain) => each.schedule === schedule)
        t.ok(close(total(rows, 'earlier_working_days'), own), `case ${n}, ${schedule}: events`)
        t.ok(close(total(by_party, 'working_days'), own), `case ${n}, ${schedule}: parties`)
        if (rows.some(({ flags }: Plain) => flags.includes('counted_before'))) seen.changed++
        if (rows.some((each: Plain) => each.min_working_days < each.max_working_days)) seen.joint++
      }
      const { finish, finish_without_events: without } = last.milestones[0]
      const ofMilestone = data.simulations.reduce(
        (all: number, { milestones: [each] }: Plain) => all + each.earlier_calendar_days,
        0,
      )
      t.equal(ofMilestone, parseDay(finish)! - parseDay(without)!, `case ${n}: milestone`)
      t.same(contractFaults(data.contract_dates), [], `case ${n}: contract dates`)
      if (body.delay_events.every(({ days: sent }: Plain) => sent === undefined)) {
        seen.alike++
        const [single] = collapsed({ ...whole, options: {} }).data.simulations
        t.ok(close(days, single.earlier_working_days), `case ${n}: as all at once`)
      }
      const { calendar } = body
      for (const event of body.delay_events) {
        const rows = data.events.filter(({ id }: Plain) => id === event.id)
        const taken = rows.flatMap(({ extracted }: Plain) => extracted)
        const sum = taken.reduce((total: number, row: Plain) => total + row.duration_days + row.wait_days, 0)
        if (taken.length > 1) cut++
        const first = parseDay(event.started)!
        const last = event.ended === undefined ? Number.NaN : parseDay(event.ended)!
        let own = event.days ?? 0
        if (event.days === undefined)
          for (let each = first; each <= last; each++) if (calendar === 'calendar_days' || (each + 3) % 7 < 5) own++
        t.ok(sum <= own + 1e-6, `case ${n}, ${event.id}: ${sum} of ${own} days`)
      }
    }
    t.comment(seen)
    t.ok(cut > MULTI_CASES / 6, `${cut} in several simulations`)
    t.ok(
      Object.values(seen).every(count => count > MULTI_CASES / 20),
      JSON.stringify(seen),
    )
  },
)

t.test('an event on a task that the as-built schedule no longer has is flagged, and the others go', async t => {
  const of = (task_ids: string[], method = 'single') =>
    collapsed({
      schedule_history: [{ snapshot_date: '2026-03-16', tasks: [...BUILT, { id: 'Gone', duration_days: 2 }] }],
      current_schedule: { status_date: '2026-03-30', tasks: BUILT },
      calendar: 'working_days',
      delay_events: [
        { id: 'Access', party: 'owner', started: '2026-03-02', ended: '2026-03-06', task_ids: ['A'] },
        { id: 'Crew', party: 'contractor', started: '2026-03-16', ended: '2026-03-17', task_ids },
      ],
      options: { method },
    })
  const { data, findings } = of(['Gone'])
  t.match(data.events, [
    { id: 'Crew', earlier_working_days: 0, flags: ['task_not_in_as_built'] },
    { id: 'Access', earlier_working_days: 5, flags: [] },
  ])
  const finding = findings.find(({ code }: Plain) => code === 'COLLAPSE_TASK_NOT_IN_AS_BUILT')
  t.match([finding.severity, finding.description], ['high', /^1 event names tasks/])
  t.match(of(['Gone', 'B']).data.events, [{ extracted: [{ id: 'B', wait_days: 2 }], flags: ['task_not_in_as_built'] }])
  t.equal(of(['Gone', 'B'], 'multi').data.events.length, 2)
  t.match(of(['Never']).faults, [{ loc: ['body', 'delay_events', 1, 'task_ids', 0], type: 'unknown' }])
})

t.test('of events that began on one day neither ids nor rows decide whose a day is', async t => {
  let shared = 0
  for (let n = 0; n < 60; n++) {
    const rnd = random(9_900 + n)
    const body = happened(rnd)
    const { tasks } = body.current_schedule
    const starts = [between(rnd, 0, 20), between(rnd, 0, 20)]
    const delay_events = Array.from({ length: n % 6 === 0 ? 9 : between(rnd, 2, 5) }, (_, e) => {
      const from = pick(rnd, starts)
      const ended = formatDay(20_514 + from + between(rnd, 0, 8))
      const party = pick(rnd, ['owner', 'contractor', 'neutral'])
      return {
        id: `E${e}`,
        party,
        started: formatDay(20_514 + from),
        ended,
        task_ids: [pick(rnd, tasks as Plain[]).id],
      }
    })
    const contract = { completion_date: formatDay(20_514 + between(rnd, 20, 40)), damages_per_day: 1 }
    const of = (events: object[]) => collapsed({ ...body, delay_events: events, options: contract }).data
    const nameOf = (id: string): string => `E${delay_events.length - 1 - Number(id.slice(1))}`
    const [is, other] = [
      of(delay_events),
      of(
        shuffled(
          rnd,
          delay_events.map(e => ({ ...e, id: nameOf(e.id) })),
        ),
      ),
    ]
    t.strictSame(other.contract_dates, is.contract_dates, `case ${n}: contract dates`)
    t.strictSame(other.by_party_working_days, is.by_party_working_days, `case ${n}: parties`)
    let sum = 0
    for (const { id, flags, ...event } of is.events) {
      const same = other.events.find((each: Plain) => each.id === nameOf(id))
      for (const member of ['earlier_working_days', 'earlier_calendar_days', 'alone_working_days', 'position'])
        t.ok(close(same[member], event[member]), `case ${n}, ${id}: ${member}`)
      sum += event.earlier_working_days
      const isTied = delay_events.filter(({ started }) => started === event.started).length > 1
      t.equal(flags.includes('same_start'), isTied)
      if (isTied && event.earlier_working_days % 1 !== 0) shared++
    }
    t.ok(Math.abs(sum - is.simulations[0].earlier_working_days) < 1e-3, `case ${n}: steps`)
  }
  t.ok(shared > 10, `${shared} shared days`)
})

t.test(
  'days that go with either of two are of both in contract dates, whatever else one of them holds with a third',
  async t => {
    // A and then B: owner and contractor kept A alike for 5 days; beside B ran C, and neutral and contractor held each one of the two for 2
    const done = (from: number, to: number) => ({
      actual_start: formatDay(20_514 + from),
      actual_finish: formatDay(20_514 + to - 1),
    })
    const E = (id: string, party: string, from: number, days: number, task: string) => ({
      id,
      party,
      started: formatDay(20_514 + from),
      ended: formatDay(20_514 + from + days - 1),
      task_ids: [task],
    })
    const { data } = collapsed({
      calendar: 'calendar_days',
      current_schedule: {
        status_date: formatDay(20_514 + 20),
        tasks: [
          { id: 'A', duration_days: 10, ...done(0, 10) },
          { id: 'B', duration_days: 6, predecessors: ['A'], ...done(10, 16) },
          { id: 'C', duration_days: 6, predecessors: ['A'], ...done(10, 16) },
        ],
      },
      delay_events: [
        E('E1', 'owner', 2, 5, 'A'),
        E('E2', 'contractor', 2, 5, 'A'),
        E('E3', 'neutral', 11, 2, 'B'),
        E('E4', 'contractor', 12, 2, 'C'),
      ],
      options: { completion_date: formatDay(20_514 + 8) },
    })
    t.equal(data.simulations[0].earlier_calendar_days, 7)
    t.match(data.contract_dates.completions[0].by_float_owner, [
      { float_owner: 'project', extension_calendar_days: 7, liquidated_calendar_days: 0 },
      { float_owner: 'contractor', extension_calendar_days: 7, liquidated_calendar_days: 0 },
      { float_owner: 'first_come', extension_calendar_days: 7, liquidated_calendar_days: 0 },
    ])
  },
)

t.test('an event that is a task of the schedule goes with its links', async t => {
  const tasks = [
    BUILT[0],
    { id: 'Storm', duration_days: 2, predecessors: ['A'], actual_start: '2026-03-16', actual_finish: '2026-03-17' },
    { ...BUILT[1], predecessors: ['A', 'Storm'] },
  ]
  const { data } = collapsed({
    current_schedule: { status_date: '2026-03-30', tasks },
    calendar: 'working_days',
    delay_events: [{ id: 'Storm', party: 'neutral', started: '2026-03-16', days: 2, task_ids: ['B'] }],
  })
  t.match(data.events, [{ removed_task_ids: ['Storm'], earlier_working_days: 2, extracted: [] }])
  t.match(data.simulations[0].tasks[1], { id: 'Storm', start_without_events: null, extracted_days: 2 })
})

t.test('an event without an end on open work: the days up to the data date go, and it is told', t => {
  const of = (task: object, own: object = {}) =>
    collapsed({
      current_schedule: {
        status_date: '2026-03-09',
        tasks: [
          { id: 'A', duration_days: 10, actual_start: '2026-03-02', ...task },
          { id: 'B', duration_days: 2, predecessors: ['A'] },
        ],
      },
      calendar: 'working_days',
      delay_events: [{ id: 'E', party: 'owner', started: '2026-03-05', task_ids: ['A'], ...own }],
    })
  const { data, findings } = of({ remaining_duration_days: 8 })
  t.match(data.events, [{ extracted: [{ id: 'A', duration_days: 2 }], flags: ['ran_on'] }])
  t.match(findings.find(({ code }: Plain) => code === 'COLLAPSE_RAN_ON').severity, 'medium')
  t.same(of({ remaining_duration_days: 8 }, { ended: '2026-03-06' }).data.events[0].flags, [])
  t.same(of({ actual_finish: '2026-03-06' }).data.events[0].flags, [], 'its work is done')
  t.end()
})
