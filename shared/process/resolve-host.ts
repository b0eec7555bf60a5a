/**
 * Addresses of a host, for callbacks: asked of the name servers directly, with a time limit. The system's own lookup would hold one of
 * four threads for as long as a dead name server makes it wait, and so delay every other callback. Leaves the judgement of
 * what comes back to shared/callback/callback-url.ts.
 */
import { lookup, Resolver } from 'node:dns/promises'
import type { Resolve } from '../callback/callback-url.ts'

/** Of one question to one server; asked twice. */
const QUESTION_MS = 2_000
const TRIES = 2

interface ResolveOptions {
  /** Name servers as "address:port". Default: those of the system. */
  readonly servers?: readonly string[]
}

/** Answers of the last one to fail when neither family has an address: ENOTFOUND when the name has none. */
export function resolver(options: ResolveOptions = {}): Resolve {
  const dns = new Resolver({ timeout: QUESTION_MS, tries: TRIES })
  if (options.servers) dns.setServers(options.servers)
  return async hostname => {
    const answers = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const failures = answers.map(answer => (answer.status === 'rejected' ? (answer.reason as Error) : undefined))
    const unsure = failures.find(failure => failure !== undefined && !isAbsence(failure))
    throw unsure ?? Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
  }
}

const isAbsence = (error: Error & { code?: string }): boolean => error.code === 'ENOTFOUND' || error.code === 'ENODATA'

/** The system's lookup, with its hosts file: for the few names the operator lists. */
export const resolveBySystem: Resolve = async hostname =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)
