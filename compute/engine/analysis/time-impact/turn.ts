/**
 * The events of one turn, which began on one day, put into a schedule: all of them, and each set of them, so that what each moves is its mean over all orders
 * (delay-analysis/event-turns.ts). Each is modelled on the schedule before the turn.
 */
import type { ValidationFault } from '../../../../shared/contract/errors.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { AddedAlone } from '../../edits/alone.ts'
import { type EditableSchedule, type EditedSchedule, edited, isEdited } from '../../edits/edited.ts'
import { carriedOn, type Fragnet, fragnetOf, type LongerWork } from '../../edits/fragnet.ts'
import type { PassMeter } from '../../edits/pass-meter.ts'
import { type Computed, isComputed, type Recomputed, recomputed, recomputedOf } from '../../edits/recomputed.ts'
import type { Trials } from '../../edits/trials.ts'
import type { Workdays } from '../delay-analysis/contract-accounts.ts'
import type { ContractDate } from '../delay-analysis/contract-dates.ts'
import { isTooEarly, type PlacedEvent } from './placing.ts'

export interface Where {
  /** The base, and the base with the events before this turn. */
  readonly base: Computed
  readonly before: Computed
  /** Events that were made of their days, one at a time in the base. */
  readonly alone: AddedAlone
  readonly schedule: string
  /** All schedules of the request. */
  readonly schedules: readonly EditableSchedule[]
  readonly position: number
  readonly milestones: readonly string[]
  readonly dates: readonly ContractDate[]
  /** Of the base, of the finish that each date is held against. */
  readonly heldWorkdays: readonly Workdays[]
  readonly meter: PassMeter
  /** Changes of the base alone, one event at a time. */
  readonly trials: Trials
  /** The base as it was sent, and its tasks whose expected finishes are not in `base`. */
  readonly sent: Computed
  /** Columns of the request, and points of the base that they do not have. */
  readonly request: ScheduleColumns
  readonly points: ReadonlySet<string>
  readonly lifted: readonly number[]
  /** Events lie at their dates. */
  readonly isDated: boolean
  /** What the events before this turn have made longer, and those that go on in the base. */
  readonly longer: LongerWork
  readonly longerInBase: LongerWork
}

/** An event of a turn as it would go in alone. */
export interface ModelledEvent {
  readonly placed: PlacedEvent
  readonly fragnet: Fragnet
  readonly place: readonly (string | number)[]
}

export type Faults = readonly ValidationFault[]
export const areFaults = (value: unknown): value is Faults => Array.isArray(value)

export function modelled(
  placed: PlacedEvent,
  { before, isDated, longer }: Pick<Where, 'before' | 'isDated' | 'longer'>,
): ModelledEvent {
  const { event, index } = placed
  const own = fragnetOf(event, before, isDated, carriedOn(longer))
  // no base is from before it, so nothing of it goes in (AACE 52R-06)
  const fragnet: Fragnet = isTooEarly(placed) ? { ...own, changes: [], model: 'none' } : own
  return { placed, fragnet, place: ['delay_events', index, ...(fragnet.isGiven ? ['fragnet'] : [])] }
}

/** What a schedule is with a set of events. */
interface PutIn {
  readonly after: Recomputed
  /** Those that need what none of the set adds, with what is wrong. */
  readonly left: ReadonlyMap<ModelledEvent, Faults>
  /** With what the set made longer. */
  readonly longer: LongerWork
}

/** Fragnets can set one value twice, so they go in by what they say: neither ids of events nor their rows decide which comes last. */
function byContent(a: ModelledEvent, b: ModelledEvent): number {
  const [one, other] = [contentOf(a), contentOf(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

const contentOf = ({ placed: { event } }: ModelledEvent): string =>
  JSON.stringify([event.started, event.days, event.ended, event.party, event.category, event.fragnet, event.task_ids])

/** All changes of a set; work that several of them make longer takes the days of all, each day once. `longer` is added to. */
function changesOf(
  set: readonly ModelledEvent[],
  { before, isDated }: Pick<Where, 'before' | 'isDated'>,
  longer: LongerWork,
): readonly SentChange[] {
  const makesLonger = set.some(({ fragnet }) => fragnet.started.length > 0 || fragnet.model === 'longer_work')
  return set.flatMap(({ placed, fragnet }) =>
    makesLonger ? fragnetOf(placed.event, before, isDated, longer).changes : fragnet.changes,
  )
}

export function putIn(
  events: readonly ModelledEvent[],
  { before, isDated, meter, longer: sofar }: Pick<Where, 'before' | 'isDated' | 'meter' | 'longer'>,
): PutIn | Faults {
  const set = events.length < 2 ? events : [...events].sort(byContent)
  const place = set.length === 1 ? set[0]!.place : ['delay_events']
  const longer = carriedOn(sofar)
  const after = recomputed(before.schedule, changesOf(set, { before, isDated }, longer), place, meter)
  if (isComputed(after)) return { after, left: new Map(), longer }
  const faults = after.faults ?? []
  if (set.length === 1 || meter.isSpent) return faults
  const made = oneByOne(set, before, meter)
  return made === undefined ? faults : { ...made, longer }
}

/** A base in which events go on that began before it, as `stillOn` has them; undefined: they can make nothing of it longer. */
export function withEventsOn(
  placed: readonly PlacedEvent[],
  where: Pick<Where, 'before' | 'isDated' | 'meter' | 'longer'>,
): (Pick<PutIn, 'after' | 'longer'> & { readonly inserted: readonly PlacedEvent[] }) | undefined {
  const going = placed.map(each => modelled(each, where)).filter(({ fragnet }) => fragnet.changes.length > 0)
  const made = going.length === 0 ? undefined : putIn(going, where)
  return made === undefined || areFaults(made) ? undefined : { ...made, inserted: going.map(each => each.placed) }
}

/** A fragnet can lead to what another one adds: each goes in as soon as it can. undefined: no order does it. */
function oneByOne(
  set: readonly ModelledEvent[],
  before: Computed,
  meter: PassMeter,
): Omit<PutIn, 'longer'> | undefined {
  let schedule: EditedSchedule | undefined
  let waiting = set
  const left = new Map<ModelledEvent, Faults>()
  for (let went = true; went && waiting.length > 0; ) {
    went = false
    left.clear()
    for (const each of waiting) {
      const made = edited(schedule ?? before.schedule, each.fragnet.changes, each.place, meter)
      if (isEdited(made)) {
        schedule = made
        went = true
      } else left.set(each, made.faults ?? [])
    }
    waiting = [...left.keys()]
  }
  if (schedule === undefined) return undefined
  const after = recomputedOf(schedule, ['delay_events'], meter)
  return isComputed(after) ? { after, left } : undefined
}
