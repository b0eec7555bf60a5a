/** The columns of the table of activities: what each shows of a task, what it is ordered and filtered by. A column without any value is not offered. */
import { indentOf } from '../gantt/layout.ts'
import type { LoadedFile } from '../loaded.ts'
import { constraintText } from '../schedule/constraint-text.ts'
import { shownDate, shownDay } from '../schedule/date-of.ts'
import type { FileFields } from '../schedule/file-fields.ts'
import { dateText, dayText, MINUTES_PER_DAY, momentText } from '../schedule/moment.ts'
import { isCritical, KINDS, ON_LONGEST_PATH, RELATIONS, type Schedule } from '../schedule/schedule.ts'
import { HOURS_PER_DAY, settings } from '../settings.ts'
import { pointName, TEXT } from '../texts.ts'

const T = TEXT.activities

export interface ActivityColumn {
  readonly key: string
  readonly title: string
  /** Pixels, until another width is chosen. */
  readonly width: number
  readonly text: (task: number) => string
  /** In the table, where there is less room; absent: the text. */
  readonly brief?: (task: number) => string
  /** What is ordered and filtered by, where texts are dates: as the service writes them. */
  readonly iso?: (task: number) => string
  /** What is counted and compared; absent: the text. NaN = none. */
  readonly number?: (task: number) => number
  /** Tasks can be grouped by it. */
  readonly groups?: boolean
  /** Shown until others are chosen. */
  readonly isFirst?: boolean
}

const rounded = (value: number): number => Math.round(value * 100) / 100
export const numberText = (value: number): string => (Number.isNaN(value) ? '' : TEXT.number(rounded(value)))

type Make = Omit<ActivityColumn, 'title'>

/** Days of a task in the unit that is shown: in hours as its calendar counts them, where hours are set. fields: of the file, where they have come. */
function unitOf({ calendar, hasTimes }: Schedule, fields: FileFields | undefined) {
  const { unit, hoursPerDay } = settings()
  if (unit === 'days') return (_task: number, days: number): number => days
  const calendars = fields?.calendars ?? []
  const own = new Map(calendars.map(each => [each.id, each.hoursPerDay ?? HOURS_PER_DAY]))
  // a file with times has calendars, which are yet to come
  const unsaid = hasTimes && fields === undefined ? Number.NaN : HOURS_PER_DAY
  const byDefault = own.get(calendars.find(({ isDefault }) => isDefault)?.id ?? '') ?? unsaid
  return (task: number, days: number): number => days * (hoursPerDay ?? own.get(calendar[task] ?? '') ?? byDefault)
}
const inUnit = (title: string): string => (settings().unit === 'hours' ? title.replace(/, \S+$/, ', h') : title)
const IN_UNIT: ReadonlySet<string> = new Set(['duration', 'remaining', 'float', 'free', 'drag'])

const numeric = (key: string, of: (task: number) => number, more: Partial<Make> = {}): Make => ({
  key,
  width: 76,
  text: task => numberText(of(task)),
  number: of,
  ...more,
})

/** Titles of the failing checks of each task, in the order of the assessment. */
function failures({ schedule, analysed: { dcma } }: LoadedFile): ReadonlyMap<string, readonly string[]> {
  const known = new Set(schedule.ids)
  const of = new Map<string, string[]>()
  for (const check of dcma?.data.checks ?? []) {
    const { status, task_ids = [] } = check
    if (status !== 'fail') continue
    const title = pointName(check) ?? check.title
    for (const id of new Set(task_ids)) if (known.has(id)) (of.get(id) ?? of.set(id, []).get(id)!).push(title)
  }
  return of
}

const CHARACTER_WIDTH = 7.2
const ID_WIDTH = [84, 190] as const
const IDS_LOOKED_AT = 5_000
/** Beside the text: its margins. */
const ID_ROOM = 14

