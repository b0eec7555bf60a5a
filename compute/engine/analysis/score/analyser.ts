/**
 * POST /api/v1/health/score: twelve components of one schedule, weighed. It builds a network only for the floats that a schedule with calendars does
 * not supply. The components are compute/engine/analysis/score/checks; this file reads the request and says
 * what came out.
 */

import { HealthScoreData } from '../../../../shared/contract/analysis/score/data.ts'
import type { HealthScoreRequest } from '../../../../shared/contract/analysis/score/request.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { jobFinish, showReportedFinish } from '../../check/beyond-dates.ts'
import { runCheck, THRESHOLD_TOLERANCE } from '../../check/check.ts'
import type { ComponentPart } from '../../check/components.ts'
import { componentParts, componentResult } from '../../check/components.ts'
import { allHitsWhere, hitsOf } from '../../check/findings.ts'
import { GATE_ROWS, OPEN_SHARE_MAX } from '../../check/gate-rows.ts'
import { type Gate, gateOf, noLinkGate } from '../../check/gates.ts'
import { canHoldBaseline } from '../../check/needs.ts'
import { wholeFloats } from '../../check/network-context.ts'
import { durationFindings, inputFindings } from '../../input/input-findings.ts'
import { lostLinkGate } from '../../input/lost-links.ts'
import { showPopulation } from '../../population/populations.ts'
import { taskStates } from '../../population/task-states.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, excludeTaskTypesOf, mustFinishDayOf, optionsOf, statusDayOf } from '../../result/options.ts'
import type { Analyser } from '../../result/result.ts'
import { plural } from '../../wording/numbers.ts'
import { type HealthContext, type HealthRow, healthContext } from './checks/context.ts'
import { LOGIC_COVERAGE, openEndsText } from './checks/logic-components.ts'
import { HEALTH_ROWS } from './checks/rows.ts'
import { hasDate } from './checks/task-components.ts'

const ID = 'health.score'

export const scoreAnalyser: Analyser = (input, { checkpoint }) => {
  const fieldset = fieldsetOf(input, HealthScoreData)
  if (!isFieldset(fieldset)) return fieldset
  checkpoint?.()
  const columns = input.schedules.get('tasks')!
  const options = optionsOf<typeof HealthScoreRequest>(input)
  const statusDay = statusDayOf(input)
  const choice = chooseCalendar(columns, input.params.calendar)
  const tasks = taskStates(columns, excludeTaskTypesOf(input))
  const { floats, cpm, ends } = wholeFloats(tasks, choice, statusDay, mustFinishDayOf(input))
  const { finish, lateGates } = jobFinish(tasks, choice, statusDay, cpm, floats, ends)
  const context = healthContext(tasks, choice, { statusDay, floats, isBaselineKnown: canHoldBaseline(input) })
  const parts = componentParts(HEALTH_ROWS.map(row => runCheck<HealthContext, HealthRow>(row, context)))
  return componentResult({
    analysis: ID,
    name: 'Health score',
    measure:
      'It weighs how large the share of each fault is; the DCMA 14-point assessment counts the points that pass, so the two grades can differ.',
    parts,
    gates: [...healthGates(context, parts), ...lostLinkGate(columns), ...lateGates],
    finish,
    findings: [...inputFindings(columns), ...durationFindings(columns, context.durations)],
    columns,
    withDetails: options.include_details === true,
    withRecommendations: options.include_recommendations !== false,
    data: {
      ...showReportedFinish(tasks, finish),
      status_date: dateOrNull(statusDay),
      calendar: showCalendar(choice),
      float_source: floats.source,
      populations: {
        all: showPopulation(context.all),
        incomplete: showPopulation(context.incomplete),
        incomplete_discrete: showPopulation(context.discrete),
        t14: showPopulation(context.t14),
        performance: showPopulation(context.execution.population),
        l14_links: context.l14.count,
      },
    },
    keep: data => keepFields(data, fieldset),
  })
}

/** Open ends beyond this share in percent: the logic does not carry the schedule. */
const OPEN_PERCENT_MAX = 100 * OPEN_SHARE_MAX

/** What caps the health score whatever its components say (/docs/methods/score). */
const healthGates = (context: HealthContext, parts: readonly ComponentPart[]): Gate[] => [
  ...noLinkGate(context.live.count, context.discrete.count),
  ...openEndsGate(parts),
  ...bareGate(context),
]

function openEndsGate(parts: readonly ComponentPart[]): Gate[] {
  const { outcome } = parts.find(({ name }) => name === LOGIC_COVERAGE)!.result
  if (outcome === undefined || outcome.value === null || outcome.value <= OPEN_PERCENT_MAX + THRESHOLD_TOLERANCE)
    return []
  return [
    gateOf(GATE_ROWS.openEnds, {
      description: `The project has a start and a finish of its own. ${openEndsText(outcome.numerator, outcome.denominator, OPEN_PERCENT_MAX)}.`,
      hits: outcome.hits,
    }),
  ]
}

function bareGate({ columns, all }: HealthContext): Gate[] {
  const hasDurationOrDate = (i: number): boolean => columns.durationDays[i] >= 0 || hasDate(columns, i)
  const timedCount = allHitsWhere(columns.taskCount, i => all.marks[i] === 1 && hasDurationOrDate(i)).count
  if (timedCount > 0 || all.count === 0) return []
  const bare = Uint32Array.from(all.marks.keys()).filter(i => all.marks[i] === 1)
  return [
    gateOf(GATE_ROWS.noDates, {
      description: `None of ${plural(all.count, 'task')} has a duration or a date.`,
      hits: hitsOf(bare),
    }),
  ]
}
