/** Project files are bodies like any other: each format, alone and in forms, as call and as job. */
import { gzipSync } from 'node:zlib'
import { Packr } from 'msgpackr'
import t from 'tap'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { form, MSPDI, PMXML, XER, xerWith } from '../../helpers/forms.ts'
import { ended, jobPath, startNode } from '../../helpers/jobs.ts'
import { CPM } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('enterprise')
const DCMA = '/api/v1/health/dcma-14-point'
const COMPARE = '/api/v1/forensics/baseline-compare'
const TRACK = '/api/v1/forensics/change-tracking'

const FILES = [
  ['xer', 'application/xer', XER, 19],
  ['p6_xml', 'application/vnd.primavera.p6+xml', PMXML, 2],
  ['ms_project_xml', 'application/vnd.ms-project+xml', MSPDI, 2],
] as const
const EARLIER = xerWith('2026-05-18 08:00', '2026-04-20 08:00')

t.test('each format is read by its type, and by its first bytes under a type that says nothing', async t => {
  for (const [format, own, body, count] of FILES) {
    for (const type of [own, 'application/octet-stream', 'text/xml', 'application/xml', 'text/plain; charset=UTF-8']) {
      const { status, json } = await service.call(CPM, { key, body, headers: { 'content-type': type } })
      t.equal(status, 200, `${type} ${JSON.stringify(json.detail ?? '')}`)
      t.equal(json.data.tasks.length, count)
      t.match(json.metadata.import, [{ path: 'tasks', format, counts: { tasks: count } }])
    }
    const zipped = { 'content-type': own, 'content-encoding': 'gzip' }
    t.equal((await service.call(CPM, { key, body: gzipSync(body), headers: zipped })).status, 200, format)
  }
})

t.test('the type of the file decides, whatever the sender calls it', async t => {
  const { json } = await service.call(CPM, { key, body: MSPDI, headers: { 'content-type': 'application/xer' } })
  t.equal(json.metadata.import[0].format, 'ms_project_xml')
})

t.test('the sample file is answered by every analysis of one schedule, with the members that it has', async t => {
  for (const { path, family } of analyses) {
    if (family === 'forensics') continue
    const { status, json } = await service.call(path, {
      key,
      ...form({ name: 'schedule', bytes: XER, file: 'update.xer' }),
    })
    t.equal(status, 200, `${path} ${JSON.stringify(json.detail ?? '')}`)
    t.match(json.metadata, { task_count: 19, import: [{ project_id: 'FOOTBRIDGE', counts: { calendars: 2 } }] })
  }
})

t.test('a body in JSON has no import in its metadata', async t => {
  const { json } = await service.call(CPM, { key, body: { tasks: [{ id: 'A' }] } })
  t.notOk('import' in json.metadata)
})

t.test('what the caller says in a form wins over the file', async t => {
  const parts = [
    { name: 'schedule', bytes: XER, file: 'update.xer', type: 'text/plain' },
    { name: 'options', bytes: '{"include_details": true, "unheard_of": 1}' },
    { name: 'status_date', bytes: '2026-05-25' },
    { name: 'target_finish_date', bytes: '"2026-07-01"' },
    { name: 'must_finish_by', bytes: '' },
  ]
  const { status, json } = await service.call(DCMA, { key, ...form(...parts) })
  t.equal(status, 200, JSON.stringify(json.detail ?? ''))
  t.same(json.metadata.ignored_fields, ['options.unheard_of'])
  const asFile = await service.call(DCMA, { key, body: XER, headers: { 'content-type': 'application/xer' } })
  t.not(json.metadata.input_sha256, asFile.json.metadata.input_sha256)
  const alone = await service.call(DCMA, { key, ...form({ name: 'tasks', bytes: XER }) })
  t.equal(alone.json.metadata.input_sha256, asFile.json.metadata.input_sha256)
})

