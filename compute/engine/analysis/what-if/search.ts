/**
 * The search for an earlier finish: moves are tried on the longest path, each measured by a computation in full; the best schedules are gone on from. What
 * is left are the options that no other one beats. Bounded in steps, and the same for the same schedule whatever the order of its rows.
 */
import type { WhatIfRequest } from '../../../../shared/contract/analysis/what-if/request.ts'
import { LEVERS, type Lever, type SEARCH_ENDS } from '../../../../shared/contract/analysis/what-if/words.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import {
  type Finish,
  finishText,
  latenessOf,
  type Movement,
  movementOf,
  projectFinishOf,
} from '../../edits/finish-moves.ts'
import type { PassMeter } from '../../edits/pass-meter.ts'
import { type Computed, isComputed, recomputed } from '../../edits/recomputed.ts'
import { isTrial, pathDaysOf, Trials } from '../../edits/trials.ts'
import type { BodyOf } from '../../result/options.ts'
import { dayOf } from '../../result/options.ts'
import type { AnalysisContext } from '../../result/result.ts'
import { type Move, type MoveLimits, movesOf } from './moves.ts'
import { negativeCount } from './outcome.ts'

type SentSearch = NonNullable<BodyOf<typeof WhatIfRequest>['search']>

const STEPS_DEFAULT = 200
const MOVES_DEFAULT = 10
const OPTIONS_DEFAULT = 10
const OVERLAP_DEFAULT = 0.5
const CRASH_DEFAULT = 0.25
/** Schedules that are gone on from. */
const BEAM = 2
/** Moves that are tried from each of them. */
const TRIED_LEAST = 5
const TRIED_MOST = 60
const TRIED_SHARE = 16
/** Rounds in a row that need not end the project earlier, if fewer tasks are left on the longest path: several paths may be equally long. */
const LEVEL_ROUNDS_MAX = 4

/** A schedule that was tried. It is computed in full where the search goes on from it, or returns it, and held no longer. */
interface State {
  readonly moves: readonly Move[]
  readonly changes: readonly SentChange[]
  readonly lateness: number
  readonly changedDays: number
  readonly pathLength: number
  readonly meetsTarget: boolean | null
  /** Names the candidate by its moves, whatever their order. */
  readonly key: string
}

interface SearchOption {
  readonly finish: string | null
  readonly movement: Movement
  readonly meetsTarget: boolean | null
  readonly negativeCount: number
  readonly moves: readonly Move[]
  readonly changes: readonly SentChange[]
  readonly changedDays: number
}

export interface SearchResult {
  readonly targetDay: number
  readonly steps: number
  readonly endedBy: (typeof SEARCH_ENDS)[number]
  readonly notTried: readonly Lever[]
  /** Not dominated, earliest first. */
  readonly options: readonly SearchOption[]
  readonly optionsLeftOut: number
}

export function moveLimits(search: SentSearch, base: Computed): MoveLimits | { readonly unknownCalendar: string } {
  const { levers, limits } = search
  const asked = limits?.calendar_id ?? undefined
  const calendars = base.schedule.columns.setting?.calendars ?? []
  const calendar = asked === undefined ? busiest(base) : calendars.findIndex(({ id }) => id === asked)
  if (asked !== undefined && calendar < 0) return { unknownCalendar: asked }
  return {
    levers: LEVERS.filter(lever => (levers ?? LEVERS).includes(lever)),
    overlapShare: limits?.overlap_share ?? OVERLAP_DEFAULT,
    crashShare: limits?.crash_share ?? CRASH_DEFAULT,
    calendar,
    excluded: new Set(limits?.exclude_task_ids ?? []),
  }
}

/** The calendar with the most work in a week; of equal ones the first by id. */
function busiest({ schedule }: Computed): number {
  let best = -1
  let most = 0
  const calendars = schedule.columns.setting?.calendars ?? []
  for (const [n, { id, week }] of calendars.entries()) {
    const work = week.flat().reduce((sum, [from, to]) => sum + to - from, 0)
    if (work > most || (work === most && best >= 0 && id < calendars[best].id)) {
      best = n
      most = work
    }
  }
  return best
}

