/** How the revisions of a window stand in `data`: the classes with their ranges, and the named changes. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import {
  CONSTRAINT_TYPES,
  DELAY_CATEGORIES,
  RELATION_TYPES,
  TASK_TYPES,
} from '../../../../shared/contract/schedule/fields.ts'
import type { CalendarSpec } from '../../../../shared/contract/schedule/setting.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { calendarEditText } from '../../compare/setting-words.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { dateOrNull } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import { SIDE_LABELS } from './parties.ts'
import { LINK_NEW, LINK_REMOVED } from './revised-links.ts'
import { DATE_OPTIONS, REVISION_CLASSES } from './revised-rows.ts'
import type { RevisedSchedule } from './revised-schedule.ts'
import type { NamedChange } from './revision-effects.ts'
import { REVISION_STEPS, type RevisionSplit } from './revision-split.ts'
import type { Status } from './status.ts'

/** Changes listed per window; the count is of all. */
const CHANGES_LISTED_MAX = 100

const roundDays = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)

export const showSteps = ({ steps, isRevised }: RevisionSplit): ResultValue[] =>
  REVISION_STEPS.filter(step => isRevised(step) || Math.abs(steps[step].days) > EPSILON_DAYS).map(step => ({
    step,
    days: roundDays(steps[step].days),
    calendar_days: Number.isNaN(steps[step].calendarDays) ? null : roundDays(steps[step].calendarDays),
    min_days: roundDays(steps[step].minDays),
    max_days: roundDays(steps[step].maxDays),
    alone_days: roundDays(steps[step].aloneDays),
    fixed_order_days: roundDays(steps[step].fixedDays),
  }))

export function showChanges(earlier: Status, later: Status, split: RevisionSplit, sides: Uint8Array): ResultValue[] {
  const { columnOf, indexOf } = split.named.ids
  const idOf = (row: number): string | null => (row < 0 ? null : textAt(columnOf(row), indexOf(row)))
  const tell = teller(earlier, later, split)
  const listed = split.named.told().slice(0, CHANGES_LISTED_MAX)
  return listed.map(change => {
    const { what, subject, from, to } = tell(change)
    return {
      step: REVISION_CLASSES[change.of],
      change: what,
      id: idOf(change.lead),
      predecessor_id: what.startsWith('link') ? idOf(change.to) : null,
      subject,
      from,
      to,
      task_count: change.taskCount,
      days: roundDays(change.days),
      rule: change.rule ?? null,
      alone_days: Number.isNaN(change.aloneDays) ? null : roundDays(change.aloneDays),
      delay_category: DELAY_CATEGORIES[change.category - 1] ?? null,
      party: SIDE_LABELS[sides[change.category]],
    }
  })
}

interface Told {
  readonly what: string
  /** Calendar or option; null = the task says it. */
  readonly subject: string | null
  readonly from: string | null
  readonly to: string | null
}

const daysText = (days: number): string => `${roundHalfAway(days, 2)} d`

/** A duration of a row before and after, each in days of its own calendar, as its file has it; of how many hours where they differ. */
function durationTexts({ remaining, clock }: RevisedSchedule, row: number): [from: string, to: string] {
  const { before, after } = remaining
  if (clock === undefined) return [daysText(before[row]), daysText(after[row])]
  const { list, ofRow, ratio } = clock.calendars
  const [was, is] = [ofRow.before, ofRow.after].map(calendar => list[calendar[row]].minutesPerDay)
  const textOf = (days: number, minutes: number): string =>
    was === is ? daysText(days) : `${daysText(days)} of ${roundHalfAway(minutes / 60, 2)} h`
  return [textOf(before[row], was), textOf(after[row] / (ratio?.[row] ?? 1), is)]
}

/** Code of "true" in a column of kind boolean. */
const TRUE = 2

const typeOf = ({ taskType }: ScheduleColumns, i: number): string => TASK_TYPES[taskType[i] - 1] ?? TASK_TYPES[0]

/** What holds a task beside its links, each in its place; '' = it has none. */
function heldTexts(columns: ScheduleColumns, i: number): string[] {
  const { constraintType, secondaryConstraintType, manuallyScheduled } = columns
  const dated = (name: string, day: number): string => {
    const date = dateOrNull(day)
    return date === null ? name : `${name} ${date}`
  }
  const constraint = (code: number, day: number): string => {
    const type = CONSTRAINT_TYPES[code - 1]
    return type === undefined ? '' : dated(type, day)
  }
  const moment = (name: string, days: Int32Array): string =>
    days.length === 0 || days[i] === DAY_ABSENT ? '' : dated(name, days[i])
  const isByHand = manuallyScheduled[i] === TRUE
  return [
    constraint(constraintType[i], columns.constraintDate[i]),
    constraint(secondaryConstraintType[i], columns.secondaryConstraintDate[i]),
    moment('expected finish', columns.expectedFinish),
    moment('external early start', columns.externalEarlyStart),
    moment('external late finish', columns.externalLateFinish),
    isByHand ? dated(dated('by hand', columns.forecastStart[i]), columns.forecastFinish[i]) : '',
  ]
}

