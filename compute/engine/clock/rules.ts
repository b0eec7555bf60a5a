/**
 * Whose rules a schedule by the clock is computed by, chosen here and nowhere else. Each tool has one ClockRules; everything around the
 * passes (drivers, longest path, free float, drag, dates) calls it and knows no tool.
 */
import { type ClockedInput, type ClockInput, isByClock, type Moments } from './input.ts'
import { msProjectRules } from './ms-project/rules.ts'
import { p6Rules } from './p6/rules.ts'

/** Length taskCount each; NaN for complete tasks and those that take no part. */
export interface LateMoments extends Moments {
  /** Days of the task's own calendar. */
  readonly totalFloat: Float64Array
}

export interface LateLink {
  readonly predecessor: number
  readonly successor: number
  readonly finishBy: (start: number, finish: number) => number
}

/** What holds the start of a task, asked again and again of an input that stays as it is while its early moments change. */
export interface Starts {
  readonly byLink: (s: number, k: number) => number
  readonly inWork: (s: number, moment: number) => number
  readonly byDates: (s: number) => number
  readonly byConstraint: (s: number, byLogic: number) => number
}

export interface ClockRules {
  /** Writes the early moments of every task of the order. A complete task is a point for its links. */
  forward(input: ClockedInput, early: Moments): void
  /**
   * One step of the forward pass, where the rules have such steps: it writes the early moments of task s from those of its predecessors. Entries of the
   * columns may change between steps; the input stays the same one, with the columns that it has.
   */
  readonly placer?: (input: ClockedInput, early: Moments) => (s: number) => void
  /** The moment the project ends at by its incomplete tasks, by all where none is incomplete; the data date where none takes part. */
  projectFinish(input: ClockedInput, early: Moments): number
  backward(input: ClockedInput, early: Moments, projectFinish: number): LateMoments
  /** The latest finish of its predecessor that live link k into s leaves it, where s has those dates; Infinity where it holds nothing. */
  finishByLink(input: ClockedInput, early: Moments, s: number, k: number, start: number, finish: number): number
  /** The latest finish of s under its own dates alone (constraints, deadline, external late finish), Infinity = none. */
  finishByConstraint(input: ClockedInput, early: Moments, s: number): number
  /** The first moment at which live link k lets s start, in working time of s; -Infinity where it holds nothing. */
  startByLink(input: ClockedInput, early: Moments, s: number, k: number): number
  /** Moves a start to where work can begin; a task that stands where it is keeps it. */
  inWork(input: ClockedInput, s: number, moment: number): number
  /** The (remaining) start that all but its links leave s without its constraint: data date, project start, resume, external dates. */
  startByDates(input: ClockedInput, s: number): number
  /** The (remaining) start under its constraint where links and dates would allow `byLogic`. */
  startByConstraint(input: ClockedInput, s: number, byLogic: number): number
  /** The four above for one input; absent: nothing is saved by that. */
  readonly startsOf?: (input: ClockedInput, early: Moments) => Starts
  /**
   * The latest moment of the end of its predecessor that live link k leaves from with which it holds back no more of s than those dates, whatever late dates
   * are; absent: finishByLink tells the finish.
   */
  readonly heldEnds?: (
    input: ClockedInput,
    early: Moments,
  ) => (s: number, k: number, start: number, finish: number) => number
  /** Whether the second constraint of s puts its start later than its first one does; absent: there are no second ones. */
  readonly isHeldBySecond?: (input: ClockedInput, s: number) => boolean
  /** The data date moves no dates: what has not started is held by the project start. */
  readonly dataDateHoldsNothing?: true
  /** Whether nothing is left of link k into s, from the start of work in progress, which holds s all the same until that work can go on; absent: no link does. */
  readonly isRunOut?: (input: ClockedInput, s: number, k: number) => boolean
  /** Links from and to summaries as links of what lies under them, with the latest finish that each leaves its predecessor by the late dates of its successor. */
  readonly lateLinksThrough?: (input: ClockedInput, early: Moments) => readonly LateLink[]
  /** Whether a link that is not live sets the (remaining) start of s: one from or to a summary. */
  readonly isHeldThrough?: (input: ClockedInput, early: Moments, s: number) => boolean
  /** Called for one task after another, it returns those that hold each by links that are not live. It may leave out a task that it has returned before. */
  readonly holdersThrough?: (input: ClockedInput, early: Moments) => (s: number) => readonly number[]
}

export const rulesOf = ({ clock }: Pick<ClockedInput, 'clock'>): ClockRules =>
  clock.rules.rules === 'ms_project' ? msProjectRules : p6Rules

/** By the rules of Microsoft Project: the data date moves no dates, and what was done of work in progress stays when its duration changes. */
export const dataDateHoldsNothing = <Input extends { readonly clock?: ClockInput | undefined }>(
  input: Input,
): input is Input & { readonly clock: ClockInput } => isByClock(input) && rulesOf(input).dataDateHoldsNothing === true

export function startsOf(input: ClockedInput, early: Moments): Starts {
  const rules = rulesOf(input)
  return (
    rules.startsOf?.(input, early) ?? {
      byLink: (s, k) => rules.startByLink(input, early, s, k),
      inWork: (s, moment) => rules.inWork(input, s, moment),
      byDates: s => rules.startByDates(input, s),
      byConstraint: (s, byLogic) => rules.startByConstraint(input, s, byLogic),
    }
  )
}
