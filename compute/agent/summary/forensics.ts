/** Sentences of the four comparisons. */

import { type DayBasis, inDays, signedDays, spanText } from '../../engine/wording/days.ts'
import { INDEX_DECIMALS } from '../../engine/wording/figure.ts'
import { capital, scheduleName } from '../../engine/wording/places.ts'
import { plural } from '../../engine/wording/plural.ts'
import { roundHalfAway } from '../../engine/wording/round.ts'
import type { Plain, PlainMap } from '../plain.ts'
import type { Tell } from './tell.ts'
import { at, basisOf, daysByName, numberAt, rowsAt, sentence, spoken, taskAt, wordAt } from './words.ts'

const WINDOWS_MAX = 4
const TASKS_MAX = 4

/** What days entitle to; silent where no task has a category. */
function entitlementSentence(entitlement: Plain | undefined, basis: DayBasis | undefined): string | undefined {
  const days = (name: string) => numberAt(entitlement, `${name}_days`)
  const compensable = days('excusable_compensable')
  if (compensable === undefined) return undefined
  const told = (name: string): string => inDays(days(name) ?? 0, basis)
  const limited = days('limited') ?? 0
  const cut = limited === 0 ? '' : `; ${inDays(limited, basis)} taken off, since the finish moved less`
  return `Entitlement by the categories given: ${inDays(compensable, basis)} excusable and compensable, ${told('excusable_non_compensable')} excusable only, ${told('non_excusable')} not excusable, ${told('unattributed')} without a category${cut}.`
}

/** The rows picked by their weight, earliest first. */
const inTime = (rows: readonly PlainMap[]): PlainMap[] => {
  const date = (row: PlainMap): string => wordAt(row, 'to_date') ?? ''
  return [...rows].sort((a, b) => (date(a) < date(b) ? -1 : Number(date(a) > date(b))))
}

const moved = (row: PlainMap, member: string, basis: DayBasis | undefined): string => {
  const cause = wordAt(row, 'delay_category')
  return `${taskAt(row)} ${signedDays(numberAt(row, member) ?? 0, basis)}${cause === undefined ? '' : ` (${spoken(cause)})`}`
}

/** What was recovered, and what float took up: neither is delay. */
function recoverySentence(data: Plain, recovered = 0, consumed = 0): string | undefined {
  const basis = basisOf(data)
  const parts = [
    ...(recovered === 0 ? [] : [`recovered ${inDays(-recovered, basis)}`]),
    ...(consumed === 0 ? [] : [`float took up ${inDays(consumed, basis)} of the slips on the controlling path`]),
  ]
  return parts.length === 0 ? undefined : `No delay: ${parts.join(', ')}.`
}

const delay: Tell = data => [
  data.method === undefined
    ? undefined
    : `Method ${spoken(wordAt(data, 'method') ?? '')} (AACE 29R-03 MIP ${wordAt(data, 'implementation_protocol')}), by ${data.mode === 'dates' ? 'finish dates alone, for want of links' : 'critical-path finishes'}.`,
  ...inTime(rowsAt(data, 'windows').slice(0, WINDOWS_MAX)).map(window => delayWindow(window, basisOf(data))),
  recoverySentence(data, numberAt(data, 'recovery_days'), numberAt(data, 'consumed_float_days')),
  sentence('Days by category over all windows', daysByName(at(data, 'by_category'), basisOf(data))),
  entitlementSentence(at(data, 'entitlement'), basisOf(data)),
]

function delayWindow(window: PlainMap, basis: DayBasis | undefined): string {
  const dates = [wordAt(window, 'from_date'), wordAt(window, 'to_date')]
  const named = dates.includes(undefined) ? '' : ` (${dates.join(' to ')})`
  const days = numberAt(window, 'delay_days')
  const progress = numberAt(window, 'progress_delay_days')
  const halves =
    progress === undefined
      ? ''
      : `, ${signedDays(progress, basis)} by progress and ${signedDays(numberAt(window, 'revision_delay_days') ?? 0, basis)} by revisions`
  const tasks = rowsAt(window, 'attribution').slice(0, TASKS_MAX)
  const causes =
    tasks.length === 0 ? '' : `; moved most by ${tasks.map(each => moved(each, 'contribution_days', basis)).join(', ')}`
  const span = `${scheduleName(wordAt(window, 'from') ?? '')} to ${scheduleName(wordAt(window, 'to') ?? '')}`
  return `${capital(span)}${named}: ${days === undefined ? 'nothing to compare' : signedDays(days, basis)}${halves}${causes}.`
}

const changes: Tell = data => [
  ...inTime(rowsAt(data, 'comparisons').slice(0, WINDOWS_MAX)).map(each =>
    comparison(each, rowsAt(data, 'impact', 'comparisons'), basisOf(data)),
  ),
  sentence(
    'Material changes by category',
    Object.entries((at(data, 'changes_by_category') ?? {}) as PlainMap).flatMap(([name, counts]) => {
      const material = numberAt(counts, 'material') ?? 0
      return material === 0 ? [] : [plural(material, `${name} change`)]
    }),
  ),
]

