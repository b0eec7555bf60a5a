/** What is found of the delay events of a request themselves, before any method looks at them: one row each, for every forensic analysis that takes events. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import type { DELAY_CATEGORIES } from '../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { chooseCalendar } from '../../calendar/choice.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { type FindingRow, seek } from '../../check/finding-rows.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { dateOrNull, dayOf } from '../../result/options.ts'
import type { AnalysisInput } from '../../result/result.ts'
import { type DayBasis, dateText, inDays } from '../../wording/days.ts'
import { figure, plural } from '../../wording/numbers.ts'
import { listed } from '../../wording/tasks.ts'
import type { CarriedOut } from './carried-out.ts'
import { SIDE_OF_PARTY } from './event-cover.ts'
import { spanOfEvent } from './events.ts'
import { TIE_DAYS } from './idle.ts'
import type { DelayOutcome } from './outcome.ts'
import { CONTRACTOR, NEUTRAL, OWNER } from './parties.ts'

interface EventContext {
  readonly events: readonly SentEvent[]
  readonly items: readonly SeriesItem[]
  readonly calendar: Calendar
}

/** Whose a cause is whatever the contract says; of design and procurement it says that. */
const SIDE_OF_CAUSE: Readonly<Partial<Record<(typeof DELAY_CATEGORIES)[number], number>>> = {
  owner: OWNER,
  contractor: CONTRACTOR,
  weather: NEUTRAL,
  force_majeure: NEUTRAL,
}

const NAMED_MAX = 3

/** Events of which `tell` has something to say, and what it says of the first of them. */
function toldOf(
  eventsIn: (context: EventContext) => readonly SentEvent[],
  tell: (event: SentEvent, context: EventContext) => string,
) {
  return {
    find: (context: EventContext) => ({ count: eventsIn(context).length }),
    detail(context: EventContext) {
      const found = [...eventsIn(context)].sort((a, b) => (a.id! < b.id! ? -1 : 1))
      const told = found.slice(0, NAMED_MAX).map(event => tell(event, context))
      return `Events: ${listed(told, found.length)}.`
    },
  }
}

const spanText = ({ started, ended }: SentEvent): string =>
  typeof ended === 'string' ? `${started} to ${ended}` : String(started)

const datesDays = ({ started, ended }: SentEvent, calendar: Calendar): number =>
  calendar.daysBetween(dayOf(started), dayOf(ended))

export const hasTasks = ({ task_ids, fragnet }: SentEvent): boolean =>
  (task_ids?.length ?? 0) + (fragnet?.length ?? 0) > 0

/** The first day of any schedule: its data date, or where a task of it begins. */
function firstDayOf(items: readonly SeriesItem[]): number {
  let first = Number.POSITIVE_INFINITY
  const see = (day: number): void => {
    if (day !== DAY_ABSENT && day < first) first = day
  }
  for (const { statusDay, columns } of items) {
    see(statusDay)
    for (const starts of [columns.actualStart, columns.plannedStart, columns.earlyStart])
      for (let i = 0; i < columns.taskCount; i++) see(starts[i])
  }
  return first
}

/** Places of events that were over before the first day of all schedules. */
export function eventsBefore(
  events: readonly SentEvent[],
  items: readonly SeriesItem[],
  calendar: Calendar,
): ReadonlySet<number> {
  const first = events.length === 0 ? 0 : firstDayOf(items)
  return new Set(Array.from(events.keys()).filter(n => spanOfEvent(events[n]!, calendar).to < first))
}

/** The last data date of the request; DAY_ABSENT without one. */
const lastDataDayOf = (items: readonly SeriesItem[]): number =>
  items.reduce((last, { statusDay }) => Math.max(last, statusDay), DAY_ABSENT)

