/** Components of the logic audit about the network as a whole: density, convergence, connectivity. */

import { bySize } from '../../../check/check.ts'
import { allHitsWhere, NO_HITS, ratioOf, shareOf } from '../../../check/findings.ts'
import { NOUNS } from '../../../check/needs.ts'
import { namedTask } from '../../../check/worst.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { PARTS_ADVICE } from '../../../metrics/ends.ts'
import { plural, roundRatio } from '../../../wording/numbers.ts'
import { ALL, DISCRETE, type LogicComponent, type LogicContext, SOURCE } from './context.ts'

/** Links per task, both ends counted: within the range all is well, at and beyond the zeros nothing is. */
const DENSITY_RANGE = { zeroBelow: 1, from: 2, to: 4, zeroAbove: 8 } as const
/** A short chain is thin by nature. */
const DENSITY_TASKS_MIN = 10
const CONVERGENCE_LINKS_MIN = 10

/** 2L/N; null without tasks. */
export const logicDensity = ({ all, allLinkCount }: LogicContext): number | null =>
  all.count === 0 ? null : (2 * allLinkCount) / all.count

const density = {
  code: 'LA09',
  component: 'density',
  title: 'Logic density',
  weight: 8,
  severity: bySize,
  population: ALL,
  formula: `2 * links between them / tasks; 100 from ${DENSITY_RANGE.from} to ${DENSITY_RANGE.to}, 0 at ${DENSITY_RANGE.zeroBelow} and less or ${DENSITY_RANGE.zeroAbove} and more. Above the range the threshold is its upper end.`,
  unit: 'ratio',
  figure: { name: 'Logic density', unit: 'links per task' },
  threshold: DENSITY_RANGE.from,
  zero: DENSITY_RANGE.zeroBelow,
  operator: '>=',
  source: SOURCE,
  needs: [],
  advice: ({ value }) =>
    (value ?? 0) < DENSITY_RANGE.from
      ? {
          title: 'Add the links that are missing',
          description: 'Ask of each task with a single link what else it waits for, and what else needs it.',
        }
      : {
          title: 'Thin out the links',
          description:
            'Delete links that other paths between the same tasks imply, and keep those that the work needs.',
        },
  boundsOf: context =>
    (logicDensity(context) ?? 0) > DENSITY_RANGE.to
      ? { threshold: DENSITY_RANGE.to, operator: '<=', zero: DENSITY_RANGE.zeroAbove }
      : { threshold: DENSITY_RANGE.from, operator: '>=', zero: DENSITY_RANGE.zeroBelow },
  run: context => {
    const { all, allLinkCount } = context
    const value = logicDensity(context)
    const figures = `${plural(allLinkCount, 'link')} between ${plural(all.count, 'task')}`
    const message =
      all.count < DENSITY_TASKS_MIN
        ? `${figures}; not judged below ${DENSITY_TASKS_MIN} tasks.`
        : `${figures}, both ends of each counted.`
    const outcome = ratioOf(NO_HITS, 2 * allLinkCount, all.count, message, {
      links: allLinkCount,
      relationship_ratio: value === null ? null : roundRatio(value / 2),
      excluded_by_type: all.excludedByType,
    })
    return all.count < DENSITY_TASKS_MIN ? { ...outcome, value: null } : outcome
  },
} as const satisfies LogicComponent

const convergence = {
  code: 'LA10',
  component: 'convergence',
  title: 'Convergence',
  weight: 4,
  severity: bySize,
  population: DISCRETE,
  formula: `Those with ${CONVERGENCE_LINKS_MIN} or more predecessors, or as many successors / such tasks.`,
  unit: 'percent',
  noun: NOUNS.openWork,
  threshold: 0,
  zero: 10,
  operator: '<=',
  source: SOURCE,
  needs: [],
  advice: {
    title: 'Thin out the merge points',
    description:
      'Put a milestone before each hub for what it waits for as a whole, and delete the links that this milestone implies.',
  },
  worst: namedTask,
  run: ({ columns: { taskCount, links }, discrete, network: { live } }) => {
    const predecessors = zeros(Uint32Array, taskCount)
    const successors = zeros(Uint32Array, taskCount)
    for (let s = 0; s < taskCount; s++) {
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        if (live.marks[k] === 0) continue
        predecessors[s]++
        successors[links.task[k]]++
      }
    }
    const isHub = (i: number): boolean =>
      discrete.marks[i] === 1 && Math.max(predecessors[i], successors[i]) >= CONVERGENCE_LINKS_MIN
    const hits = allHitsWhere(taskCount, isHub)
    const most = (counts: Uint32Array): number =>
      counts.reduce((max, count, i) => (discrete.marks[i] === 1 && count > max ? count : max), 0)
    const message = `${plural(hits.count, 'task has', 'tasks have')} ${CONVERGENCE_LINKS_MIN} or more predecessors or successors.`
    return shareOf(hits, discrete.count, message, {
      most_predecessors: most(predecessors),
      most_successors: most(successors),
      excluded_by_type: discrete.excludedByType,
    })
  },
} as const satisfies LogicComponent

const connectivity = {
  code: 'LA11',
  component: 'connectivity',
  title: 'Connectivity',
  weight: 6,
  severity: bySize,
  population: ALL,
  formula: 'Tasks outside the largest part of the network that hangs together / tasks.',
  unit: 'percent',
  threshold: 0,
  zero: 10,
  operator: '<=',
  source: SOURCE,
  needs: [],
  advice: PARTS_ADVICE,
  worst: namedTask,
  run: ({ columns, all, parts }) => {
    const hits = allHitsWhere(columns.taskCount, i => parts.outside[i] === 1)
    const message = `${plural(parts.count, 'part')}; ${plural(hits.count, 'task lies', 'tasks lie')} outside the largest, which has ${plural(parts.largestSize, 'task')}.`
    return shareOf(hits, all.count, message, {
      parts: parts.count,
      largest_part: parts.largestSize,
      excluded_by_type: all.excludedByType,
    })
  },
} as const satisfies LogicComponent

export const NETWORK_COMPONENTS = [density, convergence, connectivity] as const satisfies readonly LogicComponent[]
