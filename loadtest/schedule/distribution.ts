/** What is in a schedule, counted on the tasks as they are written: printed before every benchmark and load run. */
import { RELATION_TYPES, TASK_FIELDS } from '../../shared/contract/schedule/fields.ts'
import { bodyChunks, type TaskSource } from './body.ts'
import type { TaskObject } from './task.ts'

export type Counts = Record<string, number>

export interface Distribution {
  readonly taskCount: number
  readonly linkCount: number
  /** By task_type; absent counts as task. */
  readonly types: Counts
  /** By relation. */
  readonly linkTypes: Counts
  readonly lags: { readonly lead: number; readonly none: number; readonly lag: number }
  readonly linkForms: { readonly id: number; readonly rich: number; readonly object: number }
  readonly constraints: Counts
  readonly states: { readonly complete: number; readonly inProgress: number; readonly notStarted: number }
  /** Tasks with a duration above 0 alone. */
  readonly durationDays: { readonly p10: number; readonly p50: number; readonly p90: number; readonly max: number }
  /** Share of tasks with a value that is not null, by field name. */
  readonly fill: Counts
  /** Share of tasks that say null, over all fields. */
  readonly nullShare: number
  /** Length of the tasks as JSON. */
  readonly bytes: number
}

const RICH = /[ \d](FS|SS|FF|SF)(?:([+-])\d+ ?d)?$/

interface SeenLink {
  readonly form: 'id' | 'rich' | 'object'
  readonly type: string
  readonly lagSign: number
}

/** Reads only the forms that task.ts writes. */
function seeLink(link: NonNullable<TaskObject['predecessors']>[number]): SeenLink {
  if (typeof link === 'object')
    return { form: 'object', type: link.type ?? 'FS', lagSign: Math.sign(link.lag_days ?? 0) }
  const rich = RICH.exec(link)
  if (rich === null) return { form: 'id', type: 'FS', lagSign: 0 }
  return { form: 'rich', type: rich[1], lagSign: rich[2] === undefined ? 0 : rich[2] === '-' ? -1 : 1 }
}

const add = (counts: Counts, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1
}

export function distributionOf(source: TaskSource): Distribution {
  const types: Counts = {}
  const linkTypes: Counts = Object.fromEntries(RELATION_TYPES.map(type => [type, 0]))
  const lags = { lead: 0, none: 0, lag: 0 }
  const linkForms = { id: 0, rich: 0, object: 0 }
  const constraints: Counts = {}
  const states = { complete: 0, inProgress: 0, notStarted: 0 }
  const filled: Counts = Object.fromEntries(TASK_FIELDS.map(field => [field.name, 0]))
  const durations: number[] = []
  let linkCount = 0
  let nullCount = 0
  for (let i = 0; i < source.taskCount; i++) {
    const task = source.task(i)
    for (const field of TASK_FIELDS) {
      const value = task[field.name]
      if (value === null) nullCount++
      else if (value !== undefined) filled[field.name]++
    }
    add(types, String(task.task_type ?? 'task'))
    if (task.constraint_type != null) add(constraints, String(task.constraint_type))
    if (task.actual_finish != null) states.complete++
    else if (task.actual_start != null) states.inProgress++
    else states.notStarted++
    if (Number(task.duration_days) > 0) durations.push(Number(task.duration_days))
    for (const link of task.predecessors ?? []) {
      const seen = seeLink(link)
      linkCount++
      linkForms[seen.form]++
      linkTypes[seen.type]++
      lags[seen.lagSign < 0 ? 'lead' : seen.lagSign > 0 ? 'lag' : 'none']++
    }
  }
  let bytes = 0
  for (const chunk of bodyChunks(['[', source, ']'])) bytes += chunk.length
  durations.sort((a, b) => a - b)
  const quantile = (share: number): number => durations[Math.floor((durations.length - 1) * share)] ?? 0
  return {
    taskCount: source.taskCount,
    linkCount,
    types,
    linkTypes,
    lags,
    linkForms,
    constraints,
    states,
    durationDays: { p10: quantile(0.1), p50: quantile(0.5), p90: quantile(0.9), max: quantile(1) },
    fill: Object.fromEntries(Object.entries(filled).map(([name, count]) => [name, count / source.taskCount])),
    nullShare: nullCount / (source.taskCount * TASK_FIELDS.length),
    bytes,
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`

/** Lines for a terminal. */
export function describeDistribution(d: Distribution): string {
  const list = (counts: Counts, total: number): string =>
    Object.entries(counts)
      .sort((a, b) => b[1] - a[1])
      .map(([name, count]) => `${name} ${percent(count / total)}`)
      .join(', ')
  return [
    `${d.taskCount} tasks, ${d.linkCount} links (${(d.linkCount / d.taskCount).toFixed(2)} per task), ${d.bytes} bytes (${Math.round(d.bytes / d.taskCount)} per task)`,
    `types: ${list(d.types, d.taskCount)}`,
    `links: ${list(d.linkTypes, d.linkCount)}; ${list(d.lags, d.linkCount)}; written as ${list(d.linkForms, d.linkCount)}`,
    `constraints: ${list(d.constraints, d.taskCount)}`,
    `progress: ${list(d.states, d.taskCount)}`,
    `durations in days: p10 ${d.durationDays.p10}, p50 ${d.durationDays.p50}, p90 ${d.durationDays.p90}, max ${d.durationDays.max}`,
    `fields filled: ${list(d.fill, 1)}; null ${percent(d.nullShare)}`,
  ].join('\n')
}
