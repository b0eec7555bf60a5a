/**
 * A process that runs suspects, one at a time, seen from the node. A thread that runs out of memory then crashes this process and not the
 * node. If a job ends in any way but by its own answer, the process ends as well; the next suspect gets a new one.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { standBackWithThreads } from '../../shared/platform/process/stand-back.ts'
import { processorMsOfProcess } from '../../shared/platform/process/work-stamp.ts'
import {
  type FromProcess,
  type ProcessPriority,
  type ProcessSettings,
  RemoteRunner,
  type ThreadJob,
  type ToProcess,
} from './job-runner.ts'

interface JobProcessSettings extends ProcessSettings {
  readonly priority?: ProcessPriority
  readonly onFault: (fault: string) => void
}

const MODULE = fileURLToPath(new URL('./suspect-process.ts', import.meta.url))

export class JobProcess extends RemoteRunner {
  readonly #settings: JobProcessSettings
  readonly #child: ChildProcess
  /** What the process had of the processors before the job at work. */
  #beforeMs = 0
  #isAlive = true
  #isKilled = false
  #measuring: ((bytes: number | undefined) => void)[] = []
  #reportStarted: (isUp: boolean) => void = () => {}
  /** Resolves when it is ready (true), or has ended before it was (false). */
  readonly started = new Promise<boolean>(resolve => (this.#reportStarted = resolve))

  constructor(settings: JobProcessSettings) {
    super()
    const { heapMegabytesMax, analysersModule, priority = 'usual' } = settings
    this.#settings = settings
    this.#child = fork(MODULE, [], {
      // how node starts (quick-imports.mjs), and no secret
      env: {
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        QUICK_BUNDLES: process.env.QUICK_BUNDLES,
        SIS_COMMIT: process.env.SIS_COMMIT,
      },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    if (priority === 'low' && this.#child.pid !== undefined) standBackWithThreads(this.#child.pid)
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

  get workedMs(): number {
    const processor = this.#processorMs
    return processor === undefined ? (this.busyMs ?? 0) : Math.max(0, processor - this.#beforeMs)
  }

  get #processorMs(): number | undefined {
    const { pid } = this.#child
    return pid === undefined ? undefined : processorMsOfProcess(pid)
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
        this.running?.onChunk(message.index, message.bytes as Uint8Array<ArrayBuffer>)
        break
      case 'progress':
        this.running?.onProgress?.(message.progress)
        break
      case 'measured':
        this.#measuring.shift()?.(message.bytes)
        break
      case 'fault':
        this.#settings.onFault(message.fault)
        break
      default:
        if (message.kind !== 'done' && message.kind !== 'failed') this.close()
        this.finish(message)
    }
  }

  #ended(how: string): void {
    this.#isAlive = false
    this.#reportStarted(false)
    for (const answer of this.#measuring.splice(0)) answer(undefined)
    const workerMs = this.busyMs ?? 0
    if (this.#isKilled) this.finish({ kind: 'stopped', workerMs })
    else this.finish({ kind: 'lost', reason: `the process of the suspect ended: ${how}`, workerMs })
  }

  protected send({ chunks, frameBytes }: ThreadJob): void {
    this.#beforeMs = this.#processorMs ?? 0
    if (this.#isAlive) void this.#sendFrame(chunks, frameBytes)
    else this.#ended('before the job began')
  }

  /** One chunk after the other: other work of the node goes on in between. */
  async #sendFrame(chunks: readonly Uint8Array[], frameBytes: number): Promise<void> {
    for (const bytes of chunks) await this.#say({ kind: 'frame', bytes })
    await this.#say({ kind: 'run', frameBytes })
  }

  stored(chunkCount: number): void {
    void this.#say({ kind: 'stored', chunkCount })
  }

  protected orderStop(): void {
    void this.#say({ kind: 'stop' })
  }

  hurry(): void {
    void this.#say({ kind: 'hurry' })
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
