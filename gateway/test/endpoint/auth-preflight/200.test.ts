import t from 'tap'
import { originOf, originsOf } from '../../../../shared/contract/origins.ts'
import { startService } from '../../helpers/service.ts'

const APP = 'https://app.example.com'
const LOCAL = 'http://localhost:5173'
const KEYS = '/api/v1/auth/keys'
const service = await startService(t, { ALLOWED_ORIGINS: `${APP}, ${LOCAL}` })

const preflight = (path: string, origin?: string) =>
  service.call(path, {
    method: 'OPTIONS',
    headers: { ...(origin === undefined ? {} : { origin }), 'access-control-request-method': 'POST' },
  })

t.test('a page of a listed origin learns what it may send', async t => {
  for (const origin of [APP, LOCAL]) {
    const { status, json, headers } = await preflight(KEYS, origin)
    t.equal(status, 200)
    t.same(json, { allow: 'GET, OPTIONS, POST' })
    t.equal(headers['access-control-allow-origin'], origin)
    t.equal(headers['access-control-allow-methods'], 'GET, OPTIONS, POST')
    t.match(headers['access-control-allow-headers'], /Authorization.*Content-Type.*Idempotency-Key/)
    t.match(headers['access-control-max-age'], /^\d+$/)
    t.equal(headers.vary, 'Origin')
    t.equal(headers['access-control-allow-credentials'], undefined)
  }
  const one = await preflight(`${KEYS}/7d1c2c1e-58b6-4a0c-9a9e-8b54ad2f2a11`, APP)
  t.equal(one.headers['access-control-allow-methods'], 'DELETE, OPTIONS')
  t.equal((await preflight('/api/v1/auth/account', APP)).headers['access-control-allow-methods'], 'DELETE, OPTIONS')
})

t.test('a page of another origin gets no header that its browser waits for', async t => {
  const others = [
    undefined,
    'https://evil.example',
    'null',
    `${APP}.evil.example`,
    `${APP}:8443`,
    'http://app.example.com',
    '*',
  ]
  for (const origin of others) {
    const { status, headers } = await preflight(KEYS, origin)
    t.equal(status, 200)
    for (const name of Object.keys(headers)) t.notMatch(name, /^access-control/, `${origin}`)
    t.equal(headers.vary, 'Origin')
  }
})

t.test('answers and refusals are readable to a listed page alone', async t => {
  const key = await service.key('free')
  const calls = [
    ['/api/v1/account/tier', { key }, 200],
    ['/api/v1/account/tier', {}, 401],
    ['/api/v1/nothing', {}, 404],
    ['/health', {}, 200],
  ] as const
  for (const [path, options, status] of calls) {
    const answer = await service.call(path, { ...options, headers: { origin: APP } })
    t.equal(answer.status, status)
    t.equal(answer.headers['access-control-allow-origin'], APP, path)
    t.match(answer.headers['access-control-expose-headers'], /X-Request-Id.*RateLimit/)
    const other = await service.call(path, { ...options, headers: { origin: 'https://evil.example' } })
    t.equal(other.headers['access-control-allow-origin'], undefined)
    t.equal(other.headers.vary, 'Origin', 'a cache keeps the two apart')
  }
})

t.test('an answer that varies by more than the origin says both', async t => {
  const key = await service.key('free')
  const body = { tasks: [{ id: 'A', duration_days: 1 }] }
  for (const origin of [APP, 'https://evil.example', undefined]) {
    const headers = origin === undefined ? {} : { origin }
    const analysis = await service.call('/api/v1/analysis/cpm', { key, body, headers })
    t.equal(analysis.headers.vary, 'Origin, accept, accept-encoding')
    t.equal((await service.call('/openapi.json', { headers })).headers.vary, 'Origin, accept-encoding')
  }
})

t.test('a page of a listed origin may call every path, also those without a row for OPTIONS', async t => {
  const table = [
    ['/api/v1/auth/keys/7d1c2c1e-58b6-4a0c-9a9e-8b54ad2f2a11/label', 'PATCH'],
    ['/api/v1/auth/profile', 'GET, HEAD'],
    ['/api/v1/auth/signup', 'POST'],
    ['/api/v1/billing/checkout', 'POST'],
    ['/api/v1/account/tier', 'GET, HEAD'],
    ['/api/v1/analysis/cpm', 'POST'],
    ['/api/v1/analysis/cpm/async', 'POST'],
    ['/api/v1/jobs/7d1c2c1e-58b6-4a0c-9a9e-8b54ad2f2a11', 'DELETE, GET, HEAD'],
  ] as const
  for (const [path, methods] of table) {
    const { status, json, headers } = await preflight(path, APP)
    t.equal(status, 200, path)
    t.same(json, { allow: methods })
    t.equal(headers['access-control-allow-origin'], APP)
    t.equal(headers['access-control-allow-methods'], methods)
    t.match(headers['access-control-allow-headers'], /Authorization.*X-Api-Key/)
  }
  t.equal((await preflight('/api/v1/none', APP)).status, 404)
})

t.test('an OPTIONS that is not the question of such a page is a method like another', async t => {
  t.equal((await preflight('/api/v1/analysis/cpm')).status, 405)
  t.equal((await preflight('/api/v1/analysis/cpm', 'https://evil.example')).status, 405)
  const plain = await service.call('/api/v1/analysis/cpm', { method: 'OPTIONS', headers: { origin: APP } })
  t.equal(plain.status, 405)
  t.equal(plain.headers.allow, 'POST')
})

t.test('without a list no page learns anything', async t => {
  const closed = await startService(t)
  const { status, headers } = await closed.call(KEYS, { method: 'OPTIONS', headers: { origin: APP } })
  t.equal(status, 200)
  t.equal(headers['access-control-allow-origin'], undefined)
  t.equal(headers.vary, undefined)
})

t.test('a list of anything but origins is refused at start', async t => {
  t.same([...originsOf(` ${APP} ,,${LOCAL}`)], [APP, LOCAL])
  const wrong = [
    '*',
    'app.example.com',
    `${APP}/`,
    `${APP}/path`,
    'https://APP.example.com',
    'https://*.example.com',
    'ftp://a.b',
  ]
  for (const text of wrong) t.throws(() => originsOf(text), text)
  t.equal(originOf('https://user@app.example.com'), undefined)
})
