/**
 * POST /api/v1/health/logic-audit: eleven weighted components of the logic of a schedule, and what else a planner would
 * want to see of it. Components and observations are compute/checks/logic; this file reads the request and says what
 * came out.
 */
import { LogicAuditData } from '../../shared/endpoint/data/logic-audit-data.ts'
import { textAt } from '../../shared/schedule/text.ts'
import { chooseCalendar, showCalendar } from '../calendar/choice.ts'
import { runCheck, showCheck } from '../checks/check.ts'
import { examplesOf } from '../checks/logic/examples.ts'
import { type LogicComponent, type LogicFacts, type LogicRow, logicFacts } from '../checks/logic/facts.ts'
import { relationCounts } from '../checks/logic/link-components.ts'
import { logicDensity } from '../checks/logic/network-components.ts'
import { LOGIC_OBSERVATIONS } from '../checks/logic/observations.ts'
import { LOGIC_COMPONENTS } from '../checks/logic/rows.ts'
import { showDataDate } from '../cpm/data-date.ts'
import { fieldsetOf, isFieldset, keepFields } from '../fieldset.ts'
import { allHitsWhere } from '../findings.ts'
import { dateOrNull, excludeTaskTypesOf, optionsOf, statusDayOf } from '../options.ts'
import { isOpen } from '../population/open-ends.ts'
import { showPopulation } from '../population/populations.ts'
import { taskFacts } from '../population/task-facts.ts'
import { NO_TASK } from '../population/terminals.ts'
import type { Analyser } from '../result.ts'
import { componentParts } from '../score/components.ts'
import { GATE_ROWS, OPEN_SHARE_MAX } from '../score/gate-rows.ts'
import { type Gate, gateOf, noLinkGate } from '../score/gates.ts'
import { roundRatio } from '../score/round.ts'
import { toldOfCheck } from '../told.ts'
import { shareText } from '../wording/shares.ts'
import { componentResult } from './component-result.ts'
import { networkFindings } from './network-findings.ts'

interface LogicAuditOptions {
  readonly include_recommendations: boolean | null
  readonly include_details: boolean | null
  readonly max_examples: number | null
}

const EXAMPLES_DEFAULT = 10

export const logicAuditAnalyser: Analyser = input => {
  const fieldset = fieldsetOf(input, LogicAuditData)
  if (!isFieldset(fieldset)) return fieldset
  const columns = input.schedules.get('tasks')!
  const options = optionsOf<LogicAuditOptions>(input)
  const withDetails = options.include_details === true
  const withRecommendations = options.include_recommendations !== false
  const exampleCountMax = options.max_examples ?? EXAMPLES_DEFAULT
  const statusDay = statusDayOf(input)
  const choice = chooseCalendar(columns, input.params.calendar)
  const facts = logicFacts(taskFacts(columns, excludeTaskTypesOf(input)), choice, statusDay)
  const results = LOGIC_COMPONENTS.map(row =>
    runCheck<LogicFacts, LogicComponent>({ ...row, ...row.boundsOf?.(facts) }, facts),
  )
  const observed = LOGIC_OBSERVATIONS.map(row => runCheck<LogicFacts, LogicRow>(row, facts))
  const { cpm, live } = facts.network
  const gates = [...facts.network.gates, ...noLinkGate(live.count, facts.discrete.count), ...openEndsGate(facts)]
  const parts = componentParts(results)
  return componentResult({
    name: 'Logic audit',
    parts,
    gates,
    findings: [
      ...observed.flatMap(each => toldOfCheck(each, columns)),
      ...networkFindings(columns, facts.durations, cpm, choice, { withFloats: false }),
    ],
    columns,
    withDetails,
    withRecommendations,
    showMore: ({ name, result: { outcome } }) => {
      const row = LOGIC_COMPONENTS.find(each => each.component === name)!
      return { examples: examplesOf(row, outcome, facts, exampleCountMax) }
    },
    data: {
      observations: observed.map(each => ({
        ...showCheck(each, columns.id, withDetails),
        examples: examplesOf(each.row, each.outcome, facts, exampleCountMax),
      })),
      network: showNetwork(facts),
      status_date: dateOrNull(statusDay),
      data_date: cpm === undefined ? null : showDataDate(cpm.prepared),
      calendar: showCalendar(choice),
      populations: {
        incomplete_discrete: showPopulation(facts.discrete),
        discrete: showPopulation(facts.all),
        base_links: facts.base.count,
      },
    },
    keep: data => keepFields(data, fieldset),
  })
}

function openEndsGate({ columns, discrete, open }: LogicFacts): Gate[] {
  if (!(open.count > OPEN_SHARE_MAX * discrete.count)) return []
  return [
    gateOf(GATE_ROWS.openEnds, {
      description: `${shareText(open.count, discrete.count, ['incomplete task', 'incomplete tasks'])} ${open.count === 1 ? 'has' : 'have'} an open end.`,
      hits: allHitsWhere(columns.taskCount, i => isOpen(open, i)),
    }),
  ]
}

function showNetwork(facts: LogicFacts) {
  const { columns, all, allLinkCount, parts, network } = facts
  const density = logicDensity(facts)
  const shown = (task: number): string | null => (task === NO_TASK ? null : textAt(columns.id, task))
  return {
    tasks: all.count,
    links: allLinkCount,
    relationship_ratio: density === null ? null : roundRatio(density / 2),
    logic_density: density === null ? null : roundRatio(density),
    parts: parts.count,
    largest_part: parts.largestSize,
    relation_counts: relationCounts(facts),
    exempt_start: shown(network.terminals.exemptStart),
    exempt_finish: shown(network.terminals.exemptFinish),
  }
}
