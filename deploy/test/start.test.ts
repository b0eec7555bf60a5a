/** `npm start` as a newcomer meets it, and every command of the README with the answer it promises. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { dataFolder } from '../../shared/test/data-folder.ts'
import { until } from '../../shared/test/until.ts'
import { withTables } from '../readme.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')

interface Started {
  readonly child: ChildProcess
  readonly output: string
  readonly url: string
  readonly env: NodeJS.ProcessEnv
}

async function start(t: Test): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sis-start-'))
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  })
  let output = ''
  for await (const chunk of child.stdout!) {
    output += chunk
    if (output.includes('Ctrl-C')) break
  }
  return { child, output, url: /address\s+(\S+)/.exec(output)?.[1] ?? '', env }
}

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

/** Of those, the one that runs this file of the service. */
const processOf = (dataDir: string, path: string): number =>
  Number(processesOf(dataDir).find(name => readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(path)))

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

t.test('the curl line that npm start prints works as printed, and Ctrl-C ends every child', async t => {
  const { child, output, env, url } = await start(t)
  const line = /^ {2}(curl .*)$/m.exec(output)?.[1]
  t.ok(line, 'a curl line is printed')
  const answer = JSON.parse(execFileSync('bash', ['-c', line!], { encoding: 'utf8' }))
  t.same(answer.data.critical_path, ['A', 'B', 'D'])
  t.match(output, /demo key\s+sis_demo_/)
  const keyLine = /^A key without those limits: {2}(.+)$/m.exec(output)?.[1]
  const { DATA_DIR: _, ...elsewhere } = env
  const key = execFileSync('bash', ['-c', keyLine!], { cwd: root, env: elsewhere, encoding: 'utf8' }).trim()
  const tier = await fetch(`${url}/api/v1/account/tier`, { headers: { 'x-api-key': key } })
  t.equal(tier.status, 200, 'the key line works though DATA_DIR was set for the start alone')
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

t.test('on a terminal the log is for people: no JSON line stands around the banner', async t => {
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
})

t.test('a node or deliverer that is killed is started again; a gateway that is killed ends the whole', async t => {
  const { child, env, url } = await start(t)
  for (const path of ['compute/node/main.ts', 'compute/deliverer/main.ts']) {
    const killed = processOf(env.DATA_DIR!, path)
    process.kill(killed, 'SIGKILL')
    let next = Number.NaN
    await until(`${path} runs anew`, () => {
      next = processOf(env.DATA_DIR!, path)
      return next > 0 && next !== killed
    })
  }
  await until('it is ready', async () => (await fetch(`${url}/ready`)).status === 200)
  process.kill(processOf(env.DATA_DIR!, 'gateway/main.ts'), 'SIGKILL')
  const [code] = await once(child, 'exit')
  t.not(code, 0)
  await until('no process is left', () => processesOf(env.DATA_DIR!).length === 0)
})

t.test('every command of the README does what it says', async t => {
  const { url, env } = await start(t)
  const blocks = [...readme.matchAll(/```sh\n(.*?)```\s*(?:```json\n(.*?)```)?/gs)]
  t.ok(blocks.length >= 8, 'the tour was found')
  const keyCommand = /^KEY=\$\((.*)\)$/m.exec(blocks[0]![1]!)?.[1]
  const KEY = execFileSync('bash', ['-c', keyCommand!], { cwd: root, env, encoding: 'utf8' }).trim()
  t.match(KEY, /^sis_live_\w+$/, 'the admin command prints just the key')
  for (const [, command, expected] of blocks.slice(1)) {
    const answer = execFileSync('bash', ['-c', command!], {
      cwd: root,
      env: { ...env, URL: url, KEY },
      encoding: 'utf8',
    })
    const wanted = JSON.parse(expected!)
    if (!holds(JSON.parse(answer), wanted)) t.fail(`${command}\nanswered ${answer.slice(0, 1500)}\nwithout ${expected}`)
    else t.pass(command!.split('\n')[0])
  }
  for (const path of ['/docs', '/openapi.json', '/api/v1/errors']) t.equal((await fetch(url + path)).status, 200, path)
})

t.test('the tables of the README are those of the code', async t => {
  t.equal(withTables(readme), readme, 'run `npm run readme`')
})

t.test('every mistake of the configuration is told at once, before anything starts', async t => {
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
