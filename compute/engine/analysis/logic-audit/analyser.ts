/**
 * POST /api/v1/health/logic-audit: eleven weighted components of the logic of a schedule, and what else a planner would
 * want to see of it. Components and observations are compute/engine/analysis/logic-audit/checks; this file reads the request and says what
 * came out.
 */

import { LogicAuditData } from '../../../../shared/contract/analysis/logic-audit/data.ts'
import type { LogicAuditRequest } from '../../../../shared/contract/analysis/logic-audit/request.ts'
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { advisedFindingsOfCheck } from '../../check/advised-finding.ts'
import type { CheckOutcome } from '../../check/check.ts'
import { runCheck, showCheck } from '../../check/check.ts'
import { componentParts, componentResult } from '../../check/components.ts'
import { allHitsWhere } from '../../check/findings.ts'
import { GATE_ROWS, OPEN_SHARE_MAX } from '../../check/gate-rows.ts'
import { type Gate, gateOf, noLinkGate } from '../../check/gates.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { lostLinkGate } from '../../input/lost-links.ts'
import { relationCounts } from '../../metrics/links.ts'
import { isOpen } from '../../population/open-ends.ts'
import { showPopulation } from '../../population/populations.ts'
import { taskStates } from '../../population/task-states.ts'
import { NO_TASK } from '../../population/terminals.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, excludeTaskTypesOf, optionsOf, statusDayOf } from '../../result/options.ts'
import type { Analyser, ResultValue } from '../../result/result.ts'
import { networkFindings } from '../../supplied/supplied-findings.ts'
import { roundRatio } from '../../wording/numbers.ts'
import { shareText } from '../../wording/shares.ts'
import { type LogicComponent, type LogicContext, type LogicRow, logicContext } from './checks/context.ts'
import { logicDensity } from './checks/network-components.ts'
import { LOGIC_OBSERVATIONS } from './checks/observations.ts'
import { LOGIC_COMPONENTS } from './checks/rows.ts'

const ID = 'health.logic-audit'

const EXAMPLES_DEFAULT = 10

export const logicAuditAnalyser: Analyser = (input, { checkpoint }) => {
  const fieldset = fieldsetOf(input, LogicAuditData)
  if (!isFieldset(fieldset)) return fieldset
  checkpoint?.()
  const columns = input.schedules.get('tasks')!
  const options = optionsOf<typeof LogicAuditRequest>(input)
  const withDetails = options.include_details === true
  const withRecommendations = options.include_recommendations !== false
  const exampleCountMax = options.max_examples ?? EXAMPLES_DEFAULT
  const statusDay = statusDayOf(input)
  const choice = chooseCalendar(columns, input.params.calendar)
  const context = logicContext(taskStates(columns, excludeTaskTypesOf(input)), choice, statusDay)
  const results = LOGIC_COMPONENTS.map((row: LogicComponent) =>
    runCheck<LogicContext, LogicComponent>({ ...row, ...row.boundsOf?.(context) }, context),
  )
  const observed = LOGIC_OBSERVATIONS.map(row => runCheck<LogicContext, LogicRow>(row, context))
  const { cpm, live } = context.network
  const gates = [
    ...context.network.gates,
    ...noLinkGate(live.count, context.discrete.count),
    ...lostLinkGate(columns),
    ...openEndsGate(context),
  ]
  const parts = componentParts(results)
  return componentResult({
    analysis: ID,
    name: 'Logic audit',
    parts,
    gates,
    findings: [
      ...observed.flatMap(each => advisedFindingsOfCheck(each, columns)),
      ...networkFindings(columns, context.durations, cpm, choice, { withFloats: false }),
    ],
    columns,
    withDetails,
    withRecommendations,
    showMore: ({ name, result: { outcome } }) => {
      const row = LOGIC_COMPONENTS.find(each => each.component === name)!
      return { examples: examplesOf(row, outcome, context, exampleCountMax) }
    },
    data: {
      observations: observed.map(each => ({
        ...showCheck(ID, each, columns.id, withDetails),
        examples: examplesOf(each.row, each.outcome, context, exampleCountMax),
      })),
      network: showNetwork(context),
      status_date: dateOrNull(statusDay),
      data_date: cpm === undefined ? null : showDataDate(cpm.prepared),
      calendar: showCalendar(choice),
      populations: {
        incomplete_discrete: showPopulation(context.discrete),
        discrete: showPopulation(context.all),
        base_links: context.base.count,
      },
    },
    keep: data => keepFields(data, fieldset),
  })
}

function openEndsGate({ columns, discrete, open }: LogicContext): Gate[] {
  if (!(open.count > OPEN_SHARE_MAX * discrete.count)) return []
  return [
    gateOf(GATE_ROWS.openEnds, {
      description: `${shareText(open.count, discrete.count, ['incomplete task', 'incomplete tasks'])} ${open.count === 1 ? 'has' : 'have'} an open end.`,
      hits: allHitsWhere(columns.taskCount, i => isOpen(open, i)),
    }),
  ]
}

function showNetwork(context: LogicContext) {
  const { columns, all, allLinkCount, parts, network } = context
  const density = logicDensity(context)
  const shown = (task: number): string | null => (task === NO_TASK ? null : textAt(columns.id, task))
  return {
    tasks: all.count,
    links: allLinkCount,
    relationship_ratio: density === null ? null : roundRatio(density / 2),
    logic_density: density === null ? null : roundRatio(density),
    parts: parts.count,
    largest_part: parts.largestSize,
    relation_counts: relationCounts(columns.links, context.base),
    exempt_start: shown(network.terminals.exemptStart),
    exempt_finish: shown(network.terminals.exemptFinish),
  }
}

/** The first offenders of a row, for options.max_examples: tasks, or links with both their ends. */
function examplesOf(
  row: LogicComponent | LogicRow,
  outcome: CheckOutcome | undefined,
  context: LogicContext,
  countMax: number,
): ResultValue[] {
  if (outcome === undefined || countMax === 0) return []
  const { columns, base } = context
  const { id, links } = columns
  // of a link row, `all` are the successors: each has at least one of the links
  const tasks = outcome.hits.all?.subarray(0, countMax) ?? []
  const test = row.linkTest?.(context)
  if (test === undefined) return [...tasks].map(i => ({ id: textAt(id, i) }))
  const examples: ResultValue[] = []
  for (const s of tasks) {
    for (let k = links.start[s]; k < links.start[s + 1] && examples.length < countMax; k++) {
      if (base.marks[k] === 0 || !test(k, s)) continue
      examples.push({
        id: textAt(id, s),
        predecessor_id: textAt(id, links.task[k]),
        type: RELATION_TYPES[links.type[k]],
        lag_days: links.lagDays[k],
      })
    }
  }
  return examples
}
