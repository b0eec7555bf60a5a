/** Events of time impact analyses against the dates of the contract: each base, and the base with its events. */
import type { ValidationFault } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { EVENT_PARTIES, type EventParty } from '../../../../shared/contract/schedule/delay-events.ts'
import type { CalendarChoice } from '../../calendar/choice.ts'
import { isPlan, type SeriesItem } from '../../compare/series.ts'
import { type Finish, projectFinishOf, taskFinishOf } from '../../edits/finish-moves.ts'
import type { Computed } from '../../edits/recomputed.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { dateOrNull } from '../../result/options.ts'
import {
  type ContractSeries,
  dayOfFinish,
  type EventGroup,
  finishIn,
  modelledSeries,
  type PartyReach,
  type Workdays,
  workdaysOf,
} from '../delay-analysis/contract-accounts.ts'
import { type ContractDate, unknownSection } from '../delay-analysis/contract-dates.ts'
import { spanOfEvent } from '../delay-analysis/events.ts'
import type { NamedWork } from '../delay-analysis/followed.ts'
import type { HeldMove } from './moves.ts'
import type { PlacedEvent, PlacedTurns } from './placing.ts'
import { areFaults, modelled, putIn, type Where } from './turn.ts'

/** The first schedule of the request, from which delay is counted. */
interface HeldStart {
  readonly item: SeriesItem
  readonly before: readonly Finish[]
}

/** What contract dates need of a base; an entry per date in each list of finishes. */
export interface HeldBase {
  readonly item: SeriesItem
  readonly before: readonly Finish[]
  /** Its events in order of start; those of one group share days with one another. */
  readonly groups: readonly HeldGroup[]
  readonly workdays: readonly Workdays[]
}

export interface HeldGroup {
  /** By event, turn after turn, the days by which it moves the finish that each date is held against. */
  readonly moves: readonly { readonly party: EventParty; readonly turn: number; readonly held: readonly HeldMove[] }[]
  /** With all of them. */
  readonly after: readonly Finish[]
  /** By party, in the schedule that the events before the group are in: with its events alone, and with those of all others. */
  readonly reaches: readonly {
    readonly party: EventParty
    readonly alone: readonly Finish[]
    readonly others: readonly Finish[]
  }[]
}

/** Days of work up to the finish that each date is held against, by those whose finish it is. */
export function heldWorkdaysOf(of: Computed, dates: readonly ContractDate[]): Workdays[] {
  const { network, result } = of
  const rows = tasksOfIds(of.schedule.columns, sectionIds(dates))
  const last = dates.length === 0 ? [] : network.order.filter(i => result.earlyFinish[i] >= result.projectFinish)
  let next = 0
  return dates.map(({ taskId }) => {
    const row = taskId === undefined ? NO_MATCH : rows[next++]!
    return workdaysOf(of, row === NO_MATCH ? last : [row])
  })
}

const sectionIds = (dates: readonly ContractDate[]): string[] =>
  dates.flatMap(({ taskId }) => (taskId === undefined ? [] : [taskId]))

/** The finish that each date is held against. */
export function heldFinishes(of: Computed, dates: readonly ContractDate[]): Finish[] {
  const rows = tasksOfIds(of.schedule.columns, sectionIds(dates))
  let next = 0
  return dates.map(({ taskId }): Finish => {
    if (taskId === undefined) return projectFinishOf(of)
    const row = rows[next++]!
    if (row !== NO_MATCH && of.network.takesPart[row] !== 0) return taskFinishOf(of, row)
    return { of, offset: Number.NaN, day: DAY_ABSENT, moment: Number.NaN }
  })
}

/** Contract dates with the ids that schedule k has for the work of sections: of what it has in parts, the last of them. */
export const datesIn = (dates: readonly ContractDate[], work: NamedWork, k: number): readonly ContractDate[] =>
  dates.map(date =>
    date.taskId === undefined ? date : { ...date, taskId: work.idsIn(date.taskId, k).at(-1) ?? date.taskId },
  )

