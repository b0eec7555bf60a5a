/** What changed since earlier statuses: actual dates rewritten (06A504a, 504b) and work that rides along (06A506c). */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { allHitsWhere } from '../../findings.ts'
import { idMatcher, matchIds, NO_MATCH } from '../../population/match-ids.ts'
import { isRiding, isRidingPastBaseline } from '../../population/riding.ts'
import { taskFacts } from '../../population/task-facts.ts'
import { plural } from '../../wording/plural.ts'
import type { CheckOutcome, Need } from '../check.ts'
import { needsStatusDate } from '../needs.ts'
import { shareOf } from '../outcomes.ts'
import { atLeast, bySize } from '../severity.ts'
import { type DecmFacts, type DecmRow, decmRow, INCOMPLETE, profiles } from './facts.ts'

const needsHistory: Need<DecmFacts> = {
  message: 'requires schedule_history',
  isMet: ({ earlier }) => earlier.length > 0,
}

/** Tasks of which an earlier status reports another date than the current one. A task may have several reports. */
function changedDates(
  facts: DecmFacts,
  column: 'actualStart' | 'actualFinish',
  words: readonly [string, string],
): CheckOutcome {
  const { columns, all, earlier } = facts
  const now = columns[column]
  const reported = new Uint8Array(columns.taskCount)
  const changed = new Uint8Array(columns.taskCount)
  let gone = 0
  const find = idMatcher(columns)
  for (const status of earlier) {
    const then: ScheduleColumns[typeof column] = status.columns[column]
    const match = find(status.columns)
    for (let j = 0; j < match.length; j++) {
      if (then[j] === DAY_ABSENT) continue
      const i = match[j]
      if (i === NO_MATCH) gone++
      else if (all.marks[i] === 1) {
        reported[i] = 1
        if (then[j] !== now[i]) changed[i] = 1
      }
    }
  }
  const hits = allHitsWhere(columns.taskCount, i => changed[i] === 1)
  const withdrawn = allHitsWhere(columns.taskCount, i => changed[i] === 1 && now[i] === DAY_ABSENT)
  const message = `${plural(hits.count, ...words)} from what was reported before.`
  return shareOf(hits, allHitsWhere(columns.taskCount, i => reported[i] === 1).count, message, {
    withdrawn: withdrawn.count,
    reports_of_tasks_now_gone: gone,
    snapshots: earlier.length,
    excluded_by_type: all.excludedByType,
  })
}

const REPORTED = 'Tasks and milestones, no summaries, for which an earlier snapshot reports'

const changedStarts = decmRow({
  code: '06A504a',
  title: 'Changed actual starts',
  severity: atLeast('high'),
  population: `${REPORTED} an actual start; matched by id.`,
  formula: 'Those whose actual start differs now, or is gone / all such.',
  unit: 'percent',
  profiles: profiles(10, 5),
  needs: [needsHistory],
  advice: {
    title: 'Explain the changed actual starts',
    description: 'What was reported stands, or its correction is recorded.',
  },
  run: facts => changedDates(facts, 'actualStart', ['actual start differs', 'actual starts differ']),
})

const changedFinishes = decmRow({
  code: '06A504b',
  title: 'Changed actual finishes',
  severity: atLeast('high'),
  population: `${REPORTED} an actual finish; matched by id.`,
  formula: 'Those whose actual finish differs now, or is gone / all such.',
  unit: 'percent',
  profiles: profiles(10, 5),
  needs: [needsHistory],
  advice: {
    title: 'Explain the changed actual finishes',
    description: 'What was reported stands, or its correction is recorded.',
  },
  run: facts => changedDates(facts, 'actualFinish', ['actual finish differs', 'actual finishes differ']),
})

/** 1 = the task rode its status date in the status before this one; undefined without a dated one. */
function rodeBefore({ columns, earlier }: DecmFacts): Uint8Array | undefined {
  const before = earlier.at(-1)
  if (before === undefined || before.day === DAY_ABSENT) return undefined
  const match = matchIds(columns, before.columns)
  const then = taskFacts(before.columns)
  const rode = new Uint8Array(columns.taskCount)
  for (let j = 0; j < match.length; j++) {
    if (match[j] !== NO_MATCH && isRiding(then, j, before.day)) rode[match[j]] = 1
  }
  return rode
}

const riding = decmRow({
  code: '06A506c',
  title: 'Forecasts riding the status date',
  severity: bySize,
  population: `${INCOMPLETE}.`,
  formula:
    'E whose forecast (else planned) start, not started, or finish, unfinished, is the status date or the day after it, now and in the status before / E. Without a dated snapshot: now, with its baseline date before the status date.',
  unit: 'percent',
  profiles: profiles(1, 0),
  needs: [needsStatusDate],
  advice: { title: 'Forecast the work anew', description: 'Dates that move with the status date forecast nothing.' },
  run: facts => {
    const { columns, tasks, incomplete, statusDay } = facts
    const before = rodeBefore(facts)
    const rides = (i: number): boolean =>
      before === undefined
        ? isRidingPastBaseline(tasks, i, statusDay)
        : before[i] === 1 && isRiding(tasks, i, statusDay)
    const hits = allHitsWhere(columns.taskCount, i => incomplete.marks[i] === 1 && rides(i))
    const message = `${plural(hits.count, 'task rides', 'tasks ride')} the status date.`
    return shareOf(hits, incomplete.count, message, {
      method: before === undefined ? 'single_period' : 'two_periods',
      excluded_by_type: incomplete.excludedByType,
    })
  },
})

export const DECM_HISTORY_CHECKS: readonly DecmRow[] = [changedStarts, changedFinishes, riding]
