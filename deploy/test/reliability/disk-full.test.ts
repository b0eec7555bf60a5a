/**
 * A disk that fills up under the whole service, on a real file system of 96 MB. First, jobs are refused while reading goes on. When the disk
 * is full, redis-server ends, and it comes back when there is room. A damaged file is repaired as the runbook says. Every job that was
 * answered 202 is there at the end. Mounting needs root.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { until } from '../../../shared/test/until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const MEGABYTE = 2 ** 20
const DISK_BYTES = 96 * MEGABYTE
const FREE_BYTES_MIN = 32 * MEGABYTE
const JOBS_MAX = 400

const disk = mkdtempSync(join(tmpdir(), 'sis-disk-'))
const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk], { encoding: 'utf8' })
const isMounted = mount.status === 0
t.teardown(() => {
  if (isMounted) execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})
/** Fills the disk up to the minimum. */
const ballast = join(disk, 'ballast')
/** Fills the rest. */
const brim = join(disk, 'brim')
const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

interface Started {
  readonly child: ChildProcess
  readonly url: string
  readonly env: NodeJS.ProcessEnv
  /** Lines on standard error so far. */
  readonly errorOutput: () => string
}

async function start(t: Test): Promise<Started> {
  const env = {
    ...process.env,
    PORT: '0',
    METRICS_PORT: '0',
    DATA_DIR: join(disk, 'data'),
    LOG_LEVEL: 'error',
    REDIS_DISK_FREE_MIN: String(FREE_BYTES_MIN),
  }
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', chunk => (errors += chunk))
  t.teardown(() => stop(child))
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Ctrl-C')) break
  }
  return { child, url: /address\s+(\S+)/.exec(output)?.[1] ?? '', env, errorOutput: () => errors }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** A user of the service, and the jobs that it accepted of him. */
