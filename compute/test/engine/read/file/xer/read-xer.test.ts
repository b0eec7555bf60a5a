/** XER files, trap by trap: what is read, reported and refused. */
import t from 'tap'
import { xerText } from '../../../../helpers/xer-text.ts'
import { changed, footbridge, footbridgeWith } from './footbridge.ts'
import { cellsOf, linksOf, read, refusal, settled, warningsOf } from './reading.ts'

t.test(
  'a schedule is read whole: times of day, hours in days of each calendar, progress, constraints, costs, codes',
  t => {
    const file = read(footbridge())
    t.strictSame(cellsOf(file, 'A10'), {
      name: 'Piles',
      durationDays: 5,
      remainingDurationDays: 1.25,
      percentComplete: 75,
      percentCompleteType: 1,
      physicalPercentComplete: 0,
      totalFloatDays: 2,
      freeFloatDays: 0.5,
      actualStart: '2026-03-03T08:00',
      forecastFinish: '2026-03-10T10:00',
      earlyStart: '2026-03-09T08:00',
      earlyFinish: '2026-03-10T10:00',
      lateStart: '2026-03-11T08:00',
      lateFinish: '2026-03-12T10:00',
      taskType: 'task',
      wbsCode: 'FB.DECK',
      wbsName: 'Footbridge > Deck',
      organizationCode: 'CIV',
      codes: ['Responsibility\u001fCIV'],
      calendarId: '1',
    })
    t.strictSame(cellsOf(file, 'A20'), {
      name: 'Lift',
      durationDays: 1.5,
      remainingDurationDays: 1.5,
      percentComplete: 0,
      percentCompleteType: 1,
      physicalPercentComplete: 0,
      totalFloatDays: 2,
      budgetedCost: 1200.5,
      forecastStart: '2026-03-10T22:00',
      forecastFinish: '2026-03-12T05:00',
      constraintDate: '2026-03-10T20:00',
      secondaryConstraintDate: '2026-03-20T17:00',
      earlyStart: '2026-03-10T22:00',
      earlyFinish: '2026-03-12T05:00',
      constraintType: 'SNET',
      secondaryConstraintType: 'MFO',
      taskType: 'task',
      wbsCode: 'FB.DECK',
      wbsName: 'Footbridge > Deck',
      calendarId: '2',
      resources: ['Crane'],
    })
    t.equal(cellsOf(file, 'A30').taskType, 'finish_milestone')
    t.strictSame(linksOf(file), ['A20 < A10 FS 0.5', 'A30 < A20 FF 0'], 'lags are days of the predecessor')
    const { report, members } = file
    t.strictSame(report, {
      format: 'xer',
      format_version: '23.12',
      encoding: 'utf-8',
      project_id: 'FB',
      project_name: 'Footbridge',
      data_date: '2026-03-09T08:00',
      scheduling_options: {
        rules: 'p6',
        progress: 'retained_logic',
        lag_calendar: '24_hour',
        critical_by: 'total_float',
        critical_float_days_max: 2,
        total_float_as: 'smallest',
        use_expected_finish: true,
        ignore_external_dates: false,
        open_ends_critical: false,
      },
      counts: { tasks: 3, links: 2, calendars: 2, resources: 1, rows_left_out: 0 },
      warnings: [],
    })
    t.match(members, {
      status_date: '2026-03-09T08:00',
      project_start: '2026-03-02T08:00',
      must_finish_by: '2026-04-30T17:00',
      default_calendar_id: '1',
      scheduling_options: {
        rules: 'p6',
        progress: 'retained_logic',
        lag_calendar: '24_hour',
        total_float_as: 'smallest',
        use_expected_finish: true,
        ignore_external_dates: false,
        open_ends_critical: false,
        critical_by: 'total_float',
        critical_float_days_max: 2,
      },
    })
    t.end()
  },
)

