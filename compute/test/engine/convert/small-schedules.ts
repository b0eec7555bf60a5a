/**
 * Bodies of a few tasks by the rules of either tool, in March 2026: the project starts on Monday 2, at 8:00; the data date of P6 is Monday 9, at 8:00;
 * the calendars work five and seven days a week, 8:00 to 12:00 and 13:00 to 17:00.
 */
const SHIFTS = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const FIVE = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const week = (days: readonly string[]) => Object.fromEntries(days.map(day => [day, SHIFTS]))
const CALENDARS = [
  { id: 'five', hours_per_day: 8, work_week: week(FIVE) },
  { id: 'seven', hours_per_day: 8, work_week: week([...FIVE, 'saturday', 'sunday']) },
]

/** A moment of a day of March. */
export const at = (day: number, hour = 8): string =>
  `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00`

export const p6Body = (tasks: readonly object[], members: object = {}) => ({
  tasks,
  status_date: at(9),
  project_start: at(2),
  calendars: CALENDARS,
  default_calendar_id: 'five',
  scheduling_options: { rules: 'p6' },
  ...members,
})

export const msProjectBody = (tasks: readonly object[], members: object = {}) => ({
  tasks,
  project_start: at(2),
  calendars: CALENDARS,
  default_calendar_id: 'five',
  scheduling_options: { rules: 'ms_project' },
  ...members,
})
