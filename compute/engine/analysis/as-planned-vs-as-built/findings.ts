/** What is reported beside the figures: the findings of this analysis and its summary. */

import { DAY_ABSENT, type ScheduleColumns, type TextColumn } from '../../../../shared/schedule/columns.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { findingsOfRows, type RowHit } from '../../check/finding-rows.ts'
import { hitsOf, NO_HITS } from '../../check/findings.ts'
import { lastTaskText } from '../../compare/last-task.ts'
import { noPairsHit, noPairsText } from '../../compare/no-pairs.ts'
import { compareIds } from '../../ids/id-order.ts'
import { daysOver, inDays, laterOrEarlier, signedDays, spanText } from '../../wording/days.ts'
import type { FinishMovement } from '../../wording/finish-movement.ts'
import { taskText } from '../../wording/tasks.ts'
import { entitledBy } from '../delay-analysis/account.ts'
import type { Controlling, PlanComparison } from './compare-plan.ts'
import { AS_BUILT_FINDING_ROWS } from './finding-rows.ts'
import { isNegative } from './show.ts'
import { isFinishProjected } from './show-comparison.ts'
import { WORDS } from './words.ts'

const STEPS_NAMED_MAX = 3

export function ownFindings(comparison: PlanComparison): AdvisedFinding[] {
  const { apart, skip, gross, plan, controlling, population, unplanned, undated, deleted, current } = comparison
  const { columns } = current
  const taskCount = population.count
  return findingsOfRows(
    AS_BUILT_FINDING_ROWS,
    {
      noPairs: noPairsHit(apart === undefined ? [] : [apart]),
      endChanged: endChangedHit(comparison),
      late: {
        count: (gross?.days ?? 0) > 0 ? taskCount : 0,
        ...(gross === undefined ? {} : { detail: lateDetail(gross, controlling, columns) }),
      },
      concurrent: concurrentHit(comparison),
      tied: controlling === undefined ? NO_HITS : hitsOf(controlling.beside),
      noPlan: { count: plan.finishDay === DAY_ABSENT ? taskCount : 0 },
      outOfSequence: outOfSequenceSteps(controlling, columns.id),
      noLinks: { count: skip === 'noLinks' ? taskCount : 0 },
      noActuals: { count: skip === 'noActuals' ? taskCount : 0 },
      undated: hitsOf(undated),
      unplanned: apart !== undefined || plan.finishDay === DAY_ABSENT ? NO_HITS : hitsOf(unplanned),
      deleted: { count: apart === undefined ? deleted.length : 0 },
      notCompared: hitsOf(plan.match?.notCompared ?? new Uint32Array()),
      noCategory: {
        count: controlling === undefined || controlling.hasCategories ? 0 : controlling.path.tasks.length,
      },
    },
    columns,
  )
}

/** How the comparison says that another task ends last; empty where none does. */
export const endText = ({ last, endings, whole, other, gross }: PlanComparison): string =>
  gross === undefined ? '' : lastTaskText(last, endings, movedText(whole), movedText(other))

const movedText = (movement: FinishMovement | undefined): string =>
  movement === undefined ? '' : laterOrEarlier(movement.days, movement.basis)

function endChangedHit(comparison: PlanComparison): RowHit {
  const detail = endText(comparison)
  return detail === '' ? NO_HITS : { count: 1, detail }
}

const concurrentDaysOf = ({ account, beside }: Controlling['held']): number =>
  entitledBy(account.standing(), 'literal', beside, (from, to) => to - from).concurrent

function concurrentHit({ controlling, gross, concurrency }: PlanComparison): RowHit {
  const days = controlling === undefined ? 0 : concurrentDaysOf(controlling.held)
  if (gross === undefined || days <= EPSILON_DAYS) return NO_HITS
  const { concurrentDetail } = WORDS.asBuiltFindingRows
  return { count: 1, detail: concurrentDetail(inDays(days, gross.basis), inDays(gross.days, gross.basis), concurrency) }
}

/** By id, so that no order of the input decides whom the advice names. */
function outOfSequenceSteps(controlling: Controlling | undefined, ids: TextColumn) {
  if (controlling === undefined) return NO_HITS
  const { path } = controlling
  const late = path.tasks.filter((_, n) => isNegative(path.gapDays[n]) === 1).sort((i, j) => compareIds(ids, i, j))
  const gaps = new Map(Array.from(path.tasks, (task, n) => [task, path.gapDays[n]]))
  return { ...hitsOf(late), sizeOf: (task: number) => -(gaps.get(task) ?? 0) }
}

/** Movement, dates, and the steps that delayed the finish most. */
function lateDetail(gross: FinishMovement, controlling: Controlling | undefined, columns: ScheduleColumns): string {
  const inCalendarDays = gross.basis === 'calendar' ? '' : ` (${inDays(gross.toDay - gross.fromDay, 'calendar')})`
  const moved = `${daysOver(gross.days, gross.basis, gross.fromDay, gross.toDay)}${inCalendarDays}.`
  if (controlling === undefined) return moved
  const { path, increments } = controlling
  const { shareDays } = increments.shares
  const most = [...path.tasks.keys()]
    .filter(n => shareDays[n] > EPSILON_DAYS)
    .sort((a, b) => shareDays[b] - shareDays[a] || a - b)
    .slice(0, STEPS_NAMED_MAX)
    .map(n => `${taskText(columns, path.tasks[n])} ${signedDays(shareDays[n], gross.basis)}`)
  return most.length === 0 ? moved : `${moved} Most by ${most.join(', ')}.`
}

export function summaryOf({ apart, gross, controlling, built }: PlanComparison): string {
  if (apart !== undefined) return WORDS.summaryOf.noPairs(noPairsText(...apart))
  if (gross === undefined) return WORDS.summaryOf.unknown
  const { days, basis, fromDay, toDay } = gross
  const verb = isFinishProjected(built) ? WORDS.summaryOf.isToFinish : WORDS.summaryOf.finished
  const when =
    days === 0
      ? WORDS.summaryOf.asPlanned(spanText(fromDay, toDay))
      : WORDS.summaryOf.moved(laterOrEarlier(days, basis), spanText(fromDay, toDay))
  const pathLength = controlling?.path.tasks.length
  const how = pathLength === undefined ? '' : WORDS.summaryOf.controllingPath(pathLength)
  return WORDS.summaryOf.finish(verb, when, how)
}
