/** The reader says which columns hold anything, since it knows which it has made; others look at every task. */
import t from 'tap'
import { CpmRequest } from '../../../../shared/analysis/cpm/request.ts'
import { ValidateRequest } from '../../../../shared/analysis/validate/request.ts'
import { presentRows } from '../../../../shared/schedule/column-rows.ts'
import { presentColumns } from '../../../../shared/schedule/present-columns.ts'
import { NO_LIMITS } from '../../../bench/limits.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import { withoutScanner } from '../../../engine/read/task-scanner.ts'
import { random } from '../../helpers/random.ts'
import { bodyText } from './random-body.ts'

const SEED = Number(process.env.SEED ?? 20261126)
const ROWS = [
  { request: CpmRequest, input: 'strict' },
  { request: ValidateRequest, input: 'open' },
] as const

t.test('the columns that the reader calls present are those in which a task has a value', async t => {
  const rnd = random(SEED)
  const seen = new Set<string>()
  for (let i = 0; i < 400; i++) {
    const body = Buffer.from(bodyText(rnd, false, 0))
    const read = () => readRequest(ROWS[i % 2]!, body, 'application/json', NO_LIMITS)
    for (const input of [read(), withoutScanner(read)]) {
      if (!('schedules' in input)) continue
      for (const columns of input.schedules.values()) {
        const { rows } = presentColumns(columns)
        t.same(
          rows.map(({ name }) => name),
          presentRows(columns).map(({ name }) => name),
          `seed ${SEED}, body ${i}`,
        )
        for (const { name } of rows) seen.add(name)
      }
    }
  }
  t.ok(seen.size > 40, `${seen.size} columns`)
  for (const name of ['id', 'links', 'resources', 'plannedStartTime']) t.ok(seen.has(name), name)
})
