/**
 * Runs the test files of its command line one after the other in this process: a file that starts nothing costs 10 ms there, and one to two seconds in a
 * process of its own, which loads and compiles the same 700 modules. A comment stands before and after what each file reports.
 */
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { beginOf, endAfter } from './run-file.ts'

// each service that a file starts waits for the end of the process
process.setMaxListeners(0)

// each file finds the command line that it has by itself
for (const file of process.argv.splice(2)) {
  process.argv[1] = resolve(file)
  // too late for all of them: what is left runs in processes of its own
  if (t.results !== undefined) break
  const startedMs = performance.now()
  const teardowns: (() => unknown)[] = []
  // what a file closes at its end is closed before the next one begins, and not when all have ended
  t.teardown = ((close: () => unknown) => teardowns.unshift(close)) as never
  t.comment(beginOf(file))
  try {
    await import(pathToFileURL(process.argv[1]).href)
  } catch (error) {
    t.error(error, `${file} can be imported`)
  }
  while (!t.idle) await once(t, 'idle')
  for (const close of teardowns) await close()
  t.comment(endAfter(performance.now() - startedMs))
}
