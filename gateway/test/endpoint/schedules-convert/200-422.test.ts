import { decode } from 'msgpackr'
import t from 'tap'
import { form, MSPDI, PMXML, XER } from '../../helpers/forms.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const CONVERT = '/api/v1/schedules/convert'
const service = await startService(t)
const key = await service.key('enterprise')
const asFile = { 'content-type': 'application/octet-stream' }

t.test('200: a file as JSON or msgpack is answered by an analysis as the file is', async t => {
  for (const body of [XER, PMXML, MSPDI]) {
    const { status, json } = await service.call(CONVERT, { key, body, headers: asFile })
    t.equal(status, 200, JSON.stringify(json.detail ?? ''))
    t.ok(json.tasks.length > 0 && json.calendars.length > 0)
    const packed = await service.call(CONVERT, { key, body, headers: { ...asFile, accept: 'application/msgpack' } })
    t.same(decode(packed.bytes), json)
    const [file, again] = await Promise.all([
      service.call(CPM, { key, body, headers: asFile }),
      service.call(CPM, { key, body: json }),
    ])
    t.same(again.json.data, file.json.data)
    t.equal(again.json.metadata.input_sha256, file.json.metadata.input_sha256)
    t.same(again.json.metadata.ignored_fields, [])
  }
})

t.test('200: JSON comes back as it is read, and a form with what it adds', async t => {
  const { json } = await service.call(CONVERT, { key, body: { tasks: FOUR_TASKS } })
  t.same(
    json.tasks.map(({ id }: { id: string }) => id),
    FOUR_TASKS.map(({ id }) => id),
  )
  const sent = form({ name: 'schedule', bytes: XER }, { name: 'status_date', bytes: '2026-06-01' })
  t.equal((await service.call(CONVERT, { key, ...sent })).json.status_date, '2026-06-01')
})

t.test('200: ?to= and Accept give project files, which are read as the same schedule', async t => {
  for (const body of [XER, PMXML, MSPDI]) {
    const { json } = await service.call(CPM, { key, body, headers: asFile })
    for (const [to, type, query, headers] of [
      ['xer', 'application/xer', '?to=xer', {}],
      ['xer', 'application/xer', '', { accept: 'application/xer' }],
      ['ms_project_xml', 'application/vnd.ms-project+xml', '?to=ms_project_xml', {}],
      ['ms_project_xml', 'application/vnd.ms-project+xml', '', { accept: 'application/vnd.ms-project+xml' }],
    ] as const) {
      const written = await service.call(CONVERT + query, { key, body, headers: { ...asFile, ...headers } })
      t.equal(written.status, 200)
      t.equal(written.headers['content-type'], type)
      const again = await service.call(CPM, { key, body: written.bytes, headers: { 'content-type': type } })
      t.match(again.json.metadata?.import, [{ format: to }], JSON.stringify(again.json.detail ?? ''))
      t.equal(again.json.data.tasks.length, json.data.tasks.length)
      t.equal(again.json.metadata.import[0].counts.links, json.metadata.import[0].counts.links)
    }
    const asJson = { ...asFile, accept: 'application/xer' }
    t.match((await service.call(`${CONVERT}?to=json`, { key, body, headers: asJson })).headers['content-type'], 'json')
  }
  const days = { tasks: FOUR_TASKS, status_date: '2026-03-02' }
  for (const to of ['xer', 'ms_project_xml']) {
    const written = await service.call(`${CONVERT}?to=${to}`, { key, body: days })
    const again = await service.call(CPM, { key, body: written.bytes, headers: asFile })
    t.equal(again.json.data?.tasks.length, FOUR_TASKS.length, to)
  }
})

t.test('it takes a unit of the month', async t => {
  const used = async () =>
    (await service.call('/api/v1/account/tier', { key: own })).json.limits.monthly_calls_remaining
  const own = await service.key('free')
  const before = await used()
  await service.call(CONVERT, { key: own, body: XER, headers: asFile })
  t.equal(await used(), before - 1)
})

t.test('422: what is no schedule, and a form that nobody writes', async t => {
  t.equal((await service.call(CONVERT, { key, body: { tasks: [] } })).status, 422)
  t.equal((await service.call(`${CONVERT}?to=pdf`, { key, body: { tasks: FOUR_TASKS } })).status, 422)
})
