/** What the security log has of calls that identify a caller, and what it never has. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { SECURITY_KINDS } from '../identity/security-log.ts'
import { mintKey } from '../store/api-key.ts'
import { revokeKey } from '../store/keys.ts'
import { startIdentityService } from './helpers/identity.ts'
import { CPM, FOUR_TASKS } from './helpers/networks.ts'

interface Line {
  readonly event?: string
  readonly kind: string
  readonly outcome: string
  readonly [name: string]: unknown
}

const TOKEN = 'marketplace-token-of-the-test'
const service = await startIdentityService(t, { MARKETPLACE_WEBHOOK_TOKEN: TOKEN })
const lines: Line[] = []
const keep = (line: Line): void => {
  if (line.event === 'security') lines.push(line)
}
const nothing = (): void => {}
Object.assign(service.app.gateway, {
  log: { info: keep, warn: keep, error: nothing, debug: nothing, isLevelEnabled: () => false },
})

let addressCount = 0
/** The lines of a call, from an address of its own unless one is named. */
async function linesOf(
  path: string,
  headers: Record<string, string> = {},
  body?: object,
  from = `192.0.2.${++addressCount}`,
) {
  lines.length = 0
  const options = body === undefined ? {} : { body }
  const { status } = await service.call(path, { ...options, headers: { 'x-forwarded-for': from, ...headers } })
  return { status, lines: [...lines], from }
}

t.test(
  'each refused key and token has a line with its address, and with its subject as far as it is known',
  async t => {
    const unknown = mintKey('live')
    const first = await linesOf(CPM, { 'x-api-key': unknown.text }, { tasks: FOUR_TASKS })
    t.match(first.lines, [
      {
        kind: 'key',
        outcome: 'credentials_invalid',
        status: 401,
        address: first.from,
        keySha256: unknown.sha256,
        path: CPM,
      },
    ])
    const typed = await linesOf('/api/v1/account/tier', { 'x-api-key': 'my password' })
    t.match(typed.lines, [{ kind: 'key', outcome: 'credentials_invalid', address: typed.from }])
    t.notMatch(JSON.stringify(typed.lines), /keySha256|my password/)
    const { text, accountId, keyId } = await service.keyRecord('starter')
    t.same((await linesOf('/api/v1/account/tier', { 'x-api-key': text })).lines, [], 'a key that is taken has none')
    await revokeKey(service.redis, accountId, keyId, 'test')
    const revoked = await linesOf('/api/v1/account/tier', { 'x-api-key': text })
    t.match(revoked.lines, [{ kind: 'key', outcome: 'credentials_invalid', accountId, keyId }])
    const token = await linesOf('/api/v1/account/tier', { authorization: 'Bearer a.b.c' })
    t.match(token.lines, [{ kind: 'token', outcome: 'credentials_invalid', address: token.from }])
    const stranger = await linesOf('/api/v1/account/tier', await service.bearer('bob'))
    t.match(stranger.lines, [{ kind: 'token', outcome: 'signup_required', subject: /^[0-9a-f]{64}$/ }])
  },
)

t.test('sign-ins, sign-ups, keys and webhooks have a line whatever they come to', async t => {
  const bearer = await service.bearer('ada')
  t.match((await linesOf('/api/v1/auth/login')).lines, [{ kind: 'sign_in', outcome: 'accepted', status: 302 }])
  const state = 'x'.repeat(43)
  t.match((await linesOf(`/api/v1/auth/callback?code=c&state=${state}`)).lines, [
    { kind: 'sign_in', outcome: 'login_state_invalid', status: 400 },
  ])
  const signedUp = await linesOf('/api/v1/auth/signup', bearer, {})
  t.match(signedUp.lines, [{ kind: 'sign_up', outcome: 'accepted', status: 201, subject: /^[0-9a-f]{64}$/ }])
  t.match((await linesOf('/api/v1/auth/keys', bearer, { label: 'secret label' })).lines, [
    { kind: 'key_change', outcome: 'accepted', status: 201 },
  ])
  t.notMatch(JSON.stringify(lines), /sis_live|secret label|Bearer|ada@/)
  const webhook = '/api/v1/billing/azure-marketplace/webhook'
  t.match((await linesOf(webhook, { 'x-cloud-marketplace-token': 'guess' }, {})).lines, [
    { kind: 'webhook', outcome: 'credentials_invalid', status: 401 },
  ])
  t.match((await linesOf(webhook, { 'x-cloud-marketplace-token': TOKEN }, {})).lines, [
    { kind: 'webhook', outcome: 'validation', status: 422 },
  ])
  t.notMatch(JSON.stringify(lines), /guess|marketplace-token-of-the-test/)
})

t.test('a user whom an agent signs up has a line, and so has one who can have no account', async t => {
  const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }
  const sent = async (user: string, claims: Record<string, unknown> = {}) =>
    (await linesOf('/mcp', { ...(await service.bearer(user, claims)), accept: 'application/json' }, message)).lines
  t.match(await sent('grace'), [{ kind: 'sign_up', outcome: 'accepted', accountId: /./, subject: /^[0-9a-f]{64}$/ }])
  t.same(await sent('grace'), [], 'the next message is one like any other')
  t.match(await sent('eve'), [{ kind: 'token', outcome: 'email_unverified', status: 200 }])
  t.match(await sent('twin', { email: 'grace@example.com', email_verified: true }), [
    { kind: 'token', outcome: 'email_taken', status: 200 },
  ])
})

t.test(
  'who guesses on and on has five lines a minute of each outcome, and the next one tells of the others',
  async t => {
    const realNow = service.app.gateway.now
    t.teardown(() => Object.assign(service.app.gateway, { now: realNow }))
    let nowMs = realNow()
    Object.assign(service.app.gateway, { now: () => nowMs })
    const logged: Line[] = []
    for (let guess = 0; guess < 80; guess++) {
      logged.push(
        ...(await linesOf('/api/v1/account/tier', { 'x-api-key': `guess ${guess}` }, undefined, '198.51.100.9')).lines,
      )
    }
    t.same([...new Set(logged.map(({ outcome }) => outcome))], ['credentials_invalid', 'window_exceeded'])
    t.equal(logged.length, 10)
    nowMs += 61_000
    const next = await linesOf('/api/v1/account/tier', { 'x-api-key': 'guess' }, undefined, '198.51.100.9')
    t.ok(Number(next.lines[0]?.leftOut) > 10, JSON.stringify(next.lines))
  },
)

t.test('each kind of line stands in the runbook', t => {
  const runbook = readFileSync(new URL('../../deploy/runbook/monitoring.md', import.meta.url), 'utf8')
  for (const kind of SECURITY_KINDS) t.match(runbook, `\`${kind}\``)
  t.end()
})
