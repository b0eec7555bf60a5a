/** Random schedules with calendars, links of all types and resources with limits by period, levelled and held against a clock that counts minute by minute. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { everyDay } from '../../../engine/calendar/calendar.ts'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import { prepare } from '../../../engine/cpm/prepare.ts'
import type { Capacity } from '../../../engine/demand/capacity.ts'
import { buildNetwork } from '../../../engine/graph/network.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { type LevellingModel, levellingModel } from '../../../engine/levelling/from-columns.ts'
import { NEVER_ENOUGH, OUT_OF_FLOAT, PLACED, Placing, STAYS } from '../../../engine/levelling/placing.ts'
import { UNIT_PARTS } from '../../../engine/levelling/problem.ts'
import { between, pick, type Random } from '../../helpers/random.ts'
import { randomCalendar } from '../clock/random-calendar.ts'
import { columnsOf, randomNetwork } from '../clock/random-network.ts'
import { ALWAYS, Clock, type RefLink, type RefNetwork, type RefTask, referenceEarlyDates } from '../clock/reference.ts'

const FIRST_DAY = 20_514
const RESOURCES = 3

export interface Need {
  readonly task: number
  readonly resource: number
  readonly units: number
  /** Minutes of work of its task before it begins, and its own minutes of work; absent: it works as long as its task. The same task may ask twice. */
  readonly lag?: number
  readonly own?: number
}

export interface LevellingCase {
  readonly net: RefNetwork
  readonly needs: readonly Need[]
  /** By resource: pieces from a day of the timeline on. */
  readonly limits: readonly { readonly at: number; readonly units: number }[][]
  readonly floatKept: number | undefined
  /** Work may pause, in parts of so many working days or more. */
  readonly partDays: number | undefined
  /** Without it: progress, constraints and what else a schedule can have. */
  readonly isPlain: boolean
  readonly rules: 'p6' | 'ms_project'
  /** By resource: the calendar that it has, if any. By Microsoft Project's rules its work is counted there, by P6's that of tasks which depend on resources. */
  readonly ownCalendars: readonly (number | undefined)[]
  readonly isDependent: readonly boolean[]
  /** Priority 1000; absent: none has it. */
  readonly isHeld?: readonly boolean[]
  /** Day of the timeline from which on nothing is levelled; absent: none. */
  readonly horizon?: number
}

/** The calendar in which work of a task counts at a resource. */
export const countedIn = (
  { net, rules, ownCalendars, isDependent }: LevellingCase,
  task: number,
  resource: number,
): number =>
  (rules === 'ms_project' || isDependent[task] ? ownCalendars[resource] : undefined) ?? net.tasks[task]!.calendar

/** Links and calendars alone: what the dates have to keep is then known without the rules of any tool. */
function plainNetwork(rnd: Random): RefNetwork {
  const calendars = Array.from({ length: between(rnd, 1, 3) }, (_, n) =>
    randomCalendar(rnd, `C${n}`, FIRST_DAY - 20, FIRST_DAY + 40),
  )
  const tasks = Array.from(
    { length: between(rnd, 2, 12) },
    (): RefTask => ({
      calendar: between(rnd, 0, calendars.length - 1),
      kind: pick(rnd, ['task', 'task', 'task', 'task', 'task', 'start_milestone', 'finish_milestone'] as const),
      duration: 0,
      remaining: 0,
    }),
  ).map((task): RefTask => {
    const duration = task.kind === 'task' ? between(rnd, 0, 5) * 240 + pick(rnd, [0, 0, 7]) : 0
    return { ...task, duration, remaining: duration }
  })
  const links: RefLink[] = []
  for (let to = 1; to < tasks.length; to++)
    for (let from = 0; from < to; from++) {
      if (rnd() < 0.8) continue
      const type = pick(rnd, ['FS', 'FS', 'SS', 'FF', 'SF'] as const)
      links.push({ from, to, type, lag: pick(rnd, [0, 0, 0, 240, 480, 7, 2_000, -240, -700]), elapsed: rnd() < 0.1 })
    }
  return {
    ...{ calendars, tasks, links },
    dataDate: FIRST_DAY * 1440 + pick(rnd, [0, 480, 1020, 725]),
    lagCalendar: pick(rnd, ['predecessor', 'successor', 'project', '24_hour'] as const),
    isOverride: false,
    floatAs: 'finish',
    openEndsCritical: false,
    usesExpectedFinish: false,
  }
}

