/** 06A212a: links whose successor runs, or is dated, before the link allows. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { bestFinish, bestStart } from '../../../calendar/best-dates.ts'
import type { Calendar } from '../../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import { bySize } from '../../../check/check.ts'
import { counted, hitsOf } from '../../../check/findings.ts'
import { needsStatusDate } from '../../../check/needs.ts'
import { basisOf, worstTask } from '../../../check/worst.ts'
import { isInPasses } from '../../../kind/participation.ts'
import { SETTLE_SEQUENCE } from '../../../metrics/status.ts'
import { fromFinish, toStart } from '../../../passes/relation.ts'
import { isOutOfState } from '../../../population/progress.ts'
import { inDays } from '../../../wording/days.ts'
import { plural } from '../../../wording/numbers.ts'
import { type DecmContext, decmRow, profiles } from './context.ts'

/** Days of the calendar before start* of the task, or before the last day of its finish*; NaN without the date. */
function dayIndex(columns: ScheduleColumns, calendar: Calendar, task: number, isFinish: boolean): number {
  const day = isFinish ? bestFinish(columns, task) : bestStart(columns, task)
  if (day === DAY_ABSENT) return Number.NaN
  return isFinish ? calendar.indexOf(day + 1) - 1 : calendar.indexOf(day)
}

type Broken = 'state' | 'dates'

/** Days by which the successor of link k is dated before the link allows; not a number without both dates. */
function daysBefore({ columns, choice }: DecmContext, k: number, s: number): number {
  const { links } = columns
  const lag = Math.max(links.lagDays[k], 0)
  const own = dayIndex(columns, choice.calendar, s, !toStart(links.type[k]))
  return dayIndex(columns, choice.calendar, links.task[k], fromFinish(links.type[k])) + lag - own
}

/** What the link breaks into task s, progress before dates; undefined: nothing. A date that is absent is no violation. */
function sequenceBreak(context: DecmContext, k: number, s: number): Broken | undefined {
  const { links } = context.columns
  const { state } = context.tasks
  if (isOutOfState(links.type[k], state[s], state[links.task[k]])) return 'state'
  return daysBefore(context, k, s) > EPSILON_DAYS ? 'dates' : undefined
}

/** Whether link k into task s is tested. */
function isTested({ columns: { links }, discrete }: DecmContext, k: number, s: number): boolean {
  const p = links.task[k]
  return p >= 0 && p !== s && discrete.marks[p] === 1
}

function linkBreaks(context: DecmContext, s: number): Broken {
  const { start } = context.columns.links
  for (let k = start[s]; k < start[s + 1]; k++) {
    if (isTested(context, k, s) && sequenceBreak(context, k, s) === 'state') return 'state'
  }
  return 'dates'
}

/** The most days of any link into the task; 0 where progress alone breaks them. */
function earlyDays(context: DecmContext, s: number): number {
  const { start } = context.columns.links
  let most = 0
  for (let k = start[s]; k < start[s + 1]; k++) {
    if (isTested(context, k, s)) most = Math.max(most, daysBefore(context, k, s) || 0)
  }
  return most
}

export const outOfSequence = decmRow({
  code: '06A212a',
  title: 'Out of sequence',
  severity: bySize,
  population: 'Links from incomplete discrete tasks and milestones to tasks other than summaries and level of effort.',
  formula:
    'Links whose successor has started (SS, SF: before the predecessor has; FF, SF: has finished), or starts or finishes before the predecessor and a positive lag allow. The same day is no violation, a lead no excuse.',
  unit: 'links',
  profiles: profiles(0, 0),
  needs: [needsStatusDate],
  advice: {
    title: 'Settle what runs out of sequence',
    causes: [
      {
        found: [
          'has progress that its unfinished predecessors forbid',
          'have progress that their unfinished predecessors forbid',
        ],
        action: SETTLE_SEQUENCE,
        holds: (context, s) => linkBreaks(context, s) === 'state',
      },
      {
        found: ['is dated before its predecessors allow', 'are dated before their predecessors allow'],
        action: 'calculate the schedule again, so that the dates follow the links',
      },
    ],
  },
  worst: worstTask<DecmContext>(
    (context, s) => earlyDays(context, s),
    (context, s) => {
      const early = earlyDays(context, s)
      return early > 0
        ? `${inDays(early, basisOf(context))} before its links allow`
        : 'begun or finished before its links allow'
    },
  ),
  run: context => {
    const { columns, tasks } = context
    const { taskCount, links } = columns
    const successors: number[] = []
    const counts = { state: 0, dates: 0 }
    let tested = 0
    for (let s = 0; s < taskCount; s++) {
      if (!isInPasses(tasks.kind[s])) continue
      let isHit = false
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        if (!isTested(context, k, s)) continue
        tested++
        const broken = sequenceBreak(context, k, s)
        if (broken === undefined) continue
        isHit = true
        counts[broken]++
      }
      if (isHit) successors.push(s)
    }
    const count = counts.state + counts.dates
    const message = `${plural(count, 'link is', 'links are')} out of sequence: ${counts.state} by progress, ${counts.dates} by dates.`
    return counted(hitsOf(Uint32Array.from(successors), count), tested, message, {
      by_progress: counts.state,
      by_dates: counts.dates,
    })
  },
})
