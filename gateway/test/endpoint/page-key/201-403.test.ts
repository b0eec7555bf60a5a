/** Who gets the key of the page: a browser on this very machine, at the page itself, and nobody else. */
import t from 'tap'
import { isLoopbackPeer, whyNotLocalPage } from '../../../request/local-page.ts'
import { startService } from '../../helpers/service.ts'

const KEY = '/api/v1/page/key'
const service = await startService(t, { PAGE_TIER: 'government' })
const ask = (headers: Record<string, string>) => service.call(KEY, { method: 'POST', headers })

t.test('201: the page of this machine gets a key of the tier that is set, the same for every tab', async t => {
  const { status, json, headers } = await ask({ origin: service.url, 'sec-fetch-site': 'same-origin' })
  t.equal(status, 201)
  t.equal(headers['cache-control'], 'no-store')
  t.equal(json.tier, 'government')
  t.match((await service.call('/api/v1/account/tier', { key: json.api_key })).json, { tier: 'government' })
  const again = await ask({ origin: service.url })
  t.equal(again.json.api_key, json.api_key)
})

t.test('the markup tells the page that it may ask, on this machine alone', async t => {
  const html = async (headers: Record<string, string>) =>
    (await service.call('/', { headers: { accept: 'text/html', ...headers } })).bytes.toString()
  t.match(await html({}), 'data-local-tier="government"')
  t.notMatch(await html({ 'x-forwarded-for': '192.0.2.1' }), 'data-local-tier')
  t.notMatch(await html({ host: 'schedules.example.com' }), 'data-local-tier')
})

t.test('403: a page of another origin, a rebound name, a proxy, a caller without a page', async t => {
  const local = { origin: service.url }
  for (const [headers, why] of [
    [{}, 'no page'],
    [{ origin: 'https://evil.example' }, 'another origin'],
    [{ origin: 'null' }, 'a sandboxed frame'],
    [{ origin: `http://localhost:${service.port}` }, 'another name than that of Host'],
    [{ origin: 'http://rebound.example', host: 'rebound.example' }, 'a name that was rebound to this machine'],
    [{ origin: `http://127.0.0.1.evil.example`, host: '127.0.0.1.evil.example' }, 'a name that begins like an address'],
    [{ ...local, 'sec-fetch-site': 'cross-site' }, 'another site'],
    [{ ...local, 'x-forwarded-for': '127.0.0.1' }, 'a proxy, whatever it says'],
    [{ ...local, forwarded: 'for=127.0.0.1' }, 'a proxy that says so otherwise'],
    [{ ...local, via: '1.1 proxy' }, 'a proxy that only names itself'],
  ] as const) {
    const { status, json } = await ask(headers)
    t.equal(`${status} ${json.code}`, '403 page_key_refused', why)
    t.notOk('api_key' in json, why)
  }
})

t.test('only the address of the socket counts, in either family', async t => {
  for (const peer of ['127.0.0.1', '127.8.9.1', '::1', '0000:0000:0000:0000:0000:0000:0000:0001', '::ffff:127.0.0.1'])
    t.ok(isLoopbackPeer(peer), peer)
  for (const peer of ['192.0.2.1', '10.0.0.1', '::', '2001:db8::1', '::ffff:192.0.2.1', '', 'localhost'])
    t.notOk(isLoopbackPeer(peer), peer)
  const host = 'localhost:8080'
  const header = (name: string) => ({ host, origin: `http://${host}` })[name]
  t.equal(whyNotLocalPage({ peer: '::1', header }), undefined)
  t.match(whyNotLocalPage({ peer: '192.0.2.1', header }), 'another address')
})

t.test('403: without PAGE_TIER nobody gets one, and the markup says nothing', async t => {
  const { gateway } = service.app
  const { config } = gateway
  Object.assign(gateway, { config: { ...config, pageTier: 'none' } })
  t.teardown(() => Object.assign(gateway, { config }))
  t.equal((await ask({ origin: service.url })).status, 403)
  t.notMatch((await service.call('/', { headers: { accept: 'text/html' } })).bytes.toString(), 'data-local-tier')
})
