/**
 * What changes do to the finish of a computed schedule, tried one after another on a network that is held open: what a full computation of the same changes
 * would find. Changes that reach beyond the dates of single tasks and links (calendars of the project, data date, tasks that come or go) are computed in full.
 */
import type { Refusal } from '../../../shared/contract/errors.ts'
import type { SentChange } from '../../../shared/contract/schedule/changes.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { boundedDays } from '../calendar/bounds.ts'
import { chooseCalendar } from '../calendar/choice.ts'
import { snap } from '../calendar/snap.ts'
import { isByClock, momentAt } from '../clock/input.ts'
import { finishDay, printable } from '../cpm/clocked-dates.ts'
import { finishDayBy } from '../cpm/dates.ts'
import { pointOf } from '../cpm/prepare-clock.ts'
import { OWN_COLUMNS, type PreparedEntries, preparedEntries, taskPreparer } from '../cpm/prepare-task.ts'
import { topologicalOrder } from '../graph/order.ts'
import { copied } from '../ids/short-arrays.ts'
import type { HeldLink } from '../incremental/held-links.ts'
import { OpenNetwork } from '../incremental/open-network.ts'
import { pathOf } from '../incremental/path.ts'
import { whyClosed } from '../incremental/steps.ts'
import type { TaskValues } from '../incremental/task-values.ts'
import { ALAP } from '../kind/constraint-types.ts'
import { COMPLETE } from '../kind/states.ts'
import { type EditedSchedule, edited, isEdited } from './edited.ts'
import { type Finish, projectFinishOf } from './finish-moves.ts'
import type { PassMeter } from './pass-meter.ts'
import { type Computed, isComputed, recomputedOf } from './recomputed.ts'

type Place = readonly (string | number)[]

interface Trial {
  readonly finish: Finish
  /** Days of work that are left on the longest path; 0 where it was not asked for. */
  readonly pathDays: number
  /** The changes had to be computed in full. */
  readonly isInFull: boolean
}

export interface Wanted {
  /** The day of the finish, else DAY_ABSENT stands for it. */
  readonly day?: boolean
  readonly path?: boolean
}

export const isTrial = (value: Trial | Refusal): value is Trial => 'pathDays' in value

/** Days of work that are left on the longest path of a computed schedule. */
export function pathDaysOf({ passes, prepared }: Computed): number {
  let days = 0
  for (const i of prepared.input.network.order)
    if (passes.onLongestPath[i] === 1) days += prepared.input.remainingDays[i] || 0
  return snap(days)
}

export class Trials {
  readonly #base: Computed
  readonly #mayOpen: boolean
  #hasAlap: boolean
  #open: OpenNetwork | undefined
  #entries: PreparedEntries | undefined

  constructor(base: Computed) {
    this.#base = base
    const { input } = base.prepared
    this.#mayOpen = whyClosed(input) === undefined
    this.#hasAlap = input.constraint.includes(ALAP)
  }

