import type { Lever } from '../../../../shared/contract/analysis/what-if/words.ts'
import { plural } from '../../wording/plural.ts'

export const WORDS = {
  unknownMilestone: (id: string) => `No task of the schedule or of an alternative has the id ${JSON.stringify(id)}.`,
  tooMuch: (tasks: number, count: number, most: number) =>
    `${plural(count, 'alternative')} of ${plural(tasks, 'task')} are too many for one request: at most ${plural(most, 'task')} in all.`,
  unknownCalendar: (id: string) => `No calendar of the schedule has the id ${JSON.stringify(id)}.`,
  undated: 'no date',
  summary: {
    finish: (finish: string) => `The project finishes ${finish} as sent.`,
    alternative: (name: string, finish: string, moved: string) => `${name}: ${finish}, ${moved}.`,
    more: (count: number) => `${plural(count, 'more alternative')}.`,
    changed: 'With the changes',
    driven: (name: string, text: string) => `${name}: ${text}`,
    moves: (texts: string, more: number) => `Earliest option: ${texts}${more > 0 ? `; ${more} more` : ''}.`,
    onSameDay: 'on the same day',
    search: (count: number, steps: number, finish: string, moved: string) =>
      `The search computed ${plural(steps, 'schedule')} and found ${plural(count, 'option')}; the earliest finishes ${finish}, ${moved}.`,
    searchNothing: (steps: number) =>
      `The search computed ${plural(steps, 'schedule')} and found nothing that ends earlier.`,
    target: (met: boolean, target: string) =>
      met ? `The target ${target} is met.` : `The target ${target} is not met.`,
    lost: (name: string, count: number) => `${name}: total float of ${plural(count, 'task')} falls below the limit.`,
    broken: (name: string, count: number) => `${name}: ${plural(count, 'constraint')} more not met.`,
  },
  moved: (working: string, calendar: string, isLater: boolean) =>
    `${working} (${calendar}) ${isLater ? 'later' : 'earlier'}`,
  driver: {
    none: 'No unfinished task ends the project.',
    link: (task: string, by: string) => `${task} ends the project; links drive it${by === '' ? '' : `, from ${by}`}.`,
    constraint: (task: string) => `${task} ends the project; its own constraint sets its dates.`,
    data_date: (task: string) => `${task} ends the project; it can start on the data date.`,
    project_start: (task: string) => `${task} ends the project; it can start with the project.`,
    other: (task: string) => `${task} ends the project.`,
  },
  moves: {
    crash: (task: string, from: string, to: string) => `Shorten ${task} from ${from} to ${to}: check crews and cost.`,
    calendar: (task: string, calendar: string) => `Work on ${task} in calendar ${calendar}: check that it is allowed.`,
    remove_constraint: (task: string, constraint: string) => `Remove ${constraint} of ${task}: check why it was set.`,
    overlap: (task: string, predecessor: string, after: string) =>
      `Start ${task} ${after} after the start of ${predecessor}, not after its end: check that the work can overlap.`,
    resequence: (task: string, predecessor: string) =>
      `Do ${task} beside ${predecessor}, not after it: check that the order is a choice.`,
  } satisfies Record<Lever, (...words: never[]) => string>,
  notTried: {
    overlap: 'No FS link with work to overlap lies on a longest path.',
    crash: 'No unfinished task of a longest path can be shortened.',
    calendar: 'No task of a longest path can move to a calendar with more work.',
    remove_constraint: 'No constraint drives a longest path.',
    resequence: 'No FS link between two tasks not begun lies on a longest path.',
  } satisfies Record<Lever, string>,
  noCalendars: 'The schedule has no calendars of its own.',
  findings: {
    nothingTitle: 'Nothing to try',
    nothing: () => 'The request has no changes, alternatives or search, so the schedule is shown as sent.',
    nothingAdviceTitle: 'Say what is to be tried',
    nothingAdvice: 'Send changes, several alternatives, or search.',
    brokenTitle: 'Alternatives break constraints',
    broken: (count: number) =>
      `${plural(count, 'alternative breaks', 'alternatives break')} constraints that the schedule meets as sent.`,
    brokenAdviceTitle: 'Settle the constraints that break',
    brokenAdvice: 'Agree other dates for them, or take another alternative.',
    sameTitle: 'Alternatives that change no date',
    same: (count: number) => `${plural(count, 'alternative changes', 'alternatives change')} no date of any task.`,
    sameAdviceTitle: 'Check the changes without effect',
    sameAdvice: 'Change work that is not complete, and links or dates that hold it.',
    calendarTitle: 'Alternatives that count other days',
    calendar: (count: number) =>
      `${plural(count, 'alternative counts', 'alternatives count')} days of another calendar than the schedule as sent: it was inferred again from the changed durations, or changed.`,
    calendarAdviceTitle: 'Send the calendar',
    calendarAdvice: 'With calendar in the request none is inferred.',
  },
} as const
