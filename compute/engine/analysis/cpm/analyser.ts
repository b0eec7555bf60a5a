/**
 * POST /api/v1/analysis/cpm: from the columns of a request to CPMData, findings and recommendations. The method itself
 * is in compute/engine/cpm; this file sets its inputs and writes its results.
 */

import type { CpmRequest } from '../../../../shared/contract/analysis/cpm/request.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import {
  formatMoment,
  MINUTES_PER_DAY,
  minutesAfterMidnight,
} from '../../../../shared/contract/schedule/time-of-day.ts'
import { type CalendarChoice, chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { findingsIn, withAdvice } from '../../check/advised-finding.ts'
import { type CpmResult, computeCpm, tasksByDate } from '../../cpm/cpm.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { type CpmDates, computeDates } from '../../cpm/dates.ts'
import { computeDivergence, NO_DIVERGENCE } from '../../cpm/divergence.ts'
import { computeDrag, dragInWork } from '../../cpm/drag.ts'
import { driversOf } from '../../cpm/drivers.ts'
import { type EarlyDates, earlyDates, finishOf } from '../../cpm/forward.ts'
import { type CpmInput, withOverride } from '../../cpm/input.ts'
import { finishByKernel } from '../../cpm/kernel-trial.ts'
import { spanLoe } from '../../cpm/loe.ts'
import { withEffortFloat } from '../../cpm/loe-float.ts'
import { type Preparation, prepare } from '../../cpm/prepare.ts'
import { cycleRefusal } from '../../graph/cycle-text.ts'
import { buildNetwork } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { isUpTo } from '../../ids/short-arrays.ts'
import { NOT_STARTED } from '../../population/progress.ts'
import { dateOrNull, mustFinishDayOf, optionsOf, statusDayOf } from '../../result/options.ts'
import { type Analyser, type AnalysisInput, References } from '../../result/result.ts'
import { dayBasis, daysOver, inDays, offsetBasis } from '../../wording/days.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import { ofAll } from '../../wording/shares.ts'
import { showAgreement } from './agreement.ts'
import { showCurves } from './curves/curves.ts'
import { cpmFindings } from './findings.ts'
import { NEAR_CRITICAL_DAYS, pathsOf } from './paths.ts'
import { constraintTable, divergenceTable, networkDetails, taskDetails, taskTable } from './tables.ts'

export const cpmAnalyser: Analyser = (input: AnalysisInput, { checkpoint }) => {
  const columns = input.schedules.get('tasks')!
  const { params } = input
  const options = optionsOf<typeof CpmRequest>(input)
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) return cycleRefusal(columns)
  checkpoint?.()
  const network = buildNetwork(columns, order, { relationTypes: options.relationship_types ?? undefined })
  const choice = chooseCalendar(columns, params.calendar)
  const statusDay = statusDayOf(input)
  const prepared = prepare(columns, network, {
    calendar: choice.calendar,
    statusDay,
    mustFinishDay: mustFinishDayOf(input),
  })
  checkpoint?.()
  const result = computeCpm(prepared.input)
  spanLoe(columns, prepared.input, prepared.durationDays, result.earlyStart, result.earlyFinish)
  checkpoint?.()
  const drag = computeDrag(prepared.input, result)
  const inWork = dragInWork(prepared.input, result, drag)
  checkpoint?.()
  const shown = withEffortFloat(columns, prepared, result)
  const days = computeDates(columns, prepared, shown)
  const paths = pathsOf(result)
  const { longest, near } = paths
  const divergence = paths.isSameByFloat ? NO_DIVERGENCE : computeDivergence(prepared.input, result)
  checkpoint?.()
  const drivers = driversOf(prepared.input, result)
  const override = otherFinishUnderOverride(prepared.input, result)
  const overrideFinish = override?.isOther === true ? override.finish : undefined
  const critical = paths.isSameByFloat ? longest : tasksByDate(result.critical, result)
  const advised = cpmFindings({
    columns,
    prepared,
    result,
    days,
    drag,
    paths,
    choice,
    statusDay,
    divergence,
    overrideFinish,
    overrideEarly: override?.early,
  })
  return {
    summary: summarise(
      lengthOf(result, prepared, days),
      choice,
      days,
      network.order.length,
      longest.length,
      near.length,
    ),
    findings: findingsIn(advised),
    recommendations: withAdvice([], advised, null),
    data: {
      project_duration_days: offset(result.projectFinish),
      project_start_date: momentOr(days.moments?.projectStart, days.projectStart),
      project_finish_date: momentOr(days.moments?.projectFinish, days.projectFinish),
      must_finish_by: mustFinishBy(input, columns),
      progress_override_finish: overrideFinish === undefined ? null : offset(overrideFinish),
      data_date: showDataDate(prepared),
      calendar: showCalendar(choice),
      filtered: network.relationTypes !== undefined,
      ignored_link_count: network.filteredLinkCount,
      critical_path: new References(critical, columns.id),
      critical_path_names: undefined,
      longest_path: new References(longest, columns.id),
      longest_path_names: undefined,
      divergence: divergenceTable(divergence, result, columns.id),
      near_critical: new References(near, columns.id),
      near_critical_names: undefined,
      near_critical_days: NEAR_CRITICAL_DAYS,
      driving_constraints: constraintTable(columns, drivers),
      tasks: taskTable(columns, shown, days, { drag, inWork }, drivers),
      task_details: options.include_task_details === true ? taskDetails(columns, prepared.durationDays) : undefined,
      agreement: showAgreement(columns, prepared.input, result, drivers),
      network_details: options.include_network_details === true ? networkDetails(columns, network, result) : undefined,
      curves: options.include_curves === true ? showCurves(columns, prepared, days) : undefined,
    },
  }
}

