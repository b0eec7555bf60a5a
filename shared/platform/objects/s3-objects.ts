/**
 * Objects on an S3 server, by its paths (`<endpoint>/<bucket>/<prefix><name>`): one signed PUT of known length and hash, which the server
 * checks, GET, DELETE, and ListObjectsV2. aws4fetch signs requests and undici sends them. Failures that may be temporary are retried with a
 * growing pause; then the store counts as unavailable.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Dispatcher } from 'undici'
import {
  checkName,
  isName,
  type ListedObject,
  type ObjectDraft,
  ObjectLost,
  type ObjectStore,
  ObjectsUnavailable,
} from './object-store.ts'
import { Spool } from './spool.ts'

interface S3Settings {
  /** Like https://s3.eu-central-1.amazonaws.com, without the bucket. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Before every name; empty, or ends with a slash. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

const TRIES = 4
const PAUSE_MS = 100
const CONNECT_MS = 3_000
/** To the head of the answer, and between two pieces of a body. */
const SILENCE_MS = 10_000
const TIMES = { connect: { timeout: CONNECT_MS }, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS }
/** For all but reading. */
const CONNECTIONS = 64
const ERROR_BYTES_MAX = 4_096
/** SHA-256 of nothing. */
const NO_BODY_HASH = createHash('sha256').digest('hex')
/** Statuses that another try may not get; 400 is also RequestTimeout. */
const PASSING = new Set([400, 408, 429, 500, 502, 503, 504])

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE' | 'HEAD'
  /** Below the bucket, as it stands in the URL. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: {
    readonly byteCount: number
    readonly sha256: string
    readonly pieces: () => AsyncIterable<Uint8Array>
  }
  /** Statuses that are answers. */
  readonly answers: readonly number[]
  /** Default: agent. */
  readonly connections?: 'agent' | 'readers'
}

/** undici takes 25 MB and a tenth of a second of each process that imports it: only those with a bucket do. */
async function connect() {
  const { Agent, request } = await import('undici')
  return {
    request,
    agent: new Agent({ ...TIMES, connections: CONNECTIONS }),
    /** As many as are read: one whose reader is slow holds its connection, and must not keep others from theirs. */
    readers: new Agent(TIMES),
  }
}

class SpooledDraft implements ObjectDraft {
  readonly #objects: S3Objects
  readonly #spool = new Spool()
  readonly #hash = createHash('sha256')
  #sha256: string | undefined

  constructor(objects: S3Objects) {
    this.#objects = objects
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes)
    await this.#asUnavailable(() => this.#spool.write(bytes))
  }

  /** If the local disk has no room for the spooled bytes, the object cannot reach the store either. */
  async #asUnavailable(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const reason = `on its way to ${this.#objects.place}: ${(error as Error).message}`
      throw new ObjectsUnavailable(reason, { cause: error })
    }
  }

  async keep(start: string): Promise<string> {
    await this.#asUnavailable(() => this.#spool.ended())
    this.#sha256 ??= this.#hash.digest('hex')
    const name = checkName(start + this.#sha256)
    await this.#objects.put(name, this.#spool, this.#sha256)
    return name
  }

  drop(): Promise<void> {
    return this.#spool.drop()
  }
}

export class S3Objects implements ObjectStore {
  readonly place: string
  readonly #settings: S3Settings
  readonly #http = connect()
  /** Keys derived from the secret, by day. */
  readonly #cache = new Map<string, ArrayBuffer>()

  constructor(settings: S3Settings) {
    this.#settings = settings
    this.place = `the bucket ${settings.bucket} at ${settings.endpoint}`
  }

  draft(): ObjectDraft {
    return new SpooledDraft(this)
  }

  async put(name: string, spool: Spool, sha256: string): Promise<void> {
    const body = { byteCount: spool.byteCount, sha256, pieces: () => spool.read() }
    await drained(await this.#request({ method: 'PUT', path: this.#pathOf(name), body, answers: [200] }))
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    const path = this.#pathOf(checkName(name))
    const answer = await this.#request({ method: 'GET', path, answers: [200, 404], connections: 'readers' })
    if (answer.statusCode === 404) throw await this.#lostOrAway(answer, name)
    try {
      for await (const piece of answer.body) yield piece as Uint8Array
    } catch (error) {
      throw this.#away(error as Error)
    } finally {
      answer.body.destroy()
    }
  }

  async look(name: string): Promise<void> {
    const answer = await this.#request({ method: 'HEAD', path: this.#pathOf(checkName(name)), answers: [200, 404] })
    await drained(answer)
    if (answer.statusCode !== 404) return
    // an answer to HEAD does not say what is missing
    await this.reach()
    throw new ObjectLost(`${name} is not in ${this.place}`)
  }

  async #lostOrAway(answer: Dispatcher.ResponseData, name: string): Promise<Error> {
    const code = await codeIn(answer)
    return code === 'NoSuchKey'
      ? new ObjectLost(`${name} is not in ${this.place}`)
      : this.#away(new Error(`404 ${code}`))
  }

