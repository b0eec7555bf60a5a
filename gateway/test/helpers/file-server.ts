/** An https server with files, on loopback, under an authority that this process trusts. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Test } from 'tap'
import { authority } from '../../../shared/test/certificates.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'

export type File = Uint8Array | string | ((response: ServerResponse) => void)

interface FileServer {
  readonly port: number
  /** As a setting and a URL name it: "localhost:port". */
  readonly host: string
  readonly ca: string
  urlOf(path: string): string
  /** How often each path was asked for. */
  readonly requestCounts: ReadonlyMap<string, number>
}

/** files: by path without its query. address: of loopback, or another one of this machine. */
export async function startFileServer(
  t: Test,
  files: Readonly<Record<string, File>>,
  { address = '127.0.0.1', isPlain = false, isTrusted = true } = {},
): Promise<FileServer> {
  const made = authority(dataFolder(t))
  const { cert, key } = made.issue('localhost')
  const ca = readFileSync(made.ca, 'utf8')
  if (isTrusted) setDefaultCACertificates([...getCACertificates(), ca])
  const requestCounts = new Map<string, number>()
  const answer: RequestListener = ({ url = '' }, response) => {
    const path = url.replace(/\?.*/, '')
    requestCounts.set(path, (requestCounts.get(path) ?? 0) + 1)
    const file = files[path]
    if (typeof file === 'function') file(response)
    else response.writeHead(file === undefined ? 404 : 200).end(file)
  }
  const server = isPlain
    ? createServer(answer)
    : createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, answer)
  server.listen(0, address)
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const host = `localhost:${port}`
  return { port, host, ca, requestCounts, urlOf: path => `http${isPlain ? '' : 's'}://${host}${path}` }
}

export const redirectTo =
  (location: string) =>
  (response: ServerResponse): void => {
    response.writeHead(302, { location }).end()
  }
