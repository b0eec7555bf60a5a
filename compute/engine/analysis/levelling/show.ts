/** The answer of levelling: figures, lists and the sentence of each delay. Amounts of the engine are minutes and millionths of a unit; here they are days, hours and units. */
import { UNRESOLVED_REASONS } from '../../../../shared/contract/analysis/levelling/words.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { showCalendar } from '../../calendar/choice.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { HOURS_PER_DAY } from '../../demand/placement.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { type Delay, endingWaits, finishChain, type Wait } from '../../levelling/explain.ts'
import { GREATEST_FIRST } from '../../levelling/priority.ts'
import { mostOf, UNIT_PARTS, UNLIMITED } from '../../levelling/problem.ts'
import type { Use } from '../../levelling/use.ts'
import { dateOrNull, dayOf } from '../../result/options.ts'
import { References, type ResultValue, Table, type TableColumn } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import { isUnlimited, type Levelling } from './analyser.ts'
import { days, Printed } from './printed.ts'
import { delayText, shortest, unresolvedText } from './sentences.ts'
import { byName, nameOf, type UseByPeriod } from './use-by-period.ts'

/** Delays in the list. */
const DELAYS_MAX = 20_000

const NO_PARTS: readonly number[] = []

const units = (parts: number): number => roundHalfAway(parts / UNIT_PARTS, OFFSET_DECIMALS)

export type Shown = ReturnType<typeof showLevelling>

export function showLevelling(levelling: Levelling, use: UseByPeriod) {
  const { levelled, model, options, columns, choice, prepared, cpm } = levelling
  const { problem, momentOf } = model
  const { placing, explained } = levelled
  const printed = new Printed(levelling)
  const finishBefore = momentOf(cpm.projectFinish)
  const finishAfter = placing.finish.reduce((last, moment) => Math.max(last, moment), finishBefore)
  const resources = showResources(levelling, use, printed)
  const sumOver = (name: 'over_hours_before' | 'over_hours_after'): number =>
    roundHalfAway(
      resources.reduce((sum, row) => sum + row[name], 0),
      OFFSET_DECIMALS,
    )
  const delays = explained.delays.slice(0, DELAYS_MAX).map(delay => showDelay(levelling, delay, printed))
  const unresolved = explained.unresolved.slice(0, DELAYS_MAX).map(delay => showUnresolved(levelling, delay, printed))
  return {
    finish_before: printed.finish(finishBefore),
    finish_after: printed.finish(finishAfter),
    moves_working_days: printed.projectDays(finishBefore, finishAfter),
    moves_calendar_days: printed.calendarDays(finishBefore, finishAfter),
    lower_bound: problem.count === 0 ? null : lowerBound(levelling, finishBefore, finishAfter, printed),
    delayed_count: explained.delays.filter(({ activity: a }) => placing.start[a] > problem.baseStart[a]).length,
    split_count: placing.parts.size,
    delay_days_sum: days(
      explained.delays.reduce(
        (sum, { activity: a }) => sum + printed.workingDays(a, problem.baseStart[a], placing.start[a]),
        0,
      ),
    ),
    unresolved_count: explained.unresolved.length,
    over_hours_before: sumOver('over_hours_before'),
    over_hours_after: sumOver('over_hours_after'),
    settings: {
      rule: levelling.rule,
      priority_order: levelling.terms.map(({ by, isDescending }) => ({
        by,
        descending: isDescending ?? GREATEST_FIRST.has(by),
      })),
      scheme: levelling.scheme,
      effort: options.effort ?? 'fast',
      objective: options.objective ?? 'earliest_finish',
      schedules: levelled.schedules,
      schedules_max: levelling.schedulesMax,
      ended_by: levelled.endedBy,
      from_schedule: levelling.wanted.fromSchedule,
      within_float_only: levelling.wanted.floatKept !== undefined,
      float_kept_days: days(levelling.wanted.floatKept?.days ?? options.float_kept_days ?? 0),
      allow_splits: options.allow_splits === true,
      split_days_min: options.split_days_min ?? 1,
      horizon: dateOrNull(dayOf(options.horizon)),
      data_date: printed.start(momentOf(prepared.dataDate.offset))?.slice(0, 10) ?? null,
      period: use.period,
      hours_per_day: columns.setting === undefined ? HOURS_PER_DAY : null,
      calendar: showCalendar(choice),
    },
    finish_chain: showChain(levelling, printed),
    resources,
    resources_left_out: leftOut(levelling),
    delays,
    delays_left_out: explained.delays.length - delays.length,
    unresolved,
    use: use.rows(printed),
    tasks: taskTable(levelling, printed),
  } satisfies Record<string, ResultValue | undefined>
}

