/**
 * POST /api/v1/forensics/time-impact: each delay event inserted into a schedule from before it (AACE 29R-03 MIP 3.6 and 3.7, 52R-06). Fragnets are changes of a
 * schedule, which compute/engine/edits applies and computes; this file reads what is asked and says what came out.
 */
import { TimeImpactData } from '../../../../shared/contract/analysis/time-impact/data.ts'
import type { TimeImpactRequest } from '../../../../shared/contract/analysis/time-impact/request.ts'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import type { ScheduleColumns, TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { EVENT_PARTIES, type EventParty, type SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { findingsIn, withAdvice } from '../../check/advised-finding.ts'
import { computedFindings, type FoundIn, joinFindings } from '../../compare/input-findings.ts'
import { hashOf, membersOf, type SeriesItem, seriesOf, withStableIds } from '../../compare/series.ts'
import { AddedAlone } from '../../edits/alone.ts'
import {
  type Finish,
  finishText,
  type Movement,
  movedText,
  movementOf,
  projectFinishOf,
  showMovement,
} from '../../edits/finish-moves.ts'
import type { LongerWork } from '../../edits/fragnet.ts'
import { PassMeter } from '../../edits/pass-meter.ts'
import { type Computed, computed, isComputed, recomputed } from '../../edits/recomputed.ts'
import { Trials } from '../../edits/trials.ts'
import { WORDS } from '../../edits/words.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, optionsOf, refuseInvalid } from '../../result/options.ts'
import type { Analyser, ResultValue } from '../../result/result.ts'
import { plural, roundHalfAway } from '../../wording/numbers.ts'
import { contractOf } from '../delay-analysis/contract-dates.ts'
import { eventFindings, eventsBefore } from '../delay-analysis/event-findings.ts'
import { addedWorkOf, eventFaults, sharedEvents } from '../delay-analysis/events.ts'
import { NamedWork } from '../delay-analysis/followed.ts'
import {
  datesIn,
  groupsOf,
  type HeldBase,
  type HeldGroup,
  heldFinishes,
  heldWorkdaysOf,
  impactSeries,
  reachesOf,
  unknownSections,
} from './contract.ts'
import { impactFindings } from './findings.ts'
import { withoutExpected, withResumeDates } from './held-back.ts'
import { type Impact, turnOf, withRanges } from './impact.ts'
import { isBefore, isTooEarly, type PlacedEvent, placeEvents, stillOn, withoutWork } from './placing.ts'
import { areFaults, withEventsOn } from './turn.ts'
import { validationOf } from './validation.ts'

const SHOWS = {
  single_base:
    'Single base (AACE MIP 3.6): the effect that each event would have had on the plan as it stood in one schedule, the events one after the other. It does not see progress, changes of the plan or other delays after that schedule, so it can show delay that never came; AACE and the SCL Protocol name that weakness.',
  multi_base:
    'Multi base (AACE MIP 3.7): the effect that each event was likely to have, on the last schedule sent from before it. It rests on the logic and the forecasts of that schedule; what happened in the end, and who was late besides, it does not show.',
} as const
const RETROSPECTIVELY =
  ' Beside it stands what the next update shows, which progress and revisions have changed as well.'

interface Base {
  readonly item: SeriesItem
  /** As the critical path has it. */
  readonly sent: Computed
  /** As it is read here. */
  readonly computed: Computed
  /** Of what it has beyond what was sent, which no list names. */
  readonly points: ReadonlySet<string>
}

export const timeImpactAnalyser: Analyser = (input, { checkpoint = () => {}, progress }) => {
  const fieldset = fieldsetOf(input, TimeImpactData)
  if (!isFieldset(fieldset)) return fieldset
  const series = seriesOf(input)
  if ('code' in series) return series
  const options = optionsOf<typeof TimeImpactRequest>(input)
  const method = options.method ?? 'multi_base'
  const isDated = method !== 'single_base'
  const isRetrospective = options.timing === 'retrospective'
  const milestones = options.milestones ?? []
  const events = (input.params.delay_events ?? []) as readonly SentEvent[]
  const { items } = series
  const faults = eventFaults(events, items)
  if (faults.length > 0) return refuseInvalid(faults)
  const choice = chooseCalendar(items.at(-1)!.columns, input.params.calendar)
  const { calendar } = choice
  const stable = withStableIds(items)
  const work = new NamedWork(items, choice)
  const idsIn = (id: string, at: number): readonly string[] => {
    const own = stable.idIn(id, at)
    const ids = work.idsIn(own, at)
    return ids.length > 0 ? ids : [own]
  }
  const tooEarly = eventsBefore(events, items, calendar)
  const placed = placeEvents(events, items, method === 'single_base', tooEarly, idsIn)
  const schedules = items.map(item => ({ columns: item.columns, members: membersOf(input, item) }))
  const ownWork = events.map(event => (isDated ? addedWorkOf(event, items, calendar, work) : undefined))
  const meter = new PassMeter(items.map(({ columns }) => columns))
  const known = new Map<number, Base>()
  const baseAt = (at: number) => {
    const found = known.get(at)
    if (found !== undefined) return found
    const result = computed(schedules[at]!)
    if (!isComputed(result)) return result
    const { of, points } = withResumeDates(result, meter)
    const base = { item: items[at]!, sent: result, computed: of, points }
    known.set(at, base)
    checkpoint(true)
    return base
  }
  const usedAt = placed.size > 0 ? [...placed.keys()] : [method === 'single_base' ? 0 : items.length - 1]
  const impacts: Impact[] = []
  const shownBases: ResultValue[] = []
  const found: FoundIn[] = []
  const contract = contractOf(options, 'the finish with the events')
  const held: HeldBase[] = []
  const goesOn = new Set<string>()
  const first = contract.dates.length === 0 ? undefined : baseAt(0)
  if (first !== undefined && 'code' in first) return first
  const firstDates = datesIn(contract.dates, work, 0)
  const unknownAtFirst = first === undefined ? [] : unknownSections(first.computed, firstDates, first.item.place)
  if (unknownAtFirst.length > 0) return refuseInvalid(unknownAtFirst)
  const origin = { item: items[0]!, before: first === undefined ? [] : heldFinishes(first.computed, firstDates) }
  progress?.(() => ({ done: impacts.length, of: events.length, unit: 'events' }))
  for (const at of usedAt) {
    const base = baseAt(at)
    if ('code' in base) return base
    const next = isRetrospective && at + 1 < items.length ? baseAt(at + 1) : undefined
    if (next !== undefined && 'code' in next) return next
    const dates = datesIn(contract.dates, work, at)
    const unknown = unknownSections(base.computed, dates, base.item.place)
    if (unknown.length > 0) return refuseInvalid(unknown)
    const own: Impact[] = []
    const groups: HeldGroup[] = []
    const expected = placed.has(at) ? withoutExpected(base.computed) : { of: base.computed, tasks: [] }
    const { turns, ofOwn, ofAll } = isDated
      ? withoutWork(placed, at, expected.of, items[0]!.columns, ownWork)
      : { turns: placed.get(at) ?? [], ofOwn: [], ofAll: [] }
    const without = (changes: readonly SentChange[], of: Computed): Computed | Refusal =>
      changes.length === 0 ? of : recomputed(of.schedule, changes, ['delay_events'], meter)
    const emptied = without(ofAll, expected.of)
    if (!isComputed(emptied)) return emptied
    const lifted = { ...expected, of: emptied }
    const on = isDated && placed.has(at) ? stillOn(placed, items, at, base.computed.choice.calendar, ownWork) : []
    const goingOn = withEventsOn(on, { before: lifted.of, isDated, meter, longer: new Map() })
    for (const { event } of goingOn?.inserted ?? []) goesOn.add(String(event.id))
    const start: Computed = goingOn?.after ?? lifted.of
    const longerInBase: LongerWork = goingOn?.longer ?? new Map()
    const alone = new AddedAlone(start)
    const trials = new Trials(start)
    let before: Computed = start
    let longer: LongerWork = longerInBase
    // what the next update can show of them
    const toNext = { finish: projectFinishOf(start), count: 0 }
    const shared = sharedEvents(events, base.computed.choice.calendar)
    const withShared = (each: PlacedEvent): PlacedEvent =>
      shared.has(each.index) ? { ...each, flags: [...each.flags, 'same_work_and_time'] } : each
    const ofBase = {
      ...{
        base: start,
        longerInBase,
        alone,
        schedule: base.item.place,
        schedules,
        milestones,
        dates,
        meter,
        trials,
        isDated,
      },
      ...{
        sent: base.computed,
        lifted: lifted.tasks,
        request: base.sent.schedule.columns,
        points: base.points,
        heldWorkdays: heldWorkdaysOf(start, dates),
      },
    }
    const whereNow = () => ({ ...ofBase, before, longer, position: own.length + 1 })
    const allInserted: PlacedEvent[] = []
    for (const group of groupsOf(turns, base.computed.choice)) {
      const where = whereNow()
      const moves: HeldGroup['moves'][number][] = []
      const inserted: PlacedEvent[] = []
      for (const each of group) {
        const now = whereNow()
        const turn = turnOf(each.map(withShared), now)
        if (areFaults(turn)) return refuseInvalid(turn)
        own.push(...turn.impacts)
        inserted.push(...turn.inserted)
        for (const impact of turn.impacts)
          if (turn.inserted.includes(impact.placed)) {
            const party = impact.placed.event.party as EventParty
            moves.push({ party, turn: now.position, held: impact.held })
          }
        before = turn.after
        longer = turn.longer
        if (next !== undefined && !isBefore(next.item, each[0]!.startedDay)) {
          toNext.finish = projectFinishOf(before)
          toNext.count += turn.inserted.length
        }
        checkpoint(true)
      }
      allInserted.push(...inserted)
      if (inserted.length === 0) continue
      groups.push({ moves, after: heldFinishes(before, dates), reaches: reachesOf(inserted, where) })
      if (meter.isSpent) return refuseInvalid([{ loc: ['body', 'delay_events'], msg: WORDS.spent, type: 'length' }])
    }
    const told = withRanges(own, allInserted, whereNow(), before)
    if (areFaults(told)) return refuseInvalid(told)
    impacts.push(...told.ranged)
    held.push({ item: base.item, before: heldFinishes(start, dates), groups, workdays: ofBase.heldWorkdays })
    const from = next === undefined ? base.computed : without(ofOwn, base.computed)
    if (!isComputed(from)) return from
    const observed = next === undefined ? null : observedIn(next, from, projectFinishOf(start), toNext)
    shownBases.push(showBase(base, start, before, own.filter(isInserted).length, observed))
    found.push(computedFindings(base.item.place, runOf(base), base.computed.choice))
  }
  const missing = unknownMilestones(milestones, [...known.values()], impacts)
  if (missing.length > 0) return refuseInvalid(missing)
  checkpoint()
  const last = baseAt(usedAt.at(-1)!) as Base
  const completions = contract.against(n => impactSeries(origin, held, n))
  const advised = [
    ...impactFindings(impacts, [...goesOn], stable.moved, last.item.columns),
    ...eventFindings(input, events, items),
    ...joinFindings(found),
  ]
  const data = {
    method,
    implementation_protocol: method === 'single_base' ? '3.6' : '3.7',
    timing: options.timing ?? 'prospective',
    calendar: showCalendar(last.computed.choice),
    bases: shownBases,
    events: impacts.map(({ shown }) => shown),
    by_party_working_days: byParty(impacts, 'workingDays'),
    by_party_calendar_days: byParty(impacts, 'calendarDays'),
    contract_dates: completions.shown,
    attribution_method: SHOWS[method] + (isRetrospective ? RETROSPECTIVELY : ''),
  }
  return {
    summary: [summarise(impacts, method), ...completions.texts].join(' '),
    findings: findingsIn(advised),
    recommendations: withAdvice([], advised, null),
    data: keepFields(data, fieldset),
    namesOfIds: namesOf(impacts),
  }
}

const runOf = ({ sent: { schedule, prepared, result } }: Base) => ({
  columns: schedule.columns as ScheduleColumns,
  prepared,
  result,
})

const sumOf = (impacts: readonly Impact[], count: keyof Movement): number =>
  roundHalfAway(
    impacts.reduce((sum, { movement }) => sum + (movement[count] ?? 0), 0),
    OFFSET_DECIMALS,
  )

const byParty = (impacts: readonly Impact[], count: keyof Movement): Record<EventParty, number> =>
  Object.fromEntries(
    EVENT_PARTIES.map(party => [
      party,
      sumOf(
        impacts.filter(({ placed }) => placed.event.party === party),
        count,
      ),
    ]),
  ) as Record<EventParty, number>

/** `before`: as events go into it; `after`: with all of them. */
function showBase(
  base: Base,
  before: Computed,
  after: Computed,
  eventCount: number,
  observed: ResultValue,
): ResultValue {
  const { item, sent } = base
  const { columns, members } = sent.schedule
  const start = projectFinishOf(before)
  const end = projectFinishOf(after)
  const movement = movementOf(start, end)
  return {
    schedule: item.place,
    data_date: dateOrNull(item.statusDay),
    sha256: hashOf(columns, members),
    calendar: showCalendar(sent.choice),
    finish: finishText(start),
    finish_with_events: finishText(end),
    ...showMovement(movement),
    event_count: eventCount,
    observed,
    source_validation: validationOf(item, sent).map(row => ({ ...row })),
  }
}

/** `from`: the base without the work of its events; `start`: as events go into it; `toNext`: with those that began before the data date of the next update, which can show no others. */
function observedIn(
  next: Base,
  from: Computed,
  start: Finish,
  toNext: { readonly finish: Finish; readonly count: number },
): ResultValue {
  const finish = projectFinishOf(next.computed)
  const movement = movementOf(projectFinishOf(from), finish)
  const { workingDays } = movement
  const byEvents = movementOf(start, toNext.finish)
  return {
    schedule: next.item.place,
    data_date: dateOrNull(next.item.statusDay),
    finish: finishText(finish),
    ...showMovement(movement),
    event_count: toNext.count,
    beyond_events_working_days:
      workingDays === null || byEvents.workingDays === null
        ? null
        : roundHalfAway(workingDays - byEvents.workingDays, OFFSET_DECIMALS),
  }
}

function unknownMilestones(ids: readonly string[], bases: readonly Base[], impacts: readonly Impact[]) {
  const missing = new Set(ids.keys())
  for (const { computed: each } of bases) {
    if (missing.size === 0) break
    for (const [n, task] of tasksOfIds(each.schedule.columns, ids).entries()) if (task !== NO_MATCH) missing.delete(n)
  }
  for (const { milestonesFound } of impacts) for (const n of milestonesFound) missing.delete(n)
  return Array.from(missing, n => ({
    loc: ['body', 'options', 'milestones', n],
    msg: `No task of a base has the id ${JSON.stringify(ids[n])}.`,
    type: 'unknown',
  }))
}

const namesOf = (impacts: readonly Impact[]): ReadonlyMap<TextColumn, () => TextColumn> =>
  new Map(impacts.flatMap(({ names }) => [...names]))

const isInserted = ({ shown }: Impact): boolean => shown.modelled_as !== 'none'

/** Events that the summary names. */
const NAMED_MAX = 3

function summarise(impacts: readonly Impact[], method: keyof typeof SHOWS): string {
  const way = method === 'single_base' ? 'one schedule (MIP 3.6)' : 'the schedules before them (MIP 3.7)'
  const inserted = impacts.filter(isInserted)
  const elsewhere = impacts.filter(({ flags }) => flags.includes('task_not_in_base')).length
  const others =
    elsewhere === 0 ? [] : [`${plural(elsewhere, 'event names', 'events name')} tasks that its base does not have.`]
  const early = impacts.filter(({ placed }) => isTooEarly(placed)).length
  if (early > 0) others.push(`${plural(early, 'event was', 'events were')} over before all schedules: 0 days.`)
  const idle = impacts.length - inserted.length - elsewhere - early
  if (idle > 0) others.push(`${plural(idle, 'event delays', 'events delay')} no work that its base has left: 0 days.`)
  if (inserted.length === 0) return [`No event was inserted into ${way}.`, ...others].join(' ')
  const named = inserted
    .slice(0, NAMED_MAX)
    .map(({ placed, movement }) => `${placed.event.id}: ${movedText(movement)}.`)
  const more = inserted.length - named.length
  return [
    `${plural(inserted.length, 'event was', 'events were')} inserted into ${way}.`,
    ...named,
    ...(more > 0 ? [`${plural(more, 'more event')}.`] : []),
    ...others,
  ].join(' ')
}
