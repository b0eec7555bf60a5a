/** A thread that begins a call which never ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { begin } from '../../../platform/process/work-stamp.ts'

begin(workerData as Float64Array)
parentPort!.postMessage('begun')
for (;;) {}
