/** Values of a task that depend on others of its schedule: on those of its element of the WBS, on what leads into level of effort. */

import { hasColumn } from '../../../../../shared/contract/schedule/present-columns.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { isLoe, isSummary } from '../../../kind/participation.ts'
import { FF, SS } from '../../../passes/relation.ts'
import { baselineDurationsOf } from '../../../population/durations.ts'
import { COMPLETE } from '../../../population/progress.ts'
import { leadingTo } from '../../../population/summary-links.ts'
import { isMilestoneTask } from '../../../population/task-states.ts'
import { ASSIGNMENT_FIELDS } from './assignment-fields.ts'
import { type At, countedAlike, type Field, hasAny, noneWithout, ofFlag, ofNumber } from './field.ts'
import { LEVEL_FIELDS, RECENT_FIELDS, REPROGRAMMING, remainingSpan } from './level-fields.ts'
import { assignmentRows, type Measured, Missing, rowsOf } from './measured.ts'
import { numbers, texts } from './task-fields.ts'

/** Classes of techniques: discrete work, level of effort, apportioned, planning package. */
const CLASSES: readonly (readonly [letters: string, name: string])[] = [
  ['BCDEFGHLNOP', 'discrete'],
  ['A', 'effort'],
  ['JM', 'apportioned'],
  ['K', 'package'],
]
const classOf = (evt: string): string =>
  evt.length === 1 ? (CLASSES.find(([letters]) => letters.includes(evt))?.[1] ?? '') : ''

/** Of each element of the WBS: how many different values it has, and whether all have one of them. */
function perElement(of: Measured, valueAt: At<string>): { readonly kinds: At<number>; readonly rows: At<number> } {
  const element = texts(of, 'pars_wbs') as At<string>
  const seen = new Map<string, Set<string>>()
  for (let i = 0; i < of.columns.taskCount; i++) {
    const key = element(i)
    const values = seen.get(key) ?? new Set<string>()
    seen.set(key, values)
    const value = valueAt(i)
    if (value !== '') values.add(value)
  }
  const rows = countedAlike(of.columns.taskCount, element)
  return { kinds: i => seen.get(element(i))!.size, rows }
}

const elementFields: readonly Field[] = [
  ofNumber('wbs_visibility_kinds', 'of the tasks of its WBS element: 2 where some are SVT and some are not', of => {
    const subtype = texts(of, 'subtype')
    return subtype instanceof Missing ? subtype : perElement(of, i => (subtype(i) === 'SVT' ? 'SVT' : 'other')).kinds
  }),
  ofFlag('is_wbs_only_zba', 'all tasks of its WBS element are ZBA', of => {
    const subtype = texts(of, 'subtype')
    if (subtype instanceof Missing) return subtype
    const { kinds } = perElement(of, i => (subtype(i) === 'ZBA' ? 'ZBA' : 'other'))
    return i => subtype(i) === 'ZBA' && kinds(i) === 1
  }),
  ofNumber('wbs_technique_classes', 'classes of techniques among the tasks of its WBS element', of => {
    const evt = texts(of, 'pars_evt')
    return evt instanceof Missing ? evt : perElement(of, i => classOf(evt(i))).kinds
  }),
  ...(['cam', 'obs', 'wbs_element'] as const).map(name =>
    ofNumber(`control_account_${name}_kinds`, `different values of ${name} in its control account`, of =>
      kindsIn(of, 'control_account', name),
    ),
  ),
  ...(['evt', 'control_account'] as const).map(name =>
    ofNumber(`work_package_${name}_kinds`, `different values of ${name} in its work package`, of =>
      kindsIn(of, 'work_package', name),
    ),
  ),
]

/** The first task of each group by order of the file stands for the group; of those alone that some task of it passes. */
function firstOf(of: Measured, group: string, isMember: (i: number) => boolean = () => true): At<boolean> | Missing {
  const groupOf = texts(of, group)
  if (groupOf instanceof Missing) return groupOf
  const first = new Map<string, number>()
  const isIn = new Set<string>()
  for (let i = 0; i < of.columns.taskCount; i++) {
    const key = groupOf(i)
    if (key === '') continue
    if (!first.has(key)) first.set(key, i)
    if (isMember(i)) isIn.add(key)
  }
  return i => groupOf(i) !== '' && first.get(groupOf(i)) === i && isIn.has(groupOf(i))
}