function comparison(row: PlainMap, impacts: readonly PlainMap[], basis: DayBasis | undefined): string {
  const impact = impacts.find(each => each.from_date === row.from_date && each.to_date === row.to_date)
  const shift = numberAt(impact, 'finish_shift_days')
  const edits = rowsAt(impact, 'edits')
    .filter(each => (numberAt(each, 'impact_days') ?? 0) !== 0)
    .slice(0, TASKS_MAX)
    .map(
      each =>
        `${spoken(wordAt(each, 'edit') ?? '')} of ${taskAt(each)} ${signedDays(numberAt(each, 'impact_days')!, basis)}`,
    )
  const finish =
    shift === undefined
      ? ''
      : `; the project finish moved ${signedDays(shift, basis)}, ${spanText(wordAt(impact, 'finish_before'), wordAt(impact, 'finish_after'))}; on the critical path ${criticalMoves(impact)}`
  const largest = edits.length === 0 ? '' : `; edits that moved it most: ${edits.join(', ')}`
  const score = numberAt(row, 'integrity_score')
  const integrity = score === undefined ? '' : `, integrity score ${score}`
  return `${wordAt(row, 'from_date')} to ${wordAt(row, 'to_date')}: ${plural(numberAt(row, 'added') ?? 0, 'task')} added, ${wordAt(row, 'deleted')} deleted, ${plural(numberAt(row, 'changes', 'material') ?? 0, 'material change')}${integrity}${finish}${largest}.`
}

/** "3 entered, 2 left, 1 added, 0 deleted, 4 completed" */
const criticalMoves = (impact: Plain | undefined): string =>
  ['entered', 'left', 'added', 'deleted', 'completed']
    .map(name => `${numberAt(impact, `${name}_critical_count`) ?? 0} ${name}`)
    .join(', ')

const baseline: Tell = data => {
  const [base, current] = [
    wordAt(data, 'project_finish', 'baseline', 'finish_date'),
    wordAt(data, 'project_finish', 'current', 'finish_date'),
  ]
  const late = rowsAt(data, 'task_variances').filter(each => (numberAt(each, 'finish_variance_days') ?? 0) > 0)
  const indices = [
    ['BEI', numberAt(data, 'bei', 'bei')],
    ['critical BEI', numberAt(data, 'critical_bei', 'bei')],
    ['SPI(t)', numberAt(data, 'spi_t', 'spi_t')],
    ['CEI', numberAt(data, 'cei', 'cei')],
  ] as const
  const named = indices.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${roundHalfAway(value, INDEX_DECIMALS)}`],
  )
  const finish = at(data, 'variance', 'finish')
  return [
    base === undefined || current === undefined
      ? undefined
      : `Project finish ${current} against ${base} in the baseline (${signedDays(numberAt(data, 'project_finish', 'variance_days') ?? 0, basisOf(data))}).`,
    sentence('Indices', named),
    numberAt(finish, 'mean_days') === undefined
      ? undefined
      : `Finish variance over ${plural(numberAt(finish, 'count') ?? 0, 'task')}: mean ${inDays(numberAt(finish, 'mean_days') ?? 0, 'calendar')}, median ${inDays(numberAt(finish, 'median_days') ?? 0, 'calendar')}, largest ${inDays(numberAt(finish, 'largest_days') ?? 0, 'calendar')}.`,
    sentence(
      'Latest against the baseline',
      late
        .slice(0, TASKS_MAX)
        .map(each => `${taskAt(each)} ${signedDays(numberAt(each, 'finish_variance_days')!, 'calendar')}`),
    ),
    sentence(
      'Tasks added and deleted',
      !((numberAt(data, 'matching', 'added_count') ?? 0) + (numberAt(data, 'matching', 'deleted_count') ?? 0) > 0)
        ? []
        : [`${wordAt(data, 'matching', 'added_count')} added`, `${wordAt(data, 'matching', 'deleted_count')} deleted`],
    ),
  ]
}

const asBuilt: Tell = data => {
  const planned = wordAt(data, 'planned_finish_date')
  const steps = rowsAt(data, 'controlling_path', 'steps').filter(each => (numberAt(each, 'increment_days') ?? 0) !== 0)
  return [
    planned === undefined
      ? undefined
      : `Planned finish ${planned}, ${data.is_finish_projected === true ? 'projected' : 'as-built'} finish ${wordAt(data, 'as_built_finish_date') ?? 'unknown'}: ${signedDays(numberAt(data, 'gross_delay_days') ?? 0, basisOf(data))} gross.`,
    sentence(
      'Largest steps of the controlling path',
      steps.slice(0, TASKS_MAX).map(each => moved(each, 'increment_days', basisOf(data))),
    ),
    wordAt(data, 'controlling_path_message'),
    recoverySentence(
      data,
      numberAt(data, 'controlling_path', 'recovery_days'),
      numberAt(data, 'controlling_path', 'consumed_float_days'),
    ),
    sentence('Days by category', daysByName(at(data, 'by_category'), basisOf(data))),
    entitlementSentence(at(data, 'entitlement'), basisOf(data)),
    sentence(
      'Delay by period',
      rowsAt(data, 'periods', 'rows')
        .filter(each => numberAt(each, 'period_delay_days') !== undefined)
        .map(each => `${inDays(numberAt(each, 'period_delay_days')!, basisOf(data))} to ${wordAt(each, 'date')}`),
    ),
  ]
}

export const FORENSICS: Readonly<Record<string, Tell>> = {
  'forensics.delay-analysis': delay,
  'forensics.change-tracking': changes,
  'forensics.baseline-compare': baseline,
  'forensics.as-planned-vs-as-built': asBuilt,
}
