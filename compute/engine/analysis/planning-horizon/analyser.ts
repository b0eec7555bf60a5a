/**
 * POST /api/v1/health/planning-horizon: is the near term detailed, and the far term not detailed too early. Components and
 * observations are compute/engine/analysis/planning-horizon/checks; this file reads the request and says what came out.
 */

import { PlanningHorizonData } from '../../../../shared/contract/analysis/planning-horizon/data.ts'
import type { PlanningHorizonRequest } from '../../../../shared/contract/analysis/planning-horizon/request.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { type AdvisedFinding, advisedFindingsOfCheck } from '../../check/advised-finding.ts'
import { jobFinish, showReportedFinish } from '../../check/beyond-dates.ts'
import { runCheck, showCheck } from '../../check/check.ts'
import { componentParts, componentResult } from '../../check/components.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { showPopulation } from '../../population/populations.ts'
import { taskStates } from '../../population/task-states.ts'
import { totalFloats } from '../../population/total-floats.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, excludeTaskTypesOf, optionsOf, statusDayOf } from '../../result/options.ts'
import { type Analyser, type Finding, References } from '../../result/result.ts'
import { networkFindings } from '../../supplied/supplied-findings.ts'
import { plural } from '../../wording/numbers.ts'
import { HORIZON_COMPONENTS, type HorizonComponent } from './checks/components.ts'
import { type HorizonContext, horizonContext, MID_TERM_DAYS } from './checks/context.ts'
import { monthsOf } from './checks/months.ts'
import { HORIZON_OBSERVATIONS, type HorizonObservation } from './checks/observations.ts'
import { windowsOf } from './checks/windows.ts'

const ID = 'health.planning-horizon'

const NEAR_TERM_DAYS_DEFAULT = 90

export const planningHorizonAnalyser: Analyser = (input, { checkpoint }) => {
  const fieldset = fieldsetOf(input, PlanningHorizonData)
  if (!isFieldset(fieldset)) return fieldset
  checkpoint?.()
  const columns = input.schedules.get('tasks')!
  const options = optionsOf<typeof PlanningHorizonRequest>(input)
  const withDetails = options.include_details === true
  const statusDay = statusDayOf(input)
  const nearTermDays = options.near_term_days ?? NEAR_TERM_DAYS_DEFAULT
  const choice = chooseCalendar(columns, input.params.calendar)
  const tasks = taskStates(columns, excludeTaskTypesOf(input))
  const context = horizonContext(tasks, choice, {
    statusDay,
    nearTermDays,
    withEarnedValue: options.include_ev_validation === true,
  })
  const results = HORIZON_COMPONENTS.map(row => runCheck<HorizonContext, HorizonComponent>(row, context))
  const observed = HORIZON_OBSERVATIONS.map(row => runCheck<HorizonContext, HorizonObservation>(row, context))
  const failed = new Set(results.filter(({ status }) => status === 'fail').map(({ row }) => row.code))
  const { cpm, gates } = context.network
  const floats = totalFloats(columns, cpm?.result.totalFloat, context.near.marks)
  const { finish, lateGates } = jobFinish(tasks, choice, statusDay, cpm, floats)
  const windows = windowsOf(context)
  const months = monthsOf(context)
  const last = lastDetailedFinish(context)
  const isKnown = last !== DAY_ABSENT && context.originDay !== DAY_ABSENT
  const parts = componentParts(results)
  const result = componentResult({
    analysis: ID,
    name: 'Planning horizon',
    parts,
    gates: [...gates, ...lateGates],
    finish,
    findings: [
      ...observed.flatMap(each =>
        each.row.reportedBy !== undefined && failed.has(each.row.reportedBy)
          ? []
          : advisedFindingsOfCheck(each, columns),
      ),
      ...placingFindings(context),
      ...networkFindings(columns, context.durations, cpm, choice, { withFloats: false }),
    ],
    columns,
    withDetails,
    withRecommendations: options.include_recommendations !== false,
    data: {
      ...showReportedFinish(tasks, finish),
      observations: observed.map(each => showCheck(ID, each, columns.id, withDetails)),
      origin: {
        date: dateOrNull(context.originDay),
        source: originSource(context),
        degraded: statusDay === DAY_ABSENT,
      },
      near_term_days: nearTermDays,
      mid_term_days: MID_TERM_DAYS,
      windows,
      far_detail_percent: windows.at(-1)!.detail_percent,
      last_detailed_finish: dateOrNull(last),
      horizon_days: isKnown ? last - context.originDay : null,
      months: months.table,
      empty_months: months.empty,
      later_months: months.laterCount,
      later_task_days: months.laterTaskDays,
      undated_tasks: context.undatedCount,
      populations: {
        near: showPopulation(context.near),
        near_tasks: new References(indicesOf(context.near.marks), columns.id),
        incomplete_work: showPopulation(context.work),
        planning_packages: context.packageCount,
        open_planning_packages: context.openPackageCount,
      },
      status_date: dateOrNull(statusDay),
      data_date: cpm === undefined ? null : showDataDate(cpm.prepared),
      calendar: showCalendar(choice),
    },
    keep: data => keepFields(data, fieldset),
  })
  return { ...result, skipped: result.skipped === true || observed.some(({ status }) => status === 'skipped') }
}

const originSource = ({ statusDay, originDay }: HorizonContext): string => {
  if (statusDay !== DAY_ABSENT) return 'status_date'
  return originDay === DAY_ABSENT ? 'none' : 'earliest_incomplete_start'
}

const indicesOf = (marks: Uint8Array): Uint32Array => {
  const indices: number[] = []
  for (let i = 0; i < marks.length; i++) if (marks[i] === 1) indices.push(i)
  return Uint32Array.from(indices)
}

/** The latest finish of incomplete work that is no planning package; before the origin when all of it is overdue. */
function lastDetailedFinish({ work, packages, dates }: HorizonContext): number {
  let last = DAY_ABSENT
  for (let i = 0; i < work.marks.length; i++) {
    if (work.marks[i] === 1 && packages[i] === 0) last = Math.max(last, dates.finish[i])
  }
  return last
}

function placingFindings({ statusDay, originDay, undatedCount, network }: HorizonContext): AdvisedFinding[] {
  const findings: AdvisedFinding[] = []
  const add = (
    code: string,
    severity: Finding['severity'],
    title: string,
    description: string,
    count: number,
  ): void => {
    findings.push({ finding: { code, severity, title, description, task_ids: [], count } })
  }
  if (statusDay === DAY_ABSENT && originDay !== DAY_ABSENT) {
    const words = `Without a status date the windows begin on ${dateOrNull(originDay)}, the earliest incomplete start; whether work is overdue cannot be told.`
    add('HORIZON_DEGRADED', 'low', 'No status date', words, 1)
  }
  if (undatedCount > 0) {
    const why =
      network.cpm === undefined
        ? 'the dependencies form a cycle, so no early dates exist'
        : 'no date of the schedule anchors early dates'
    const words = `${plural(undatedCount, 'incomplete task has', 'incomplete tasks have')} no start, and ${why}; no window holds them.`
    add('HORIZON_UNDATED', 'medium', 'Work without a start', words, undatedCount)
  }
  return findings
}
