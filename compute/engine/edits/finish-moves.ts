/** How far finishes move by changes: in working days of the project's calendar of the schedule before, and in calendar days. Later is positive. */
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { formatMoment, MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { OFFSET_DECIMALS } from '../calendar/snap.ts'
import { dateOrNull } from '../result/options.ts'
import { inDays } from '../wording/days.ts'
import { roundHalfAway } from '../wording/numbers.ts'
import type { Computed } from './recomputed.ts'

/** A finish of a computed schedule: of the project or of a task. */
export interface Finish {
  readonly of: Computed
  readonly offset: number
  /** DAY_ABSENT: no date can be printed. */
  readonly day: number
  /** NaN: the schedule is not by the clock. */
  readonly moment: number
}

export interface Movement {
  /** null: one of the two has no date. */
  readonly workingDays: number | null
  readonly calendarDays: number | null
}

export const NO_MOVEMENT: Movement = { workingDays: null, calendarDays: null }

export const projectFinishOf = (of: Computed): Finish => ({
  of,
  offset: of.result.projectFinish,
  day: of.days.projectFinish,
  moment: of.days.moments?.projectFinish ?? Number.NaN,
})

export const taskFinishOf = (of: Computed, task: number): Finish => ({
  of,
  offset: of.result.earlyFinish[task],
  day: of.days.earlyFinish[task],
  moment: of.days.moments?.earlyFinish[task] ?? Number.NaN,
})

/** Both count days of one calendar. */
export const haveOneCalendar = (a: Computed, b: Computed): boolean =>
  a.choice.mode === b.choice.mode &&
  String(a.choice.workDays) === String(b.choice.workDays) &&
  (a.choice.mode !== 'custom' || a.schedule.members.calendar === b.schedule.members.calendar)

const days = (value: number): number => roundHalfAway(value, OFFSET_DECIMALS)

/** The one place of a finish among those of schedules that count the days of one calendar. */
function indexOf({ of: { prepared, choice }, offset }: Finish): number {
  const { timeline } = prepared
  return timeline === undefined ? offset : offset + choice.calendar.indexOf(timeline.anchorDay)
}

export function movementOf(before: Finish, after: Finish): Movement {
  const { clock } = before.of.prepared.input
  if (clock !== undefined) {
    if (Number.isNaN(before.moment) || Number.isNaN(after.moment)) return NO_MOVEMENT
    const calendar = clock.calendars[clock.projectCalendar]
    return {
      workingDays: days(calendar.workBetween(before.moment, after.moment) / calendar.minutesPerDay),
      calendarDays: days((after.moment - before.moment) / MINUTES_PER_DAY),
    }
  }
  const isDated = before.day !== DAY_ABSENT && after.day !== DAY_ABSENT
  const calendarDays = isDated ? after.day - before.day : null
  if (Number.isNaN(before.offset) || Number.isNaN(after.offset)) return NO_MOVEMENT
  if (haveOneCalendar(before.of, after.of)) return { workingDays: days(indexOf(after) - indexOf(before)), calendarDays }
  const { calendar } = before.of.choice
  return {
    workingDays: isDated ? calendar.indexOf(after.day + 1) - calendar.indexOf(before.day + 1) : null,
    calendarDays,
  }
}

/** From a finish to the end of a date, so that a finish on that day has a margin of 0; negative: late. In the units of a movement. */
export function marginOf({ of, day, moment }: Finish, completionDay: number): Movement {
  if (completionDay === DAY_ABSENT || day === DAY_ABSENT) return NO_MOVEMENT
  const calendarDays = completionDay - day
  const { clock } = of.prepared.input
  if (clock !== undefined && !Number.isNaN(moment)) {
    const calendar = clock.calendars[clock.projectCalendar]
    const end = (completionDay + 1) * MINUTES_PER_DAY
    return { workingDays: days(calendar.workBetween(moment, end) / calendar.minutesPerDay), calendarDays }
  }
  const { calendar } = of.choice
  return { workingDays: calendar.indexOf(completionDay + 1) - calendar.indexOf(day + 1), calendarDays }
}

/** A number that is larger the later a finish is; comparable among schedules with changes of one schedule. */
export function latenessOf(base: Finish, finish: Finish): number {
  const { workingDays, calendarDays } = movementOf(base, finish)
  return finish.of.prepared.input.clock === undefined ? (workingDays ?? calendarDays ?? 0) : (calendarDays ?? 0)
}

/** As a result states them: a moment where the schedule has times. */
export const finishText = ({ day, moment }: Finish): string | null =>
  Number.isNaN(moment) ? dateOrNull(day) : formatMoment(moment)

export const showMovement = ({ workingDays, calendarDays }: Movement) => ({
  moves_working_days: workingDays,
  moves_calendar_days: calendarDays,
})

/** "6 working days (8 calendar days) earlier"; of a schedule without dates its days alone. */
export function movedText({ workingDays, calendarDays }: Movement): string {
  const days = workingDays ?? calendarDays ?? 0
  if (days === 0 && (calendarDays ?? 0) === 0) return 'on the same day'
  const direction = (calendarDays ?? days) > 0 ? 'later' : 'earlier'
  const beside = calendarDays === null ? '' : ` (${inDays(Math.abs(calendarDays), 'calendar')})`
  return `${inDays(Math.abs(days), 'working')}${beside} ${direction}`
}