const longer = (task: RefTask): RefTask =>
  task.remaining === task.duration ? { ...task, duration: 3 * task.duration, remaining: 3 * task.duration } : task

export function randomCase(rnd: Random): LevellingCase {
  const isPlain = rnd() < 0.6
  const drawn = isPlain ? plainNetwork(rnd) : randomNetwork(rnd)
  const partDays = rnd() < 0.5 ? pick(rnd, [0, 0.25, 0.5, 1, 2]) : undefined
  // what may pause is longer, and its limits change more often
  const net = partDays === undefined ? drawn : { ...drawn, tasks: drawn.tasks.map(longer) }
  const needs: Need[] = []
  for (let task = 0; task < net.tasks.length; task++)
    for (let resource = 0; resource < RESOURCES; resource++)
      if (net.tasks[task]!.kind === 'task' && rnd() < 0.5)
        needs.push({ task, resource, units: pick(rnd, [1, 1, 2, 3, 0.5, 0.1]) })
  const limits = Array.from({ length: RESOURCES }, () => {
    const pieces = [{ at: 0, units: pick(rnd, [1, 2, 3, 4, 0, 0.5]) }]
    for (let at = between(rnd, 1, 6); rnd() < (partDays === undefined ? 0.4 : 0.8); at += between(rnd, 1, 8))
      pieces.push({ at, units: pick(rnd, [0, 1, 2, 3, Number.POSITIVE_INFINITY]) })
    return pieces
  })
  const hasOwn = rnd() < 0.5
  return {
    net,
    needs,
    limits,
    isPlain,
    rules: rnd() < 0.7 ? 'p6' : 'ms_project',
    ownCalendars: limits.map(() => (hasOwn && rnd() < 0.6 ? between(rnd, 0, net.calendars.length - 1) : undefined)),
    isDependent: net.tasks.map(() => hasOwn && rnd() < 0.5),
    floatKept: rnd() < 0.2 ? pick(rnd, [0, 0, 1]) : undefined,
    partDays,
  }
}

/** Some of its work has begun, in and out of sequence. */
export function withProgress(each: LevellingCase, rnd: Random): LevellingCase {
  const { dataDate } = each.net
  const tasks = each.net.tasks.map((task): RefTask => {
    if (task.kind !== 'task' || task.duration === 0 || rnd() < 0.6) return task
    return { ...task, actualStart: dataDate - between(rnd, 0, 6_000), remaining: between(rnd, 1, task.duration) }
  })
  return { ...each, net: { ...each.net, tasks } }
}

/** Some of its tasks are never moved for a resource, and levelling ends some day. */
export function withRest(each: LevellingCase, rnd: Random): LevellingCase {
  return {
    ...each,
    ...(rnd() < 0.2 ? { isHeld: each.net.tasks.map(() => rnd() < 0.3) } : {}),
    ...(rnd() < 0.1 ? { horizon: between(rnd, 1, 12) } : {}),
  }
}

/** Some of its resources are needed from some time after the start of their task on, for some of its time. */
export function withParts(each: LevellingCase, rnd: Random): LevellingCase {
  const part = ({ task }: Need): Pick<Need, 'lag' | 'own'> => {
    const { remaining, actualStart } = each.net.tasks[task]!
    const lag = pick(rnd, [0, 240, 480, 487, 960])
    // an end within an eighth of a day of that of the task is no end of its own
    const own = remaining - (actualStart === undefined ? lag : 0) - between(rnd, 1, 3) * 240
    return { ...(lag > 0 ? { lag } : {}), ...(rnd() < 0.6 ? { own: own > 0 ? own : remaining + 60 } : {}) }
  }
  const needs = each.needs.flatMap(need => {
    if (rnd() < 0.4) return [need]
    // where several end by hours of their resource, each at a time of its own, they are spread over the task
    const isOwnTime = countedIn(each, need.task, need.resource) === each.net.tasks[need.task]!.calendar
    return isOwnTime && rnd() < 0.3
      ? [
          { ...need, ...part(need) },
          { ...need, ...part(need), units: 1 },
        ]
      : [{ ...need, ...part(need) }]
  })
  return { ...each, needs }
}

