/** `npm start` as a newcomer meets it, and every command of the README with the answer it promises. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { dataFolder } from '../../shared/test/data-folder.ts'
import { until } from '../../shared/test/until.ts'
import { PAGES, readPage, withTables } from '../readme.ts'
import { type Started, started } from './helpers/started.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The pages whose commands promise an answer. */
const TOURS = ['README.md', 'gateway/interface.md']

const start = (t: Test, settings?: Record<string, string>): Promise<Started> =>
  started(t, 'npm', ['start', '--silent'], settings)
/** Without the calls that warm up a gateway: where its processes are looked at, and not what it answers. */
const coldStart = (t: Test, settings: Record<string, string> = {}): Promise<Started> =>
  start(t, { WORKER_START: 'on-demand', ...settings })

/** Ids of the processes whose command line, or environment, names the folder. */
const processesOf = (dataDir: string): string[] =>
  readdirSync('/proc').filter(name => {
    try {
      const facts = (file: string) => readFileSync(`/proc/${name}/${file}`, 'latin1')
      return /^\d+$/.test(name) && (facts('cmdline') + facts('environ')).includes(dataDir)
    } catch {
      return false // it has just ended
    }
  })

/** Processes of that folder that run this file of the service. */
const processesAt = (dataDir: string, path: string): number[] =>
  processesOf(dataDir)
    .filter(name => readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(path))
    .map(Number)
const processOf = (dataDir: string, path: string): number => processesAt(dataDir, path)[0] ?? Number.NaN

/** Whether `actual` holds everything `expected` names; the elements of a list in order, others between them allowed. */
function holds(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    let from = 0
    return (
      Array.isArray(actual) &&
      expected.every(item => {
        const found = actual.findIndex((candidate, i) => i >= from && holds(candidate, item))
        from = found + 1
        return found >= 0
      })
    )
  }
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected)
  return (
    typeof actual === 'object' &&
    actual !== null &&
    Object.entries(expected).every(([name, value]) => holds((actual as Record<string, unknown>)[name], value))
  )
}

t.test('the curl lines that npm start prints work as printed, and Ctrl-C ends every child', async t => {
  const { child, output, env, url } = await start(t)
  const lines = [...output.matchAll(/^ {2}(curl .*)$/gm)].map(([, line]) => line!)
  t.equal(lines.length, 2)
  // whatever folder they are pasted in
  const [path, points] = lines.map(line =>
    JSON.parse(execFileSync('bash', ['-c', line], { cwd: '/', encoding: 'utf8' })),
  )
  t.same(path.data.critical_path, ['A', 'B', 'D'])
  t.equal(points.data.checks_total, 14)
  t.match(output, /demo key\s+sis_demo_/)
  const keyLine = /^A key without those limits: {2}(.+)$/m.exec(output)?.[1]
  const { DATA_DIR: _, ...elsewhere } = env
  const key = execFileSync('bash', ['-c', keyLine!], { cwd: root, env: elsewhere, encoding: 'utf8' }).trim()
  const tier = await fetch(`${url}/api/v1/account/tier`, { headers: { 'x-api-key': key } })
  t.equal(tier.status, 200, 'the key line works though DATA_DIR was set for the start alone')
  const pageLine = /^The page in a second browser, the address: {2}(.+)$/m.exec(output)?.[1]
  const opening = execFileSync('bash', ['-c', pageLine!], { cwd: root, env: elsewhere, encoding: 'utf8' })
  t.ok(opening.startsWith(`${url}/?open=`), 'at the port of the service')
  t.match(output, /docs\s+http/)
  for (const path of ['redis-server', 'gateway/main.ts', 'compute/node/main.ts', 'compute/deliverer/main.ts']) {
    t.ok(processOf(env.DATA_DIR!, path) > 0, `${path} runs`)
  }
  for (const port of /metrics\s+\S+:(\d+)\/metrics\s+\(node: (\d+), deliverer: (\d+)\)/.exec(output)!.slice(1)) {
    t.match(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), /process_resident_memory_bytes/)
  }
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  t.equal(code, 0)
  await until('no process is left', () => processesOf(env.DATA_DIR!).length === 0)
})

/** A chroot without /dev/pts has none, whatever else works there. */
const hasTerminals = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0

