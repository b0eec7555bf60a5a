/** What caps the health score whatever its components say (ANALYSIS_REFERENCE 8). */
import { hitsOf, hitsWhere } from '../../findings.ts'
import type { ComponentPart } from '../../score/components.ts'
import { type Gate, noLinkGate } from '../../score/gates.ts'
import { THRESHOLD_TOLERANCE } from '../check.ts'
import type { HealthFacts } from './facts.ts'
import { LOGIC_COVERAGE } from './logic-components.ts'
import { hasDate } from './task-components.ts'

/** Open ends beyond this share in percent: the logic does not carry the schedule. */
const OPEN_PERCENT_MAX = 50
const OPEN_SCORE_MAX = 40
const BARE_SCORE_MAX = 40

export const healthGates = (facts: HealthFacts, parts: readonly ComponentPart[]): Gate[] => [
  ...noLinkGate(facts.live.count, facts.discrete.count),
  ...openEndsGate(parts),
  ...bareGate(facts),
]

function openEndsGate(parts: readonly ComponentPart[]): Gate[] {
  const { row, outcome } = parts.find(({ name }) => name === LOGIC_COVERAGE)!.result
  if (outcome === undefined || outcome.value === null || outcome.value <= OPEN_PERCENT_MAX + THRESHOLD_TOLERANCE)
    return []
  return [
    {
      code: 'GATE_OPEN_ENDS',
      title: 'Most ends are open',
      description: `More than ${OPEN_PERCENT_MAX} % open ends: the dates do not follow from the logic.`,
      scoreMax: OPEN_SCORE_MAX,
      hits: outcome.hits,
      advice: row.advice!,
    },
  ]
}

function bareGate({ columns, all }: HealthFacts): Gate[] {
  const isTold = (i: number): boolean => columns.durationDays[i] >= 0 || hasDate(columns, i)
  const told = hitsWhere(columns.taskCount, i => all.marks[i] === 1 && isTold(i)).count
  if (told > 0 || all.count === 0) return []
  const bare = Uint32Array.from(all.marks.keys()).filter(i => all.marks[i] === 1)
  return [
    {
      code: 'GATE_NO_DATES',
      title: 'Neither durations nor dates',
      description: 'No task has a duration or a date.',
      scoreMax: BARE_SCORE_MAX,
      hits: hitsOf(bare),
      advice: { title: 'Give durations and dates', description: 'Without them there is no schedule to assess.' },
    },
  ]
}
