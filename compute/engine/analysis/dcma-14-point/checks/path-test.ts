/** Point 12: does the critical path carry a delay to the end. */
import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { allHitsWhere, hitsOf } from '../../../check/findings.ts'
import { needsCpm } from '../../../check/needs.ts'
import type { CpmRun } from '../../../check/network-context.ts'
import { atLeast } from '../../../check/severity.ts'
import { cite, published } from '../../../check/source.ts'
import { basisOf } from '../../../check/worst.ts'
import { isByClock } from '../../../clock/input.ts'
import { isPin } from '../../../kind/constraint-types.ts'
import { type CpmResult, computeCpm, tasksByDate } from '../../../cpm/cpm.ts'
import { LINK_DRIVING, LINK_VIOLATED } from '../../../cpm/float.ts'
import { type CpmInput, withRemaining } from '../../../cpm/input.ts'
import type { Network } from '../../../graph/network.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { isHardConstraint } from '../../../kind/constraint-types.ts'
import { isInPasses } from '../../../kind/participation.ts'
import { fromFinish } from '../../../passes/relation.ts'
import { COMPLETE } from '../../../population/progress.ts'
import { isComplete } from '../../../population/task-states.ts'
import { NO_TASK } from '../../../population/terminals.ts'
import { inDays } from '../../../wording/days.ts'
import { taskText } from '../../../wording/tasks.ts'
import { WORDS } from '../words.ts'
import { type Dcma14Context, type Dcma14Row, pointCode } from './context.ts'
import { isByHand, offsetDays, outcome, released, spanIn } from './path-spans.ts'

const SOURCE = published(cite('pam', 'section 4'))

/** Days that point 12 delays the critical path by, and how far the end may miss them. */
const DELAY_DAYS = 600
const DELAY_TOLERANCE_DAYS = 1

export const pathTest = {
  code: pointCode(12),
  title: WORDS.pathTest.title,
  severity: atLeast('high'),
  population: WORDS.pathTest.population,
  formula: WORDS.pathTest.formula(DELAY_DAYS),
  unit: 'days',
  basis: basisOf,
  threshold: DELAY_TOLERANCE_DAYS,
  operator: '<=',
  source: SOURCE,
  needs: [needsCpm],
  advice: ({ evidence }) => {
    const { pins = 0, by_hand: byHand = 0 } = (evidence ?? {}) as { readonly pins?: number; readonly by_hand?: number }
    return { title: WORDS.pathTest.adviceTitle, description: WORDS.pathTest.adviceDescription(pins, byHand) }
  },
  run: context => {
    const { columns, t14, network } = context
    const { terminal } = network.terminals
    if (network.live.count === 0 && t14.count > 1) {
      const message = WORDS.pathTest.noNetwork(t14.count)
      return outcome(0, DELAY_DAYS, DELAY_DAYS, message)
    }
    const run = terminal === NO_TASK ? undefined : delayRun(context, network.cpm!, terminal)
    if (run === undefined) {
      const isOpen = t14.count > 0 && allHitsWhere(columns.taskCount, i => isByHand(columns, i)).count > 0
      return outcome(0, DELAY_DAYS, null, isOpen ? WORDS.pathTest.byHand : WORDS.pathTest.nothingOpen)
    }
    const { delayed, movedDays, isPinned, isCarried } = run
    const [first, last] = [textAt(columns.id, delayed), textAt(columns.id, terminal)]
    const basis = basisOf(context)
    const missed = isCarried ? 0 : Math.abs(DELAY_DAYS - movedDays)
    const moved = WORDS.pathTest.moved(
      inDays(DELAY_DAYS, basis),
      taskText(columns, delayed),
      taskText(columns, terminal),
      inDays(movedDays, basis),
    )
    const byCalendars = isCarried && Math.abs(DELAY_DAYS - movedDays) > DELAY_TOLERANCE_DAYS
    return {
      ...outcome(movedDays, DELAY_DAYS, missed, byCalendars ? `${moved} ${WORDS.pathTest.byCalendars}` : moved),
      hits: hitsOf(Uint32Array.of(...new Set([delayed, terminal]))),
      evidence: { delayed_task: first, terminal_task: last, pin_lifted: isPinned, ...absorbing(context) },
    }
  },
} as const satisfies Dcma14Row

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
