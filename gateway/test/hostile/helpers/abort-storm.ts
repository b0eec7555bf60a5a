/**
 * Clients that leave: requests of every class of route, cut at a random byte, while they are answered, or in the middle of the
 * answer. Seeded; the same seed leaves at the same bytes (not at the same moments).
 */

import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { random as randomOf } from '../../../../compute/test/helpers/random.ts'
import { CPM, chain, VALIDATE } from '../../helpers/networks.ts'

export interface StormSettings {
  readonly port: number
  readonly key: string
  readonly seed: number
  readonly aborts: number
  readonly perSecond: number
}

/** What became of the connections. */
export interface StormTally {
  headers: number
  body: number
  awaiting: number
  answer: number
  /** Answered wholly before the client could leave. */
  answered: number
}

interface Template {
  readonly bytes: Buffer
  readonly headBytes: number
}

function template(method: string, path: string, headers: Record<string, string>, body?: Buffer): Template {
  const isChunked = headers['transfer-encoding'] !== undefined
  const lines = { host: 'x', ...headers, ...(body && !isChunked ? { 'content-length': String(body.length) } : {}) }
  const head = `${method} ${path} HTTP/1.1\r\n${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
  return { bytes: Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]), headBytes: head.length }
}

function inChunks(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; at += 50_000) {
    const part = body.subarray(at, at + 50_000)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

function templatesOf(key: string): Template[] {
  const own = { 'x-api-key': key }
  const small = Buffer.from(JSON.stringify({ tasks: chain(50) }))
  const medium = Buffer.from(JSON.stringify({ tasks: chain(1_000) }))
  const large = Buffer.from(JSON.stringify({ tasks: chain(10_000) }).padEnd(2 ** 21))
  return [
    template('GET', '/health', {}),
    template('GET', '/openapi.json', {}),
    template('GET', '/nothing', {}),
    template('GET', '/ready', {}),
    template('GET', '/api/v1/account/tier', own),
    template('POST', CPM, {}, medium),
    template('POST', CPM, own, small),
    template('POST', VALIDATE, own, medium),
    template('POST', CPM, own, large),
    template('POST', CPM, { ...own, 'transfer-encoding': 'chunked' }, inChunks(medium)),
    template('POST', CPM, { ...own, 'content-encoding': 'gzip' }, gzipSync(medium)),
    template('POST', '/api/v1/resources/allocate', own, small),
    template('POST', '/api/v1/contact/submit', {}, medium),
  ]
}

export async function abortStorm(settings: StormSettings): Promise<StormTally> {
  const { port, key, seed, aborts, perSecond } = settings
  const random = randomOf(seed)
  const templates = templatesOf(key)
  const tally: StormTally = { headers: 0, body: 0, awaiting: 0, answer: 0, answered: 0 }
  let open = 0

  const leave = (): void => {
    const { bytes, headBytes } = templates[Math.floor(random() * templates.length)]!
    const isWhole = random() < 0.5
    const sentBytes = isWhole ? bytes.length : Math.floor(random() * (random() < 0.3 ? headBytes : bytes.length))
    const delayMs = random() < 0.4 ? 0 : random() * 20
    const afterFirstByte = isWhole && random() < 0.4
    const byReset = random() < 0.5
    let answeredBytes = 0
    open++
    const socket = connect({ port, host: '127.0.0.1' })
    const end = (): void => {
      if (socket.destroyed) return
      const at = answeredBytes > 0 ? 'answer' : isWhole ? 'awaiting' : sentBytes < headBytes ? 'headers' : 'body'
      tally[at]++
      if (byReset) socket.resetAndDestroy()
      else socket.destroy()
    }
    socket.on('error', () => {})
    socket.on('close', () => open--)
    socket.on('end', () => tally.answered++)
    socket.on('data', chunk => {
      answeredBytes += chunk.length
      if (afterFirstByte) end()
    })
    socket.on('connect', () => {
      socket.write(bytes.subarray(0, sentBytes), () => setTimeout(end, afterFirstByte ? 1_000 : delayMs))
    })
  }

  const startMs = performance.now()
  for (let i = 0; i < aborts; i++) {
    leave()
    const aheadMs = startMs + ((i + 1) / perSecond) * 1_000 - performance.now()
    if (aheadMs > 0) await pause(aheadMs)
    else if (i % 10 === 0) await pause(0)
  }
  while (open > 0) await pause(5)
  return tally
}
