/** TASKPRED: links within the project. Those from and to other projects cannot be followed here; they are counted and left out. */
import { RELATION_ALIASES } from '../../../../../shared/schedule/aliases.ts'
import { RELATION_TYPES } from '../../../../../shared/schedule/fields.ts'
import { WordTable } from '../../word-table.ts'
import { FileLinks } from '../file-schedule.ts'
import type { NumberSymbols } from './number-symbols.ts'
import type { XerProject } from './xer-project.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'
import type { XerTasks } from './xer-tasks.ts'

const WANTED = ['task_id', 'pred_task_id', 'pred_type', 'lag_hr_cnt', 'proj_id', 'pred_proj_id']
const [TASK, PREDECESSOR, TYPE, LAG, PROJECT, PREDECESSOR_PROJECT] = WANTED.keys()
const TYPES = new WordTable(RELATION_TYPES, RELATION_ALIASES)

/** minutesPerDay: entry t is that of task t's calendar; lags are days of the predecessor's. */
export function readLinks(
  file: XerFile,
  tasks: XerTasks,
  project: XerProject,
  symbols: NumberSymbols,
  minutesPerDay: Float64Array,
): FileLinks {
  const links = new FileLinks()
  const rows = new XerRows(file, 'TASKPRED', WANTED, symbols)
  let foreign = 0
  let lost = 0
  while (rows.next()) {
    const task = tasks.keys.find(rows, TASK)
    const predecessor = tasks.keys.find(rows, PREDECESSOR)
    if (task >= 0 && predecessor >= 0) {
      const type = typeOf(rows)
      if (type < 0) rows.reportUnknown(TYPE, 'PR_FS', 'link_type_unknown')
      const hours = rows.number(LAG)
      const lagDays = hours === 0 || Number.isNaN(hours) ? 0 : Math.round(60 * hours) / minutesPerDay[predecessor]
      links.add(task, predecessor, Math.max(0, type), lagDays)
    } else if (task < 0 && predecessor < 0) {
      if (isOwn(rows, PROJECT, project)) lost++
    } else if (isOwn(rows, task < 0 ? PROJECT : PREDECESSOR_PROJECT, project)) lost++
    else foreign++
  }
  rows.finish()
  const { warnings } = file
  warnings.add(
    'links_to_other_projects',
    'Links from or to tasks of other projects were left out; the dates that they left (external early start, external late finish) were read.',
    foreign,
  )
  warnings.add(
    'links_without_task',
    'Links name tasks that were not read and were left out; dates and floats may differ.',
    lost,
  )
  return links
}

/** Index into RELATION_TYPES, 0 where none is given, -1 = none that is known. */
function typeOf(rows: XerRows): number {
  if (rows.is(TYPE, 'PR_FS') || rows.isEmpty(TYPE)) return 0
  return TYPES.find(rows.body, rows.start(TYPE), rows.end(TYPE))
}

const isOwn = (rows: XerRows, i: number, project: XerProject): boolean =>
  project.id === undefined || rows.isEmpty(i) || rows.is(i, project.id)
