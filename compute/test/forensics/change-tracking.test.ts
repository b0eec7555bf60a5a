/** POST /forensics/change-tracking: the worked example of ANALYSIS_REFERENCE 12 to the digit, each option, each pattern. */
import t, { type Test } from 'tap'
import { ChangeTrackingData } from '../../../shared/endpoint/data/change-tracking-data.ts'
import { changeTrackingAnalyser } from '../../forensics/change-tracking.ts'
import { analyse, byCode, type Plain } from '../helpers/analyse.ts'
import type { TaskObject } from '../helpers/columns-from-tasks.ts'

type Snapshot = { snapshot_date: string; tasks: TaskObject[] }

const BEFORE = '2025-03-10'
const NOW = '2025-03-17'
const T1 = {
  id: 'T1',
  duration_days: 5,
  actual_start: '2025-03-04',
  actual_finish: '2025-03-08',
  percent_complete: 100,
}
const CHAIN: TaskObject[] = [
  { id: 'A', duration_days: 5 },
  { id: 'B', duration_days: 5, predecessors: ['A'] },
  { id: 'C', duration_days: 5, predecessors: ['B'] },
  { id: 'D', duration_days: 5, predecessors: ['C'] },
  T1,
]
/** The tasks with members of some replaced, by id; null takes a task out. */
const having = (tasks: readonly TaskObject[], changes: Readonly<Record<string, object | null>>): TaskObject[] =>
  tasks.flatMap(task => (changes[task.id] === null ? [] : [{ ...task, ...changes[task.id] }]))

const track = (t: Test, history: readonly Snapshot[], tasks: readonly TaskObject[], more: object = {}): Plain =>
  analyse(t, changeTrackingAnalyser, ChangeTrackingData, {
    current_schedule: { tasks, status_date: NOW },
    schedule_history: history,
    ...more,
  })
const between = (t: Test, before: readonly TaskObject[], after: readonly TaskObject[], more: object = {}): Plain =>
  track(t, [{ snapshot_date: BEFORE, tasks: [...before] }], after, more)
const check = (plain: Plain, code: string): Plain => byCode(plain.data.checks, code)
const details = { options: { include_details: true } }
const GOLDEN_NOW = having(CHAIN, { C: { predecessors: [] }, T1: { actual_start: '2025-03-03' } })

t.test('golden: CT04 and CT01, score 80, drift 33.3', async t => {
  const plain = between(t, CHAIN, GOLDEN_NOW, details)
  t.strictSame(plain.data.comparisons[0].patterns, ['CT01', 'CT04'])
  t.strictSame([plain.score, plain.grade], [80, 'B'])
  t.strictSame(plain.data.comparisons[0].logic_drift, { added: 0, removed: 1, changed: 0, union: 3, drift_pct: 33.3 })
  t.match(check(plain, 'CT04'), { status: 'fail', numerator: 1, denominator: 3, severity: 'high', task_ids: ['C'] })
  t.match(check(plain, 'CT01'), { status: 'fail', numerator: 1, denominator: 1, severity: 'high', points_lost: 10 })
  t.strictSame(plain.data.deductions, [
    { code: 'CT01', from_date: BEFORE, to_date: NOW, severity: 'high', count: 1, points: 10 },
    { code: 'CT04', from_date: BEFORE, to_date: NOW, severity: 'high', count: 1, points: 10 },
  ])
  t.strictSame(
    plain.data.changes.map((change: Plain) => [
      change.task_id,
      change.field,
      change.before,
      change.after,
      change.difference,
      change.disposition,
    ]),
    [
      ['C', 'link_removed', 'FS', null, null, 'material'],
      ['T1', 'actual_start', '2025-03-04', '2025-03-03', -1, 'material'],
    ],
  )
  t.match(plain.data.impact.comparisons[0], {
    finish_shift_days: -3,
    edits: [{ task_id: 'C', predecessor_id: 'B', edit: 'link_removed', before: 'FS', after: null, impact_days: -10 }],
  })
})
