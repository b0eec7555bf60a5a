/** Point 12: does the critical path carry a delay to the end. What it shares with point 13: the network without the pin of its end, spans along it. */

import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { OFFSET_DECIMALS } from '../../../calendar/snap.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { atLeast } from '../../../check/check.ts'
import { allHitsWhere, hitsOf, NO_HITS } from '../../../check/findings.ts'
import { needsCpm } from '../../../check/needs.ts'
import type { CpmRun } from '../../../check/network-context.ts'
import { cite, published } from '../../../check/source.ts'
import { basisOf } from '../../../check/worst.ts'
import { calendarOf, isByClock, momentAt } from '../../../clock/input.ts'
import { type CpmResult, computeCpm, tasksByDate } from '../../../cpm/cpm.ts'
import { LINK_DRIVING, LINK_VIOLATED } from '../../../cpm/float.ts'
import { type CpmInput, withoutConstraint, withRemaining } from '../../../cpm/input.ts'
import type { Network } from '../../../graph/network.ts'
import { copied, zeros } from '../../../ids/short-arrays.ts'
import { isHardConstraint, isPin, NO_CONSTRAINT } from '../../../kind/constraint-types.ts'
import { isInPasses } from '../../../kind/participation.ts'
import { fromFinish } from '../../../passes/relation.ts'
import { COMPLETE } from '../../../population/progress.ts'
import { leadingTo } from '../../../population/summary-links.ts'
import { isComplete } from '../../../population/task-states.ts'
import { NO_TASK } from '../../../population/terminals.ts'
import { inDays } from '../../../wording/days.ts'
import { plural, roundHalfAway } from '../../../wording/numbers.ts'
import { taskText } from '../../../wording/tasks.ts'
import { type Dcma14Context, type Dcma14Row, pointCode } from './context.ts'

/** Code of the column manuallyScheduled: true. */
const BY_HAND = 2

/** Microsoft Project moves such a task by no link. */
const isByHand = ({ manuallyScheduled }: ScheduleColumns, i: number): boolean => manuallyScheduled[i] === BY_HAND

/** On the grid of offsets, for printing. */
export const offsetDays = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)

/** What points 12 and 13 share: days between offsets, and the schedule with its end left to the logic. */
export const outcome = (
  numerator: number,
  denominator: number,
  value: number | null,
  message: string,
): CheckOutcome => ({
  numerator,
  denominator,
  value,
  message,
  hits: NO_HITS,
})

/** The network with the dates of one task left to its logic. */
export function released(input: CpmInput, task: number): CpmInput {
  const free = withoutConstraint(input, task)
  if (!isByClock(free)) return free
  const { clock } = free
  const manuallyScheduled = copied(clock.columns.manuallyScheduled)
  const constraintType = copied(clock.columns.constraintType)
  manuallyScheduled[task] = 0
  constraintType[task] = NO_CONSTRAINT
  return { ...free, clock: { ...clock, columns: { ...clock.columns, manuallyScheduled, constraintType } } }
}

/** Days between two offsets; by the clock working days of the calendar of that task, as its duration and float are. */
export function spanIn(input: CpmInput, task: number): (from: number, to: number) => number {
  if (!isByClock(input)) return (from, to) => to - from
  const { clock } = input
  const calendar = calendarOf(clock, task)
  return (from, to) => calendar.workBetween(momentAt(clock, from), momentAt(clock, to)) / calendar.minutesPerDay
}

const SOURCE = published(cite('pam', 'section 4'))

/** Days that point 12 delays the critical path by, and how far the end may miss them. */
const DELAY_DAYS = 600
const DELAY_TOLERANCE_DAYS = 1

