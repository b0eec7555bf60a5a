/** Whose client signed its user in: the account is made with the first call, or the tool's answer says why there is none. */

import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { namesOf } from '../../../../shared/test/every-server.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { startIdentityService } from '../../helpers/identity.ts'
import { callParams, ERAS, legacy, modern, post } from '../../helpers/mcp-messages.ts'
import { FOUR_TASKS } from '../../helpers/networks.ts'

const service = await startIdentityService(t)
const CALL = callParams('analysis_cpm', { tasks: FOUR_TASKS })

const send = async (user: string, message: ReturnType<typeof legacy>) =>
  post(service, undefined, message, { ...(await service.bearer(user)), ...elsewhere() })

t.test('a user who has signed in is signed up by the first message, once, and may call a tool', async t => {
  const connected = await send('ada', legacy('initialize', { protocolVersion: '2025-11-25' }))
  t.equal(connected.status, 200)
  const { json } = await send('ada', legacy('tools/call', CALL))
  t.equal(json.result.isError, false)
  const profile = await service.call('/api/v1/auth/profile', { headers: await service.bearer('ada') })
  t.equal(profile.status, 200)
  t.match(profile.json, { email: 'ada@example.com', tier: 'free' })
  const signedUp = await service.call('/api/v1/auth/signup', { method: 'POST', headers: await service.bearer('ada') })
  t.equal(signedUp.status, 200, 'it is there already')
})

t.test('of many first calls at once one makes the account', async t => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('crowd', modern('tools/call', CALL))))
  for (const { status, json } of answers) t.same([status, json.result.isError], [200, false])
  const accounts = await namesOf(service.redis, keys.user('*'))
  t.equal(accounts.length, 2)
})

t.test('the tools by their paths sign up as well, other paths do not', async t => {
  const headers = { ...(await service.bearer('bob')), ...elsewhere() }
  const other = await service.call('/api/v1/account/tier', { headers })
  t.same([other.status, other.json.code], [403, 'signup_required'])
  t.equal((await service.call('/mcp/tools/analysis_cpm', { headers, body: { tasks: FOUR_TASKS } })).status, 200)
  t.equal((await service.call('/api/v1/account/tier', { headers })).status, 200)
})

t.test(
  'a user without a verified address connects and sees the tools; a tool that is called says what to do',
  async t => {
    for (const [era, message] of Object.entries(ERAS)) {
      const listed = await send('eve', message('tools/list'))
      t.equal(listed.status, 200, era)
      t.ok(listed.json.result.tools.length > 0)
      const { status, json } = await send('eve', message('tools/call', CALL))
      t.equal(status, 200, era)
      t.equal(json.result.isError, true)
      t.match(json.result.content[0].text, /no e-mail address .* verified.*\nAsk the user to confirm/)
    }
    const byPath = await service.call('/mcp/tools', { headers: { ...(await service.bearer('eve')), ...elsewhere() } })
    t.same([byPath.status, byPath.json.code], [403, 'email_unverified'])
  },
)

t.test(
  'who deleted the account is not signed up by an agent that goes on calling, until the user signs up',
  async t => {
    const user = 'leaver'
    const account = async (method: string, path: string) =>
      service.call(path, { method, headers: { ...(await service.bearer(user)), ...elsewhere() } })
    t.equal((await send(user, modern('tools/call', CALL))).json.result.isError, false)
    t.equal((await account('DELETE', '/api/v1/auth/account')).status, 204)
    for (const message of Object.values(ERAS)) {
      t.equal((await send(user, message('tools/list'))).status, 200)
      const { status, json } = await send(user, message('tools/call', CALL))
      t.equal(status, 200)
      t.match(json.result, { isError: true, content: [{ text: /was deleted.*\/auth\/signup/s }] })
    }
    const byPath = await account('GET', '/mcp/tools')
    t.same([byPath.status, byPath.json.code], [403, 'account_deleted'])
    t.equal((await account('GET', '/api/v1/auth/profile')).status, 403, 'there is no account')
    t.equal((await account('POST', '/api/v1/auth/signup')).status, 201)
    t.equal((await send(user, modern('tools/call', CALL))).json.result.isError, false)
    t.same(await namesOf(service.redis, keys.deletedSubject('*')), [])
  },
)

t.test('an address that another sign-in has is reported in the tool, too', async t => {
  const claims = { email: 'ada@example.com', email_verified: true }
  const headers = { ...(await service.bearer('twin', claims)), ...elsewhere() }
  const { status, json } = await post(service, undefined, legacy('tools/call', CALL), headers)
  t.equal(status, 200)
  t.match(json.result, { isError: true, content: [{ text: /exists under another sign-in/ }] })
  const byPath = await service.call('/mcp/tools', { headers })
  t.same([byPath.status, byPath.json.code], [409, 'email_taken'])
  const document = (await service.call('/openapi.json')).json
  for (const operation of [document.paths['/mcp/tools'].get, document.paths['/mcp/tools/{tool_name}'].post])
    t.ok(operation.responses['409'], 'the document says so')
})

t.test('who comes from one address again and again is refused as any stranger', async t => {
  const headers = { ...(await service.bearer('eve')), ...elsewhere() }
  const statuses: number[] = []
  for (let i = 0; i < 70; i++) statuses.push((await post(service, undefined, modern('tools/list'), headers)).status)
  t.equal(statuses[0], 200)
  t.equal(statuses.at(-1), 429)
})

t.test('a token that expired is called so, and one that is wrong; no token is no error', async t => {
  const challenge = async (headers: Record<string, string>): Promise<unknown> => {
    const { status, headers: sent } = await post(service, undefined, legacy('initialize'), {
      ...headers,
      ...elsewhere(),
    })
    t.equal(status, 401)
    return sent['www-authenticate']
  }
  const metadata = `Bearer resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`
  const key = 'ApiKey header="x-api-key"'
  const expired = await service.bearer('ada', { exp: Math.floor(Date.now() / 1000) - 3600 })
  const foreign = await service.bearer('ada', { aud: 'https://elsewhere.example' })
  t.equal(
    await challenge(expired),
    `${metadata}, error="invalid_token", error_description="The access token expired", ${key}`,
  )
  const wrong = `${metadata}, error="invalid_token", error_description="The access token is not valid", ${key}`
  t.equal(await challenge(foreign), wrong)
  t.equal(await challenge({ authorization: 'Bearer nonsense' }), wrong)
  t.equal(await challenge({}), `${metadata}, ${key}`)
  t.equal(await challenge({ authorization: 'Bearer' }), `${metadata}, ${key}`)
  t.equal(await challenge({ authorization: 'Basic YTpi' }), `${metadata}, ${key}`)
  t.equal(await challenge({ 'x-api-key': 'sis_live_nothing' }), `${metadata}, ${key}`)
})

t.test('a tier lists the tools that it may call', async t => {
  const free = await service.key('free')
  const starter = await service.key('starter')
  for (const message of Object.values(ERAS)) {
    const names = async (key: string) =>
      (await post(service, key, message('tools/list'))).json.result.tools.map(({ name }: { name: string }) => name)
    const starters = ['analysis_resources', 'forensics_delay_analysis', 'submit_job']
    t.same(
      (await names(starter)).filter((name: string) => starters.includes(name)),
      starters,
    )
    t.notOk((await names(free)).some((name: string) => starters.includes(name)))
    t.ok((await names(free)).includes('load_schedule'))
  }
  const unknown = await post(service, free, legacy('tools/call', callParams('forensics_delay', {})))
  t.notMatch(unknown.json.error.message, /forensics_delay_analysis/)
})
