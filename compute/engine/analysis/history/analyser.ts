/**
 * POST /api/v1/forensics/history: what became of a schedule over its updates. Every schedule is computed once; health, DCMA points and patterns are those
 * of their own analyses, called here on each update and on all of them, so that a figure here is the figure there.
 */
import { HistoryData } from '../../../../shared/contract/analysis/history/data.ts'
import type { HistoryRequest } from '../../../../shared/contract/analysis/history/request.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { showCalendar } from '../../calendar/choice.ts'
import { findingsIn, withAdvice } from '../../check/advised-finding.ts'
import { computedFindings, type FoundIn, joinFindings } from '../../compare/input-findings.ts'
import { saidFirst } from '../../compare/last-task.ts'
import { membersOf, seriesOf } from '../../compare/series.ts'
import {
  finishText,
  marginOf,
  movedText,
  movementOf,
  NO_MOVEMENT,
  projectFinishOf,
  showMovement,
} from '../../edits/finish-moves.ts'
import { computed, isComputed } from '../../edits/recomputed.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, dayOf, optionsOf, refuseInvalid } from '../../result/options.ts'
import type { Analyser, AnalysisInput, ResultValue } from '../../result/result.ts'
import { inDays } from '../../wording/days.ts'
import { plural } from '../../wording/numbers.ts'
import { HISTORY_FINDING_ROWS, historyFindings } from './findings.ts'
import { patternsOf, qualityOf } from './quality.ts'
import { endOf, trendOf } from './trend.ts'
import { hasOpenWork, milestonesOf, showUpdate, type Update } from './update.ts'

export const historyAnalyser: Analyser = (input, context) => {
  const { checkpoint = () => {} } = context
  const fieldset = fieldsetOf(input, HistoryData)
  if (!isFieldset(fieldset)) return fieldset
  const ordered = byDataDate(input)
  const series = seriesOf(ordered)
  if ('code' in series) return series
  const options = optionsOf<typeof HistoryRequest>(input)
  const completionDay = dayOf(options.completion_date)
  const milestones = options.milestones ?? []
  const { items } = series
  const missing = milestones.flatMap((id, n) =>
    items.some(({ columns }) => tasksOfIds(columns, [id])[0] !== NO_MATCH)
      ? []
      : [
          {
            loc: ['body', 'options', 'milestones', n],
            msg: `No task of a schedule has the id ${JSON.stringify(id)}.`,
            type: 'unknown',
          },
        ],
  )
  if (missing.length > 0) return refuseInvalid(missing)
  const updates: Update[] = []
  context.progress?.(() => ({ done: updates.length, of: items.length, unit: 'updates' }))
  const found: FoundIn[] = []
  for (const item of items) {
    const of = computed({ columns: item.columns, members: membersOf(ordered, item) })
    if (!isComputed(of)) return of
    checkpoint(true)
    const place = placeIn(input, ordered, item.place)
    updates.push({
      item: { ...item, place },
      of,
      finish: projectFinishOf(of),
      quality: qualityOf(item, of, input, context),
    })
    found.push(computedFindings(place, { columns: item.columns, prepared: of.prepared, result: of.result }, of.choice))
    checkpoint(true)
  }
  const patterns = patternsOf(ordered, context)
  checkpoint()
  const [first, last] = [updates[0]!, updates.at(-1)!]
  const whole = updates.length < 2 ? NO_MOVEMENT : movementOf(first.finish, last.finish)
  const rows = updates.map((update, n) => showUpdate(update, updates[n - 1], completionDay))
  const isOpen = hasOpenWork(last)
  const end = endOf(updates)
  const trend =
    isOpen && end.isOneThing
      ? trendOf(
          updates.flatMap(({ item }, n) =>
            item.isBaseline ? [] : [{ day: item.statusDay, finish: end.finishes[n]!.day }],
          ),
          completionDay,
        )
      : undefined
  const worst = worstOf(updates)
  const advised = [
    ...historyFindings({ updates, trend, completionDay, endText: end.text }, last.item.columns),
    ...joinFindings(found),
  ]
  const data = {
    calendar: showCalendar(last.of.choice),
    completion_date: dateOrNull(completionDay),
    first_finish: finishText(first.finish),
    last_finish: finishText(last.finish),
    ...showMovement(whole),
    followed_finish: end.shown,
    updates: rows.map((row): ResultValue => row),
    milestones: milestonesOf(updates, milestones),
    trend: trend === undefined ? null : { ...trend },
    integrity_score: patterns.score,
    patterns: patterns.rows.map(row => ({ ...row })),
    worst_slip: worst === undefined ? null : worst.item.place,
  }
  const finish = finishText(last.finish)
  const result = {
    summary: [
      `${plural(updates.length, 'schedule')}, ${updates.length < 2 ? 'so nothing is compared' : `from the first to the last the project finishes ${movedText(whole)}`}.`,
      ...(finish === null
        ? []
        : [`The last one finishes on ${finish}${marginText(marginOf(last.finish, completionDay).calendarDays)}.`]),
      ...(trend === undefined || trend.forecast_finish === null
        ? []
        : [
            `The own record${end.followed === '' ? '' : ` of ${end.followed}`}, continued as a line, ends on ${trend.forecast_finish}: no simulation.`,
          ]),
      ...(end.isOneThing ? [] : ['The updates have no end in common, so no record is continued.']),
      ...(isOpen ? [] : ['All of its work is finished, so no record is continued.']),
    ].join(' '),
    findings: findingsIn(advised),
    recommendations: withAdvice([], advised, null),
    data: keepFields(data, fieldset),
  }
  return saidFirst(result, HISTORY_FINDING_ROWS.endChanged.code, end.text)
}

