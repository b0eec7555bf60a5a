/** What caps the health score whatever its components say (/docs/methods/score). */

import { THRESHOLD_TOLERANCE } from '../../../check/check.ts'
import type { ComponentPart } from '../../../check/components.ts'
import { allHitsWhere, hitsOf } from '../../../check/findings.ts'
import { GATE_ROWS, OPEN_SHARE_MAX } from '../../../check/gate-rows.ts'
import { type Gate, gateOf, noLinkGate } from '../../../check/gates.ts'
import { plural } from '../../../wording/plural.ts'
import type { HealthContext } from './context.ts'
import { LOGIC_COVERAGE, openEndsText } from './logic-components.ts'
import { hasDate } from './task-components.ts'

/** Open ends beyond this share in percent: the logic does not carry the schedule. */
const OPEN_PERCENT_MAX = 100 * OPEN_SHARE_MAX

export const healthGates = (context: HealthContext, parts: readonly ComponentPart[]): Gate[] => [
  ...noLinkGate(context.live.count, context.discrete.count),
  ...openEndsGate(parts),
  ...bareGate(context),
]

function openEndsGate(parts: readonly ComponentPart[]): Gate[] {
  const { outcome } = parts.find(({ name }) => name === LOGIC_COVERAGE)!.result
  if (outcome === undefined || outcome.value === null || outcome.value <= OPEN_PERCENT_MAX + THRESHOLD_TOLERANCE)
    return []
  return [
    gateOf(GATE_ROWS.openEnds, {
      description: `The project has a start and a finish of its own. ${openEndsText(outcome.numerator, outcome.denominator, OPEN_PERCENT_MAX)}.`,
      hits: outcome.hits,
    }),
  ]
}

function bareGate({ columns, all }: HealthContext): Gate[] {
  const hasDurationOrDate = (i: number): boolean => columns.durationDays[i] >= 0 || hasDate(columns, i)
  const timedCount = allHitsWhere(columns.taskCount, i => all.marks[i] === 1 && hasDurationOrDate(i)).count
  if (timedCount > 0 || all.count === 0) return []
  const bare = Uint32Array.from(all.marks.keys()).filter(i => all.marks[i] === 1)
  return [
    gateOf(GATE_ROWS.noDates, {
      description: `None of ${plural(all.count, 'task')} has a duration or a date.`,
      hits: hitsOf(bare),
    }),
  ]
}
