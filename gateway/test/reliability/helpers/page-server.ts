/** Serves one page with the packages of node_modules it imports, and hears what the page found out. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))
const PREFIX = '/node_modules/'

interface PageServer {
  readonly origin: string
  /** script: an ES module whose default export is what it found out. imports: file in node_modules by the name it is imported by. */
  readonly report: (script: string, imports: Readonly<Record<string, string>>) => Promise<unknown>
}

const pageOf = (imports: Readonly<Record<string, string>>): string => {
  const map = Object.fromEntries(Object.entries(imports).map(([name, file]) => [name, PREFIX + file]))
  return `<!doctype html><script type="importmap">${JSON.stringify({ imports: map })}</script>
<script type="module">
const tell = found => fetch('/found', { method: 'POST', body: JSON.stringify(found) })
import('/script.mjs').then(async ({ default: found }) => tell(await found), error => tell({ failed: String(error.stack) }))
</script>`
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk
  return text
}

/** open: shows the address in a browser. */
export async function startPageServer(t: Test, open: (url: string) => void): Promise<PageServer> {
  let page = ''
  let module = ''
  let heard: (found: unknown) => void = () => {}
  const server = createServer(async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url!, 'http://page')
    const answer = (type: string, body: string | Buffer): void => {
      outgoing.writeHead(200, { 'content-type': type }).end(body)
    }
    if (pathname === '/') return answer('text/html', page)
    if (pathname === '/script.mjs') return answer('text/javascript', module)
    if (pathname === '/found') {
      heard(JSON.parse(await textOf(incoming)))
      return answer('text/plain', '')
    }
    const file = modules + pathname.slice(PREFIX.length)
    if (pathname.startsWith(PREFIX) && existsSync(file)) return answer('text/javascript', readFileSync(file))
    outgoing.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    report(script, imports) {
      page = pageOf(imports)
      module = script
      const found = new Promise(resolve => {
        heard = resolve
      })
      open(`${origin}/`)
      return found
    },
  }
}
