/** Sentences of the four comparisons. */
import { inDays, signedDays } from '../../wording/days.ts'
import { plural } from '../../wording/plural.ts'
import type { Plain, PlainMap } from '../plain.ts'
import type { Tell } from './tell.ts'
import { at, daysByName, numberAt, rowsAt, sentence, spoken, wordAt } from './words.ts'

const WINDOWS_MAX = 4
const TASKS_MAX = 4

/** What days entitle to; silent where no task has a category. */
function entitlementSentence(entitlement: Plain | undefined): string | undefined {
  const days = (name: string) => numberAt(entitlement, `${name}_days`)
  const compensable = days('excusable_compensable')
  if (compensable === undefined) return undefined
  return `Entitlement by the categories given: ${inDays(compensable)} excusable and compensable, ${days('excusable_non_compensable')} excusable only, ${days('non_excusable')} not excusable, ${days('unattributed')} without a category.`
}

/** The rows picked by their weight, earliest first. */
const inTime = (rows: readonly PlainMap[]): PlainMap[] => {
  const date = (row: PlainMap): string => wordAt(row, 'to_date') ?? ''
  return [...rows].sort((a, b) => (date(a) < date(b) ? -1 : Number(date(a) > date(b))))
}

const moved = (row: PlainMap, member: string): string => {
  const cause = wordAt(row, 'delay_category')
  return `${wordAt(row, 'task_id')} ${signedDays(numberAt(row, member) ?? 0)}${cause === undefined ? '' : ` (${spoken(cause)})`}`
}

const delay: Tell = data => [
  data.method === undefined
    ? undefined
    : `Method ${spoken(wordAt(data, 'method') ?? '')} (AACE 29R-03 MIP ${wordAt(data, 'implementation_protocol')}), by ${data.mode === 'dates' ? 'finish dates alone, for want of links' : 'critical-path finishes'}.`,
  ...inTime(rowsAt(data, 'windows').slice(0, WINDOWS_MAX)).map(delayWindow),
  sentence('Days by category over all windows', daysByName(at(data, 'by_category'))),
  entitlementSentence(at(data, 'entitlement')),
]

function delayWindow(window: PlainMap): string {
  const dates = [wordAt(window, 'from_date'), wordAt(window, 'to_date')]
  const named = dates.includes(undefined) ? '' : ` (${dates.join(' to ')})`
  const days = numberAt(window, 'delay_days')
  const progress = numberAt(window, 'progress_delay_days')
  const halves =
    progress === undefined
      ? ''
      : `, ${signedDays(progress)} by progress and ${signedDays(numberAt(window, 'revision_delay_days') ?? 0)} by revisions`
  const tasks = rowsAt(window, 'attribution').slice(0, TASKS_MAX)
  const causes =
    tasks.length === 0 ? '' : `; moved most by ${tasks.map(each => moved(each, 'contribution_days')).join(', ')}`
  return `${wordAt(window, 'from')} to ${wordAt(window, 'to')}${named}: ${days === undefined ? 'no finish to compare' : signedDays(days)}${halves}${causes}.`
}

const changes: Tell = data => [
  ...inTime(rowsAt(data, 'comparisons').slice(0, WINDOWS_MAX)).map(each =>
    comparison(each, rowsAt(data, 'impact', 'comparisons')),
  ),
  sentence(
    'Material changes by category',
    Object.entries((at(data, 'changes_by_category') ?? {}) as PlainMap).flatMap(([name, counts]) => {
      const material = numberAt(counts, 'material') ?? 0
      return material === 0 ? [] : [`${name} ${material}`]
    }),
  ),
]

function comparison(row: PlainMap, impacts: readonly PlainMap[]): string {
  const impact = impacts.find(each => each.from_date === row.from_date && each.to_date === row.to_date)
  const shift = numberAt(impact, 'finish_shift_days')
  const edits = rowsAt(impact, 'edits')
    .filter(each => (numberAt(each, 'impact_days') ?? 0) !== 0)
    .slice(0, TASKS_MAX)
    .map(
      each =>
        `${spoken(wordAt(each, 'edit') ?? '')} of ${wordAt(each, 'task_id')} ${signedDays(numberAt(each, 'impact_days')!)}`,
    )
  const finish =
    shift === undefined
      ? ''
      : `; the project finish moved ${signedDays(shift)} to ${wordAt(impact, 'finish_after') ?? 'no date'}, ${plural(numberAt(impact, 'entered_critical_count') ?? 0, 'task')} became critical`
  const largest = edits.length === 0 ? '' : `; edits that moved it most: ${edits.join(', ')}`
  return `${wordAt(row, 'from_date')} to ${wordAt(row, 'to_date')}: ${plural(numberAt(row, 'added') ?? 0, 'task')} added, ${wordAt(row, 'deleted')} deleted, ${plural(numberAt(row, 'changes', 'material') ?? 0, 'material change')}, integrity ${wordAt(row, 'integrity_score')}${finish}${largest}.`
}

const baseline: Tell = data => {
  const [base, current] = [
    wordAt(data, 'project_finish', 'baseline', 'finish_date'),
    wordAt(data, 'project_finish', 'current', 'finish_date'),
  ]
  const late = rowsAt(data, 'task_variances').filter(each => (numberAt(each, 'finish_variance_days') ?? 0) > 0)
  const indices = [
    ['BEI', wordAt(data, 'bei', 'bei')],
    ['critical BEI', wordAt(data, 'critical_bei', 'bei')],
    ['SPI(t)', wordAt(data, 'spi_t', 'spi_t')],
    ['CEI', wordAt(data, 'cei', 'cei')],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
  const finish = at(data, 'variance', 'finish')
  return [
    base === undefined || current === undefined
      ? undefined
      : `Project finish ${current} against ${base} in the baseline (${signedDays(numberAt(data, 'project_finish', 'variance_days') ?? 0)}).`,
    sentence('Indices', indices),
    numberAt(finish, 'mean_days') === undefined
      ? undefined
      : `Finish variance over ${plural(numberAt(finish, 'count') ?? 0, 'task')}: mean ${wordAt(finish, 'mean_days')}, median ${wordAt(finish, 'median_days')}, largest ${inDays(numberAt(finish, 'largest_days') ?? 0)}.`,
    sentence(
      'Latest against the baseline',
      late
        .slice(0, TASKS_MAX)
        .map(each => `${wordAt(each, 'id')} ${signedDays(numberAt(each, 'finish_variance_days')!)}`),
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
      : `Planned finish ${planned}, ${data.is_finish_projected === true ? 'projected' : 'as-built'} finish ${wordAt(data, 'as_built_finish_date') ?? 'unknown'}: ${signedDays(numberAt(data, 'gross_delay_days') ?? 0)} gross.`,
    sentence(
      'Largest steps of the controlling path',
      steps.slice(0, TASKS_MAX).map(each => moved(each, 'increment_days')),
    ),
    wordAt(data, 'controlling_path_message'),
    sentence('Days by category', daysByName(at(data, 'by_category'))),
    entitlementSentence(at(data, 'entitlement')),
    sentence(
      'Delay by period',
      rowsAt(data, 'periods', 'rows')
        .filter(each => numberAt(each, 'period_delay_days') !== undefined)
        .map(each => `${wordAt(each, 'date')} ${inDays(numberAt(each, 'period_delay_days')!)}`),
    ),
  ]
}

export const FORENSICS: Readonly<Record<string, Tell>> = {
  'forensics.delay-analysis': delay,
  'forensics.change-tracking': changes,
  'forensics.baseline-compare': baseline,
  'forensics.as-planned-vs-as-built': asBuilt,
}
