/**
 * XER files by hand of kinds that real files at hand lack: every constraint of P6, three calendars of lags. Dates and floats are those of the scheduler
 * of MPXJ 16.10 on the same files. Five days of 08:00 to 12:00 and 13:00 to 17:00; round the clock; nights, with a day off and one of four hours.
 */
import t from 'tap'
import { cpmRow } from '../../../../shared/contract/analysis/cpm/row.ts'
import { analysers } from '../../../engine/analysers.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { calendarData, FIVE_DAYS, type XerRow, xerText } from '../../helpers/xer-text.ts'
import { materialise } from '../write/materialise.ts'

const ALL_DAY = [['00:00', '00:00']] as const
const NIGHT = [
  ['00:00', '06:00'],
  ['22:00', '00:00'],
] as const
/** 9 and 10 March 2026. */
const EXCEPTIONS = { 46090: [], 46091: [['10:00', '14:00']] } as const
const every = <Shifts>(days: readonly number[], shifts: Shifts) => Object.fromEntries(days.map(day => [day, shifts]))
const CALENDAR = [
  { clndr_id: 1, default_flag: 'Y', clndr_name: 'Five', day_hr_cnt: 8, clndr_data: FIVE_DAYS },
  {
    clndr_id: 2,
    default_flag: 'N',
    clndr_name: '24 h',
    day_hr_cnt: 24,
    clndr_data: calendarData(every([1, 2, 3, 4, 5, 6, 7], ALL_DAY)),
  },
  {
    clndr_id: 3,
    default_flag: 'N',
    clndr_name: 'Nights',
    day_hr_cnt: 8,
    clndr_data: calendarData(every([2, 3, 4, 5, 6], NIGHT), EXCEPTIONS),
  },
]

const task = (task_id: number, task_code: string, hours: number, more: XerRow = {}): XerRow => ({
  task_id,
  proj_id: 7,
  clndr_id: 1,
  task_code,
  task_type: 'TT_Task',
  status_code: 'TK_NotStart',
  complete_pct_type: 'CP_Drtn',
  target_drtn_hr_cnt: hours,
  remain_drtn_hr_cnt: hours,
  ...more,
})
const link = (pred_task_id: number, task_id: number, type = 'FS', lag_hr_cnt = 0): XerRow => ({
  task_id,
  pred_task_id,
  proj_id: 7,
  pred_proj_id: 7,
  pred_type: `PR_${type}`,
  lag_hr_cnt,
})

/** Early start, early finish, late start, late finish in March 2026 as day and time, and total float in days. */
function rowsOf(
  TASK: readonly XerRow[],
  TASKPRED: readonly XerRow[],
  lagCalendar = 'rcal_Predecessor',
  more: { readonly project?: XerRow; readonly options?: XerRow } = {},
): string[] {
  const date = '2026-03-02 08:00'
  const options = { sched_retained_logic: 'Y', sched_float_type: 'FT_FF', ...more.options }
  const project = { proj_id: 7, proj_short_name: 'P7', clndr_id: 1, last_recalc_date: date, plan_start_date: date }
  const file = xerText({
    PROJECT: [{ ...project, ...more.project }],
    CALENDAR,
    SCHEDOPTIONS: [{ proj_id: 7, ...options, sched_calendar_on_relationship_lag: lagCalendar }],
    TASK,
    TASKPRED,
  })
  const input = readFileRequest(cpmRow, Buffer.from(file), { boundary: null }, NO_LIMITS, cpmRow.path)
  if ('code' in input) throw new Error(JSON.stringify(input))
  const result = analysers[cpmRow.id](input, { today: 0 })
  if (isRefusal(result)) throw new Error(result.code)
  const { data } = materialise(result as unknown as ResultValue) as Plain
  const short = (moment: string): string => moment.slice('2026-03-'.length).replace('T', ' ')
  return data.tasks.map((row: Plain) =>
    [
      row.id,
      ...['early_start', 'early_finish', 'late_start', 'late_finish'].map(name => short(row[`${name}_date`])),
      row.total_float_days,
    ].join(', '),
  )
}

