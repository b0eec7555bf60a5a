/**
 * A process that runs suspects, one at a time, seen from the node. A thread that runs out of memory then crashes this process and not the
 * node. If a job ends in any way but by its own answer, the process ends as well; the next suspect gets a new one.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import {
  type FromProcess,
  type JobRunner,
  type OnChunk,
  type ProcessPriority,
  type ProcessSettings,
  STOP_GRACE_MS,
  type ThreadEnd,
  type ThreadJob,
  type ToProcess,
} from './job-runner.ts'

interface JobProcessSettings extends ProcessSettings {
  readonly priority?: ProcessPriority
  readonly onFault: (fault: string) => void
}

interface Running {
  readonly startedMs: number
  readonly onChunk: OnChunk
  readonly end: (how: ThreadEnd) => void
}

const MODULE = fileURLToPath(new URL('./suspect-process.ts', import.meta.url))

/** Lowers its priority below that of this process. Its threads, which are not there yet, inherit it. */
function standBack({ pid }: ChildProcess): void {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW))
  } catch {
    // it has ended already
  }
}

export class JobProcess implements JobRunner {
  readonly #settings: JobProcessSettings
  readonly #child: ChildProcess
  #running: Running | undefined
  #isAlive = true
  #isKilled = false
  #stopTimer: NodeJS.Timeout | undefined
  #measuring: ((bytes: number | undefined) => void)[] = []
  #reportStarted: (isUp: boolean) => void = () => {}
  /** Resolves when it is ready (true), or has ended before it was (false). */
  readonly started = new Promise<boolean>(resolve => (this.#reportStarted = resolve))

  constructor(settings: JobProcessSettings) {
    const { heapMegabytesMax, analysersModule, priority = 'usual' } = settings
    this.#settings = settings
    this.#child = fork(MODULE, [], {
      // how node starts (quick-imports.mjs), and no secret
      env: { NODE_OPTIONS: process.env.NODE_OPTIONS, QUICK_BUNDLES: process.env.QUICK_BUNDLES },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    if (priority === 'low') standBack(this.#child)
    this.#child.on('message', (message: FromProcess) => this.#take(message))
    this.#child.on('error', error => this.#child.pid === undefined && this.#ended(String(error)))
    // what it said before it ended comes before the end of the channel
    let how = 'its channel closed'
    let isHalfOver = false
    const half = (): void => {
      if (isHalfOver) this.#ended(how)
      isHalfOver = true
    }
    this.#child.once('exit', (code, signal) => {
      how = signal ?? `exit code ${code}`
      half()
    })
    this.#child.once('disconnect', half)
    this.#say({ kind: 'settings', settings: { heapMegabytesMax, analysersModule } })
  }

  /** Whether it can run another job, now or when the one at work has ended. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  get busyMs(): number | undefined {
    return this.#running === undefined ? undefined : performance.now() - this.#running.startedMs
  }

  /** Returns when it has gone to the process, or when there is none any more. */
  #say(message: ToProcess): Promise<void> {
    return new Promise(resolve => {
      if (this.#child.connected) this.#child.send(message, () => resolve())
      else resolve()
    })
  }

  #take(message: FromProcess): void {
    switch (message.kind) {
      case 'ready':
        this.#reportStarted(true)
        break
      case 'chunk':
        this.#running?.onChunk(message.index, message.bytes)
        break
      case 'end':
        if (message.end.kind !== 'done' && message.end.kind !== 'failed') this.close()
        this.#finish(message.end)
        break
      case 'measured':
        this.#measuring.shift()?.(message.bytes)
        break
      case 'fault':
        this.#settings.onFault(message.fault)
        break
    }
  }

  #ended(how: string): void {
    this.#isAlive = false
    this.#reportStarted(false)
    for (const answer of this.#measuring.splice(0)) answer(undefined)
    const workerMs = this.busyMs ?? 0
    if (this.#isKilled) this.#finish({ kind: 'stopped', workerMs })
    else this.#finish({ kind: 'lost', reason: `the process of the suspect ended: ${how}`, workerMs })
  }

  #finish(end: ThreadEnd): void {
    clearTimeout(this.#stopTimer)
    this.#stopTimer = undefined
    const running = this.#running
    this.#running = undefined
    running?.end(end)
  }

  run({ chunks, frameBytes }: ThreadJob, onChunk: OnChunk): Promise<ThreadEnd> {
    if (this.#running !== undefined) throw new Error('the process is at work')
    return new Promise(end => {
      this.#running = { startedMs: performance.now(), onChunk, end }
      if (!this.#isAlive) this.#ended('before the job began')
      else void this.#send(chunks, frameBytes)
    })
  }

  /** One chunk after the other: other work of the node goes on in between. */
  async #send(chunks: readonly Uint8Array[], frameBytes: number): Promise<void> {
    for (const bytes of chunks) await this.#say({ kind: 'frame', bytes })
    await this.#say({ kind: 'run', frameBytes })
  }

  stored(chunkCount: number): void {
    void this.#say({ kind: 'stored', chunkCount })
  }

  stop(): void {
    if (this.#running === undefined || this.#stopTimer !== undefined) return
    void this.#say({ kind: 'stop' })
    this.#stopTimer = setTimeout(() => this.kill(), STOP_GRACE_MS)
  }

  kill(): void {
    this.close()
  }

  memoryBytes(): Promise<number | undefined> {
    if (!this.#isAlive) return Promise.resolve(undefined)
    return new Promise(answer => {
      this.#measuring.push(answer)
      void this.#say({ kind: 'measure' })
    })
  }

  close(): void {
    this.#isKilled = true
    this.#isAlive = false
    this.#child.kill('SIGKILL')
  }
}
