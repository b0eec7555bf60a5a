/**
 * Fetches one file from an address that a caller names: only https, only from public addresses (shared/platform/process/guarded-connector.ts), each
 * redirect checked like the first address, with one deadline for everything. Its bytes go to `take` as they come; they are not parsed here.
 */
import type { Dispatcher } from 'undici'
import { SOURCE_MEMBER } from '../../shared/contract/endpoint/paths.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { type CallbackRules, readCallbackUrl } from '../../shared/platform/callback/callback-url.ts'
import { failureOf, type GuardSettings, guardedClient } from '../../shared/platform/process/guarded-connector.ts'

export interface FetchSettings extends GuardSettings {
  readonly rules: CallbackRules
  readonly timeoutMs: number
}

/** Where the bytes of the file go. */
export interface FileTaker {
  /** Called before the first byte with how they are encoded; false: none are wanted. */
  begin(encoding: string): boolean
  /** false: no more are wanted. */
  take(bytes: Uint8Array): boolean
}

export type FetchOutcome =
  | { readonly state: 'fetched' }
  /** The address that was given cannot be one, whoever asks. */
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'stopped' }

type Step = FetchOutcome | { readonly state: 'redirect'; readonly location: string }

const REDIRECTS_MAX = 3
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'ScheduleIntelligenceService' }

const NOT_PUBLIC = 'must name a public host; an address of this one is not'

/** Failures of a connection, in words. */
const WORDS: Readonly<Record<string, string>> = {
  timeout: 'it took too long',
  dns: 'its host has no address',
  refused: 'its host refused the connection',
  unreachable: 'its host cannot be reached',
  reset: 'the connection broke off',
  tls: 'its host has no valid certificate',
  protocol: 'its answer is no whole HTTP message',
}

/** Never rejects. stop: the caller has gone. */
export async function fetchFile(
  sourceUrl: string,
  settings: FetchSettings,
  taker: FileTaker,
  stop: AbortSignal,
): Promise<FetchOutcome> {
  const late = AbortSignal.timeout(Math.ceil(settings.timeoutMs))
  const signal = AbortSignal.any([stop, late])
  let at = sourceUrl
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const reading = readCallbackUrl(at, settings.rules)
    const step: Step =
      reading.state === 'refused' ? reading : await request(reading.url, reading.isListed, settings, taker, signal)
    if (stop.aborted) return { state: 'stopped' }
    if (late.aborted && step.state === 'failed') return failed(WORDS.timeout!)
    if (step.state === 'redirect') at = URL.parse(step.location, at)?.href ?? step.location
    else if (step.state === 'refused' && redirects > 0) return failed(`it redirects to an address that ${step.reason}`)
    else return step
  }
  return failed(`it redirects more than ${REDIRECTS_MAX} times`)
}

const failed = (reason: string): FetchOutcome => ({ state: 'failed', reason })

async function request(
  url: URL,
  isListed: boolean,
  settings: FetchSettings,
  taker: FileTaker,
  signal: AbortSignal,
): Promise<Step> {
  const { client, close } = await guardedClient(url, isListed, settings.timeoutMs, settings)
  try {
    signal.throwIfAborted()
    const path = url.pathname + url.search
    const answer = await client.request({ method: 'GET', path, headers: HEADERS, signal, reset: true })
    return await read(answer, taker)
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'address_forbidden') return { state: 'refused', reason: NOT_PUBLIC }
    return failed(WORDS[failure] ?? 'the connection failed')
  } finally {
    close()
  }
}

async function read({ statusCode, headers, body }: Dispatcher.ResponseData, taker: FileTaker): Promise<Step> {
  // whoever destroys the client ends the body
  body.on('error', () => {})
  const { location } = headers
  if (REDIRECTS.has(statusCode) && typeof location === 'string') return { state: 'redirect', location }
  if (statusCode !== 200) return failed(`its host answered ${statusCode}`)
  if (!taker.begin(String(headers['content-encoding'] ?? 'identity'))) return { state: 'fetched' }
  for await (const bytes of body) if (!taker.take(bytes as Uint8Array)) break
  return { state: 'fetched' }
}

// Why a schedule is not fetched from its address.

/** Seconds until a fetch of another call may have ended. */
const RETRY_SECONDS = 5

const atSource = (msg: string, type: string): Pick<Refusal, 'faults' | 'faultCount'> => ({
  faults: [{ loc: ['body', SOURCE_MEMBER], msg, type }],
  faultCount: 1,
})

/** What the 422 of a file that did not come has beside its code. */
export const sourceFault = (reason: string): Pick<Refusal, 'faults' | 'faultCount'> =>
  atSource(`The file could not be fetched: ${reason}.`, 'not_fetched')

/** Nothing is wrong with the address as such: the other side did not give the file. */
export const sourceFailed = (reason: string): Refusal => ({
  ...refuse('source_failed', { reason }),
  ...sourceFault(reason),
})

/** The address cannot be one. */
export const sourceRefused = (msg: string): Refusal => ({ ...refuse('validation'), ...atSource(msg, SOURCE_MEMBER) })

export const sourcesOff = (): Refusal =>
  sourceRefused('This service does not fetch schedules (its operator has not set SOURCE_URL): send the file itself.')

export const noPlace = (): Refusal =>
  refuse('capacity_exceeded', { what: 'schedules that are fetched at once', retryAfterSeconds: RETRY_SECONDS })