/** When a need may begin at the earliest and end at the latest, in minutes of work of its task, and its own minutes at most, as the method page has it. */
function partOf(each: LevellingCase, { task, resource, lag = 0, own }: Need, minutes: number) {
  const { actualStart, calendar } = each.net.tasks[task]!
  const from = actualStart === undefined ? lag : 0
  const isSaid = own !== undefined && (from > 0 || each.isDependent[task] === true)
  const isOwnTime = countedIn(each, task, resource) === calendar
  const until = isSaid && isOwnTime ? Math.min(minutes, from + own) : minutes
  const isWhole = from >= until
  const work = isSaid && !isOwnTime ? own : Number.POSITIVE_INFINITY
  return isWhole ? { from: 0, until: minutes, work } : { from, until, work }
}

/** The most that a task asks of a resource at one time. */
function mostAsked(each: LevellingCase, i: number, r: number, minutes: number): number {
  const parts = each.needs
    .filter(({ task, resource }) => task === i && resource === r)
    .map(need => ({ ...partOf(each, need, minutes), units: need.units }))
  const together = parts.map(({ from }) =>
    parts.reduce((sum, each) => sum + (each.from <= from && from < each.until ? each.units : 0), 0),
  )
  return Math.max(0, ...together)
}

/** Whether a task may pause that needs something for a part of it: it may not. */
const hasPart = (each: LevellingCase, i: number, minutes: number): boolean =>
  each.needs.some(need => {
    if (need.task !== i) return false
    const { from, until, work } = partOf(each, need, minutes)
    return from > 0 || until < minutes || work < Number.POSITIVE_INFINITY
  })

/** When a need is asked for, of an activity that stands there. */
export function spansOfNeed(each: LevellingCase, placing: Placing, a: number, clock: Clock, need: Need) {
  const { calendar } = each.net.tasks[need.task]!
  const spans = spansOf(placing, a, clock, calendar)
  const minutes = placing.problem.minutes[a]!
  if (!hasPart(each, need.task, minutes)) return spans
  const { from, until, work } = partOf(each, need, minutes)
  const [[start, end]] = spans as [[number, number]]
  const counted = countedIn(each, need.task, need.resource)
  let begin = start
  for (let done = 0; from > 0; begin++) if (clock.works(calendar, begin) && done++ === from) break
  let stop = begin
  let done = from
  for (let left = work; stop < end && done < until && left > 0; stop++) {
    if (clock.works(calendar, stop)) done++
    if (clock.works(counted, stop)) left--
  }
  // to the end of its task it works as long as that does, though the last of it is not the task's work
  return [[begin, until === minutes && work === Number.POSITIVE_INFINITY ? end : stop]] as [number, number][]
}

export function caseColumns(each: LevellingCase): ScheduleColumns {
  const { net, needs, rules } = each
  const columns = columnsOf(net, rules)
  const start = new Uint32Array(net.tasks.length + 1)
  const assigned = new Uint32Array(net.tasks.length + 1)
  const codes: number[] = []
  const list: Need[] = []
  for (let i = 0; i < net.tasks.length; i++) {
    for (const need of needs) {
      if (need.task !== i) continue
      if (!codes.slice(start[i]).includes(need.resource)) codes.push(need.resource)
      list.push(need)
    }
    start[i + 1] = codes.length
    assigned[i + 1] = list.length
  }
  const hours = (minutes: number | undefined): number => (minutes === undefined ? Number.NaN : minutes / 60)
  const hasParts = list.some(({ lag, own }) => lag !== undefined || own !== undefined)
  const bytes = Buffer.from('R0R1R2')
  const none = new Float64Array(0)
  return {
    ...columns,
    resourceDependent: Uint8Array.from(each.isDependent, is => (is ? 2 : 0)),
    resourceSpecs: each.ownCalendars.map((calendar, r) => ({
      ...{ id: `R${r}`, name: null, type: 'labour' as const, calendar: calendar ?? -1, limits: undefined },
    })),
    resources: {
      start,
      codes: Uint32Array.from(codes),
      values: { bytes, offsets: Uint32Array.of(0, 2, 4, 6) },
    },
    assignments: {
      start: assigned,
      resource: Uint32Array.from(list, ({ resource }) => resource),
      // dates follow from the tasks alone
      drives: new Uint8Array(list.length).fill(1),
      unitsPerDay: Float64Array.from(list, ({ units }) => units),
      ...{ remainingUnitsPerDay: none, budgetedUnits: none, actualUnits: none, remainingUnits: none },
      remainingDurationHours: hasParts ? Float64Array.from(list, ({ own }) => hours(own)) : none,
      lagHours: hasParts ? Float64Array.from(list, ({ lag }) => hours(lag)) : none,
      ...{ budgetedCost: none, actualCost: none, remainingCost: none },
      ...{ pricePerUnit: none, begin: none, end: none },
    },
  }
}

