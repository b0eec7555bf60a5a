/** Levels a schedule: by the rule that is named, or by a search that starts from it, and says how good the result is. */
import type {
  LevellingEffort,
  LevellingObjective,
  SearchEnd,
} from '../../../shared/contract/analysis/levelling/words.ts'
import { Bounds, type LowerBound } from './bounds.ts'
import { type Explained, explain } from './explain.ts'
import { Notes, notesByStart, notesInTurn } from './notes.ts'
import { Placing } from './placing.ts'
import { type LevellingProblem, UNLIMITED } from './problem.ts'
import { type SearchProgress, search } from './search.ts'

export interface LevelOptions {
  /** Place of each activity in the order of the rule. */
  readonly rank: Float64Array
  readonly scheme: 'serial' | 'parallel'
  readonly effort: LevellingEffort
  readonly objective: LevellingObjective
  /** At most so many schedules; undefined: as many as the effort has for a schedule of this size. */
  readonly schedulesMax: number | undefined
  readonly checkpoint: () => void
  /** Whether a search is to end with what it has. */
  readonly isTimeUp?: (() => boolean) | undefined
  /** Called before a search, with what tells at any time how far it has come: schedules, of how many, and the best finish. */
  readonly progress?: (read: () => SearchProgress) => void
}

export interface Levelled {
  readonly placing: Placing
  readonly explained: Explained
  /** It is the schedule of the rule: no search, or none that found a better one. */
  readonly isOfRule: boolean
  /** Schedules that were generated, the one of the rule included, that of the explanation not. */
  readonly schedules: number
  readonly schedulesMax: number
  readonly endedBy: SearchEnd
  readonly bounds: Bounds
  readonly lowerBound: LowerBound
}

/** Activities placed, in all schedules of a search. */
const PLACEMENTS: Readonly<Record<LevellingEffort, number>> = { fast: 0, good: 1_200_000, best: 12_000_000 }
/** Runs of usage looked at, in all schedules of a search: where many activities wait for one resource, one placement looks at very many. */
const STEPS: Readonly<Record<LevellingEffort, number>> = { fast: 0, good: 60_000_000, best: 250_000_000 }
/**
 * Activities up to which a placement takes about as long; in larger schedules it takes longer, with their rows of runs and of waiting activities, and beside the search more time
 * goes into the reasons and the answer.
 */
const EVEN_COST_MAX = 12_000
/** That of the request, too (request.ts). */
export const SCHEDULES_MAX = 500_000
const SCHEDULES_MIN = 6

/** steps: of one schedule. */
const schedulesOf = (effort: LevellingEffort, count: number, steps: number): number => {
  if (effort === 'fast') return 1
  const most = Math.min(PLACEMENTS[effort] / Math.max(1, count), STEPS[effort] / Math.max(1, steps))
  const perPlacement = Math.max(1, count / EVEN_COST_MAX) ** 1.5
  return Math.min(SCHEDULES_MAX, Math.max(SCHEDULES_MIN, Math.floor(most / perPlacement)))
}

/** The last finish of dates. */
const lastOf = (dates: Float64Array): number => dates.reduce((last, moment) => Math.max(last, moment), -UNLIMITED)

export function level(problem: LevellingProblem, options: LevelOptions): Levelled {
  const placing = new Placing(problem)
  const { rank, scheme, effort, checkpoint } = options
  // a search is bounded by what its first schedule looked at, which notes would add to
  const notes = effort === 'fast' && scheme === 'serial' ? new Notes(placing) : undefined
  if (scheme === 'parallel') placing.parallel(rank)
  else placing.serial(placing.listBy(rank), notes)
  const turn = placing.sequence.slice()
  const schedulesMax = options.schedulesMax ?? schedulesOf(effort, problem.count, placing.room.steps)
  let endedBy: SearchEnd = 'schedules'
  const byPath = lastOf(problem.baseFinish)
  if (effort !== 'fast' && schedulesMax > 1) {
    const bounds = new Bounds(problem, placing.fate)
    const { finish } = bounds.least(byPath, lastOf(placing.finish))
    const isLeast = (last: number): boolean => bounds.holderOf(last) >= 0
    endedBy = search(placing, { ...options, schedulesMax, lowerBound: finish, isLeast, checkpoint })
  }
  const { schedules } = placing
  const isOfRule = schedules === 1 || (scheme === 'serial' && placing.sequence.every((a, n) => a === turn[n]))
  const isInTurn = isOfRule && scheme === 'serial'
  const explained = explain(placing, notes ?? (isInTurn ? notesInTurn(placing) : notesByStart(placing)))
  // what stands where there is no room for it is not work that must fit
  const bounds = new Bounds(problem, placing.fate)
  return {
    placing,
    explained,
    isOfRule,
    schedules,
    schedulesMax,
    endedBy,
    bounds,
    lowerBound: bounds.least(byPath, lastOf(placing.finish)),
  }
}
