/** The embedded redis-server is killed under a service that works: its parent starts it again, and every job that was answered 202 completes. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { until } from '../../../shared/test/until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const KILLS = 5
const JOBS_PER_KILL = 20

t.test('redis-server killed five times under jobs: they all complete, and each kill is reported', async t => {
  const dataDir = dataFolder(t)
  const env = { ...process.env, PORT: '0', METRICS_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  let errorOutput = ''
  child.stderr.on('data', chunk => (errorOutput += chunk))
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Ctrl-C')) break
  }
  const url = /address\s+(\S+)/.exec(output)![1]!
  const words = ['run', '--silent', 'admin', '--', 'key', 'create', '--tier', 'government', '--calls-per-window']
  const key = execFileSync('npm', [...words, 'unlimited'], { cwd: root, env, encoding: 'utf8' }).trim()
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const tasks = Array.from({ length: 3_000 }, (_, i) => ({ id: `T${i}`, duration_days: 1 + (i % 7) }))
  const body = JSON.stringify({ tasks })
  const serverPid = (): number =>
    JSON.parse(readFileSync(join(dataDir, 'redis/instance.json'), 'utf8')).server.pid as number

  const accepted: string[] = []
  let refused = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    const submitting = Promise.all(
      Array.from({ length: JOBS_PER_KILL }, async () => {
        const answer = await fetch(`${url}/api/v1/analysis/cpm/async`, { method: 'POST', headers, body })
        if (answer.status === 202) accepted.push(((await answer.json()) as { job_id: string }).job_id)
        else refused++
      }),
    )
    await until('some are accepted', () => accepted.length + refused > (kill - 1) * JOBS_PER_KILL + JOBS_PER_KILL / 2)
    const pid = serverPid()
    process.kill(pid, 'SIGKILL')
    await submitting
    await until('another one is there', () => serverPid() !== pid)
    await until('the service is ready', async () => (await fetch(`${url}/ready`)).status === 200)
  }
  const stateOf = async (id: string): Promise<string> => {
    const answer = await fetch(`${url}/api/v1/jobs/${id}?include_result=false`, { headers })
    return answer.status === 200 ? ((await answer.json()) as { status: string }).status : String(answer.status)
  }
  for (const id of accepted) await until(`${id} completes`, async () => (await stateOf(id)) === 'completed')
  t.comment(`${accepted.length} accepted, all completed; ${refused} refused while Redis was away`)
  t.ok(accepted.length > (KILLS * JOBS_PER_KILL) / 4)
  t.equal(errorOutput.match(/redis-server ended unexpectedly \(SIGKILL\)/g)?.length, KILLS)
  t.equal(errorOutput.match(/redis-server is back as process/g)?.length, KILLS)
  t.equal(child.exitCode, null)
  t.notMatch(errorOutput, /\[start\] the \w+ ended/, 'no other process ended')
})
