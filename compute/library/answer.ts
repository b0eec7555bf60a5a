/**
 * One call of the interface, answered without a service: the same rows, readers, methods and writers, so the same bytes. What needs an account, a
 * store or the network is refused with a sentence.
 */
import type { TSchema } from 'typebox'
import { bytesOf } from '../../shared/contract/bytes/bytes.ts'
import { catalogue, type WorkRow, workRow } from '../../shared/contract/catalogue/catalogue.ts'
import { type FileQuery, queryValues, withAnalyses } from '../../shared/contract/catalogue/query-values.ts'
import { type ContentType, contentTypeOf } from '../../shared/contract/content-type.ts'
import { fileTarget, WARNINGS_HEADER } from '../../shared/contract/endpoint/convert.ts'
import { REPORT_ID } from '../../shared/contract/endpoint/paths.ts'
import { callFormOf } from '../../shared/contract/endpoint/result-forms.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { Held, LocalCall, LocalReply } from '../../shared/contract/local-engine.ts'
import { chooseMediaType } from '../../shared/contract/negotiate.ts'
import { type RefusedCall, refusalBody } from '../../shared/contract/refusal-body.ts'
import { FILE_MEDIA_TYPES } from '../../shared/contract/schedule/file-formats.ts'
import { bodyBytesOf, decodeFrame, encodeFrame, inputSha256 } from '../../shared/contract/schedule/frame.ts'
import { answerBytesMax, payloadBytesMax, TASK_SUM_FACTOR, TIERS } from '../../shared/contract/tiers.ts'
import { analysers } from '../engine/analysers.ts'
import { conversionResult, toProjectFile } from '../engine/analysis/convert/to-project-file.ts'
import { warningsHeader } from '../engine/analysis/convert/warnings-header.ts'
import { HeldSchedule } from '../engine/analysis/what-if/held.ts'
import { checkCatalogueText } from '../engine/catalogue.ts'
import { type FormId, formRefusal, writeForm } from '../engine/forms/result-form.ts'
import { beginCall, endCall } from '../engine/ids/short-arrays.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { type KeptSchedules, keptSchedule, NONE_KEPT, SchedulesWanted } from '../engine/read/kept/kept-schedule.ts'
import { SourceWanted } from '../engine/read/kept/take-source.ts'
import { type ReadLimits, readRequest } from '../engine/read/read-request.ts'
import { type AnalysisInput, isRefusal } from '../engine/result/result.ts'
import { withChosen } from '../engine/several-analyses/report-analyser.ts'
import { recoverScratch } from '../engine/write/byte-sink.ts'
import { writeData, writeReply } from '../engine/write/envelope.ts'
import { AnswerTooLarge, answerTooLarge, beginOutput } from '../engine/write/output-bound.ts'
import { dayOf, REQUEST_ID } from './run.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Its limits hold: nobody else waits for this machine. */
const TIER = 'government'
const { taskCountMax, payloadMegabytesMax } = TIERS[TIER]
const LIMITS: ReadLimits = {
  tier: TIER,
  taskCountMax,
  taskSumMax: taskCountMax * TASK_SUM_FACTOR,
  syncTaskCountMax: Number.POSITIVE_INFINITY,
  asyncHint: '',
}

/** What the page shows beside a check. */
const CATALOGUE_PATH = '/api/v1/catalogue'

interface Route {
  readonly row: WorkRow
  /** It keeps the schedule of the body. */
  readonly keeps: boolean
  readonly path: string
  readonly query: TSchema | undefined
}

const ROUTES: ReadonlyMap<string, Route> = new Map(
  catalogue.flatMap(each => {
    if (each.kind === 'retired' || (each.kind === 'service' && each.reader === undefined)) return []
    const keeps = each.kind === 'service' && each.isKept === true
    return [[each.path, { row: workRow(each.id), keeps, path: each.path, query: each.query }] as const]
  }),
)

/** Frames of what the page works at, by id: the last ones, until its worker ends. */
const KEPT_MAX = 2
const frames = new Map<string, Bytes>()
let keptCount = 0

const scheduleId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const frameOf = (input: AnalysisInput): Bytes =>
  encodeFrame({ rowId: 'schedules.create', today: 0, inputSha256: inputSha256(input), input })

function keep(input: AnalysisInput): LocalReply {
  const id = scheduleId(++keptCount)
  frames.set(id, frameOf(input))
  const [first] = frames.keys()
  if (frames.size > KEPT_MAX) frames.delete(first!)
  const text = JSON.stringify({ schedule_id: id, task_count: input.taskCount })
  return { ...reply('application/json', [new TextEncoder().encode(text)]), status: 201 }
}

