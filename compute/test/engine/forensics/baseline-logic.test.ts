/** POST /forensics/baseline-compare: logic drift, and what work out of sequence costs. */
import t from 'tap'
import { byCode, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { chain, compare, on } from '../../helpers/compare-baseline.ts'

t.test('logic drift: AB, BC, CD and then AB, BD, CD with SS is 62.5 %', async t => {
  const baseline = chain('ABCD')
  const [a, b, c, d] = baseline as [TaskObject, TaskObject, TaskObject, TaskObject]
  const current = [a, b, { ...c, predecessors: [] }, { ...d, predecessors: ['B', 'C SS'] }]
  const options = { include_logic_changes: true }
  const { data, findings } = compare(t, { current, baseline, at: 1, options })
  t.match(data.logic_drift, { drift_pct: 62.5, added: 1, removed: 1, changed: 1, union: 4 })
  t.strictSame(
    data.logic_drift.changes
      .map((each: Plain) => `${each.successor} ${each.change} ${each.baseline_predecessor} ${each.current_predecessor}`)
      .sort(),
    ['C removed B null', 'D added null B', 'D retyped C C'],
  )
  t.strictSame(data.logic_drift.removed_from_longest_path, [{ predecessor: 'B', successor: 'C' }])
  t.match(byCode(findings, 'BC_CRITICAL_LOGIC_REMOVED'), { severity: 'critical', task_ids: ['C'], count: 1 })
  const without = compare(t, { current, baseline, at: 1 })
  t.equal(without.data.logic_drift, undefined)
  t.equal(byCode(without.findings, 'BC_CRITICAL_LOGIC_REMOVED'), undefined)
})

t.test('a driving link of a deleted task is gone as well', async t => {
  const [a, b, , d] = chain('ABCD') as TaskObject[]
  const current = [a!, b!, { ...d!, predecessors: ['B'] }]
  const options = { include_logic_changes: true }
  const { logic_drift } = compare(t, { current, baseline: chain('ABCD'), at: 1, options }).data
  t.strictSame(logic_drift.removed_from_longest_path, [
    { predecessor: 'B', successor: 'C' },
    { predecessor: 'C', successor: 'D' },
  ])
  t.match(logic_drift, { added: 1, removed: 2, union: 4, drift_pct: 75 })
})

t.test('only links that drove the longest path count as critical, each for its own successor', async t => {
  const options = { include_logic_changes: true }
  const removed = (current: TaskObject[], baseline: TaskObject[]) =>
    compare(t, { current, baseline, at: 1, options }).data.logic_drift.removed_from_longest_path
  const [a, b, c] = chain('ABC') as [TaskObject, TaskObject, TaskObject]
  t.strictSame(removed([a, b, c], [a, b, { ...c, predecessors: ['B', 'A'] }]), [], 'A to C had float')
  const fork = { ...c, predecessors: ['A'] }
  t.strictSame(removed([a, b, { ...fork, predecessors: [] }], [a, b, fork]), [{ predecessor: 'A', successor: 'C' }])
})

t.test('out of sequence: the predecessor that is named is an unfinished one', async t => {
  const current = [
    { id: 'X', duration_days: 2, actual_start: on(0), actual_finish: on(1), percent_complete: 100 },
    { id: 'B', duration_days: 6, actual_start: on(2), percent_complete: 50 },
    { id: 'C', duration_days: 4, actual_start: on(3), percent_complete: 25, predecessors: ['X FS+90 d', 'B'] },
  ]
  const { tasks } = compare(t, { current, baseline: current, at: 8, options: { include_oos_impact: true } }).data
    .oos_impact
  t.strictSame(tasks, [{ id: 'C', waits_for: 'B', wait_days: 3 }])
})

t.test('out of sequence: CPM-5 costs 3 days', async t => {
  const links = (id: string, duration_days: number, predecessors: string[], more: object = {}) => ({
    id,
    duration_days,
    predecessors,
    ...more,
  })
  const baseline = [links('A', 5, []), links('B', 6, ['A']), links('C', 4, ['B']), links('D', 3, ['C'])]
  const current = [
    { ...baseline[0]!, actual_start: on(0), actual_finish: on(5), percent_complete: 100 },
    { ...baseline[1]!, actual_start: on(6), percent_complete: 50 },
    { ...baseline[2]!, actual_start: on(7), percent_complete: 25 },
    baseline[3]!,
  ]
  const sides = { current, baseline, at: 8 }
  const { data, findings } = compare(t, { ...sides, options: { include_oos_impact: true } })
  t.strictSame(data.oos_impact, {
    impact_days: 3,
    retained_finish: 17,
    override_finish: 14,
    tasks: [{ id: 'C', waits_for: 'B', wait_days: 3 }],
  })
  t.match(byCode(findings, 'BC_OUT_OF_SEQUENCE'), {
    task_ids: ['C'],
    description:
      /^1 started or finished task has gone ahead of unfinished predecessors, and what is left behind it waits .* would finish [\d.]+ calendar days? earlier\.$/,
  })
  t.equal(compare(t, sides).data.oos_impact, undefined)
})
