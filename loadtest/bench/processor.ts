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

function readTasks(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Microseconds so far. Threads that have ended are not in it. */
export function processorUs(pid: number): number {
  let sum = 0
  for (const each of treeOf(pid))
    for (const task of readTasks(each))
      sum += Number(textOf(`/proc/${each}/task/${task}/schedstat`).split(' ')[0]) / 1000
  return sum
}