function marginText(days: number | null): string {
  if (days === null) return ''
  if (days === 0) return ', the completion date'
  return `, ${inDays(Math.abs(days), 'calendar')} ${days < 0 ? 'after' : 'before'} the completion date`
}

/** The update whose finish moved furthest later, by calendar days; the first of equal ones. */
function worstOf(updates: readonly Update[]): Update | undefined {
  let worst: Update | undefined
  let most = 0
  for (const [n, update] of updates.entries()) {
    const days = n === 0 ? 0 : (movementOf(updates[n - 1]!.finish, update.finish).calendarDays ?? 0)
    if (days <= most) continue
    most = days
    worst = update
  }
  return worst
}

interface Sent {
  readonly current_schedule: { readonly status_date?: string | null }
  readonly schedule_history?: readonly { readonly snapshot_date?: string | null }[] | null
}

/** Which schedule was sent as the current one says nothing here: the latest data date is. Equal ones stay in the order of the request. */
function byDataDate(input: AnalysisInput): AnalysisInput {
  const { current_schedule: current, schedule_history: history } = input.params as unknown as Sent
  const snapshots = history ?? []
  const currentDay = dayOf(current.status_date)
  const latest = snapshots.reduce(
    (best, { snapshot_date }, n) => {
      const day = dayOf(snapshot_date)
      return day > best.day ? { n, day } : best
    },
    { n: -1, day: currentDay === DAY_ABSENT ? Number.NEGATIVE_INFINITY : currentDay },
  )
  if (latest.n < 0) return input
  const { snapshot_date, ...schedule } = snapshots[latest.n]!
  const { status_date, ...rest } = current
  const schedules = new Map(input.schedules)
  const [a, b] = ['current_schedule.tasks', `schedule_history.${latest.n}.tasks`]
  schedules.set(a, input.schedules.get(b)!)
  schedules.set(b, input.schedules.get(a)!)
  return {
    ...input,
    schedules,
    params: {
      ...input.params,
      current_schedule: { ...schedule, status_date: snapshot_date },
      schedule_history: snapshots.map((each, n) =>
        n === latest.n ? { ...rest, snapshot_date: status_date ?? formatDay(currentDay) } : each,
      ),
    },
  }
}

/** The place in the request of a schedule of the ordered one. */
function placeIn(input: AnalysisInput, ordered: AnalysisInput, place: string): string {
  if (input === ordered) return place
  const columns = ordered.schedules.get(`${place}.tasks`)
  for (const [path, each] of input.schedules) if (each === columns) return path.slice(0, -'.tasks'.length)
  return place
}