  async remove(name: string): Promise<void> {
    const answer = await this.#request({
      method: 'DELETE',
      path: this.#pathOf(checkName(name)),
      answers: [200, 204, 404],
    })
    if (answer.statusCode !== 404) return drained(answer)
    const lost = await this.#lostOrAway(answer, name)
    if (lost instanceof ObjectsUnavailable) throw lost
  }

  async room(): Promise<null> {
    return null
  }

  async *list(start: string): AsyncGenerator<ListedObject> {
    const { prefix } = this.#settings
    for (let token: string | undefined; ; ) {
      const query = {
        'list-type': '2',
        prefix: prefix + start,
        ...(token === undefined ? {} : { 'continuation-token': token }),
      }
      const answer = await this.#request({ method: 'GET', path: '', query, answers: [200] })
      const text = await answer.body.text().catch(error => {
        throw this.#away(error as Error)
      })
      for (const [, entry] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const name = inElement(entry!, 'Key')?.slice(prefix.length)
        const keptAtMs = Date.parse(inElement(entry!, 'LastModified') ?? '')
        const bytes = Number(inElement(entry!, 'Size') ?? 0)
        if (name !== undefined && isName(name) && Number.isFinite(keptAtMs)) yield { name, keptAtMs, bytes }
      }
      token = inElement(text, 'NextContinuationToken')
      if (token === undefined) return
    }
  }

  async sweepDrafts(): Promise<void> {}

  async reach(): Promise<void> {
    // a policy that allows listing below a prefix need not allow HEAD of the bucket; where nothing lies, nothing damaged does
    const query = { 'list-type': '2', 'max-keys': '1', prefix: `${this.#settings.prefix}nothing/` }
    await drained(await this.#request({ method: 'GET', path: '', query, answers: [200] }))
  }

  close(): void {
    void this.#http.then(({ agent, readers }) => Promise.all([agent.destroy(), readers.destroy()]))
  }

  #pathOf(name: string): string {
    return `/${this.#settings.prefix}${name}`
  }

  #away(error: Error): ObjectsUnavailable {
    return new ObjectsUnavailable(`${this.place}: ${error.message}`, { cause: error })
  }

  /** A reply with one of the expected statuses. The caller reads its body. */
  async #request(request: S3Request): Promise<Dispatcher.ResponseData> {
    let fault = new Error('no request was sent')
    for (let tries = 0; tries < TRIES; tries++) {
      if (tries > 0) await pause(PAUSE_MS * 4 ** (tries - 1) * (0.5 + Math.random()))
      try {
        const answer = await this.#requestOnce(request)
        if (request.answers.includes(answer.statusCode)) return answer
        fault = new Error(`${answer.statusCode} ${await codeIn(answer)}`)
        if (!PASSING.has(answer.statusCode)) break
      } catch (error) {
        fault = error as Error
      }
    }
    throw this.#away(fault)
  }

  async #requestOnce({
    method,
    path,
    query = {},
    body,
    connections = 'agent',
  }: S3Request): Promise<Dispatcher.ResponseData> {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey, sessionToken } = this.#settings
    const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { 'x-amz-content-sha256': body?.sha256 ?? NO_BODY_HASH },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: 's3',
      region,
      cache: this.#cache,
    })
    const signed = await signer.sign()
    const headers = Object.fromEntries(signed.headers)
    const { request, [connections]: dispatcher } = await this.#http
    return request(signed.url, {
      method,
      dispatcher,
      headers: body === undefined ? headers : { ...headers, 'content-length': String(body.byteCount) },
      ...(body === undefined ? {} : { body: body.pieces() as never }),
    })
  }
}

/** So that the connection serves the next request. */
const drained = (answer: Dispatcher.ResponseData): Promise<void> => answer.body.dump()

const inElement = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** The code of an error in the XML of S3; empty if there is none. */
async function codeIn(answer: Dispatcher.ResponseData): Promise<string> {
  const pieces: Buffer[] = []
  let byteCount = 0
  try {
    for await (const piece of answer.body) {
      pieces.push(piece)
      byteCount += piece.length
      if (byteCount > ERROR_BYTES_MAX) break
    }
  } catch {} // the status is enough
  return inElement(Buffer.concat(pieces).toString(), 'Code') ?? ''
}
