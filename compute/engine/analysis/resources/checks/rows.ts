/** The four parts of the resource risk: risk = 100 - score. */

import { formatDay } from '../../../../../shared/contract/schedule/day.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import type { CheckOutcome, Coded, Need } from '../../../check/check.ts'
import { allHitsWhere, hitsOf, NO_HITS } from '../../../check/findings.ts'
import { ratioOf, shareOf } from '../../../check/outcomes.ts'
import { bySize } from '../../../check/severity.ts'
import { ofThisService } from '../../../check/source.ts'
import { namedTask } from '../../../check/worst.ts'
import { sumOf } from '../../../demand/profiles.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { IN_PROGRESS } from '../../../population/progress.ts'
import { WORDS } from '../words.ts'
import { isAssigned, type ResourceContext, type ResourceRow } from './context.ts'

const needsResources: Need<ResourceContext> = {
  message: WORDS.needsResources.message,
  isMet: ({ hasResources }) => hasResources,
}

type Words = Omit<ResourceRow, 'severity' | 'source' | 'needs' | 'operator'>

const SOURCE = ofThisService(WORDS.source.message)

const part = <const Code extends string>(words: Coded<Words, Code>): Coded<ResourceRow, Code> => ({
  ...words,
  severity: bySize,
  operator: '<=',
  source: SOURCE,
  needs: [needsResources],
})

/** Nothing of nothing is no risk. */
const orZero = (outcome: CheckOutcome): CheckOutcome => ({ ...outcome, value: outcome.value ?? 0 })

/** 1 = the task is at work in an over-allocation period of its resource. Length taskCount. */
function overloadedMarks({ columns, periodTasks }: ResourceContext): Uint8Array {
  const marks = zeros(Uint8Array, columns.taskCount)
  for (const i of periodTasks.task) marks[i] = 1
  return marks
}

/** The same tasks, each once, in input order. */
function overloaded(context: ResourceContext): Uint32Array {
  const marks = overloadedMarks(context)
  return Uint32Array.from(marks.keys()).filter(i => marks[i] === 1)
}

const overAllocation = part({
  component: 'over_allocation',
  code: 'RS01',
  title: WORDS.overAllocation.title,
  weight: 45,
  threshold: 0,
  zero: 25,
  unit: 'percent',
  population: WORDS.overAllocation.population,
  noun: ['resource-day', 'resource-days'],
  worst: {
    describe: ({ profiles, resources, columns, basis }) => {
      const worst = resources.reduce(
        (most, r) => (profiles.overDays[r] > (profiles.overDays[most] ?? 0) ? r : most),
        -1,
      )
      if (worst < 0) return undefined
      const name = textAt(columns.resources.values, worst)
      return WORDS.overAllocation.worstDescribe(name, profiles.overDays[worst], profiles.limitedDays[worst], basis)
    },
  },
  formula: WORDS.overAllocation.formula,
  advice: {
    title: WORDS.overAllocation.adviceTitle,
    causes: [
      {
        ...WORDS.overAllocation.critical,
        holds: ({ critical }, i) => critical.marks[i] === 1,
      },
      {
        ...WORDS.overAllocation.withFloat,
      },
    ],
  },
  run: context => {
    const { profiles, loads, threshold } = context
    const over = sumOf(profiles.overDays)
    const message = WORDS.overAllocation.message(over, profiles.periods.resource.length)
    const evidence = { over_allocation_threshold: threshold, excluded_by_type: loads.population.excludedByType }
    const found = shareOf(hitsOf(Uint32Array.of(), over), sumOf(profiles.limitedDays), message, evidence)
    return { ...orZero(found), hits: hitsOf(overloaded(context)) }
  },
})

const peakDemand = part({
  component: 'peak_demand',
  code: 'RS02',
  title: WORDS.peakDemand.title,
  weight: 25,
  threshold: 1,
  zero: 2,
  unit: 'ratio',
  figure: { name: WORDS.peakDemand.figureName },
  population: WORDS.peakDemand.population,
  formula: WORDS.peakDemand.formula,
  advice: {
    title: WORDS.peakDemand.adviceTitle,
    causes: [
      {
        ...WORDS.peakDemand.critical,
        holds: ({ critical }, i) => critical.marks[i] === 1,
      },
      {
        ...WORDS.peakDemand.withFloat,
      },
    ],
  },
  run: ({ columns, loads, profiles, resources }) => {
    const isWorse = (r: number, than: number): boolean => profiles.peakRatio[r] > profiles.peakRatio[than]
    const [first] = resources.filter(r => profiles.limitedDays[r] > 0)
    if (first === undefined) return orZero(ratioOf(NO_HITS, 0, 0, 'Nothing is loaded.'))
    const worst = resources.reduce((most, r) => (isWorse(r, most) ? r : most), first)
    const day = profiles.ratioDay[worst]
    const [demand, capacity] = [profiles.ratioDemand[worst], profiles.ratioCapacity[worst]]
    const onThatDay = loads.task
      .subarray(loads.start[worst], loads.start[worst + 1])
      .filter(i => loads.first[i] <= day && day < loads.end[i] && loads.own?.worksOn(i, day) !== false)
      .sort()
    const message = WORDS.peakDemand.message(
      demand,
      textAt(columns.resources.values, worst),
      demand === 1,
      capacity,
      formatDay(loads.timeline.startDay(day)),
    )
    return ratioOf(hitsOf(onThatDay), demand, capacity, message)
  },
})

const criticalOverload = part({
  component: 'critical_overload',
  worst: namedTask,
  code: 'RS03',
  title: WORDS.criticalOverload.title,
  weight: 20,
  noun: ['critical task', 'critical tasks'],
  threshold: 0,
  zero: 100,
  unit: 'percent',
  population: WORDS.criticalOverload.population,
  formula: WORDS.criticalOverload.formula,
  advice: {
    title: WORDS.criticalOverload.adviceTitle,
    description: WORDS.criticalOverload.adviceDescription,
  },
  run: context => {
    const { columns, critical } = context
    const over = overloadedMarks(context)
    const hits = allHitsWhere(columns.taskCount, i => critical.marks[i] === 1 && over[i] === 1)
    const message = WORDS.criticalOverload.message(hits.count)
    return orZero(shareOf(hits, critical.count, message, { excluded_by_type: critical.excludedByType }))
  },
})

const unassigned = part({
  component: 'unassigned',
  worst: namedTask,
  code: 'RS04',
  title: WORDS.unassigned.title,
  weight: 10,
  threshold: 0,
  zero: 100,
  unit: 'percent',
  population: WORDS.unassigned.population,
  formula: WORDS.unassigned.formula,
  advice: {
    title: WORDS.unassigned.adviceTitle,
    causes: [
      {
        ...WORDS.unassigned.critical,
        holds: ({ critical }, i) => critical.marks[i] === 1,
      },
      {
        ...WORDS.unassigned.inProgress,
        holds: ({ tasks }, i) => tasks.state[i] === IN_PROGRESS,
      },
      {
        ...WORDS.unassigned.notStarted,
      },
    ],
  },
  run: ({ columns, t14 }) => {
    const hits = allHitsWhere(columns.taskCount, i => t14.marks[i] === 1 && !isAssigned(columns, i))
    const message = WORDS.unassigned.message(hits.count)
    return orZero(shareOf(hits, t14.count, message, { excluded_by_type: t14.excludedByType }))
  },
})

export const RESOURCE_ROWS = [
  overAllocation,
  peakDemand,
  criticalOverload,
  unassigned,
] as const satisfies readonly ResourceRow[]