/** Read anew for each call, as what it derives of the columns is gone with it. */
function keptOf({ scheduleIds }: SchedulesWanted, bodyBytes: number): KeptSchedules {
  let bytes = bodyBytes
  const named = scheduleIds.map(id => {
    const frame = frames.get(id)
    if (frame === undefined) return [id, null] as const
    bytes += bodyBytesOf(frame.length)
    return [id, keptSchedule(decodeFrame(frame).input)] as const
  })
  // as much as if it had been sent
  beginOutput(answerBytesMax(TIER, bytes))
  return new Map(named)
}

interface Request {
  readonly route: Route
  readonly call: LocalCall
  readonly query: FileQuery
  readonly content: ContentType
  readonly startedMs: number
}

/** Never throws. */
export function answerCall(call: LocalCall): LocalReply {
  const startedMs = performance.now()
  return guarded(call, true, () => {
    const request = requestOf(call, startedMs)
    if (!('route' in request)) return request
    const input = inputOf(request, NONE_KEPT)
    if (!('schedules' in input)) return input
    const { route, query } = request
    return route.keeps ? keep(input) : replyTo(request, query.analyses === undefined ? input : withChosen(input, query))
  })
}

const WHAT_IF: LocalCall = {
  method: 'POST',
  path: '/api/v1/analysis/what-if',
  contentType: 'application/json',
  accept: '',
  body: new Uint8Array(0),
}

/** The body as it would be sent behind the schedule. */
const whatIfBody = (members: object): Bytes => new TextEncoder().encode(JSON.stringify(members))

/** Never throws. What is held outlives its call, so that its arrays are none of those that calls share. */
export function holdSchedule(call: LocalCall): Held | LocalReply {
  return guarded(call, false, () => {
    const sent = requestOf(call, 0)
    if (!('route' in sent)) return sent
    const given = inputOf(sent, NONE_KEPT)
    if (!('schedules' in given)) return given
    // with arrays of its own: those that were read lie in the memory of the scanner
    const kept = keptSchedule(decodeFrame(frameOf(given)).input)
    const id = scheduleId(0)
    const asked = requestOf({ ...WHAT_IF, body: whatIfBody({ schedule_id: id }) }, 0) as Request
    const input = inputOf(asked, new Map([[id, kept]]))
    if (!('schedules' in input)) return input
    const held = HeldSchedule.of(input)
    if ('code' in held) return held
    const tried: Held['tried'] = changes => triedOn(held, changes)
    return { tried, prepare: () => runOften(tried, held) }
  })
}

/** Changes that are made in vain until the code is compiled, which takes this many. */
const WARM_UP = 6
/** Tasks that are tried for that: a summary has no duration to change. */
const WARM_UP_TASKS_MAX = 30

function runOften(tried: Held['tried'], { taskIds }: HeldSchedule): void {
  let left = WARM_UP
  for (let i = 0; i < WARM_UP_TASKS_MAX && left > 0; i++) {
    const id = taskIds(i)
    if (id === undefined) return
    if (!('chunks' in tried([{ task_id: id, duration_days: 1 + i }]))) left--
  }
}

/** Changes are read by themselves, so that they are refused as in a request. */
function triedOn(held: HeldSchedule, changes: Parameters<Held['tried']>[0]): ReturnType<Held['tried']> {
  const call = { ...WHAT_IF, body: whatIfBody({ tasks: [{ id: '-' }], changes }) }
  return guarded(call, false, () => {
    const read = inputOf(requestOf(call, 0) as Request, NONE_KEPT)
    return 'schedules' in read ? held.tried(read.params.changes as typeof changes) : read
  })
}

/** isFleeting: nothing of it outlives it but bytes that were copied. */
function guarded<Of extends object>(
  { path, accept, body }: LocalCall,
  isFleeting: boolean,
  act: () => Of | Refusal,
): Of | LocalReply {
  beginCall(isFleeting)
  beginOutput(answerBytesMax(TIER, body.length))
  const context = { requestId: REQUEST_ID, path: path.replace(/\?.*/s, ''), accept }
  try {
    const made = act()
    return 'code' in made ? refused(made as Refusal, context) : (made as Of)
  } catch (error) {
    recoverScratch()
    return refused(refusalOf(error, body.length), context)
  } finally {
    beginOutput(Number.POSITIVE_INFINITY)
    endCall()
  }
}

function refused(refusal: Refusal, context: RefusedCall): LocalReply {
  const { status, contentType, body } = refusalBody(refusal, context)
  return { status, headers: { 'content-type': contentType }, chunks: [new TextEncoder().encode(body)] }
}

