/** XML of Microsoft Project: the project and its options, what cannot be read, encodings. */
import t from 'tap'
import { readMsProjectXml } from '../../../../../engine/read/file/ms-project-xml/read-ms-project-xml.ts'
import { fileOf, first, PROPERTIES, read, STANDARD, task, WEEK, warnings } from '../../../../helpers/ms-project-file.ts'
import { bytesOf, readable, refusalOf, tasksOf, warningsOf, xmlOf } from './plain-schedule.ts'

t.test('the project, its calendar and its options', async t => {
  const { members, report } = read([task(1)])
  t.same(members, {
    status_date: '2026-03-06T17:00',
    calendars: [{ id: '1', name: 'Standard', hours_per_day: 8, work_week: WEEK }],
    default_calendar_id: '1',
    project_start: '2026-03-02T08:00',
    scheduling_options: {
      rules: 'ms_project',
      critical_float_days_max: 2,
      honor_constraints: false,
      open_ends_critical: false,
    },
  })
  t.same(report, {
    format: 'ms_project_xml',
    format_version: '14',
    encoding: 'utf-8',
    project_id: null,
    project_name: 'Bridge',
    data_date: '2026-03-06T17:00',
    scheduling_options: {
      rules: 'ms_project',
      critical_float_days_max: 2,
      schedule_from_finish: false,
      honor_constraints: false,
      respect_leveling_delay: true,
      open_ends_critical: false,
    },
    counts: { tasks: 1, links: 0, calendars: 1, resources: 0, rows_left_out: 0 },
    warnings: [],
  })
  for (const [written, honored] of [
    [0, true],
    [1, false],
  ] as const) {
    const own = read([task(1)], { HonorConstraints: written, WBSMasks: '' })
    t.match(own.members.scheduling_options, { honor_constraints: honored }, 'as Microsoft Project itself writes it')
  }
  const several = read([task(1)], { MultipleCriticalPaths: 1 })
  t.match(several.members.scheduling_options, { open_ends_critical: true })
  const fromFinish = read([task(1, { ConstraintType: 0 })], { ScheduleFromStart: 0, StatusDate: null })
  t.match(fromFinish.members, {
    must_finish_by: '2026-03-31T17:00',
    scheduling_options: { schedule_from_finish: true },
  })
  t.notOk('status_date' in fromFinish.members)
  t.equal(fromFinish.report.data_date, null)
  t.equal(tasksOf(fromFinish.columns)[0]!.constraint_type, 'ASAP', 'where late is the rule, soon is a constraint')
  t.equal(first([task(1, { ConstraintType: 0 })]).constraint_type, undefined)
  t.same(warnings([task(1)], { StatusDate: null }), { no_status_date: 1 })
})

t.test('days are of the project, wherever its hours stand', async t => {
  const sections = {
    Tasks: { Task: [task(1, { Duration: 'PT10H0M0S' })] },
    ...PROPERTIES,
    MinutesPerDay: 600,
    Calendars: { Calendar: [STANDARD] },
  }
  const { columns, members } = readable(readMsProjectXml(bytesOf(`<Project>${xmlOf(sections)}</Project>`)))
  t.equal(tasksOf(columns)[0]!.duration_days, 1)
  t.match(members.calendars, [{ hours_per_day: 10 }])
})

t.test('values that cannot be read are reported once, with the first', async t => {
  const rows = [
    task(1, { Start: '33.12.2026', Finish: '2026-02-30T08:00:00', Duration: 'three days' }),
    task(2, { Start: 'soon' }),
  ]
  const { report, columns } = read(rows)
  t.match(
    report.warnings.filter(({ code }) => code.startsWith('bad_')),
    [
      {
        code: 'bad_value',
        text: 'Numbers, switches and durations that could not be read were left out, the first: task UID 1, Duration "three days".',
        count: 1,
      },
      {
        code: 'bad_date',
        text: 'Dates that could not be read were left out, the first: task UID 1, Start "33.12.2026".',
        count: 2,
        places: [
          { place: 'task UID 1, Start', value: '33.12.2026' },
          { place: 'task UID 2, Start', value: 'soon' },
        ],
      },
      { code: 'bad_date', count: 1, places: [{ place: 'task UID 1, Finish', value: '2026-02-30T08:00:00' }] },
    ],
  )
  t.match(columns.faults, [
    { kind: 'bad_date', field: 'Finish', count: 1, tasks: [0] },
    { kind: 'bad_date', field: 'Start', count: 2, tasks: [0, 1], texts: ['33.12.2026', 'soon'] },
    { kind: 'bad_number', field: 'duration_days', count: 1, tasks: [0], texts: ['three days'] },
  ])
  t.match(warnings([task(1, { Duration: '-PT8H0M0S' })]), { negative_duration: 1 })
  t.same(first([task(1, { PercentComplete: 120, Duration: '-PT8H0M0S' })]), {
    id: '1',
    row_number: 1,
    task_type: 'task',
  })
})