export const pathTest = {
  code: pointCode(12),
  title: 'Critical path test',
  severity: atLeast('high'),
  population:
    'The first incomplete task of the longest path that drives by its finish (FS, FF), and the task where the incomplete work ends. Tasks and milestones that drive by their start alone are passed over: a delay of their finish delays nothing.',
  formula: `Days by which the end misses a delay of ${DELAY_DAYS} days put on that task. Only a pin of the end itself is lifted. All of the delay is missed where no other incomplete task leads to the end.`,
  unit: 'days',
  basis: basisOf,
  threshold: DELAY_TOLERANCE_DAYS,
  operator: '<=',
  source: SOURCE,
  needs: [needsCpm],
  advice: ({ evidence }) => {
    const { pins = 0, by_hand: byHand = 0 } = (evidence ?? {}) as { readonly pins?: number; readonly by_hand?: number }
    return {
      title: 'Let delays reach the end',
      description: [
        pins === 0
          ? undefined
          : `Replace the ${pins === 1 ? 'pin' : 'pins'} of ${plural(pins, 'incomplete task')} where it absorbs a delay.`,
        byHand === 0
          ? undefined
          : `Let the links date the ${plural(byHand, 'incomplete task')} that ${byHand === 1 ? 'is' : 'are'} scheduled by hand.`,
        'Link the path through to the last task.',
      ]
        .filter(each => each !== undefined)
        .join(' '),
    }
  },
  run: context => {
    const { columns, t14, network } = context
    const { terminal } = network.terminals
    if (network.live.count === 0 && t14.count > 1) {
      const message = `There is no network: none of ${plural(t14.count, 'incomplete task')} is linked with another.`
      return outcome(0, DELAY_DAYS, DELAY_DAYS, message)
    }
    const cut = terminal === NO_TASK ? 0 : openBesideEnd(context, terminal)
    if (cut > 0) {
      const message = `${taskText(columns, terminal)} ends the project, and nothing that is open leads to it: no delay of the other ${plural(cut, 'incomplete task')} moves the end.`
      return {
        ...outcome(0, DELAY_DAYS, DELAY_DAYS, message),
        hits: hitsOf(Uint32Array.of(terminal)),
        evidence: { terminal_task: textAt(columns.id, terminal), not_leading_to_it: cut, ...absorbing(context) },
      }
    }
    const run = terminal === NO_TASK ? undefined : delayRun(context, network.cpm!, terminal)
    if (run === undefined) {
      const isOpen = t14.count > 0 && allHitsWhere(columns.taskCount, i => isByHand(columns, i)).count > 0
      return outcome(
        0,
        DELAY_DAYS,
        null,
        isOpen
          ? 'Every incomplete task of the critical path is scheduled by hand, so no link of it could carry a delay.'
          : 'Nothing on the critical path is incomplete.',
      )
    }
    const { delayed, movedDays, isPinned, isCarried } = run
    const [first, last] = [textAt(columns.id, delayed), textAt(columns.id, terminal)]
    const basis = basisOf(context)
    const missed = isCarried ? 0 : Math.abs(DELAY_DAYS - movedDays)
    const moved = `A delay of ${inDays(DELAY_DAYS, basis)} on ${taskText(columns, delayed)} moves the end, ${taskText(columns, terminal)}, by ${inDays(movedDays, basis)}.`
    const byCalendars = isCarried && Math.abs(DELAY_DAYS - movedDays) > DELAY_TOLERANCE_DAYS
    return {
      ...outcome(
        movedDays,
        DELAY_DAYS,
        missed,
        byCalendars
          ? `${moved} The end follows it link by link; the difference is days off of the other calendars on the way.`
          : moved,
      ),
      hits: hitsOf(Uint32Array.of(...new Set([delayed, terminal]))),
      evidence: { delayed_task: first, terminal_task: last, pin_lifted: isPinned, ...absorbing(context) },
    }
  },
} as const satisfies Dcma14Row

/** Incomplete tasks beside the end, where none of them leads to it: a delay put on the end alone would always arrive. 0: some do, or there are none. */
function openBesideEnd({ columns, tasks, t14, network: { live } }: Dcma14Context, terminal: number): number {
  const leads = leadingTo(terminal, columns, tasks.kind, live.marks, live.ofSummaries !== undefined)
  const isOther = (i: number): boolean => i !== terminal && isInPasses(tasks.kind[i]) && !isComplete(tasks, i)
  if (leads.some((own, i) => own === 1 && isOther(i))) return 0
  return allHitsWhere(columns.taskCount, i => t14.marks[i] === 1 && isOther(i)).count
}

