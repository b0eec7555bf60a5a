/** A large XER, seeded: 20,000 activities come to some 6 MB, with the columns that P6 writes and a table that nobody reads. */
import { random } from '../test/helpers/random.ts'
import { calendarData, FIVE_DAYS, xerText } from '../test/helpers/xer-text.ts'

const SEED = 20261122
/** As P6 writes a night: a shift ends with its day. */
const NIGHT = [
  ['00:00', '06:00'],
  ['22:00', '00:00'],
] as const
const SEVEN_NIGHTS = calendarData(
  Object.fromEntries(Array.from({ length: 7 }, (_, d) => [d + 1, NIGHT])),
  Object.fromEntries(Array.from({ length: 200 }, (_, n) => [45_000 + 9 * n, n % 3 === 0 ? NIGHT : []])),
)

/** A whole number below the given one. */
type Whole = (below: number) => number

const dateText = (day: number, time: string): string =>
  `${new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)} ${time}`

const taskRows = (taskCount: number, whole: Whole) =>
  Array.from({ length: taskCount }, (_, i) => {
    const start = whole(1_500)
    const hours = 8 * (1 + whole(20))
    const isDone = start < 200
    const [from, to] = [dateText(start, '08:00'), dateText(start + hours / 8, '17:00')]
    return {
      task_id: 1_000_000 + i,
      proj_id: 77,
      wbs_id: 500 + whole(400),
      clndr_id: whole(4) === 0 ? 12 : 11,
      phys_complete_pct: 0,
      rev_fdbk_flag: 'N',
      est_wt: 1,
      lock_plan_flag: 'N',
      auto_compute_act_flag: 'N',
      complete_pct_type: 'CP_Drtn',
      task_type: 'TT_Task',
      duration_type: 'DT_FixedDUR2',
      status_code: isDone ? 'TK_Complete' : 'TK_NotStart',
      task_code: `A${1000 + 10 * i}`,
      task_name: `Install section ${i} of level ${whole(40)}`,
      rsrc_id: '',
      total_float_hr_cnt: isDone ? '' : 8 * whole(50),
      free_float_hr_cnt: isDone ? '' : 0,
      remain_drtn_hr_cnt: isDone ? 0 : hours,
      act_work_qty: 0,
      remain_work_qty: 0,
      target_work_qty: 0,
      target_drtn_hr_cnt: hours,
      cstr_date: whole(30) === 0 ? from : '',
      act_start_date: isDone ? from : '',
      act_end_date: isDone ? to : '',
      late_start_date: from,
      late_end_date: to,
      expect_end_date: '',
      early_start_date: from,
      early_end_date: to,
      restart_date: isDone ? '' : from,
      reend_date: isDone ? '' : to,
      target_start_date: from,
      target_end_date: to,
      cstr_type: '',
      priority_type: 'PT_Normal',
      suspend_date: '',
      resume_date: '',
      guid: 'wGvthUjPqkCI84xevAZENg',
      driving_path_flag: 'N',
      create_date: from,
      update_date: to,
      create_user: 'planner',
    }
  })

const linkRows = (taskCount: number, whole: Whole) =>
  Array.from({ length: 2 * taskCount }, (_, k) => {
    const i = 1 + whole(taskCount - 1)
    return {
      task_pred_id: 3_000_000 + k,
      task_id: 1_000_000 + i,
      pred_task_id: 1_000_000 + Math.max(0, i - 1 - whole(50)),
      proj_id: 77,
      pred_proj_id: 77,
      pred_type: whole(8) === 0 ? 'PR_SS' : 'PR_FS',
      lag_hr_cnt: whole(6) === 0 ? 8 * whole(5) : 0,
    }
  })

export function largeXer(taskCount: number): Buffer {
  const next = random(SEED)
  const whole: Whole = below => Math.floor(next() * below)
  const tasks = taskRows(taskCount, whole)
  const links = linkRows(taskCount, whole)
  return Buffer.from(
    xerText({
      CURRTYPE: [{ curr_id: 1, curr_short_name: 'USD', decimal_symbol: '.', digit_group_symbol: ',' }],
      POBS: Array.from({ length: 2_000 }, (_, n) => ({ pobs_id: n, name: 'x'.repeat(100) })),
      PROJECT: [
        {
          proj_id: 77,
          proj_short_name: 'LARGE',
          export_flag: 'Y',
          clndr_id: 11,
          last_recalc_date: dateText(200, '00:00'),
        },
      ],
      CALENDAR: [
        { clndr_id: 11, default_flag: 'Y', clndr_name: 'Days', day_hr_cnt: 8, clndr_data: FIVE_DAYS },
        { clndr_id: 12, default_flag: 'N', clndr_name: 'Nights', day_hr_cnt: 8, clndr_data: SEVEN_NIGHTS },
      ],
      SCHEDOPTIONS: [{ schedoptions_id: 1, proj_id: 77, sched_retained_logic: 'Y', sched_float_type: 'FT_FF' }],
      PROJWBS: Array.from({ length: 401 }, (_, n) => ({
        wbs_id: 499 + n,
        proj_id: 77,
        wbs_short_name: n === 0 ? 'LARGE' : n,
        wbs_name: 'Part',
        proj_node_flag: n === 0 ? 'Y' : 'N',
        parent_wbs_id: n === 0 ? '' : 499 + Math.floor(n / 10),
      })),
      RSRC: Array.from({ length: 40 }, (_, n) => ({ rsrc_id: 900 + n, rsrc_name: `Crew ${n}`, rsrc_type: 'RT_Labor' })),
      TASK: tasks,
      TASKPRED: links,
      TASKRSRC: tasks.map(({ task_id }, n) => ({
        taskrsrc_id: n,
        task_id,
        rsrc_id: 900 + whole(40),
        target_cost: 100,
      })),
    }),
  )
}