class Caller {
  readonly accepted: string[] = []
  readonly #headers: Readonly<Record<string, string>>
  readonly #body = JSON.stringify({
    tasks: Array.from({ length: 500 }, (_, i) => ({ id: `T${i}`, name: `Task ${i}`, duration_days: 1 + (i % 7) })),
  })

  constructor(env: NodeJS.ProcessEnv) {
    const words = ['key', 'create', '--tier', 'government', '--calls-per-window', 'unlimited']
    const key = execFileSync('npm', ['run', '--silent', 'admin', '--', ...words], { cwd: root, env, encoding: 'utf8' })
    this.#headers = { 'x-api-key': key.trim(), 'content-type': 'application/json' }
  }

  call(url: string, more: RequestInit = {}): Promise<Response> {
    return fetch(`${url}/api/v1/analysis/cpm`, { method: 'POST', headers: this.#headers, body: this.#body, ...more })
  }

  /** Any answer but 202; undefined: the job was accepted. */
  async submit(url: string): Promise<Response | undefined> {
    const answer = await fetch(`${url}/api/v1/analysis/cpm/async`, {
      method: 'POST',
      headers: this.#headers,
      body: this.#body,
    })
    if (answer.status !== 202) return answer
    this.accepted.push(((await answer.json()) as { job_id: string }).job_id)
    return undefined
  }

  async statusOf(url: string, id: string): Promise<string> {
    const answer = await fetch(`${url}/api/v1/jobs/${id}?include_result=false`, { headers: this.#headers })
    return ((await answer.json()) as { status: string }).status
  }

  async checkCompleted(t: Test, url: string): Promise<void> {
    for (const id of this.accepted) t.equal(await this.statusOf(url, id), 'completed')
  }
}

/** Less than the minimum is free: submissions are refused, all else goes on. */
async function fillToMinimum(t: Test, { url }: Started, caller: Caller): Promise<void> {
  writeFileSync(ballast, Buffer.alloc(Math.max(0, freeBytes() - FREE_BYTES_MIN + 8 * MEGABYTE)))
  let refused: Response | undefined
  await until('submissions are refused', async () => {
    refused = await caller.submit(url)
    return refused !== undefined || caller.accepted.length > JOBS_MAX
  })
  t.equal(refused?.status, 503)
  t.match(((await refused!.json()) as { detail: string }).detail, /disk of the job store/)
  const ready = (await (await fetch(`${url}/ready`)).json()) as { reasons: { disk: string } }
  t.comment(`/ready: ${ready.reasons.disk}`)
  t.match(ready.reasons.disk, /its disk has \d+ MB free/)
  for (const id of caller.accepted)
    await until('it completes', async () => (await caller.statusOf(url, id)) === 'completed')
  t.equal((await caller.call(url)).status, 200)
  t.pass('reading and synchronous calls go on')
}

/** Nothing is free: redis-server cannot write and ends, again and again. */
async function fillToBrim(t: Test, first: Started, caller: Caller): Promise<void> {
  const fill = spawnSync('dd', ['if=/dev/zero', `of=${brim}`, 'bs=64k'], { encoding: 'utf8' })
  t.match(fill.stderr, /No space left/)
  const hasEnded = async (): Promise<boolean> => {
    for (let i = 0; i < 5; i++) await caller.call(first.url, { signal: AbortSignal.timeout(5_000) }).catch(() => {})
    return first.errorOutput().includes('redis-server ended unexpectedly')
  }
  await until('redis-server ends', hasEnded, 120_000)
  const lines = first.errorOutput().split('\n')
  t.comment(lines.find(line => line.includes('ended unexpectedly'))!)
  t.match(first.errorOutput(), /its disk has 0 MB free/)
  t.equal(first.child.exitCode, null, 'the service lives')
}

/** There is room again: redis-server comes back by itself, with every job. */
async function freeDisk(t: Test, first: Started, caller: Caller): Promise<void> {
  const backAtMs = performance.now()
  rmSync(brim)
  rmSync(ballast)
  await until('it is back', async () => (await fetch(`${first.url}/ready`)).status === 200, 120_000)
  t.comment(`ready ${Math.round((performance.now() - backAtMs) / 100) / 10} s after there was room`)
  await caller.checkCompleted(t, first.url)
  await until('jobs are accepted', async () => (await caller.submit(first.url)) === undefined)
  t.match(first.errorOutput(), /redis-server is back as process \d+/)
}

/** A block of zeros at the end, as a file system leaves it after a power cut. The start is refused and names the tool, and the tool repairs. */
function damageAndMend(t: Test, env: NodeJS.ProcessEnv): void {
  const folder = join(disk, 'data/redis/appendonlydir')
  const file = join(folder, readdirSync(folder).find(name => name.endsWith('.incr.aof'))!)
  appendFileSync(file, Buffer.alloc(4_096))
  const broken = spawnSync('npm', ['start', '--silent'], { cwd: root, env, encoding: 'utf8', timeout: 60_000 })
  t.equal(broken.status, 1)
  t.match(broken.stderr, /Bad file format/)
  t.match(broken.stderr, /npm run redis-mend/)
  const mended = spawnSync('npm', ['run', '--silent', 'redis-mend'], { cwd: root, env, encoding: 'utf8' })
  t.comment(mended.stdout.trim().split('\n').slice(-4).join(' | '))
  t.equal(mended.status, 0)
}

t.test('the disk of the service fills up', { skip: isMounted ? false : `no mount: ${mount.stderr}` }, async t => {
  const first = await start(t)
  const caller = new Caller(first.env)
  for (let i = 0; i < 20; i++) t.equal(await caller.submit(first.url), undefined)
  await fillToMinimum(t, first, caller)
  await fillToBrim(t, first, caller)
  await freeDisk(t, first, caller)
  const { length } = caller.accepted
  await until(
    'the last job completes',
    async () => (await caller.statusOf(first.url, caller.accepted.at(-1)!)) === 'completed',
  )
  await stop(first.child)
  damageAndMend(t, first.env)
  const second = await start(t)
  await caller.checkCompleted(t, second.url)
  t.comment(`${length} jobs accepted, ${length} completed`)
})
