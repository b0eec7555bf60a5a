/** Dangling logic, lags, logic on summaries, level of effort that drives: 06A204b, 205a, 208a, 210a. */

import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { LAGS_ADVICE, LOE_LOGIC_ADVICE, openEndsAdvice, SUMMARY_LOGIC_ADVICE } from '../../../check/advice.ts'
import { allHitsWhere } from '../../../check/findings.ts'
import { needsPredecessors } from '../../../check/needs.ts'
import { counted, shareOf } from '../../../check/outcomes.ts'
import { NOUNS } from '../../../check/population-nouns.ts'
import { atLeast, bySize } from '../../../check/severity.ts'
import { namedTask } from '../../../check/worst.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { isLoe, isSummary } from '../../../kind/participation.ts'
import { heldEnds } from '../../../population/live-links.ts'
import { isComplete, isMilestoneTask } from '../../../population/task-states.ts'
import { NO_TASK } from '../../../population/terminals.ts'
import { plural } from '../../../wording/plural.ts'
import { WORDS } from '../words.ts'
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
  title: WORDS.danglingLogic.title,
  severity: atLeast('high'),
  population: WORDS.danglingLogic.population(DISCRETE),
  formula: WORDS.danglingLogic.formula,
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
    const message = WORDS.danglingLogic.message(hits.count, starts.count, finishes.count)
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
  title: WORDS.lags.title,
  severity: bySize,
  population: WORDS.lags.population(INCOMPLETE),
  formula: WORDS.lags.formula,
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
    const message = WORDS.lags.message(hits.count)
    return shareOf(hits, incomplete.count, message, {
      tasks_with_leads: leads.count,
      excluded_by_type: incomplete.excludedByType,
    })
  },
})

const summaryLogic = decmRow({
  code: '06A208a',
  title: WORDS.summaryLogic.title,
  severity: bySize,
  population: WORDS.summaryLogic.population,
  formula: WORDS.summaryLogic.formula,
  unit: 'tasks',
  profiles: profiles(0, 0),
  needs: [needsPredecessors],
  advice: SUMMARY_LOGIC_ADVICE,
  noun: ['summary', 'summaries'],
  worst: namedTask,
  run: ({ columns, tasks }) => {
    const { taskCount, links } = columns
    const isLinked = zeros(Uint8Array, taskCount)
    for (let s = 0; s < taskCount; s++) {
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        isLinked[s] = 1
        if (links.task[k] >= 0) isLinked[links.task[k]] = 1
      }
    }
    const isOne = (i: number): boolean => isSummary(tasks.kind[i])
    const hits = allHitsWhere(taskCount, i => isOne(i) && isLinked[i] === 1)
    const summaries = allHitsWhere(taskCount, isOne).count
    return counted(hits, summaries, `${plural(hits.count, 'summary has', 'summaries have')} logic.`)
  },
})

const drivingLoe = decmRow({
  code: '06A210a',
  title: WORDS.drivingLoe.title,
  severity: bySize,
  population: WORDS.drivingLoe.population,
  formula: WORDS.drivingLoe.formula,
  unit: 'percent',
  profiles: profiles(0, 0),
  needs: [needsPredecessors],
  advice: LOE_LOGIC_ADVICE,
  noun: ['level-of-effort task', 'level-of-effort tasks'],
  worst: namedTask,
  run: ({ columns, tasks }) => {
    const { taskCount, links } = columns
    const drives = zeros(Uint8Array, taskCount)
    for (let s = 0; s < taskCount; s++) {
      if (isLoe(tasks.kind[s])) continue
      for (let k = links.start[s]; k < links.start[s + 1]; k++) if (links.task[k] >= 0) drives[links.task[k]] = 1
    }
    const isOne = (i: number): boolean => isLoe(tasks.kind[i]) && !isComplete(tasks, i)
    const hits = allHitsWhere(taskCount, i => isOne(i) && drives[i] === 1)
    const message = WORDS.drivingLoe.message(hits.count)
    return shareOf(hits, allHitsWhere(taskCount, isOne).count, message)
  },
})

export const DECM_LOGIC_CHECKS = [danglingLogic, lags, summaryLogic, drivingLoe] as const satisfies readonly DecmRow[]
