/** Requirements of checks of several families. Without them the check is skipped with the message. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { Need } from './check.ts'
import type { NetworkContext } from './network-context.ts'
import { WORDS } from './words.ts'

export const needsStatusDate: Need<{ readonly statusDay: number }> = {
  message: WORDS.needs.statusDate,
  isMet: ({ statusDay }) => statusDay !== DAY_ABSENT,
}

/** The critical-path method has run. */
export const needsCpm: Need<{ readonly network: NetworkContext }> = {
  message: WORDS.needs.cpm,
  isMet: ({ network }) => network.cpm !== undefined,
}

/** A format that has no place for a baseline says nothing of whether there is one (canHoldBaseline()). */
export const needsKnownBaseline: Need<{ readonly isBaselineKnown: boolean }> = {
  message: WORDS.needs.knownBaseline,
  isMet: ({ isBaselineKnown }) => isBaselineKnown,
}

/** Some task names a predecessor: without any link a check of links has seen nothing, rather than no fault. */
export const needsPredecessors: Need<{ readonly columns: Pick<ScheduleColumns, 'links'> }> = {
  message: WORDS.needs.predecessors,
  isMet: ({ columns }) => columns.links.task.length > 0,
}
