/**
 * The fourteen analyses beside the critical path of the same schedule in the same run, and the heap each takes. The
 * budget is three times the critical path, for comparisons per schedule sent, and 1 GB: the thread has no more.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { median, milliseconds } from '../../loadtest/report.ts'
import { comparisonChunks, makeSchedule, requestChunks, scheduleHistory } from '../../loadtest/schedules.ts'
import { type AnalysisRow, analyses } from '../../shared/contract/analysis/analyses.ts'
import type { AnalysisJob, AnalysisTimes } from './analysis-worker.ts'

/** Times of the critical path, per schedule sent. */
const ANALYSIS_RATIO_MAX = 3
const HEAP_MEGABYTES_MAX = 1024
const HEAP_SAMPLE_MS = 10
/** Statuses after the baseline that a comparison is sent, the current one included. */
const STATUS_COUNT = 2

interface Bodies {
  readonly cpmBody: Uint8Array
  readonly body: Uint8Array
  readonly scheduleCount: number
}

type Members = Readonly<Record<string, unknown>>
type Schema = { readonly properties?: Readonly<Record<string, Schema>> }

function shared(chunks: Iterable<Uint8Array>): Uint8Array {
  const whole = Buffer.concat([...chunks])
  const bytes = new Uint8Array(new SharedArrayBuffer(whole.length))
  bytes.set(whole)
  return bytes
}

/** The body of a row: one schedule, or the statuses of a project, whose current one the critical path is given. */
export function bodiesOf(row: AnalysisRow, taskCount: number, seed: number, withBlocks: boolean): Bodies {
  const { properties = {} } = row.request as Schema
  const options = properties.options?.properties ?? {}
  const blocks = Object.keys(options).filter(
    name => name.startsWith('include_') && name !== 'include_critical_path_only',
  )
  const membersAt = (statusDate: string): Members => ({
    options: {
      ...('status_date' in options ? { status_date: statusDate } : {}),
      ...(withBlocks ? Object.fromEntries(blocks.map(name => [name, true])) : {}),
    },
  })
  if ('current_schedule' in properties) {
    const history = scheduleHistory(seed, taskCount, STATUS_COUNT)
    const { current } = history
    const withBaseline = 'baseline_schedule' in properties
    return {
      cpmBody: shared(requestChunks(current)),
      body: shared(comparisonChunks(history, { withBaseline, members: membersAt(current.statusDate) })),
      scheduleCount: STATUS_COUNT + (withBaseline ? 1 : 0),
    }
  }
  const schedule = makeSchedule({ seed, taskCount })
  return {
    cpmBody: shared(requestChunks(schedule)),
    body: shared(requestChunks(schedule, { members: membersAt(schedule.statusDate) })),
    scheduleCount: 1,
  }
}

interface AnalysisCost {
  readonly cpmMs: number
  readonly analysisMs: number
  readonly scheduleCount: number
  /** Times the critical path, per schedule sent. */
  readonly ratio: number
  /** Peak of the heap and of the arrays beside it, while the analysis ran. */
  readonly heapMegabytes: number
}

async function costOf(row: AnalysisRow, bodies: Bodies, repetitions: number): Promise<AnalysisCost> {
  const { cpmBody, body, scheduleCount } = bodies
  const state = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), {
    workerData: { rowId: row.id, cpmBody, body, repetitions, state } satisfies AnalysisJob,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES_MAX },
  })
  let heapBytes = 0
  const sampler = setInterval(() => {
    if (Atomics.load(state, 0) === 0) return
    worker.getHeapStatistics().then(
      ({ used_heap_size, external_memory }) => {
        heapBytes = Math.max(heapBytes, used_heap_size + external_memory)
      },
      // the thread has ended meanwhile
      () => {},
    )
  }, HEAP_SAMPLE_MS)
  try {
    const [times] = (await once(worker, 'message')) as [AnalysisTimes]
    const [cpmMs, analysisMs] = [median(times.cpmMs), median(times.analysisMs)]
    return {
      cpmMs,
      analysisMs,
      scheduleCount,
      ratio: analysisMs / scheduleCount / cpmMs,
      heapMegabytes: heapBytes / 2 ** 20,
    }
  } finally {
    clearInterval(sampler)
    await worker.terminate()
  }
}

export const ANALYSES_HEAD: readonly string[] = [
  'analysis',
  'schedules',
  'cpm ms',
  'ms',
  'ratio',
  'heap and arrays MB',
  'ratio, all blocks',
  'heap and arrays MB, all blocks',
]

/** Rows under ANALYSES_HEAD, one per analysis; a cost above its budget is marked. */
export async function measureAnalyses(
  taskCount: number,
  seed: number,
  repetitions: number,
  say: (line: string) => void,
  isChosen: (row: AnalysisRow) => boolean,
): Promise<string[][]> {
  const rows: string[][] = []
  const shown = (value: number, max: number, decimals: number): string =>
    `${value.toFixed(decimals)}${value > max ? ' !' : ''}`
  for (const row of analyses.filter(each => each.pending !== true && isChosen(each))) {
    const cost = await costOf(row, bodiesOf(row, taskCount, seed, false), repetitions)
    const whole = await costOf(row, bodiesOf(row, taskCount, seed, true), repetitions)
    const cells = [
      row.id,
      String(cost.scheduleCount),
      milliseconds(cost.cpmMs),
      milliseconds(cost.analysisMs),
      shown(cost.ratio, ANALYSIS_RATIO_MAX, 2),
      shown(cost.heapMegabytes, HEAP_MEGABYTES_MAX, 0),
      shown(whole.ratio, ANALYSIS_RATIO_MAX, 2),
      shown(whole.heapMegabytes, HEAP_MEGABYTES_MAX, 0),
    ]
    say(cells.join('  '))
    rows.push(cells)
  }
  return rows
}
