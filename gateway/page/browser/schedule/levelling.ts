/** The levelled schedule as the page shows it: tasks that moved, what was not resolved, and the use of each resource by period. */

import type {
  LEFT_OUT_REASONS,
  LevellingEffort,
  LevellingObjective,
  LevellingRule,
  LOWER_BOUNDS,
  SearchEnd,
  USE_PERIODS,
} from '../../../../shared/contract/analysis/levelling/words.ts'
import type { LIMIT_SOURCES } from '../../../../shared/contract/analysis/resources/words.ts'
import type { PriorityField } from '../../../../shared/contract/schedule/resources.ts'
import { TEXT } from '../texts.ts'
import { dayText, MINUTES_PER_DAY, minutesOf, momentText } from './moment.ts'
import type { Series } from './plot-data.ts'
import type { Finding } from './replies.ts'

/** A field by which tasks are put in order. */
export interface OrderField {
  readonly by: PriorityField
  readonly descending: boolean
}

/** What is undefined the file says, or nobody. */
export interface LevelOptions {
  readonly rule: LevellingRule | undefined
  readonly effort: LevellingEffort
  readonly objective: LevellingObjective
  readonly within_float_only: boolean | undefined
  readonly float_kept_days: number | undefined
  readonly allow_splits: boolean
  /** In the place of a rule. */
  readonly priority_order: readonly OrderField[] | undefined
  /** Of a search; undefined: as many as follow from the size. */
  readonly schedules_max: number | undefined
  readonly period: (typeof USE_PERIODS)[number]
  /** Absent: all that have a limit. */
  readonly resources?: readonly string[]
}

export interface LevelRequest {
  readonly options: LevelOptions
  /** Limits that were changed, in units. */
  readonly limits: ReadonlyMap<string, number>
  /** Of tasks, by their ids. */
  readonly priorities: ReadonlyMap<string, number>
}

interface PlacedTask {
  readonly id: string
  readonly name?: string | null
  readonly start: string | null
  readonly finish: string | null
  readonly start_before: string | null
  readonly finish_before: string | null
  readonly delay_working_days: number
  readonly delay_calendar_days: number | null
  readonly is_fixed?: boolean
}

export interface LevelledResource {
  readonly resource: string
  readonly limit_source: (typeof LIMIT_SOURCES)[number]
  readonly task_count: number
  readonly work_hours: number
  readonly limit_most: number | null
  readonly peak_before: number
  readonly peak_after: number
  readonly over_hours_before: number
  readonly over_hours_after: number
}

export interface UseRow {
  readonly resource: string
  readonly start: string
  readonly finish: string
  readonly capacity_hours: number | null
  readonly hours_before: number
  readonly hours_after: number
}

export interface UnresolvedTask {
  readonly id: string
  readonly name?: string | null
  readonly resource: string | null
  readonly units_needed: number | null
  readonly units_most: number | null
  readonly text: string
}

/** One task of the chain that ends with the project; it waits for no resource where that is null. */
export interface ChainStep {
  readonly id: string
  readonly name?: string | null
  readonly start: string | null
  readonly resource: string | null
  readonly held_by: string | null
}

interface Figures {
  readonly finish_before: string | null
  readonly finish_after: string | null
  readonly moves_working_days: number
  readonly moves_calendar_days: number | null
  readonly lower_bound: {
    readonly finish: string | null
    readonly by: (typeof LOWER_BOUNDS)[number]
    readonly resource: string | null
    readonly distance_working_days: number
    readonly distance_pct: number | null
  } | null
  readonly delayed_count: number
  /** Tasks whose work pauses. */
  readonly split_count?: number
  readonly delay_days_sum: number
  readonly unresolved_count: number
  readonly over_hours_before: number
  readonly over_hours_after: number
  readonly settings: {
    readonly within_float_only: boolean
    readonly float_kept_days: number
    readonly scheme: 'serial' | 'parallel'
    readonly schedules: number
    readonly schedules_max: number
    readonly ended_by?: SearchEnd
    readonly period: (typeof USE_PERIODS)[number]
  }
  readonly resources: readonly LevelledResource[]
  readonly resources_left_out: readonly {
    readonly resource: string
    readonly reason: (typeof LEFT_OUT_REASONS)[number]
  }[]
  readonly finish_chain: readonly ChainStep[]
  readonly delays_left_out: number
  readonly unresolved: readonly UnresolvedTask[]
  readonly use: readonly UseRow[]
}

