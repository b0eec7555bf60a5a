/** A proxy that serves a service below a path prefix, as operators do who have one name for several services. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

const PREFIX = '/schedules/service'

/** Passes on what comes below the prefix, without it; everything else is 404. Returns the address of the service there. */
export async function prefixProxy(t: Test, port: number): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(`${PREFIX}/`)) {
      outgoing.writeHead(404).end()
      return
    }
    const { method, headers } = incoming
    const path = incoming.url.slice(PREFIX.length)
    const onward = request({ port, host: '127.0.0.1', method, headers, path }, answer => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`
}
