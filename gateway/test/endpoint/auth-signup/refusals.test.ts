import t from 'tap'
import { startIdentityService } from '../../helpers/identity.ts'
import { startService } from '../../helpers/service.ts'

const SIGNUP = '/api/v1/auth/signup'
const service = await startIdentityService(t)
const post = async (options: Parameters<typeof service.call>[1]) => {
  const { status, json } = await service.call(SIGNUP, { method: 'POST', ...options })
  return `${status} ${json.code}`
}

t.test('401 without a token, with one that is none, and with an API key', async t => {
  t.equal(await post({}), '401 credentials_missing')
  t.equal(await post({ key: await service.key('free') }), '401 credentials_missing', 'only the bearer is read')
  for (const authorization of ['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic YTpi', 'bearer  ', 'Bearer a b']) {
    t.equal(await post({ headers: { authorization } }), '401 credentials_invalid', authorization)
  }
})

t.test('403 without an e-mail address that the issuer has verified', async t => {
  for (const claims of [
    { email: undefined, email_verified: true },
    { email_verified: false },
    { email_verified: undefined },
    { email_verified: 1 },
    { email: 'no address' },
    { email: ['a@example.com'] },
    { email: `${'a'.repeat(250)}@example.com` },
  ]) {
    const headers = await service.bearer('unverified', claims)
    t.equal(await post({ headers, body: { email: 'mine@example.com', email_verified: true } }), '403 email_unverified')
  }
})

t.test('a small body is refused for its type, its length, its syntax, its schema, in that order', async t => {
  const headers = await service.bearer('ada')
  const typed = (type: string, more = {}) => ({ headers: { ...headers, 'content-type': type, ...more } })
  t.equal(await post({ ...typed('text/plain'), body: 'x'.repeat(70_000) }), '415 media_type_unsupported')
  t.equal(await post({ ...typed('application/msgpack'), body: '\x80' }), '415 media_type_unsupported')
  t.equal(
    await post({ ...typed('application/json', { 'content-encoding': 'gzip' }), body: '{}' }),
    '415 encoding_unsupported',
  )
  t.equal(await post({ headers, body: `{"company":"${'x'.repeat(70_000)}` }), '413 body_too_large')
  t.equal(await post({ headers, body: '{"company":' }), '400 json_syntax')
  t.equal(await post({ headers, body: Buffer.from([0x7b, 0xff, 0x7d]) }), '400 json_syntax')
  t.equal(await post({ headers, body: { company: 5 } }), '422 validation')
  t.equal(await post({ headers, body: [] }), '422 validation')
  t.equal(await post({ headers, body: { display_name: 'a\u0000b' } }), '422 validation')
})

t.test('every fault of a body is named with its place and value, and of its syntax the place alone', async t => {
  const headers = await service.bearer('ada')
  const { json } = await service.call(SIGNUP, { headers, body: { display_name: 5, company: 'x'.repeat(201) } })
  t.equal(json.error_count, 2)
  t.match(json.detail, [
    { loc: ['body', 'display_name'], msg: 'display_name must be a string, not 5.', type: 'type' },
    { loc: ['body', 'company'], type: 'length' },
  ])
  const syntax = await service.call(SIGNUP, { headers, body: '{"company": secret-word}' })
  t.equal(syntax.json.detail, 'The body is not valid JSON: a value, a comma or a bracket is wrong.')
  t.notMatch(syntax.json.detail, 'secret')
})

t.test('429 past the window of the address, before the signup', async t => {
  const headers = { ...(await service.bearer('hasty')), 'x-forwarded-for': '10.99.0.1' }
  const statuses: number[] = []
  for (let i = 0; i < 61; i++) statuses.push((await service.call(SIGNUP, { method: 'POST', headers })).status)
  t.same(statuses, [201, ...Array<number>(59).fill(200), 429])
})

t.test('503 without an identity provider, with a key or a token or neither', async t => {
  const bare = await startService(t)
  for (const headers of [{}, await service.bearer('ada')]) {
    const { status, json } = await bare.call(SIGNUP, { method: 'POST', headers })
    t.equal(`${status} ${json.code}`, '503 identity_unconfigured')
  }
  const { status } = await bare.call('/api/v1/account/tier', { headers: await service.bearer('ada') })
  t.equal(status, 401, 'where a key would do, the token is not valid')
})

t.test('503 while the store is away, and nothing is half done after', async t => {
  const own = await startIdentityService(t)
  const headers = await own.bearer('ada')
  await own.stopRedis()
  const { status, json } = await own.call(SIGNUP, { method: 'POST', headers })
  t.equal(`${status} ${json.code}`, '503 store_unavailable')
})