function showResources(levelling: Levelling, { before, after }: UseByPeriod, printed: Printed) {
  const { model, limitOf, levelled } = levelling
  const { problem, resourceCode } = model
  const taskCount = new Uint32Array(resourceCode.length)
  const lastOf = new Int32Array(resourceCode.length).fill(-1)
  for (let a = 0; a < problem.count; a++)
    for (let k = problem.needStart[a]; k < problem.needStart[a + 1]; k++) {
      const r = problem.needResource[k]
      if (lastOf[r] !== a) taskCount[r]++
      lastOf[r] = a
    }
  const sum = (rows: readonly Use[], name: 'used' | 'over'): number =>
    printed.hours(rows.reduce((all, row) => all + row[name], 0))
  const peak = (rows: readonly Use[]): number => rows.reduce((most, row) => Math.max(most, row.peak), 0)
  return byName(levelling).map(r => {
    const most = mostOf(problem, r)
    return {
      resource: nameOf(levelling, r),
      limit_source: limitOf(resourceCode[r]).source,
      task_count: taskCount[r],
      work_hours: sum(after[r], 'used'),
      limit_most: most === UNLIMITED ? null : units(most),
      peak_before: peak(before[r]),
      peak_after: peak(after[r]),
      over_hours_before: sum(before[r], 'over'),
      over_hours_after: sum(after[r], 'over'),
      bound_finish: printed.finish(levelled.bounds.workEnd(r)),
    }
  })
}

function leftOut(levelling: Levelling): ResultValue[] {
  const { columns, model, limitOf, isAskedFor, unknownResources } = levelling
  const levelled = new Set(model.resourceCode)
  const rows: { resource: string; reason: string }[] = unknownResources.map(resource => ({
    resource,
    reason: 'not_used',
  }))
  for (let code = 0; code + 1 < columns.resources.values.offsets.length; code++) {
    if (levelled.has(code)) continue
    const reason = !isAskedFor(code) ? 'not_asked_for' : isUnlimited(limitOf(code)) ? 'no_limit' : 'not_used'
    rows.push({ resource: textAt(columns.resources.values, code), reason })
  }
  return rows.sort((a, b) => (a.resource < b.resource ? -1 : 1))
}

function lowerBound(levelling: Levelling, finishBefore: number, finishAfter: number, printed: Printed): ResultValue {
  const { model, prepared, levelled } = levelling
  const { finish, resource } = levelled.lowerBound
  const bound = Math.max(finish, finishBefore)
  const holder = finish > finishBefore ? resource : -1
  const distance = printed.projectDays(bound, finishAfter)
  const whole = printed.projectDays(model.momentOf(prepared.dataDate.offset), bound)
  return {
    finish: printed.finish(bound),
    by: holder < 0 ? 'critical_path' : 'resource_work',
    resource: holder < 0 ? null : nameOf(levelling, holder),
    distance_working_days: distance,
    distance_pct: whole > 0 ? roundHalfAway((100 * distance) / whole, 2) : null,
  }
}

function refer({ columns, model }: Levelling, activities: readonly number[]): References {
  const tasks = zeros(Uint32Array, activities.length)
  for (let n = 0; n < tasks.length; n++) tasks[n] = model.problem.task[activities[n]]
  return new References(tasks, columns.id)
}

/** Steps of the chain in the list. */
const CHAIN_MAX = 1_000

function showChain(levelling: Levelling, printed: Printed) {
  const { explained, placing } = levelling.levelled
  return finishChain(explained, placing)
    .slice(0, CHAIN_MAX)
    .map(({ activity, wait }) => ({
      id: printed.id(activity),
      task: printed.name(activity),
      start: printed.start(placing.start[activity]),
      finish: printed.finish(placing.finish[activity]),
      resource: wait === undefined ? null : nameOf(levelling, wait.resource),
      held_by: wait?.lastHolder === undefined ? null : printed.name(wait.lastHolder),
    }))
}

function showWait(levelling: Levelling, wait: Wait, printed: Printed) {
  return {
    resource: nameOf(levelling, wait.resource),
    part: wait.part + 1,
    from: printed.start(wait.from),
    until: printed.finish(wait.until),
    units_needed: units(wait.neededParts),
    units_short: units(wait.shortParts),
    has_gaps: wait.hasGaps,
    limit_least: wait.lowLimit === undefined ? null : units(wait.lowLimit.leastParts),
    held_by: refer(levelling, wait.holders),
    held_by_count: wait.holderCount,
  }
}

const showParts = (a: number, parts: readonly number[], printed: Printed) =>
  parts.flatMap((from, n) => {
    const until = parts[n + 1]
    if (n % 2 === 1) return []
    return {
      start: printed.start(from),
      finish: printed.finish(until),
      working_days: printed.workingDays(a, from, until),
    }
  })

