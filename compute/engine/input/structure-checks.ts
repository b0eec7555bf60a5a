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
import { openEndsAdvice } from '../check/advice.ts'
import { allHitsWhere, NO_HITS } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { COMPONENT_NONE } from '../graph/components.ts'
import { zeros } from '../ids/short-arrays.ts'
import { spansByClock } from '../population/durations.ts'
import { shareText } from '../wording/shares.ts'
import { weekText } from '../wording/week.ts'
import { information } from './context.ts'
import { WORDS } from './words.ts'

export const openEnds = information({
  code: 'V201',
  title: WORDS.openEnds.title,
  population: WORDS.openEnds.population,
  formula: WORDS.openEnds.formula,
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
    const message = WORDS.openEnds.message(openStarts.length, openFinishes.length)
    return counted(hits, network.order.length, message, {
      open_starts: openStarts.length,
      open_finishes: openFinishes.length,
    })
  },
})

export const disconnected = information({
  code: 'V202',
  title: WORDS.disconnected.title,
  population: WORDS.disconnected.population,
  formula: WORDS.disconnected.formula,
  unit: 'components',
  isSizeless: true,
  run: ({ columns, ends: { components } }) => {
    const { count, component, largestSize } = components
    const sizes = zeros(Uint32Array, count)
    for (const own of component) if (own !== COMPONENT_NONE) sizes[own]++
    const largest = sizes.indexOf(largestSize)
    const beside = allHitsWhere(columns.taskCount, i => component[i] !== COMPONENT_NONE && component[i] !== largest)
    const message = WORDS.disconnected.message(count, largestSize)
    return counted({ ...beside, count: Math.max(0, count - 1) }, count, message)
  },
})

export const calendarEvidence = information({
  code: 'V203',
  title: WORDS.calendarEvidence.title,
  population: WORDS.calendarEvidence.population(EVIDENCE_DURATION_DAYS_MIN),
  formula: WORDS.calendarEvidence.formula,
  isSizeless: true,
  unit: 'tasks',
  run: ({ columns, choice }) => {
    const { mode, source, workDays } = choice
    const isByTask = mode === 'task_calendars'
    const days = isByTask
      ? WORDS.calendarEvidence.ofTasks
      : WORDS.calendarEvidence.days(source === 'given', weekText(workDays))
    const { dated, own, other } = calendarFits(columns, choice)
    const fits = WORDS.calendarEvidence.fits(shareText(own, dated, 'duration'), own, other)
    const message = WORDS.calendarEvidence.message(days, dated === 0 ? WORDS.calendarEvidence.none : fits)
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
