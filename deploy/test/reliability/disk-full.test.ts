/**
 * A disk that fills up under the whole service, on a real file system of 96 MB: jobs are refused while reading goes on; a disk that is full to
 * the brim ends redis-server, which comes back when there is room; the file that a power cut or an editor damaged is mended as the runbook
 * says. Every job that was answered 202 is there at the end. Mounting needs root.
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

t.test('the disk of the service fills up', { skip: isMounted ? false : `no mount: ${mount.stderr}` }, async t => {
  const first = await start(t)
  const admin = ['key', 'create', '--tier', 'government', '--calls-per-window', 'unlimited']
  const key = execFileSync('npm', ['run', '--silent', 'admin', '--', ...admin], {
    cwd: root,
    env: first.env,
    encoding: 'utf8',
  }).trim()
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const tasks = Array.from({ length: 500 }, (_, i) => ({ id: `T${i}`, name: `Task ${i}`, duration_days: 1 + (i % 7) }))
  const body = JSON.stringify({ tasks })
  const submit = (url: string) => fetch(`${url}/api/v1/analysis/cpm/async`, { method: 'POST', headers, body })
  const statusOf = async (url: string, id: string): Promise<string> =>
    ((await (await fetch(`${url}/api/v1/jobs/${id}?include_result=false`, { headers })).json()) as { status: string })
      .status
  const accepted: string[] = []

  for (let i = 0; i < 20; i++) {
    const answer = await submit(first.url)
    t.equal(answer.status, 202)
    accepted.push(((await answer.json()) as { job_id: string }).job_id)
  }
  // somebody else fills the disk: what is left is less than the minimum
  const ballast = join(disk, 'ballast')
  writeFileSync(ballast, Buffer.alloc(Math.max(0, freeBytes() - FREE_BYTES_MIN + 8 * MEGABYTE)))
  let refused: Response | undefined
  await until('submissions are refused', async () => {
    const answer = await submit(first.url)
    if (answer.status === 202) accepted.push(((await answer.json()) as { job_id: string }).job_id)
    else refused = answer
    return refused !== undefined || accepted.length > JOBS_MAX
  })
  t.equal(refused?.status, 503)
  t.match(((await refused!.json()) as { detail: string }).detail, /disk of the job store/)
  const ready = (await (await fetch(`${first.url}/ready`)).json()) as { reasons: { disk: string } }
  t.comment(`/ready: ${ready.reasons.disk}`)
  t.match(ready.reasons.disk, /its disk has \d+ MB free/)
  for (const id of accepted) await until('it completes', async () => (await statusOf(first.url, id)) === 'completed')
  t.equal((await fetch(`${first.url}/api/v1/analysis/cpm`, { method: 'POST', headers, body })).status, 200)
  t.pass('reading and synchronous calls go on')

  // to the brim: redis-server cannot write and ends, again and again
  const brim = join(disk, 'brim')
  const fill = spawnSync('dd', ['if=/dev/zero', `of=${brim}`, 'bs=64k'], { encoding: 'utf8' })
  t.match(fill.stderr, /No space left/)
  const calls = async () => {
    for (let i = 0; i < 5; i++)
      await fetch(`${first.url}/api/v1/analysis/cpm`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(5_000),
      }).catch(() => {})
  }
  await until(
    'redis-server ends',
    async () => {
      await calls()
      return first.errorOutput().includes('redis-server ended unasked')
    },
    120_000,
  )
  t.comment(
    first
      .errorOutput()
      .split('\n')
      .find(line => line.includes('ended unasked'))!,
  )
  t.match(first.errorOutput(), /its disk has 0 MB free/)
  t.equal(first.child.exitCode, null, 'the service lives')

  // room again: it comes back by itself, with every job
  const backAtMs = performance.now()
  rmSync(brim)
  rmSync(ballast)
  await until('it is back', async () => (await fetch(`${first.url}/ready`)).status === 200, 120_000)
  t.comment(`ready ${Math.round((performance.now() - backAtMs) / 100) / 10} s after there was room`)
  for (const id of accepted) t.equal(await statusOf(first.url, id), 'completed')
  await until('jobs are accepted', async () => (await submit(first.url)).status === 202)
  t.match(first.errorOutput(), /redis-server is back as process \d+/)
  await stop(first.child)

  // the runbook: a block of zeros at the end, as a file system leaves it after a power cut; a start that is refused and says so; the tool; a start
  const folder = join(disk, 'data/redis/appendonlydir')
  const file = join(folder, readdirSync(folder).find(name => name.endsWith('.incr.aof'))!)
  appendFileSync(file, Buffer.alloc(4_096))
  const broken = spawnSync('npm', ['start', '--silent'], {
    cwd: root,
    env: first.env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  t.equal(broken.status, 1)
  t.match(broken.stderr, /Bad file format/)
  t.match(broken.stderr, /npm run redis-mend/)
  const mended = spawnSync('npm', ['run', '--silent', 'redis-mend'], { cwd: root, env: first.env, encoding: 'utf8' })
  t.comment(mended.stdout.trim().split('\n').slice(-4).join(' | '))
  t.equal(mended.status, 0)
  const second = await start(t)
  for (const id of accepted) t.equal(await statusOf(second.url, id), 'completed')
  t.comment(`${accepted.length} jobs accepted, ${accepted.length} completed`)
})
