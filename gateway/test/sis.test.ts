/** The command line against a service: the same results as in its own process, large schedules as jobs. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, openAsBlob, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { sis, UPDATE } from '../../compute/test/cli/sis.ts'
import { EnvelopeHash } from '../../shared/contract/envelope-hash.ts'
import { dataFolder } from '../../shared/test/data-folder.ts'
import { startNode } from './helpers/jobs.ts'
import { startService } from './helpers/service.ts'

const service = await startService(t, { SYNC_TASK_COUNT_MAX: '1000' })
await startNode(t, service)
const settings = { SIS_URL: service.url, SIS_API_KEY: await service.key('government') }

t.test('health prints at a service what it prints here', async t => {
  const [there, here] = [await sis(['health', UPDATE], settings), await sis(['health', UPDATE])]
  t.equal(there.code, 0)
  t.equal(there.out, here.out)
})

t.test('convert gives the same file, and says the same of it', async t => {
  const words = ['convert', UPDATE, '--to', 'ms_project_xml']
  const [there, here] = [await sis(words, settings), await sis(words)]
  t.equal(there.out, here.out)
  t.equal(there.err, here.err)
  t.match(here.err, 'resume_written')
})

t.test('a schedule above the limit of a synchronous call goes as a job', async t => {
  const file = join(dataFolder(t), 'large.json')
  const tasks = Array.from({ length: 1_500 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 1,
    predecessors: i === 0 ? [] : [`T${i - 1}`],
  }))
  writeFileSync(file, JSON.stringify({ tasks }))
  const { code, out, err } = await sis(['run', 'score', file, '--json'], settings)
  t.same([code, err], [0, ''])
  t.equal(JSON.parse(out).metadata.task_count, 1_500)
  const listed = await sis(['jobs'], settings)
  t.match(listed.out, /completed {2}1,500 tasks .*\/api\/v1\/health\/score/)
  const [id = ''] = listed.out.split(' ')
  t.match((await sis(['jobs', id, '--wait'], settings)).out, 'Health score')
  t.match(await sis(['jobs', id, '--cancel'], settings), { code: 2, err: 'sis: ' }, 'it has ended')
  t.match(
    (await sis(['jobs', '0b9f4e9c-6f5d-4c38-9a59-0d1f8e1c2a77'], settings)).err,
    'sis: The account has no such job.',
  )
})

t.test('reports and each analysis come from a service as they do here', async t => {
  const folder = dataFolder(t)
  for (const words of [
    ['report', UPDATE],
    ['run', 'cpm', UPDATE],
  ]) {
    const page = join(folder, `${words[0]}.html`)
    const { code, err } = await sis([...words, '--html', page], settings)
    t.same([code, err], [0, ''], words.join(' '))
    t.match(readFileSync(page, 'utf8'), '<!doctype html>')
  }
  const form = new FormData()
  for (const name of ['baseline_schedule', 'current_schedule']) form.append(name, await openAsBlob(UPDATE))
  const headers = { authorization: `Bearer ${settings.SIS_API_KEY}`, accept: 'application/json' }
  const sent = await fetch(`${service.url}/api/v1/reports?kind=claim`, { method: 'POST', body: form, headers })
  const { out } = await sis(['report', UPDATE, UPDATE, '--kind', 'claim', '--json'])
  const { metadata } = (await sent.json()) as { metadata: { input_sha256: string } }
  t.equal(JSON.parse(out).metadata.input_sha256, metadata.input_sha256, 'one fingerprint of the same files')
})

t.test('a wrong key, and a service that is not there, are one line', async t => {
  const { code, err } = await sis(['health', UPDATE, '--key', 'sk_wrong'], { SIS_URL: service.url })
  t.same([code, err], [2, 'sis: The credentials are not valid.\n'])
  t.match((await sis(['health', UPDATE, '--url', 'http://127.0.0.1:1'])).err, /cannot be reached/)
})

t.test('a redirect does not take the key along', async t => {
  const seen: unknown[] = []
  const elsewhere = createServer((from, to) => {
    seen.push(from.headers['x-api-key'])
    to.end('{}')
  })
  const redirecting = createServer((_, to) => {
    to.writeHead(307, { location: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/` }).end()
  })
  for (const server of [elsewhere, redirecting]) {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => server.close())
  }
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`
  for (const words of [['jobs'], ['path', UPDATE]]) {
    const { code, err } = await sis(words, { SIS_URL: url, SIS_API_KEY: 'sk_secret' })
    t.equal(code, 2)
    t.match(err, 'redirect')
  }
  t.same(seen, [])
})

t.test(
  'the package, installed by file into an empty folder, has what it needs and gives the result of the service',
  async t => {
    const folder = dataFolder(t)
    const env = Object.fromEntries(
      Object.entries({ ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }).filter(
        ([name]) => !/^npm_|^NODE_OPTIONS|^TAP/.test(name),
      ),
    )
    const run = (cwd: string, command: string, ...args: string[]): string => {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 26 })
      if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`)
      return stdout
    }
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const [pack = ''] = run(root, process.execPath, 'deploy/package.ts', '--without-clients', '--out', folder).split(
      '\n',
    )
    t.ok(statSync(pack).size < 5_000_000, `${statSync(pack).size} bytes`)
    const user = join(folder, 'user')
    mkdirSync(user)
    writeFileSync(join(user, 'package.json'), '{"type":"module","private":true}')
    run(user, 'npm', 'install', '--offline', '--no-audit', '--no-fund', pack)
    t.same(
      readdirSync(join(user, 'node_modules')).filter(name => !name.startsWith('.')),
      ['schedule-intelligence'],
    )
    const manifest = JSON.parse(readFileSync(join(user, 'node_modules/schedule-intelligence/package.json'), 'utf8'))
    t.notOk(manifest.dependencies ?? manifest.scripts, 'no dependencies and no script')
    copyFileSync(UPDATE, join(user, 'update.xer'))
    // typed by its own declarations
    const program = `
import { readFileSync } from 'node:fs'
import { analyse, analyseText, formOf, type Reply, resultSha256, ScheduleRefused } from 'schedule-intelligence'
import * as browser from 'schedule-intelligence/browser'
const file = readFileSync('update.xer')
const text = analyseText(file, { analysis: 'health.score' })
const { score, findings }: Reply = analyse(file, { analysis: 'health.score' })
let refused = ''
try {
  analyse(new Uint8Array(4))
} catch (error) {
  if (error instanceof ScheduleRefused) refused = error.code
}
const html: Uint8Array = formOf(text, { analysis: 'health.score', form: 'html' })
const sha = [resultSha256(text), resultSha256(browser.analyseText(file, { analysis: 'health.score' }))]
console.log(JSON.stringify({ sha, score, findings: findings.length, refused, isPage: html.length > 1000 }))
`
    writeFileSync(join(user, 'typed.mts'), program)
    const types = join(root, 'node_modules/@types')
    const flags = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--typeRoots', types, '--types', 'node']
    run(user, join(root, 'node_modules/.bin/tsc'), ...flags, 'typed.mts')
    const printed = JSON.parse(run(user, process.execPath, 'typed.mjs'))
    const form = new FormData()
    form.append('tasks', await openAsBlob(UPDATE), 'update.xer')
    const headers = { 'x-api-key': settings.SIS_API_KEY }
    const answer = await fetch(`${service.url}/api/v1/health/score`, { method: 'POST', headers, body: form })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const hash = new EnvelopeHash()
    hash.update(bytes)
    const sha = hash.digest()
    const { score, findings } = JSON.parse(new TextDecoder().decode(bytes))
    t.match(printed.refused, /\w/)
    t.same(
      { ...printed, refused: '' },
      { sha: [sha, sha], score, findings: findings.length, refused: '', isPage: true },
    )
    const words = ['health', 'update.xer']
    const cli = join(user, 'node_modules/.bin/schedule-intelligence')
    const expected = (await sis(['health', UPDATE])).out
    t.equal(run(user, process.execPath, cli, ...words), expected)
    const dist = join(user, 'node_modules/schedule-intelligence/dist')
    const compiled = readdirSync(dist).filter(name => name.startsWith('compiled-'))
    t.equal(compiled.length, 1, 'the next run need not compile')
    t.equal(run(user, process.execPath, cli, ...words), expected)
    const [kept = ''] = compiled.map(name => join(dist, name))
    writeFileSync(kept, 'of another engine')
    t.equal(run(user, process.execPath, cli, ...words), expected)
    t.ok(statSync(kept).size > 100_000, 'and what does not fit is made anew')
  },
)
