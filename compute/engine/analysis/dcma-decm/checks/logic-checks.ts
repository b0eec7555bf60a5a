/** Dangling logic, lags, logic on summaries, level of effort that drives: 06A204b, 205a, 208a, 210a. */

import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { atLeast, bySize } from '../../../check/check.ts'
import { allHitsWhere, counted, shareOf } from '../../../check/findings.ts'
import { NOUNS, needsPredecessors } from '../../../check/needs.ts'
import { namedTask } from '../../../check/worst.ts'
import { isLoe } from '../../../kind/participation.ts'
import { openEndsAdvice, SUMMARIES_CLOSE } from '../../../metrics/ends.ts'
import { LAGS_ADVICE } from '../../../metrics/links.ts'
import {
  DRIVING_EFFORT,
  drivingEfforts,
  EFFORT_LOGIC_ADVICE,
  linkedSummaries,
  SUMMARY_LOGIC,
  SUMMARY_LOGIC_ADVICE,
} from '../../../metrics/summaries.ts'
import { heldEnds } from '../../../population/live-links.ts'
import { isMilestoneTask } from '../../../population/task-states.ts'
import { NO_TASK } from '../../../population/terminals.ts'
import { plural } from '../../../wording/numbers.ts'
import { type DecmContext, type DecmRow, DISCRETE, decmRow, INCOMPLETE, profiles } from './context.ts'

/** Whom one side of 06A204b exempts: the list of the request, else the end of the project. */
function exemption({ columns, network, exemptStarts, exemptFinishes }: DecmContext, side: 'start' | 'finish') {
  const list = side === 'start' ? exemptStarts : exemptFinishes
  if (list !== undefined) return { isExempt: (i: number) => list.marks[i] === 1, shown: 'request' as string | null }
  const end = side === 'start' ? network.terminals.exemptStart : network.terminals.exemptFinish
  return { isExempt: (i: number) => i === end, shown: end === NO_TASK ? null : textAt(columns.id, end) }
}

const danglingLogic = decmRow({
  code: '06A204b',
  title: 'Dangling logic',
  severity: atLeast('high'),
  population: `${DISCRETE}; one side exempt: start_task_ids and finish_task_ids, without a list the end of the project. ${SUMMARIES_CLOSE}`,
  formula:
    'Those with an open start (milestone: no predecessor; task: no FS or SS predecessor) or an open finish (milestone: no successor; task: no FS or FF successor) / all such.',
  unit: 'percent',
  noun: NOUNS.openWork,
  profiles: profiles(0, 0),
  needs: [],
  advice: openEndsAdvice,
  worst: namedTask,
  run: context => {
    const { columns, tasks, discrete, network } = context
    const { live } = network
    const held = heldEnds(columns.links, live)
    const start = exemption(context, 'start')
    const finish = exemption(context, 'finish')
    const isOpenStart = (i: number): boolean =>
      discrete.marks[i] === 1 &&
      (isMilestoneTask(tasks, i) ? live.hasPredecessor[i] : held.start[i]) === 0 &&
      !start.isExempt(i)
    const isOpenFinish = (i: number): boolean =>
      discrete.marks[i] === 1 &&
      (isMilestoneTask(tasks, i) ? live.hasSuccessor[i] : held.finish[i]) === 0 &&
      !finish.isExempt(i)
    const starts = allHitsWhere(columns.taskCount, isOpenStart)
    const finishes = allHitsWhere(columns.taskCount, isOpenFinish)
    const hits = allHitsWhere(columns.taskCount, i => isOpenStart(i) || isOpenFinish(i))
    const message = `${plural(hits.count, 'task dangles', 'tasks dangle')}: ${plural(starts.count, 'open start')}, ${plural(finishes.count, 'open finish', 'open finishes')}.`
    return shareOf(hits, discrete.count, message, {
      open_starts: starts.count,
      open_finishes: finishes.count,
      exempt_start: start.shown,
      exempt_finish: finish.shown,
      excluded_by_type: discrete.excludedByType,
    })
  },
})

const lags = decmRow({
  code: '06A205a',
  title: 'Lags',
  severity: bySize,
  population: `${INCOMPLETE}.`,
  formula: 'Those with a predecessor link of positive lag / all such. Leads are listed, not counted.',
  unit: 'percent',
  noun: NOUNS.openWork,
  profiles: profiles(10, 5),
  needs: [needsPredecessors],
  advice: LAGS_ADVICE,
  worst: namedTask,
  run: ({ columns, incomplete }) => {
    const { taskCount, links } = columns
    const hasLink = (s: number, test: (lagDays: number) => boolean): boolean => {
      if (incomplete.marks[s] === 0) return false
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        if (links.task[k] >= 0 && test(links.lagDays[k])) return true
      }
      return false
    }
    const hits = allHitsWhere(taskCount, i => hasLink(i, lag => lag > 0))
    const leads = allHitsWhere(taskCount, i => hasLink(i, lag => lag < 0))
    const message = `${plural(hits.count, 'task has a lag before it', 'tasks have a lag before them')}.`
    return shareOf(hits, incomplete.count, message, {
      tasks_with_leads: leads.count,
      excluded_by_type: incomplete.excludedByType,
    })
  },
})

const summaryLogic = decmRow({
  code: '06A208a',
  title: SUMMARY_LOGIC.title,
  severity: bySize,
  population: SUMMARY_LOGIC.population,
  formula: 'Summaries with a predecessor or a successor, each once.',
  unit: 'tasks',
  profiles: profiles(0, 0),
  needs: [needsPredecessors],
  advice: SUMMARY_LOGIC_ADVICE,
  noun: SUMMARY_LOGIC.noun,
  worst: namedTask,
  run: ({ columns, tasks }) => {
    const { hits, all } = linkedSummaries(columns, tasks.kind)
    return counted(hits, all, SUMMARY_LOGIC.message(hits.count))
  },
})

const drivingLoe = decmRow({
  code: '06A210a',
  title: DRIVING_EFFORT.title,
  severity: bySize,
  population: DRIVING_EFFORT.population,
  formula: 'Incomplete LOE with a successor that is no LOE / incomplete LOE.',
  unit: 'percent',
  profiles: profiles(0, 0),
  needs: [needsPredecessors],
  advice: EFFORT_LOGIC_ADVICE,
  noun: DRIVING_EFFORT.noun,
  worst: namedTask,
  run: ({ columns, tasks }) => {
    const { hits, all } = drivingEfforts(columns, tasks, kind => !isLoe(kind))
    return shareOf(hits, all, DRIVING_EFFORT.message(hits.count))
  },
})

export const DECM_LOGIC_CHECKS = [danglingLogic, lags, summaryLogic, drivingLoe] as const satisfies readonly DecmRow[]
