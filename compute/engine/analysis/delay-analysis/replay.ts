/**
 * The replay of a window, morning by morning: the status of each is recreated (day-status.ts), the finish computed, and what it moved since the
 * morning before belongs to the tasks that held it and did not do the work of those hours (idle.ts, holding.ts). Paths that end together, or
 * within the threshold, all hold it. A morning costs a forward pass, and where something moved or idled two more of that order;
 * where the finish moved by more than its holders lost, another one (but-for.ts).
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { isByClock, momentAt } from '../../clock/input.ts'
import { isRecreated, type SeriesItem } from '../../compare/series.ts'
import { type EarlyDates, earlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { walkOf } from '../../edits/pass-meter.ts'
import { isUpTo } from '../../ids/short-arrays.ts'
import { FS } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { MOVED_DAYS_MIN } from './beside.ts'
import { butForShares, heldDaysOf } from './but-for.ts'
import { DayStatuses, type Reports } from './day-status.ts'
import { type FloatUse, floatUse } from './float-use.ts'
import {
  type LateStarts,
  lateStarts,
  noSlack,
  type Slack,
  slackOf,
  slackOfGain,
  slackOfLoss,
  slackTo,
} from './holding.ts'
import { type Idle, idleTasks, nobodyIdle, StepMemory, tieDays } from './idle.ts'
import { OpenTasks } from './open-tasks.ts'
import { forwardLetGo } from './run-out.ts'
import type { ReplayStart } from './status.ts'
import { type BeforeStops, beforeStops, isStopped } from './suspensions.ts'

/** The time between two mornings of which something is to be told. */
export interface ReplayStep {
  /** Offsets of the data dates. */
  readonly from: number
  readonly to: number
  /** Where it only tells what stops on the morning of the data date: from when it does, so that it is of that day; else absent. */
  readonly stopsAt?: number | undefined
  /** The finish on both. */
  readonly finishWas: number
  readonly finish: number
  /** Tasks that held the movement, later or earlier; none = the finish did not move, or nobody was found. */
  readonly holders: readonly number[]
  readonly idle: Idle
  readonly float: FloatUse
  /** Undefined where no two tasks hold the movement. */
  readonly lateStart: LateStarts | undefined
  /** Days of the movement that its holders account for; of the rest nobody is found. */
  readonly heldDays: number
  /** What each of these, one behind the other on one path, held of the movement: parts of any sum; undefined = as the work that each lost. */
  readonly sharesOf: (tasks: readonly number[]) => readonly number[] | undefined
  /** Whether a task lost by the pace of work that began when it could: an even pace says how much was lost, and not on which days of the window. */
  readonly isPaced: (i: number) => boolean
  /** Slack of the second morning, and of the first. */
  readonly slack: Slack
  readonly slackWas: Slack
}

export interface Replay {
  /** Finish of the half-step. */
  readonly finish: number
  readonly input: CpmInput
  /** Tasks of the half-step on a path that holds its finish, in no order. */
  readonly path: readonly number[]
}

interface ReplayRules {
  readonly nearCriticalDays: number
  /** Days of a step, 1 unless the input is large. */
  readonly stepDays: number
  readonly checkpoint: () => void
  /** Slack up to which all of it is found in each step, what is asked of more is found when it is asked; absent: as much as is asked in most. */
  readonly floatDays?: number
}

export const replay = (
  earlier: ReplayStart,
  half: CpmInput,
  reports: Reports,
  rules: ReplayRules,
  tell: (step: ReplayStep) => void,
): Replay => replays([earlier], half, reports, rules, (_, step) => tell(step))[0]

/** The same of several finishes, each of which is followed: `starts` differ in these alone. The mornings are those of all of them; `tell` has the number of its start. */
export function replays(
  starts: readonly ReplayStart[],
  half: CpmInput,
  reports: Reports,
  rules: ReplayRules,
  tell: (n: number, step: ReplayStep) => void,
): readonly Replay[] {
  let exact: ReturnType<typeof stepsOf> | undefined
  const exactly = (number: number, n: number): Slack => {
    // what is asked for once in a long time: the mornings so far once more
    exact ??= stepsOf(starts, half, reports, rules)
    for (;;) {
      const { value } = exact.next() as IteratorYieldResult<Told>
      if (value.number === number && value.n === n) return value.step.slackWas
    }
  }
  const steps = stepsOf(starts, half, reports, rules, exactly)
  for (;;) {
    const { value, done } = steps.next()
    if (done) return value
    tell(value.n, value.step)
  }
}

