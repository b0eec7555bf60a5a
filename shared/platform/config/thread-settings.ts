/** Worker threads of gateways and nodes, and the resources of a job. */
import type { Machine, SettingRow } from './setting-row.ts'

export const threadSettings = (machine: Machine) =>
  ({
    workerThreads: {
      env: 'WORKER_THREADS',
      kind: 'integer',
      default: Math.max(1, machine.coreCount),
      minimum: 1,
      maximum: 256,
      meaning:
        'Worker threads of the lane for small bodies. The lane for large bodies has half as many, but at least two if there are two.',
    },
    inlineBodyBytesMax: {
      env: 'INLINE_BODY_BYTES',
      kind: 'integer',
      default: 16 * 1024,
      minimum: 0,
      maximum: 64 * 1024,
      meaning:
        'Greatest body of an analysis that the event loop of a gateway may run itself, which saves the way to a worker thread and back. Larger ones always go to a thread. 0: all of them.',
    },
    inlineJobBytesMax: {
      env: 'INLINE_JOB_BYTES',
      kind: 'integer',
      default: machine.coreCount <= 2 ? 32 * 1024 : 0,
      minimum: 0,
      maximum: 64 * 1024,
      meaning:
        'Greatest frame of a job that the event loop of a node may run itself, which saves the way to a thread and back; on more cores it is needed for the threads. 0: threads run all jobs.',
    },
    workerStart: {
      env: 'WORKER_START',
      kind: 'choice',
      choices: ['at-once', 'first', 'on-demand'],
      default: 'at-once',
      meaning:
        'at-once: the worker threads of gateways and nodes start before the port opens. Those of a gateway then run a hundred calls each, so that V8 compiles what they need before load comes: half a second of processor time per thread. first: one of each kind does; the others, with 25 MB each, start when there is work for them, as npm start has it on embedded defaults. on-demand: those of a gateway start with the first call that needs one, which then takes a second longer.',
    },
    workerHeapMegabytesMax: {
      env: 'WORKER_HEAP_MB',
      kind: 'integer',
      default: 1_024,
      minimum: 64,
      maximum: 65_536,
      meaning: 'JavaScript heap of a worker thread. Columns are outside of it.',
    },
    jobThreads: {
      env: 'JOB_THREADS',
      kind: 'integer',
      default: Math.max(2, machine.coreCount),
      minimum: 2,
      maximum: 256,
      meaning: 'Worker threads of a node. One of them is reserved for small jobs.',
    },
    jobMemoryMegabytesMax: {
      env: 'JOB_MEMORY_MB',
      kind: 'integer',
      default: 3_072,
      minimum: 64,
      maximum: 1_048_576,
      meaning: 'Maximum heap and columns of a job; beyond it the job fails. WORKER_HEAP_MB limits the heap alone.',
    },
    jobSeconds: {
      env: 'JOB_SECONDS',
      kind: 'number',
      default: 120,
      minimum: 0.1,
      maximum: 86_400,
      meaning:
        'Processor time that a job may take, plus a quarter of a millisecond per task and link. Beyond it the job fails, as after ten times as long by the clock.',
    },
    jobSecondsMax: {
      env: 'JOB_SECONDS_MAX',
      kind: 'number',
      default: 600,
      minimum: 0.1,
      maximum: 86_400,
      meaning: 'Maximum of that processor time, however large the job is.',
    },
  }) as const satisfies Record<string, SettingRow>
