/**
 * The schedules of a comparison over time, in order: the baseline, the snapshots by date, the current schedule
 * (/docs/methods/delay-analysis#input). Schedules of one date (a draft and the final one, before and after an event was put in) keep the order of
 * the request, the current schedule last: nothing else says which came first.
 */
import type { Refusal, ValidationFault } from '../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { inputSha256 } from '../../../shared/contract/schedule/input-hash.ts'
import { hasAnyColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { memberAt } from '../../../shared/contract/schedule/settings-of-input.ts'
import { textAt, textColumn } from '../../../shared/contract/schedule/text.ts'
import { statusDayOfPlan } from '../cpm/data-date.ts'
import { matchIds, NO_MATCH, tasksOfIds } from '../ids/match-ids.ts'
import { copied } from '../ids/short-arrays.ts'
import { nothingHasBegun } from '../kind/states.ts'
import { dayOf, refuseInvalid } from '../result/options.ts'
import type { AnalysisInput } from '../result/result.ts'
import { type MovedId, type Moves, movedIds, movesBetween } from './same-work.ts'

/** Place of an update that nobody sent: "recreated.2026-03-01". */
export const RECREATED = 'recreated.'
export const isRecreated = ({ place }: Pick<SeriesItem, 'place'>): boolean => place.startsWith(RECREATED)

export interface SeriesItem {
  /** Its place in the request: "baseline_schedule", "schedule_history.0", "current_schedule". */
  readonly place: string
  readonly columns: ScheduleColumns
  /** For a baseline statusDayOfPlan: its date is only a label where nothing of it has begun, then DAY_ABSENT. */
  readonly statusDay: number
  readonly isBaseline: boolean
}

/** A schedule that says what was planned, not how late work in progress is. */
export const isPlan = ({ isBaseline, columns }: SeriesItem): boolean => isBaseline || nothingHasBegun(columns)

export interface Series {
  /** Earliest first. */
  readonly items: readonly SeriesItem[]
  /** Places of those that share their date with another, in the order used. */
  readonly ofOneDate: readonly string[]
}

interface Dated {
  readonly snapshot_date?: string | null
}

/** Refuses snapshots dated after the current schedule. Snapshots without a date are left out; the schema requires one. */
export function seriesOf({ params, schedules }: AnalysisInput): Series | Refusal {
  const current = params.current_schedule as { readonly status_date: string }
  const currentDay = dayOf(current.status_date)
  const history = (params.schedule_history ?? []) as readonly Dated[]
  const faults: ValidationFault[] = []
  const snapshots: SeriesItem[] = []
  history.forEach(({ snapshot_date }, index) => {
    const statusDay = dayOf(snapshot_date)
    const place = `schedule_history.${index}`
    if (statusDay > currentDay) {
      const msg = `must not be later than the current status date ${current.status_date}, is ${snapshot_date}`
      faults.push({ loc: ['body', 'schedule_history', index, 'snapshot_date'], msg, type: 'conflict' })
      return
    }
    snapshots.push({ place, columns: schedules.get(`${place}.tasks`)!, statusDay, isBaseline: false })
  })
  if (faults.length > 0) return refuseInvalid(faults)
  const item = (place: string, statusDay: number): SeriesItem[] => {
    const columns = schedules.get(`${place}.tasks`)
    return columns === undefined ? [] : [{ place, columns, statusDay, isBaseline: place === 'baseline_schedule' }]
  }
  const baseline = schedules.get('baseline_schedule.tasks')
  const labelDay = dayOf(
    (params.baseline_schedule as { readonly baseline_date?: string | null } | undefined)?.baseline_date,
  )
  const items = [
    ...item('baseline_schedule', baseline === undefined ? DAY_ABSENT : statusDayOfPlan(baseline, labelDay)),
    // the sort is stable
    ...snapshots.sort((a, b) => a.statusDay - b.statusDay),
    ...item('current_schedule', currentDay),
  ]
  return { items, ofOneDate: placesOfOneDate(items) }
}

/** Places of the updates whose date a neighbour has, too. A baseline is the first by its role, whatever its date. */
export function placesOfOneDate(items: readonly SeriesItem[]): string[] {
  const updates = items.filter(({ isBaseline }) => !isBaseline)
  return updates.flatMap(({ statusDay, place }, n) =>
    statusDay === updates[n - 1]?.statusDay || statusDay === updates[n + 1]?.statusDay ? [place] : [],
  )
}

/**
 * The delay category of a task in a schedule that gives it none: that of the next schedule of the series that does, else of the one before. Who says once
 * whose a task is need not say it in every update.
 */
export function withKeptCategories(items: readonly SeriesItem[]): readonly SeriesItem[] {
  if (!items.some(({ columns }) => hasAnyColumn(columns, ['delayCategory']))) return items
  const codes = items.map(({ columns }) => columns.delayCategory)
  const from = (k: number, other: number): void => {
    if (codes[k].every(code => code !== 0) || codes[other].every(code => code === 0)) return
    const match = matchIds(items[other].columns, items[k].columns)
    const given = codes[other]
    // most updates say the same: what was found out about their columns stays with them
    let filled: Uint8Array | undefined
    for (let i = 0; i < match.length; i++) {
      if (codes[k][i] !== 0 || match[i] === NO_MATCH || given[match[i]] === 0) continue
      filled ??= copied(codes[k])
      filled[i] = given[match[i]]
    }
    codes[k] = filled ?? codes[k]
  }
  for (let k = items.length - 2; k >= 0; k--) from(k, k + 1)
  for (let k = 1; k < items.length; k++) from(k, k - 1)
  return items.map((item, k) =>
    codes[k] === item.columns.delayCategory ? item : { ...item, columns: { ...item.columns, delayCategory: codes[k] } },
  )
}

/** The schedules of a series with one id for each work: that of the last schedule that has it. */
interface StableSeries {
  readonly items: readonly SeriesItem[]
  /** The id here of the task that a schedule was sent with under an id: the last one that has it decides. */
  readonly idOf: (id: string) => string
  /** The id of that task in schedule k as it was sent; where that does not have it, the one that was asked for. */
  readonly idIn: (id: string, k: number) => string
  readonly moved: readonly MovedId[]
}

export function withStableIds(items: readonly SeriesItem[]): StableSeries {
  const found = items.map((item, k) => (k === 0 ? undefined : movesBetween(items[k - 1].columns, item.columns)))
  const moved = items.slice(1).flatMap(({ columns, place }, k) => movedIds(items[k].columns, columns, place))
  if (found.every((each, k) => each === undefined || isById(each, items[k - 1].columns, items[k].columns)))
    return { items, idOf: id => id, idIn: id => id, moved }
  /** By schedule, by task: its id here. */
  const ids: string[][] = items.map(() => [])
  for (let k = items.length - 1; k >= 0; k--) {
    const { columns, place } = items[k]
    const next = items[k + 1]?.columns
    const toLater = next === undefined ? undefined : (found[k + 1]?.toLater ?? matchIds(next, columns))
    const taken = new Set(ids[k + 1] ?? [])
    const own = ids[k]
    for (let i = 0; i < columns.taskCount; i++) {
      const j = toLater?.[i] ?? NO_MATCH
      if (j !== NO_MATCH) own[i] = ids[k + 1][j]
    }
    for (let i = 0; i < columns.taskCount; i++) {
      if (own[i] !== undefined) continue
      const sent = textAt(columns.id, i)
      let id = sent
      for (let n = 1; taken.has(id); n++) id = n === 1 ? `${sent} (${place})` : `${sent} (${place} ${n})`
      taken.add(id)
      own[i] = id
    }
  }
  const made = items.map((item, k) => ({ ...item, columns: columnsUnder(item.columns, ids[k]) }))
  const idOf = (id: string): string => {
    for (let k = items.length - 1; k >= 0; k--) {
      const [i] = tasksOfIds(items[k].columns, [id])
      if (i !== NO_MATCH) return ids[k][i]
    }
    return id
  }
  const idIn = (id: string, k: number): string => {
    const [i] = tasksOfIds(made[k].columns, [idOf(id)])
    return i === NO_MATCH ? id : textAt(items[k].columns.id, i)
  }
  return { items: made, idOf, idIn, moved }
}

const isById = ({ toLater }: Moves, before: ScheduleColumns, now: ScheduleColumns): boolean => {
  const byId = matchIds(now, before)
  return toLater.every((j, i) => j === byId[i])
}

/** A schedule with other ids; what names its tasks names them so. */
function columnsUnder(columns: ScheduleColumns, ids: readonly string[]): ScheduleColumns {
  if (ids.every((id, i) => id === textAt(columns.id, i))) return columns
  const { parentId } = columns
  const parents = Array.from({ length: parentId.values.offsets.length - 1 }, (_, n) => textAt(parentId.values, n))
  const rows = tasksOfIds(columns, parents)
  const values = textColumn(parents.map((id, n) => (rows[n] === NO_MATCH ? id : ids[rows[n]])))
  return { ...columns, id: textColumn(ids), parentId: { ...parentId, values }, notes: undefined }
}

/** What stands beside the tasks of a schedule of the series, as it was sent: the data date may have a time. */
export function membersOf({ params }: AnalysisInput, { place, statusDay }: SeriesItem) {
  const { calendar } = params
  if (statusDay === DAY_ABSENT) return { calendar }
  const container = memberAt(params, place.split('.'))
  const sent = container?.status_date ?? container?.snapshot_date ?? container?.baseline_date
  return { calendar, status_date: typeof sent === 'string' ? sent : formatDay(statusDay) }
}

/** A hash of the schedule as it was read, with all that decides its dates: calendars, moments and options of the project are beside its columns. */
export const hashOf = (columns: ScheduleColumns, members: object): string =>
  inputSha256({
    params: { ...members, setting: columns.setting, resources: columns.resourceSpecs },
    schedules: new Map([['tasks', columns]]),
    ignoredFields: [],
    meantFields: {},
    taskCount: columns.taskCount,
    taskCountLargest: columns.taskCount,
  })