function showDelay(levelling: Levelling, delay: Delay, printed: Printed) {
  const { activity: a, byLogic, parts = NO_PARTS } = delay
  const { cpm, model, levelled } = levelling
  const { problem } = model
  const start = levelled.placing.start[a]
  const time = problem.calendars[problem.calendar[a]]
  const whole = printed.workingDays(a, problem.baseStart[a], start)
  const byResources = printed.workingDays(a, byLogic, start)
  const byPredecessors = days(whole - byResources)
  const pauses =
    parts.length === 0
      ? 0
      : days((time.workBetween(start, parts[parts.length - 1]) - problem.minutes[a]) / time.minutesPerDay)
  const isByLogic = start === byLogic && start > problem.baseStart[a]
  const cause =
    !isByLogic && byLogic === problem.baseStart[a] ? 'resource' : isByLogic && pauses === 0 ? 'predecessor' : 'both'
  const float = cpm.totalFloat[problem.task[a]]
  const hasFloat = !Number.isNaN(float)
  const lost = whole + pauses
  // a start by links alone waits for nothing, its later parts may
  const waits = endingWaits(delay).filter(({ part }) => part > 0 || start > byLogic)
  return {
    id: printed.id(a),
    cause,
    delay_working_days: whole,
    by_predecessors_days: byPredecessors,
    by_resources_days: byResources,
    pauses_working_days: pauses,
    parts: showParts(a, parts, printed),
    total_float_before_days: hasFloat ? days(float) : null,
    beyond_float_days: days(Math.max(0, lost - (hasFloat ? Math.max(0, float) : lost))),
    predecessors: refer(levelling, delay.drivers),
    waits: waits.map(wait => showWait(levelling, wait, printed)),
    text: delayText(
      levelling,
      delay,
      {
        ...{ whole, byPredecessors, pauses, waits, start: printed.start(start) },
        startBefore: printed.start(problem.baseStart[a]),
      },
      printed,
    ),
  }
}

function showUnresolved(levelling: Levelling, delay: Delay, printed: Printed) {
  const { model, levelled } = levelling
  const fate = levelled.placing.fate[delay.activity]
  const wait = shortest(levelling, delay)
  const most = wait === undefined ? Number.NaN : mostOf(model.problem, wait.resource)
  return {
    id: printed.id(delay.activity),
    reason: UNRESOLVED_REASONS[fate - 1],
    resource: wait === undefined ? null : nameOf(levelling, wait.resource),
    units_needed: wait === undefined ? null : units(wait.neededParts),
    units_most: Number.isNaN(most) || most === UNLIMITED ? null : units(most),
    text: unresolvedText(levelling, delay, printed),
  }
}

/** Start and finish of each task by the columns of the schedule: moments of those by the clock, days of the others. */
function taskTable(levelling: Levelling, printed: Printed): Table {
  const { columns, model, levelled, dates, prepared } = levelling
  const { problem, activityOf } = model
  const { placing } = levelled
  const rows = problem.task.toSorted()
  const { moments } = dates
  const { timeline } = prepared
  const before: Dates =
    moments === undefined
      ? { start: dates.earlyStart, finish: dates.earlyFinish }
      : { start: moments.remainingEarlyStart ?? moments.earlyStart, finish: moments.earlyFinish }
  const after: Dates = { start: before.start.slice(), finish: before.finish.slice() }
  const workDays = new Float64Array(columns.taskCount)
  const wallDays = new Float64Array(columns.taskCount)
  const isFixed = new Uint8Array(columns.taskCount)
  for (const i of rows) {
    const a = activityOf[i]
    const [start, finish] = [placing.start[a], placing.finish[a]]
    isFixed[i] = problem.fixed[a]
    if (start === problem.baseStart[a] && finish === problem.baseFinish[a]) continue
    workDays[i] = printed.workingDays(a, problem.baseStart[a], start)
    wallDays[i] = printed.calendarDays(problem.baseStart[a], start) ?? Number.NaN
    if (moments === undefined && timeline === undefined) continue
    after.finish[i] = moments === undefined ? timeline!.finishDay(finish / MINUTES_PER_DAY) : finish
    after.start[i] = moments === undefined ? timeline!.startDay(start / MINUTES_PER_DAY) : start
    // a point stands on one day: at its end as a rule
    if (moments === undefined && problem.minutes[a] === 0) after.start[i] = after.finish[i]
  }
  const date = (values: Dates['start']): TableColumn =>
    values instanceof Int32Array ? { kind: 'day', values } : { kind: 'moment', values }
  const number = (values: Float64Array): TableColumn => ({ kind: 'number', values, decimals: OFFSET_DECIMALS })
  return new Table(
    columns.taskCount,
    {
      id: { kind: 'text', values: columns.id },
      start: date(after.start),
      finish: date(after.finish),
      start_before: date(before.start),
      finish_before: date(before.finish),
      delay_working_days: number(workDays),
      delay_calendar_days: number(wallDays),
      is_fixed: { kind: 'boolean', values: isFixed },
    },
    rows,
  )
}

interface Dates {
  readonly start: Int32Array | Float64Array
  readonly finish: Int32Array | Float64Array
}
