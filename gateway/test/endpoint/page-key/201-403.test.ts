/** Who gets the key of the page: a browser on this very machine, at the page itself, and nobody else. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { connect } from '../../../../shared/platform/redis/connect.ts'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { runAdmin } from '../../../admin/run.ts'
import { isLoopbackPeer, usersIn, whyNotLocalPage } from '../../../call/local-page.ts'
import { startService } from '../../helpers/service.ts'
import { OPENED, visitedPage } from '../../helpers/visited-page.ts'

const KEY = '/api/v1/page/key'
const service = await startService(t, { PAGE_TIER: 'government' })
const requestKey = (headers: Record<string, string>) => service.call(KEY, { method: 'POST', headers })

t.test('only what opens the page as a person does counts as its first visit', async t => {
  for (const [headers, why] of [
    [{ ...OPENED, 'sec-fetch-dest': 'image' }, 'an image of another page'],
    [{ ...OPENED, 'sec-fetch-dest': 'empty' }, 'a script'],
    [{ ...OPENED, 'sec-fetch-site': 'cross-site' }, 'a link of another site'],
    [{ ...OPENED, 'x-forwarded-for': '192.0.2.1' }, 'a proxy'],
    [{ ...OPENED, host: 'schedules.example.com' }, 'another name'],
    [{ accept: 'text/html' }, 'a program'],
    [{ 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none', accept: '*/*' }, 'who wants no page'],
  ] as const)
    t.equal((await service.call('/', { headers })).headers['set-cookie'], undefined, why)
  t.equal(await service.redis.exists(keys.pageToken()), 0)
})

let here: Record<string, string> = {}

t.test('the browser that opens the page first gets a strict cookie, and no later one the key', async t => {
  here = await visitedPage(service)
  t.match(here.cookie, new RegExp(`^sis_page_${service.port}=[\\w-]{43}$`))
  t.equal((await requestKey(here)).status, 201)
  const later = await visitedPage(service)
  t.equal(later.cookie, undefined, 'through a forwarder of the port, say')
  const refused = await requestKey(later)
  t.equal(`${refused.status} ${refused.json.code}`, '403 page_key_refused')
  t.match(refused.json.detail, 'page open')
  const forged = await requestKey({ ...later, cookie: `sis_page_${service.port}=${'A'.repeat(43)}` })
  t.equal(forged.status, 403)
  const { headers } = await service.call('/', { headers: { ...OPENED, cookie: here.cookie! } })
  t.equal(headers['set-cookie'], undefined)
})

t.test('another browser gets the cookie at the address that an operator asks for', async t => {
  let said = ''
  const code = await runAdmin(['page', 'open'], {
    connect: () => connect(service.redisUrl, 'admin'),
    out: text => void (said += text),
    err: text => t.fail(text),
  })
  t.equal(code, 0)
  t.equal(new URL(said).port, String(service.port), 'where it listens, whatever the settings of the command')
  const open = /\?open=[\w-]{43}/.exec(said)![0]
  t.equal((await visitedPage(service, `${open.slice(0, -1)}`)).cookie, undefined, 'only by the whole token')
  const other = await visitedPage(service, open)
  t.equal((await requestKey(other)).status, 201)
  const attributes = (await service.call(`/${open}`, { headers: OPENED })).headers['set-cookie']
  t.match(attributes, /; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
})

t.test('201: the page of this machine gets a key of the tier that is set, the same for every tab', async t => {
  const { status, json, headers } = await requestKey(here)
  t.equal(status, 201)
  t.equal(headers['cache-control'], 'no-store')
  t.equal(json.tier, 'government')
  t.match((await service.call('/api/v1/account/tier', { key: json.api_key })).json, { tier: 'government' })
  const again = await requestKey({ ...here, 'sec-fetch-site': 'same-origin' })
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
  const { 'sec-fetch-site': _, ...local } = here
  for (const [headers, why] of [
    [{ cookie: here.cookie! }, 'no page'],
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
    const { status, json } = await requestKey(headers)
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
  t.equal(whyNotLocalPage({ peer: '::1', names: [], header }), undefined)
  t.match(whyNotLocalPage({ peer: '192.0.2.1', names: [], header }), 'another address')
})

t.test('403: nor through a proxy of any make, where the page of every user gets the key', async t => {
  const { gateway } = service.app
  const { config } = gateway
  Object.assign(gateway, { config: { ...config, pageUsers: 'any' } })
  t.teardown(() => Object.assign(gateway, { config }))
  for (const name of ['x-original-forwarded-for', 'x-envoy-external-address', 'fastly-client-ip', 'cdn-loop', 'cf-ray'])
    t.equal((await requestKey({ ...here, [name]: '192.0.2.1' })).status, 403, name)
  t.equal((await requestKey({ ...here, dnt: '1', priority: 'u=1' })).status, 201, 'what browsers send')
})

t.test('403: without PAGE_TIER nobody gets one, and the markup says nothing', async t => {
  const { gateway } = service.app
  const { config } = gateway
  Object.assign(gateway, { config: { ...config, pageTier: 'none' } })
  t.teardown(() => Object.assign(gateway, { config }))
  t.equal((await requestKey(here)).status, 403)
  t.notMatch((await service.call('/', { headers: { accept: 'text/html' } })).bytes.toString(), 'data-local-tier')
})

const NOBODY = 65_534
const isRoot = process.getuid!() === 0

t.test(
  '403: while a program of another user is connected, nobody can tell whose call it is',
  {
    skip: !isRoot && 'only root can be another user',
  },
  async t => {
    const source = `require('node:net').connect(${service.port}, '127.0.0.1', () => process.send('connected'))`
    const other = spawn(process.execPath, ['-e', source], {
      uid: NOBODY,
      cwd: '/',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    t.teardown(() => other.kill('SIGKILL'))
    await once(other, 'message')
    const { status, json } = await requestKey(here)
    t.equal(`${status} ${json.code}`, '403 page_key_refused')
    t.match(json.detail, 'PAGE_USERS')
    const { gateway } = service.app
    const { config } = gateway
    Object.assign(gateway, { config: { ...config, pageUsers: 'any' } })
    t.equal((await requestKey(here)).status, 201, 'unless the operator lets every user have it')
    Object.assign(gateway, { config })
    other.kill('SIGKILL')
    await once(other, 'exit')
    t.equal((await requestKey(here)).status, 201)
  },
)

t.test('users are those of the far ends of connections to the port, over loopback, in either family', async t => {
  const line = (local: string, remote: string, state: string, uid: number) =>
    `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 114443 1 0`
  const v6 = (address: string) => address.padStart(32, '0')
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    line('00000000:1F90', '00000000:0000', '0A', 1), // who listens
    line('0100007F:1F90', '0100007F:C350', '01', 2), // our own end
    line('0100007F:C350', '0100007F:1F90', '01', 3),
    line('0200007F:C351', '0100007F:1F90', '05', 4), // closing, can still read
    line('0100007F:C352', '0100007F:1F90', '06', 5), // gone
    line('0100007F:C353', '0100007F:1F91', '01', 6), // another port
    line('0A00020A:C354', '0100007F:1F90', '01', 7), // not over loopback
    line(`${v6('01000000')}:C355`, `${v6('01000000')}:1F90`, '01', 8),
    line('0100007F:C357', '0100007F:1F90', '01', 10).replace('   0:', '1262:'),
    line(`${v6('FFFF00000100007F')}:C356`, `${v6('FFFF00000100007F')}:1F90`, '01', 9),
  ].join('\n')
  t.same([...usersIn(table, 8080)], [3, 4, 8, 10, 9])
})
