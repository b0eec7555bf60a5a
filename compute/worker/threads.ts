/** The settings of the pool, and the threads of a lane: how many start at once, with which flags and limits of memory. */
import { Piscina } from 'piscina'
import type { Config } from '../../shared/platform/config/config.ts'
import type { LaneName } from './lanes.ts'
import type { ThreadData } from './work.ts'

export interface PoolSettings {
  readonly workerThreads: number
  /** Which threads start without a call: all, the first one of each lane, none. The others start with the first call that needs one. */
  readonly workerStart: Config['workerStart']
  readonly workerHeapMegabytesMax: number
  /** Greatest body of a call that the thread of the caller runs itself; 0: none. */
  readonly inlineBodyBytesMax: number
  /** Greatest body of the small lane. */
  readonly smallBodyBytesMax: number
  readonly laneQueueMax: number
  readonly laneWaitMs: number
  readonly syncDeadlineSeconds: number
  /** Called for an internal error: a thread crashed or threw. */
  readonly onFault: (error: unknown, requestId: string) => void
}

/**
 * Piscina first tries to load the worker's file with require(). Ending a thread while Node links modules for a require() can
 * crash the process ("v8::Module::IsGraphAsync must be used on an instantiated module"). With this flag require() fails and Piscina
 * falls back to import(), which is safe.
 */
const THREAD_FLAGS = ['--no-experimental-require-module']
/** Of the three parts together that V8 counts; those of small calls have what node-flags.ts gives. */
const LARGE_NURSERY_MEGABYTES = 12

/** What all threads see. */
interface SharedMemory {
  readonly boardMemory: ThreadData['boardMemory']
  readonly inlineMemory: ThreadData['inlineCalls']['memory']
}

/** Started without a call: all, the first one, none. */
export const threadsAtStart = ({ workerStart }: PoolSettings, threads: number): number =>
  workerStart === 'at-once' ? threads : workerStart === 'first' ? 1 : 0

export function startThreads(
  lane: LaneName,
  threads: number,
  settings: PoolSettings,
  { boardMemory, inlineMemory }: SharedMemory,
): Piscina {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: threadsAtStart(settings, threads),
    maxThreads: threads,
    // threads are never stopped for being idle
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: {
      maxOldGenerationSizeMb: settings.workerHeapMegabytesMax,
      // what lives of a large call lies outside of the heap
      ...(lane === 'large' && { maxYoungGenerationSizeMb: LARGE_NURSERY_MEGABYTES }),
    },
    atomics: 'disabled',
    execArgv: THREAD_FLAGS,
    workerData: {
      boardMemory,
      inlineCalls: { memory: inlineMemory, secondsMax: settings.syncDeadlineSeconds },
      lane,
    } satisfies ThreadData,
  })
  // a worker out of memory rejects its task and also emits an error on the pool; without a listener that would end the process
  pool.on('error', () => {})
  return pool
}
