/** Files of others, beside the repository, with what MPXJ reads from them: every cell of ours is theirs, but for what is named here. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../../shared/contract/schedule/columns.ts'
import { DAY_COLUMNS, type DayColumn } from '../../../../../../shared/contract/schedule/fields.ts'
import { isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readMsProjectXml } from '../../../../../engine/read/file/ms-project-xml/read-ms-project-xml.ts'
import { readP6Xml } from '../../../../../engine/read/file/p6-xml/read-p6-xml.ts'
import { sniff } from '../../../../../engine/read/file/sniff.ts'
import { readXer } from '../../../../../engine/read/file/xer/read-xer.ts'
import { MPXJ_CONSTRAINTS } from '../../../../helpers/mpxj-words.ts'
import { linksOf, momentAt, readable, tasksOf } from './plain-schedule.ts'

const FOLDER = new URL('../../../../../../../shared/data/project_files/', import.meta.url)
const isAbsent = existsSync(FOLDER) ? false : 'the folder shared/data/project_files is not here'

const read = (path: string): Uint8Array => {
  const bytes = readFileSync(new URL(path, FOLDER))
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
const filesOf = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, FOLDER))
    .filter(name => !name.endsWith('.json.gz'))
    .map(name => `${folder}/${name}`)

// biome-ignore lint/suspicious/noExplicitAny: what MPXJ wrote has no type here
type Json = Record<string, any>
const knownOf = (path: string): Json =>
  JSON.parse(Buffer.from(read(`${path.replace(/\.gz$/, '')}.mpxj.json.gz`)).toString())

/** Cells that differ, by what they are of. */
class Differences {
  cellCount = 0
  readonly byName = new Map<string, string[]>()
  compare(name: string, place: string, ours: unknown, theirs: unknown): void {
    this.cellCount++
    const [a, b] = [JSON.stringify(ours ?? null), JSON.stringify(theirs ?? null)]
    if (a !== b) this.byName.set(name, [...(this.byName.get(name) ?? []), `${place}: ${a}, not ${b}`])
  }
  get counts(): Record<string, number> {
    return Object.fromEntries([...this.byName].map(([name, list]) => [name, list.length]))
  }
}

const MS_DATES: readonly (readonly [DayColumn, string])[] = [
  ['forecastStart', 'start'],
  ['forecastFinish', 'finish'],
  ['actualStart', 'actual_start'],
  ['actualFinish', 'actual_finish'],
  ['earlyStart', 'early_start'],
  ['earlyFinish', 'early_finish'],
  ['lateStart', 'late_start'],
  ['lateFinish', 'late_finish'],
  ['constraintDate', 'constraint_date'],
  ['deadline', 'deadline'],
  ['suspendDate', 'stop'],
  ['resumeDate', 'resume'],
]
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const minuteOf = (time: string): number => 60 * Number(time.slice(0, 2)) + Number(time.slice(3))
const minutesOf = (shifts: string[][]): number[][] => shifts.map(shift => shift.map(minuteOf))

t.test('Microsoft Project: every cell is what MPXJ reads, but for resource calendars', { skip: isAbsent }, async t => {
  const differences = new Differences()
  const empty: string[] = []
  for (const path of filesOf('mspdi')) {
    const bytes = read(path)
    t.equal(sniff(bytes), 'ms_project_xml', path)
    const result = readMsProjectXml(bytes)
    const [project] = knownOf(path).projects as Json[]
    const rows = ((project!.tasks ?? []) as Json[]).filter(row => row.uid !== 0 && !row.null && !row.inactive)
    if (isRefusal(result)) {
      t.equal(rows.length, 0, `${path} has tasks`)
      empty.push(path)
      continue
    }
    compareTasks(differences, path, result.columns, rows, result.members, project!)
    compareCalendars(differences, path, result.members, project!)
  }
  t.same(
    differences.counts,
    { 'effective calendar': 3, 'joined calendar': 2 },
    [...differences.byName].map(([name, list]) => `${name}: ${list.slice(0, 4).join('; ')}`).join('\n'),
  )
  t.equal(empty.length, 4, 'files of calendars alone')
  t.comment(`${differences.cellCount} cells`)
})

