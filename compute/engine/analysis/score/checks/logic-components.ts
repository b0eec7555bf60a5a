/** Components on links and constraints: what follows from the predecessors alone, without a network. */

import { RELATION_TYPES } from '../../../../../shared/contract/schedule/fields.ts'
import {
  HARD_CONSTRAINTS_ADVICE,
  LAGS_ADVICE,
  LEADS_ADVICE,
  openEndsAdvice,
  RELATIONS_ADVICE,
} from '../../../check/advice.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { allHitsWhere, hitsOf } from '../../../check/findings.ts'
import { shareOf } from '../../../check/outcomes.ts'
import { NOUNS } from '../../../check/population-nouns.ts'
import {
  basisOf,
  firstConstraint,
  firstTask,
  isLag,
  isLead,
  namedTask,
  openText,
  worstLag,
} from '../../../check/worst.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { isHardConstraint } from '../../../kind/constraint-types.ts'
import { FS } from '../../../passes/relation.ts'
import { linkHits } from '../../../population/live-links.ts'
import { limitText, percentText } from '../../../wording/shares.ts'
import { WORDS } from '../words.ts'
import { component, DISCRETE, type HealthContext, type HealthRow, L14 } from './context.ts'

const isOpenStart = ({ discrete, live }: HealthContext, i: number): boolean =>
  discrete.marks[i] === 1 && live.hasPredecessor[i] === 0
const isOpenFinish = ({ discrete, live }: HealthContext, i: number): boolean =>
  discrete.marks[i] === 1 && live.hasSuccessor[i] === 0

/** A project begins and ends somewhere: one open start and one open finish are taken for that. */
const beyondOne = (count: number): number => Math.max(0, count - 1)

const OPEN_PERCENT_MAX = 5

/** "5 open ends beyond those in 99 tasks, 5.1 %, limit 5 %" */
export const openEndsText = (count: number, tasks: number, limitPercent: number): string =>
  [
    WORDS.openEndsText.message(count, tasks),
    percentText(count, tasks, limitPercent),
    limitText({ operator: '<=', value: limitPercent, unit: ' %' }),
  ]
    .filter(each => each !== undefined)
    .join(', ')

/** Name of the component that a gate looks at. */
export const LOGIC_COVERAGE = 'logic_coverage'

const logicCoverage = component({
  component: LOGIC_COVERAGE,
  code: 'HS01',
  title: WORDS.logicCoverage.title,
  weight: 25,
  threshold: OPEN_PERCENT_MAX,
  zero: 30,
  // a task may have two open ends, so they are no share of the tasks
  isSizeless: true,
  population: WORDS.logicCoverage.population(DISCRETE),
  formula: WORDS.logicCoverage.formula,
  advice: openEndsAdvice,
  worst: firstTask((context, i) => openText(context.live, i)),
  run: context => {
    const { columns, discrete } = context
    const starts = allHitsWhere(columns.taskCount, i => isOpenStart(context, i)).count
    const finishes = allHitsWhere(columns.taskCount, i => isOpenFinish(context, i)).count
    const open = allHitsWhere(columns.taskCount, i => isOpenStart(context, i) || isOpenFinish(context, i))
    const count = beyondOne(starts) + beyondOne(finishes)
    const size = openEndsText(count, discrete.count, OPEN_PERCENT_MAX)
    const message = WORDS.logicCoverage.message(starts, finishes, size)
    return shareOf({ ...open, count }, discrete.count, message, {
      open_starts: starts,
      open_finishes: finishes,
      excluded_by_type: discrete.excludedByType,
    })
  },
})

/** Share of L14 for which the test holds. */
function shareOfLinks(
  { columns: { links }, l14 }: HealthContext,
  test: (link: number) => boolean,
  words: (count: number) => string,
): CheckOutcome {
  const { count, successors } = linkHits(links, l14, test)
  return shareOf(hitsOf(successors, count), l14.count, words(count))
}

const leads = component({
  component: 'leads',
  code: 'HS02',
  title: WORDS.leads.title,
  weight: 8,
  threshold: 0,
  zero: 20,
  population: WORDS.leads.population(L14),
  formula: WORDS.leads.formula,
  advice: LEADS_ADVICE,
  noun: ['link', 'links'],
  worst: worstLag<HealthContext>(context => context.l14, isLead, basisOf),
  run: context =>
    shareOfLinks(
      context,
      k => context.columns.links.lagDays[k] < 0,
      count => WORDS.leads.message(count),
    ),
})

const lags = component({
  component: 'lags',
  code: 'HS03',
  title: WORDS.lags.title,
  weight: 5,
  threshold: 5,
  zero: 40,
  population: WORDS.lags.population(L14),
  formula: WORDS.lags.formula,
  advice: LAGS_ADVICE,
  noun: ['link', 'links'],
  worst: worstLag<HealthContext>(context => context.l14, isLag, basisOf),
  run: context =>
    shareOfLinks(
      context,
      k => context.columns.links.lagDays[k] > 0,
      count => WORDS.lags.message(count),
    ),
})

const relationshipMix = component({
  component: 'relationship_mix',
  code: 'HS04',
  title: WORDS.relationshipMix.title,
  weight: 4,
  threshold: 10,
  zero: 50,
  population: WORDS.relationshipMix.population(L14),
  formula: WORDS.relationshipMix.formula,
  advice: RELATIONS_ADVICE,
  worst: namedTask,
  noun: ['link', 'links'],
  run: context => {
    const { links } = context.columns
    const outcome = shareOfLinks(
      context,
      k => links.type[k] !== FS,
      count => WORDS.relationshipMix.outcome(count),
    )
    const counts = zeros(Uint32Array, RELATION_TYPES.length)
    for (let k = 0; k < links.type.length; k++) if (context.l14.marks[k] === 1) counts[links.type[k]]++
    return {
      ...outcome,
      evidence: { counts: Object.fromEntries(RELATION_TYPES.map((type, code) => [type, counts[code]])) },
    }
  },
})

const hardConstraints = component({
  component: 'hard_constraints',
  code: 'HS05',
  title: WORDS.hardConstraints.title,
  weight: 8,
  threshold: 5,
  zero: 40,
  population: WORDS.hardConstraints.population(DISCRETE),
  noun: NOUNS.openWork,
  formula: WORDS.hardConstraints.formula,
  advice: HARD_CONSTRAINTS_ADVICE,
  worst: firstConstraint,
  run: ({ columns: { taskCount, constraintType }, discrete }) => {
    const hits = allHitsWhere(taskCount, i => discrete.marks[i] === 1 && isHardConstraint(constraintType[i]))
    const message = WORDS.hardConstraints.message(hits.count)
    return shareOf(hits, discrete.count, message, { excluded_by_type: discrete.excludedByType })
  },
})

export const LOGIC_COMPONENTS = [
  logicCoverage,
  leads,
  lags,
  relationshipMix,
  hardConstraints,
] as const satisfies readonly HealthRow[]
