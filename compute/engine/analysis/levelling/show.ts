/** The answer of levelling: figures, lists and the sentence of each delay. Amounts of the engine are minutes and millionths of a unit; here they are days, hours and units. */
import { UNRESOLVED_REASONS } from '../../../../shared/contract/analysis/levelling/words.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { showCalendar } from '../../calendar/choice.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { HOURS_PER_DAY } from '../../demand/placement.ts'
import { type Delay, mostOf, type Wait, workBound } from '../../levelling/explain.ts'
import { NEVER_ENOUGH, OUT_OF_FLOAT } from '../../levelling/placing.ts'
import { GREATEST_FIRST } from '../../levelling/priority.ts'
import { type Placed, UNIT_PARTS, UNLIMITED } from '../../levelling/problem.ts'
import type { Use } from '../../levelling/use.ts'
import { dateOrNull, dayOf } from '../../result/options.ts'
import { References, type ResultValue, Table } from '../../result/result.ts'
import { inDays } from '../../wording/days.ts'
import { figure, plural, roundHalfAway } from '../../wording/numbers.ts'
import { listed, taskText } from '../../wording/tasks.ts'
import { isUnlimited, type Levelling } from './analyser.ts'
import { days, Printed } from './printed.ts'
import { byName, nameOf, type UseByPeriod, usesByPeriod } from './use-by-period.ts'

/** Delays in the list, names in a sentence. */
const DELAYS_MAX = 20_000
const NAMED_MAX = 3

/** As sentences have them. */
const shownUnits = (parts: number): string => String(roundHalfAway(parts / UNIT_PARTS, 2))
const units = (parts: number): number => roundHalfAway(parts / UNIT_PARTS, OFFSET_DECIMALS)

export type Shown = ReturnType<typeof showLevelling>

