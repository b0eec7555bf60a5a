/** What calls cost a service that runs: calls a second, and processor time of all of its processes, from the scheduler of Linux. */
import { readdirSync, readFileSync } from 'node:fs'
import { type CallTemplate, closedLoopApart, describeOutcome, isClean } from '../driver.ts'
import { median } from '../report.ts'

/** Nothing of a process that has ended meanwhile. */
const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function* treeOf(pid: number): Generator<number> {
  yield pid
  for (const task of readTasks(pid)) {
    const children = textOf(`/proc/${pid}/task/${task}/children`).trim()
    for (const child of children === '' ? [] : children.split(' ')) yield* treeOf(Number(child))
  }
}

/** In the order in which they began. */
function readTasks(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map(Number)
      .sort((a, b) => a - b)
  } catch {
    return []
  }
}

const taskUs = (pid: number, task: number): number =>
  Number(textOf(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]) / 1000

/** Microseconds so far. Threads that have ended are not in it. */
export function processorUs(pid: number): number {
  let sum = 0
  for (const each of treeOf(pid)) for (const task of readTasks(each)) sum += taskUs(each, task)
  return sum
}

export type Part = 'gateway' | 'workers' | 'V8' | 'Redis' | 'others'

/** A gateway has its event loop, and threads that Node and V8 start by themselves (names of their own, and the one of NODE_FLAGS); all others run our code. */
function partOfThread(pid: number, task: number, place: number, names: readonly string[]): Part {
  if (task === pid) return 'gateway'
  return names[place] !== names[0] || place === names.indexOf(names[0]!, 1) ? 'V8' : 'workers'
}

/** Microseconds so far of our service, by what they went to. Workers: the threads of a gateway that compute. */
export function processorShares(pid: number): Record<Part, number> {
  const shares: Record<Part, number> = { gateway: 0, workers: 0, V8: 0, Redis: 0, others: 0 }
  for (const each of treeOf(pid)) {
    const command = textOf(`/proc/${each}/cmdline`)
    const isGateway = command.includes('gateway/main.ts')
    const tasks = readTasks(each)
    const names = isGateway ? tasks.map(task => textOf(`/proc/${each}/task/${task}/comm`)) : []
    for (const [place, task] of tasks.entries()) {
      const part = isGateway
        ? partOfThread(each, task, place, names)
        : command.includes('redis-server')
          ? 'Redis'
          : 'others'
      shares[part] += taskUs(each, task)
    }
  }
  return shares
}

/** Linux counts in this unit on every architecture that Node runs on (USER_HZ). */
const TICK_MS = 10

/** User and system time so far of one process alone, ms, all threads, ended ones too; null where the system has no /proc. */
export function processorMs(pid: number): number | null {
  try {
    // the name of the program may hold spaces: fields are counted after its closing bracket, utime and stime are 12th and 13th
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}

/** A service that runs, and what it is sent. */
export interface Served {
  readonly origin: string
  /** The process that started all others of the service. */
  readonly pid: number
  readonly calls: readonly CallTemplate[]
}

export interface CallCost {
  readonly callsPerSecond: number
  readonly usPerCall: number
  readonly p50Ms: number
  /** Microseconds of a call by what they went to, where the service is ours. */
  readonly shares: Readonly<Record<Part, number>>
}

const TIMEOUT_MS = 60_000

/** For so long, and for so many calls at least. */
export async function callCost(
  { origin, pid, calls }: Served,
  callerCount: number,
  seconds: number,
  callCountMin = 1,
): Promise<CallCost> {
  const [beforeUs, before] = [processorUs(pid), processorShares(pid)]
  const plan = { origin, calls, callerCount, callCountMin, durationMsMin: 1000 * seconds, timeoutMs: TIMEOUT_MS }
  const result = await closedLoopApart({ ...plan, isLean: true })
  if (!isClean(result)) throw new Error(`calls of ${origin} failed: ${describeOutcome(result)}`)
  const shares = processorShares(pid)
  for (const part of Object.keys(shares) as Part[]) shares[part] = (shares[part] - before[part]) / result.planned
  return {
    callsPerSecond: result.acceptedPerSecond,
    usPerCall: (processorUs(pid) - beforeUs) / result.planned,
    p50Ms: result.latency.p50,
    shares,
  }
}

const ROUND_SECONDS = 2
/** Fewer calls in a round say too little. */
const ROUND_CALLS_MIN = 200
const ROUNDS_COMPARED = 4
/** A service is steady when so many rounds cost no less than so many before them, but for this share. */
const STEADY = 0.02
const WARM_SECONDS_MAX = 90

export interface Warmed {
  readonly seconds: number
  readonly isSteady: boolean
  readonly firstUs: number
  readonly lastUs: number
}

/** Calls until the processor time of a call falls no longer: V8 compiles for half a minute. */
export async function warmUp(served: Served, callerCount: number): Promise<Warmed> {
  const startMs = performance.now()
  const costs: number[] = []
  const secondsSoFar = (): number => (performance.now() - startMs) / 1000
  const isSteady = (): boolean => {
    if (costs.length < 2 * ROUNDS_COMPARED) return false
    const [before, now] = [costs.slice(-2 * ROUNDS_COMPARED, -ROUNDS_COMPARED), costs.slice(-ROUNDS_COMPARED)].map(
      median,
    )
    return now! >= before! * (1 - STEADY)
  }
  while (!isSteady() && secondsSoFar() < WARM_SECONDS_MAX)
    costs.push((await callCost(served, callerCount, ROUND_SECONDS, ROUND_CALLS_MIN)).usPerCall)
  return {
    seconds: secondsSoFar(),
    isSteady: isSteady(),
    firstUs: costs[0]!,
    lastUs: median(costs.slice(-ROUNDS_COMPARED)),
  }
}
