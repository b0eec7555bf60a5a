/** A redis-server of a test's own, with these words on its command line; it is killed with the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Test } from 'tap'

export async function launchRedis(t: Test, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.env.REDIS_SERVER!, args, { stdio: 'ignore' })
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })
  return child
}