export function showLevelling(levelling: Levelling) {
  const { levelled, model, options, columns, choice, prepared, cpm } = levelling
  const { problem, momentOf } = model
  const { placing, explained } = levelled
  const printed = new Printed(levelling)
  const before: Placed = { start: problem.baseStart, finish: problem.baseFinish }
  const finishBefore = momentOf(cpm.projectFinish)
  const finishAfter = placing.finish.reduce((last, moment) => Math.max(last, moment), finishBefore)
  const use = usesByPeriod(levelling, before, placing)
  const resources = showResources(levelling, use, printed)
  const sumOver = (name: 'over_hours_before' | 'over_hours_after'): number =>
    roundHalfAway(
      resources.reduce((sum, row) => sum + row[name], 0),
      OFFSET_DECIMALS,
    )
  const delays = explained.delays.slice(0, DELAYS_MAX).map(delay => showDelay(levelling, delay, printed))
  const unresolved = explained.unresolved.slice(0, DELAYS_MAX).map(delay => showUnresolved(levelling, delay))
  return {
    finish_before: printed.finish(finishBefore),
    finish_after: printed.finish(finishAfter),
    moves_working_days: printed.projectDays(finishBefore, finishAfter),
    moves_calendar_days: printed.calendarDays(finishBefore, finishAfter),
    lower_bound: problem.count === 0 ? null : lowerBound(levelling, finishBefore, finishAfter, printed),
    delayed_count: explained.delays.length,
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
      within_float_only: options.within_float_only === true,
      float_kept_days: options.float_kept_days ?? 0,
      horizon: dateOrNull(dayOf(options.horizon)),
      data_date: printed.start(momentOf(prepared.dataDate.offset))?.slice(0, 10) ?? null,
      period: use.period,
      hours_per_day: columns.setting === undefined ? HOURS_PER_DAY : null,
      calendar: showCalendar(choice),
    },
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
  const { model, limitOf } = levelling
  const { problem, resourceCode } = model
  const taskCount = new Uint32Array(resourceCode.length)
  for (const r of problem.needResource) taskCount[r]++
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
      bound_finish: printed.finish(workBound(problem, r)),
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
  const { model, prepared } = levelling
  let bound = finishBefore
  let holder = -1
  for (const r of byName(levelling)) {
    const byWork = workBound(model.problem, r)
    if (byWork > bound) {
      bound = byWork
      holder = r
    }
  }
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

const idAt = ({ columns, model }: Levelling, a: number): string => textAt(columns.id, model.problem.task[a])
const namedTasks = (levelling: Levelling, activities: readonly number[], count: number): string =>
  listed(
    activities.slice(0, NAMED_MAX).map(a => taskText(levelling.columns, levelling.model.problem.task[a])),
    count,
  )

const refer = ({ columns, model }: Levelling, activities: readonly number[]): References =>
  new References(
    Uint32Array.from(activities, a => model.problem.task[a]),
    columns.id,
  )

function showWait(levelling: Levelling, wait: Wait, printed: Printed) {
  return {
    resource: nameOf(levelling, wait.resource),
    from: printed.start(wait.from),
    until: printed.finish(wait.until),
    units_needed: units(wait.neededParts),
    units_short: units(wait.shortParts),
    held_by: refer(levelling, wait.holders),
    held_by_count: wait.holderCount,
  }
}

function showDelay(levelling: Levelling, delay: Delay, printed: Printed) {
  const { activity: a, byLogic } = delay
  const { cpm, model, levelled } = levelling
  const { problem } = model
  const start = levelled.placing.start[a]
  const whole = printed.workingDays(a, problem.baseStart[a], start)
  const byResources = printed.workingDays(a, byLogic, start)
  const byPredecessors = days(whole - byResources)
  const cause = start === byLogic ? 'predecessor' : byLogic === problem.baseStart[a] ? 'resource' : 'both'
  const float = cpm.totalFloat[problem.task[a]]
  const hasFloat = !Number.isNaN(float)
  const waits = start === byLogic ? [] : delay.waits
  return {
    id: idAt(levelling, a),
    cause,
    delay_working_days: whole,
    by_predecessors_days: byPredecessors,
    by_resources_days: byResources,
    total_float_before_days: hasFloat ? days(float) : null,
    beyond_float_days: days(Math.max(0, whole - (hasFloat ? Math.max(0, float) : whole))),
    predecessors: refer(levelling, delay.drivers),
    waits: waits.map(wait => showWait(levelling, wait, printed)),
    text: delayText(levelling, delay, { whole, byPredecessors, waits, start: printed.start(start) }, printed),
  }
}

interface DelayWords {
  readonly whole: number
  readonly byPredecessors: number
  readonly waits: readonly Wait[]
  readonly start: string | null
}

function delayText(
  levelling: Levelling,
  { activity, drivers }: Delay,
  { whole, byPredecessors, waits, start }: DelayWords,
  printed: Printed,
): string {
  const name = taskText(levelling.columns, levelling.model.problem.task[activity])
  const head = `${name} starts ${inDays(figure(whole), 'working')} later${start === null ? '' : `, on ${start.replace('T', ' at ')}`}`
  const reasons: string[] = []
  if (byPredecessors > 0 || waits.length === 0)
    reasons.push(
      drivers.length === 0
        ? 'its links hold it'
        : `${namedTasks(levelling, drivers, drivers.length)} before it ${drivers.length === 1 ? 'is' : 'are'} delayed${waits.length === 0 ? '' : ` (${inDays(figure(byPredecessors), 'working')})`}`,
    )
  for (const wait of waits) {
    const until = printed.finish(wait.until)?.replace('T', ' at ') ?? 'the end'
    const from = printed.start(wait.from)?.replace('T', ' at ') ?? 'the beginning'
    const held = wait.holderCount === 0 ? '' : ` because of ${namedTasks(levelling, wait.holders, wait.holderCount)}`
    reasons.push(
      `it needs ${shownUnits(wait.neededParts)} of ${nameOf(levelling, wait.resource)}, which is ${shownUnits(wait.shortParts)} short from ${from} to ${until}${held}`,
    )
  }
  return `${head}: ${reasons.join('; ')}.`
}

function showUnresolved(levelling: Levelling, { activity: a, waits }: Delay) {
  const { model, levelled, columns } = levelling
  const { problem } = model
  const fate = levelled.placing.fate[a]
  const name = taskText(columns, problem.task[a])
  // never enough: the one whose need exceeds all there is, else the last that had no room
  const wait = waits.find(({ resource, neededParts }) => neededParts > mostOf(problem, resource)) ?? waits.at(-1)
  const most = wait === undefined ? Number.NaN : mostOf(problem, wait.resource)
  const resource = wait === undefined ? null : nameOf(levelling, wait.resource)
  const asks = wait === undefined ? '' : `${shownUnits(wait.neededParts)} of ${resource}`
  const text =
    fate === NEVER_ENOUGH && wait !== undefined
      ? wait.neededParts > most
        ? `${name} needs ${asks}, of which there are never more than ${shownUnits(most)}; it stands where its links put it.`
        : `${name} needs ${asks}, which are never free for as long as it takes; it stands where its links put it.`
      : fate === OUT_OF_FLOAT
        ? `${name} has no room within its total float${asks === '' ? '' : ` for ${asks}`}; it stands where its links put it.`
        : `${name} may not be moved, and a resource that it uses has more to do than its limit.`
  return {
    id: idAt(levelling, a),
    reason: UNRESOLVED_REASONS[fate - 1],
    resource,
    units_needed: wait === undefined ? null : units(wait.neededParts),
    units_most: Number.isNaN(most) || most === UNLIMITED ? null : units(most),
    text,
  }
}

function taskTable(levelling: Levelling, printed: Printed): Table {
  const { columns, model, levelled, dates, prepared } = levelling
  const { problem, activityOf } = model
  const { placing } = levelled
  const rows = Uint32Array.from(activityOf.keys()).filter(i => activityOf[i] >= 0)
  const count = columns.taskCount
  const moved = (i: number): boolean => placing.start[activityOf[i]] !== problem.baseStart[activityOf[i]]
  const workDays = new Float64Array(count)
  const wallDays = new Float64Array(count)
  const isFixed = new Uint8Array(count)
  for (const i of rows) {
    const a = activityOf[i]
    isFixed[i] = problem.fixed[a]
    if (!moved(i)) continue
    workDays[i] = printed.workingDays(a, problem.baseStart[a], placing.start[a])
    wallDays[i] = printed.calendarDays(problem.baseStart[a], placing.start[a]) ?? Number.NaN
  }
  const number = (values: Float64Array) => ({ kind: 'number', values, decimals: OFFSET_DECIMALS }) as const
  const common = {
    delay_working_days: number(workDays),
    delay_calendar_days: number(wallDays),
    is_fixed: { kind: 'boolean', values: isFixed },
  } as const
  const { moments } = dates
  if (moments !== undefined) {
    const start = (moments.remainingEarlyStart ?? moments.earlyStart).slice()
    const finish = moments.earlyFinish.slice()
    const before = { start: start.slice(), finish: finish.slice() }
    for (const i of rows) {
      if (!moved(i)) continue
      start[i] = placing.start[activityOf[i]]
      finish[i] = placing.finish[activityOf[i]]
    }
    const moment = (values: Float64Array) => ({ kind: 'moment', values }) as const
    return new Table(
      count,
      {
        id: { kind: 'text', values: columns.id },
        start: moment(start),
        finish: moment(finish),
        start_before: moment(before.start),
        finish_before: moment(before.finish),
        ...common,
      },
      rows,
    )
  }
  const { timeline } = prepared
  const start = dates.earlyStart.slice()
  const finish = dates.earlyFinish.slice()
  for (const i of rows) {
    const a = activityOf[i]
    if (!moved(i) || timeline === undefined) continue
    const [from, to] = [placing.start[a] / MINUTES_PER_DAY, placing.finish[a] / MINUTES_PER_DAY]
    start[i] = timeline.startDay(from)
    finish[i] = timeline.finishDay(to)
    // a point stands on one day: at its end as a rule
    if (problem.minutes[a] === 0) start[i] = finish[i]
  }
  const day = (values: Int32Array) => ({ kind: 'day', values }) as const
  return new Table(
    count,
    {
      id: { kind: 'text', values: columns.id },
      start: day(start),
      finish: day(finish),
      start_before: day(dates.earlyStart),
      finish_before: day(dates.earlyFinish),
      ...common,
    },
    rows,
  )
}

/** What the summary and the message say. */
export function summarise(shown: Shown): string {
  const { finish_before, finish_after, moves_working_days, delayed_count, unresolved_count, lower_bound } = shown
  const sentences: string[] = []
  if (delayed_count === 0 && unresolved_count === 0)
    sentences.push(
      shown.resources.length === 0
        ? 'No open task uses a resource with a limit, so nothing was levelled.'
        : 'No resource has more to do than its limit, so no task was delayed.',
    )
  else {
    const delayed = delayed_count === 1 ? '1 task starts' : `${delayed_count} tasks start`
    sentences.push(
      moves_working_days > 0
        ? `${delayed} later so that limits hold, and the project finishes ${inDays(figure(moves_working_days), 'working')} later, ${finish_before} to ${finish_after}.`
        : `${delayed} later so that limits hold; the project finishes on ${finish_after}, as before.`,
    )
    const bound = lower_bound as { finish: string | null; distance_working_days: number; by: string } | null
    if (bound !== null && moves_working_days > 0)
      sentences.push(
        bound.distance_working_days > 0
          ? `No schedule within these limits can finish before ${bound.finish}, ${inDays(figure(bound.distance_working_days), 'working')} earlier (${bound.by === 'critical_path' ? 'critical path' : 'work of a resource'}).`
          : 'No schedule within these limits finishes earlier.',
      )
  }
  if (unresolved_count > 0)
    sentences.push(`${plural(unresolved_count, 'task stands', 'tasks stand')} where a limit is still exceeded.`)
  return sentences.join(' ')
}
