/**
 * `npm run bench -- --gate`: processor time per call of /api/v1/analysis/cpm, of all processes of a service (redis-server included), as a ratio to that of
 * Buffer-to-string + JSON.parse of the same body in the same run. Fails when it is more than GROWTH_MAX over the committed ratio (gate.json): a
 * ratio outlasts machines, and the median of alternating runs most of what else a machine does. --record writes the ratios instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { callCost, warmUp } from '../../loadtest/bench/call-cost.ts'
import { machineLine, median } from '../../loadtest/report.ts'
import { makeSchedule, requestBytes } from '../../loadtest/schedules.ts'
import { cpmCall, startService } from '../../loadtest/service.ts'

export const GROWTH_MAX = 0.15
const SIZES = [100, 1_000] as const
const RUNS = 5
const CALLERS = 16
/** In a run. */
const CALLS_MIN = 200
const RUN_SECONDS = 3
const PARSE_MS = 500

const PATH = new URL('./gate.json', import.meta.url)

interface Recorded {
  readonly machine: string
  /** By number of tasks. */
  readonly ratios: Readonly<Record<string, number>>
}

interface Verdict {
  readonly isMet: boolean
  readonly sentence: string
}

/** One for each size; a size without a recorded ratio is not met. */
export function verdicts(measured: Recorded['ratios'], recorded: Recorded['ratios']): Verdict[] {
  return Object.entries(measured).map(([size, ratio]) => {
    const before = recorded[size]
    const now = `${size} tasks: ${ratio.toFixed(2)} times JSON.parse now`
    if (before === undefined) return { isMet: false, sentence: `${now}, and none is recorded` }
    const most = before * (1 + GROWTH_MAX)
    const isMet = ratio <= most
    return {
      isMet,
      sentence: `${now}, ${before.toFixed(2)} recorded, at most ${most.toFixed(2)}: ${isMet ? 'ok' : 'too much'}`,
    }
  })
}

/** Processor time of one parse in this thread, us. */
function parseUs(body: Uint8Array): number {
  const text = Buffer.from(body)
  const start = process.threadCpuUsage()
  const untilMs = performance.now() + PARSE_MS
  let count = 0
  let sum = 0
  while (performance.now() < untilMs) {
    sum += JSON.parse(text.toString()).tasks.length
    count++
  }
  const { user, system } = process.threadCpuUsage(start)
  if (sum === 0) throw new Error('nothing was parsed')
  return (user + system) / count
}

/** A machine that is busy with other work is no overload, hence LANE_WAIT_MS. */
async function ratiosOf(seed: number, say: (line: string) => void): Promise<Recorded['ratios']> {
  const service = await startService({ env: { LANE_WAIT_MS: '60000' } })
  try {
    const key = await service.createKey('government')
    const ratios: Record<string, number> = {}
    for (const size of SIZES) {
      const body = requestBytes(makeSchedule({ seed, taskCount: size }))
      const served = { origin: service.origin, pid: service.pid!, calls: [cpmCall(key, body)] }
      const warmed = await warmUp(served, CALLERS)
      say(`${size} tasks: ${warmed.isSteady ? 'steady' : 'not steady'} after ${warmed.seconds.toFixed(0)} s`)
      parseUs(body)
      const runs: number[] = []
      for (let run = 0; run < RUNS; run++) {
        const [parse, { usPerCall, callsPerSecond }] = [
          parseUs(body),
          await callCost(served, CALLERS, RUN_SECONDS, CALLS_MIN),
        ]
        runs.push(usPerCall / parse)
        say(
          `${size} tasks, ${body.length} bytes: ${usPerCall.toFixed(0)} us per call (${callsPerSecond.toFixed(0)}/s), JSON.parse ${parse.toFixed(0)} us, ratio ${(usPerCall / parse).toFixed(2)}`,
        )
      }
      ratios[size] = Math.round(100 * median(runs)) / 100
    }
    return ratios
  } finally {
    await service.stop()
  }
}

/** False when a call costs too much. */
export async function gate(seed: number, isRecording: boolean, say: (line: string) => void): Promise<boolean> {
  const recorded = JSON.parse(readFileSync(PATH, 'utf8')) as Recorded
  say(
    `Processor time of a call of /api/v1/analysis/cpm, of all processes of the service with Redis, as a ratio to that of JSON.parse of the same body; the median of ${RUNS} runs`,
  )
  if (!isRecording)
    say(`beside the ratio recorded on ${recorded.machine}, of which it may be ${100 * GROWTH_MAX} % more.`)
  const ratios = await ratiosOf(seed, say)
  if (isRecording) {
    const now: Recorded = { machine: machineLine(new Date()), ratios }
    writeFileSync(PATH, `${JSON.stringify(now, null, 2)}\n`)
    say(`recorded: ${JSON.stringify(ratios)}`)
    return true
  }
  const all = verdicts(ratios, recorded.ratios)
  for (const { sentence } of all) say(sentence)
  return all.every(({ isMet }) => isMet)
}
