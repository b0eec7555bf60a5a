/** The memory of a large body, which comes in slabs: it is given back as soon as nobody looks at it, so that a call does not hold it two or three times. */
import t from 'tap'
import { answerCall, answerOwnedCall } from '../worker/answer-call.ts'
import { workHeader } from './helpers/work-header.ts'

const tasks = Array.from({ length: 200 }, (_, i) => ({ id: `A${i}`, predecessors: i === 0 ? [] : [`A${i - 1}`] }))
const bytes = new TextEncoder().encode(JSON.stringify({ tasks: tasks.map(task => ({ ...task, duration_days: 1 })) }))

/** Slabs of their own memory, the last one cut to what it holds. */
const inSlabs = (slabBytes: number): Uint8Array<ArrayBuffer>[] =>
  Array.from({ length: Math.ceil(bytes.length / slabBytes) }, (_, n) => {
    const slab = new Uint8Array(slabBytes)
    const part = bytes.subarray(n * slabBytes, (n + 1) * slabBytes)
    slab.set(part)
    return slab.subarray(0, part.length)
  })

function answered(slabs: readonly Uint8Array<ArrayBuffer>[], areOwn = true) {
  const { kind, ...reply } = (areOwn ? answerOwnedCall : answerCall)(workHeader('r'), slabs, [], 0)
  if (!('chunks' in reply)) throw new Error(kind)
  return {
    kind,
    text: Buffer.concat(reply.chunks)
      .toString()
      .replace(/"processing_time_ms":\d+/, ''),
  }
}

t.test('slabs are joined to the body, and given back', async t => {
  const whole = answered([bytes.slice()])
  t.match(whole.text, /"project_duration_days":200/)
  for (const slabBytes of [1, 1000, bytes.length - 1]) {
    const slabs = inSlabs(slabBytes)
    t.strictSame(answered(slabs), whole)
    t.ok(
      slabs.every(({ buffer }) => buffer.detached),
      `slabs of ${slabBytes} bytes`,
    )
  }
})

t.test('a body of one slab is given back once it is read', async t => {
  const body = bytes.slice()
  answered([body])
  t.ok(body.buffer.detached)
  const ofJob = bytes.slice()
  t.equal(answerOwnedCall(workHeader('r', { mode: 'frame', isKeyed: true }), [ofJob], [], 0).kind, 'frame')
  t.ok(ofJob.buffer.detached, 'before the frame of a job is made')
})

t.test("memory that is not the call's own, as that of slots is, stays", async t => {
  for (const slabBytes of [1000, bytes.length]) {
    const slabs = inSlabs(slabBytes)
    const first = answered(slabs, false)
    t.strictSame(answered(slabs, false), first)
  }
})

t.test('what an idempotency key is compared by is taken of the whole body, whatever slabs it came in', async t => {
  const fingerprint = (slabs: readonly Uint8Array<ArrayBuffer>[]) => {
    const reply = answerOwnedCall(workHeader('r', { mode: 'frame', isKeyed: true }), slabs, [], 0)
    if (reply.kind !== 'frame') throw new Error(reply.kind)
    return reply.fingerprint
  }
  const whole = fingerprint([bytes.slice()])
  t.ok(whole)
  t.equal(fingerprint(inSlabs(1000)), whole)
})
