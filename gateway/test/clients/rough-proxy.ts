/** An HTTP proxy that fails a share of the calls, each in one of four ways, as a seed says. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { random } from '../../../compute/test/helpers/random.ts'

export interface RoughProxy {
  readonly url: string
  /** How often each thing happened. */
  readonly counts: Record<Fate, number>
}

type Fate = 'passed' | 'droppedBefore' | 'droppedAfter' | 'refused' | 'delayed'
const FAILURES: readonly Fate[] = ['droppedBefore', 'droppedAfter', 'refused', 'delayed']
const DELAY_MS = 100

export async function roughProxy(t: Test, targetUrl: string, share: number, seed: number): Promise<RoughProxy> {
  const rnd = random(seed)
  const counts = { passed: 0, droppedBefore: 0, droppedAfter: 0, refused: 0, delayed: 0 }
  const target = new URL(targetUrl)
  const server = createServer((from, to) => {
    const fate: Fate = rnd() < share ? FAILURES[Math.floor(rnd() * FAILURES.length)]! : 'passed'
    counts[fate]++
    if (fate === 'droppedBefore') return void from.socket.destroy()
    if (fate === 'refused')
      return void to.writeHead(503, { 'content-type': 'application/json' }).end('{"detail":"busy"}')
    const { method, url: path, headers } = from
    const onward = request({ host: target.hostname, port: target.port, method, path, headers }, reply => {
      if (fate === 'droppedAfter') {
        reply.resume()
        return void reply.on('end', () => from.socket.destroy())
      }
      const answer = (): void => void reply.pipe(to.writeHead(reply.statusCode!, reply.headers))
      if (fate === 'delayed') setTimeout(answer, DELAY_MS)
      else answer()
    })
    onward.on('error', () => from.socket.destroy())
    from.pipe(onward)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts }
}
