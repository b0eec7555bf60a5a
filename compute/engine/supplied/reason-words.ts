/** What a reason says: why the values differ, and what to send to make them agree. */
import { scheduledFinish, scheduledStart } from '../calendar/best-dates.ts'
import { dateText, dayBasis, inDays, spanText } from '../wording/days.ts'
import { plural } from '../wording/plural.ts'
import { ofAll } from '../wording/shares.ts'
import { taskText } from '../wording/tasks.ts'
import { weekText } from '../wording/week.ts'
import type { Reason, ReasonContext } from './reasons.ts'
import type { Spans } from './spans.ts'

interface Words {
  /** One sentence or more, begun as a sentence. */
  readonly why: string
  readonly send: string
}

export function reasonWords(reason: Reason, context: ReasonContext): Words {
  const { columns, differing, choice, prepared } = context
  const named = (task: number): string => taskText(columns, task)
  const left = (count: number): string =>
    `${ofAll(differing - count, differing, 'difference goes', 'differences go')} when it is taken so`
  switch (reason.name) {
    case 'must_finish_by':
      return {
        why: `The supplied floats count to ${dateText(reason.day)}, not to the computed finish: ${left(reason.left)}. The project has a day it must finish by, or a late constraint on its last task.`,
        send: `Send must_finish_by ${dateText(reason.day)}, or the constraint with its date.`,
      }
    case 'data_date':
      return {
        why: `The supplied finishes were computed with the data date ${dateText(reason.day)}, here it is ${dateText(dataDay(context))}: ${left(reason.left)}.`,
        send: `${asDataDate(context, dateText(reason.day))}.`,
      }
    case 'progress_override':
      return {
        why: `The supplied values follow progress override, which drops the links into work that has started; here logic is retained: ${left(reason.left)}.`,
        send: 'Schedule the source with retained logic, or take the links out that the work did not keep to.',
      }
    case 'remaining_duration':
      return {
        why: `${plural(reason.count, 'task in progress has', 'tasks in progress have')} another remaining duration than percent_complete leaves, the most ${named(reason.task)}: ${left(reason.left)}.`,
        send: 'Send remaining_duration_days of the tasks in progress.',
      }
    case 'earlier_plan': {
      const past = `${plural(reason.count, 'supplied finish of open work lies', 'supplied finishes of open work lie')} before the data date ${dateText(dataDay(context))}`
      const first = `the first ${dateText(scheduledFinish(columns, reason.task))} of ${named(reason.task)}`
      return prepared.dataDate.source === 'status_date'
        ? {
            why: `${past}, ${first}, so they come from a plan that was not rescheduled since.`,
            send: 'Reschedule the source at its data date, and send forecast_finish and total_float_days of that run.',
          }
        : {
            why: `${past}, the day after the latest actual date, ${first}: the data date is another one, or the source was not rescheduled since.`,
            send: `${asDataDate(context, 'as the source has it')}, and finishes and floats that were rescheduled at it.`,
          }
    }
    case 'work_week':
      return {
        why: `Durations and dates fit a week of ${weekText(reason.workDays)}, here it is ${weekText(choice.workDays)}.`,
        send: 'Send calendar with the work_days and holidays of the source.',
      }
    case 'holidays':
      return {
        why: `Holidays are missing: ${misfits(reason.spans, 'more', context)}, and no task that fits its dates works through those days.`,
        send: 'Send calendar with work_days and all holidays of the source.',
      }
    case 'more_work_days':
      return {
        why: `The source works on more days or longer ones: ${misfits(reason.spans, 'fewer', context)}.`,
        send: 'Send calendar with the work_days of the source, without holidays it works on, and durations in days of that calendar.',
      }
    case 'several_calendars':
      return {
        why: `Tasks have calendars of their own: ${misfits(reason.spans, 'other', context)}, while others at the same time fit.`,
        send: 'Send calendar with the work_days and holidays that most of the work is done by, and durations in its days.',
      }
    case 'held_start':
      return {
        why: `${plural(reason.count, 'unstarted task finishes', 'unstarted tasks finish')} later in the source although nothing before ${reason.count === 1 ? 'it' : 'them'} does, the most ${named(reason.task)}: a constraint, link, lag or must-start date that the request does not have holds ${reason.count === 1 ? 'it' : 'them'} there.`,
        send: 'Send constraint_type with constraint_date, and all predecessors with their lags.',
      }
    case 'early_start':
      return {
        why: `${plural(reason.count, 'unstarted task finishes', 'unstarted tasks finish')} earlier in the source although nothing before ${reason.count === 1 ? 'it' : 'them'} does, the most ${named(reason.task)}: the source has a link, lag or constraint less, or another data date (here ${dateText(dataDay(context))}).`,
        send: `Compare links, lags and constraints of these tasks with the source. ${asDataDate(context, 'as the source has it')}.`,
      }
    case 'day_length':
      return {
        why: `Days are of another length: ${plural(reason.spans.known, 'unstarted task takes', 'unstarted tasks take')} ${inDays(reason.spans.spanDays, dayBasis(choice.mode))} between supplied starts and finishes for ${inDays(reason.spans.durationDays)} of duration, and work starts and ends on days that a shorter week would have off.`,
        send: 'Send durations, lags and floats in days of as many hours as the calendar of the source works.',
      }
    case 'late_dates':
      return {
        why: 'The finishes agree, so the late dates differ: by a late constraint, a must-finish date or a calendar of these tasks that the request does not have.',
        send: 'Send must_finish_by, and constraint_type with constraint_date of these tasks; floats of a task with another calendar stay in its days.',
      }
    case 'calendar_guessed':
      return {
        why: `The calendar was guessed as ${weekText(choice.workDays)} without holidays.`,
        send: 'Send calendar with the work_days and holidays of the source.',
      }
    case 'unknown':
      if (choice.mode === 'task_calendars')
        return {
          why: 'No single reason explains it: must-finish date, data date and progress rule were looked at; calendars were taken as given.',
          send: 'Compare scheduling_options, constraints, and the hours and exceptions of the calendars with those of the source.',
        }
      return {
        why: 'No single reason explains it: must-finish date, data date, progress rule and the days between supplied starts and finishes were looked at.',
        send: 'Compare calendar, data date and constraints with those of the source.',
      }
  }
}

