/** The figures of a run as they are kept (deploy/capacity/measured.ts): of one job, over all its steps. */
import type { Callbacks, Costs, Shares, SizeFigures } from '../../../deploy/capacity/measured.ts'
import type { Callbacks as CallbackRun } from './callbacks.ts'
import type { Cost, Costs as CostRun } from './costs.ts'
import { median } from './figures.ts'
import type { Share, SharesPlan } from './shares.ts'
import type { JobUse } from './usage.ts'

const KILOBYTE = 1024

function sizeFigures(cost: Cost): SizeFigures {
  const { submit, run, read, frameObjects, resultObjects } = cost
  const sum = (of: (use: JobUse) => number): number => of(submit) + of(run) + of(read)
  return {
    tasks: cost.tasks,
    jobs: cost.jobs,
    bodyKilobytes: cost.sentBytes / KILOBYTE,
    answerKilobytes: cost.resultBytes / KILOBYTE,
    // while jobs ran, it answered the bench alone
    gatewayMainMs: submit.gatewayMainMs + read.gatewayMainMs,
    gatewayWorkersMs: submit.gatewayWorkerMs + read.gatewayWorkerMs,
    nodeMainMs: run.nodeMainMs,
    nodeThreadsMs: run.nodeWorkerMs,
    redisMs: sum(use => use.redisMs),
    redisCommands: sum(use => use.redisCommands),
    redisScripts: sum(use => use.redisScripts),
    redisQueuedKilobytes: submit.redisMemoryBytes / KILOBYTE,
    redisDoneKilobytes: (submit.redisMemoryBytes + run.redisMemoryBytes) / KILOBYTE,
    appendedKilobytes: sum(use => use.appendedBytes) / KILOBYTE,
    objects: frameObjects.count + resultObjects.count,
    frameObjectKilobytes: frameObjects.bytes / KILOBYTE,
    resultObjectKilobytes: resultObjects.bytes / KILOBYTE,
    logKilobytes: sum(use => use.logBytes) / KILOBYTE,
  }
}

export const costsRecord = (run: CostRun, fsyncsPerSecond: number): Omit<Costs, 'machine' | 'release'> => ({
  fsyncsPerSecond,
  idlePercent:
    100 *
    [run.idle.mainMs, run.idle.otherMs].flatMap(part => Object.values(part)).reduce((sum, share) => sum + share, 0),
  sizes: run.costs.map(sizeFigures),
})

export function sharesRecord(run: readonly Share[], plan: SharesPlan): Omit<Shares, 'machine' | 'release'> {
  return {
    nodes: plan.nodeCount,
    threads: plan.threadCount,
    jobMs: plan.jobMs,
    byAccounts: [...new Set(plan.accountCounts)].map(accounts => {
      const rounds = run.filter(share => share.accounts === accounts)
      return {
        accounts,
        jobsPerSecond: median(rounds.map(({ jobsPerSecond }) => jobsPerSecond)),
        governmentWaitP50Ms: median(rounds.map(({ governmentWaitP50Ms }) => governmentWaitP50Ms)),
        governmentWaitP95Ms: Math.max(...rounds.map(({ governmentWaitP95Ms }) => governmentWaitP95Ms)),
      }
    }),
  }
}

export const callbacksRecord = ({ count, perSecond, use }: CallbackRun): Omit<Callbacks, 'machine' | 'release'> => ({
  ...{ count, perSecond, delivererMs: use.delivererMs, redisMs: use.redisMs, redisScripts: use.redisScripts },
  appendedKilobytes: use.appendedBytes / KILOBYTE,
})
