/** What the logic audit reports without scoring it: logic that does nothing, and lags and links that deserve a look. */

import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import type { Coded } from '../../../check/check.ts'
import { allHitsWhere, shareOf } from '../../../check/findings.ts'
import { NOUNS, needsCpm } from '../../../check/needs.ts'
import { basisOf, namedTask } from '../../../check/worst.ts'
import { isLoe, isSummary } from '../../../kind/participation.ts'
import { isUndated, UNDATED_ADVICE } from '../../../metrics/constraints.ts'
import { type LinkRule, linkShare } from '../../../metrics/links.ts'
import {
  DRIVING_EFFORT,
  drivingEfforts,
  EFFORT_LOGIC_ADVICE,
  linkedSummaries,
  SUMMARY_LOGIC,
  SUMMARY_LOGIC_ADVICE,
} from '../../../metrics/summaries.ts'
import { FF, SS } from '../../../passes/relation.ts'
import { inDays } from '../../../wording/days.ts'
import { plural } from '../../../wording/numbers.ts'
import { DISCRETE, LINK_BASE, LINKS_OF_BASE, type LogicContext, type LogicRow, SOURCE } from './context.ts'

/** Longer lags are long. */
const LONG_LAG_DAYS = 10

type Words = Omit<LogicRow, 'unit' | 'threshold' | 'operator' | 'source' | 'needs'> & Partial<Pick<LogicRow, 'needs'>>

const observation = <const Code extends string>(words: Coded<Words, Code>): Coded<LogicRow, Code> => ({
  needs: [],
  worst: namedTask,
  ...words,
  unit: 'percent',
  threshold: null,
  operator: null,
  source: SOURCE,
})

type LinkWords = Pick<LogicRow, 'code' | 'title' | 'severity'> &
  Partial<Pick<LogicRow, 'needs'>> &
  LinkRule<LogicContext>

const linkObservation = <const Code extends string>({
  code,
  title,
  severity,
  needs = [],
  ...rule
}: Coded<LinkWords, Code>): Coded<LogicRow, Code> =>
  observation({ code, title, severity, needs, population: LINK_BASE, ...linkShare(LINKS_OF_BASE, rule) })

const summaryLogic = observation({
  code: 'LA12',
  title: SUMMARY_LOGIC.title,
  severity: 'medium',
  population: SUMMARY_LOGIC.population,
  formula:
    "Summaries with a predecessor or a successor / summaries. Such links drive tasks by Microsoft Project's rules only.",
  noun: SUMMARY_LOGIC.noun,
  advice: SUMMARY_LOGIC_ADVICE,
  run: ({ columns, tasks }) => {
    const { hits, all } = linkedSummaries(columns, tasks.kind, tasks.leftOut)
    return shareOf(hits, all, SUMMARY_LOGIC.message(hits.count))
  },
})

const drivingLoe = observation({
  code: 'LA13',
  title: DRIVING_EFFORT.title,
  severity: 'medium',
  population: DRIVING_EFFORT.population,
  formula: 'Those with a successor that is neither level of effort nor summary / incomplete level-of-effort tasks.',
  noun: DRIVING_EFFORT.noun,
  advice: EFFORT_LOGIC_ADVICE,
  run: ({ columns, tasks }) => {
    const { hits, all } = drivingEfforts(columns, tasks, kind => !isLoe(kind) && !isSummary(kind))
    return shareOf(hits, all, DRIVING_EFFORT.message(hits.count))
  },
})

const constraintWithoutDate = observation({
  code: 'LA14',
  title: 'Constraints without a date',
  severity: 'medium',
  population: DISCRETE,
  noun: NOUNS.openWork,
  formula:
    'Those with a constraint other than ASAP and ALAP and no constraint_date / such tasks. Such constraints do nothing.',
  advice: UNDATED_ADVICE,
  run: ({ columns, discrete }) => {
    const hits = allHitsWhere(columns.taskCount, i => discrete.marks[i] === 1 && isUndated(columns, i))
    return shareOf(hits, discrete.count, `${plural(hits.count, 'constraint has', 'constraints have')} no date.`)
  },
})

const lagBeyondDuration = linkObservation({
  code: 'LA15',
  title: 'Lags longer than the work after them',
  severity: 'medium',
  formula: 'Links with a lag longer than the duration above 0 of their successor / links.',
  advice: {
    title: 'Look into lags longer than the work after them',
    description: 'Make the waiting a task of its own, or correct a lag that was sent in hours.',
  },
  test:
    ({ columns: { links }, durations: { days } }) =>
    (k, s) =>
      days[s] > 0 && links.lagDays[k] > days[s] + EPSILON_DAYS,
  message: count => `${plural(count, 'lag is', 'lags are')} longer than the task that follows.`,
})

const longLag = linkObservation({
  code: 'LA16',
  title: 'Long lags',
  severity: 'low',
  formula: `Links with a lag of more than ${LONG_LAG_DAYS} days / links.`,
  advice: {
    title: 'Replace the long lags by tasks',
    description: 'Give each wait of that length a task with a name, a duration and an owner.',
  },
  test:
    ({ columns: { links } }) =>
    k =>
      links.lagDays[k] > LONG_LAG_DAYS + EPSILON_DAYS,
  message: (count, context) =>
    `${plural(count, 'lag is', 'lags are')} longer than ${inDays(LONG_LAG_DAYS, basisOf(context))}.`,
})

const startWithoutFinish = linkObservation({
  code: 'LA17',
  title: 'SS links without a matching FF',
  severity: 'low',
  formula: 'SS links without an FF link between the same two tasks / links.',
  advice: {
    title: 'Pair SS with FF',
    description: 'Add an FF link between the same two tasks, so that the later one cannot finish before the earlier.',
  },
  test:
    ({ columns: { links } }) =>
    (k, s) => {
      if (links.type[k] !== SS) return false
      for (let other = links.start[s]; other < links.start[s + 1]; other++) {
        if (links.type[other] === FF && links.task[other] === links.task[k]) return false
      }
      return true
    },
  message: count => `${plural(count, 'SS link has no FF link beside it', 'SS links have no FF link beside them')}.`,
})

const criticalLead = linkObservation({
  code: 'LA18',
  title: 'Leads on the critical path',
  severity: 'high',
  formula: 'Links with a negative lag whose two ends are critical by float or on the longest path / links.',
  needs: [needsCpm],
  advice: {
    title: 'Take the leads off the critical path',
    description:
      'Split the predecessor where its successor can start, and link that part, so that the finish rests on no guess.',
  },
  test: ({ columns: { links }, network }: LogicContext) => {
    const { critical, onLongestPath } = network.cpm!.result
    const isCritical = (i: number): boolean => critical[i] === 1 || onLongestPath[i] === 1
    return (k, s) => links.lagDays[k] < 0 && isCritical(s) && isCritical(links.task[k])
  },
  message: count => `${plural(count, 'lead lies', 'leads lie')} on the critical path.`,
})

export const LOGIC_OBSERVATIONS = [
  summaryLogic,
  drivingLoe,
  constraintWithoutDate,
  lagBeyondDuration,
  longLag,
  startWithoutFinish,
  criticalLead,
] as const satisfies readonly LogicRow[]
