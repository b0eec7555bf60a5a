/**
 * The process of a suspect: one job thread, as in a node, and nothing else. It has no connection to Redis and none of the node's
 * environment; frame, chunks and end go over the channel to the node, and without that channel it ends.
 */
import { writeFileSync } from 'node:fs'
import type { FromProcess, ProcessSettings, ToProcess } from './job-runner.ts'
import { JobThread } from './job-thread.ts'

/** When the machine runs out of memory, Linux ends this process first. */
function offerItself(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // no Linux, or /proc is shut
  }
}

const say = (message: FromProcess, sent: () => void = () => {}): void => {
  process.send!(message, undefined, undefined, sent)
}

let thread: JobThread | undefined
let chunks: Uint8Array<ArrayBuffer>[] = []

function start(settings: ProcessSettings): JobThread {
  const started = new JobThread({
    ...settings,
    // the node ends this process then
    startsAgain: false,
    onIdle() {},
    onBusy() {},
    // a thread that cannot even start is the node's to hear of and to try again
    onFault: fault => say({ kind: 'fault', fault }, () => isUp || process.exit(1)),
  })
  let isUp = false
  void started.started.then(() => {
    isUp = true
    say({ kind: 'ready' })
  })
  return started
}

async function run(frameBytes: number): Promise<void> {
  const job = { chunks, frameBytes }
  chunks = []
  const end = await thread!.run(job, {
    onChunk: (index, bytes) => say({ kind: 'chunk', index, bytes }),
    onProgress: progress => say({ kind: 'progress', progress }),
  })
  say(end)
}

async function measure(): Promise<void> {
  say({ kind: 'measured', bytes: await thread!.memoryBytes() })
}

process.on('message', (message: ToProcess) => {
  switch (message.kind) {
    case 'settings':
      thread = start(message.settings)
      break
    case 'frame':
      chunks.push(new Uint8Array(message.bytes))
      break
    case 'run':
      void run(message.frameBytes)
      break
    case 'stored':
      thread!.stored(message.chunkCount)
      break
    case 'stop':
      thread!.stop()
      break
    case 'hurry':
      thread!.hurry()
      break
    case 'measure':
      void measure()
      break
  }
})
process.on('disconnect', () => process.exit())
offerItself()
