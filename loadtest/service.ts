/** The service under test as a process of its own, started as `npm start` does on a folder of its own, or one that runs already; and the calls that scenarios send to it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { analyses } from '../shared/contract/analysis/analyses.ts'
import type { TierName } from '../shared/contract/tiers.ts'
import type { CallTemplate } from './driver.ts'
import { makeSchedule, requestBytes } from './schedules.ts'

export interface Service {
  /** scheme://host:port */
  readonly origin: string
  /** The process that started gateway and node; absent when somebody else did. */
  readonly pid: number | undefined
  /** A key of the tier whose calls per window are not limited. */
  createKey(tier: TierName): Promise<string>
  stop(): Promise<void>
}

interface StartOptions {
  /** Settings over those of this process. */
  readonly env?: Readonly<Record<string, string>>
  readonly startMsMax?: number
  /** Root of another checkout of the service, with its packages; absent: this one. */
  readonly tree?: string | undefined
}

const START_MS_MAX = 60_000
const STOP_MS_MAX = 40_000
const READY = /^\s*address\s+(http:\/\/\S+)/m

const HERE = fileURLToPath(new URL('..', import.meta.url))

/** Its output goes to a file: a pipe would cost both sides, and writing nothing would not be the service as it runs. */
export async function startService({ tree = HERE, ...options }: StartOptions = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'schedule-load-'))
  const outputPath = join(folder, 'output.log')
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), ...options.env }
  const output = openSync(outputPath, 'w')
  const child = spawn(process.execPath, [join(tree, 'deploy/start.ts')], { env, stdio: ['ignore', output, output] })
  closeSync(output)
  // a run that ends early takes its service along
  const abandon = (): void => void child.kill('SIGTERM')
  process.once('exit', abandon)
  const stop = async (): Promise<void> => {
    process.off('exit', abandon)
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const origin = await readyAddress(child, outputPath, options.startMsMax ?? START_MS_MAX)
    return { origin, pid: child.pid, createKey: tier => createKey(tree, tier, env), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function readyAddress(child: ChildProcess, outputPath: string, startMsMax: number): Promise<string> {
  const untilMs = performance.now() + startMsMax
  for (;;) {
    const words = await readFile(outputPath, 'utf8')
    const address = READY.exec(words)?.[1]
    if (address !== undefined) return address
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (hasEnded || performance.now() > untilMs)
      throw new Error(`the service ${hasEnded ? 'ended' : 'is not ready'}; it said:\n${words.slice(-2_000)}`)
    await sleep(20)
  }
}

async function createKey(tree: string, tier: TierName, env: NodeJS.ProcessEnv): Promise<string> {
  const words = ['key', 'create', '--tier', tier, '--calls-per-window', 'unlimited', '--label', 'loadtest']
  const { stdout } = await promisify(execFile)(process.execPath, [join(tree, 'deploy/admin.ts'), ...words], { env })
  return stdout.trim()
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
  await ended
  clearTimeout(impatient)
}

/** A service that somebody else started, with a key of theirs. */
export const runningService = (origin: string, key: string): Service => ({
  origin,
  pid: undefined,
  createKey: async () => key,
  stop: async () => {},
})

/** On this machine, without a proxy that could change the form of its answers. */
export const isOwn = ({ pid }: Service): boolean => pid !== undefined

/** The calls that the scenarios send. */
const CPM_PATH = analyses.find(row => row.id === 'analysis.cpm')!.path

export const HEALTH_CALL: CallTemplate = { method: 'GET', path: '/health', headers: {} }

export function cpmCall(key: string, body: Uint8Array, encoding?: 'gzip'): CallTemplate {
  const headers: Record<string, string> = { 'x-api-key': key, 'content-type': 'application/json' }
  if (encoding !== undefined) headers['content-encoding'] = encoding
  return { method: 'POST', path: CPM_PATH, headers, body }
}

/** Several schedules of one size, sent in turn, so that no call is the echo of the one before. */
export const cpmCalls = (key: string, seed: number, taskCount: number, scheduleCount = 4): CallTemplate[] =>
  Array.from({ length: scheduleCount }, (_, i) =>
    cpmCall(key, requestBytes(makeSchedule({ seed: seed + i, taskCount }))),
  )
