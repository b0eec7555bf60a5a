/**
 * MPXJ beside us, where it is: the open library that reads and schedules project files (https://www.mpxj.org, LGPL). It is no part of this project and is
 * fetched by nobody but its user: `pip install mpxj` (its jars lie in the package) or Maven, and a JDK of version 17 or newer.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const HOW_TO_GET =
  'MPXJ is not here: pip install mpxj, and a JDK of version 17 or newer; or --jars with a folder that has mpxj.jar and what it needs'

const PROGRAM = fileURLToPath(new URL('./ReadAndSchedule.java', import.meta.url))
const FIND_PACKAGE = 'import importlib.util as u; print(u.find_spec("mpxj").submodule_search_locations[0])'

/** Folder of the jars: the one that is named, or the one of Python's package. */
export function findJars(named: string | undefined): string | undefined {
  const runsJava = spawnSync('java', ['-version']).status === 0
  const ofPython = (): string =>
    join(spawnSync('python3', ['-c', FIND_PACKAGE], { encoding: 'utf8' }).stdout?.trim() ?? '', 'lib')
  const jars = named ?? ofPython()
  return runsJava && existsSync(join(jars, 'mpxj.jar')) ? jars : undefined
}

const STACK_MEGABYTES = 1_000
const COMPLAINT_CHARACTERS_MAX = 10_000

export interface Mpxj {
  /** Milliseconds of one step, or why there are none: it took longer than that, or MPXJ ended with an error. */
  run(step: 'read' | 'schedule', withinMs: number): Promise<number | string>
  end(): void
}

export function startMpxj(jars: string, file: string): Mpxj {
  // its scheduler calls itself along the links
  const child = spawn('java', [`-Xss${STACK_MEGABYTES}m`, '-cp', join(jars, '*'), PROGRAM, file], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr
    .setEncoding('utf8')
    .on('data', text => (complaint = (complaint + text).slice(0, COMPLAINT_CHARACTERS_MAX)))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const run = async (step: string, withinMs: number): Promise<number | string> => {
    child.stdin.write(`${step}\n`)
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => late.resolve(undefined), withinMs)
    const answer = await Promise.race([lines.next(), late.promise])
    clearTimeout(timer)
    if (answer === undefined) return `over ${withinMs}`
    if (answer.done === true) return `ended: ${complaint.split('\n')[0]}`
    return Number(answer.value.split(' ')[0])
  }
  return { run, end: () => void child.kill() }
}
