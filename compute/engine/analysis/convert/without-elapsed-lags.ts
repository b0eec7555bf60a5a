/** A schedule by P6's rules as an XER holds it, which has no elapsed lags: as much working time as gives the same dates. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { fromFinish } from '../../passes/relation.ts'
import { type CarriedDates, daysText } from './carried-dates.ts'
import type { ConversionWarnings } from './conversion-warnings.ts'
import { EditedColumns } from './edited-columns.ts'

export function withoutElapsedLags(dates: CarriedDates, warnings: ConversionWarnings): ScheduleColumns {
  const { columns, clock, input } = dates
  const { links, elapsedLags, taskCount } = columns
  const { lagCalendar } = clock.rules
  // there all lags are elapsed ones
  if (lagCalendar === '24_hour' || !elapsedLags.includes(1)) return columns
  const edits = new EditedColumns(columns)
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0 || elapsedLags[k] === 0 || input.network.takesPart[p] === 0 || input.network.takesPart[s] === 0)
        continue
      const isFromFinish = fromFinish(links.type[k])
      const from = isFromFinish
        ? dates.isComplete(p)
          ? dates.actualFinish(p)
          : dates.linkedFinish(p)
        : dates.hasNotStarted(p)
          ? dates.linkedStart(p)
          : dates.actualStart(p)
      const calendar =
        lagCalendar === 'project'
          ? clock.calendars[clock.projectCalendar]
          : dates.calendar(lagCalendar === 'successor' ? s : p)
      const to = from + Math.round(links.lagDays[k] * MINUTES_PER_DAY)
      const days = calendar.workBetween(from, to) / dates.calendar(p).minutesPerDay
      edits.setLag(k, days, false)
      warnings.add('lag_rewritten', links.task.length, s, () => ({
        member: `predecessors[${k - links.start[s]}].lag_days`,
        before: `${daysText(links.lagDays[k])} elapsed`,
        after: daysText(days),
      }))
    }
  }
  return edits.columns()
}