export function computedOf(columns: ScheduleColumns, by = { calendar: everyDay(), statusDay: DAY_ABSENT }) {
  const network = buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!)
  const prepared = prepare(columns, network, by)
  return { prepared, cpm: computeCpm(prepared.input) }
}

export function modelOf(
  each: LevellingCase,
  columns = caseColumns(each),
  { prepared, cpm } = computedOf(columns),
): LevellingModel {
  const { floatKept } = each
  return levellingModel({
    ...{
      columns,
      prepared,
      cpm,
      horizon: each.horizon ?? Number.POSITIVE_INFINITY,
      floatKeptOf: floatKept === undefined ? undefined : time => floatKept * time.minutesPerDay,
      partDays: each.partDays,
    },
    limitOf: (r): Capacity => ({
      at: Int32Array.from(each.limits[r]!, ({ at }) => at),
      value: Float64Array.from(each.limits[r]!, ({ units }) => units),
    }),
    isHeld: Uint8Array.from({ length: columns.taskCount }, (_, i) => (each.isHeld?.[i] ? 1 : 0)),
  })
}

const SCHEMES = ['serial', 'parallel', 'justified'] as const
export type Scheme = (typeof SCHEMES)[number]

export function levelled(model: LevellingModel, rnd: Random): { placing: Placing; noting: Placing; scheme: Scheme } {
  const scheme = pick(rnd, SCHEMES)
  const rank = Float64Array.from(model.problem.task, () => between(rnd, 0, 1_000_000))
  return { ...levelledBy(model, scheme, rank), scheme }
}

/** noting: with notes of where there is no room, which only long schedules take, and have to find the same. */
export function levelledBy(
  { problem }: LevellingModel,
  scheme: Scheme,
  rank: Float64Array,
): { placing: Placing; noting: Placing } {
  const [placing, noting] = [Number.POSITIVE_INFINITY, 0].map(longFrom => {
    const made = new Placing(problem, longFrom)
    if (scheme === 'parallel') made.parallel(rank)
    else made.serial(made.listBy(rank))
    if (scheme === 'justified') made.justify()
    return made
  }) as [Placing, Placing]
  return { placing, noting }
}

/** When an activity works: from its start to its last minute of work, or its parts. */
export function spansOf(
  { start, finish, parts }: Placing,
  a: number,
  clock: Clock,
  calendar: number,
): [number, number][] {
  const own = parts.get(a)
  if (own === undefined) {
    let end = finish[a]!
    while (end > start[a]! && !clock.works(calendar, end - 1)) end--
    return [[start[a]!, end]]
  }
  return Array.from({ length: own.length / 2 }, (_, n) => [own[2 * n]!, own[2 * n + 1]!])
}

/** Parts in their order, with work between them that is not done, none shorter than it may be, in its float. */
function faultOfParts(each: LevellingCase, { problem }: LevellingModel, placing: Placing, clock: Clock, a: number) {
  const i = problem.task[a]!
  const { calendar } = each.net.tasks[i]!
  const spans = spansOf(placing, a, clock, calendar)
  if (each.partDays === undefined) return 'pauses though nobody allowed it'
  if (hasPart(each, i, problem.minutes[a]!)) return 'pauses though something is needed for a part of it'
  if (problem.fixed[a] === 1) return 'pauses though it stays'
  if (spans.length < 2) return 'has one part'
  if (spans[0]![0] !== placing.start[a]) return 'does not start with its first part'
  const least = Math.max(1, Math.round(each.partDays * problem.calendars[problem.calendar[a]!]!.minutesPerDay))
  for (const [n, [from, until]] of spans.entries()) {
    if (!clock.works(calendar, from) || !clock.works(calendar, until - 1))
      return `part ${n} begins or ends outside its calendar`
    if (clock.between(calendar, from, until) < least) return `part ${n} has less than ${least} minutes`
    if (n === 0) continue
    const isPause = [
      calendar,
      ...each.needs.filter(({ task }) => task === i).map(({ resource }) => countedIn(each, i, resource)),
    ]
    if (!isPause.some(own => clock.between(own, spans[n - 1]![1], from) > 0)) return `part ${n} follows without a pause`
  }
  return undefined
}

