import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { until } from '../../../../shared/test/until.ts'
import { keepMessage, listMessages } from '../../../store/contact.ts'
import { startService } from '../../helpers/service.ts'

const CONTACT = '/api/v1/contact/submit'
const FORM = { name: 'Ada Example', email: 'ada@example.com', kind: 'sales', message: 'How much?\nThanks.' }

/** A receiver of forms that answers 500 on request. */
const forwarded: { submission_id: string }[] = []
let failures = 1
const receiver = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', part => parts.push(part))
  request.on('end', () => {
    const isRefused = failures-- > 0
    if (!isRefused) forwarded.push(JSON.parse(Buffer.concat(parts).toString()))
    response.writeHead(isRefused ? 500 : 204).end()
  })
})
await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
t.teardown(() => receiver.close())

const service = await startService(t, {
  CONTACT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`,
  TRUSTED_PROXY_HOPS: '1',
})
let lastAddress = 0
/** Each form from an address of its own, unless one is named. */
const submit = (body: unknown, address = `198.51.100.${++lastAddress}`, headers: Record<string, string> = {}) =>
  service.call(CONTACT, { body, headers: { 'x-forwarded-for': address, ...headers } })

t.test('a form is kept, and forwarded though the receiver fails first', async t => {
  const { status, json, headers } = await submit({ ...FORM, company: 'Example Works', website: '' })
  t.equal(status, 200)
  t.equal(json.status, 'received')
  t.equal(headers['cache-control'], 'no-store')
  const [kept] = await listMessages(service.redis, 10)
  t.match(kept, { ...FORM, company: 'Example Works', submissionId: json.submission_id })
  await until('it is forwarded', () => forwarded.length === 1)
  t.same(forwarded, [{ submission_id: json.submission_id, ...FORM, company: 'Example Works' }])
})

t.test('a form whose hidden field is filled is answered alike and kept nowhere', async t => {
  const before = await service.redis.xlen(keys.contact())
  const { status, json } = await submit({ ...FORM, website: 'https://spam.example' })
  t.equal(status, 200)
  t.same(Object.keys(json), ['status', 'submission_id'])
  t.equal(await service.redis.xlen(keys.contact()), before)
  t.equal(forwarded.length, 1)
})

t.test('a form that lacks something or holds nonsense is refused, and says where', async t => {
  const before = await service.redis.xlen(keys.contact())
  const wrong: [string, object][] = [
    ['name', { ...FORM, name: undefined }],
    ['name', { ...FORM, name: '  ' }],
    ['name', { ...FORM, name: 'Ada\r\nBcc: all@example.com' }],
    ['email', { ...FORM, email: 'ada' }],
    ['email', { ...FORM, email: 'ada@example.com\nbcc@example.com' }],
    ['email', { ...FORM, email: `${'a'.repeat(300)}@example.com` }],
    ['kind', { ...FORM, kind: 'complaint' }],
    ['message', { ...FORM, message: ' \n ' }],
    ['message', { ...FORM, message: 'x'.repeat(5_001) }],
    ['company', { ...FORM, company: 7 }],
  ]
  for (const [member, body] of wrong) {
    const { status, json } = await submit(body)
    t.equal(status, 422, JSON.stringify(body).slice(0, 80))
    t.same(json.detail[0].loc, ['body', member])
  }
  t.equal((await submit('{"name":')).status, 400)
  t.equal((await submit('')).json.code, 'body_empty')
  t.equal((await submit([FORM])).status, 422)
  t.equal((await submit(JSON.stringify(FORM), undefined, { 'content-type': 'text/plain' })).status, 415)
  t.equal((await submit({ ...FORM, message: 'x'.repeat(70_000) })).status, 413)
  t.equal(await service.redis.xlen(keys.contact()), before)
})

t.test('the sixth form of an address within ten minutes is refused, others go on', async t => {
  const address = '203.0.113.9'
  for (let i = 0; i < 5; i++) t.equal((await submit(FORM, address)).status, 200)
  const { status, json, headers } = await submit(FORM, address)
  t.equal(status, 429)
  t.equal(json.code, 'contact_limit')
  t.ok(Number(headers['retry-after']) > 60)
  t.equal((await submit(FORM)).status, 200)
  t.equal((await submit({ ...FORM, website: 'x' }, address)).status, 429, 'a program learns no more than people')
})

t.test('a form that comes again under its id is kept once', async t => {
  const message = { ...FORM, company: '', submissionId: 'again' }
  const before = await service.redis.xlen(keys.contact())
  for (let i = 0; i < 3; i++) t.equal(await keepMessage(service.redis, message), 'kept')
  t.equal(await service.redis.xlen(keys.contact()), before + 1)
})

t.test('503 when there is no room, and when the store is away', async t => {
  const many = service.redis.pipeline()
  for (let i = 0; i < 10_000; i++) many.xadd(keys.contact(), '*', 'submissionId', `filler-${i}`)
  await many.exec()
  const full = await submit(FORM)
  t.equal(full.status, 503)
  t.equal(full.json.code, 'capacity_exceeded')
  await service.stopRedis()
  t.equal((await submit(FORM)).json.code, 'store_unavailable')
})
