/** The baseline that a file of one schedule brings along, for a comparison to which no baseline was sent. */
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT, LINK_UNKNOWN, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES, TASK_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import type { FileFormat } from '../../../../shared/contract/schedule/file-formats.ts'
import type { ImportReport } from '../../../../shared/contract/schedule/import-report.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { formatMoment, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import type { WorkMeter } from '../../../../shared/contract/schedule/work-meter.ts'
import { type FileSchedule, isRefusal } from './file-schedule.ts'
import { type FileReading, readFile } from './read-file.ts'

export const BASELINE = 'baseline_schedule'
const OWN_BASELINE = 'own_baseline'

const WITH_LINKS =
  'No baseline was sent, so the one that the file of the current schedule has was read: its activities, links and dates.'
const DATES_ALONE =
  'No baseline was sent, so the baseline dates and durations of the tasks of the current schedule are the baseline, with the links and calendars that they have now. Tasks without a baseline date count as added.'

export const toldOwnBaseline = (hasLinks: boolean): FileSchedule['report']['warnings'][number] => ({
  code: OWN_BASELINE,
  text: hasLinks ? WITH_LINKS : DATES_ALONE,
  count: 1,
})

/** The baseline that stands in the file as a schedule of its own, read as one; undefined = there is none. */
export function ownNetwork(
  { baselineProject: project }: FileSchedule,
  format: FileFormat,
  bytes: Uint8Array,
  options: FileReading,
  meter: WorkMeter,
): { readonly baseline: FileSchedule; readonly report: ImportReport } | Refusal | undefined {
  if (project === undefined) return undefined
  const baseline = readFile(format, bytes, { ...options, project }, meter)
  if (isRefusal(baseline)) return baseline
  const warnings = [toldOwnBaseline(true), ...baseline.report.warnings]
  return { baseline, report: { path: `${BASELINE}.tasks`, ...baseline.report, warnings } }
}

/** A schedule as its tasks were to begin and to end by their baseline, as JSON has it; undefined = none of them has such dates. */
export function baselineOfDates({ columns, members }: FileSchedule): object | undefined {
  const { taskCount, baselineStart, baselineFinish, baselineDurationDays } = columns
  const has = (i: number): boolean => baselineStart[i] !== DAY_ABSENT && baselineFinish[i] !== DAY_ABSENT
  const rows = Array.from({ length: taskCount }, (_, i) => i).filter(has)
  if (rows.length === 0) return undefined
  const coded = ({ codes, values }: ScheduleColumns['calendarId'], i: number): string | undefined =>
    (codes[i] ?? 0) === 0 ? undefined : textAt(values, codes[i] - 1)
  const shown = (day: number, time: number | undefined): string =>
    time === undefined || time === 0
      ? formatMoment(day * MINUTES_PER_DAY).slice(0, 'YYYY-MM-DD'.length)
      : formatMoment(day * MINUTES_PER_DAY + time - 1)
  const tasks = rows.map(i => ({
    id: textAt(columns.id, i),
    name: textAt(columns.name, i),
    ...given('task_type', TASK_TYPES[columns.taskType[i] - 1]),
    ...given('calendar_id', coded(columns.calendarId, i)),
    ...given('wbs_code', coded(columns.wbsCode, i)),
    planned_start: shown(baselineStart[i], columns.baselineStartTime?.[i]),
    planned_finish: shown(baselineFinish[i], columns.baselineFinishTime?.[i]),
    ...(baselineDurationDays[i] >= 0 ? { duration_days: baselineDurationDays[i] } : {}),
    predecessors: linksOf(columns, i, has),
  }))
  const { status_date: _, project_start: __, must_finish_by: ___, resources: ____, ...rest } = members
  const first = rows.reduce((day, i) => Math.min(day, baselineStart[i]), Number.POSITIVE_INFINITY)
  return { ...rest, baseline_date: shown(first, 0), tasks }
}

const given = (name: string, value: string | undefined): object => (value === undefined ? {} : { [name]: value })

function linksOf({ links, elapsedLags, id }: ScheduleColumns, i: number, has: (task: number) => boolean): object[] {
  const list: object[] = []
  for (let k = links.start[i]; k < links.start[i + 1]; k++) {
    const p = links.task[k]
    if (p < 0 || links.type[k] === LINK_UNKNOWN || !has(p)) continue
    list.push({
      task_id: textAt(id, p),
      type: RELATION_TYPES[links.type[k]],
      lag_days: links.lagDays[k],
      ...(elapsedLags[k] === 1 ? { lag_elapsed: true } : {}),
    })
  }
  return list
}