/** Room for the IDs, the first of which stand for all, below the levels of a tree. */
function idWidth({ ids, wbsNames }: Schedule): number {
  let most = 0
  for (let i = 0; i < ids.length && i < IDS_LOOKED_AT; i++) most = Math.max(most, ids[i]!.length)
  const levels = wbsNames.reduce((deepest, { length }) => Math.max(deepest, length), 1)
  return Math.min(ID_WIDTH[1], Math.max(ID_WIDTH[0], Math.ceil(most * CHARACTER_WIDTH) + indentOf(levels) + ID_ROOM))
}

const dayOf = (moment: number): number => Math.floor(moment / MINUTES_PER_DAY)
/** Calendar days from the day of the baseline to that of the computed date; positive = later. A baseline has no times, so those of the day count for nothing. */
const variance = (own: Float64Array, baseline: (task: number) => number) => (task: number) =>
  dayOf(own[task]!) - dayOf(baseline(task))

const wbsText = ({ wbs, wbsCodes, wbsNames }: Schedule, task: number): string => {
  const code = wbs[task]!
  return code < 0 ? '' : wbsNames[code]!.length > 0 ? wbsNames[code]!.join(' › ') : wbsCodes[code]!
}

/** IDs of the tasks before it or after it, as planners write them: "A1010, A1020 SS+2". */
function linksText({ links, ids }: Schedule, task: number, isBefore: boolean): string {
  const [at, start] = isBefore ? [links.into, links.intoStart] : [links.out, links.outStart]
  const ends = isBefore ? links.predecessor : links.successor
  return [...at.subarray(start[task]!, start[task + 1]!)]
    .map(k => {
      const [type, lag] = [RELATIONS[links.type[k]!]!, links.lagDays[k]!]
      if (lag === 0) return type === 'FS' ? ids[ends[k]!]! : `${ids[ends[k]!]} ${type}`
      return `${ids[ends[k]!]} ${type}${lag > 0 ? '+' : ''}${numberText(lag)}`
    })
    .join(', ')
}

function ofSchedule(loaded: LoadedFile, fields: FileFields | undefined): Make[] {
  const s = loaded.schedule
  const inUnitOf = unitOf(s, fields)
  const failed = failures(loaded)
  /** least: that many dates of the task must have happened, a start first. */
  const date = (key: string, of: Float64Array, least = 0, more: Partial<Make> = {}): Make => {
    const at = (task: number): number => (s.actuals[task]! < least ? Number.NaN : of[task]!)
    return {
      key,
      width: 84,
      text: task => shownDate(s, at(task)),
      brief: task => shownDay(s, at(task)),
      ...(s.isUndated
        ? { number: (task: number) => at(task) / MINUTES_PER_DAY }
        : { iso: (task: number) => dateText(at(task), s.hasTimes) }),
      ...more,
    }
  }
  const marked = (mark: number) => (task: number) => ((s.marks[task]! & mark) === 0 ? '' : T.yes)
  const days = { width: 70 }
  const baselineStart = (task: number): number => s.baselineStart[task]!
  /** Within its last day. */
  const baselineFinish = (task: number): number => s.baselineFinish[task]! - 1
  const day = (key: string, of: (task: number) => number): Make => {
    const iso = (task: number): string => (Number.isNaN(of(task)) ? '' : dayText(of(task)))
    return { key, width: 88, text: task => momentText(iso(task)), iso }
  }
  return [
    { key: 'id', width: idWidth(s), text: task => s.ids[task]!, isFirst: true },
    { key: 'name', width: 182, text: task => s.names[task]!, isFirst: true },
    numeric('row', task => task + 1, { width: 56 }),
    { key: 'status', width: 96, text: task => T.states[s.state[task]!]!, groups: true },
    numeric('duration', task => inUnitOf(task, s.durationDays[task]!), { width: 76, isFirst: true }),
    numeric('remaining', task => inUnitOf(task, s.remainingDays[task]!), { width: 94, isFirst: true }),
    numeric('percent', task => s.percent[task]!, {
      width: 50,
      isFirst: true,
      brief: task => numberText(Math.round(s.percent[task]! * 10) / 10),
    }),
    date('start', s.start, 0, { isFirst: true }),
    date('finish', s.finishDate, 0, { isFirst: true }),
    numeric('float', task => inUnitOf(task, s.totalFloatDays[task]!), { ...days, isFirst: true }),
    { key: 'actual', width: 62, text: task => T.actual(s.actuals[task]!), isFirst: true },
    numeric('free', task => inUnitOf(task, s.freeFloatDays[task]!), days),
    numeric('drag', task => inUnitOf(task, s.dragDays[task]!), days),
    day('baselineStart', baselineStart),
    day('baselineFinish', baselineFinish),
    numeric('startVariance', variance(s.start, baselineStart), days),
    numeric('finishVariance', variance(s.finishDate, baselineFinish), days),
    date('actualStart', s.start, 1),
    date('actualFinish', s.finishDate, 2),
    date('lateStart', s.lateStart),
    date('lateFinish', s.lateFinishDate),
    { key: 'critical', width: 76, text: task => (isCritical(s, task) ? T.yes : ''), groups: true },
    { key: 'longest', width: 106, text: marked(ON_LONGEST_PATH), groups: true },
    { key: 'kind', width: 110, text: task => T.kinds[KINDS[s.kind[task]!]!], groups: true },
    { key: 'constraint', width: 190, text: task => constraintText(s, task) },
    { key: 'predecessors', width: 150, text: task => linksText(s, task, true) },
    { key: 'successors', width: 150, text: task => linksText(s, task, false) },
    { key: 'wbs', width: 200, text: task => wbsText(s, task) },
    { key: 'fails', width: 180, text: task => failed.get(s.ids[task]!)?.join('; ') ?? '' },
  ]
}

