/** Sends files, waits for jobs and turns long replies into columns, away from the thread that draws. */

import { LOCAL_ENGINE, type LocalEngine, type LocalReply, type Tried } from '../../../shared/contract/local-engine.ts'
import type { AuditReply } from './schedule/audit-replies.ts'
import { scheduleOf } from './schedule/columns.ts'
import type { ComparisonReplies } from './schedule/comparison-replies.ts'
import type { FileFields } from './schedule/file-fields.ts'
import type { Levelled } from './schedule/levelling.ts'
import type { CpmData, Dcma14Data, Envelope, ScoreData } from './schedule/replies.ts'
import type { ResourceLoad } from './schedule/resource-load.ts'
import { analyse } from './service/analyse.ts'
import { audit } from './service/audit.ts'
import { bodyOf } from './service/body.ts'
import type { CallContext } from './service/call.ts'
import { compare } from './service/comparison.ts'
import { isLarge } from './service/expected-size.ts'
import { fileFields } from './service/file-fields.ts'
import { level } from './service/levelling.ts'
import { besideEngine } from './service/local-transport.ts'
import type {
  Access,
  BaselineDates,
  Failure,
  FromWorker,
  Outcome,
  Progress,
  Rest,
  ToWorker,
} from './service/messages.ts'
import { Refused } from './service/refused.ts'
import { resourceLoad } from './service/resource-load.ts'
import { transport, useTransport } from './service/transport.ts'
import { whatIf } from './service/what-if.ts'
import { withBaseline } from './service/with-baseline.ts'

/** Loaded before this script where the page is a file without a service. */
const engine = (globalThis as { [LOCAL_ENGINE]?: LocalEngine })[LOCAL_ENGINE]
if (engine !== undefined) {
  useTransport(besideEngine(engine))
  engine.prepare()
}

const running = new Map<number, { readonly cancel: AbortController; readonly finish: AbortController }>()
/** Columns are handed over, not copied. */
const say = (message: FromWorker, columns: readonly ArrayBuffer[] = []): void =>
  postMessage(message, { transfer: [...columns] })

const CPM = 'api/v1/analysis/cpm'
const DETAILS = { include_details: true }
const CPM_OPTIONS = { include_task_details: true, include_network_details: true, include_curves: true }

/** The critical path is told as soon as it is there. */
async function analyseFile(
  given: Blob,
  baseline: BaselineDates | undefined,
  context: CallContext,
  onProgress: (progress: Progress) => void,
  onFirst: (outcome: Outcome) => void,
): Promise<Rest> {
  const made = baseline === undefined ? undefined : await withBaseline(given, baseline, context)
  const file = made?.schedule ?? given
  const [body, large] = await Promise.all([bodyOf(file), isLarge(file)])
  const quiet = () => {}
  const resultPaths: Record<string, string> = {}
  const noting = (path: string) => (resultPath: string) => {
    resultPaths[path] = resultPath
  }
  const other = <Data>(path: string, options?: object): Promise<Envelope<Data> | null> =>
    analyse({ path, body: () => body(options), isLarge: large, onJob: noting(path) }, context, quiet).then(
      reply => reply as Envelope<Data>,
      // the critical path says what is wrong with the file
      () => null,
    )
  const assessed = () =>
    Promise.all([
      other<Dcma14Data>('api/v1/health/dcma-14-point', DETAILS),
      other<ScoreData>('api/v1/health/score', DETAILS),
    ])
  // a small one is there before the first could be seen; of a large one they would keep it waiting
  const together = large || !transport().hasService ? undefined : assessed()
  const sent = { path: CPM, body: () => body(CPM_OPTIONS), isLarge: large, onJob: noting(CPM) }
  const { data, ...envelope } = (await analyse(sent, context, onProgress)) as Envelope<CpmData>
  const { tasks: _, task_details: __, network_details: ___, ...lists } = data
  onFirst({
    schedule: scheduleOf(data, envelope.metadata.import?.[0]?.format),
    analysed: { cpm: { ...envelope, data: lists } },
    resultPaths,
    withBaseline: made?.schedule,
    hadOwnBaseline: made?.hadOwn === true,
  })
  const [dcma, score] = await (together ?? assessed())
  return { dcma, score, resultPaths }
}

type Work = (
  context: CallContext,
  onProgress: (progress: Progress) => void,
) => Promise<Rest | ComparisonReplies | FileFields | ResourceLoad | Levelled | LocalReply | Tried | AuditReply>

/** Each once, since a column may stand for two. */
const buffersOf = (...of: readonly object[]): ArrayBuffer[] => [
  ...new Set(of.flatMap(Object.values).flatMap(each => (ArrayBuffer.isView(each) ? [each.buffer as ArrayBuffer] : []))),
]

const CANCELLED: Failure = { code: 'cancelled', sentence: '', places: [] }
/** What browsers throw of a folder, and of a file that went away or may not be read. */
const UNREADABLE = ['NotReadableError', 'NotFoundError']

function failureOf(error: unknown): Failure {
  if (error instanceof Refused) return error.failure
  // a reply, since every other text is read by jsonOf
  if (error instanceof SyntaxError) return { code: 'broken', sentence: '', places: [] }
  const isUnreadable = UNREADABLE.includes((error as Error).name)
  return { code: isUnreadable ? 'unreadable' : 'page', sentence: '', places: isUnreadable ? [] : [String(error)] }
}

async function run(id: number, access: Access, work: Work): Promise<void> {
  const [cancel, finish] = [new AbortController(), new AbortController()]
  running.set(id, { cancel, finish })
  try {
    const onProgress = (progress: Progress) => say({ kind: 'progress', id, progress })
    const outcome = await work({ access, signal: cancel.signal, finish: finish.signal }, onProgress)
    say({ kind: 'done', id, outcome }, 'movedCount' in outcome ? buffersOf(outcome.offsets, outcome) : [])
  } catch (error) {
    const failure = cancel.signal.aborted ? CANCELLED : failureOf(error)
    say({ kind: 'failed', id, failure })
  } finally {
    running.delete(id)
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'cancel' || data.kind === 'finish') running.get(data.id)?.[data.kind].abort()
  else if (data.kind === 'analyse')
    void run(data.id, data.access, (context, onProgress) =>
      analyseFile(data.file, data.baseline, context, onProgress, outcome =>
        say({ kind: 'first', id: data.id, outcome }, buffersOf(outcome.schedule, outcome.schedule.links)),
      ),
    )
  else if (data.kind === 'load')
    void run(data.id, data.access, (context, onProgress) =>
      resourceLoad(data.file, data.weekCount, context, onProgress),
    )
  else if (data.kind === 'fields') void run(data.id, data.access, context => fileFields(data.file, data.ids, context))
  else if (data.kind === 'level')
    void run(data.id, data.access, (context, onProgress) => level(data.file, data.request, context, onProgress))
  else if (data.kind === 'audit')
    void run(data.id, data.access, (context, onProgress) => audit(data.request, context, onProgress))
  else if (data.kind === 'what-if') void run(data.id, data.access, () => whatIf(data.asked))
  else if (data.kind === 'call') void run(data.id, data.access, async () => engine!.answer(data.call))
  else void run(data.id, data.access, (context, onProgress) => compare(data.files, data.events, context, onProgress))
})