t.test('the members are such as a body in JSON may have, and a shift over midnight belongs to two days', t => {
  const { setting, faults } = settled(read(footbridge()))
  t.strictSame(faults, [])
  const [days, nights] = setting.calendars
  t.strictSame(days!.week[0], [
    [480, 720],
    [780, 1020],
  ])
  t.strictSame(days!.week[5], [])
  t.strictSame(nights!.week[2], [
    [0, 360],
    [1320, 1440],
  ])
  // 46,117 = 2026-04-05
  t.strictSame(nights!.exceptions, [{ firstDay: 20_548, lastDay: 20_548, shifts: [] }])
  t.equal(nights!.minutesPerDay, 600)
  t.end()
})

t.test('line ends, a missing header, a missing end and a text after it change no task', t => {
  const whole = cellsOf(read(footbridge()), 'A20')
  t.strictSame(cellsOf(read(footbridge(), {}, { lineEnd: '\n' }), 'A20'), whole)
  const returns = read(footbridge(), {}, { lineEnd: '\r' })
  t.strictSame([cellsOf(returns, 'A20'), warningsOf(returns)], [whole, {}], 'lines that end with returns alone')
  const spaced = xerText(footbridge(), { lineEnd: '\n' }).replace(/\n%T\t(\w+)/g, '\n\n%T\t$1 ')
  const blanks = read(Buffer.from(`\r\n ${spaced}`))
  t.strictSame(
    [cellsOf(blanks, 'A20'), warningsOf(blanks)],
    [whole, {}],
    'empty lines, and blanks behind the names of tables',
  )
  const headless = read(footbridge(), {}, { header: null })
  t.strictSame(cellsOf(headless, 'A20'), whole)
  t.equal(headless.report.format_version, null)
  t.strictSame(warningsOf(headless), { header_missing: 1 })
  const endless = read(footbridge(), {}, { end: '' })
  t.strictSame(cellsOf(endless, 'A20'), whole)
  t.strictSame(warningsOf(endless), { end_missing: 1 })
  const twice = Buffer.from(xerText(footbridge()) + xerText(footbridge(), { header: null }))
  t.strictSame(warningsOf(read(twice)), { text_after_end: 1 })
  t.equal(read(twice).columns.taskCount, 3)
  t.equal(read(Buffer.from(`${xerText(footbridge()).trimEnd()}`)).columns.taskCount, 3, 'no line feed at the end')
  t.end()
})

t.test('the encoding: a mark, else valid UTF-8, else windows-1252; a stated one wins', t => {
  const text = xerText(changed('TASK', { task_name: 'Fundação — Žižkov' }))
  const nameOf = (body: Uint8Array, encoding?: string): unknown =>
    cellsOf(read(body, encoding === undefined ? {} : { encoding }), 'A10').name
  const utf8 = Buffer.from(text)
  t.equal(nameOf(utf8), 'Fundação — Žižkov')
  t.equal(nameOf(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8])), 'Fundação — Žižkov')
  const wide = Buffer.from(text, 'utf16le')
  t.equal(nameOf(Buffer.concat([Buffer.from([0xff, 0xfe]), wide])), 'Fundação — Žižkov')
  t.equal(nameOf(wide), 'Fundação — Žižkov', 'UTF-16 without a mark')
  t.equal(nameOf(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(wide).swap16()])), 'Fundação — Žižkov')
  const western = Buffer.from(text.replace('—', '\u0097').replaceAll('Ž', '\u008e').replaceAll('ž', '\u009e'), 'latin1')
  t.equal(nameOf(western), 'Fundação — Žižkov', 'windows-1252')
  t.equal(read(western).report.encoding, 'windows-1252')
  t.equal(read(utf8).report.encoding, 'utf-8')
  const cyrillic = Buffer.from(xerText(changed('TASK', { task_name: 'NAME' })))
  cyrillic.set([0xcc, 0xee, 0xf1, 0xf2], cyrillic.indexOf('NAME'))
  for (const warned of ['windows-1251', 'cp1251', '1251']) t.equal(nameOf(cyrillic, warned), 'Мост', warned)
  const chinese = Buffer.from(xerText(changed('TASK', { task_name: 'NAME' })))
  chinese.set([0xc7, 0xc5, 0xc1, 0xba], chinese.indexOf('NAME'))
  t.equal(nameOf(chinese, 'gbk'), '桥梁')
  const broken = read(western, { encoding: 'utf-8' })
  t.match(cellsOf(broken, 'A10').name, /Funda\ufffd/, 'stated wrongly: no byte of it reaches a column undecoded')
  t.match(refusal(utf8, { encoding: 'klingon' }), { loc: 'query.encoding', msg: /windows-1251.*not "klingon"/ })
  t.end()
})

