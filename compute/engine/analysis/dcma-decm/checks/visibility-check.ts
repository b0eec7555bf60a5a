/** 06I201a: schedule visibility tasks are marked as such, and carry no resources or budget. */

import type { TextColumn } from '../../../../../shared/contract/schedule/columns.ts'
import { bySize } from '../../../check/check.ts'
import { allHitsWhere } from '../../../check/findings.ts'
import { cite, published } from '../../../check/source.ts'
import { namedTask } from '../../../check/worst.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { SCHEDULE_VISIBILITY } from '../../../kind/participation.ts'
import { isLoaded } from '../../../population/task-states.ts'
import { plural } from '../../../wording/numbers.ts'
import { decmRow, profiles } from './context.ts'

/** Names with the word SVT, or with these words in any case, mean a visibility task. */
const WORD = Buffer.from('SVT')
const PHRASE = Buffer.from('schedule visibility')

const isWordByte = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f)

/** 1 = the name of task i matches /\bSVT\b/ or, in any case, "schedule visibility". One scan over the bytes of all names. */
export function namedVisible({ bytes, offsets }: TextColumn, taskCount: number): Uint8Array {
  const marks = zeros(Uint8Array, taskCount)
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const lowered = Buffer.from(names)
  for (let at = 0; at < lowered.length; at++) if (lowered[at] >= 0x41 && lowered[at] <= 0x5a) lowered[at] |= 0x20
  const mark = (text: Buffer, wanted: Buffer, isWhole: boolean): void => {
    let task = 0
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      while (offsets[task + 1] <= at) task++
      const [start, end] = [offsets[task], offsets[task + 1]]
      const after = at + wanted.length
      if (after > end) continue
      const isBounded = !(at > start && isWordByte(text[at - 1])) && !(after < end && isWordByte(text[after]))
      if (!isWhole || isBounded) marks[task] = 1
    }
  }
  mark(names, WORD, true)
  mark(lowered, PHRASE, false)
  return marks
}

export const visibilityTasks = decmRow({
  code: '06I201a',
  title: 'Schedule visibility tasks',
  severity: bySize,
  population: 'Tasks and milestones, complete ones included, no summaries; the rate is per incomplete task.',
  formula:
    'Tasks of type schedule_visibility with a resource, a budget, or (options.include_ev_validation) earned value; tasks of another type named SVT or "schedule visibility".',
  unit: 'tasks',
  profiles: profiles(0, 0),
  source: published(cite('decm', '06I201a'), cite('clearPlan')),
  needs: [],
  advice: {
    title: 'Keep visibility tasks free of budget',
    causes: [
      {
        found: ['is a visibility task with a resource or a budget', 'are visibility tasks with a resource or a budget'],
        action: 'move these to the task that does the work, or give the task its true type',
        holds: ({ tasks }, i) => tasks.kind[i] === SCHEDULE_VISIBILITY,
      },
      {
        found: ['is named as a visibility task and not marked', 'are named as visibility tasks and not marked'],
        action: 'set task_type to schedule_visibility',
      },
    ],
  },
  worst: namedTask,
  run: ({ columns, tasks, all, incomplete, withEarnedValue }) => {
    const { taskCount, earnedValue } = columns
    const isVisible = (i: number): boolean => all.marks[i] === 1 && tasks.kind[i] === SCHEDULE_VISIBILITY
    const named = namedVisible(columns.name, taskCount)
    const loads = (i: number): boolean =>
      isVisible(i) && (isLoaded(columns, i) || (withEarnedValue && earnedValue[i] > 0))
    const isUnmarked = (i: number): boolean => all.marks[i] === 1 && !isVisible(i) && named[i] === 1
    const loaded = allHitsWhere(taskCount, loads).count
    const hits = allHitsWhere(taskCount, i => loads(i) || isUnmarked(i))
    return {
      numerator: hits.count,
      denominator: incomplete.count,
      value: all.count === 0 ? null : hits.count,
      message: `${plural(loaded, 'visibility task is', 'visibility tasks are')} loaded, ${hits.count - loaded} not marked as such.`,
      hits,
      evidence: {
        visibility_tasks: allHitsWhere(taskCount, isVisible).count,
        loaded,
        not_marked: hits.count - loaded,
        earned_value_read: withEarnedValue,
      },
    }
  },
})
