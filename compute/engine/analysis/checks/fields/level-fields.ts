/** Values that depend on the milestones of a level, as PARS and SPD number them: the ends of the baseline, the order of levels, what was replanned lately. */
import { zeros } from '../../../ids/short-arrays.ts'
import { type At, countedAlike, type Field, hasAny, ofDay, ofFlag, ofNumber } from './field.ts'
import { type Measured, Missing } from './measured.ts'
import { numbers } from './task-fields.ts'

/** The one of the dates of milestones of a level that a rule compares with. */
const levelDay = (
  name: string,
  level: number,
  day: 'early_start' | 'early_finish',
  pick: (a: number, b: number) => number,
) =>
  ofDay(name, `${day.replace('_', ' ')} of the milestone of level ${level}`, of => {
    const levels = numbers(of, 'milestone_level')
    const days = numbers(of, day)
    if (levels instanceof Missing) return levels
    if (days instanceof Missing) return days
    let found = Number.NaN
    for (let i = 0; i < of.columns.taskCount; i++) {
      if (levels(i) !== level || Number.isNaN(days(i))) continue
      found = Number.isNaN(found) ? days(i) : pick(found, days(i))
    }
    return () => found
  })

const CRITICAL_DECISIONS: readonly (readonly [from: number, to: number])[][] = [
  [
    [100, 139],
    [150, 150],
    [170, 199],
  ],
  [[140, 145]],
  [[160, 165]],
]
const PLANNED_COMPLETION = 170
const END_OF_BASELINE = 175

/** 1 = the next milestone by level starts no later than this one, though its level is higher. */
function outOfOrder(of: Measured): At<boolean> | Missing {
  const levels = numbers(of, 'milestone_level')
  const starts = numbers(of, 'early_start')
  if (levels instanceof Missing) return levels
  if (starts instanceof Missing) return starts
  const flagged = zeros(Uint8Array, of.columns.taskCount)
  for (const list of CRITICAL_DECISIONS) {
    const members: number[] = []
    for (let i = 0; i < of.columns.taskCount; i++)
      if (list.some(([from, to]) => levels(i) >= from && levels(i) <= to)) members.push(i)
    const byLevel = new Map<number, number[]>()
    for (const i of members) byLevel.set(levels(i), [...(byLevel.get(levels(i)) ?? []), i])
    const ordered = [...byLevel.keys()].sort((a, b) => a - b)
    for (const [n, level] of ordered.slice(0, -1).entries()) {
      const next = ordered[n + 1]!
      const first = Math.min(...byLevel.get(next)!.map(starts))
      const mayEqual = level === PLANNED_COMPLETION && next === END_OF_BASELINE
      for (const i of byLevel.get(level)!) if (mayEqual ? starts(i) > first : starts(i) >= first) flagged[i] = 1
    }
  }
  return i => flagged[i] === 1
}

export const REPROGRAMMING = 138

const DAYS_OF_PERIOD = 35
/** Milestones of the level whose date lies in the last 35 days; none outside them. */
const recent = (name: string, level: number): Field =>
  ofNumber(name, `milestones of level ${level} in the 35 days up to the status date, of which this is one`, of => {
    const levels = numbers(of, 'milestone_level')
    const [starts, finishes, status] = [
      numbers(of, 'early_start'),
      numbers(of, 'early_finish'),
      numbers(of, 'status_date'),
    ]
    for (const each of [levels, starts, finishes, status]) if (each instanceof Missing) return each
    const isOne = (i: number): boolean => {
      const start = (starts as At<number>)(i)
      const day = Number.isNaN(start) ? (finishes as At<number>)(i) : start
      const age = (status as At<number>)(i) - day
      return (levels as At<number>)(i) === level && age >= 0 && age < DAYS_OF_PERIOD
    }
    let count = 0
    for (let i = 0; i < of.columns.taskCount; i++) if (isOne(i)) count++
    return i => (isOne(i) ? count : Number.NaN)
  })

/** Calendar days from the status date to the end of the baseline; none where it is past. */
export const remainingSpan = ofNumber(
  'baseline_days_left',
  'calendar days from the status date to the latest early finish of level 175; none where there are none left',
  of => {
    const [levels, finishes, status] = [
      numbers(of, 'milestone_level'),
      numbers(of, 'early_finish'),
      numbers(of, 'status_date'),
    ]
    for (const each of [levels, finishes, status]) if (each instanceof Missing) return each
    let last = Number.NEGATIVE_INFINITY
    for (let i = 0; i < of.columns.taskCount; i++) {
      const finish = (finishes as At<number>)(i)
      if ((levels as At<number>)(i) === END_OF_BASELINE && finish > last) last = finish
    }
    const left = last - (status as At<number>)(0)
    return () => (left > 0 ? left : Number.NaN)
  },
)

export const LEVEL_FIELDS: readonly Field[] = [
  levelDay('baseline_end_start', END_OF_BASELINE, 'early_start', Math.min),
  levelDay('baseline_end_finish', END_OF_BASELINE, 'early_finish', Math.min),
  levelDay('planned_completion_start', PLANNED_COMPLETION, 'early_start', Math.min),
  levelDay('planned_completion_finish', PLANNED_COMPLETION, 'early_finish', Math.min),
  levelDay('project_begin', 100, 'early_start', Math.max),
  levelDay('project_end', 199, 'early_finish', Math.min),
  ofFlag('is_out_of_level_order', 'starts no earlier than the next milestone of a higher level', outOfOrder, {
    name: 'early_start',
    isVoid: of => {
      const starts = numbers(of, 'early_start')
      return !(starts instanceof Missing) && !hasAny(of.columns.taskCount, starts)
    },
  }),
  ofNumber('same_level_count', 'tasks of this milestone level', of => {
    const levels = numbers(of, 'milestone_level')
    return levels instanceof Missing
      ? levels
      : countedAlike(of.columns.taskCount, i => (Number.isNaN(levels(i)) ? undefined : String(levels(i))))
  }),
]

export const RECENT_FIELDS: readonly Field[] = [
  recent('recent_reprogrammings', REPROGRAMMING),
  recent('recent_replans', 139),
]