function ofFile({ calendar }: Schedule, fields: FileFields): Make[] {
  const names = new Map(fields.calendars.map(({ id, name }) => [id, name]))
  const calendarOf = (task: number): string => names.get(calendar[task] ?? '') ?? fields.calendar[task] ?? ''
  const text = (key: keyof typeof T.columns, width: number, of: readonly string[], groups = true): Make => ({
    key,
    width,
    // a task that is tried is not in the file
    text: task => of[task] ?? '',
    groups,
  })
  const cost = (of: Float64Array) => (task: number) => of[task] ?? Number.NaN
  return [
    { key: 'calendar', width: 130, text: calendarOf, groups: true },
    text('responsible', 130, fields.responsible),
    text('resources', 180, fields.resources),
    numeric('budget', cost(fields.budgetedCost), { width: 96 }),
    numeric('earned', cost(fields.earnedValue), { width: 96 }),
    numeric('actualCost', cost(fields.actualCost), { width: 96 }),
    numeric('remainingCost', cost(fields.remainingCost), { width: 96 }),
  ]
}

const hasAny = (column: ActivityColumn, count: number): boolean => {
  for (let task = 0; task < count; task++) if (column.text(task) !== '') return true
  return false
}

/** Prefix of the keys of activity codes and custom fields. */
const CODE = 'code:'

const titleOf = (key: string): string => {
  if (key === 'predecessors' || key === 'successors') return TEXT.task[key]
  const title = T.columns[key as keyof typeof T.columns]
  return IN_UNIT.has(key) ? inUnit(title) : title
}

/** fields: of the file, where they have come. Codes follow by their names. */
export function columnsOf(loaded: LoadedFile, fields: FileFields | undefined): readonly ActivityColumn[] {
  const { taskCount } = loaded.schedule
  const made = [...ofSchedule(loaded, fields), ...(fields === undefined ? [] : ofFile(loaded.schedule, fields))]
  const fixed = made.map(each => ({ ...each, title: titleOf(each.key) }))
  const codes = [...(fields?.codes ?? [])].map(
    ([name, values]): ActivityColumn => ({
      key: `${CODE}${name}`,
      title: name,
      width: 110,
      text: task => values[task] ?? '',
      groups: true,
    }),
  )
  return [...fixed.filter(each => each.isFirst === true || hasAny(each, taskCount)), ...codes]
}