t.test('numbers are read with the symbols of the currency that the header names', t => {
  const euro = ['23.12', '2026-03-02', 'Project', 'a', 'a', 'db', 'PM', 'EUR']
  const cost = (value: string, header?: string[]): unknown =>
    cellsOf(read(changed('TASKRSRC', { target_cost: value }), {}, header === undefined ? {} : { header }), 'A20')
      .budgetedCost
  t.equal(cost('1.234,5', euro), 1234.5)
  t.equal(cost('1234,5', euro), 1234.5)
  t.equal(cost('1234.5', euro), 1234.5, 'a point where there can be no group')
  t.equal(cost('1,234.5'), 1234.5)
  t.equal(cost('1234567.25'), 1234567.25)
  t.equal(cost('1.5E3'), 1500)
  t.equal(cost('-7.5'), -7.5)
  const bad = read(changed('TASKRSRC', { target_cost: 'many' }))
  t.strictSame(bad.report.warnings, [
    {
      code: 'number_unreadable',
      text: 'Values of TASKRSRC.target_cost are no numbers, the first of them "many" in row 1; they were read as empty.',
      count: 1,
      places: [{ place: 'TASKRSRC.target_cost in row 1', value: 'many' }],
    },
  ])
  t.match(bad.columns.faults, [{ kind: 'file_value', field: 'TASKRSRC.target_cost', count: 1, texts: ['many'] }])
  t.end()
})

t.test('units of assignments are read, and nothing is told of them', t => {
  const units = (cells: Record<string, string>): unknown => {
    const schedule = read(changed('TASKRSRC', cells))
    t.strictSame(warningsOf(schedule), {})
    return schedule.columns.assignments!.unitsPerDay[0]
  }
  t.equal(units({ target_qty_per_hr: '8' }), 8)
  t.equal(units({ target_qty_per_hr: '0.5', rsrc_type: 'RT_Labor' }), 0.5)
  t.equal(units({ target_qty_per_hr: '' }), undefined)
  t.end()
})

t.test('quotes are doubled in the file, and 0x7F stands for a line break', t => {
  const named = (name: string): unknown => cellsOf(read(changed('TASK', { task_name: name })), 'A10').name
  t.equal(named('Pipe 12"" x 4""'), 'Pipe 12" x 4"')
  t.equal(named('""Early"" works'), '"Early" works')
  t.equal(named('one " alone'), 'one " alone')
  t.equal(named('first\u007f\u007fsecond'), 'first\nsecond')
  t.end()
})

t.test('rows with too few or too many fields are read and counted', t => {
  const text = xerText(footbridge())
  const cut = text.replace(/(%R\t13\t7\t71\t1\tA30)\t[^\r]*/, '$1')
  t.match(warningsOf(read(Buffer.from(cut))), { fields_missing: 1 })
  t.equal(read(Buffer.from(cut)).columns.taskCount, 3)
  const long = text.replace('\tLift\t', '\tLift\tof\tthe deck\t')
  t.match(warningsOf(read(Buffer.from(long))), { fields_left_over: 1 })
  const broken = text.replace('\tLift\t', '\tLift\r\nof the deck\t')
  t.match(warningsOf(read(Buffer.from(broken))), { lines_continued: 1 })
  t.equal(cellsOf(read(Buffer.from(broken)), 'A20').name, 'Lift \nof the deck')
  const trimmed = text.replace(/\t+\r\n/g, '\r\n')
  t.strictSame(
    cellsOf(read(Buffer.from(trimmed)), 'A20'),
    cellsOf(read(Buffer.from(text)), 'A20'),
    'P6 leaves out empty fields at the end of a row',
  )
  t.end()
})