function ofFirstUse<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** What each change is, with its values before and after as text. */
function teller(earlier: Status, later: Status, { revised }: RevisionSplit): (change: NamedChange) => Told {
  const { rows, links, clock, start } = revised
  const told = (what: string, from: string | null, to: string | null, subject: string | null = null): Told => ({
    what,
    subject,
    from,
    to,
  })
  const relations = (change: NamedChange, isIn: (fate: number) => boolean, lags: Float64Array): string | null => {
    const texts: string[] = []
    for (let k = links.start[change.at]; k < links.start[change.at + 1]; k++) {
      if (links.task[k] !== change.to || !isIn(links.fate[k])) continue
      const lag = roundHalfAway(lags[k], 2)
      texts.push(`${RELATION_TYPES[links.type[k]]}${lag === 0 ? '' : `${lag < 0 ? '-' : '+'}${Math.abs(lag)} d`}`)
    }
    return texts.length === 0 ? null : texts.sort().join(', ')
  }
  const constraints = (i: number, j: number): Told => {
    const before = heldTexts(earlier.columns, i)
    const after = heldTexts(later.columns, j)
    const isChanged = (text: string, n: number): boolean => before[n] !== after[n] && text !== ''
    const [from, to] = [before, after].map(texts => texts.filter(isChanged))
    // a time of day changed: the dates of both are the same
    const isOfTime = from.length + to.length === 0
    const textOf = (changed: string[], all: string[]): string | null =>
      (isOfTime ? all.filter(text => text !== '') : changed).join(', ') || null
    return told('constraint', textOf(from, before), textOf(to, after))
  }
  // by row: the task of the other schedule that has the id of one which takes part in one of them alone
  const others = ofFirstUse(() => ({
    ofLater: matchIds(earlier.columns, later.columns),
    ofEarlier: matchIds(later.columns, earlier.columns),
  }))
  const kindsOf = (row: number): readonly [from: string, to: string] | undefined => {
    const isAdded = row < rows.laterCount
    const i = isAdded ? others().ofLater[row] : rows.earlierOf[row]
    const j = isAdded ? row : others().ofEarlier[i]
    return i === NO_MATCH || j === NO_MATCH ? undefined : [typeOf(earlier.columns, i), typeOf(later.columns, j)]
  }
  const specOf = (calendar: number): CalendarSpec | undefined => {
    const own = calendar < clock!.before.calendars.length
    const specs = (own ? earlier : later).columns.setting?.calendars ?? []
    return specs[own ? calendar : calendar - clock!.before.calendars.length]
  }
  const nameOf = (calendar: number): string | null => {
    const spec = specOf(calendar)
    return spec === undefined ? null : (spec.name ?? spec.id)
  }
  const edited = (was: number, is: number): Told => {
    const [before, after] = [specOf(was), specOf(is)]
    const texts = before === undefined || after === undefined ? undefined : calendarEditText(before, after)
    return told('calendar_edited', texts?.before ?? null, texts?.after ?? null, nameOf(is))
  }
  const dateAt = (offset: number): string | null => {
    const { timeline } = later.prepared
    return timeline === undefined ? null : dateOrNull(timeline.startDay(offset))
  }
  const tellers: Record<(typeof REVISION_CLASSES)[number], (change: NamedChange) => Told> = {
    scope: ({ at }) => {
      const kinds = revised.membersOf(at).length === 1 ? kindsOf(at) : undefined
      if (kinds !== undefined) return told('task_type', ...kinds)
      const isAdded = at < rows.laterCount
      const durations = (isAdded ? later : earlier).prepared.durationDays
      const sum = revised.membersOf(at).reduce((days, row) => days + durations[isAdded ? row : rows.earlierOf[row]], 0)
      return isAdded ? told('tasks_added', null, daysText(sum)) : told('tasks_deleted', daysText(sum), null)
    },
    logic: change => {
      const before = relations(change, fate => fate === LINK_REMOVED, links.lagBefore)
      const after = relations(change, fate => fate === LINK_NEW, links.lagAfter)
      return told(before === null ? 'link_added' : after === null ? 'link_deleted' : 'link_changed', before, after)
    },
    duration: ({ at }) =>
      told(
        Number.isNaN(later.prepared.input.reportedStart[at]) ? 'duration' : 'remaining_duration',
        ...durationTexts(revised, at),
      ),
    constraint: ({ at }) => constraints(rows.earlierOf[at], at),
    calendar: ({ at, to }) => {
      const { ofRow, isOneCalendar } = clock!.calendars
      if (to < 0) return told('calendar_of_task', nameOf(ofRow.before[at]), nameOf(ofRow.after[at]))
      if (isOneCalendar(at, to)) return edited(at, to)
      return told('calendar_of_project', nameOf(at), nameOf(to))
    },
    options: ({ at }) => {
      const name = DATE_OPTIONS[at]
      const subject = name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
      return told('option', String(clock!.before.rules[name]), String(clock!.after.rules[name]), subject)
    },
    project_start: () => told('project_start', dateAt(start.before), dateAt(start.after)),
  }
  return change => tellers[REVISION_CLASSES[change.of]](change)
}