function refusalOf(error: unknown, bodyBytes: number): Refusal {
  if (error instanceof AnswerTooLarge) return answerTooLarge(error, TIER, bodyBytes)
  if (error instanceof SourceWanted) return refuse('source_failed', { reason: 'this page calls no other machine' })
  // what browsers throw where there is no memory for an array
  if (error instanceof RangeError && /alloc|memory|invalid.*length/i.test(error.message))
    return refuse('memory_exceeded')
  console.error(error)
  return refuse('internal')
}

/** A reply: it asks for nothing that is computed. */
function requestOf(call: LocalCall, startedMs: number): Request | LocalReply | Refusal {
  const { body } = call
  const [path = '', search = ''] = call.path.split('?')
  if (path === CATALOGUE_PATH) return reply('application/json', [new TextEncoder().encode(checkCatalogueText())])
  const route = call.method === 'POST' ? ROUTES.get(path) : undefined
  if (route === undefined) return refuse('path_not_found', { path, hint: 'This page has no service behind it.' })
  if (body.length > payloadBytesMax(TIER))
    return refuse('payload_too_large', {
      payloadBytes: body.length,
      tier: TIER,
      payloadBytesMax: payloadBytesMax(TIER),
      payloadMegabytesMax,
    })
  const content = contentTypeOf(call.contentType, true)
  if (content === undefined)
    return refuse('media_type_unsupported', {
      value: JSON.stringify(call.contentType),
      supported: 'a project file, a form or JSON',
    })
  const values = route.query === undefined ? {} : queryValues(route.query, search)
  if ('code' in values) return values as Refusal
  const query = route.row.id === REPORT_ID ? withAnalyses(values as object) : (values as FileQuery)
  if ('code' in query) return query
  return { route, call, query, content, startedMs }
}

function inputOf(request: Request, kept: KeptSchedules): AnalysisInput | Refusal {
  try {
    return readInput(request, kept)
  } catch (error) {
    if (!(error instanceof SchedulesWanted)) throw error
    return readInput(request, keptOf(error, request.call.body.length))
  }
}

function readInput({ route, call, query, content }: Request, kept: KeptSchedules): AnalysisInput | Refusal {
  const { row, path } = route
  if (content.file === undefined) return readRequest(row, call.body, content.mediaType, LIMITS, kept)
  const { to: _t, report: _r, table: _b, ttl: _l, analyses: _a, kind: _k, paper: _p, ...fileOptions } = query
  return readFileRequest(row, call.body, { ...content.file, ...fileOptions }, LIMITS, path, kept)
}

const reply = (contentType: string, chunks: readonly Bytes[], headers: Readonly<Record<string, string>> = {}) => ({
  status: 200,
  headers: { 'content-type': contentType, 'content-length': String(bytesOf(chunks)), ...headers },
  chunks,
})

function replyTo({ route, call, query, startedMs }: Request, input: AnalysisInput): LocalReply | Refusal {
  const { row, path } = route
  const { accept } = call
  if (row.id === 'schedules.convert' && query.report === undefined) {
    const target = fileTarget(query.to, accept)
    if (target !== undefined) {
      const file = toProjectFile(target, input, row)
      const warnings = warningsHeader(file.report)
      return reply(FILE_MEDIA_TYPES[target], file.chunks, warnings === undefined ? {} : { [WARNINGS_HEADER]: warnings })
    }
  }
  const form = row.isEnvelope ? callFormOf(row.id, accept) : undefined
  const wantedForm = form === undefined ? undefined : { form, id: row.id as FormId, table: query.table }
  const formRefused = wantedForm === undefined ? undefined : formRefusal(wantedForm)
  if (formRefused !== undefined) return formRefused
  const today = dayOf(Date.now())
  const result =
    query.report === undefined ? analysers[row.id](input, { today }) : conversionResult(query.report, input, row)
  if (isRefusal(result)) return result
  const mediaType = wantedForm === undefined ? chooseMediaType(accept) : 'application/json'
  if (!row.isEnvelope) return reply(mediaType, writeData(result, mediaType))
  const { taskCount, ignoredFields, imports } = input
  const facts = { taskCount, inputSha256: inputSha256(input), ignoredFields, imports }
  const chunks = writeReply(result, facts, mediaType, () => ({
    endpoint: path,
    requestId: REQUEST_ID,
    processingTimeMs: Math.round(performance.now() - startedMs),
  }))
  if (wantedForm === undefined) return reply(mediaType, chunks)
  const made = writeForm(chunks, wantedForm)
  return 'code' in made ? made : reply(made.contentType, made.chunks, made.headers)
}
