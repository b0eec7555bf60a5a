/** Sentences of the health analyses, beside those of their checks and findings. */

import { inDays } from '../../engine/wording/days.ts'
import { INDEX_DECIMALS } from '../../engine/wording/figure.ts'
import { plural } from '../../engine/wording/plural.ts'
import { roundHalfAway } from '../../engine/wording/round.ts'
import { listed } from '../../engine/wording/tasks.ts'
import type { PlainMap } from '../plain.ts'
import type { Tell } from './tell.ts'
import { at, basisOf, numberAt, rowsAt, sentence, spoken, taskAt, textsAt, wordAt } from './words.ts'

const DRIVERS_MAX = 3
const ORGANIZATIONS_MAX = 3

const progressAudit: Tell = data => {
  const categories = rowsAt(data, 'categories').filter(each => (numberAt(each, 'anomalies') ?? 0) > 0)
  const organizations = rowsAt(data, 'organizations')
    .filter(each => (numberAt(each, 'anomalies') ?? 0) > 0)
    .slice(0, ORGANIZATIONS_MAX)
  return [
    sentence(
      'Anomalies by category',
      categories.map(
        each =>
          `${wordAt(each, 'label')} ${plural(numberAt(each, 'anomalies') ?? 0, 'anomaly', 'anomalies')}, ${plural(numberAt(each, 'points_lost') ?? 0, 'point')} lost`,
      ),
      '; ',
    ),
    sentence(
      'Most by organization',
      organizations.map(
        each =>
          `${wordAt(each, 'organization_code')} ${wordAt(each, 'affected_tasks')} of ${plural(numberAt(each, 'tasks') ?? 0, 'task')}`,
      ),
    ),
  ]
}

const logicAudit: Tell = data => {
  const network = at(data, 'network')
  if (network === undefined) return []
  const parts = numberAt(network, 'parts') ?? 1
  return [
    `Network: ${plural(numberAt(network, 'tasks') ?? 0, 'task')}, ${plural(numberAt(network, 'links') ?? 0, 'link')}, ${plural(numberAt(network, 'relationship_ratio') ?? 0, 'link')} per task, ${parts === 1 ? 'connected' : `${parts} parts that no link joins, the largest of ${plural(numberAt(network, 'largest_part') ?? 0, 'task')}`}.`,
  ]
}

const dcma14: Tell = data => {
  const basis = basisOf(data)
  const [bei, cpli] = [numberAt(data, 'bei', 'bei'), numberAt(data, 'cpli', 'cpli')]
  return [
    bei === undefined ? undefined : `Baseline execution index ${roundHalfAway(bei, INDEX_DECIMALS)}.`,
    cpli === undefined
      ? undefined
      : `Critical path length index ${roundHalfAway(cpli, INDEX_DECIMALS)}: ${inDays(numberAt(data, 'cpli', 'critical_path_length_days') ?? 0, basis)} of path with a float of ${inDays(numberAt(data, 'cpli', 'total_float_days') ?? 0, basis)}, measured by ${spoken(wordAt(data, 'cpli', 'basis') ?? '')}.`,
  ]
}

const planningHorizon: Tell = (data, { empty_months: months }) => {
  const windows = rowsAt(data, 'windows').map(each => {
    const until = wordAt(each, 'to')
    const detail = wordAt(each, 'detail_percent')
    return `${wordAt(each, 'window')}${until === undefined ? '' : ` until ${until}`} ${plural(numberAt(each, 'tasks') ?? 0, 'task')} and ${plural(numberAt(each, 'planning_packages') ?? 0, 'planning package')}${detail === undefined ? '' : `, ${detail} % of the work detailed`}`
  })
  const empty = textsAt(data, 'empty_months')
  const told = empty.length === 0 ? [] : [listed(empty, Array.isArray(months) ? months.length : empty.length)]
  return [sentence('Remaining work', windows, '; '), sentence('Months without work', told)]
}

const riskIndex: Tell = data => [
  sentence(
    'Risk by sub-metric, higher is worse',
    rowsAt(data, 'sub_metrics')
      .filter(each => numberAt(each, 'risk') !== undefined)
      .sort((a, b) => numberAt(b, 'contribution')! - numberAt(a, 'contribution')!)
      .map(
        each =>
          `${wordAt(each, 'title')} ${wordAt(each, 'risk')} of 100, ${plural(numberAt(each, 'contribution') ?? 0, 'point')} of the index`,
      ),
    '; ',
  ),
  sentence('Tasks that add most', rowsAt(data, 'risk_drivers').slice(0, DRIVERS_MAX).map(driver), '; '),
]

function driver(row: PlainMap): string {
  const faults = rowsAt(row, 'reasons').flatMap(each => textsAt(each, 'reasons'))
  return `${taskAt(row)}${faults.length === 0 ? '' : ` (${listed(faults)})`}`
}

export const HEALTH: Readonly<Record<string, Tell>> = {
  'health.logic-audit': logicAudit,
  'health.progress-audit': progressAudit,
  'health.dcma-14-point': dcma14,
  'health.planning-horizon': planningHorizon,
  'health.schedule-risk-index': riskIndex,
}
