/** Small schedules computed in whole days, by P6's rules and by Microsoft Project's, in calendars that work round the clock: figures are days in all three. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { settingOf } from '../../../../shared/contract/schedule/setting.ts'
import { everyDay } from '../../../engine/calendar/calendar.ts'
import type { CpmInput } from '../../../engine/cpm/input.ts'
import { prepare } from '../../../engine/cpm/prepare.ts'
import { buildNetwork } from '../../../engine/graph/network.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'

export const RULES = ['days', 'p6', 'ms_project'] as const
export type Rules = (typeof RULES)[number]

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
export const day = (offset: number): string => `2026-03-${String(2 + offset).padStart(2, '0')}`

/** Offsets count from the project start. */
export function inputOf(rules: Rules, tasks: readonly TaskObject[], statusDay: number = 0): CpmInput {
  const columns = columnsFromTasks(tasks)
  const network = buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!)
  const anchorDay = Date.parse(`${day(0)}T00:00Z`) / 86_400_000
  const options = { calendar: everyDay(), statusDay: DAY_ABSENT, anchorDay }
  if (rules === 'days') return prepare(columns, network, { ...options, statusDay: anchorDay + statusDay }).input
  const container = {
    calendars: [
      {
        id: 'always',
        hours_per_day: 24,
        work_week: Object.fromEntries(WEEK.map(name => [name, [['00:00', '24:00']]])),
      },
    ],
    project_start: `${day(0)}T00:00`,
    status_date: `${day(statusDay)}T00:00`,
    scheduling_options: { rules },
  }
  const fail = (place: unknown, words: string): never => {
    throw new Error(`${String(place)} ${words}`)
  }
  const setting = settingOf(container as never, container.status_date, fail, [])!
  return prepare({ ...columns, setting }, network, options).input
}