/** Sections whose task the schedule does not have; n counts sections alone. */
export function unknownSections({ schedule, network }: Computed, dates: readonly ContractDate[], place: string) {
  const sections = dates.filter(({ taskId }) => taskId !== undefined)
  const rows = tasksOfIds(
    schedule.columns,
    sections.map(({ taskId }) => taskId!),
  )
  return sections.flatMap((date, n): ValidationFault[] =>
    rows[n] !== NO_MATCH && network.takesPart[rows[n]!] !== 0 ? [] : [unknownSection(n, date, place)],
  )
}

/** Turns of events, parted where all before have ended: what lies in one group can be concurrent. */
export function groupsOf(turns: PlacedTurns, { calendar }: CalendarChoice): PlacedTurns[] {
  const groups: PlacedEvent[][][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const turn of turns) {
    if (turn[0]!.startedDay > end) groups.push([])
    groups.at(-1)!.push([...turn])
    for (const { event } of turn) end = Math.max(end, spanOfEvent(event, calendar).to)
  }
  return groups
}

/** Two computations per party where several parties have events in a group; what cannot be computed without the others is its own. */
export function reachesOf(inserted: readonly PlacedEvent[], where: Where): HeldGroup['reaches'] {
  const { dates } = where
  const partyOf = ({ event }: PlacedEvent) => event.party as EventParty
  const present = EVENT_PARTIES.filter(party => inserted.some(each => partyOf(each) === party))
  if (present.length < 2 || dates.length === 0) return []
  const withEvents = (test: (party: EventParty) => boolean): readonly Finish[] | undefined => {
    const events = inserted.filter(each => test(partyOf(each))).map(each => modelled(each, where))
    const made = putIn(events, where)
    return areFaults(made) || made.left.size > 0 ? undefined : heldFinishes(made.after, dates)
  }
  return present.flatMap(party => {
    const alone = withEvents(each => each === party)
    const others = withEvents(each => each !== party)
    return alone === undefined || others === undefined ? [] : [{ party, alone, others }]
  })
}

/**
 * The first schedule of the request and the bases as one series: what an update shows beyond the events before it is nobody's, or takes back. So days that were
 * lost before the first event are open, as in the delay analysis.
 */
export function impactSeries(start: HeldStart, bases: readonly HeldBase[], at: number): ContractSeries {
  const afterOf = ({ before, groups }: HeldBase, upTo = groups.length): Finish =>
    upTo === 0 ? before[at]! : groups[upTo - 1]!.after[at]!
  const finishes = bases.flatMap(base => {
    const { place, statusDay } = base.item
    const date = dateOrNull(statusDay)
    return [finishIn(place, date, base.before[at]!), finishIn(`${place}.with_events`, date, afterOf(base))]
  })
  const windows = bases.flatMap((base, k) => {
    const workdays = base.workdays[at]!
    const groups = base.groups.map(({ moves, reaches }, g): EventGroup => {
      const start = afterOf(base, g)
      const end = afterOf(base, g + 1)
      const workFrom = (from: Finish, to: Finish): number => workdays(dayOfFinish(to)) - workdays(dayOfFinish(from))
      return {
        moves: moves.map(({ party, turn, held }) => ({ party, turn, ...held[at]! })),
        reaches: reaches.map(
          ({ party, alone, others }): PartyReach => ({
            party,
            aloneDays: workFrom(start, alone[at]!),
            lastDays: workFrom(others[at]!, end),
          }),
        ),
        workdays,
      }
    })
    return k === bases.length - 1 ? [groups] : [groups, []]
  })
  const first = start.before[at]!
  const isBase = bases[0]!.item === start.item
  const started = finishIn(start.item.place, dateOrNull(start.item.statusDay), first)
  return modelledSeries(
    isBase ? finishes : [started, ...finishes],
    isBase ? windows : [[], ...windows],
    'of_the_later',
    isPlan(start.item) ? dayOfFinish(first) : Number.NaN,
  )
}
