/**
 * Delay analysis and as-planned versus as-built on generated projects at several statuses: replies that fit their schema
 * and can be written, parts that sum, and every field missing in turn.
 */

import t from 'tap'
import { type HistoryStatus, scheduleHistory } from '../../../../loadtest/schedules.ts'
import type { AnalysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { asPlannedVsAsBuiltRow } from '../../../../shared/contract/analysis/as-planned-vs-as-built/row.ts'
import { delayAnalysisRow } from '../../../../shared/contract/analysis/delay-analysis/row.ts'
import { DELAY_CATEGORIES, TASK_FIELDS } from '../../../../shared/contract/schedule/fields.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { analysers } from '../../../engine/analysers.ts'
import { isRefusal } from '../../../engine/result/result.ts'
import { spliceTail, writeEnvelope } from '../../../engine/write/envelope.ts'
import { inputOf, type Plain, TODAY } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'

const FACTS = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }
const DELAY = delayAnalysisRow
const AS_BUILT = asPlannedVsAsBuiltRow

type Change = (task: TaskObject) => TaskObject

function generated(seed: number, taskCount: number, change: Change = task => task) {
  const { baseline, snapshots, current } = scheduleHistory(seed, taskCount, 3)
  const tasksOf = (status: Pick<HistoryStatus, 'taskCount' | 'task'>): TaskObject[] =>
    Array.from({ length: status.taskCount }, (_, i) =>
      change({ delay_category: DELAY_CATEGORIES[i % 9] ?? null, ...(status.task(i) as TaskObject) }),
    )
  return {
    baseline_schedule: { baseline_date: baseline.statusDate, tasks: tasksOf(baseline) },
    schedule_history: snapshots.map(each => ({ snapshot_date: each.statusDate, tasks: tasksOf(each) })),
    current_schedule: { status_date: current.statusDate, tasks: tasksOf(current) },
  }
}

/** The reply as a client would read it. */
function reply(row: AnalysisRow, body: object): Plain {
  const result = analysers[row.id](inputOf(body), { today: TODAY })
  if (isRefusal(result)) throw new Error(`${row.id} refuses: ${JSON.stringify(result)}`)
  const { chunks } = writeEnvelope(result, FACTS, 'application/json')
  const plain = JSON.parse(Buffer.concat([...chunks, spliceTail('application/json', REPLY)]).toString())
  const faults = schemaFaults(row.data, plain.data, 2)
  if (faults.length > 0) throw new Error(`${row.id}: ${JSON.stringify(faults)}`)
  return plain
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-3

function isDelaySummed({ data }: Plain): boolean {
  const { by_category, recovery_days, revision_delay_days, unexplained_days, total_delay_days } = data
  if (total_delay_days === null) return data.mode === 'dates'
  const parts = sum(Object.values(by_category)) + recovery_days + (revision_delay_days ?? 0) + unexplained_days
  return near(parts, total_delay_days)
}

function isAsBuiltSummed({ data }: Plain): boolean {
  const { controlling_path, gross_delay_days, controlling_path_message } = data
  if (controlling_path === null) return controlling_path_message !== null
  return near(
    sum(controlling_path.steps.map((step: Plain) => step.increment_days)) + controlling_path.recovered_elsewhere_days,
    gross_delay_days,
  )
}

t.test('generated projects: replies fit their schema and their parts sum', async t => {
  for (const seed of [1, 2, 3]) {
    const body = generated(seed, 200)
    for (const method of ['half_step', 'windows']) {
      const delay = reply(DELAY, { ...body, options: { method, near_critical_threshold: 5 } })
      t.ok(isDelaySummed(delay), `delay ${seed} ${method}`)
      t.equal(delay.data.windows.length, 3)
    }
    const built = reply(AS_BUILT, body)
    t.ok(isAsBuiltSummed(built), `as built ${seed}`)
    t.equal(built.data.periods.basis, 'snapshots')
    t.equal(sum(built.data.periods.rows.map((row: Plain) => row.period_delay_days)), built.data.gross_delay_days)
  }
})

t.test('each field may be missing: an answer whose parts sum, with a message for what was left out', async t => {
  for (const { name } of TASK_FIELDS.slice(1)) {
    const body = generated(7, 120, task => ({ ...task, [name]: undefined }))
    const delay = reply(DELAY, body)
    t.ok(isDelaySummed(delay), `delay without ${name}`)
    const isLeftOut = name === 'delay_category' || name === 'predecessors'
    t.equal(delay.data.entitlement === null, isLeftOut, `entitlement without ${name}`)
    if (isLeftOut) t.match(delay.findings, [{ code: /^DELAY_/ }], `${name} is said to be missing`)
    t.ok(isAsBuiltSummed(reply(AS_BUILT, body)), `as built without ${name}`)
  }
  const bare = generated(7, 120, ({ id }) => ({ id }))
  t.match(reply(DELAY, bare), { status: 'warning', data: { mode: 'dates', total_delay_days: null } })
  t.match(reply(AS_BUILT, bare), { status: 'warning', data: { gross_delay_days: null, controlling_path: null } })
})
