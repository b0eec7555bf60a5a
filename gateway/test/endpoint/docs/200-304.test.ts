import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)

t.test('the description comes plain or as gzip, and not again when the caller has it', async t => {
  const plain = await service.call('/openapi.json')
  t.equal(plain.json.openapi.slice(0, 3), '3.1')
  const packed = await service.call('/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
  t.equal(packed.headers['content-encoding'], 'gzip')
  t.ok(gunzipSync(packed.bytes).equals(plain.bytes))
  const again = await service.call('/openapi.json', { headers: { 'if-none-match': String(plain.headers.etag) } })
  t.equal(again.status, 304)
  t.equal(again.bytes.length, 0)
})

t.test('every file the page names is served, and no other', async t => {
  const page = await service.call('/docs')
  t.match(page.headers['content-security-policy'], /default-src 'none'/)
  const names = [...page.bytes.toString().matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(match => match[1])
  t.ok(names.length >= 3)
  for (const name of names) t.equal((await service.call(`/${name}`)).status, 200, name)
  t.equal((await service.call('/docs/package.json')).status, 404)
})
