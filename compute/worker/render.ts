/** Answers in forms for people, made from the result as JSON, so that a call and the result of a job give the same. */
import { callFormOf, resultFormOf } from '../../shared/contract/endpoint/result-forms.ts'
import { chooseEncoding } from '../../shared/contract/negotiate.ts'
import { unpackResultChunk } from '../../shared/platform/jobs/chunks.ts'
import { type FormId, type FormRequest, formRefusal, writeForm } from '../engine/forms/result-form.ts'
import { compress } from '../engine/write/compress.ts'
import type { WorkAnswer, WorkHeader, WorkRefusal } from './work.ts'

type Made<Reply> = Reply extends unknown ? Omit<Reply, 'workerMs'> : never

/** undefined: the answer is JSON or msgpack. */
export function formRequestOf(id: FormId, { accept, table, mode }: WorkHeader): FormRequest | undefined {
  const form = mode === 'render' ? resultFormOf(id, accept) : callFormOf(id, accept)
  return form === undefined ? undefined : { form, id, table }
}

/** chunks: the result as JSON. */
export function render(
  chunks: Iterable<Uint8Array>,
  request: FormRequest,
  { acceptEncoding }: WorkHeader,
  taskCount: number,
): Made<WorkAnswer | WorkRefusal> {
  const made = writeForm(chunks, request)
  if ('code' in made) return { kind: 'refusal', refusal: made, taskCount }
  const { contentType, headers, chunks: written, isPacked } = made
  const packed = compress(written, isPacked ? null : chooseEncoding(acceptEncoding))
  return {
    kind: 'answer',
    contentType,
    headers,
    contentEncoding: packed.encoding,
    chunks: packed.chunks,
    taskCount,
  }
}

/** slabs: the chunks of a result as they are stored, and what follows them in an answer. */
export function renderStored(slabs: readonly Uint8Array[], header: WorkHeader): Made<WorkAnswer | WorkRefusal> {
  const request = formRequestOf(header.rowId as FormId, header)!
  const refusal = formRefusal(request)
  if (refusal !== undefined) return { kind: 'refusal', refusal, taskCount: 0 }
  return render(resultChunks(slabs), request, header, 0)
}

/** The last slab is what follows the result in an answer. */
export function* resultChunks(slabs: readonly Uint8Array[]): Generator<Uint8Array> {
  if (slabs.length === 0) return
  for (const stored of slabs.slice(0, -1)) yield unpackResultChunk(stored)
  yield slabs.at(-1)!
}