/** Different values of one field among the tasks of a group; none where the task has no group. */
function kindsIn(of: Measured, group: string, name: string): At<number> | Missing {
  const groupOf = texts(of, group)
  const valueAt = texts(of, name)
  if (groupOf instanceof Missing) return groupOf
  if (valueAt instanceof Missing) return valueAt
  const seen = new Map<string, Set<string>>()
  for (let i = 0; i < of.columns.taskCount; i++) {
    const key = groupOf(i)
    const values = seen.get(key) ?? new Set<string>()
    seen.set(key, values)
    if (valueAt(i) !== '') values.add(valueAt(i))
  }
  return i => (groupOf(i) === '' ? Number.NaN : seen.get(groupOf(i))!.size)
}

const NO_DATES = new Missing('dates of tasks')

/** Tasks of the whole schedule with such a value. */
function total<Value>(of: Measured, at: At<Value> | Missing, test: (value: Value) => boolean): At<number> | Missing {
  if (at instanceof Missing) return at
  let count = 0
  for (let i = 0; i < of.columns.taskCount; i++) if (test(at(i))) count++
  return () => count
}

const WORK: readonly string[] = ['TD', 'RD']

/** Level of effort: the discrete work that leads into it does not do so by SS and by FF, or it leads to level of effort. */
const effortLogic = ofFlag(
  'has_wrong_effort_logic',
  'level of effort or apportioned work that lacks an SS or an FF from discrete work, or leads to such work itself',
  of => {
    const evt = texts(of, 'evt')
    if (evt instanceof Missing) return evt
    const { columns, tasks } = of
    const isEffort = (i: number): boolean => isLoe(tasks.kind[i]) || ['A', 'J', 'M'].includes(evt(i))
    const type = texts(of, 'pars_type') as At<string>
    const isDiscrete = (i: number): boolean => !isEffort(i) && WORK.includes(type(i))
    const leads = zeros(Uint8Array, columns.taskCount)
    const seen = zeros(Uint8Array, columns.taskCount)
    for (let s = 0; s < columns.taskCount; s++) {
      for (let k = columns.links.start[s]; k < columns.links.start[s + 1]; k++) {
        const p = columns.links.task[k]
        if (p < 0) continue
        if (isEffort(s)) leads[p] = 1
        if (isDiscrete(p)) seen[s] |= columns.links.type[k] === SS ? 1 : columns.links.type[k] === FF ? 2 : 0
      }
    }
    return i => isEffort(i) && (seen[i] !== 3 || leads[i] === 1)
  },
)

const packageFields: readonly Field[] = [
  ofFlag('is_first_of_control_account', 'stands for its control account: the first of its tasks', of =>
    firstOf(of, 'control_account'),
  ),
  ofFlag('is_first_of_work_package', 'stands for its work package: the first of its tasks', of =>
    firstOf(of, 'work_package'),
  ),
  ofFlag('is_first_of_open_work_package', 'stands for its work package, some task of which is not complete', of =>
    firstOf(of, 'work_package', i => of.tasks.state[i] !== COMPLETE),
  ),
  ofNumber('work_package_budget', 'budgeted cost of all tasks of its work package', of => {
    const groupOf = texts(of, 'work_package')
    if (groupOf instanceof Missing) return groupOf
    const { budgetedCost, taskCount } = of.columns
    if (!hasColumn(of.columns, 'budgetedCost')) return new Missing('budgeted_cost of tasks')
    const sums = new Map<string, number>()
    for (let i = 0; i < taskCount; i++)
      if (budgetedCost[i] > 0) sums.set(groupOf(i), (sums.get(groupOf(i)) ?? 0) + budgetedCost[i])
    return i => (groupOf(i) === '' ? Number.NaN : (sums.get(groupOf(i)) ?? 0))
  }),
  ofFlag('has_budget', 'has a budgeted cost, or an assignment with budgeted cost or units', of => {
    const { assignments, budgetedCost, taskCount } = of.columns
    if (assignments === undefined && !hasColumn(of.columns, 'budgetedCost'))
      return new Missing('budgeted_cost of tasks, or assignments')
    const marks = Uint8Array.from({ length: taskCount }, (_, i) => (budgetedCost[i] > 0 ? 1 : 0))
    if (assignments !== undefined) {
      const { count, entries, taskOf } = assignmentRows(of)
      for (let k = 0; k < count; k++) {
        const a = entries[k]
        if (assignments.budgetedCost[a] > 0 || assignments.budgetedUnits[a] > 0) marks[taskOf(k)] = 1
      }
    }
    return i => marks[i] === 1
  }),
  ofNumber('actual_cost', 'actual cost of the assignments of the task', of => {
    const { assignments } = of.columns
    if (assignments === undefined || assignments.actualCost.length === 0)
      return new Missing('assignments with their actual_cost')
    const { count, entries, taskOf } = assignmentRows(of)
    const sums = zeros(Float64Array, of.columns.taskCount)
    for (let k = 0; k < count; k++) {
      const cost = assignments.actualCost[entries[k]]
      if (cost > 0) sums[taskOf(k)] += cost
    }
    return i => sums[i]
  }),
]

