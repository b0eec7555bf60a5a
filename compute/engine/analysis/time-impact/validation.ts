/** Source validation of a base, as far as a schedule shows it: what AACE 29R-03 asks of baselines and updates. */
import type { VALIDATION_POINTS } from '../../../../shared/contract/analysis/time-impact/words.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { SeriesItem } from '../../compare/series.ts'
import type { Computed } from '../../edits/recomputed.ts'
import { outgoingLinks } from '../../graph/links.ts'
import { worstFirst } from '../../ids/id-order.ts'
import { isHardConstraint } from '../../kind/constraint-types.ts'
import { COMPLETE } from '../../population/progress.ts'
import { plural } from '../../wording/numbers.ts'
import { NAMED_TASKS_MAX, tasksText } from '../../wording/tasks.ts'
import { expectedIn } from './held-back.ts'

interface ValidationRow {
  readonly point: (typeof VALIDATION_POINTS)[number]
  readonly count: number
  readonly text: string
}

export function validationOf(item: SeriesItem, of: Computed): ValidationRow[] {
  const { schedule, network, prepared, choice } = of
  const { columns } = schedule
  const { actualStart, actualFinish, taskCount } = columns
  const tasksWhere = (test: (i: number) => boolean): number[] => {
    const tasks: number[] = []
    for (let i = 0; i < taskCount; i++) if (test(i)) tasks.push(i)
    return tasks
  }
  const row = (
    point: ValidationRow['point'],
    tasks: readonly number[],
    found: string,
    none: string,
  ): ValidationRow => ({
    point,
    count: tasks.length,
    text:
      tasks.length === 0
        ? none
        : `${plural(tasks.length, 'task')} ${found}: ${tasksText(columns, worstFirst(columns.id, tasks, undefined, NAMED_TASKS_MAX), tasks.length)}.`,
  })
  const hasActual = (i: number): boolean => actualStart[i] !== DAY_ABSENT || actualFinish[i] !== DAY_ABSENT
  const day = item.statusDay
  const out = outgoingLinks(taskCount, network)
  const hasInto = (i: number): boolean => network.start[i] < network.start[i + 1]
  const hasOut = (i: number): boolean => out.start[i] < out.start[i + 1]
  const isPart = (i: number): boolean => network.takesPart[i] === 1
  const isGuessed = choice.source === 'auto'
  return [
    {
      point: 'data_date',
      count: day === DAY_ABSENT && !item.isBaseline ? 1 : 0,
      text:
        day === DAY_ABSENT
          ? 'It has no data date; nothing of it has begun, or the day after its last actual date stands in.'
          : `Its data date is ${formatDay(day)}.`,
    },
    ...(item.isBaseline
      ? [
          row(
            'progress_in_baseline',
            tasksWhere(i => isPart(i) && hasActual(i)),
            'of the baseline have actual dates',
            'No task of the baseline has begun.',
          ),
        ]
      : []),
    row(
      'actual_dates_after_data_date',
      day === DAY_ABSENT ? [] : tasksWhere(i => actualStart[i] > day || actualFinish[i] > day),
      'have actual dates after the data date',
      'No actual date lies after the data date.',
    ),
    row(
      'missing_logic',
      tasksWhere(i => isPart(i) && !hasInto(i) && !hasOut(i)),
      'have no link at all',
      'Every task is linked.',
    ),
    row(
      'open_ends',
      tasksWhere(i => isPart(i) && hasInto(i) !== hasOut(i)),
      'have a predecessor or a successor alone, the ends of the project included',
      'No task has an open end.',
    ),
    row(
      'hard_constraints',
      tasksWhere(
        i => isPart(i) && prepared.input.state[i] !== COMPLETE && isHardConstraint(prepared.input.constraint[i]),
      ),
      'not complete have hard constraints, which can hold an effect back',
      'No hard constraint acts.',
    ),
    row(
      'expected_finishes',
      expectedIn(of),
      'not complete end by their expected finish, whatever is late before them',
      'No expected finish acts.',
    ),
    {
      point: 'calendar',
      count: isGuessed ? 1 : 0,
      text: isGuessed
        ? 'Its calendar was inferred from the durations, not given.'
        : 'Its calendars are those that were given.',
    },
  ]
}
