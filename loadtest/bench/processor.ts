/** Processor time of a process and of all that it started, with every thread, from the scheduler of Linux. */
import { readdirSync, readFileSync } from 'node:fs'

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // it has ended meanwhile
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

/** Of a gateway's threads: the event loop; those that Node and V8 start by themselves (names of their own, and the one of NODE_FLAGS); all else runs our code. */
function partOfThread(pid: number, task: number, place: number, names: readonly string[]): Part {
  if (task === pid) return 'gateway'
  return names[place] !== names[0] || place === names.indexOf(names[0]!, 1) ? 'V8' : 'workers'
}

/** The same of our service, by what the time went to. Workers: the threads of a gateway that compute. */
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