export interface LevellingReply {
  readonly summary: string
  readonly findings: readonly Finding[]
  readonly data: Figures & {
    readonly delays: readonly { readonly id: string; readonly text: string }[]
    readonly tasks: readonly PlacedTask[]
  }
}

export interface MovedTask extends PlacedTask {
  readonly text: string
}

export interface Levelled {
  readonly summary: string
  /** All open tasks. */
  readonly tasks: readonly PlacedTask[]
  readonly findings: readonly Finding[]
  readonly figures: Figures
  readonly moved: readonly MovedTask[]
}

export function levelledOf({ summary, findings, data }: LevellingReply): Levelled {
  const { delays, tasks, ...figures } = data
  const placed = new Map(tasks.map(task => [task.id, task]))
  const moved = delays.map(({ id, text }) => ({ ...placed.get(id)!, text }))
  return { summary, tasks, findings, figures, moved }
}

/** Of a priority that lets a task move. */
const PRIORITY_MOST = 999

/**
 * What is asked for to have that schedule once more. A search that ended by time, or was told to end, finds another one the next time; but one pass in the order of its starts
 * makes the same.
 */
export function askedAgain(request: LevelRequest, { tasks, figures }: Levelled): LevelRequest {
  if (figures.settings.ended_by !== 'time') return request
  const moving = tasks.filter(({ is_fixed }) => is_fixed !== true)
  const at = (moment: string | null): number => minutesOf(moment)
  const inOrder = moving.toSorted((a, b) => at(a.start) - at(b.start) || at(a.finish) - at(b.finish))
  const priorities = new Map(inOrder.map(({ id }, n) => [id, PRIORITY_MOST * (1 - n / inOrder.length)]))
  for (const [id, priority] of request.priorities) if (priority > PRIORITY_MOST) priorities.set(id, priority)
  const priority_order = [{ by: 'priority', descending: true }] as const
  const options = {
    ...request.options,
    rule: undefined,
    priority_order,
    effort: 'fast',
    schedules_max: undefined,
  } as const
  return { ...request, priorities, options }
}

const MS_PER_MINUTE = 60_000

/** The first day of each period from one to another; months begin on their first day. */
function periodStarts(from: string, until: string, period: (typeof USE_PERIODS)[number]): string[] {
  const starts: string[] = []
  const last = minutesOf(until)
  for (let at = minutesOf(from); at <= last; ) {
    starts.push(dayText(at))
    if (period !== 'month') at += (period === 'week' ? 7 : 1) * MINUTES_PER_DAY
    else {
      const [year = 0, month = 0] = starts.at(-1)!.split('-').map(Number)
      at = Date.UTC(year, month, 1) / MS_PER_MINUTE
    }
  }
  return starts
}

/** Use of one resource before and after, with its limit; periods without use between others are empty. */
export function useSeries({ use, settings }: Figures, resource: string): Series {
  const rows = new Map(use.filter(row => row.resource === resource).map(row => [row.start, row]))
  const all = use.map(({ start }) => start).sort()
  const starts = all.length === 0 ? [] : periodStarts(all[0]!, all.at(-1)!, settings.period)
  const values = (of: (row: UseRow) => number | null, absent: number): number[] =>
    starts.map(start => {
      const row = rows.get(start)
      return row === undefined ? absent : (of(row) ?? Number.NaN)
    })
  const T = TEXT.levelling
  return {
    labels: starts.map(momentText),
    lines: [
      { name: T.before, kind: 'before', form: 'bar', values: values(row => row.hours_before, 0) },
      { name: T.after, kind: 'plain', form: 'bar', values: values(row => row.hours_after, 0) },
      { name: T.limit, kind: 'limit', form: 'step', values: values(row => row.capacity_hours, Number.NaN) },
    ],
  }
}
