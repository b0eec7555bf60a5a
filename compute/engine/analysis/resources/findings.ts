/** Which findings of finding-rows.ts a schedule earns: what could not be placed, was assumed, or left out. */

import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { findingsOfRows, type RowHit } from '../../check/finding-rows.ts'
import { allHitsWhere } from '../../check/findings.ts'
import { LOADED_BY_CPM, LOADED_LATER, NOT_PLACED } from '../../demand/placement.ts'
import { SCHEDULE_VISIBILITY } from '../../kind/participation.ts'
import { ofAll } from '../../wording/shares.ts'
import { listed } from '../../wording/tasks.ts'
import { isAssigned, type ResourceContext } from './checks/context.ts'
import { RESOURCE_FINDING_ROWS } from './finding-rows.ts'

/** Names listed in a finding. */
const NAMES_MAX = 20
/** Names in its sentence. */
const SHOWN_MAX = 3

interface Assumptions {
  /** The loading begins today, since the request has no status date. */
  readonly isToday: boolean
  /** Resources of resource_availability that no task has. */
  readonly unusedNames: readonly string[]
}

export function resourceFindings(context: ResourceContext, { isToday, unusedNames }: Assumptions): AdvisedFinding[] {
  const { columns, tasks, loads, periodTasks, hasResources } = context
  const { taskCount } = columns
  const sized = (test: (i: number) => boolean): RowHit => {
    const hits = allHitsWhere(taskCount, test)
    return { ...hits, detail: `${ofAll(hits.count, taskCount, 'task')}.` }
  }
  // a limit that nobody stated is worth a word where it makes an over-allocation
  const assumed = Array.from(context.resources)
    .filter(r => context.sourceOf(r) === 'default' && context.profiles.overDays[r] > 0)
    .map(r => textAt(columns.resources.values, r))
  return findingsOfRows(
    RESOURCE_FINDING_ROWS,
    {
      none: { count: hasResources ? 0 : taskCount },
      notPlaced: sized(i => loads.fate[i] === NOT_PLACED),
      onVisibilityTask: sized(i => tasks.kind[i] === SCHEDULE_VISIBILITY && isAssigned(columns, i)),
      datesComputed: sized(i => loads.fate[i] === LOADED_BY_CPM),
      datesMoved: sized(i => loads.fate[i] === LOADED_LATER),
      limitsAssumed: {
        count: assumed.length,
        detail: `Assumed for ${listed(assumed.slice(0, SHOWN_MAX), assumed.length)}.`,
        evidence: { resources: assumed.slice(0, NAMES_MAX) },
      },
      anchorToday: { count: isToday ? 1 : 0 },
      notUsed: {
        count: unusedNames.length,
        detail: `Unused: ${listed(unusedNames.slice(0, SHOWN_MAX), unusedNames.length)}. Names are compared letter by letter.`,
        evidence: { resources: unusedNames.slice(0, NAMES_MAX) },
      },
      tasksNotListed: { count: periodTasks.unlisted },
    },
    columns,
  )
}
