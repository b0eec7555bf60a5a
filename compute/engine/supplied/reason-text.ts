/** The text of a reason: why the values differ, and what to send so that they agree. */

import { scheduledFinish, scheduledStart } from '../calendar/best-dates.ts'
import { dateText, dayBasis, inDays, spanText, weekText } from '../wording/days.ts'
import { plural } from '../wording/numbers.ts'
import { ofAll } from '../wording/shares.ts'
import { taskText } from '../wording/tasks.ts'
import type { Reason, ReasonContext } from './reasons.ts'
import type { Spans } from './spans.ts'

interface ReasonText {
  /** One sentence or more. */
  readonly why: string
  readonly send: string
}

/** The member of the union with this name. */
type ReasonOf<Name extends Reason['name'], Each = Reason> = Each extends Reason
  ? Name extends Each['name']
    ? Each
    : never
  : never

const SEND_CALENDAR = 'Send calendar with the work_days and holidays of the source.'

/** Starts the sentence that says what to send as data date. */
const SEND_DATA_DATE = {
  ofField: (field: string, date: string) => `Send ${field} ${date}`,
  ofHistory: (date: string) => `Send the schedule in schedule_history with snapshot_date ${date}`,
  asInSource: 'as the source has it',
}

const REASON_TEXTS: {
  readonly [Name in Reason['name']]: (reason: ReasonOf<Name>, context: ReasonContext) => ReasonText
} = {
  must_finish_by: (reason, context) => ({
    why: `The supplied floats count to ${dateText(reason.day)}, not to the computed finish: ${resolved(reason.left, context)}. The project has a day it must finish by, or a late constraint on its last task.`,
    send: `Send must_finish_by ${dateText(reason.day)}, or the constraint with its date.`,
  }),
  data_date: (reason, context) => ({
    why: `The supplied finishes were computed with the data date ${dateText(reason.day)}, here it is ${dateText(dataDay(context))}: ${resolved(reason.left, context)}.`,
    send: `${sendDataDate(context, dateText(reason.day))}.`,
  }),
  progress_override: (reason, context) => ({
    why: `The supplied values follow progress override, which drops the links into work that has started; here logic is retained: ${resolved(reason.left, context)}.`,
    send: 'Schedule the source with retained logic, or take the links out that the work did not keep to.',
  }),
  remaining_duration: (reason, context) => ({
    why: `${plural(reason.count, 'task in progress has', 'tasks in progress have')} another remaining duration than percent_complete leaves, the most ${taskText(context.columns, reason.task)}: ${resolved(reason.left, context)}.`,
    send: 'Send remaining_duration_days of the tasks in progress.',
  }),
  earlier_plan: (reason, context) => {
    const past = `${plural(reason.count, 'supplied finish of open work lies', 'supplied finishes of open work lie')} before the data date ${dateText(dataDay(context))}`
    const finish = scheduledFinish(context.columns, reason.task)
    const first = `the first ${dateText(finish)} of ${taskText(context.columns, reason.task)}`
    return context.prepared.dataDate.source === 'status_date'
      ? {
          why: `${past}, ${first}, so they come from a plan that was not rescheduled since.`,
          send: 'Reschedule the source at its data date, and send forecast_finish and total_float_days of that run.',
        }
      : {
          why: `${past}, the day after the latest actual date, ${first}: the data date is another one, or the source was not rescheduled since.`,
          send: `${sendDataDate(context, SEND_DATA_DATE.asInSource)}, and finishes and floats that were rescheduled at it.`,
        }
  },
  changed_duration: (reason, context) => ({
    why: `The supplied dates of ${plural(reason.count, 'task leave', 'tasks leave')} less working time than the duration, the most of ${taskText(context.columns, reason.task)}: the durations were changed after the dates were computed.`,
    send: 'Calculate the project in Microsoft Project and send the dates of that run.',
  }),
  work_week: (reason, context) => ({
    why: `Durations and dates fit a week of ${weekText(reason.workDays)}, here it is ${weekText(context.choice.workDays)}.`,
    send: SEND_CALENDAR,
  }),
  holidays: (reason, context) => ({
    why: `Holidays are missing: ${misfits(reason.spans, 'more', context)}, and no task that fits its dates works through those days.`,
    send: 'Send calendar with work_days and all holidays of the source.',
  }),
  more_work_days: (reason, context) => ({
    why: `The source works on more days or longer ones: ${misfits(reason.spans, 'fewer', context)}.`,
    send: 'Send calendar with the work_days of the source, without holidays it works on, and durations in days of that calendar.',
  }),
  several_calendars: (reason, context) => ({
    why: `Tasks have calendars of their own: ${misfits(reason.spans, 'other', context)}, while others at the same time fit.`,
    send: 'Send calendar with the work_days and holidays that most of the work is done by, and durations in its days.',
  }),
  held_start: (reason, context) => ({
    why: `${plural(reason.count, 'unstarted task finishes', 'unstarted tasks finish')} later in the source although nothing before ${reason.count === 1 ? 'it' : 'them'} does, the most ${taskText(context.columns, reason.task)}: a constraint, link, lag, must-start date or days off that the request does not have, such as those of a calendar that was changed since, hold ${reason.count === 1 ? 'it' : 'them'} there.`,
    send: 'Send constraint_type with constraint_date, and all predecessors with their lags.',
  }),
  early_start: (reason, context) => ({
    why: `${plural(reason.count, 'unstarted task finishes', 'unstarted tasks finish')} earlier in the source although nothing before ${reason.count === 1 ? 'it' : 'them'} does, the most ${taskText(context.columns, reason.task)}: the source has a link, lag, constraint or day off less, as where a calendar was changed since, or another data date (here ${dateText(dataDay(context))}).`,
    send: `Compare links, lags and constraints of these tasks with the source. ${sendDataDate(context, SEND_DATA_DATE.asInSource)}.`,
  }),
  day_length: ({ spans }, context) => ({
    why: `Days are of another length: ${plural(spans.known, 'unstarted task takes', 'unstarted tasks take')} ${inDays(spans.spanDays, dayBasis(context.choice.mode))} between supplied starts and finishes for ${inDays(spans.durationDays)} of duration, and work starts and ends on days that a shorter week would have off.`,
    send: 'Send durations, lags and floats in days of as many hours as the calendar of the source works.',
  }),
  late_dates: () => ({
    why: 'The finishes agree, so the late dates differ: by a late constraint, a must-finish date or a calendar of these tasks that the request does not have.',
    send: 'Send must_finish_by, and constraint_type with constraint_date of these tasks; floats of a task with another calendar stay in its days.',
  }),
  calendar_guessed: (_, context) => ({
    why: `The calendar was guessed as ${weekText(context.choice.workDays)} without holidays.`,
    send: SEND_CALENDAR,
  }),
  unknown: (_, context) =>
    context.choice.mode === 'task_calendars'
      ? {
          why: 'No single reason explains it: must-finish date, data date and progress rule were looked at; calendars were taken as given.',
          send: 'Compare scheduling_options, constraints, and the hours and exceptions of the calendars with those of the source.',
        }
      : {
          why: 'No single reason explains it: must-finish date, data date, progress rule and the days between supplied starts and finishes were looked at.',
          send: 'Compare calendar, data date and constraints with those of the source.',
        },
}

