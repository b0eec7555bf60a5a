/**
 * From task objects to a computed network in one call, and its figures by task id: how the engine's tests read. Every
 * schedule made here is held against the invariants of validate.ts first.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { formatDay, parseDay } from '../../../shared/contract/schedule/day.ts'
import { RELATION_TYPES, type RelationType } from '../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { chooseCalendar } from '../../engine/calendar/choice.ts'
import { type CpmResult, computeCpm, tasksByDate } from '../../engine/cpm/cpm.ts'
import { type CpmDates, computeDates } from '../../engine/cpm/dates.ts'
import { computeDrag } from '../../engine/cpm/drag.ts'
import { withOverride } from '../../engine/cpm/input.ts'
import { spanLoe } from '../../engine/cpm/loe.ts'
import { type Preparation, prepare } from '../../engine/cpm/prepare.ts'
import { buildNetwork, type Network } from '../../engine/graph/network.ts'
import { topologicalOrder } from '../../engine/graph/order.ts'
import { columnsFromTasks, type TaskObject } from './columns-from-tasks.ts'
import { validate } from './validate.ts'

export interface Setting {
  readonly statusDate?: string
  readonly calendar?: unknown
  readonly override?: boolean
  readonly relationTypes?: readonly RelationType[]
  readonly anchorDate?: string
  readonly mustFinish?: string | undefined
}

export interface Schedule {
  readonly columns: ScheduleColumns
  readonly network: Network
  readonly prepared: Preparation
  readonly result: CpmResult
  readonly ids: readonly string[]
}

export function schedule(tasks: readonly TaskObject[], setting: Setting = {}): Schedule {
  const columns = columnsFromTasks(tasks)
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) throw new Error('the schedule of this test has a cycle')
  const network = buildNetwork(columns, order, { relationTypes: setting.relationTypes })
  const day = (text: string | undefined) => (text === undefined ? DAY_ABSENT : parseDay(text)!)
  const prepared = prepare(columns, network, {
    calendar: chooseCalendar(columns, setting.calendar).calendar,
    statusDay: day(setting.statusDate),
    mustFinishDay: day(setting.mustFinish),
    ...(setting.anchorDate === undefined ? {} : { anchorDay: day(setting.anchorDate) }),
  })
  const input = setting.override === true ? withOverride(prepared.input) : prepared.input
  const ids = Array.from({ length: columns.taskCount }, (_, i) => textAt(columns.id, i))
  const result = computeCpm(input)
  spanLoe(columns, input, prepared.durationDays, result.earlyStart, result.earlyFinish)
  const computed = { columns, network, prepared: { ...prepared, input }, result, ids }
  const broken = validate(computed)
  if (broken.length > 0) throw new Error(`broken: ${broken.join('; ')}`)
  return computed
}

export type Figure = 'earlyStart' | 'earlyFinish' | 'lateStart' | 'lateFinish' | 'totalFloat' | 'freeFloat'

const nullable = (value: number): number | null => (Number.isNaN(value) ? null : value)

/** { A: [ES, EF, LS, LF, TF, FF] } or any other choice of figures. */
export function rows(
  { result, ids }: Schedule,
  figures: readonly Figure[] = ['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish', 'totalFloat', 'freeFloat'],
): Record<string, (number | null)[]> {
  return Object.fromEntries(ids.map((id, i) => [id, figures.map(figure => nullable(result[figure][i]!))]))
}

export const figure = (schedule: Schedule, name: Figure): Record<string, number | null> =>
  Object.fromEntries(schedule.ids.map((id, i) => [id, nullable(schedule.result[name][i]!)]))

export const idsOf = ({ ids }: Schedule, tasks: Uint32Array): string[] => Array.from(tasks, i => ids[i]!)
export const longestPathOf = (s: Schedule): string[] => idsOf(s, tasksByDate(s.result.onLongestPath, s.result))
export const criticalPathOf = (s: Schedule): string[] => idsOf(s, tasksByDate(s.result.critical, s.result))

/** Relationship float of every live link by "A->B FS". */
export function linkFloats({ network, result, ids }: Schedule): Record<string, number> {
  const floats: Record<string, number> = {}
  for (let s = 0; s < network.taskCount; s++) {
    for (let k = network.start[s]!; k < network.start[s + 1]!; k++) {
      const name = `${ids[network.task[k]!]}->${ids[s]} ${RELATION_TYPES[network.type[k]!]}`
      floats[name] = result.linkFloat[k]!
    }
  }
  return floats
}

/** Drag of the tasks that have one. */
export function dragOf({ prepared, result, ids }: Schedule): Record<string, number> {
  const drag = Array.from(computeDrag(prepared.input, result), (days, i) => [ids[i]!, days] as const)
  return Object.fromEntries(drag.filter(([, days]) => !Number.isNaN(days)))
}

/** { A: [early start, early finish, late start, late finish] } as dates. */
export function datesOf({ columns, prepared, result, ids }: Schedule): Record<string, (string | null)[]> {
  const dates = computeDates(columns, prepared, result)
  const members = ['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish'] as const
  const text = (day: number) => (day === DAY_ABSENT ? null : formatDay(day))
  return Object.fromEntries(ids.map((id, i) => [id, members.map(member => text(dates[member][i]!))]))
}

export function projectDatesOf({ columns, prepared, result }: Schedule): (string | null)[] {
  const dates: CpmDates = computeDates(columns, prepared, result)
  return [dates.projectStart, dates.projectFinish].map(day => (day === DAY_ABSENT ? null : formatDay(day)))
}
