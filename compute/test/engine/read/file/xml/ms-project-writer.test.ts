/** A schedule written as XML of Microsoft Project and read again is the same schedule. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import type { ScheduleColumns } from '../../../../../../shared/contract/schedule/columns.ts'
import { settingOf } from '../../../../../../shared/contract/schedule/setting.ts'
import { type FileSchedule, isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readMsProjectXml } from '../../../../../engine/read/file/ms-project-xml/read-ms-project-xml.ts'
import { readP6Xml } from '../../../../../engine/read/file/p6-xml/read-p6-xml.ts'
import { xmlText } from '../../../../../engine/write/file/ms-project-values.ts'
import { writeMsProjectXml } from '../../../../../engine/write/file/ms-project-xml.ts'
import { outlineOf } from '../../../../../engine/write/file/outline.ts'
import { columnsFromTasks } from '../../../../helpers/columns-from-tasks.ts'
import { bytesOf, readable, tasksOf } from './plain-schedule.ts'
import { MS_PROJECT_SEED, P6_SEED } from './xml-seeds.ts'

const settled = ({ columns, members }: FileSchedule): ScheduleColumns => ({
  ...columns,
  setting: settingOf(
    members,
    members.status_date,
    (place, words) => {
      throw new Error(`${place.join('.')} ${words}`)
    },
    [],
  ),
})
const written = (file: FileSchedule, name = 'x'): Buffer => Buffer.concat(writeMsProjectXml(settled(file), { name }))

/** Each task with what the other schedule says of it, too: remaining durations and the like are always written. */
const asIn = (tasks: readonly Record<string, unknown>[], known: readonly Record<string, unknown>[]): unknown =>
  tasks.map((task, row) => Object.fromEntries(Object.keys(known[row] ?? task).map(name => [name, task[name]])))

/** Calendars as they resolve, by id, and the moments and rules. */
function settingOfFile(file: FileSchedule): unknown {
  const { calendars, defaultCalendar, ...rest } = settled(file).setting!
  return {
    ...rest,
    default: calendars[defaultCalendar],
    calendars: calendars.map(({ week, exceptions }) => ({ week, exceptions })),
  }
}

t.test('what was read comes back, and is written as it was', async t => {
  const first = readable(readMsProjectXml(bytesOf(MS_PROJECT_SEED)))
  const text = written(first, 'bridge')
  const second = readable(readMsProjectXml(text))
  t.same(asIn(tasksOf(second.columns), tasksOf(first.columns)), tasksOf(first.columns))
  t.same(settingOfFile(second), settingOfFile(first))
  t.same(second.report.warnings, [])
  t.equal(second.report.project_name, 'bridge')
  t.equal(written(second, 'bridge').toString(), text.toString())
})

t.test('a schedule of P6: ids as a field, hours of each calendar, links', async t => {
  const first = readable(readP6Xml(bytesOf(P6_SEED)))
  const text = written(first).toString()
  for (const id of ['A1', 'A2', 'A3']) t.match(text, `<FieldID>188743731</FieldID><Value>${id}</Value>`)
  const second = tasksOf(readable(readMsProjectXml(bytesOf(text))).columns)
  t.match(second, [
    { id: '1', name: 'Activity 1', duration_days: 5, actual_start: '2026-03-02T08:00', percent_complete: 50 },
    {
      id: '2',
      predecessors: ['1 FS 0'],
      constraint_type: 'SNET',
      constraint_date: '2026-03-09T08:00',
      resources: ['Crew'],
    },
    { id: '3', predecessors: ['2 SS 2'] },
  ])
})

t.test('without calendars: a standard week, days begin at 8 and end at 17', async t => {
  const columns = columnsFromTasks([
    { id: 'a', name: 'a < b & c\u0001', duration_days: 2, planned_start: '2026-03-02', planned_finish: '2026-03-03' },
    {
      id: 'b',
      planned_start: '2026-03-04',
      planned_finish: '2026-03-05',
      predecessors: ['a FS+1 d', 'zz'],
      task_type: 'milestone',
    },
  ] as never)
  const read = readable(readMsProjectXml(Buffer.concat(writeMsProjectXml(columns))))
  t.match(tasksOf(read.columns), [
    {
      id: 'a',
      name: 'a < b & c\ufffd',
      duration_days: 2,
      planned_start: '2026-03-02T08:00',
      planned_finish: '2026-03-03T17:00',
    },
    { id: 'b', duration_days: 2, predecessors: ['a FS 1'] },
  ])
  t.match(read.members, { project_start: '2026-03-02T08:00', calendars: [{ id: '1', name: 'Standard' }] })
})

t.test('the outline is depth first, circles and parents that are not there are at the top', async t => {
  const rows = [
    ['a', ''],
    ['b', 'c'],
    ['c', ''],
    ['d', 'a'],
    ['e', 'e'],
    ['f', 'g'],
    ['g', 'f'],
    ['h', 'zz'],
    ['i', 'b'],
  ]
  const columns = columnsFromTasks(
    rows.map(([id, parent]) => ({ id, ...(parent === '' ? {} : { parent_id: parent }) })) as never,
  )
  const { order, level, isParent } = outlineOf(columns)
  t.equal([...order].map(row => `${rows[row]![0]}${level[row]}`).join(' '), 'a1 d2 c1 b2 i3 e1 f1 g2 h1')
  t.equal([...isParent].join(''), '111001000')
  const deep = columnsFromTasks(
    Array.from({ length: 5_000 }, (_, n) => ({ id: `t${n}`, ...(n > 0 ? { parent_id: `t${n - 1}` } : {}) })) as never,
  )
  t.equal(outlineOf(deep).level[4_999], 5_000)
})

t.test('text has no character that XML has not', async t => {
  t.equal(xmlText('a&b<c>d\r\n\t\u0000\u001f\ufffe'), 'a&amp;b&lt;c&gt;d&#13;\n\t\ufffd\ufffd\ufffd')
})

const FOLDER = new URL('../../../../../../../shared/data/project_files/mspdi/', import.meta.url)
const isAbsent = existsSync(FOLDER) ? false : 'the folder shared/data/project_files is not here'

t.test('files of others come back as they were', { skip: isAbsent }, async t => {
  for (const name of readdirSync(FOLDER).filter(file => !file.endsWith('.json.gz'))) {
    const bytes = readFileSync(new URL(name, FOLDER))
    const first = readMsProjectXml(name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    if (isRefusal(first)) continue
    const second = readable(readMsProjectXml(written(first)))
    // calendars that were joined get numbers, rows are counted without those that were left out
    const plain = (file: FileSchedule) =>
      tasksOf(file.columns).map(task => ({
        ...task,
        row_number: true,
        ...('calendar_id' in task && { calendar_id: true }),
      }))
    t.same(asIn(plain(second), plain(first)), plain(first), name)
    t.same(settingOfFile(second), settingOfFile(first), `${name}: calendars`)
  }
})
