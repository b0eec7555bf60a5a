/** The worker as the page sees it: one promise for each file, with its progress, to be cancelled. */
import type { LocalCall, LocalReply, Tried } from '../../../../shared/contract/local-engine.ts'
import type { AuditReply } from '../schedule/audit-replies.ts'
import type { ComparisonReplies } from '../schedule/comparison-replies.ts'
import type { DelayEvent } from '../schedule/events.ts'
import type { FileFields } from '../schedule/file-fields.ts'
import type { Levelled, LevelRequest } from '../schedule/levelling.ts'
import type { ResourceLoad } from '../schedule/resource-load.ts'
import type { AuditRequest } from './audit.ts'
import type {
  Access,
  BaselineDates,
  DatedFile,
  Failure,
  FromWorker,
  Outcome,
  Progress,
  Rest,
  ToWorker,
} from './messages.ts'
import { Refused } from './refused.ts'
import type { Asked } from './what-if.ts'

export interface Running<Of> {
  readonly outcome: Promise<Of>
  cancel(): void
  /** A search ends with the best that it has; absent: nobody could be told. */
  finish?(): void
}

interface Waiting {
  readonly resolve: (outcome: never) => void
  readonly reject: (error: Refused) => void
  readonly onProgress: (progress: Progress) => void
  readonly onFirst: ((outcome: Outcome) => void) | undefined
}

/** Where no service is called. */
const NOBODY: Access = { base: '', key: '' }
/** What a browser may spend on one request of a page without a service. */
const DEADLINE_MS = 300_000

export class Client {
  readonly #workerUrl: string
  /** The engine runs in the worker, so what is given up can only be ended with it. */
  readonly #hasEngine: boolean
  /** Ended when nothing is under way, since the text of a long reply stays in its memory. */
  #worker: Worker | undefined
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  /** It stays when nothing is under way; it starts with the first call. */
  readonly #stays: boolean

  constructor(workerUrl: string, hasEngine: boolean, stays = false) {
    this.#workerUrl = workerUrl
    this.#hasEngine = hasEngine
    this.#stays = stays
    if (hasEngine && !stays) this.#worker = this.#started()
  }

  #started(): Worker {
    const worker = new Worker(this.#workerUrl, { type: this.#hasEngine ? 'classic' : 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#take(data))
    worker.addEventListener('error', () => {
      worker.terminate()
      this.#worker = undefined
      this.#fail({ code: 'page', sentence: '', places: ['worker'] })
    })
    return worker
  }

  /** onFirst: called with the outcome as soon as there is the critical path; it is completed in place, its schedule stays. */
  analyse(
    file: Blob,
    access: Access,
    onProgress: (progress: Progress) => void,
    { baseline, onFirst }: { baseline?: BaselineDates | undefined; onFirst?: (outcome: Outcome) => void } = {},
  ): Running<Outcome> {
    let first: Outcome
    const take = (outcome: Outcome): void => {
      first = outcome
      onFirst?.(outcome)
    }
    const running = this.#run<Rest>(id => ({ kind: 'analyse', id, access, file, baseline }), onProgress, take)
    const outcome = running.outcome.then(({ dcma, score, resultPaths }) => {
      Object.assign(first.analysed, { dcma, score })
      Object.assign(first.resultPaths, resultPaths)
      return first
    })
    return { ...running, outcome }
  }

  compare(
    files: readonly DatedFile[],
    events: readonly DelayEvent[],
    access: Access,
    onProgress: (progress: Progress) => void,
  ): Running<ComparisonReplies> {
    return this.#run(id => ({ kind: 'compare', id, access, files, events }), onProgress)
  }

  resourceLoad(file: Blob, weekCount: number, access: Access): Running<ResourceLoad> {
    return this.#run(
      id => ({ kind: 'load', id, access, file, weekCount }),
      () => {},
    )
  }

  fields(file: Blob, ids: readonly string[], access: Access): Running<FileFields> {
    return this.#run(
      id => ({ kind: 'fields', id, access, file, ids }),
      () => {},
    )
  }

  level(
    file: Blob,
    request: LevelRequest,
    access: Access,
    onProgress: (progress: Progress) => void,
  ): Running<Levelled> {
    return this.#run(id => ({ kind: 'level', id, access, file, request }), onProgress)
  }

  audit(request: AuditRequest, access: Access): Running<AuditReply> {
    return this.#run(
      id => ({ kind: 'audit', id, access, request }),
      () => {},
    )
  }

  whatIf(asked: Asked): Running<Tried> {
    return this.#run(
      id => ({ kind: 'what-if', id, access: NOBODY, asked }),
      () => {},
    )
  }

  /** Where the engine is in the worker. */
  ask(call: LocalCall): Promise<LocalReply> {
    return this.#run<LocalReply>(
      id => ({ kind: 'call', id, access: NOBODY, call }),
      () => {},
    ).outcome
  }

  #run<Of>(
    message: (id: number) => ToWorker,
    onProgress: (progress: Progress) => void,
    onFirst?: (outcome: Outcome) => void,
  ): Running<Of> {
    const id = ++this.#last
    const outcome = new Promise<Of>((resolve, reject) =>
      this.#waiting.set(id, { resolve, reject, onProgress, onFirst }),
    )
    this.#send(message(id))
    const tell = (kind: 'cancel' | 'finish') => () => this.#send({ kind, id })
    if (!this.#hasEngine) return { outcome, cancel: tell('cancel'), finish: tell('finish') }
    const end = (code: string): void => {
      if (!this.#waiting.has(id)) return
      this.#fail({ code, sentence: '', places: [] })
      this.#end()
    }
    const deadline = setTimeout(() => end('too_long'), DEADLINE_MS)
    const clear = (): void => clearTimeout(deadline)
    outcome.then(clear, clear)
    return { outcome, cancel: () => end('cancelled') }
  }

  #send(message: ToWorker): void {
    this.#worker ??= this.#started()
    this.#worker.postMessage(message)
  }

  #take(message: FromWorker): void {
    const waiting = this.#waiting.get(message.id)
    if (waiting === undefined) return
    if (message.kind === 'progress') {
      waiting.onProgress(message.progress)
      return
    }
    if (message.kind === 'first') {
      waiting.onFirst?.(message.outcome)
      return
    }
    this.#waiting.delete(message.id)
    if (message.kind === 'failed') {
      // it may still inform the service that a job is given up
      waiting.reject(new Refused(message.failure))
      return
    }
    waiting.resolve(message.outcome as never)
    if (this.#waiting.size === 0 && !this.#stays) this.#end()
  }

  /** An engine is compiled anew while the planner reads. */
  #end(): void {
    this.#worker?.terminate()
    this.#worker = this.#hasEngine ? this.#started() : undefined
  }

  #fail(failure: Failure): void {
    for (const { reject } of this.#waiting.values()) reject(new Refused(failure))
    this.#waiting.clear()
  }
}
