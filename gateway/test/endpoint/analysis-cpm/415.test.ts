import t from 'tap'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('free')
const body = JSON.stringify({ tasks: FOUR_TASKS })
const call = (headers: Record<string, string>) => service.call(CPM, { key, body, headers })

t.test('other media types and charsets are refused with what is supported', async t => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16']) {
    const { status, json } = await call({ 'content-type': type })
    t.equal(status, 415, type)
    t.equal(json.code, 'media_type_unsupported')
    t.match(json.detail, 'application/msgpack')
  }
  t.equal((await call({ 'content-type': 'application/json; charset=UTF-8' })).status, 200)
})

t.test('an unknown encoding, and two at once, are refused', async t => {
  for (const encoding of ['deflate', 'gzip, gzip', 'gzip, br']) {
    const { status, json } = await call({ 'content-encoding': encoding })
    t.equal(status, 415, encoding)
    t.equal(json.code, 'encoding_unsupported')
  }
})
