/** resource_risk: over-allocated resource-days from the status date on, and critical work that nobody is assigned to. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { specsByCode } from '../../../../../shared/contract/schedule/resources.ts'
import { Timeline } from '../../../calendar/timeline.ts'
import type { Need } from '../../../check/check.ts'
import { needsCpm } from '../../../check/needs.ts'
import { computeDates } from '../../../cpm/dates.ts'
import { spanLoe } from '../../../cpm/loe.ts'
import { firstDayLeft, rescheduled } from '../../../cpm/rescheduled.ts'
import { limitOf } from '../../../demand/capacity.ts'
import { loadCalendars } from '../../../demand/load-calendar.ts'
import { type Loads, loadsOf } from '../../../demand/loads.ts'
import { type Computed, NOT_PLACED } from '../../../demand/placement.ts'
import { type Periods, profilesOf, sumOf } from '../../../demand/profiles.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { dateOrNull } from '../../../result/options.ts'
import { plural, roundRatio } from '../../../wording/numbers.ts'
import { someOf } from '../../../wording/shares.ts'
import { criticalTasks, isAssigned } from '../../resources/checks/context.ts'
import { fullFrom, RISK_MAX, type RiskContext, riskRow, weightedMean } from './context.ts'

const OVER_WEIGHT = 0.5
const UNASSIGNED_WEIGHT = 0.5
/** A day is over-allocated when the demand exceeds the limit. */
const OVER_THRESHOLD = 1

const needsResources: Need<RiskContext> = {
  message: 'requires a resource on some task',
  isMet: ({ columns, tasks }) => tasks.leftOut.some((left, i) => left === 0 && isAssigned(columns, i)),
}

export const resourceRisk = riskRow({
  code: 'RI05',
  component: 'resource_risk',
  title: 'Resource risk',
  population:
    'Resource-days loaded from the status date, else the data date, on; critical incomplete tasks with a duration, no level of effort.',
  formula: `100 * (${OVER_WEIGHT} * over-allocated resource-days / loaded resource-days + ${UNASSIGNED_WEIGHT} * critical tasks without a resource / critical tasks); a term over nothing is dropped. Loaded resource-days are those of resources with a limit: as the schedule states it, else 1 unit per day of labour.`,
  weight: 0.1,
  needs: [needsResources, needsCpm],
  remedy: 'Level the resources and staff the critical work',
  causes: {
    unassigned: {
      found: ['is critical and has no resource', 'are critical and have no resource'],
      action: 'name the crew or person before the work is due',
    },
    overCritical: {
      found: ['is critical and works on over-allocated days', 'are critical and work on over-allocated days'],
      action: 'add to the resource on these days, and move the other work of the resource instead',
    },
    over: {
      found: ['has float and works on over-allocated days', 'have float and work on over-allocated days'],
      action: 'move the work within its float to days on which the resource is free',
    },
  },
  measure: measureResources,
})

function measureResources(context: RiskContext) {
  const { columns, tasks, durations, network } = context
  const { taskCount } = columns
  const loads = loadsFrom(context)
  const loaded = loads === undefined ? undefined : overAllocation(loads)
  const [overDays, loadedDays] = [loaded?.overDays ?? 0, loaded?.loadedDays ?? 0]
  const critical = criticalTasks(tasks, network.cpm!.result.critical, durations.days)
  const isUnassigned = (i: number): boolean => critical.marks[i] === 1 && !isAssigned(columns, i)
  let unassigned = 0
  for (let i = 0; i < taskCount; i++) if (isUnassigned(i)) unassigned++
  const over = fullFrom(overDays, loadedDays, 1)
  const without = fullFrom(unassigned, critical.count, 1)
  const mean = weightedMean([
    { weight: OVER_WEIGHT, value: over },
    { weight: UNASSIGNED_WEIGHT, value: without },
  ])
  const taskOverDays = loaded?.taskOverDays ?? zeros(Float64Array, taskCount)
  const taskOverSum = sumOf(taskOverDays)
  const faults = zeros(Float64Array, taskCount)
  for (let i = 0; i < taskCount; i++) {
    if (taskOverDays[i] > 0) faults[i] += (OVER_WEIGHT * over! * taskOverDays[i]) / taskOverSum
    if (isUnassigned(i)) faults[i] += (UNASSIGNED_WEIGHT * without!) / unassigned
  }
  const notPlaced =
    loads === undefined ? null : loads.fate.reduce((sum, fate) => sum + (fate === NOT_PLACED ? 1 : 0), 0)
  return {
    risk: mean === null ? null : RISK_MAX * mean,
    faults,
    reasonsOf: (i: number) => [
      ...(taskOverDays[i] > 0 ? [`${plural(taskOverDays[i], 'resource-day')} of it on over-allocated days`] : []),
      ...(isUnassigned(i) ? ['critical and without a resource'] : []),
    ],
    causeOf: (i: number) => {
      if (isUnassigned(i)) return 'unassigned' as const
      return network.cpm!.result.critical[i] === 1 ? ('overCritical' as const) : ('over' as const)
    },
    numerator: overDays + unassigned,
    denominator: loadedDays + critical.count,
    message:
      mean === null
        ? 'No work with a resource and no critical task is left.'
        : `${someOf(overDays, loadedDays, 'resource-day', ['is', 'are'])} over-allocated; ${someOf(unassigned, critical.count, 'critical task', ['has', 'have'])} no resource.`,
    ...(loads === undefined ? { degraded: 'no date to count the demand from' } : {}),
    details: {
      demand_from: loads === undefined ? null : dateOrNull(loads.timeline.anchorDay),
      over_allocated_resource_days: overDays,
      loaded_resource_days: loadedDays,
      over_allocated_share: over === null ? null : roundRatio(over),
      critical_tasks: critical.count,
      critical_tasks_without_resource: unassigned,
      unassigned_share: without === null ? null : roundRatio(without),
      tasks_not_placed: notPlaced,
      excluded_by_type: loads?.population.excludedByType ?? {},
    },
  }
}

