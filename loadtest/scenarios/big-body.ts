/** A large body is uploaded and analysed, again and again, beside liveness probes: their p99 must not move. */

import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { MEGABYTE } from '../../shared/contract/bytes/bytes.ts'
import { type CallTemplate, closedLoopApart, describeOutcome, isClean, openLoopApart } from '../driver.ts'
import { milliseconds } from '../report.ts'
import { makeSchedule, requestBytes } from '../schedules.ts'
import { cpmCall, HEALTH_CALL } from '../service.ts'
import { type Cell, HEALTH_BESIDE_UPLOAD_P99_MS, judge, type Scenario, TIMEOUT_MS } from './scenario.ts'

const BODY_BYTES = 100 * MEGABYTE
const BODY_TASKS = 1_000
const PROBES = 2_000
const PROBES_PER_SECOND = 100
/** Probes before the first upload and after the last. */
const UPLOAD_AFTER_MS = 2_000

interface Upload {
  readonly words: string
  readonly call: CallTemplate | undefined
  readonly isEndless: boolean
}

export const bigBody: Scenario = {
  name: 'big-body',
  summary: `/health beside a body of ${BODY_BYTES / MEGABYTE} MB, plain and gzip`,
  env: {},
  taskCounts: () => [BODY_TASKS],
  async run({ service, key, seed, say }) {
    const body = requestBytes(makeSchedule({ seed, taskCount: BODY_TASKS }), { bodyBytes: BODY_BYTES })
    const plain = cpmCall(key, body)
    const gzip = cpmCall(key, gzipSync(body, { level: 1 }), 'gzip')
    const uploads: readonly Upload[] = [
      { words: 'nothing', call: undefined, isEndless: false },
      { words: 'one plain', call: plain, isEndless: false },
      { words: 'plain, one after another', call: plain, isEndless: true },
      { words: 'one gzip', call: gzip, isEndless: false },
      { words: 'gzip, one after another', call: gzip, isEndless: true },
    ]
    const rows: Cell[][] = []
    let isMet = true
    for (const { words, call, isEndless } of uploads) {
      const probing = openLoopApart({
        origin: service.origin,
        calls: [HEALTH_CALL],
        ratePerSecond: PROBES_PER_SECOND,
        callCount: PROBES,
        arrivals: 'constant',
        seed,
        connectionCount: 16,
        outstandingMax: PROBES,
        timeoutMs: TIMEOUT_MS,
      })
      const uploading =
        call === undefined
          ? undefined
          : sleep(UPLOAD_AFTER_MS).then(() =>
              closedLoopApart({
                origin: service.origin,
                calls: [call],
                callerCount: 1,
                callCountMin: 1,
                durationMsMin: isEndless ? (1_000 * PROBES) / PROBES_PER_SECOND - 2 * UPLOAD_AFTER_MS : 0,
                timeoutMs: TIMEOUT_MS,
              }),
            )
      const [probes, uploaded] = await Promise.all([probing, uploading])
      const verdict = judge(probes.latency.p99, HEALTH_BESIDE_UPLOAD_P99_MS)
      const isServed = isClean(probes) && (uploaded === undefined || isClean(uploaded))
      isMet &&= isServed && verdict.isMet
      const { p50, p99, p999, max } = probes.latency
      rows.push([
        words,
        call?.body?.length ?? 0,
        uploaded === undefined ? '' : describeOutcome(uploaded),
        uploaded === undefined ? '' : milliseconds(uploaded.latency.p50),
        ...[p50, p99, p999, max, probes.lateness.p99].map(milliseconds),
        HEALTH_BESIDE_UPLOAD_P99_MS,
        isServed ? verdict.words : `failed: ${describeOutcome(probes)}; ${verdict.words}`,
      ])
      say(`beside ${words}: /health p99 ${milliseconds(p99)} ms, ${verdict.words}`)
    }
    return {
      title: `/health in ms beside uploads of ${BODY_BYTES / MEGABYTE} MB (${BODY_TASKS} tasks)`,
      head: [
        'beside',
        'bytes sent',
        'uploads',
        'upload p50',
        'p50',
        'p99',
        'p99.9',
        'max',
        'driver late p99',
        'budget p99',
        'verdict',
      ],
      rows,
      notes: [`${PROBES} probes at ${PROBES_PER_SECOND}/s, open loop.`],
      isMet,
    }
  },
}
