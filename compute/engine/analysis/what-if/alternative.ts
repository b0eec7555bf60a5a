/** One alternative: the schedule with its changes beside the schedule as sent. */
import type { Refusal } from '../../../../shared/contract/errors.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import { changeText, namedTasks } from '../../edits/change-text.ts'
import { type EditedSchedule, isEdited } from '../../edits/edited.ts'
import {
  type Finish,
  finishText,
  haveOneCalendar,
  type Movement,
  movementOf,
  NO_MOVEMENT,
  projectFinishOf,
  showMovement,
  taskFinishOf,
} from '../../edits/finish-moves.ts'
import { type NamesOfIds, withOwnIds } from '../../edits/own-ids.ts'
import type { PassMeter } from '../../edits/pass-meter.ts'
import { type Computed, checked, isComputed, type Recomputed, recomputed } from '../../edits/recomputed.ts'
import { isTrial, type Trials } from '../../edits/trials.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { References, type ResultValue } from '../../result/result.ts'
import { hasBoundedDays } from '../../supplied/days-bounded.ts'
import { showBroken, wasBroken } from './broken.ts'
import { changedTasks } from './changed-tasks.ts'
import { afterOf, beforeOf, drivenBy, floatLost, movedCount, type Outcome, outcomeOf, showOutcome } from './outcome.ts'

export interface AskedAlternative {
  readonly name: string
  readonly changes: readonly SentChange[]
  readonly place: readonly (string | number)[]
  /** The tasks that it changes are listed. */
  readonly hasTasks: boolean
}

export interface BaseOutcome extends Outcome {
  readonly finish: Finish
  readonly trials: Trials
  readonly limitDays: number
  readonly milestones: readonly string[]
}

/** Passes that effects of single changes may still take, and what all passes may. */
interface EffectBudget {
  left: number
  readonly meter: PassMeter
}

export interface AlternativeResult {
  readonly shown: { readonly [member: string]: ResultValue }
  /** Those that it changes, where they were asked for. */
  readonly tasks: ResultValue | undefined
  readonly names: NamesOfIds
  readonly finish: string | null
  readonly hasOtherCalendar: boolean
  readonly hasBoundedDays: boolean
  /** Places of milestones that it has a task of. */
  readonly milestonesFound: readonly number[]
  readonly movement: Movement
  readonly isMoved: boolean
  readonly newlyBroken: number
  readonly lostCount: number
}

/** What is refused of an alternative, and nothing else of it. */
export function checkedAlternative(
  { changes, place }: AskedAlternative,
  { computed, milestones }: BaseOutcome,
  meter: PassMeter,
): Pick<AlternativeResult, 'milestonesFound'> | Refusal {
  const schedule = checked(computed.schedule, changes, place, meter)
  return isEdited(schedule) ? { milestonesFound: foundOf(milestones, schedule) } : schedule
}

/** Which of the milestones are tasks of that schedule. */
const foundOf = (milestones: readonly string[], { columns }: EditedSchedule): number[] =>
  Array.from(tasksOfIds(columns, milestones).entries()).flatMap(([n, task]) => (task === NO_MATCH ? [] : [n]))

