/** The columns that a row keeps in the frame of a job are those that its analyser reads: else the job would answer another result. */

import t from 'tap'
import { analysers } from '../../../../compute/engine/analysers.ts'
import { readRequest } from '../../../../compute/engine/read/read-request.ts'
import { type AnalysisRow, analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { COLUMN_ROWS, type ColumnName } from '../../../../shared/contract/schedule/column-rows.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { decodeFrame, encodeFrame, inputSha256 } from '../../../../shared/contract/schedule/frame.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { presentColumns } from '../../../../shared/contract/schedule/present-columns.ts'
import { richTasks } from '../../helpers/networks.ts'

const LIMITS = {
  tier: 'government',
  taskCountMax: 1_000,
  taskSumMax: 10_000,
  syncTaskCountMax: 1_000,
  asyncHint: '',
} as const

/** The example of the row, and the same with tasks that have something in every field. */
const bodiesOf = ({ example }: AnalysisRow): object[] => {
  return 'tasks' in example ? [example, { ...example, tasks: richTasks, status_date: '2026-03-20' }] : [example]
}

/** The input, telling which columns are read. Which of them hold anything is found for all at once, by frames and analysers alike, and is no reading. */
function watched(input: AnalysisInput, read: Set<string>): AnalysisInput {
  const watch = (columns: ScheduleColumns): ScheduleColumns => {
    const proxy = new Proxy(columns, {
      get(target, name) {
        read.add(String(name))
        return target[name as keyof ScheduleColumns]
      },
    })
    presentColumns(proxy)
    return proxy
  }
  const schedules = new Map([...input.schedules].map(([path, columns]) => [path, watch(columns)]))
  read.clear()
  return { ...input, schedules }
}

for (const row of analyses.filter(({ pending }) => !pending)) {
  t.test(`${row.id} reads no column that its frames lack`, async t => {
    const kept: readonly string[] = row.columns ?? COLUMN_ROWS.map(({ name }) => name)
    for (const body of bodiesOf(row)) {
      const input = readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', LIMITS)
      if (!('schedules' in input)) return t.fail(JSON.stringify(input))
      const read = new Set<string>()
      const whole = analysers[row.id](watched(input, read), { today: 20_000 })
      const columns = COLUMN_ROWS.map(({ name }) => name).filter(name => read.has(name))
      t.same(
        columns.filter((name: ColumnName) => !kept.includes(name)),
        [],
        'all that is read is kept',
      )
      const frame = encodeFrame({ rowId: row.id, today: 20_000, inputSha256: inputSha256(input), input }, row.columns)
      t.same(analysers[row.id](decodeFrame(frame).input, { today: 20_000 }), whole, 'and the result is the same')
    }
  })
}
