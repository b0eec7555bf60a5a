/** A schedule written as XER and read again is the same schedule. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { type FileSchedule, isRefusal } from '../../../../engine/read/file/file-schedule.ts'
import { readXer } from '../../../../engine/read/file/xer/read-xer.ts'
import { writeXer } from '../../../../engine/write/file/xer.ts'
import { columnsFromTasks } from '../../../helpers/columns-from-tasks.ts'
import { changed, footbridge } from '../../read/file/xer/footbridge.ts'
import { cellsOf, linksOf, read, settled } from '../../read/file/xer/reading.ts'

const rewritten = (file: FileSchedule): FileSchedule => {
  const { columns } = settled(file)
  const { project_id: id, project_name: name } = file.report
  return read(writeXer(columns, { id, name, dataDate: Number.NaN }))
}

const idsOf = ({ columns }: FileSchedule): string[] =>
  Array.from({ length: columns.taskCount }, (_, i) => textAt(columns.id, i))

function isSame(t: Test, file: FileSchedule, name: string): void {
  const again = rewritten(file)
  const cells = (of: FileSchedule): unknown => idsOf(of).map(id => [id, cellsOf(of, id)])
  t.strictSame(cells(again), cells(file), `${name}: tasks`)
  t.strictSame(linksOf(again).sort(), linksOf(file).sort(), `${name}: links`)
  t.strictSame(settled(again).setting, settled(file).setting, `${name}: calendars, moments, rules`)
  t.strictSame(again.report.warnings, [], `${name}: nothing to tell`)
  t.equal(again.report.project_id, file.report.project_id)
  t.equal(again.report.project_name, file.report.project_name)
}

t.test('the footbridge comes back as it was, with its nights, costs, codes and options', t => {
  isSame(t, read(footbridge()), 'footbridge')
  isSame(t, read(changed('TASK', { task_name: 'Pipe 12"" \u007f\u007fnext line' })), 'quotes and line breaks')
  isSame(t, read(changed('TASK', { complete_pct_type: 'CP_Phys', phys_complete_pct: 33 })), 'physical percent')
  isSame(t, read(changed('TASK', { cstr_type: 'CS_ALAP' })), 'as late as possible')
  t.end()
})

t.test('texts are in windows-1252 where it has them and no reader could mistake it, else in UTF-8', t => {
  const written = (name: string): FileSchedule => {
    const file = rewritten(read(changed('TASK', { task_name: name })))
    t.equal(cellsOf(file, 'A10').name, name)
    return file
  }
  t.equal(written('Brücke').report.encoding, 'windows-1252')
  t.equal(written('Žižkov – most').report.encoding, 'windows-1252')
  t.equal(written('Мост').report.encoding, 'utf-8')
  t.equal(
    written('Ã© is two letters here').report.encoding,
    'utf-8',
    'its bytes in windows-1252 would be an é of UTF-8',
  )
  t.end()
})

t.test('a schedule without calendars gets five days of eight hours', t => {
  const columns: ScheduleColumns = columnsFromTasks([
    { id: 'A', duration_days: 3, planned_start: '2026-03-02', planned_finish: '2026-03-04' },
    { id: 'B', duration_days: 0, predecessors: ['A SS+1 d'], constraint_type: 'FNLT', constraint_date: '2026-03-20' },
  ])
  const file = read(writeXer(columns, { id: null, name: null, dataDate: Number.NaN }))
  t.match(cellsOf(file, 'A'), { durationDays: 3, plannedStart: '2026-03-02T08:00', plannedFinish: '2026-03-04T17:00' })
  t.match(cellsOf(file, 'B'), { constraintType: 'FNLT', constraintDate: '2026-03-20T17:00' })
  t.strictSame(linksOf(file), ['B < A SS 1'])
  t.end()
})

const FOLDER = new URL('../../../../../../shared/data/project_files/xer/', import.meta.url)
const skip = existsSync(FOLDER) ? false : 'no ../shared/data/project_files beside the repository'

t.test('the real files come back as they were', { skip }, t => {
  for (const name of readdirSync(FOLDER).filter(name => name.endsWith('.xer'))) {
    const file = readXer(
      readFileSync(new URL(name, FOLDER)),
      name === 'made__two_projects.xer' ? { project: '308964' } : {},
    )
    if (isRefusal(file)) t.fail(name)
    // without a project there is none that could come back, and a constraint without a date is told again
    else if (!name.startsWith('cpp__')) isSame(t, file, name)
  }
  t.end()
})
