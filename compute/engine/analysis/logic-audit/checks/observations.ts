/** What the logic audit reports without scoring it: logic that does nothing, and lags and links that deserve a look. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import { LOE_LOGIC_ADVICE, SUMMARY_LOGIC_ADVICE, UNDATED_CONSTRAINTS_ADVICE } from '../../../check/advice.ts'
import type { Coded } from '../../../check/check.ts'
import { allHitsWhere } from '../../../check/findings.ts'
import { needsCpm } from '../../../check/needs.ts'
import { shareOf } from '../../../check/outcomes.ts'
import { NOUNS } from '../../../check/population-nouns.ts'
import { basisOf, namedTask } from '../../../check/worst.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { needsDate } from '../../../kind/constraint-types.ts'
import { isLoe, isSummary } from '../../../kind/participation.ts'
import { FF, SS } from '../../../kind/relation-types.ts'
import { isComplete } from '../../../population/task-states.ts'
import { inDays } from '../../../wording/days.ts'
import { plural } from '../../../wording/plural.ts'
import { DISCRETE, LINK_BASE, type LogicContext, type LogicRow, SOURCE, shareOfBase } from './context.ts'

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

type LinkRowWords = Omit<Words, 'population' | 'run'> & {
  readonly linkTest: NonNullable<LogicRow['linkTest']>
  readonly message: (count: number, context: LogicContext) => string
}

const linkObservation = <const Code extends string>({
  message,
  ...words
}: Coded<LinkRowWords, Code>): Coded<LogicRow, Code> =>
  observation({
    ...words,
    noun: ['link', 'links'],
    population: LINK_BASE,
    run: context => shareOfBase(context, words.linkTest(context), count => message(count, context)),
  })

const summaryLogic = observation({
  code: 'LA12',
  title: 'Logic on summary tasks',
  severity: 'medium',
  population: 'Summary tasks.',
  formula:
    "Summaries with a predecessor or a successor / summaries. Such links drive tasks by Microsoft Project's rules only.",
  noun: ['summary', 'summaries'],
  advice: SUMMARY_LOGIC_ADVICE,
  run: ({ columns: { taskCount, links }, tasks: { kind, leftOut } }) => {
    const isLinked = zeros(Uint8Array, taskCount)
    for (let s = 0; s < taskCount; s++) {
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        isLinked[s] = 1
        if (links.task[k] >= 0) isLinked[links.task[k]] = 1
      }
    }
    const isOne = (i: number): boolean => isSummary(kind[i]) && leftOut[i] === 0
    const hits = allHitsWhere(taskCount, i => isOne(i) && isLinked[i] === 1)
    const message = `${plural(hits.count, 'summary has', 'summaries have')} logic.`
    return shareOf(hits, allHitsWhere(taskCount, isOne).count, message)
  },
})

const drivingLoe = observation({
  code: 'LA13',
  title: 'Level of effort drives discrete work',
  severity: 'medium',
  population: 'Incomplete level-of-effort tasks.',
  formula: 'Those with a successor that is neither level of effort nor summary / incomplete level-of-effort tasks.',
  noun: ['level-of-effort task', 'level-of-effort tasks'],
  advice: LOE_LOGIC_ADVICE,
  run: ({ columns: { taskCount, links }, tasks }) => {
    const drives = zeros(Uint8Array, taskCount)
    for (let s = 0; s < taskCount; s++) {
      if (isLoe(tasks.kind[s]) || isSummary(tasks.kind[s])) continue
      for (let k = links.start[s]; k < links.start[s + 1]; k++) if (links.task[k] >= 0) drives[links.task[k]] = 1
    }
    const isOne = (i: number): boolean => isLoe(tasks.kind[i]) && tasks.leftOut[i] === 0 && !isComplete(tasks, i)
    const hits = allHitsWhere(taskCount, i => isOne(i) && drives[i] === 1)
    const message = `${plural(hits.count, 'level-of-effort task leads', 'level-of-effort tasks lead')} to discrete work.`
    return shareOf(hits, allHitsWhere(taskCount, isOne).count, message)
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
  advice: UNDATED_CONSTRAINTS_ADVICE,
  run: ({ columns: { taskCount, constraintType, constraintDate }, discrete }) => {
    const lacksDate = (i: number): boolean =>
      discrete.marks[i] === 1 && needsDate(constraintType[i]) && constraintDate[i] === DAY_ABSENT
    const hits = allHitsWhere(taskCount, lacksDate)
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
  linkTest:
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
  linkTest:
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
  linkTest:
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
  linkTest: ({ columns: { links }, network }: LogicContext) => {
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
