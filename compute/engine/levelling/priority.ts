/**
 * Who is placed first. A rule is a list of fields; of activities that are equal in all of them the id decides, never the order of the input. P6's rule is its
 * documented default, Microsoft Project's the order that it describes without weights (standards: pages of Oracle and Microsoft named on the method page).
 */
import type { LevellingRule } from '../../../shared/contract/analysis/levelling/words.ts'
import { DAY_ABSENT, LINK_UNKNOWN, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { PriorityField } from '../../../shared/contract/schedule/resources.ts'
import type { CpmResult } from '../cpm/cpm.ts'
import { compareIds, compareNumbers } from '../ids/id-order.ts'
import type { LevellingProblem } from './problem.ts'

export interface PriorityTerm {
  readonly by: PriorityField
  /** Greatest first; absent: as the field has it. */
  readonly isDescending?: boolean
}

interface Rule {
  readonly terms: readonly PriorityTerm[]
  /** Serial places one activity after the other wherever there is room; parallel goes on in time, as Microsoft Project does. */
  readonly scheme: 'serial' | 'parallel'
  /** The id is a row number: that of Microsoft Project's column ID, not the UID that names a task of its files here. Where a task has none its own id counts, numbers by their value. */
  readonly isByRow?: true
}

const serial = (...fields: PriorityField[]): Rule => ({ terms: fields.map(by => ({ by })), scheme: 'serial' })
const parallel = (...fields: PriorityField[]): Rule => ({
  terms: fields.map(by => ({ by })),
  scheme: 'parallel',
  isByRow: true,
})
const STANDARD: readonly PriorityField[] = ['successors', 'total_float', 'early_start', 'priority']

export const RULES: Readonly<Record<LevellingRule, Rule>> = {
  late_finish: serial('late_finish'),
  late_start: serial('late_start'),
  total_float: serial('total_float'),
  early_start: serial('early_start'),
  successors: serial('successors'),
  rank_weight: serial('rank_weight'),
  shortest: serial('remaining_duration'),
  p6: serial('priority', 'id'),
  ms_project_id: parallel('id'),
  ms_project_standard: parallel(...STANDARD),
  ms_project_priority_standard: parallel('priority', ...STANDARD),
}

/** Fields of which the greatest comes first where nothing is said. */
export const GREATEST_FIRST: ReadonlySet<PriorityField> = new Set<PriorityField>([
  'priority',
  'successors',
  'rank_weight',
])

interface PrioritySource {
  readonly columns: ScheduleColumns
  readonly cpm: CpmResult
  readonly problem: LevellingProblem
  /** 0 to 1000 by task. */
  readonly priority: Float64Array
  readonly isByRow: boolean
  /** Ids are text, as P6 has them: 100 comes before 96. */
  readonly isByText: boolean
}

/** By row number, those without one behind all others. */
function compareRows({ rowNumber, id }: ScheduleColumns, i: number, j: number): number {
  const [x, y] = [rowNumber[i], rowNumber[j]].map(row => (row >= 0 ? row : Number.MAX_VALUE))
  return x - y || compareNumbers(id, i, j)
}

/** A field of the order with its values by activity; NaN: it has none. */
export interface RankedField {
  readonly by: PriorityField
  readonly values: Float64Array
}

export interface Ranking {
  /** Place of each activity: 0 is the first. */
  readonly rank: Float64Array
  /** The fields that decide, the first that differs; equal activities go by id, or row. */
  readonly fields: readonly RankedField[]
  readonly isByRow: boolean
  readonly isByText: boolean
}

/** Activities in the order of the terms. */
export function rankingOf(source: PrioritySource, terms: readonly PriorityTerm[]): Ranking {
  const { columns, problem, isByRow, isByText } = source
  const { count, task } = problem
  const idTerm = terms.findIndex(({ by }) => by === 'id')
  const idSign = idTerm >= 0 && terms[idTerm].isDescending === true ? -1 : 1
  // what stands behind the id decides nothing
  const used = idTerm >= 0 ? terms.slice(0, idTerm) : terms
  const fields = used.map(({ by }): RankedField => ({ by, values: valuesOf(source, by) }))
  const keys = fields.map(({ by, values }, n) => keyOf(values, used[n].isDescending ?? GREATEST_FIRST.has(by)))
  const compare = (i: number, j: number): number =>
    isByRow ? compareRows(columns, i, j) : (isByText ? compareIds : compareNumbers)(columns.id, i, j)
  const sorted = new Uint32Array(count)
  for (let a = 0; a < count; a++) sorted[a] = a
  sorted.sort((a, b) => {
    for (let n = 0; n < keys.length; n++) if (keys[n][a] !== keys[n][b]) return keys[n][a] - keys[n][b]
    return idSign * compare(task[a], task[b])
  })
  const rank = new Float64Array(count)
  for (let n = 0; n < count; n++) rank[sorted[n]] = n
  return { rank, fields, isByRow, isByText }
}

/** What has no value comes last, whichever end is first. */
const keyOf = (values: Float64Array, isDescending: boolean): Float64Array =>
  values.map(value => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : isDescending ? -value : value))

