/** Work weeks in sentences. */
import { listed } from './tasks.ts'

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const name = (weekday: number): string => NAMES[weekday - 1]

/** "all seven days a week", "Sunday to Thursday", "Monday, Wednesday, Friday" of ISO weekdays, ascending. */
export function weekText(workDays: readonly number[]): string {
  if (workDays.length === NAMES.length) return 'all seven days a week'
  const isWork = (weekday: number): boolean => workDays.includes(((weekday - 1) % NAMES.length) + 1)
  const first = workDays.filter(day => !isWork(day + NAMES.length - 1))
  if (first.length !== 1 || workDays.length < 3) return listed(workDays.map(name))
  return `${name(first[0])} to ${name(((first[0] + workDays.length - 2) % NAMES.length) + 1)}`
}
