/**
 * Tries a TLS handshake with each server in REDIS_URL until one answers. So a problem with certificates is reported as one sentence at
 * start-up, instead of endless connection attempts. An unreachable server is not reported, because it may come up later.
 */
import { connect as connectPlainly } from 'node:net'
import { type ConnectionOptions, connect as connectWithTls } from 'node:tls'
import { address } from '../config/redis-address.ts'
import { NO_TLS, tlsFault } from './tls-files.ts'

const GREET_MS_MAX = 3_000
/** A server that refuses the client says so right after the handshake. A command sent before that would be lost with the connection. */
const REFUSAL_MS = 100

interface Place {
  readonly host: string
  readonly port: number
}

/** A sentence; undefined: a server answered, all are unreachable, or the URL does not use TLS. */
export async function tlsProblem(url: string, tls: ConnectionOptions | undefined): Promise<string | undefined> {
  const { nodes, options } = address(url)
  if (options.tls === undefined) return undefined
  for (const place of (nodes ?? options.sentinels ?? [options]) as readonly Place[]) {
    const found = await greet(place, tls)
    if (found.state === 'answers') return undefined
    if (found.state === 'fault') return `Redis at ${place.host}:${place.port} cannot be used: ${found.why}`
  }
  return undefined
}

type Found = { readonly state: 'answers' | 'away' } | { readonly state: 'fault'; readonly why: string }

function greet(place: Place, tls: ConnectionOptions | undefined): Promise<Found> {
  return new Promise(resolve => {
    const socket = connectWithTls({ host: place.host, port: place.port, ...tls })
    let hasShaken = false
    const finish = (found: Found): void => {
      clearTimeout(late)
      socket.destroy()
      resolve(found)
    }
    // without a handshake: a server without TLS closes the connection or waits for more input
    const over = async (): Promise<void> => {
      const isPlain = !hasShaken && (await answersPlainly(place))
      finish(isPlain ? { state: 'fault', why: NO_TLS } : { state: 'away' })
    }
    const late = setTimeout(over, GREET_MS_MAX)
    socket.once('secureConnect', () => {
      hasShaken = true
      setTimeout(() => socket.destroyed || socket.write('PING\r\n'), REFUSAL_MS)
    })
    // any reply is enough, also one that requires authentication
    socket.once('data', () => finish({ state: 'answers' }))
    socket.once('close', over)
    socket.once('error', error => {
      const why = tlsFault(error)
      if (why !== undefined) finish({ state: 'fault', why })
    })
  })
}

function answersPlainly({ host, port }: Place): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connectPlainly({ host, port })
    const finish = (answers: boolean): void => {
      socket.destroy()
      resolve(answers)
    }
    socket.setTimeout(GREET_MS_MAX, () => finish(false))
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', text => finish(/^[+-]/.test(text.toString('latin1'))))
    socket.once('error', () => finish(false))
    socket.once('close', () => finish(false))
  })
}