/** How many of the differences disappear under the assumption of the reason. */
const resolved = (left: number, { differing }: ReasonContext): string =>
  `${ofAll(differing - left, differing, 'difference goes', 'differences go')} when it is taken so`

export const reasonText = (reason: Reason, context: ReasonContext): ReasonText =>
  (REASON_TEXTS[reason.name] as (reason: Reason, context: ReasonContext) => ReasonText)(reason, context)

/** What to send as data date. A schedule without a field for it is one of the history. */
const sendDataDate = ({ dataDateField }: ReasonContext, date: string): string =>
  dataDateField === null ? SEND_DATA_DATE.ofHistory(date) : SEND_DATA_DATE.ofField(dataDateField, date)

const dataDay = ({ prepared: { dataDate, timeline } }: ReasonContext): number | undefined =>
  timeline?.startDay(dataDate.offset)

const misfitsText = (
  share: string,
  count: number,
  which: 'more' | 'fewer' | 'other',
  dayBasis: string,
  example: { readonly task: string; readonly length: string; readonly span: string; readonly here: string },
) =>
  `${share} ${count === 1 ? 'has' : 'have'} ${which} ${dayBasis} days between supplied start and finish than the duration, the most ${example.task}, ${example.length} long, ${example.span}, ${example.here} here`

/** "12 of 40 unstarted tasks have more working days between supplied start and finish than the duration, the most A100, ..." */
function misfits(spans: Spans, which: 'more' | 'fewer' | 'other', { columns, choice }: ReasonContext): string {
  const { known, longer, shorter, longest, shortest } = spans
  const count = { more: longer, fewer: shorter, other: longer + shorter }[which]
  const example = which === 'fewer' || (which === 'other' && shorter > longer) ? shortest : longest
  const [start, finish] = [scheduledStart(columns, example), scheduledFinish(columns, example)]
  const basis = dayBasis(choice.mode)
  return misfitsText(ofAll(count, known, 'unstarted task', 'unstarted tasks'), count, which, basis, {
    task: taskText(columns, example),
    length: inDays(columns.durationDays[example], basis),
    span: spanText(start, finish),
    here: inDays(choice.calendar.daysBetween(start, finish), basis),
  })
}
