import { decode, encode } from 'msgpackr'
import t from 'tap'
import { namesOf } from '../../../../shared/test/every-server.ts'
import { MSPDI, PMXML, XER } from '../../helpers/forms.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { AS_FILE, form, keep, SCHEDULES } from '../../helpers/schedules.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('enterprise')
const CONVERT = '/api/v1/schedules/convert'

t.test('201: every form of a body is kept, listed, and returned as the JSON that a conversion makes of it', async t => {
  const json = { tasks: FOUR_TASKS, status_date: '2026-03-02' }
  const bodies = [
    ['JSON', { body: json }],
    ['msgpack', { body: encode(json), headers: { 'content-type': 'application/msgpack' } }],
    ['XER', { body: XER, headers: AS_FILE }],
    ['P6 XML', { body: PMXML, headers: AS_FILE }],
    ['MSPDI', { body: MSPDI, headers: AS_FILE }],
    ['a form', form({ name: 'schedule', bytes: XER }, { name: 'status_date', bytes: '2026-06-01' })],
  ] as const
  for (const [what, sent] of bodies) {
    const { status, json: kept, headers } = await service.call(SCHEDULES, { key, ...sent })
    t.equal(status, 201, `${what}: ${JSON.stringify(kept.detail ?? '')}`)
    t.equal(headers.location, `${SCHEDULES}/${kept.schedule_id}`)
    const converted = await service.call(CONVERT, { key, ...sent })
    const content = await service.call(kept.content_url, { key })
    t.equal(content.status, 200)
    // members of a form come in the order of its parts
    if (what === 'a form') t.same(content.json, converted.json)
    else t.ok(content.bytes.equals(converted.bytes), `${what}: content`)
    t.equal(kept.counts.tasks, converted.json.tasks.length)
    t.equal(kept.counts.calendars, (converted.json.calendars ?? []).length)
    t.equal(kept.status_date, converted.json.status_date ?? null)
    const alone = await service.call(CPM, { key, ...sent })
    t.equal(kept.sha256, alone.json.metadata.input_sha256, `${what}: sha256`)
    t.same(kept.import, alone.json.metadata.import, `${what}: import report`)
    t.same((await service.call(`${SCHEDULES}/${kept.schedule_id}`, { key })).json, kept)
  }
})

t.test(
  '200: a list in pages, newest first, and what all of them take; 204: one is removed, with all that is left of it',
  async t => {
    const { text, accountId } = await service.keyRecord('free')
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift(await keep(service, { key: text, body: { tasks: FOUR_TASKS } }))
    const first = (await service.call(`${SCHEDULES}?limit=2`, { key: text })).json
    const second = (await service.call(`${SCHEDULES}?limit=2&cursor=${first.next_cursor}`, { key: text })).json
    const third = (await service.call(`${SCHEDULES}?limit=2&cursor=${second.next_cursor}`, { key: text })).json
    const listed = [first, second, third].flatMap(page => page.schedules)
    t.same(
      listed.map(({ schedule_id }: { schedule_id: string }) => schedule_id),
      ids,
    )
    t.equal(third.next_cursor, null)
    const bytes = listed.reduce((sum: number, one: { bytes: number }) => sum + one.bytes, 0)
    t.match(first.held, { schedules: 5, schedules_max: 50, bytes, bytes_max: 25 * 2 ** 20 })
    for (const id of ids)
      t.equal((await service.call(`${SCHEDULES}/${id}`, { key: text, method: 'DELETE' })).status, 204)
    t.match((await service.call(SCHEDULES, { key: text })).json, { schedules: [], held: { schedules: 0, bytes: 0 } })
    t.same(await namesOf(service.redis, `*${accountId}*schedule*`), [])
    for (const id of ids)
      t.same(
        (await namesOf(service.redis, `*${id}*`)).filter(name => !name.includes(':removed:')),
        [],
      )
  },
)

t.test('201: the same Idempotency-Key names the same schedule, until that is removed; another body is 422', async t => {
  const headers = { 'idempotency-key': 'once' }
  const own = await service.key('starter')
  const send = (body: unknown) => service.call(SCHEDULES, { key: own, body, headers })
  const first = await send({ tasks: FOUR_TASKS })
  const again = await send({ tasks: FOUR_TASKS })
  t.same(again.json, first.json)
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.match((await send({ tasks: FOUR_TASKS.slice(0, 2) })).json, { code: 'idempotency_reused' })
  t.equal((await service.call(SCHEDULES, { key: own })).json.held.schedules, 1)
  await service.call(`${SCHEDULES}/${first.json.schedule_id}`, { key: own, method: 'DELETE' })
  const anew = await send({ tasks: FOUR_TASKS })
  t.equal(anew.status, 201)
  t.not(anew.json.schedule_id, first.json.schedule_id)
})

t.test('it takes no unit of the month, and is kept for a day or as long as requested', async t => {
  const own = await service.key('free')
  const left = async () =>
    (await service.call('/api/v1/account/tier', { key: own })).json.limits.monthly_calls_remaining
  const before = await left()
  const seconds = async (query: string) => {
    const { json } = await service.call(SCHEDULES + query, { key: own, body: { tasks: FOUR_TASKS } })
    return (Date.parse(json.expires_at) - Date.parse(json.created_at)) / 1000
  }
  t.equal(await seconds(''), 86_400)
  t.equal(await seconds('?ttl=60'), 60)
  t.equal(await seconds('?ttl=604800'), 604_800)
  t.equal(await left(), before)
})

t.test('msgpack of a result by handle is that of its JSON', async t => {
  const scheduleId = await keep(service, { key, body: XER, headers: AS_FILE })
  const body = { schedule_id: scheduleId }
  const packed = await service.call(CPM, { key, body, headers: { accept: 'application/msgpack' } })
  t.same(decode(packed.bytes).data, (await service.call(CPM, { key, body })).json.data)
})
