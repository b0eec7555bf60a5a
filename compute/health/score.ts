/**
 * POST /api/v1/health/score: twelve components of one schedule, weighed. It never builds the network and never runs the
 * critical-path method: no import leads from here into compute/graph or compute/cpm, which a test watches. The components
 * are compute/checks/health-score; this file reads the request and says what came out.
 */
import { HealthScoreData } from '../../shared/endpoint/data/health-score-data.ts'
import { chooseCalendar, showCalendar } from '../calendar/choice.ts'
import { runCheck } from '../checks/check.ts'
import { type HealthFacts, type HealthRow, healthFacts } from '../checks/health-score/facts.ts'
import { healthGates } from '../checks/health-score/gates.ts'
import { HEALTH_ROWS } from '../checks/health-score/rows.ts'
import { fieldsetOf, isFieldset, keepFields } from '../fieldset.ts'
import { dateOrNull, excludeTaskTypesOf, optionsOf, statusDayOf } from '../options.ts'
import { showPopulation } from '../population/populations.ts'
import { taskFacts } from '../population/task-facts.ts'
import type { Analyser } from '../result.ts'
import { componentParts } from '../score/components.ts'
import { beyondDatesGate, reportedFinish, showReportedFinish } from './beyond-dates.ts'
import { componentResult } from './component-result.ts'
import { durationFindings, inputFindings } from './input-findings.ts'

interface ScoreOptions {
  readonly include_details: boolean | null
  readonly include_recommendations: boolean | null
}

export const scoreAnalyser: Analyser = input => {
  const fieldset = fieldsetOf(input, HealthScoreData)
  if (!isFieldset(fieldset)) return fieldset
  const columns = input.schedules.get('tasks')!
  const options = optionsOf<ScoreOptions>(input)
  const statusDay = statusDayOf(input)
  const choice = chooseCalendar(columns, input.params.calendar)
  const tasks = taskFacts(columns, excludeTaskTypesOf(input))
  const finish = reportedFinish(tasks, choice, statusDay)
  const facts = healthFacts(tasks, choice, statusDay)
  const parts = componentParts(HEALTH_ROWS.map(row => runCheck<HealthFacts, HealthRow>(row, facts)))
  return componentResult({
    name: 'Health score',
    parts,
    gates: [...healthGates(facts, parts), ...beyondDatesGate(tasks, choice, statusDay, columns.totalFloatDays, finish)],
    finish,
    findings: [...inputFindings(columns), ...durationFindings(columns, facts.durations)],
    columns,
    withDetails: options.include_details === true,
    withRecommendations: options.include_recommendations !== false,
    data: {
      ...showReportedFinish(tasks, finish),
      status_date: dateOrNull(statusDay),
      calendar: showCalendar(choice),
      populations: {
        all: showPopulation(facts.all),
        incomplete: showPopulation(facts.incomplete),
        incomplete_discrete: showPopulation(facts.discrete),
        t14: showPopulation(facts.t14),
        performance: showPopulation(facts.execution.population),
        l14_links: facts.l14.count,
      },
    },
    keep: data => keepFields(data, fieldset),
  })
}
