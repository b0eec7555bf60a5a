/** POST /forensics/baseline-compare on generated schedules: what no order, option or missing field may change. */
import t from 'tap'
import { comparisonChunks, scheduleHistory } from '../../../../loadtest/schedules.ts'
import { BaselineCompareData } from '../../../../shared/contract/analysis/baseline-compare/data.ts'
import { TASK_FIELDS } from '../../../../shared/contract/schedule/fields.ts'
import { baselineCompareAnalyser } from '../../../engine/analysis/baseline-compare/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import { EVERY_BLOCK } from '../../helpers/every-block.ts'

const generated = (seed: number, taskCount: number, statuses = 3): Plain =>
  JSON.parse(
    Buffer.concat([
      ...comparisonChunks(scheduleHistory(seed, taskCount, statuses), { members: { options: EVERY_BLOCK } }),
    ]).toString(),
  )

t.test('no block changes the score or an indicator', async t => {
  const body = generated(6, 300)
  const whole = analyse(t, baselineCompareAnalyser, BaselineCompareData, body)
  const bare = { ...body, options: { include_task_variances: false } }
  const { score, breakdown, data } = analyse(t, baselineCompareAnalyser, BaselineCompareData, bare)
  t.strictSame([score, breakdown], [whole.score, whole.breakdown])
  for (const name of Object.keys(data)) t.strictSame(data[name], whole.data[name], name)
})

t.test('a schedule compared with itself shows no change', async t => {
  const { baseline_schedule, current_schedule } = generated(5, 300)
  const { tasks } = baseline_schedule
  const { data } = analyse(t, baselineCompareAnalyser, BaselineCompareData, {
    current_schedule: { tasks, status_date: baseline_schedule.baseline_date },
    baseline_schedule,
    options: EVERY_BLOCK,
  })
  t.match(data.matching, { added_count: 0, deleted_count: 0, pair_count: tasks.length })
  t.match(data.logic_drift, { drift_pct: 0, added: 0, removed: 0, changed: 0, changes: [] })
  t.ok(data.task_variances.every((row: Plain) => row.finish_variance_days === 0 && row.band === 'on_or_ahead'))
  t.equal(data.variance.on_track_pct, 100)
  for (const match_strategy of ['id', 'id_and_wbs', 'wbs_hierarchy', 'fuzzy_id']) {
    const again = analyse(t, baselineCompareAnalyser, BaselineCompareData, {
      current_schedule,
      baseline_schedule: { ...baseline_schedule, tasks: current_schedule.tasks },
      options: { ...EVERY_BLOCK, match_strategy },
    }).data
    t.match(again.logic_drift, { drift_pct: match_strategy === 'wbs_hierarchy' ? Number : 0 })
    if (match_strategy === 'id' || match_strategy === 'fuzzy_id') t.equal(again.matching.added_count, 0)
  }
})

t.test('each field may be missing on either side: no crash, and every skipped component says why', async t => {
  const body = generated(7, 250)
  const drop = (tasks: Plain[], name: string) => tasks.map(task => ({ ...task, [name]: undefined }))
  for (const { name } of TASK_FIELDS.slice(1)) {
    const without = {
      ...body,
      current_schedule: { ...body.current_schedule, tasks: drop(body.current_schedule.tasks, name) },
      baseline_schedule: { ...body.baseline_schedule, tasks: drop(body.baseline_schedule.tasks, name) },
    }
    const { data } = analyse(t, baselineCompareAnalyser, BaselineCompareData, without)
    t.ok(
      data.components.every((each: Plain) => each.message !== ''),
      name,
    )
  }
  const bare = (tasks: Plain[]) => tasks.map(({ id }) => ({ id }))
  const ids = analyse(t, baselineCompareAnalyser, BaselineCompareData, {
    ...body,
    current_schedule: { ...body.current_schedule, tasks: bare(body.current_schedule.tasks) },
    baseline_schedule: { ...body.baseline_schedule, tasks: bare(body.baseline_schedule.tasks) },
    schedule_history: body.schedule_history.map((each: Plain) => ({ tasks: bare(each.tasks) })),
  })
  t.equal(ids.score, null)
  t.equal(ids.grade, null)
  t.ok(ids.data.components.every((each: Plain) => each.status === 'skipped'))
})
