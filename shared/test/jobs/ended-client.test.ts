import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'

/** Far more than one command may take; it was endless. */
const MS_MAX = 120_000

t.test('a process that closes its job store while Redis is away ends', async t => {
  const file = fileURLToPath(new URL('./ends-while-redis-is-away.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: MS_MAX })
  t.equal(stdout, 'Connection is closed.', 'a command to an ended client is refused at once')
})
