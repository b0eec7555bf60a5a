/**
 * POST /api/v1/analysis/resources: the demand for each resource by day, where it exceeds the limit, and which tasks could be moved.
 * Demand and capacity are in compute/engine/demand, the four parts of the risk in checks/. CPM runs for missing dates, floats and critical
 * tasks. This file sets their inputs and writes their results.
 */
import { ResourceData } from '../../../../shared/contract/analysis/resources/data.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { anchorDay } from '../../calendar/anchor.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { chooseCalendar } from '../../calendar/choice.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { runCheck } from '../../check/check.ts'
import { componentParts, componentResult } from '../../check/components.ts'
import { computeCpm } from '../../cpm/cpm.ts'
import { computeDates } from '../../cpm/dates.ts'
import { spanLoe } from '../../cpm/loe.ts'
import { prepare } from '../../cpm/prepare.ts'
import { firstDayLeft, rescheduled } from '../../cpm/rescheduled.ts'
import type { Capacity } from '../../demand/capacity.ts'
import { availabilityOf, limitsOf } from '../../demand/capacity.ts'
import { loadCalendars } from '../../demand/load-calendar.ts'
import { type Loads, loadsOf } from '../../demand/loads.ts'
import { periodTasks, profilesOf } from '../../demand/profiles.ts'
import { cycleRefusal } from '../../graph/cycle-text.ts'
import { buildNetwork, type Network } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { durationsOf } from '../../population/durations.ts'
import { dcma14Tasks } from '../../population/populations.ts'
import { taskStates } from '../../population/task-states.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { excludeTaskTypesOf, mustFinishDayOf, statusDayOf } from '../../result/options.ts'
import type { Analyser, AnalysisInput } from '../../result/result.ts'
import { networkFindings } from '../../supplied/supplied-findings.ts'
import { dayBasis } from '../../wording/days.ts'
import { criticalTasks, isAssigned, type ResourceContext, type ResourceRow } from './checks/context.ts'
import { RESOURCE_ROWS } from './checks/rows.ts'
import { resourceFindings } from './findings.ts'
import { levelingCandidates } from './leveling.ts'
import { resourceOptionsOf } from './resource-request.ts'
import { bucketingOf, type Loading, showResources } from './show.ts'

const ID = 'analysis.resources'

/** Tasks named in over-allocation periods, in all. */
const LISTED_TASKS_MAX = 1_000_000

export const resourcesAnalyser: Analyser = (input, { today, checkpoint }) => {
  const fieldset = fieldsetOf(input, ResourceData)
  if (!isFieldset(fieldset)) return fieldset
  const availability = availabilityOf(input)
  if ('code' in availability) return availability
  const columns = input.schedules.get('tasks')!
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) return cycleRefusal(columns)
  checkpoint?.(true)
  const options = resourceOptionsOf(input)
  const statusDay = statusDayOf(input)
  const choice = chooseCalendar(columns, input.params.calendar)
  const load = loadCalendars(columns)
  const { prepared, cpm, isDated } = runNetwork(input, buildNetwork(columns, order), choice.calendar, today)
  const loadingDay = statusDay === DAY_ABSENT ? (firstDayLeft(prepared, cpm) ?? today) : statusDay
  checkpoint?.(true)
  const tasks = taskStates(columns, excludeTaskTypesOf(input))
  const durations = durationsOf(columns, choice.calendar)
  const timeline = new Timeline(load?.calendar ?? choice.calendar, loadingDay)
  const result = rescheduled(columns, prepared, cpm)
  const dates = computeDates(columns, prepared, result)
  const computed = { prepared, result, dates }
  const loads = loadsOf(tasks, timeline, durations.days, computed, load?.own)
  const resources = loadedByName(columns, loads)
  const limits = limitsOf(availability, columns, timeline)
  const capacityOf = (resource: number): Capacity => limits.of(resource).capacity
  const profiles = profilesOf(loads, capacityOf, options.threshold, resources)
  checkpoint?.(true)
  const bucketing = bucketingOf({ loads, profiles, timeline, capacityOf, resources }, loadingDay, options)
  if ('code' in bucketing) return bucketing
  checkpoint?.()
  const context: ResourceContext = {
    columns,
    tasks,
    basis: dayBasis(choice.mode),
    threshold: options.threshold,
    loads,
    profiles,
    periodTasks: periodTasks(loads, profiles.periods, LISTED_TASKS_MAX),
    resources,
    sourceOf: resource => limits.of(resource).source,
    hasResources: hasAny(columns.taskCount, i => tasks.leftOut[i] === 0 && isAssigned(columns, i)),
    critical: criticalTasks(tasks, cpm.critical, durations.days),
    t14: dcma14Tasks(tasks),
  }
  const parts = componentParts(RESOURCE_ROWS.map(row => runCheck<ResourceContext, ResourceRow>(row, context)))
  checkpoint?.()
  const candidates = options.withCandidates ? levelingCandidates(context, cpm, computed, durations.days) : undefined
  const loading: Loading = {
    ...{ context, options, statusDay, loadingDay, isDated, timeline, choice, prepared, cpm, bucketing, candidates },
    durationDays: durations.days,
  }
  return componentResult({
    analysis: ID,
    name: 'Resource analysis',
    parts,
    gates: [],
    findings: [
      ...resourceFindings(context, { isToday: statusDay === DAY_ABSENT && !isDated, unusedNames: limits.unused }),
      ...networkFindings(columns, durations, { prepared, result: cpm }, choice),
    ],
    columns,
    withDetails: false,
    withRecommendations: true,
    data: score => showResources(loading, score),
    keep: data => keepFields(data, fieldset),
  })
}

/** A schedule without any date begins today. */
function runNetwork(input: AnalysisInput, network: Network, calendar: Calendar, today: number) {
  const columns = input.schedules.get('tasks')!
  const statusDay = statusDayOf(input)
  const start = columns.setting?.projectStart ?? Number.NaN
  const isDated = anchorDay(columns, statusDay) !== DAY_ABSENT || !Number.isNaN(start)
  const prepared = prepare(columns, network, {
    calendar,
    statusDay,
    mustFinishDay: mustFinishDayOf(input),
    ...(isDated ? {} : { anchorDay: today }),
  })
  const cpm = computeCpm(prepared.input)
  spanLoe(columns, prepared.input, prepared.durationDays, cpm.earlyStart, cpm.earlyFinish)
  return { prepared, cpm, isDated }
}

/** Codes of the loaded resources by name, in code units. */
function loadedByName({ resources }: ScheduleColumns, loads: Loads): Uint32Array {
  const names: [name: string, code: number][] = []
  for (let r = 0; r + 1 < loads.start.length; r++) {
    if (loads.start[r] < loads.start[r + 1]) names.push([textAt(resources.values, r), r])
  }
  names.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return Uint32Array.from(names, ([, code]) => code)
}

function hasAny(taskCount: number, test: (i: number) => boolean): boolean {
  for (let i = 0; i < taskCount; i++) if (test(i)) return true
  return false
}
