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
import { NO_TASK, type Terminals } from '../population/terminals.ts'
import type { ResultValue } from '../result/result.ts'
import { plural } from '../wording/numbers.ts'

/** Whether a link of a summary closes an end. One rule for all that counts open ends. */
export const SUMMARIES_CLOSE =
  "A link from or to a summary closes the ends of the tasks under it by Microsoft Project's rules, by which it drives them, and else counts for none."
export const ENDS_EXEMPT = `One open start and one open finish are exempt as the ends of the project. ${SUMMARIES_CLOSE}`

/** The other figure, which other tools show: open ends by links of tasks alone. Empty where no link of a summary closes an end. */
export function withoutSummaries(
  live: LiveLinks,
  isMember: (task: number) => boolean,
  exempt: Pick<Terminals, 'exemptStart' | 'exemptFinish'>,
): { readonly text: string; readonly evidence: { readonly open_by_links_of_tasks?: number } } {
  const { ofTasksAlone: alone } = live
  if (alone === undefined) return { text: '', evidence: {} }
  const members = alone.hasPredecessor.map((_, i) => (isMember(i) ? 1 : 0))
  const { start, finish, count } = openEndsOf(members, alone, exempt)
  if (count === openEndsOf(members, live, exempt).count) return { text: '', evidence: {} }
  return {
    text: ` Links of summaries close the ends of the tasks under them, as Microsoft Project has it; by links between tasks alone ${plural(count, 'task has', 'tasks have')} an open end, ${sumOf(start)} without a predecessor and ${sumOf(finish)} without a successor.`,
    evidence: { open_by_links_of_tasks: count },
  }
}

const sumOf = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0)

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
      const [starts, finishes] = [sumOf(open.start), sumOf(open.finish)]
      const { text, evidence } = withoutSummaries(live, i => population.marks[i] === 1, terminals)
      const hits = allHitsWhere(columns.taskCount, i => isOpen(open, i))
      const message = `${plural(hits.count, 'task has', 'tasks have')} an open end: ${starts} without a predecessor, ${finishes} without a successor.${text}`
      return shareOf(hits, population.count, message, {
        missing_predecessor: starts,
        missing_successor: finishes,
        exempt_start: idOf(columns, terminals.exemptStart),
        exempt_finish: idOf(columns, terminals.exemptFinish),
        ...evidence,
        excluded_by_type: population.excludedByType,
      })
    },
  }) as const satisfies Partial<CheckRow<Context>>

/** What to do about a network that falls into parts. */
export const PARTS_ADVICE: Advice = {
  title: 'Join the parts of the network',
  description: 'Link each of these to the work that it waits for and to the work that needs it.',
}