/** What to send as data date; a schedule that takes none is one of the history. */
const asDataDate = ({ dataDateField }: ReasonContext, date: string): string =>
  dataDateField === null
    ? `Send the schedule in schedule_history with snapshot_date ${date}`
    : `Send ${dataDateField} ${date}`

const dataDay = ({ prepared: { dataDate, timeline } }: ReasonContext): number | undefined =>
  timeline?.startDay(dataDate.offset)

/** "12 of 40 unstarted tasks have more working days between supplied start and finish than the duration, the most A100, ..." */
function misfits(spans: Spans, which: 'more' | 'fewer' | 'other', { columns, choice }: ReasonContext): string {
  const { known, longer, shorter, longest, shortest } = spans
  const count = { more: longer, fewer: shorter, other: longer + shorter }[which]
  const example = which === 'fewer' || (which === 'other' && shorter > longer) ? shortest : longest
  const [start, finish] = [scheduledStart(columns, example), scheduledFinish(columns, example)]
  const basis = dayBasis(choice.mode)
  return `${ofAll(count, known, 'unstarted task', 'unstarted tasks')} ${count === 1 ? 'has' : 'have'} ${which} ${basis} days between supplied start and finish than the duration, the most ${taskText(columns, example)}, ${inDays(columns.durationDays[example], basis)} long, ${spanText(start, finish)}, ${inDays(choice.calendar.daysBetween(start, finish), basis)} here`
}
