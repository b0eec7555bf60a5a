/** The long arrays of a large call: given back when its reply shows none of them, and when it has ended. */
import t from 'tap'
import { type AnalysisId, analyses } from '../../shared/contract/analysis/analyses.ts'
import { workRow } from '../../shared/contract/catalogue/catalogue.ts'
import { inputSha256 } from '../../shared/contract/schedule/frame.ts'
import { bodiesOf } from '../bench/analyses.ts'
import { analysers } from '../engine/analysers.ts'
import { beginCall, endCall, giveBackAllBut, zeros } from '../engine/ids/short-arrays.ts'
import { NO_LIMITS, readRequest } from '../engine/read/read-request.ts'
import { isRefusal } from '../engine/result/result.ts'
import { writeReply } from '../engine/write/envelope.ts'
import { answerOwnedCall } from '../worker/answer-call.ts'
import type { WorkHeader } from '../worker/pool.ts'
import { workHeader } from './helpers/work-header.ts'

/** Their arrays are more than what is not worth to be given back; a comparison has those of several schedules. */
const TASKS = 6_000
const TASKS_OF_COMPARISON = 2_500
const REPLY = { endpoint: '/api/v1/analysis/cpm', requestId: 'r', processingTimeMs: 0 }

function answered(header: WorkHeader, body: Uint8Array) {
  const reply = answerOwnedCall(header, [new Uint8Array(body)], [], 0)
  if (reply.kind !== 'answer') throw new Error(JSON.stringify(reply))
  return reply.chunks
}

/** The answer where all arrays stay. */
function answeredWithAll(rowId: AnalysisId, body: Uint8Array) {
  beginCall(false)
  const input = readRequest(workRow(rowId), body, 'application/json', NO_LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  const result = analysers[rowId](input, { today: workHeader('r').today })
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  const facts = { taskCount: input.taskCount, inputSha256: inputSha256(input), ignoredFields: input.ignoredFields }
  return writeReply(result, facts, 'application/json', () => REPLY)
}

const textOf = (chunks: readonly Uint8Array[]): string =>
  Buffer.concat(chunks)
    .toString()
    .replace(/"processing_time_ms":\d+/, '')

for (const { id, family, pending } of analyses) {
  if (pending === true) continue
  t.test(`${id}: the reply is the same as without it`, async t => {
    const { body } = bodiesOf(workRow(id) as never, family === 'forensics' ? TASKS_OF_COMPARISON : TASKS, 1, true)
    const expected = textOf(answeredWithAll(id, body))
    const answer = textOf(answered(workHeader('r', { rowId: id }), body))
    // texts of megabytes are no difference to print
    t.ok(answer === expected, `${answer.length} and ${expected.length} characters`)
  })
}

type Numbers = Float64Array<ArrayBuffer>

t.test('of the long arrays of a call those stay that are needed, and at its end none', async t => {
  const longOnes = () => Array.from({ length: 5 }, () => zeros<Numbers>(Float64Array, 2 ** 17))
  const detached = (arrays: readonly Numbers[]) => arrays.map(({ buffer }) => buffer.detached)
  beginCall(true)
  const arrays = longOnes()
  giveBackAllBut(() => new Set([arrays[1]!.buffer]))
  t.strictSame(detached(arrays), [true, false, true, true, true])
  const more = longOnes()
  endCall()
  t.strictSame(detached([...arrays, ...more]), Array(10).fill(true))

  beginCall(false)
  const kept = longOnes()
  endCall()
  t.strictSame(detached(kept), Array(5).fill(false), 'of a call whose columns outlive it')
})

t.test('after a call that needed more than is listed the collector has all that came before', async t => {
  beginCall(true)
  const arrays = Array.from({ length: 40 }, () => zeros<Numbers>(Float64Array, 2 ** 19))
  endCall()
  t.equal(arrays[0]!.buffer.detached, false)
  t.equal(arrays[39]!.buffer.detached, true)
})
