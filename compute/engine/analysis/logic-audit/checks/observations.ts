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
import { FF, SS } from '../../../passes/relation.ts'
import { isComplete } from '../../../population/task-states.ts'
import { inDays } from '../../../wording/days.ts'
import { plural } from '../../../wording/plural.ts'
import { WORDS } from '../words.ts'
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
  title: WORDS.summaryLogic.title,
  severity: 'medium',
  population: WORDS.summaryLogic.population,
  formula: WORDS.summaryLogic.formula,
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
  title: WORDS.drivingLoe.title,
  severity: 'medium',
  population: WORDS.drivingLoe.population,
  formula: WORDS.drivingLoe.formula,
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
    const message = WORDS.drivingLoe.message(hits.count)
    return shareOf(hits, allHitsWhere(taskCount, isOne).count, message)
  },
})

const constraintWithoutDate = observation({
  code: 'LA14',
  title: WORDS.constraintWithoutDate.title,
  severity: 'medium',
  population: DISCRETE,
  noun: NOUNS.openWork,
  formula: WORDS.constraintWithoutDate.formula,
  advice: UNDATED_CONSTRAINTS_ADVICE,
  run: ({ columns: { taskCount, constraintType, constraintDate }, discrete }) => {
    const lacksDate = (i: number): boolean =>
      discrete.marks[i] === 1 && needsDate(constraintType[i]) && constraintDate[i] === DAY_ABSENT
    const hits = allHitsWhere(taskCount, lacksDate)
    return shareOf(hits, discrete.count, WORDS.constraintWithoutDate.message(hits.count))
  },
})

const lagBeyondDuration = linkObservation({
  code: 'LA15',
  title: WORDS.lagBeyondDuration.title,
  severity: 'medium',
  formula: WORDS.lagBeyondDuration.formula,
  advice: {
    title: WORDS.lagBeyondDuration.adviceTitle,
    description: WORDS.lagBeyondDuration.adviceDescription,
  },
  linkTest:
    ({ columns: { links }, durations: { days } }) =>
    (k, s) =>
      days[s] > 0 && links.lagDays[k] > days[s] + EPSILON_DAYS,
  message: count => WORDS.lagBeyondDuration.message(count),
})

const longLag = linkObservation({
  code: 'LA16',
  title: WORDS.longLag.title,
  severity: 'low',
  formula: WORDS.longLag.formula(LONG_LAG_DAYS),
  advice: {
    title: WORDS.longLag.adviceTitle,
    description: WORDS.longLag.adviceDescription,
  },
  linkTest:
    ({ columns: { links } }) =>
    k =>
      links.lagDays[k] > LONG_LAG_DAYS + EPSILON_DAYS,
  message: (count, context) => WORDS.longLag.message(count, inDays(LONG_LAG_DAYS, basisOf(context))),
})

const startWithoutFinish = linkObservation({
  code: 'LA17',
  title: WORDS.startWithoutFinish.title,
  severity: 'low',
  formula: WORDS.startWithoutFinish.formula,
  advice: {
    title: WORDS.startWithoutFinish.adviceTitle,
    description: WORDS.startWithoutFinish.adviceDescription,
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
  message: count => WORDS.startWithoutFinish.message(count),
})

const criticalLead = linkObservation({
  code: 'LA18',
  title: WORDS.criticalLead.title,
  severity: 'high',
  formula: WORDS.criticalLead.formula,
  needs: [needsCpm],
  advice: {
    title: WORDS.criticalLead.adviceTitle,
    description: WORDS.criticalLead.adviceDescription,
  },
  linkTest: ({ columns: { links }, network }: LogicContext) => {
    const { critical, onLongestPath } = network.cpm!.result
    const isCritical = (i: number): boolean => critical[i] === 1 || onLongestPath[i] === 1
    return (k, s) => links.lagDays[k] < 0 && isCritical(s) && isCritical(links.task[k])
  },
  message: count => WORDS.criticalLead.message(count),
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