interface Told {
  /** Of the step, and of its start. */
  readonly number: number
  readonly n: number
  readonly step: ReplayStep
}

/** How much float work had is asked where it lost as much in one step: that is no more than some steps. */
const FLOAT_STEPS = 20
/** What the digits of sums may be off. */
const FLOAT_MORE_DAYS = 1

/** `exactly`: the slack before a step where it is more than was looked for; absent: all of it is found. */
function* stepsOf(
  starts: readonly ReplayStart[],
  half: CpmInput,
  reports: Reports,
  { nearCriticalDays, stepDays, checkpoint, floatDays = FLOAT_STEPS * stepDays }: ReplayRules,
  exactly?: (number: number, n: number) => Slack,
): Generator<Told, readonly Replay[]> {
  const [earlier] = starts
  const { taskCount } = half.network
  const { told, addedFrom = taskCount } = reports
  const statuses = new DayStatuses(earlier, half, reports)
  const stops = beforeStops(earlier.prepared.input, half, reports.suspensions)
  const memory = new StepMemory(earlier.prepared.input, half)
  const open = new OpenTasks(half)
  // of two mornings each; those of the one before are looked at while those of the next are made
  const earlies = [earlyDates(taskCount), earlyDates(taskCount)]
  let ahead: EarlyDates | undefined
  const scratch = (): EarlyDates => (ahead ??= earlyDates(taskCount))
  let was = earlier.prepared.input
  let wasEarly = earlier.result.early
  const first = { was, wasEarly, now: was, early: wasEarly, told, order: was.network.order }
  const nobody = nobodyIdle(first, memory)
  const lines = starts.map(({ followed, finish, isAccountOnly = false }) => {
    const slackWas = slackTo(first, nobody, followed, finish, noSlack(taskCount))
    const slacks = [noSlack(taskCount), noSlack(taskCount)].map(slack => ({ ...slack, hasPaths: !isAccountOnly }))
    return { followed, finish, first: finish, slackWas, slacks, path: NO_TASKS }
  })
  const letGo = forwardLetGo(half, checkpoint)
  let number = 0
  for (const { status, letsGo, isByRule, stopsAt } of statusesOf(was, half, statuses, stops, stepDays)) {
    if (isByRule && !letsGo && was === half) break
    checkpoint()
    earlies.reverse()
    const early = earlies[0]
    // what the end of the window says of finished work need not be as the mornings have it: all is looked at
    const isEnd = status === half || status === stops?.status
    if (isEnd) open.lookAtAll()
    const now = letsGo && isByClock(status) ? letGo(status, early) : status
    if (isByRule && now === was) continue
    if (!letsGo || !isByClock(status)) open.forward(now, early)
    const step = { was, wasEarly, now, early, told, order: open.order, suspensions: reports.suspensions }
    const idle = isByRule ? nobodyIdle(step, memory) : idleTasks(step, memory)
    const nearDays = nearCriticalDays + tieDays(now)
    const isPaced = (i: number): boolean =>
      stopsAt === undefined &&
      i < addedFrom &&
      now.state[i] !== NOT_STARTED &&
      told[i] === 0 &&
      idle.lostAtStart[i] === 0 &&
      !statuses.worked.isSlowed(i, step.was.dataDate, now.dataDate) &&
      !isStopped(half.clock, reports.suspensions, i, step.was.dataDate, now.dataDate)
    for (const [n, line] of lines.entries()) {
      const { followed, slackWas, finish: finishWas } = line
      line.slacks.reverse()
      const finish = open.finish(now, early, followed)
      const isMoved = Math.abs(finish - finishWas) > MOVED_DAYS_MIN
      // who holds the finish, and who would have moved it beyond where the window began
      const asked = Math.max(nearDays, finish - line.first, isByClock(now) ? 0 : floatDays) + FLOAT_MORE_DAYS
      const upTo = exactly === undefined ? Number.POSITIVE_INFINITY : asked
      const slack = slackTo(step, idle, followed, finish, { ...line.slacks[0], upTo })
      const days = finish - finishWas
      const holders = !isMoved ? [] : days > 0 ? holdersOf(idle, slack, nearDays) : gainersOf(idle, slackWas, nearDays)
      const lateStart = days > 0 && holders.length > 1 ? lateStarts(step, idle, holders, tieDays(now)) : undefined
      if (now === half) line.path = pathOf(now, slack, tieDays(now))
      const heldDays =
        days > 0 && holders.length > 0
          ? heldDaysOf(step, idle, holders, lateStart, slack, followed, { was: finishWas, is: finish }, scratch)
          : days
      const at = number
      let known: Slack | undefined
      const slacks = { was: slackWas, is: slack, exactly: () => (known ??= exactly!(at, n)) }
      const float = floatUse(step, idle, slacks, followed, finishWas)
      yield {
        ...{ number, n },
        step: {
          ...{ from: was.dataDate, to: now.dataDate, stopsAt, finishWas, finish },
          ...{ holders, idle, float, lateStart, heldDays, isPaced, slack, slackWas },
          sharesOf: tasks => butForShares(step, idle, followed, scratch, tasks),
        },
      }
      line.slackWas = slack
      line.finish = finish
    }
    number++
    if (!isEnd) open.leaveOut(now)
    was = now
    wasEarly = early
  }
  return lines.map(({ finish, path }) => ({ finish, input: half, path }))
}
const NO_TASKS: readonly number[] = []

