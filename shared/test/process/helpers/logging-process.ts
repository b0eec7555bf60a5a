/** Logs LINES lines, each with its number, in several turns of the event loop; says on its channel how long the longest of them took; ends with a message. */
import { spawnSync } from 'node:child_process'
import { createLog } from '../../../platform/process/log.ts'

const LINES_PER_TURN = 1_000
const log = createLog('info', 'test')
const filler = 'x'.repeat(300)
const lineCount = Number(process.env.LINES)
let number = 0
let worstMs = 0
while (number < lineCount) {
  const beganMs = performance.now()
  for (let i = 0; i < LINES_PER_TURN; i++) log.info({ number: number++, filler }, 'a line')
  await new Promise(resolve => setTimeout(resolve, 1))
  worstMs = Math.max(worstMs, performance.now() - beganMs)
}
process.on('message', what => {
  if (what === 'log') log.info({ number: number++ }, 'a line')
  // a process that shares the output and ends makes it one that writes wait for
  if (what === 'sibling')
    spawnSync(process.execPath, ['-e', 'process.stdout.writable'], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (what === 'end') process.exit(0)
  process.send!(what)
})
process.send!({ worstMs })
