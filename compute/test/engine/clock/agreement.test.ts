/**
 * The passes by the clock against what P6 stored: total float, free float, early and late dates and the longest path of every open activity
 * of the files in ../shared/data/project_files, as MPXJ reads them. A date agrees when no working time of the task lies between the two.
 */
import t from 'tap'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { everyDay } from '../../../engine/calendar/calendar.ts'
import { calendarOf, momentAt } from '../../../engine/clock/input.ts'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import { prepare } from '../../../engine/cpm/prepare.ts'
import { buildNetwork } from '../../../engine/graph/network.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { type FileSchedule, momentOfText, projectFiles, readProjects, scheduleOf } from './project-files.ts'

const FLOAT_TOLERANCE_DAYS = 0.02
/** Values of the 30 XER files by figure: what there is must be reached, so that an empty folder is no success. */
const XER_STORED = { total_float: 1393, early_start: 1393, early_finish: 1393, late_start: 1393, late_finish: 1393 }

type Counts = Record<string, { stored: number; equal: number }>

function compare({ columns, tasks, minutesPerDay }: FileSchedule, counts: Counts, differing: string[]): void {
  const network = buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!)
  const { input } = prepare(columns, network, { calendar: everyDay(), statusDay: DAY_ABSENT })
  const result = computeCpm(input)
  const clock = input.clock!
  const hasPath = tasks.some(task => task.longest_path === true)
  tasks.forEach((task, i) => {
    if (task.actual_finish !== undefined || network.takesPart[i] === 0) return
    const count = (name: string, isEqual: boolean): void => {
      const each = (counts[name] ??= { stored: 0, equal: 0 })
      each.stored++
      if (isEqual) each.equal++
      else differing.push(`${task.id} ${name}`)
    }
    const float = (name: string, days: number, stored: number | undefined): void => {
      if (stored !== undefined) count(name, Math.abs(days - stored / minutesPerDay[i]!) <= FLOAT_TOLERANCE_DAYS)
    }
    const date = (name: string, offset: number, stored: string | undefined): void => {
      if (stored === undefined) return
      count(name, calendarOf(clock, i).workBetween(momentAt(clock, offset), momentOfText(stored)) === 0)
    }
    float('total_float', result.totalFloat[i]!, task.total_float)
    float('free_float', result.freeFloat[i]!, task.free_float)
    date('early_start', result.early.start[i]!, task.early_start)
    date('early_finish', result.earlyFinish[i]!, task.early_finish)
    date('late_start', result.lateStart[i]!, task.late_start)
    date('late_finish', result.lateFinish[i]!, task.late_finish)
    if (hasPath) count('longest_path', (result.onLongestPath[i] === 1) === (task.longest_path === true))
  })
}

for (const kind of ['xer', 'pmxml'] as const) {
  t.test(`${kind}: the figures that P6 stored`, async t => {
    const files = projectFiles(kind)
    if (files === undefined) return void t.comment('skipped: ../shared/data/project_files is not here')
    const counts: Counts = {}
    for (const file of files) {
      const differing: string[] = []
      for (const project of readProjects(kind, file)) {
        // floats of a PMXML file are MPXJ's own; those of its XER are compared above
        compare(scheduleOf(file, project), counts, differing)
      }
      t.same(differing, [], file)
    }
    if (kind === 'xer') {
      for (const [name, stored] of Object.entries(XER_STORED)) t.equal(counts[name]?.equal, stored, name)
    }
    t.comment(JSON.stringify(counts))
  })
}
