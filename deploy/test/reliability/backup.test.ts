/** The rehearsal of a loss: a service under load is backed up, all of it is killed, and the backup starts elsewhere. No job, key or counter is lost. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { until } from '../../../shared/test/until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)
/** Jobs of each account. */
const SMALL_JOBS = 20
const LARGE_JOBS = 10
const CALLS = 15

const body = (taskCount: number): string =>
  JSON.stringify({
    tasks: Array.from({ length: taskCount }, (_, i) => ({
      id: `T${i}`,
      duration_days: 1 + (i % 7),
      dependencies: i === 0 ? [] : [`T${i - 1}`],
    })),
  })
const SMALL = body(200)
/** Its frame and its result are objects. */
const LARGE = body(20_000)

interface Service {
  readonly child: ChildProcess
  readonly url: string
  readonly env: NodeJS.ProcessEnv
}

async function start(t: Test, dataDir: string): Promise<Service> {
  const env = { ...process.env, PORT: '0', METRICS_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Ctrl-C')) break
  }
  return { child, env, url: /address\s+(\S+)/.exec(output)![1]! }
}

/** Ids of the processes whose environment or command line names the folder. */
const processesOf = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter(name => {
      try {
        const facts = (file: string) => readFileSync(`/proc/${name}/${file}`, 'latin1')
        return (
          /^\d+$/.test(name) && Number(name) !== process.pid && (facts('cmdline') + facts('environ')).includes(dataDir)
        )
      } catch {
        return false // it has just ended
      }
    })
    .map(Number)

const admin = ({ env }: Service, ...words: string[]): string =>
  execFileSync('npm', ['run', '--silent', 'admin', '--', ...words], { cwd: root, env, encoding: 'utf8' }).trim()

const call = (url: string, key: string, path: string, sent?: string): Promise<Response> =>
  fetch(`${url}${path}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(sent !== undefined && { method: 'POST', body: sent }),
  })

interface Counters {
  readonly calls: number
  readonly tasks: number
  /** Calls left of the month. */
  readonly left: number
}

async function counters({ url }: Service, key: string): Promise<Counters> {
  const read = async (path: string) =>
    (await call(url, key, path)).json() as Promise<Record<string, Record<string, number>>>
  const { totals } = await read('/api/v1/account/usage')
  const { limits } = await read('/api/v1/account/tier')
  return { calls: totals!.calls!, tasks: totals!.tasks!, left: limits!.monthly_calls_remaining! }
}

t.test('a backup under load, every process killed, restored elsewhere: 0 jobs, keys or counters lost', async t => {
  const dataDir = dataFolder(t)
  const service = await start(t, dataDir)
  const keys = ['enterprise', 'government'].map(tier =>
    admin(service, 'key', 'create', '--tier', tier, '--calls-per-window', 'unlimited', '--calls-per-month', '100000'),
  )
  const accepted: { readonly jobId: string; readonly key: string }[] = []
  const submit = async (key: string, sent: string): Promise<void> => {
    const answer = await call(service.url, key, '/api/v1/analysis/cpm/async', sent)
    if (answer.status !== 202) return
    accepted.push({ jobId: ((await answer.json()) as { job_id: string }).job_id, key })
  }
  for (const key of keys) {
    for (let i = 0; i < CALLS; i++) t.equal((await call(service.url, key, '/api/v1/analysis/cpm', SMALL)).status, 200)
    await Promise.all(Array.from({ length: SMALL_JOBS }, () => submit(key, SMALL)))
    await Promise.all(Array.from({ length: LARGE_JOBS }, () => submit(key, LARGE)))
  }
  await new Promise(resolve => setTimeout(resolve, 500))
  const before = { jobs: [...accepted], counters: await Promise.all(keys.map(key => counters(service, key))) }
  for (const { calls } of before.counters) t.ok(calls >= CALLS)
  t.equal(before.jobs.length, 2 * (SMALL_JOBS + LARGE_JOBS))

  let isLoaded = true
  const load = keys.map(async key => {
    while (isLoaded) {
      await submit(key, SMALL).catch(() => {})
      await submit(key, LARGE).catch(() => {})
    }
  })
  const backup = join(dataFolder(t), 'backup')
  const { stdout } = await run('npm', ['run', '--silent', 'backup', '--', backup], { cwd: root, env: service.env })
  t.comment(stdout.trim())
  t.match(stdout, /the service as of .* objects \(\d.* MB\), secrets\.key/)
  isLoaded = false
  for (const pid of processesOf(dataDir)) process.kill(pid, 'SIGKILL')
  await Promise.all(load)
  await until('all of it is gone', () => processesOf(dataDir).length === 0)

  const elsewhere = join(dataFolder(t), 'data')
  const restore = () =>
    run('npm', ['run', '--silent', 'restore', '--', backup], {
      cwd: root,
      env: { ...process.env, DATA_DIR: elsewhere },
    })
  await restore()
  await t.rejects(restore(), { code: 1, stderr: /is not empty/ })
  const restored = await start(t, elsewhere)
  for (const [i, key] of keys.entries()) {
    const [was, is] = [before.counters[i]!, await counters(restored, key)]
    t.ok(
      is.calls >= was.calls && is.tasks >= was.tasks && is.left <= was.left,
      `${JSON.stringify(is)}, before the backup ${JSON.stringify(was)}`,
    )
  }
  for (const key of keys)
    t.equal((await call(restored.url, key, '/api/v1/analysis/cpm', SMALL)).status, 200, 'the key works')
  const states = new Map<string, number>()
  for (const { jobId, key } of before.jobs) {
    let state = ''
    await until(`${jobId} ends`, async () => {
      const answer = await call(restored.url, key, `/api/v1/jobs/${jobId}?include_result=false`)
      state = answer.status === 200 ? ((await answer.json()) as { status: string }).status : String(answer.status)
      return state !== 'queued' && state !== 'processing'
    })
    states.set(state, (states.get(state) ?? 0) + 1)
    const result = await call(restored.url, key, `/api/v1/jobs/${jobId}/result`)
    t.equal(result.status, 200, `the result of ${jobId} can be read`)
    await result.arrayBuffer()
  }
  t.same([...states], [['completed', before.jobs.length]], 'every job that had its 202 completed')
  t.equal(readFileSync(join(elsewhere, 'secrets.key'), 'utf8'), readFileSync(join(dataDir, 'secrets.key'), 'utf8'))
})
