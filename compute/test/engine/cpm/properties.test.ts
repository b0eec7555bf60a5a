/** The engine against a brute force that shares nothing with it, against its invariants, and under transforms. */
import t from 'tap'
import { DRIVERS } from '../../../../shared/contract/analysis/cpm/words.ts'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { CONSTRAINT_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { DayPlan } from '../../../engine/cpm/day-plan.ts'
import { computeDrag } from '../../../engine/cpm/drag.ts'
import { driversOf } from '../../../engine/cpm/drivers.ts'
import { earlyDates, finishOf } from '../../../engine/cpm/forward.ts'
import { isReachedThrough, withoutConstraint, withRemaining } from '../../../engine/cpm/input.ts'
import { startByLinks } from '../../../engine/passes/forward.ts'
import { COMPLETE } from '../../../engine/population/progress.ts'
import type { LinkObject, TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, random, shuffled } from '../../helpers/random.ts'
import {
  criticalPathOf,
  datesOf,
  dragOf,
  longestPathOf,
  rows,
  type Schedule,
  schedule,
} from '../../helpers/schedule.ts'
import { bruteForce, requestOf, type SmallNetwork, smallNetwork } from '../../helpers/small-network.ts'

const SEED = Number(process.env.SEED ?? 20261121)
/** For longer runs than the suite's: NETWORKS=2500 TASKS=1000. */
const NETWORKS = Number(process.env.NETWORKS ?? 60)
const TASKS = Number(process.env.TASKS ?? 150)
const NEAR = 1e-6
const near = (a: number, b: number) => Math.abs(a - b) <= NEAR

function computed(network: SmallNetwork): Schedule {
  const { tasks, setting } = requestOf(network)
  return schedule(tasks, setting)
}

/** The first network a check fails on, as a message that reproduces it. */
function firstFailure(
  count: number,
  seed: number,
  kinds: (n: number) => Parameters<typeof smallNetwork>[1],
  check: (network: SmallNetwork, s: Schedule) => string | undefined,
): string | undefined {
  const rnd = random(seed)
  for (let n = 0; n < count; n++) {
    const network = smallNetwork(rnd, kinds(n))
    const failure = check(network, computed(network))
    if (failure !== undefined) return `network ${n} of seed ${seed}: ${failure} ${JSON.stringify(network)}`
  }
  return undefined
}

/** The incomplete tasks that follow task i, straight or behind complete ones. */
function successorsThroughComplete({ links }: SmallNetwork, i: number, isComplete: (s: number) => boolean): number[] {
  return links
    .filter(link => link.from === i)
    .flatMap(({ to }) => (isComplete(to) ? successorsThroughComplete({ tasks: [], links }, to, isComplete) : [to]))
}

t.test('10,000 random networks of up to 12 tasks have the early dates that walking every path gives', async t => {
  t.comment(`seed ${SEED}`)
  const kinds = (n: number) => ({
    taskCountMax: 12,
    progress: n % 2 === 1,
    tenths: n % 5 === 0,
    ...(n % 4 > 1 ? { constraints: ['SNET', 'FNET'] } : {}),
  })
  let reachedThrough = 0
  const failure = firstFailure(10_000, SEED, kinds, (network, { result, prepared }) => {
    const brute = bruteForce(network)
    for (let i = 0; i < network.tasks.length; i++) {
      if (isReachedThrough(prepared.input, result.early, i)) reachedThrough++
    }
    if (!near(result.projectFinish, brute.projectFinish)) return `P ${result.projectFinish}, not ${brute.projectFinish}`
    for (let i = 0; i < network.tasks.length; i++) {
      if (!near(result.earlyStart[i]!, brute.start[i]!))
        return `T${i} starts ${result.earlyStart[i]}, not ${brute.start[i]}`
      if (!near(result.earlyFinish[i]!, brute.finish[i]!))
        return `T${i} ends ${result.earlyFinish[i]}, not ${brute.finish[i]}`
    }
    return undefined
  })
  t.equal(failure, undefined)
  t.ok(reachedThrough > 1_000, `${reachedThrough} finished tasks with unfinished work that reaches through them`)
})

t.test('total float is the longest wait that leaves the project finish alone, free float the successors', async t => {
  t.comment(`seed ${SEED + 1}`)
  const kinds = (n: number) => ({ taskCountMax: 9, progress: n % 2 === 1, tenths: n % 5 === 0 })
  const failure = firstFailure(1_500, SEED + 1, kinds, (network, { result, prepared }) => {
    const before = bruteForce(network)
    for (let i = 0; i < network.tasks.length; i++) {
      if (prepared.input.state[i] === COMPLETE) continue
      const moves = (days: number) => bruteForce(network, { task: i, days })
      const total = result.totalFloat[i]!
      if (moves(total).projectFinish > before.projectFinish + NEAR) return `T${i} has not ${total} days of total float`
      if (moves(total + 0.05).projectFinish <= before.projectFinish + NEAR)
        return `T${i} has more total float than ${total}`
      const counted = successorsThroughComplete(network, i, s => prepared.input.state[s] === COMPLETE)
      const free = result.freeFloat[i]!
      const pushes = (days: number) => {
        const after = moves(days)
        if (counted.length === 0) return after.projectFinish > before.projectFinish + NEAR
        return counted.some(s => after.remainingStart[s]! > before.remainingStart[s]! + NEAR)
      }
      if (pushes(free)) return `T${i} has not ${free} days of free float`
      if (!pushes(free + 0.05)) return `T${i} has more free float than ${free}`
    }
    return undefined
  })
  t.equal(failure, undefined)
})

t.test('every schedule keeps the invariants, with progress, all eight constraints and override', async t => {
  t.comment(`seed ${SEED + 2}`)
  const rnd = random(SEED + 2)
  for (let n = 0; n < 20 * NETWORKS; n++) {
    const network = smallNetwork(rnd, {
      taskCountMax: 14,
      progress: n % 2 === 1,
      tenths: n % 7 === 0,
      ...(n % 3 > 0 ? { constraints: CONSTRAINT_TYPES } : {}),
    })
    const { tasks, setting } = requestOf(network)
    for (const override of [false, true]) {
      try {
        schedule(tasks, { ...setting, override })
      } catch (error) {
        return t.fail(`${error} ${JSON.stringify(network)}`)
      }
    }
  }
  t.pass('6,000 schedules')
})

t.test('what is said to drive a task does: lifting it lets the task start earlier by the days held', async t => {
  const counts = new Map<string | null, number>()
  const failure = firstFailure(
    600,
    SEED + 7,
    n => ({ taskCountMax: 12, progress: n % 2 === 0, constraints: CONSTRAINT_TYPES }),
    (_, { prepared: { input }, result }) => {
      const { driver, constrained, heldDays } = driversOf(input, result)
      for (const i of input.network.order) {
        const name = DRIVERS[driver[i]!]!
        counts.set(name, (counts.get(name) ?? 0) + 1)
        const start = result.early.start[i]!
        if ((name === null) !== (input.state[i] === COMPLETE)) return `task ${i} driven by ${name}`
        if (name === 'project_start' && !(near(start, input.floor) && near(input.dataDate, input.floor))) return `${i}`
        if (name === 'data_date' && !near(start, input.dataDate)) return `${i} starts after the data date`
        if (
          name === 'link' &&
          start > input.dataDate &&
          !near(start, startByLinks(new DayPlan(input, result.early), i, input.remainingDays[i]!))
        )
          return `${i}`
        const at = constrained.indexOf(i)
        if ((name === 'constraint') !== at >= 0) return `task ${i} driven by ${name} is no row of constraints`
        if (at < 0 || (result.alapShift?.[i] ?? 0) > 0) continue
        const free = earlyDates(input.network.taskCount)
        finishOf(withoutConstraint(input, i), free)
        if (!near(start - heldDays[at]!, free.start[i]!)) return `${i} held ${heldDays[at]}, free ${free.start[i]}`
      }
      return undefined
    },
  )
  t.equal(failure, undefined)
  for (const name of DRIVERS) t.ok((counts.get(name) ?? 0) > 50, `${name}: ${counts.get(name)} tasks`)
})

t.test('the drag sweep is what recomputing with the duration 0 gives, under every constraint and progress', async t => {
  t.comment(`seed ${SEED + 3}`)
  const kinds = (n: number) => ({
    taskCountMax: n % 50 === 0 ? 60 : 14,
    progress: n % 3 === 1,
    tenths: n % 7 === 0,
    ...(n % 2 === 0 ? { constraints: CONSTRAINT_TYPES } : {}),
  })
  let measured = 0
  const failure = firstFailure(4_000, SEED + 3, kinds, (_, { prepared, result }) => {
    const { input } = prepared
    const drag = computeDrag(input, result)
    const scratch = earlyDates(input.network.taskCount)
    for (const i of input.network.order) {
      const on = result.onLongestPath[i] === 1 && input.state[i] !== COMPLETE
      if (on !== !Number.isNaN(drag[i])) return `T${i} has a drag exactly on the longest path`
      if (!on) continue
      measured++
      const expected = result.projectFinish - finishOf(withRemaining(input, [[i, 0]]), scratch)
      if (!near(drag[i]!, expected)) return `drag of T${i} is ${drag[i]}, not ${expected}`
    }
    return undefined
  })
  t.equal(failure, undefined)
  t.ok(measured > 10_000, `${measured} drags measured`)
})

t.test('on pure FS networks drag is the duration or the least float beside it, whichever is smaller', async t => {
  t.comment(`seed ${SEED + 4}`)
  const rnd = random(SEED + 4)
  for (let n = 0; n < 300; n++) {
    const network = smallNetwork(rnd, { taskCountMax: 12 })
    network.links = network.links.map(link => ({ ...link, type: 'FS', lag: 0 }))
    const s = computed(network)
    const count = network.tasks.length
    // reaches[a] holds b when a path leads from a to b
    const reaches = Array.from({ length: count }, () => new Set<number>())
    for (let from = count - 1; from >= 0; from--) {
      for (const link of network.links) {
        if (link.from === from) for (const b of [link.to, ...reaches[link.to]!]) reaches[from]!.add(b)
      }
    }
    const drag = dragOf(s)
    for (let i = 0; i < count; i++) {
      if (drag[`T${i}`] === undefined) continue
      let expected = network.tasks[i]!.days
      for (let j = 0; j < count; j++) {
        const parallel = j !== i && !reaches[i]!.has(j) && !reaches[j]!.has(i)
        if (parallel) expected = Math.min(expected, s.result.totalFloat[j]!)
      }
      if (drag[`T${i}`] !== expected)
        t.fail(`drag of T${i}: ${drag[`T${i}`]}, not ${expected} ${JSON.stringify(network)}`)
    }
  }
  t.pass('300 networks')
})

t.test('transforms change the answer in the known way and in no other', async t => {
  t.comment(`seed ${SEED + 5}`)
  const rnd = random(SEED + 5)
  const paths = (s: Schedule) => [new Set(longestPathOf(s)), new Set(criticalPathOf(s)), dragOf(s)]
  const predecessors = (task: TaskObject) => task.predecessors as LinkObject[]
  for (let n = 0; n < NETWORKS; n++) {
    const network = smallNetwork(rnd, {
      taskCountMax: TASKS,
      progress: n % 2 === 1,
      ...(n % 3 === 0 ? { constraints: CONSTRAINT_TYPES } : {}),
    })
    const { tasks, setting } = requestOf(network)
    const original = schedule(tasks, setting)
    const name = (id: string) => `${id}-${id.length} FS+1`
    const renamed = schedule(
      tasks.map(task => ({
        ...task,
        id: name(task.id),
        predecessors: predecessors(task)?.map(link => ({ ...link, task_id: name(link.task_id!) })),
      })) as TaskObject[],
      setting,
    )
    t.strictSame(Object.values(rows(renamed)), Object.values(rows(original)), 'ids have no meaning')

    const mixed = schedule(shuffled(rnd, tasks), setting)
    const byId = (s: Schedule) => Object.fromEntries(Object.entries(rows(s)).sort())
    t.strictSame(byId(mixed), byId(original), 'the order of the input has none')
    t.strictSame(paths(mixed), paths(original))

    const shift = between(rnd, -400, 400)
    const moved = (date: unknown) => (typeof date === 'string' ? formatDay(parseDay(date)! + shift) : date)
    const DATES = ['planned_start', 'actual_start', 'actual_finish', 'constraint_date']
    const later = schedule(
      tasks.map(task => ({ ...task, ...Object.fromEntries(DATES.map(field => [field, moved(task[field])])) })),
      { ...setting, ...(setting.statusDate === undefined ? {} : { statusDate: moved(setting.statusDate) as string }) },
    )
    t.strictSame(rows(later), rows(original), 'all dates moved alike, offsets stay')
    const expected = Object.entries(datesOf(original)).map(([id, dates]) => [id, dates.map(moved)])
    t.strictSame(datesOf(later), Object.fromEntries(expected), 'and the dates move with them')
  }
})

t.test('free networks: scaled, turned round, and with a redundant link', async t => {
  t.comment(`seed ${SEED + 6}`)
  const rnd = random(SEED + 6)
  for (let n = 0; n < NETWORKS; n++) {
    const network = smallNetwork(rnd, { taskCountMax: TASKS })
    const original = computed(network)
    const { result } = original
    const count = network.tasks.length

    const scaled = computed({
      tasks: network.tasks.map(task => ({ days: task.days * 7 })),
      links: network.links.map(link => ({ ...link, lag: link.lag * 7 })),
    })
    const sevenfold = Object.entries(rows(original)).map(([id, row]) => [id, row.map(v => (v === null ? v : v * 7))])
    t.strictSame(
      rows(scaled),
      Object.fromEntries(sevenfold),
      'seven times the durations and lags, seven times all figures',
    )

    // a finish-to-start link stays one when time runs backwards; SS and FF change places
    const turned = { FS: 'FS', SS: 'FF', FF: 'SS', SF: 'SF' } as const
    const mirror = (i: number) => count - 1 - i
    const reversed = computed({
      tasks: [...network.tasks].reverse(),
      links: network.links.map(({ from, to, type, lag }) => ({
        from: mirror(to),
        to: mirror(from),
        type: turned[type],
        lag,
      })),
    }).result
    const P = result.projectFinish
    t.equal(reversed.projectFinish, P, 'backwards the project takes as long')
    const there = network.tasks.map((_, i) => [
      result.earlyStart[i],
      result.earlyFinish[i],
      result.lateStart[i],
      result.lateFinish[i],
    ])
    const back = network.tasks.map((_, i) => {
      const j = mirror(i)
      const { lateFinish, lateStart, earlyFinish, earlyStart } = reversed
      return [lateFinish, lateStart, earlyFinish, earlyStart].map(offsets => P - offsets[j]!)
    })
    t.strictSame(there, back, 'early dates backwards are late dates forwards')

    const fs = network.links.filter(link => link.type === 'FS' && link.lag >= 0)
    const first = fs.find(link => fs.some(next => next.from === link.to))
    if (first === undefined) continue
    const second = fs.find(next => next.from === first.to)!
    if (network.links.some(link => link.from === first.from && link.to === second.to && link.type === 'FS')) continue
    const redundant = computed({
      tasks: network.tasks,
      links: [...network.links, { from: first.from, to: second.to, type: 'FS', lag: 0 }],
    })
    t.strictSame(rows(redundant), rows(original), 'a link beside a chain that already holds changes nothing')
  }
})
