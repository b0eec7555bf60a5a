/** The four parts of the resource risk: risk = 100 - score. */

import { formatDay } from '../../../../../shared/contract/schedule/day.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import type { CheckOutcome, Coded, Need } from '../../../check/check.ts'
import { bySize } from '../../../check/check.ts'
import { allHitsWhere, hitsOf, NO_HITS, ratioOf, shareOf } from '../../../check/findings.ts'
import { ofThisService } from '../../../check/source.ts'
import { namedTask } from '../../../check/worst.ts'
import { sumOf } from '../../../demand/profiles.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { IN_PROGRESS } from '../../../population/progress.ts'
import { plural } from '../../../wording/numbers.ts'
import { ofAll } from '../../../wording/shares.ts'
import { isAssigned, type ResourceContext, type ResourceRow } from './context.ts'

const needsResources: Need<ResourceContext> = {
  message: 'requires resources: no task has one',
  isMet: ({ hasResources }) => hasResources,
}

type Words = Omit<ResourceRow, 'severity' | 'source' | 'needs' | 'operator'>

const SOURCE = ofThisService(
  'Planning tools call a resource over-allocated when its demand exceeds its units; no document weighs how much of that is how much risk.',
)

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

/** The tasks of all overloads, each once, in input order. */
function overloaded(context: ResourceContext): Uint32Array {
  const marks = overloadedMarks(context)
  return Uint32Array.from(marks.keys()).filter(i => marks[i] === 1)
}

const LOADED_DAYS = 'Days from the anchor on which a resource with a limit is loaded, per resource.'

const overAllocation = part({
  component: 'over_allocation',
  code: 'RS01',
  title: 'Over-allocated days',
  weight: 45,
  threshold: 0,
  zero: 25,
  unit: 'percent',
  population: LOADED_DAYS,
  noun: ['resource-day', 'resource-days'],
  worst: {
    describe: ({ profiles, resources, columns, basis }) => {
      const worst = resources.reduce(
        (most, r) => (profiles.overDays[r] > (profiles.overDays[most] ?? 0) ? r : most),
        -1,
      )
      if (worst < 0) return undefined
      const name = textAt(columns.resources.values, worst)
      return `Worst: ${name}, over-allocated on ${ofAll(profiles.overDays[worst], profiles.limitedDays[worst], `${basis} day`)} with work.`
    },
  },
  formula: 'Days on which the demand exceeds the threshold times the limit / such days.',
  advice: {
    title: 'Level the over-allocated resources',
    causes: [
      {
        found: ['is critical', 'are critical'],
        action: 'add to the resource on these days, or work longer; moving this work delays the project',
        holds: ({ critical }, i) => critical.marks[i] === 1,
      },
      {
        found: ['has float', 'have float'],
        action:
          'move the work within its float to days on which the resource is free, as the leveling candidates (leveling_candidates) tell',
      },
    ],
  },
  run: context => {
    const { profiles, loads, threshold } = context
    const over = sumOf(profiles.overDays)
    const message = `${plural(over, 'resource-day is', 'resource-days are')} over-allocated, in ${plural(profiles.periods.resource.length, 'period')}.`
    const evidence = { over_allocation_threshold: threshold, excluded_by_type: loads.population.excludedByType }
    const found = shareOf(hitsOf(Uint32Array.of(), over), sumOf(profiles.limitedDays), message, evidence)
    return { ...orZero(found), hits: hitsOf(overloaded(context)) }
  },
})

const peakDemand = part({
  component: 'peak_demand',
  code: 'RS02',
  title: 'Peak demand',
  weight: 25,
  threshold: 1,
  zero: 2,
  unit: 'ratio',
  figure: { name: 'Ratio of peak demand to limit' },
  population: LOADED_DAYS,
  formula: 'Largest demand of a day / limit of that day; where the limit is 0, 1 more than the demand.',
  advice: {
    title: 'Flatten the peaks',
    causes: [
      {
        found: ['of the peak day is critical', 'of the peak day are critical'],
        action: 'add to the resource for that day, or split the work over two shifts',
        holds: ({ critical }, i) => critical.marks[i] === 1,
      },
      {
        found: ['of the peak day has float', 'of the peak day have float'],
        action: 'start one after the other instead of side by side',
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
    const from = loads.start[worst]
    const onThatDay = loads.task
      .subarray(from, loads.start[worst + 1])
      .filter(
        (i, n) =>
          loads.taskFirst[from + n] <= day &&
          day < loads.taskEnd[from + n] &&
          loads.own?.worksOn(i, loads.entry[from + n], day) !== false,
      )
      .sort()
    const message = `At most ${plural(demand, 'unit')} of ${textAt(columns.resources.values, worst)} ${demand === 1 ? 'is' : 'are'} asked for on a day, of a limit of ${plural(capacity, 'unit')}, first on ${formatDay(loads.timeline.startDay(day))}.`
    return { ...ratioOf(hitsOf(onThatDay), demand, capacity, message), value: profiles.peakRatio[worst] }
  },
})

const criticalOverload = part({
  component: 'critical_overload',
  worst: namedTask,
  code: 'RS03',
  title: 'Critical work on over-allocated resources',
  weight: 20,
  noun: ['critical task', 'critical tasks'],
  threshold: 0,
  zero: 100,
  unit: 'percent',
  population: 'Critical incomplete tasks with a duration, no level of effort.',
  formula: 'Those at work on a day on which their resource is over-allocated / such tasks.',
  advice: {
    title: 'Free the resources of the critical path',
    description:
      'Move the other work of their resources to other days first: each day that this work waits delays the project.',
  },
  run: context => {
    const { columns, critical } = context
    const over = overloadedMarks(context)
    const hits = allHitsWhere(columns.taskCount, i => critical.marks[i] === 1 && over[i] === 1)
    const message = `${plural(hits.count, 'critical task waits', 'critical tasks wait')} for an over-allocated resource.`
    return orZero(shareOf(hits, critical.count, message, { excluded_by_type: critical.excludedByType }))
  },
})

const unassigned = part({
  component: 'unassigned',
  worst: namedTask,
  code: 'RS04',
  title: 'Unassigned work',
  weight: 10,
  threshold: 0,
  zero: 100,
  unit: 'percent',
  population: 'Incomplete tasks without milestones, level of effort and summaries.',
  formula: 'Those without a resource / such tasks.',
  advice: {
    title: 'Assign the work',
    causes: [
      {
        found: ['is critical', 'are critical'],
        action: 'name the crew or person now, since the finish of the project depends on this work',
        holds: ({ critical }, i) => critical.marks[i] === 1,
      },
      {
        found: ['is in progress', 'are in progress'],
        action: 'send the resource that does the work',
        holds: ({ tasks }, i) => tasks.state[i] === IN_PROGRESS,
      },
      {
        found: ['has not started', 'have not started'],
        action: 'name the resource before the work is due; until then its demand is missing from every profile',
      },
    ],
  },
  run: ({ columns, t14 }) => {
    const hits = allHitsWhere(columns.taskCount, i => t14.marks[i] === 1 && !isAssigned(columns, i))
    const message = `${plural(hits.count, 'task has', 'tasks have')} no resource.`
    return orZero(shareOf(hits, t14.count, message, { excluded_by_type: t14.excludedByType }))
  },
})

export const RESOURCE_ROWS = [
  overAllocation,
  peakDemand,
  criticalOverload,
  unassigned,
] as const satisfies readonly ResourceRow[]
