/** Runs the body of a call on a worker thread: builds the header for the worker and chooses the lane. */
import type { LaneName, PoolCalls, PoolOutcome, WorkHeader } from '../../../compute/worker/pool.ts'
import type { Refusal } from '../../../shared/contract/errors.ts'
import { payloadBytesMax, TIERS } from '../../../shared/contract/tiers.ts'
import { LANE, type TraceSpan, WORKER_MS } from '../../../shared/platform/tracing/tracing.ts'
import { noRoom } from '../../call/answers.ts'
import type { Call, ReceivedCall, Slabs } from '../../call/call.ts'
import type { Gateway } from '../../call/gateway.ts'
import { isEncoded } from '../../call/media-type.ts'
import { isRefusal, readFileQuery } from '../../call/query.ts'
import { pathOf, workRow } from '../../call/routes.ts'
import { fetchKept } from '../../schedules/fetch-kept.ts'

/** Calls its listener when the caller takes the call back while it waits on. */
export type WhenCancelled = (listener: () => void) => void

interface Cancellable {
  readonly whenCancelled?: WhenCancelled
}

type WorkOptions = Pick<
  WorkHeader,
  'mode' | 'message' | 'board' | 'syncTaskCountMax' | 'syncHint' | 'isKeyed' | 'isFetched'
> &
  Partial<Pick<WorkHeader, 'rowId' | 'endpoint'>> & { readonly tool?: string | undefined }

const laneOfBody = (isCoded: boolean, bytes: number, { config }: Gateway): LaneName =>
  isCoded || bytes > config.largeBodyBytes ? 'large' : 'small'

/** bytes: of the body as it is declared. */
export const laneOf = ({ exchange }: Call, gateway: Gateway, bytes: number): LaneName =>
  laneOfBody(isEncoded(exchange), bytes, gateway)

const NO_BODY: Slabs = []

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] }
type FileQuery = Exclude<ReturnType<typeof readFileQuery>, Refusal>

/** Every call builds one, so members that most calls lack are added behind: spreading them takes several times as long. */
function headerOf(call: ReceivedCall, query: FileQuery, options: WorkOptions): WorkHeader {
  const { exchange, route, bodyForm } = call
  const { tier } = call.admitted
  const header: Writable<WorkHeader> = {
    mode: options.mode,
    rowId: options.rowId ?? workRow(route).id,
    mediaType: bodyForm.mediaType,
    encoding: bodyForm.encoding,
    tier,
    payloadBytesMax: payloadBytesMax(tier),
    taskCountMax: TIERS[tier].taskCountMax,
    syncTaskCountMax: options.syncTaskCountMax,
    syncHint: options.syncHint,
    today: call.today,
    endpoint: options.endpoint ?? pathOf(route),
    requestId: exchange.requestId,
    accept: exchange.header('accept') ?? '',
    acceptEncoding: exchange.header('accept-encoding') ?? '',
  }
  if (bodyForm.file !== undefined) {
    const {
      to: _to,
      report: _report,
      table: _table,
      ttl: _ttl,
      analyses: _analyses,
      kind: _kind,
      paper: _paper,
      catalogue: _catalogue,
      ...fileOptions
    } = query
    header.file = { ...bodyForm.file, ...fileOptions }
  }
  if (query.to !== undefined) header.to = query.to
  if (query.report !== undefined) header.report = query.report
  if (query.table !== undefined) header.table = query.table
  if (query.analyses !== undefined) header.analyses = query.analyses
  if (query.kind !== undefined) header.kind = query.kind
  if (query.paper !== undefined) header.paper = query.paper
  if (query.catalogue !== undefined) header.catalogue = query.catalogue
  const { message, tool, board, isKeyed, isFetched } = options
  if (message !== undefined) header.message = message
  if (tool !== undefined) header.tool = tool
  if (board !== undefined) header.board = board
  if (isKeyed !== undefined) header.isKeyed = isKeyed
  if (isFetched !== undefined) header.isFetched = isFetched
  return header
}

/** Removes the body from the call, because its memory is transferred to the worker. */
export function runWork(
  call: ReceivedCall,
  gateway: Gateway,
  options: WorkOptions & Pick<PoolCalls, 'carryOut'> & Cancellable,
): Promise<PoolOutcome> {
  const { exchange, bodyForm, identity, body: slabs } = call
  const query = readFileQuery(call)
  if (isRefusal(query)) return Promise.resolve({ kind: 'refusal', refusal: query, taskCount: 0, workerMs: 0 })
  const { tier } = call.admitted
  let bytes = 0
  for (const slab of slabs) bytes += slab.byteLength
  call.body = NO_BODY
  const lane = laneOfBody(bodyForm.encoding !== null, bytes, gateway)
  const step = exchange.span === undefined ? undefined : new WorkStep(exchange.span, lane)
  const whenGone = (listener: () => void): void => {
    exchange.whenGone(listener)
    options.whenCancelled?.(listener)
  }
  return gateway.pool
    .run(lane, identity.accountId, headerOf(call, query, options), slabs, whenGone, {
      budgetId: call.payer.budgetId,
      charge: inflatedBytes => (call.bytesClaim?.settle(inflatedBytes) === false ? noRoom() : undefined),
      onThread: step && (lane => step.begin(lane)),
      fetchKept: ids => fetchKept(call, gateway, tier, ids),
      carryOut: options.carryOut,
    })
    .then(outcome => {
      step?.end(outcome)
      noteWork(call, outcome)
      return outcome
    })
}

/** The steps of a call in its trace: in the queue, then on a thread. */
class WorkStep {
  readonly #span: TraceSpan
  /** undefined: the trace is not kept. */
  #step: TraceSpan | undefined

  constructor(span: TraceSpan, lane: LaneName) {
    this.#span = span
    this.#step = span.child('queue', { attributes: { [LANE]: lane } })
  }

  begin(lane: LaneName): void {
    this.#step?.end()
    this.#step = this.#span.child('compute', { attributes: { [LANE]: lane } })
  }

  end(outcome: PoolOutcome): void {
    if (outcome.kind !== 'gone') this.#step?.note({ [WORKER_MS]: outcome.workerMs })
    this.#step?.end()
  }
}

/** For the metering event. */
function noteWork(call: Call, outcome: PoolOutcome): void {
  if (outcome.kind === 'gone') return
  call.taskCount = outcome.taskCount
  // of a schedule that is fetched a worker reads twice
  call.workerMs += outcome.workerMs
  if (outcome.kind === 'message') call.called = outcome.called
  if (outcome.kind === 'answer' || outcome.kind === 'frame') call.unitCount = outcome.unitCount ?? call.unitCount
  if (outcome.kind === 'answer' && outcome.called !== undefined) call.called = outcome.called
}
