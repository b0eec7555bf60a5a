/**
 * POST /api/v1/forensics/collapsed-as-built: delay events taken out of the as-built network (AACE 29R-03 MIP 3.8 and 3.9). The network is made in
 * as-built.ts, collapse.ts computes it with less; this file reads what is asked and says what came out.
 */
import { CollapsedAsBuiltData } from '../../../../shared/contract/analysis/collapsed-as-built/data.ts'
import type { CollapsedAsBuiltRequest } from '../../../../shared/contract/analysis/collapsed-as-built/request.ts'
import type { Refusal, ValidationFault } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { EVENT_PARTIES, type EventParty, type SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { findingsIn, withAdvice } from '../../check/advised-finding.ts'
import { computedFindings, type FoundIn, joinFindings } from '../../compare/input-findings.ts'
import { isPlan, membersOf, type SeriesItem, seriesOf, withStableIds } from '../../compare/series.ts'
import type { Finish } from '../../edits/finish-moves.ts'
import { PassMeter } from '../../edits/pass-meter.ts'
import { computed, isComputed } from '../../edits/recomputed.ts'
import { WORDS } from '../../edits/words.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, dayOf, optionsOf, refuseInvalid } from '../../result/options.ts'
import type { Analyser, AnalysisInput, ResultValue } from '../../result/result.ts'
import { inDays } from '../../wording/days.ts'
import { plural, roundHalfAway } from '../../wording/numbers.ts'
import { type ContractSeries, finishIn, modelledSeries } from '../delay-analysis/contract-accounts.ts'
import { type ContractDate, contractOf } from '../delay-analysis/contract-dates.ts'
import { eventFindings } from '../delay-analysis/event-findings.ts'
import { passesOfTurns } from '../delay-analysis/event-turns.ts'
import { eventFaults, eventsUnder, sharedEvents, spanOfEvent } from '../delay-analysis/events.ts'
import { NamedWork } from '../delay-analysis/followed.ts'
import { datesIn, heldFinishes, unknownSections } from '../time-impact/contract.ts'
import { asBuiltOf } from './as-built.ts'
import { CountedDays, logicBefore, partsOf, worksOf } from './extraction.ts'
import { collapseFindings } from './findings.ts'
import type { PartyShare } from './parties.ts'
import { showSimulation, showStep } from './show.ts'
import { type Earlier, earlierOf, NOTHING_COUNTED, type Simulation, simulate } from './simulation.ts'

/** Each event is taken out alone and with those before it, and all sets of four parties are. */
const passesOf = (events: readonly SentEvent[]): number => passesOfTurns(events.map(({ started }) => started)) + 17

const SHOWS = {
  single:
    'Single simulation (AACE MIP 3.8): what the finish would have been had the events not been, in the order and at the pace in which the work was done.',
  multi:
    'Multiple simulation (AACE MIP 3.9): the same in each update, with all events up to its data date. A window has what they hold in it less what the windows before have counted, so that no day stands twice and all windows sum to what goes with all events in the last one; an event across a data date is cut there.',
} as const
const CANNOT =
  ' It rests on links that are inferred from dates: it does not show that anybody would have worked sooner, what was critical at the time, or float that was used up. Durations hold idle time that no event names. Days that only go with the events of both parties are concurrent.'

export const collapsedAsBuiltAnalyser: Analyser = (input, { checkpoint = () => {} }) => {
  const fieldset = fieldsetOf(input, CollapsedAsBuiltData)
  if (!isFieldset(fieldset)) return fieldset
  const series = seriesOf(input)
  if ('code' in series) return series
  const options = optionsOf<typeof CollapsedAsBuiltRequest>(input)
  const method = options.method ?? 'single'
  const milestones = options.milestones ?? []
  const events = (input.params.delay_events ?? []) as readonly SentEvent[]
  const faults = eventFaults(events, series.items)
  if (faults.length > 0) return refuseInvalid(faults)
  const updates = series.items.filter(({ isBaseline }) => !isBaseline)
  const used = method === 'single' ? updates.slice(-1) : updates
  const meter = new PassMeter(series.items.map(({ columns }) => columns))
  const namedCount = events.reduce((sum, { task_ids: ids }) => sum + (ids?.length ?? 0), 0)
  const isTooMuch = (columns: ScheduleColumns, passes: number): boolean => {
    meter.countWalks(columns, passes)
    meter.countNames(passes * namedCount)
    return meter.isSpent
  }
  const spent = refuseInvalid([{ loc: ['body', 'delay_events'], msg: WORDS.spent, type: 'length' }])
  for (const { columns } of used) if (isTooMuch(columns, passesOf(events))) return spent
  const unknown = unknownMilestones(used, milestones)
  if (unknown.length > 0) return refuseInvalid(unknown)
  const contract = contractOf(options)
  const choice = chooseCalendar(series.items.at(-1)!.columns, input.params.calendar)
  const work = new NamedWork(series.items, choice)
  const plan = planOf(input, series.items, used, datesIn(contract.dates, work, 0))
  if (plan !== undefined && 'code' in plan) return plan
  const works = worksOf(events, used, series.items, choice.calendar, work)
  const simulations: Simulation[] = []
  const countedDays = new CountedDays()
  const found: FoundIn[] = []
  for (const [n, item] of used.entries()) {
    const result = computed({ columns: item.columns, members: membersOf(input, item) })
    if (!isComputed(result)) return result
    checkpoint(true)
    const at = series.items.indexOf(item)
    const dates = datesIn(contract.dates, work, at)
    const idsIn = (id: string): readonly string[] => work.idsIn(id, at)
    const own = eventsUnder(events, id => {
      const ids = idsIn(id)
      return ids.length > 0 ? ids : id
    })
    const missing = unknownSections(result, dates, item.place)
    if (missing.length > 0) return refuseInvalid(missing)
    const asBuilt = asBuiltOf(result)
    const fromDay = n === 0 ? DAY_ABSENT : used[n - 1]!.statusDay
    const untilDay = n === used.length - 1 ? DAY_ABSENT : item.statusDay
    const limits = {
      from: fromDay === DAY_ABSENT ? Number.NEGATIVE_INFINITY : asBuilt.ruler.dayStart(fromDay),
      until: untilDay === DAY_ABSENT ? Number.POSITIVE_INFINITY : asBuilt.ruler.dayStart(untilDay),
    }
    const shared = sharedEvents(own, result.choice.calendar)
    const parts = own.flatMap((event, index) => {
      const { from, to } = spanOfEvent(event, result.choice.calendar)
      const isOutside = (untilDay !== DAY_ABSENT && from >= untilDay) || (fromDay !== DAY_ABSENT && to < fromDay)
      const own = works[index]
      if (own === undefined ? isOutside : own.at !== n) return []
      return [partsOf(event, index, asBuilt, limits, shared.has(index), idsIn, own?.isNamed === true, countedDays)]
    })
    for (const each of parts) countedDays.add(each, item.columns)
    const past = { from: Number.NEGATIVE_INFINITY, until: limits.from }
    const counted =
      fromDay === DAY_ABSENT
        ? []
        : own.flatMap((event, index) => {
            const own = works[index]
            if (own === undefined ? dayOf(event.started) >= fromDay : own.at >= n) return []
            return [partsOf(event, index, asBuilt, past, false, idsIn, own?.isNamed === true)]
          })
    // events of earlier windows go before those of this one and behind them, and those of this one likewise
    const again = [...counted, ...(counted.length > 0 ? parts : [])].map(each => each.event)
    if (again.length > 0 && isTooMuch(item.columns, 2 * passesOf(again))) return spent
    const dated = dates.map(({ taskId }) => (taskId === undefined ? NO_MATCH : tasksOfIds(item.columns, [taskId])[0]))
    const before = simulations.at(-1)?.counted ?? NOTHING_COUNTED
    const window = { fromDay, untilDay }
    const earlier = series.items.slice(0, at).map(({ columns }) => columns)
    const logic = logicBefore(earlier, item.columns)
    simulations.push(simulate(item, asBuilt, parts, counted, before, window, dated, logic, () => checkpoint(true)))
    found.push(
      computedFindings(
        item.place,
        { columns: result.schedule.columns as ScheduleColumns, prepared: result.prepared, result: result.result },
        result.choice,
      ),
    )
  }
  checkpoint()
  const last = simulations.at(-1)!
  const advised = [
    ...collapseFindings(simulations, withStableIds(series.items).moved, last.item.columns),
    ...eventFindings(input, events, series.items),
    ...joinFindings(found),
  ]
  const completions = contract.against(n => collapsedSeries(simulations, plan, n))
  const shares = simulations.flatMap(simulation => simulation.shares)
  const eventRows = simulations.flatMap(simulation =>
    [...simulation.steps, ...simulation.changes].map((step): ResultValue => showStep(step, simulation)),
  )
  const data = {
    method,
    implementation_protocol: method === 'single' ? '3.8' : '3.9',
    calendar: showCalendar(last.asBuilt.of.choice),
    simulations: simulations.map((simulation, n) => showSimulation(simulation, simulations[n - 1], milestones)),
    events: eventRows,
    by_party_working_days: byParty(shares, 'workingDays'),
    by_party_calendar_days: byParty(shares, 'calendarDays'),
    contract_dates: completions.shown,
    attribution_method: SHOWS[method] + CANNOT,
  }
  return {
    summary: [summarise(simulations, method), ...completions.texts].join(' '),
    findings: findingsIn(advised),
    recommendations: withAdvice([], advised, null),
    data: keepFields(data, fieldset),
  }
}

/** The finishes of the plan, where contract dates ask for it and one was sent beside the as-built schedules. */
function planOf(
  input: AnalysisInput,
  [item]: readonly SeriesItem[],
  used: readonly SeriesItem[],
  dates: readonly ContractDate[],
): HeldPlan | Refusal | undefined {
  if (dates.length === 0 || used.includes(item) || !isPlan(item)) return undefined
  const result = computed({ columns: item.columns, members: membersOf(input, item) })
  if (!isComputed(result)) return result
  const missing = unknownSections(result, dates, item.place)
  return missing.length > 0 ? refuseInvalid(missing) : { item, finishes: heldFinishes(result, dates) }
}

function unknownMilestones(used: readonly SeriesItem[], ids: readonly string[]): ValidationFault[] {
  const missing = new Set(ids.keys())
  for (const { columns } of used)
    for (const [n, task] of tasksOfIds(columns, ids).entries()) if (task !== NO_MATCH) missing.delete(n)
  return Array.from(missing, n => ({
    loc: ['body', 'options', 'milestones', n],
    msg: `No task of an as-built schedule has the id ${JSON.stringify(ids[n])}.`,
    type: 'unknown',
  }))
}

const byParty = (shares: readonly PartyShare[], unit: 'workingDays' | 'calendarDays'): Record<EventParty, number> =>
  Object.fromEntries(
    EVENT_PARTIES.map(party => {
      const own = shares.filter(share => share.party === party)
      return [
        party,
        roundHalfAway(
          own.reduce((sum, share) => sum + share[unit], 0),
          OFFSET_DECIMALS,
        ),
      ]
    }),
  ) as Record<EventParty, number>

/** Simulations that the summary names. */
const NAMED_MAX = 3

function earlierText({ workingDays, calendarDays }: Earlier): string {
  if (workingDays === null) return 'on a day that is not known'
  if (workingDays === 0 && (calendarDays ?? 0) === 0) return 'on the same day'
  return `${daysText({ workingDays, calendarDays })} earlier`
}

const daysText = ({ workingDays, calendarDays }: Earlier): string =>
  `${inDays(workingDays ?? 0, 'working')}${calendarDays === null ? '' : ` (${inDays(calendarDays, 'calendar')})`}`

function summarise(simulations: readonly Simulation[], method: keyof typeof SHOWS): string {
  const protocol = method === 'single' ? 'MIP 3.8' : 'MIP 3.9'
  const withEvents = simulations.filter(({ steps }) => steps.length > 0)
  if (withEvents.length === 0)
    return `No event was taken out of the as-built network (${protocol}), which keeps its dates.`
  const { item, finish, finishWithout } = simulations.at(-1)!
  const count = new Set(withEvents.flatMap(({ steps }) => steps.map(({ parts }) => parts.index))).size
  const whole = `Collapsed as-built (${protocol}). ${item.place}: without ${plural(count, 'event')} the project would have finished ${earlierText(earlierOf(finish, finishWithout))}.`
  const windows = simulations.filter(
    ({ steps, earlier }) => steps.length > 0 || (earlier.workingDays ?? 0) !== 0 || (earlier.calendarDays ?? 0) !== 0,
  )
  if (method === 'single' || windows.length < 2) return whole
  const named = windows
    .slice(-NAMED_MAX)
    .map(each => `${each.item.place} ${each.earlier.workingDays === null ? 'not known' : daysText(each.earlier)}`)
  const more = windows.length - named.length
  const rest = more > 0 ? [plural(more, 'earlier update')] : []
  return `${whole} Of these by update: ${[...rest, ...named].join(', ')}.`
}

/** The plan that the as-built schedules came from. */
interface HeldPlan {
  readonly item: SeriesItem
  readonly finishes: readonly Finish[]
}

/**
 * The as-built schedules as one series. It begins with the plan, as with every method; where the work without its events ends later, days between the two are of
 * no event, so nobody's, and where it ends earlier, work has made up days that the events then took: they take back what stands last. Without a plan it
 * begins with the first schedule without its events. at: of the contract date.
 */
function collapsedSeries(simulations: readonly Simulation[], plan: HeldPlan | undefined, at: number): ContractSeries {
  const [{ item, held }] = simulations
  const without = finishIn(`${item.place}.without_events`, dateOrNull(item.statusDay), held.withoutAll[at]!)
  const planned =
    plan === undefined ? undefined : finishIn(plan.item.place, dateOrNull(plan.item.statusDay), plan.finishes[at]!)
  const planDay = planned?.day ?? Number.NaN
  const before =
    planned === undefined || Number.isNaN(planDay) ? [without] : planDay < without.day ? [planned, without] : [planned]
  return modelledSeries(
    [
      ...before,
      ...simulations.map(({ item, held }) => finishIn(item.place, dateOrNull(item.statusDay), held.asBuilt[at]!)),
    ],
    [...before.slice(1).map(() => []), ...simulations.map(({ held }) => [held.groups[at]!])],
    'concurrent',
    planDay,
  )
}
