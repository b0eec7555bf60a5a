/** Files without a status date in a comparison: a plan stands where its project begins, another one where it was saved, and is told; what the caller sends wins. */
import t from 'tap'
import { changeTrackingRow } from '../../../../../shared/contract/analysis/change-tracking/row.ts'
import { progressAuditRow } from '../../../../../shared/contract/analysis/progress-audit/row.ts'
import { CompoundFile } from '../../../../engine/read/file/mpp/compound-file.ts'
import { savedAtOf } from '../../../../engine/read/file/mpp/mpp-file.ts'
import { readFileRequest } from '../../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS } from '../../../../engine/read/read-request.ts'
import { fileOf, read, task } from '../../../helpers/ms-project-file.ts'
import { compoundFile } from './mpp/made-compound-file.ts'

/** Its work began on the day of the start of the project, 2026-03-02. */
const saved = (LastSaved: string | null): string =>
  Buffer.from(
    fileOf([task(1, { ActualStart: '2026-03-02T08:00:00' })], {
      StatusDate: null,
      LastSaved,
      StartDate: '2026-03-02T08:00:00',
    }),
  ).toString()
const plan = (LastSaved: string | null, over = {}): string =>
  Buffer.from(fileOf([task(1)], { StatusDate: null, LastSaved, ...over })).toString()

function sent(parts: Readonly<Record<string, string>>, row: typeof changeTrackingRow | typeof progressAuditRow) {
  const texts = Object.entries(parts).map(
    ([name, text]) => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  return readFileRequest(row, Buffer.from(`${texts.join('')}--part--\r\n`), { boundary: 'part' }, NO_LIMITS, row.path)
}

t.test('the reader tells when the file was saved', async t => {
  t.equal(read([task(1)], { LastSaved: '2026-03-09T10:30:00' }).report.saved_at, '2026-03-09T10:30')
  t.notOk('saved_at' in read([task(1)]).report)
})

t.test('a comparison takes the day, and says so', async t => {
  const input = sent(
    { current_schedule: saved('2026-04-02T15:53:00'), schedule_history: saved('2026-03-02T09:00:00') },
    changeTrackingRow,
  )
  if ('code' in input) throw new Error(JSON.stringify(input))
  t.match(input.params, {
    current_schedule: { status_date: '2026-04-02' },
    schedule_history: [{ snapshot_date: '2026-03-02' }],
  })
  for (const { warnings } of input.imports ?? [])
    t.match(warnings.find(({ code }) => code === 'saved_as_data_date')?.text, /2026-0[34]-02, is taken\. Send .*_date/)
})

t.test(
  'a plan stands before the updates, however late it was saved, and the current schedule is the last by its role',
  async t => {
    const history = plan('2026-03-20T16:20:00')
    const input = sent({ current_schedule: plan('2026-04-02T15:53:00'), schedule_history: history }, changeTrackingRow)
    if ('code' in input) throw new Error(JSON.stringify(input))
    t.match(input.params, {
      current_schedule: { status_date: '2026-04-02' },
      schedule_history: [{ snapshot_date: '2026-03-02' }],
    })
    const [ofCurrent, ofPlan] = input.imports!
    t.match(ofCurrent!.warnings, [{ code: 'no_status_date' }, { code: 'saved_as_data_date' }])
    t.match(ofPlan!.assumed_date, { date: '2026-03-02T08:00', from: 'project_start' })
    t.match(ofPlan!.warnings.at(-1), {
      code: 'plan_without_data_date',
      text: /a plan, .*2026-03-02, is taken\. Send schedule_history\.0/,
    })
    const draft = sent(
      { current_schedule: plan(null), schedule_history: plan('2026-02-02T09:00:00') },
      changeTrackingRow,
    )
    t.match('code' in draft || draft.params, {
      current_schedule: { status_date: '2026-03-02' },
      schedule_history: [{ snapshot_date: '2026-02-02' }],
    })
  },
)

t.test('a date that is sent wins; a file that says nothing is refused with what to send', async t => {
  const current = saved('2026-04-02T15:53:00')
  const parts = { 'current_schedule.status_date': '2026-03-20', current_schedule: current }
  const input = sent({ ...parts, schedule_history: saved('2026-03-02T09:00:00') }, changeTrackingRow)
  if ('code' in input) throw new Error(JSON.stringify(input))
  t.match(input.params, { current_schedule: { status_date: '2026-03-20' } })
  const refused = sent({ ...parts, schedule_history: saved(null) }, changeTrackingRow)
  t.match(refused, { code: 'validation', faults: [{ msg: /-F schedule_history\.0\.snapshot_date=/ }] })
  t.match(sent({ schedule: current }, progressAuditRow), { code: 'validation' }, 'an audit asks for its date')
})

/** A set with one property, which says the file time of these minutes since 1970. */
function summary(
  minutes: number,
  over: { readonly count?: number; readonly at?: number; readonly type?: number } = {},
) {
  const bytes = Buffer.alloc(76)
  bytes.writeUInt32LE(48, 44)
  bytes.writeUInt32LE(over.count ?? 1, 52)
  bytes.writeUInt32LE(13, 56)
  bytes.writeUInt32LE(over.at ?? 16, 60)
  bytes.writeUInt32LE(over.type ?? 64, 64)
  bytes.writeBigInt64LE(BigInt(minutes + 194_074_560) * 600_000_000n, 68)
  return bytes
}

t.test('the summary of a document says when it was saved; one that lies says nothing', async t => {
  const savedAt = (bytes: Buffer) =>
    savedAtOf(new CompoundFile(compoundFile([{ name: '\x05SummaryInformation', bytes }])))
  const minutes = Date.UTC(2026, 2, 9, 10, 30) / 60_000
  t.equal(savedAt(summary(minutes)), minutes)
  for (const lie of [{ count: 4_000_000_000 }, {}]) t.equal(savedAt(summary(minutes, lie)), minutes)
  for (const lie of [{ count: 0 }, { at: 4_000_000_000 }, { at: 30 }, { type: 31 }])
    t.ok(Number.isNaN(savedAt(summary(minutes, lie))))
  t.ok(Number.isNaN(savedAt(summary(-194_074_560))), '1601')
  t.equal(savedAt(summary(Date.UTC(2500, 11, 31, 23, 59) / 60_000)), Date.UTC(2500, 11, 31, 23, 59) / 60_000)
  t.ok(Number.isNaN(savedAt(summary(Date.UTC(2501, 0, 1) / 60_000))), 'no schedule has that day')
  for (const size of [0, 20, 47, 50, 60, 70]) t.ok(Number.isNaN(savedAt(summary(minutes).subarray(0, size))))
})