t.test(
  'tables that nobody reads are passed over and told, a table may come in several parts, and rows before their columns are counted',
  t => {
    const odd = `${xerText(footbridge(), { end: '' })}%T\tTASKPRED\r\n%R\t1\t2\r\n%F\tpred_task_id\ttask_id\r\n%R\t11\t13\r\n%T\tNOISE\r\n%F\ta\r\n%R\tx\r\n%T\tEMPTY\r\n%F\ta\r\n%T\tOBS\r\n%R\t1\r\n%E\r\n`
    const file = read(Buffer.from(odd))
    t.strictSame(linksOf(file), ['A20 < A10 FS 0.5', 'A30 < A20 FF 0', 'A30 < A10 FS 0'])
    t.strictSame(warningsOf(file), { links_without_columns: 1, tables_left_out: 1 })
    t.end()
  },
)

t.test('constraints in wrong columns, unknown ones and ones without a date end in warnings', t => {
  const wrong = read(changed('TASK', { cstr_type2: '2026-02-15', cstr_type: 'CS_MSOB' }))
  t.match(warningsOf(wrong), { constraint_unknown: 1, constraint_without_date: 1 })
  t.match(JSON.stringify(wrong.report.warnings), /cstr_type2/)
  const late = read(changed('TASK', { cstr_type: 'CS_ALAP' }))
  t.equal(cellsOf(late, 'A10').constraintType, 'ALAP')
  t.strictSame(warningsOf(late), {})
  const types = ['CS_MSOA', 'CS_MSOB', 'CS_MEOA', 'CS_MEOB', 'CS_MSO', 'CS_MEO', 'CS_MANDSTART', 'CS_MANDFIN'].map(
    type => cellsOf(read(changed('TASK', { cstr_type: type, cstr_date: '2026-03-03 08:00' })), 'A10').constraintType,
  )
  t.strictSame(types, ['SNET', 'SNLT', 'FNET', 'FNLT', 'SO', 'FO', 'MSO', 'MFO'])
  t.end()
})

t.test('dates that are none are counted and read as empty', t => {
  const file = read(changed('TASK', { early_end_date: '10/03/2026', late_end_date: '2026-02-30 08:00' }))
  t.match(file.report.warnings, [{ code: 'date_unreadable' }, { code: 'date_ambiguous' }])
  t.equal(cellsOf(file, 'A10').earlyFinish, '2026-03-10', 'the day before the month')
  t.notOk(cellsOf(file, 'A10').lateFinish)
  const day = read(changed('TASK', { early_end_date: '2026-03-10' }))
  t.equal(cellsOf(day, 'A10').earlyFinish, '2026-03-10', 'a day without a time has none')
  t.end()
})

t.test('the forecast of open tasks is that of the remaining work, where the file distinguishes it', t => {
  const remaining = { restart_date: '2026-03-11 08:00', reend_date: '2026-03-13 17:00' }
  const open = cellsOf(read(changed('TASK', remaining, 1)), 'A20')
  t.match(open, {
    forecastStart: '2026-03-11T08:00',
    forecastFinish: '2026-03-13T17:00',
    earlyStart: '2026-03-10T22:00',
  })
  const started = cellsOf(read(changed('TASK', remaining)), 'A10')
  t.match(started, { forecastFinish: '2026-03-13T17:00' })
  t.notOk(started.forecastStart, 'it has an actual one')
  t.notOk(cellsOf(read(changed('TASK', { ...remaining, act_end_date: '2026-03-05 17:00' })), 'A10').forecastFinish)
  t.end()
})

t.test('activity ids that come twice or not at all get the task_id; rows without a task_id are left out', t => {
  const tasks = footbridge().TASK!
  const file = read(
    footbridgeWith({
      TASK: [
        ...tasks,
        { ...tasks[0]!, task_id: 14 },
        { ...tasks[0]!, task_id: 15, task_code: '' },
        { ...tasks[0]!, task_id: '' },
        tasks[1]!,
      ],
    }),
  )
  t.equal(cellsOf(file, 'A10 (14)').name, 'Piles')
  t.equal(cellsOf(file, '15').name, 'Piles')
  t.strictSame(warningsOf(file), { task_code_replaced: 2, task_left_out: 2 })
  t.equal(file.report.counts.rows_left_out, 2)
  t.end()
})