t.test('every constraint of P6', async t => {
  const held = (id: number, code: string, date: string): XerRow =>
    task(id, code, 16, { cstr_type: code, cstr_date: date, cstr_type2: '', cstr_date2: '' })
  const [start, finish] = ['2026-03-11 08:00', '2026-03-13 17:00']
  const constrained = [
    held(1, 'CS_MSO', start),
    held(2, 'CS_MSOA', start),
    held(3, 'CS_MSOB', start),
    held(4, 'CS_MEO', finish),
    held(5, 'CS_MEOA', finish),
    held(6, 'CS_MEOB', finish),
    held(7, 'CS_ALAP', ''),
    held(8, 'CS_MANDSTART', start),
    held(9, 'CS_MANDFIN', finish),
    {
      ...held(10, 'CS_MSOA', '2026-03-10 08:00'),
      task_code: 'TWO',
      cstr_type2: 'CS_MEOB',
      cstr_date2: '2026-03-10 17:00',
    },
  ]
  const links = constrained.flatMap(({ task_id }) => [link(100, task_id as number), link(task_id as number, 101)])
  // the columns are those of the first row
  const [first, last] = [
    { ...held(100, '', ''), task_code: 'FIRST', target_drtn_hr_cnt: 8, remain_drtn_hr_cnt: 8 },
    { ...held(101, '', ''), task_code: 'LAST', target_drtn_hr_cnt: 8, remain_drtn_hr_cnt: 8 },
  ]
  t.same(rowsOf([first, ...constrained, last], links), [
    'FIRST, 02 08:00, 02 17:00, 06 08:00, 06 17:00, 4',
    'CS_MSO, 11 08:00, 12 17:00, 11 08:00, 12 17:00, 0',
    'CS_MSOA, 11 08:00, 12 17:00, 12 08:00, 13 17:00, 1',
    'CS_MSOB, 03 08:00, 04 17:00, 11 08:00, 12 17:00, 6',
    'CS_MEO, 12 08:00, 13 17:00, 12 08:00, 13 17:00, 0',
    'CS_MEOA, 12 08:00, 13 17:00, 12 08:00, 13 17:00, 0',
    'CS_MEOB, 03 08:00, 04 17:00, 12 08:00, 13 17:00, 7',
    'CS_ALAP, 12 08:00, 13 17:00, 12 08:00, 13 17:00, 0',
    'CS_MANDSTART, 11 08:00, 12 17:00, 11 08:00, 12 17:00, 0',
    'CS_MANDFIN, 12 08:00, 13 17:00, 12 08:00, 13 17:00, 0',
    'TWO, 10 08:00, 11 17:00, 09 08:00, 10 17:00, -1',
    'LAST, 16 08:00, 16 17:00, 16 08:00, 16 17:00, 0',
  ])
})

t.test('lags in the calendar of the predecessor, of the project, of the successor', async t => {
  const tasks = [
    task(1, 'A', 20),
    task(2, 'B', 20, { clndr_id: 3 }),
    task(3, 'C', 20, { clndr_id: 2 }),
    task(4, 'D', 20),
  ]
  const links = [link(1, 2, 'FS', 12), link(2, 3, 'SS', 5), link(3, 4, 'FF', -7), link(1, 4, 'SF', 30)]
  t.same(rowsOf(tasks, links, 'rcal_Predecessor'), [
    'A, 02 08:00, 04 12:00, 02 08:00, 04 12:00, 0',
    'B, 05 22:00, 11 06:00, 05 22:00, 11 06:00, 0',
    'C, 06 03:00, 06 23:00, 10 04:00, 11 00:00, 4.041667',
    'D, 04 11:00, 06 16:00, 06 13:00, 10 17:00, 2.125',
  ])
  t.same(rowsOf(tasks, links, 'rcal_ProjDefault'), [
    'A, 02 08:00, 04 12:00, 02 08:00, 04 12:00, 0',
    'B, 05 22:00, 11 06:00, 05 22:00, 11 06:00, 0',
    'C, 06 14:00, 07 10:00, 10 10:00, 11 06:00, 3.833333',
    'D, 03 14:00, 06 09:00, 06 13:00, 10 17:00, 2.875',
  ])
  t.same(rowsOf(tasks, links, 'rcal_Successor'), [
    'A, 02 08:00, 04 12:00, 02 13:00, 04 17:00, 0.5',
    'B, 06 02:00, 12 02:00, 06 02:00, 12 02:00, 0',
    'C, 06 07:00, 07 03:00, 11 06:00, 12 02:00, 4.958333',
    'D, 03 14:00, 06 09:00, 09 13:00, 11 17:00, 3.875',
  ])
})

