/** `npm start -- --with-identity`: the commands it prints lead from nothing to a key that works. */
import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { started } from './helpers/started.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const START = ['deploy/start.ts', '--with-identity']

t.test('the printed commands get a token, an account and a key that analyses', async t => {
  const { output, url: address } = await started(t, process.execPath, START)
  const start = output.indexOf('  TOKEN=')
  const commands = output.slice(start, output.indexOf('In a browser', start))
  // only the last answer counts: each command needs what the one before it did
  const answers = execFileSync('sh', ['-c', commands.replace('/signup ', '/signup -o /dev/null ')], {
    encoding: 'utf8',
  })
  const { api_key: key } = JSON.parse(answers) as { api_key: string }
  const answer = await fetch(`${address}/api/v1/analysis/cpm`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '{"tasks":[{"id":"A","duration_days":3}]}',
  })
  t.equal(answer.status, 200)
  const login = await fetch(`${address}/api/v1/auth/login`, { redirect: 'manual' })
  t.equal(login.status, 302)
  const refused = await fetch(`${address}/mcp/tools`)
  const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1]
  const { resource } = (await (await fetch(metadata!)).json()) as { resource: string }
  t.equal(resource, `${address}/mcp`, 'clients of the agent tools find the provider')
})

t.test('it is refused beside a provider of one’s own', async t => {
  const { status, stderr } = spawnSync(process.execPath, START, {
    cwd: root,
    env: { ...process.env, OIDC_ISSUER: 'https://issuer.example', OIDC_AUDIENCE: 'a' },
    encoding: 'utf8',
  })
  t.equal(status, 1)
  t.match(stderr, 'OIDC_ISSUER')
})