t.test(
  'on a terminal the log is for people: no JSON line stands around the banner',
  {
    skip: !hasTerminals && 'this system gives no pseudo-terminal to anybody (mount devpts on /dev/pts)',
  },
  async t => {
    const env = { ...process.env, PORT: '0', DATA_DIR: dataFolder(t), LOG_LEVEL: 'info' }
    // script of util-linux is a terminal for what it runs
    const child = spawn('script', ['-qec', 'npm start --silent', '/dev/null'], {
      cwd: root,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    await until('the banner is there', () => output.includes('Ctrl-C stops') && output.includes('gateway   listening'))
    child.stdin.write('\u0003')
    await once(child, 'exit')
    t.match(output, /^\d\d:\d\d:\d\d\.\d{3} node +listening {2}.*metricsPort=\d+/m)
    t.notMatch(output, /^\s*\{/m)
    t.match(output, /draining/, 'Ctrl-C at the terminal reaches the processes')
  },
)

t.test('a process that is killed is started again, the gateway at the same address; Ctrl-C ends all', async t => {
  const { child, env, url } = await coldStart(t, { DRAIN_SECONDS: '0' })
  for (const path of ['compute/node/main.ts', 'compute/deliverer/main.ts', 'gateway/main.ts']) {
    const killed = processOf(env.DATA_DIR!, path)
    process.kill(killed, 'SIGKILL')
    let next = Number.NaN
    await until(`${path} runs anew`, () => {
      next = processOf(env.DATA_DIR!, path)
      return next > 0 && next !== killed
    })
  }
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await until('it is ready', isReady)
  process.kill(processOf(env.DATA_DIR!, 'compute/node/main.ts'), 'SIGSTOP')
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  t.equal(code, 0, 'Ctrl-C ends everything, also a process that stands still')
  await until('no process is left', () => processesOf(env.DATA_DIR!).length === 0)
})

t.test('a start that is killed takes its processes along, and its ports are free while a call is at work', async t => {
  const { env, url, output } = await coldStart(t, { DRAIN_SECONDS: '600' })
  const metrics = /metrics\s+(\S+)\/metrics/.exec(output)![1]!
  const demoKey = /demo key\s+(\S+)/.exec(output)![1]!
  const upload = request(`${url}/api/v1/analysis/cpm`, {
    method: 'POST',
    headers: { 'x-api-key': demoKey, 'content-type': 'application/json', 'content-length': 1_000 },
  })
  upload.on('error', () => {})
  upload.write('{"tasks":[')
  await until('the upload has begun', async () =>
    /^sis_http_requests_in_flight\{.*\} 1$/m.test(await (await fetch(`${metrics}/metrics`)).text()),
  )
  process.kill(processOf(env.DATA_DIR!, 'deploy/start.ts'), 'SIGKILL')
  for (const address of [url, metrics])
    await until(`nobody listens at ${address}`, () =>
      fetch(address).then(
        () => false,
        ({ cause }) => cause.code === 'ECONNREFUSED',
      ),
    )
  t.ok(processOf(env.DATA_DIR!, 'gateway/main.ts') > 0, 'the call is still at work')
  upload.destroy()
  await until('no process is left', () => processesOf(env.DATA_DIR!).length === 0)
})

t.test('several gateways serve one address, and each that is killed comes back', async t => {
  const { child, env, url } = await coldStart(t, { GATEWAYS: '2', BYTES_IN_FLIGHT_MAX: '1000000000' })
  const gateways = () => processesAt(env.DATA_DIR!, 'gateway/main.ts')
  t.equal(gateways().length, 2)
  for (const gateway of gateways()) {
    const settings = readFileSync(`/proc/${gateway}/environ`, 'latin1').split('\0')
    t.ok(
      settings.includes(`WORKER_THREADS=${Math.max(1, availableParallelism() >> 1)}`),
      'each has its share of the threads',
    )
    t.ok(settings.includes('BYTES_IN_FLIGHT_MAX=1000000000'), 'and what the settings say')
  }
  /** Each connection is served by one of them. */
  const areAllReady = async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, () =>
        fetch(`${url}/ready`, { headers: { connection: 'close' } }).then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    )
    return statuses.every(status => status === 200)
  }
  t.ok(await areAllReady())
  for (const killed of gateways()) process.kill(killed, 'SIGKILL')
  await until('both run anew', () => gateways().length === 2)
  await until('both are ready', areAllReady)
  child.kill('SIGINT')
  await once(child, 'exit')
  await until('no process is left', () => processesOf(env.DATA_DIR!).length === 0)
})

t.test('every command of the README and of the page of the interface does what it says', async t => {
  const { url, env } = await start(t)
  for (const page of TOURS) {
    const blocks = [...readPage(page).matchAll(/```sh\n(.*?)```\s*(?:```json\n(.*?)```)?/gs)]
    t.ok(blocks.length >= 6, `the examples of ${page} were found`)
    t.match(blocks[0]![1], /^URL=http:\/\/127\.0\.0\.1:8080$/m, 'the address that start prints when nothing is set')
    const keyCommand = /^KEY=\$\((.*)\)$/m.exec(blocks[0]![1]!)?.[1]
    const KEY = execFileSync('bash', ['-c', keyCommand!], { cwd: root, env, encoding: 'utf8' }).trim()
    t.match(KEY, /^sis_live_\w+$/, 'the admin command prints just the key')
    for (const [, command, expected] of blocks.slice(1)) {
      // what keeps curl from an answer is in what a failure shows
      const answer = execFileSync('bash', ['-c', command!.replaceAll('curl -s ', 'curl -sS ')], {
        cwd: root,
        env: { ...env, URL: url, KEY },
        encoding: 'utf8',
      })
      const wanted = JSON.parse(expected!)
      if (holds(JSON.parse(answer), wanted)) t.pass(command!.split('\n', 1).join())
      else t.fail(`${command}\nanswered ${answer.slice(0, 1500)}\nwithout ${expected}`)
      if (page === 'README.md' && command!.includes('"id": "D"'))
        t.equal(drawn(JSON.parse(answer)), picture(), 'picture')
    }
  }
  for (const path of ['/docs', '/openapi.json', '/api/v1/errors']) t.equal((await fetch(url + path)).status, 200, path)
})

/** The picture at the head of the README, without blanks at the ends of its lines. */
const picture = (): string => /<!-- picture -->\n```text\n(.*?)\n```/s.exec(readPage('README.md'))![1]!

interface Drawn {
  readonly project_duration_days: number
  readonly critical_path: readonly string[]
  readonly tasks: readonly Record<'id' | 'early_start' | 'early_finish' | 'total_float_days', never>[]
}

/** The result of the first example as that picture. */
function drawn({ data }: { readonly data: Drawn }): string {
  const lines = data.tasks.map(task => {
    const { id, early_start: start, early_finish: finish, total_float_days: float } = task as Record<string, number>
    const bar = `${' '.repeat(start!)}${'#'.repeat(finish! - start!)}${'.'.repeat(float!)}`
    const word = data.critical_path.includes(String(id)) ? 'critical' : `${float} days of total float`
    return `${id}  ${bar.padEnd(data.project_duration_days + 4)}${word}`
  })
  return [
    ...lines,
    `${' '.repeat(data.project_duration_days + 7)}the project takes ${data.project_duration_days} days`,
  ].join('\n')
}

t.test('the tables of the pages for readers are those of the code', async t => {
  for (const page of Object.keys(PAGES)) t.equal(withTables(page), readPage(page), `${page}: run \`npm run readme\``)
})

t.test('every mistake of the configuration is reported at once, before anything starts', async t => {
  const { status, stderr } = spawnSync('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, PORT: 'eighty', SYNC_TASK_LIMIT: '5000', LOG_LEVEL: 'loud' },
    encoding: 'utf8',
  })
  t.not(status, 0)
  for (const name of ['PORT="eighty"', 'SYNC_TASK_LIMIT="5000"', 'LOG_LEVEL="loud"']) t.match(stderr, name)
  const checked = spawnSync('npm', ['run', '--silent', 'check-config'], {
    cwd: root,
    env: { ...process.env, PORT: '9000' },
    encoding: 'utf8',
  })
  t.equal(checked.status, 0)
  t.match(checked.stdout, /PORT\s+9000\s+environment/)
})
