/** The text of a reason: why the values differ, and what to send so that they agree. */
import { scheduledFinish, scheduledStart } from '../calendar/best-dates.ts'
import { dateText, dayBasis, inDays, spanText } from '../wording/days.ts'
import { ofAll } from '../wording/shares.ts'
import { taskText } from '../wording/tasks.ts'
import { weekText } from '../wording/week.ts'
import type { Reason, ReasonContext } from './reasons.ts'
import type { Spans } from './spans.ts'
import { WORDS } from './words.ts'

const REASONS = WORDS.reasons

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

const REASON_TEXTS: {
  readonly [Name in Reason['name']]: (reason: ReasonOf<Name>, context: ReasonContext) => ReasonText
} = {
  must_finish_by: (reason, context) => ({
    why: REASONS.mustFinishBy.why(dateText(reason.day), resolved(reason.left, context)),
    send: REASONS.mustFinishBy.send(dateText(reason.day)),
  }),
  data_date: (reason, context) => ({
    why: REASONS.dataDate.why(dateText(reason.day), dateText(dataDay(context)), resolved(reason.left, context)),
    send: REASONS.dataDate.send(sendDataDate(context, dateText(reason.day))),
  }),
  progress_override: (reason, context) => ({
    why: REASONS.progressOverride.why(resolved(reason.left, context)),
    send: REASONS.progressOverride.send,
  }),
  remaining_duration: (reason, context) => ({
    why: REASONS.remainingDuration.why(
      reason.count,
      taskText(context.columns, reason.task),
      resolved(reason.left, context),
    ),
    send: REASONS.remainingDuration.send,
  }),
  earlier_plan: (reason, context) => {
    const words = REASONS.earlierPlan
    const past = words.past(reason.count, dateText(dataDay(context)))
    const finish = scheduledFinish(context.columns, reason.task)
    const first = words.first(dateText(finish), taskText(context.columns, reason.task))
    return context.prepared.dataDate.source === 'status_date'
      ? { why: words.whyByStatusDate(past, first), send: words.sendByStatusDate }
      : {
          why: words.whyByActualDate(past, first),
          send: words.sendByActualDate(sendDataDate(context, WORDS.sendDataDate.asInSource)),
        }
  },
  work_week: (reason, context) => ({
    why: REASONS.workWeek.why(weekText(reason.workDays), weekText(context.choice.workDays)),
    send: REASONS.workWeek.send,
  }),
  holidays: (reason, context) => ({
    why: REASONS.holidays.why(misfits(reason.spans, 'more', context)),
    send: REASONS.holidays.send,
  }),
  more_work_days: (reason, context) => ({
    why: REASONS.moreWorkDays.why(misfits(reason.spans, 'fewer', context)),
    send: REASONS.moreWorkDays.send,
  }),
  several_calendars: (reason, context) => ({
    why: REASONS.severalCalendars.why(misfits(reason.spans, 'other', context)),
    send: REASONS.severalCalendars.send,
  }),
  held_start: (reason, context) => ({
    why: REASONS.heldStart.why(reason.count, taskText(context.columns, reason.task)),
    send: REASONS.heldStart.send,
  }),
  early_start: (reason, context) => ({
    why: REASONS.earlyStart.why(reason.count, taskText(context.columns, reason.task), dateText(dataDay(context))),
    send: REASONS.earlyStart.send(sendDataDate(context, WORDS.sendDataDate.asInSource)),
  }),
  day_length: ({ spans }, context) => ({
    why: REASONS.dayLength.why(
      spans.known,
      inDays(spans.spanDays, dayBasis(context.choice.mode)),
      inDays(spans.durationDays),
    ),
    send: REASONS.dayLength.send,
  }),
  late_dates: () => REASONS.lateDates,
  calendar_guessed: (_, context) => ({
    why: REASONS.calendarGuessed.why(weekText(context.choice.workDays)),
    send: REASONS.calendarGuessed.send,
  }),
  unknown: (_, context) => (context.choice.mode === 'task_calendars' ? REASONS.unknownByClock : REASONS.unknown),
}

/** How many of the differences disappear under the assumption of the reason. */
const resolved = (left: number, { differing }: ReasonContext): string =>
  WORDS.resolved(ofAll(differing - left, differing, ...WORDS.resolvedNouns))

export const reasonText = (reason: Reason, context: ReasonContext): ReasonText =>
  (REASON_TEXTS[reason.name] as (reason: Reason, context: ReasonContext) => ReasonText)(reason, context)

/** What to send as data date. A schedule without a field for it is one of the history. */
const sendDataDate = ({ dataDateField }: ReasonContext, date: string): string =>
  dataDateField === null ? WORDS.sendDataDate.ofHistory(date) : WORDS.sendDataDate.ofField(dataDateField, date)

const dataDay = ({ prepared: { dataDate, timeline } }: ReasonContext): number | undefined =>
  timeline?.startDay(dataDate.offset)

/** "12 of 40 unstarted tasks have more working days between supplied start and finish than the duration, the most A100, ..." */
function misfits(spans: Spans, which: 'more' | 'fewer' | 'other', { columns, choice }: ReasonContext): string {
  const { known, longer, shorter, longest, shortest } = spans
  const count = { more: longer, fewer: shorter, other: longer + shorter }[which]
  const example = which === 'fewer' || (which === 'other' && shorter > longer) ? shortest : longest
  const [start, finish] = [scheduledStart(columns, example), scheduledFinish(columns, example)]
  const basis = dayBasis(choice.mode)
  return WORDS.misfits(ofAll(count, known, ...WORDS.misfitNouns), count, which, basis, {
    task: taskText(columns, example),
    length: inDays(columns.durationDays[example], basis),
    span: spanText(start, finish),
    here: inDays(choice.calendar.daysBetween(start, finish), basis),
  })
}
