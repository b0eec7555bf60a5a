/** What the components and observations of the logic audit read, made once per request (/docs/methods/logic-audit). */

import type { LinkColumns, ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../../../calendar/choice.ts'
import type { CheckRow } from '../../../check/check.ts'
import type { ComponentRow } from '../../../check/components.ts'
import { type NetworkContext, networkContext } from '../../../check/network-context.ts'
import { cite, ofThisService } from '../../../check/source.ts'
import { COMPONENT_NONE, weakComponents } from '../../../graph/components.ts'
import type { IncomingLinks } from '../../../graph/links.ts'
import { buildNetwork } from '../../../graph/network.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { isInPasses } from '../../../kind/participation.ts'
import type { LinkFamily, LinkTest } from '../../../metrics/links.ts'
import { type Durations, durationsOf } from '../../../population/durations.ts'
import { withLeafLinks } from '../../../population/leaf-network.ts'
import { type LinkPopulation, type LiveLinks, liveLinksInto } from '../../../population/live-links.ts'
import { type DanglingEnds, danglingEndsOf, type OpenEnds, openEndsOf } from '../../../population/open-ends.ts'
import { discreteTasks, incompleteDiscreteTasks, type Population } from '../../../population/populations.ts'
import type { TaskStates } from '../../../population/task-states.ts'
import { REDUNDANCY_LINKS_MAX, redundantLinks } from './redundant-links.ts'

export interface LogicContext {
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  readonly durations: Durations
  /** E': incomplete tasks and milestones, no level of effort, no summaries. */
  readonly discrete: Population
  /** The link base: live links into E'. */
  readonly base: LinkPopulation
  readonly open: OpenEnds
  readonly dangling: DanglingEnds
  /** E' and its complete brethren. */
  readonly all: Population
  /** Live links between two tasks of `all`. */
  readonly allLinkCount: number
  readonly parts: Parts
  readonly network: NetworkContext
  /** 1 = link k is redundant; undefined = not sought, for a cycle or for more than REDUNDANCY_LINKS_MAX live links. */
  readonly redundant: Uint8Array | undefined
}

/** The weakly connected parts of the network, as far as they hold tasks of `all`. */
export interface Parts {
  /** Parts that hold any. */
  readonly count: number
  /** Tasks of `all` in the part that holds most of them. */
  readonly largestSize: number
  /** 1 = task i is in `all` and in another part. Length taskCount. */
  readonly outside: Uint8Array
}

export function logicContext(tasks: TaskStates, choice: CalendarChoice, statusDay: number): LogicContext {
  const { columns } = tasks
  const network = networkContext(tasks, choice, statusDay)
  const { live, terminals } = network
  const discrete = incompleteDiscreteTasks(tasks)
  const all = discreteTasks(tasks)
  const durations = durationsOf(columns, choice.calendar)
  const open = openEndsOf(discrete.marks, live, terminals)
  return {
    columns,
    tasks,
    choice,
    durations,
    discrete,
    base: liveLinksInto(columns.links, live, discrete.marks),
    open,
    dangling: danglingEndsOf(discrete.marks, open, columns.links, live, durations.days),
    all,
    allLinkCount: linksBetween(columns.links, live, all.marks),
    parts: partsOf(tasks, live, all.marks),
    network,
    redundant:
      network.cpm === undefined || live.count > REDUNDANCY_LINKS_MAX
        ? undefined
        : redundantLinks(columns.links, live, network.cpm.network.order),
  }
}

function linksBetween(links: LinkColumns, live: LiveLinks, members: Uint8Array): number {
  let count = 0
  for (let s = 0; s < members.length; s++) {
    if (members[s] === 0) continue
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (live.marks[k] === 1 && members[links.task[k]] === 1) count++
    }
  }
  return count
}

function partsOf({ columns, kind }: TaskStates, live: LiveLinks, members: Uint8Array): Parts {
  const { taskCount } = columns
  const included = kind.map(code => (isInPasses(code) ? 1 : 0))
  const { count, component } = weakComponents(taskCount, incomingLinks(columns, live), included)
  const sizes = zeros(Uint32Array, count)
  for (let i = 0; i < taskCount; i++) if (members[i] === 1) sizes[component[i]]++
  let largest = COMPONENT_NONE
  let held = 0
  for (let part = 0; part < count; part++) {
    if (sizes[part] === 0) continue
    held++
    if (largest === COMPONENT_NONE || sizes[part] > sizes[largest]) largest = part
  }
  const outside = members.map((member, i) => (member === 1 && component[i] !== largest ? 1 : 0))
  return { count: held, largestSize: largest === COMPONENT_NONE ? 0 : sizes[largest], outside }
}

/** The live links, those of summaries as links of what lies under them. */
function incomingLinks(columns: ScheduleColumns, live: LiveLinks): IncomingLinks {
  const { taskCount, links } = columns
  if (live.ofSummaries !== undefined) {
    const inputOrder = Uint32Array.from({ length: taskCount }, (_, i) => i)
    return withLeafLinks(columns, buildNetwork(columns, inputOrder), columns.plannedStart)
  }
  return { start: links.start, task: links.task.map((p, k) => (live.marks[k] === 1 ? p : -1)) }
}

/** A row whose hits are links says which, so that examples can name both ends. */
interface LinkWords {
  readonly linkTest?: (context: LogicContext) => LinkTest
}

/** An observation: it has no threshold and no weight. */
export interface LogicRow extends CheckRow<LogicContext>, LinkWords {}

export interface LogicComponent extends ComponentRow<LogicContext>, LinkWords {
  /** Bounds that depend on which side of a range the value lies. */
  readonly boundsOf?: (context: LogicContext) => Pick<ComponentRow<LogicContext>, 'threshold' | 'operator' | 'zero'>
}

export const SOURCE = ofThisService(
  'The documents say which logic is poor; where a share begins to cost points, where it costs all, and the weights are ours.',
  cite('pam', 'section 4'),
  cite('gao', 'best practice 2'),
  cite('primaveraCloud'),
  cite('scheduleInsight'),
)
export const DISCRETE = 'Incomplete tasks and milestones without level of effort and summaries.'
export const LINK_BASE = 'Live links into incomplete tasks and milestones without level of effort and summaries.'
export const ALL = 'All tasks and milestones but level of effort and summaries, complete ones included.'

/** Rows of links: their hits are links of the base, named by their successors. */
export const LINKS_OF_BASE: LinkFamily<LogicContext> = {
  populationOf: context => context.base,
  evidenceOf: (_, { successors }) => ({ successor_count: successors.length }),
}