/** Whether a task may stand above the limit of a resource: what is above one for ever is above no other, unless its float ends before there is room. */
function mayExceed(each: LevellingCase, { fate, problem }: Placing, a: number, r: number): boolean {
  const { limits, floatKept, horizon } = each
  if (fate[a] !== NEVER_ENOUGH || floatKept !== undefined) return fate[a] !== PLACED
  const ends = horizon === undefined ? limits[r]!.at(-1)!.units : Infinity
  return mostAsked(each, problem.task[a]!, r, problem.minutes[a]!) > ends
}

export const limitOn = ({ limits, horizon }: LevellingCase, r: number, day: number): number =>
  horizon !== undefined && day >= horizon
    ? Infinity
    : limits[r]!.findLast(({ at }, piece) => piece === 0 || at <= day)!.units

/** What the rules of the tool let no link move: a date that is set; work in progress, where they say so. */
function isBeyondLinks({ net, rules }: LevellingCase, i: number): boolean {
  const { actualStart, constraint, second } = net.tasks[i]!
  const isStarted = actualStart !== undefined
  if (isStarted && (rules === 'ms_project' || net.isOverride)) return true
  return [constraint, second].some(type => type === 'MFO' || (type === 'MSO' && !isStarted))
}

const knownDates = new WeakMap<RefNetwork, ReturnType<typeof referenceEarlyDates>>()
function earlyDatesOf(net: RefNetwork): ReturnType<typeof referenceEarlyDates> {
  const known = knownDates.get(net) ?? referenceEarlyDates(net)
  knownDates.set(net, known)
  return known
}

/** Who has to take part, who may not move, and the dates without levelling, from the case alone. */
function faultOfModel(each: LevellingCase, { problem, activityOf }: LevellingModel, placing: Placing) {
  const { net, rules } = each
  const expected = rules === 'p6' ? earlyDatesOf(net) : undefined
  for (const [i, task] of net.tasks.entries()) {
    const a = activityOf[i]!
    if (task.actualFinish !== undefined) {
      if (a >= 0) return `T${i} is complete and takes part`
      continue
    }
    if (a < 0) return `T${i} takes no part`
    const [start, finish] = [problem.baseStart[a]!, problem.baseFinish[a]!]
    if (expected !== undefined && (expected[i]!.start !== start || expected[i]!.finish !== finish))
      return `T${i} is from ${start} to ${finish} without levelling, not from ${expected[i]!.start} to ${expected[i]!.finish}`
    if (each.isPlain && problem.minutes[a] !== task.remaining) return `T${i} has ${problem.minutes[a]} minutes of work`
    const hasOpenPredecessor = net.links.some(({ from, to }) => to === i && activityOf[from]! >= 0)
    const stays =
      isBeyondLinks(each, i) || ((task.actualStart !== undefined || each.isHeld?.[i]) && !hasOpenPredecessor)
    if (stays && (placing.start[a] !== start || placing.finish[a] !== finish)) return `T${i} may not be moved`
  }
  return undefined
}

/** A link that is not kept. By Microsoft Project's rules constraints come before links, so there those hold that held without levelling. */
function faultOfLinks(each: LevellingCase, model: LevellingModel, placing: Placing, clock: Clock) {
  const { net, rules } = each
  const { activityOf, problem } = model
  const missing = ({ from, to, type, lag, elapsed }: RefLink, start: Float64Array, finish: Float64Array): number => {
    const [p, s] = [activityOf[from]!, activityOf[to]!]
    const counted = {
      predecessor: net.tasks[from]!.calendar,
      successor: net.tasks[to]!.calendar,
      project: 0,
      '24_hour': ALWAYS,
    }
    const lagCalendar = rules === 'ms_project' ? 'successor' : net.lagCalendar
    const needed = clock.add(elapsed ? ALWAYS : counted[lagCalendar], type[0] === 'F' ? finish[p]! : start[p]!, lag)
    const has = type[1] === 'S' ? start[s]! : finish[s]!
    // the work between them counts: none is done at night
    return has < needed && clock.between(net.tasks[to]!.calendar, has, needed) > 0 ? needed - has : 0
  }
  for (const link of net.links) {
    const { from, to, type, lag } = link
    if (activityOf[from]! < 0 || activityOf[to]! < 0 || isBeyondLinks(each, to)) continue
    // the start of work in progress lies behind it
    if (net.tasks[from]!.actualStart !== undefined && type[0] === 'S') continue
    const minutes = missing(link, placing.start, placing.finish)
    if (minutes === 0 || (rules === 'ms_project' && missing(link, problem.baseStart, problem.baseFinish) > 0)) continue
    return `T${to} breaks ${type} ${lag} from T${from} by ${minutes} minutes`
  }
  return undefined
}

