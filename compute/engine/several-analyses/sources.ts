/** The schedules of a report as its exhibits: what each is, and the hashes by which anybody can tell that he has the same one. */
import { analysisRow } from '../../../shared/contract/analysis/analyses.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { memberAt } from '../../../shared/contract/schedule/settings-of-input.ts'
import { hashOf, membersOf } from '../analysis/time-impact/base.ts'
import { type SeriesItem, seriesOf } from '../compare/series.ts'
import { dayOf } from '../result/options.ts'
import type { AnalysisInput, ResultValue } from '../result/result.ts'
import { derivedInput } from './derived-input.ts'

/** In the order of a comparison over time; as they were sent where that cannot be made. */
function itemsOf(input: AnalysisInput): { readonly input: AnalysisInput; readonly items: readonly SeriesItem[] } {
  const compared = derivedInput(input, analysisRow('forensics.delay-analysis'))
  if (!('code' in compared)) {
    const series = seriesOf(compared)
    if (!('code' in series) && series.items.length === compared.schedules.size)
      return { input: compared, items: series.items }
  }
  const items = [...input.schedules].map(([path, columns]) => {
    const place = path === 'tasks' ? path : path.replace(/\.tasks$/, '')
    const sent = path === 'tasks' ? input.params : memberAt(input.params, place.split('.'))
    const statusDay = dayOf((sent?.status_date ?? sent?.snapshot_date) as string | undefined)
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
    const members = place === 'tasks' ? withoutTasks(input) : membersOf(input, item)
    return {
      exhibit: `S${n + 1}`,
      schedule: place,
      role: roleOf(item),
      format: file?.format ?? null,
      project_name: file?.project_name ?? null,
      data_date: statusDay === DAY_ABSENT ? null : dateText(members.status_date),
      task_count: columns.taskCount,
      link_count: columns.links.task.length,
      file_sha256: file?.sha256 ?? null,
      schedule_sha256: hashOf(columns, members),
      warning_count: file?.warnings.length ?? 0,
    }
  })
}

const withoutTasks = ({ params: { calendar, status_date, must_finish_by } }: AnalysisInput) => ({
  calendar,
  must_finish_by,
  ...(typeof status_date === 'string' && { status_date }),
})

const dateText = (sent: unknown): string | null => (typeof sent === 'string' ? sent : null)