/** The demand from the status date, else the data date, on; undefined = the schedule has no date at all. */
function loadsFrom({ tasks, choice, statusDay, durations, network }: RiskContext): Loads | undefined {
  const { prepared, result } = network.cpm!
  const dataDay = firstDayLeft(prepared, result) ?? DAY_ABSENT
  const day = statusDay === DAY_ABSENT ? dataDay : statusDay
  if (day === DAY_ABSENT) return undefined
  const load = loadCalendars(tasks.columns)
  const timeline = new Timeline(load?.calendar ?? choice.calendar, day)
  return loadsOf(tasks, timeline, durations.days, computeWithLoe(network.cpm!, tasks.columns), load?.own)
}

/** CPM of all tasks, level of effort included, which the passes leave out. */
function computeWithLoe(
  { prepared, result }: NonNullable<RiskContext['network']['cpm']>,
  columns: Loads['columns'],
): Computed {
  const earlyStart = result.earlyStart.slice()
  const earlyFinish = result.earlyFinish.slice()
  spanLoe(columns, prepared.input, prepared.durationDays, earlyStart, earlyFinish)
  const spanned = rescheduled(columns, prepared, { ...result, earlyStart, earlyFinish })
  return { prepared, result: spanned, dates: computeDates(columns, prepared, spanned) }
}

interface OverAllocation {
  readonly loadedDays: number
  readonly overDays: number
  /** Resource-days of task i that lie on over-allocated days of the resource. Length taskCount. */
  readonly taskOverDays: Float64Array
}

function overAllocation(loads: Loads): OverAllocation {
  const resources = Uint32Array.from({ length: loads.start.length - 1 }, (_, r) => r)
  const limits = specsByCode(loads.columns).map(spec => limitOf(loads.timeline, undefined, spec).capacity)
  const { limitedDays, overDays, periods } = profilesOf(loads, r => limits[r], OVER_THRESHOLD, resources)
  const before = daysBefore(periods)
  const taskOverDays = zeros(Float64Array, loads.first.length)
  const { first, end, entry: ofEntry } = loads.taskRuns
  const { firstRun, run } = runsByTask(loads)
  let from = 0
  for (const r of resources) {
    let to = from
    while (to < periods.resource.length && periods.resource[to] === r) to++
    for (let at = loads.start[r]; to > from && at < loads.start[r + 1]; at++) {
      const i = loads.task[at]
      const upTo = (day: number): number => overDaysUpTo(periods, before, from, to, day)
      const entry = loads.isApart[loads.entry[at]] === 1 ? loads.entry[at] : -1
      for (let n = firstRun[i]; n < firstRun[i + 1]; n++)
        if (ofEntry[run[n]] === entry) taskOverDays[i] += upTo(end[run[n]]) - upTo(first[run[n]])
    }
    from = to
  }
  return { loadedDays: sumOf(limitedDays), overDays: sumOf(overDays), taskOverDays }
}

interface TaskRuns {
  /** The runs of task i are run[firstRun[i]] .. run[firstRun[i + 1] - 1]. Length taskCount + 1. */
  readonly firstRun: Uint32Array
  readonly run: Uint32Array
}

/** The days that each task works on. */
function runsByTask({ taskRuns, fate }: Loads): TaskRuns {
  const firstRun = zeros(Uint32Array, fate.length + 1)
  for (const i of taskRuns.task) firstRun[i + 1]++
  for (let i = 0; i < fate.length; i++) firstRun[i + 1] += firstRun[i]
  const next = firstRun.slice()
  const run = zeros(Uint32Array, taskRuns.task.length)
  for (const [n, i] of taskRuns.task.entries()) run[next[i]++] = n
  return { firstRun, run }
}

/** Over-allocated days of all periods before period p. */
function daysBefore({ first, end }: Periods): Float64Array {
  const before = zeros(Float64Array, first.length + 1)
  for (let p = 0; p < first.length; p++) before[p + 1] = before[p] + end[p] - first[p]
  return before
}

/** Over-allocated days before `day` within the periods from .. to - 1 of one resource, which do not overlap. */
function overDaysUpTo(periods: Periods, before: Float64Array, from: number, to: number, day: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (periods.first[middle] < day) low = middle + 1
    else high = middle
  }
  if (low === from) return 0
  const last = low - 1
  return before[last] - before[from] + Math.min(day, periods.end[last]) - periods.first[last]
}
