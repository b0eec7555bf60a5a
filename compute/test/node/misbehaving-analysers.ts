/**
 * Analysers that misbehave, for nodes started by tests (analysersModule); no row of the catalogue names these. params.ms is how long one
 * takes. Nothing of the engine is imported: the node has it in its bundle, and its classes must not exist twice.
 */
import { processorMs } from '../../../shared/platform/process/processor-time.ts'
import type { Analyser, AnalysisContext, AnalysisResult } from '../../engine/result/result.ts'

const NOTHING: AnalysisResult = { findings: [], recommendations: [], data: {} }

const NOBODY_WAKES = new Int32Array(new SharedArrayBuffer(4))

/** Nearly without processor: tests of long jobs run beside others. */
function wait(ms: number, context: AnalysisContext | undefined): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs) {
    context?.checkpoint?.()
    Atomics.wait(NOBODY_WAKES, 0, 0, 1)
  }
}

function work(ms: number, nowMs: () => number): void {
  const untilMs = nowMs() + ms
  while (nowMs() < untilMs);
}

const ms = (params: Readonly<Record<string, unknown>>): number => Number(params.ms ?? 0)

export const analysers: Readonly<Record<string, Analyser>> = {
  /** Takes its time and looks at the flag. */
  'test.slow': ({ params }, context) => {
    wait(ms(params), context)
    return NOTHING
  },
  /** Goes on until its time is nearly over. */
  'test.search': (_, context) => {
    while (context.isTimeUp?.() !== true) work(1, processorMs)
    return NOTHING
  },
  /** Takes its time and looks at nothing. */
  'test.deaf': ({ params }) => {
    work(ms(params), () => performance.now())
    return NOTHING
  },
  /** Takes so much of a processor: on a busy machine it takes longer. */
  'test.busy': ({ params }) => {
    work(ms(params), processorMs)
    return NOTHING
  },
  /** Takes its time and no processor. */
  'test.idle': ({ params }) => {
    Atomics.wait(NOBODY_WAKES, 0, 0, ms(params))
    return NOTHING
  },
  'test.loop': () => {
    for (;;) {}
  },
  'test.heap': () => {
    const kept: object[] = []
    for (;;) kept.push({ i: kept.length, text: `item ${kept.length}` })
  },
  'test.columns': () => {
    const kept: Float64Array[] = []
    for (;;) kept.push(new Float64Array(1 << 20).fill(1))
  },
  'test.throw': () => {
    throw new Error('a defect of the analyser')
  },
  /** Ends the thread. */
  'test.exit': () => process.exit(3),
  /** Ends the thread when its job has ended. */
  'test.exit-after': () => {
    setTimeout(() => process.exit(3), 0)
    return NOTHING
  },
  /** Takes the whole node along. */
  'test.crash': () => {
    process.kill(process.pid, 'SIGKILL')
    for (;;) {}
  },
}
