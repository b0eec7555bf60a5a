/** What the resource analysis says beside its four parts: what it could not place, assumed, or left out. */
import { isAssigned, type ResourceFacts } from '../checks/resources/facts.ts'
import { LOADED_BY_CPM, NOT_PLACED } from '../demand/loads.ts'
import { type FindingWords, findingOf, type Hits, hitsWhere, NO_HITS } from '../findings.ts'
import { SCHEDULE_VISIBILITY } from '../population/participation.ts'
import type { Finding, ResultValue } from '../result.ts'
import { plural } from '../wording/plural.ts'
import { ofAll } from '../wording/shares.ts'
import { listed } from '../wording/tasks.ts'

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

export function resourceFindings(facts: ResourceFacts, { isToday, unusedNames }: Assumptions): Finding[] {
  const { columns, tasks, loads, periodTasks, hasResources } = facts
  const { taskCount } = columns
  const findings: Finding[] = []
  const add = (words: FindingWords, hits: Hits, evidence?: ResultValue): void => {
    if (hits.count > 0) findings.push(findingOf(words, hits, columns.id, evidence))
  }
  const counted = (count: number): Hits => ({ ...NO_HITS, count })
  const unplaced = hitsWhere(taskCount, i => loads.fate[i] === NOT_PLACED)
  const byCpm = hitsWhere(taskCount, i => loads.fate[i] === LOADED_BY_CPM)
  const visible = hitsWhere(taskCount, i => tasks.kind[i] === SCHEDULE_VISIBILITY && isAssigned(columns, i))
  add(
    {
      code: 'RESOURCE_NONE',
      severity: 'info',
      title: 'No resources',
      description: 'No task has a resource; there is no demand and no score.',
    },
    counted(hasResources ? 0 : taskCount),
  )
  add(
    {
      code: 'RESOURCE_NOT_PLACED',
      severity: 'medium',
      title: 'Demand without a place in time',
      description: `${plural(unplaced.count, 'task with a resource has', 'tasks with a resource have')} no dates or duration that would tell when they load it; the demand is too low. ${ofAll(unplaced.count, taskCount, 'task')}.`,
    },
    unplaced,
  )
  add(
    {
      code: 'RESOURCE_ON_VISIBILITY_TASK',
      severity: 'low',
      title: 'Visibility tasks with resources',
      description: `${plural(visible.count, 'visibility task carries', 'visibility tasks carry')} a resource; such tasks hold no work and were left out of the demand.`,
    },
    visible,
  )
  add(
    {
      code: 'RESOURCE_DATES_COMPUTED',
      severity: 'info',
      title: 'Dates from the critical path',
      description: `${plural(byCpm.count, 'task has', 'tasks have')} no start of their own; the computed early dates were taken. ${ofAll(byCpm.count, taskCount, 'task')}.`,
    },
    byCpm,
  )
  add(
    {
      code: 'RESOURCE_ANCHOR_TODAY',
      severity: 'info',
      title: 'Loading starts today',
      description: 'No status_date was given, so the loading starts today; on another day the result will differ.',
    },
    counted(isToday ? 1 : 0),
  )
  add(
    {
      code: 'RESOURCE_NOT_USED',
      severity: 'info',
      title: 'Capacity of unused resources',
      description: `${plural(unusedNames.length, 'resource')} of resource_availability ${unusedNames.length === 1 ? 'is' : 'are'} named by no task: ${listed(unusedNames.slice(0, SHOWN_MAX), unusedNames.length)}. Names are compared letter by letter.`,
    },
    counted(unusedNames.length),
    { resources: unusedNames.slice(0, NAMES_MAX) },
  )
  add(
    {
      code: 'RESOURCE_TASKS_NOT_LISTED',
      severity: 'info',
      title: 'Over-allocation periods without their tasks',
      description: `${plural(periodTasks.unlisted, 'period is', 'periods are')} given with the number of tasks only, since the lists would have no end.`,
    },
    counted(periodTasks.unlisted),
  )
  return findings
}
