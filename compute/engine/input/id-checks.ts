/** Ids: missing, repeated, ambiguous. */

import { textAt } from '../../../shared/contract/schedule/text.ts'
import { allHitsWhere } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { plural } from '../wording/plural.ts'
import { ambiguousIds } from './ambiguous-id.ts'
import { faultHits, rule } from './context.ts'
import { positionsOfIds } from './same-ids.ts'

const ALL_TASKS = 'All tasks.'

export const missingId = rule('error', {
  code: 'V001',
  title: 'Missing id',
  severity: 'critical',
  population: ALL_TASKS,
  formula: 'Tasks whose id is absent or empty.',
  unit: 'tasks',
  advice: {
    title: 'Give every task an id',
    description: 'Nothing can link to a task without one; positions count from 0.',
  },
  run: ({ columns }) => {
    const { tasks, count } = faultHits(columns, fault => fault.kind === 'missing_id')
    // there is no id to name them by, only their place in the list, counted from 0
    const evidence = count === 0 ? undefined : { positions: tasks }
    return counted(
      { tasks: [], count },
      columns.taskCount,
      `${plural(count, 'task has', 'tasks have')} no id.`,
      evidence,
    )
  },
})

export const duplicateId = rule('error', {
  code: 'V002',
  title: 'Duplicate id',
  severity: 'critical',
  population: ALL_TASKS,
  formula: 'Tasks whose id an earlier task has; positions in the list count from 0.',
  unit: 'tasks',
  advice: {
    title: 'Make the ids unique',
    description: 'Rename the later tasks and the links meant for them: links reach only the first of an id.',
  },
  run: ({ columns }) => {
    const hits = faultHits(columns, fault => fault.kind === 'duplicate_id')
    const message = `${plural(hits.count, 'task repeats', 'tasks repeat')} the id of an earlier one.`
    const evidence = hits.count === 0 ? undefined : { ids: positionsOfIds(columns.id, columns.taskCount, hits.tasks) }
    return counted(hits, columns.taskCount, message, evidence)
  },
})

export const ambiguousId = rule('warning', {
  code: 'V109',
  title: 'Id that reads like a link',
  severity: 'low',
  population: ALL_TASKS,
  formula:
    'Ids that end with FS, SS, FF or SF, a lag behind it or not, set off from the rest or with a task id before it.',
  unit: 'tasks',
  // its message shows one
  worst: { describe: () => undefined },
  advice: {
    title: 'Rename the ambiguous ids',
    description: 'Take the relation off the end of each id, or link to it by {task_id, type, lag_days} alone.',
  },
  run: ({ columns }) => {
    const marks = ambiguousIds(columns.id, columns.taskCount)
    const hits = allHitsWhere(columns.taskCount, i => marks[i] === 1)
    const example = hits.tasks.length === 0 ? undefined : textAt(columns.id, hits.tasks[0])
    return counted(
      hits,
      columns.taskCount,
      `${plural(hits.count, 'id ends', 'ids end')} like the string form of a link${example === undefined ? '' : `, such as "${example}"`}.`,
    )
  },
})
