/** One case at one size in a process of its own: job by message, timing by message. */
import { makeSchedule, requestBytes } from '../../loadtest/schedules.ts'
import { cases, yardstick } from './cases.ts'
import { collectYoung } from './collect.ts'
import { type Budget, measure, type Timing } from './measure.ts'

export interface CaseJob extends Budget {
  readonly name: string
  readonly taskCount: number
  readonly seed: number
}

export interface CaseResult {
  readonly work: Timing
  readonly yardstick: Timing
}

process.once('message', (job: CaseJob) => {
  const body = requestBytes(makeSchedule({ seed: job.seed, taskCount: job.taskCount }))
  const found = cases.find(one => one.name === job.name)
  if (found === undefined) throw new Error(`no case is called ${job.name}`)
  const result: CaseResult = measure(found.prepare(body), yardstick.prepare(body), job, collectYoung)
  process.send!(result, () => process.disconnect())
})