function compareTasks(
  differences: Differences,
  path: string,
  columns: ScheduleColumns,
  rows: readonly Json[],
  members: Readonly<Record<string, unknown>>,
  project: Json,
): void {
  const perDay = Number((project.properties as Json).minutes_per_day)
  const ours = tasksOf(columns)
  const rowOf = new Map(ours.map((task, row) => [task.id, row]))
  differences.compare('tasks', path, ours.length, rows.length)
  const minutes = (days: unknown): unknown =>
    days === undefined ? null : Math.round(Number(days) * perDay * 1_000) / 1_000
  for (const theirs of rows) {
    const row = rowOf.get(String(theirs.uid))
    const place = `${path} ${theirs.uid}`
    const task = row === undefined ? undefined : ours[row]
    differences.compare('task', place, task !== undefined, true)
    if (row === undefined || task === undefined) continue
    const baseline = (theirs.baselines as Json | undefined)?.[0] as unknown[] | undefined
    const pairs: Record<string, readonly [unknown, unknown]> = {
      name: [task.name, theirs.name || null],
      wbs: [task.wbs_code, theirs.wbs],
      parent: [task.parent_id, theirs.parent ? String(theirs.parent) : null],
      summary: [task.task_type === 'summary' || undefined, theirs.summary],
      duration: [minutes(task.duration_days), theirs.duration],
      remaining: [minutes(task.remaining_duration_days), theirs.remaining_duration],
      percent: [task.percent_complete, theirs.percent_duration],
      'total float': [minutes(task.total_float_days), theirs.total_float],
      'free float': [minutes(task.free_float_days), theirs.free_float],
      constraint: [task.constraint_type, MPXJ_CONSTRAINTS[theirs.constraint as string]],
      manual: [task.manually_scheduled || undefined, theirs.manual],
      'baseline start': [momentAt(columns, 'baselineStart', row), baseline?.[0]],
      'baseline finish': [momentAt(columns, 'baselineFinish', row), baseline?.[1]],
      'baseline duration': [minutes(task.baseline_duration_days), baseline?.[2]],
      'effective calendar': [task.calendar_id ?? members.default_calendar_id, String(theirs.effective_calendar)],
    }
    for (const [name, [a, b]] of Object.entries(pairs)) differences.compare(name, place, a, b)
    for (const [column, name] of MS_DATES)
      differences.compare(name, place, momentAt(columns, column, row), theirs[name])
  }
  const links = ours.flatMap((task, row) =>
    linksOf(columns, row).map(text => {
      const [from, type, lag] = text.split(' ')
      return `${from} ${task.id} ${type} ${Math.round(Number(lag) * perDay * 100) / 100}`
    }),
  )
  const theirs = ((project.relations ?? []) as unknown[][]).map(
    ([from, to, type, lag]) => `${from} ${to} ${type} ${lag}`,
  )
  differences.compare('links', path, links.sort(), theirs.sort())
}

function compareCalendars(
  differences: Differences,
  path: string,
  members: Readonly<Record<string, unknown>>,
  project: Json,
): void {
  for (const calendar of members.calendars as Json[]) {
    const theirs = (project.calendars as Json[]).find(({ uid }) => String(uid) === (calendar.id as string))
    if (theirs === undefined) {
      differences.compare('joined calendar', path, calendar.id, null)
      continue
    }
    const week = calendar.work_week as Record<string, string[][] | undefined>
    differences.compare(
      'week',
      path,
      WEEKDAYS.map(day => (week[day] === undefined ? null : minutesOf(week[day]!))),
      theirs.week_mon_to_sun,
    )
    differences.compare('base', path, calendar.parent, theirs.parent === undefined ? null : String(theirs.parent))
    differences.compare('hours', path, 60 * Number(calendar.hours_per_day), theirs.minutes_per_day)
    const ours = ((calendar.exceptions ?? []) as Json[]).map(({ date, until, shifts }) => [
      date,
      until ?? date,
      minutesOf(shifts ?? []),
    ])
    const known = ((theirs.exceptions ?? []) as unknown[][]).map(([from, to, shifts]) => [from, to, shifts ?? []])
    differences.compare('exceptions', path, ours.sort(), known.sort())
  }
}

