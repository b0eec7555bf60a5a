/** A process whose parent has ended before it listens goes on, and ends as it was told to: it does not crash. */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const PROGRAM = fileURLToPath(new URL('helpers/orphan-process.ts', import.meta.url))

t.test('a message comes to the parent, and one for a parent that has gone is dropped', async t => {
  const child = fork(PROGRAM, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const messages: unknown[] = []
  child.on('message', message => messages.push(message))
  const [output, errors, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  t.same(messages, [{ event: 'connected' }])
  t.equal(output, 'goes on')
  t.equal(errors, '')
  t.equal(code, 0)
})

t.test('a process that nobody listens to goes on, too', async t => {
  const { stderr, status } = spawnSync(process.execPath, ['-e', `(${tellText})()`], { encoding: 'utf8' })
  t.equal(stderr, '')
  t.equal(status, 0)
})

/** Without a channel process.send does not exist. */
const tellText = `() => import(${JSON.stringify(new URL('../../platform/process/drain-on-signal.ts', import.meta.url).href)}).then(({ tellParent }) => tellParent({}))`
