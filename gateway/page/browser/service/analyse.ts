/** One analysis of one file: answered at once where the schedule is small, else as a job that is waited for. */
import { type CallContext, get, post } from './call.ts'
import type { Progress } from './messages.ts'
import { Refused } from './refused.ts'
import { transport } from './transport.ts'

/** The service counts, and has a limit of time for a call; what it finds too large or too long becomes a job all the same. */
const FOR_A_JOB: ReadonlySet<string> = new Set(['task_limit_sync', 'deadline_exceeded'])
/** What a search counts. */
const SCHEDULES = 'schedules'
const POLL_MS_MIN = 60
const POLL_MS_MAX = 1_000
const POLL_GROWTH = 1.2

interface Job {
  readonly status: string
  readonly queue_position: number | null
  readonly error?: { readonly code: string; readonly detail: string }
  readonly progress?: { readonly done: number; readonly of: number | null; readonly unit?: string }
}

interface Sent {
  readonly path: string
  /** Made anew for each time it is sent. */
  readonly body: () => XMLHttpRequestBodyInit
  /** It is a job at once (expected-size.ts). */
  readonly isLarge: boolean
  /** Called with where the result of a job lies. */
  readonly onJob?: (resultPath: string) => void
}

type OnProgress = (progress: Progress) => void

/** The result as JSON, or as bytes in the form that the context accepts. */
export async function analyse(sent: Sent, context: CallContext, onProgress: OnProgress): Promise<unknown> {
  if (!transport().hasService) {
    onProgress({ stage: 'compute', part: null })
    return post(sent.path, sent.body(), context)
  }
  const withProgress = {
    ...context,
    onUpload: (part: number) => onProgress({ stage: part < 1 ? 'upload' : 'compute', part: part < 1 ? part : null }),
  }
  if (!sent.isLarge) {
    try {
      return await post(sent.path, sent.body(), withProgress)
    } catch (error) {
      if (!(error instanceof Refused) || !FOR_A_JOB.has(error.failure.code)) throw error
    }
  }
  const [path, query = ''] = sent.path.split('?', 2)
  const submission = `${path}/async${query && `?${query}`}`
  const job = (await post(submission, sent.body(), { ...withProgress, accept: undefined })) as { polling_url: string }
  const relative = job.polling_url.replace(/^\//, '')
  sent.onJob?.(`${relative}/result`)
  return jobResult(relative, context, onProgress)
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** null: nobody says how much there is to do. */
const partOf = ({ progress }: Job): number | null =>
  progress === undefined || progress.of === null || progress.of === 0 ? null : progress.done / progress.of

async function jobResult(path: string, context: CallContext, onProgress: OnProgress): Promise<unknown> {
  const tell = (what: 'cancel' | 'finish') => () =>
    void transport()
      .send({ path: `${path}/${what}`, access: context.access })
      .catch(() => {})
  const [cancel, finish] = [tell('cancel'), tell('finish')]
  context.signal.addEventListener('abort', cancel, { once: true })
  context.finish?.addEventListener('abort', finish, { once: true })
  for (let waitMs = POLL_MS_MIN; ; waitMs = Math.min(POLL_MS_MAX, waitMs * POLL_GROWTH)) {
    const job = (await get(`${path}?include_result=false`, { ...context, accept: undefined })) as Job
    if (job.status === 'completed') break
    if (job.error !== undefined) throw new Refused({ code: job.error.code, sentence: job.error.detail, places: [] })
    if (job.status === 'cancelled') throw new Refused({ code: 'cancelled', sentence: '', places: [] })
    onProgress(
      job.status === 'queued'
        ? { stage: 'queue', part: null, queuePosition: job.queue_position ?? 0 }
        : { stage: 'compute', part: partOf(job), isSearch: job.progress?.unit === SCHEDULES },
    )
    await pause(waitMs)
  }
  context.signal.removeEventListener('abort', cancel)
  context.finish?.removeEventListener('abort', finish)
  onProgress({ stage: 'read', part: null })
  return get(`${path}/result`, context)
}