  /** Nothing is changed by it. */
  try(changes: readonly SentChange[], place: Place, wanted: Wanted, meter: PassMeter): Trial | Refusal {
    const schedule = edited(this.#base.schedule, changes, place, meter)
    if (!isEdited(schedule)) return schedule
    const placedBefore = this.#open?.placedCount ?? 0
    const trial = this.#tried(schedule, wanted)
    meter.countTrial(schedule.columns, (this.#open?.placedCount ?? 0) - placedBefore)
    return trial ?? inFull(schedule, place, meter)
  }

  /** undefined: it has to be computed in full. */
  #tried(schedule: EditedSchedule, wanted: Wanted): Trial | undefined {
    if (!this.#mayOpen || !this.#isLocal(schedule)) return undefined
    const { prepared, passes } = this.#base
    this.#open ??= new OpenNetwork(prepared.input, passes.early)
    const open = this.#open
    const mark = open.mark()
    try {
      if (!this.#edit(open, schedule)) return undefined
      const offset = open.propagate()
      // points that are moved as late as possible print another day
      if (wanted.day === true && !isByClock(open.held) && this.#hasAlap) return undefined
      return {
        finish: this.#finishAt(open, offset, wanted.day === true, schedule),
        pathDays: wanted.path === true ? this.#pathDays(open, offset) : 0,
        isInFull: false,
      }
    } finally {
      open.undo(mark)
    }
  }

  /** Whether the changes leave the frame of the schedule as it is: its tasks, data date and calendars. */
  #isLocal({ columns, taskBefore, touched }: EditedSchedule): boolean {
    const { choice, network, schedule } = this.#base
    if (taskBefore !== undefined || touched.hasOtherMembers) return false
    for (const name of touched.entries.keys()) if (!OWN_COLUMNS.has(name)) return false
    // a calendar that was guessed is guessed again
    if (choice.source === 'auto' && touched.entries.has('durationDays')) {
      const { mode, workDays } = chooseCalendar(columns, schedule.members.calendar ?? undefined)
      if (mode !== choice.mode || String(workDays) !== String(choice.workDays)) return false
    }
    // a cycle may lead through tasks that take no part
    return !(
      touched.relinked.length > 0 &&
      network.outside.links.length > 0 &&
      topologicalOrder(columns.taskCount, columns.links) === undefined
    )
  }

  #edit(open: OpenNetwork, { columns, touched }: EditedSchedule): boolean {
    const { prepared, choice, network } = this.#base
    const { takesPart } = network
    const tasks = new Set<number>()
    for (const each of touched.entries.values()) for (const i of each) if (takesPart[i] === 1) tasks.add(i)
    if (tasks.size > 0) {
      this.#entries ??= preparedEntries(columns.taskCount)
      const preparedOf = taskPreparer(columns, prepared, choice.calendar, this.#entries)
      for (const i of tasks) {
        const values = preparedOf(i)
        if (values === undefined) return false
        if (values.constraint === ALAP) this.#hasAlap = true
        open.setTask(i, values as Partial<TaskValues>)
      }
    }
    const blocks: [number, readonly HeldLink[]][] = []
    for (const s of touched.relinked) {
      if (takesPart[s] === 0) continue
      // where it stands once it is complete follows from its links
      if (prepared.input.state[s] === COMPLETE) return false
      blocks.push([s, linksInto(columns, takesPart, s)])
    }
    if (blocks.length > 0 && !open.relink(blocks)) return false
    // whether a milestone is one of the start or of the finish follows from its links, too
    const { clock } = open.held
    if (clock === undefined) return true
    const input = open.input()
    return blocks.every(([s]) => pointOf(columns.taskType[s], input.network, s) === clock.tasks.point[s])
  }

  #finishAt(open: OpenNetwork, offset: number, wantsDay: boolean, { touched }: EditedSchedule): Finish {
    const { takesPart } = this.#base.network
    return finishOn(open, this.#base, offset, wantsDay, durationDays => {
      for (const tasks of touched.entries.values())
        for (const i of tasks) if (takesPart[i] === 1) durationDays[i] = this.#entries!.durationDays[i]
    })
  }

  #pathDays(open: OpenNetwork, offset: number): number {
    const { remainingDays } = open.held
    let days = 0
    for (const i of pathOf(open, offset)) days += remainingDays[i] || 0
    return snap(days)
  }
}

/** P of an open network as a finish. `putDurations`: where they differ from those of the schedule; a task without one prints the day of a point. */
export function finishOn(
  open: OpenNetwork,
  of: Computed,
  offset: number,
  wantsDay: boolean,
  putDurations: (durationDays: Float64Array) => void,
): Finish {
  const input = open.held
  if (isByClock(input)) {
    const moment = of.prepared.timeline === undefined ? Number.NaN : printable(momentAt(input.clock, offset))
    return { of, offset, moment, day: finishDay(moment) }
  }
  if (!wantsDay) return { of, offset, day: DAY_ABSENT, moment: Number.NaN }
  const durationDays = copied(of.prepared.durationDays)
  putDurations(durationDays)
  const day = finishDayBy({ ...of.prepared, durationDays, input: open.input() }, open.earlyDates(), offset)
  return { of, offset, day, moment: Number.NaN }
}

function inFull(schedule: EditedSchedule, place: Place, meter: PassMeter): Trial | Refusal {
  const computed = recomputedOf(schedule, place, meter)
  if (!isComputed(computed)) return computed
  return { finish: projectFinishOf(computed), pathDays: pathDaysOf(computed), isInFull: true }
}

export function linksInto(
  { links, elapsedLags }: EditedSchedule['columns'],
  takesPart: Uint8Array,
  s: number,
): readonly HeldLink[] {
  const into: HeldLink[] = []
  for (let k = links.start[s]; k < links.start[s + 1]; k++) {
    const task = links.task[k]
    if (task < 0 || takesPart[task] === 0) continue
    into.push({
      task,
      type: links.type[k],
      lagDays: boundedDays(links.lagDays[k]),
      isElapsed: elapsedLags.length > 0 && elapsedLags[k] === 1,
    })
  }
  return into
}
