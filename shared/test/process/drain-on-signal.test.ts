/** A process that is left behind holds no port that the next start of the service needs. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { until } from '../until.ts'

const PROCESS = fileURLToPath(new URL('helpers/listening-process.ts', import.meta.url))

async function listening(t: Test): Promise<{ readonly child: ChildProcess; readonly isOpen: () => Promise<boolean> }> {
  const child = fork(PROCESS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [port] = (await once(child, 'message')) as [number]
  const isOpen = (): Promise<boolean> =>
    new Promise(resolve => {
      const socket = createConnection(port, '127.0.0.1')
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
  return { child, isOpen }
}

t.test('a process whose parent has ended gives up its ports before its work has ended', async t => {
  const { child, isOpen } = await listening(t)
  t.ok(await isOpen())
  child.disconnect()
  await until('its port is free', async () => !(await isOpen()))
  t.same([child.exitCode, child.signalCode], [null, null], 'it is still at work')
})
