/**
 * POST /api/v1/health/dcma-14-point: the fourteen points of DCMA-EA PAM 200.1. The points are checks/;
 * this file reads the request and says what came out.
 */

import { Dcma14Data } from '../../../../shared/contract/analysis/dcma-14-point/data.ts'
import type { Dcma14PointRequest } from '../../../../shared/contract/analysis/dcma-14-point/request.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { jobFinish, showReportedFinish } from '../../check/beyond-dates.ts'
import { runCheck } from '../../check/check.ts'
import { noLinkGate } from '../../check/gates.ts'
import { passFailResult } from '../../check/scored-result.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { lostLinkGate } from '../../input/lost-links.ts'
import { historyFindings } from '../../input/schedule-findings.ts'
import { type Execution, executionIndex, indexOf, withoutDeleted } from '../../metrics/execution.ts'
import { earlierStatuses } from '../../population/earlier-statuses.ts'
import { showPopulation } from '../../population/populations.ts'
import { taskStates } from '../../population/task-states.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, dayOf, excludeTaskTypesOf, mustFinishDayOf, optionsOf, statusDayOf } from '../../result/options.ts'
import type { Analyser } from '../../result/result.ts'
import { networkFindings } from '../../supplied/supplied-findings.ts'
import { roundHalfAway, roundRatio, roundScore } from '../../wording/numbers.ts'
import { type Dcma14Context, type Dcma14Row, dcma14Context } from './checks/context.ts'
import { pathLengthOf } from './checks/path-length.ts'
import { DCMA14_ROWS } from './checks/rows.ts'

const ID = 'health.dcma-14-point'

export const dcma14Analyser: Analyser = (input, { checkpoint }) => {
  const fieldset = fieldsetOf(input, Dcma14Data)
  if (!isFieldset(fieldset)) return fieldset
  checkpoint?.()
  const columns = input.schedules.get('tasks')!
  const options = optionsOf<typeof Dcma14PointRequest>(input)
  const statusDay = statusDayOf(input)
  const targetDay = dayOf(input.params.target_finish_date)
  const earlier = earlierStatuses(input, statusDay)
  const choice = chooseCalendar(columns, input.params.calendar)
  const tasks = taskStates(columns, excludeTaskTypesOf(input))
  const context = dcma14Context(tasks, choice, {
    statusDay,
    targetDay,
    mustFinishDay: mustFinishDayOf(input),
    earlier: earlier.statuses,
    excluded: excludeTaskTypesOf(input),
  })
  const results = DCMA14_ROWS.map(row => runCheck<Dcma14Context, Dcma14Row>(row, context))
  const { cpm, gates, live } = context.network
  const { finish, lateGates } = jobFinish(tasks, choice, statusDay, cpm, context.floats)
  const data = {
    ...showReportedFinish(tasks, finish),
    status_date: dateOrNull(statusDay),
    target_finish_date: dateOrNull(targetDay),
    data_date: cpm === undefined ? null : showDataDate(cpm.prepared),
    calendar: showCalendar(choice),
    float_source: context.floats.source,
    populations: {
      t14: showPopulation(context.t14),
      performance: showPopulation(context.execution.population),
      l14_links: context.l14.count,
    },
    unbaselined_count: context.execution.unbaselined,
    bei: showExecution(context.execution, statusDay),
    cpli: showPathLength(context),
  }
  return passFailResult({
    analysis: ID,
    name: 'DCMA 14-point assessment',
    measure:
      'It counts the points that pass, however narrowly one fails; the health score weighs how large the share of each fault is, so the two grades can differ.',
    results,
    gates: [...gates, ...noLinkGate(live.count, context.t14.count), ...lostLinkGate(columns), ...lateGates],
    findings: [...networkFindings(columns, context.durations, cpm, choice), ...historyFindings(earlier, columns)],
    finish,
    columns,
    withDetails: options.include_details === true,
    withRecommendations: options.include_recommendations !== false,
    data,
    keep: all => keepFields(all, fieldset),
  })
}

const ratioOrNull = (ratio: number | null): number | null => (ratio === null ? null : roundRatio(ratio))

function showExecution(execution: Execution, statusDay: number) {
  const { baselined, due, unbaselined, complete, completeDue, completeUnbaselined } = execution
  const { dueInPeriod, hitInPeriod, periodAfterDay } = execution
  // nothing is due before the status day is known, and nothing is late without a baseline
  const of = (completed: number, withoutBaseline: number): number | null =>
    baselined === 0 || statusDay === DAY_ABSENT ? null : executionIndex(completed, due, withoutBaseline)
  return {
    bei: ratioOrNull(of(complete, unbaselined)),
    without_deleted: statusDay === DAY_ABSENT ? null : ratioOrNull(indexOf(withoutDeleted(execution))),
    deleted_due: execution.deleted.ids.length,
    completed_unbaselined_only: ratioOrNull(of(complete, completeUnbaselined)),
    due_only: ratioOrNull(of(completeDue, unbaselined)),
    hit_task_pct: dueInPeriod === 0 ? null : roundScore((100 * hitInPeriod) / dueInPeriod),
    period_after: dateOrNull(periodAfterDay),
  }
}

function showPathLength(context: Dcma14Context) {
  const found = pathLengthOf(context)
  if (found === undefined) return null
  return {
    critical_path_length_days: roundHalfAway(found.pathDays, OFFSET_DECIMALS),
    total_float_days: roundHalfAway(found.floatDays, OFFSET_DECIMALS),
    basis: found.basis,
    cpli: ratioOrNull(found.index),
    cpli_by_stated_dates: found.stated === null ? null : ratioOrNull(found.stated.index),
    tfci: ratioOrNull(found.forecastIndex),
  }
}
