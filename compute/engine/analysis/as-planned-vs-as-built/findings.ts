/** What is reported beside the figures: the findings of this analysis and its summary. */

import { DAY_ABSENT, type ScheduleColumns, type TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { findingsOfRows, type RowHit } from '../../check/finding-rows.ts'
import { hitsOf, NO_HITS } from '../../check/findings.ts'
import { lastTaskText } from '../../compare/last-task.ts'
import { noPairsHit, noPairsText } from '../../compare/no-pairs.ts'
import { compareIds } from '../../ids/id-order.ts'
import { daysOver, inDays, laterOrEarlier, signedDays, spanText } from '../../wording/days.ts'
import type { FinishMovement } from '../../wording/finish-movement.ts'
import { plural } from '../../wording/plural.ts'
import { taskText } from '../../wording/tasks.ts'
import { entitledBy, type Measure } from '../delay-analysis/account.ts'
import type { Controlling, PlanComparison } from './compare-plan.ts'
import { AS_BUILT_FINDING_ROWS } from './finding-rows.ts'
import { isNegative } from './show.ts'
import { isFinishProjected } from './show-comparison.ts'

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
        count: gross !== undefined && gross.toDay > gross.fromDay ? taskCount : 0,
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

const concurrentDaysOf = ({ account, beside }: Controlling['held'], measure: Measure): number =>
  entitledBy(account.standing(), 'literal', beside, measure).concurrent

function concurrentHit({ controlling, gross, concurrency }: PlanComparison): RowHit {
  if (gross === undefined || controlling === undefined) return NO_HITS
  const { held } = controlling
  const wall = concurrentDaysOf(held, held.calendarDays)
  if (wall <= EPSILON_DAYS) return NO_HITS
  const days = concurrentDaysOf(held, held.account.scale.days)
  const detail = `${inBoth(days, wall, gross)} of the delay of ${inBoth(gross.days, gross.toDay - gross.fromDay, gross)}; by the policy ${concurrency} the entitlement says what they earn, and its table what they would earn by the others.`
  return { count: 1, detail }
}

/** By id, so that no order of the input decides whom the advice names. */
function outOfSequenceSteps(controlling: Controlling | undefined, ids: TextColumn) {
  if (controlling === undefined) return NO_HITS
  const { path } = controlling
  const late = path.tasks.filter((_, n) => isNegative(path.gapDays[n]) === 1).sort((i, j) => compareIds(ids, i, j))
  const gaps = new Map(Array.from(path.tasks, (task, n) => [task, path.gapDays[n]]))
  return { ...hitsOf(late), sizeOf: (task: number) => -(gaps.get(task) ?? 0) }
}

/** " (3 calendar days)" behind days of another calendar. */
const wallText = (days: number, { basis }: FinishMovement): string =>
  basis === 'calendar' ? '' : ` (${inDays(days, 'calendar')})`
const inBoth = (days: number, wall: number, gross: FinishMovement): string =>
  `${inDays(days, gross.basis)}${wallText(wall, gross)}`

/** Movement, dates, and the steps that delayed the finish most. */
function lateDetail(gross: FinishMovement, controlling: Controlling | undefined, columns: ScheduleColumns): string {
  const inCalendarDays = wallText(gross.toDay - gross.fromDay, gross)
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

/** "3 working days later"; of days off alone "0 working days (1 calendar day) later". */
function laterText({ days, basis, fromDay, toDay }: FinishMovement): string {
  const wall = toDay - fromDay
  return days === 0
    ? `${inDays(0, basis)} (${inDays(Math.abs(wall), 'calendar')}) ${wall > 0 ? 'later' : 'earlier'}`
    : laterOrEarlier(days, basis)
}

export function summaryOf({ apart, gross, controlling, built }: PlanComparison): string {
  if (apart !== undefined) return `The delay is not known. ${noPairsText(...apart)}`
  if (gross === undefined) return 'The delay is not known: the plan or the current schedule has no finish date.'
  const { fromDay, toDay } = gross
  const verb = isFinishProjected(built) ? 'is to finish' : 'finished'
  const when =
    fromDay === toDay
      ? `as planned, ${spanText(fromDay, toDay)}`
      : `${laterText(gross)} than planned, ${spanText(fromDay, toDay)}`
  const pathLength = controlling?.path.tasks.length
  const how = pathLength === undefined ? '' : `; the controlling path has ${plural(pathLength, 'task')}`
  return `By its dates the project ${verb} ${when}${how}. Indicators, not verdicts.`
}
