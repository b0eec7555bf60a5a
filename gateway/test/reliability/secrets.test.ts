/**
 * T41: nothing that a caller or the operator would keep to himself is in what the processes print. `npm start` runs with every secret set and its
 * log as talkative as it gets; a walk calls every endpoint in several ways, all of its words marked; then standard output and error of gateway,
 * node, deliverer and start script, and those of the operator's commands, are searched for the marks. Two things are printed on purpose: the key that
 * a command makes, and the demo key of the start script, which is none of the walk's.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { isAnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { until } from '../../../shared/test/until.ts'
import { hasSmallBody, hasWork } from '../../call/routes.ts'
import { FIXTURES } from '../../sandbox/fixtures.ts'
import { describedRows } from '../endpoint/every-row/rows.ts'
import { elsewhere } from '../helpers/elsewhere.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { CPM } from '../helpers/networks.ts'
import { type StripeStandIn, startStripe } from '../helpers/stripe-stand-in.ts'

t.setTimeout(300_000)

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** In every text of the walk. */
const MARK = 'canary'
const SECRETS_KEY = 'cd'.repeat(32)
/** Where nobody listens. */
const NOWHERE = '127.0.0.1:9'

interface Printed {
  readonly child: ChildProcess
  /** What both streams said. */
  text(): string
}