t.test('a comparison takes any mix of formats, and their dates from the files', async t => {
  const tasks = [{ id: 'D1', duration_days: 5 }]
  const mixes = [
    [{ name: 'baseline_schedule', bytes: EARLIER, file: 'a.xer' }],
    [{ name: 'baseline_schedule', bytes: MSPDI, file: 'a.xml' }],
    [{ name: 'baseline_schedule', bytes: PMXML, file: 'a.xml' }],
    [{ name: 'baseline_schedule', bytes: JSON.stringify({ tasks, baseline_date: '2026-01-01' }) }],
    [
      {
        name: 'baseline_schedule',
        bytes: new Packr({ useRecords: false }).pack({ tasks, baseline_date: '2026-01-01' }),
      },
    ],
    [
      { name: 'baseline_schedule', bytes: ` ${JSON.stringify(tasks)}` },
      { name: 'baseline_schedule.baseline_date', bytes: '2026-01-01' },
    ],
  ]
  for (const mix of mixes) {
    const parts = form({ name: 'current_schedule', bytes: XER, file: 'b.xer' }, ...mix)
    const { status, json } = await service.call(COMPARE, { key, ...parts })
    t.equal(status, 200, JSON.stringify(json.detail ?? ''))
    const paths = json.metadata.import.map((report: { path: string }) => report.path)
    const isFile = 'file' in mix[0]!
    t.same(paths, isFile ? ['current_schedule.tasks', 'baseline_schedule.tasks'] : ['current_schedule.tasks'])
  }
})

t.test('a history is a part that comes again', async t => {
  const parts = form(
    { name: 'schedule_history', bytes: xerWith('2026-05-18 08:00', '2026-03-30 08:00'), file: 'c.xer' },
    { name: 'schedule_history', bytes: EARLIER, file: 'a.xer' },
    { name: 'current_schedule', bytes: XER, file: 'b.xer' },
    { name: 'schedule_history.0.planned_value_total', bytes: '17' },
  )
  const { status, json } = await service.call(TRACK, { key, ...parts })
  t.equal(status, 200, JSON.stringify(json.detail ?? ''))
  t.same(
    json.metadata.import.map((report: { path: string }) => report.path),
    ['schedule_history.0.tasks', 'schedule_history.1.tasks', 'current_schedule.tasks'],
  )
})

t.test('a job of a file answers what the call does, with what was read of it', async t => {
  await startNode(t, service)
  const sent = form({ name: 'schedule', bytes: XER, file: 'update.xer' }, { name: 'callback_url', bytes: '' })
  for (const options of [sent, { body: XER, headers: { 'content-type': 'application/xer' } }]) {
    const submitted = await service.call(`${CPM}/async`, { key, ...options })
    t.equal(submitted.status, 202, JSON.stringify(submitted.json))
    const { json } = await ended(service, key, jobPath(submitted))
    const call = await service.call(CPM, { key, ...options })
    t.same(json.result.data, call.json.data)
    t.same(json.result.metadata.import, call.json.metadata.import)
    t.equal(json.result.metadata.input_sha256, call.json.metadata.input_sha256)
  }
})

t.test('the same form with another boundary is the same submission to its Idempotency-Key', async t => {
  const { body, headers } = form({ name: 'schedule', bytes: XER, file: 'update.xer' })
  const again = Buffer.from(body.toString('latin1').replaceAll('d74496d66958873e', 'other'), 'latin1')
  const names = { ...headers, 'idempotency-key': 'a-form' }
  const first = await service.call(`${CPM}/async`, { key, body, headers: names })
  const other = { ...names, 'content-type': headers['content-type']!.replace('d74496d66958873e', 'other') }
  const second = await service.call(`${CPM}/async`, { key, body: again, headers: other })
  t.equal(second.headers['idempotent-replayed'], 'true', JSON.stringify(second.json))
  t.equal(second.json.job_id, first.json.job_id)
  const third = await service.call(`${CPM}/async?encoding=utf-8`, { key, body: again, headers: other })
  t.equal(third.json.code, 'idempotency_reused')
})

t.test('?project= chooses of several, ?encoding= reads a code page', async t => {
  const russian = Buffer.from(XER.toString('latin1').replace('Site survey', '\xcf\xeb\xe0\xed'), 'latin1')
  const { json } = await service.call(`${CPM}?encoding=windows-1251&project=FOOTBRIDGE`, {
    key,
    body: russian,
    headers: { 'content-type': 'application/xer' },
  })
  t.equal(json.metadata.import[0].encoding, 'windows-1251')
  t.equal(json.data.tasks[1].name, 'План')
  const hinted = { 'content-type': 'application/xer; charset=windows-1251' }
  const hintedReply = await service.call(CPM, { key, body: russian, headers: hinted })
  t.equal(hintedReply.json.data.tasks[1].name, 'План')
})
