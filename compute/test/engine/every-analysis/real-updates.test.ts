/** Two updates of one real project: the change that moved the finish is in the list, material and first. Read in place; skipped where absent. */
import { existsSync, readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { changeTrackingAnalyser } from '../../../engine/analysis/change-tracking/analyser.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { materialise } from '../write/materialise.ts'

const FOLDER = new URL('../../../../../shared/data/project_files/xer/', import.meta.url).pathname
const BOUNDARY = 'part'

function tracked(t: Test, earlier: string, later: string): Plain {
  const parts = [
    ['current_schedule', later],
    ['schedule_history', earlier],
  ].flatMap(([name, file]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n`),
    readFileSync(`${FOLDER}${file}`),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
  const row = workRow('forensics.change-tracking')
  const input = readFileRequest(row, body, { boundary: BOUNDARY }, NO_LIMITS, '/')
  if ('code' in input) throw new Error(JSON.stringify(input))
  const result = changeTrackingAnalyser(input, { today: 0 })
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  t.ok(result)
  return materialise(result as unknown as ResultValue) as Plain
}

for (const [earlier, later, id, edit, field] of [
  [
    'nmo__archive_1_UP-54069-20251121.xer',
    'nmo__archive_1_UP-54069-20251204.xer',
    'C-PH3-RI-20',
    'duration',
    'duration_days',
  ],
  [
    'nmo__archive_2_UP-54069-20251218.xer',
    'nmo__archive_2_UP-54069-20260122.xer',
    'WX-COM-100',
    'task_added',
    'task_added',
  ],
] as const) {
  const skip = existsSync(`${FOLDER}${later}`) ? false : `${later} does not lie beside the repository`
  t.test(`${earlier} to ${later}: ${edit} of ${id} moved the finish`, { skip }, async t => {
    const { data } = tracked(t, earlier, later)
    const [comparison] = data.impact.comparisons
    t.match(comparison.edits[0], { id, edit })
    t.ok(comparison.edits[0].impact_days > 0)
    t.match(
      data.changes.filter((change: Plain) => change.id === id && change.field === field),
      [{ disposition: 'material', impact_days: comparison.edits[0].impact_days }],
    )
    t.equal(comparison.changes_together_days + comparison.rest_days, comparison.finish_shift_days)
    const self = tracked(t, later, later).data
    t.strictSame([self.changes, self.setting_changes], [[], []], 'a file against itself')
  })
}
