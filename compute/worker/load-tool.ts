/** load_schedule: a schedule from the arguments, from a file in them, or from an address. */
import { workRow } from '../../shared/contract/catalogue/catalogue.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import type { ServiceTool } from '../../shared/contract/tools/tool.ts'
import { calledAs } from '../agent/message/reply.ts'
import { argumentsRow } from '../agent/message/run-tool.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { isFileFormat, isForeign, refuseForeign, sniff } from '../engine/read/file/sniff.ts'
import { readRequest } from '../engine/read/read-request.ts'
import { refuseInvalid } from '../engine/result/options.ts'
import type { AnalysisInput } from '../engine/result/result.ts'
import { loadedOf } from './submission.ts'

import {
  argumentsOf,
  isRefused,
  NO_CHUNKS,
  type Params,
  type Ran,
  refused,
  type ToolCallContext,
  unbounded,
} from './tool-arguments.ts'

/** A file by its content, JSON of ours included. */
function readContent(
  bytes: Uint8Array,
  sent: Params,
  { header, limits, kept }: ToolCallContext,
): AnalysisInput | Refusal {
  const row = workRow('schedules.create')
  const what = sniff(bytes)
  if (isForeign(what)) return refuseForeign('The file', what)
  if (!isFileFormat(what)) return readRequest(row, bytes, 'application/json', unbounded(limits), kept)
  const { project, encoding } = sent as { project?: string; encoding?: string }
  const file = {
    boundary: null,
    ...(project === undefined ? {} : { project }),
    ...(encoding === undefined ? {} : { encoding }),
  }
  return readFileRequest(row, bytes, file, unbounded(limits), header.endpoint, kept)
}

/** Characters that are no base64 are passed over: a file is what nearly all of the text becomes. No pattern, since texts may have millions of characters. */
const isFile = (bytes: Uint8Array, base64: string): boolean =>
  bytes.length > 0 && bytes.length >= 0.9 * ((3 * base64.length) / 4) - 3

/** Members of the arguments that are no part of the schedule. */
const NOT_OF_SCHEDULE: readonly string[] = ['text', 'base64', 'url', 'project', 'encoding', 'ttl_seconds']

/** The tasks that stand in the arguments. */
function readTasks(tool: ServiceTool, args: Uint8Array, { limits, kept, mediaType }: ToolCallContext) {
  const read = readRequest(argumentsRow(tool.request), args, mediaType, unbounded(limits), kept)
  if (!('schedules' in read)) return read
  const params = Object.entries(read.params).filter(([name]) => !NOT_OF_SCHEDULE.includes(name))
  return { ...read, params: Object.fromEntries(params) }
}

export function load(tool: ServiceTool, args: Uint8Array, context: ToolCallContext): Ran {
  const sent = argumentsOf(tool, args, context)
  if (isRefused(sent)) return refused(sent)
  const {
    text,
    base64,
    url,
    ttl_seconds: ttlSeconds,
  } = sent as Partial<Record<string, string>> & { ttl_seconds?: number }
  const named = [text, base64, url].filter(source => source !== undefined)
  if (named.length > 1) return refused(oneFault('base64', 'Send one of text, base64 and url.'))
  const decoded = base64 === undefined ? undefined : Buffer.from(base64, 'base64')
  if (decoded !== undefined && !isFile(decoded, base64!)) return refused(oneFault('base64', 'base64 must be base64.'))
  const kept = ttlSeconds === undefined ? {} : { ttlSeconds }
  const run = { called: calledAs(tool, null), tool: tool.name }
  if (url !== undefined)
    return { ...run, order: { do: 'keep_source', sourceUrl: url, ...kept }, chunks: NO_CHUNKS, taskCount: 0 }
  const input =
    text !== undefined
      ? readContent(Buffer.from(text), { ...sent, encoding: 'utf-8' }, context)
      : decoded !== undefined
        ? readContent(decoded, sent, context)
        : readTasks(tool, args, context)
  if (!('schedules' in input)) return refused(input)
  const { chunks, ...loaded } = loadedOf(workRow('schedules.create'), input, context.header)
  return {
    ...run,
    order: { do: 'keep', loaded: { ...loaded, fingerprint: null }, ...kept },
    chunks,
    taskCount: input.taskCount,
  }
}

const oneFault = (member: string, msg: string): Refusal =>
  refuseInvalid([{ loc: ['body', member], msg, type: 'value' }])