/** MPXJ wrote one format of these out of the other; the native files of that name are other projects. */
const isTwin = (path: string): boolean => path.endsWith('.p6.xml.gz') && !path.includes('made__')

t.test(
  'P6: both exports of a project give one schedule, but for what the XML does not carry',
  { skip: isAbsent },
  async t => {
    const differences = new Differences()
    for (const path of filesOf('pmxml')) {
      const bytes = read(path)
      t.equal(sniff(bytes), 'p6_xml', path)
      const isTwo = path.includes('two_projects')
      if (isTwo) {
        const { counts, warnings } = readable(readP6Xml(bytes)).report
        t.equal(counts.tasks, 50, 'the one with most of the activities')
        t.ok(warnings.some(({ code }) => code === 'projects_left_out'))
      }
      const xml = readable(readP6Xml(bytes, isTwo ? { project: 'BL' } : {}))
      if (!isTwin(path)) continue
      const xer = readable(readXer(read(path.replace('pmxml/', 'xer/').replace('.p6.xml.gz', '.xer'))))
      // MPXJ writes one order of levelling, whatever the XER has
      const omit = ({
        calendars: _,
        scheduling_options: __,
        leveling_options: ____,
        ...rest
      }: Readonly<Record<string, unknown>>) => ({
        ...rest,
        // an XER whose calendar of a resource has no working times does not say by which it works
        resources: (rest.resources as Json[] | undefined)?.map(({ calendar_id: ___, ...others }) => others),
      })
      differences.compare('members', path, omit(xml.members), omit(xer.members))
      for (const calendar of xer.members.calendars as Json[]) {
        const own = (xml.members.calendars as Json[]).find(({ id }) => id === calendar.id)
        differences.compare('calendar', path, own, calendar)
      }
      const options = (of: typeof xml): unknown => Object.entries(of.members.scheduling_options as Json).sort()
      if (xer.report.warnings.every(({ code }) => code !== 'options_missing'))
        differences.compare('options', path, options(xml), options(xer))
      const ours = new Map(tasksOf(xml.columns).map((task, row) => [task.id, row]))
      differences.compare('tasks', path, xml.columns.taskCount, xer.columns.taskCount)
      const tasks = tasksOf(xml.columns)
      for (const [row, theirs] of tasksOf(xer.columns).entries()) {
        const task = tasks[ours.get(theirs.id) ?? -1] ?? {}
        const isDone = xer.columns.actualFinish[row] !== DAY_ABSENT
        for (const name of new Set([...Object.keys(task), ...Object.keys(theirs)])) {
          // floats and longest path are not in the XML, nor what P6 computed for what is done
          if (/(_float_days|^on_longest_path)$/.test(name) || (isDone && /^(early|late)_/.test(name))) continue
          const sorted = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value)
          differences.compare(name, `${path} ${theirs.id}`, sorted(task[name]), sorted(theirs[name]))
        }
      }
    }
    // MPXJ wrote 08:00 where the XER has midnight, in one activity; and it knows one of the two spellings of the calendar of lags in XER
    const expected = { early_start: 1, early_finish: 1, options: 1 }
    t.same(
      differences.counts,
      expected,
      [...differences.byName].map(([name, list]) => `${name}: ${list.slice(0, 4).join('; ')}`).join('\n'),
    )
    t.comment(`${differences.cellCount} cells; ${DAY_COLUMNS.length} columns of dates`)
  },
)

t.test('P6: the baseline project is found', { skip: isAbsent }, async t => {
  const { columns } = readable(readP6Xml(read(filesOf('pmxml').find(path => path.includes('with_baseline'))!)))
  const rows = tasksOf(columns)
  t.equal(rows.filter(row => row.baseline_start !== undefined).length, 200)
  t.equal(rows.filter(row => row.baseline_duration_days !== undefined).length, 200)
})
