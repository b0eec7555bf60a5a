/** A try that takes longer than its limit is sent again, then an error of the client; what the caller's own signal says is the caller's error. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { clientFolder } from './examples.ts'

t.test('the client for TypeScript', async t => {
  const { ConnectionError, ScheduleIntelligence } = await import(
    pathToFileURL(join(clientFolder('typescript'), 'src/index.ts')).href
  )
  let calls = 0
  let whenCalled = (): void => {}
  const server = createServer(() => {
    calls++
    whenCalled()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const options = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', retriesMax: 1 }
  const analyse = (timeoutMs: number, signal?: AbortSignal) =>
    new ScheduleIntelligence({ ...options, timeoutMs })
      .analyse('analysis.cpm', { tasks: [{ id: 'A' }] }, signal)
      .catch((thrown: unknown) => thrown)
  // both calls reach the server within it, on a busy machine too
  const late = await analyse(3_000)
  t.ok(late instanceof ConnectionError, `${late}`)
  t.equal(calls, 2, 'is sent again')
  calls = 0
  const own = new AbortController()
  whenCalled = () => own.abort(new DOMException('no longer wanted', 'TimeoutError'))
  const given = await analyse(120_000, own.signal)
  t.equal((given as Error).name, 'TimeoutError')
  t.equal(calls, 1, 'is not sent again')
})
