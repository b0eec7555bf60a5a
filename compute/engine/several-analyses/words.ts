/** Every sentence of a report of several analyses that is not of one of them. */
import { plural } from '../wording/numbers.ts'

export const WORDS = {
  summary: (ran: number, missing: number, taskCount: number, scheduleCount: number): string =>
    `${ran === 1 ? '1 analysis' : `${ran} analyses`} of ${plural(taskCount, 'task')}${scheduleCount > 1 ? ` in ${scheduleCount} schedules` : ''}${missing === 0 ? '' : `; ${missing} could not be made of this request`}.`,
  incompleteClaim: (titles: readonly string[], reasons: readonly string[]): string =>
    `This claim report is incomplete: ${titles.join(', ')} could not be made of this request. ${reasons.join(' ')}`,
  reason: (place: string, words: string): string => (place === '' ? words : `${place}: ${words}`),
  moreReasons: (count: number): string => `${count} more like this.`,
  cannotRun: (id: string, reason: string): string => `${id} cannot be made of this request. ${reason}`,
  noStatusDate: (member: string): string =>
    `The request names no status date (data date), and this analysis needs one: send it as ${member}.`,
  twoPlaces: 'Send the schedule in tasks or in current_schedule, not in both.',
} as const