t.test('rows without a number of their own', async t => {
  const { report, columns } = read([
    task(1),
    task(1, { Name: 'again' }),
    { Name: 'none' },
    task(2, { PredecessorLink: { PredecessorUID: 1, Type: 1 } }),
  ])
  t.equal(columns.taskCount, 2)
  t.equal(report.counts.rows_left_out, 2)
  t.same(tasksOf(columns)[1]!.predecessors, ['1 FS 0'])
})

t.test('refusals', async t => {
  t.equal(
    refusalOf(readMsProjectXml(fileOf([]))),
    'body.Tasks length: The file has no tasks that could be read: 0 of its rows were left out.',
  )
  t.equal(
    refusalOf(readMsProjectXml(bytesOf('<Other/>'))),
    'body format: The file is not the XML of Microsoft Project: its first element must be Project.',
  )
  const cut = fileOf([task(1)]).subarray(0, 400)
  t.match(
    refusalOf(readMsProjectXml(cut)),
    /^body format: The file is not XML that can be read: the file ends .* at byte \d+\.$/,
  )
  t.match(refusalOf(readMsProjectXml(bytesOf('<!DOCTYPE Project><Project/>'))), /document type/)
  t.equal(refusalOf(readMsProjectXml(fileOf([task(1)]), { project: 'Bridge' })), 'read')
  t.match(
    refusalOf(readMsProjectXml(fileOf([task(1)]), { project: 'Tower' })),
    'query.project enum: project must name the one project of the file: "bridge.xml" or "Bridge".',
  )
  t.match(refusalOf(readMsProjectXml(fileOf([task(1)]), { encoding: 'utf-7' })), /^query.encoding enum/)
})

t.test('encodings: by the mark, by what the caller states, by the declaration', async t => {
  const text = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><Project>${xmlOf({ Tasks: { Task: task(1, { Name: 'Brücke €' }) } })}</Project>`
  const nameOf = (bytes: Uint8Array, options = {}) => {
    const read = readable(readMsProjectXml(bytes, options))
    return [tasksOf(read.columns)[0]!.name, read.report.encoding]
  }
  const wide = (littleEndian: boolean, hasMark: boolean): Uint8Array => {
    const bytes = Buffer.from((hasMark ? '\ufeff' : '') + text('UTF-16'), 'utf16le')
    return littleEndian ? bytes : bytes.swap16()
  }
  for (const hasMark of [true, false]) {
    t.same(nameOf(wide(true, hasMark)), ['Brücke €', 'utf-16le'])
    t.same(nameOf(wide(false, hasMark)), ['Brücke €', 'utf-16be'])
  }
  const single = Buffer.from(text('windows-1252').replace('€', '\x80'), 'latin1')
  t.same(nameOf(single), ['Brücke €', 'windows-1252'])
  t.same(nameOf(Buffer.from(text('ISO-8859-1').replace(' €', ''), 'latin1')), ['Brücke', 'windows-1252'])
  t.same(nameOf(bytesOf(text('UTF-8'))), ['Brücke €', 'utf-8'])
  t.same(nameOf(bytesOf(`\ufeff${text('windows-1252')}`)), ['Brücke €', 'utf-8'], 'a mark wins')
  t.same(nameOf(bytesOf(text('UTF-16'))), ['Brücke €', 'utf-8'], 'a declaration of what it cannot be')
  const wrong = Buffer.from(text('UTF-8').replace('€', '\x80'), 'latin1')
  t.same(nameOf(wrong), ['Brücke €', 'windows-1252'])
  t.match(warningsOf(readMsProjectXml(wrong)), { encoding_guessed: 1 })
  t.same(
    nameOf(Buffer.from(text('UTF-8').replace('ü', '\xe9').replace('€', '\xff'), 'latin1'), {
      encoding: 'windows-1251',
    }),
    ['Brйcke я', 'windows-1251'],
  )
})
