/** Texts of the finding that supplied dates or floats differ from the computed ones: how far, the likely reason, and what to send. */
import { plural } from '../wording/plural.ts'

/** Starts the sentence that says what to send as data date. */
const SEND_DATA_DATE = {
  ofField: (field: string, date: string) => `Send ${field} ${date}`,
  ofHistory: (date: string) => `Send the schedule in schedule_history with snapshot_date ${date}`,
  asInSource: 'as the source has it',
}

export const WORDS = {
  finding: {
    title: 'Computed dates or floats differ from those supplied',
    description: (count: number) =>
      `The finish or total float that the request supplies for ${count === 1 ? '1 open task' : `${count} open tasks`} is not the computed one.`,
    adviceTitle: 'Make the computed dates agree with the source',
    finishes: ['supplied finish', 'supplied finishes'],
    float: 'supplied total float',
    counts: (counts: readonly string[], differ: string, finishTolerance: string, floatTolerance: string) =>
      `${counts.join(', and ')}, ${differ} (by more than ${finishTolerance} of a finish, ${floatTolerance} of a float).`,
    differs: 'differs',
    differ: 'differ',
    lastFinish: (supplied: string, computed: string, moved: string) =>
      `The last finish is ${supplied} as supplied and ${computed} as computed, ${moved}.`,
    worstFinish: (task: string, supplied: string, computed: string, moved: string) =>
      `The finish furthest off is that of ${task}: ${supplied} as supplied, ${computed} as computed, ${moved}.`,
    worstFloat: (task: string, supplied: string, computed: string) =>
      `The total float furthest off is that of ${task}: ${supplied} as supplied, ${computed} as computed.`,
    likelyReason: (why: string, send: string) => `Likely reason: ${why} ${send}`,
  },
  sendDataDate: SEND_DATA_DATE,
  /** How many of the differences a reason explains. */
  resolved: (share: string) => `${share} when it is taken so`,
  resolvedNouns: ['difference goes', 'differences go'],
  misfits: (
    share: string,
    count: number,
    which: 'more' | 'fewer' | 'other',
    dayBasis: string,
    example: { readonly task: string; readonly length: string; readonly span: string; readonly here: string },
  ) =>
    `${share} ${count === 1 ? 'has' : 'have'} ${which} ${dayBasis} days between supplied start and finish than the duration, the most ${example.task}, ${example.length} long, ${example.span}, ${example.here} here`,
  misfitNouns: ['unstarted task', 'unstarted tasks'],
  reasons: {
    mustFinishBy: {
      why: (date: string, resolved: string) =>
        `The supplied floats count to ${date}, not to the computed finish: ${resolved}. The project has a day it must finish by, or a late constraint on its last task.`,
      send: (date: string) => `Send must_finish_by ${date}, or the constraint with its date.`,
    },
    dataDate: {
      why: (supplied: string, here: string, resolved: string) =>
        `The supplied finishes were computed with the data date ${supplied}, here it is ${here}: ${resolved}.`,
      send: (sendDataDate: string) => `${sendDataDate}.`,
    },
    progressOverride: {
      why: (resolved: string) =>
        `The supplied values follow progress override, which drops the links into work that has started; here logic is retained: ${resolved}.`,
      send: 'Schedule the source with retained logic, or take the links out that the work did not keep to.',
    },
    remainingDuration: {
      why: (count: number, task: string, resolved: string) =>
        `${plural(count, 'task in progress has', 'tasks in progress have')} another remaining duration than percent_complete leaves, the most ${task}: ${resolved}.`,
      send: 'Send remaining_duration_days of the tasks in progress.',
    },
    earlierPlan: {
      past: (count: number, dataDate: string) =>
        `${plural(count, 'supplied finish of open work lies', 'supplied finishes of open work lie')} before the data date ${dataDate}`,
      first: (date: string, task: string) => `the first ${date} of ${task}`,
      whyByStatusDate: (past: string, first: string) =>
        `${past}, ${first}, so they come from a plan that was not rescheduled since.`,
      sendByStatusDate:
        'Reschedule the source at its data date, and send forecast_finish and total_float_days of that run.',
      whyByActualDate: (past: string, first: string) =>
        `${past}, the day after the latest actual date, ${first}: the data date is another one, or the source was not rescheduled since.`,
      sendByActualDate: (sendDataDate: string) =>
        `${sendDataDate}, and finishes and floats that were rescheduled at it.`,
    },
    workWeek: {
      why: (source: string, here: string) => `Durations and dates fit a week of ${source}, here it is ${here}.`,
      send: 'Send calendar with the work_days and holidays of the source.',
    },
    holidays: {
      why: (misfits: string) =>
        `Holidays are missing: ${misfits}, and no task that fits its dates works through those days.`,
      send: 'Send calendar with work_days and all holidays of the source.',
    },
    moreWorkDays: {
      why: (misfits: string) => `The source works on more days or longer ones: ${misfits}.`,
      send: 'Send calendar with the work_days of the source, without holidays it works on, and durations in days of that calendar.',
    },
    severalCalendars: {
      why: (misfits: string) => `Tasks have calendars of their own: ${misfits}, while others at the same time fit.`,
      send: 'Send calendar with the work_days and holidays that most of the work is done by, and durations in its days.',
    },
    heldStart: {
      why: (count: number, task: string) =>
        `${plural(count, 'unstarted task finishes', 'unstarted tasks finish')} later in the source although nothing before ${count === 1 ? 'it' : 'them'} does, the most ${task}: a constraint, link, lag or must-start date that the request does not have holds ${count === 1 ? 'it' : 'them'} there.`,
      send: 'Send constraint_type with constraint_date, and all predecessors with their lags.',
    },
    earlyStart: {
      why: (count: number, task: string, dataDate: string) =>
        `${plural(count, 'unstarted task finishes', 'unstarted tasks finish')} earlier in the source although nothing before ${count === 1 ? 'it' : 'them'} does, the most ${task}: the source has a link, lag or constraint less, or another data date (here ${dataDate}).`,
      send: (sendDataDate: string) =>
        `Compare links, lags and constraints of these tasks with the source. ${sendDataDate}.`,
    },
    dayLength: {
      why: (count: number, span: string, duration: string) =>
        `Days are of another length: ${plural(count, 'unstarted task takes', 'unstarted tasks take')} ${span} between supplied starts and finishes for ${duration} of duration, and work starts and ends on days that a shorter week would have off.`,
      send: 'Send durations, lags and floats in days of as many hours as the calendar of the source works.',
    },
    lateDates: {
      why: 'The finishes agree, so the late dates differ: by a late constraint, a must-finish date or a calendar of these tasks that the request does not have.',
      send: 'Send must_finish_by, and constraint_type with constraint_date of these tasks; floats of a task with another calendar stay in its days.',
    },
    calendarGuessed: {
      why: (week: string) => `The calendar was guessed as ${week} without holidays.`,
      send: 'Send calendar with the work_days and holidays of the source.',
    },
    unknownByClock: {
      why: 'No single reason explains it: must-finish date, data date and progress rule were looked at; calendars were taken as given.',
      send: 'Compare scheduling_options, constraints, and the hours and exceptions of the calendars with those of the source.',
    },
    unknown: {
      why: 'No single reason explains it: must-finish date, data date, progress rule and the days between supplied starts and finishes were looked at.',
      send: 'Compare calendar, data date and constraints with those of the source.',
    },
  },
} as const
