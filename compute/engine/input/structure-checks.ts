/** What the schedule is like: open ends, parts, and the calendar its durations speak for. */
import { EVIDENCE_DURATION_DAYS_MIN } from '../calendar/work-weeks.ts'
import { openEndsAdvice } from '../check/advice.ts'
import { allHitsWhere, NO_HITS } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { COMPONENT_NONE } from '../graph/components.ts'
import { plural } from '../wording/plural.ts'
import { shareText } from '../wording/shares.ts'
import { weekText } from '../wording/week.ts'
import { information } from './context.ts'

const DISCRETE = 'Tasks other than summaries and level of effort; links to or from those close no end.'

export const openEnds = information({
  code: 'V201',
  title: 'Open ends',
  population: DISCRETE,
  formula: 'Tasks without a predecessor or without a successor; a project has one of each by nature.',
  unit: 'tasks',
  // a project has one of each
  advice: outcome => {
    const { open_starts: starts, open_finishes: finishes } = outcome.evidence as Record<string, number>
    return starts > 1 || finishes > 1 ? openEndsAdvice(outcome) : undefined
  },
  run: ({ columns, ends: { network, openStarts, openFinishes } }) => {
    const isOpen = new Uint8Array(columns.taskCount)
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
  population: DISCRETE,
  formula: 'Parts of the network beside the largest one, no link between them.',
  unit: 'components',
  isSizeless: true,
  run: ({ columns, ends: { components } }) => {
    const { count, component, largestSize } = components
    const sizes = new Uint32Array(count)
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
    'Durations that fit their dates in the other week: every day, or Monday to Friday, or the usual one of these where another week was guessed.',
  isSizeless: true,
  unit: 'tasks',
  run: ({ choice: { source, workDays, evidenceFor, evidenceAgainst } }) => {
    const days = `Work days as ${source === 'given' ? 'given' : 'guessed'}: ${weekText(workDays)}`
    const told = evidenceFor + evidenceAgainst
    const fits = `${shareText(evidenceFor, told, 'duration')}, ${evidenceFor === 1 ? 'fits its' : 'fit their'} dates in them, and ${plural(evidenceAgainst, 'duration fits', 'durations fit')} the other week`
    return counted(
      { ...NO_HITS, count: evidenceAgainst },
      told,
      `${days}; ${told === 0 ? 'no duration has dates that would tell' : fits}.`,
    )
  },
})
