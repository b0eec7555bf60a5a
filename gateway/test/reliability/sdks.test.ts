/**
 * The clients as users install them: packed, installed from the package, checked by the strictest compiler of their language, their examples
 * run. Then 1,000 submissions of each through a network that fails one call in ten, and an upload of 500 MB. What is not on this machine (python3) is
 * skipped and says so.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { UPDATE } from '../../../compute/test/cli/sis.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { openApiDocument } from '../../openapi/document.ts'
import { clientFolder, examplesOf, programOf, TYPED_PROGRAM_PRINTS } from '../clients/examples.ts'
import { type RoughProxy, roughProxy } from '../clients/rough-proxy.ts'
import { startNode } from '../helpers/jobs.ts'
import { startService } from '../helpers/service.ts'
import { runCommand } from './helpers/run-command.ts'

t.setTimeout(1_800_000)

const SUBMISSIONS = 1_000
const FAILING_SHARE = 0.1
const UPLOAD_BYTES = 500 * 2 ** 20
const UPLOAD_MEMORY_BYTES_MAX = 64 * 2 ** 20

const folder = dataFolder(t)
const service = await startService(t)
await startNode(t, service)

// the variables of `npm run` would lead an inner npm to this folder
const plainEnv = Object.fromEntries(
  Object.entries({ ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` }).filter(
    ([name]) => !/^npm_(package|lifecycle|command|config_local_prefix|config_prefix)|^TAP|^NODE_OPTIONS/.test(name),
  ),
)

const run = (cwd: string, settings: Record<string, string>, command: string, ...args: readonly string[]) =>
  runCommand(cwd, { ...plainEnv, ...settings }, command, ...args)

const settingsFor = async (url: string): Promise<Record<string, string>> => ({
  SIS_URL: url,
  SIS_API_KEY: await service.key('government'),
  DEMO_KEY: await service.key('demo'),
})

/** The ids that a program printed are those of the jobs that there are, each once. */
async function sameJobs(t: Test, printed: string, key: string, proxy: RoughProxy): Promise<void> {
  t.comment(JSON.stringify(proxy.counts))
  const listed: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`
    const { json } = await service.call(`/api/v1/jobs?limit=100${query}`, { key })
    listed.push(...json.jobs.map(({ job_id }: { job_id: string }) => job_id))
    cursor = json.next_cursor
  }
  const ids = printed.trim().split('\n')
  t.equal(ids.length, SUBMISSIONS, 'none is lost')
  t.equal(new Set(ids).size, SUBMISSIONS)
  t.same(listed.sort(), ids.sort(), 'none is doubled')
}

/** A receiver of uploads that keeps nothing. */
async function sink(t: Test): Promise<{ url: string; bytes: () => number }> {
  let bytes = 0
  const server = createServer((from, to) => {
    from.on('data', piece => (bytes += piece.length))
    from.on('end', () => to.writeHead(201, { 'content-type': 'application/json' }).end(KEPT))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bytes: () => bytes }
}
const KEPT = '{"schedule_id":"s","expires_at":"2026-01-01T00:00:00Z","sha256":"","counts":{}}'

/** What the program printed: bytes of memory more at its highest than before the upload. */
function lowMemory(t: Test, printed: string, sent: number): void {
  const grown = Number(printed)
  t.comment(`${Math.round(grown / 2 ** 20)} MB more for ${Math.round(sent / 2 ** 20)} MB`)
  t.ok(sent >= UPLOAD_BYTES, 'all of it came')
  t.ok(grown < UPLOAD_MEMORY_BYTES_MAX)
}

function largeFile(): string {
  const path = join(folder, 'large.xer')
  writeFileSync(path, 'ERMHDR\t19.12\n')
  truncateSync(path, UPLOAD_BYTES)
  return path
}

t.test('TypeScript', async t => {
  const made = join(folder, 'typescript')
  cpSync(clientFolder('typescript'), made, { recursive: true })
  writeFileSync(join(made, 'openapi.json'), JSON.stringify(openApiDocument()))
  await run(made, {}, 'npm', 'install', '--no-audit', '--no-fund')
  await run(made, {}, 'npm', 'pack')
  const pack = readdirSync(made).find(name => name.endsWith('.tgz'))!
  const user = join(folder, 'typescript-user')
  mkdirSync(user)
  writeFileSync(join(user, 'package.json'), '{"type":"module","private":true}')
  await run(
    user,
    {},
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    join(made, pack),
    'typescript@5.9.3',
    '@types/node@22.20.5',
  )
  copyFileSync(UPDATE, join(user, 'update.xer'))
  const examples = examplesOf('typescript')
  for (const [i, { code }] of examples.entries()) writeFileSync(join(user, `example-${i}.ts`), code)
  writeFileSync(join(user, 'typed.ts'), programOf('typescript'))
  writeFileSync(join(user, 'submit.ts'), TS_SUBMIT)
  writeFileSync(join(user, 'upload.ts'), TS_UPLOAD)
  const flags = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom',
    '--types',
    'node',
  ]
  await run(user, {}, 'npx', 'tsc', ...flags, ...readdirSync(user).filter(name => name.endsWith('.ts')))
  for (const [i, { code, prints }] of examples.entries())
    t.equal(await run(user, await settingsFor(service.url), 'node', `example-${i}.js`), prints ?? '', code)
  const typed = await run(user, await settingsFor(service.url), 'node', 'typed.js')
  t.same(JSON.parse(typed), TYPED_PROGRAM_PRINTS)
  const proxy = await roughProxy(t, service.url, FAILING_SHARE, 11)
  const settings = await settingsFor(proxy.url)
  await sameJobs(t, await run(user, settings, 'node', 'submit.js', String(SUBMISSIONS)), settings.SIS_API_KEY!, proxy)
  const receiver = await sink(t)
  lowMemory(t, await run(user, await settingsFor(receiver.url), 'node', 'upload.js', largeFile()), receiver.bytes())
})

const hasPython = await run(folder, {}, 'python3', '-c', 'import venv, sys; assert sys.version_info >= (3, 10)').then(
  () => true,
  () => false,
)

t.test('Python', { skip: hasPython ? false : 'no python3 of 3.10 or newer with venv' }, async t => {
  const made = join(folder, 'python')
  cpSync(clientFolder('python'), made, { recursive: true })
  writeFileSync(join(made, 'openapi.json'), JSON.stringify(openApiDocument()))
  await run(made, {}, 'python3', '-m', 'venv', 'venv')
  const bin = (program: string): string => join(made, 'venv/bin', program)
  await run(made, {}, bin('pip'), 'install', '-q', 'build==1.3.0', 'mypy==1.18.2', 'httpx==0.28.1', 'ruff==0.17.6')
  await run(made, {}, bin('python'), '-m', 'build', '--wheel')
  const wheel = readdirSync(join(made, 'dist')).find(name => name.endsWith('.whl'))!
  await run(made, {}, bin('pip'), 'install', '-q', join('dist', wheel))
  const user = join(folder, 'python-user')
  mkdirSync(user)
  copyFileSync(UPDATE, join(user, 'update.xer'))
  const examples = examplesOf('python')
  for (const [i, { code }] of examples.entries()) writeFileSync(join(user, `example_${i}.py`), code)
  writeFileSync(join(user, 'typed.py'), programOf('python'))
  writeFileSync(join(user, 'submit.py'), PYTHON_SUBMIT)
  writeFileSync(join(user, 'upload.py'), PYTHON_UPLOAD)
  await run(made, {}, bin('mypy'))
  await run(made, {}, bin('ruff'), 'check', 'src', 'make_types.py', 'hatch_build.py')
  await run(made, {}, bin('ruff'), 'format', '--check', 'src', 'make_types.py', 'hatch_build.py')
  for (const name of readdirSync(user).filter(each => each.endsWith('.py')))
    await run(user, {}, bin('mypy'), '--strict', name)
  t.ok(existsSync(join(user, 'example_0.py')))
  for (const [i, { code, prints }] of examples.entries())
    t.equal(await run(user, await settingsFor(service.url), bin('python'), `example_${i}.py`), prints ?? '', code)
  const typed = await run(user, await settingsFor(service.url), bin('python'), 'typed.py')
  t.same(JSON.parse(typed), TYPED_PROGRAM_PRINTS)
  const proxy = await roughProxy(t, service.url, FAILING_SHARE, 13)
  const settings = await settingsFor(proxy.url)
  const printed = await run(user, settings, bin('python'), 'submit.py', String(SUBMISSIONS))
  await sameJobs(t, printed, settings.SIS_API_KEY!, proxy)
  const receiver = await sink(t)
  lowMemory(
    t,
    await run(user, await settingsFor(receiver.url), bin('python'), 'upload.py', largeFile()),
    receiver.bytes(),
  )
})

const TS_SUBMIT = `
import { ScheduleIntelligence } from 'schedule-intelligence-client'
const sis = new ScheduleIntelligence({ retriesMax: 5 })
const body = { tasks: [{ id: 'A', duration_days: 3 }] }
let left = Number(process.argv[2])
const one = async (): Promise<void> => {
  while (left-- > 0) console.log((await sis.jobs.submit('analysis.cpm', body)).job_id)
}
await Promise.all(Array.from({ length: 8 }, one))
`

const TS_UPLOAD = `
import { fileFromDisk, ScheduleIntelligence } from 'schedule-intelligence-client'
const sis = new ScheduleIntelligence()
const before = process.memoryUsage.rss()
await sis.schedules.create(await fileFromDisk(process.argv[2]!))
console.log(process.resourceUsage().maxRSS * 1024 - before)
`

const PYTHON_SUBMIT = `
import asyncio
import sys

from schedule_intelligence import AsyncScheduleIntelligence


async def main(count: int) -> None:
    async with AsyncScheduleIntelligence(retries_max=5) as sis:
        left = iter(range(count))

        async def one() -> None:
            for _ in left:
                print(await sis.jobs.submit("analysis.cpm", {"tasks": [{"id": "A", "duration_days": 3}]}))

        await asyncio.gather(*(one() for _ in range(8)))


asyncio.run(main(int(sys.argv[1])))
`

const PYTHON_UPLOAD = `
import resource
import sys

from schedule_intelligence import ScheduleIntelligence

with ScheduleIntelligence() as sis:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sis.schedules.create(sys.argv[1])
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
`
