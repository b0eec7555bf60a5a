/** Requirements of checks of several families. Without them the check is skipped with the message. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { AnalysisInput } from '../../../shared/contract/schedule/input.ts'
import { hasAnyColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { isBaselined } from '../population/task-states.ts'
import type { Need } from './check.ts'
import type { NetworkContext } from './network-context.ts'

type Noun = readonly [one: string, many: string]

export const NOUNS = {
  openWork: ['open task or milestone', 'open tasks and milestones'],
  openTasks: ['open task (no milestones)', 'open tasks (no milestones)'],
} as const satisfies Record<string, Noun>

/** E', as the health score and DECM name it. */
export const OPEN_WORK = 'Incomplete tasks and milestones without level of effort and summaries'

/**
 * Whether missing baselines mean anything. Both formats of P6 keep a baseline in a project of its own: an XER has no place for it, and an XML has it
 * only where it was exported along. So where all tasks of such a file lack one, the file does not tell whether there is any.
 */
export function canHoldBaseline({ schedules, imports }: AnalysisInput): boolean {
  const format = imports?.find(({ path }) => path === 'tasks')?.format
  if (format !== 'xer' && format !== 'p6_xml') return true
  const columns = schedules.get('tasks')!
  for (let i = 0; i < columns.taskCount; i++) if (isBaselined(columns, i)) return true
  return false
}

export const needsStatusDate: Need<{ readonly statusDay: number }> = {
  message: 'requires status_date',
  isMet: ({ statusDay }) => statusDay !== DAY_ABSENT,
}

/** Work without any date is on no side of the status date. */
export const needsDates: Need<{ readonly columns: ScheduleColumns }> = {
  message: 'requires actual, forecast or planned dates of tasks',
  isMet: ({ columns }) =>
    hasAnyColumn(columns, [
      'plannedStart',
      'plannedFinish',
      'forecastStart',
      'forecastFinish',
      'actualStart',
      'actualFinish',
    ]),
}

/** The critical-path method has run. */
export const needsCpm: Need<{ readonly network: NetworkContext }> = {
  message: 'requires a critical path; the dependencies form a cycle',
  isMet: ({ network }) => network.cpm !== undefined,
}

/** A format that has no place for a baseline says nothing of whether there is one (canHoldBaseline()). */
export const needsKnownBaseline: Need<{ readonly isBaselineKnown: boolean }> = {
  message:
    'requires baseline dates, which P6 keeps in a project of its own: send the file as P6 XML exported with its baseline project, or the dates with the tasks',
  isMet: ({ isBaselineKnown }) => isBaselineKnown,
}

/** Some task names a predecessor: without any link a check of links has seen nothing, rather than no fault. */
export const needsPredecessors: Need<{ readonly columns: Pick<ScheduleColumns, 'links'> }> = {
  message: 'requires predecessors; no task has one',
  isMet: ({ columns }) => columns.links.task.length > 0,
}