/** A status to which the replay goes, with or without the links that ran out (run-out.ts); between the two of one data date stands that rule alone. */
interface Next {
  readonly status: CpmInput
  readonly letsGo: boolean
  readonly isByRule: boolean
  readonly stopsAt?: number
}

function* statusesOf(
  was: CpmInput,
  half: CpmInput,
  statuses: DayStatuses,
  stops: BeforeStops | undefined,
  stepDays: number,
): Generator<Next> {
  const hasRule = isByClock(half)
  if (hasRule) yield { status: was, letsGo: true, isByRule: true }
  for (const to of mornings(was, half, statuses, stepDays)) {
    const status = statuses.at(to)
    yield { status: status === half && stops !== undefined ? stops.status : status, letsGo: true, isByRule: false }
  }
  if (stops !== undefined) yield { status: half, letsGo: true, isByRule: false, stopsAt: stops.stopsAt }
  if (hasRule) yield { status: half, letsGo: false, isByRule: true }
}

/**
 * Data dates after the earlier one, up to that of the half-step: midnights, or working days; without those on which nobody works and nothing is
 * reported. Before them the earlier one itself, where something is told otherwise of it.
 */
function mornings(was: CpmInput, half: CpmInput, statuses: DayStatuses, stepDays: number): number[] {
  const since = was.dataDate
  const end = half.dataDate
  const list: number[] = statuses.isRetold && since < end ? [since] : []
  const isQuiet = isByClock(half) ? quietByClock(half, statuses) : () => false
  let last = since
  for (let at = Math.floor(since) + stepDays; at < end; at += stepDays) {
    if (isQuiet(last, at)) continue
    list.push(at)
    last = at
  }
  list.push(end)
  return list
}

/** Whether no task could work between two offsets, and none was reported to begin or end: then the finish cannot move. */
function quietByClock(half: CpmInput, statuses: DayStatuses): (from: number, to: number) => boolean {
  const { clock, network } = half
  const used = new Set<number>()
  for (const i of network.order) used.add(clock!.tasks.calendar[i])
  const calendars = [...used].map(n => clock!.calendars[n])
  const events = statuses.events()
  let next = 0
  return (from, to) => {
    while (next < events.length && events[next] <= from) next++
    if (next < events.length && events[next] <= to) return false
    const [start, finish] = [momentAt(clock!, from), momentAt(clock!, to)]
    return calendars.every(calendar => calendar.workBetween(start, finish) === 0)
  }
}