function valuesOf({ columns, cpm, problem, priority }: PrioritySource, by: PriorityField): Float64Array {
  const { task, minutes, calendar, calendars, baseStart, baseFinish } = problem
  const ofTask = (values: Float64Array): Float64Array => Float64Array.from(task, i => values[i])
  const ofDay = (values: Int32Array): Float64Array =>
    Float64Array.from(task, i => (values[i] === undefined || values[i] === DAY_ABSENT ? Number.NaN : values[i]))
  switch (by) {
    case 'priority':
      return ofTask(priority)
    case 'early_start':
      return baseStart.slice()
    case 'early_finish':
      return baseFinish.slice()
    case 'late_start':
      return ofTask(cpm.lateStart)
    case 'late_finish':
      return ofTask(cpm.lateFinish)
    case 'planned_start':
      return ofDay(columns.plannedStart)
    case 'planned_finish':
      return ofDay(columns.plannedFinish)
    case 'total_float':
      return ofTask(cpm.totalFloat)
    case 'free_float':
      return ofTask(cpm.freeFloat)
    case 'duration':
      return ofTask(columns.durationDays)
    case 'remaining_duration':
      return minutes.map((value, a) => value / calendars[calendar[a]].minutesPerDay)
    case 'successors':
      return successorsOf(problem, columns)
    case 'rank_weight':
      return rankWeights(problem)
    case 'id':
      return new Float64Array(task.length)
  }
}

/** Direct successors, those too that stay where they are: to count all of them takes as long as the square of the schedule. */
function successorsOf({ count, task, fixed, followStart }: LevellingProblem, { taskCount, links }: ScheduleColumns) {
  const activityOf = new Int32Array(taskCount).fill(-1)
  for (let a = 0; a < count; a++) activityOf[task[a]] = a
  const successors = Float64Array.from({ length: count }, (_, a) => followStart[a + 1] - followStart[a])
  // links into them move nothing, so the problem has none
  for (let a = 0; a < count; a++) {
    if (fixed[a] === 0) continue
    for (let k = links.start[task[a]]; k < links.start[task[a] + 1]; k++) {
      const p = links.task[k] === LINK_UNKNOWN ? -1 : activityOf[links.task[k]]
      if (p >= 0) successors[p]++
    }
  }
  return successors
}

/** Duration and those of the immediate successors, in minutes. */
function rankWeights({ count, followStart, successor, minutes }: LevellingProblem): Float64Array {
  const weights = minutes.slice()
  for (let a = 0; a < count; a++)
    for (let k = followStart[a]; k < followStart[a + 1]; k++) weights[a] += minutes[successor[k]]
  return weights
}