t.test(
  'open ends that are made critical: what nothing follows has no float, and neither has the path to it',
  async t => {
    const tasks = [task(1, 'A', 16), task(2, 'B', 16), task(3, 'END', 40), task(4, 'ALONE', 8)]
    const links = [link(1, 2)]
    t.same(rowsOf(tasks, links, 'rcal_Predecessor'), [
      'A, 02 08:00, 03 17:00, 03 08:00, 04 17:00, 1',
      'B, 04 08:00, 05 17:00, 05 08:00, 06 17:00, 1',
      'END, 02 08:00, 06 17:00, 02 08:00, 06 17:00, 0',
      'ALONE, 02 08:00, 02 17:00, 06 08:00, 06 17:00, 4',
    ])
    const options = { sched_open_critical_flag: 'Y' }
    t.same(rowsOf(tasks, links, 'rcal_Predecessor', { options }), [
      'A, 02 08:00, 03 17:00, 02 08:00, 03 17:00, 0',
      'B, 04 08:00, 05 17:00, 04 08:00, 05 17:00, 0',
      'END, 02 08:00, 06 17:00, 02 08:00, 06 17:00, 0',
      'ALONE, 02 08:00, 02 17:00, 02 08:00, 02 17:00, 0',
    ])
    // a date to finish by that cannot be met still shows
    const project = { plan_end_date: '2026-03-04 17:00' }
    t.same(
      rowsOf(tasks, links, 'rcal_Predecessor', { options, project }).map(row => row.split(', ').at(-1)),
      ['-1', '-1', '-2', '0'],
    )
  },
)

t.test('open ends that are made critical: one as late as possible ends with the project, and has no float', async t => {
  const late = { cstr_type: 'CS_ALAP' }
  const tasks = [task(1, 'A', 16, late), task(2, 'B', 8, late), task(3, 'END', 40)]
  const options = { sched_open_critical_flag: 'Y' }
  for (const project of [{}, { plan_end_date: '2026-03-20 17:00' }])
    t.same(rowsOf(tasks, [link(1, 2)], 'rcal_Predecessor', { options, project }), [
      'A, 04 08:00, 05 17:00, 04 08:00, 05 17:00, 0',
      'B, 06 08:00, 06 17:00, 06 08:00, 06 17:00, 0',
      'END, 02 08:00, 06 17:00, 02 08:00, 06 17:00, 0',
    ])
})

t.test('open ends that are made critical: so they are in a schedule that is long enough for the kernel', async t => {
  const tasks = Array.from({ length: 400 }, (_, n) => task(n + 1, `T${n + 1}`, n % 2 === 0 ? 8 : 16))
  const options = { sched_open_critical_flag: 'Y' }
  const floats = (more: object) => rowsOf(tasks, [], 'rcal_Predecessor', more).map(row => row.split(', ').at(-1))
  t.same(new Set(floats({ options })), new Set(['0']))
  t.same(new Set(floats({})), new Set(['0', '1']))
})

t.test('a date to finish by holds what starts something, as it holds what nothing follows', async t => {
  // nothing follows the finish of A, which has to be there on 4 March: it would have had to start on 26 February
  const tasks = [task(1, 'A', 40), task(2, 'B', 8)]
  const project = { plan_end_date: '2026-03-04 17:00' }
  t.same(rowsOf(tasks, [link(1, 2, 'SS')], 'rcal_Predecessor', { project }), [
    'A, 02 08:00, 06 17:00, 26 08:00, 04 17:00, -2',
    'B, 02 08:00, 02 17:00, 04 08:00, 04 17:00, 2',
  ])
})