export function search(
  base: Computed,
  sent: SentSearch,
  limits: MoveLimits,
  meter: PassMeter,
  { checkpoint, progress }: { readonly checkpoint: () => void; readonly progress?: AnalysisContext['progress'] },
): SearchResult {
  const stepsMax = sent.limits?.max_steps ?? STEPS_DEFAULT
  const movesMax = sent.limits?.max_moves ?? MOVES_DEFAULT
  const optionsMax = sent.limits?.max_options ?? OPTIONS_DEFAULT
  // for the schedules that the next round goes on from, and those that are returned
  const passesKept = BEAM + optionsMax
  const targetDay = dayOf(sent.target_finish)
  const start = projectFinishOf(base)
  const tried = new Set<Lever>()
  const seen = new Set<string>()
  const found: State[] = []
  const triesPerState = Math.min(TRIED_MOST, Math.max(TRIED_LEAST, Math.floor(stepsMax / TRIED_SHARE)))
  const wanted = { day: targetDay !== DAY_ABSENT, path: true }
  const none = { moves: [], changes: [], lateness: 0, changedDays: 0, meetsTarget: null, key: '' }
  let beam: readonly State[] = [{ ...none, pathLength: pathDaysOf(base) }]
  let steps = 0
  let endedBy: SearchResult['endedBy'] = 'no_gain'
  let levelRounds = 0

  const meets = ({ day }: Finish): boolean | null => {
    if (targetDay === DAY_ABSENT) return null
    return day !== DAY_ABSENT && day <= targetDay
  }
  const stop = (): boolean => {
    if (steps >= stepsMax) endedBy = 'steps'
    else if (meter.passesLeft(base.schedule.columns) < passesKept) endedBy = 'work'
    else return false
    return true
  }

  progress?.(() => ({ done: steps, of: stepsMax, unit: 'steps' }))
  let isDone = meets(start) === true
  if (isDone) endedBy = 'target_met'
  for (let round = 0; round < movesMax && !isDone; round++) {
    const better: State[] = []
    const level: State[] = []
    for (const state of beam) {
      const computed = computedOf(state, base, meter)
      checkpoint()
      if (computed === undefined) continue
      const trials = new Trials(computed)
      meter.countWalks(computed.schedule.columns)
      for (const move of inTurn(movesOf(computed, limits, triesPerState), tried, triesPerState)) {
        if (state.moves.some(({ key }) => key === move.key)) continue
        const moves = [...state.moves, move]
        const key = moves
          .map(each => `${each.lever} ${each.key}`)
          .sort()
          .join('\n')
        if (seen.has(key)) continue
        seen.add(key)
        isDone = stop()
        if (isDone) break
        steps++
        checkpoint()
        const trial = trials.try(move.changes, ['search'], wanted, meter)
        if (!isTrial(trial)) continue
        const next: State = {
          moves,
          changes: [...state.changes, ...move.changes],
          lateness: latenessOf(start, trial.finish),
          changedDays: snap(state.changedDays + move.changedDays),
          pathLength: trial.pathDays,
          meetsTarget: meets(trial.finish),
          key,
        }
        if (next.lateness < state.lateness - EPSILON_DAYS) better.push(next)
        else if (next.lateness <= state.lateness + EPSILON_DAYS && next.pathLength < state.pathLength - EPSILON_DAYS)
          level.push(next)
        if (next.lateness < -EPSILON_DAYS) found.push(next)
      }
      if (isDone) break
    }
    if (isDone) break
    if (found.some(({ meetsTarget }) => meetsTarget === true)) {
      endedBy = 'target_met'
      break
    }
    levelRounds = better.length > 0 ? 0 : levelRounds + 1
    const next = better.length > 0 ? better : level
    if (next.length === 0 || levelRounds > LEVEL_ROUNDS_MAX) break
    beam = next.toSorted(byPromise).slice(0, BEAM)
  }
  const best = notDominated(found)
  const options = best.slice(0, optionsMax).flatMap(each => {
    checkpoint()
    return optionOf(each, base, meter) ?? []
  })
  return {
    targetDay,
    steps,
    endedBy,
    notTried: limits.levers.filter(lever => !tried.has(lever)),
    options,
    optionsLeftOut: best.length - options.length,
  }
}

/** undefined: there is no work left for it. */
function computedOf({ changes }: State, base: Computed, meter: PassMeter): Computed | undefined {
  if (changes.length === 0) return base
  const computed = recomputed(base.schedule, changes, ['search'], meter)
  return isComputed(computed) ? computed : undefined
}

const byPromise = (a: State, b: State): number =>
  a.lateness - b.lateness ||
  a.pathLength - b.pathLength ||
  a.changedDays - b.changedDays ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/** The first of each lever, then the second of each, and so on. */
function inTurn(moves: ReadonlyMap<Lever, readonly Move[]>, tried: Set<Lever>, most: number): readonly Move[] {
  const chosen: Move[] = []
  for (const lever of moves.keys()) tried.add(lever)
  for (let n = 0; chosen.length < most; n++) {
    const nth = [...moves.values()].flatMap(list => list[n] ?? [])
    if (nth.length === 0) break
    chosen.push(...nth)
  }
  return chosen.slice(0, most)
}

function optionOf(state: State, base: Computed, meter: PassMeter): SearchOption | undefined {
  const computed = computedOf(state, base, meter)
  if (computed === undefined) return undefined
  const finish = projectFinishOf(computed)
  return {
    finish: finishText(finish),
    movement: movementOf(projectFinishOf(base), finish),
    meetsTarget: state.meetsTarget,
    negativeCount: negativeCount(computed),
    moves: state.moves,
    changes: state.changes,
    changedDays: state.changedDays,
  }
}

/** Those that no other one beats in finish, number of moves or changed days without losing in another; of equal ones the first by its moves. */
function notDominated(options: readonly State[]): State[] {
  const keyOf = ({ moves }: State): string => moves.map(({ lever, key }) => `${lever} ${key}`).join('\n')
  const sorted = options.toSorted(
    (a, b) =>
      a.lateness - b.lateness ||
      a.moves.length - b.moves.length ||
      a.changedDays - b.changedDays ||
      (keyOf(a) < keyOf(b) ? -1 : 1),
  )
  const kept: State[] = []
  for (const option of sorted) {
    const isBeaten = kept.some(
      each =>
        each.lateness <= option.lateness + EPSILON_DAYS &&
        each.moves.length <= option.moves.length &&
        each.changedDays <= option.changedDays + EPSILON_DAYS,
    )
    if (!isBeaten) kept.push(option)
  }
  return kept
}