t.test('percent complete is that of its type', t => {
  const percent = (cells: Record<string, string | number>): unknown => {
    const { percentComplete, physicalPercentComplete } = cellsOf(read(changed('TASK', cells)), 'A10')
    return [percentComplete, physicalPercentComplete]
  }
  t.strictSame(percent({ complete_pct_type: 'CP_Phys', phys_complete_pct: 40 }), [40, 40])
  t.strictSame(
    percent({ complete_pct_type: 'CP_Units', act_work_qty: 30, remain_work_qty: 60, act_equip_qty: 10 }),
    [40, 0],
  )
  t.strictSame(percent({ remain_drtn_hr_cnt: 60 }), [0, 0], 'more to do than planned')
  t.strictSame(percent({ act_end_date: '2026-03-05 17:00', status_code: 'TK_Complete' }), [100, 0])
  t.match(warningsOf(read(changed('TASK', { status_code: 'TK_NotStart' }))), { status_contradicts_dates: 1 })
  t.end()
})

t.test('links to other projects and to nothing are counted and left out, unknown types are finish to start', t => {
  const links = footbridge().TASKPRED!
  const file = read(
    footbridgeWith({
      TASKPRED: [
        ...links,
        { task_id: 12, pred_task_id: 99, pred_type: 'PR_FS', lag_hr_cnt: 0, proj_id: 7, pred_proj_id: 8 },
        { task_id: 99, pred_task_id: 12, pred_type: 'PR_FS', lag_hr_cnt: 0, proj_id: 8, pred_proj_id: 7 },
        { task_id: 12, pred_task_id: 98, pred_type: 'PR_FS', lag_hr_cnt: 0, proj_id: 7, pred_proj_id: 7 },
        { task_id: 13, pred_task_id: 11, pred_type: 'PR_XX', lag_hr_cnt: 0, proj_id: 7, pred_proj_id: 7 },
        { task_id: 13, pred_task_id: 12, pred_type: 'PR_FF', lag_hr_cnt: 8, proj_id: 7, pred_proj_id: 7 },
      ],
    }),
  )
  t.strictSame(
    linksOf(file),
    ['A20 < A10 FS 0.5', 'A30 < A20 FF 0.8', 'A30 < A10 FS 0'],
    'of equal links the larger lag',
  )
  t.strictSame(warningsOf(file), { links_to_other_projects: 2, links_without_task: 1, link_type_unknown: 1 })
  t.match(file.columns.faults, [{ kind: 'duplicate_link', count: 1 }])
  t.end()
})

t.test('types of tasks: level of effort, WBS summary, start milestone, and what P6 does not have', t => {
  const type = (word: string): unknown => cellsOf(read(changed('TASK', { task_type: word })), 'A10').taskType
  t.strictSame(['TT_LOE', 'TT_WBS', 'TT_Mile', 'TT_FinMile', 'TT_Rsrc', 'TT_Odd'].map(type), [
    'loe',
    'summary',
    'start_milestone',
    'finish_milestone',
    'task',
    'task',
  ])
  t.match(warningsOf(read(changed('TASK', { task_type: 'TT_Odd' }))), { task_type_unknown: 1 })
  t.end()
})

t.test('a resource-dependent task keeps its own calendar, and is marked where resources are at work on it', t => {
  const dependent = { task_type: 'TT_Rsrc', clndr_id: 1 }
  const file = read(changed('TASK', dependent, 1))
  t.match(cellsOf(file, 'A20'), { calendarId: '1', durationDays: 1.875, resourceDependent: 2 })
  t.match(warningsOf(file), { resource_calendars: 1 })
  const tables = changed('TASK', dependent, 1)
  const mixed = read({
    ...tables,
    RSRC: [...tables.RSRC!, { rsrc_id: 6, rsrc_name: 'Gang', clndr_id: 1, rsrc_type: 'RT_Labor' }],
    TASKRSRC: [...tables.TASKRSRC!, { task_id: 12, rsrc_id: 6, target_cost: 0 }],
  })
  t.match(cellsOf(mixed, 'A20'), { calendarId: '1', durationDays: 1.875, resources: ['Crane', 'Gang'] })
  t.match(warningsOf(mixed), { resource_calendars: 1 })
  t.end()
})

