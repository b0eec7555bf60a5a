/** Links by their lag and their relation: leads, lags, other relations than finish-to-start. A family names its population of links and its limit. */
import type { LinkColumns, ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import type { Advice, CheckRow } from '../check/check.ts'
import { hitsOf, shareOf } from '../check/findings.ts'
import { basisOf, type Chosen, namedTask } from '../check/worst.ts'
import { compareIds } from '../ids/id-order.ts'
import { zeros } from '../ids/short-arrays.ts'
import { FS } from '../passes/relation.ts'
import { type LinkHits, type LinkPopulation, type LiveLinks, linkHits } from '../population/live-links.ts'
import { isComplete, type TaskStates } from '../population/task-states.ts'
import type { ResultValue } from '../result/result.ts'
import { inDays } from '../wording/days.ts'
import { plural } from '../wording/numbers.ts'
import { taskText } from '../wording/tasks.ts'

/** Whether a link of the population is meant: gets the index of the link and its successor. */
export type LinkTest = (link: number, successor: number) => boolean

/** What may be found of links. */
export interface LinkRule<Context> {
  readonly formula: string
  readonly advice: Advice
  readonly test: (context: Context) => LinkTest
  readonly message: (count: number, context: Context) => string
  /** How long a lag is, where the longest is the worst. */
  readonly size?: (lagDays: number) => number
}

type Linked = Pick<Chosen, 'columns'>

export const LAGS_ADVICE: Advice = {
  title: 'Replace the lags by tasks',
  description: 'Waiting that takes time (curing, approval, delivery) is a task with a name, a duration and an owner.',
}

export const LEADS: LinkRule<Linked> = {
  formula: 'Links with a negative lag / links.',
  advice: {
    title: 'Replace the leads',
    description: 'Split the predecessor where its successor can start, and link the first part without a lead.',
  },
  test:
    ({ columns: { links } }) =>
    k =>
      links.lagDays[k] < 0,
  message: count => `${plural(count, 'link has', 'links have')} a lead.`,
  size: days => -days,
}

export const LAGS: LinkRule<Linked> = {
  formula: 'Links with a positive lag / links. No lag is waived for being short.',
  advice: LAGS_ADVICE,
  test:
    ({ columns: { links } }) =>
    k =>
      links.lagDays[k] > 0,
  message: count => `${plural(count, 'link has', 'links have')} a lag.`,
  size: days => days,
}

export const NOT_FS: LinkRule<Linked> = {
  formula: 'Links that are not finish-to-start / links.',
  advice: {
    title: 'Prefer finish-to-start links',
    description:
      'Split each overlap into parts that follow one another by FS; keep SS and FF where the work itself runs side by side.',
  },
  test:
    ({ columns: { links } }) =>
    k =>
      links.type[k] !== FS,
  message: count => `${plural(count, 'link is', 'links are')} not finish-to-start.`,
}

/** What a family has of its own in rows of links. */
export interface LinkFamily<Context> {
  readonly populationOf: (context: Context) => LinkPopulation
  readonly evidenceOf?: (context: Context, hits: LinkHits) => { readonly [name: string]: ResultValue }
  /** What it says of the message of a rule. */
  readonly say?: (context: Context, message: string, test: LinkTest) => string
}

/** Of a share of the links into tasks: how many go into open milestones and level of effort, and how many of those are meant by the rule. */
export function withPointLinks(
  { columns: { links }, tasks }: Pick<Chosen, 'columns'> & { readonly tasks: TaskStates },
  live: LiveLinks,
  population: LinkPopulation,
  message: string,
  test: LinkTest,
): string {
  let [count, meant] = [0, 0]
  for (let s = 0; s < tasks.state.length; s++) {
    if (isComplete(tasks, s)) continue
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (live.marks[k] === 0 || population.marks[k] === 1) continue
      count++
      if (test(k, s)) meant++
    }
  }
  return meant === 0
    ? message
    : `${message} ${plural(meant, 'link', 'links')} of this kind, of ${plural(count, 'link', 'links')} into milestones or level of effort, ${meant === 1 ? 'is' : 'are'} not counted here.`
}

/** Links of the population for which the rule holds. The hits are links, named by their successors. */
export function linkShare<Context extends Chosen>(family: LinkFamily<Context>, rule: LinkRule<Context>) {
  const { populationOf, evidenceOf, say = (_, message) => message } = family
  return {
    formula: rule.formula,
    unit: 'percent',
    noun: ['link', 'links'],
    advice: rule.advice,
    worst: rule.size === undefined ? namedTask : worstLag(populationOf, rule.size),
    linkTest: rule.test,
    run: context => {
      const population = populationOf(context)
      const hits = linkHits(context.columns.links, population, rule.test(context))
      return shareOf(
        hitsOf(hits.successors, hits.count),
        population.count,
        say(context, rule.message(hits.count, context), rule.test(context)),
        evidenceOf?.(context, hits),
      )
    },
  } as const satisfies Partial<CheckRow<Context>> & { readonly linkTest: (context: Context) => LinkTest }
}

/** Links of the population by relation type. */
export function relationCounts({ type }: LinkColumns, { marks }: LinkPopulation): Record<string, number> {
  const counts = zeros(Uint32Array, RELATION_TYPES.length)
  for (let k = 0; k < marks.length; k++) if (marks[k] === 1) counts[type[k]]++
  return Object.fromEntries(RELATION_TYPES.map((name, code) => [name, counts[code]]))
}

/** "Largest: A100 Excavate to A110 Pour (FS), lag of 20 working days" of the links of a population with a size above 0. */
const worstLag = <Context extends Chosen>(
  populationOf: (context: Context) => LinkPopulation,
  size: (lagDays: number) => number,
) => ({
  describe: (context: Context): string | undefined => {
    const { columns } = context
    const { task, type, lagDays } = columns.links
    const [worst, successor] = largestLag(columns, populationOf(context), size)
    if (worst < 0) return undefined
    return `Largest: ${taskText(columns, task[worst])} to ${taskText(columns, successor)} (${RELATION_TYPES[type[worst]]}), a ${lagDays[worst] < 0 ? 'lead' : 'lag'} of ${inDays(Math.abs(lagDays[worst]), basisOf(context))}.`
  },
  size: (context: Context, task: number): number => {
    const { start, lagDays } = context.columns.links
    const { marks } = populationOf(context)
    let largest = 0
    for (let k = start[task]; k < start[task + 1]; k++) {
      if (marks[k] === 1) largest = Math.max(largest, size(lagDays[k]))
    }
    return largest
  },
})

/** The link and its successor; of equal ones the first by the ids of its ends, then by its relation. -1 = none has a size above 0. */
function largestLag(
  { id, taskCount, links }: ScheduleColumns,
  { marks }: LinkPopulation,
  size: (lagDays: number) => number,
): readonly [link: number, successor: number] {
  const { start, task, type, lagDays } = links
  let [worst, successor] = [-1, -1]
  for (let s = 0; s < taskCount; s++) {
    for (let k = start[s]; k < start[s + 1]; k++) {
      if (marks[k] === 0 || !(size(lagDays[k]) > 0)) continue
      const isWorse =
        worst < 0 ||
        size(lagDays[k]) > size(lagDays[worst]) ||
        (size(lagDays[k]) === size(lagDays[worst]) &&
          (compareIds(id, s, successor) || compareIds(id, task[k], task[worst]) || type[k] - type[worst]) < 0)
      if (isWorse) [worst, successor] = [k, s]
    }
  }
  return [worst, successor]
}
