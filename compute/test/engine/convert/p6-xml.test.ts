/** P6's two formats have the same rows: what is read of the one that was written of a schedule is what is read of the other. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { converted, inputOfBody, inputOfFile, LIMITS, pathOf, plainOf, ROW } from './converted.ts'

const FOLDER = fileURLToPath(new URL('../../../../../shared/data/mpp', import.meta.url))
const skip = existsSync(FOLDER) ? false : 'no ../shared/data/mpp'

/** Shares of a hundred may differ in their last binary digit. */
const rounded = (value: Plain): Plain =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'number' ? Math.round(1e6 * each) / 1e6 : each)))

const MONDAY_TO_FRIDAY = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [
    day,
    [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
  ]),
)
const BODY = {
  project_start: '2026-03-02T08:00',
  status_date: '2026-03-16T08:00',
  calendars: [
    {
      id: '7',
      name: 'Site & yard',
      work_week: MONDAY_TO_FRIDAY,
      exceptions: [
        { date: '2026-04-06' },
        { date: '2026-03-21', shifts: [['07:30', '24:00']] },
        { date: '2026-08-03', until: '2026-08-14' },
      ],
    },
    { id: 'night', name: 'Night', work_week: { saturday: [['00:00', '24:00']], monday: [['22:15', '24:00']] } },
  ],
  default_calendar_id: '7',
  scheduling_options: { rules: 'p6', lag_calendar: 'successor', total_float_as: 'smallest', use_expected_finish: true },
  resources: [
    { id: 'Crew', type: 'labour', limits: [{ units_per_day: 2 }, { units_per_day: 1, from: '2026-05-01' }] },
    { id: 'Crane', type: 'nonlabour', calendar_id: 'night' },
    { id: 'Gravel', type: 'material' },
  ],
  tasks: [
    {
      id: 'A',
      name: 'Dig <1> & "2"',
      duration_days: 5,
      actual_start: '2026-03-02T08:00',
      actual_finish: '2026-03-06T17:00',
      wbs_code: 'P.1',
      wbs_name: 'Ground',
      budgeted_cost: 50,
    },
    {
      id: 'B',
      name: 'Pour',
      duration_days: 4,
      actual_start: '2026-03-09T08:00',
      remaining_duration_days: 3,
      percent_complete: 57,
      physical_percent_complete: 57,
      predecessors: ['A'],
      resources: ['Crew', 'Gravel'],
      budgeted_cost: 1200,
      wbs_code: 'P.1',
    },
    {
      id: 'C',
      name: 'Cure',
      duration_days: 3,
      calendar_id: 'night',
      predecessors: ['B SS+1 d'],
      constraint_type: 'SNET',
      constraint_date: '2026-03-20T08:00',
      codes: { Area: 'North', Phase: '1' },
      wbs_code: 'P.2',
    },
    {
      id: 'D',
      name: 'Strip',
      duration_days: 2,
      predecessors: ['C FF-1 d', 'B SF+2 d'],
      constraint_type: 'FNLT',
      constraint_date: '2026-04-30T17:00',
      secondary_constraint_type: 'SNET',
      secondary_constraint_date: '2026-03-25T08:00',
      budgeted_cost: 300,
      organization_code: 'Own',
      resources: ['Crane'],
    },
    {
      id: 'M',
      name: 'Ready',
      duration_days: 0,
      task_type: 'finish_milestone',
      predecessors: ['D'],
      constraint_type: 'MFO',
      constraint_date: '2026-05-04T17:00',
    },
    { id: 'L', name: 'Lead', task_type: 'loe', duration_days: 20, predecessors: ['A SS', 'M FF'] },
  ],
}

function checked(t: Test, input: AnalysisInput, name: string): void {
  const [xer, xml] = [converted('xer', input), converted('p6_xml', input)]
  t.strictSame(rounded(xml.read), rounded(xer.read), name)
  t.strictSame(rounded({ ...xml.report, format: '' }), rounded({ ...xer.report, format: '' }), name)
}

t.test('short names of resources come back from an XER and the XML of P6', async t => {
  const resources = [{ id: 'excavator', short_name: 'E01' }, { id: 'crane', short_name: 'E01' }, { id: 'crew' }]
  const tasks = [{ id: 'A', duration_days: 1, resources: ['excavator', 'crane', 'crew'] }]
  const calendars = [{ id: 'FIVE', hours_per_day: 8, work_week: { monday: [['08:00', '16:00']] } }]
  for (const target of ['xer', 'p6_xml'] as const) {
    const { read } = converted(target, inputOfBody({ tasks, resources, calendars, status_date: '2026-03-02' }))
    // of two that have one, P6 can take the first alone
    const found = read.resources.map(({ id, short_name }: Plain) => [id, short_name])
    t.same(
      found,
      [
        ['excavator', 'E01'],
        ['crane', undefined],
        ['crew', undefined],
      ],
      target,
    )
  }
})

t.test('a schedule with all that P6 has a place for', async t => {
  const input = inputOfBody(BODY)
  checked(t, input, 'made here')
  const { bytes, report } = converted('p6_xml', input)
  t.equal(report.changed_count, 0)
  const dates = (of: AnalysisInput): unknown[] =>
    pathOf(of).tasks.map((task: Plain) => [
      task.id,
      task.early_start_date,
      task.early_finish_date,
      task.total_float_days,
    ])
  t.strictSame(dates(inputOfFile(bytes)), dates(input))
  const [b] = (plainOf(inputOfFile(bytes)).tasks as Plain[]).filter(({ id }) => id === 'B')
  t.equal(Math.round(b!.percent_complete), 57)
  const xml = bytes.toString()
  t.match(xml, '<Name>Dig &lt;1&gt; &amp; "2"</Name>')
  t.match(xml, '<PrimaryConstraintType>Finish On or Before</PrimaryConstraintType>')
  t.match(xml, '<Start>22:15:00</Start><Finish>23:59:00</Finish>')
  t.match(xml, '<ActivityExpense>', 'a cost without a resource')
  t.equal(xml.split('<AtCompletionDuration>').length, 5, 'of four tasks that have not started')
  for (const [activity] of xml.matchAll(/<(Activity|Relationship|ResourceAssignment|WBS)>.*/g)) {
    const names = [...activity.matchAll(/<(\w+)>[^<]*<\/\1>/g)].map(each => each[1]!)
    const plain = names.slice(0, names.indexOf('TypeObjectId') < 0 ? names.length : names.indexOf('TypeObjectId'))
    t.strictSame(plain, [...plain].sort(), 'elements stand in the order of the alphabet')
  }
})

t.test('files of Microsoft Project', { skip }, async t => {
  let count = 0
  for (const [n, name] of readdirSync(FOLDER)
    .filter(each => each.endsWith('.mpp'))
    .entries()) {
    if (n % 7 !== 3) continue
    const body = new Uint8Array(readFileSync(join(FOLDER, name)))
    const input = readFileRequest(ROW, body, { boundary: null }, LIMITS, '/')
    if ('code' in input) continue
    checked(t, input, name)
    count++
  }
  t.ok(count >= 5, `${count} files`)
})
