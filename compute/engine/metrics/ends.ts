/** Ends of tasks that no link holds. DCMA point 1 and the logic audit count the tasks; the health score and validate count the ends. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import type { Advice, CheckOutcome, CheckRow } from '../check/check.ts'
import { allHitsWhere, shareOf } from '../check/findings.ts'
import type { NetworkContext } from '../check/network-context.ts'
import { firstTask, type HasColumns } from '../check/worst.ts'
import type { LiveLinks } from '../population/live-links.ts'
import { isOpen, openEndsOf } from '../population/open-ends.ts'
import type { Population } from '../population/populations.ts'
import { NO_TASK } from '../population/terminals.ts'
import type { ResultValue } from '../result/result.ts'
import { plural } from '../wording/numbers.ts'

export const ENDS_EXEMPT = 'One open start and one open finish are exempt as the ends of the project.'

/** The first of these figures of the evidence that is there; 0 without any. */
function figureOf({ evidence }: CheckOutcome, ...names: readonly string[]): number {
  const given = (evidence ?? {}) as { readonly [name: string]: ResultValue }
  for (const name of names) if (typeof given[name] === 'number') return given[name]
  return 0
}

export function openEndsAdvice(outcome: CheckOutcome): Advice {
  const starts = figureOf(outcome, 'missing_predecessor', 'open_starts')
  const finishes = figureOf(outcome, 'missing_successor', 'open_finishes')
  const before = `tie each start to the work that has to be done before it (${plural(starts, 'start')})`
  const after = `tie each finish to the work that needs it, else to the completion milestone (${plural(finishes, 'finish', 'finishes')})`
  if (finishes === 0) {
    return {
      title: 'Give the open starts a predecessor',
      description: `Work without a predecessor starts wherever the tool puts it: ${before}.`,
    }
  }
  return starts === 0
    ? {
        title: 'Give the open finishes a successor',
        description: `Without a successor, a delay of the work moves nothing else: ${after}.`,
      }
    : { title: 'Close the open ends', description: `In each case: ${before}; ${after}.` }
}

/** "no predecessor", "no successor" or both. */
function openText({ hasPredecessor, hasSuccessor }: LiveLinks, i: number): string {
  if (hasPredecessor[i] === 1) return 'no successor'
  return hasSuccessor[i] === 1 ? 'no predecessor' : 'neither predecessor nor successor'
}

/** One of the tasks with an open end, and which of its ends it is. */
export const firstOpen = <Context extends HasColumns>(liveOf: (context: Context) => LiveLinks) =>
  firstTask<Context>((context, i) => openText(liveOf(context), i))

const idOf = ({ id }: ScheduleColumns, task: number): string | null => (task === NO_TASK ? null : textAt(id, task))

export interface Networked extends HasColumns {
  readonly network: Pick<NetworkContext, 'live' | 'terminals'>
}

/** Tasks of the population with an open end, beside the ends of the project. */
export const openEndsShare = <Context extends Networked>(populationOf: (context: Context) => Population) =>
  ({
    unit: 'percent',
    advice: openEndsAdvice,
    worst: firstOpen<Context>(({ network }) => network.live),
    run: context => {
      const { columns, network } = context
      const { live, terminals } = network
      const population = populationOf(context)
      const open = openEndsOf(population.marks, live, terminals)
      const count = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0)
      const [starts, finishes] = [count(open.start), count(open.finish)]
      const hits = allHitsWhere(columns.taskCount, i => isOpen(open, i))
      const message = `${plural(hits.count, 'task has', 'tasks have')} an open end: ${starts} without a predecessor, ${finishes} without a successor.`
      return shareOf(hits, population.count, message, {
        missing_predecessor: starts,
        missing_successor: finishes,
        exempt_start: idOf(columns, terminals.exemptStart),
        exempt_finish: idOf(columns, terminals.exemptFinish),
        excluded_by_type: population.excludedByType,
      })
    },
  }) as const satisfies Partial<CheckRow<Context>>

/** What to do about a network that falls into parts. */
export const PARTS_ADVICE: Advice = {
  title: 'Join the parts of the network',
  description: 'Link each of these to the work that it waits for and to the work that needs it.',
}
