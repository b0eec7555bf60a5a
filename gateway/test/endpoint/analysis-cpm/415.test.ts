import t from 'tap'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('free')
const body = JSON.stringify({ tasks: FOUR_TASKS })
const call = (headers: Record<string, string>) => service.call(CPM, { key, body, headers })

t.test('other media types and charsets are refused with what is supported', async t => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=utf-16',
  ]) {
    const { status, json } = await call({ 'content-type': type })
    t.equal(status, 415, type)
    t.equal(json.code, 'media_type_unsupported')
    t.match(json.detail, 'application/msgpack')
  }
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    for (const type of [name, `${name}; charset=utf-8`]) {
      const { status, json } = await call({ 'content-type': type })
      t.equal(`${status} ${json.code}`, '415 media_type_unsupported', type)
    }
    t.equal((await call({ 'content-encoding': name })).json.code, 'encoding_unsupported', name)
  }
  t.equal((await call({ 'content-type': 'application/json; charset=UTF-8' })).status, 200)
})

t.test('what every object has is no form, no encoding and no truth that a caller may ask for', async t => {
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    const { status, headers } = await call({ accept: name, 'accept-encoding': name })
    t.equal(status, 200, name)
    t.match(headers['content-type'], 'application/json')
    t.equal(headers['content-encoding'], undefined)
    const id = '0b9f4e9c-6f5d-4c38-9a59-0d1f8e1c2a77'
    const job = await service.call(`/api/v1/jobs/${id}?include_result=${name}`, { key: await service.key('starter') })
    t.equal(job.status, 422, name)
  }
})

t.test('an unknown encoding, and two at once, are refused', async t => {
  for (const encoding of ['deflate', 'gzip, gzip', 'gzip, br']) {
    const { status, json } = await call({ 'content-encoding': encoding })
    t.equal(status, 415, encoding)
    t.equal(json.code, 'encoding_unsupported')
  }
})
