/** T24: twice the capacity for so long. SHED_SECONDS: 300. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const seconds = process.env.SHED_SECONDS ?? '300'

t.test(
  `T24: twice the capacity for ${seconds} s: the rest is refused with Retry-After, the accepted are quick`,
  async t => {
    const run = fileURLToPath(new URL('../../run.ts', import.meta.url))
    const child = spawn(process.execPath, [run, 'shed', '--json', '--seconds', seconds], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.teardown(() => child.kill('SIGTERM'))
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    const [code] = await once(child, 'close')
    const { isMet, sections } = JSON.parse(output)
    t.comment(JSON.stringify(sections))
    t.ok(isMet, 'all within the budget')
    t.equal(code, 0)
  },
)