/** Who lost time on a path that holds the finish; all of them, in no order. */
const holdersOf = (idle: Idle, slack: Slack, nearDays: number): number[] =>
  idle.tasks.filter(i => slackOfLoss(slack, idle, i) <= nearDays)

/** Who gained time on a path that held it the morning before. */
const gainersOf = (idle: Idle, slackWas: Slack, nearDays: number): number[] =>
  idle.tasks.filter(i => slackOfGain(slackWas, idle, i) <= nearDays)

function pathOf(input: CpmInput, slack: Slack, tie: number): number[] {
  const { order } = input.network
  const isOver = order.every(i => input.state[i] === COMPLETE)
  const isOnPath = (i: number): boolean => slackOf(slack, i) <= tie && (isOver || input.state[i] !== COMPLETE)
  return [...order].filter(isOnPath)
}

// How fine a series is replayed: a day costs a walk over tasks, links, assignments and calendars, however short the body is that names the days. So the days
// of all windows have a budget that grows with what was sent, and beyond it several days are one step, which the result says.

/** What any series may take, and what it may take more for each link, or as much, that was sent: up to what two schedules of 1,000 tasks need, and beyond. */
const COST_FREE = 4_000_000
const COST_PER_SENT_SMALL = 900
const COST_SMALL_MAX = 12_000_000
const COST_PER_SENT = 200
/** What none goes beyond. */
const COST_MAX = 1_000_000_000

/** Days of one step: 1, unless all days cost more than the budget. Costs in links that are walked once: 25 to 150 nanoseconds each, with all that is told of a day; most where very many tasks hold it together. */
export const daysPerStep = (days: number, costOfDay: number, sent: number): number =>
  Math.max(1, Math.ceil((days * costOfDay) / Math.min(COST_MAX, freeCost(sent) + COST_PER_SENT * sent)))

/** A small body has less for nothing: its centuries would cost as much as the years of a large one. */
const freeCost = (sent: number): number => Math.min(COST_SMALL_MAX, COST_FREE + COST_PER_SENT_SMALL * sent)

/**
 * Days of one step of the replay, by its budget. `anchorDay`: where a plan without a date of its own may begin; `seriesCount`: how many times the
 * series is replayed within the budget.
 */
export function stepDaysOf(items: readonly SeriesItem[], anchorDay: number, seriesCount = 1): number {
  const [first, last] = [items[0], items.at(-1)!]
  const from = first.statusDay === DAY_ABSENT ? anchorDay : first.statusDay
  const most = items.reduce((max, { columns }) => Math.max(max, costOfDay(columns)), 0)
  // updates that were made of two schedules were not sent
  const sent = items.reduce((total, item) => total + (isRecreated(item) ? 0 : sentIn(item.columns)), 0)
  return daysPerStep((last.statusDay - from) * seriesCount, most, sent)
}

/** What a schedule adds to the budget. Very many links of a task add nothing: a walk over them takes long, and they are few bytes. */
const sentIn = (columns: ScheduleColumns): number =>
  walkOf(columns) - Math.max(0, columns.links.task.length - LINKS_OF_TASK * columns.taskCount)

/** As daysPerStep counts. */
function costOfDay(columns: ScheduleColumns): number {
  const { setting, assignments, links } = columns
  if (setting === undefined) return walkOf(columns)
  const works = assignments?.resource.length ?? 0
  const isPlain = setting.rules.rules === 'p6' && isUpTo(links.type, FS)
  return (
    (isPlain ? COST_OF_PLAIN : COST_BY_CLOCK) * (walkOf(columns) + works + setting.calendars.length * COST_OF_CALENDAR)
  )
}

/** Few schedules have more. */
const LINKS_OF_TASK = 4
const COST_OF_CALENDAR = 2
/** Shifts and exceptions are looked up where days are added. */
const COST_BY_CLOCK = 5
/** The same where links lead from a finish to a start alone: of work that is not due nothing is looked up (idle.ts). */
const COST_OF_PLAIN = 3
