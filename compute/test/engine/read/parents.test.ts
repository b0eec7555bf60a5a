/** Rows that others name as parent: summaries where nothing contradicts it, else a finding; never work that counts twice in silence. */
import t from 'tap'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { unmarkedParents } from '../../../engine/kind/parents.ts'
import { SUMMARY } from '../../../engine/kind/participation.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'

function read(tasks: readonly object[]) {
  const input = readRequest(
    workRow('health.score'),
    Buffer.from(JSON.stringify({ tasks })),
    'application/json',
    NO_LIMITS,
  )
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  const columns = input.schedules.get('tasks')!
  return {
    summaries: tasks.flatMap((task, i) => (columns.taskType[i] === SUMMARY ? [(task as { id: string }).id] : [])),
    unmarked: tasks.flatMap((task, i) => (unmarkedParents(columns)?.[i] === 1 ? [(task as { id: string }).id] : [])),
  }
}

t.test('a row without a type and links that others name as parent is a summary, in any order of rows', async t => {
  const rows = [
    { id: 'P', duration_days: 10 },
    { id: 'A', parent_id: 'P', duration_days: 5 },
    { id: 'B', parent_id: 'P', duration_days: 5, predecessors: ['A'] },
  ]
  t.strictSame(read(rows), { summaries: ['P'], unmarked: [] })
  t.strictSame(read(rows.toReversed()), { summaries: ['P'], unmarked: [] })
  t.strictSame(read([{ id: 'Q' }, { ...rows[0], parent_id: 'Q' }, rows[1]!]).summaries, ['Q', 'P'], 'any level')
})

t.test(
  'a typed or linked parent stays what it is and is told; unknown parents and a row of its own are none',
  async t => {
    const child = { id: 'A', parent_id: 'P', duration_days: 5 }
    t.strictSame(read([{ id: 'P', task_type: 'task' }, child]), { summaries: [], unmarked: ['P'] })
    t.strictSame(read([{ id: 'P', predecessors: ['A'] }, child]), { summaries: [], unmarked: ['P'] })
    t.strictSame(read([{ id: 'P' }, { ...child, predecessors: ['P'] }]), { summaries: [], unmarked: ['P'] })
    t.strictSame(read([{ id: 'P', task_type: 'summary', predecessors: ['A'] }, child]), {
      summaries: ['P'],
      unmarked: [],
    })
    t.strictSame(read([{ id: 'X' }, child]), { summaries: [], unmarked: [] })
    t.strictSame(read([{ id: 'A', parent_id: 'A' }]), { summaries: [], unmarked: [] })
  },
)
