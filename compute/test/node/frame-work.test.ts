/** The bound of a result is that of the account that submitted its job. */

import t from 'tap'
import { MEGABYTE } from '../../../shared/contract/bytes/bytes.ts'
import { decodeFrame, type Frame } from '../../../shared/contract/schedule/frame.ts'
import { answerBytesMax, TIER_NAMES, type TierName } from '../../../shared/contract/tiers.ts'
import { frameOfChunks } from '../../../shared/platform/jobs/chunks.ts'
import type { Analyser } from '../../engine/result/result.ts'
import { answerFrame } from '../../node/frame-work.ts'
import { answerCall } from '../../worker/answer-call.ts'

const ANALYSIS = 'analysis.cpm'
/** A frame whose body allows any answer by its own bytes. */
const LARGE_FRAME_BYTES = 2 ** 31

/** As a worker of the gateway makes it of a submission. */
function submitted(tier: TierName): Frame {
  const reply = answerCall(
    {
      mode: 'frame',
      rowId: ANALYSIS,
      mediaType: 'application/json',
      encoding: null,
      tier,
      payloadBytesMax: 5 * MEGABYTE,
      taskCountMax: 100,
      syncTaskCountMax: 100,
      syncHint: '',
      today: 20_000,
      endpoint: '/x',
      requestId: 'test',
      accept: 'application/json',
      acceptEncoding: '',
    },
    [new TextEncoder().encode('{"tasks":[{"id":"A","duration_days":3}]}')],
    [],
    0,
  )
  if (reply.kind !== 'frame') throw new Error(reply.kind)
  return decodeFrame(frameOfChunks(reply.chunks as Uint8Array<ArrayBuffer>[], reply.frameBytes))
}

const writing =
  (bytes: number): Analyser =>
  () => ({
    findings: [],
    recommendations: [],
    data: { notes: Array.from({ length: bytes / MEGABYTE }, () => 'x'.repeat(MEGABYTE)) },
  })

const answered = (frame: Frame, bytes: number) =>
  answerFrame(frame, LARGE_FRAME_BYTES, { [ANALYSIS]: writing(bytes) }, () => {})

t.test('a result longer than the tier of its account allows is refused, one within is not', async t => {
  const frame = submitted('starter')
  const most = answerBytesMax('starter')
  t.equal(answered(frame, most - MEGABYTE), undefined)
  t.match(answered(frame, most + MEGABYTE), { code: 'answer_too_large', detail: /starter/ })
  t.equal(answered(submitted('professional'), most + MEGABYTE), undefined, 'the next tier may have it')
})

t.test('frames say their tier; that of a version without is bounded as the highest one', async t => {
  for (const tier of TIER_NAMES) t.equal(submitted(tier).tier, tier)
  const { tier: _, ...old } = submitted('starter')
  t.equal(answered(old, answerBytesMax('starter') + MEGABYTE), undefined)
})
