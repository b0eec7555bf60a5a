/** logic_risk: open ends, dangling tasks, leads, lags and hard constraints of the work to come. A cycle is all of it. */

import { constraintText } from '../../../check/worst.ts'
import { findCycles } from '../../../graph/cycles.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { isHard } from '../../../metrics/constraints.ts'
import { LAGS, LEADS, type LinkRule } from '../../../metrics/links.ts'
import { liveLinksInto } from '../../../population/live-links.ts'
import { danglingEndsOf, isOpen, openEndsOf } from '../../../population/open-ends.ts'
import { plural, roundRatio } from '../../../wording/numbers.ts'
import { someOf } from '../../../wording/shares.ts'
import { fullFrom, RISK_MAX, type RiskContext, riskRow, weightedMean } from './context.ts'

/** Weight of each term, and the share from which it counts in full. */
const LOGIC_TERMS = {
  open_ends: { weight: 0.4, full: 0.2 },
  dangling: { weight: 0.2, full: 0.2 },
  leads: { weight: 0.15, full: 0.1 },
  lags: { weight: 0.1, full: 0.2 },
  hard_constraints: { weight: 0.15, full: 0.2 },
} as const

type TermName = keyof typeof LOGIC_TERMS
const TERM_NAMES = Object.keys(LOGIC_TERMS) as readonly TermName[]

/** Which of several is reported for a task. */
const CAUSE_ORDER = [
  'open_ends',
  'hard_constraints',
  'dangling',
  'leads',
  'lags',
] as const satisfies readonly TermName[]

export const logicRisk = riskRow({
  code: 'RI01',
  component: 'logic_risk',
  title: 'Logic risk',
  population: 'Incomplete tasks without milestones, level of effort and summaries, and the live links into them.',
  formula: `100 * (${TERM_NAMES.map(
    name => `${LOGIC_TERMS[name].weight} * min(1, share of ${name.replace('_', ' ')} / ${LOGIC_TERMS[name].full})`,
  ).join(' + ')}); terms over nothing are dropped. 100 while the links form a cycle.`,
  weight: 0.25,
  remedy: 'Repair the logic of the work to come',
  causes: {
    cycle: {
      found: ['is on a cycle', 'are on a cycle'],
      action: 'remove one link of each cycle',
    },
    open_ends: {
      found: ['has no predecessor or no successor', 'have no predecessor or no successor'],
      action: 'tie the start to the work before it and the finish to the work that needs it',
    },
    hard_constraints: {
      found: ['has a hard constraint', 'have a hard constraint'],
      action: 'let links set the date, and keep a constraint only where the contract sets the date',
    },
    dangling: {
      found: ['has a start or a finish that no link holds', 'have a start or a finish that no link holds'],
      action: 'add the FS or SS link that starts it, or the FS or FF link that needs its finish',
    },
    leads: {
      found: ['follows over a lead', 'follow over a lead'],
      action: 'split the predecessor where its successor can start, and link the first part',
    },
    lags: {
      found: ['follows over a lag', 'follow over a lag'],
      action: 'make the waiting a task with a name, a duration and an owner',
    },
  },
  measure: context => (context.network.cpm === undefined ? cyclic(context) : acyclic(context)),
})

function cyclic({ columns }: RiskContext) {
  const report = findCycles(columns.taskCount, columns.links)
  const faults = zeros(Float64Array, columns.taskCount)
  for (const cycle of report.cycles) for (const i of cycle) faults[i] = 1
  return {
    risk: RISK_MAX,
    faults,
    reasonsOf: () => ['on a dependency cycle'],
    causeOf: () => 'cycle' as const,
    numerator: report.taskCount,
    denominator: columns.taskCount,
    message: `The dependencies of ${plural(report.taskCount, 'task')} form a cycle.`,
    details: { cycles: report.componentCount, tasks_in_cycles: report.taskCount },
  }
}

function acyclic(context: RiskContext) {
  const { columns, t14, network, durations } = context
  const { taskCount, links } = columns
  const { live, terminals } = network
  const l14 = liveLinksInto(links, live, t14.marks)
  const open = openEndsOf(t14.marks, live, terminals)
  const dangling = danglingEndsOf(t14.marks, open, links, live, durations.days)
  const linksInto = ({ test }: Pick<LinkRule<RiskContext>, 'test'>): Uint32Array => {
    const counts = zeros(Uint32Array, taskCount)
    const isMeant = test(context)
    for (let s = 0; s < taskCount; s++) {
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        if (l14.marks[k] === 1 && isMeant(k, s)) counts[s]++
      }
    }
    return counts
  }
  const marksOf = (test: (i: number) => boolean): Uint32Array =>
    Uint32Array.from({ length: taskCount }, (_, i) => (t14.marks[i] === 1 && test(i) ? 1 : 0))
  // faults of task i by term
  const counts: Record<TermName, Uint32Array> = {
    open_ends: marksOf(i => isOpen(open, i)),
    dangling: marksOf(i => dangling.start[i] === 1 || dangling.finish[i] === 1),
    leads: linksInto(LEADS),
    lags: linksInto(LAGS),
    hard_constraints: marksOf(i => isHard(columns, i)),
  }
  const terms = TERM_NAMES.map(name => {
    const { weight, full } = LOGIC_TERMS[name]
    const of = name === 'leads' || name === 'lags' ? l14.count : t14.count
    const count = counts[name].reduce((sum, own) => sum + own, 0)
    return { name, weight, full, of, count, value: fullFrom(count, of, full) }
  })
  const faults = zeros(Float64Array, taskCount)
  for (const { name, weight, count, value } of terms) {
    if (count === 0) continue
    const each = (weight * value!) / count
    for (let i = 0; i < taskCount; i++) faults[i] += each * counts[name][i]
  }
  const mean = t14.count === 0 ? null : weightedMean(terms)
  const reasonsOf = (i: number): string[] => [
    ...(open.start[i] === 1 ? ['no predecessor'] : []),
    ...(open.finish[i] === 1 ? ['no successor'] : []),
    ...(dangling.start[i] === 1 ? ['no predecessor holds its start'] : []),
    ...(dangling.finish[i] === 1 ? ['its finish drives nothing'] : []),
    ...(counts.leads[i] > 0 ? [`${plural(counts.leads[i], 'lead')} before it`] : []),
    ...(counts.lags[i] > 0 ? [`${plural(counts.lags[i], 'lag')} before it`] : []),
    ...(counts.hard_constraints[i] > 0 ? [`hard constraint ${constraintText(columns, i)}`] : []),
  ]
  const faulty = faults.reduce((sum, fault) => sum + (fault > 0 ? 1 : 0), 0)
  const causeOf = (i: number): TermName => CAUSE_ORDER.find(name => counts[name][i] > 0)!
  return {
    risk: mean === null ? null : RISK_MAX * mean,
    faults,
    reasonsOf,
    causeOf,
    numerator: faulty,
    denominator: t14.count,
    message:
      mean === null
        ? 'No incomplete task.'
        : `${someOf(faulty, t14.count, 'incomplete task', ['has', 'have'])} faulty logic.`,
    details: {
      terms: terms.map(({ name, weight, full, of, count, value }) => ({
        term: name,
        weight,
        full_from: full,
        numerator: count,
        denominator: of,
        value: value === null ? null : roundRatio(value),
      })),
      excluded_by_type: t14.excludedByType,
    },
  }
}