/** As given: with its time only where it has one that is read. */
function mustFinishBy(input: AnalysisInput, { setting }: ScheduleColumns): string | null {
  const given = input.params.must_finish_by
  const hasTime = typeof given === 'string' && minutesAfterMidnight(given) !== undefined
  return momentOr(hasTime ? setting?.mustFinishBy : undefined, mustFinishDayOf(input))
}

/** A moment where there is one, else the day. */
const momentOr = (moment: number | undefined, day: number): string | null =>
  moment === undefined || Number.isNaN(moment) ? dateOrNull(day) : formatMoment(moment)

const offset = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)

/** P under progress override, whether it is another, and the early dates where TypeScript found them; undefined where only links into started tasks could make it so. */
function otherFinishUnderOverride(
  input: CpmInput,
  result: CpmResult,
): { readonly early?: EarlyDates; readonly finish: number; readonly isOther: boolean } | undefined {
  const { order, start } = input.network
  const { state } = input
  if (isUpTo(state, NOT_STARTED)) return undefined
  let at = 0
  while (at < order.length && (state[order[at]] === NOT_STARTED || start[order[at]] === start[order[at] + 1])) at++
  if (at === order.length) return undefined
  const isOther = (finish: number): boolean => Math.abs(finish - result.projectFinish) > EPSILON_DAYS
  const found = finishByKernel(input, result, { override: true })
  if (found !== undefined) return { finish: found, isOther: isOther(found) }
  const early = earlyDates(input.network.taskCount)
  const finish = finishOf(withOverride(input), early)
  return { early, finish, isOther: isOther(finish) }
}

/** Days from the start of the day on which the first work begins, which by the clock need not be that of offset 0. */
function lengthOf({ projectFinish }: CpmResult, { input: { clock } }: Preparation, { moments }: CpmDates): number {
  if (clock === undefined || moments === undefined || Number.isNaN(moments.projectStart)) return projectFinish
  return projectFinish - Math.max(0, Math.floor((moments.projectStart - clock.origin) / MINUTES_PER_DAY))
}

function summarise(
  lengthDays: number,
  { mode }: CalendarChoice,
  days: CpmDates,
  taskCount: number,
  longestCount: number,
  nearCount: number,
): string {
  const basis = dayBasis(mode)
  const spanBasis = offsetBasis(mode)
  const length =
    days.projectFinish === DAY_ABSENT
      ? inDays(lengthDays, spanBasis)
      : daysOver(lengthDays, spanBasis, days.projectStart, days.projectFinish)
  return `The project takes ${length}; ${ofAll(longestCount, taskCount, 'task')} ${longestCount === 1 ? 'is' : 'are'} on the longest path, ${nearCount} near-critical (total float above 0 and up to ${inDays(NEAR_CRITICAL_DAYS, basis)}).`
}