export const EVENT_FINDING_ROWS = {
  daysDiffer: {
    code: 'EVENT_DAYS_AND_DATES',
    severity: 'medium',
    title: 'Events whose days are not those of their dates',
    description: count =>
      `${plural(count, 'event has', 'events have')} other days than those from started to ended. Delay analysis and as-planned against as-built count the dates; time impact the days, unless a fragnet says what is inserted; collapsed as-built the first so many working days between the dates.`,
    advice: {
      title: 'Give each event one duration',
      description: 'Correct days or dates by the records, or leave out days.',
    },
    ...toldOf(
      ({ events, calendar }) =>
        events.filter(
          event =>
            typeof event.days === 'number' &&
            typeof event.ended === 'string' &&
            Math.ceil(event.days) !== datesDays(event, calendar),
        ),
      (event, { calendar }) =>
        `${event.id} (${plural(event.days as number, 'working day')} as sent, ${plural(datesDays(event, calendar), 'working day')} from ${spanText(event)})`,
    ),
  },
  contradicted: {
    code: 'EVENT_PARTY_AND_CATEGORY',
    severity: 'medium',
    title: 'Events whose category is of another party',
    description: count =>
      `${plural(count, 'event names', 'events name')} a party and a category that is of another. The party counts: it decides whose the days are and what they earn, and the category only under which cause they are summed.`,
    advice: {
      title: 'Let party and category agree',
      description: 'Correct the one that is wrong, or leave out the category.',
    },
    ...toldOf(
      ({ events }) =>
        events.filter(({ party, category }) => {
          const side = SIDE_OF_CAUSE[category as keyof typeof SIDE_OF_CAUSE]
          return side !== undefined && side !== SIDE_OF_PARTY[party!]
        }),
      ({ id, party, category }) => `${id} (party ${party}, category ${category})`,
    ),
  },
  withoutTasks: {
    code: 'EVENT_WITHOUT_TASKS',
    severity: 'medium',
    title: 'Events without tasks',
    description: count =>
      `${plural(count, 'event has', 'events have')} neither task_ids nor a fragnet, so no method can say what ${count === 1 ? 'it' : 'they'} delayed: 0 days.`,
    advice: { title: 'Name the tasks', description: 'Name the tasks that each event delayed, or give its fragnet.' },
    ...toldOf(
      ({ events }) => events.filter(event => !hasTasks(event)),
      ({ id }) => String(id),
    ),
  },
  before: {
    code: 'EVENT_BEFORE_SCHEDULES',
    severity: 'medium',
    title: 'Events that were over before the schedules begin',
    description: count =>
      `${plural(count, 'event was', 'events were')} over before the first day of all schedules, so none of them can show what ${count === 1 ? 'it' : 'they'} delayed: 0 days.`,
    advice: {
      title: 'Check the dates of early events',
      description: 'Correct the dates, or send a schedule from before the event.',
    },
    ...toldOf(
      ({ events, items, calendar }) => {
        const early = eventsBefore(events, items, calendar)
        return events.filter((_, n) => early.has(n))
      },
      event => `${event.id} (${spanText(event)})`,
    ),
  },
  after: {
    code: 'EVENT_AFTER_LAST_DATA_DATE',
    severity: 'info',
    title: 'Events after the last data date',
    description: count =>
      `${plural(count, 'event begins', 'events begin')} after the last data date: nothing is known yet of what ${count === 1 ? 'it' : 'they'} did. Methods that observe book no day to such an event, and what a model says of it is prospective, a forecast.`,
    ...toldOf(
      ({ events, items }) => {
        const last = lastDataDayOf(items)
        return last === DAY_ABSENT ? [] : events.filter(({ started }) => dayOf(started) > last)
      },
      (event, { items }) => `${event.id} (${spanText(event)}; data date ${dateOrNull(lastDataDayOf(items))})`,
    ),
  },
} as const satisfies Record<string, FindingRow<EventContext>>

/** Days that added work held before it began, of which nobody says when it was ordered. */
export interface AssumedDays {
  readonly id: string
  days: number
  /** Offsets. */
  readonly from: number
  to: number
}

/** Adds a step, and tells those days at the end. */
export class AssumedWork {
  readonly #begins: CarriedOut['begins']
  readonly #columns: ScheduleColumns
  readonly #byTask = new Map<number, AssumedDays>()

  constructor({ begins, earlier }: Pick<CarriedOut, 'begins' | 'earlier'>) {
    this.#begins = begins
    this.#columns = earlier.columns
  }

  add(i: number, days: number, from: number, to: number): void {
    const begins = this.#begins.get(i)
    if (begins === undefined || to > begins + TIE_DAYS) return
    const known = this.#byTask.get(i)
    if (known === undefined) this.#byTask.set(i, { id: textAt(this.#columns.id, i), days, from, to })
    else {
      known.days += days
      known.to = to
    }
  }

  list(): readonly AssumedDays[] {
    return [...this.#byTask.values()]
  }
}

/** Of a delay analysis, which has to assume what no event says. */
export const ADDED_BEFORE_START: FindingRow<{
  readonly outcome: Pick<DelayOutcome, 'assumed'>
  readonly columns: SeriesItem['columns']
  readonly basis: DayBasis
}> = {
  code: 'DELAY_ADDED_WORK_BEFORE_START',
  severity: 'medium',
  title: 'Added work that holds days from before it began',
  description: count =>
    `${plural(count, 'added task holds', 'added tasks hold')} days of delay from before ${count === 1 ? 'it' : 'they'} began, and no delay event says when ${count === 1 ? 'it was' : 'they were'} ordered: what waited is taken to have waited from when the work could have begun.`,
  advice: {
    title: 'Say when the added work was ordered',
    description:
      'Name the task in a delay event that started on the day of the order, or send an update of that day: the days before it are then of what could have begun and did not.',
  },
  find: ({ outcome: { assumed }, columns }) => {
    const ids = [...new Set(assumed.map(({ id }) => id))].sort()
    return { count: ids.length, tasks: [...tasksOfIds(columns, ids)].filter(i => i !== NO_MATCH), isRanked: true }
  },
  detail: ({ outcome: { assumed }, basis }) => {
    const found = [...assumed].sort((a, b) => b.days - a.days || (a.id < b.id ? -1 : 1))
    const told = found
      .slice(0, NAMED_MAX)
      .map(({ id, days, from, to }) => `${id} ${inDays(figure(days), basis)} (${dateText(from)} to ${dateText(to)})`)
    return `By task: ${listed(told, found.length)}.`
  },
}

const ROWS: readonly FindingRow<EventContext>[] = Object.values(EVENT_FINDING_ROWS)

export function eventFindings(
  { params }: AnalysisInput,
  events: readonly SentEvent[],
  items: readonly SeriesItem[],
): AdvisedFinding[] {
  const { columns } = items.at(-1)!
  return events.length === 0
    ? []
    : seek(ROWS, { events, items, calendar: chooseCalendar(columns, params.calendar).calendar }, columns)
}
