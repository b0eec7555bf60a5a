/** Worker threads of gateways and compute nodes, and what a job may take of one. */
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
        'Worker threads of the lane of small bodies; the lane of large ones has half as many, and two where there are two.',
    },
    workerStart: {
      env: 'WORKER_START',
      kind: 'choice',
      choices: ['at-once', 'on-demand'],
      default: 'at-once',
      meaning:
        'at-once: worker threads start and warm up before the port opens; on-demand: with the first call that needs one, which takes a second longer.',
    },
    workerHeapMegabytesMax: {
      env: 'WORKER_HEAP_MB',
      kind: 'integer',
      default: 1_024,
      minimum: 64,
      maximum: 65_536,
      meaning: 'JavaScript heap of a worker thread; columns lie outside it.',
    },
    jobThreads: {
      env: 'JOB_THREADS',
      kind: 'integer',
      default: Math.max(2, machine.coreCount),
      minimum: 2,
      maximum: 256,
      meaning: 'Worker threads of a compute node; one of them is kept for small jobs.',
    },
    jobMemoryMegabytesMax: {
      env: 'JOB_MEMORY_MB',
      kind: 'integer',
      default: 3_072,
      minimum: 64,
      maximum: 1_048_576,
      meaning: 'Heap and columns of a job; beyond it the job fails. The heap alone is bounded by WORKER_HEAP_MB.',
    },
    jobSeconds: {
      env: 'JOB_SECONDS',
      kind: 'number',
      default: 30,
      minimum: 0.1,
      maximum: 86_400,
      meaning:
        'Time of a job on its thread, beside a quarter of a millisecond per task and link; beyond it the job fails.',
    },
    jobSecondsMax: {
      env: 'JOB_SECONDS_MAX',
      kind: 'number',
      default: 600,
      minimum: 0.1,
      maximum: 86_400,
      meaning: 'Time of a job on its thread, however large it is.',
    },
  }) as const satisfies Record<string, SettingRow>