t.test('progress override, actual dates, other lag calendars, longest path, and options that are not known here', t => {
  const options = (cells: Record<string, string>): unknown =>
    read(changed('SCHEDOPTIONS', cells)).members.scheduling_options
  t.match(options({ sched_progress_override: 'Y', sched_retained_logic: 'N' }), { progress: 'progress_override' })
  t.match(options({ sched_retained_logic: 'N' }), { progress: 'actual_dates' })
  t.match(warningsOf(read(changed('SCHEDOPTIONS', { sched_retained_logic: 'N' }))), { option_left_out: 1 })
  t.match(options({ sched_calendar_on_relationship_lag: 'rcal_24Hour' }), { lag_calendar: '24_hour' })
  t.match(options({ sched_calendar_on_relationship_lag: 'rcal_ProjDefault' }), { lag_calendar: 'project' })
  t.match(options({ sched_calendar_on_relationship_lag: 'rcal_Successor' }), { lag_calendar: 'successor' })
  t.match(options({ sched_outer_depend_type: 'SD_None' }), { ignore_external_dates: true })
  t.match(options({ sched_float_type: 'FT_SS' }), { total_float_as: 'start' })
  t.match(options({ sched_float_type: 'FT_Min' }), { total_float_as: 'smallest' })
  t.match(options({ sched_open_critical_flag: 'Y' }), { open_ends_critical: true })
  const warned = read(
    changed('SCHEDOPTIONS', {
      sched_float_type: 'FT_ZZ',
      sched_lag_early_start_flag: 'N',
    }),
  )
  t.match(warningsOf(warned), { option_unknown: 1, option_left_out: 1 })
  t.match(read(changed('PROJECT', { critical_path_type: 'CT_DrivPath' })).members.scheduling_options, {
    critical_by: 'longest_path',
  })
  t.match(warningsOf(read(footbridgeWith({ SCHEDOPTIONS: undefined }))), { options_missing: 1 })
  t.notOk('no_status_date' in warningsOf(read(footbridge())))
  const undated = read(changed('PROJECT', { last_recalc_date: '' }))
  t.match(warningsOf(undated), { no_status_date: 1 })
  t.notOk('status_date' in undated.members)
  t.end()
})

t.test('what is no XER, or has no activities, is refused in words', t => {
  t.match(refusal(Buffer.from('')), { loc: 'body', msg: /no XER file/ })
  t.match(refusal(Buffer.from('{"tasks": []}')), { loc: 'body', msg: /no XER file/ })
  t.match(refusal(footbridgeWith({ TASK: undefined })), { loc: 'body.TASK', msg: /no table TASK/ })
  t.match(refusal(footbridgeWith({ TASK: [] })), { loc: 'body.TASK', msg: /no activities/ })
  t.match(refusal(changed('PROJECT', { proj_id: 8 })), { loc: 'body.TASK', msg: /3 are of other projects/ })
  t.end()
})

t.test('a guessed code page is reported when names need it, not for currency symbols alone', t => {
  const named = (task_name: string): Uint8Array => Buffer.from(xerText(changed('TASK', { task_name })), 'latin1')
  t.match(warningsOf(read(named('Br\u00fccke'))), { encoding_guessed: 1 })
  t.notMatch(warningsOf(read(named('Br\u00fccke'), { encoding: 'windows-1252' })), { encoding_guessed: Number })
  const currency = changed('CURRTYPE', { curr_short_name: '\u00a3' })
  t.notMatch(warningsOf(read(Buffer.from(xerText(currency), 'latin1'))), { encoding_guessed: Number })
  t.end()
})
