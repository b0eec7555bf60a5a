/** One case at one size in a process of its own: says that it is warm, then takes a sample whenever it is asked for one (measure.ts). */
import { makeSchedule, requestBytes } from '../../loadtest/schedules.ts'
import { checksumOf, collectAll, collectYoung, parseWork, sample, type Work, warmUp, YARDSTICK } from './measure.ts'

export interface CaseJob {
  readonly name: string
  readonly taskCount: number
  readonly seed: number
  readonly warmMs: number
}

/** To this process: what it is to measure, then requests for samples. */
export type ToCase = CaseJob | 'sample'
export type FromCase = 'warm' | { readonly ms: number; readonly checksum: number }

async function workOf({ name, taskCount, seed }: CaseJob): Promise<Work> {
  const body = requestBytes(makeSchedule({ seed, taskCount }))
  if (name === YARDSTICK.name) return parseWork(body)
  // a process that parses has nothing of the engine in its heap
  const { cases } = await import('./cases.ts')
  const found = cases.find(one => one.name === name)
  if (found === undefined) throw new Error(`no case is called ${name}`)
  return found.prepare(body)
}

const say = (message: FromCase): void => void process.send!(message)

let work: Work
let calls: number

process.on('message', async (message: ToCase) => {
  if (message !== 'sample') {
    work = await workOf(message)
    // what made the body is no garbage of the case
    collectAll()
    calls = warmUp(work, message.warmMs)
    return say('warm')
  }
  /*
   * Empties the young generation, so that no sample pays for the garbage of another. Not the whole heap: a full collection lets hidden classes die on which
   * compiled code depends, and the next sample would run that code's slow beginnings (seen: five times the time).
   */
  collectYoung()
  say({ ms: sample(work, calls), checksum: checksumOf(work) })
})
