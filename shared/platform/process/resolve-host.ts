/**
 * Resolves the host of a callback by asking the name servers directly, with a time limit. The system's lookup would block one of four
 * threads for as long as a dead name server makes it wait, and so delay all other callbacks. shared/platform/callback/callback-url.ts judges the
 * addresses.
 */
import { lookup, Resolver } from 'node:dns/promises'
import type { Resolve } from '../callback/callback-url.ts'

/** Time limit of one query to one server; each query is repeated once. */
const QUESTION_MS = 2_000
const TRIES = 2

interface ResolveOptions {
  /** Name servers as "address:port". Default: those of the system. */
  readonly servers?: readonly string[]
}

/** When neither family has an address, rejects with the error of the last query: ENOTFOUND when the name has no address. */
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

/** The system's lookup, which uses the hosts file: for the few names that the operator lists. */
export const resolveBySystem: Resolve = async hostname =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)
