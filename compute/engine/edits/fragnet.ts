/** The changes that model a delay event: its fragnet as given, or one task of its days behind which the work that it delayed waits. */
import type { SentChange } from '../../../shared/contract/schedule/changes.ts'
import type { SentEvent } from '../../../shared/contract/schedule/delay-events.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { tasksOfIds } from '../ids/match-ids.ts'
import { FF, FS } from '../passes/relation.ts'
import { NOT_STARTED } from '../population/progress.ts'
import { dayOf } from '../result/options.ts'
import type { LinkToBase } from './alone.ts'
import type { Computed } from './recomputed.ts'
import { NO_TASK } from './task-finder.ts'

export interface Fragnet {
  readonly changes: readonly SentChange[]
  readonly isGiven: boolean
  /** Working days of the task that was made; null where the fragnet is given. */
  readonly days: number | null
  /** Ids of task_ids that had begun, so that their finish waits for the event and not their start. */
  readonly started: readonly string[]
  /** From the task that was made to tasks of the schedule. */
  readonly links: readonly LinkToBase[]
  /** Places in task_ids that name no task. */
  readonly unknown: readonly number[]
}

/** Working days of the project's calendar from its start to its end, where it says no days; 0 where it says neither. */
export function daysOfEvent({ days, started, ended }: SentEvent, { choice }: Computed): number {
  if (days !== null && days !== undefined) return days
  return typeof ended === 'string' ? choice.calendar.daysBetween(dayOf(started), dayOf(ended)) : 0
}

/** `base`: the schedule that the event goes into. */
export function fragnetOf(event: SentEvent, base: Computed): Fragnet {
  const ids = (event.task_ids ?? []) as readonly string[]
  const tasks = tasksOfIds(base.schedule.columns, ids)
  const unknown = Array.from(tasks.keys()).filter(n => tasks[n] === NO_TASK)
  const { state } = base.prepared.input
  const started = ids.filter((_, n) => tasks[n] >= 0 && state[tasks[n]] !== NOT_STARTED)
  const links = Array.from(tasks)
    .filter(task => task !== NO_TASK)
    .map(task => ({ task, type: state[task] === NOT_STARTED ? FS : FF }))
  if (event.fragnet !== null && event.fragnet !== undefined)
    return { changes: event.fragnet as readonly SentChange[], isGiven: true, days: null, started, links: [], unknown }
  const days = daysOfEvent(event, base)
  if (days === 0) return { changes: [], isGiven: false, days, started, links, unknown }
  const change: SentChange = {
    add_task: {
      id: freeId(event.id!, base),
      ...(typeof event.name === 'string' ? { name: event.name } : {}),
      duration_days: days,
      constraint_type: 'SNET',
      constraint_date: event.started,
    } as never,
    successors: ids
      .filter((_, n) => tasks[n] >= 0)
      .map((task_id, n) => ({ task_id, type: RELATION_TYPES[links[n]!.type]! })),
  }
  return { changes: [change], isGiven: false, days, started, links, unknown }
}

/** The id of the event, or the first like it that no task has. */
function freeId(id: string, { schedule: { columns } }: Computed): string {
  if (tasksOfIds(columns, [id])[0] === NO_TASK) return id
  const taken = new Set<string>()
  for (let i = 0; i < columns.taskCount; i++) taken.add(textAt(columns.id, i))
  for (let n = 2; ; n++) if (!taken.has(`${id} (${n})`)) return `${id} (${n})`
}
