/** A gateway that is killed while it deletes an account (T40). */
import t from 'tap'
import { request } from 'undici'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { namesOf } from '../../../shared/test/every-server.ts'
import { until } from '../../../shared/test/until.ts'
import { openDeletions } from '../../store/delete-account.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { gatewayProcesses } from '../hostile/helpers/gateway-process.ts'

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
  for (const waitMs of [0, 1, 2, 4, 6, 9, 12, 20]) {
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
    t.same(await namesOf(client, `*${accountId}*`), [keys.audit(accountId)], `killed after ${waitMs} ms`)
    t.equal(await client.zscore(keys.accountIndex(), accountId), null)
    const owners = await Promise.all((await namesOf(client, 'key:*')).map(name => client.get(name)))
    t.notOk(
      owners.some(owner => owner?.startsWith(accountId)),
      'no credential is left',
    )
    next.child.kill('SIGKILL')
    await next.ended
  }
})