const pathFields: readonly Field[] = [
  ofNumber(
    'milestone_successor_count',
    'milestones that it leads to',
    of => {
      const { links, taskCount } = of.columns
      const counts = zeros(Uint32Array, taskCount)
      for (let s = 0; s < taskCount; s++) {
        if (!isMilestoneTask(of.tasks, s)) continue
        for (let k = links.start[s]; k < links.start[s + 1]; k++) if (links.task[k] >= 0) counts[links.task[k]]++
      }
      return i => counts[i]
    },
    noneWithout('links'),
  ),
  ofFlag(
    'leads_to_finish',
    "a chain of links leads from it to the last task; by Microsoft Project's rules through links of summaries, too",
    ({ columns, network: { live, terminals }, tasks }) => {
      const leads = leadingTo(terminals.terminal, columns, tasks.kind, live.marks, live.ofSummaries !== undefined)
      return i => leads[i] === 1
    },
  ),
  ofFlag(
    'has_wrong_rollup',
    'its start or finish is not the first start or last finish of the tasks right below it',
    of => {
      const { columns } = of
      if (!hasColumn(columns, 'parentId')) return new Missing('parent_id of tasks')
      const [start, finish] = [numbers(of, 'start') as At<number>, numbers(of, 'finish') as At<number>]
      if (![start, finish].some(at => hasAny(columns.taskCount, at))) return NO_DATES
      const parent = texts(of, 'parent_id') as At<string>
      const first = new Map<string, number>()
      const last = new Map<string, number>()
      for (let i = 0; i < columns.taskCount; i++) {
        const key = parent(i)
        if (key === '') continue
        if (!Number.isNaN(start(i))) first.set(key, Math.min(first.get(key) ?? Number.POSITIVE_INFINITY, start(i)))
        if (!Number.isNaN(finish(i))) last.set(key, Math.max(last.get(key) ?? Number.NEGATIVE_INFINITY, finish(i)))
      }
      const id = texts(of, 'id') as At<string>
      const isOther = (day: number, least: number | undefined): boolean =>
        least !== undefined && !Number.isNaN(day) && day !== least
      return i =>
        isSummary(of.tasks.kind[i]) && (isOther(start(i), first.get(id(i))) || isOther(finish(i), last.get(id(i))))
    },
  ),
  ofNumber(
    'baseline_span_days',
    'baseline duration in days of the calendar, from the baseline dates where it was not sent',
    of => {
      const days = baselineDurationsOf(of.columns, of.choice.calendar)
      return i => days[i]
    },
    { name: 'baseline_duration_days, or baseline dates' },
  ),
]

export const GROUP_FIELDS: readonly Field[] = [
  ...elementFields,
  ...packageFields,
  ...pathFields,
  ...LEVEL_FIELDS,
  ofNumber('reprogramming_count', 'milestones of level 138 in the schedule', of =>
    total(of, numbers(of, 'milestone_level'), level => level === REPROGRAMMING),
  ),
  ofNumber('reprogrammed_count', 'tasks of the schedule that are reprogrammed', of =>
    total(of, texts(of, 'rpg'), rpg => rpg === 'Y'),
  ),
  ofNumber('float_share', 'total float / baseline_days_left; none where none are left', of => {
    const left = remainingSpan.make(of)
    const floats = numbers(of, 'total_float_days') as At<number>
    return left instanceof Missing ? left : i => floats(i) / (left as At<number>)(i)
  }),
  ofNumber(
    'other_than_material',
    'assignments of the task whose element of cost is not material',
    of => {
      const element = ASSIGNMENT_FIELDS.find(({ name }) => name === 'element_of_cost')!.make(of)
      if (element instanceof Missing) return element
      const rows = rowsOf(of, 'assignments')
      const counts = zeros(Uint32Array, of.columns.taskCount)
      for (let k = 0; k < rows.count; k++) if ((element as At<string>)(k) !== 'material') counts[rows.taskOf(k)]++
      return i => counts[i]
    },
    noneWithout('resources'),
  ),
  ...RECENT_FIELDS,
  remainingSpan,
  effortLogic,
]