/** What is wrong with the levelled case, undefined = nothing. */
export function faultOf(each: LevellingCase, model: LevellingModel, placing: Placing): string | undefined {
  const { net } = each
  const { problem, activityOf } = model
  const clock = new Clock(net.calendars, net.dataDate)
  const anchor = Math.floor(model.momentOfDay(0) / 1440)
  const activities = [...problem.task.keys()]
  for (const a of activities) {
    const i = problem.task[a]!
    const { calendar } = net.tasks[i]!
    const [start, finish] = [placing.start[a]!, placing.finish[a]!]
    if (start < problem.baseStart[a]!) return `T${i} starts ${problem.baseStart[a]! - start} minutes before its date`
    const parts = placing.parts.get(a)
    if (parts !== undefined) {
      const fault = faultOfParts(each, model, placing, clock, a)
      if (fault !== undefined) return `T${i} ${fault}`
    }
    if (start === problem.baseStart[a]! && finish === problem.baseFinish[a]!) continue
    if (problem.fixed[a] === 1) return `T${i} was moved`
    if (problem.minutes[a]! > 0 && !clock.works(calendar, start)) return `T${i} starts outside its calendar`
    // P6 and Microsoft Project let a link hold a finish until work goes on
    const isHeld = clock.works(calendar, finish) && net.links.some(({ to, type }) => to === i && type[1] === 'F')
    if (problem.minutes[a]! > 0 && !clock.works(calendar, finish - 1) && !isHeld)
      return `T${i} ends outside its calendar`
    const work = spansOf(placing, a, clock, calendar).reduce(
      (sum, [from, until]) => sum + clock.between(calendar, from, until),
      0,
    )
    if (work !== problem.minutes[a]!) return `T${i} works ${work} minutes, not ${problem.minutes[a]}`
  }
  const fault = faultOfModel(each, model, placing) ?? faultOfLinks(each, model, placing, clock)
  if (fault !== undefined) return fault
  for (let r = 0; r < RESOURCES; r++) {
    // a task without a duration is a milestone, which uses nothing
    const spans = each.needs
      .filter(({ task, resource }) => resource === r && activityOf[task]! >= 0 && net.tasks[task]!.duration > 0)
      .map(need => ({ need, task: need.task, a: activityOf[need.task]!, parts: Math.round(need.units * UNIT_PARTS) }))
    const first = Math.min(...spans.map(({ a }) => placing.start[a]!))
    const last = Math.max(first, ...spans.map(({ a }) => placing.finish[a]!))
    const load = new Float64Array(spans.length === 0 ? 0 : last - first)
    const isExcused = new Uint8Array(load.length)
    for (const { need, task, a, parts } of spans) {
      const counted = countedIn(each, task, r)
      const isAllowed = mayExceed(each, placing, a, r)
      for (const [from, until] of spansOfNeed(each, placing, a, clock, need))
        for (let minute = from; minute < until; minute++)
          if (clock.works(counted, minute)) {
            load[minute - first]! += parts
            if (isAllowed) isExcused[minute - first] = 1
          }
    }
    let limit = 0
    for (let n = 0; n < load.length; n++) {
      const minute = first + n
      if (n === 0 || minute % 1440 === 0) {
        const day = Math.floor(minute / 1440) - anchor
        limit = limitOn(each, r, day) * UNIT_PARTS
      }
      if (load[n]! > limit && isExcused[n] === 0) return `R${r} has ${load[n]} of ${limit} parts at ${minute}`
    }
  }
  for (const a of activities) {
    const i = problem.task[a]!
    const fate = placing.fate[a]!
    if (fate === STAYS && problem.fixed[a] === 0 && problem.follows[a] === 0) return `T${i} stays without a reason`
    if (fate === OUT_OF_FLOAT && each.floatKept === undefined) return `T${i} is out of float that nobody asked for`
    if (fate !== NEVER_ENOUGH) continue
    // where each limit ends high enough there is room at last
    const fits = each.limits.every((_, r) => limitOn(each, r, Infinity) >= mostAsked(each, i, r, problem.minutes[a]!))
    if (fits) return `T${i} finds no room though there is enough in the end`
  }
  return undefined
}
