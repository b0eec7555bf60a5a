/** What the request says in the place of a file is used, and the report of the file, which shows those of the file, says so. */
import t from 'tap'
import { cpmRow } from '../../../../../shared/contract/analysis/cpm/row.ts'
import { delayAnalysisRow } from '../../../../../shared/contract/analysis/delay-analysis/row.ts'
import { readFileRequest } from '../../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS } from '../../../../engine/read/read-request.ts'
import { xerText } from '../../../helpers/xer-text.ts'
import { footbridge } from './xer/footbridge.ts'

const FILE = xerText(footbridge())
const formOf = (parts: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    `${Object.entries(parts)
      .map(([name, text]) => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
      .join('')}--part--\r\n`,
  )

function read(parts: Readonly<Record<string, string>>, row: typeof cpmRow | typeof delayAnalysisRow = cpmRow) {
  const input = readFileRequest(row, formOf(parts), { boundary: 'part' }, NO_LIMITS, row.path)
  if ('code' in input) throw new Error(JSON.stringify(input))
  const replaced = (input.imports ?? []).flatMap(({ path, warnings }) =>
    warnings.filter(({ code }) => code === 'members_replaced').map(({ text, count }) => ({ path, text, count })),
  )
  return { ...input, replaced }
}

t.test('scheduling options and a status date in the place of those of the file', async t => {
  t.same(read({ schedule: FILE }).replaced, [])
  const { replaced, imports, schedules } = read({
    schedule: FILE,
    status_date: '2026-03-16',
    scheduling_options: '{"rules":"p6","progress":"progress_override"}',
  })
  t.match(replaced, [{ path: 'tasks', count: 2, text: /as the file has them: scheduling_options, status_date\.$/ }])
  t.match(imports?.[0], { data_date: '2026-03-09T08:00', scheduling_options: { progress: 'retained_logic' } })
  t.equal(schedules.get('tasks')?.setting?.rules.progress, 'progress_override', 'that of the request is in force')
})

t.test('a member that says the same replaces nothing', async t => {
  t.same(read({ schedule: FILE, status_date: '2026-03-09T08:00', default_calendar_id: '1' }).replaced, [])
})

t.test('of several files the one whose member it is', async t => {
  const parts = { current_schedule: FILE, baseline_schedule: FILE, 'baseline_schedule.project_start': '2026-03-03' }
  t.match(read(parts, delayAnalysisRow).replaced, [{ path: 'baseline_schedule.tasks', text: /: project_start\.$/ }])
})
