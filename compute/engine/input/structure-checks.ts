/** Open ends, disconnected parts, and the calendar that the durations indicate. */

import { EVIDENCE_DURATION_DAYS_MIN } from '../calendar/work-weeks.ts'
import { openEndsAdvice } from '../check/advice.ts'
import { allHitsWhere, NO_HITS } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { COMPONENT_NONE } from '../graph/components.ts'
import { zeros } from '../ids/short-arrays.ts'
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
  run: ({ choice: { source, workDays, evidenceFor, evidenceAgainst } }) => {
    const days = WORDS.calendarEvidence.days(source === 'given', weekText(workDays))
    const dated = evidenceFor + evidenceAgainst
    const fits = WORDS.calendarEvidence.fits(shareText(evidenceFor, dated, 'duration'), evidenceFor, evidenceAgainst)
    return counted(
      { ...NO_HITS, count: evidenceAgainst },
      dated,
      WORDS.calendarEvidence.message(days, dated === 0 ? WORDS.calendarEvidence.none : fits),
    )
  },
})