export function alternativeOf(
  asked: AskedAlternative,
  base: BaseOutcome,
  budget: EffectBudget,
  checkpoint: () => void,
): AlternativeResult | Refusal {
  const after = recomputed(base.computed.schedule, asked.changes, asked.place, budget.meter)
  if (!isComputed(after)) return after
  checkpoint()
  const outcome = outcomeOf(after)
  const finish = projectFinishOf(after)
  const movement = movementOf(base.finish, finish)
  const before = beforeOf(after)
  const was = wasBroken(base.broken)
  const broken = showBroken(after, outcome.broken, was, task => (before(task) < 0 ? -2 : before(task)))
  const lost = floatLost(base.computed, after, base.limitDays)
  const moved = movedCount(base.computed, after)
  const effects = effectsOf(asked, base, after, budget, checkpoint)
  const { columns } = after.schedule
  const isShared = columns.id === base.computed.schedule.columns.id
  const milestonesFound = foundOf(base.milestones, after.schedule)
  const hasOtherCalendar = !haveOneCalendar(base.computed, after)
  const told = {
    finish: finishText(finish),
    hasOtherCalendar,
    hasBoundedDays: hasBoundedDays(columns),
    movement,
    milestonesFound,
    isMoved: moved > 0 || after.schedule.addedCount + after.schedule.removedCount > 0,
    newlyBroken: broken.filter(({ was_broken }) => !was_broken).length,
    lostCount: lost.rowCount,
  }
  const {
    shown: { tasks, ...shown },
    names,
  } = withOwnIds(
    {
      name: asked.name,
      change_count: asked.changes.length,
      finish_before: finishText(base.finish),
      ...showOutcome(outcome, finish, base.limitDays, broken),
      ...showMovement(movement),
      calendar_changed: hasOtherCalendar,
      driven_by: drivenBy(after),
      milestones: milestonesOf(base, after),
      ...pathDifference(base, outcome, after),
      float_lost: lost,
      moved_task_count: moved,
      added_task_count: after.schedule.addedCount,
      removed_task_count: after.schedule.removedCount,
      effects,
      effects_left_out: asked.changes.length > 1 ? asked.changes.length - effects.length : 0,
      tasks: asked.hasTasks ? changedTasks(base.computed, after) : undefined,
    } as unknown as { readonly [member: string]: ResultValue },
    isShared ? [] : [columns],
  )
  return { ...told, shown, tasks, names }
}

function milestonesOf({ computed, milestones }: BaseOutcome, after: Recomputed) {
  const [was, is] = [computed, after].map(each => tasksOfIds(each.schedule.columns, milestones))
  return milestones.map((id, n) => {
    const before = was![n] === NO_MATCH ? undefined : taskFinishOf(computed, was![n]!)
    const now = is![n] === NO_MATCH ? undefined : taskFinishOf(after, is![n]!)
    return {
      id,
      finish_before: before === undefined ? null : finishText(before),
      finish_after: now === undefined ? null : finishText(now),
      ...showMovement(before === undefined || now === undefined ? NO_MOVEMENT : movementOf(before, now)),
    }
  })
}

function pathDifference(base: BaseOutcome, { path }: Outcome, after: Recomputed) {
  const before = beforeOf(after)
  const { onLongestPath } = base.computed.passes
  const now = after.passes.onLongestPath
  const places = afterOf(after, base.computed.schedule.columns.taskCount)
  const joined = path.filter(i => before(i) < 0 || onLongestPath[before(i)] === 0)
  const left = base.path.filter(i => {
    const at = places === undefined ? i : places[i]
    return at < 0 || now[at] === 0
  })
  return {
    path_joined: new References(joined, after.schedule.columns.id),
    path_joined_names: undefined,
    path_left: new References(left, base.computed.schedule.columns.id),
    path_left_names: undefined,
  }
}

/** Each change by itself, where there are several and passes are left for them. */
function effectsOf(
  { changes, place }: AskedAlternative,
  base: BaseOutcome,
  after: Recomputed,
  budget: EffectBudget,
  checkpoint: () => void,
) {
  if (changes.length < 2 || changes.length > budget.left) return []
  budget.left -= changes.length
  const effects = []
  for (const [n, change] of changes.entries()) {
    checkpoint()
    const alone = base.trials.try([change], place, { day: true }, budget.meter)
    if (budget.meter.isSpent) return []
    const movement = isTrial(alone) ? movementOf(base.finish, alone.finish) : NO_MOVEMENT
    const named = namedTasks(change)
    effects.push({
      change: n,
      text: changeText(change),
      on_path: [base.computed, after].some(each => isOnPath(each, named)),
      ...showMovement(movement),
    })
  }
  return effects
}

const isOnPath = ({ schedule, passes }: Computed, ids: readonly string[]): boolean =>
  ids.length > 0 &&
  Array.from(tasksOfIds(schedule.columns, ids)).some(i => i !== NO_MATCH && passes.onLongestPath[i] === 1)
