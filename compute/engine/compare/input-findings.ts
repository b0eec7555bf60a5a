/** Findings about the input of a comparison: those of all schedules, joined by code, with counts per schedule. */

import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import type { AdvisedFinding } from '../check/advised-finding.ts'
import { inputFindings } from '../input/input-findings.ts'
import type { Run } from '../supplied/supplied-findings.ts'
import { networkFindings } from '../supplied/supplied-findings.ts'
import { capital, listed, scheduleName, theSchedule } from '../wording/tasks.ts'
import type { SeriesItem } from './series.ts'

export interface FoundIn {
  readonly place: string
  readonly findings: readonly AdvisedFinding[]
}

/** Findings with the same code become one: text and advice are those of the last schedule, the count is the sum. */
export function joinFindings(all: readonly FoundIn[]): AdvisedFinding[] {
  const byCode = new Map<string, AdvisedFinding & { schedules: Record<string, number> }>()
  for (const { place, findings } of all) {
    for (const { finding, advice } of findings) {
      const schedules = byCode.get(finding.code)?.schedules ?? {}
      schedules[place] = finding.count
      byCode.set(finding.code, { finding, advice, schedules })
    }
  }
  return [...byCode.values()].map(({ finding, advice, schedules }) => {
    const places = Object.keys(schedules)
    const others = places.length === 1 ? '' : ` Also in ${listed(places.slice(0, -1).map(theSchedule))}.`
    const joined = {
      ...finding,
      description: `${capital(scheduleName(places.at(-1)!))}: ${finding.description}${others}`,
      count: Object.values(schedules).reduce((sum, count) => sum + count, 0),
      evidence: { schedules },
    }
    return { finding: joined, advice }
  })
}

const dataDateField = (place: string): string | null => {
  if (place === 'baseline_schedule') return null
  return place === 'current_schedule' ? 'status_date' : 'snapshot_date'
}

/** Findings about a status whose dates were computed, under its place in the request. */
export const computedFindings = (
  place: string,
  { columns, prepared, result }: Run & { readonly columns: ScheduleColumns },
  choice: CalendarChoice,
): FoundIn => {
  const options = { withFloats: false, dataDateField: dataDateField(place) }
  const durations = { missing: prepared.durationMissing }
  return { place, findings: networkFindings(columns, durations, { prepared, result }, choice, options) }
}

export const seriesFindings = (items: readonly SeriesItem[]): FoundIn[] =>
  items.map(({ place, columns }) => ({ place, findings: inputFindings(columns) }))