function run(file: string, words: readonly string[], env: NodeJS.ProcessEnv): Printed & { stdout(): string } {
  const child = spawn(process.execPath, [join(root, file), ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const parts: string[] = []
  const own: string[] = []
  child.stdout.on('data', chunk => {
    parts.push(String(chunk))
    own.push(String(chunk))
  })
  child.stderr.on('data', chunk => parts.push(String(chunk)))
  return { child, text: () => parts.join(''), stdout: () => own.join('') }
}

/** The whole service; ends with the test. */
async function startAll(t: Test, settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sis-secrets-'))
  // as it runs by itself: tap's hooks are not for it
  const { NODE_OPTIONS: _hooks, NODE_V8_COVERAGE: _coverage, ...inherited } = process.env
  const env = { ...inherited, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'debug', ...settings }
  const service = run('deploy/start.ts', [], env)
  const end = async (): Promise<void> => {
    if (service.child.exitCode !== null || service.child.signalCode !== null) return
    service.child.kill('SIGTERM')
    await once(service.child, 'close')
  }
  t.teardown(async () => {
    await end()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await until('it has started', () => service.text().includes('Ctrl-C') || service.child.exitCode !== null)
  const url = /address\s+(\S+)/.exec(service.text())?.[1]
  if (url === undefined) throw new Error(service.text())
  return { url, env, service, end }
}

const SECRETS = {
  SECRETS_KEY,
  MARKETPLACE_WEBHOOK_TOKEN: `${MARK}-marketplace-token-of-the-walk`,
  SETTLEMENT_TOKEN: `${MARK}-settlement-token-of-the-walk`,
  INTERNAL_DISPATCH_SECRET: `${MARK}-dispatch-secret-of-the-walk-0123456789`,
  CONTACT_WEBHOOK_URL: `http://${NOWHERE}/${MARK}-path?token=${MARK}`,
  OIDC_CLIENT_ID: 'web',
  OIDC_CLIENT_SECRET: `${MARK}-client-secret-of-the-walk`,
  OIDC_REDIRECT_URI: 'http://127.0.0.1/api/v1/auth/callback',
}

/** A task with words of the caller in it. */
const TASKS = [{ id: MARK, name: MARK, duration_days: 1, resource: MARK, wbs_code: MARK }]

type Headers = Readonly<Record<string, string>>

/** Calls of the walk, and the secrets that their answers hold. */
class Walk {
  readonly secrets: Set<string>
  callCount = 0
  readonly #url: string

  constructor(url: string, secrets: readonly string[]) {
    this.#url = url
    this.secrets = new Set(secrets)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the walk reads what it expects to be there
  async call(method: string, path: string, headers: Headers, body?: string): Promise<any> {
    this.callCount++
    const answer = await request(this.#url + path, {
      method: method as 'POST',
      headers: {
        'user-agent': MARK,
        cookie: `sis_login=${MARK}`,
        ...elsewhere(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body ?? null,
    })
    const text = await answer.body.text()
    const json = /json/.test(String(answer.headers['content-type'])) && text !== '' ? JSON.parse(text) : undefined
    for (const name of ['api_key', 'secret', 'access_token', 'checkout_url', 'portal_url']) {
      if (typeof json?.[name] === 'string') this.secrets.add(json[name])
    }
    return { status: answer.statusCode, json }
  }
}

/** The life of a user, so that the rest is called with something there. */
async function liveAsUser(t: Test, walk: Walk, stripe: StripeStandIn, bearer: Headers, owned: Headers) {
  const signedUp = await walk.call(
    'POST',
    '/api/v1/auth/signup',
    bearer,
    JSON.stringify({ display_name: MARK, company: MARK }),
  )
  t.equal(signedUp.status, 201)
  const made = await walk.call('POST', '/api/v1/auth/keys', bearer, JSON.stringify({ label: MARK }))
  t.equal(made.status, 201)
  const { session_id: sessionId } = (await walk.call('POST', '/api/v1/billing/checkout', bearer)).json
  stripe.pay(sessionId)
  const { body: event, headers: signature } = stripe.delivery(stripe.events.at(-1)!)
  t.equal((await walk.call('POST', '/api/v1/billing/stripe/webhook', signature, event)).status, 200)
  const reconciled = await walk.call(
    'POST',
    '/api/v1/billing/checkout/reconcile',
    bearer,
    JSON.stringify({ session_id: sessionId }),
  )
  t.equal(reconciled.json.status, 'activated')
  t.equal((await walk.call('POST', '/api/v1/billing/portal', bearer)).status, 200)
  t.equal((await walk.call('POST', '/api/v1/account/webhook-secret', owned)).status, 201)
  t.equal((await walk.call('POST', '/api/v1/playground/keys', {})).status, 201)
  const form = { name: MARK, email: `${MARK}@example.com`, kind: 'sales', message: MARK, company: MARK }
  t.equal((await walk.call('POST', '/api/v1/contact/submit', {}, JSON.stringify(form))).status, 200)
  return { userId: signedUp.json.user_id as string, userKey: made.json.api_key as string }
}

/** Bodies for a row: right, wrong in a value, cut short, and no object. */
function bodiesOf(id: string): string[] {
  const analysis = id.replace(/\.async$/, '')
  const fixture = isAnalysisId(analysis) ? FIXTURES[0]!.requests[analysis] : {}
  return [
    JSON.stringify({ ...fixture, tasks: TASKS, [MARK]: MARK, label: MARK }),
    JSON.stringify({
      tasks: [{ id: MARK, predecessors: [MARK], constraint_type: MARK, duration_days: MARK }],
      [MARK]: MARK,
    }),
    `{"tasks":[{"id":"${MARK}"`,
    `"${MARK}"`,
  ]
}

/** Every endpoint: with words that are right and wrong in form, and with invalid credentials. */
async function callEverything(
  t: Test,
  walk: Walk,
  key: string,
  token: string,
  [owned, bearer]: readonly [Headers, Headers],
) {
  const strangers = [
    { 'x-api-key': `${key}x` },
    { authorization: `Bearer ${token}x` },
    { authorization: `Basic ${MARK}` },
  ]
  const tokens = {
    'x-cloud-marketplace-token': SECRETS.MARKETPLACE_WEBHOOK_TOKEN,
    'x-settlement-token': SECRETS.SETTLEMENT_TOKEN,
    'x-service-internal-dispatch': MARK,
    'stripe-signature': `t=1,v1=${MARK}`,
  }
  const seen = new Set<number>()
  for (const { id, method, path, route } of describedRows()) {
    // what ends the account comes last
    if (id === 'auth.account.delete') continue
    const target = `${path.replace(/\{\w+\}/g, MARK)}?${MARK}=${MARK}&code=${MARK}&state=${MARK}`
    const hasBody = hasWork(route) || hasSmallBody(route)
    for (const body of hasBody ? bodiesOf(id) : [undefined]) {
      for (const headers of [owned, bearer, tokens]) seen.add((await walk.call(method, target, headers, body)).status)
    }
    for (const headers of strangers)
      seen.add((await walk.call(method, target, headers, hasBody ? bodiesOf(id)[0] : undefined)).status)
  }
  t.notOk(seen.has(500), `statuses of the walk: ${[...seen].sort().join(' ')}`)
}

async function runCommands(admin: (words: string[]) => Promise<string>, userId: string, keys: readonly string[]) {
  for (const words of [
    ['key', 'list'],
    ['account', 'list'],
    ['account', 'audit', userId],
    ['jobs', 'dead-letter', 'list'],
    ...keys.map(key => ['key', 'revoke', key]),
    ['audit', 'list'],
    ['doctor'],
    [MARK],
  ]) {
    await admin(words)
  }
}

/** Fails for each output that holds a mark or a secret. */
function searchOutputs(t: Test, walk: Walk, token: string, service: Printed, commands: readonly string[]): void {
  const marks = [
    MARK,
    ...walk.secrets,
    // a part of one is told too
    ...[...walk.secrets].map(secret => secret.slice(-24)),
    ...token.split('.'),
    Buffer.from(MARK).toString('base64'),
  ]
  const printed = new Map([
    ['the service', service.text()],
    ...commands.map((text, i) => [`command ${i}`, text] as const),
  ])
  for (const [who, text] of printed) {
    for (const mark of marks) {
      // labels that an operator gave or a user may see in lists are no secrets of the log
      const found = who === 'the service' || mark !== MARK ? text.indexOf(mark) : -1
      if (found !== -1) t.fail(`${who} printed ${JSON.stringify(text.slice(Math.max(0, found - 200), found + 60))}`)
    }
  }
  t.pass(`${marks.length} marks in ${printed.size} outputs`)
}

t.test(
  'T41: no key, token, secret, name or word of a caller is printed by any process, whatever is called',
  async t => {
    const issuer = await startIssuer(t)
    const stripe = await startStripe(t)
    const { url, env, service, end } = await startAll(t, {
      ...issuer.settings,
      ...stripe.settings,
      ...SECRETS,
      WEBHOOK_ALLOW_HTTP: '1',
      WEBHOOK_ALLOWED_HOSTS: NOWHERE,
      TRUSTED_PROXY_HOPS: '1',
    })
    const commands: string[] = []
    /** Output of a command; what it prints on purpose stays out of what is searched. */
    const admin = async (words: string[], isShown = true): Promise<string> => {
      const command = run('deploy/admin.ts', words, env)
      await once(command.child, 'close')
      commands.push(isShown ? command.text() : command.text().replace(command.stdout(), ''))
      return command.stdout().trim()
    }
    const key = await admin(['key', 'create', '--tier', 'enterprise', '--calls-per-window', 'unlimited'], false)
    t.match(key, /^sis_live_/)
    const token = await issuer.token(`${MARK}-subject`)
    const bearer = { authorization: `Bearer ${token}` }
    const owned = { 'x-api-key': key }
    const walk = new Walk(url, [key, token, SECRETS_KEY, 'standInForStripe'])

    const { userId, userKey } = await liveAsUser(t, walk, stripe, bearer, owned)
    await callEverything(t, walk, key, token, [owned, bearer])

    // a job with a callback that fails
    const callback_url = `http://${NOWHERE}/hook?token=${MARK}`
    const job = await walk.call('POST', `${CPM}/async`, owned, JSON.stringify({ tasks: TASKS, callback_url }))
    t.equal(job.status, 202)
    await until('its callback was tried', async () => {
      const { json } = await walk.call('GET', '/api/v1/webhooks/deliveries', owned)
      return json.deliveries.some(
        (delivery: { job_id: string; attempts: object[] }) =>
          delivery.job_id === job.json.job_id && delivery.attempts.length > 0,
      )
    })

    await runCommands(admin, userId, [userKey, `${key}x`])
    for (const status of [401, 500]) {
      stripe.failWith = status
      t.equal((await walk.call('DELETE', '/api/v1/auth/account', bearer)).status, 503)
      t.equal((await walk.call('POST', '/api/v1/billing/portal', bearer)).status, 503)
    }
    stripe.failWith = null
    t.equal((await walk.call('DELETE', '/api/v1/auth/account', bearer)).status, 204)
    await end()

    const lines = service.text().split('\n')
    const pids = new Set(lines.flatMap(line => /"pid":(\d+)/.exec(line)?.[1] ?? []))
    t.ok(
      pids.size >= 3,
      `${walk.callCount} calls, ${lines.length} lines of ${pids.size} processes, ${commands.length} commands`,
    )
    t.comment(
      `${walk.callCount} calls, ${lines.length} lines of ${pids.size} processes, ${commands.length} commands, ${walk.secrets.size} secrets`,
    )
    t.ok(lines.filter(line => line.includes('"event":"metering"')).length > 100, 'the calls are in the log')
    searchOutputs(t, walk, token, service, commands)
  },
)
