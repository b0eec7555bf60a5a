/** The schedules of a report as its exhibits: what each is, and the hashes by which anybody can tell that he has the same one. */
import { analysisRow } from '../../../shared/contract/analysis/analyses.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { memberAt } from '../../../shared/contract/schedule/settings-of-input.ts'
import { validationOf } from '../analysis/time-impact/validation.ts'
import { hashOf, membersOf, type SeriesItem, seriesOf } from '../compare/series.ts'
import type { EditableSchedule } from '../edits/edited.ts'
import { computed, isComputed } from '../edits/recomputed.ts'
import { dayOf } from '../result/options.ts'
import type { AnalysisInput, ResultValue } from '../result/result.ts'
import { derivedInput } from './derived-input.ts'

const TASKS = 'tasks'

/** Of a schedule, by the path of its tasks. */
export const placeOf = (path: string): string => (path === TASKS ? path : path.replace(/\.tasks$/, ''))

/** In the order of a comparison over time; as they were sent where that cannot be made. */
function itemsOf(input: AnalysisInput): { readonly input: AnalysisInput; readonly items: readonly SeriesItem[] } {
  const compared = derivedInput(input, analysisRow('forensics.delay-analysis'))
  if (!('code' in compared)) {
    const series = seriesOf(compared)
    if (!('code' in series) && series.items.length === compared.schedules.size)
      return { input: compared, items: series.items }
  }
  const items = [...input.schedules].map(([path, columns]) => {
    const place = placeOf(path)
    const statusDay = dayOf(dateSent(input, place))
    return { place, columns, statusDay, isBaseline: place === 'baseline_schedule' }
  })
  return { input, items }
}

const roleOf = ({ place, isBaseline }: SeriesItem): string =>
  isBaseline ? 'baseline' : place.startsWith('schedule_history') ? 'update' : 'current'

export function sourcesOf(sent: AnalysisInput): ResultValue {
  const { input, items } = itemsOf(sent)
  return items.map((item, n) => {
    const { place, columns, statusDay } = item
    const file = input.imports?.find(({ path }) => path === place || path === `${place}.tasks`)
    const members = place === TASKS ? withoutTasks(input) : membersOf(input, item)
    return {
      exhibit: `S${n + 1}`,
      schedule: place,
      role: roleOf(item),
      format: file?.format ?? null,
      project_name: file?.project_name ?? null,
      data_date: dateSent(input, place) ?? (statusDay === DAY_ABSENT ? null : formatDay(statusDay)),
      task_count: columns.taskCount,
      link_count: columns.links.task.length,
      file_sha256: file?.sha256 ?? null,
      schedule_sha256: hashOf(columns, members),
      warning_count: file?.warnings.length ?? 0,
      source_validation: sent.params.kind === 'claim' ? validated(item, members) : [],
    }
  })
}

const withoutTasks = ({ params: { calendar, status_date, must_finish_by } }: AnalysisInput) => ({
  calendar,
  must_finish_by,
  ...(typeof status_date === 'string' && { status_date }),
})

/** Data date as it was sent, with its time. */
function dateSent({ params }: AnalysisInput, place: string): string | undefined {
  const sent = place === TASKS ? params : memberAt(params, place.split('.'))
  const date = sent?.status_date ?? sent?.snapshot_date ?? sent?.baseline_date
  return typeof date === 'string' ? date : undefined
}

function validated(item: SeriesItem, members: EditableSchedule['members']): ResultValue {
  const made = computed({ columns: item.columns, members })
  return isComputed(made) ? validationOf(item, made).map(row => ({ ...row })) : []
}
