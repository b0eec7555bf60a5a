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
