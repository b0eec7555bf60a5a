/** Accounts and processes: deletion under kill -9 (T40), secrets in the log (T41). */
import t from 'tap'
import { request } from 'undici'
import { connect, disconnect } from '../../../shared/redis/connect.ts'
import { keys } from '../../../shared/redis/keys.ts'
import { until } from '../../../shared/test/until.ts'
import { openDeletions } from '../../store/delete-account.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { CPM } from '../helpers/networks.ts'
import { gatewayProcesses } from '../hostile/helpers/gateway-process.ts'

t.setTimeout(300_000)

const KEYS = '/api/v1/auth/keys'
const ACCOUNT = '/api/v1/auth/account'
const issuer = await startIssuer(t)

t.test('T40: a gateway that is killed while it deletes leaves nothing that the next one does not end', async t => {
  const gateways = await gatewayProcesses(t)
  const client = connect(gateways.redisUrl, 'test')
  t.teardown(() => disconnect(client))
  const authorization = `Bearer ${await issuer.token('killed')}`
  const call = async (url: string, method: 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await request(url + path, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, json: text === '' ? undefined : JSON.parse(text) }
  }
  for (const waitMs of [0, 4, 12]) {
    const doomed = await gateways.start(issuer.settings)
    const user = await call(doomed.url, 'POST', '/api/v1/auth/signup', {})
    const accountId = user.json.user_id as string
    for (let i = 0; i < 10; i++) await call(doomed.url, 'POST', KEYS, { label: 'x' })
    const deletion = call(doomed.url, 'DELETE', ACCOUNT).catch(() => undefined)
    await new Promise(resolve => setTimeout(resolve, waitMs))
    doomed.child.kill('SIGKILL')
    await doomed.ended
    await deletion
    const next = await gateways.start(issuer.settings)
    let triesLeft = 3
    while (triesLeft-- > 0) {
      const { status, json } = await call(next.url, 'DELETE', ACCOUNT)
      if (status === 204 || json?.code === 'signup_required') break
    }
    t.ok(triesLeft >= 0, 'three calls are enough')
    await until('it is ended', async () => (await openDeletions(client)).length === 0)
    t.same(await client.keys(`*${accountId}*`), [keys.audit(accountId)], `killed after ${waitMs} ms`)
    t.equal(await client.zscore(keys.accountIndex(false), accountId), null)
    const owners = await Promise.all((await client.keys('key:*')).map(name => client.get(name)))
    t.notOk(
      owners.some(owner => owner?.startsWith(accountId)),
      'no credential is left',
    )
    next.child.kill('SIGKILL')
    await next.ended
  }
})

t.test('T41: no key, token, secret, task name or message is in the log, whatever happens', async t => {
  const gateways = await gatewayProcesses(t)
  const secretsKey = 'cd'.repeat(32)
  const contactPath = 'canary-webhook-path'
  const gateway = await gateways.start({
    ...issuer.settings,
    LOG_LEVEL: 'debug',
    SECRETS_KEY: secretsKey,
    CONTACT_WEBHOOK_URL: `http://127.0.0.1:1/${contactPath}`,
  })
  const token = await issuer.token('canary-subject')
  const post = async (path: string, headers: Record<string, string>, body: string, method = 'POST') => {
    const answer = await request(gateway.url + path, {
      method: method as 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: method === 'GET' || method === 'DELETE' ? null : body,
    })
    return { status: answer.statusCode, text: await answer.body.text() }
  }
  const bearer = { authorization: `Bearer ${token}` }
  await post('/api/v1/auth/signup', bearer, '{"display_name":"canary-name","company":"canary-company"}')
  const made = JSON.parse((await post(KEYS, bearer, '{"label":"canary-label"}')).text)
  const key = { 'x-api-key': made.api_key as string }
  const tasks = (id: string) => JSON.stringify({ tasks: [{ id, name: 'canary-task', predecessors: [id] }] })
  await post(CPM, key, JSON.stringify({ tasks: [{ id: 'canary-task', name: 'canary-task', duration_days: 1 }] }))
  await post(CPM, key, tasks('canary-task'))
  await post(CPM, key, '{"tasks":[{"id":"canary-task"')
  await post(`${CPM}/async`, key, tasks('canary-task'))
  await post(CPM, { 'x-api-key': `${made.api_key}x` }, '{}')
  await post(CPM, { authorization: `Bearer ${token}x` }, '{}')
  await post('/api/v1/auth/keys', bearer, '{"label":"canary-label\\u0000"}')
  await post('/api/v1/account/webhook-secret', key, '')
  const form = '{"name":"canary-name","email":"canary@example.com","kind":"sales","message":"canary-message"}'
  t.equal((await post('/api/v1/contact/submit', {}, form)).status, 200)
  await post('/api/v1/auth/callback?code=canary-code&state=canary-state', {}, '', 'GET')
  await post('/api/v1/account/usage?from=canary-query', key, '', 'GET')
  t.equal((await post(ACCOUNT, bearer, '', 'DELETE')).status, 204)
  await until('the calls are in the log', () => gateway.log.filter(({ event }) => event === 'metering').length >= 4)
  const text = JSON.stringify(gateway.log)
  const canaries = [
    made.api_key,
    made.api_key.slice(12, 52),
    token,
    token.split('.')[2]!,
    secretsKey,
    contactPath,
    'canary',
  ]
  for (const canary of canaries) t.notOk(text.includes(canary), `${canary.slice(0, 12)}...`)
})
