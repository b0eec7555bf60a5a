/**
 * POST /api/v1/health/dcma-decm: the schedule-only checks of the DCMA EVMS compliance metrics, under one of two
 * profiles of thresholds. The checks are compute/engine/analysis/dcma-decm/checks; this file reads the request and says what came out.
 */

import { DecmData } from '../../../../shared/contract/analysis/dcma-decm/data.ts'
import type { DcmaDecmRequest, DECM_SCOPES } from '../../../../shared/contract/analysis/dcma-decm/request.ts'
import type { ValidationFault } from '../../../../shared/contract/errors.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { jobFinish, showReportedFinish } from '../../check/beyond-dates.ts'
import { runCheck } from '../../check/check.ts'
import { canHoldBaseline } from '../../check/needs.ts'
import { passFailResult } from '../../check/scored-result.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { historyFindings } from '../../input/schedule-findings.ts'
import { durationsOf } from '../../population/durations.ts'
import { earlierStatuses } from '../../population/earlier-statuses.ts'
import { showPopulation } from '../../population/populations.ts'
import { taskStates } from '../../population/task-states.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import {
  dateOrNull,
  dayOf,
  faultOfNumber,
  mustFinishDayOf,
  optionsOf,
  refuseInvalid,
  statusDayOf,
} from '../../result/options.ts'
import { type Analyser, FINDING_TASKS_MAX } from '../../result/result.ts'
import { networkFindings } from '../../supplied/supplied-findings.ts'
import { plural } from '../../wording/numbers.ts'
import {
  type DecmContext,
  type DecmProfile,
  type DecmRow,
  decmContext,
  type ExemptList,
  exemptList,
} from './checks/context.ts'
import { DECM_ROWS } from './checks/rows.ts'

const ID = 'health.dcma-decm'

type DecmScope = (typeof DECM_SCOPES)[number]
type Thresholds = Readonly<Record<string, number>>

const SCOPE_BUILT: DecmScope = 'schedule_only'
const PROFILE_DEFAULT: DecmProfile = 'dcma-decm-default'

export const decmAnalyser: Analyser = (input, { checkpoint }) => {
  const { params } = input
  const options = optionsOf<typeof DcmaDecmRequest>(input)
  const thresholds = options.custom_thresholds ?? {}
  const faults = [...scopeFaults(params.scope), ...thresholdFaults(thresholds)]
  if (faults.length > 0) return refuseInvalid(faults)
  const fieldset = fieldsetOf(input, DecmData)
  if (!isFieldset(fieldset)) return fieldset
  checkpoint?.()
  const columns = input.schedules.get('tasks')!
  const profile = options.threshold_profile ?? PROFILE_DEFAULT
  const statusDay = statusDayOf(input)
  const earlier = earlierStatuses(input, statusDay)
  const choice = chooseCalendar(columns, params.calendar)
  const tasks = taskStates(columns)
  const context = decmContext(tasks, choice, {
    statusDay,
    mustFinishDay: mustFinishDayOf(input),
    exemptStarts: exemptList(columns, params.start_task_ids),
    exemptFinishes: exemptList(columns, params.finish_task_ids),
    earlier: earlier.statuses,
    withEarnedValue: options.include_ev_validation === true,
    isBaselineKnown: canHoldBaseline(input),
  })
  const results = DECM_ROWS.map(row => {
    const threshold = thresholds[row.code] ?? row.profiles[profile]
    return runCheck<DecmContext, DecmRow>({ ...row, threshold }, context)
  })
  const { cpm, gates } = context.network
  const { finish, lateGates } = jobFinish(tasks, choice, statusDay, cpm, context.floats)
  const data = {
    ...showReportedFinish(tasks, finish),
    scope: SCOPE_BUILT,
    threshold_profile: profile,
    custom_thresholds: thresholds,
    status_date: dateOrNull(statusDay),
    target_finish_date: dateOrNull(dayOf(params.target_finish_date)),
    data_date: cpm === undefined ? null : showDataDate(cpm.prepared),
    calendar: showCalendar(choice),
    float_source: context.floats.source,
    populations: {
      incomplete: showPopulation(context.incomplete),
      incomplete_discrete: showPopulation(context.discrete),
      tasks_and_milestones: showPopulation(context.all),
    },
    snapshots_used: earlier.statuses.length,
  }
  return passFailResult({
    analysis: ID,
    name: 'DECM assessment',
    results,
    gates: [...gates, ...lateGates],
    findings: [
      ...unknownExempt('start_task_ids', context.exemptStarts),
      ...unknownExempt('finish_task_ids', context.exemptFinishes),
      ...networkFindings(columns, durationsOf(columns, choice.calendar), cpm, choice),
      ...historyFindings(earlier, columns),
    ],
    finish,
    columns,
    withDetails: options.include_details === true,
    withRecommendations: true,
    data,
    keep: all => keepFields(all, fieldset),
  })
}

function scopeFaults(scope: unknown): ValidationFault[] {
  if (scope === undefined || scope === null || scope === SCOPE_BUILT) return []
  const msg = `${String(scope)} is not implemented; send ${SCOPE_BUILT}`
  return [{ loc: ['body', 'scope'], msg, type: 'not_implemented' }]
}

function thresholdFaults(thresholds: Thresholds): ValidationFault[] {
  const known: readonly string[] = DECM_ROWS.map(row => row.code)
  return Object.entries(thresholds).flatMap(([code, threshold]): ValidationFault[] => {
    const loc = ['body', 'options', 'custom_thresholds', code]
    if (!known.includes(code)) return [{ loc, msg: `must be one of ${known.join(', ')}, is ${code}`, type: 'enum' }]
    const fault = faultOfNumber(loc, threshold)
    return fault === undefined ? [] : [fault]
  })
}

function unknownExempt(field: string, list: ExemptList | undefined): AdvisedFinding[] {
  if (list === undefined || list.unknown.length === 0) return []
  const words = {
    code: 'DECM_UNKNOWN_EXEMPT_ID',
    severity: 'low',
    title: 'Exempt ids that no task has',
    description: `${plural(list.unknown.length, 'id', 'ids')} of ${field} ${list.unknown.length === 1 ? 'is' : 'are'} the id of no task.`,
  } as const
  const evidence = { field, ids: list.unknown.slice(0, FINDING_TASKS_MAX) }
  return [{ finding: { ...words, task_ids: [], count: list.unknown.length, evidence } }]
}
