/**
 * What `npm start` takes while nobody calls: the memory of its processes, each page of it counted once. It is not the first start of these sources, which
 * compiles all code and keeps 10 to 20 MB of that until it ends.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { started } from '../helpers/started.ts'

const IDLE_MS = 20_000
const MEGABYTES_MAX = 250

/** By the command line of each process that names the data folder, or has it in its environment. */
function processesOf(dataDir: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const facts = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'latin1')
      const line = facts('cmdline')
      if (!(line + facts('environ')).includes(dataDir)) continue
      const kilobytes = Number(/^Pss:\s+(\d+) kB$/m.exec(facts('smaps_rollup'))?.[1] ?? 0)
      found.set(`${pid} ${line.replaceAll('\0', ' ').trim()}`, kilobytes / 1024)
    } catch {} // it has just ended
  }
  return found
}

t.test('an idle service takes at most 250 MB', async t => {
  const { child } = await started(t, 'npm', ['start', '--silent'])
  child.kill('SIGTERM')
  await once(child, 'exit')
  const { env } = await started(t, 'npm', ['start', '--silent'])
  await new Promise(resolve => setTimeout(resolve, IDLE_MS))
  const processes = processesOf(env.DATA_DIR!)
  t.ok(processes.size >= 5, 'start, gateway, node, deliverer and redis-server')
  const sum = [...processes.values()].reduce((all, megabytes) => all + megabytes, 0)
  t.ok(sum <= MEGABYTES_MAX, `${sum.toFixed(0)} MB: ${JSON.stringify([...processes])}`)
  t.comment(`${sum.toFixed(0)} MB`)
})
