/**
 * The security log: who called from where with which credentials, and the outcome, for operators who look for guessing, theft and abuse. One
 * line per event, `"event":"security"`, made from the outcome of a call; no handler writes one itself. A line has no secret: a key is named by
 * its hash, and only if it has the form of a key (a mistyped text could be guessed from its hash); a user by the hash of issuer and subject.
 * The number of lines is limited, so a thousand guesses a second do not fill a disk.
 */
import type { ErrorCode } from '../../shared/contract/error-rows.ts'
import { BoundedMap } from '../call/bounded-map.ts'
import type { Call } from '../call/call.ts'
import { addressName } from '../call/caller.ts'
import type { Exchange } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { parseKey } from '../store/api-key.ts'
import { keyTextOf } from './bearer.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    readonly securityLog: SecurityLog
  }
}

/** What there is a line of: by the id of a row, whatever it comes to. A test holds deploy/runbook/monitoring.md against the kinds. */
const KIND_BY_ROW: ReadonlyMap<string, SecurityKind> = new Map([
  ['auth.login', 'sign_in'],
  ['auth.callback', 'sign_in'],
  ['auth.signup', 'sign_up'],
  ['auth.account.delete', 'account'],
  ['auth.keys.create', 'key_change'],
  ['auth.keys.revoke', 'key_change'],
  ['playground.key', 'key_change'],
  ['account.webhook-secret', 'secret_change'],
  ['billing.stripe', 'webhook'],
  ['billing.marketplace', 'webhook'],
  ['billing.overage', 'settlement'],
])
export const SECURITY_KINDS = [
  'key',
  'token',
  'sign_in',
  'sign_up',
  'account',
  'key_change',
  'secret_change',
  'webhook',
  'settlement',
] as const
type SecurityKind = (typeof SECURITY_KINDS)[number]

/** Refusals that say something of who calls; on every other row a line is written for these alone. */
const OF_CREDENTIALS: readonly ErrorCode[] = [
  'credentials_invalid',
  'account_suspended',
  'signup_required',
  'account_deleted',
  'email_unverified',
  'email_taken',
  'origin_forbidden',
]

const SPAN_MS = 60_000
/** Lines of one kind, outcome and address in a span, and of all together; the next line says how many were left out. */
const LINES_EACH_MAX = 5
const LINES_MAX = 600
const COUNTERS_MAX = 10_000

interface Counter {
  sinceMs: number
  lines: number
  leftOut: number
}

interface SecurityEnd {
  readonly status: number
  /** The code of a refusal. */
  readonly code: ErrorCode | undefined
}

export class SecurityLog {
  readonly #counters = new BoundedMap<string, Counter>(COUNTERS_MAX)
  readonly #all: Counter = { sinceMs: 0, lines: 0, leftOut: 0 }

  /** Looks at every call that has an answer; most have no line. */
  note(call: Call, gateway: Pick<Gateway, 'log' | 'now'>, { status, code }: SecurityEnd): void {
    // a message is answered 200 although its user can have no account
    const refused = call.hasSignedUp ? undefined : (code ?? call.toolRefusal?.code)
    const kind = call.hasSignedUp ? 'sign_up' : kindOf(call, refused)
    if (kind === undefined) return
    const outcome = refused ?? 'accepted'
    const nowMs = gateway.now()
    const address = addressName(call.address)
    const own = this.#counterOf(`${kind} ${outcome} ${address}`)
    if (!isWithin(own, nowMs, LINES_EACH_MAX) || !isWithin(this.#all, nowMs, LINES_MAX)) {
      own.leftOut++
      this.#all.leftOut++
      return
    }
    const line = {
      event: 'security',
      kind,
      outcome,
      status,
      address,
      ...subjectOf(call),
      method: call.exchange.method,
      path: call.exchange.template,
      ...call.exchange.logIds,
      ...(own.leftOut === 0 ? {} : { leftOut: own.leftOut }),
      ...(this.#all.leftOut === 0 ? {} : { leftOutOfAll: this.#all.leftOut }),
    }
    own.lines++
    this.#all.lines++
    own.leftOut = this.#all.leftOut = 0
    if (refused === undefined) gateway.log.info(line, 'security')
    else gateway.log.warn(line, 'security')
  }

  #counterOf(name: string): Counter {
    let counter = this.#counters.get(name)
    if (counter === undefined) {
      counter = { sinceMs: 0, lines: 0, leftOut: 0 }
      this.#counters.set(name, counter)
    }
    return counter
  }
}

/** Whether another line has room; begins a span anew when the last one is over. */
function isWithin(counter: Counter, nowMs: number, linesMax: number): boolean {
  if (nowMs - counter.sinceMs >= SPAN_MS) {
    counter.sinceMs = nowMs
    counter.lines = 0
  }
  return counter.lines < linesMax
}

function kindOf(call: Call, code: ErrorCode | undefined): SecurityKind | undefined {
  const { row } = call.route
  const own = row.kind === 'service' ? KIND_BY_ROW.get(row.id) : undefined
  if (own !== undefined) return own
  if (code === undefined) return undefined
  // who guesses goes on when its window is used up
  const isGuess =
    code === 'window_exceeded' &&
    call.admitted === undefined &&
    call.month === undefined &&
    hasCredentials(call.exchange)
  if (!OF_CREDENTIALS.includes(code) && !isGuess) return undefined
  return keyTextOf(call.exchange) === undefined ? 'token' : 'key'
}

const hasCredentials = (exchange: Exchange): boolean =>
  exchange.header('x-api-key') !== undefined || exchange.header('authorization') !== undefined

/** Ids and hashes; whatever else a caller wrote stays out. */
function subjectOf({ identity, claims, exchange }: Call): object {
  const text = keyTextOf(exchange)
  const key = text === undefined ? null : parseKey(text)
  return {
    ...(identity === undefined ? {} : { accountId: identity.accountId, keyId: identity.keyId }),
    ...(claims === undefined ? {} : { subject: claims.subject }),
    ...(identity === undefined && key !== null ? { keySha256: key.sha256 } : {}),
  }
}
