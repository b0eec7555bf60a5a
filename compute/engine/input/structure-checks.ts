/** Open ends, disconnected parts, and the calendar that the durations indicate. */

import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { everyDay, mondayToFriday } from '../calendar/calendar.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { EPSILON_DAYS } from '../calendar/snap.ts'
import {
  EVIDENCE_DURATION_DAYS_MIN,
  EVIDENCE_TOLERANCE_DAYS,
  evidenceFinish,
  evidencePair,
  evidenceStart,
  isEvidence,
} from '../calendar/work-weeks.ts'
import { allHitsWhere, counted, NO_HITS } from '../check/findings.ts'
import { COMPONENT_NONE } from '../graph/components.ts'
import { zeros } from '../ids/short-arrays.ts'
import { openEndsAdvice, PARTS_ADVICE, SUMMARIES_CLOSE } from '../metrics/ends.ts'
import { spansByClock } from '../population/durations.ts'
import { weekText } from '../wording/days.ts'
import { plural } from '../wording/numbers.ts'
import { shareText } from '../wording/shares.ts'
import { information } from './context.ts'

const LINKED_WORK = `Tasks other than summaries and level of effort. A link to or from level of effort does not count as a predecessor or a successor. ${SUMMARIES_CLOSE}`

export const openEnds = information({
  code: 'V201',
  title: 'Open ends',
  population: LINKED_WORK,
  formula: 'Tasks without a predecessor or without a successor; a project has one of each by nature.',
  unit: 'tasks',
  // a project has one of each
  advice: outcome => {
    const { open_starts: starts, open_finishes: finishes } = outcome.evidence as Record<string, number>
    return starts > 1 || finishes > 1 ? openEndsAdvice(outcome) : undefined
  },
  run: ({ columns, ends: { network, openStarts, openFinishes } }) => {
    const isOpen = zeros(Uint8Array, columns.taskCount)
    for (const i of openStarts) isOpen[i] = 1
    for (const i of openFinishes) isOpen[i] = 1
    const hits = allHitsWhere(columns.taskCount, i => isOpen[i] === 1)
    const message = `${plural(openStarts.length, 'task has', 'tasks have')} no predecessor, ${openFinishes.length} no successor.`
    return counted(hits, network.order.length, message, {
      open_starts: openStarts.length,
      open_finishes: openFinishes.length,
    })
  },
})

export const disconnected = information({
  code: 'V202',
  title: 'Disconnected parts',
  population: LINKED_WORK,
  formula: 'Parts of the network beside the largest one, no link between them.',
  unit: 'components',
  isSizeless: true,
  advice: PARTS_ADVICE,
  run: ({ columns, ends: { components } }) => {
    const { count, component, largestSize } = components
    const sizes = zeros(Uint32Array, count)
    for (const own of component) if (own !== COMPONENT_NONE) sizes[own]++
    const largest = sizes.indexOf(largestSize)
    const beside = allHitsWhere(columns.taskCount, i => component[i] !== COMPONENT_NONE && component[i] !== largest)
    const message = `The schedule falls into ${plural(count, 'part')}; the largest has ${plural(largestSize, 'task')}.`
    return counted({ ...beside, count: Math.max(0, count - 1) }, count, message)
  },
})

export const calendarEvidence = information({
  code: 'V203',
  title: 'Calendar of the durations',
  population: `Tasks with a duration of ${EVIDENCE_DURATION_DAYS_MIN} days or more and planned, else baseline, dates.`,
  formula:
    'Durations that fit their dates, give or take a day, only in another week than their own: every day or Monday to Friday. Their own is that of the calendar of the task, else the one given or guessed. Each duration counts once.',
  isSizeless: true,
  unit: 'tasks',
  run: ({ columns, choice }) => {
    const { mode, source, workDays } = choice
    const isByTask = mode === 'task_calendars'
    const days = isByTask
      ? 'Durations count in the calendars of their tasks'
      : `Work days as ${source === 'given' ? 'given' : 'guessed'}: ${weekText(workDays)}`
    const { dated, own, other } = calendarFits(columns, choice)
    const fits = `${shareText(own, dated, 'duration')}, ${own === 1 ? 'fits its' : 'fit their'} dates, and ${plural(other, 'duration fits', 'durations fit')} another week alone`
    const message = `${days}; ${dated === 0 ? 'no duration has dates that show the work week' : fits}.`
    return counted({ ...NO_HITS, count: other }, dated, message)
  },
})

/** How many durations have dates that show the work week; those that fit in their calendar, and those that fit only in another week, each once. */
function calendarFits(columns: ScheduleColumns, { calendar, mode }: CalendarChoice) {
  const { taskCount, durationDays } = columns
  const clock = spansByClock(columns)
  const weeks = [everyDay(), mondayToFriday()]
  let [dated, own, other] = [0, 0, 0]
  for (let i = 0; i < taskCount; i++) {
    if (!(durationDays[i] >= EVIDENCE_DURATION_DAYS_MIN) || !isEvidence(columns, i)) continue
    dated++
    const [start, finish] = [evidenceStart(columns, i), evidenceFinish(columns, i)]
    const fits = (span: number): boolean => Math.abs(durationDays[i] - span) <= EVIDENCE_TOLERANCE_DAYS + EPSILON_DAYS
    const isOwn =
      mode === 'task_calendars' && clock !== undefined
        ? fits(clock(...evidencePair(columns, i), i))
        : fits(calendar.daysBetween(start, finish))
    if (isOwn) own++
    else if (weeks.some(week => fits(week.daysBetween(start, finish)))) other++
  }
  return { dated, own, other }
}
