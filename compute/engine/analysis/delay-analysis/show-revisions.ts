/** How the revisions of a window stand in `data`. */
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import type { ResultValue } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/round.ts'
import { REVISION_STEPS, type RevisionSplit } from './revision-split.ts'

const roundDays = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)

export const showSteps = ({ steps, isRevised }: RevisionSplit): ResultValue[] =>
  REVISION_STEPS.filter(step => isRevised(step) || Math.abs(steps[step].days) > EPSILON_DAYS).map(step => ({
    step,
    days: roundDays(steps[step].days),
    min_days: roundDays(steps[step].minDays),
    max_days: roundDays(steps[step].maxDays),
    alone_days: roundDays(steps[step].aloneDays),
    fixed_order_days: roundDays(steps[step].fixedDays),
  }))
