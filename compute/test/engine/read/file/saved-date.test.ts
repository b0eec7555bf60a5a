/** Files without a status date: every call takes the moment at which one was saved, and says so; a plan stands where its project begins, where it is compared; what the caller sends wins. */
import t from 'tap'
import { changeTrackingRow } from '../../../../../shared/contract/analysis/change-tracking/row.ts'
import { cpmRow } from '../../../../../shared/contract/analysis/cpm/row.ts'
import { delayAnalysisRow } from '../../../../../shared/contract/analysis/delay-analysis/row.ts'
import { progressAuditRow } from '../../../../../shared/contract/analysis/progress-audit/row.ts'
import { scoreRow } from '../../../../../shared/contract/analysis/score/row.ts'
import { workRow } from '../../../../../shared/contract/catalogue/catalogue.ts'
import { CompoundFile } from '../../../../engine/read/file/mpp/compound-file.ts'
import { savedAtOf } from '../../../../engine/read/file/mpp/mpp-file.ts'
import { readFileRequest } from '../../../../engine/read/file/read-file-request.ts'
import { assumedDate } from '../../../../engine/read/file/scheduled-by.ts'
import { type KeptSchedule, keptSchedule } from '../../../../engine/read/kept/kept-schedule.ts'
import { NO_LIMITS, type ReadRow, readRequest } from '../../../../engine/read/read-request.ts'
import { fileOf, read, task } from '../../../helpers/ms-project-file.ts'
import { compoundFile } from './mpp/made-compound-file.ts'

/** Its work began on the day of the start of the project, 2026-03-02. */
const saved = (LastSaved: string | null): string =>
  Buffer.from(
    fileOf([task(1, { ActualStart: '2026-03-02T08:00:00' }), task(2)], {
      StatusDate: null,
      LastSaved,
      StartDate: '2026-03-02T08:00:00',
    }),
  ).toString()
const plan = (LastSaved: string | null, over = {}): string =>
  Buffer.from(fileOf([task(1), task(2)], { StatusDate: null, LastSaved, ...over })).toString()

function sent(parts: Readonly<Record<string, string>>, row: ReadRow, path = '') {
  const texts = Object.entries(parts).map(
    ([name, text]) => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  return readFileRequest(row, Buffer.from(`${texts.join('')}--part--\r\n`), { boundary: 'part' }, NO_LIMITS, path)
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
})

t.test('a call of one schedule takes the same moment, and says so; of a plan it takes none', async t => {
  for (const row of [scoreRow, cpmRow, progressAuditRow]) {
    const bare = readFileRequest(
      row,
      Buffer.from(saved('2026-04-02T15:53:00')),
      { boundary: null },
      NO_LIMITS,
      row.path,
    )
    for (const input of [bare, sent({ schedule: saved('2026-04-02T15:53:00') }, row)]) {
      if ('code' in input) throw new Error(JSON.stringify(input))
      const { status_date, options } = input.params as { status_date?: string; options?: { status_date?: string } }
      t.equal(options?.status_date ?? status_date, '2026-04-02T15:53', row.id)
      t.match(input.imports![0]!.warnings.at(-1), { code: 'saved_as_data_date', text: /Send .*status_date/ })
    }
  }
  const planned = sent({ schedule: plan('2026-04-02T15:53:00') }, scoreRow)
  t.notOk('code' in planned || planned.params.status_date)
  t.match(sent({ schedule: plan('2026-04-02T15:53:00') }, progressAuditRow), { code: 'validation' })
})

t.test('work that was reported up to the end of the day of saving lies behind the date', async t => {
  const dateOf = (ActualStart: string): string | undefined => {
    const { columns, members, report } = read([task(1, { ActualStart })], {
      StatusDate: null,
      LastSaved: '2026-03-09T10:30:00',
    })
    return assumedDate(columns, members, report).assumed_date?.date
  }
  t.equal(dateOf('2026-03-09T17:00:00'), '2026-03-09T17:00')
  t.equal(dateOf('2026-03-06T08:00:00'), '2026-03-09T10:30')
  t.equal(dateOf('2027-03-09T08:00:00'), '2026-03-09T10:30', 'an actual date of the future is a fault')
})

t.test('a baseline of which work has begun is dated like any update; reports take the rule, too', async t => {
  const [first, current] = [saved('2026-03-16T09:00:00'), saved('2026-04-02T15:53:00')]
  const input = sent({ current_schedule: current, baseline_schedule: first }, delayAnalysisRow)
  t.match('code' in input || input.params, {
    current_schedule: { status_date: '2026-04-02T15:53' },
    baseline_schedule: { baseline_date: '2026-03-16T09:00' },
  })
  const report = sent({ current_schedule: current, schedule_history: first }, workRow('reports.create'))
  t.match('code' in report || report.params, {
    current_schedule: { status_date: '2026-04-02T15:53' },
    schedule_history: [{ snapshot_date: '2026-03-16T09:00' }],
  })
})

t.test('a kept file brings the same dates', async t => {
  const kept = (text: string): KeptSchedule => {
    const row = workRow('schedules.create')
    const made = readFileRequest(row, Buffer.from(text), { boundary: null }, NO_LIMITS, '')
    if ('code' in made) throw new Error(JSON.stringify(made))
    return keptSchedule(made)
  }
  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  const body = { current_schedule: { schedule_id: ids[0] }, schedule_history: [{ schedule_id: ids[1] }] }
  const schedules = new Map([
    [ids[0], kept(saved('2026-04-02T15:53:00'))],
    [ids[1], kept(plan('2026-03-20T16:20:00'))],
  ])
  const input = readRequest(
    changeTrackingRow,
    Buffer.from(JSON.stringify(body)),
    'application/json',
    NO_LIMITS,
    schedules,
  )
  t.match('code' in input ? input : input.params, {
    current_schedule: { status_date: '2026-04-02T15:53' },
    schedule_history: [{ snapshot_date: '2026-03-02T08:00' }],
  })
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
