/**
 * What a task that is added does to the finish by itself, task after task: on one network that is held open and has an idle place for it, where a full
 * computation would be made for each. Nothing leads to such a task, so its own dates are those that it has beside others.
 */
import type { SentChange } from '../../../shared/contract/schedule/changes.ts'
import { isByClock } from '../clock/input.ts'
import { pointOf } from '../cpm/prepare-clock.ts'
import type { HeldLink } from '../incremental/held-links.ts'
import { OpenNetwork } from '../incremental/open-network.ts'
import { whyClosed } from '../incremental/steps.ts'
import { ALAP } from '../kind/constraint-types.ts'
import { COMPLETE } from '../kind/states.ts'
import type { Finish } from './finish-moves.ts'
import type { PassMeter } from './pass-meter.ts'
import { type Computed, isComputed, type Recomputed, recomputed } from './recomputed.ts'
import { finishOn, linksInto } from './trials.ts'

/** A link from the added task. */
export type LinkToBase = Pick<HeldLink, 'task' | 'type'>

interface Place {
  readonly of: Recomputed
  readonly open: OpenNetwork
  readonly task: number
}

export class AddedAlone {
  readonly #base: Computed
  readonly #mayOpen: boolean
  #place: Place | undefined

  constructor(base: Computed) {
    const { input } = base.prepared
    this.#base = base
    // points that are moved as late as possible print another day
    this.#mayOpen = whyClosed(input) === undefined && (isByClock(input) || !input.constraint.includes(ALAP))
  }

  /**
   * The finish with the last task of `after` alone, which has no predecessors and those links to tasks of the base; `id`: of no task of the base. undefined:
   * it has to be computed in full.
   */
  finishOf(after: Recomputed, links: readonly LinkToBase[], id: string, meter: PassMeter): Finish | undefined {
    if (!this.#mayOpen) return undefined
    const place = (this.#place ??= this.#opened(id, meter))
    if (place === undefined) return undefined
    const { of, open, task } = place
    const placedBefore = open.placedCount
    const mark = open.mark()
    try {
      const added = after.schedule.columns.taskCount - 1
      const { state, remainingDays, reportedStart, reportedFinish, constraint, constraintOffset } = after.prepared.input
      open.setTask(task, {
        state: state[added],
        remainingDays: remainingDays[added],
        reportedStart: reportedStart[added],
        reportedFinish: reportedFinish[added],
        constraint: constraint[added],
        constraintOffset: constraintOffset[added],
      })
      if (!this.#link(place, links)) return undefined
      const offset = open.propagate()
      return finishOn(open, of, offset, true, durationDays => {
        durationDays[task] = after.prepared.durationDays[added]
      })
    } finally {
      meter.countTrial(of.schedule.columns, open.placedCount - placedBefore)
      open.undo(mark)
    }
  }

  /** False: what follows from the links cannot be told on the open network. */
  #link({ of, open, task }: Place, links: readonly LinkToBase[]): boolean {
    const { network, prepared, schedule } = of
    const blocks = new Map<number, HeldLink[]>()
    for (const { task: s, type } of links) {
      if (network.takesPart[s] === 0) continue
      // where it stands once it is complete follows from its links
      if (prepared.input.state[s] === COMPLETE) return false
      const known = blocks.get(s) ?? [...linksInto(schedule.columns, network.takesPart, s)]
      if (!known.some(link => link.task === task && link.type === type))
        known.push({ task, type, lagDays: 0, isElapsed: false })
      blocks.set(s, known)
    }
    if (blocks.size > 0 && !open.relink([...blocks])) return false
    const { clock } = open.held
    if (clock === undefined) return true
    const held = open.input().network
    return [...blocks.keys()].every(s => pointOf(schedule.columns.taskType[s], held, s) === clock.tasks.point[s])
  }

  #opened(id: string, meter: PassMeter): Place | undefined {
    const change = { add_task: { id, duration_days: 1 } } as SentChange
    const of = recomputed(this.#base.schedule, [change], [], meter)
    if (!isComputed(of)) return undefined
    return { of, open: new OpenNetwork(of.prepared.input, of.passes.early), task: of.schedule.columns.taskCount - 1 }
  }
}