/** What may hold a delay back: incomplete tasks pinned before their links, and those dated by hand. */
function absorbing({ columns, tasks }: Dcma14Context) {
  const count = (test: (task: number) => boolean): number =>
    allHitsWhere(columns.taskCount, i => !isComplete(tasks, i) && isInPasses(tasks.kind[i]) && test(i)).count
  const isMsProject = columns.setting?.rules.rules === 'ms_project'
  const holds = (i: number): boolean =>
    isMsProject ? isHardConstraint(columns.constraintType[i]) : isPin(columns.constraintType[i])
  return { pins: count(holds), by_hand: count(i => isByHand(columns, i)) }
}

/** Both runs without what holds the end itself on its date; undefined = nothing incomplete on the longest path is scheduled by its logic. */
function delayRun({ tasks, columns }: Dcma14Context, { prepared, result }: CpmRun, terminal: number) {
  const isPinned = isHeld(prepared.input, columns, terminal)
  const input = isPinned ? released(prepared.input, terminal) : prepared.input
  const base = isPinned ? computeCpm(input) : result
  const startDriven = drivingByStart(input.network, base)
  const isOpen = (i: number): boolean =>
    input.state[i] !== COMPLETE && !isComplete(tasks, i) && (i === terminal || !isByHand(columns, i))
  const delayed = tasksByDate(base.onLongestPath, base).find(i => isOpen(i) && startDriven[i] === 0)
  if (delayed === undefined) return undefined
  const late = computeCpm(withRemaining(input, [[delayed, input.remainingDays[delayed] + DELAY_DAYS]]))
  const movedDays = offsetDays(spanIn(input, delayed)(base.early.finish[terminal], late.early.finish[terminal]))
  return { delayed, movedDays, isPinned, isCarried: isCarried(input, late, delayed, terminal) }
}

/** Its own late constraint may show as negative float, so the PAM accepts it; Microsoft Project holds such a date, as it does those set by hand. */
const isHeld = (input: CpmInput, columns: ScheduleColumns, i: number): boolean =>
  isHardConstraint(input.constraint[i]) || isByHand(columns, i)

/**
 * Whether the end still follows the delayed task link by link: then all of the delay reaches it, and what differs are days off of the other
 * calendars on the way.
 */
function isCarried(input: CpmInput, { linkMarks }: CpmResult, delayed: number, terminal: number): boolean {
  if (!isByClock(input)) return false
  const { start, task, taskCount } = input.network
  const seen = zeros(Uint8Array, taskCount)
  const stack = [terminal]
  seen[terminal] = 1
  for (let s = stack.pop(); s !== undefined; s = stack.pop()) {
    if (s === delayed) return true
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if ((linkMarks[k] & (LINK_DRIVING | LINK_VIOLATED)) !== LINK_DRIVING || seen[p] === 1) continue
      seen[p] = 1
      stack.push(p)
    }
  }
  return false
}

/** 1 = drives its successors on the longest path by its start alone (SS, SF). Length taskCount. */
function drivingByStart(
  { taskCount, start, task, type }: Network,
  { onLongestPath, linkMarks }: CpmResult,
): Uint8Array {
  const byStart = zeros(Uint8Array, taskCount)
  const byFinish = zeros(Uint8Array, taskCount)
  for (let s = 0; s < taskCount; s++) {
    if (onLongestPath[s] === 0) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      if ((linkMarks[k] & LINK_DRIVING) === 0) continue
      const drives = fromFinish(type[k]) ? byFinish : byStart
      drives[task[k]] = 1
    }
  }
  return byStart.map((drives, i) => (byFinish[i] === 1 ? 0 : drives))
}
