import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { readCsv, readWorkbook } from '../../../../compute/test/helpers/workbook.ts'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { FORM_BYTES_MAX, FORM_MEDIA_TYPES, GANTT_ROWS_MAX } from '../../../../shared/contract/endpoint/result-forms.ts'
import { FIXTURES } from '../../../sandbox/fixtures.ts'
import { form, XER } from '../../helpers/forms.ts'
import { ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { CPM, chain, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
await startNode(t, service)
const key = await service.key('enterprise')
const { requests } = FIXTURES.find(({ name }) => name === 'footbridge')!
const XLSX = { accept: FORM_MEDIA_TYPES.xlsx }
const CSV = { accept: FORM_MEDIA_TYPES.csv }
const SVG = { accept: FORM_MEDIA_TYPES.svg }

t.test('200: every analysis as a workbook and as CSV, with safe names of files', async t => {
  for (const { id, path, name, mainTable } of analyses) {
    const body = requests[id]
    const workbook = await service.call(path, { key, body, headers: XLSX })
    t.match(workbook, { status: 200, headers: { 'content-type': FORM_MEDIA_TYPES.xlsx } }, id)
    t.equal(workbook.headers['content-disposition'], `attachment; filename="${name}.xlsx"`)
    t.equal(workbook.headers.vary, 'accept, accept-encoding')
    const sheets = readWorkbook(workbook.bytes)
    const csv = await service.call(path, { key, body, headers: CSV })
    t.match(csv, { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8; header=present' } }, id)
    t.equal(csv.headers['content-disposition'], `attachment; filename="${name}-${mainTable}.csv"`)
    const rows = readCsv(csv.bytes.toString().slice(1))
    t.ok(rows.length > 1, id)
    t.same(rows[0], sheets.get(mainTable)![0])
    t.equal(rows.length, sheets.get(mainTable)!.length)
  }
})

t.test('200: a table by name, of a project file, packed as Accept-Encoding says', async t => {
  const { json } = await service.call(CPM, { key, ...form({ name: 'schedule', bytes: XER }) })
  const sent = form({ name: 'schedule', bytes: XER })
  const headers = { ...sent.headers, ...CSV }
  const plain = await service.call(`${CPM}?table=tasks`, { key, ...sent, headers })
  t.same(
    readCsv(plain.bytes.toString().slice(1))
      .slice(1)
      .map(([id]) => id),
    json.data.tasks.map(({ id }: { id: string }) => id),
  )
  const packed = await service.call(`${CPM}?table=tasks`, {
    key,
    ...sent,
    headers: { ...headers, 'accept-encoding': 'gzip' },
  })
  t.equal(packed.headers['content-encoding'], 'gzip')
  t.ok(gunzipSync(packed.bytes).equals(plain.bytes))
  const workbook = await service.call(CPM, {
    key,
    ...sent,
    headers: { ...sent.headers, ...XLSX, 'accept-encoding': 'gzip' },
  })
  t.equal(workbook.headers['content-encoding'], undefined, 'a workbook is compressed by itself')
})

t.test('200 and 304: the result of a job is the same, and is known again by its tag', async t => {
  const body = requests['health.dcma-14-point']
  const path = '/api/v1/health/dcma-14-point'
  const location = jobPath(await submitted(service, path, { key, body }))
  await ended(service, key, location)
  for (const [headers, query] of [
    [XLSX, ''],
    [CSV, ''],
    [CSV, '?table=findings'],
  ] as const) {
    const ofJob = await service.call(`${location}/result${query}`, { key, headers })
    t.equal(ofJob.status, 200)
    const ofCall = await service.call(path + query, { key, body, headers })
    t.equal(ofJob.headers['content-disposition'], ofCall.headers['content-disposition'])
    // request and time differ, which stand in the summary
    if (headers === CSV) t.ok(ofJob.bytes.equals(ofCall.bytes))
    else t.same(readWorkbook(ofJob.bytes).get('checks'), readWorkbook(ofCall.bytes).get('checks'))
    const again = { ...headers, 'if-none-match': String(ofJob.headers.etag) }
    t.equal((await service.call(`${location}/result${query}`, { key, headers: again })).status, 304)
    t.ok((await service.call(`${location}/result${query}`, { key, headers })).bytes.equals(ofJob.bytes))
  }
  t.equal((await service.call(`${location}/result`, { key })).json.status, 'critical', 'JSON as ever')
  const unknown = await service.call(`${location}/result?table=none`, { key, headers: CSV })
  t.match(unknown, { status: 422, json: { error_code: undefined, code: 'validation' } })

  const { jobs } = service.app.gateway
  const { read } = jobs
  Object.assign(jobs, {
    read: async (...args: Parameters<typeof read>) => {
      const job = (await read(...args))!
      return { ...job, result: { ...job.result!, bytes: FORM_BYTES_MAX + 1 } }
    },
  })
  const large = await service.call(`${location}/result`, { key, headers: XLSX })
  Object.assign(jobs, { read })
  t.equal(large.status, 422)
  t.match(large.json.errors?.[0] ?? large.json.detail, /./)
  t.match(large.bytes.toString(), /129 MB as JSON.*Request application\/json/)
})

t.test('200: a job whose tables were requested by column has the forms of one by row', async t => {
  const body = requests['analysis.cpm'] as { readonly options: object }
  const byColumn = { ...body, options: { ...body.options, table: 'columns' } }
  const location = jobPath(await submitted(service, CPM, { key, body: byColumn }))
  await ended(service, key, location)
  const { data } = (await service.call(`${location}/result`, { key })).json
  const rows = (await service.call(CPM, { key, body })).json.data
  t.same(data.tasks, [])
  t.same(
    data.tasks_by_column.id,
    rows.tasks.map(({ id }: { id: string }) => id),
  )
  for (const headers of [CSV, SVG]) {
    const wanted = await service.call(CPM, { key, body, headers })
    for (const made of [
      await service.call(`${location}/result`, { key, headers }),
      await service.call(CPM, { key, body: byColumn, headers }),
    ]) {
      t.equal(made.status, 200)
      t.ok(made.bytes.equals(wanted.bytes), String(headers.accept))
    }
  }
})

t.test('200: every analysis as a report, and the chart of one of them', async t => {
  for (const { id, path, name } of analyses) {
    const { status, headers, bytes } = await service.call(path, {
      key,
      body: requests[id],
      headers: { accept: 'text/html' },
    })
    t.equal(status, 200, id)
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
    t.equal(headers['content-disposition'], `inline; filename="${name}.html"`)
    t.match(
      headers['content-security-policy'],
      /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
    )
    t.match(bytes.toString(), /^<!doctype html>[\s\S]*<\/html>\n$/)
  }
  const chart = await service.call(CPM, { key, body: requests['analysis.cpm'], headers: SVG })
  t.match(chart, { status: 200, headers: { 'content-type': FORM_MEDIA_TYPES.svg } })
  const other = await service.call('/api/v1/health/score', { key, body: requests['health.score'], headers: SVG })
  t.match(other.headers['content-type'], 'application/json')
})

t.test('422: a chart of more rows than it may have, with the form to request instead', async t => {
  const location = jobPath(await submitted(service, CPM, { key, body: { tasks: chain(GANTT_ROWS_MAX + 1) } }))
  await ended(service, key, location)
  const { status, bytes } = await service.call(`${location}/result`, { key, headers: SVG })
  t.equal(status, 422)
  t.match(bytes.toString(), /2001 rows; it may have 2000. Ask for text\/html/)
  t.equal((await service.call(`${location}/result`, { key, headers: { accept: 'text/html' } })).status, 200)
})

t.test('it counts as a call does, and the agent tools answer as ever', async t => {
  const own = await service.key('free')
  const left = async () =>
    (await service.call('/api/v1/account/tier', { key: own })).json.limits.monthly_calls_remaining
  const before = await left()
  await service.call(CPM, { key: own, body: { tasks: FOUR_TASKS }, headers: XLSX })
  t.equal(await left(), before - 1)
  const tool = await service.call('/api/v1/mcp/tools/analysis_cpm', { key, body: { tasks: FOUR_TASKS }, headers: XLSX })
  t.match(tool.headers['content-type'], 'application/json')
})

t.test('422: a table that there is not, before anything is computed', async t => {
  for (const table of ['none', 'tasks%00', encodeURIComponent('=1+1')]) {
    const { status, json } = await service.call(`${CPM}?table=${table}`, {
      key,
      body: { tasks: FOUR_TASKS },
      headers: CSV,
    })
    t.equal(status, 422)
    t.match(JSON.stringify(json), /summary, findings, .*network_details.links/)
  }
  t.equal((await service.call(`${CPM}?table=`, { key, body: { tasks: FOUR_TASKS }, headers: CSV })).status, 422)
})

t.test(
  '200: a deliverable as JSON, as its file, as a job, and 422 with what is missing in the place of the file',
  async t => {
    const path = '/api/v1/deliverables/usace-sdef'
    const body = {
      tasks: FOUR_TASKS,
      status_date: '2026-03-02',
      constants: { project_id: 'FOUR', contract_number: 'W1' },
    }
    const text = { accept: 'text/plain' }
    const { json } = await service.call(path, { key, body })
    t.match(json, { status: 'warning', data: { format: 'usace-sdef', file: { name: 'FOUR.sdef', encoding: 'text' } } })
    const file = await service.call(path, { key, body, headers: text })
    t.match(file, { status: 200, headers: { 'content-type': 'text/plain; charset=us-ascii' } })
    t.equal(file.headers['content-disposition'], 'attachment; filename="FOUR.sdef"')
    t.equal(file.bytes.toString('latin1'), json.data.file.content)
    const job = jobPath(await submitted(service, path, { key, body }))
    await ended(service, key, job)
    const result = await service.call(`${job}/result`, { key, headers: text })
    t.ok(result.bytes.equals(file.bytes))
    const refused = await service.call(path, { key, body: { tasks: FOUR_TASKS }, headers: text })
    t.match(refused, { status: 422, json: { detail: [{ loc: ['body', 'PROJ', 'data_date'], type: 'rejected' }] } })
  },
)

t.test('200: a deliverable is validated as a body, as a part of a form, and as JSON has it', async t => {
  const made = await service.call('/api/v1/deliverables/doe-pars', {
    key,
    body: { tasks: FOUR_TASKS, status_date: '2026-03-02', constants: { PARSID: '1' }, mapping: { WBS_ID: 'value:1' } },
  })
  const { content, encoding } = made.json.data.file
  const path = '/api/v1/deliverables/validate'
  const bytes = Buffer.from(content, encoding)
  const bare = await service.call(path, { key, body: bytes, headers: { 'content-type': 'application/zip' } })
  t.match(bare, { status: 200, json: { format: 'doe-pars', is_valid: true } })
  t.same((await service.call(path, { key, ...form({ name: 'file', bytes }) })).json, bare.json)
  t.same((await service.call(path, { key, body: { content, encoding } })).json, bare.json)
  const zip = { key, body: bytes, headers: { 'content-type': 'application/zip' } }
  const job = jobPath(await submitted(service, path, zip))
  await ended(service, key, job)
  const stored = await service.call(`${job}/result`, { key })
  t.match(stored.json, { status: 'success', summary: /PARS.*: (no rule is broken|0 errors)/ })
  t.same(stored.json.data, bare.json, 'a job stores the reply as data of an envelope')
  const none = await service.call(path, { key, body: { content: 'x' } })
  t.match(none, { status: 422, json: { detail: [{ loc: ['body', 'content'] }] } })
})
