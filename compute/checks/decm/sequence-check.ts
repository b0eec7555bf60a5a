/** 06A212a: links whose successor runs, or is dated, before the link allows. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { bestFinish, bestStart } from '../../calendar/best-dates.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { hitsOf } from '../../findings.ts'
import { isInPasses } from '../../population/participation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { FF, FS, fromFinish, SS, toStart } from '../../population/relation-types.ts'
import { plural } from '../../wording/plural.ts'
import { needsStatusDate } from '../needs.ts'
import { counted } from '../outcomes.ts'
import { bySize } from '../severity.ts'
import { type DecmFacts, type DecmRow, decmRow, profiles } from './facts.ts'

/** Days of the calendar before start* of the task, or before the last day of its finish*; NaN without the date. */
function dayIndex(columns: ScheduleColumns, calendar: Calendar, task: number, isFinish: boolean): number {
  const day = isFinish ? bestFinish(columns, task) : bestStart(columns, task)
  if (day === DAY_ABSENT) return Number.NaN
  return isFinish ? calendar.indexOf(day + 1) - 1 : calendar.indexOf(day)
}

/** What the states of the two ends alone break. */
function isOutOfState(type: number, successor: number, predecessor: number): boolean {
  if (type === FS) return successor !== NOT_STARTED
  if (type === SS) return successor !== NOT_STARTED && predecessor === NOT_STARTED
  if (type === FF) return successor === COMPLETE
  return successor === COMPLETE && predecessor === NOT_STARTED
}

export const outOfSequence: DecmRow = decmRow({
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
    description: 'Correct the status, or the links the work did not keep to.',
  },
  run: ({ columns, tasks, discrete, choice }: DecmFacts) => {
    const { taskCount, links } = columns
    const { state, kind } = tasks
    const breaks = (k: number, s: number): boolean => {
      const p = links.task[k]
      const type = links.type[k]
      if (isOutOfState(type, state[s], state[p])) return true
      const lag = Math.max(links.lagDays[k], 0)
      const own = dayIndex(columns, choice.calendar, s, !toStart(type))
      const other = dayIndex(columns, choice.calendar, p, fromFinish(type))
      // a date that is absent compares as no violation
      return own < other + lag - EPSILON_DAYS
    }
    const successors: number[] = []
    const counts = { state: 0, dates: 0 }
    let tested = 0
    for (let s = 0; s < taskCount; s++) {
      if (!isInPasses(kind[s])) continue
      let isHit = false
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        const p = links.task[k]
        if (p < 0 || p === s || discrete.marks[p] === 0) continue
        tested++
        if (!breaks(k, s)) continue
        isHit = true
        if (isOutOfState(links.type[k], state[s], state[p])) counts.state++
        else counts.dates++
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
